/* weighted.h - a perfect matching with as many inside pairs as possible: the exact answer to "kept" (N.7.4), and it is
 * kept while teams are taken out of the round or out of the group.
 *
 * Edmonds' primal-dual method, weight 2 for an inside pair and 0 for any other (so that every dual is whole). It starts
 * from pairs of two members and pairs of two others, all of them tight under the first duals. A step frees a vertex,
 * changes what has to be changed about it, and grows one tree from the mate it had: O(edges) each time the duals move,
 * and they move by no more than what the step costs. Memory is O(edges): asked for only when the cheap bounds of kept.h
 * do not meet.
 */
#ifndef MS_WEIGHTED_H
#define MS_WEIGHTED_H

#include "common.h"
#include "watch.h"

enum { MS_VERTEX_GONE = 1, MS_VERTEX_MEMBER = 2 };
enum { MS_MOST_MOVED = 1 << 28 }; /* in all, so that sums and doubles of duals stay in 32 bits */

/* Nodes 0..n-1 are the vertices, n..2n-1 blossoms. */
typedef struct {
    int32_t n, nodes;
    int32_t *start;     /* vertex -> the first of its neighbours; n + 1 entries */
    int32_t *neighbour; /* twice the vertex, plus one where two members may be an inside pair */
    uint8_t *state;     /* vertex: MS_VERTEX_GONE, MS_VERTEX_MEMBER */
    int32_t *mate;      /* vertex -> vertex, MS_NONE */
    int32_t *top;       /* vertex -> the outermost node around it */
    int32_t *dual;
    int32_t *parent;                /* node -> the blossom it is a child of; MS_NONE: it is a top, or not in use */
    int32_t *next;                  /* node -> the next child around the blossom */
    int32_t *link_from, *link_to;   /* the edge to that child, the end in this one first */
    int32_t *child;                 /* blossom -> the child that holds the base; MS_NONE: not in use */
    int32_t *base;                  /* node -> its only vertex that has its mate outside, or none */
    int8_t *label;                  /* of tops: MS_FREE, MS_OUTER, MS_INNER */
    int32_t *entry_from, *entry_to; /* inner node -> the edge it was reached by; its own end second */
    int32_t *mark;                  /* stamps of the search for a common ancestor */
    int32_t stamp;
    int32_t *unused, unused_count; /* blossoms */
    int32_t *queue, queued, head;  /* outer vertices, in the order found */
    int32_t end;                   /* the node without a mate that the search reached */
    int32_t bound;                 /* of the weight of any perfect matching of those not gone, but for `mover` */
    int32_t mover;                 /* vertex out of the graph in search of an opponent, MS_NONE */
    int32_t moved;                 /* how far the duals have moved in all: none is further from 0 */
    bool lost;                     /* they would have moved too far: no answer since then is to be used */
    int32_t *stack, *leaf, *cycle; /* scratch */
    ms_watch *watch;               /* NULL after ms_weighted_init: nobody is told what is searched */
} ms_weighted;

/* Bytes for n vertices with so many neighbours in all; 0 when that is out of range. */
size_t ms_weighted_bytes(int32_t n, int64_t neighbours);

/* Carve the memory; no vertex is there yet. */
void ms_weighted_init(ms_weighted *weighted, void *memory, int32_t n, int64_t neighbours);

/* The next vertex, from 0 up, and after it its neighbours, `fits`: two members may be an inside pair. All n have to be
 * told; one that is gone may be anybody's neighbour. */
void ms_weighted_vertex(ms_weighted *weighted, int32_t vertex, uint8_t state);
void ms_weighted_neighbour(ms_weighted *weighted, int32_t vertex, int32_t neighbour, bool fits);

/* Extend the pairs in `mate` (joined ones; one of a member and another is given up) to a perfect matching with the most
 * inside pairs. How many these are; -1 when there is no perfect matching. */
int32_t ms_weighted_match(ms_weighted *weighted, const int32_t *mate);

/* Whether a and b, two members who may be an inside pair, can be taken out so that the rest keeps `pairs`; if so they
 * are. Asked again with the same a, it goes on from where it was; nothing else may be asked meanwhile. */
bool ms_weighted_take_pair(ms_weighted *weighted, int32_t a, int32_t b, int32_t pairs);

/* Whether member a can leave the group, staying in the graph, so that the rest keeps `pairs`; if so it leaves. One for
 * whom an opponent was asked always leaves. */
bool ms_weighted_leave(ms_weighted *weighted, int32_t a, int32_t pairs);

#endif
