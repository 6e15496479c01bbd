#include "sort.h"

enum { RUN = 16 };

static void insertion_sort(uint64_t *keys, int32_t count) {
    for (int32_t i = 1; i < count; i++) {
        uint64_t key = keys[i];
        int32_t j = i;
        for (; j > 0 && keys[j - 1] > key; j--) keys[j] = keys[j - 1];
        keys[j] = key;
    }
}

static void merge(const uint64_t *from, uint64_t *to, int32_t low, int32_t middle, int32_t high) {
    int32_t i = low, j = middle;
    for (int32_t k = low; k < high; k++) {
        bool left = j >= high || (i < middle && from[i] <= from[j]);
        to[k] = left ? from[i++] : from[j++];
    }
}

static int32_t smaller(int64_t a, int64_t b) { return (int32_t)(a < b ? a : b); }

/* Bottom-up merge sort over short sorted runs. */
void ms_sort_keys(uint64_t *keys, uint64_t *scratch, int32_t count) {
    for (int32_t low = 0; low < count; low += RUN) insertion_sort(keys + low, smaller(RUN, count - low));
    uint64_t *from = keys, *to = scratch;
    for (int64_t width = RUN; width < count; width *= 2) {
        for (int64_t low = 0; low < count; low += 2 * width)
            merge(from, to, (int32_t)low, smaller(low + width, count), smaller(low + 2 * width, count));
        uint64_t *swap = from;
        from = to;
        to = swap;
    }
    if (from != keys)
        for (int32_t k = 0; k < count; k++) keys[k] = from[k];
}

enum { DIGIT_BITS = 6, DIGITS = 1 << DIGIT_BITS };

/* One stable pass over a digit. */
static void sort_digit(const uint64_t *from, uint64_t *to, int32_t count, int32_t shift) {
    int32_t start[DIGITS] = {0};
    for (int32_t k = 0; k < count; k++) start[from[k] >> shift & (DIGITS - 1)]++;
    for (int32_t d = 0, sum = 0; d < DIGITS; d++) {
        int32_t here = start[d];
        start[d] = sum;
        sum += here;
    }
    for (int32_t k = 0; k < count; k++) to[start[from[k] >> shift & (DIGITS - 1)]++] = from[k];
}

void ms_sort_digits(uint64_t *keys, uint64_t *scratch, int32_t count, int32_t from_bit) {
    uint64_t *from = keys, *to = scratch, differ = 0;
    for (int32_t k = 1; k < count; k++) differ |= keys[k] ^ keys[0];
    for (int32_t shift = from_bit; shift < 64; shift += DIGIT_BITS) {
        if ((differ >> shift & (DIGITS - 1)) == 0) continue;
        sort_digit(from, to, count, shift);
        uint64_t *swap = from;
        from = to;
        to = swap;
    }
    if (from != keys)
        for (int32_t k = 0; k < count; k++) keys[k] = from[k];
}
