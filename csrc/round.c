#include "attempt.h"
#include "colours.h"
#include "sort.h"

/* ---- the ranking ---- */

/* Those present by number into `present`, by rank into `order`: a counting sort, stable. The score high_score - s has
 * counts[s], which becomes where it starts, then where it ends. */
static void rank_by_counting(attempt *t, int32_t range) {
    ms_workspace *ws = t->ws;
    const ms_player *players = t->field->players;
    const int32_t high = t->field->high_score;
    int32_t present = 0;
    memset(ws->counts, 0, (size_t)range * sizeof *ws->counts);
    for (int32_t p = 0; p < t->field->size; p++) {
        int32_t here = players[p].flags & MS_PRESENT;
        ws->counts[high - players[p].score] += here;
        ws->present[present] = p;
        present += here;
    }
    for (int32_t s = 0, start = 0; s < range; s++) {
        int32_t count = ws->counts[s];
        if (count > 0) ws->group_start[t->groups++] = start;
        ws->counts[s] = start;
        start += count;
    }
    for (int32_t k = 0; k < present; k++) {
        int32_t p = ws->present[k];
        ws->order[ws->counts[high - players[p].score]++] = p;
    }
    t->present = present;
}

/* The same where scores lie too far apart to be counted. */
static void rank_by_sorting(attempt *t) {
    ms_workspace *ws = t->ws;
    const ms_player *players = t->field->players;
    uint64_t *keys = ws->step.keys;
    t->present = 0;
    for (int32_t p = 0; p < t->field->size; p++) {
        if ((players[p].flags & MS_PRESENT) == 0) continue;
        keys[t->present] = ms_key(~ms_score_key(players[p].score), p);
        ws->present[t->present++] = p;
    }
    ms_sort_keys(keys, ws->step.key_scratch, t->present);
    for (int32_t k = 0; k < t->present; k++) {
        ws->order[k] = ms_key_index(keys[k]);
        if (k == 0 || keys[k] >> 32 != keys[k - 1] >> 32) ws->group_start[t->groups++] = k;
    }
}

/* Everybody present by rank, and the groups; nobody has the bye. */
static void rank(attempt *t) {
    int64_t range = (int64_t)t->field->high_score - t->field->low_score + 1;
    t->groups = 0;
    if (range <= (int64_t)t->ws->capacity + MS_SCORE_RANGE)
        rank_by_counting(t, (int32_t)range);
    else
        rank_by_sorting(t);
    t->to_pair = t->present;
    t->ws->group_start[t->groups] = t->to_pair;
    t->result->bye = MS_NONE;
}

/* ---- the bye ---- */

static bool bye_goes_by_rating(const attempt *t) { return t->system->bye_by_rating_first && t->event->round == 1; }

/* lim 7.1: lowest rating (unrated: 0), then last in the order. */
static bool lower_rated(const attempt *t, int32_t p, int32_t q) {
    int32_t one = t->field->players[p].rating, other = t->field->players[q].rating;
    return one != other ? one < other : p > q;
}

/* The place by rank of the first eligible one, of all present or of those at the positions of `among`. lim 1.1, N.5.4:
 * lowest score, then last in the order, which is the last by rank. */
static int32_t place_of_bye(const attempt *t, const uint64_t *among) {
    const int32_t *order = t->ws->order, *position = t->ws->step.group.position;
    bool by_rating = bye_goes_by_rating(t);
    int32_t best = MS_NONE;
    for (int32_t k = t->present - 1; k >= 0; k--) {
        if ((t->field->players[order[k]].flags & MS_BYE_BARRED) != 0) continue;
        if (among != NULL && !ms_has(among, position[order[k]])) continue;
        if (!by_rating) return k;
        if (best == MS_NONE || lower_rated(t, order[k], order[best])) best = k;
    }
    return best;
}

/* Who stands at a place by rank leaves its group. */
static void leave_out(attempt *t, int32_t place) {
    int32_t *order = t->ws->order, *start = t->ws->group_start, g = t->groups;
    t->to_pair--;
    for (int32_t k = place; k < t->to_pair; k++) order[k] = order[k + 1];
    for (; start[g] > place; g--) start[g]--;
    if (start[g] < start[g + 1]) return;
    for (t->groups--; g <= t->groups; g++) start[g] = start[g + 1]; /* it was alone in it */
}

/* Of all present, by rank, the first eligible one has the bye. Whether there is one. */
static bool give_bye(attempt *t, const uint64_t *among) {
    int32_t place = place_of_bye(t, among);
    if (place == MS_NONE) return false;
    t->result->bye = t->ws->order[place];
    leave_out(t, place);
    return true;
}

/* Those present into step.keys in the order in which the bye is offered: lim 7.1 by rating, 1.1, N.5.4 by score; then the
 * last in the order first. */
static void sort_for_bye(attempt *t, bool by_rating) {
    const ms_player *players = t->field->players;
    ms_step *step = &t->ws->step;
    for (int32_t k = 0; k < t->present; k++) {
        int32_t p = t->ws->present[k];
        step->keys[k] = ms_key(ms_score_key(by_rating ? players[p].rating : players[p].score), t->field->size - 1 - p);
    }
    ms_sort_keys(step->keys, step->key_scratch, t->present);
}

/* Of those who were asked before the one who has the bye: who may not have it, or the others. */
static void trace_asked_before(attempt *t, ms_reason reason, bool barred) {
    const ms_step *step = &t->ws->step;
    int32_t *asked = t->ws->incoming, count = 0;
    for (int32_t k = 0;; k++) {
        int32_t p = t->field->size - 1 - ms_key_index(step->keys[k]);
        if (p == t->result->bye) break;
        if (((t->field->players[p].flags & MS_BYE_BARRED) != 0) == barred) asked[count++] = p;
    }
    if (count > 0) ms_trace_say(t->result->trace, reason, asked, count);
}

/* Whoever may have the bye and was asked before would have left the others without a complete pairing. */
static void trace_bye(attempt *t) {
    bool by_rating = bye_goes_by_rating(t);
    if (t->result->trace == NULL || t->result->bye == MS_NONE) return;
    sort_for_bye(t, by_rating);
    trace_asked_before(t, MS_BYE_NOT_ALLOWED, true);
    trace_asked_before(t, MS_BYE_NOT_POSSIBLE, false);
    ms_trace_say(t->result->trace, by_rating ? MS_BYE_BY_RATING : MS_BYE, &t->result->bye, 1);
}

/* ---- lim 2.1, N.5.3: is there a complete pairing at all ---- */

/* The matching kernel over everybody present, starting from the pairs made; how many stay without an opponent.
 * Positions are places in ws->present. */
static int32_t match_field(attempt *t) {
    ms_step *step = &t->ws->step;
    const ms_pair *lists[] = {t->ws->above, t->ws->below, t->ws->median};
    int32_t counts[] = {t->above, t->below, t->median};
    ms_group_open(&step->group, t->field, &t->rules);
    for (int32_t k = 0; k < t->present; k++) ms_group_add(&step->group, t->ws->present[k], false);
    if (!t->system->limits_are_absolute) step->group.limited = t->ws->none;
    ms_group_build_rows(&step->group);
    ms_matching_reset(&step->matching, &step->group);
    for (int32_t l = 0; l < 3; l++)
        for (int32_t k = 0; k < counts[l]; k++)
            ms_join(&step->matching, step->group.position[lists[l][k].a], step->group.position[lists[l][k].b]);
    return ms_maximise(&step->matching, &step->group);
}

/* Name those who cannot be placed. */
static ms_status impossible(attempt *t, int32_t alone) {
    t->result->article = alone == 1 ? MS_ARTICLE_BYE : MS_ARTICLE_COMPLETE;
    t->result->unplaced_count = alone;
    ms_sort_by_number(&t->ws->step);
    ms_name_alone(&t->ws->step, alone, t->result->unplaced);
    return MS_IMPOSSIBLE;
}

ms_status ms_verify(attempt *t) {
    ms_step *step = &t->ws->step;
    int32_t alone = match_field(t);
    if (alone > t->present % 2) return impossible(t, alone);
    t->verified = true;
    if (alone == 0) return MS_OK;
    ms_reach(&step->matching, &step->group);
    int32_t before = t->result->bye;
    rank(t);
    if (!give_bye(t, step->matching.outer)) return impossible(t, alone);
    t->again = t->result->bye != before;
    return MS_OK;
}

/* ---- lim 2.2, N.5.5: the groups ---- */

/* lim 2.2: half the points possible. N.5.5: the score at place n/2 + 1. Doubled. */
static int64_t median_twice(const attempt *t) {
    if (t->system->median_is_a_score) return (int64_t)(t->event->round - 1) * t->event->win;
    return 2 * (int64_t)t->field->players[t->ws->order[t->to_pair / 2]].score;
}

static int64_t score_twice(const attempt *t, int32_t group) {
    return 2 * (int64_t)t->field->players[t->ws->order[t->ws->group_start[group]]].score;
}

static void report_floats(attempt *t, int64_t from_twice, int64_t to_twice, ms_direction direction) {
    const ms_leaving *leaving = &t->ws->step.leaving;
    for (int32_t k = 0; k < leaving->count; k++, t->result->float_count++) {
        if (t->result->float_count >= t->result->float_room) continue;
        ms_float move = {leaving->chosen[k], (int32_t)from_twice, (int32_t)to_twice, direction};
        t->result->floats[t->result->float_count] = move;
    }
}

/* The groups from `first` towards the middle, which is `end` or comes before it. Floaters that reach the middle
 * are written to `reached`, and their number to *count. */
static ms_status pair_side(attempt *t, int32_t first, int32_t end, bool middle_exists, ms_place *place,
                           int32_t *reached, int32_t *count) {
    ms_workspace *ws = t->ws;
    int32_t towards = place->direction == MS_DOWN ? 1 : -1, floating = 0;
    for (int32_t g = first; g != end; g += towards) {
        bool last = g + towards == end, has_next = !last || middle_exists;
        int64_t next_score = last ? median_twice(t) : score_twice(t, g + towards);
        const int32_t *start = ws->group_start + g, *next = ws->group_start + (has_next ? g + towards : g);
        place->members = (ms_members){ws->order + start[0], start[1] - start[0], ws->incoming, floating};
        place->adjacent = ws->order + next[0];
        place->adjacent_count = has_next ? next[1] - next[0] : 0;
        ms_status status = t->system->pair_group(t, place);
        if (status != MS_OK || t->again) return status;
        report_floats(t, score_twice(t, g), next_score, place->direction);
        floating = ws->step.leaving.count;
        for (int32_t k = 0; k < floating; k++) ws->incoming[k] = ws->step.leaving.chosen[k];
        ms_sort_by_rank(&ws->step, t->field, ws->incoming, floating, place->direction);
    }
    for (int32_t k = 0; k < floating; k++) reached[k] = ws->incoming[k];
    *count = floating;
    return MS_OK;
}

/* From the top down to the middle, from the bottom up to it, the middle last. */
static ms_status pair_groups(attempt *t) {
    ms_workspace *ws = t->ws;
    int32_t higher = 0;
    if (t->groups == 0) return MS_OK;
    while (higher < t->groups && score_twice(t, higher) > median_twice(t)) higher++;
    bool middle_exists = higher < t->groups && score_twice(t, higher) == median_twice(t);
    int32_t lower = higher + (middle_exists ? 1 : 0);
    ms_place above = {.direction = MS_DOWN, .pairs = ws->above, .made = &t->above};
    ms_place below = {.direction = MS_UP, .pairs = ws->below, .made = &t->below};
    ms_status status = pair_side(t, 0, higher, middle_exists, &above, ws->from_above, &t->from_above);
    if (status != MS_OK || t->again) return status;
    status = pair_side(t, t->groups - 1, lower - 1, middle_exists, &below, ws->from_below, &t->from_below);
    if (status != MS_OK || t->again) return status;
    const int32_t *start = ws->group_start + higher;
    return t->system->pair_middle(t, ws->order + start[0], middle_exists ? start[1] - start[0] : 0);
}

/* ---- colours, and the order of the boards ---- */

void ms_set_pair(attempt *t, ms_pair pair, ms_colour colour_of_a) {
    t->ws->opponent[pair.a] = pair.b;
    t->ws->opponent[pair.b] = pair.a;
    t->ws->colour[pair.a] = (uint8_t)colour_of_a;
    t->ws->colour[pair.b] = (uint8_t)ms_opposite(colour_of_a);
}

void ms_trace_colours(const attempt *t, ms_pair pair, ms_decision of_a) {
    const ms_player *players = t->field->players;
    bool a_is_white = of_a.colour == MS_WHITE;
    int32_t white = a_is_white ? pair.a : pair.b, black = a_is_white ? pair.b : pair.a;
    if (of_a.reason == MS_BY_LIMITS) of_a.reason = ms_deciding_limits(&players[white], &players[black]);
    ms_trace_add(t->result->trace, of_a.reason);
    ms_trace_who(t->result->trace, (int32_t[]){white, black}, 2);
}

static void colour_pairs(attempt *t, const ms_pair *pairs, int32_t count, bool below) {
    bool traced = t->result->trace != NULL;
    for (int32_t k = 0; k < count; k++) {
        ms_decision decision = t->system->colour(t->field, &t->rules, pairs[k].a, pairs[k].b, below);
        ms_set_pair(t, pairs[k], decision.colour);
        if (traced) ms_trace_colours(t, pairs[k], decision);
    }
}

/* The next boards, in this order of one of each pair. */
static void add_boards(attempt *t, const int32_t *players, int32_t count) {
    const ms_workspace *ws = t->ws;
    int32_t *white = t->result->white + t->result->boards, *black = t->result->black + t->result->boards;
    for (int32_t k = 0; k < count; k++) {
        int32_t p = players[k], other = ws->opponent[p];
        bool is_white = ws->colour[p] == MS_WHITE;
        white[k] = is_white ? p : other;
        black[k] = is_white ? other : p;
    }
    t->result->boards += count;
}

/* Sort the higher ranked of pairs, in the order of rank, by one key of their pairs; where all are equal they are. */
static void sort_by_key(attempt *t, int32_t *high, int32_t count, ms_board_key *key) {
    ms_step *step = &t->ws->step;
    bool equal = true;
    if (count < 2) return;
    for (int32_t k = 0; k < count; k++) {
        step->keys[k] = ms_key(key(t->field, high[k], t->ws->opponent[high[k]]), k);
        equal = equal && (step->keys[k] >> 32) == (step->keys[0] >> 32);
    }
    if (equal) return;
    ms_sort_keys(step->keys, step->key_scratch, count);
    for (int32_t k = 0; k < count; k++) step->leaving.chosen[k] = high[ms_key_index(step->keys[k])];
    for (int32_t k = 0; k < count; k++) high[k] = step->leaving.chosen[k];
}

/* The score of the lower ranked, descending. */
static uint32_t key_of_lower_score(const ms_field *field, int32_t high, int32_t low) {
    (void)high;
    return ~ms_score_key(field->players[low].score);
}

/* Boards of the higher ranked of pairs, given in the order of rank: by the keys of the rule set, then rank. */
static void sort_by_keys(attempt *t, int32_t *high, int32_t count) {
    for (int32_t k = 0; k < MS_BOARD_KEYS; k++)
        if (t->system->board_keys[k] != NULL) sort_by_key(t, high, count, t->system->board_keys[k]);
}

/* Score of the higher ranked, score of the lower ranked, then the keys of the rule set, then rank. */
static void order_boards(attempt *t) {
    ms_workspace *ws = t->ws;
    const ms_player *players = t->field->players;
    int32_t *equal = ws->incoming, *ahead = ws->from_above; /* the higher ranked of pairs */
    for (int32_t g = 0; g < t->groups; g++) {
        int32_t score = players[ws->order[ws->group_start[g]]].score, equals = 0, aheads = 0;
        for (int32_t k = ws->group_start[g]; k < ws->group_start[g + 1]; k++) {
            int32_t p = ws->order[k], other = ws->opponent[p], score_of_other = players[other].score;
            equal[equals] = p;
            equals += (score_of_other == score) & (p < other);
            if (score_of_other < score) ahead[aheads++] = p;
        }
        sort_by_keys(t, equal, equals);
        sort_by_keys(t, ahead, aheads);
        sort_by_key(t, ahead, aheads, key_of_lower_score);
        add_boards(t, equal, equals);
        add_boards(t, ahead, aheads);
    }
}

/* ---- the round ---- */

static void clear(attempt *t) {
    ms_result *result = t->result;
    t->above = t->below = t->median = t->from_above = t->from_below = 0;
    t->again = false;
    result->boards = result->cracked = 0;
    result->float_count = 0;
    result->memory_wanted = 0;
    if (result->trace != NULL) result->trace->step_count = result->trace->who_count = 0;
}

/* The round with one meaning of "compatible". */
static ms_status try_round(attempt *t) {
    ms_result *result = t->result;
    bool round_one = t->event->round == 1 && t->system->pair_round_one != NULL;
    ms_status status;
    clear(t);
    rank(t);
    if (t->present % 2 == 1 && !give_bye(t, NULL)) return ms_verify(t);
    do {
        clear(t);
        if (t->rules.colours_ignored) ms_trace_add(result->trace, MS_COLOURS_IGNORED);
        if (t->system->several_boards) ms_trace_add(result->trace, MS_COLOURS_DISREGARDED);
        trace_bye(t);
        status = round_one ? t->system->pair_round_one(t) : pair_groups(t);
    } while (status == MS_OK && t->again);
    if (status != MS_OK) return status;
    if (round_one)
        t->system->colour_round_one(t);
    else {
        colour_pairs(t, t->ws->above, t->above, false);
        colour_pairs(t, t->ws->below, t->below, true);
        colour_pairs(t, t->ws->median, t->median, false);
    }
    order_boards(t);
    if (t->system->several_boards && result->boards > 0)
        ms_trace_say(result->trace, MS_OTHER_BOARDS, result->white, result->boards);
    if (result->float_count > result->float_room) return MS_MORE_FLOATS;
    return ms_trace_is_full(result->trace) ? MS_MORE_TRACE : MS_OK;
}

static const ms_system *system_of(ms_rule_set rule_set) {
    return rule_set == MS_OLYMPIAD ? &ms_olympiad : rule_set == MS_ECU ? &ms_ecu : &ms_lim;
}

ms_status ms_pair_round(ms_workspace *workspace, const ms_field *field, const ms_event *event, ms_result *result) {
    attempt t = {.ws = workspace, .field = field, .event = event, .result = result};
    if (field->size > workspace->capacity || event->round < 1 || event->round > MS_MAX_ROUND) return MS_BAD_INPUT;
    if (event->win < 0 || event->win > MS_MAX_WIN) return MS_BAD_INPUT;
    t.system = system_of(event->rule_set);
    if (!t.system->median_is_a_score && field->played == NULL) return MS_BAD_INPUT;
    t.rules = (ms_rules){.drawn = event->drawn, .by_due_colour = t.system->by_due_colour};
    t.rules.maxi = event->maxi && t.system->by_due_colour; /* lim alone knows maxi-tournaments */
    t.rules.last_round = t.system->last_round_duty && event->round >= event->rounds;
    ms_status status = try_round(&t);
    if (status != MS_IMPOSSIBLE || !t.rules.last_round) return status;
    /* lim 6: then the whole round is paired anew with "compatible" = "not met". */
    t.rules.colours_ignored = true;
    t.verified = false;
    return try_round(&t);
}
