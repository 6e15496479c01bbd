/* lim.c - what Lim (C.04.4.3) chooses: the median as a score, cracking (2.6), round one (7.2), colours (5). */
#include "attempt.h"
#include "colours.h"
#include "explain.h"

/* A group that is paired; only where somebody asks why. */
static void explain(attempt *t, ms_reason reason, const ms_members *members, const ms_pair *pairs, int32_t count) {
    ms_step *step = &t->ws->step;
    ms_trace *trace = t->result->trace;
    ms_explain_members(trace, reason, members, reason == MS_GROUP_UP ? MS_UP : MS_DOWN);
    ms_group_restore(&step->group);
    if (reason == MS_GROUP_DOWN || reason == MS_GROUP_UP) {
        ms_explain_floaters(trace, step, members->incoming_count);
        ms_explain_kept(trace, &step->group);
    }
    ms_explain_pairs(trace, step, pairs, count);
}

/* 2.3 to 4: the group keeps as many pairs as its members allow. */
static ms_status pair_group(attempt *t, const ms_place *place) {
    int32_t from = *place->made;
    ms_pair_group(&t->ws->step, t->field, &t->rules, &place->members, place->adjacent, place->adjacent_count,
                  place->direction, place->pairs, place->made);
    if (t->result->trace != NULL)
        explain(t, place->direction == MS_DOWN ? MS_GROUP_DOWN : MS_GROUP_UP, &place->members, place->pairs + from,
                *place->made - from);
    return MS_OK;
}

/* ---- 2.2, 2.6: the median ---- */

/* 3.6.3: the downfloaters, then the upfloaters, each in their own order. */
static ms_members median_members(attempt *t, const int32_t *residents, int32_t count) {
    ms_workspace *ws = t->ws;
    ms_sort_by_rank(&ws->step, t->field, ws->from_above, t->from_above, MS_DOWN);
    ms_sort_by_rank(&ws->step, t->field, ws->from_below, t->from_below, MS_UP);
    for (int32_t k = 0; k < t->from_above; k++) ws->incoming[k] = ws->from_above[k];
    for (int32_t k = 0; k < t->from_below; k++) ws->incoming[t->from_above + k] = ws->from_below[k];
    ms_members members = {residents, count, ws->incoming, t->from_above + t->from_below};
    return members;
}

/* 2.6: take back the last pairing of the lower side when more floaters came from above than from below, else of
 * the higher side; of the other side when that one has none left. */
static ms_pair crack(attempt *t) {
    ms_workspace *ws = t->ws;
    bool lower = t->from_above > t->from_below ? t->below > 0 : t->above == 0;
    ms_pair pair = lower ? ws->below[--t->below] : ws->above[--t->above];
    int32_t *side = lower ? ws->from_below : ws->from_above, *count = lower ? &t->from_below : &t->from_above;
    side[(*count)++] = pair.a;
    side[(*count)++] = pair.b;
    ms_trace_say(t->result->trace, MS_CRACKED, (int32_t[]){pair.a, pair.b}, 2);
    t->result->cracked++;
    return pair;
}

static ms_status pair_median(attempt *t, const int32_t *residents, int32_t count) {
    ms_workspace *ws = t->ws;
    for (;;) {
        ms_members members = median_members(t, residents, count);
        int32_t alone = ms_pair_all(&ws->step, t->field, &t->rules, &members, MS_DOWN, ws->median, &t->median);
        if (alone == 0) {
            if (t->result->trace != NULL) explain(t, MS_MIDDLE_GROUP, &members, ws->median, t->median);
            return MS_OK;
        }
        if (!t->verified) {
            ms_status status = ms_verify(t);
            if (status != MS_OK || t->again) return status;
            continue; /* the matching kernel was in use elsewhere: look at the median again */
        }
        while (alone > 0) alone = ms_join_median(&ws->step, crack(t), alone);
    }
}

/* 7.2: round one is the scrutiny of article 4 over the whole field by number. */
static ms_status pair_round_one(attempt *t) {
    ms_workspace *ws = t->ws;
    int32_t count = 0;
    for (int32_t k = 0; k < t->present; k++)
        if (ws->present[k] != t->result->bye) ws->incoming[count++] = ws->present[k];
    ms_members members = {ws->incoming, count, NULL, 0};
    if (ms_pair_all(&ws->step, t->field, &t->rules, &members, MS_DOWN, ws->median, &t->median) != 0)
        return ms_verify(t);
    if (t->result->trace != NULL) explain(t, MS_ROUND_ONE, &members, ws->median, t->median);
    return MS_OK;
}

/* ---- colours and boards ---- */

/* 7.2: by the place among those who play, which is the position in the one group; the first of a pair has the better
 * place. */
static void colour_round_one(attempt *t) {
    const ms_workspace *ws = t->ws;
    for (int32_t k = 0; k < t->median; k++) {
        ms_pair pair = ws->median[k];
        ms_decision by_lot = {ms_round_one_colour(&t->rules, ws->step.group.position[pair.a]), MS_BY_LOT};
        ms_set_pair(t, pair, by_lot.colour);
        if (t->result->trace != NULL) ms_trace_colours(t, pair, by_lot);
    }
}

const ms_system ms_lim = {
    .median_is_a_score = true,
    .bye_by_rating_first = true,
    .limits_are_absolute = true,
    .last_round_duty = true,
    .by_due_colour = true,
    .pair_group = pair_group,
    .pair_middle = pair_median,
    .pair_round_one = pair_round_one,
    .colour_round_one = colour_round_one,
    .colour = ms_lim_colour,
};
