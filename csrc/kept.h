/* kept.h - how many pairs a group can keep while every team of the round can still be paired: N.7.4, N.6 [7.4, 8].
 *
 * The graph is that of all teams not yet paired; some of them are the members of the group in hand. Two teams are
 * joined when they have not met, two members besides only within the colour limits (unless these are dropped).
 * "Kept" is the largest number of pairs of two members over all perfect matchings of this graph.
 */
#ifndef MS_KEPT_H
#define MS_KEPT_H

#include "matching.h"
#include "weighted.h"

typedef struct {
    ms_group *graph;       /* the teams not yet paired; graph->left says which are still there */
    ms_matching *matching; /* a perfect matching of those left with `pairs` inside pairs, as long as bounds will do */
    uint64_t *members;     /* who of those left is a member */
    int32_t pairs;         /* -1: there is no perfect matching */
    int32_t most;          /* no more can be kept, whatever the limits, for what the others ask of the members */
    uint64_t *all;         /* scratch: those left, while parts of them are matched alone */
    int32_t *trial_mate;   /* scratch: the matching before a trial */
    bool exact;            /* from the first question on that the bounds do not answer: `weighted` has the graph */
    ms_weighted weighted;
    void *memory; /* of the exact method, NULL when the caller has given none */
    size_t memory_bytes;
    size_t wanted; /* how much the exact method would have needed: the answer is then not to be used */
} ms_kept;

/* Find `pairs` anew: the graph is new, or other edges of it are limited. It starts from what of the matching stands. */
void ms_kept_find(ms_kept *kept);

/* What was found is remembered while the same is asked with other limits, and returned to with those it was found with. */
void ms_kept_remember(ms_kept *kept);
void ms_kept_return(ms_kept *kept, int32_t pairs);

/* Whether a, a member, and b can be paired so that the rest still keeps at least `pairs`. If so they are taken out; else
 * nothing changes. Whoever is asked for as a is asked for until paired or moved on. */
bool ms_kept_try_pair(ms_kept *kept, int32_t a, int32_t b, int32_t pairs);

/* Member a, who cannot be paired, leaves the group. */
void ms_kept_move_on(ms_kept *kept, int32_t a);

/* Whether member a can leave the group, staying unpaired, so that the rest still keeps `pairs`. If so it leaves. */
bool ms_kept_try_leave(ms_kept *kept, int32_t a, int32_t pairs);

#endif
