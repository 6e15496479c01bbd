/* fuzz_round.c - any round of any rule set, and what must hold of it, read anew from the rules (rules: common). */
#include "arrays.h"
#include "engine_loan.h"
#include "exhaustive.h"
#include "record.h"

/* ---- the round before it is paired ---- */

typedef struct {
    input in;
    record record;
    ms_event event; /* of the round to be paired */
    ms_values values;
    ms_level_order level_order;
    ms_arrays arrays;
    int32_t *rating, *score, *forbidden, *scratch;
    uint8_t *present, *bye_barred, *floated;
    int64_t *tiebreak;
    bool traced, starved;
} situation;

/* Small ones most often; now and then more than a word of bits; and, where a byte says so that is hard to come by, for
 * they are slow, more than have bitset rows. */
static int32_t next_size(input *in) {
    int32_t choice = next_byte(in);
    if (choice < 220) return choice % 15;
    if (choice < 255) return 15 + next_below(in, 60);
    return next_byte(in) == 255 ? MS_ROWS_MAX - 6 + next_below(in, 12) : 100;
}

static void choose_forbidden(situation *s) {
    int32_t count = next_rarely(&s->in, 4) && s->record.size > 1 ? next_below(&s->in, 12) : 0;
    for (int32_t k = 0; k < count; k++) {
        int32_t a = next_below(&s->in, s->record.size), b = next_below(&s->in, s->record.size - 1);
        s->forbidden[2 * k] = a;
        s->forbidden[2 * k + 1] = b < a ? b : b + 1;
    }
    s->arrays.forbidden = s->forbidden;
    s->arrays.forbidden_count = count;
}

static void choose_participants(situation *s) {
    bool absences = next_rarely(&s->in, 3), points = next_rarely(&s->in, 8), told = next_rarely(&s->in, 6);
    for (int32_t p = 0; p < s->record.size; p++) {
        s->rating[p] = next_below(&s->in, 256) * 8;
        s->present[p] = !absences || !next_rarely(&s->in, 4);
        s->score[p] = points && next_bool(&s->in) ? next_int32(&s->in) % (MS_MAX_SCORE + 1) : MS_NO_SCORE;
        s->tiebreak[p] = (int64_t)next_int32(&s->in) * 65536;
        s->bye_barred[p] = told && next_bool(&s->in);
        s->floated[p] = told && next_bool(&s->in);
    }
    s->arrays.rating = s->rating;
    s->arrays.present = s->present;
    s->arrays.bye_barred = told ? s->bye_barred : NULL;
    s->arrays.floated = told ? s->floated : NULL;
    s->arrays.rounds.score = s->score;
}

static situation open_situation(const uint8_t *data, size_t bytes) {
    situation s = {.in = open_input(data, bytes)};
    int32_t size = next_size(&s.in), rounds = next_below(&s.in, size > 100 ? 4 : next_rarely(&s.in, 16) ? 64 : 10);
    size_t n = (size_t)size + 1;
    s.record = new_record(size);
    s.rating = memory_of(n * sizeof *s.rating);
    s.score = memory_of(n * sizeof *s.score);
    s.scratch = memory_of(n * sizeof *s.scratch);
    s.present = memory_of(n);
    s.bye_barred = memory_of(n);
    s.floated = memory_of(n);
    s.tiebreak = memory_of(n * sizeof *s.tiebreak);
    s.forbidden = memory_of(24 * sizeof *s.forbidden);
    s.event = next_event(&s.in);
    s.values = next_values(&s.in, s.event.rule_set);
    s.event.win = s.values.of[1][MS_WON] >= 0 ? s.values.of[1][MS_WON] : 0;
    s.level_order = s.event.rule_set == MS_LIM ? MS_BY_NUMBER : (ms_level_order)next_below(&s.in, 3);
    s.event.rounds = rounds + 1 + (next_bool(&s.in) ? 0 : next_below(&s.in, 5));
    s.traced = next_rarely(&s.in, 4);
    s.starved = next_rarely(&s.in, 4);
    while (s.record.rounds < rounds) next_round(&s.in, &s.record);
    s.arrays = (ms_arrays){.size = size, .rounds = rounds_of(&s.record, 0, rounds), .tiebreak = s.tiebreak};
    choose_participants(&s);
    choose_forbidden(&s);
    return s;
}

static void close_situation(situation *s) {
    free_record(&s->record);
    free(s->rating);
    free(s->score);
    free(s->scratch);
    free(s->present);
    free(s->bye_barred);
    free(s->floated);
    free(s->tiebreak);
    free(s->forbidden);
}

/* ---- what the record says, in the plainest way ---- */

typedef struct {
    const situation *s;
    int32_t size, here; /* participants, and those to be paired */
    bool is_lim, is_last_round;
    uint8_t *met;   /* size x size; those forbidden too */
    int64_t *score; /* a participant */
    int64_t *tiebreak;
    bool *barred;
} facts;

static bool have_met(const facts *f, int32_t a, int32_t b) { return f->met[a * f->size + b] != 0; }

static void set_met(facts *f, int32_t a, int32_t b) { f->met[a * f->size + b] = f->met[b * f->size + a] = 1; }

static int64_t worth(const situation *s, int32_t k) {
    return s->values.of[s->record.colour[k] > 0][ms_outcome_of(s->record.result[k])];
}

/* lim 1.1, N.5.4, D.02 4. */
static bool bars_bye(const situation *s, int32_t p) {
    const char *barring = s->event.rule_set == MS_ECU ? "UFH+" : "UF+";
    if (s->arrays.bye_barred != NULL) return s->bye_barred[p] != 0;
    for (int32_t r = 0; r < s->record.rounds; r++)
        if (strchr(barring, s->record.result[entry_of(p, r)]) != NULL) return true;
    return s->event.rule_set == MS_OLYMPIAD && s->record.rounds > 0 && s->record.result[entry_of(p, 0)] == 'Z';
}

static int64_t sonneborn_berger(const facts *f, int32_t p) {
    const record *r = &f->s->record;
    int64_t sum = 0, least = INT64_MAX, least_scored = INT64_MAX;
    int32_t games = 0;
    for (int32_t k = 0; k < r->rounds; k++) {
        if (!is_game(r, p, k)) continue;
        int64_t points = f->score[r->opponent[entry_of(p, k)]], scored = r->game_points[entry_of(p, k)];
        sum += points * scored;
        games++;
        if (points > least || (points == least && scored >= least_scored)) continue;
        least = points;
        least_scored = scored;
    }
    return games > 1 ? sum - least * least_scored : sum;
}

static facts open_facts(const situation *s) {
    size_t n = (size_t)s->record.size;
    facts f = {.s = s, .size = s->record.size, .is_lim = s->event.rule_set == MS_LIM};
    f.is_last_round = s->record.rounds + 1 >= s->event.rounds;
    f.met = memory_of(n * n + 1);
    f.score = memory_of((n + 1) * sizeof *f.score);
    f.tiebreak = memory_of((n + 1) * sizeof *f.tiebreak);
    f.barred = memory_of(n + 1);
    memset(f.met, 0, n * n);
    for (int32_t p = 0; p < f.size; p++) {
        f.here += s->present[p] != 0;
        f.barred[p] = bars_bye(s, p);
        f.score[p] = 0;
        for (int32_t r = 0; r < s->record.rounds; r++) {
            f.score[p] += worth(s, entry_of(p, r));
            if (is_game(&s->record, p, r)) set_met(&f, p, s->record.opponent[entry_of(p, r)]);
        }
        if (s->score[p] != MS_NO_SCORE) f.score[p] = s->score[p];
    }
    for (int32_t k = 0; k < s->arrays.forbidden_count; k++) set_met(&f, s->forbidden[2 * k], s->forbidden[2 * k + 1]);
    for (int32_t p = 0; p < f.size; p++)
        f.tiebreak[p] = s->level_order == MS_BY_TIEBREAK           ? s->tiebreak[p]
                        : s->level_order == MS_BY_SONNEBORN_BERGER ? sonneborn_berger(&f, p)
                                                                   : 0;
    return f;
}

static void close_facts(facts *f) {
    free(f->met);
    free(f->score);
    free(f->tiebreak);
    free(f->barred);
}

/* 5.1.1, 5.1.2: one more of this colour is neither the third in a row nor three more than of the other. */
static bool within_limits(const facts *f, int32_t p, int8_t colour) {
    const record *r = &f->s->record;
    int32_t difference = 1, in_a_row = 1;
    bool unbroken = true;
    for (int32_t k = r->rounds - 1; k >= 0; k--) {
        if (!is_game(r, p, k)) continue;
        bool same = r->colour[entry_of(p, k)] == colour;
        unbroken = unbroken && same;
        in_a_row += unbroken;
        difference += same ? 1 : -1;
    }
    return in_a_row < 3 && difference < 3;
}

static bool colours_fit(const facts *f, int32_t white, int32_t black) {
    return within_limits(f, white, 1) && within_limits(f, black, -1);
}

/* 2.1, and 6: in the last round equal scores are paired whatever their colours, and in the second attempt all are. */
static bool are_compatible(const facts *f, int32_t a, int32_t b, bool lenient) {
    if (have_met(f, a, b)) return false;
    if (!f->is_lim || lenient || (f->is_last_round && f->score[a] == f->score[b])) return true;
    return colours_fit(f, a, b) || colours_fit(f, b, a);
}

/* The order in which the bye is given: lim 1.1 and 7.1, N.5.4, D.02 4. Whether a has it before b. */
static bool has_bye_before(const facts *f, int32_t a, int32_t b) {
    bool by_rating = f->is_lim && f->s->record.rounds == 0;
    int64_t one = by_rating ? f->s->rating[a] : f->score[a], other = by_rating ? f->s->rating[b] : f->score[b];
    if (one != other) return one < other;
    if (f->tiebreak[a] != f->tiebreak[b]) return f->tiebreak[a] < f->tiebreak[b];
    return a > b;
}

/* ---- what must hold ---- */

static void check_places(const facts *f, const ms_result *result) {
    uint8_t *placed = memory_of((size_t)f->size + 1);
    memset(placed, 0, (size_t)f->size);
    REQUIRE(result->boards == f->here / 2);
    for (int32_t b = 0; b < result->boards; b++)
        for (int32_t k = 0; k < 2; k++) {
            int32_t p = k == 0 ? result->white[b] : result->black[b];
            REQUIRE(p >= 0 && p < f->size && f->s->present[p] && placed[p]++ == 0);
        }
    REQUIRE((result->bye != MS_NONE) == (f->here % 2 == 1));
    if (result->bye != MS_NONE)
        REQUIRE(result->bye >= 0 && result->bye < f->size && f->s->present[result->bye] && !placed[result->bye] &&
                !f->barred[result->bye]);
    free(placed);
}

/* The pairs are compatible; whether it took the second attempt. */
static bool check_pairs(const facts *f, const ms_result *result) {
    bool strict = true;
    for (int32_t b = 0; b < result->boards; b++) {
        int32_t white = result->white[b], black = result->black[b];
        REQUIRE(are_compatible(f, white, black, f->is_lim && f->is_last_round));
        strict = strict && are_compatible(f, white, black, false);
        REQUIRE(!f->is_lim || colours_fit(f, white, black) || !colours_fit(f, black, white));
    }
    return strict;
}

/* Each floater moves on from where it was; first all that go down, then all that go up. */
static void check_floats(const facts *f, const ms_result *result) {
    int64_t *twice = memory_of(((size_t)f->size + 1) * sizeof *twice);
    int64_t median = (int64_t)f->s->record.rounds * f->s->event.win;
    ms_direction direction = MS_DOWN;
    for (int32_t p = 0; p < f->size; p++) twice[p] = 2 * f->score[p];
    for (int64_t k = 0; k < result->float_count; k++) {
        const ms_float *move = &result->floats[k];
        REQUIRE(move->participant >= 0 && move->participant < f->size && f->s->present[move->participant]);
        REQUIRE(move->participant != result->bye && move->from_twice == twice[move->participant]);
        REQUIRE(move->direction >= direction);
        direction = move->direction;
        if (direction == MS_DOWN)
            REQUIRE(move->from_twice > move->to_twice && (!f->is_lim || move->to_twice >= median));
        else
            REQUIRE(move->from_twice < move->to_twice && (!f->is_lim || move->to_twice <= median));
        twice[move->participant] = move->to_twice;
    }
    free(twice);
}

/* Those present as bits, and all that can be paired of them. */
typedef struct {
    int32_t who[FEW];
    uint32_t all;
    pairings strict, lenient;
} choices;

static void try_all(const facts *f, bool lenient, choices *c, pairings *found) {
    uint32_t joined[FEW] = {0}, inside[FEW] = {0};
    for (int32_t i = 0; i < f->here; i++)
        for (int32_t j = 0; j < f->here; j++)
            if (i != j && are_compatible(f, c->who[i], c->who[j], lenient)) joined[i] |= UINT32_C(1) << j;
    try_everything(found, f->here, joined, inside);
}

/* Who has the bye: the first eligible one whose bye leaves the others a complete pairing; MS_NONE. */
static int32_t right_bye(const facts *f, const choices *c, const pairings *found) {
    int32_t best = MS_NONE;
    for (int32_t i = 0; i < f->here; i++) {
        int32_t p = c->who[i];
        if (f->barred[p] || !is_complete(found, c->all & ~(UINT32_C(1) << i))) continue;
        if (best == MS_NONE || has_bye_before(f, p, best)) best = p;
    }
    return best;
}

static bool can_be_paired(const facts *f, const choices *c, const pairings *found) {
    return f->here % 2 == 0 ? is_complete(found, c->all) : right_bye(f, c, found) != MS_NONE;
}

/* Who cannot be placed: from the largest number down, whoever can be left out without losing a pair. */
static void check_unplaced(const facts *f, const choices *c, const ms_result *result) {
    const pairings *found = f->is_lim && !f->is_last_round ? &c->strict : &c->lenient;
    uint32_t staying = c->all;
    int32_t most = found->most[c->all], count = 0;
    for (int32_t i = f->here - 1; i >= 0 && bits_in(staying) > 2 * most; i--) {
        uint32_t rest = staying & ~(UINT32_C(1) << i);
        if (found->most[rest] < most) continue;
        REQUIRE(count < result->unplaced_count && result->unplaced[count] == c->who[i]);
        count++;
        staying = rest;
    }
    REQUIRE(count == result->unplaced_count);
    REQUIRE(result->article == (count == 1 ? MS_ARTICLE_BYE : MS_ARTICLE_COMPLETE));
}

/* Against everything that could have been. */
static void check_by_trying(const facts *f, const ms_result *result, ms_status status, bool strict) {
    choices *c = memory_of(sizeof *c);
    int32_t count = 0;
    for (int32_t p = 0; p < f->size; p++)
        if (f->s->present[p]) c->who[count++] = p;
    c->all = (UINT32_C(1) << f->here) - 1;
    try_all(f, false, c, &c->strict);
    try_all(f, true, c, &c->lenient);
    bool strictly = can_be_paired(f, c, &c->strict);
    bool leniently = f->is_lim && f->is_last_round && can_be_paired(f, c, &c->lenient);
    REQUIRE((status == MS_OK) == (strictly || leniently));
    if (status == MS_OK) {
        REQUIRE(strict || !strictly);
        if (f->here % 2 == 1) REQUIRE(result->bye == right_bye(f, c, strictly ? &c->strict : &c->lenient));
    } else
        check_unplaced(f, c, result);
    free(c);
}

static void check(const situation *s, const ms_result *result, ms_status status) {
    facts f = open_facts(s);
    bool strict = true;
    if (status == MS_OK) {
        check_places(&f, result);
        strict = check_pairs(&f, result);
        check_floats(&f, result);
    } else
        REQUIRE(status == MS_IMPOSSIBLE);
    if (f.here <= FEW) check_by_trying(&f, result, status, strict);
    close_facts(&f);
}

/* ---- the target ---- */

/* The trace is of the participants there are, and its steps are all of it. */
static void check_trace(const ms_trace *trace, int32_t size) {
    int64_t told = 0;
    for (int64_t k = 0; k < trace->step_count; k++) {
        REQUIRE(trace->steps[k].first == told && trace->steps[k].count >= 0);
        told += trace->steps[k].count;
    }
    REQUIRE(told == trace->who_count);
    for (int64_t k = 0; k < told; k++) REQUIRE(trace->who[k] >= 0 && trace->who[k] < size);
}

/* Paired once more, by an engine that has worked: the same. */
static void check_again(loan *l, const ms_tournament *t, ms_status status, bool traced) {
    ms_result *result = &l->engine.result;
    size_t boards = (size_t)result->boards * sizeof(int32_t);
    int32_t *white = memory_of(boards + 1), *black = memory_of(boards + 1), bye = result->bye;
    int64_t floats = result->float_count;
    memcpy(white, result->white, boards);
    memcpy(black, result->black, boards);
    REQUIRE(pair_with(l, t, traced) == status);
    if (status == MS_OK) {
        REQUIRE((size_t)result->boards * sizeof(int32_t) == boards && result->bye == bye);
        REQUIRE(result->float_count == floats);
        REQUIRE(memcmp(white, result->white, boards) == 0 && memcmp(black, result->black, boards) == 0);
        if (traced) check_trace(&l->trace, t->field.size);
    }
    free(white);
    free(black);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    situation s = open_situation(data, size);
    int32_t room = ms_arrays_room(&s.arrays, s.scratch);
    REQUIRE(room >= s.record.rounds);
    ms_tournament t = {.event = s.event, .values = s.values};
    void *memory = memory_of(ms_tournament_bytes(s.arrays.size, room, s.level_order));
    ms_tournament_init(&t, memory, s.arrays.size, room, s.level_order);
    ms_fault fault = ms_arrays_fill(&s.arrays, &t, s.scratch);
    REQUIRE(fault.kind == MS_SOUND && t.event.round == s.record.rounds + 1);
    loan l;
    open_loan(&l, s.arrays.size, t.field.met_size);
    if (s.starved) starve(&l);
    ms_status status = pair_with(&l, &t, false);
    check(&s, &l.engine.result, status);
    check_again(&l, &t, status, s.traced);
    close_loan(&l);
    free(memory);
    close_situation(&s);
    return 0;
}
