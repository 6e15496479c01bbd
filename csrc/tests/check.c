#include "check.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

static struct {
    const char *suite;
    uint64_t seed;
    atomic_long checks; /* threads check too */
} state;

void check_that(bool condition, const char *what, const char *file, int line) {
    atomic_fetch_add(&state.checks, 1);
    if (condition) return;
    fprintf(stderr, "%s:%d: %s: not so: %s (seed %llu)\n", file, line, state.suite, what,
            (unsigned long long)state.seed);
    exit(1);
}

void check_seed(uint64_t seed) { state.seed = seed; }

/* Left as it is (LEAVE_MEMORY_ALONE), valgrind says who reads what nobody wrote. */
void *exactly(size_t bytes) {
    void *memory = malloc(bytes);
    CHECK(memory != NULL || bytes == 0, "there is memory");
#ifndef LEAVE_MEMORY_ALONE
    if (bytes > 0) memset(memory, 0xa5, bytes);
#endif
    return memory;
}

draws draws_from(uint64_t seed) {
    check_seed(seed);
    return (draws){seed};
}

uint64_t draw_word(draws *d) {
    uint64_t word = d->state += UINT64_C(0x9e3779b97f4a7c15);
    word = (word ^ word >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    word = (word ^ word >> 27) * UINT64_C(0x94d049bb133111eb);
    return word ^ word >> 31;
}

int32_t draw_below(draws *d, int32_t count) { return (int32_t)(draw_word(d) % (uint64_t)count); }

bool draw_chance(draws *d, int32_t percent) { return draw_below(d, 100) < percent; }

void draw_order(draws *d, int32_t *order, int32_t count) {
    for (int32_t k = 0; k < count; k++) {
        int32_t other = draw_below(d, k + 1);
        order[k] = order[other];
        order[other] = k;
    }
}

static const struct {
    const char *name;
    void (*run)(int32_t effort);
} SUITES[] = {
    {"bitset", test_bitset},         {"sort", test_sort},   {"history", test_history},
    {"field", test_field},           {"sizes", test_sizes}, {"matching", test_matching},
    {"weighted", test_weighted},     {"round", test_round}, {"explain", test_explain},
    {"tournament", test_tournament}, {"batch", test_batch}, {"simulate", test_simulate},
    {"threads", test_threads},
};

/* check [EFFORT [SUITE...]] */
int main(int argc, char **argv) {
    long effort = argc > 1 ? strtol(argv[1], NULL, 10) : 4;
    int run = 0;
    if (effort < 1 || effort > 1000000) return 2;
    for (size_t k = 0; k < sizeof SUITES / sizeof *SUITES; k++) {
        bool wanted = argc <= 2;
        for (int a = 2; a < argc; a++) wanted |= strcmp(argv[a], SUITES[k].name) == 0;
        if (!wanted) continue;
        state.suite = SUITES[k].name;
        atomic_store(&state.checks, 0);
        SUITES[k].run((int32_t)effort);
        printf("%-12s%10ld checks\n", state.suite, atomic_load(&state.checks));
        run++;
    }
    if (run == 0 || (argc > 2 && run != argc - 2)) {
        fprintf(stderr, "no such suite\n");
        return 2;
    }
    return 0;
}
