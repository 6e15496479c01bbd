#include "field.h"

static bool player_is_sound(const ms_field *field, const ms_player *player) {
    if (player->games > MS_MAX_GAMES || player->met_count < 0 || player->met_from < 0) return false;
    if (player->met_from > field->met_size - player->met_count) return false;
    if (player->score > MS_MAX_SCORE || player->score < -MS_MAX_SCORE) return false;
    if (player->rating > MS_MAX_SCORE || player->rating < 0) return false;
    for (int32_t k = player->met_from; k < player->met_from + player->met_count; k++)
        if (field->met[k] < 0 || field->met[k] >= field->size) return false;
    return player->games == 64 || (player->colours >> player->games) == 0;
}

/* A number for the pair of two indices, the same from both sides but for its sign. */
static uint64_t signed_trace(int32_t a, int32_t b) {
    uint64_t low = (uint32_t)(a < b ? a : b), high = (uint32_t)(a < b ? b : a);
    uint64_t trace = (high << 32 | low) * UINT64_C(0x9e3779b97f4a7c15);
    trace = (trace ^ trace >> 29) * UINT64_C(0xbf58476d1ce4e5b9);
    trace ^= trace >> 32;
    return a < b ? trace : 0 - trace;
}

/* Nobody has met itself, and the traces of all meetings cancel out: each is told by both sides. */
static bool meetings_are_sound(const ms_field *field) {
    uint64_t sum = 0;
    for (int32_t p = 0; p < field->size; p++) {
        const ms_player *player = &field->players[p];
        for (int32_t k = player->met_from; k < player->met_from + player->met_count; k++) {
            if (field->met[k] == p) return false;
            sum += signed_trace(p, field->met[k]);
        }
    }
    return sum == 0;
}

static uint32_t met_bits(const ms_field *field, const ms_player *player) {
    uint32_t bits = 0;
    for (int32_t k = 0; k < player->met_count; k++) bits |= ms_met_bit(field->met[player->met_from + k]);
    return bits;
}

/* The bounds of all scores; of an empty field both are 0. */
void ms_field_bound(ms_field *field) {
    field->low_score = field->high_score = field->size > 0 ? field->players[0].score : 0;
    for (int32_t p = 0; p < field->size; p++) {
        int32_t score = field->players[p].score;
        if (score < field->low_score) field->low_score = score;
        if (score > field->high_score) field->high_score = score;
    }
}

void ms_field_derive(ms_field *field) {
    for (int32_t p = 0; p < field->size; p++) {
        ms_player *player = &field->players[p];
        int32_t difference = ms_difference(player->colours, player->games);
        player->difference = (int8_t)difference;
        player->traits = ms_traits(player->colours, player->games, difference);
        player->met_bits = met_bits(field, player);
    }
    ms_field_bound(field);
}

ms_status ms_field_prepare(ms_field *field) {
    if (field->size < 0 || field->size > MS_MAX_PLAYERS || field->met_size < 0) return MS_BAD_INPUT;
    for (int32_t p = 0; p < field->size; p++)
        if (!player_is_sound(field, &field->players[p])) return MS_BAD_INPUT;
    ms_field_derive(field);
    return meetings_are_sound(field) ? MS_OK : MS_BAD_INPUT;
}
