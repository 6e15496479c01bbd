#include "score_group.h"

#include "sort.h"

/* ---- the arrangement ---- */

/* Keys ascend in the direction's order: score first where `by_score`, then number. */
static uint64_t order_key(const ms_field *field, int32_t participant, ms_direction direction, bool by_score) {
    uint32_t score = by_score ? ms_score_key(field->players[participant].score) : 0;
    if (direction == MS_DOWN) return ms_key(by_score ? ~score : 0, participant);
    return ms_key(score, field->size - 1 - participant);
}

static void sort_participants(ms_step *step, const ms_field *field, int32_t *participants, int32_t count,
                              ms_direction direction, bool by_score) {
    if (count < 2) return;
    for (int32_t k = 0; k < count; k++) step->keys[k] = order_key(field, participants[k], direction, by_score);
    ms_sort_keys(step->keys, step->key_scratch, count);
    for (int32_t k = 0; k < count; k++) {
        int32_t index = ms_key_index(step->keys[k]);
        participants[k] = direction == MS_DOWN ? index : field->size - 1 - index;
    }
}

void ms_sort_by_rank(ms_step *step, const ms_field *field, int32_t *participants, int32_t count,
                     ms_direction direction) {
    sort_participants(step, field, participants, count, direction, true);
}

void ms_arrange(ms_step *step, const ms_field *field, const ms_rules *rules, const ms_members *members,
                ms_direction direction) {
    ms_group *group = &step->group;
    int32_t *incoming = step->came_in, count = members->incoming_count;
    ms_group_open(group, field, rules);
    for (int32_t k = 0; k < count; k++) incoming[k] = members->incoming[k];
    sort_participants(step, field, incoming, count, direction, false);
    const int32_t *residents = members->residents;
    int32_t towards = direction == MS_DOWN ? 1 : -1, left = members->resident_count;
    int32_t next = direction == MS_DOWN ? 0 : left - 1;
    for (int32_t k = 0; k < count; k++) {
        int32_t before = 0;
        while (before < left && (residents[next + before * towards] < incoming[k]) == (direction == MS_DOWN)) before++;
        ms_group_add_residents(group, residents, next, before, towards);
        ms_group_add(group, incoming[k], false);
        next += before * towards;
        left -= before;
    }
    ms_group_add_residents(group, residents, next, left, towards);
    for (int32_t k = 0; k < count; k++) step->came_in[k] = group->position[members->incoming[k]];
}

/* ---- from trusting to guided ---- */

/* A walk without a guide. Whether its pairs are final: everybody found an opponent, which proves every step; but
 * not in a maxi-tournament, where a step also depends on whether a candidate that was not taken was available. */
static bool trusting_walk(ms_step *step, int32_t came_in, ms_pair *pairs, int32_t *made) {
    bool complete = ms_pair_staying(&step->group, NULL, step->came_in, came_in, pairs, made);
    return complete && !step->group.rules->maxi;
}

/* Whether the same colour is a must for all, so that no two are compatible. */
static bool all_must_have_the_same(const ms_group *group) {
    if (group->rules->colours_ignored || group->rules->last_round) return false;
    return ms_is_empty(group->can_white, group->words) || ms_is_empty(group->can_black, group->words);
}

int32_t ms_repair(ms_step *step, const ms_pair *pairs, int32_t from, int32_t to) {
    ms_group *group = &step->group;
    ms_group_restore(group);
    ms_matching_reset(&step->matching, group);
    if (all_must_have_the_same(group)) return group->size;
    ms_group_build_rows(group);
    for (int32_t k = from; k < to; k++)
        ms_join(&step->matching, group->position[pairs[k].a], group->position[pairs[k].b]);
    return ms_maximise(&step->matching, group);
}

void ms_sort_by_number(ms_step *step) {
    const ms_group *group = &step->group;
    for (int32_t i = 0; i < group->size; i++)
        step->keys[i] = ms_key((uint32_t)group->field->numbers[group->member[i]], i);
    ms_sort_keys(step->keys, step->key_scratch, group->size);
}

void ms_name_alone(ms_step *step, int32_t alone, int32_t *participants) {
    ms_group *group = &step->group;
    int32_t named = 0;
    for (int32_t k = group->size - 1; k >= 0 && named < alone; k--) {
        int32_t i = ms_key_index(step->keys[k]);
        if (!ms_has(group->left, i) || !ms_can_leave(&step->matching, group, i)) continue;
        ms_remove(group->left, i);
        participants[named++] = group->member[i];
    }
}

void ms_pair_group(ms_step *step, const ms_field *field, const ms_rules *rules, const ms_members *members,
                   const int32_t *adjacent, int32_t adjacent_count, ms_direction direction, ms_pair *pairs,
                   int32_t *made) {
    int32_t before = *made;
    ms_leaving *leaving = &step->leaving;
    ms_arrange(step, field, rules, members, direction);
    step->adjacent.residents = adjacent;
    step->adjacent.count = adjacent_count;
    leaving->group = &step->group;
    leaving->adjacent = &step->adjacent;
    leaving->direction = direction;
    ms_leaving_begin(leaving, NULL);

    if (step->group.size % 2 == 1) ms_choose_floater(leaving);
    if (trusting_walk(step, members->incoming_count, pairs, made)) return;

    int32_t alone = ms_repair(step, pairs, before, *made);
    *made = before;
    ms_leaving_begin(leaving, &step->matching);
    while (alone-- > 0) ms_choose_floater(leaving);
    ms_pair_staying(&step->group, &step->matching, step->came_in, members->incoming_count, pairs, made);
}

int32_t ms_pair_all(ms_step *step, const ms_field *field, const ms_rules *rules, const ms_members *members,
                    ms_direction direction, ms_pair *pairs, int32_t *made) {
    int32_t before = *made;
    ms_arrange(step, field, rules, members, direction);
    if (trusting_walk(step, members->incoming_count, pairs, made)) return 0;
    int32_t alone = ms_repair(step, pairs, before, *made);
    *made = before;
    if (alone == 0) ms_pair_staying(&step->group, &step->matching, step->came_in, members->incoming_count, pairs, made);
    return alone;
}

int32_t ms_join_median(ms_step *step, ms_pair cracked, int32_t alone) {
    ms_group *group = &step->group;
    const int32_t joining[] = {cracked.a, cracked.b};
    for (int32_t k = 0; k < 2; k++) {
        int32_t words = group->words;
        ms_group_add(group, joining[k], false);
        ms_group_extend_rows(group, words);
        alone += ms_admit(&step->matching, group, group->size - 1) ? -1 : 1;
    }
    return alone;
}
