/* exchange.h - who meets whom inside a group: the floaters that came in, scrutiny and exchange.
 *
 * Articles 3.6-3.8 [10.6-10.8], 2.4 and 4 [9.4, 11], 5.2 [12.2], 5.7 [12.7]. The walk comes in two ways that give the
 * same pairs. Trusting: each step takes the first candidate by order and colour; if everybody finds an opponent, every
 * step was right, for what followed is the proof that the rest could be paired (score_group.c has the one exception).
 * Guided: a perfect matching of those left is kept, and a step that would leave somebody without an opponent is
 * passed over (4.4).
 */
#ifndef MS_EXCHANGE_H
#define MS_EXCHANGE_H

#include "matching.h"

typedef struct {
    int32_t a, b; /* participants, in the order of the pairing: who chose, who was taken */
} ms_pair;

/* Pair those left: first the floaters at positions came_in[0..count) that are still there, in that order, then
 * the others by scrutiny. Appends to pairs[*made] and updates *made. `guide` is a perfect matching of those
 * left, or NULL to trust. Whether everybody was paired; false only without a guide. */
bool ms_pair_staying(ms_group *group, ms_matching *guide, const int32_t *came_in, int32_t count, ms_pair *pairs,
                     int32_t *made);

/* The first, or the last, compatible member that is left and one of `among`; the seeker itself is not left. */
int32_t ms_nearest(const ms_group *group, int32_t seeker, const uint64_t *among, bool backwards);

#endif
