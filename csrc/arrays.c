#include "arrays.h"

int32_t ms_arrays_room(const ms_arrays *arrays, int32_t *scratch) {
    int32_t most = 0;
    if (arrays->forbidden_count == 0) return arrays->rounds.rounds;
    if (arrays->forbidden_count < 0 || arrays->forbidden_count > MS_MAX_FORBIDDEN) return MS_NONE;
    for (int32_t p = 0; p < arrays->size; p++) scratch[p] = 0;
    for (int32_t k = 0; k < 2 * arrays->forbidden_count; k++) {
        int32_t p = arrays->forbidden[k];
        if (p < 0 || p >= arrays->size || p == arrays->forbidden[k ^ 1]) return MS_NONE;
        if (++scratch[p] > most) most = scratch[p];
    }
    return arrays->rounds.rounds + most;
}

/* A flag that an array says in place of the results. */
static void mark(ms_player *player, uint8_t flag, const uint8_t *array, int32_t p) {
    if (array == NULL) return;
    player->flags = (uint8_t)(array[p] != 0 ? player->flags | flag : player->flags & ~flag);
}

ms_fault ms_arrays_fill(const ms_arrays *arrays, ms_tournament *t, int32_t *scratch) {
    for (int32_t p = 0; p < arrays->size; p++) {
        int32_t rating = arrays->rating == NULL ? 0 : arrays->rating[p];
        if (rating < 0 || rating > MS_MAX_SCORE) return (ms_fault){MS_FAULT_RATING, p, t->event.round};
        t->players[p].rating = rating;
        if (t->tiebreak != NULL && arrays->tiebreak != NULL) t->tiebreak[p] = arrays->tiebreak[p];
    }
    ms_fault fault = ms_tournament_load(t, &arrays->rounds);
    if (fault.kind != MS_SOUND) return fault;
    for (int32_t p = 0; p < arrays->size; p++) {
        mark(&t->players[p], MS_PRESENT, arrays->present, p);
        mark(&t->players[p], MS_BYE_BARRED, arrays->bye_barred, p);
        mark(&t->players[p], MS_FLOATED, arrays->floated, p);
    }
    if (arrays->forbidden_count == 0) return fault;
    int32_t room = ms_tournament_forbid(t, arrays->forbidden, arrays->forbidden_count, scratch);
    if (room == MS_NONE || room > t->room) fault.kind = MS_FAULT_FORBIDDEN;
    return fault;
}
