/* batch.h - many rounds with one engine: tournaments kept by the caller, or given as arrays one behind the other. */
#ifndef MS_BATCH_H
#define MS_BATCH_H

#include "arrays.h"
#include "engine.h"

typedef struct {
    const ms_tournament *const *tournaments; /* or NULL, and then: */
    const ms_event *events;                  /* of each tournament; `round` is that to be paired */
    ms_values values;
    ms_level_order level_order;
    const int64_t *offsets; /* tournament k has the rows offsets[k] to offsets[k + 1] */
    ms_arrays arrays;       /* of all participants; opponents are places in their own tournament */
} ms_batch;

/* The answers: an entry a tournament, but for the pairs. */
typedef struct {
    int32_t *pairs;              /* white, black, as places in the tournament; two entries a pair */
    const int64_t *pair_offsets; /* the pairs of tournament k begin at pair pair_offsets[k]; room for size / 2 */
    int32_t *boards;
    int32_t *bye; /* or MS_NONE */
    int32_t *cracked;
    int32_t *float_count;
    int32_t *status;
} ms_answers;

/* What one thread works with. */
typedef struct {
    ms_engine *engine; /* large enough for every tournament */
    void *memory;      /* holds the largest tournament given as arrays */
    ms_float *floats;  /* of the tournaments paired, one behind the other */
    int64_t float_room, float_count;
    ms_status wants; /* MS_OK, or what the next tournament needs */
} ms_worker;

/* Tournament k of those given as arrays, in memory that holds it. */
ms_fault ms_batch_load(const ms_batch *batch, int32_t k, void *memory, int32_t *scratch, ms_tournament *t);

/* Pair the tournaments from..to; how many are done. Fewer than asked: the next one `wants` longer `floats`
 * (MS_MORE_FLOATS, by engine->result.float_count) or the scratch of the exact method (MS_MORE_MEMORY), or is no longer
 * wanted (MS_STOPPED). A tournament that cannot be paired has its status, and is done. */
int32_t ms_batch_pair(const ms_batch *batch, const ms_answers *answers, ms_worker *worker, int32_t from, int32_t to);

#endif
