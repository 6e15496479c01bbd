#include "../bitset.h"
#include "../weighted.h"
#include "check.h"

enum { MOST = 10 };

/* A graph whose answers are found by trying all. */
typedef struct {
    int32_t n;
    bool joined[MOST][MOST], fits[MOST][MOST]; /* two members may be an inside pair */
    bool member[MOST];
    int32_t left; /* a set */
} plain;

/* The most inside pairs of a perfect matching of those left; -1 without one. */
static int32_t best(const plain *g, int32_t left) {
    if (left == 0) return 0;
    int32_t a = ms_lowest((uint64_t)left), most = -1;
    for (int32_t b = a + 1; b < g->n; b++) {
        bool inside = g->member[a] && g->member[b];
        if ((left >> b & 1) == 0 || !g->joined[a][b] || (inside && !g->fits[a][b])) continue;
        int32_t pairs = best(g, left & ~(1 << a) & ~(1 << b));
        if (pairs >= 0 && pairs + inside > most) most = pairs + inside;
    }
    return most;
}

static plain draw_plain(draws *d) {
    plain g = {.n = 2 * (1 + draw_below(d, MOST / 2))};
    int32_t percent = 30 + draw_below(d, 71), fitting = draw_below(d, 101);
    g.left = (1 << g.n) - 1;
    for (int32_t a = 0; a < g.n; a++) {
        g.member[a] = draw_chance(d, 60);
        if (draw_chance(d, 5)) g.left &= ~(1 << a); /* gone from the start */
        for (int32_t b = 0; b < a; b++) {
            g.joined[a][b] = g.joined[b][a] = draw_chance(d, percent);
            g.fits[a][b] = g.fits[b][a] = draw_chance(d, fitting);
        }
    }
    return g;
}

static void tell(ms_weighted *m, const plain *g) {
    for (int32_t a = 0; a < g->n; a++) {
        bool left = (g->left >> a & 1) != 0;
        ms_weighted_vertex(m, a, !left ? MS_VERTEX_GONE : g->member[a] ? MS_VERTEX_MEMBER : 0);
        for (int32_t b = 0; left && b < g->n; b++)
            if (g->joined[a][b] && (g->left >> b & 1) != 0) ms_weighted_neighbour(m, a, b, g->fits[a][b]);
    }
}

static int64_t count_neighbours(const plain *g) {
    int64_t count = 0;
    for (int32_t a = 0; a < g->n; a++)
        for (int32_t b = 0; b < g->n; b++)
            count += g->joined[a][b] && (g->left >> a & 1) != 0 && (g->left >> b & 1) != 0;
    return count;
}

static void check_mates(const ms_weighted *m, const plain *g, int32_t pairs) {
    int32_t inside = 0;
    for (int32_t a = 0; a < g->n; a++) {
        if ((g->left >> a & 1) == 0) continue;
        int32_t b = m->mate[a];
        CHECK(b >= 0 && b < g->n && m->mate[b] == a && g->joined[a][b], "mates are joined, and each other's");
        bool is_inside = g->member[a] && g->member[b];
        CHECK(!is_inside || g->fits[a][b], "two members are mates only where they may be an inside pair");
        inside += is_inside;
    }
    CHECK(inside == 2 * pairs, "as many inside pairs as there can be");
}

/* Some pairs to begin with. */
static void draw_mates(draws *d, const plain *g, int32_t *mate) {
    for (int32_t a = 0; a < g->n; a++) mate[a] = MS_NONE;
    for (int32_t a = 0; a < g->n; a++)
        for (int32_t b = 0; b < a; b++) {
            bool both = (g->left >> a & 1) != 0 && (g->left >> b & 1) != 0 && mate[a] == MS_NONE && mate[b] == MS_NONE;
            bool may = g->joined[a][b] && (!(g->member[a] && g->member[b]) || g->fits[a][b]);
            if (!both || !may || !draw_chance(d, 40)) continue;
            mate[a] = b;
            mate[b] = a;
        }
}

/* Member a looks for an opponent among the members; whether one was taken. */
static bool take_somebody(draws *d, ms_weighted *m, plain *g, int32_t a, int32_t pairs) {
    for (int32_t b = 0; b < g->n; b++) {
        if (b == a || (g->left >> b & 1) == 0 || !g->member[b] || !g->joined[a][b] || !g->fits[a][b]) continue;
        if (draw_chance(d, 20)) continue;
        int32_t rest = g->left & ~(1 << a) & ~(1 << b);
        bool taken = ms_weighted_take_pair(m, a, b, pairs);
        CHECK(taken == (best(g, rest) >= pairs), "ms_weighted_take_pair: the rest keeps as many, by trying all");
        if (!taken) continue;
        g->left = rest;
        return true;
    }
    return false;
}

static void try_graph(draws *d) {
    plain g = draw_plain(d);
    int64_t neighbours = count_neighbours(&g);
    int32_t mate[MOST], pairs = best(&g, g.left);
    void *memory = exactly(ms_weighted_bytes(g.n, neighbours));
    ms_weighted m;
    ms_weighted_init(&m, memory, g.n, neighbours);
    tell(&m, &g);
    draw_mates(d, &g, mate);
    CHECK(ms_weighted_match(&m, mate) == pairs, "the most inside pairs, by trying all");
    for (int32_t turn = 0; pairs >= 0 && turn < g.n; turn++) {
        check_mates(&m, &g, pairs);
        int32_t a = draw_below(d, g.n), needed = pairs - draw_below(d, 2);
        if (needed < 0) needed = 0;
        if ((g.left >> a & 1) == 0 || !g.member[a]) continue;
        if (draw_chance(d, 60)) {
            if (!take_somebody(d, &m, &g, a, needed) && m.mover == a) {
                g.member[a] = false;
                if (best(&g, g.left) < 0) break; /* there is no perfect matching to go on with */
                CHECK(ms_weighted_leave(&m, a, 0), "who found no opponent leaves in any case");
            }
        } else {
            g.member[a] = false;
            bool can = best(&g, g.left) >= needed;
            CHECK(ms_weighted_leave(&m, a, needed) == can, "ms_weighted_leave: the rest keeps as many, by trying all");
            if (!can) g.member[a] = true;
        }
        pairs = best(&g, g.left);
    }
    free(memory);
}

/* Duals that have moved as far as they may: no answer, and it is told. */
static void test_lost(void) {
    int32_t mate[4] = {MS_NONE, MS_NONE, MS_NONE, MS_NONE};
    plain g = {.n = 4, .left = 15, .member = {true, true, false, false}};
    for (int32_t a = 0; a < 4; a++) /* a member and another, twice: the duals have to move */
        for (int32_t b = 0; b < 4; b++) g.joined[a][b] = g.member[a] != g.member[b];
    for (int32_t turn = 0; turn < 2; turn++) {
        void *memory = exactly(ms_weighted_bytes(4, count_neighbours(&g)));
        ms_weighted m;
        ms_weighted_init(&m, memory, 4, count_neighbours(&g));
        tell(&m, &g);
        if (turn == 1) m.moved = MS_MOST_MOVED;
        CHECK(ms_weighted_match(&m, mate) == (turn == 0 ? 0 : -1), "pairs, or none where the duals cannot move");
        CHECK(m.lost == (turn == 1), "and whether that is why is told");
        free(memory);
    }
}

void test_weighted(int32_t effort) {
    test_lost();
    for (int32_t turn = 0; turn < effort; turn++)
        for (int32_t k = 0; k < 400; k++) {
            draws d = draws_from((uint64_t)(turn * 1000 + k));
            try_graph(&d);
        }
}
