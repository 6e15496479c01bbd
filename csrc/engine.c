#include "engine.h"
#include "arena.h"

enum { MORE_FLOATS = 16 }; /* than participants: room enough for most rounds */

static void carve_result(ms_result *result, ms_arena *a, size_t n) {
    result->white = ms_carve(a, n / 2 + 1, sizeof *result->white);
    result->black = ms_carve(a, n / 2 + 1, sizeof *result->black);
    result->unplaced = ms_carve(a, n, sizeof *result->unplaced);
    result->floats = ms_carve(a, n + MORE_FLOATS, sizeof *result->floats);
    result->float_room = (int32_t)(n + MORE_FLOATS);
}

size_t ms_engine_bytes(int32_t capacity, int64_t met_capacity) {
    size_t workspace = ms_workspace_bytes(capacity), ranking = ms_ranking_bytes(capacity, met_capacity);
    if (workspace == 0 || ranking == 0) return 0;
    ms_arena a = {NULL, 0};
    ms_result result;
    ms_carve(&a, workspace, 1);
    ms_carve(&a, ranking, 1);
    ms_carve(&a, (size_t)capacity, sizeof(int32_t));
    carve_result(&result, &a, (size_t)capacity);
    return a.used;
}

void ms_engine_init(ms_engine *engine, void *memory, int32_t capacity, int32_t met_capacity) {
    ms_arena a = {memory, 0};
    *engine = (ms_engine){.capacity = memory == NULL ? MS_NONE : capacity, .met_capacity = met_capacity};
    if (memory == NULL) return;
    ms_workspace_init(&engine->workspace, ms_carve(&a, ms_workspace_bytes(capacity), 1), capacity);
    ms_ranking_init(&engine->ranking, ms_carve(&a, ms_ranking_bytes(capacity, met_capacity), 1), capacity,
                    met_capacity);
    engine->scratch = ms_carve(&a, (size_t)capacity, sizeof(int32_t));
    carve_result(&engine->result, &a, (size_t)capacity);
}

bool ms_engine_fits(const ms_engine *engine, const ms_tournament *t) {
    return t->field.size <= engine->capacity && (!ms_is_ranked(t) || t->field.met_size <= engine->met_capacity);
}

/* From places in the ranking to places in the tournament. Where the list of floats is too short the boards stand. */
static void translate(ms_result *result, ms_status status, const int32_t *team) {
    if (status == MS_IMPOSSIBLE)
        for (int32_t k = 0; k < result->unplaced_count; k++) result->unplaced[k] = team[result->unplaced[k]];
    if (status != MS_OK && status != MS_MORE_FLOATS) return;
    for (int32_t k = 0; k < result->boards; k++) {
        result->white[k] = team[result->white[k]];
        result->black[k] = team[result->black[k]];
    }
    if (result->bye != MS_NONE) result->bye = team[result->bye];
    if (status != MS_OK) return;
    for (int64_t k = 0; k < result->float_count; k++)
        result->floats[k].participant = team[result->floats[k].participant];
    if (result->trace != NULL)
        for (int64_t k = 0; k < result->trace->who_count; k++) result->trace->who[k] = team[result->trace->who[k]];
}

static ms_status pair(ms_engine *engine, const ms_tournament *t) {
    bool ranked = ms_is_ranked(t);
    if (ranked) ms_rank(&engine->ranking, t);
    const ms_field *field = ranked ? &engine->ranking.field : &t->field;
    ms_status status = ms_pair_round(&engine->workspace, field, &t->event, &engine->result);
    if (ranked) translate(&engine->result, status, engine->ranking.team);
    return status;
}

ms_status ms_engine_pair(ms_engine *engine, const ms_tournament *t) {
    ms_watch *watch = &engine->workspace.watch;
    if (!ms_engine_fits(engine, t)) return MS_BAD_INPUT;
    if (engine->asker.wanted != NULL) {
        if (setjmp(watch->out) != 0) return MS_STOPPED;
    }
    watch->asker = engine->asker; /* from here on there is a way out */
    watch->steps = MS_WATCH_STEPS;
    ms_status status = pair(engine, t);
    watch->asker.wanted = NULL;
    return status;
}
