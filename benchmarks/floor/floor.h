/* floor.h - the least work that could be called pairing a round: sort, halve, colour, and no checks.
 *
 * It reads what the engine reads and writes what the engine writes, so the difference is what the rules cost.
 */
#ifndef MS_FLOOR_H
#define MS_FLOOR_H

#include "field.h"

/* The caller owns the arrays: scores apart + 2 counts, one entry of order a participant, one of white and black a
 * board. The last one of an odd group heads the next group; the last of all has the bye. */
typedef struct {
    int32_t low, high; /* bounds of the scores */
    int32_t *counts, *order;
    int32_t *white, *black;
    int32_t boards, bye;
} floor_round;

void floor_pair(const ms_field *field, floor_round *round);

#endif
