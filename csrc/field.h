/* field.h - the packed field: every participant before a round.
 *
 * A participant is its index 0..size-1. The order of indices is the order the rule set arranges by: for players
 * (lim) that of the pairing numbers, for teams (ecu, olympiad) that of the ranking. Scores are integers (tenths
 * of a point). The caller owns all arrays and fills everything but what is derived from the rest.
 */
#ifndef MS_FIELD_H
#define MS_FIELD_H

#include "history.h"

enum {
    MS_PRESENT = 1,    /* to be paired in this round */
    MS_BYE_BARRED = 2, /* common: had a bye, a full-point bye or a forfeit win */
    MS_FLOATED = 4,    /* 3.10: floated in the previous round */
};

typedef struct {
    uint64_t colours; /* history.h */
    int32_t score;
    int32_t rating;   /* 0: unrated */
    int32_t met_from; /* first of its entries in ms_field.met */
    int32_t met_count;
    uint8_t games; /* played ones, at most MS_MAX_GAMES */
    uint8_t flags;
    uint8_t traits;    /* history.h; derived */
    int8_t difference; /* of the colours; derived */
    uint32_t met_bits; /* ms_met_bit of everybody met; derived */
} ms_player;

typedef struct {
    int32_t size;
    ms_player *players;
    const int32_t *numbers; /* pairing numbers */
    const uint64_t *played; /* teams: a word a participant, bit 0 the latest round, 1 = played; else NULL */
    const int32_t *met;     /* indices met in played games, and those of forbidden pairs: a of b as often as b of a */
    int32_t met_size;
    int32_t low_score, high_score; /* bounds of the scores; derived */
} ms_field;

/* What "compatible" means in this round. */
typedef struct {
    ms_colour drawn;      /* the colour drawn for #1 */
    bool by_due_colour;   /* 3.6, 5.2 of Lim: opponents due the other colour come first */
    bool maxi;            /* 3.2.3, 3.6, 5.7 */
    bool last_round;      /* 6: equal scores are paired whatever their colours */
    bool colours_ignored; /* 6: the whole round paired anew with "compatible" = "not met" */
} ms_rules;

/* Write the bounds of the scores. */
void ms_field_bound(ms_field *field);

/* Write what is derived. */
void ms_field_derive(ms_field *field);

/* Check sizes and indices, then derive. MS_BAD_INPUT when something is out of range. */
ms_status ms_field_prepare(ms_field *field);

/* One bit of 32, of a hash: those met in a Swiss lie at regular distances. */
static inline uint32_t ms_met_bit(int32_t p) { return UINT32_C(1) << ((uint32_t)p * UINT32_C(0x9e3779b1) >> 27); }

/* Whether b is on the list of a. Without an early exit: that makes vector compares of it. */
static inline bool ms_lists(const ms_field *field, const ms_player *a, int32_t b) {
    const int32_t *met = field->met + a->met_from;
    bool found = false;
    for (int32_t k = 0; k < a->met_count; k++) found |= met[k] == b;
    return found;
}

/* Whether a has met b. The bits of both know most who have not; else the one who has met fewer is asked. */
static inline bool ms_met(const ms_field *field, int32_t a, int32_t b) {
    const ms_player *one = &field->players[a], *other = &field->players[b];
    if ((one->met_bits & ms_met_bit(b)) == 0 || (other->met_bits & ms_met_bit(a)) == 0) return false;
    return one->met_count <= other->met_count ? ms_lists(field, one, b) : ms_lists(field, other, a);
}

/* 2.1, 6: whether colours let a and b be paired. */
static inline bool ms_colours_compatible(const ms_field *field, const ms_rules *rules, int32_t a, int32_t b) {
    const ms_player *one = &field->players[a], *other = &field->players[b];
    return ms_colours_allow(one->traits, other->traits) || rules->colours_ignored ||
           (rules->last_round && one->score == other->score);
}

/* 2.1: compatible. */
static inline bool ms_compatible(const ms_field *field, const ms_rules *rules, int32_t a, int32_t b) {
    return ms_colours_compatible(field, rules, a, b) && !ms_met(field, a, b);
}

#endif
