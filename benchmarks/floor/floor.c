#include "floor.h"

/* Counting sort by score, descending; numbers ascend because the sort is stable. counts[s] becomes the end of the
 * scores `high - s`. Returns how many are present. */
static int32_t sort_by_score(const ms_field *field, floor_round *round) {
    const ms_player *players = field->players;
    int32_t range = round->high - round->low + 1, *starts = round->counts + 1;
    memset(round->counts, 0, ((size_t)range + 1) * sizeof *round->counts);
    for (int32_t p = 0; p < field->size; p++) starts[round->high - players[p].score] += players[p].flags & MS_PRESENT;
    for (int32_t s = 1; s < range; s++) starts[s] += starts[s - 1];
    int32_t present = starts[range - 1];
    for (int32_t p = 0; p < field->size; p++)
        if ((players[p].flags & MS_PRESENT) != 0) round->order[round->counts[round->high - players[p].score]++] = p;
    return present;
}

/* The first half against the second half; the first of the two has its due colour. */
static void halve(const ms_player *players, floor_round *round, int32_t start, int32_t end) {
    const int32_t *top = round->order + start, half = (end - start) / 2, *bottom = top + half;
    int32_t *white = round->white + round->boards, *black = round->black + round->boards;
    for (int32_t k = 0; k < half; k++) {
        bool swaps = (players[top[k]].traits & MS_DUE_BLACK) != 0;
        white[k] = swaps ? bottom[k] : top[k];
        black[k] = swaps ? top[k] : bottom[k];
    }
    round->boards += half;
}

void floor_pair(const ms_field *field, floor_round *round) {
    int32_t present = sort_by_score(field, round), start = 0;
    round->boards = 0;
    for (int32_t s = 0; s <= round->high - round->low; s++) {
        int32_t end = round->counts[s];
        halve(field->players, round, start, end);
        start = end - (end - start) % 2;
    }
    round->bye = start < present ? round->order[start] : MS_NONE;
}
