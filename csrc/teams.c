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
#include "explain.h"

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

/* N.7.4.1: those of a group whose limits are dropped, or not. */
static const ms_rules *rules_of_group(attempt *t, bool dropped) {
    t->without_limits = t->rules;
    t->without_limits.colours_ignored = true;
    return dropped ? &t->without_limits : &t->rules;
}

/* N.7.4: a largest matching of the members, within the limits unless it has another pair without them. It starts from
 * the pairs of the walk that got stuck. How many stay without a mate. */
static int32_t match_members(attempt *t, const ms_place *place, int32_t from) {
    ms_step *step = &t->ws->step;
    step->group.limited = t->ws->everybody; /* or nobody, as the rules change */
    int32_t alone = ms_repair(step, place->pairs, from, *place->made);
    if (alone < 2) return alone;
    step->group.rules = rules_of_group(t, true);
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

/* ---- for the trace ---- */

/* N.5.5, N.7.3, N.7.4.1: the group, and what becomes of the limits in it. */
static void explain_members(attempt *t, const ms_place *place, bool dropped) {
    ms_trace *trace = t->result->trace;
    const ms_members *members = &place->members;
    ms_reason group = is_middle(t, place) ? MS_MIDDLE_GROUP : place->direction == MS_DOWN ? MS_GROUP_DOWN : MS_GROUP_UP;
    ms_explain_members(trace, group, members, place->direction);
    ms_trace_say(trace, dropped ? MS_LIMITS_DROPPED : MS_LIMITS_KEPT, members->residents, members->resident_count);
    ms_trace_who(trace, members->incoming, members->incoming_count);
}

/* N.6 1: whom each one that came in tried. How many found an opponent; the others moved on. */
static int32_t explain_incoming(attempt *t, const ms_place *place, const ms_pair *pairs, int32_t made) {
    ms_step *step = &t->ws->step;
    int32_t paired = 0;
    for (int32_t k = 0; k < place->members.incoming_count; k++) {
        int32_t floater = step->came_in[k], participant = place->members.incoming[k];
        if (!ms_has(step->group.left, floater)) continue; /* taken by an earlier one */
        bool taken = paired < made && pairs[paired].a == participant;
        int32_t opponent = taken ? step->group.position[pairs[paired++].b] : MS_NONE;
        ms_explain_incoming_team(t->result->trace, step, floater, opponent, looks_backwards(t, place, k));
        if (!taken) ms_trace_say(t->result->trace, MS_MOVES_ON, &participant, 1);
    }
    return paired;
}

/* N.6 2: the members left in the order in which they are asked to float. How many have an opponent beyond; they are asked
 * before the others. */
static int32_t order_of_leaving(attempt *t, const ms_place *place, int32_t *order) {
    const ms_group *group = &t->ws->step.group;
    int32_t count = 0, with_option = 0;
    for (int32_t pass = 0; pass < 2; pass++) {
        for (int32_t i = ms_last(group->left, group->words); i != MS_NONE; i = ms_previous(group->left, i))
            if (has_option(t, place, group->member[i]) == (pass == 0)) order[count++] = group->member[i];
        if (pass == 0) with_option = count;
    }
    return with_option;
}

/* Those asked before the floater who stay for the limits alone, or the others. Who stays for them when a floater is
 * chosen did so when those before it were. */
static void explain_asked_before(attempt *t, int32_t chosen, const int32_t *asked, int32_t count, bool for_limits) {
    ms_trace *trace = t->result->trace;
    ms_reason reason = for_limits ? MS_ANOTHER_FLOATER : MS_LEAVING_COSTS_A_PAIR;
    bool said = false;
    for (int32_t k = 0; k < count; k++) {
        if ((t->ws->for_limits[asked[k]] > chosen) != for_limits) continue;
        if (!said) ms_trace_say(trace, reason, &t->ws->step.leaving.chosen[chosen], 1);
        ms_trace_who(trace, &asked[k], 1);
        said = true;
    }
}

/* N.6 2: who was asked to float before the one chosen; and who would have been after it, for having nobody beyond, or by
 * rank. */
static void explain_floater(attempt *t, const ms_place *place, int32_t chosen) {
    int32_t floater = t->ws->step.leaving.chosen[chosen];
    ms_group *group = &t->ws->step.group;
    ms_trace *trace = t->result->trace;
    int32_t *order = t->ws->unpaired, count = ms_count(group->left, group->words), before = 0;
    int32_t with_option = order_of_leaving(t, place, order);
    while (order[before] != floater) before++;
    int32_t alike = before < with_option ? with_option : count, later = before + 1;
    explain_asked_before(t, chosen, order, before, false);
    explain_asked_before(t, chosen, order, before, true);
    ms_trace_say_of(trace, MS_FLOATER, floater, order + alike, count - alike);
    if (later < alike) ms_trace_say_of(trace, MS_FAR_END, floater, order + later, alike - later);
    ms_remove(group->left, group->position[floater]);
}

/* N.6 2: those who stay. Left are then those of them whom no floater has taken. */
static void explain_staying(attempt *t, const ms_pair *taken, int32_t count) {
    ms_step *step = &t->ws->step;
    ms_group *group = &step->group;
    const ms_leaving *leaving = &step->leaving;
    ms_group_restore(group);
    for (int32_t k = 0; k < leaving->count; k++) ms_remove(group->left, group->position[leaving->chosen[k]]);
    ms_explain_kept(t->result->trace, group);
    for (int32_t k = 0; k < count; k++) {
        ms_remove(group->left, group->position[taken[k].a]);
        ms_remove(group->left, group->position[taken[k].b]);
    }
}

/* Whether the members have more pairs among themselves than they keep. They are arranged, all left. */
static bool keeps_fewer(attempt *t) {
    ms_step *step = &t->ws->step;
    if (step->leaving.count < 2) return false;
    ms_group_build_rows(&step->group);
    ms_matching_reset(&step->matching, &step->group);
    return ms_maximise(&step->matching, &step->group) < step->leaving.count;
}

/* N.6: then those not yet paired who would stay without an opponent among themselves. The pairs of the group are made. */
static void explain_needed_beyond(attempt *t) {
    ms_step *step = &t->ws->step;
    ms_group *graph = open_graph(t);
    for (int32_t k = 0; k < step->leaving.count; k++) ms_remove(graph->left, graph->position[step->leaving.chosen[k]]);
    int32_t alone = ms_maximise(&step->matching, graph);
    ms_sort_by_number(step);
    ms_name_alone(step, alone, t->ws->unpaired);
    if (alone > 0) ms_trace_say(t->result->trace, MS_NEEDED_BEYOND, t->ws->unpaired, alone);
}

/* A group that is paired, from the pair `from` on. What was refused follows from the order of asking and from what came
 * out: another one would not have kept as many pairs. */
static void explain_group(attempt *t, const ms_place *place, int32_t from, bool dropped) {
    ms_step *step = &t->ws->step;
    const ms_leaving *leaving = &step->leaving;
    const ms_pair *pairs = place->pairs + from;
    int32_t made = *place->made - from;
    if (t->result->trace == NULL) return;
    explain_members(t, place, dropped);
    ms_arrange(step, t->field, rules_of_group(t, dropped), &place->members, place->direction);
    if (keeps_fewer(t)) {
        explain_needed_beyond(t);
        ms_arrange(step, t->field, rules_of_group(t, dropped), &place->members, place->direction);
    }
    int32_t taken = explain_incoming(t, place, pairs, made);
    for (int32_t k = 0; k < leaving->count; k++)
        if (ms_has(step->group.left, step->group.position[leaving->chosen[k]])) /* it has not moved on */
            explain_floater(t, place, k);
    if (!is_middle(t, place)) explain_staying(t, pairs, taken);
    ms_explain_pairs(t->result->trace, step, pairs + taken, made - taken);
}

/* ---- with care for the round ---- */

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
    for (int32_t i = 0; i < graph->size; i++) t->ws->for_limits[graph->member[i]] = 0;
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

/* N.6 2: one who has an opponent beyond before one who has not, then from the far end of the ranking; the first whose
 * leaving still keeps as many pairs. Whether there is one: always, unless memory is wanted. */
static bool careful_floater(attempt *t, const ms_place *place, int32_t keep) {
    ms_kept *kept = &t->ws->kept;
    ms_leaving *leaving = &t->ws->step.leaving;
    const ms_group *graph = kept->graph;
    for (int32_t pass = 0; pass < 2; pass++)
        for (int32_t k = 0; k < graph->size; k++) {
            int32_t i = place->direction == MS_DOWN ? graph->size - 1 - k : k;
            if (!ms_has(kept->members, i) || has_option(t, place, graph->member[i]) != (pass == 0)) continue;
            bool leaves = ms_kept_try_leave(kept, i, keep);
            if (leaves) leaving->chosen[leaving->count++] = graph->member[i];
            if (leaves) return true;
            if (stays_for_the_limits(t, i, keep)) t->ws->for_limits[graph->member[i]] = leaving->count + 1;
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
    const ms_rules *rules = rules_of_group(t, kept->graph->limited == ws->none);
    ms_pair_all(&ws->step, t->field, rules, &staying, place->direction, place->pairs, place->made);
}

static ms_status pair_carefully(attempt *t, const ms_place *place) {
    ms_kept *kept = &t->ws->kept;
    ms_leaving *leaving = &t->ws->step.leaving;
    leaving->count = 0;
    open_kept(t, place);
    ms_status status = apply_limits(t);
    if (status == MS_OK) {
        int32_t keep = kept->pairs, from = *place->made;
        bool dropped = kept->graph->limited == t->ws->none;
        careful_incoming(t, place, &keep);
        while (ms_count(kept->members, kept->graph->words) > 2 * keep && careful_floater(t, place, keep)) continue;
        if (kept->wanted == 0) careful_scrutiny(t, place);
        if (kept->wanted == 0) explain_group(t, place, from, dropped);
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
    bool dropped = t->ws->step.group.rules == &t->without_limits;
    if (is_middle(t, place) || may_stand(t, trusted)) {
        explain_group(t, place, from, dropped);
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
