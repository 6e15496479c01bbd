/* failing_allocations.c - loaded before the C library (LD_PRELOAD) it lets a chosen allocation of one library fail, and knows
 * what that library has not given back. Whose an allocation is says the address it is asked from. For test_allocations.py;
 * of glibc.
 */
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void __libc_free(void *memory);

enum { MOST_LIVE = 4096 };

static uintptr_t from, to;          /* where the library lies */
static _Atomic int64_t before = -1; /* allocations that succeed before one fails; below 0: none fails */
static _Atomic int64_t asked, failed, live_blocks;
static _Atomic int forever; /* all that follow fail too */
static _Atomic(void *) live[MOST_LIVE];
static _Atomic size_t highest; /* no block lies behind it */

void watch(uintptr_t first, uintptr_t end) { from = first, to = end; }

void fail_after(int64_t count, int for_ever) {
    forever = for_ever;
    failed = asked = 0;
    before = count;
}

int64_t failures(void) { return failed; }
int64_t allocations(void) { return asked; }
int64_t blocks(void) { return live_blocks; }

static int is_watched(const void *caller) { return (uintptr_t)caller >= from && (uintptr_t)caller < to; }

static int fails(void) {
    asked++;
    if (before < 0) return 0;
    int64_t left = before;
    while (left > 0 && !atomic_compare_exchange_weak(&before, &left, left - 1)) continue;
    if (left > 0) return 0;
    if (!forever) before = -1;
    failed++;
    return 1;
}

static void *keep(void *memory) {
    if (memory == NULL) return NULL;
    for (size_t k = 0; k < MOST_LIVE; k++) {
        void *none = NULL;
        if (!atomic_compare_exchange_strong(&live[k], &none, memory)) continue;
        live_blocks++;
        size_t end = highest;
        while (end <= k && !atomic_compare_exchange_weak(&highest, &end, k + 1)) continue;
        return memory;
    }
    live_blocks += 1 << 30; /* more than a test may hold */
    return memory;
}

static void forget(void *memory) {
    if (live_blocks == 0 || memory == NULL) return;
    for (size_t k = 0; k < highest; k++) {
        void *here = memory;
        if (!atomic_compare_exchange_strong(&live[k], &here, NULL)) continue;
        live_blocks--;
        return;
    }
}

void *malloc(size_t size) {
    if (!is_watched(__builtin_return_address(0))) return __libc_malloc(size);
    return fails() ? NULL : keep(__libc_malloc(size));
}

void *calloc(size_t count, size_t size) {
    if (!is_watched(__builtin_return_address(0))) return __libc_calloc(count, size);
    return fails() ? NULL : keep(__libc_calloc(count, size));
}

void *realloc(void *memory, size_t size) {
    if (!is_watched(__builtin_return_address(0))) return __libc_realloc(memory, size);
    if (fails()) return NULL;
    void *moved = __libc_realloc(memory, size);
    if (moved == NULL) return NULL;
    if (memory != NULL) {
        for (size_t k = 0; k < highest; k++) {
            void *here = memory;
            if (atomic_compare_exchange_strong(&live[k], &here, moved)) return moved;
        }
    }
    return keep(moved);
}

void free(void *memory) {
    forget(memory);
    __libc_free(memory);
}
