/* floaters.h - who floats out of a group: articles 2.3, 3 [9.3, 10] of Lim.
 *
 * They are chosen one at a time, each the first in order whose leaving keeps the pairs the group can
 * have. The order (3.9, 3.10, 3.2.2, 3.2.4) is walked lazily: most often the first one asked goes.
 */
#ifndef MS_FLOATERS_H
#define MS_FLOATERS_H

#include "matching.h"

typedef enum { MS_DOWN = 0, MS_UP = 1 } ms_direction;

/* The adjacent group, and the scratch of a bipartite matching into it (3.3, 3.4). */
typedef struct {
    const int32_t *residents; /* participants */
    int32_t count;
    bool arranged;     /* most often a glance at the residents is enough, and `group` is not needed */
    ms_group group;    /* the residents */
    int32_t ahead;     /* left vertices: floaters for whom a resident was looked for */
    uint64_t *counted; /* which of the chosen are among them */
    uint64_t *free;    /* residents not reserved */
    uint64_t *live;    /* residents from whom a free one may be reached */
    uint64_t *row, *unseen;
    int32_t *right_mate, *right_from;  /* one entry a resident */
    int32_t *left, *left_mate, *queue; /* one entry a floater */
} ms_adjacent;

typedef struct {
    ms_group *group;
    ms_matching *matching; /* NULL: everybody may leave */
    ms_direction direction;
    ms_adjacent *adjacent;
    int32_t *chosen; /* participants, in the order chosen */
    int32_t count;
    int32_t type;             /* of 3.9, from 0 for d: nobody of those before can leave */
    uint64_t *floated;        /* 3.10; known with a matching only */
    bool any_floated;         /* or nobody has looked */
    uint64_t *with, *without; /* those known to have an opponent in the adjacent group, and to have none */
} ms_leaving;

/* Nobody is chosen yet from the group, which is arranged; `adjacent` and `direction` are set. Without a matching
 * everybody may leave; with a maximum matching of those left only whose leaving keeps as many pairs, and the matching is
 * kept maximum. */
void ms_leaving_begin(ms_leaving *leaving, ms_matching *matching);

/* Choose one and take it out of those left. */
void ms_choose_floater(ms_leaving *leaving);

/* The order of asking as a number, the earlier the smaller: of a later type (0 to 3 for d, c, b, a), floated before, not
 * preferred for its due colour. */
enum { MS_ASKED_BY_COLOUR = 1, MS_ASKED_BY_FLOAT = 2, MS_ASKED_BY_TYPE = 4 };

/* For who asks why: the members left as keys, in the order in which they are asked before the next one is chosen. The major
 * half is that number, the index of the other one counts positions from the last back. How many there are. Whoever came
 * in is at came_in[0..incoming), in the order of rank. */
int32_t ms_sort_by_asking(ms_leaving *leaving, const int32_t *came_in, int32_t incoming, uint64_t *keys,
                          uint64_t *scratch);

#endif
