#include "explain.h"

#include "sort.h"

/* ---- a group ---- */

void ms_explain_members(ms_trace *trace, ms_reason reason, const ms_members *members, ms_direction direction) {
    int32_t count = members->resident_count;
    if (count + members->incoming_count == 0) return;
    ms_trace_add(trace, reason);
    for (int32_t k = 0; k < count; k++)
        ms_trace_who(trace, &members->residents[direction == MS_DOWN ? k : count - 1 - k], 1);
    ms_trace_who(trace, members->incoming, members->incoming_count);
}

void ms_explain_kept(ms_trace *trace, const ms_group *group) {
    if (ms_is_empty(group->left, group->words)) return;
    ms_trace_add(trace, MS_PAIRS_KEPT);
    for (int32_t i = ms_next(group->left, group->words, 0); i != MS_NONE; i = ms_next(group->left, group->words, i + 1))
        ms_trace_who(trace, &group->member[i], 1);
}

/* ---- who floats ---- */

/* What is said of a floater and those of step->keys from one to another. */
static void tell_of_asked(ms_trace *trace, const ms_step *step, ms_reason reason, int32_t floater, int32_t from,
                          int32_t to) {
    const ms_group *group = &step->group;
    ms_trace_say(trace, reason, &floater, 1);
    for (int32_t k = from; k < to; k++)
        ms_trace_who(trace, &group->member[group->size - 1 - ms_key_index(step->keys[k])], 1);
}

/* Behind the last one whom neither this rule nor one that goes before it asks later than the floater. */
static int32_t end_of_equals(const ms_step *step, int32_t floater, int32_t count, uint32_t rule) {
    int32_t end = floater;
    while (end < count && (step->keys[end] >> 32) / rule == (step->keys[floater] >> 32) / rule) end++;
    return end;
}

/* Those asked before the floater must stay: they were asked in vain. */
static void tell_floater(ms_trace *trace, ms_step *step, int32_t floater, int32_t incoming) {
    const ms_group *group = &step->group;
    int32_t count = ms_sort_by_asking(&step->leaving, step->came_in, incoming, step->keys, step->key_scratch), at = 0;
    while (group->size - 1 - ms_key_index(step->keys[at]) != group->position[floater]) at++;
    uint32_t type = (uint32_t)(step->keys[at] >> 32) / MS_ASKED_BY_TYPE;
    int32_t by_number = end_of_equals(step, at, count, 1);
    int32_t by_colour = end_of_equals(step, at, count, MS_ASKED_BY_FLOAT);
    int32_t by_float = end_of_equals(step, at, count, MS_ASKED_BY_TYPE);
    ms_reason due = group->rules->maxi ? MS_DUE_LIKE_MOST_NEAR : MS_DUE_LIKE_MOST;
    if (at > 0) tell_of_asked(trace, step, MS_LEAVING_COSTS_A_PAIR, floater, 0, at);
    tell_of_asked(trace, step, (ms_reason)(MS_FLOATER_D + type), floater, by_float, count);
    if (by_float > by_colour) tell_of_asked(trace, step, MS_FLOATED_BEFORE, floater, by_colour, by_float);
    if (by_colour > by_number) tell_of_asked(trace, step, due, floater, by_number, by_colour);
    if (by_number > at + 1) tell_of_asked(trace, step, MS_LARGEST_NUMBER, floater, at + 1, by_number);
}

void ms_explain_floaters(ms_trace *trace, ms_step *step, int32_t incoming) {
    ms_leaving *leaving = &step->leaving;
    int32_t floaters = leaving->count;
    ms_leaving_begin(leaving, NULL);
    for (int32_t k = 0; k < floaters; k++) {
        tell_floater(trace, step, leaving->chosen[k], incoming);
        ms_remove(step->group.left, step->group.position[leaving->chosen[k]]);
        leaving->count++;
    }
}

/* ---- who looks for an opponent, and whom it tried ---- */

/* The words for what is said of scrutiny, and of those that came in. */
typedef struct {
    ms_reason opponent, first_available, rating_apart, same_due, left_over;
} words_for;

static const words_for SCRUTINY = {MS_OPPONENT, MS_FIRST_AVAILABLE, MS_RATING_APART, MS_SAME_DUE, MS_LEAVES_OTHERS};
static const words_for SCRUTINY_OF_MAXI = {MS_OPPONENT_NEAR, MS_FIRST_AVAILABLE_NEAR, MS_RATING_APART, MS_SAME_DUE,
                                           MS_LEAVES_OTHERS};
static const words_for INCOMING = {MS_INCOMING_OPPONENT, MS_INCOMING_FIRST_AVAILABLE, MS_INCOMING_RATING_APART,
                                   MS_INCOMING_SAME_DUE, MS_LEAVES_OTHERS};
static const words_for INCOMING_TEAM = {.opponent = MS_INCOMING_OPPONENT, .left_over = MS_INCOMING_KEEPS_FEWER};

/* One that looks among those left; it is no longer one of them. */
typedef struct {
    ms_trace *trace;
    ms_step *step;
    const ms_group *group;
    const ms_pair *pairs; /* not yet made, its own first */
    int32_t count;
    int32_t seeker, opponent; /* positions */
    int32_t start;            /* candidates are start, start + 1, ..., then start - 1, start - 2, ..., 0 */
    int32_t first;            /* the first available, where that matters and is not yet behind; else MS_NONE */
    int32_t near;             /* maxi, when that one is behind: its rating; else MS_NONE */
    const uint64_t *not_met;
    const words_for *say;
    bool searched;   /* step->available is this one's */
    int32_t running; /* the reason of the latest step, if it goes on; else MS_NONE */
} search;

static search search_of(ms_trace *trace, ms_step *step, int32_t seeker, int32_t opponent, const words_for *say) {
    ms_group *group = &step->group;
    ms_remove(group->left, seeker);
    ms_watch_each(group->watch, group->size);
    return (search){.trace = trace,
                    .step = step,
                    .group = group,
                    .seeker = seeker,
                    .opponent = opponent,
                    .first = MS_NONE,
                    .near = MS_NONE,
                    .not_met = ms_group_not_met(group, seeker, step->not_met),
                    .say = say,
                    .running = MS_NONE};
}

static void tell(search *s, ms_reason reason, int32_t candidate) {
    ms_trace_say(s->trace, reason, (int32_t[]){s->group->member[s->seeker], s->group->member[candidate]}, 2);
    s->running = (int32_t)reason;
}

/* One more of a run that has the same reason, or the first of another one. */
static void refuse(search *s, ms_reason reason, int32_t candidate) {
    if (s->running == (int32_t)reason)
        ms_trace_who(s->trace, &s->group->member[candidate], 1);
    else
        tell(s, reason, candidate);
}

static bool colours_allow(const search *s, int32_t c) {
    const ms_group *group = s->group;
    return ms_colours_compatible(group->field, group->rules, group->member[s->seeker], group->member[c]);
}

/* 3.6, 5.2: no due colours, or different ones; or these are no matter. */
static bool suits(const search *s, int32_t c) {
    if (!s->group->rules->by_due_colour) return true;
    return ms_colours_suit(ms_group_player(s->group, s->seeker)->traits, ms_group_player(s->group, c)->traits);
}

/* 3.6, 5.7: in a maxi-tournament, after the first available one. */
static bool is_apart(const search *s, int32_t c) {
    if (s->near == MS_NONE) return false;
    int32_t apart = ms_group_player(s->group, c)->rating - s->near;
    return apart > MS_MAXI_POINTS || apart < -MS_MAXI_POINTS;
}

/* ---- 4.4: who is available, and who else would stay without an opponent ---- */

/* A perfect matching of those left, but that the seeker's opponent has no mate. */
static void match_the_rest(const search *s) {
    ms_matching *matching = &s->step->matching;
    const int32_t *position = s->group->position;
    for (int32_t k = 0; k < s->count; k++) ms_join(matching, position[s->pairs[k].a], position[s->pairs[k].b]);
    ms_part(matching, s->seeker);
}

/* Find out who is available but for being compatible: whoever can be left over. */
static void find_available(search *s) {
    ms_step *step = s->step;
    if (s->searched) return;
    s->searched = true;
    ms_group_build_rows(&step->group);
    match_the_rest(s);
    ms_reach(&step->matching, s->group);
    for (int32_t w = 0; w < s->group->words; w++) {
        step->available[w] = step->matching.outer[w];
        step->needed[w] = step->matching.inner[w] & ~step->matching.outer[w];
    }
}

/* With this candidate: the seeker's opponent and the candidate's mate, or two others in their places. Without one of those
 * needed by all who can be left over the same can be so (Gallai and Edmonds); it saves searches. */
static void tell_left_over(search *s, int32_t candidate) {
    ms_group *group = &s->step->group;
    ms_matching *matching = &s->step->matching;
    int32_t alone[2];
    ms_watch_each(group->watch, group->size);
    find_available(s);
    match_the_rest(s);
    ms_part(matching, candidate);
    ms_remove(group->left, candidate);
    uint64_t same = ms_has(s->step->needed, candidate) ? ~UINT64_C(0) : 0;
    for (int32_t w = 0; w < group->words; w++) matching->refused[w] = same & group->left[w] & ~s->step->available[w];
    ms_name_alone(s->step, 2, alone);
    ms_add(group->left, candidate);
    for (int32_t k = 0; k < 2; k++) ms_add(group->left, group->position[alone[k]]);
    tell(s, MS_LEAVES_OTHERS, candidate);
    ms_trace_who(s->trace, alone, 2);
    s->running = MS_NONE; /* each has a step of its own */
}

/* ---- one candidate after the other ---- */

static int32_t candidate_from(const search *s, int32_t c) {
    int32_t next = ms_next(s->group->left, s->group->words, c);
    return next != MS_NONE ? next : ms_previous(s->group->left, s->start);
}

static int32_t candidate_after(const search *s, int32_t c) {
    return c < s->start ? ms_previous(s->group->left, c) : candidate_from(s, c + 1);
}

/* Why this candidate, who was tried, was not taken: the first reason that holds. */
static void tell_refusal(search *s, int32_t c) {
    if (!ms_has(s->not_met, c))
        refuse(s, MS_MET, c);
    else if (!colours_allow(s, c))
        refuse(s, MS_BEYOND_LIMITS, c);
    else if (is_apart(s, c))
        refuse(s, s->say->rating_apart, c);
    else if (!suits(s, c) && s->first == MS_NONE)
        refuse(s, s->say->same_due, c);
    else if (s->say->left_over == MS_LEAVES_OTHERS)
        tell_left_over(s, c);
    else
        refuse(s, s->say->left_over, c);
}

/* The first one available: the opponent, or one before it. */
static int32_t first_available(search *s) {
    int32_t c = candidate_from(s, s->start);
    for (; c != s->opponent; c = candidate_after(s, c)) {
        if (!ms_has(s->not_met, c) || !colours_allow(s, c)) continue;
        find_available(s);
        if (ms_has(s->step->available, c)) break;
    }
    return c;
}

/* Before the first available one only who is available would have been taken; from it on due colours are a reason. Nobody
 * after the opponent is tried, unless nobody suits. */
static void tell_search(search *s) {
    bool maxi = s->group->rules->maxi, found = suits(s, s->opponent);
    s->first = maxi ? first_available(s) : found ? MS_NONE : s->opponent;
    for (int32_t c = candidate_from(s, s->start); c != MS_NONE; c = candidate_after(s, c)) {
        if (c == s->first) {
            s->first = MS_NONE;
            s->near = maxi ? ms_group_player(s->group, c)->rating : MS_NONE;
        }
        if (c != s->opponent)
            tell_refusal(s, c);
        else if (found)
            break;
    }
    tell(s, found ? s->say->opponent : s->say->first_available, s->opponent);
}

void ms_explain_pairs(ms_trace *trace, ms_step *step, const ms_pair *pairs, int32_t count) {
    ms_group *group = &step->group;
    const words_for *scrutiny = group->rules->maxi ? &SCRUTINY_OF_MAXI : &SCRUTINY;
    ms_matching_reset(&step->matching, group);
    ms_sort_by_number(step);
    for (int32_t k = 0; k < count; k++) {
        int32_t a = group->position[pairs[k].a], b = group->position[pairs[k].b];
        bool came_in = !ms_has(group->residents, a);
        int32_t half = ms_select(group->left, ms_count(group->left, group->words) / 2);
        search s = search_of(trace, step, a, b, came_in ? &INCOMING : scrutiny);
        s.pairs = pairs + k;
        s.count = count - k;
        s.start = came_in ? 0 : half;
        tell_search(&s);
        ms_remove(group->left, b);
    }
}

/* ---- N.6 1: teams that came in ---- */

/* Whether the opponent comes among the residents, or among the other floaters. */
static bool refuse_those_before(search *s, bool residents, bool backwards) {
    const ms_group *group = s->group;
    int32_t c = backwards ? ms_last(group->left, group->words) : ms_next(group->left, group->words, 0);
    while (c != MS_NONE) {
        bool asked = ms_has(group->residents, c) == residents;
        if (asked && c == s->opponent) return true;
        if (asked) tell_refusal(s, c);
        c = backwards ? ms_previous(group->left, c) : ms_next(group->left, group->words, c + 1);
    }
    return false;
}

void ms_explain_incoming_team(ms_trace *trace, ms_step *step, int32_t team, int32_t opponent, bool backwards) {
    search s = search_of(trace, step, team, opponent, &INCOMING_TEAM);
    if (!refuse_those_before(&s, true, backwards)) refuse_those_before(&s, false, backwards);
    if (opponent == MS_NONE) return;
    tell(&s, s.say->opponent, opponent);
    ms_remove(step->group.left, opponent);
}
