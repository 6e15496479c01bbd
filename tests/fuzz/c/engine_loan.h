/* engine_loan.h - an engine with what it may ask for: longer lists, scratch, a trace. */
#ifndef MS_FUZZ_ENGINE_LOAN_H
#define MS_FUZZ_ENGINE_LOAN_H

#include "engine.h"
#include "input.h"

typedef struct {
    ms_engine engine;
    ms_trace trace;
    void *memory, *floats, *exact;
} loan;

static inline void open_loan(loan *l, int32_t capacity, int32_t met_capacity) {
    size_t bytes = ms_engine_bytes(capacity, met_capacity);
    REQUIRE(bytes > 0);
    *l = (loan){.memory = memory_of(bytes)};
    ms_engine_init(&l->engine, l->memory, capacity, met_capacity);
}

static inline void close_loan(loan *l) {
    free(l->memory);
    free(l->floats);
    free(l->exact);
    free(l->trace.steps);
    free(l->trace.who);
}

/* A list of floats that is too short, so that a longer one is asked for. */
static inline void starve(loan *l) {
    free(l->floats);
    l->engine.result.floats = l->floats = memory_of(1);
    l->engine.result.float_room = 0;
}

static inline void lend_floats(loan *l) {
    int64_t count = l->engine.result.float_count;
    REQUIRE(count > l->engine.result.float_room && count < INT32_MAX);
    free(l->floats);
    l->engine.result.floats = l->floats = memory_of((size_t)count * sizeof(ms_float));
    l->engine.result.float_room = (int32_t)count;
}

static inline void lend_scratch(loan *l) {
    ms_kept *kept = &l->engine.workspace.kept;
    size_t wanted = l->engine.result.memory_wanted;
    REQUIRE(wanted > kept->memory_bytes && wanted != SIZE_MAX);
    free(l->exact);
    kept->memory = l->exact = memory_of(wanted);
    kept->memory_bytes = wanted;
}

static inline void lend_trace(loan *l) {
    int64_t steps = l->trace.step_count, who = l->trace.who_count;
    REQUIRE(steps > l->trace.step_room || who > l->trace.who_room);
    free(l->trace.steps);
    free(l->trace.who);
    l->trace = (ms_trace){memory_of((size_t)steps * sizeof(ms_trace_step) + 1),
                          memory_of((size_t)who * sizeof(int32_t) + 1),
                          (int32_t)steps,
                          (int32_t)who,
                          0,
                          0};
}

/* Pair, with whatever is asked for; each is asked for a few times only. */
static inline ms_status pair_with(loan *l, const ms_tournament *t, bool traced) {
    l->engine.result.trace = traced ? &l->trace : NULL;
    for (int32_t asked = 0; asked < 10; asked++) {
        ms_status status = ms_engine_pair(&l->engine, t);
        if (status == MS_MORE_FLOATS)
            lend_floats(l);
        else if (status == MS_MORE_MEMORY)
            lend_scratch(l);
        else if (status == MS_MORE_TRACE)
            lend_trace(l);
        else
            return status;
    }
    REQUIRE(!"asked for ever more memory");
    return MS_BAD_INPUT;
}

#endif
