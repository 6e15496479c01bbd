#include "workspace.h"
#include "arena.h"

static int32_t *carve_indices(ms_arena *a, size_t count) { return ms_carve(a, count, sizeof(int32_t)); }
static uint64_t *carve_words(ms_arena *a, size_t count) { return ms_carve(a, count, sizeof(uint64_t)); }

static void carve_group(ms_group *group, ms_arena *a, size_t n, size_t words, size_t rows) {
    group->member = carve_indices(a, n);
    group->position = carve_indices(a, n);
    group->floater = carve_indices(a, n);
    group->left = carve_words(a, words);
    group->residents = carve_words(a, words);
    group->can_white = carve_words(a, words);
    group->can_black = carve_words(a, words);
    group->due_white = carve_words(a, words);
    group->due_black = carve_words(a, words);
    group->rows = carve_words(a, rows * ((rows + 63) / 64));
}

static void carve_matching(ms_matching *matching, ms_arena *a, size_t n, size_t words) {
    matching->mate = carve_indices(a, n);
    matching->before = carve_indices(a, n);
    matching->base = carve_indices(a, n);
    matching->queue = carve_indices(a, n);
    matching->seen = carve_words(a, n);
    matching->outer = carve_words(a, words);
    matching->inner = carve_words(a, words);
    matching->together = carve_words(a, words);
    matching->dead = carve_words(a, words);
    matching->refused = carve_words(a, words);
    matching->row = carve_words(a, words);
}

static void carve_step(ms_step *step, ms_arena *a, size_t n, size_t words) {
    carve_group(&step->group, a, n, words, n < MS_ROWS_MAX ? n : MS_ROWS_MAX);
    carve_matching(&step->matching, a, n, words);
    step->leaving.chosen = carve_indices(a, n);
    step->leaving.floated = carve_words(a, words);
    step->leaving.with = carve_words(a, words);
    step->leaving.without = carve_words(a, words);
    carve_group(&step->adjacent.group, a, n, words, 0);
    step->adjacent.counted = carve_words(a, words);
    step->adjacent.free = carve_words(a, words);
    step->adjacent.live = carve_words(a, words);
    step->adjacent.row = carve_words(a, words);
    step->adjacent.unseen = carve_words(a, words);
    step->adjacent.right_mate = carve_indices(a, n);
    step->adjacent.right_from = carve_indices(a, n);
    step->adjacent.left = carve_indices(a, n);
    step->adjacent.left_mate = carve_indices(a, n);
    step->adjacent.queue = carve_indices(a, n);
    step->came_in = carve_indices(a, n);
    step->keys = carve_words(a, n);
    step->key_scratch = carve_words(a, n);
    step->not_met = carve_words(a, words);
    step->available = carve_words(a, words);
    step->needed = carve_words(a, words);
}

static void carve_kept(ms_kept *kept, ms_arena *a, size_t n, size_t words) {
    kept->members = carve_words(a, words);
    kept->all = carve_words(a, words);
    kept->trial_mate = carve_indices(a, n);
}

static void carve_workspace(ms_workspace *workspace, ms_arena *a, size_t n) {
    size_t words = n / 64 + 1, pairs = n / 2 + 1;
    carve_step(&workspace->step, a, n, words);
    carve_kept(&workspace->kept, a, n, words);
    workspace->none = carve_words(a, words);
    workspace->everybody = carve_words(a, words);
    workspace->unpaired = carve_indices(a, n);
    workspace->for_limits = carve_indices(a, n);
    workspace->present = carve_indices(a, n);
    workspace->order = carve_indices(a, n);
    workspace->group_start = carve_indices(a, n + 1);
    workspace->counts = carve_indices(a, n + MS_SCORE_RANGE);
    workspace->incoming = carve_indices(a, n);
    workspace->from_above = carve_indices(a, n);
    workspace->from_below = carve_indices(a, n);
    workspace->above = ms_carve(a, pairs, sizeof(ms_pair));
    workspace->below = ms_carve(a, pairs, sizeof(ms_pair));
    workspace->median = ms_carve(a, pairs, sizeof(ms_pair));
    workspace->opponent = carve_indices(a, n);
    workspace->colour = ms_carve(a, n, 1);
}

size_t ms_workspace_bytes(int32_t participants) {
    if (participants < 0 || participants > MS_MAX_PLAYERS) return 0;
    ms_arena a = {NULL, 0};
    ms_workspace workspace;
    carve_workspace(&workspace, &a, (size_t)participants);
    return a.used;
}

/* A sparse set may be read before it is written: any value does, but it must be one. */
static void clear_sparse_set(ms_group *group, int32_t participants) {
    for (int32_t p = 0; p < participants; p++) group->position[p] = group->member[p] = 0;
}

void ms_workspace_init(ms_workspace *workspace, void *memory, int32_t participants) {
    workspace->capacity = 0; /* without memory every round is refused */
    if (memory == NULL || participants < 0 || participants > MS_MAX_PLAYERS) return;
    ms_arena a = {memory, 0};
    carve_workspace(workspace, &a, (size_t)participants);
    workspace->capacity = participants;
    workspace->watch.asker = (ms_asker){NULL, NULL};
    workspace->watch.steps = MS_WATCH_STEPS;
    workspace->step.group.watch = workspace->step.adjacent.group.watch = &workspace->watch;
    workspace->kept.memory = NULL;
    workspace->kept.memory_bytes = 0;
    ms_clear(workspace->none, participants / 64 + 1);
    if (participants > 0) ms_fill(workspace->everybody, participants);
    clear_sparse_set(&workspace->step.group, participants);
    clear_sparse_set(&workspace->step.adjacent.group, participants);
}
