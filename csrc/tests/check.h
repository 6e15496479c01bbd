/* check.h - what the tests of csrc are written with: named checks, numbers drawn from a seed, and memory that holds exactly
 * the bytes asked for, so that a sanitizer or valgrind sees who writes behind it.
 */
#ifndef MS_CHECK_H
#define MS_CHECK_H

#include "../common.h"

#include <stdlib.h>

/* A check says what it checks. The first that fails ends the program with that, the place and the seed in use. */
#define CHECK(condition, what) check_that((condition), (what), __FILE__, __LINE__)

void check_that(bool condition, const char *what, const char *file, int line);

/* The seed that is told where a check fails. */
void check_seed(uint64_t seed);

/* Memory of so many bytes, full of what nobody expects; freed by free(). */
void *exactly(size_t bytes);

/* splitmix64: the same numbers everywhere. */
typedef struct {
    uint64_t state;
} draws;

draws draws_from(uint64_t seed); /* and check_seed(seed) */
uint64_t draw_word(draws *d);
int32_t draw_below(draws *d, int32_t count); /* 0..count - 1 */
bool draw_chance(draws *d, int32_t percent);
void draw_order(draws *d, int32_t *order, int32_t count); /* 0..count - 1 in any order */

/* The suites; `effort` is how often random ones are repeated. */
void test_bitset(int32_t effort);
void test_sort(int32_t effort);
void test_history(int32_t effort);
void test_field(int32_t effort);
void test_sizes(int32_t effort);
void test_matching(int32_t effort);
void test_weighted(int32_t effort);
void test_round(int32_t effort);
void test_explain(int32_t effort);
void test_tournament(int32_t effort);
void test_batch(int32_t effort);
void test_simulate(int32_t effort);
void test_threads(int32_t effort);

#endif
