/* fuzz_tournament.c - a tournament kept from round to round: rounds loaded, added and played, sound ones and others;
 * pairs forbidden, memory exchanged. After every step it is what the same rounds loaded afresh make.
 */
#include "engine_loan.h"
#include "record.h"

enum { STEPS = 24, MOST_FORBIDDEN = 8 };

typedef struct {
    input in;
    ms_tournament t;
    void *memory;
    record record;
    int32_t *forbidden, forbidden_count;
    int32_t *scratch;
    loan loan;
} state;

static int32_t room_for(const state *s, int32_t rounds) { return rounds + 2 * s->forbidden_count; }

/* ---- the same anew ---- */

static int32_t times(const int32_t *met, int32_t count, int32_t opponent) {
    int32_t found = 0;
    for (int32_t k = 0; k < count; k++) found += met[k] == opponent;
    return found;
}

/* Those forbidden come after those met, in any order. */
static void check_same_player(const ms_tournament *t, const ms_tournament *anew, int32_t p) {
    const ms_player *one = &t->players[p], *other = &anew->players[p];
    enum { OF_RESULTS = MS_BYE_BARRED | MS_FLOATED };
    REQUIRE(one->colours == other->colours && one->score == other->score && one->games == other->games);
    REQUIRE(one->met_count == other->met_count && one->met_bits == other->met_bits);
    REQUIRE((one->flags & OF_RESULTS) == (other->flags & OF_RESULTS));
    REQUIRE(one->traits == other->traits && one->difference == other->difference);
    REQUIRE(t->played[p] == anew->played[p]);
    const int32_t *met = t->met + one->met_from, *met_anew = anew->met + other->met_from;
    for (int32_t k = 0; k < one->met_count; k++) {
        if (k < one->games) REQUIRE(met[k] == met_anew[k]);
        REQUIRE(times(met, one->met_count, met[k]) == times(met_anew, one->met_count, met[k]));
    }
    if (t->tiebreak != NULL && t->level_order == MS_BY_SONNEBORN_BERGER) REQUIRE(t->tiebreak[p] == anew->tiebreak[p]);
}

/* All rounds on record loaded at once. */
static void check_same_anew(state *s) {
    ms_tournament anew = {.event = s->t.event, .values = s->t.values};
    int32_t size = s->record.size, room = room_for(s, s->record.rounds);
    void *memory = memory_of(ms_tournament_bytes(size, room, s->t.level_order));
    ms_rounds rounds = rounds_of(&s->record, 0, s->record.rounds);
    ms_tournament_init(&anew, memory, size, room, s->t.level_order);
    REQUIRE(ms_tournament_load(&anew, &rounds).kind == MS_SOUND);
    REQUIRE(anew.event.round == s->t.event.round);
    REQUIRE(ms_tournament_forbid(&anew, s->forbidden, s->forbidden_count, s->scratch) <= room);
    REQUIRE(ms_field_prepare(&anew.field) == MS_OK);
    REQUIRE(anew.field.low_score == s->t.field.low_score && anew.field.high_score == s->t.field.high_score);
    for (int32_t p = 0; p < size; p++) check_same_player(&s->t, &anew, p);
    free(memory);
}

/* ---- steps ---- */

static void exchange_memory(state *s, int32_t room) {
    ms_tournament moved;
    void *memory = memory_of(ms_tournament_bytes(s->record.size, room, s->t.level_order));
    ms_tournament_copy(&s->t, &moved, memory, room);
    free(s->memory);
    s->memory = memory;
    s->t = moved;
}

static void add_sound_rounds(state *s) {
    int32_t before = s->record.rounds, wanted = next_below(&s->in, 4);
    for (int32_t k = 0; k < wanted && s->record.rounds < MS_MAX_GAMES; k++) next_round(&s->in, &s->record);
    exchange_memory(s, room_for(s, s->record.rounds));
    ms_rounds rounds = rounds_of(&s->record, before, s->record.rounds);
    ms_fault fault = rounds.rounds > 0 ? ms_tournament_add(&s->t, &rounds) : (ms_fault){MS_SOUND, 0, 0};
    REQUIRE(fault.kind == MS_SOUND);
}

/* A round that was sound, with some bytes of it changed. What it was before is there still, whatever is found. */
static void add_odd_round(state *s) {
    if (s->record.size == 0 || s->record.rounds == MS_MAX_GAMES) return;
    exchange_memory(s, room_for(s, s->record.rounds + 1));
    next_round(&s->in, &s->record);
    int32_t last = --s->record.rounds;
    for (int32_t changes = 1 + next_below(&s->in, 3); changes > 0; changes--) {
        int32_t k = entry_of(next_below(&s->in, s->record.size), last), what = next_below(&s->in, 5);
        if (what == 0) s->record.opponent[k] = next_below(&s->in, s->record.size + 4) - 2;
        if (what == 1) s->record.opponent[k] = next_int32(&s->in);
        if (what == 2) s->record.colour[k] = (int8_t)(next_below(&s->in, 6) - 3);
        if (what == 3) s->record.result[k] = next_byte(&s->in);
        if (what == 4) s->record.game_points[k] = next_int32(&s->in);
    }
    ms_rounds rounds = rounds_of(&s->record, last, last + 1);
    ms_fault fault = ms_tournament_add(&s->t, &rounds);
    if (fault.kind == MS_SOUND)
        s->record.rounds++;
    else
        REQUIRE(fault.participant >= 0 && fault.participant < s->record.size && fault.round >= last + 1);
}

static void forbid(state *s) {
    if (s->record.size < 2) return;
    int32_t count = next_below(&s->in, MOST_FORBIDDEN + 1), pairs[2 * MOST_FORBIDDEN];
    bool odd = next_rarely(&s->in, 4);
    for (int32_t k = 0; k < count; k++) {
        pairs[2 * k] = next_below(&s->in, s->record.size);
        pairs[2 * k + 1] = odd ? next_below(&s->in, s->record.size + 2) - 1
                               : (pairs[2 * k] + 1 + next_below(&s->in, s->record.size - 1)) % s->record.size;
    }
    int32_t needed = ms_tournament_forbid(&s->t, pairs, count, s->scratch);
    REQUIRE(needed != MS_NONE || odd);
    if (needed == MS_NONE) return;
    if (needed > s->t.room) {
        exchange_memory(s, needed);
        REQUIRE(ms_tournament_forbid(&s->t, pairs, count, s->scratch) == needed);
    }
    s->forbidden_count = count;
    memcpy(s->forbidden, pairs, (size_t)count * 2 * sizeof *pairs);
}

static void come_and_go(state *s) {
    for (int32_t k = next_below(&s->in, 4); k > 0 && s->record.size > 0; k--)
        s->t.players[next_below(&s->in, s->record.size)].flags ^= MS_PRESENT;
}

/* The round just paired on record, as ms_tournament_play is told of it. */
static void write_played(state *s, const ms_result *result, ms_match *matches, uint8_t *idle) {
    static const char letters[] = "1=0WDL+-FHZU";
    for (int32_t p = 0; p < s->record.size; p++) {
        char bye = p == result->bye ? 'U' : "ZFHZ"[next_below(&s->in, 4)];
        idle[p] = (uint8_t)ms_outcome_of((uint8_t)bye);
        write_entry(&s->record, p, MS_NONE, 0, bye, MS_NONE);
    }
    for (int32_t b = 0; b < result->boards; b++) {
        int32_t white = result->white[b], black = result->black[b];
        write_game(&s->in, &s->record, white, black);
        int32_t one = entry_of(white, s->record.rounds), other = entry_of(black, s->record.rounds);
        s->record.colour[one] = 1; /* of forfeits too */
        s->record.colour[other] = -1;
        matches[b] = (ms_match){ms_outcome_of(s->record.result[one]), ms_outcome_of(s->record.result[other]),
                                s->record.game_points[one], s->record.game_points[other]};
        REQUIRE(letters[matches[b].white] == (char)s->record.result[one]);
    }
    s->record.rounds++;
}

static void play(state *s) {
    if (s->record.rounds == MS_MAX_GAMES) return;
    exchange_memory(s, room_for(s, s->record.rounds + 1));
    close_loan(&s->loan);
    open_loan(&s->loan, s->record.size, s->t.field.met_size);
    ms_status status = pair_with(&s->loan, &s->t, next_rarely(&s->in, 8));
    REQUIRE(status == MS_OK || status == MS_IMPOSSIBLE);
    if (status != MS_OK) return;
    const ms_result *result = &s->loan.engine.result;
    ms_match *matches = memory_of(((size_t)result->boards + 1) * sizeof *matches);
    uint8_t *idle = memory_of((size_t)s->record.size + 1);
    write_played(s, result, matches, idle);
    ms_tournament_play(&s->t, result, matches, idle);
    free(matches);
    free(idle);
}

/* ---- the target ---- */

static void open_state(state *s) {
    int32_t size = next_rarely(&s->in, 16) ? 60 + next_below(&s->in, 20) : next_below(&s->in, 12);
    ms_event event = next_event(&s->in);
    s->t.event = event;
    s->t.values = next_values(&s->in, event.rule_set);
    s->t.event.win = s->t.values.of[1][MS_WON] >= 0 ? s->t.values.of[1][MS_WON] : 0;
    s->t.event.rounds = 1 + next_below(&s->in, 12);
    ms_level_order level_order = event.rule_set == MS_LIM ? MS_BY_NUMBER : (ms_level_order)next_below(&s->in, 3);
    s->memory = memory_of(ms_tournament_bytes(size, 0, level_order));
    ms_tournament_init(&s->t, s->memory, size, 0, level_order);
    s->record = new_record(size);
    s->forbidden = memory_of(2 * MOST_FORBIDDEN * sizeof *s->forbidden);
    s->scratch = memory_of(((size_t)size + 1) * sizeof *s->scratch);
    open_loan(&s->loan, size, 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    state s = {.in = open_input(data, size)};
    open_state(&s);
    static void (*const steps[])(state *) = {add_sound_rounds, add_odd_round, forbid, come_and_go, play};
    for (int32_t k = 0; k < STEPS && s.in.at < s.in.end; k++) {
        steps[next_below(&s.in, 5)](&s);
        check_same_anew(&s);
    }
    close_loan(&s.loan);
    free_record(&s.record);
    free(s.forbidden);
    free(s.scratch);
    free(s.memory);
    return 0;
}
