/* exhaustive.h - what can be paired, by trying everything: for at most FEW participants. */
#ifndef MS_FUZZ_EXHAUSTIVE_H
#define MS_FUZZ_EXHAUSTIVE_H

#include "input.h"

enum { FEW = 9 };

/* Of every set of the participants 0..count-1, as bits. */
typedef struct {
    int8_t most[1 << FEW];   /* the most pairs */
    int8_t inside[1 << FEW]; /* the most inside pairs of a complete pairing; -1: there is none */
} pairings;

/* `joined[i]`: the bits of those i can meet; `inside[i]`: those with whom that would be an inside pair. */
static inline void try_everything(pairings *all, int32_t count, const uint32_t *joined, const uint32_t *inside) {
    all->most[0] = all->inside[0] = 0;
    for (uint32_t set = 1; set < UINT32_C(1) << count; set++) {
        int32_t first = 0;
        while ((set >> first & 1u) == 0) first++;
        uint32_t others = set & ~(UINT32_C(1) << first);
        all->most[set] = all->most[others];
        all->inside[set] = -1;
        for (int32_t other = first + 1; other < count; other++) {
            if ((others & joined[first] & UINT32_C(1) << other) == 0) continue;
            uint32_t rest = others & ~(UINT32_C(1) << other);
            int8_t pairs = (int8_t)(all->most[rest] + 1), kept = all->inside[rest];
            if (kept >= 0) kept = (int8_t)(kept + (int8_t)(inside[first] >> other & 1u));
            if (pairs > all->most[set]) all->most[set] = pairs;
            if (kept > all->inside[set]) all->inside[set] = kept;
        }
    }
}

static inline int32_t bits_in(uint32_t set) {
    int32_t count = 0;
    for (; set != 0; set &= set - 1) count++;
    return count;
}

static inline bool is_complete(const pairings *all, uint32_t set) { return 2 * all->most[set] == bits_in(set); }

#endif
