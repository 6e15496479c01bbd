#include "field.h"

static bool player_is_sound(const ms_field *field, const ms_player *player) {
    if (player->games > MS_MAX_GAMES || player->met_count < 0 || player->met_from < 0) return false;
    if (player->met_from > field->met_size - player->met_count) return false;
    if (player->score > MS_MAX_SCORE || player->score < -MS_MAX_SCORE) return false;
    if (player->rating > MS_MAX_SCORE || player->rating < 0) return false;
    return player->games == 64 || (player->colours >> player->games) == 0;
}

ms_status ms_field_prepare(ms_field *field) {
    if (field->size < 0 || field->size > MS_MAX_PLAYERS || field->met_size < 0) return MS_BAD_INPUT;
    for (int32_t k = 0; k < field->met_size; k++)
        if (field->met[k] < 0 || field->met[k] >= field->size) return MS_BAD_INPUT;
    for (int32_t p = 0; p < field->size; p++) {
        ms_player *player = &field->players[p];
        if (!player_is_sound(field, player)) return MS_BAD_INPUT;
        player->traits = ms_traits(player->colours, player->games);
    }
    return MS_OK;
}
