#include "../matching.h"
#include "../workspace.h"
#include "check.h"
#include "world.h"

enum { SMALL = 12 };

/* A group of everybody in a field without colours, so that compatible is what has not met. */
typedef struct {
    sample s;
    ms_rules rules;
    ms_workspace workspace;
    void *memory;
    bool *joined; /* n x n */
    int32_t n;
} graph;

/* `joined` is the graph's to free. */
static void graph_make(graph *g, int32_t n, bool *joined) {
    *g = (graph){.n = n, .joined = joined};
    bool *met = exactly((size_t)(n * n));
    for (int32_t a = 0; a < n; a++)
        for (int32_t b = 0; b < n; b++) met[a * n + b] = a != b && !joined[a * n + b];
    g->s = sample_of(n, met);
    free(met);
    CHECK(ms_field_prepare(&g->s.field) == MS_OK, "the field of a graph is sound");
    g->memory = exactly(ms_workspace_bytes(n));
    ms_workspace_init(&g->workspace, g->memory, n);
}

static void graph_free(graph *g) {
    sample_free(&g->s);
    free(g->memory);
    free(g->joined);
}

/* The participants 0..members - 1, each at the position of its index. */
static void open_group(graph *g, int32_t members, bool rows) {
    ms_group *group = &g->workspace.step.group;
    ms_group_open(group, &g->s.field, &g->rules);
    for (int32_t p = 0; p < members; p++) ms_group_add(group, p, true);
    if (rows) ms_group_build_rows(group);
    ms_matching_reset(&g->workspace.step.matching, group);
}

/* A mate is a mate's mate, and joined to it; how many have none. */
static int32_t check_mates(const graph *g) {
    const ms_group *group = &g->workspace.step.group;
    const int32_t *mate = g->workspace.step.matching.mate;
    int32_t alone = 0;
    for (int32_t i = 0; i < group->size; i++) {
        if (!ms_has(group->left, i)) continue;
        if (mate[i] == MS_NONE) {
            alone++;
            continue;
        }
        CHECK(mate[i] >= 0 && mate[i] < group->size && mate[mate[i]] == i, "a mate has this one as its mate");
        CHECK(g->joined[i * g->n + mate[i]], "mates are compatible");
        CHECK(ms_has(group->left, mate[i]), "mates are both left");
    }
    return alone;
}

/* The most pairs among each set of vertices, by trying all. */
static void count_pairs(const bool *joined, int32_t n, int8_t *most) {
    most[0] = 0;
    for (int32_t set = 1; set < 1 << n; set++) {
        int32_t first = ms_lowest((uint64_t)set), rest = set & (set - 1);
        most[set] = most[rest];
        for (int32_t k = first + 1; k < n; k++) {
            if ((rest >> k & 1) == 0 || !joined[first * n + k]) continue;
            int8_t with = (int8_t)(1 + most[rest & ~(1 << k)]);
            if (with > most[set]) most[set] = with;
        }
    }
}

static bool *draw_graph(draws *d, int32_t n, int32_t percent) {
    bool *joined = exactly((size_t)(n * n));
    for (int32_t a = 0; a < n; a++) {
        joined[a * n + a] = false;
        for (int32_t b = 0; b < a; b++) joined[a * n + b] = joined[b * n + a] = draw_chance(d, percent);
    }
    return joined;
}

static void try_small(draws *d) {
    int32_t n = 1 + draw_below(d, SMALL), left = (1 << n) - 1;
    graph g;
    graph_make(&g, n, draw_graph(d, n, draw_below(d, 101)));
    int8_t *most = exactly((size_t)1 << n);
    ms_group *group = &g.workspace.step.group;
    ms_matching *matching = &g.workspace.step.matching;
    count_pairs(g.joined, n, most);
    open_group(&g, n, draw_chance(d, 50));
    int32_t alone = ms_maximise(matching, group);
    CHECK(alone == n - 2 * most[left], "as many pairs as trying all finds");
    CHECK(check_mates(&g) == alone, "who has no mate is counted");
    ms_reach(matching, group);
    for (int32_t i = 0; i < n; i++)
        CHECK(ms_has(matching->outer, i) == (most[left & ~(1 << i)] == most[left]),
              "ms_reach: who can be without a mate in some maximum matching (Gallai, Edmonds)");
    while (alone > 0) { /* in any order whoever can leave does */
        int32_t i = draw_below(d, n);
        if (!ms_has(group->left, i)) continue;
        bool can = most[left & ~(1 << i)] == most[left];
        CHECK(ms_can_leave(matching, group, i) == can, "ms_can_leave: who leaves costs no pair");
        CHECK(check_mates(&g) == alone, "and the matching stays as large as it was");
        if (!can) continue;
        CHECK(matching->mate[i] == MS_NONE, "who can leave has no mate any more");
        ms_remove(group->left, i);
        left &= ~(1 << i);
        alone--;
    }
    CHECK(check_mates(&g) == 0, "those who stay all have a mate");
    free(most);
    graph_free(&g);
}

static void try_admitting(draws *d) {
    int32_t n = 2 + draw_below(d, SMALL - 1), members = 1 + draw_below(d, n - 1);
    graph g;
    graph_make(&g, n, draw_graph(d, n, draw_below(d, 101)));
    int8_t *most = exactly((size_t)1 << n);
    ms_group *group = &g.workspace.step.group;
    count_pairs(g.joined, n, most);
    open_group(&g, members, true);
    int32_t alone = ms_maximise(&g.workspace.step.matching, group);
    for (; members < n; members++) {
        int32_t words = group->words, before = (1 << members) - 1, after = (1 << (members + 1)) - 1;
        ms_group_add(group, members, false);
        ms_group_extend_rows(group, words);
        bool paired = ms_admit(&g.workspace.step.matching, group, members);
        CHECK(paired == (most[after] > most[before]), "ms_admit: whether a newcomer makes one more pair");
        alone += paired ? -1 : 1;
        CHECK(check_mates(&g) == alone, "and who has no mate is counted");
    }
    free(most);
    graph_free(&g);
}

/* A perfect matching is hidden among few other edges. */
static void try_hidden(draws *d, int32_t n) {
    int32_t *order = exactly((size_t)n * sizeof *order);
    bool *joined = draw_graph(d, n, draw_below(d, 6));
    draw_order(d, order, n);
    for (int32_t k = 0; k + 1 < n; k += 2)
        joined[order[k] * n + order[k + 1]] = joined[order[k + 1] * n + order[k]] = true;
    graph g;
    graph_make(&g, n, joined);
    open_group(&g, n, draw_chance(d, 50));
    CHECK(ms_maximise(&g.workspace.step.matching, &g.workspace.step.group) == n % 2, "the hidden pairs are found");
    CHECK(check_mates(&g) == n % 2, "who has no mate is counted");
    graph_free(&g);
    free(order);
}

void test_matching(int32_t effort) {
    for (int32_t turn = 0; turn < effort; turn++) {
        for (int32_t k = 0; k < 200; k++) {
            draws d = draws_from((uint64_t)(turn * 1000 + k));
            try_small(&d);
            try_admitting(&d);
        }
        for (int32_t n = 1; n <= 130; n += n < 62 || (n > 66 && n < 126) ? 5 : 1) {
            draws d = draws_from((uint64_t)(1000000 + turn * 1000 + n));
            try_hidden(&d, n);
        }
    }
}
