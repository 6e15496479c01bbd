/* input.h - the bytes of a fuzzer as a supply of choices, and what every target needs besides.
 *
 * Where the bytes end, all that follow are 0, or, where the first byte says so, drawn from them: so few bytes can be a
 * large field.
 */
#ifndef MS_FUZZ_INPUT_H
#define MS_FUZZ_INPUT_H

#include "common.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What must hold whatever the input is. */
#define REQUIRE(what)                                                                                                  \
    do {                                                                                                               \
        if (!(what)) {                                                                                                 \
            fprintf(stderr, "%s:%d: it must hold that %s\n", __FILE__, __LINE__, #what);                               \
            abort();                                                                                                   \
        }                                                                                                              \
    } while (0)

typedef struct {
    const uint8_t *at, *end;
    bool goes_on;
    uint64_t state;
} input;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static inline uint8_t next_byte(input *in) {
    if (in->at < in->end) {
        in->state = (in->state ^ *in->at) * UINT64_C(0x100000001b3);
        return *in->at++;
    }
    if (!in->goes_on) return 0;
    in->state = in->state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint8_t)(in->state >> 56);
}

static inline input open_input(const uint8_t *data, size_t size) {
    input in = {data, data + size, false, UINT64_C(0xcbf29ce484222325)};
    in.goes_on = (next_byte(&in) & 1) != 0;
    return in;
}

static inline bool next_bool(input *in) { return (next_byte(in) & 1) != 0; }

/* From 0 to below `count`, which is 65,536 at most. */
static inline int32_t next_below(input *in, int32_t count) {
    int32_t low = next_byte(in);
    return count <= 1 ? 0 : count <= 256 ? low % count : (low | next_byte(in) << 8) % count;
}

/* True once in so many times. */
static inline bool next_rarely(input *in, int32_t once_in) { return next_below(in, once_in) == once_in - 1; }

/* Any number at all. */
static inline int32_t next_int32(input *in) {
    uint32_t value = 0;
    for (int32_t k = 0; k < 4; k++) value = value << 8 | next_byte(in);
    return (int32_t)value;
}

/* Memory of just this size, so that whatever lies beyond is noticed. */
static inline void *memory_of(size_t bytes) {
    void *memory = malloc(bytes);
    REQUIRE(memory != NULL);
    return memory;
}

#endif
