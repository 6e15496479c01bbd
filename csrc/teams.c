/* teams.c - what the team rules choose: chapter N (`ecu`), and in brackets D.02 (`olympiad`). N.5.5 the middle group
 * by place; N.6 [8, 9] the inside of a group; N.7.4 [7.4] the colour limits; colours are in colours.c.
 *
 * A group is paired in the first of three ways that will do.
 * Trusting: it keeps as many pairs as its size allows, and each step takes the first one in order.
 * With care for the group: it keeps as many pairs as its members can have among themselves, and a step is refused
 * only where these could not be kept. Both are right when the round can be completed after them, for no way of
 * completing it keeps more pairs inside the group: what was refused had to be, and the rest of the round is the proof that
 * what was taken could be.
 * With care for the round: kept.h is asked at every step. That is for groups after which the rest cannot be paired,
 * which is found out at the middle group; only then is the round started anew and the rest asked about after each group.
 * It is also for the trace, which says instead of whom another floater was chosen (N.7.4.2).
 */
#include "attempt.h"
#include "colours.h"

enum { GLANCE = 8 }; /* so many residents of the adjacent group are asked one by one */

static void add_pair(const ms_place *place, int32_t a, int32_t b) {
    place->pairs[*place->made] = (ms_pair){a, b};
    ++*place->made;
}

/* The residents of the adjacent group, between whom and a team no limits are asked. */
static const ms_group *adjacent_group(attempt *t, const ms_place *place) {
    ms_adjacent *adjacent = &t->ws->step.adjacent;
    if (adjacent->arranged) return &adjacent->group;
    ms_group_open(&adjacent->group, t->field, &t->rules);
    for (int32_t k = 0; k < place->adjacent_count; k++) ms_group_add(&adjacent->group, place->adjacent[k], true);
    adjacent->group.limited = t->ws->none;
    adjacent->arranged = true;
    return &adjacent->group;
}

/* N.6 2: has not met every resident of the adjacent group; limits are not asked. */
static bool has_option(attempt *t, const ms_place *place, int32_t team) {
    ms_watch_steps(&t->ws->watch, (int64_t)GLANCE * t->field->players[team].met_count);
    if (t->field->players[team].met_count < place->adjacent_count) return true;
    for (int32_t k = 0; k < place->adjacent_count && k < GLANCE; k++)
        if (!ms_met(t->field, team, place->adjacent[k])) return true;
    if (place->adjacent_count <= GLANCE) return false;
    const ms_group *group = adjacent_group(t, place);
    ms_group_write_row(group, team, t->ws->step.adjacent.row);
    return ms_count(t->ws->step.adjacent.row, group->words) > 0;
}

static bool is_middle(const attempt *t, const ms_place *place) { return place->made == &t->median; }

/* N.6 1: a floater from below looks from the lowest ranked up. Towards the middle that is the direction's own order; in
 * the middle group, which is paired downward, it is the reverse. */
static bool looks_backwards(const attempt *t, const ms_place *place, int32_t incoming) {
    return is_middle(t, place) && incoming >= t->from_above;
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

/* Whether everybody found an opponent; the pairs made stand either way. */
static bool pair_trusting(attempt *t, const ms_place *place) {
    ms_step *step = &t->ws->step;
    ms_arrange(step, t->field, &t->rules, &place->members, place->direction);
    step->leaving.count = 0;
    if (!trust_incoming(t, place)) return false;
    if (step->group.size % 2 == 1) trust_leaving(t, place);
    return ms_pair_staying(&step->group, NULL, NULL, 0, place->pairs, place->made);
}

/* ---- with care for the group ---- */

/* N.7.4: a largest matching of the members, within the limits unless it has another pair without them. It starts from
 * the pairs of the walk that got stuck. How many stay without a mate. */
static int32_t match_members(attempt *t, const ms_place *place, int32_t from) {
    ms_step *step = &t->ws->step;
    step->group.limited = t->ws->everybody; /* or nobody, as the rules change */
    int32_t alone = ms_repair(step, place->pairs, from, *place->made);
    if (alone < 2) return alone;
    t->without_limits = t->rules;
    t->without_limits.colours_ignored = true;
    step->group.rules = &t->without_limits;
    ms_group_build_rows(&step->group);
    int32_t without = ms_maximise(&step->matching, &step->group);
    if (without == alone) step->group.rules = &t->rules; /* and the matching is the same still */
    return without;
}

/* The nearest resident, else the nearest other floater, of those left and among `among`. */
static int32_t nearest_of(attempt *t, int32_t floater, const uint64_t *among, bool backwards) {
    const ms_group *group = &t->ws->step.group;
    uint64_t *residents = t->ws->kept.all;
    for (int32_t w = 0; w < group->words; w++) residents[w] = group->residents[w] & among[w];
    int32_t opponent = ms_nearest(group, floater, residents, backwards);
    return opponent != MS_NONE ? opponent : ms_nearest(group, floater, among, backwards);
}

/* N.6 1: the opponent of a floater such that the rest keeps all other pairs; both are taken out. Where as many pairs
 * are kept without the floater anybody will do, for one who goes costs one pair at most. Else the floater's mate is left
 * over, and the opponent is one of those who can be so instead. */
static int32_t take_opponent(attempt *t, int32_t floater, bool anybody, bool backwards) {
    ms_group *group = &t->ws->step.group;
    ms_matching *matching = &t->ws->step.matching;
    ms_remove(group->left, floater);
    int32_t opponent = nearest_of(t, floater, group->left, backwards);
    if (opponent == MS_NONE) return MS_NONE;
    int32_t one = matching->mate[floater], other = matching->mate[opponent];
    ms_part(matching, floater);
    if (anybody || one == opponent)
        ms_part(matching, opponent);
    else if (other != MS_NONE && ms_group_compatible(group, one, other))
        ms_join(matching, one, other);
    else if (other != MS_NONE) {
        ms_reach(matching, group);
        opponent = nearest_of(t, floater, matching->outer, backwards);
        ms_attach(matching, floater, opponent);
    }
    matching->mate[floater] = matching->mate[opponent] = MS_NONE;
    ms_clear(matching->refused, group->words);
    ms_remove(group->left, opponent);
    return opponent;
}

static void leave(ms_step *step, int32_t i) {
    ms_remove(step->group.left, i);
    step->leaving.chosen[step->leaving.count++] = step->group.member[i];
}

/* N.6 1. A floater that nobody can take moves on. How many are still to leave. */
static int32_t pair_incoming(attempt *t, const ms_place *place, int32_t alone) {
    ms_step *step = &t->ws->step;
    ms_group *group = &step->group;
    for (int32_t k = 0; k < place->members.incoming_count; k++) {
        int32_t floater = step->came_in[k];
        if (!ms_has(group->left, floater)) continue; /* taken by an earlier one */
        bool spare = alone > 0 && ms_can_leave(&step->matching, group, floater);
        int32_t opponent = take_opponent(t, floater, spare, looks_backwards(t, place, k));
        if (opponent != MS_NONE)
            add_pair(place, group->member[floater], group->member[opponent]);
        else {
            leave(step, floater);
            alone--;
        }
    }
    return alone;
}

/* N.6 2: one who has an opponent beyond before one who has not, then the last in order; the first whose leaving keeps
 * the pairs of the others. */
static void choose_leaving(attempt *t, const ms_place *place) {
    ms_step *step = &t->ws->step;
    const ms_group *group = &step->group;
    for (int32_t pass = 0; pass < 2; pass++)
        for (int32_t i = ms_last(group->left, group->words); i != MS_NONE; i = ms_previous(group->left, i)) {
            if (has_option(t, place, group->member[i]) != (pass == 0)) continue;
            if (!ms_can_leave(&step->matching, group, i)) continue;
            leave(step, i);
            return;
        }
}

/* The group by a largest matching of its members. Whether it could be: the middle group must leave nobody. */
static bool pair_members(attempt *t, const ms_place *place, int32_t from) {
    ms_step *step = &t->ws->step;
    int32_t alone = match_members(t, place, from);
    *place->made = from;
    step->leaving.count = 0;
    if (alone > 0 && is_middle(t, place)) return false;
    for (alone = pair_incoming(t, place, alone); alone > 0; alone--) choose_leaving(t, place);
    return ms_pair_staying(&step->group, &step->matching, NULL, 0, place->pairs, place->made);
}

/* ---- with care for the round ---- */

/* The graph of all teams not yet paired, in the order of rank. */
static ms_group *open_graph(attempt *t) {
    ms_workspace *ws = t->ws;
    ms_group *graph = &ws->step.group;
    const ms_pair *lists[] = {ws->above, ws->below, ws->median};
    const int32_t made[] = {t->above, t->below, t->median};
    for (int32_t k = 0; k < t->to_pair; k++) ws->opponent[ws->order[k]] = MS_NONE;
    for (int32_t l = 0; l < 3; l++)
        for (int32_t k = 0; k < made[l]; k++) ms_set_pair(t, lists[l][k], MS_WHITE);
    ms_group_open(graph, t->field, &t->rules);
    for (int32_t k = 0; k < t->to_pair; k++)
        if (ws->opponent[ws->order[k]] == MS_NONE) ms_group_add(graph, ws->order[k], true);
    graph->limited = ws->none;
    ms_group_build_rows(graph);
    ms_matching_reset(&ws->step.matching, graph);
    return graph;
}

/* Whether those not yet paired can be: surely if each can still meet half of them (Dirac's theorem: they have a
 * cycle through all, hence a perfect matching). */
static bool rest_can_be_paired(attempt *t) {
    int32_t rest = t->to_pair - 2 * (t->above + t->below + t->median);
    if (rest - 1 - t->most_met >= rest / 2) return true;
    ms_group *graph = open_graph(t);
    return ms_maximise(&t->ws->step.matching, graph) == 0;
}

/* The members of the group in hand are known by the graph. */
static void open_kept(attempt *t, const ms_place *place) {
    ms_kept *kept = &t->ws->kept;
    ms_group *graph = kept->graph = open_graph(t);
    kept->matching = &t->ws->step.matching;
    kept->exact = false;
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
    kept->graph->limited = kept->members;
    ms_kept_find(kept);
    int32_t with = kept->pairs;
    if (kept->wanted == 0 && with < kept->most) {
        ms_kept_remember(kept);
        kept->graph->limited = ws->none;
        ms_kept_find(kept);
        if (kept->wanted == 0 && kept->pairs == with && with >= 0) { /* not worth dropping them */
            kept->graph->limited = kept->members;
            ms_kept_return(kept, with);
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
            ms_kept_move_on(kept, floater);
            ws->step.leaving.chosen[ws->step.leaving.count++] = participant;
        } else {
            add_pair(place, participant, graph->member[opponent]);
            --*keep;
        }
    }
}

/* N.7.4.2, for the trace: whether it is for the limits alone that this team, which cannot leave, cannot. */
static bool stays_for_the_limits(attempt *t, int32_t i, int32_t keep) {
    ms_kept *kept = &t->ws->kept;
    if (t->result->trace == NULL || kept->graph->limited != kept->members) return false;
    kept->graph->limited = t->ws->none;
    ms_remove(kept->members, i);
    ms_kept_find(kept);
    bool could_leave = kept->pairs >= keep;
    ms_add(kept->members, i);
    kept->graph->limited = kept->members;
    ms_kept_find(kept); /* the matching within the limits again */
    return could_leave;
}

static void trace_another_floater(attempt *t, int32_t participant, const int32_t *passed_over, int32_t count) {
    if (count == 0) return;
    ms_trace_add(t->result->trace, MS_ANOTHER_FLOATER);
    ms_trace_who(t->result->trace, &participant, 1);
    ms_trace_who(t->result->trace, passed_over, count);
}

/* N.6 2: one who has an opponent beyond before one who has not, then from the far end of the ranking; the first whose
 * leaving still keeps as many pairs. Whether there is one: always, unless memory is wanted. */
static bool careful_floater(attempt *t, const ms_place *place, int32_t keep) {
    ms_workspace *ws = t->ws;
    ms_kept *kept = &ws->kept;
    const ms_group *graph = kept->graph;
    int32_t passed_over = 0; /* for the sake of the limits; in ws->unpaired */
    for (int32_t pass = 0; pass < 2; pass++)
        for (int32_t k = 0; k < graph->size; k++) {
            int32_t i = place->direction == MS_DOWN ? graph->size - 1 - k : k;
            if (!ms_has(kept->members, i) || has_option(t, place, graph->member[i]) != (pass == 0)) continue;
            if (!ms_kept_try_leave(kept, i, keep)) {
                if (stays_for_the_limits(t, i, keep)) ws->unpaired[passed_over++] = graph->member[i];
                continue;
            }
            ws->step.leaving.chosen[ws->step.leaving.count++] = graph->member[i];
            trace_another_floater(t, graph->member[i], ws->unpaired, passed_over);
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

static void trace_group(attempt *t, const ms_place *place, ms_reason reason) {
    ms_trace_add(t->result->trace, reason);
    ms_trace_who(t->result->trace, place->members.residents, place->members.resident_count);
    ms_trace_who(t->result->trace, place->members.incoming, place->members.incoming_count);
}

static ms_status pair_carefully(attempt *t, const ms_place *place) {
    ms_kept *kept = &t->ws->kept;
    ms_leaving *leaving = &t->ws->step.leaving;
    leaving->count = 0;
    open_kept(t, place);
    ms_status status = apply_limits(t);
    if (status == MS_OK) {
        int32_t keep = kept->pairs;
        trace_group(t, place, kept->graph->limited == t->ws->none ? MS_LIMITS_DROPPED : MS_LIMITS_KEPT);
        careful_incoming(t, place, &keep);
        while (ms_count(kept->members, kept->graph->words) > 2 * keep && careful_floater(t, place, keep)) continue;
        if (kept->wanted == 0) careful_scrutiny(t, place);
        if (kept->wanted != 0) status = MS_MORE_MEMORY;
    }
    t->result->memory_wanted = kept->wanted;
    return status;
}

/* The middle group cannot be paired: the field cannot, or an earlier group was trusted wrongly. */
static ms_status start_with_care(attempt *t) {
    if (t->careful) return MS_BAD_INPUT; /* cannot be: with care every group leaves the rest a pairing */
    if (!t->verified) {
        ms_status status = ms_verify(t);
        if (status != MS_OK) return status;
    }
    t->most_met = 0;
    for (int32_t k = 0; k < t->to_pair; k++) {
        int32_t met = t->field->players[t->ws->order[k]].met_count;
        if (met > t->most_met) t->most_met = met;
    }
    t->careful = t->again = true;
    return MS_OK;
}

/* Whether a group paired without a look at the round is left so. The trace wants that look where somebody floats who is
 * not plainly the first in order: N.7.4.2 says who would have kept as many pairs but for the limits. */
static bool may_stand(attempt *t, bool trusted) {
    if (t->result->trace != NULL && !trusted && t->ws->step.leaving.count > 0) return false;
    return !t->careful || rest_can_be_paired(t);
}

static ms_status pair_group(attempt *t, const ms_place *place) {
    int32_t from = *place->made;
    t->ws->step.adjacent.arranged = false;
    bool trusted = pair_trusting(t, place);
    if (!trusted && !pair_members(t, place, from)) return start_with_care(t);
    ms_reason limits = t->ws->step.group.rules == &t->without_limits ? MS_LIMITS_DROPPED : MS_LIMITS_KEPT;
    if (is_middle(t, place) || may_stand(t, trusted)) {
        trace_group(t, place, limits);
        return MS_OK;
    }
    *place->made = from;
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

static ms_decision ecu_colour(const ms_field *field, const ms_rules *rules, int32_t a, int32_t b, bool below) {
    (void)below;
    return ms_ecu_colour(field, rules, a, b);
}

static ms_decision olympiad_colour(const ms_field *field, const ms_rules *rules, int32_t a, int32_t b, bool below) {
    (void)below;
    return ms_olympiad_colour(field, rules, a, b);
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
    .several_boards = true,
    .pair_group = pair_group,
    .pair_middle = pair_middle,
    .colour = ecu_colour,
};

const ms_system ms_olympiad = {
    .several_boards = true,
    .pair_group = pair_group,
    .pair_middle = pair_middle,
    .colour = olympiad_colour,
    .board_keys = {number_key, rating_key},
};
