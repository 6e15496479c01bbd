#include "weighted.h"
#include "arena.h"

#include <string.h>

enum { MS_FREE = 0, MS_OUTER = 1, MS_INNER = 2, MAX_VERTICES = 8192 };

/* ---- memory ---- */

static void carve_all(ms_weighted *m, ms_arena *a, size_t n) {
    size_t nodes = 2 * n;
    m->edge = ms_carve(a, nodes * nodes, sizeof(ms_edge));
    m->holder = ms_carve(a, nodes * n, sizeof(int32_t));
    m->child = ms_carve(a, nodes * n, sizeof(int32_t));
    m->children = ms_carve(a, nodes, sizeof(int32_t));
    m->dual = ms_carve(a, nodes, sizeof(int32_t));
    m->mate = ms_carve(a, nodes, sizeof(int32_t));
    m->top = ms_carve(a, nodes, sizeof(int32_t));
    m->parent = ms_carve(a, nodes, sizeof(int32_t));
    m->nearest = ms_carve(a, nodes, sizeof(int32_t));
    m->label = ms_carve(a, nodes, sizeof(int8_t));
    m->mark = ms_carve(a, nodes, sizeof(int32_t));
    m->queue = ms_carve(a, n, sizeof(int32_t));
    m->stack = ms_carve(a, 2 * nodes, sizeof(int32_t));
}

size_t ms_weighted_bytes(int32_t n) {
    if (n < 0 || n > MAX_VERTICES) return 0;
    ms_arena a = {NULL, 0};
    ms_weighted m;
    carve_all(&m, &a, (size_t)n);
    return a.used;
}

static ms_edge *edge(const ms_weighted *m, int32_t x, int32_t y) {
    return &m->edge[(size_t)x * (size_t)m->nodes + (size_t)y];
}

static int32_t *holder(const ms_weighted *m, int32_t b, int32_t v) {
    return &m->holder[(size_t)b * (size_t)m->n + (size_t)v];
}

static int32_t *cycle(const ms_weighted *m, int32_t b) { return &m->child[(size_t)b * (size_t)m->n]; }

void ms_weighted_init(ms_weighted *m, void *memory, int32_t n) {
    ms_arena a = {memory, 0};
    carve_all(m, &a, (size_t)n);
    m->n = n;
    m->nodes = 2 * n;
    m->stamp = 0;
    for (int32_t x = 0; x < m->nodes; x++) {
        m->top[x] = x < n ? x : MS_NONE;
        m->mate[x] = MS_NONE;
        m->dual[x] = m->mark[x] = m->children[x] = 0;
        for (int32_t y = 0; y < m->nodes; y++) *edge(m, x, y) = (ms_edge){x, y, MS_NO_EDGE};
    }
}

void ms_weighted_join(ms_weighted *m, int32_t u, int32_t v, bool inside) {
    edge(m, u, v)->weight = edge(m, v, u)->weight = inside;
}

/* ---- nodes ---- */

static int32_t slack(const ms_weighted *m, const ms_edge *e) {
    return m->dual[e->from] + m->dual[e->to] - 4 * e->weight;
}

static bool is_top(const ms_weighted *m, int32_t x) { return m->top[x] == x; }

/* The edge from vertex u to node x is a candidate for the least slack to x. */
static void offer(ms_weighted *m, int32_t u, int32_t x) {
    if (m->nearest[x] == MS_NONE || slack(m, edge(m, u, x)) < slack(m, edge(m, m->nearest[x], x))) m->nearest[x] = u;
}

static void find_nearest(ms_weighted *m, int32_t x) {
    m->nearest[x] = MS_NONE;
    for (int32_t u = 0; u < m->n; u++)
        if (edge(m, u, x)->weight != MS_NO_EDGE && m->top[u] != x && m->label[m->top[u]] == MS_OUTER) offer(m, u, x);
}

/* The vertices inside an outer node join the queue. */
static void enqueue(ms_weighted *m, int32_t x) {
    int32_t depth = 0;
    m->stack[depth++] = x;
    while (depth > 0) {
        x = m->stack[--depth];
        if (x < m->n)
            m->queue[m->queued++] = x;
        else
            for (int32_t k = 0; k < m->children[x]; k++) m->stack[depth++] = cycle(m, x)[k];
    }
}

/* Everything inside x has the outermost node t. */
static void set_top(ms_weighted *m, int32_t x, int32_t t) {
    int32_t depth = 0;
    m->stack[depth++] = x;
    while (depth > 0) {
        x = m->stack[--depth];
        m->top[x] = t;
        for (int32_t k = 0; x >= m->n && k < m->children[x]; k++) m->stack[depth++] = cycle(m, x)[k];
    }
}

static void reverse(int32_t *items, int32_t from, int32_t to) {
    for (; from < to - 1; from++, to--) {
        int32_t item = items[from];
        items[from] = items[to - 1];
        items[to - 1] = item;
    }
}

/* Turn the cycle of b, the base staying first, so that child c is an even number of steps from the base; its place. */
static int32_t even_place(ms_weighted *m, int32_t b, int32_t c) {
    int32_t *around = cycle(m, b), place = 0;
    while (around[place] != c) place++;
    if (place % 2 == 0) return place;
    reverse(around, 1, m->children[b]);
    return m->children[b] - place;
}

/* Match node x along its edge to node y; inside a blossom the base moves to where that edge ends. The nodes touched
 * are all different, so their order does not matter. */
static void match(ms_weighted *m, int32_t x, int32_t y) {
    int32_t depth = 0;
    m->stack[depth++] = x;
    m->stack[depth++] = y;
    while (depth > 0) {
        y = m->stack[--depth];
        x = m->stack[--depth];
        const ms_edge *e = edge(m, x, y);
        m->mate[x] = e->to;
        if (x < m->n) continue;
        int32_t *around = cycle(m, x), base = *holder(m, x, e->from), place = even_place(m, x, base);
        for (int32_t k = 0; k < place; k++) {
            m->stack[depth++] = around[k];
            m->stack[depth++] = around[k % 2 == 0 ? k + 1 : k - 1];
        }
        m->stack[depth++] = base;
        m->stack[depth++] = y;
        reverse(around, 0, place); /* three reversals rotate the base to the front */
        reverse(around, place, m->children[x]);
        reverse(around, 0, m->children[x]);
    }
}

/* ---- the search ---- */

/* The outer node two steps nearer to the root, MS_NONE at a root. */
static int32_t above(const ms_weighted *m, int32_t x) {
    if (m->mate[x] == MS_NONE) return MS_NONE;
    return m->top[m->parent[m->top[m->mate[x]]]];
}

static int32_t common_ancestor(ms_weighted *m, int32_t x, int32_t y) {
    m->stamp++;
    while (x != MS_NONE || y != MS_NONE) {
        if (x != MS_NONE) {
            if (m->mark[x] == m->stamp) return x;
            m->mark[x] = m->stamp;
            x = above(m, x);
        }
        int32_t other = x;
        x = y;
        y = other;
    }
    return MS_NONE;
}

/* Flip the way from outer node x, newly matched to y, up to its root. */
static void flip(ms_weighted *m, int32_t x, int32_t y) {
    for (;;) {
        int32_t inner = m->mate[x] == MS_NONE ? MS_NONE : m->top[m->mate[x]];
        match(m, x, y);
        if (inner == MS_NONE) return;
        x = m->top[m->parent[inner]];
        y = inner;
        match(m, inner, x);
    }
}

/* The best edges of a new blossom are the best of its children's. */
static void gather_edges(ms_weighted *m, int32_t b) {
    for (int32_t x = 0; x < m->nodes; x++) edge(m, b, x)->weight = edge(m, x, b)->weight = MS_NO_EDGE;
    for (int32_t v = 0; v < m->n; v++) *holder(m, b, v) = MS_NONE;
    for (int32_t k = 0; k < m->children[b]; k++) {
        int32_t c = cycle(m, b)[k];
        for (int32_t x = 0; x < m->nodes; x++) {
            const ms_edge *e = edge(m, c, x);
            if (m->top[x] == MS_NONE || e->weight == MS_NO_EDGE) continue;
            if (edge(m, b, x)->weight != MS_NO_EDGE && slack(m, e) >= slack(m, edge(m, b, x))) continue;
            *edge(m, b, x) = *e;
            *edge(m, x, b) = *edge(m, x, c);
        }
        for (int32_t v = 0; v < m->n; v++)
            if (c == v || (c >= m->n && *holder(m, c, v) != MS_NONE)) *holder(m, b, v) = c;
    }
}

/* One side of the new cycle: from outer node x up to, not including, the base. Inner nodes become outer. */
static void add_side(ms_weighted *m, int32_t b, int32_t x, int32_t base) {
    while (x != base) {
        int32_t inner = m->top[m->mate[x]];
        cycle(m, b)[m->children[b]++] = x;
        cycle(m, b)[m->children[b]++] = inner;
        enqueue(m, inner);
        x = m->top[m->parent[inner]];
    }
}

static void shrink(ms_weighted *m, int32_t x, int32_t base, int32_t y) {
    int32_t b = m->n;
    while (m->top[b] != MS_NONE) b++; /* at most n - 1 blossoms are nested or apart at any time */
    m->dual[b] = 0;
    m->label[b] = MS_OUTER;
    m->mate[b] = m->mate[base];
    m->children[b] = 0;
    cycle(m, b)[m->children[b]++] = base;
    add_side(m, b, x, base);
    reverse(cycle(m, b), 1, m->children[b]);
    add_side(m, b, y, base);
    set_top(m, b, b);
    gather_edges(m, b);
    find_nearest(m, b);
}

/* An inner blossom whose dual is 0 is opened: the even way from its base to where it was entered stays in the tree. */
static void expand(ms_weighted *m, int32_t b) {
    int32_t *around = cycle(m, b), count = m->children[b];
    for (int32_t k = 0; k < count; k++) set_top(m, around[k], around[k]);
    int32_t entered = *holder(m, b, edge(m, b, m->top[m->parent[b]])->from);
    int32_t place = even_place(m, b, entered);
    for (int32_t k = 0; k < place; k += 2) {
        int32_t inner = around[k], outer = around[k + 1];
        m->parent[inner] = edge(m, outer, inner)->from;
        m->label[inner] = MS_INNER;
        m->label[outer] = MS_OUTER;
        m->nearest[inner] = MS_NONE;
        find_nearest(m, outer);
        enqueue(m, outer);
    }
    m->label[entered] = MS_INNER;
    m->parent[entered] = m->parent[b];
    m->nearest[entered] = MS_NONE;
    for (int32_t k = place + 1; k < count; k++) {
        m->label[around[k]] = MS_FREE;
        find_nearest(m, around[k]);
    }
    m->top[b] = MS_NONE;
}

/* A tight edge from an outer node: grow, shrink or augment. Whether the matching grew. */
static bool use(ms_weighted *m, ms_edge e) {
    int32_t x = m->top[e.from], y = m->top[e.to];
    if (m->label[y] == MS_FREE) {
        int32_t outer = m->top[m->mate[y]];
        m->parent[y] = e.from;
        m->label[y] = MS_INNER;
        m->label[outer] = MS_OUTER;
        m->nearest[y] = m->nearest[outer] = MS_NONE;
        enqueue(m, outer);
    } else if (m->label[y] == MS_OUTER) {
        int32_t base = common_ancestor(m, x, y);
        if (base == MS_NONE) {
            flip(m, x, y);
            flip(m, y, x);
            return true;
        }
        shrink(m, x, base, y);
    }
    return false;
}

/* Scan from the outer vertices in the queue. */
static bool scan(ms_weighted *m) {
    for (int32_t head = 0; head < m->queued; head++) {
        int32_t u = m->queue[head];
        for (int32_t v = 0; v < m->n; v++) {
            const ms_edge *e = edge(m, u, v);
            if (e->weight == MS_NO_EDGE || m->top[u] == m->top[v]) continue;
            if (slack(m, e) > 0)
                offer(m, u, m->top[v]);
            else if (use(m, *e))
                return true;
        }
    }
    m->queued = 0;
    return false;
}

static int32_t smaller(int32_t a, int32_t b) { return a < b ? a : b; }

/* By how much the duals can move; INT32_MAX when nothing stops them: there is no perfect matching. */
static int32_t room(const ms_weighted *m) {
    int32_t d = INT32_MAX;
    for (int32_t x = 0; x < m->nodes; x++) {
        if (!is_top(m, x)) continue;
        if (x >= m->n && m->label[x] == MS_INNER) d = smaller(d, m->dual[x] / 2);
        if (m->nearest[x] == MS_NONE || m->label[x] == MS_INNER) continue;
        int32_t s = slack(m, edge(m, m->nearest[x], x));
        d = smaller(d, m->label[x] == MS_FREE ? s : s / 2);
    }
    return d;
}

static void move_duals(ms_weighted *m, int32_t d) {
    static const int32_t sign[] = {0, -1, 1}; /* free, outer, inner */
    for (int32_t v = 0; v < m->n; v++) m->dual[v] += sign[m->label[m->top[v]]] * d;
    for (int32_t b = m->n; b < m->nodes; b++)
        if (is_top(m, b)) m->dual[b] -= 2 * sign[m->label[b]] * d;
}

static bool use_tight_edges(ms_weighted *m) {
    for (int32_t x = 0; x < m->nodes; x++) {
        if (!is_top(m, x) || m->nearest[x] == MS_NONE || m->top[m->nearest[x]] == x) continue;
        ms_edge e = *edge(m, m->nearest[x], x);
        if (slack(m, &e) == 0 && m->label[x] != MS_INNER && use(m, e)) return true;
    }
    return false;
}

static void expand_spent(ms_weighted *m) {
    for (int32_t b = m->n; b < m->nodes; b++)
        if (is_top(m, b) && m->label[b] == MS_INNER && m->dual[b] == 0) expand(m, b);
}

/* Every unmatched node is a root. Whether there is one. */
static bool plant(ms_weighted *m) {
    m->queued = 0;
    for (int32_t x = 0; x < m->nodes; x++) {
        m->label[x] = MS_FREE;
        m->nearest[x] = MS_NONE;
    }
    for (int32_t x = 0; x < m->nodes; x++) {
        if (!is_top(m, x) || m->mate[x] != MS_NONE) continue;
        m->label[x] = MS_OUTER;
        m->parent[x] = MS_NONE;
        enqueue(m, x);
    }
    return m->queued > 0;
}

/* One more pair. Whether there is a way. */
static bool augment(ms_weighted *m) {
    for (;;) {
        if (scan(m)) return true;
        int32_t d = room(m);
        if (d == INT32_MAX) return false;
        move_duals(m, d);
        if (use_tight_edges(m)) return true;
        expand_spent(m);
    }
}

bool ms_weighted_match(ms_weighted *m, const bool *member, int32_t *mate) {
    for (int32_t v = 0; v < m->n; v++) {
        m->dual[v] = member[v] ? 2 : 0; /* two members: 2 + 2 - 4; two others: 0 + 0 - 0; tight both */
        m->mate[v] = mate[v];
    }
    while (plant(m))
        if (!augment(m)) return false;
    for (int32_t v = 0; v < m->n; v++) mate[v] = m->mate[v];
    return true;
}
