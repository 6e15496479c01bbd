/* history.h - a participant's played colours in one word, and what the rules ask of them.
 *
 * Most recent game in bit 0, 1 = White; unplayed rounds are left out; bits at and above `games` are 0.
 * Articles of Lim, older numbers in brackets: 5.1 [12.1], 5.3 [12.3], 5.5 [12.5], 5.6 [12.6].
 */
#ifndef MS_HISTORY_H
#define MS_HISTORY_H

#include "bitset.h"

/* What a history allows and asks for, as bits: the colours within the limits, and the due colour. */
enum { MS_CAN_WHITE = 1, MS_CAN_BLACK = 2, MS_DUE_WHITE = 4, MS_DUE_BLACK = 8, MS_DUE = MS_DUE_WHITE | MS_DUE_BLACK };

/* Colour difference: whites less blacks. */
static inline int32_t ms_difference(uint64_t colours, int32_t games) { return 2 * ms_count_bits(colours) - games; }

/* What follows is asked of every participant in every round, and no history foretells the next one: it is written without
 * branches, with & and | between what is true or not. `difference` is that of the colours. */

/* 5.1, 5.5, 5.6: the colour had less often; with equal colours the opposite of the last one. */
static inline bool ms_is_due(uint64_t colours, int32_t games, int32_t difference, ms_colour colour) {
    bool white = colour == MS_WHITE, last_white = (colours & 1u) != 0;
    bool less_often = white ? difference < 0 : difference > 0;
    return less_often | ((games > 0) & (difference == 0) & (last_white != white));
}

/* 5.1.1 [12.1 a], N.7.3.2: this colour would be the third in a row. */
static inline bool ms_third_in_a_row(uint64_t colours, int32_t games, ms_colour colour) {
    return (games >= 2) & ((colours & 3u) == (colour == MS_WHITE ? 3u : 0u));
}

/* 5.1.2 [12.1 b], N.7.3.1: there would be three more of this colour than of the other. */
static inline bool ms_three_more(int32_t difference, ms_colour colour) {
    return colour == MS_WHITE ? difference >= 2 : difference <= -2;
}

static inline bool ms_within_limits(uint64_t colours, int32_t games, int32_t difference, ms_colour colour) {
    return !(ms_third_in_a_row(colours, games, colour) | ms_three_more(difference, colour));
}

static inline uint8_t ms_traits(uint64_t colours, int32_t games, int32_t difference) {
    return (uint8_t)(MS_CAN_WHITE * ms_within_limits(colours, games, difference, MS_WHITE) |
                     MS_CAN_BLACK * ms_within_limits(colours, games, difference, MS_BLACK) |
                     MS_DUE_WHITE * ms_is_due(colours, games, difference, MS_WHITE) |
                     MS_DUE_BLACK * ms_is_due(colours, games, difference, MS_BLACK));
}

static inline ms_colour ms_due_of(uint8_t traits) {
    if ((traits & MS_DUE) == 0) return MS_NO_COLOUR;
    return (traits & MS_DUE_WHITE) != 0 ? MS_WHITE : MS_BLACK;
}

static inline bool ms_white_is_legal(uint8_t white, uint8_t black) {
    return (white & MS_CAN_WHITE) != 0 && (black & MS_CAN_BLACK) != 0;
}

/* 2.1: at least one of the two allocations keeps both within the limits. */
static inline bool ms_colours_allow(uint8_t a, uint8_t b) { return ms_white_is_legal(a, b) || ms_white_is_legal(b, a); }

/* 3.6, 5.2: either has no due colour, or they are due different ones. */
static inline bool ms_colours_suit(uint8_t a, uint8_t b) { return (a & b & MS_DUE) == 0; }

/* 5.4: the colour the first has to get where, going back game by game, the two first differ. */
static inline ms_colour ms_latest_difference(uint64_t first, int32_t first_games, uint64_t second,
                                             int32_t second_games) {
    int32_t shorter = first_games < second_games ? first_games : second_games;
    uint64_t differs = first ^ second;
    if (shorter < 64) differs &= ms_below(shorter);
    if (differs == 0) return MS_NO_COLOUR;
    return (second & differs & (~differs + 1)) != 0 ? MS_WHITE : MS_BLACK;
}

#endif
