/* fuzz_matching.c - the matchings of small graphs against everything that could have been: a largest one, who can leave
 * it, and how many pairs of members can be kept.
 */
#include "engine.h"
#include "exhaustive.h"

/* ---- a graph ---- */

enum { MOST_PADDING = 130 };

typedef struct {
    input in;
    int32_t count, from;    /* the vertices are at positions from..from + count - 1 */
    uint32_t left, members; /* as bits */
    uint32_t joined[FEW];   /* who can be paired at all */
    uint32_t limited[FEW];  /* and within the limits */
    ms_player players[FEW + MOST_PADDING];
    int32_t numbers[FEW + MOST_PADDING], met[FEW * FEW];
    uint64_t played[FEW + MOST_PADDING];
    ms_field field;
    ms_rules rules;
    void *memory, *exact;
    ms_workspace workspace;
    pairings found;
} graph;

/* Players who have met, with games enough for colours that clash. */
static void fill_field(graph *g) {
    int32_t at = 0;
    g->field = (ms_field){g->from + g->count, g->players, g->numbers, g->played, g->met, 0, 0, 0};
    for (int32_t p = 0; p < g->field.size; p++) {
        g->players[p] = (ms_player){.met_from = at, .flags = MS_PRESENT};
        g->numbers[p] = p + 1;
        g->played[p] = 0;
        if (p < g->from) continue;
        int32_t kind = next_below(&g->in, 6);
        g->players[p].games = (uint8_t)(kind < 2 ? 0 : 2 + kind % 2);
        g->players[p].colours = kind < 2 ? 0 : kind < 4 ? 3 : 0;
        for (int32_t j = 0; j < g->count; j++)
            if (j != p - g->from && (g->joined[p - g->from] >> j & 1u) == 0) g->met[at++] = g->from + j;
        g->players[p].met_count = at - g->players[p].met_from;
    }
    g->field.met_size = at;
    REQUIRE(ms_field_prepare(&g->field) == MS_OK);
}

static void draw_graph(graph *g) {
    static const int32_t paddings[] = {0, 0, 0, 60, MOST_PADDING};
    g->count = next_below(&g->in, FEW + 1);
    g->from = paddings[next_below(&g->in, 5)];
    int32_t density = next_below(&g->in, 4);
    for (int32_t i = 0; i < g->count; i++)
        for (int32_t j = i + 1; j < g->count; j++) {
            if (next_byte(&g->in) % 4 > density) continue;
            g->joined[i] |= UINT32_C(1) << j;
            g->joined[j] |= UINT32_C(1) << i;
        }
    fill_field(g);
    for (int32_t i = 0; i < g->count; i++)
        for (int32_t j = 0; j < g->count; j++)
            if (i != j && ms_compatible(&g->field, &g->rules, g->from + i, g->from + j))
                g->limited[i] |= UINT32_C(1) << j;
    g->left = (UINT32_C(1) << g->count) - 1;
    if (next_bool(&g->in)) g->left &= ~(uint32_t)next_below(&g->in, 1 << FEW);
}

/* All participants in order; the padding, and who is not left, are there and take no part. */
static ms_group *open_group(graph *g) {
    ms_group *group = &g->workspace.step.group;
    ms_group_open(group, &g->field, &g->rules);
    for (int32_t p = 0; p < g->field.size; p++) ms_group_add(group, p, next_bool(&g->in));
    if (next_bool(&g->in)) ms_group_build_rows(group);
    for (int32_t p = 0; p < g->field.size; p++)
        if (p < g->from || (g->left >> (p - g->from) & 1u) == 0) ms_remove(group->left, p);
    return group;
}

static void take_out(graph *g, int32_t i) {
    g->left &= ~(UINT32_C(1) << i);
    g->members &= ~(UINT32_C(1) << i);
}

static bool is_left(const graph *g, int32_t i) { return (g->left >> i & 1u) != 0; }
static bool is_member(const graph *g, int32_t i) { return (g->members >> i & 1u) != 0; }

/* ---- a largest matching ---- */

static void check_matching(const graph *g, const int32_t *mate, const uint32_t *joined) {
    for (int32_t i = 0; i < g->count; i++) {
        int32_t j = mate[g->from + i] - g->from;
        if (!is_left(g, i) || mate[g->from + i] == MS_NONE) continue;
        REQUIRE(j >= 0 && j < g->count && is_left(g, j) && (joined[i] >> j & 1u) != 0);
        REQUIRE(mate[g->from + j] == g->from + i);
    }
}

/* Those without whom there are as many pairs (Gallai and Edmonds). */
static void check_reach(graph *g, ms_group *group) {
    ms_matching *matching = &g->workspace.step.matching;
    ms_reach(matching, group);
    for (int32_t i = 0; i < g->count; i++) {
        if (!is_left(g, i)) continue;
        bool dispensable = g->found.most[g->left & ~(UINT32_C(1) << i)] == g->found.most[g->left];
        REQUIRE(ms_has(matching->outer, g->from + i) == dispensable);
    }
}

static void check_largest(graph *g) {
    ms_group *group = open_group(g);
    ms_matching *matching = &g->workspace.step.matching;
    uint32_t inside[FEW] = {0};
    try_everything(&g->found, g->count, g->limited, inside);
    ms_matching_reset(matching, group);
    int32_t alone = ms_maximise(matching, group);
    REQUIRE(alone == bits_in(g->left) - 2 * g->found.most[g->left]);
    check_matching(g, matching->mate, g->limited);
    if (next_bool(&g->in)) {
        check_reach(g, group);
        return;
    }
    for (int32_t asked = 0; alone > 0 && asked < 2 * FEW; asked++) {
        int32_t i = g->count > 0 ? next_below(&g->in, g->count) : 0;
        if (!is_left(g, i)) continue;
        bool expected = g->found.most[g->left & ~(UINT32_C(1) << i)] == g->found.most[g->left];
        REQUIRE(ms_can_leave(matching, group, g->from + i) == expected);
        if (expected) {
            ms_remove(group->left, g->from + i);
            take_out(g, i);
            alone--;
        }
        check_matching(g, matching->mate, g->limited);
    }
}

/* One after the other joins those of a largest matching. */
static void check_admission(graph *g) {
    ms_group *group = &g->workspace.step.group;
    ms_matching *matching = &g->workspace.step.matching;
    uint32_t inside[FEW] = {0}, here = 0;
    try_everything(&g->found, g->count, g->limited, inside);
    ms_group_open(group, &g->field, &g->rules);
    ms_matching_reset(matching, group);
    bool with_rows = next_bool(&g->in);
    for (int32_t i = 0; i < g->count; i++) {
        int32_t words = group->words;
        ms_group_add(group, g->from + i, next_bool(&g->in));
        if (with_rows && i == 0) ms_group_build_rows(group);
        if (with_rows && i > 0) ms_group_extend_rows(group, words);
        int32_t before = g->found.most[here];
        here |= UINT32_C(1) << i;
        REQUIRE(ms_admit(matching, group, i) == (g->found.most[here] > before));
    }
}

/* ---- how many inside pairs can be kept ---- */

static int32_t kept_without(graph *g, uint32_t gone, uint32_t members) {
    uint32_t joined[FEW], inside[FEW];
    bool limits = g->workspace.kept.graph->limited == g->workspace.kept.members;
    for (int32_t i = 0; i < g->count; i++) {
        bool member = (members >> i & 1u) != 0;
        inside[i] = member ? members & (limits ? g->limited[i] : g->joined[i]) : 0;
        joined[i] = (member && limits ? g->joined[i] & (~members | g->limited[i]) : g->joined[i]);
    }
    try_everything(&g->found, g->count, joined, inside);
    return g->found.inside[g->left & ~gone];
}

/* With the scratch that was asked for, if any, everything is asked anew. */
static void find_kept(graph *g) {
    ms_kept *kept = &g->workspace.kept;
    ms_kept_find(kept);
    if (kept->wanted == 0) return;
    REQUIRE(kept->wanted > kept->memory_bytes && kept->wanted != SIZE_MAX);
    free(g->exact);
    kept->memory = g->exact = memory_of(kept->wanted);
    kept->memory_bytes = kept->wanted;
    kept->wanted = 0;
    ms_kept_find(kept);
    REQUIRE(kept->wanted == 0);
}

/* All the scratch there can be need of: what is asked after it is not asked anew. */
static void lend_scratch(graph *g) {
    ms_kept *kept = &g->workspace.kept;
    kept->memory_bytes = ms_weighted_bytes(kept->graph->size, FEW * FEW);
    free(g->exact);
    kept->memory = g->exact = memory_of(kept->memory_bytes);
}

/* N.6 1: a member is paired with the first who will do; whom nobody can take moves on. */
static void pair_member(graph *g, int32_t a, int32_t *keep) {
    ms_kept *kept = &g->workspace.kept;
    int32_t pairs = *keep > 0 ? *keep - 1 : 0, first = next_below(&g->in, g->count);
    for (int32_t k = 0; k < g->count; k++) {
        int32_t b = (first + k) % g->count;
        if (b == a || !is_member(g, b)) continue;
        bool limits = kept->graph->limited == kept->members;
        bool may = ((limits ? g->limited[a] : g->joined[a]) >> b & 1u) != 0;
        uint32_t both = UINT32_C(1) << a | UINT32_C(1) << b;
        bool expected = may && kept_without(g, both, g->members & ~both) >= pairs;
        REQUIRE(ms_kept_try_pair(kept, g->from + a, g->from + b, pairs) == expected);
        if (!expected) continue;
        take_out(g, a);
        take_out(g, b);
        --*keep;
        return;
    }
    ms_kept_move_on(kept, g->from + a);
    g->members &= ~(UINT32_C(1) << a);
}

/* N.6 2. */
static void let_leave(graph *g, int32_t a, int32_t keep) {
    uint32_t others = g->members & ~(UINT32_C(1) << a);
    bool expected = kept_without(g, 0, others) >= keep;
    REQUIRE(ms_kept_try_leave(&g->workspace.kept, g->from + a, keep) == expected);
    if (expected) g->members = others;
}

/* As a group of teams asks: kept within the limits or without them, then pairs, then who leaves. */
static void check_kept(graph *g) {
    ms_kept *kept = &g->workspace.kept;
    ms_group *group = kept->graph = open_group(g);
    kept->matching = &g->workspace.step.matching;
    kept->exact = false;
    kept->wanted = 0;
    g->members = g->left & (uint32_t)next_below(&g->in, 1 << FEW);
    ms_clear(kept->members, group->words);
    for (int32_t i = 0; i < g->count; i++)
        if (is_member(g, i)) ms_add(kept->members, g->from + i);
    ms_matching_reset(kept->matching, group);
    group->limited = next_bool(&g->in) ? kept->members : g->workspace.none;
    group->has_rows = false;
    if (next_bool(&g->in)) ms_group_build_rows(group);
    find_kept(g);
    REQUIRE(kept->pairs == kept_without(g, 0, g->members));
    if (kept->pairs < 0) return;
    int32_t keep = kept->pairs;
    lend_scratch(g);
    find_kept(g);
    for (int32_t asked = 0; asked < 3 && g->count > 0; asked++) {
        int32_t a = next_below(&g->in, g->count);
        if (is_member(g, a)) pair_member(g, a, &keep);
    }
    keep = keep > 0 ? keep : 0;
    for (int32_t asked = 0; asked < 8 && bits_in(g->members) > 2 * keep; asked++) {
        int32_t a = next_below(&g->in, g->count);
        if (is_member(g, a)) let_leave(g, a, keep);
    }
}

/* ---- the target ---- */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static void (*const checks[])(graph *) = {check_largest, check_admission, check_kept, check_kept};
    graph *g = memory_of(sizeof *g);
    memset(g, 0, sizeof *g);
    g->in = open_input(data, size);
    int32_t check = next_below(&g->in, 4);
    draw_graph(g);
    g->memory = memory_of(ms_workspace_bytes(g->field.size));
    ms_workspace_init(&g->workspace, g->memory, g->field.size);
    if (g->field.size > 0) checks[check](g);
    free(g->memory);
    free(g->exact);
    free(g);
    return 0;
}
