#include "../bitset.h"
#include "check.h"

/* A set beside one flag a member. */
static void compare(const uint64_t *set, const bool *flags, int32_t size) {
    int32_t words = ms_words(size), count = 0, next = MS_NONE, last = MS_NONE;
    for (int32_t k = 0; k < size; k++) {
        CHECK(ms_has(set, k) == flags[k], "ms_has tells the members");
        if (!flags[k]) continue;
        CHECK(ms_select(set, count) == k, "ms_select finds a member by its rank");
        CHECK(ms_previous(set, k) == last, "ms_previous is the member before");
        last = k;
        count++;
    }
    for (int32_t k = size - 1; k >= 0; k--) {
        if (flags[k]) next = k;
        CHECK(ms_next(set, words, k) == next, "ms_next is the first member from a place on");
    }
    CHECK(ms_next(set, words, 64 * words) == MS_NONE, "ms_next ends behind the set");
    CHECK(ms_last(set, words) == last, "ms_last is the last member");
    CHECK(ms_count(set, words) == count, "ms_count counts the members");
    CHECK(ms_is_empty(set, words) == (count == 0), "ms_is_empty");
}

static void try_size(draws *d, int32_t size) {
    int32_t words = ms_words(size);
    uint64_t *set = exactly((size_t)words * sizeof *set);
    bool *flags = exactly((size_t)size * sizeof *flags);
    ms_fill(set, size);
    for (int32_t k = 0; k < size; k++) flags[k] = true;
    compare(set, flags, size);
    ms_clear(set, words);
    for (int32_t k = 0; k < size; k++) flags[k] = false;
    compare(set, flags, size);
    for (int32_t turn = 0; turn < 8; turn++) {
        for (int32_t n = 0; n < size; n++) {
            int32_t k = draw_below(d, size);
            flags[k] = draw_chance(d, 50);
            if (flags[k])
                ms_add(set, k);
            else
                ms_remove(set, k);
        }
        compare(set, flags, size);
    }
    free(set);
    free(flags);
}

static void test_words(void) {
    CHECK(ms_words(0) == 0 && ms_words(1) == 1 && ms_words(64) == 1 && ms_words(65) == 2, "ms_words rounds up");
    for (int32_t bit = 0; bit < 64; bit++) {
        uint64_t word = UINT64_C(1) << bit;
        CHECK(ms_lowest(word) == bit && ms_highest(word) == bit, "the lowest and the highest bit of one");
        CHECK(ms_lowest(word | UINT64_C(1) << 63) == bit, "the lowest bit of two");
        CHECK(ms_highest(word | 1) == bit, "the highest bit of two");
        CHECK(ms_below(bit) == word - 1 && ms_from(bit) == ~(word - 1), "the bits below a position, and from it on");
        CHECK(ms_count_bits(word - 1) == bit && ms_count_bits(~word) == 63, "ms_count_bits");
    }
    CHECK(ms_count_bits(0) == 0 && ms_count_bits(~UINT64_C(0)) == 64, "ms_count_bits of nothing and of all");
}

void test_bitset(int32_t effort) {
    test_words();
    for (int32_t turn = 0; turn < effort; turn++) {
        draws d = draws_from((uint64_t)turn);
        for (int32_t size = 1; size <= 130; size++) try_size(&d, size);
    }
}
