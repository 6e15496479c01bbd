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

/* Whether those left can be paired at all, whoever meets whom. */
static bool can_be_paired(ms_kept *kept) { return ms_maximise(kept->matching, kept->graph) == 0; }

/* ---- the bounds ---- */

/* The members' own matching is a bound, and so is what the others ask of them: whoever of these stays without a mate
 * among themselves takes a member. Most often one of the two is reached, by leaving the parts as they are or by the
 * first perfect matching found from there. Whether that settles if `needed` can be kept, or, for MOST, how many can. */
enum { MOST = INT32_MAX };

static bool find_by_bounds(ms_kept *kept, int32_t needed) {
    const ms_group *graph = kept->graph;
    int32_t members = 0;
    ms_watch_steps(graph->watch, graph->has_rows ? graph->size : graph->size + graph->field->met_size);
    for (int32_t w = 0; w < graph->words; w++) members += ms_count_bits(graph->left[w] & kept->members[w]);
    keep_pure_pairs(kept);
    int32_t alone = maximise_part(kept, true), others_alone = maximise_part(kept, false);
    kept->most = (members - others_alone) / 2;
    int32_t bound = alone > others_alone ? (members - alone) / 2 : kept->most;
    kept->pairs = -1;
    if (bound < needed && needed != MOST) return true;
    if ((alone < others_alone || !bound_is_reached(kept)) && !can_be_paired(kept)) return true;
    count_inside(kept);
    return kept->pairs >= needed || kept->pairs == bound;
}

static void save(ms_kept *kept) {
    for (int32_t i = 0; i < kept->graph->size; i++) kept->trial_mate[i] = kept->matching->mate[i];
}

static void restore(ms_kept *kept) {
    for (int32_t i = 0; i < kept->graph->size; i++) kept->matching->mate[i] = kept->trial_mate[i];
}

typedef enum { NO, YES, UNSETTLED } answer;

static answer answer_by_bounds(ms_kept *kept, int32_t needed) {
    return !find_by_bounds(kept, needed) ? UNSETTLED : kept->pairs >= needed ? YES : NO;
}

static answer pair_by_bounds(ms_kept *kept, int32_t a, int32_t b, int32_t pairs) {
    ms_group *graph = kept->graph;
    bool mates = kept->matching->mate[a] == b;
    save(kept);
    ms_part(kept->matching, a);
    ms_part(kept->matching, b);
    ms_remove(graph->left, a);
    ms_remove(graph->left, b);
    answer found = mates ? YES : answer_by_bounds(kept, pairs);
    if (found == YES) return YES;
    ms_add(graph->left, a);
    ms_add(graph->left, b);
    restore(kept);
    return found;
}

/* Whether it shows at once that a, who has an inside pair, can leave: with one who has none it changes mates. */
static bool changes_mates(ms_kept *kept, int32_t a) {
    const ms_group *graph = kept->graph;
    int32_t mate = kept->matching->mate[a];
    for (int32_t i = ms_next(kept->members, graph->words, 0); i != MS_NONE;
         i = ms_next(kept->members, graph->words, i + 1)) {
        int32_t other = kept->matching->mate[i];
        if (is_member(kept, other) || !ms_group_compatible(graph, a, other) || !ms_group_compatible(graph, mate, i))
            continue;
        ms_join(kept->matching, a, other);
        ms_join(kept->matching, mate, i);
        return true;
    }
    return false;
}

static answer leave_by_bounds(ms_kept *kept, int32_t a, int32_t pairs) {
    if (!is_member(kept, kept->matching->mate[a]) || changes_mates(kept, a)) return YES;
    save(kept);
    ms_remove(kept->members, a);
    answer found = answer_by_bounds(kept, pairs);
    ms_add(kept->members, a);
    if (found != YES) restore(kept);
    return found;
}

/* ---- the exact method ---- */

/* The edges of those left; without memory they are only counted. */
static int64_t write_edges(ms_kept *kept, bool counting) {
    const ms_group *graph = kept->graph;
    int64_t count = 0;
    for (int32_t i = 0; i < graph->size; i++) {
        bool left = ms_has(graph->left, i);
        if (!counting)
            ms_weighted_vertex(&kept->weighted, i, !left ? MS_VERTEX_GONE : is_member(kept, i) ? MS_VERTEX_MEMBER : 0);
        if (!left) continue;
        const uint64_t *not_met = ms_group_not_met(graph, i, kept->matching->row);
        for (int32_t w = 0; w < graph->words; w++) kept->all[w] = not_met[w] & graph->left[w];
        if (counting) {
            count += ms_count(kept->all, graph->words);
            continue;
        }
        for (int32_t j = ms_next(kept->all, graph->words, 0); j != MS_NONE;
             j = ms_next(kept->all, graph->words, j + 1)) {
            bool fits = graph->limited != kept->members ||
                        ms_colours_compatible(graph->field, graph->rules, graph->member[i], graph->member[j]);
            ms_weighted_neighbour(&kept->weighted, i, j, fits);
        }
    }
    return count;
}

/* What the exact method says, unless its duals are lost: it would take more than any tournament for that. */
static answer exactly(ms_kept *kept, bool yes) {
    if (kept->weighted.lost) kept->wanted = SIZE_MAX;
    return kept->weighted.lost ? UNSETTLED : yes ? YES : NO;
}

/* Hand over to the exact method, unless it has the graph already. Whether there is memory for it. */
static bool open_exact(ms_kept *kept) {
    if (kept->exact || kept->wanted != 0) return kept->wanted == 0;
    int64_t edges = write_edges(kept, true);
    size_t bytes = ms_weighted_bytes(kept->graph->size, edges);
    if (bytes == 0 || bytes > kept->memory_bytes) {
        kept->wanted = bytes == 0 ? SIZE_MAX : bytes;
        kept->pairs = -1;
        return false;
    }
    ms_weighted_init(&kept->weighted, kept->memory, kept->graph->size, edges);
    kept->weighted.watch = kept->graph->watch;
    write_edges(kept, false);
    kept->pairs = ms_weighted_match(&kept->weighted, kept->matching->mate);
    kept->exact = true;
    return exactly(kept, true) == YES;
}

/* ---- what the rules ask ---- */

void ms_kept_find(ms_kept *kept) {
    if (kept->exact) ms_matching_reset(kept->matching, kept->graph);
    kept->exact = false;
    if (!find_by_bounds(kept, MOST)) open_exact(kept);
}

void ms_kept_remember(ms_kept *kept) {
    const int32_t *mate = kept->exact ? kept->weighted.mate : kept->matching->mate;
    for (int32_t i = 0; i < kept->graph->size; i++) kept->trial_mate[i] = mate[i];
}

void ms_kept_return(ms_kept *kept, int32_t pairs) {
    restore(kept);
    kept->exact = false;
    kept->pairs = pairs;
}

bool ms_kept_try_pair(ms_kept *kept, int32_t a, int32_t b, int32_t pairs) {
    ms_watch_steps(kept->graph->watch, kept->graph->size);
    if (!ms_group_compatible(kept->graph, a, b)) return false;
    answer found = kept->exact ? UNSETTLED : pair_by_bounds(kept, a, b, pairs);
    if (found == UNSETTLED && open_exact(kept))
        found = exactly(kept, ms_weighted_take_pair(&kept->weighted, a, b, pairs));
    if (found != YES) return false;
    for (int32_t k = 0; k < 2; k++) {
        ms_remove(kept->graph->left, k == 0 ? a : b);
        ms_remove(kept->members, k == 0 ? a : b);
    }
    return true;
}

void ms_kept_move_on(ms_kept *kept, int32_t a) {
    if (kept->exact) exactly(kept, ms_weighted_leave(&kept->weighted, a, 0));
    ms_remove(kept->members, a);
}

bool ms_kept_try_leave(ms_kept *kept, int32_t a, int32_t pairs) {
    ms_group_watch(kept->graph, a);
    answer found = kept->exact ? UNSETTLED : leave_by_bounds(kept, a, pairs);
    if (found == UNSETTLED && open_exact(kept)) found = exactly(kept, ms_weighted_leave(&kept->weighted, a, pairs));
    if (found != YES) return false;
    ms_remove(kept->members, a);
    return true;
}
