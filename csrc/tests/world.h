/* world.h - tournaments drawn for the tests, in a plain form of their own, and what any legal round keeps, read from the
 * rules without code of the engine.
 */
#ifndef MS_WORLD_H
#define MS_WORLD_H

#include "../engine.h"
#include "check.h"

/* A field in memory of exactly the bytes needed. */
typedef struct {
    ms_field field;
    ms_player *players;
    int32_t *numbers, *met;
    uint64_t *played;
} sample;

/* n participants level on everything; `met` is n x n and symmetric. It is not yet prepared. */
sample sample_of(int32_t n, const bool *met);
void sample_free(sample *s);

typedef struct {
    int32_t n;
    ms_event event;
    bool *met;      /* n x n: have met, or are forbidden */
    char *colours;  /* n rows of MS_MAX_GAMES: 'w' and 'b', the first game first */
    int32_t *games; /* played ones */
    uint64_t *played;
    int32_t *score, *rating;
    bool *present, *barred, *floated;
} world;

/* Before round `rounds` + 1 of a tournament whose rounds were paired by chance. */
world world_of(draws *d, int32_t n, int32_t rounds, ms_rule_set rule_set);
void world_free(world *w);
sample sample_of_world(const world *w);

/* One round more: a and b have met, the first with White. */
void world_play(world *w, int32_t white, int32_t black);

/* 2.1, 6: whether two may meet; leniently, whatever their colours. */
bool world_compatible(const world *w, int32_t a, int32_t b, bool leniently);

/* The answer to a round: everybody present has one place, nobody meets anybody again, the bye is allowed, the colours are
 * within the limits where these bind, floats are moves. */
void check_legal(const world *w, const ms_result *result);

/* That no legal pairing exists, by trying all; of small fields. */
void check_impossible(const world *w, const ms_result *result);

/* Pair a round with memory of exactly the bytes that are asked for, more of it where the status says so; the result is then
 * freed by result_free. */
typedef struct {
    ms_result result;
    ms_trace trace;
    void *exact;
} answer;

answer answer_for(int32_t n, bool traced);
void answer_free(answer *a);
bool answer_enlarge(answer *a, ms_result *result, ms_kept *kept, ms_status status); /* whether to pair again */

#endif
