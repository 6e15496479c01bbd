#include "../engine.h"
#include "check.h"
#include "world.h"

#include <pthread.h>

enum { THREADS = 4, FIELDS = 12 };

/* Fields that all threads read, and none writes. */
typedef struct {
    sample samples[FIELDS];
    ms_event events[FIELDS];
    int32_t turns;
} shared;

/* Each with memory of its own. The answers are told as one number a field: checks are made by the main thread. */
typedef struct {
    const shared *all;
    uint64_t answers[FIELDS];
    bool alike; /* in every turn */
} worker;

static uint64_t mix(uint64_t sum, int32_t value) {
    sum = (sum ^ (uint32_t)value) * UINT64_C(0x9e3779b97f4a7c15);
    return sum ^ sum >> 29;
}

static uint64_t pair(const ms_field *field, const ms_event *event) {
    ms_workspace workspace;
    void *memory = malloc(ms_workspace_bytes(field->size));
    answer a = answer_for(field->size, true);
    uint64_t sum = 0;
    ms_workspace_init(&workspace, memory, field->size);
    a.result.trace = &a.trace;
    ms_status status;
    do status = ms_pair_round(&workspace, field, event, &a.result);
    while (answer_enlarge(&a, &a.result, &workspace.kept, status));
    sum = mix(sum, (int32_t)status);
    for (int32_t b = 0; status == MS_OK && b < a.result.boards; b++)
        sum = mix(mix(sum, a.result.white[b]), a.result.black[b]);
    answer_free(&a);
    free(memory);
    return sum;
}

static void pair_all(worker *w) {
    w->alike = true;
    for (int32_t turn = 0; turn < w->all->turns; turn++)
        for (int32_t k = 0; k < FIELDS; k++) {
            uint64_t sum = pair(&w->all->samples[k].field, &w->all->events[k]);
            w->alike = w->alike && (turn == 0 || sum == w->answers[k]);
            w->answers[k] = sum;
        }
}

static void *run(void *argument) {
    pair_all(argument);
    return NULL;
}

void test_threads(int32_t effort) {
    shared all = {.turns = 4 * effort};
    draws d = draws_from(1);
    for (int32_t k = 0; k < FIELDS; k++) {
        world w = world_of(&d, 10 + 10 * k, draw_below(&d, 8), (ms_rule_set)(k % 3));
        all.samples[k] = sample_of_world(&w);
        all.events[k] = w.event;
        CHECK(ms_field_prepare(&all.samples[k].field) == MS_OK, "the fields are sound");
        world_free(&w);
    }
    worker alone = {.all = &all}, workers[THREADS];
    pthread_t threads[THREADS];
    for (int32_t k = 0; k < THREADS; k++) {
        workers[k] = (worker){.all = &all};
        CHECK(pthread_create(&threads[k], NULL, run, &workers[k]) == 0, "a thread starts");
    }
    for (int32_t k = 0; k < THREADS; k++) CHECK(pthread_join(threads[k], NULL) == 0, "and ends");
    pair_all(&alone);
    for (int32_t k = 0; k < THREADS; k++) {
        CHECK(workers[k].alike, "a thread finds the same in every turn");
        for (int32_t f = 0; f < FIELDS; f++)
            CHECK(workers[k].answers[f] == alone.answers[f], "threads find what one alone finds");
    }
    for (int32_t k = 0; k < FIELDS; k++) sample_free(&all.samples[k]);
}
