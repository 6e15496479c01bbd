/* workspace.h - all the memory a round needs, carved from one block that the caller owns. */
#ifndef MS_WORKSPACE_H
#define MS_WORKSPACE_H

#include "kept.h"
#include "score_group.h"

enum { MS_SCORE_RANGE = 1024 }; /* scores this far apart at least are sorted by counting */

typedef struct {
    int32_t capacity; /* participants */
    ms_watch watch;   /* of all searches; engine.c sets who is asked */
    ms_step step;
    ms_kept kept;                     /* teams */
    uint64_t *none, *everybody;       /* the empty set of positions, and that of all */
    int32_t *unpaired;                /* teams: those not yet paired */
    int32_t *for_limits;              /* teams, N.7.4.2: how many floaters it was not one of for the limits alone */
    int32_t *present;                 /* those to be paired, ascending */
    int32_t *order;                   /* the same without the bye, by rank: score descending, number ascending */
    int32_t *group_start;             /* in `order`; groups + 1 entries */
    int32_t *counts;                  /* capacity + MS_SCORE_RANGE */
    int32_t *incoming;                /* floaters on their way, in the order in which they are paired */
    int32_t *from_above, *from_below; /* floaters that reached the median */
    ms_pair *above, *below, *median;  /* pairs in the order made */
    int32_t *opponent;                /* participant -> opponent */
    uint8_t *colour;                  /* participant -> ms_colour */
} ms_workspace;

/* Bytes a workspace for so many participants needs; 0 when the count is out of range. */
size_t ms_workspace_bytes(int32_t participants);

/* Carve the workspace from `memory`, which holds ms_workspace_bytes(participants) bytes aligned for any type. It
 * stays where it is from then on: what searches points into it. */
void ms_workspace_init(ms_workspace *workspace, void *memory, int32_t participants);

#endif
