#include "group.h"

void ms_group_open(ms_group *group, const ms_field *field, const ms_rules *rules) {
    group->field = field;
    group->rules = rules;
    group->size = group->words = group->floaters = 0;
    group->has_rows = false;
}

static void open_word(ms_group *group, int32_t w) {
    group->left[w] = group->residents[w] = 0;
    group->can_white[w] = group->can_black[w] = 0;
    group->due_white[w] = group->due_black[w] = 0;
    group->words = w + 1;
}

void ms_group_add(ms_group *group, int32_t participant, bool resident) {
    int32_t i = group->size++, w = ms_word_of(i);
    uint32_t shift = (uint32_t)i & 63u;
    uint64_t traits = group->field->players[participant].traits;
    if (shift == 0) open_word(group, w);
    group->member[i] = participant;
    group->position[participant] = i;
    group->left[w] |= UINT64_C(1) << shift;
    group->can_white[w] |= (traits & 1u) << shift;
    group->can_black[w] |= (traits >> 1 & 1u) << shift;
    group->due_white[w] |= (traits >> 2 & 1u) << shift;
    group->due_black[w] |= (traits >> 3 & 1u) << shift;
    group->residents[w] |= (uint64_t)resident << shift;
    if (!resident) group->floater[group->floaters++] = i;
}

void ms_group_restore(ms_group *group) {
    if (group->size > 0) ms_fill(group->left, group->size);
}

/* 2.1: those whose colours fit. */
static void add_colours_compatible(const ms_group *group, int32_t i, uint64_t *row) {
    uint8_t traits = ms_group_player(group, i)->traits;
    uint64_t as_white = (traits & MS_CAN_WHITE) != 0 ? ~UINT64_C(0) : 0;
    uint64_t as_black = (traits & MS_CAN_BLACK) != 0 ? ~UINT64_C(0) : 0;
    for (int32_t w = 0; w < group->words; w++)
        row[w] = (as_white & group->can_black[w]) | (as_black & group->can_white[w]);
}

/* 6: in the last round those with the same score, whatever their colours. */
static void add_equal_scores(const ms_group *group, int32_t i, uint64_t *row) {
    if (ms_has(group->residents, i)) {
        for (int32_t w = 0; w < group->words; w++) row[w] |= group->residents[w];
        return;
    }
    int32_t score = ms_group_player(group, i)->score;
    for (int32_t k = 0; k < group->floaters; k++)
        if (ms_group_player(group, group->floater[k])->score == score) ms_add(row, group->floater[k]);
}

static void remove_met(const ms_group *group, int32_t i, uint64_t *row) {
    const ms_player *player = ms_group_player(group, i);
    const int32_t *met = group->field->met + player->met_from;
    for (int32_t k = 0; k < player->met_count; k++) {
        int32_t j = group->position[met[k]];
        if (j < group->size && group->member[j] == met[k]) ms_remove(row, j);
    }
    ms_remove(row, i);
}

static void write_row(const ms_group *group, int32_t i, uint64_t *row) {
    if (group->rules->colours_ignored)
        ms_fill(row, group->size);
    else {
        add_colours_compatible(group, i, row);
        if (group->rules->last_round) add_equal_scores(group, i, row);
    }
    remove_met(group, i, row);
}

void ms_group_build_rows(ms_group *group) {
    if (group->has_rows || group->size > MS_ROWS_MAX) return;
    for (int32_t i = 0; i < group->size; i++) write_row(group, i, group->rows + (ptrdiff_t)i * group->words);
    group->has_rows = true;
}

const uint64_t *ms_group_row(const ms_group *group, int32_t i, uint64_t *scratch) {
    if (group->has_rows) return group->rows + (ptrdiff_t)i * group->words;
    write_row(group, i, scratch);
    return scratch;
}
