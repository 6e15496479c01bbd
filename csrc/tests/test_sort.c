#include "../sort.h"
#include "check.h"

#include <string.h>

static int ascending(const void *a, const void *b) {
    uint64_t one, other;
    memcpy(&one, a, sizeof one);
    memcpy(&other, b, sizeof other);
    return (one > other) - (one < other);
}

/* Keys as the callers make them: a major part with ties, and the place below it. */
static void try_keys(draws *d, int32_t count, int32_t values, bool by_digits) {
    size_t bytes = (size_t)count * sizeof(uint64_t);
    uint64_t *keys = exactly(bytes), *scratch = exactly(bytes), *sorted = exactly(bytes);
    for (int32_t k = 0; k < count; k++) keys[k] = ms_key((uint32_t)draw_below(d, values), k);
    if (count > 0) {
        memcpy(sorted, keys, bytes);
        qsort(sorted, (size_t)count, sizeof *sorted, ascending);
    }
    if (by_digits)
        ms_sort_digits(keys, scratch, count, 32);
    else
        ms_sort_keys(keys, scratch, count);
    for (int32_t k = 0; k < count; k++) CHECK(keys[k] == sorted[k], "the keys ascend, and none is lost");
    free(keys);
    free(scratch);
    free(sorted);
}

static void test_keys(void) {
    static const int32_t scores[] = {INT32_MIN, -MS_MAX_SCORE, -1, 0, 1, MS_MAX_SCORE, MS_NO_SCORE, INT32_MAX};
    for (size_t k = 1; k < sizeof scores / sizeof *scores; k++)
        CHECK(ms_score_key(scores[k - 1]) < ms_score_key(scores[k]), "keys of scores ascend as the scores do");
    CHECK(ms_key_index(ms_key(UINT32_MAX, MS_MAX_PLAYERS)) == MS_MAX_PLAYERS, "the index comes back");
    CHECK(ms_key(1, 0) > ms_key(0, INT32_MAX), "the major part comes first");
}

void test_sort(int32_t effort) {
    static const int32_t values[] = {1, 3, 1000, INT32_MAX};
    test_keys();
    for (int32_t turn = 0; turn < effort; turn++) {
        draws d = draws_from((uint64_t)turn);
        for (int32_t count = 0; count <= 130; count++)
            for (int32_t v = 0; v < 4; v++)
                for (int32_t by_digits = 0; by_digits < 2; by_digits++) try_keys(&d, count, values[v], by_digits == 1);
        for (int32_t by_digits = 0; by_digits < 2; by_digits++) try_keys(&d, 2000, 500, by_digits == 1);
    }
}
