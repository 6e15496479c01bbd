/* ranking.h - a tournament as the field of the engine: players by number, teams by their ranking (N.5.1, D.02 3.1). */
#ifndef MS_RANKING_H
#define MS_RANKING_H

#include "tournament.h"

/* A tournament of teams arranged anew, and what that needs. */
typedef struct {
    ms_field field; /* its arrays are these: */
    ms_player *players;
    int32_t *numbers;
    uint64_t *played;
    int32_t *met;
    int32_t *team;  /* place in the ranking -> place in the tournament */
    int32_t *place; /* place in the tournament -> place in the ranking */
    uint64_t *keys, *key_scratch;
} ms_ranking;

/* Bytes needed for so many teams with so many entries in `met`; 0 when that is out of range. */
size_t ms_ranking_bytes(int32_t size, int64_t met_size);

void ms_ranking_init(ms_ranking *ranking, void *memory, int32_t size, int32_t met_size);

/* Whether the rule set arranges by ranking; else the tournament's own field serves. */
static inline bool ms_is_ranked(const ms_tournament *t) { return t->event.rule_set != MS_LIM; }

/* Arrange teams: score, tie-break, number. The ranking has room for them. */
void ms_rank(ms_ranking *ranking, const ms_tournament *t);

#endif
