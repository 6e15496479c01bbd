/* engine.h - all that one thread needs to pair rounds of tournaments up to a size, made once and used again. */
#ifndef MS_ENGINE_H
#define MS_ENGINE_H

#include "ranking.h"

typedef struct {
    int32_t capacity;     /* participants; below 0 without memory */
    int32_t met_capacity; /* entries of `met`; teams only */
    ms_workspace workspace;
    ms_ranking ranking;
    ms_result result; /* of the last round; participants are places in the tournament */
    int32_t *scratch; /* an entry a participant, for whoever prepares a tournament */
    ms_asker asker;   /* asked while a round takes long; nobody unless set after ms_engine_init */
} ms_engine;

/* Bytes an engine needs for tournaments with so many participants and entries of `met`; 0 out of range. */
size_t ms_engine_bytes(int32_t capacity, int64_t met_capacity);

/* It stays where it is from then on. */
void ms_engine_init(ms_engine *engine, void *memory, int32_t capacity, int32_t met_capacity);

/* Whether it is large enough. */
bool ms_engine_fits(const ms_engine *engine, const ms_tournament *t);

/* Pair the round of a tournament: ms_pair_round, with the answer in places of the tournament. `result.floats` and the
 * scratch of the exact method (`workspace.kept`) may be exchanged for larger ones where the status asks for it. After
 * MS_STOPPED the engine can only be initialised anew. */
ms_status ms_engine_pair(ms_engine *engine, const ms_tournament *t);

#endif
