/* colours.h - who has White: article 5 [12] of Lim and 7.2 [14.2]; N.7 of chapter N; 7 of D.02. */
#ifndef MS_COLOURS_H
#define MS_COLOURS_H

#include "field.h"
#include "trace.h"

/* The colour of participant a against b by the first rule of article 5 that decides. `below`: the pairing was made
 * below the median group. */
ms_decision ms_lim_colour(const ms_field *field, const ms_rules *rules, int32_t a, int32_t b, bool below);

/* 7.2: the colour of the better placed of a pair; the first place has the colour drawn for #1. */
static inline ms_colour ms_round_one_colour(const ms_rules *rules, int32_t places_before) {
    return places_before % 2 == 0 ? rules->drawn : ms_opposite(rules->drawn);
}

/* The board-1 colour of team a against b by the first rule of N.7 that decides. */
ms_decision ms_ecu_colour(const ms_field *field, const ms_rules *rules, int32_t a, int32_t b);

/* The board-1 colour of team a against b by the first rule of D.02 7 that decides. */
ms_decision ms_olympiad_colour(const ms_field *field, const ms_rules *rules, int32_t a, int32_t b);

/* MS_BY_LIMITS in full: the limits that forbid the other allocation. */
ms_reason ms_deciding_limits(const ms_player *white, const ms_player *black);

#endif
