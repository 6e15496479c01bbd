#include "../simulate.h"
#include "check.h"

#include <string.h>

enum { TOURNAMENTS = 3 };

static const ms_values POINTS = {
    {{10, 5, 0, 10, 5, 0, 10, 0, 10, 5, 0, 10}, {10, 5, 0, 10, 5, 0, 10, 0, 10, 5, 0, 10}}};

/* Tables without the mathematical library: straight lines. */
typedef struct {
    int32_t normal[MS_NORMAL_STEPS + 1];
    uint32_t expected[2 * MS_MOST_APART + 1];
} tables;

static void fill_tables(tables *t) {
    for (int32_t k = 0; k <= MS_NORMAL_STEPS; k++) t->normal[k] = (k - MS_NORMAL_STEPS / 2) * 100;
    for (int32_t k = 0; k <= 2 * MS_MOST_APART; k++)
        t->expected[k] = (uint32_t)((int64_t)MS_EXPECTED_UNIT * k / (2 * MS_MOST_APART));
}

static ms_model model_of(const tables *t, int32_t size, int32_t rounds) {
    return (ms_model){.event = {MS_LIM, 1, rounds, 10, MS_WHITE, false},
                      .values = POINTS,
                      .level_order = MS_BY_NUMBER,
                      .by_lot = true,
                      .size = size,
                      .rating_mean = 2000,
                      .rating_deviation = 200,
                      .rating_least = 1000,
                      .noise = 50,
                      .normal = t->normal,
                      .expected = t->expected,
                      .draw_rate = INT64_C(1) << 31,
                      .top = 3};
}

/* ---- models out of range ---- */

static void size_below_0(ms_model *m) { m->size = -1; }
static void size_too_large(ms_model *m) { m->size = (1 << 20) + 1; }
static void no_rounds(ms_model *m) { m->event.rounds = 0; }
static void too_many_rounds(ms_model *m) { m->event.rounds = MS_MAX_GAMES + 1; }
static void boards_below_0(ms_model *m) { m->boards = -1; }
static void too_many_boards(ms_model *m) { m->boards = MS_MOST_BOARDS + 1; }
static void noise_below_0(ms_model *m) { m->noise = -1; }
static void too_much_noise(ms_model *m) { m->noise = INT32_MAX; }
static void board_noise_below_0(ms_model *m) { m->board_noise = -1; }
static void too_much_board_noise(ms_model *m) { m->board_noise = INT32_MAX; }
static void deviation_below_0(ms_model *m) { m->rating_deviation = -1; }
static void deviation_too_large(ms_model *m) { m->rating_deviation = INT32_MAX; }
static void mean_below_0(ms_model *m) { m->rating_mean = -1; }
static void mean_too_large(ms_model *m) { m->rating_mean = INT32_MAX; }
static void least_below_0(ms_model *m) { m->rating_least = -1; }
static void least_too_large(ms_model *m) { m->rating_least = INT32_MAX; }
static void rate_too_large(ms_model *m) { m->draw_rate = INT64_MAX; }
static void rate_too_small(ms_model *m) { m->draw_rate = INT64_MIN; }
static void slope_too_large(ms_model *m) { m->draw_slope = INT64_MAX; }
static void slope_too_small(ms_model *m) { m->draw_slope = INT64_MIN; }
static void worth_below_0(ms_model *m) { m->values.of[0][MS_DREW] = -1; }
static void worth_too_much(ms_model *m) { m->values.of[1][MS_WON] = 1001; }

static void test_refusals(const tables *t) {
    static const struct {
        const char *what;
        void (*spoil)(ms_model *m);
    } models[] = {
        {"a size below 0 is refused", size_below_0},
        {"a size above the most is refused", size_too_large},
        {"no rounds are refused", no_rounds},
        {"more rounds than a history holds are refused", too_many_rounds},
        {"boards below 0 are refused", boards_below_0},
        {"too many boards are refused", too_many_boards},
        {"noise below 0 is refused", noise_below_0},
        {"too much noise is refused", too_much_noise},
        {"noise of boards below 0 is refused", board_noise_below_0},
        {"too much noise of boards is refused", too_much_board_noise},
        {"a deviation below 0 is refused", deviation_below_0},
        {"a deviation too large is refused", deviation_too_large},
        {"a mean below 0 is refused", mean_below_0},
        {"a mean too large is refused", mean_too_large},
        {"a least rating below 0 is refused", least_below_0},
        {"a least rating too large is refused", least_too_large},
        {"a share of draws too large is refused", rate_too_large},
        {"a share of draws too small is refused", rate_too_small},
        {"a slope of draws too large is refused", slope_too_large},
        {"a slope of draws too small is refused", slope_too_small},
        {"a result worth less than nothing is refused", worth_below_0},
        {"a result worth too much is refused", worth_too_much},
    };
    ms_model sound = model_of(t, 20, 5);
    CHECK(ms_simulation_bytes(&sound) > 0 && ms_simulation_words(&sound) > 0, "a sound model is taken");
    for (size_t k = 0; k < sizeof models / sizeof *models; k++) {
        ms_model m = sound;
        models[k].spoil(&m);
        CHECK(ms_simulation_bytes(&m) == 0 && ms_simulation_words(&m) == 0, models[k].what);
    }
    tables wrong = *t;
    wrong.expected[7] = MS_EXPECTED_UNIT + 1;
    sound.expected = wrong.expected;
    CHECK(ms_simulation_bytes(&sound) == 0, "an expectation above 1 is refused");
    sound = model_of(t, 20, 5);
    sound.normal = wrong.normal;
    wrong.normal[MS_NORMAL_STEPS] = INT32_MAX;
    CHECK(ms_simulation_bytes(&sound) == 0, "a deviate too far out is refused");
    wrong.normal[MS_NORMAL_STEPS] = INT32_MIN;
    CHECK(ms_simulation_bytes(&sound) == 0, "on either side");
    ms_model most = model_of(t, 1 << 20, MS_MAX_GAMES);
    most.boards = MS_MOST_BOARDS;
    CHECK(ms_simulation_bytes(&most) == 0, "more games than can be counted are refused");
    int32_t ratings[20] = {0};
    sound = model_of(t, 20, 5);
    sound.rating = ratings;
    ratings[19] = -1;
    CHECK(ms_simulation_bytes(&sound) == 0, "a rating below 0 is refused");
    ratings[19] = INT32_MAX;
    CHECK(ms_simulation_bytes(&sound) == 0, "a rating too large is refused");
    for (int32_t size = 0; size < 3; size++) {
        ms_model small = model_of(t, size, 1);
        CHECK(ms_simulation_bytes(&small) > 0, "the smallest sizes have memory");
        CHECK(ms_simulation_words(&small) % 4 == 0, "words come in whole blocks");
    }
    ms_model large = model_of(t, 1 << 20, MS_MAX_GAMES);
    CHECK(ms_simulation_bytes(&large) > 0, "the largest model is one");
}

/* ---- playing ---- */

/* A source that counts. */
typedef struct {
    draws d;
    int64_t used;
} counted;

static uint64_t next_word(void *state) {
    counted *c = state;
    c->used++;
    return draw_word(&c->d);
}

/* All that a simulation tells, in memory of exactly the bytes needed. */
typedef struct {
    ms_measures *measures;
    ms_sums sums;
    ms_finals finals;
    ms_history history;
    int64_t used;
} told;

static int64_t *zeros(size_t count) {
    int64_t *sums = exactly(count * sizeof *sums);
    for (size_t k = 0; k < count; k++) sums[k] = 0;
    return sums;
}

static told room_for(const ms_model *m) {
    size_t n = (size_t)m->size, rounds = (size_t)m->event.rounds, rows = TOURNAMENTS * n;
    return (told){
        .measures = exactly(TOURNAMENTS * sizeof(ms_measures)),
        .sums = {zeros(n * n), zeros(n), zeros(rounds + 1), zeros(2 * MS_COLOUR_BOUND + 1), zeros(n), zeros(n),
                 zeros(3 * (size_t)MS_APARTS)},
        .finals = {exactly(4 * rows), exactly(4 * rows), exactly(4 * rows), exactly(4 * rows), exactly(4 * rows),
                   exactly(rows), exactly(rows), exactly(rows)},
        .history = {exactly(4 * rows * rounds), exactly(rows * rounds), exactly(rows * rounds),
                    exactly(4 * rows * rounds)},
    };
}

static void told_free(told *t) {
    free(t->measures);
    free(t->sums.place_of);
    free(t->sums.score);
    free(t->sums.floats);
    free(t->sums.colours);
    free(t->sums.opponents);
    free(t->sums.games);
    free(t->sums.outcomes);
    free(t->finals.rating);
    free(t->finals.strength);
    free(t->finals.score);
    free(t->finals.place);
    free(t->finals.opponents);
    free(t->finals.games);
    free(t->finals.colours);
    free(t->finals.floats);
    free(t->history.opponent);
    free(t->history.colour);
    free(t->history.result);
    free(t->history.game_points);
}

static told simulate(const ms_model *m, uint64_t seed, bool with_rows) {
    told t = room_for(m);
    ms_simulation s;
    void *memory = exactly(ms_simulation_bytes(m)), *exact = NULL;
    counted c = {{seed}, 0};
    ms_source source = {next_word, &c};
    int64_t done = 0, n = m->size, entries = n * m->event.rounds;
    ms_status status = MS_OK;
    ms_simulation_init(&s, memory, m);
    while (done < TOURNAMENTS) {
        int64_t row = done * n, entry = done * entries;
        ms_finals ends = {t.finals.rating + row,  t.finals.strength + row,  t.finals.score + row,
                          t.finals.place + row,   t.finals.opponents + row, t.finals.games + row,
                          t.finals.colours + row, t.finals.floats + row};
        ms_history table = {t.history.opponent + entry, t.history.colour + entry, t.history.result + entry,
                            t.history.game_points + entry};
        if (with_rows) memset(t.history.result + entry, 0, (size_t)((TOURNAMENTS - done) * entries));
        done += ms_simulate(&s, &source, TOURNAMENTS - done, t.measures + done, &t.sums, with_rows ? &ends : NULL,
                            with_rows ? &table : NULL, &status);
        if (done == TOURNAMENTS) break;
        CHECK(status == MS_MORE_MEMORY, "a simulation stops only for want of memory");
        free(exact);
        exact = exactly(s.engine.result.memory_wanted);
        s.engine.workspace.kept.memory = exact;
        s.engine.workspace.kept.memory_bytes = s.engine.result.memory_wanted;
    }
    t.used = c.used;
    free(memory);
    free(exact);
    return t;
}

static void check_same(const ms_model *m, const told *a, const told *b) {
    size_t n = (size_t)m->size;
    CHECK(memcmp(a->measures, b->measures, TOURNAMENTS * sizeof *a->measures) == 0,
          "the same words, the same measures");
    if (n > 0) CHECK(memcmp(a->sums.place_of, b->sums.place_of, n * n * sizeof(int64_t)) == 0, "the same places");
    CHECK(memcmp(a->sums.outcomes, b->sums.outcomes, 3 * (size_t)MS_APARTS * sizeof(int64_t)) == 0, "the same games");
}

/* Every round told is the one the engine pairs from the rounds before it. */
static void replay(const ms_model *m, const told *all, int64_t k) {
    int32_t n = m->size, rounds = m->event.rounds;
    int64_t entry = k * n * rounds;
    void *memory = exactly(ms_tournament_bytes(n, rounds, m->level_order));
    void *engine_memory = exactly(ms_engine_bytes(n, (int64_t)n * rounds)), *exact = NULL;
    ms_engine engine;
    ms_engine_init(&engine, engine_memory, n, n * rounds);
    int32_t played = all->measures[k].stopped > 0 ? all->measures[k].stopped - 1 : rounds;
    for (int32_t r = 0; r < played; r++) {
        ms_tournament t = {.event = m->event, .values = m->values};
        ms_rounds before = {r,
                            all->history.opponent + entry,
                            all->history.colour + entry,
                            all->history.result + entry,
                            all->history.game_points + entry,
                            NULL,
                            rounds,
                            rounds,
                            rounds,
                            rounds};
        t.event.drawn = (ms_colour)all->measures[k].drawn;
        ms_tournament_init(&t, memory, n, rounds, m->level_order);
        for (int32_t p = 0; p < n; p++) t.players[p].rating = all->finals.rating[k * n + p];
        CHECK(ms_tournament_load(&t, &before).kind == MS_SOUND, "the rounds told are sound");
        for (int32_t p = 0; p < n; p++) {
            int64_t at = entry + (int64_t)p * rounds + r;
            bool here = all->history.opponent[at] != MS_NONE || all->history.result[at] == 'U';
            t.players[p].flags = (uint8_t)((t.players[p].flags & ~MS_PRESENT) | (here ? MS_PRESENT : 0));
        }
        ms_status status;
        while ((status = ms_engine_pair(&engine, &t)) == MS_MORE_MEMORY) {
            free(exact);
            exact = exactly(engine.result.memory_wanted);
            engine.workspace.kept.memory = exact;
            engine.workspace.kept.memory_bytes = engine.result.memory_wanted;
        }
        CHECK(status == MS_OK || status == MS_MORE_FLOATS, "a round played can be paired");
        for (int32_t b = 0; b < engine.result.boards; b++) {
            int64_t white = entry + (int64_t)engine.result.white[b] * rounds + r;
            CHECK(all->history.opponent[white] == engine.result.black[b] && all->history.colour[white] == 1,
                  "the pairs played are those the engine makes of what was played before");
        }
    }
    free(exact);
    free(engine_memory);
    free(memory);
}

static void try_model(draws *d, const tables *t, int32_t size, ms_rule_set rule_set) {
    ms_model m = model_of(t, size, 1 + draw_below(d, 7));
    int32_t *ratings = exactly((size_t)size * sizeof *ratings);
    for (int32_t p = 0; p < size; p++) ratings[p] = 2800 - 5 * p;
    m.event.rule_set = rule_set;
    m.event.win = rule_set == MS_LIM ? 10 : 20;
    m.boards = rule_set == MS_LIM ? 0 : 1 + draw_below(d, 5);
    m.board_noise = draw_chance(d, 50) ? 30 : 0;
    m.level_order = rule_set != MS_LIM && draw_chance(d, 50) ? MS_BY_SONNEBORN_BERGER : MS_BY_NUMBER;
    m.rating = draw_chance(d, 50) ? ratings : NULL;
    m.at_random = draw_chance(d, 10);
    m.by_lot = draw_chance(d, 50);
    m.draw_slope = draw_chance(d, 50) ? 100000 : 0;
    if (draw_chance(d, 60)) {
        m.forfeit = draw_chance(d, 50) ? UINT32_C(200000000) : 0;
        m.absence = draw_chance(d, 50) ? UINT32_C(200000000) : 0;
        m.half_bye = UINT32_C(1) << 31;
        m.late = draw_chance(d, 50) ? UINT32_C(400000000) : 0;
        m.leaving = draw_chance(d, 50) ? UINT32_C(100000000) : 0;
    }
    uint64_t seed = draw_word(d);
    told one = simulate(&m, seed, true), other = simulate(&m, seed, false), another = simulate(&m, ~seed, false);
    CHECK(one.used == TOURNAMENTS * ms_simulation_words(&m), "the words a simulation says are those it uses");
    CHECK(other.used == one.used, "and it uses the same whatever it tells");
    check_same(&m, &one, &other);
    if (size >= 30)
        CHECK(memcmp(one.measures, another.measures, TOURNAMENTS * sizeof *one.measures) != 0, "other words");
    for (int64_t k = 0; k < TOURNAMENTS && !m.at_random; k++) replay(&m, &one, k);
    told_free(&one);
    told_free(&other);
    told_free(&another);
    free(ratings);
}

/* The largest ratings, noise and worth there can be: no sum leaves its type. */
static void test_extremes(const tables *t) {
    tables wide = *t;
    for (int32_t k = 0; k <= MS_NORMAL_STEPS; k++) wide.normal[k] = (k % 2 == 0 ? 16 : -16) * MS_NORMAL_UNIT;
    ms_model m = model_of(&wide, 80, MS_MAX_GAMES);
    m.rating_mean = m.rating_least = 1 << 24;
    m.rating_deviation = m.noise = 10000;
    m.draw_rate = -(INT64_C(1) << 60);
    m.draw_slope = INT64_C(1) << 32;
    m.event.win = MS_MAX_WIN;
    m.at_random = true;
    for (int32_t k = 0; k < MS_OUTCOMES; k++) m.values.of[0][k] = m.values.of[1][k] = 1000;
    told most = simulate(&m, 1, true);
    CHECK(most.measures[0].games == 40 * MS_MAX_GAMES, "all games are played");
    CHECK(most.finals.score[0] == 1000 * MS_MAX_GAMES, "and each is worth the most");
    CHECK(most.finals.opponents[0] >= MS_MAX_GAMES * (1 << 24), "the ratings of all opponents are summed");
    told_free(&most);
}

/* One deviate and one game at a time: the middle, the ends, and how many halves are a win, a draw, a loss. */
static void test_parts(const tables *t) {
    ms_model m = model_of(t, 2, 1);
    CHECK(ms_normal(&m, UINT32_C(1) << 31, 300) == 0, "the middle of the table");
    CHECK(ms_normal(&m, 0, MS_NORMAL_UNIT) == t->normal[0], "its beginning");
    CHECK(ms_normal(&m, UINT32_MAX, MS_NORMAL_UNIT) == t->normal[MS_NORMAL_STEPS] - 1, "just before its end");
    m.draw_rate = INT64_C(1) << 30; /* a quarter, of equals */
    int32_t counts[3] = {0, 0, 0};
    for (uint32_t k = 0; k < 8; k++) counts[ms_play_game(&m, k << 29, 2000, 2000)]++;
    CHECK(counts[0] == 3 && counts[1] == 2 && counts[2] == 3, "3/8 won, 1/4 drawn, 3/8 lost");
    CHECK(ms_play_game(&m, UINT32_MAX, 4000, 1000) == 0, "beyond the table White wins");
    CHECK(ms_play_game(&m, 0, 1000, 4000) == 2, "and Black on the other side");
}

void test_simulate(int32_t effort) {
    static tables t;
    fill_tables(&t);
    test_refusals(&t);
    test_extremes(&t);
    test_parts(&t);
    for (int32_t turn = 0; turn < effort; turn++)
        for (int32_t size = 0; size <= 130; size += size < 8 || (size > 61 && size < 66) || size > 126 ? 1 : 9)
            for (int32_t rule_set = MS_LIM; rule_set <= MS_OLYMPIAD; rule_set++) {
                draws d = draws_from((uint64_t)(turn * 1000 + size * 4 + rule_set));
                try_model(&d, &t, size, (ms_rule_set)rule_set);
            }
}
