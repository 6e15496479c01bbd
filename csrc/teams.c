/* teams.c - what the team rules choose: chapter N (`ecu`), and in brackets D.02 (`olympiad`). N.5.5 the middle group
 * by place; N.6 [8, 9] the inside of a group; N.7.4 [7.4] the colour limits; colours are in colours.c.
 *
 * A group is first paired trusting that it keeps as many pairs as its size allows and that everything after it can be
 * paired. When the round ends so, the round itself is the proof, and every step was right. A group that gets stuck is
 * paired anew with care: kept.h is asked at every step.
 */
#include "attempt.h"
#include "colours.h"

static bool not_met(const attempt *t, int32_t a, int32_t b) { return !ms_met(t->field, a, b); }

static void add_pair(const ms_place *place, int32_t a, int32_t b) {
    place->pairs[*place->made] = (ms_pair){a, b};
    ++*place->made;
}

/* N.6 2: has not met every resident of the adjacent group; limits are not asked. */
static bool has_option(const attempt *t, const ms_place *place, int32_t team) {
    for (int32_t k = 0; k < place->adjacent_count; k++)
        if (not_met(t, team, place->adjacent[k])) return true;
    return false;
}

/* N.6 1: a floater from below looks from the lowest ranked up. Towards the middle that is the direction's own order; in
 * the middle group, which is paired downward, it is the reverse. */
static bool looks_backwards(const attempt *t, const ms_place *place, int32_t incoming) {
    return place->made == &t->median && incoming >= t->from_above;
}

/* ---- trusting ---- */

/* N.6 1: the nearest resident, else the nearest other floater. */
static bool trust_incoming(attempt *t, const ms_place *place) {
    ms_step *step = &t->ws->step;
    ms_group *group = &step->group;
    for (int32_t k = 0; k < place->members.incoming_count; k++) {
        int32_t floater = step->came_in[k];
        bool backwards = looks_backwards(t, place, k);
        if (!ms_has(group->left, floater)) continue;
        ms_remove(group->left, floater);
        int32_t opponent = ms_nearest(group, floater, group->residents, backwards);
        if (opponent == MS_NONE) opponent = ms_nearest(group, floater, group->left, backwards);
        if (opponent == MS_NONE) return false;
        ms_remove(group->left, opponent);
        add_pair(place, group->member[floater], group->member[opponent]);
    }
    return true;
}

/* N.6 2: the first in order of those left floats. */
static void trust_leaving(attempt *t, const ms_place *place) {
    ms_step *step = &t->ws->step;
    ms_group *group = &step->group;
    int32_t last = ms_last(group->left, group->words), chosen = last;
    while (chosen != MS_NONE && !has_option(t, place, group->member[chosen])) chosen = ms_previous(group->left, chosen);
    if (chosen == MS_NONE) chosen = last;
    ms_remove(group->left, chosen);
    step->leaving.chosen[step->leaving.count++] = group->member[chosen];
}

static bool pair_trusting(attempt *t, const ms_place *place) {
    ms_step *step = &t->ws->step;
    int32_t before = *place->made;
    ms_arrange(step, t->field, &t->rules, &place->members, place->direction);
    step->leaving.count = 0;
    if (trust_incoming(t, place)) {
        if (step->group.size % 2 == 1) trust_leaving(t, place);
        if (ms_pair_staying(&step->group, NULL, NULL, 0, place->pairs, place->made)) return true;
    }
    *place->made = before;
    return false;
}

/* ---- with care ---- */

/* The graph of all teams not yet paired, in the order of rank; the members of the group in hand are known by it. */
static void open_graph(attempt *t, const ms_place *place) {
    ms_workspace *ws = t->ws;
    ms_kept *kept = &ws->kept;
    ms_group *graph = &ws->step.group;
    const ms_pair *lists[] = {ws->above, ws->below, ws->median};
    const int32_t made[] = {t->above, t->below, t->median};
    for (int32_t k = 0; k < t->to_pair; k++) ws->opponent[ws->order[k]] = MS_NONE;
    for (int32_t l = 0; l < 3; l++)
        for (int32_t k = 0; k < made[l]; k++) ms_set_pair(t, lists[l][k], MS_WHITE);
    ms_group_open(graph, t->field, &t->rules);
    for (int32_t k = 0; k < t->to_pair; k++)
        if (ws->opponent[ws->order[k]] == MS_NONE) ms_group_add(graph, ws->order[k], true);
    ms_matching_reset(&ws->step.matching, graph);
    kept->graph = graph;
    kept->matching = &ws->step.matching;
    kept->wanted = 0;
    ms_clear(kept->members, graph->words);
    const ms_members *members = &place->members;
    for (int32_t k = 0; k < members->resident_count; k++) ms_add(kept->members, graph->position[members->residents[k]]);
    for (int32_t k = 0; k < members->incoming_count; k++) ms_add(kept->members, graph->position[members->incoming[k]]);
}

/* N.7.4.1, N.7.4.2: the limits never make a group float a team more; where they would they are dropped. MS_OK, or
 * what the caller has to do first. */
static ms_status apply_limits(attempt *t) {
    ms_workspace *ws = t->ws;
    ms_kept *kept = &ws->kept;
    int32_t size = ms_count(kept->members, kept->graph->words);
    kept->graph->limited = kept->members;
    ms_kept_find(kept, 0);
    int32_t with = kept->pairs;
    if (kept->wanted == 0 && with < size / 2) {
        kept->graph->limited = ws->none;
        ms_kept_find(kept, 0);
        if (kept->wanted == 0 && kept->pairs == with && with >= 0) { /* not worth dropping them */
            kept->graph->limited = kept->members;
            ms_kept_find(kept, 0);
        }
    }
    if (kept->wanted != 0) return MS_MORE_MEMORY;
    return kept->pairs < 0 ? MS_IMPOSSIBLE : MS_OK;
}

static int32_t at_least(int32_t pairs) { return pairs > 0 ? pairs : 0; }

/* N.6 1: the nearest resident, else the nearest other floater, such that the rest still keeps as many pairs. */
static int32_t careful_opponent(attempt *t, const ms_place *place, int32_t floater, bool backwards, int32_t keep) {
    ms_kept *kept = &t->ws->kept;
    const ms_group *graph = kept->graph;
    int32_t score = t->field->players[place->members.residents[0]].score;
    for (int32_t pass = 0; pass < 2; pass++) { /* residents, then floaters */
        for (int32_t k = 0; k < graph->size; k++) {
            int32_t i = backwards ? graph->size - 1 - k : k;
            if (i == floater || !ms_has(kept->members, i) || kept->wanted != 0) continue;
            if ((ms_group_player(graph, i)->score == score) != (pass == 0)) continue;
            if (ms_kept_try_pair(kept, floater, i, at_least(keep - 1))) return i;
        }
    }
    return MS_NONE;
}

/* N.6 1. A floater that nobody can take moves on. */
static void careful_incoming(attempt *t, const ms_place *place, int32_t *keep) {
    ms_workspace *ws = t->ws;
    ms_kept *kept = &ws->kept;
    const ms_group *graph = kept->graph;
    for (int32_t k = 0; k < place->members.incoming_count; k++) {
        int32_t participant = place->members.incoming[k], floater = graph->position[participant];
        if (!ms_has(kept->members, floater)) continue;                                /* taken by an earlier one */
        bool backwards = (place->direction == MS_UP) != looks_backwards(t, place, k); /* the graph is by rank */
        int32_t opponent = careful_opponent(t, place, floater, backwards, *keep);
        if (opponent == MS_NONE) {
            ms_remove(kept->members, floater);
            ws->step.leaving.chosen[ws->step.leaving.count++] = participant;
        } else {
            add_pair(place, participant, graph->member[opponent]);
            --*keep;
        }
    }
}

/* N.6 2: one who has an opponent beyond before one who has not, then from the far end of the ranking; the first whose
 * leaving still keeps as many pairs. Whether there is one: always, unless memory is wanted. */
static bool careful_floater(attempt *t, const ms_place *place, int32_t keep) {
    ms_workspace *ws = t->ws;
    ms_kept *kept = &ws->kept;
    const ms_group *graph = kept->graph;
    for (int32_t pass = 0; pass < 2; pass++)
        for (int32_t k = 0; k < graph->size; k++) {
            int32_t i = place->direction == MS_DOWN ? graph->size - 1 - k : k;
            if (!ms_has(kept->members, i) || has_option(t, place, graph->member[i]) != (pass == 0)) continue;
            if (!ms_kept_try_leave(kept, i, keep)) continue;
            ws->step.leaving.chosen[ws->step.leaving.count++] = graph->member[i];
            return true;
        }
    return false;
}

/* N.6 3: scrutiny of those who stay, who can be paired completely. */
static void careful_scrutiny(attempt *t, const ms_place *place) {
    ms_workspace *ws = t->ws;
    ms_kept *kept = &ws->kept;
    int32_t count = 0;
    for (int32_t i = 0; i < kept->graph->size; i++)
        if (ms_has(kept->members, i)) ws->unpaired[count++] = kept->graph->member[i];
    ms_members staying = {ws->unpaired, count, NULL, 0};
    ms_rules rules = t->rules;
    rules.colours_ignored = kept->graph->limited == ws->none;
    ms_pair_all(&ws->step, t->field, &rules, &staying, place->direction, place->pairs, place->made);
}

static ms_status pair_carefully(attempt *t, const ms_place *place) {
    ms_kept *kept = &t->ws->kept;
    ms_leaving *leaving = &t->ws->step.leaving;
    leaving->count = 0;
    open_graph(t, place);
    ms_status status = apply_limits(t);
    if (status == MS_OK) {
        int32_t keep = kept->pairs;
        careful_incoming(t, place, &keep);
        while (ms_count(kept->members, kept->graph->words) > 2 * keep && careful_floater(t, place, keep)) continue;
        if (kept->wanted == 0) careful_scrutiny(t, place);
        if (kept->wanted != 0) status = MS_MORE_MEMORY;
    }
    t->result->memory_wanted = kept->wanted;
    return status;
}

/* The teams left cannot all be paired: the field cannot, or an earlier group was trusted wrongly. */
static ms_status start_with_care(attempt *t) {
    if (t->careful) return MS_BAD_INPUT; /* cannot be: with care every group leaves the rest a pairing */
    if (!t->verified) {
        ms_status status = ms_verify(t);
        if (status != MS_OK) return status;
    }
    t->careful = t->again = true;
    return MS_OK;
}

static ms_status pair_group(attempt *t, const ms_place *place) {
    if (!t->careful && pair_trusting(t, place)) return MS_OK;
    ms_status status = pair_carefully(t, place);
    return status == MS_IMPOSSIBLE ? start_with_care(t) : status;
}

/* N.5.5: the middle group last, downward; those from above before those from below (N.6 1). */
static ms_status pair_middle(attempt *t, const int32_t *residents, int32_t count) {
    ms_workspace *ws = t->ws;
    for (int32_t k = 0; k < t->from_above; k++) ws->incoming[k] = ws->from_above[k];
    for (int32_t k = 0; k < t->from_below; k++) ws->incoming[t->from_above + k] = ws->from_below[k];
    ms_place place = {.members = {residents, count, ws->incoming, t->from_above + t->from_below},
                      .direction = MS_DOWN,
                      .pairs = ws->median,
                      .made = &t->median};
    return pair_group(t, &place);
}

/* ---- colours and boards ---- */

static ms_colour ecu_colour(const attempt *t, int32_t a, int32_t b, bool below) {
    (void)below;
    return ms_ecu_colour(t->field, &t->rules, a, b);
}

static ms_colour olympiad_colour(const attempt *t, int32_t a, int32_t b, bool below) {
    (void)below;
    return ms_olympiad_colour(t->field, &t->rules, a, b);
}

/* 11.1: the average rating of the higher ranked, descending. */
static uint32_t rating_key(const ms_field *field, int32_t high, int32_t low) {
    (void)low;
    return ~(uint32_t)field->players[high].rating;
}

/* 11.1: its number. */
static uint32_t number_key(const ms_field *field, int32_t high, int32_t low) {
    (void)low;
    return (uint32_t)field->numbers[high];
}

const ms_system ms_ecu = {
    .pair_group = pair_group,
    .pair_middle = pair_middle,
    .colour = ecu_colour,
    .board_keys = {ms_key_of_lower_score},
};

const ms_system ms_olympiad = {
    .pair_group = pair_group,
    .pair_middle = pair_middle,
    .colour = olympiad_colour,
    .board_keys = {number_key, rating_key, ms_key_of_lower_score},
};
