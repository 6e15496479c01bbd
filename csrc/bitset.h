/* bitset.h - sets of positions as arrays of 64-bit words, and the walks over them.
 *
 * Bits at and above the size of a set are always 0. Every function is a word loop; a group of at
 * most 64 members is one word.
 */
#ifndef MS_BITSET_H
#define MS_BITSET_H

#include "common.h"

#include <string.h>

static inline int32_t ms_words(int32_t size) { return (size + 63) / 64; }

static inline int32_t ms_word_of(int32_t bit) { return bit >> 6; }

static inline uint64_t ms_bit(int32_t bit) { return UINT64_C(1) << ((uint32_t)bit & 63u); }

static inline bool ms_has(const uint64_t *set, int32_t bit) { return (set[ms_word_of(bit)] & ms_bit(bit)) != 0; }

static inline void ms_add(uint64_t *set, int32_t bit) { set[ms_word_of(bit)] |= ms_bit(bit); }

static inline void ms_remove(uint64_t *set, int32_t bit) { set[ms_word_of(bit)] &= ~ms_bit(bit); }

/* Most sets are one word, which is not worth a call. */
static inline void ms_clear(uint64_t *set, int32_t words) {
    if (words == 1)
        set[0] = 0;
    else
        memset(set, 0, (size_t)words * sizeof *set);
}

static inline bool ms_is_empty(const uint64_t *set, int32_t words) {
    for (int32_t w = 0; w < words; w++)
        if (set[w] != 0) return false;
    return true;
}

/* The set {0, ..., size - 1}. */
static inline void ms_fill(uint64_t *set, int32_t size) {
    int32_t words = ms_words(size);
    if (words > 1) memset(set, 0xff, (size_t)words * sizeof *set);
    set[words - 1] = ~UINT64_C(0) >> (-(uint32_t)size & 63u);
}

/* Index of the lowest and of the highest set bit of a word that is not 0. */
#if defined(__GNUC__) || defined(__clang__)
static inline int32_t ms_lowest(uint64_t word) { return (int32_t)__builtin_ctzll(word); }
static inline int32_t ms_highest(uint64_t word) { return 63 - (int32_t)__builtin_clzll(word); }
#else
static inline int32_t ms_lowest(uint64_t word) {
    int32_t bit = 0;
    for (; (word & 1u) == 0; word >>= 1) bit++;
    return bit;
}
static inline int32_t ms_highest(uint64_t word) {
    int32_t bit = 0;
    for (; word > 1u; word >>= 1) bit++;
    return bit;
}
#endif

static inline int32_t ms_count_bits(uint64_t word) {
    word -= (word >> 1) & UINT64_C(0x5555555555555555);
    word = (word & UINT64_C(0x3333333333333333)) + ((word >> 2) & UINT64_C(0x3333333333333333));
    word = (word + (word >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (int32_t)((word * UINT64_C(0x0101010101010101)) >> 56);
}

static inline int32_t ms_count(const uint64_t *set, int32_t words) {
    int32_t count = 0;
    for (int32_t w = 0; w < words; w++) count += ms_count_bits(set[w]);
    return count;
}

/* The bits of a word at and above a position, and below it. */
static inline uint64_t ms_from(int32_t bit) { return ~UINT64_C(0) << ((uint32_t)bit & 63u); }
static inline uint64_t ms_below(int32_t bit) { return ms_bit(bit) - 1; }

/* The first member at or after `from`, or MS_NONE. */
static inline int32_t ms_next(const uint64_t *set, int32_t words, int32_t from) {
    int32_t w = ms_word_of(from);
    if (w >= words) return MS_NONE;
    uint64_t word = set[w] & ms_from(from);
    while (word == 0) {
        if (++w == words) return MS_NONE;
        word = set[w];
    }
    return w * 64 + ms_lowest(word);
}

/* The last member, or MS_NONE. */
static inline int32_t ms_last(const uint64_t *set, int32_t words) {
    for (int32_t w = words - 1; w >= 0; w--)
        if (set[w] != 0) return w * 64 + ms_highest(set[w]);
    return MS_NONE;
}

/* The last member before `bit`, or MS_NONE. */
static inline int32_t ms_previous(const uint64_t *set, int32_t bit) {
    int32_t w = ms_word_of(bit);
    uint64_t word = set[w] & ms_below(bit);
    while (word == 0) {
        if (--w < 0) return MS_NONE;
        word = set[w];
    }
    return w * 64 + ms_highest(word);
}

/* The member with exactly `rank` members before it; `rank` is less than the count. */
static inline int32_t ms_select(const uint64_t *set, int32_t rank) {
    int32_t w = 0;
    for (int32_t here; rank >= (here = ms_count_bits(set[w])); w++) rank -= here;
    uint64_t word = set[w];
    for (; rank > 0; rank--) word &= word - 1;
    return w * 64 + ms_lowest(word);
}

#endif
