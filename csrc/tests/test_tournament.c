#include "../arrays.h"
#include "../engine.h"
#include "check.h"
#include "world.h"

#include <string.h>

static const ms_values POINTS = {
    {{10, 5, 0, 10, 5, 0, 10, 0, 10, 5, 0, 10}, {10, 5, 0, 10, 5, 0, 10, 0, 10, 5, 0, 10}}};
static const ms_values MATCH_POINTS = {
    {{20, 10, 0, 20, 10, 0, 20, 0, 20, 10, 0, 10}, {20, 10, 0, 20, 10, 0, 20, 0, 20, 10, 0, 10}}};

static ms_tournament make(int32_t size, int32_t room, ms_level_order order, ms_rule_set rule_set, void **memory) {
    ms_tournament t;
    *memory = exactly(ms_tournament_bytes(size, room, order));
    t.event = (ms_event){rule_set, 1, 9, rule_set == MS_LIM ? 10 : 20, MS_WHITE, false};
    t.values = rule_set == MS_LIM ? POINTS : MATCH_POINTS;
    ms_tournament_init(&t, *memory, size, room, order);
    return t;
}

static void check_equal(const ms_tournament *a, const ms_tournament *b) {
    CHECK(a->event.round == b->event.round, "the same tournament: its round");
    CHECK(a->field.low_score == b->field.low_score && a->field.high_score == b->field.high_score, "its bounds");
    for (int32_t p = 0; p < a->field.size; p++) {
        const ms_player *one = &a->players[p], *other = &b->players[p];
        bool same = one->colours == other->colours && one->score == other->score && one->games == other->games &&
                    one->flags == other->flags && one->traits == other->traits && one->met_bits == other->met_bits &&
                    one->difference == other->difference && one->met_count == other->met_count;
        for (int32_t k = 0; same && k < one->met_count; k++)
            same = a->met[one->met_from + k] == b->met[other->met_from + k];
        CHECK(same, "its participants");
        CHECK(a->played[p] == b->played[p], "the rounds they played");
        CHECK(a->tiebreak == NULL || a->tiebreak[p] == b->tiebreak[p], "their tie-breaks");
    }
}

/* ---- letters ---- */

static void test_letters(void) {
    static const char letters[] = "1=0WDL+-FHZU";
    for (int32_t k = 0; k < 256; k++) {
        const char *found = k == 0 ? NULL : strchr(letters, k);
        ms_outcome expected = found == NULL ? MS_NO_OUTCOME : (ms_outcome)(found - letters);
        CHECK(ms_outcome_of((uint8_t)k) == expected, "each octet is a result of TRF or none");
    }
}

/* ---- faults, one by one ---- */

enum { FOUR = 4 };

/* Round one of four: 0 - 1, 3 - 2. */
typedef struct {
    int32_t opponent[FOUR], game_points[FOUR], score[FOUR];
    int8_t colour[FOUR];
    uint8_t result[FOUR];
    ms_rounds rounds;
} first_round;

static void sound_round(first_round *r) {
    *r = (first_round){{1, 0, 3, 2},   {25, 15, 20, 20},     {MS_NO_SCORE, MS_NO_SCORE, MS_NO_SCORE, MS_NO_SCORE},
                       {1, -1, -1, 1}, {'1', '0', '=', '='}, {0}};
    r->rounds = (ms_rounds){1, r->opponent, r->colour, r->result, r->game_points, r->score, 1, 1, 1, 1};
}

static void nothing(first_round *r) { (void)r; }
static void unknown_letter(first_round *r) { r->result[2] = 'x'; }
static void nul_letter(first_round *r) { r->result[0] = 0; }
static void colour_of_two(first_round *r) { r->colour[0] = 2; }
static void colour_missing(first_round *r) { r->colour[1] = 0; }
static void colour_alone(first_round *r) {
    r->opponent[2] = r->opponent[3] = MS_NONE, r->result[2] = r->result[3] = 'Z';
}
static void opponent_unknown(first_round *r) { r->opponent[0] = FOUR; }
static void opponent_below_none(first_round *r) { r->opponent[0] = -2; }
static void opponent_largest(first_round *r) { r->opponent[0] = INT32_MAX; }
static void opponent_itself(first_round *r) { r->opponent[0] = 0; }
static void game_alone(first_round *r) { r->opponent[0] = MS_NONE, r->colour[0] = 0; }
static void bye_with_opponent(first_round *r) { r->result[0] = 'U'; }
static void untold(first_round *r) { r->opponent[0] = 2; }
static void same_colour(first_round *r) { r->colour[1] = 1; }
static void contradiction(first_round *r) { r->result[1] = '1'; }
static void no_game_points(first_round *r) { r->game_points[1] = -1; }
static void no_game_points_at_all(first_round *r) { r->rounds.game_points = NULL; }
static void game_points_too_many(first_round *r) { r->game_points[2] = MS_MAX_SCORE + 1; }
static void score_too_high(first_round *r) { r->score[1] = MS_NO_SCORE + 1; }
static void score_too_low(first_round *r) { r->score[3] = -MS_MAX_SCORE - 1; }
static void rounds_below_0(first_round *r) { r->rounds.rounds = -1; }
static void rounds_too_many(first_round *r) { r->rounds.rounds = MS_MAX_GAMES + 1; }
static void rounds_most(first_round *r) { r->rounds.rounds = INT32_MAX; }
static void rounds_without_room(first_round *r) { r->rounds.rounds = 3; }

static const struct {
    const char *what;
    void (*spoil)(first_round *r);
    ms_fault_kind kind;
    int32_t participant;
} FAULTS[] = {
    {"a sound round is taken", nothing, MS_SOUND, 0},
    {"an unknown letter", unknown_letter, MS_FAULT_RESULT, 2},
    {"a letter NUL", nul_letter, MS_FAULT_RESULT, 0},
    {"a colour that is none", colour_of_two, MS_FAULT_COLOUR, 0},
    {"a played game without a colour", colour_missing, MS_FAULT_COLOUR, 1},
    {"a colour without an opponent", colour_alone, MS_FAULT_COLOUR, 2},
    {"an opponent beyond the last", opponent_unknown, MS_FAULT_OPPONENT, 0},
    {"an opponent below none", opponent_below_none, MS_FAULT_OPPONENT, 0},
    {"the largest opponent", opponent_largest, MS_FAULT_OPPONENT, 0},
    {"its own opponent", opponent_itself, MS_FAULT_ITSELF, 0},
    {"a game without an opponent", game_alone, MS_FAULT_ALONE, 0},
    {"a bye with an opponent", bye_with_opponent, MS_FAULT_BYE, 0},
    {"an opponent that tells of another", untold, MS_FAULT_UNTOLD, 0},
    {"both with the same colour", same_colour, MS_FAULT_SAME_COLOUR, 0},
    {"both have won", contradiction, MS_FAULT_CONTRADICTION, 0},
    {"no game points", no_game_points, MS_FAULT_GAME_POINTS, 1},
    {"no game points of anybody", no_game_points_at_all, MS_FAULT_GAME_POINTS, 0},
    {"more game points than can be summed", game_points_too_many, MS_FAULT_GAME_POINTS, 2},
    {"a score too high", score_too_high, MS_FAULT_SCORE, 1},
    {"a score too low", score_too_low, MS_FAULT_SCORE, 3},
    {"rounds below 0", rounds_below_0, MS_FAULT_ROUNDS, 0},
    {"more rounds than a history holds", rounds_too_many, MS_FAULT_ROUNDS, 0},
    {"the largest number of rounds", rounds_most, MS_FAULT_ROUNDS, 0},
    {"more rounds than there is room for", rounds_without_room, MS_FAULT_ROUNDS, 0},
};

static void test_faults(void) {
    void *memory, *other = exactly(ms_tournament_bytes(FOUR, 2, MS_BY_SONNEBORN_BERGER));
    ms_rounds none = {.rounds = 0};
    for (size_t k = 0; k < sizeof FAULTS / sizeof *FAULTS; k++) {
        first_round r;
        ms_tournament t = make(FOUR, 2, MS_BY_SONNEBORN_BERGER, MS_ECU, &memory), before;
        CHECK(ms_tournament_load(&t, &none).kind == MS_SOUND, "no rounds make a tournament ready");
        ms_tournament_copy(&t, &before, other, 2);
        sound_round(&r);
        FAULTS[k].spoil(&r);
        ms_fault fault = ms_tournament_add(&t, &r.rounds);
        CHECK(fault.kind == FAULTS[k].kind && fault.participant == FAULTS[k].participant, FAULTS[k].what);
        if (fault.kind == MS_SOUND)
            CHECK(t.event.round == 2, "the next round is to be paired");
        else {
            check_equal(&t, &before); /* on a fault nothing has changed */
            sound_round(&r);
            CHECK(ms_tournament_add(&t, &r.rounds).kind == MS_SOUND, "and a sound round is taken after it");
        }
        CHECK(t.players[0].games == 1 && t.game_points[0] == 25, "the round was added once");
        free(memory);
    }
    free(other);
}

/* Every letter against every other one: what both cannot have is refused, from either side. */
static void test_contradictions(void) {
    static const char letters[] = "1=0WDL+-", *const consistent[] = {"0", "=0", "1=0", "L", "D", "WL", "-", "+-"};
    ms_rounds none = {.rounds = 0};
    for (int32_t a = 0; a < 8; a++)
        for (int32_t b = 0; b < 8; b++) {
            void *memory;
            first_round r;
            ms_tournament t = make(FOUR, 1, MS_BY_NUMBER, MS_LIM, &memory);
            sound_round(&r);
            r.result[0] = (uint8_t)letters[a];
            r.result[1] = (uint8_t)letters[b];
            CHECK(ms_tournament_load(&t, &none).kind == MS_SOUND, "no rounds make a tournament ready");
            bool taken = ms_tournament_add(&t, &r.rounds).kind == MS_SOUND;
            CHECK(taken == (strchr(consistent[a], letters[b]) != NULL), "two results that can be of one game");
            free(memory);
        }
}

/* ---- forbidden pairs ---- */

static void test_forbidden(void) {
    static const int32_t two[] = {0, 2, 0, 3}, itself[] = {0, 1, 2, 2}, unknown[] = {0, 4}, negative[] = {-1, 0};
    void *memory;
    int32_t *scratch = exactly(FOUR * sizeof *scratch);
    first_round r;
    sound_round(&r);
    ms_tournament t = make(FOUR, 2, MS_BY_NUMBER, MS_LIM, &memory);
    CHECK(ms_tournament_load(&t, &r.rounds).kind == MS_SOUND, "one round is loaded");
    CHECK(ms_tournament_room_used(&t) == 1, "the room in use");
    CHECK(ms_tournament_forbid(&t, itself, 2, scratch) == MS_NONE, "nobody is forbidden itself");
    CHECK(ms_tournament_forbid(&t, unknown, 1, scratch) == MS_NONE, "nobody unknown is forbidden");
    CHECK(ms_tournament_forbid(&t, negative, 1, scratch) == MS_NONE, "nobody below 0 is forbidden");
    CHECK(ms_tournament_forbid(&t, two, -1, scratch) == MS_NONE, "fewer than no pairs are refused");
    CHECK(ms_tournament_forbid(&t, two, INT32_MAX / 2 + 1, scratch) == MS_NONE, "more pairs than indices are refused");
    CHECK(ms_tournament_forbid(&t, two, 2, scratch) == 3 && ms_tournament_room_used(&t) == 1, "more room is needed");
    CHECK(!ms_met(&t.field, 0, 2) && !ms_met(&t.field, 0, 3), "and nothing has changed");
    CHECK(ms_tournament_forbid(&t, two, 1, scratch) == 2 && ms_met(&t.field, 0, 2), "a pair is forbidden");
    CHECK(ms_tournament_forbid(&t, two + 2, 1, scratch) == 2 && ms_met(&t.field, 0, 3) && !ms_met(&t.field, 0, 2),
          "in place of the one before");
    CHECK(ms_met(&t.field, 0, 1) && t.players[0].games == 1, "whom it has met stays met");

    void *larger = exactly(ms_tournament_bytes(FOUR, 3, MS_BY_NUMBER));
    ms_tournament copy;
    ms_tournament_copy(&t, &copy, larger, 3);
    free(memory);
    CHECK(ms_met(&copy.field, 0, 1) && ms_met(&copy.field, 0, 3) && copy.event.round == 2, "a copy is the same");
    CHECK(ms_tournament_forbid(&copy, two, 2, scratch) == 3 && ms_met(&copy.field, 0, 2), "with more room");
    CHECK(ms_tournament_forbid(&copy, NULL, 0, scratch) == 1 && !ms_met(&copy.field, 0, 2),
          "nobody is forbidden again");
    free(larger);
    free(scratch);
}

/* ---- whole tournaments as arrays ---- */

static void test_arrays(void) {
    static const int32_t rating[FOUR] = {2400, 2300, 0, MS_MAX_SCORE}, pair[] = {0, 2}, itself[] = {1, 1};
    static const uint8_t present[FOUR] = {1, 0, 1, 1}, barred[FOUR] = {0, 0, 1, 0}, floated[FOUR] = {1, 1, 0, 0};
    static const int64_t tiebreak[FOUR] = {INT64_MIN, -1, INT64_MAX, 0};
    int32_t wrong[FOUR] = {0}, *scratch = exactly(FOUR * sizeof *scratch);
    void *memory;
    first_round r;
    sound_round(&r);
    ms_arrays arrays = {.size = FOUR,
                        .rounds = r.rounds,
                        .rating = rating,
                        .present = present,
                        .bye_barred = barred,
                        .floated = floated,
                        .tiebreak = tiebreak,
                        .forbidden = pair,
                        .forbidden_count = 1};
    CHECK(ms_arrays_room(&arrays, scratch) == 2, "room for the round and the forbidden pair");
    ms_tournament t = make(FOUR, 2, MS_BY_TIEBREAK, MS_OLYMPIAD, &memory);
    CHECK(ms_arrays_fill(&arrays, &t, scratch).kind == MS_SOUND, "sound arrays are taken");
    for (int32_t p = 0; p < FOUR; p++) {
        uint8_t flags = (uint8_t)(present[p] * MS_PRESENT | barred[p] * MS_BYE_BARRED | floated[p] * MS_FLOATED);
        CHECK(t.players[p].flags == flags, "flags are as the arrays say");
        CHECK(t.players[p].rating == rating[p] && t.tiebreak[p] == tiebreak[p], "rating and tie-break too");
    }
    CHECK(ms_met(&t.field, 0, 2) && ms_met(&t.field, 0, 1) && !ms_met(&t.field, 1, 2), "the pair is forbidden");
    free(memory);

    arrays.forbidden = itself;
    CHECK(ms_arrays_room(&arrays, scratch) == MS_NONE, "nobody is forbidden itself");
    arrays.forbidden_count = INT32_MAX / 2 + 1;
    CHECK(ms_arrays_room(&arrays, scratch) == MS_NONE, "more pairs than indices are refused");
    arrays.forbidden_count = -1;
    CHECK(ms_arrays_room(&arrays, scratch) == MS_NONE, "fewer than no pairs are refused");
    arrays.forbidden_count = 1;
    t = make(FOUR, 2, MS_BY_NUMBER, MS_LIM, &memory);
    CHECK(ms_arrays_fill(&arrays, &t, scratch).kind == MS_FAULT_FORBIDDEN, "nor when it is filled");
    free(memory);

    arrays.forbidden_count = 0;
    arrays.rating = wrong;
    for (int32_t k = 0; k < 2; k++) {
        wrong[2] = k == 0 ? -1 : MS_MAX_SCORE + 1;
        t = make(FOUR, 1, MS_BY_NUMBER, MS_LIM, &memory);
        ms_fault fault = ms_arrays_fill(&arrays, &t, scratch);
        CHECK(fault.kind == MS_FAULT_RATING && fault.participant == 2, "a rating out of range");
        free(memory);
    }

    /* Without letters: who has opponent and colour has played. */
    arrays.rating = NULL;
    arrays.rounds.result = NULL;
    r.colour[2] = r.colour[3] = 0;
    r.score[0] = MS_MAX_SCORE, r.score[1] = -MS_MAX_SCORE, r.score[2] = 7, r.score[3] = MS_NO_SCORE;
    t = make(FOUR, 1, MS_BY_NUMBER, MS_LIM, &memory);
    CHECK(ms_arrays_fill(&arrays, &t, scratch).kind == MS_SOUND, "rounds without letters are taken");
    CHECK(t.players[0].games == 1 && t.players[2].games == 0, "who has no colour has not played");
    CHECK(t.players[0].score == MS_MAX_SCORE && t.players[1].score == -MS_MAX_SCORE && t.players[2].score == 7 &&
              t.players[3].score == 0,
          "the scores are those given");
    free(memory);
    free(scratch);
}

/* The largest game points and scores there can be: the sums of a tie-break stay in their type. */
static void test_largest_tiebreak(void) {
    enum { ROUNDS = 63 };
    int32_t opponent[2 * ROUNDS], points[2 * ROUNDS], score[2] = {MS_MAX_SCORE, -MS_MAX_SCORE};
    int8_t colour[2 * ROUNDS];
    for (int32_t r = 0; r < ROUNDS; r++) {
        opponent[r] = 1, opponent[ROUNDS + r] = 0;
        colour[r] = r % 2 == 0 ? 1 : -1, colour[ROUNDS + r] = r % 2 == 0 ? -1 : 1;
        points[r] = points[ROUNDS + r] = MS_MAX_SCORE;
    }
    ms_rounds rounds = {ROUNDS, opponent, colour, NULL, points, score, ROUNDS, ROUNDS, 0, ROUNDS};
    void *memory;
    ms_tournament t = make(2, ROUNDS, MS_BY_SONNEBORN_BERGER, MS_ECU, &memory);
    CHECK(ms_tournament_load(&t, &rounds).kind == MS_SOUND, "the largest numbers are taken");
    int64_t sum = (ROUNDS - 1) * (int64_t)MS_MAX_SCORE * MS_MAX_SCORE;
    CHECK(t.tiebreak[1] == sum && t.tiebreak[0] == -sum, "all matches but one, each as large as it can be");
    free(memory);
}

/* ---- tournaments from round to round ---- */

typedef struct {
    ms_tournament t;
    void *memory, *engine_memory;
    ms_engine engine;
    answer more;
} live;

static void start(live *l, int32_t n, int32_t room, ms_level_order order, ms_rule_set rule_set) {
    int32_t met = rule_set == MS_LIM ? 0 : n * room;
    ms_rounds none = {.rounds = 0};
    *l = (live){.more = {.exact = NULL}};
    l->t = make(n, room, order, rule_set, &l->memory);
    l->engine_memory = exactly(ms_engine_bytes(n, met));
    ms_engine_init(&l->engine, l->engine_memory, n, met);
    CHECK(ms_engine_fits(&l->engine, &l->t), "an engine made for a tournament fits it");
    CHECK(ms_tournament_load(&l->t, &none).kind == MS_SOUND, "no rounds make a tournament ready");
}

static void stop(live *l) {
    free(l->memory);
    free(l->engine_memory);
    answer_free(&l->more);
}

static ms_status pair(live *l) {
    ms_status status;
    do {
        status = ms_engine_pair(&l->engine, &l->t);
    } while (answer_enlarge(&l->more, &l->engine.result, &l->engine.workspace.kept, status));
    return status;
}

/* The plain form of a tournament, for check_legal. */
static world world_of_tournament(draws *d, const ms_tournament *t) {
    world w = world_of(d, t->field.size, 0, t->event.rule_set);
    memset(w.met, 0, (size_t)w.n * (size_t)w.n * sizeof *w.met);
    w.event = t->event;
    for (int32_t p = 0; p < w.n; p++) {
        const ms_player *player = &t->players[p];
        for (int32_t k = 0; k < player->met_count; k++) w.met[p * w.n + t->met[player->met_from + k]] = true;
        for (int32_t k = 0; k < player->games; k++)
            w.colours[p * MS_MAX_GAMES + k] = (player->colours >> (player->games - 1 - k) & 1u) != 0 ? 'w' : 'b';
        w.games[p] = player->games;
        w.score[p] = player->score;
        w.present[p] = (player->flags & MS_PRESENT) != 0;
        w.barred[p] = (player->flags & MS_BYE_BARRED) != 0;
    }
    return w;
}

/* The round just paired is played: told as a result (ms_tournament_play), and as arrays to its twin. */
static void play(draws *d, live *l, ms_tournament *twin) {
    static const ms_outcome outcomes[][2] = {{MS_WON, MS_LOST},
                                             {MS_DREW, MS_DREW},
                                             {MS_LOST, MS_WON},
                                             {MS_LOST, MS_LOST},
                                             {MS_WON_BY_FORFEIT, MS_LOST_BY_FORFEIT},
                                             {MS_LOST_BY_FORFEIT, MS_LOST_BY_FORFEIT}};
    static const uint8_t letters[] = "1=0WDL+-FHZU";
    size_t n = (size_t)l->t.field.size;
    const ms_result *result = &l->engine.result;
    ms_match *matches = exactly((n / 2 + 1) * sizeof *matches);
    uint8_t *idle = exactly(n), *letter = exactly(n);
    int32_t *opponent = exactly(n * sizeof *opponent), *points = exactly(n * sizeof *points);
    int8_t *colour = exactly(n);
    for (size_t p = 0; p < n; p++) {
        idle[p] = (uint8_t)((int32_t)p == result->bye ? MS_PAIRING_BYE
                            : draw_chance(d, 50)      ? MS_ZERO_BYE
                                                      : MS_HALF_BYE);
        letter[p] = letters[idle[p]];
        opponent[p] = points[p] = MS_NONE;
        colour[p] = 0;
    }
    for (int32_t b = 0; b < result->boards; b++) {
        int32_t k = draw_chance(d, 90) ? draw_below(d, 3) : draw_below(d, 6), white = result->white[b];
        int32_t black = result->black[b], scored = 5 * draw_below(d, 9);
        matches[b] = (ms_match){outcomes[k][0], outcomes[k][1], scored, 40 - scored};
        opponent[white] = black, opponent[black] = white;
        colour[white] = 1, colour[black] = -1;
        letter[white] = letters[outcomes[k][0]], letter[black] = letters[outcomes[k][1]];
        points[white] = scored, points[black] = 40 - scored;
    }
    ms_rounds rounds = {1, opponent, colour, letter, points, NULL, 1, 1, 1, 1};
    for (size_t p = 0; p < n; p++) twin->players[p].flags = l->t.players[p].flags;
    ms_tournament_play(&l->t, result, matches, idle);
    CHECK(ms_tournament_add(twin, &rounds).kind == MS_SOUND, "the same round told as arrays is sound");
    check_equal(&l->t, twin);
    free(matches);
    free(idle);
    free(letter);
    free(opponent);
    free(points);
    free(colour);
}

static void try_tournament(draws *d, int32_t n, ms_rule_set rule_set, int32_t rounds) {
    ms_level_order order = rule_set != MS_LIM && draw_chance(d, 70) ? MS_BY_SONNEBORN_BERGER : MS_BY_NUMBER;
    live l;
    start(&l, n, rounds, order, rule_set);
    void *memory = exactly(ms_tournament_bytes(n, rounds, order));
    ms_tournament twin;
    ms_tournament_copy(&l.t, &twin, memory, rounds);
    l.t.event.rounds = rounds;
    for (int32_t r = 0; r < rounds; r++) {
        for (int32_t p = 0; p < n; p++)
            l.t.players[p].flags =
                (uint8_t)((l.t.players[p].flags & ~MS_PRESENT) | (draw_chance(d, 4) ? 0 : MS_PRESENT));
        world w = world_of_tournament(d, &l.t);
        ms_status status = pair(&l);
        CHECK(status == MS_OK || status == MS_IMPOSSIBLE, "a round is paired, or cannot be");
        if (status == MS_OK)
            check_legal(&w, &l.engine.result);
        else
            check_impossible(&w, &l.engine.result);
        world_free(&w);
        if (status != MS_OK) break;
        play(d, &l, &twin);
    }
    free(memory);
    stop(&l);
}

static void test_engine_refusals(void) {
    ms_engine engine;
    void *memory;
    ms_tournament t = make(FOUR, 1, MS_BY_NUMBER, MS_LIM, &memory);
    ms_engine_init(&engine, NULL, FOUR, 0);
    CHECK(!ms_engine_fits(&engine, &t) && ms_engine_pair(&engine, &t) == MS_BAD_INPUT, "an engine without memory");
    void *small = exactly(ms_engine_bytes(FOUR - 1, 0));
    ms_engine_init(&engine, small, FOUR - 1, 0);
    CHECK(!ms_engine_fits(&engine, &t) && ms_engine_pair(&engine, &t) == MS_BAD_INPUT, "an engine too small");
    free(small);
    small = exactly(ms_engine_bytes(FOUR, FOUR - 1));
    ms_engine_init(&engine, small, FOUR, FOUR - 1);
    CHECK(ms_engine_fits(&engine, &t), "players need no entries of the ranking");
    t.event.rule_set = MS_ECU;
    CHECK(!ms_engine_fits(&engine, &t) && ms_engine_pair(&engine, &t) == MS_BAD_INPUT, "an engine too small for teams");
    free(small);
    free(memory);
}

/* ---- a round that is no longer wanted ---- */

typedef struct {
    int32_t asked, patience;
} impatient;

static bool still_wanted(void *who) {
    impatient *one = who;
    return ++one->asked <= one->patience;
}

/* All but two by two have met: the searches are long. However late it is left, the engine pairs as ever once it is
 * initialised anew. */
static void test_stopped(ms_rule_set rule_set) {
    enum { N = 600 };
    ms_rounds none = {.rounds = 0};
    int32_t *pairs = exactly((size_t)N * N * sizeof *pairs), *scratch = exactly(N * sizeof *scratch), count = 0;
    for (int32_t a = 0; a < N; a++)
        for (int32_t b = 0; b < a; b++)
            if (a / 2 != b / 2) pairs[2 * count] = a, pairs[2 * count++ + 1] = b;
    void *memory, *engine_memory = exactly(ms_engine_bytes(N, N * N));
    ms_tournament t = make(N, N, MS_BY_NUMBER, rule_set, &memory);
    t.event.round = 2;
    CHECK(ms_tournament_load(&t, &none).kind == MS_SOUND, "no rounds make a tournament ready");
    for (int32_t p = 0; p < N; p++) t.players[p].score = 10 * (p % 5);
    CHECK(ms_tournament_forbid(&t, pairs, count, scratch) <= N, "nearly all pairs are forbidden");
    impatient one = {0, 1000000};
    ms_engine engine;
    for (int32_t turn = 0; turn < 4; turn++) {
        answer more = {.exact = NULL};
        ms_status status;
        int32_t questions = one.asked;
        ms_engine_init(&engine, engine_memory, N, N * N);
        one = turn == 0 || turn == 3 ? (impatient){0, 1000000} : (impatient){0, turn == 1 ? 0 : questions / 2};
        engine.asker = (ms_asker){still_wanted, &one};
        do status = ms_engine_pair(&engine, &t);
        while (answer_enlarge(&more, &engine.result, &engine.workspace.kept, status));
        if (turn == 1 || turn == 2)
            CHECK(status == MS_STOPPED && one.asked == one.patience + 1, "no is an answer, and asked for once");
        else
            CHECK(status == MS_OK && one.asked > 0 && engine.result.boards == N / 2,
                  "asked now and then, it is paired");
        if (turn == 1) one.asked = questions;
        answer_free(&more);
    }
    free(engine_memory);
    free(memory);
    free(pairs);
    free(scratch);
}

void test_tournament(int32_t effort) {
    test_letters();
    test_faults();
    test_contradictions();
    test_forbidden();
    test_arrays();
    test_largest_tiebreak();
    test_engine_refusals();
    for (int32_t rule_set = MS_LIM; rule_set <= MS_OLYMPIAD; rule_set++) test_stopped((ms_rule_set)rule_set);
    for (int32_t turn = 0; turn < effort; turn++)
        for (int32_t n = 0; n <= 130; n += n < 12 || (n > 61 && n < 66) || n > 125 ? 1 : effort > 1 ? 5 : 25)
            for (int32_t rule_set = MS_LIM; rule_set <= MS_OLYMPIAD; rule_set++) {
                draws d = draws_from((uint64_t)(turn * 1000 + n * 4 + rule_set));
                try_tournament(&d, n, (ms_rule_set)rule_set, 1 + draw_below(&d, n < 8 ? 8 : 13));
            }
}
