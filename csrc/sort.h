/* sort.h - sorting without comparators or allocation: keys are integers, scratch is the caller's. */
#ifndef MS_SORT_H
#define MS_SORT_H

#include "common.h"

/* Sort `count` keys ascending; `scratch` holds as many. */
void ms_sort_keys(uint64_t *keys, uint64_t *scratch, int32_t count);

/* The same for keys whose bits below `from_bit` ascend already: digit by digit, only those that differ. Quicker for random
 * keys of few bits, for nothing is compared. */
void ms_sort_digits(uint64_t *keys, uint64_t *scratch, int32_t count, int32_t from_bit);

/* A participant's key: by `major` first, then by index. The index comes back by ms_key_index. */
static inline uint64_t ms_key(uint32_t major, int32_t index) { return (uint64_t)major << 32 | (uint32_t)index; }

static inline int32_t ms_key_index(uint64_t key) { return (int32_t)(uint32_t)key; }

/* A score as a key, ascending. */
static inline uint32_t ms_score_key(int32_t score) { return (uint32_t)score ^ 0x80000000u; }

#endif
