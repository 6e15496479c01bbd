#include "../round.h"
#include "check.h"
#include "world.h"

/* The round paired with a workspace of exactly the bytes asked for. */
static ms_status pair(const ms_field *field, const ms_event *event, answer *a, bool traced) {
    ms_workspace workspace;
    void *memory = exactly(ms_workspace_bytes(field->size));
    ms_workspace_init(&workspace, memory, field->size);
    a->result.trace = traced ? &a->trace : NULL;
    ms_status status;
    do {
        status = ms_pair_round(&workspace, field, event, &a->result);
    } while (answer_enlarge(a, &a->result, &workspace.kept, status));
    free(memory);
    return status;
}

static void check_trace(const world *w, const ms_trace *trace) {
    for (int64_t s = 0; s < trace->step_count; s++) {
        const ms_trace_step *step = &trace->steps[s];
        CHECK(step->reason <= MS_OTHER_BOARDS, "a reason is one of them");
        CHECK(step->count >= 0 && step->first + step->count <= trace->who_count, "a step lies within the list");
    }
    for (int64_t k = 0; k < trace->who_count; k++)
        CHECK(trace->who[k] >= 0 && trace->who[k] < w->n, "who is named exists");
}

static bool same_answer(const ms_result *a, const ms_result *b) {
    bool same = a->boards == b->boards && a->bye == b->bye && a->float_count == b->float_count;
    for (int32_t k = 0; same && k < a->boards; k++) same = a->white[k] == b->white[k] && a->black[k] == b->black[k];
    return same;
}

static ms_status try_world(const world *w) {
    sample s = sample_of_world(w);
    answer first = answer_for(w->n, false), traced = answer_for(w->n, true);
    CHECK(ms_field_prepare(&s.field) == MS_OK, "the field drawn is sound");
    ms_status status = pair(&s.field, &w->event, &first, false);
    CHECK(status == MS_OK || status == MS_IMPOSSIBLE, "the round is paired, or there is no legal pairing");
    if (status == MS_OK)
        check_legal(w, &first.result);
    else
        check_impossible(w, &first.result);
    CHECK(pair(&s.field, &w->event, &traced, true) == status, "asked why, it is paired as well");
    if (status == MS_OK) {
        CHECK(same_answer(&first.result, &traced.result), "asked why, the answer is the same");
        check_trace(w, &traced.trace);
    }
    answer_free(&first);
    answer_free(&traced);
    sample_free(&s);
    return status;
}

/* Few who have met nearly all: the rounds that are hard. */
static void test_hard(draws *d, ms_rule_set rule_set, int32_t *impossible) {
    int32_t n = 2 + draw_below(d, 10);
    world w = world_of(d, n, draw_below(d, n), rule_set);
    for (int32_t k = draw_below(d, n * n); k > 0; k--) {
        int32_t a = draw_below(d, n), b = draw_below(d, n);
        if (a != b) w.met[a * n + b] = w.met[b * n + a] = true;
    }
    *impossible += try_world(&w) == MS_IMPOSSIBLE;
    world_free(&w);
}

/* Groups of teams that cannot be completed among themselves: the exact method of kept.h. */
static void test_exact(draws *d, ms_rule_set rule_set) {
    int32_t n = 8 + 2 * draw_below(d, 20), groups = 1 + draw_below(d, 4);
    world w = world_of(d, n, 3, rule_set);
    for (int32_t a = 0; a < n; a++) w.score[a] = 20 * draw_below(d, groups);
    for (int32_t a = 0; a < n; a++)
        for (int32_t b = 0; b < a; b++)
            if (draw_chance(d, w.score[a] == w.score[b] ? 85 : 40)) w.met[a * n + b] = w.met[b * n + a] = true;
    try_world(&w);
    world_free(&w);
}

static void test_refusals(void) {
    bool met[4] = {0};
    sample s = sample_of(2, met);
    answer a = answer_for(2, false);
    ms_event event = {MS_LIM, 1, 9, 10, MS_WHITE, false}, other;
    CHECK(ms_field_prepare(&s.field) == MS_OK && pair(&s.field, &event, &a, false) == MS_OK, "two are paired");
    other = event, other.round = 0;
    CHECK(pair(&s.field, &other, &a, false) == MS_BAD_INPUT, "round 0 is refused");
    other = event, other.round = MS_MAX_ROUND + 1;
    CHECK(pair(&s.field, &other, &a, false) == MS_BAD_INPUT, "a round beyond the most is refused");
    other = event, other.win = -1;
    CHECK(pair(&s.field, &other, &a, false) == MS_BAD_INPUT, "a win below 0 is refused");
    other = event, other.win = MS_MAX_WIN + 1;
    CHECK(pair(&s.field, &other, &a, false) == MS_BAD_INPUT, "a win above the most is refused");
    other = event, other.rule_set = MS_ECU;
    s.field.played = NULL;
    CHECK(pair(&s.field, &other, &a, false) == MS_BAD_INPUT, "teams without the rounds they played are refused");
    ms_workspace workspace;
    ms_workspace_init(&workspace, NULL, 2);
    CHECK(ms_pair_round(&workspace, &s.field, &event, &a.result) == MS_BAD_INPUT, "without memory a round is refused");
    void *memory = exactly(ms_workspace_bytes(1));
    ms_workspace_init(&workspace, memory, 1);
    CHECK(ms_pair_round(&workspace, &s.field, &event, &a.result) == MS_BAD_INPUT, "a workspace too small is refused");
    free(memory);
    answer_free(&a);
    sample_free(&s);
}

/* Histories of any length up to the longest, whoever was met; so it is not round one. */
static void draw_histories(draws *d, world *w) {
    if (w->event.round == 1) w->event.round = MS_MAX_GAMES;
    for (int32_t p = 0; p < w->n; p++) {
        w->games[p] = draw_chance(d, 30) ? MS_MAX_GAMES : draw_below(d, MS_MAX_GAMES + 1);
        w->played[p] = draw_word(d);
        for (int32_t k = 0; k < w->games[p]; k++) w->colours[p * MS_MAX_GAMES + k] = draw_chance(d, 50) ? 'w' : 'b';
    }
}

/* Scores as far apart as they can be: doubles, differences and sums of them stay in their types. */
static void test_extremes(draws *d, ms_rule_set rule_set) {
    int32_t n = 2 + draw_below(d, 20), games = draw_below(d, 4);
    world w = world_of(d, n, games, rule_set);
    for (int32_t p = 0; p < w.n; p++) {
        w.score[p] = draw_chance(d, 50) ? MS_MAX_SCORE : -MS_MAX_SCORE;
        w.rating[p] = draw_chance(d, 50) ? MS_MAX_SCORE : 0;
    }
    w.event.win = MS_MAX_WIN;
    w.event.round = draw_chance(d, 50) ? MS_MAX_ROUND : w.event.round;
    if (draw_chance(d, 50)) draw_histories(d, &w);
    try_world(&w);
    world_free(&w);
}

static bool is_tried(int32_t n, int32_t effort) {
    return effort > 1 || n < 14 || (n > 62 && n < 66) || (n > 126 && n < 130);
}

void test_round(int32_t effort) {
    int32_t impossible = 0;
    test_refusals();
    for (int32_t turn = 0; turn < effort; turn++) {
        for (int32_t n = 0; n <= 130; n++) {
            if (!is_tried(n, effort)) continue;
            for (int32_t rule_set = MS_LIM; rule_set <= MS_OLYMPIAD; rule_set++) {
                draws d = draws_from((uint64_t)(turn * 1000 + n * 4 + rule_set));
                world w = world_of(&d, n, draw_below(&d, n < 12 ? n + 1 : 12), (ms_rule_set)rule_set);
                try_world(&w);
                world_free(&w);
            }
        }
        for (int32_t k = 0; k < 300; k++) {
            draws d = draws_from((uint64_t)(1000000 + turn * 1000 + k));
            ms_rule_set rule_set = (ms_rule_set)(k % 3);
            test_hard(&d, rule_set, &impossible);
            if (k % 3 == 0) test_extremes(&d, (ms_rule_set)(k / 3 % 3));
            if (rule_set != MS_LIM && k % 2 == 0) test_exact(&d, rule_set);
        }
    }
    CHECK(impossible > 0, "rounds without a legal pairing were among them");
}
