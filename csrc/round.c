#include "round.h"

#include "colours.h"
#include "sort.h"

/* Everything one attempt at a round shares. */
typedef struct {
    ms_workspace *ws;
    const ms_field *field;
    const ms_event *event;
    ms_rules rules;
    ms_result *result;
    int32_t present, to_pair; /* counts: with and without the bye */
    int32_t groups;
    int32_t above, below, median; /* pairs made */
    int32_t from_above, from_below;
    bool verified; /* the field was found to have a complete pairing without the bye chosen */
} attempt;

/* ---- 1, 7.1: the bye ---- */

/* 1.1: lowest score, then largest number. 7.1: lowest rating (unrated: 0), then largest number. */
static bool bye_before(const attempt *t, int32_t p, int32_t q) {
    const ms_player *a = &t->field->players[p], *b = &t->field->players[q];
    int32_t one = t->event->round == 1 ? a->rating : a->score, other = t->event->round == 1 ? b->rating : b->score;
    return one != other ? one < other : p > q;
}

/* The first eligible one, of all present or of those at the positions of `among`. */
static int32_t first_bye(const attempt *t, const uint64_t *among) {
    int32_t best = MS_NONE;
    for (int32_t k = 0; k < t->present; k++) {
        int32_t p = t->ws->present[k];
        if ((t->field->players[p].flags & MS_BYE_BARRED) != 0 || (among != NULL && !ms_has(among, k))) continue;
        if (best == MS_NONE || bye_before(t, p, best)) best = p;
    }
    return best;
}

/* ---- 2.1: is there a complete pairing at all ---- */

/* The matching kernel over everybody present, starting from the pairs made; how many stay without an opponent.
 * Positions are places in ws->present. */
static int32_t match_field(attempt *t) {
    ms_step *step = &t->ws->step;
    const ms_pair *lists[] = {t->ws->above, t->ws->below, t->ws->median};
    int32_t counts[] = {t->above, t->below, t->median};
    ms_group_open(&step->group, t->field, &t->rules);
    for (int32_t k = 0; k < t->present; k++) ms_group_add(&step->group, t->ws->present[k], false);
    ms_group_build_rows(&step->group);
    ms_matching_reset(&step->matching, &step->group);
    for (int32_t l = 0; l < 3; l++)
        for (int32_t k = 0; k < counts[l]; k++)
            ms_join(&step->matching, step->group.position[lists[l][k].a], step->group.position[lists[l][k].b]);
    return ms_maximise(&step->matching, &step->group);
}

/* Name those who cannot be placed: from the largest number down, whoever can be left out without losing a pair. */
static ms_status impossible(attempt *t, int32_t alone) {
    ms_step *step = &t->ws->step;
    ms_result *result = t->result;
    result->article = alone == 1 ? MS_ARTICLE_BYE : MS_ARTICLE_COMPLETE;
    result->unplaced_count = 0;
    for (int32_t i = step->group.size - 1; i >= 0 && alone > 0; i--) {
        if (!ms_can_leave(&step->matching, &step->group, i)) continue;
        ms_remove(step->group.left, i);
        result->unplaced[result->unplaced_count++] = step->group.member[i];
        alone--;
    }
    return MS_IMPOSSIBLE;
}

/* Somebody found no opponent: is the field pairable, and is the bye with the right one? *again: it was not, and
 * now is; the round starts anew. */
static ms_status verify(attempt *t, bool *again) {
    ms_step *step = &t->ws->step;
    int32_t alone = match_field(t);
    if (alone > t->present % 2) return impossible(t, alone);
    t->verified = true;
    if (alone == 0) return MS_OK;
    ms_reach(&step->matching, &step->group);
    int32_t bye = first_bye(t, step->matching.outer);
    if (bye == MS_NONE) return impossible(t, alone);
    *again = bye != t->result->bye;
    t->result->bye = bye;
    return MS_OK;
}

/* ---- 2.2: the groups ---- */

/* Order by rank those present, the bye left out; `present` ascends, and every step is stable. */
static void order_by_rank(attempt *t) {
    ms_workspace *ws = t->ws;
    const ms_player *players = t->field->players;
    int32_t low = INT32_MAX, high = INT32_MIN;
    t->to_pair = 0;
    for (int32_t k = 0; k < t->present; k++) {
        int32_t p = ws->present[k], score = players[p].score;
        if (p == t->result->bye) continue;
        ws->step.keys[t->to_pair++] = ms_key(~ms_score_key(score), p);
        low = score < low ? score : low;
        high = score > high ? score : high;
    }
    if (t->to_pair == 0) return;
    if ((int64_t)high - low >= (int64_t)ws->capacity + MS_SCORE_RANGE) {
        ms_sort_keys(ws->step.keys, ws->step.key_scratch, t->to_pair);
        for (int32_t k = 0; k < t->to_pair; k++) ws->order[k] = ms_key_index(ws->step.keys[k]);
        return;
    }
    int32_t range = high - low + 1;
    memset(ws->counts, 0, (size_t)range * sizeof *ws->counts);
    for (int32_t k = 0; k < t->to_pair; k++) ws->counts[high - players[ms_key_index(ws->step.keys[k])].score]++;
    for (int32_t s = 0, sum = 0; s < range; s++) {
        int32_t here = ws->counts[s];
        ws->counts[s] = sum;
        sum += here;
    }
    for (int32_t k = 0; k < t->to_pair; k++) {
        int32_t p = ms_key_index(ws->step.keys[k]);
        ws->order[ws->counts[high - players[p].score]++] = p;
    }
}

static void split_into_groups(attempt *t) {
    ms_workspace *ws = t->ws;
    t->groups = 0;
    for (int32_t k = 0; k < t->to_pair; k++)
        if (k == 0 || t->field->players[ws->order[k]].score != t->field->players[ws->order[k - 1]].score)
            ws->group_start[t->groups++] = k;
    ws->group_start[t->groups] = t->to_pair;
}

static int64_t median_twice(const attempt *t) { return (int64_t)(t->event->round - 1) * t->event->win; }

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

/* 2.2: the groups from `first` towards the median, which is `end` or comes before it. Floaters that reach the median
 * are written to `reached` in the order in which they are paired; their number is returned. */
static int32_t pair_side(attempt *t, int32_t first, int32_t end, bool median_exists, ms_direction direction,
                         ms_pair *pairs, int32_t *made, int32_t *reached) {
    ms_workspace *ws = t->ws;
    ms_step *step = &ws->step;
    int32_t towards = direction == MS_DOWN ? 1 : -1, floating = 0;
    for (int32_t g = first; g != end; g += towards) {
        bool last = g + towards == end, has_next = !last || median_exists;
        int64_t next_score = last ? median_twice(t) : score_twice(t, g + towards);
        const int32_t *start = ws->group_start + g, *next = ws->group_start + (has_next ? g + towards : g);
        ms_members members = {ws->order + start[0], start[1] - start[0], ws->incoming, floating};
        ms_pair_group(step, t->field, &t->rules, &members, ws->order + next[0], has_next ? next[1] - next[0] : 0,
                      direction, pairs, made);
        report_floats(t, score_twice(t, g), next_score, direction);
        floating = step->leaving.count;
        for (int32_t k = 0; k < floating; k++) ws->incoming[k] = step->leaving.chosen[k];
        ms_sort_by_rank(step, t->field, ws->incoming, floating, direction);
    }
    for (int32_t k = 0; k < floating; k++) reached[k] = ws->incoming[k];
    return floating;
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
    t->result->cracked++;
    return pair;
}

static ms_status pair_median(attempt *t, const int32_t *residents, int32_t count, bool *again) {
    ms_workspace *ws = t->ws;
    for (;;) {
        ms_members members = median_members(t, residents, count);
        int32_t alone = ms_pair_all(&ws->step, t->field, &t->rules, &members, ws->median, &t->median);
        if (alone == 0) return MS_OK;
        if (!t->verified) {
            ms_status status = verify(t, again);
            if (status != MS_OK || *again) return status;
            continue; /* the matching kernel was in use elsewhere: look at the median again */
        }
        while (alone > 0) alone = ms_join_median(&ws->step, crack(t));
    }
}

static ms_status pair_groups(attempt *t, bool *again) {
    ms_workspace *ws = t->ws;
    int32_t higher = 0, lower;
    split_into_groups(t);
    while (higher < t->groups && score_twice(t, higher) > median_twice(t)) higher++;
    bool median_exists = higher < t->groups && score_twice(t, higher) == median_twice(t);
    lower = higher + (median_exists ? 1 : 0);
    t->from_above =
        pair_side(t, 0, higher, median_exists, MS_DOWN, ws->above, &t->above, ws->from_above);
    t->from_below =
        pair_side(t, t->groups - 1, lower - 1, median_exists, MS_UP, ws->below, &t->below, ws->from_below);
    const int32_t *start = ws->group_start + higher;
    return pair_median(t, ws->order + start[0], median_exists ? start[1] - start[0] : 0, again);
}

/* 7.2: round one is the scrutiny of article 4 over the whole field by number. */
static ms_status pair_round_one(attempt *t, bool *again) {
    ms_workspace *ws = t->ws;
    int32_t count = 0;
    for (int32_t k = 0; k < t->present; k++)
        if (ws->present[k] != t->result->bye) ws->incoming[count++] = ws->present[k];
    ms_members members = {ws->incoming, count, NULL, 0};
    if (ms_pair_all(&ws->step, t->field, &t->rules, &members, ws->median, &t->median) == 0) return MS_OK;
    return verify(t, again);
}

/* ---- 5: colours, and the order of the boards ---- */

static void set_pair(attempt *t, ms_pair pair, ms_colour colour) {
    t->ws->opponent[pair.a] = pair.b;
    t->ws->opponent[pair.b] = pair.a;
    t->ws->colour[pair.a] = (uint8_t)colour;
    t->ws->colour[pair.b] = (uint8_t)ms_opposite(colour);
}

static void colour_pairs(attempt *t, const ms_pair *pairs, int32_t count, bool below) {
    for (int32_t k = 0; k < count; k++)
        set_pair(t, pairs[k], ms_lim_colour(t->field, &t->rules, pairs[k].a, pairs[k].b, below));
}

static void colour_round_one(attempt *t) {
    ms_workspace *ws = t->ws;
    for (int32_t k = 0; k < t->median; k++) set_pair(t, ws->median[k], MS_WHITE);
    for (int32_t k = 0, place = 0; k < t->present; k++) {
        int32_t p = ws->present[k];
        if (p == t->result->bye) continue;
        ms_pair pair = {p, ws->opponent[p]};
        if (pair.a < pair.b) set_pair(t, pair, ms_round_one_colour(&t->rules, place));
        place++;
    }
}

static void add_board(attempt *t, int32_t p) {
    int32_t other = t->ws->opponent[p];
    bool white = t->ws->colour[p] == MS_WHITE;
    t->result->white[t->result->boards] = white ? p : other;
    t->result->black[t->result->boards++] = white ? other : p;
}

/* Score of the higher ranked, score of the lower ranked, number of the higher ranked: within a group of equal
 * scores, those who meet one of their own first, then the others by the rank of their opponents. */
static void order_boards(attempt *t) {
    ms_workspace *ws = t->ws;
    const ms_player *players = t->field->players;
    for (int32_t start = 0, end; start < t->to_pair; start = end) {
        int32_t score = players[ws->order[start]].score, mixed = 0;
        for (end = start; end < t->to_pair && players[ws->order[end]].score == score; end++) {
            int32_t p = ws->order[end], other = ws->opponent[p];
            if (players[other].score == score && p < other) add_board(t, p);
            if (players[other].score < score) ws->step.keys[mixed++] = ms_key(~ms_score_key(players[other].score), p);
        }
        ms_sort_keys(ws->step.keys, ws->step.key_scratch, mixed);
        for (int32_t k = 0; k < mixed; k++) add_board(t, ms_key_index(ws->step.keys[k]));
    }
}

/* ---- the round ---- */

static void clear(attempt *t) {
    ms_result *result = t->result;
    t->above = t->below = t->median = t->from_above = t->from_below = 0;
    result->boards = result->cracked = 0;
    result->float_count = 0;
}

/* The round with one meaning of "compatible". */
static ms_status try_round(attempt *t) {
    ms_result *result = t->result;
    bool round_one = t->event->round == 1, again = false;
    ms_status status;
    clear(t);
    result->bye = t->present % 2 == 1 ? first_bye(t, NULL) : MS_NONE;
    if (t->present % 2 == 1 && result->bye == MS_NONE) return verify(t, &again);
    do {
        clear(t);
        again = false;
        order_by_rank(t);
        status = round_one ? pair_round_one(t, &again) : pair_groups(t, &again);
    } while (status == MS_OK && again);
    if (status != MS_OK) return status;
    if (round_one)
        colour_round_one(t);
    else {
        colour_pairs(t, t->ws->above, t->above, false);
        colour_pairs(t, t->ws->median, t->median, false);
        colour_pairs(t, t->ws->below, t->below, true);
    }
    order_boards(t);
    return result->float_count > result->float_room ? MS_MORE_FLOATS : MS_OK;
}

ms_status ms_pair_round(ms_workspace *workspace, const ms_field *field, const ms_event *event, ms_result *result) {
    attempt t = {.ws = workspace, .field = field, .event = event, .result = result};
    if (field->size > workspace->capacity || event->round < 1 || event->round > MS_MAX_ROUND) return MS_BAD_INPUT;
    if (event->win < 0 || event->win > MS_MAX_WIN) return MS_BAD_INPUT;
    t.rules = (ms_rules){.drawn = event->drawn, .maxi = event->maxi, .last_round = event->round >= event->rounds};
    for (int32_t p = 0; p < field->size; p++)
        if ((field->players[p].flags & MS_PRESENT) != 0) workspace->present[t.present++] = p;
    ms_status status = try_round(&t);
    if (status != MS_IMPOSSIBLE || !t.rules.last_round) return status;
    /* 6: then the whole round is paired anew with "compatible" = "not met". */
    t.rules.colours_ignored = true;
    t.verified = false;
    return try_round(&t);
}
