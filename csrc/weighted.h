/* weighted.h - a perfect matching with as many inside pairs as possible: the exact answer to "kept" (N.7.4).
 *
 * Edmonds' primal-dual method, weight 1 for an inside pair and 0 for any other. It starts from a matching of the
 * members among themselves and of the others among themselves (all its edges are tight under the first duals), so
 * only those left over cost a search, of O(n^2) each. Memory is O(n^2): asked for only when the cheap bounds of
 * kept.h do not meet.
 */
#ifndef MS_WEIGHTED_H
#define MS_WEIGHTED_H

#include "common.h"

enum { MS_NO_EDGE = -1 };

typedef struct {
    int32_t from, to; /* vertices */
    int32_t weight;   /* MS_NO_EDGE, 0 or 1 */
} ms_edge;

/* Nodes 0..n-1 are the vertices, n..2n-1 blossoms. */
typedef struct {
    int32_t n, nodes;
    ms_edge *edge;     /* nodes x nodes: of the edges between two nodes the one with the least slack */
    int32_t *holder;   /* nodes x n: the child of a blossom that holds a vertex, MS_NONE when it is not inside */
    int32_t *child;    /* nodes x n: the children of a blossom in the order of its cycle, the base first */
    int32_t *children; /* how many */
    int32_t *dual;     /* four times: those of the unmatched stay even, so half a slack is whole */
    int32_t *mate;     /* node -> the vertex at the other end of its matched edge, MS_NONE */
    int32_t *top;      /* node -> the outermost node around it, MS_NONE for a blossom not in use */
    int32_t *parent;   /* node -> the vertex of an outer node it was reached from */
    int32_t *nearest;  /* node -> the vertex of an outer node with the least slack to it, MS_NONE */
    int8_t *label;     /* node: MS_FREE, MS_OUTER, MS_INNER */
    int32_t *mark;     /* stamps of the search for a common ancestor */
    int32_t stamp;
    int32_t *queue, queued;
    int32_t *stack; /* two entries a node */
} ms_weighted;

/* Bytes of scratch for n vertices; 0 when n is out of range. */
size_t ms_weighted_bytes(int32_t n);

/* Carve the scratch for n vertices and no edges; everybody without a mate. */
void ms_weighted_init(ms_weighted *weighted, void *memory, int32_t n);

/* Say that u and v may meet; `inside`: both are members. */
void ms_weighted_join(ms_weighted *weighted, int32_t u, int32_t v, bool inside);

/* Extend the matching in `mate` (vertex -> vertex; its pairs join two members or two others) to a perfect matching with
 * the most inside pairs. `member` says who is a member. Whether there is a perfect matching. */
bool ms_weighted_match(ms_weighted *weighted, const bool *member, int32_t *mate);

#endif
