#include "batch.h"

static ms_rounds rounds_from(const ms_rounds *all, int64_t row, int32_t rounds) {
    ms_rounds r = *all;
    r.rounds = rounds;
    r.opponent += row * all->opponent_row;
    r.colour += row * all->colour_row;
    if (r.result != NULL) r.result += row * all->result_row;
    if (r.game_points != NULL) r.game_points += row * all->game_points_row;
    if (r.score != NULL) r.score += row;
    return r;
}

static ms_arrays arrays_of(const ms_batch *batch, int32_t k) {
    int64_t row = batch->offsets[k];
    ms_arrays a = batch->arrays;
    a.size = (int32_t)(batch->offsets[k + 1] - row);
    a.rounds = rounds_from(&batch->arrays.rounds, row, batch->events[k].round - 1);
    if (a.rating != NULL) a.rating += row;
    if (a.present != NULL) a.present += row;
    if (a.bye_barred != NULL) a.bye_barred += row;
    if (a.floated != NULL) a.floated += row;
    if (a.tiebreak != NULL) a.tiebreak += row;
    return a;
}

ms_fault ms_batch_load(const ms_batch *batch, int32_t k, void *memory, int32_t *scratch, ms_tournament *t) {
    ms_arrays arrays = arrays_of(batch, k);
    t->event = batch->events[k];
    t->values = batch->values;
    ms_tournament_init(t, memory, arrays.size, arrays.rounds.rounds, batch->level_order);
    return ms_arrays_fill(&arrays, t, scratch);
}

static void answer(const ms_answers *answers, int32_t k, const ms_result *result, ms_status status) {
    int32_t *pair = answers->pairs + 2 * answers->pair_offsets[k];
    bool done = status == MS_OK;
    answers->status[k] = (int32_t)status;
    answers->boards[k] = done ? result->boards : 0;
    answers->bye[k] = done ? result->bye : MS_NONE;
    answers->cracked[k] = done ? result->cracked : 0;
    answers->float_count[k] = done ? (int32_t)result->float_count : 0;
    for (int32_t b = 0; b < answers->boards[k]; b++) {
        *pair++ = result->white[b];
        *pair++ = result->black[b];
    }
}

static ms_status pair_next(const ms_batch *batch, ms_worker *worker, int32_t k) {
    ms_tournament loaded;
    const ms_tournament *t = batch->tournaments != NULL ? batch->tournaments[k] : &loaded;
    ms_result *result = &worker->engine->result;
    if (batch->tournaments == NULL) {
        ms_fault fault = ms_batch_load(batch, k, worker->memory, worker->engine->scratch, &loaded);
        if (fault.kind != MS_SOUND) return MS_BAD_INPUT;
    }
    int64_t room = worker->float_room - worker->float_count;
    result->floats = worker->floats + worker->float_count;
    result->float_room = (int32_t)(room < INT32_MAX ? room : INT32_MAX);
    return ms_engine_pair(worker->engine, t);
}

int32_t ms_batch_pair(const ms_batch *batch, const ms_answers *answers, ms_worker *worker, int32_t from, int32_t to) {
    worker->wants = MS_OK;
    for (int32_t k = from; k < to; k++) {
        ms_status status = pair_next(batch, worker, k);
        if (status == MS_MORE_FLOATS || status == MS_MORE_MEMORY || status == MS_STOPPED) {
            worker->wants = status;
            return k - from;
        }
        answer(answers, k, &worker->engine->result, status);
        worker->float_count += answers->float_count[k];
    }
    return to - from;
}
