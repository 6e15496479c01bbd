#include "kept.h"

static bool is_member(const ms_kept *kept, int32_t i) { return ms_has(kept->members, i); }

static int32_t next_left(const ms_group *graph, int32_t from) { return ms_next(graph->left, graph->words, from); }

static void count_inside(ms_kept *kept) {
    const ms_group *graph = kept->graph;
    kept->pairs = 0;
    for (int32_t i = next_left(graph, 0); i != MS_NONE; i = next_left(graph, i + 1))
        if (kept->matching->mate[i] < i && is_member(kept, i) && is_member(kept, kept->matching->mate[i]))
            kept->pairs++;
}

/* Pairs of a member and another, and pairs that are not joined (any more), are given up. */
static void keep_pure_pairs(ms_kept *kept) {
    const ms_group *graph = kept->graph;
    for (int32_t i = next_left(graph, 0); i != MS_NONE; i = next_left(graph, i + 1)) {
        int32_t mate = kept->matching->mate[i];
        if (mate == MS_NONE) continue;
        if (is_member(kept, i) != is_member(kept, mate) || !ms_group_compatible(graph, i, mate))
            ms_part(kept->matching, i);
    }
}

/* A largest matching among the members, or among the others, alone; how many of them stay without a mate. */
static int32_t maximise_part(ms_kept *kept, bool members) {
    ms_group *graph = kept->graph;
    for (int32_t w = 0; w < graph->words; w++) {
        kept->all[w] = graph->left[w];
        graph->left[w] &= members ? kept->members[w] : ~kept->members[w];
    }
    int32_t alone = ms_maximise(kept->matching, graph);
    for (int32_t w = 0; w < graph->words; w++) graph->left[w] = kept->all[w];
    return alone;
}

/* The members' pairs are as many as they can be: can the others all be paired with those members left over? */
static bool bound_is_reached(ms_kept *kept) {
    ms_group *graph = kept->graph;
    const int32_t *mate = kept->matching->mate;
    for (int32_t w = 0; w < graph->words; w++) kept->all[w] = graph->left[w];
    for (int32_t i = next_left(graph, 0); i != MS_NONE; i = next_left(graph, i + 1))
        if (is_member(kept, i) && mate[i] != MS_NONE) ms_remove(graph->left, i);
    int32_t alone = ms_maximise(kept->matching, graph);
    for (int32_t w = 0; w < graph->words; w++) graph->left[w] = kept->all[w];
    return alone == 0;
}

/* The exact method on those left. */
static void find_exactly(ms_kept *kept) {
    const ms_group *graph = kept->graph;
    int32_t n = 0;
    for (int32_t i = next_left(graph, 0); i != MS_NONE; i = next_left(graph, i + 1)) kept->vertex[n++] = i;
    size_t bytes = ms_weighted_bytes(n);
    if (bytes == 0 || bytes > kept->memory_bytes) {
        kept->wanted = bytes == 0 ? SIZE_MAX : bytes;
        kept->pairs = -1;
        return;
    }
    ms_weighted_init(&kept->weighted, kept->memory, n);
    for (int32_t v = 0; v < n; v++) {
        kept->is_member[v] = is_member(kept, kept->vertex[v]);
        kept->vertex_mate[v] = MS_NONE;
        for (int32_t u = 0; u < v; u++) {
            if (!ms_group_compatible(graph, kept->vertex[u], kept->vertex[v])) continue;
            ms_weighted_join(&kept->weighted, u, v, kept->is_member[u] && kept->is_member[v]);
            bool pair = kept->matching->mate[kept->vertex[u]] == kept->vertex[v];
            if (pair && kept->is_member[u] == kept->is_member[v]) {
                kept->vertex_mate[u] = v;
                kept->vertex_mate[v] = u;
            }
        }
    }
    kept->pairs = -1;
    if (!ms_weighted_match(&kept->weighted, kept->is_member, kept->vertex_mate)) return;
    for (int32_t v = 0; v < n; v++) kept->matching->mate[kept->vertex[v]] = kept->vertex[kept->vertex_mate[v]];
    count_inside(kept);
}

/* Whether those left can be paired at all, whoever meets whom. */
static bool can_be_paired(ms_kept *kept) { return ms_maximise(kept->matching, kept->graph) == 0; }

/* The members' own matching is a bound, and so is what the others ask of them: whoever of these stays without a mate
 * among themselves takes a member. Most often one of the two is reached, by leaving the parts as they are or by the
 * first perfect matching found from there. */
void ms_kept_find(ms_kept *kept, int32_t needed, int32_t enough) {
    const ms_group *graph = kept->graph;
    int32_t members = 0;
    for (int32_t w = 0; w < graph->words; w++) members += ms_count_bits(graph->left[w] & kept->members[w]);
    keep_pure_pairs(kept);
    int32_t alone = maximise_part(kept, true), others_alone = maximise_part(kept, false);
    int32_t bound = (members - (alone > others_alone ? alone : others_alone)) / 2;
    kept->pairs = -1;
    if (bound < needed) return;
    if ((alone < others_alone || !bound_is_reached(kept)) && !can_be_paired(kept)) return;
    count_inside(kept);
    if (kept->pairs < bound && kept->pairs < enough) find_exactly(kept);
}

static void save(ms_kept *kept) {
    for (int32_t i = 0; i < kept->graph->size; i++) kept->trial_mate[i] = kept->matching->mate[i];
}

static void restore(ms_kept *kept, int32_t pairs) {
    for (int32_t i = 0; i < kept->graph->size; i++) kept->matching->mate[i] = kept->trial_mate[i];
    kept->pairs = pairs;
}

bool ms_kept_try_pair(ms_kept *kept, int32_t a, int32_t b, int32_t pairs) {
    ms_group *graph = kept->graph;
    int32_t before = kept->pairs;
    if (!ms_group_compatible(graph, a, b)) return false;
    bool mates = kept->matching->mate[a] == b;
    save(kept);
    ms_part(kept->matching, a);
    ms_part(kept->matching, b);
    ms_remove(graph->left, a);
    ms_remove(graph->left, b);
    if (mates)
        count_inside(kept);
    else
        ms_kept_find(kept, pairs, pairs);
    if (kept->pairs >= pairs) {
        ms_remove(kept->members, a);
        ms_remove(kept->members, b);
        return true;
    }
    ms_add(graph->left, a);
    ms_add(graph->left, b);
    restore(kept, before);
    return false;
}

bool ms_kept_try_leave(ms_kept *kept, int32_t a, int32_t pairs) {
    int32_t before = kept->pairs;
    bool inside = is_member(kept, kept->matching->mate[a]);
    ms_remove(kept->members, a);
    if (!inside) return true;
    save(kept);
    ms_kept_find(kept, pairs, pairs);
    if (kept->pairs >= pairs) return true;
    ms_add(kept->members, a);
    restore(kept, before);
    return false;
}
