#include "world.h"

#include <string.h>

/* ---- samples ---- */

sample sample_of(int32_t n, const bool *met) {
    size_t size = (size_t)n;
    int32_t entries = 0, at = 0;
    for (int32_t k = 0; k < n * n; k++) entries += met[k];
    sample s = {.players = exactly(size * sizeof *s.players),
                .numbers = exactly(size * sizeof *s.numbers),
                .met = exactly((size_t)entries * sizeof *s.met),
                .played = exactly(size * sizeof *s.played)};
    for (int32_t p = 0; p < n; p++) {
        s.players[p] = (ms_player){.met_from = at, .flags = MS_PRESENT};
        s.numbers[p] = p + 1;
        s.played[p] = 0;
        for (int32_t q = 0; q < n; q++)
            if (met[p * n + q]) s.met[at++] = q;
        s.players[p].met_count = at - s.players[p].met_from;
    }
    s.field = (ms_field){n, s.players, s.numbers, s.played, s.met, entries, 0, 0};
    return s;
}

void sample_free(sample *s) {
    free(s->players);
    free(s->numbers);
    free(s->met);
    free(s->played);
}

sample sample_of_world(const world *w) {
    sample s = sample_of(w->n, w->met);
    for (int32_t p = 0; p < w->n; p++) {
        ms_player *player = &s.players[p];
        for (int32_t k = 0; k < w->games[p]; k++)
            player->colours = player->colours << 1 | (w->colours[p * MS_MAX_GAMES + k] == 'w');
        player->games = (uint8_t)w->games[p];
        player->score = w->score[p];
        player->rating = w->rating[p];
        player->flags =
            (uint8_t)(MS_PRESENT * w->present[p] | MS_BYE_BARRED * w->barred[p] | MS_FLOATED * w->floated[p]);
        s.played[p] = w->played[p];
    }
    return s;
}

/* ---- drawing ---- */

void world_play(world *w, int32_t white, int32_t black) {
    w->met[white * w->n + black] = w->met[black * w->n + white] = true;
    w->colours[white * MS_MAX_GAMES + w->games[white]++] = 'w';
    w->colours[black * MS_MAX_GAMES + w->games[black]++] = 'b';
}

static void draw_round(draws *d, world *w, int32_t *order) {
    bool *paired = exactly((size_t)w->n);
    draw_order(d, order, w->n);
    for (int32_t p = 0; p < w->n; p++) {
        paired[p] = false;
        w->floated[p] = false;
        w->played[p] <<= 1;
    }
    for (int32_t k = 0; k < w->n; k++) {
        int32_t white = order[k], j = k + 1;
        if (paired[white] || draw_chance(d, 5)) continue;
        while (j < w->n && (paired[order[j]] || w->met[white * w->n + order[j]])) j++;
        if (j == w->n) {
            w->score[white] += 10;
            w->barred[white] = true;
            continue;
        }
        int32_t black = order[j], result = draw_below(d, 3);
        paired[white] = paired[black] = true;
        w->floated[white] = w->floated[black] = w->score[white] != w->score[black];
        w->played[white] |= 1;
        w->played[black] |= 1;
        world_play(w, white, black);
        w->score[white] += 5 * result;
        w->score[black] += 10 - 5 * result;
    }
    free(paired);
}

world world_of(draws *d, int32_t n, int32_t rounds, ms_rule_set rule_set) {
    size_t size = (size_t)n;
    world w = {.n = n,
               .event = {rule_set, rounds + 1, rounds + 1 + draw_below(d, 3), rule_set == MS_LIM ? 10 : 20,
                         draw_chance(d, 50) ? MS_WHITE : MS_BLACK, rule_set == MS_LIM && draw_chance(d, 25)},
               .met = calloc(size * size + 1, sizeof *w.met),
               .colours = calloc(size + 1, MS_MAX_GAMES),
               .games = calloc(size + 1, sizeof *w.games),
               .played = calloc(size + 1, sizeof *w.played),
               .score = calloc(size + 1, sizeof *w.score),
               .rating = calloc(size + 1, sizeof *w.rating),
               .present = calloc(size + 1, sizeof *w.present),
               .barred = calloc(size + 1, sizeof *w.barred),
               .floated = calloc(size + 1, sizeof *w.floated)};
    int32_t *order = exactly(size * sizeof *order);
    int32_t absent = draw_chance(d, 50) ? 0 : 10;
    for (int32_t p = 0; p < n; p++) {
        w.rating[p] = draw_chance(d, 10) ? 0 : 2000 + draw_below(d, 300);
        w.present[p] = !draw_chance(d, absent);
    }
    for (int32_t r = 0; r < rounds; r++) draw_round(d, &w, order);
    for (int32_t k = 0; n > 1 && k < draw_below(d, 4); k++) { /* forbidden */
        int32_t a = draw_below(d, n), b = draw_below(d, n);
        if (a != b) w.met[a * n + b] = w.met[b * n + a] = true;
    }
    free(order);
    return w;
}

void world_free(world *w) {
    free(w->met);
    free(w->colours);
    free(w->games);
    free(w->played);
    free(w->score);
    free(w->rating);
    free(w->present);
    free(w->barred);
    free(w->floated);
}

/* ---- what the rules ask of any round ---- */

/* 5.1.1, 5.1.2: three in a row, and three more of one than of the other. */
static bool within_limits(const world *w, int32_t p, char colour) {
    const char *history = w->colours + p * MS_MAX_GAMES;
    int32_t games = w->games[p], same = 1;
    bool third = games >= 2 && history[games - 1] == colour && history[games - 2] == colour;
    for (int32_t k = 0; k < games; k++) same += history[k] == colour ? 1 : -1;
    return !third && same < 3;
}

static bool colours_are_legal(const world *w, int32_t white, int32_t black) {
    return within_limits(w, white, 'w') && within_limits(w, black, 'b');
}

static bool last_round(const world *w) { return w->event.rule_set == MS_LIM && w->event.round >= w->event.rounds; }

/* 2.1; 6: equal scores in the last round. */
static bool strictly(const world *w, int32_t a, int32_t b) {
    if (w->event.rule_set != MS_LIM || (last_round(w) && w->score[a] == w->score[b])) return true;
    return colours_are_legal(w, a, b) || colours_are_legal(w, b, a);
}

bool world_compatible(const world *w, int32_t a, int32_t b, bool leniently) {
    return !w->met[a * w->n + b] && (leniently || strictly(w, a, b));
}

void check_legal(const world *w, const ms_result *result) {
    int32_t *places = calloc((size_t)w->n + 1, sizeof *places), present = 0;
    bool strict = true;
    for (int32_t b = 0; b < result->boards; b++) {
        int32_t white = result->white[b], black = result->black[b];
        CHECK(white >= 0 && white < w->n && black >= 0 && black < w->n, "who is paired exists");
        places[white]++;
        places[black]++;
        CHECK(!w->met[white * w->n + black], "nobody meets anybody again, or somebody forbidden");
        CHECK(colours_are_legal(w, white, black) || !colours_are_legal(w, black, white),
              "colours beyond the limits only where both allocations are");
        strict = strict && strictly(w, white, black);
    }
    CHECK(strict || last_round(w), "lim 2.1: the colours let every pair meet, but for the last round");
    if (result->bye != MS_NONE) {
        CHECK(result->bye >= 0 && result->bye < w->n, "who has the bye exists");
        CHECK(!w->barred[result->bye], "who has the bye may have it");
        places[result->bye]++;
    }
    for (int32_t p = 0; p < w->n; p++) {
        present += w->present[p];
        CHECK(places[p] == (w->present[p] ? 1 : 0), "everybody present has one place, nobody else any");
    }
    CHECK((result->bye != MS_NONE) == (present % 2 == 1), "an odd number has a bye, an even one none");
    for (int64_t k = 0; k < result->float_count; k++) {
        const ms_float *move = &result->floats[k];
        CHECK(move->participant >= 0 && move->participant < w->n && w->present[move->participant], "who floats exists");
        CHECK(move->direction == MS_DOWN ? move->from_twice > move->to_twice : move->from_twice < move->to_twice,
              "a float goes where it says");
    }
    free(places);
}

/* Whether those whose bits are set can be paired, one of them with the bye where they are odd. */
static bool possible(const world *w, const int32_t *who, int32_t left, bool leniently) {
    int32_t count = ms_count_bits((uint64_t)left);
    if (count == 0) return true;
    int32_t first = ms_lowest((uint64_t)left), p = who[first], rest = left & ~(1 << first);
    if (count % 2 == 1) { /* any one of them */
        for (int32_t k = 0; k < 31; k++)
            if ((left >> k & 1) != 0 && !w->barred[who[k]] && possible(w, who, left & ~(1 << k), leniently))
                return true;
        return false;
    }
    for (int32_t k = first + 1; k < 31; k++) {
        if ((rest >> k & 1) == 0 || !world_compatible(w, p, who[k], leniently)) continue;
        if (possible(w, who, rest & ~(1 << k), leniently)) return true;
    }
    return false;
}

void check_impossible(const world *w, const ms_result *result) {
    enum { SMALL = 11 };
    int32_t who[SMALL], present = 0;
    CHECK(result->unplaced_count > 0 && result->unplaced_count <= w->n, "who cannot be placed is told");
    for (int32_t k = 0; k < result->unplaced_count; k++) {
        int32_t p = result->unplaced[k];
        CHECK(p >= 0 && p < w->n && w->present[p], "who cannot be placed is somebody present");
    }
    for (int32_t p = 0; p < w->n; p++) {
        if (!w->present[p]) continue;
        if (present == SMALL) return;
        who[present++] = p;
    }
    CHECK(!possible(w, who, (1 << present) - 1, last_round(w)), "no legal pairing exists");
}

/* ---- memory of exactly the bytes asked for ---- */

answer answer_for(int32_t n, bool traced) {
    size_t size = (size_t)n;
    answer a = {.result = {.white = exactly((size / 2 + 1) * sizeof(int32_t)),
                           .black = exactly((size / 2 + 1) * sizeof(int32_t)),
                           .unplaced = exactly(size * sizeof(int32_t))}};
    if (traced) a.trace.steps = exactly(0), a.trace.who = exactly(0);
    return a;
}

void answer_free(answer *a) {
    free(a->result.white);
    free(a->result.black);
    free(a->result.unplaced);
    free(a->result.floats);
    free(a->trace.steps);
    free(a->trace.who);
    free(a->exact);
}

bool answer_enlarge(answer *a, ms_result *result, ms_kept *kept, ms_status status) {
    if (status == MS_MORE_FLOATS) {
        CHECK(result->float_count > result->float_room, "more floats than there is room for");
        free(a->result.floats);
        result->float_room = (int32_t)result->float_count;
        result->floats = a->result.floats = exactly((size_t)result->float_count * sizeof(ms_float));
    } else if (status == MS_MORE_TRACE) {
        free(a->trace.steps);
        free(a->trace.who);
        a->trace.step_room = (int32_t)a->trace.step_count;
        a->trace.who_room = (int32_t)a->trace.who_count;
        a->trace.steps = exactly((size_t)a->trace.step_count * sizeof(ms_trace_step));
        a->trace.who = exactly((size_t)a->trace.who_count * sizeof(int32_t));
    } else if (status == MS_MORE_MEMORY) {
        CHECK(result->memory_wanted > kept->memory_bytes, "more memory than was lent");
        free(a->exact);
        kept->memory = a->exact = exactly(result->memory_wanted);
        kept->memory_bytes = result->memory_wanted;
    } else
        return false;
    return true;
}
