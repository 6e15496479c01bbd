#include "../explain.h"
#include "../round.h"
#include "check.h"
#include "world.h"

#include <string.h>

enum { SMALL = 12 }; /* up to so many, who could be paired is found by trying all */

/* The trace of a round of lim, read step by step. */
typedef struct {
    const world *w;
    const ms_trace *trace;
    int64_t at; /* the step in hand */
    bool leniently;
    bool *left; /* of the group in hand, who has neither floated nor an opponent */
    int64_t floaters, pairs;
} reader;

static const ms_trace_step *step_of(const reader *r) {
    return r->at < r->trace->step_count ? &r->trace->steps[r->at] : NULL;
}

static bool is(const reader *r, ms_reason first, ms_reason last) {
    const ms_trace_step *step = step_of(r);
    return step != NULL && step->reason >= first && step->reason <= last;
}

static const int32_t *who(const reader *r) { return r->trace->who + step_of(r)->first; }

static int32_t count_left(const reader *r) {
    int32_t count = 0;
    for (int32_t p = 0; p < r->w->n; p++) count += r->left[p];
    return count;
}

/* Whether those left can all be paired. */
static bool can_be_paired(reader *r) {
    int32_t p = 0;
    bool can = false;
    while (p < r->w->n && !r->left[p]) p++;
    if (p == r->w->n) return true;
    r->left[p] = false;
    for (int32_t q = p + 1; q < r->w->n && !can; q++) {
        if (!r->left[q] || !world_compatible(r->w, p, q, r->leniently)) continue;
        r->left[q] = false;
        can = can_be_paired(r);
        r->left[q] = true;
    }
    r->left[p] = true;
    return can;
}

/* Whether the rest of those left can all be paired without some of them. */
static bool rest_can_be_paired(reader *r, const int32_t *without, int32_t count) {
    for (int32_t k = 0; k < count; k++) {
        CHECK(r->left[without[k]], "who is named is left, and named once");
        r->left[without[k]] = false;
    }
    bool can = can_be_paired(r);
    for (int32_t k = 0; k < count; k++) r->left[without[k]] = true;
    return can;
}

static void read_members(reader *r) {
    CHECK(count_left(r) == 0, "nobody is left of the group before");
    for (int32_t k = 0; k < step_of(r)->count; k++) {
        CHECK(r->w->present[who(r)[k]] && !r->left[who(r)[k]], "a member is present, and named once");
        r->left[who(r)[k]] = true;
    }
    r->at++;
}

/* The others of a floater's step, each of whom is named in one step only. */
static int32_t read_others(reader *r, int32_t floater) {
    bool by_float = is(r, MS_FLOATED_BEFORE, MS_FLOATED_BEFORE);
    CHECK(!by_float || !r->w->floated[floater], "it did not float before");
    for (int32_t k = 1; k < step_of(r)->count; k++) {
        CHECK(r->left[who(r)[k]] && who(r)[k] != floater, "others are named once");
        CHECK(!by_float || r->w->floated[who(r)[k]], "and they did");
        r->left[who(r)[k]] = false;
    }
    return step_of(r)->count - 1;
}

/* All steps of one floater. */
static void read_floater(reader *r) {
    int32_t floater = who(r)[0], named = 0, types = 0, others = count_left(r) - 1;
    int64_t start = r->at;
    CHECK(r->left[floater], "who floats was there");
    for (; is(r, MS_LEAVING_COSTS_A_PAIR, MS_LARGEST_NUMBER) && who(r)[0] == floater; r->at++) {
        types += is(r, MS_FLOATER_D, MS_FLOATER_A);
        named += read_others(r, floater);
    }
    CHECK(types == 1, "a floater has one type");
    CHECK(named == others, "everybody else is named");
    for (const ms_trace_step *step = &r->trace->steps[start]; step < &r->trace->steps[r->at]; step++)
        for (int32_t k = 0; k < step->count; k++) r->left[r->trace->who[step->first + k]] = true;
    r->left[floater] = false;
    r->floaters++;
}

static void read_kept(reader *r) {
    CHECK(step_of(r)->count == count_left(r), "whoever does not float stays");
    for (int32_t k = 0; k < step_of(r)->count; k++) CHECK(r->left[who(r)[k]], "who stays has not floated");
    r->at++;
}

/* A refusal holds of each who is named. */
static void check_refusal(reader *r, int32_t seeker, int32_t candidate) {
    const world *w = r->w;
    bool met = w->met[seeker * w->n + candidate], small = count_left(r) <= SMALL;
    bool compatible = world_compatible(w, seeker, candidate, r->leniently);
    CHECK(r->left[candidate] && candidate != seeker, "who is tried is left");
    switch (step_of(r)->reason) {
    case MS_MET:
        CHECK(met, "they have met");
        break;
    case MS_BEYOND_LIMITS:
        CHECK(!met && !compatible, "their colours do not let them meet");
        break;
    case MS_LEAVES_OTHERS:
        CHECK(compatible && step_of(r)->count == 4, "one is tried, and two would be left over");
        CHECK(!small || !rest_can_be_paired(r, (int32_t[]){seeker, candidate}, 2), "the rest cannot be paired");
        CHECK(!small || rest_can_be_paired(r, who(r), 4), "without the two left over it can");
        break;
    case MS_RATING_APART:
    case MS_INCOMING_RATING_APART:
        CHECK(compatible && w->event.maxi, "ratings matter in a maxi-tournament");
        break;
    default:
        CHECK(compatible, "only one who is compatible is refused for a due colour");
    }
}

/* All steps of one pair. */
static void read_pair(reader *r) {
    int32_t seeker = who(r)[0];
    CHECK(r->left[seeker], "who looks for an opponent has none");
    for (; is(r, MS_MET, MS_INCOMING_KEEPS_FEWER); r->at++) {
        int32_t tried = is(r, MS_LEAVES_OTHERS, MS_LEAVES_OTHERS) ? 2 : step_of(r)->count;
        CHECK(who(r)[0] == seeker, "they are all refused by the same one");
        for (int32_t k = 1; k < tried; k++) check_refusal(r, seeker, who(r)[k]);
    }
    CHECK(is(r, MS_OPPONENT, MS_INCOMING_FIRST_AVAILABLE) && who(r)[0] == seeker, "it finds one");
    int32_t opponent = who(r)[1];
    CHECK(r->left[opponent] && world_compatible(r->w, seeker, opponent, r->leniently), "they may meet");
    r->left[seeker] = r->left[opponent] = false;
    CHECK(count_left(r) > SMALL || can_be_paired(r), "the rest can be paired");
    r->pairs++;
    r->at++;
}

static void read_groups(reader *r) {
    while (is(r, MS_COLOURS_IGNORED, MS_COLOURS_IGNORED)) r->leniently = true, r->at++;
    while (is(r, MS_BYE_NOT_ALLOWED, MS_BYE_BY_RATING)) r->at++;
    while (is(r, MS_ROUND_ONE, MS_CRACKED)) {
        if (is(r, MS_CRACKED, MS_CRACKED)) {
            r->pairs--;
            r->at++;
            continue;
        }
        read_members(r);
        while (is(r, MS_LEAVING_COSTS_A_PAIR, MS_LARGEST_NUMBER)) read_floater(r);
        if (is(r, MS_PAIRS_KEPT, MS_PAIRS_KEPT)) read_kept(r);
        while (is(r, MS_MET, MS_INCOMING_FIRST_AVAILABLE)) read_pair(r);
    }
    CHECK(count_left(r) == 0, "nobody is left");
}

/* Pair a round with memory of exactly the bytes asked for. */
static ms_status pair_traced(const world *w, answer *a) {
    sample s = sample_of_world(w);
    ms_workspace workspace;
    void *memory = exactly(ms_workspace_bytes(w->n));
    ms_workspace_init(&workspace, memory, w->n);
    CHECK(ms_field_prepare(&s.field) == MS_OK, "the field drawn is sound");
    a->result.trace = &a->trace;
    ms_status status;
    do {
        status = ms_pair_round(&workspace, &s.field, &w->event, &a->result);
    } while (answer_enlarge(a, &a->result, &workspace.kept, status));
    free(memory);
    sample_free(&s);
    return status;
}

static void try_world(const world *w) {
    answer a = answer_for(w->n, true);
    if (pair_traced(w, &a) == MS_OK) {
        reader r = {.w = w, .trace = &a.trace, .left = calloc((size_t)w->n + 1, sizeof *r.left)};
        read_groups(&r);
        CHECK(r.floaters == a.result.float_count, "every floater is told");
        CHECK(r.pairs == a.result.boards, "every pair is told");
        CHECK(a.trace.step_count - r.at == a.result.boards, "then the colours of every pair");
        free(r.left);
    }
    answer_free(&a);
}

/* One group in which most have met each other, or must have the same colour. */
static world crowded(draws *d, int32_t n) {
    world w = world_of(d, n, 3, MS_LIM);
    int32_t groups = 1 + draw_below(d, 3), percent = 30 + draw_below(d, 60);
    for (int32_t p = 0; p < n; p++) {
        w.score[p] = 20 + 5 * draw_below(d, groups);
        w.floated[p] = draw_chance(d, 40);
    }
    for (int32_t a = 0; a < n; a++)
        for (int32_t b = 0; b < a; b++)
            if (draw_chance(d, percent)) w.met[a * n + b] = w.met[b * n + a] = true;
    return w;
}

/* A group of thousands where nobody suits: all are tried by all. */
static void test_all_due_the_same(void) {
    enum { SIZE = 2000, PAIRS = SIZE / 2 };
    draws d = draws_from(1);
    world w = world_of(&d, SIZE, 0, MS_LIM);
    w.event.round = 2;
    w.event.rounds = 9;
    w.event.maxi = false;
    memset(w.met, 0, (size_t)SIZE * SIZE * sizeof *w.met);
    for (int32_t p = 0; p < SIZE; p++) {
        w.present[p] = true;
        w.score[p] = 10;
        w.games[p] = 1;
        w.colours[p * MS_MAX_GAMES] = 'w';
    }
    answer a = answer_for(SIZE, true);
    CHECK(pair_traced(&w, &a) == MS_OK, "they are all paired");
    /* the group, who stays, of each pair but the last those tried and the opponent, and the colours */
    CHECK(a.trace.step_count == 2 + (2 * PAIRS - 1) + PAIRS, "in a step all whom one tried");
    int64_t tried = 0;
    for (int64_t left = SIZE; left > 2; left -= 2) tried += left - 2 + 1;
    CHECK(a.trace.who_count == 2 * SIZE + tried + 2 * PAIRS + 2 * PAIRS, "everybody tried is named");
    answer_free(&a);
    world_free(&w);
}

void test_explain(int32_t effort) {
    test_all_due_the_same();
    for (int32_t turn = 0; turn < 150 * effort; turn++) {
        draws d = draws_from((uint64_t)(2000000 + turn));
        int32_t n = 2 + draw_below(&d, SMALL - 1);
        world w = turn % 2 == 0 ? world_of(&d, n, draw_below(&d, n), MS_LIM) : crowded(&d, n);
        try_world(&w);
        world_free(&w);
    }
    for (int32_t turn = 0; turn < 4 * effort; turn++) {
        draws d = draws_from((uint64_t)(3000000 + turn));
        world w = turn % 2 == 0 ? crowded(&d, 60 + draw_below(&d, 80)) : world_of(&d, 140, 9, MS_LIM);
        try_world(&w);
        world_free(&w);
    }
}
