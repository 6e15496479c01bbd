/* arena.h - one block of memory carved into arrays. One pass without memory measures, the same pass with memory carves:
 * a layout is written once.
 */
#ifndef MS_ARENA_H
#define MS_ARENA_H

#include "common.h"

enum { MS_ALIGNMENT = 16 };

typedef struct {
    unsigned char *memory; /* NULL while measuring */
    size_t used;
} ms_arena;

/* For the tests (csrc/Makefile): AddressSanitizer knows nothing of arrays in one block, but can be told of gaps between. */
#ifdef MS_GUARD_ARRAYS
#include <sanitizer/asan_interface.h>
enum { MS_GAP = 2 * MS_ALIGNMENT };
static inline void ms_guard(const unsigned char *block, size_t bytes, size_t with_gap) {
    ASAN_UNPOISON_MEMORY_REGION(block, bytes);
    ASAN_POISON_MEMORY_REGION(block + bytes, with_gap - bytes);
}
#else
enum { MS_GAP = 0 };
static inline void ms_guard(const unsigned char *block, size_t bytes, size_t with_gap) {
    (void)block, (void)bytes, (void)with_gap;
}
#endif

/* Room for `count` items of `size` bytes. No overflow: counts are bounded by the callers, to 2^31 at most, and a size_t has
 * 64 bits (common.h). */
static inline void *ms_carve(ms_arena *a, size_t count, size_t size) {
    unsigned char *block = a->memory != NULL ? a->memory + a->used : NULL;
    size_t bytes = count * size, with_gap = (bytes + MS_GAP + MS_ALIGNMENT - 1) / MS_ALIGNMENT * MS_ALIGNMENT;
    if (block != NULL) ms_guard(block, bytes, with_gap);
    a->used += with_gap;
    return block;
}

#endif
