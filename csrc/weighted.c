#include "weighted.h"
#include "arena.h"

#include <string.h>

enum { MS_FREE = 0, MS_OUTER = 1, MS_INNER = 2 };
enum { INSIDE = 2, NOT_JOINED = -1 }; /* weights; any other edge has 0 */

/* ---- memory ---- */

static int32_t *carve_indices(ms_arena *a, size_t count) { return ms_carve(a, count, sizeof(int32_t)); }

static void carve_all(ms_weighted *m, ms_arena *a, size_t n, size_t neighbours) {
    size_t nodes = 2 * n;
    m->start = carve_indices(a, n + 1);
    m->neighbour = carve_indices(a, neighbours);
    m->state = ms_carve(a, n, sizeof(uint8_t));
    m->mate = carve_indices(a, n);
    m->top = carve_indices(a, n);
    m->dual = carve_indices(a, nodes);
    m->parent = carve_indices(a, nodes);
    m->next = carve_indices(a, nodes);
    m->link_from = carve_indices(a, nodes);
    m->link_to = carve_indices(a, nodes);
    m->child = carve_indices(a, nodes);
    m->base = carve_indices(a, nodes);
    m->label = ms_carve(a, nodes, sizeof(int8_t));
    m->entry_from = carve_indices(a, nodes);
    m->entry_to = carve_indices(a, nodes);
    m->mark = carve_indices(a, nodes);
    m->unused = carve_indices(a, n);
    m->queue = carve_indices(a, n);
    m->stack = carve_indices(a, 2 * nodes);
    m->leaf = carve_indices(a, n);
    m->cycle = carve_indices(a, n);
}

size_t ms_weighted_bytes(int32_t n, int64_t neighbours) {
    if (n < 0 || n > MS_MAX_PLAYERS || neighbours < 0 || neighbours > INT32_MAX) return 0;
    ms_arena a = {NULL, 0};
    ms_weighted m;
    carve_all(&m, &a, (size_t)n, (size_t)neighbours);
    return a.used;
}

void ms_weighted_init(ms_weighted *m, void *memory, int32_t n, int64_t neighbours) {
    ms_arena a = {memory, 0};
    carve_all(m, &a, (size_t)n, (size_t)neighbours);
    m->n = n;
    m->nodes = 2 * n;
    m->stamp = 0;
    m->unused_count = 0;
    m->mover = MS_NONE;
    m->moved = 1;
    m->watch = NULL;
    m->lost = false;
    m->start[0] = 0;
    for (int32_t x = 0; x < m->nodes; x++) {
        m->parent[x] = m->child[x] = MS_NONE;
        m->dual[x] = m->mark[x] = 0;
        m->label[x] = MS_FREE;
        if (x >= n) m->unused[m->unused_count++] = x;
    }
}

void ms_weighted_vertex(ms_weighted *m, int32_t v, uint8_t state) {
    m->state[v] = state;
    m->start[v + 1] = m->start[v];
    m->mate[v] = MS_NONE;
    m->top[v] = m->base[v] = v;
    /* An inside pair: 1 + 1 - 2, a pair of two others: 0 + 0 - 0; tight both. */
    m->dual[v] = (state & MS_VERTEX_MEMBER) != 0 ? 1 : 0;
}

void ms_weighted_neighbour(ms_weighted *m, int32_t v, int32_t neighbour, bool fits) {
    m->neighbour[m->start[v + 1]++] = 2 * neighbour + fits;
}

static void tell_steps(const ms_weighted *m, int64_t steps) {
    if (m->watch != NULL) ms_watch_steps(m->watch, steps);
}

/* ---- the graph ---- */

static bool is_gone(const ms_weighted *m, int32_t v) { return (m->state[v] & MS_VERTEX_GONE) != 0; }
static bool is_member(const ms_weighted *m, int32_t v) { return (m->state[v] & MS_VERTEX_MEMBER) != 0; }

static int32_t other_end(const ms_weighted *m, int32_t e) { return m->neighbour[e] >> 1; }

/* Of the edge from v told as neighbour e. */
static int32_t weight(const ms_weighted *m, int32_t v, int32_t e) {
    uint8_t other = m->state[other_end(m, e)];
    if ((other & MS_VERTEX_GONE) != 0) return NOT_JOINED;
    if ((other & m->state[v] & MS_VERTEX_MEMBER) == 0) return 0;
    return (m->neighbour[e] & 1) != 0 ? INSIDE : NOT_JOINED;
}

static bool is_top(const ms_weighted *m, int32_t x) {
    return m->parent[x] == MS_NONE && (x < m->n ? !is_gone(m, x) : m->child[x] != MS_NONE);
}

static int32_t count_inside(const ms_weighted *m) {
    int32_t pairs = 0;
    for (int32_t v = 0; v < m->n; v++)
        pairs += !is_gone(m, v) && m->mate[v] > v && is_member(m, v) && is_member(m, m->mate[v]);
    return pairs;
}

/* ---- nodes ---- */

/* The vertices inside a node: m->leaf, and how many. */
static int32_t find_leaves(ms_weighted *m, int32_t x) {
    int32_t depth = 0, count = 0;
    m->stack[depth++] = x;
    while (depth > 0) {
        x = m->stack[--depth];
        if (x < m->n) {
            m->leaf[count++] = x;
            continue;
        }
        int32_t c = m->child[x];
        do {
            m->stack[depth++] = c;
            c = m->next[c];
        } while (c != m->child[x]);
    }
    return count;
}

static void set_top(ms_weighted *m, int32_t x) {
    int32_t count = find_leaves(m, x);
    for (int32_t k = 0; k < count; k++) m->top[m->leaf[k]] = x;
}

static int32_t child_holding(const ms_weighted *m, int32_t b, int32_t v) {
    while (m->parent[v] != b) v = m->parent[v];
    return v;
}

static void join(ms_weighted *m, int32_t u, int32_t v) {
    m->mate[u] = v;
    m->mate[v] = u;
}

static void part(ms_weighted *m, int32_t v) {
    if (m->mate[v] != MS_NONE) m->mate[m->mate[v]] = MS_NONE;
    m->mate[v] = MS_NONE;
}

/* Make vertex v the base of node x. The other children are then paired around the cycle from the one that holds v. */
static void rotate(ms_weighted *m, int32_t x, int32_t v) {
    int32_t depth = 0;
    m->stack[depth++] = x;
    m->stack[depth++] = v;
    while (depth > 0) {
        v = m->stack[--depth];
        x = m->stack[--depth];
        if (m->base[x] == v) continue;
        int32_t holder = child_holding(m, x, v);
        m->base[x] = v;
        m->child[x] = holder;
        m->stack[depth++] = holder;
        m->stack[depth++] = v;
        for (int32_t c = m->next[holder]; c != holder; c = m->next[m->next[c]]) {
            join(m, m->link_from[c], m->link_to[c]);
            m->stack[depth++] = c;
            m->stack[depth++] = m->link_from[c];
            m->stack[depth++] = m->next[c];
            m->stack[depth++] = m->link_to[c];
        }
    }
}

/* The children of a top, from `first` on, become tops: m->cycle, and how many. */
static int32_t open_blossom(ms_weighted *m, int32_t b, int32_t first) {
    int32_t count = 0, c = first;
    do {
        m->cycle[count++] = c;
        c = m->next[c];
    } while (c != first);
    for (int32_t k = 0; k < count; k++) {
        m->parent[m->cycle[k]] = MS_NONE;
        m->label[m->cycle[k]] = MS_FREE;
        set_top(m, m->cycle[k]);
    }
    m->child[b] = MS_NONE;
    m->unused[m->unused_count++] = b;
    return count;
}

/* Between searches: its dual passes to its vertices, half to each, and every edge inside stays as tight as it was. An
 * edge that leaves it becomes less tight: its base has no mate, or its dual is 0. */
static void dissolve(ms_weighted *m, int32_t b) {
    int32_t count = find_leaves(m, b);
    for (int32_t k = 0; k < count; k++) m->dual[m->leaf[k]] += m->dual[b] / 2;
    open_blossom(m, b, m->child[b]);
}

/* v leaves its blossoms and its mate. The other vertex that is then without one, or MS_NONE. */
static int32_t release(ms_weighted *m, int32_t v) {
    int32_t other = m->mate[m->base[m->top[v]]];
    while (m->top[v] != v) {
        int32_t b = m->top[v];
        part(m, m->base[b]);
        rotate(m, b, v);
        m->mate[v] = MS_NONE;
        dissolve(m, b);
    }
    part(m, v);
    return other;
}

/* The dual of a vertex that is free of all: as low as its edges let it be. */
static void settle(ms_weighted *m, int32_t v) {
    bool first = true;
    for (int32_t e = m->start[v]; e < m->start[v + 1]; e++) {
        int32_t w = weight(m, v, e), low = w - m->dual[other_end(m, e)];
        if (w == NOT_JOINED || (!first && low <= m->dual[v])) continue;
        m->dual[v] = low;
        first = false;
    }
    m->moved += INSIDE; /* at most two for each time a vertex leaves the group: as much again as MS_MOST_MOVED */
}

/* ---- the search ---- */

static void make_outer(ms_weighted *m, int32_t x) {
    m->label[x] = MS_OUTER;
    int32_t count = find_leaves(m, x);
    for (int32_t k = 0; k < count; k++) m->queue[m->queued++] = m->leaf[k];
}

static void make_inner(ms_weighted *m, int32_t x, int32_t from, int32_t to) {
    m->label[x] = MS_INNER;
    m->entry_from[x] = from;
    m->entry_to[x] = to;
}

/* The inner node above an outer one, MS_NONE at the root; and the outer node above an inner one. */
static int32_t inner_above(const ms_weighted *m, int32_t x) {
    int32_t mate = m->mate[m->base[x]];
    return mate == MS_NONE ? MS_NONE : m->top[mate];
}

static int32_t outer_above(const ms_weighted *m, int32_t inner) { return m->top[m->entry_from[inner]]; }

static int32_t common_ancestor(ms_weighted *m, int32_t x, int32_t y) {
    m->stamp++;
    while (x != MS_NONE || y != MS_NONE) {
        if (x != MS_NONE) {
            if (m->mark[x] == m->stamp) return x;
            m->mark[x] = m->stamp;
            int32_t inner = inner_above(m, x);
            x = inner == MS_NONE ? MS_NONE : outer_above(m, inner);
        }
        int32_t swap = x;
        x = y;
        y = swap;
    }
    return MS_NONE;
}

static void set_link(ms_weighted *m, int32_t x, int32_t y, int32_t from, int32_t to) {
    m->next[x] = y;
    m->link_from[x] = from;
    m->link_to[x] = to;
}

/* The tight edge between two outer nodes closes an odd cycle: their ways up to where they meet become a blossom. */
static void shrink(ms_weighted *m, int32_t from, int32_t to) {
    int32_t x = m->top[from], y = m->top[to], z = common_ancestor(m, x, y), b = m->unused[--m->unused_count];
    for (int32_t c = x; c != z;) { /* linked downwards, from z to x */
        int32_t inner = inner_above(m, c), up = outer_above(m, inner);
        set_link(m, inner, c, m->mate[m->base[c]], m->base[c]);
        set_link(m, up, inner, m->entry_from[inner], m->entry_to[inner]);
        c = up;
    }
    set_link(m, x, y, from, to);
    for (int32_t c = y; c != z;) { /* and back, from y to z */
        int32_t inner = inner_above(m, c), up = outer_above(m, inner);
        set_link(m, c, inner, m->base[c], m->mate[m->base[c]]);
        set_link(m, inner, up, m->entry_to[inner], m->entry_from[inner]);
        c = up;
    }
    m->child[b] = z;
    m->base[b] = m->base[z];
    m->dual[b] = 0;
    m->parent[b] = MS_NONE;
    m->label[b] = MS_OUTER;
    int32_t c = z;
    do {
        if (m->label[c] == MS_INNER) make_outer(m, c);
        m->parent[c] = b;
        c = m->next[c];
    } while (c != z);
    set_top(m, b);
}

/* An inner blossom without a dual: its children on the even way from the entry to the base stay in the tree, the other
 * ones are free again. */
static void expand(ms_weighted *m, int32_t b) {
    int32_t base = m->child[b], place = 0, k = 0;
    int32_t count = open_blossom(m, b, child_holding(m, b, m->entry_to[b]));
    while (m->cycle[place] != base) place++;
    int32_t step = place % 2 == 0 ? 1 : count - 1;
    make_inner(m, m->cycle[0], m->entry_from[b], m->entry_to[b]);
    while (k != place) {
        int32_t outer = m->cycle[(k + step) % count];
        k = (k + 2 * step) % count;
        int32_t inner = m->cycle[k];
        make_outer(m, outer);
        if (step == 1)
            make_inner(m, inner, m->link_from[outer], m->link_to[outer]);
        else
            make_inner(m, inner, m->link_to[inner], m->link_from[inner]);
    }
}

static void begin_search(ms_weighted *m, int32_t root, int32_t bound) {
    m->queued = m->head = 0;
    m->bound = bound;
    make_outer(m, m->top[root]);
}

/* The labels are forgotten, and so are blossoms that have no dual. Stamps begin anew: a search shrinks less than n times. */
static void end_search(ms_weighted *m) {
    m->stamp = 0;
    for (int32_t x = 0; x < m->nodes; x++) {
        m->label[x] = MS_FREE;
        m->mark[x] = 0;
        if (x >= m->n && is_top(m, x) && m->dual[x] == 0) dissolve(m, x);
    }
}

/* Use the tight edges of the outer vertices. Whether a node without a mate was reached: m->end. */
static bool grow(ms_weighted *m) {
    for (; m->head < m->queued; m->head++) {
        int32_t v = m->queue[m->head];
        tell_steps(m, m->start[v + 1] - m->start[v]);
        for (int32_t e = m->start[v]; e < m->start[v + 1]; e++) {
            int32_t u = other_end(m, e), x = m->top[u], w = weight(m, v, e);
            if (w == NOT_JOINED || x == m->top[v] || m->label[x] == MS_INNER || m->dual[u] + m->dual[v] > w) continue;
            if (m->label[x] == MS_OUTER) {
                shrink(m, v, u);
                continue;
            }
            make_inner(m, x, v, u);
            if (m->mate[m->base[x]] == MS_NONE) {
                m->end = x;
                return true;
            }
            make_outer(m, m->top[m->mate[m->base[x]]]);
        }
    }
    return false;
}

static int32_t smaller(int32_t a, int32_t b) { return a < b ? a : b; }

/* By how much the duals can move; INT32_MAX when nothing stops them: the tree is all that can be reached. */
static int32_t room(const ms_weighted *m) {
    int32_t d = INT32_MAX;
    for (int32_t k = 0; k < m->queued; k++) {
        int32_t v = m->queue[k];
        for (int32_t e = m->start[v]; e < m->start[v + 1]; e++) {
            int32_t u = other_end(m, e), x = m->top[u], w = weight(m, v, e);
            if (w == NOT_JOINED || x == m->top[v] || m->label[x] == MS_INNER) continue;
            int32_t slack = m->dual[u] + m->dual[v] - w;
            d = smaller(d, m->label[x] == MS_OUTER ? slack / 2 : slack);
        }
    }
    for (int32_t b = m->n; b < m->nodes; b++)
        if (is_top(m, b) && m->label[b] == MS_INNER) d = smaller(d, m->dual[b] / 2);
    return d;
}

/* One move of the duals. Whether there was one. */
static bool move_duals(ms_weighted *m) {
    static const int32_t sign[] = {0, -1, 1}; /* free, outer, inner */
    tell_steps(m, m->nodes);
    int32_t d = room(m);
    if (d == INT32_MAX) return false;
    if (d > MS_MOST_MOVED - m->moved) {
        m->lost = true;
        return false;
    }
    m->moved += d;
    for (int32_t v = 0; v < m->n; v++)
        if (!is_gone(m, v)) m->dual[v] += sign[m->label[m->top[v]]] * d;
    for (int32_t b = m->n; b < m->nodes; b++)
        if (is_top(m, b)) m->dual[b] -= 2 * sign[m->label[b]] * d;
    m->bound -= d; /* one more outer node than inner ones */
    m->head = 0;
    for (int32_t b = m->n; b < m->nodes; b++)
        if (is_top(m, b) && m->label[b] == MS_INNER && m->dual[b] == 0) expand(m, b);
    return true;
}

/* Give outer vertex v the mate `mate`, or none, and shift the way from it up to the root. */
static void shift(ms_weighted *m, int32_t v, int32_t mate) {
    for (;;) {
        int32_t x = m->top[v], above = m->mate[m->base[x]];
        rotate(m, x, v);
        m->mate[v] = mate;
        if (above == MS_NONE) return;
        int32_t inner = m->top[above];
        v = m->entry_from[inner];
        mate = m->entry_to[inner];
        rotate(m, inner, mate);
        m->mate[mate] = v;
    }
}

/* One more pair from a root without a mate, `bound` being that of the weight before. Whether there is a way that leaves
 * it at `needed` at least. */
static bool augment(ms_weighted *m, int32_t root, int32_t bound, int32_t needed) {
    begin_search(m, root, bound);
    bool found = false;
    while (m->bound >= needed && !(found = grow(m)) && move_duals(m)) continue;
    if (found) {
        int32_t from = m->entry_from[m->end], to = m->entry_to[m->end];
        rotate(m, m->end, to);
        m->mate[to] = from;
        shift(m, from, to);
    }
    end_search(m);
    return found;
}

/* ---- what the rules ask ---- */

int32_t ms_weighted_match(ms_weighted *m, const int32_t *mate) {
    for (int32_t v = 0; v < m->n; v++)
        if (!is_gone(m, v) && mate[v] != MS_NONE && is_member(m, v) == is_member(m, mate[v])) m->mate[v] = mate[v];
    for (int32_t v = 0; v < m->n; v++)
        if (!is_gone(m, v) && m->mate[m->base[m->top[v]]] == MS_NONE && !augment(m, v, 0, INT32_MIN)) return -1;
    return count_inside(m);
}

/* a leaves the graph, and the search is for those who may be left over instead of its mate. */
static void look_for_opponent(ms_weighted *m, int32_t a) {
    int32_t root = release(m, a);
    m->state[a] |= MS_VERTEX_GONE;
    m->mover = a;
    begin_search(m, root, INSIDE * count_inside(m) + m->dual[root]);
}

/* The weight without an outer vertex is the bound less its dual; without any other vertex it is not more than that. */
bool ms_weighted_take_pair(ms_weighted *m, int32_t a, int32_t b, int32_t pairs) {
    if (m->mover != a) look_for_opponent(m, a);
    for (;;) {
        grow(m);
        if (m->bound - m->dual[b] < INSIDE * pairs) return false;
        if (m->label[m->top[b]] == MS_OUTER) break;
        if (!move_duals(m)) return false;
    }
    shift(m, b, MS_NONE);
    end_search(m);
    release(m, b);
    m->state[b] |= MS_VERTEX_GONE;
    m->mover = MS_NONE;
    return true;
}

/* Back in the graph; all will be paired. */
static bool come_back(ms_weighted *m, int32_t a, int32_t root, int32_t needed) {
    settle(m, a);
    return augment(m, root, INSIDE * count_inside(m) + m->dual[root] + m->dual[a], needed);
}

bool ms_weighted_leave(ms_weighted *m, int32_t a, int32_t pairs) {
    if (m->mover == a) {
        int32_t root = m->base[m->top[m->queue[0]]];
        end_search(m);
        m->mover = MS_NONE;
        m->state[a] = 0;
        return come_back(m, a, root, INT32_MIN);
    }
    int32_t root = release(m, a);
    m->state[a] = 0;
    if (come_back(m, a, root, INSIDE * pairs)) return true;
    m->state[a] = MS_VERTEX_MEMBER;
    come_back(m, a, root, INT32_MIN);
    return false;
}
