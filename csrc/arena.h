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

/* Room for `count` items of `size` bytes. Counts are bounded by the callers: no overflow in 64 bits. */
static inline void *ms_carve(ms_arena *a, size_t count, size_t size) {
    void *block = a->memory != NULL ? a->memory + a->used : NULL;
    a->used += (count * size + MS_ALIGNMENT - 1) / MS_ALIGNMENT * MS_ALIGNMENT;
    return block;
}

#endif
