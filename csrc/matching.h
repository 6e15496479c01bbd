/* matching.h - maximum and perfect matchings of those left in a group, kept and repaired.
 *
 * Edmonds' algorithm over bitset rows. Completeness (2.3, 4.4) is only ever asked here: "can be left
 * out without losing a pair" and "the rest can still be paired" are both membership in `outer`, the
 * set reached by an even number of steps from those without a mate (Gallai-Edmonds).
 */
#ifndef MS_MATCHING_H
#define MS_MATCHING_H

#include "group.h"

typedef struct {
    int32_t *mate;   /* position -> position or MS_NONE; symmetric */
    int32_t *before; /* the outer vertex a vertex was reached from, odd steps from the root */
    int32_t *base;   /* union-find: the base of the blossom a labelled vertex lies in */
    uint64_t *seen;  /* stamps of the search for a common base */
    uint64_t stamp;
    int32_t *queue; /* outer vertices in the order found */
    int32_t queued;
    int32_t domain;     /* how many vertices a search can label: those left that are not dead */
    uint64_t *outer;    /* even steps from an unmatched vertex */
    uint64_t *inner;    /* odd steps */
    uint64_t *together; /* some vertices known to lie in one blossom, `one_of_them` among them */
    int32_t one_of_them;
    uint64_t *dead;    /* trees without an augmenting path: no later search needs them */
    uint64_t *refused; /* those whose leaving would lose a pair; once so, always so while others leave */
    int32_t alone;     /* one who had no mate when last looked for */
    uint64_t *row;     /* scratch of ms_group_row */
} ms_matching;

/* Nobody has a mate. */
void ms_matching_reset(ms_matching *matching, const ms_group *group);

static inline void ms_join(ms_matching *matching, int32_t i, int32_t j) {
    matching->mate[i] = j;
    matching->mate[j] = i;
}

static inline void ms_part(ms_matching *matching, int32_t i) {
    if (matching->mate[i] == MS_NONE) return;
    matching->mate[matching->mate[i]] = MS_NONE;
    matching->mate[i] = MS_NONE;
}

/* Augment to a maximum matching of those left; return how many of them have no mate. */
int32_t ms_maximise(ms_matching *matching, const ms_group *group);

/* A member at the last position joins those of a maximum matching; whether it makes one more pair. */
bool ms_admit(ms_matching *matching, const ms_group *group, int32_t i);

/* With a maximum matching of those left: `outer` becomes the set of those who can be the ones without a
 * mate in some maximum matching. */
void ms_reach(ms_matching *matching, const ms_group *group);

/* With a matching of those left that ms_maximise made, some without a mate: whether i can leave without losing a
 * pair (2.3). If so the matching is changed so that i is without a mate; the caller then takes it out of those left. */
bool ms_can_leave(ms_matching *matching, const ms_group *group, int32_t i);

/* After ms_reach, for a vertex not left and a member of `outer`: make them mates, the others staying matched. */
void ms_attach(ms_matching *matching, int32_t i, int32_t outer);

#endif
