#include "group.h"

void ms_group_open(ms_group *group, const ms_field *field, const ms_rules *rules) {
    group->field = field;
    group->rules = rules;
    group->size = group->words = group->floaters = 0;
    group->has_rows = false;
    group->limited = NULL;
}

static void open_word(ms_group *group, int32_t w) {
    group->left[w] = group->residents[w] = 0;
    group->can_white[w] = group->can_black[w] = 0;
    group->due_white[w] = group->due_black[w] = 0;
    group->words = w + 1;
}

/* Traits, each the lowest bit of 16: those of up to 16 participants, shifted by their places, are four sets in one
 * word. */
static uint64_t spread(uint8_t traits) { return traits * UINT64_C(0x0000200040008001) & UINT64_C(0x0001000100010001); }

/* Up to 16 places of one word become those of members: the sets of their traits start at bits 0, 16, 32 and 48. */
static void add_places(ms_group *group, int32_t count, uint64_t traits) {
    int32_t w = ms_word_of(group->size);
    uint32_t shift = (uint32_t)group->size & 63u;
    if (shift == 0) open_word(group, w);
    group->left[w] |= ms_below(count) << shift;
    group->can_white[w] |= (traits & 0xffffu) << shift;
    group->can_black[w] |= (traits >> 16 & 0xffffu) << shift;
    group->due_white[w] |= (traits >> 32 & 0xffffu) << shift;
    group->due_black[w] |= (traits >> 48) << shift;
    group->size += count;
}

void ms_group_add(ms_group *group, int32_t participant, bool resident) {
    int32_t i = group->size;
    group->member[i] = participant;
    group->position[participant] = i;
    add_places(group, 1, spread(group->field->players[participant].traits));
    if (resident)
        ms_add(group->residents, i);
    else
        group->floater[group->floaters++] = i;
}

void ms_group_add_residents(ms_group *group, const int32_t *residents, int32_t from, int32_t count, int32_t step) {
    const ms_player *players = group->field->players;
    int32_t *position = group->position;
    while (count > 0) {
        int32_t i = group->size, room = 16 - (i & 15), here = count < room ? count : room;
        int32_t *member = group->member + i;
        uint64_t traits = 0;
        for (int32_t k = 0; k < here; k++, from += step) {
            int32_t p = residents[from];
            member[k] = p;
            position[p] = i + k;
            traits |= spread(players[p].traits) << k;
        }
        add_places(group, here, traits);
        group->residents[ms_word_of(i)] |= ms_below(here) << (i & 63);
        count -= here;
    }
}

void ms_group_restore(ms_group *group) {
    if (group->size > 0) ms_fill(group->left, group->size);
}

/* 2.1: those whose colours fit. */
static void add_colours_compatible(const ms_group *group, const ms_player *player, uint64_t *row) {
    uint64_t as_white = (player->traits & MS_CAN_WHITE) != 0 ? ~UINT64_C(0) : 0;
    uint64_t as_black = (player->traits & MS_CAN_BLACK) != 0 ? ~UINT64_C(0) : 0;
    for (int32_t w = 0; w < group->words; w++)
        row[w] = (as_white & group->can_black[w]) | (as_black & group->can_white[w]);
}

/* The score of the residents; MS_NO_SCORE in a group without any. */
static int32_t own_score(const ms_group *group) {
    int32_t resident = ms_next(group->residents, group->words, 0);
    return resident == MS_NONE ? MS_NO_SCORE : ms_group_player(group, resident)->score;
}

/* 6: in the last round those with the same score, whatever their colours. */
static void add_equal_scores(const ms_group *group, const ms_player *player, uint64_t *row) {
    if (player->score == own_score(group))
        for (int32_t w = 0; w < group->words; w++) row[w] |= group->residents[w];
    for (int32_t k = 0; k < group->floaters; k++)
        if (ms_group_player(group, group->floater[k])->score == player->score) ms_add(row, group->floater[k]);
}

/* The position of a participant, MS_NONE when it is no member. */
static int32_t place_of(const ms_group *group, int32_t participant) {
    int32_t j = group->position[participant];
    return j < group->size && group->member[j] == participant ? j : MS_NONE;
}

/* Those of some participants who are members of a group of one word. */
static uint64_t members_in_word(const ms_group *group, const int32_t *participants, int32_t count) {
    uint64_t members = 0;
    for (int32_t k = 0; k < count; k++) {
        int32_t j = group->position[participants[k]];
        uint64_t is_member = (j < group->size) & (group->member[j] == participants[k]);
        members |= is_member << ((uint32_t)j & 63u);
    }
    return members;
}

static void remove_members(const ms_group *group, const int32_t *participants, int32_t count, uint64_t *row) {
    if (group->words == 1) {
        row[0] &= ~members_in_word(group, participants, count);
        return;
    }
    for (int32_t k = 0; k < count; k++) {
        int32_t j = place_of(group, participants[k]);
        if (j != MS_NONE) ms_remove(row, j);
    }
}

/* Whether colours limit whom a participant meets. */
static bool is_limited(const ms_group *group, int32_t participant) {
    if (group->rules->colours_ignored || group->limited == NULL) return !group->rules->colours_ignored;
    int32_t j = place_of(group, participant);
    return j != MS_NONE && ms_has(group->limited, j);
}

/* Whom the limits let a participant meet. */
static void write_allowed(const ms_group *group, int32_t participant, uint64_t *row) {
    const ms_player *player = &group->field->players[participant];
    if (!is_limited(group, participant)) {
        if (group->size > 0) ms_fill(row, group->size);
        return;
    }
    add_colours_compatible(group, player, row);
    if (group->rules->last_round) add_equal_scores(group, player, row);
    for (int32_t w = 0; group->limited != NULL && w < group->words; w++) row[w] |= ~group->limited[w];
}

static void remove_met(const ms_group *group, int32_t participant, uint64_t *row) {
    const ms_player *player = &group->field->players[participant];
    ms_watch_steps(group->watch, group->words + player->met_count);
    remove_members(group, group->field->met + player->met_from, player->met_count, row);
    remove_members(group, &participant, 1, row);
}

void ms_group_write_row(const ms_group *group, int32_t participant, uint64_t *row) {
    write_allowed(group, participant, row);
    remove_met(group, participant, row);
}

static void write_not_met(const ms_group *group, int32_t i, uint64_t *row) {
    ms_fill(row, group->size);
    remove_met(group, group->member[i], row);
}

void ms_group_build_rows(ms_group *group) {
    if (group->has_rows || group->size > MS_ROWS_MAX) return;
    for (int32_t i = 0; i < group->size; i++) {
        uint64_t *row = group->rows + (ptrdiff_t)i * group->words;
        if (group->limited == NULL)
            ms_group_write_row(group, group->member[i], row);
        else
            write_not_met(group, i, row);
    }
    group->has_rows = true;
}

void ms_group_extend_rows(ms_group *group, int32_t words) {
    if (!group->has_rows || group->words != words || group->size > MS_ROWS_MAX) { /* no room, or another stride */
        group->has_rows = false;
        ms_group_build_rows(group);
        return;
    }
    int32_t last = group->size - 1;
    uint64_t *row = group->rows + (ptrdiff_t)last * words;
    ms_group_write_row(group, group->member[last], row);
    for (int32_t i = ms_next(row, words, 0); i != MS_NONE; i = ms_next(row, words, i + 1))
        ms_add(group->rows + (ptrdiff_t)i * words, last);
}

const uint64_t *ms_group_row(const ms_group *group, int32_t i, uint64_t *scratch) {
    if (!group->has_rows) {
        ms_group_write_row(group, group->member[i], scratch);
        return scratch;
    }
    const uint64_t *row = group->rows + (ptrdiff_t)i * group->words;
    if (group->limited == NULL || !is_limited(group, group->member[i])) return row;
    write_allowed(group, group->member[i], scratch);
    for (int32_t w = 0; w < group->words; w++) scratch[w] &= row[w];
    return scratch;
}

const uint64_t *ms_group_not_met(const ms_group *group, int32_t i, uint64_t *scratch) {
    if (group->has_rows && group->limited != NULL) return group->rows + (ptrdiff_t)i * group->words;
    write_not_met(group, i, scratch);
    return scratch;
}
