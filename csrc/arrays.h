/* arrays.h - a whole tournament before a round given as arrays, an entry a participant. */
#ifndef MS_ARRAYS_H
#define MS_ARRAYS_H

#include "tournament.h"

typedef struct {
    int32_t size;
    ms_rounds rounds;
    const int32_t *rating;     /* NULL: everybody is unrated */
    const uint8_t *present;    /* NULL: everybody is */
    const uint8_t *bye_barred; /* NULL: as the results say */
    const uint8_t *floated;    /* in the previous round; NULL: as the results say */
    const int64_t *tiebreak;   /* of teams ranked by it */
    const int32_t *forbidden;  /* places, two by two */
    int32_t forbidden_count;
} ms_arrays;

/* The room a tournament needs for its opponents. `scratch` has an entry a participant. MS_NONE when a forbidden pair
 * cannot be one. */
int32_t ms_arrays_room(const ms_arrays *arrays, int32_t *scratch);

/* Fill a tournament that ms_tournament_init has made, with that room. On a fault it is not to be used. */
ms_fault ms_arrays_fill(const ms_arrays *arrays, ms_tournament *t, int32_t *scratch);

#endif
