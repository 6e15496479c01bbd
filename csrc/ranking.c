#include "ranking.h"
#include "arena.h"
#include "sort.h"

static void carve(ms_ranking *ranking, ms_arena *a, size_t n, size_t met_size) {
    ranking->players = ms_carve(a, n, sizeof *ranking->players);
    ranking->played = ms_carve(a, n, sizeof *ranking->played);
    ranking->keys = ms_carve(a, n, sizeof *ranking->keys);
    ranking->key_scratch = ms_carve(a, n, sizeof *ranking->key_scratch);
    ranking->numbers = ms_carve(a, n, sizeof *ranking->numbers);
    ranking->team = ms_carve(a, n, sizeof *ranking->team);
    ranking->place = ms_carve(a, n, sizeof *ranking->place);
    ranking->met = ms_carve(a, met_size, sizeof *ranking->met);
}

size_t ms_ranking_bytes(int32_t size, int64_t met_size) {
    if (size < 0 || size > MS_MAX_PLAYERS || met_size < 0 || met_size > INT32_MAX) return 0;
    ms_arena a = {NULL, 0};
    ms_ranking ranking;
    carve(&ranking, &a, (size_t)size, (size_t)met_size);
    return a.used + MS_ALIGNMENT; /* never 0 */
}

void ms_ranking_init(ms_ranking *ranking, void *memory, int32_t size, int32_t met_size) {
    ms_arena a = {memory, 0};
    carve(ranking, &a, (size_t)size, (size_t)met_size);
}

/* One stable pass: the larger first. The halves of a tie-break come one after the other. */
static void sort_by(ms_ranking *ranking, int32_t count, uint32_t (*word)(const ms_tournament *, int32_t),
                    const ms_tournament *t) {
    bool equal = true;
    for (int32_t k = 0; k < count; k++) {
        ranking->keys[k] = ms_key(~word(t, ranking->team[k]), k);
        equal = equal && (ranking->keys[k] >> 32) == (ranking->keys[0] >> 32);
    }
    if (equal) return;
    ms_sort_keys(ranking->keys, ranking->key_scratch, count);
    for (int32_t k = 0; k < count; k++) ranking->place[k] = ranking->team[ms_key_index(ranking->keys[k])];
    for (int32_t k = 0; k < count; k++) ranking->team[k] = ranking->place[k];
}

static uint32_t score_word(const ms_tournament *t, int32_t p) { return ms_score_key(t->players[p].score); }

static uint32_t low_word(const ms_tournament *t, int32_t p) { return (uint32_t)((uint64_t)t->tiebreak[p]); }

static uint32_t high_word(const ms_tournament *t, int32_t p) {
    return (uint32_t)((uint64_t)t->tiebreak[p] >> 32) ^ 0x80000000u;
}

/* What is derived of a player stays, but for whom it has met: that goes by places. */
static void copy_team(ms_ranking *ranking, const ms_tournament *t, int32_t k, int32_t *at) {
    int32_t p = ranking->team[k];
    const ms_player *player = &t->players[p];
    ranking->players[k] = *player;
    ranking->players[k].met_from = *at;
    ranking->numbers[k] = t->numbers[p];
    ranking->played[k] = t->played[p];
    uint32_t met_bits = 0;
    for (int32_t m = 0; m < player->met_count; m++) {
        int32_t place = ranking->place[t->met[player->met_from + m]];
        ranking->met[(*at)++] = place;
        met_bits |= ms_met_bit(place);
    }
    ranking->players[k].met_bits = met_bits;
}

void ms_rank(ms_ranking *ranking, const ms_tournament *t) {
    int32_t size = t->field.size, at = 0;
    for (int32_t p = 0; p < size; p++) ranking->team[p] = p;
    if (t->tiebreak != NULL) {
        sort_by(ranking, size, low_word, t);
        sort_by(ranking, size, high_word, t);
    }
    sort_by(ranking, size, score_word, t);
    for (int32_t k = 0; k < size; k++) ranking->place[ranking->team[k]] = k;
    for (int32_t k = 0; k < size; k++) copy_team(ranking, t, k, &at);
    ranking->field = (ms_field){size, ranking->players,   ranking->numbers,   ranking->played, ranking->met,
                                at,   t->field.low_score, t->field.high_score};
}
