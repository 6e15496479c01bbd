#include "../batch.h"
#include "check.h"
#include "world.h"

#include <string.h>

enum { COUNT = 24, MOST = 66, ROUNDS = 7 };

/* Tournaments one behind the other as arrays, paired by chance; further columns than are played. */
typedef struct {
    int64_t offsets[COUNT + 1], pair_offsets[COUNT + 1];
    ms_event events[COUNT];
    int32_t *opponent, *score, *rating;
    int8_t *colour;
    uint8_t *flags; /* present, bye barred, floated: a row each */
    ms_batch batch;
} many;

static many draw_many(draws *d, ms_rule_set rule_set) {
    many m = {.offsets = {0}};
    int32_t sizes[COUNT];
    for (int32_t k = 0; k < COUNT; k++) {
        sizes[k] = k < 3 ? k : draw_below(d, MOST + 1);
        m.offsets[k + 1] = m.offsets[k] + sizes[k];
        m.pair_offsets[k + 1] = m.pair_offsets[k] + sizes[k] / 2;
    }
    size_t rows = (size_t)m.offsets[COUNT];
    m.opponent = exactly(rows * ROUNDS * sizeof *m.opponent);
    m.colour = exactly(rows * ROUNDS);
    m.score = exactly(rows * sizeof *m.score);
    m.rating = exactly(rows * sizeof *m.rating);
    m.flags = exactly(3 * rows);
    for (size_t k = 0; k < rows * ROUNDS; k++) m.opponent[k] = 1 << 30, m.colour[k] = 9; /* nobody may look there */
    for (int32_t k = 0; k < COUNT; k++) {
        int32_t n = sizes[k], rounds = draw_below(d, ROUNDS + 1);
        world w = world_of(d, n, 0, rule_set);
        m.events[k] = w.event;
        m.events[k].round = rounds + 1;
        int32_t *order = exactly((size_t)n * sizeof *order);
        for (int32_t r = 0; r < rounds; r++) {
            draw_order(d, order, n);
            for (int32_t p = 0; p < n; p++) {
                m.opponent[(m.offsets[k] + p) * ROUNDS + r] = MS_NONE;
                m.colour[(m.offsets[k] + p) * ROUNDS + r] = 0;
            }
            for (int32_t j = 0; j + 1 < n; j += 2) {
                int64_t white = m.offsets[k] + order[j], black = m.offsets[k] + order[j + 1];
                m.opponent[white * ROUNDS + r] = order[j + 1];
                m.opponent[black * ROUNDS + r] = order[j];
                m.colour[white * ROUNDS + r] = 1;
                m.colour[black * ROUNDS + r] = -1;
            }
        }
        for (int64_t row = m.offsets[k]; row < m.offsets[k + 1]; row++) {
            m.score[row] = 5 * draw_below(d, 2 * rounds + 1);
            m.rating[row] = draw_below(d, 3000);
            m.flags[row] = !draw_chance(d, 5);
            m.flags[(int64_t)rows + row] = draw_chance(d, 10);
            m.flags[2 * (int64_t)rows + row] = rounds > 0 && draw_chance(d, 30);
        }
        free(order);
        world_free(&w);
    }
    if (m.offsets[4] > m.offsets[3] && m.events[3].round > 1)
        m.opponent[m.offsets[3] * ROUNDS] = MOST; /* one is wrong */
    m.batch = (ms_batch){.offsets = m.offsets,
                         .arrays = {.size = (int32_t)rows,
                                    .rounds = {.opponent = m.opponent,
                                               .colour = m.colour,
                                               .score = m.score,
                                               .opponent_row = ROUNDS,
                                               .colour_row = ROUNDS},
                                    .rating = m.rating,
                                    .present = m.flags,
                                    .bye_barred = m.flags + rows,
                                    .floated = m.flags + 2 * rows}};
    return m;
}

static void many_free(many *m) {
    free(m->opponent);
    free(m->colour);
    free(m->score);
    free(m->rating);
    free(m->flags);
}

typedef struct {
    ms_engine engine;
    ms_worker worker;
    void *memory, *exact;
} thread;

static void thread_make(thread *t, bool with_memory) {
    *t = (thread){.memory = exactly(ms_engine_bytes(MOST, MOST * ROUNDS))};
    t->worker = (ms_worker){.memory = with_memory ? exactly(ms_tournament_bytes(MOST, ROUNDS, MS_BY_NUMBER)) : NULL,
                            .floats = exactly(0)};
    ms_engine_init(&t->engine, t->memory, MOST, MOST * ROUNDS);
}

static void thread_free(thread *t) {
    free(t->memory);
    free(t->worker.memory);
    free(t->worker.floats);
    free(t->exact);
}

/* Pair all, with more room whenever it is wanted. */
static void pair_all(thread *t, const ms_batch *batch, const ms_answers *answers) {
    int32_t done = 0;
    t->worker.engine = &t->engine;
    while (done < COUNT) {
        done += ms_batch_pair(batch, answers, &t->worker, done, COUNT);
        if (t->worker.wants == MS_MORE_FLOATS) {
            int64_t room = t->worker.float_count + t->engine.result.float_count;
            CHECK(room > t->worker.float_room, "more floats than there is room for");
            ms_float *longer = exactly((size_t)room * sizeof *longer);
            if (t->worker.float_count > 0)
                memcpy(longer, t->worker.floats, (size_t)t->worker.float_count * sizeof *longer);
            free(t->worker.floats);
            t->worker.floats = longer;
            t->worker.float_room = room;
        } else if (t->worker.wants == MS_MORE_MEMORY) {
            free(t->exact);
            t->exact = exactly(t->engine.result.memory_wanted);
            t->engine.workspace.kept.memory = t->exact;
            t->engine.workspace.kept.memory_bytes = t->engine.result.memory_wanted;
        } else
            CHECK(t->worker.wants == MS_OK && done == COUNT, "nothing is wanted only when all is done");
    }
}

typedef struct {
    int32_t *pairs, boards[COUNT], bye[COUNT], cracked[COUNT], float_count[COUNT], status[COUNT];
} answer_arrays;

static ms_answers point_to(answer_arrays *a, const int64_t *pair_offsets) {
    a->pairs = exactly(2 * (size_t)pair_offsets[COUNT] * sizeof *a->pairs);
    return (ms_answers){a->pairs, pair_offsets, a->boards, a->bye, a->cracked, a->float_count, a->status};
}

/* Each tournament alone, loaded and paired by an engine of its size. */
static void compare_alone(const many *m, int32_t k, const answer_arrays *a, const ms_float *floats) {
    int32_t n = (int32_t)(m->offsets[k + 1] - m->offsets[k]), room = m->events[k].round - 1;
    void *memory = exactly(ms_tournament_bytes(n, room, MS_BY_NUMBER));
    void *engine_memory = exactly(ms_engine_bytes(n, n * room));
    int32_t *scratch = exactly((size_t)n * sizeof *scratch);
    answer more = {.exact = NULL};
    ms_tournament t;
    ms_engine engine;
    ms_status status = MS_BAD_INPUT;
    ms_engine_init(&engine, engine_memory, n, n * room);
    ms_fault fault = ms_batch_load(&m->batch, k, memory, scratch, &t);
    if (fault.kind == MS_SOUND) do
            status = ms_engine_pair(&engine, &t);
        while (answer_enlarge(&more, &engine.result, &engine.workspace.kept, status));
    CHECK((ms_status)a->status[k] == status, "the status of a tournament is that of it alone");
    if (status == MS_OK) {
        const int32_t *pair = a->pairs + 2 * m->pair_offsets[k];
        CHECK(a->boards[k] == engine.result.boards && a->bye[k] == engine.result.bye, "boards and bye too");
        CHECK(a->cracked[k] == engine.result.cracked, "and what was cracked");
        for (int32_t b = 0; b < a->boards[k]; b++)
            CHECK(pair[2 * b] == engine.result.white[b] && pair[2 * b + 1] == engine.result.black[b], "and the pairs");
        CHECK(a->float_count[k] == engine.result.float_count, "and the number of floats");
        for (int32_t f = 0; f < a->float_count[k]; f++)
            CHECK(floats[f].participant == engine.result.floats[f].participant &&
                      floats[f].from_twice == engine.result.floats[f].from_twice &&
                      floats[f].to_twice == engine.result.floats[f].to_twice,
                  "and every float");
    } else
        CHECK(a->boards[k] == 0 && a->bye[k] == MS_NONE && a->float_count[k] == 0, "without a pairing there is none");
    answer_free(&more);
    free(scratch);
    free(engine_memory);
    free(memory);
}

static void test_arrays(draws *d, ms_rule_set rule_set) {
    many m = draw_many(d, rule_set);
    m.batch.events = m.events;
    m.batch.offsets = m.offsets;
    answer_arrays a;
    ms_answers answers = point_to(&a, m.pair_offsets);
    thread t;
    thread_make(&t, true);
    pair_all(&t, &m.batch, &answers);
    const ms_float *floats = t.worker.floats;
    for (int32_t k = 0; k < COUNT; floats += a.float_count[k], k++) compare_alone(&m, k, &a, floats);
    CHECK(floats == t.worker.floats + t.worker.float_count, "the floats are those of all tournaments");
    thread_free(&t);
    free(a.pairs);

    /* The same tournaments kept by the caller. */
    void *memories[COUNT];
    ms_tournament tournaments[COUNT];
    const ms_tournament *pointers[COUNT];
    int32_t scratch[MOST];
    bool sound = true;
    for (int32_t k = 0; k < COUNT; k++) {
        int32_t n = (int32_t)(m.offsets[k + 1] - m.offsets[k]);
        memories[k] = exactly(ms_tournament_bytes(n, m.events[k].round - 1, MS_BY_NUMBER));
        sound = sound && ms_batch_load(&m.batch, k, memories[k], scratch, &tournaments[k]).kind == MS_SOUND;
        pointers[k] = &tournaments[k];
    }
    if (sound) {
        answer_arrays kept;
        ms_batch batch = {.tournaments = pointers};
        answers = point_to(&kept, m.pair_offsets);
        thread_make(&t, false);
        pair_all(&t, &batch, &answers);
        floats = t.worker.floats;
        for (int32_t k = 0; k < COUNT; floats += kept.float_count[k], k++) compare_alone(&m, k, &kept, floats);
        thread_free(&t);
        free(kept.pairs);
    }
    for (int32_t k = 0; k < COUNT; k++) free(memories[k]);
    many_free(&m);
}

void test_batch(int32_t effort) {
    for (int32_t turn = 0; turn < 2 * effort; turn++)
        for (int32_t rule_set = MS_LIM; rule_set <= MS_OLYMPIAD; rule_set++) {
            draws d = draws_from((uint64_t)(turn * 10 + rule_set));
            test_arrays(&d, (ms_rule_set)rule_set);
        }
}
