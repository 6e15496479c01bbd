/* fuzz_simulation.c - whole tournaments of any model: refused, or played, measured and told without contradiction. */
#include "engine_loan.h"
#include "record.h"
#include "simulate.h"

typedef struct {
    input *in;
    int64_t drawn;
} words;

static uint64_t next_word(void *state) {
    words *w = state;
    w->drawn++;
    uint64_t word = 0;
    for (int32_t k = 0; k < 8; k++) word = word << 8 | next_byte(w->in);
    return word;
}

/* ---- the model ---- */

static uint32_t next_chance(input *in) {
    return next_bool(in) ? 0 : next_bool(in) ? (uint32_t)next_int32(in) : (uint32_t)next_byte(in) << 22;
}

/* A number of the usual range, or any. */
static int32_t next_of_any(input *in, int32_t usual) {
    return next_rarely(in, 16) ? next_int32(in) : next_below(in, usual);
}

static ms_model next_model(input *in, int32_t *rating, int32_t *normal, uint32_t *expected) {
    ms_model m = {.event = next_event(in)};
    m.values = next_values(in, m.event.rule_set);
    m.size = next_rarely(in, 24) ? next_int32(in) : next_below(in, 15);
    if (m.size > 200) m.size = next_bool(in) ? m.size : 60 + m.size % 20; /* too large for is_sound, or for the test */
    m.event.round = 1;
    m.event.rounds = next_rarely(in, 24) ? next_int32(in) % 80 : 1 + next_below(in, 9);
    m.event.win = m.values.of[1][MS_WON];
    m.boards = m.event.rule_set == MS_LIM ? 0 : next_of_any(in, 5);
    m.level_order = m.boards > 0 && next_bool(in) ? MS_BY_SONNEBORN_BERGER : MS_BY_NUMBER;
    m.at_random = next_rarely(in, 4);
    m.by_lot = next_bool(in);
    m.rating_mean = next_of_any(in, 3000);
    m.rating_deviation = next_of_any(in, 600);
    m.rating_least = next_of_any(in, 1500);
    m.noise = next_of_any(in, 300);
    m.board_noise = next_of_any(in, 300);
    m.draw_rate = (int64_t)next_int32(in) * (next_rarely(in, 8) ? INT64_C(1) << 28 : 2);
    m.draw_slope = next_bool(in) ? next_int32(in) / 64 : 0;
    m.forfeit = next_chance(in);
    m.absence = next_chance(in);
    m.half_bye = next_chance(in);
    m.late = next_chance(in);
    m.leaving = next_chance(in);
    m.top = next_of_any(in, 10);
    if (next_bool(in) && m.size >= 0 && m.size <= 200) {
        bool any = next_rarely(in, 16);
        for (int32_t p = 0; p < m.size; p++) rating[p] = any ? next_int32(in) : 2800 - 10 * p - next_below(in, 10);
        m.rating = rating;
    }
    for (int32_t k = 0; k <= MS_NORMAL_STEPS; k++) normal[k] = (k - MS_NORMAL_STEPS / 2) * 128;
    for (int32_t k = 0; k <= 2 * MS_MOST_APART; k++) expected[k] = (uint32_t)k * (MS_EXPECTED_UNIT / 2048);
    if (next_rarely(in, 16)) expected[next_below(in, 2001)] = (uint32_t)next_int32(in);
    m.normal = normal;
    m.expected = expected;
    return m;
}

/* ---- where the answers go ---- */

typedef struct {
    size_t n, rounds, count;
    ms_measures *measures;
    ms_sums sums;
    ms_finals finals;
    ms_history history;
} answers;

static void *zeros(size_t count, size_t size) {
    void *memory = memory_of(count * size);
    memset(memory, 0, count * size);
    return memory;
}

static answers open_answers(const ms_model *m, size_t count) {
    size_t n = (size_t)m->size, rounds = (size_t)m->event.rounds, rows = n * count, entries = rows * rounds;
    answers a = {n, rounds, count, zeros(count, sizeof *a.measures), {0}, {0}, {0}};
    a.sums = (ms_sums){zeros(n * n, 8), zeros(n, 8), zeros(rounds + 1, 8),   zeros(2 * MS_COLOUR_BOUND + 1, 8),
                       zeros(n, 8),     zeros(n, 8), zeros(3 * MS_APARTS, 8)};
    a.finals = (ms_finals){zeros(rows, 4), zeros(rows, 4), zeros(rows, 4), zeros(rows, 4),
                           zeros(rows, 4), zeros(rows, 1), zeros(rows, 1), zeros(rows, 1)};
    a.history = (ms_history){zeros(entries, 4), zeros(entries, 1), zeros(entries, 1), zeros(entries, 4)};
    return a;
}

static void close_answers(answers *a) {
    void *const all[] = {a->measures,         a->sums.place_of,   a->sums.score,     a->sums.floats,
                         a->sums.colours,     a->sums.opponents,  a->sums.games,     a->sums.outcomes,
                         a->finals.rating,    a->finals.strength, a->finals.score,   a->finals.place,
                         a->finals.opponents, a->finals.games,    a->finals.colours, a->finals.floats,
                         a->history.opponent, a->history.colour,  a->history.result, a->history.game_points};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) free(all[k]);
}

/* ---- what must hold ---- */

static void check_measures(const ms_model *m, const ms_measures *measures) {
    int32_t size = m->size, rounds = m->event.rounds;
    REQUIRE(measures->byes >= 0 && measures->byes <= rounds && measures->games >= 0);
    REQUIRE(measures->games <= size / 2 * rounds && measures->ranked >= 0 && measures->ranked <= size);
    REQUIRE(measures->stopped >= 0 && measures->stopped <= rounds);
    REQUIRE(measures->unbalanced <= size && measures->top_games <= measures->games);
    REQUIRE(m->at_random || measures->rematches == 0);
    REQUIRE(measures->floats >= 0 && measures->floats <= 2 * measures->games);
    REQUIRE(size == 0 || (measures->winner >= 0 && measures->winner < size));
    REQUIRE(size == 0 || (measures->best >= 0 && measures->best < size));
    int64_t pairs = (int64_t)measures->ranked * (measures->ranked - 1) / 2;
    REQUIRE(measures->tied >= 0 && measures->tied <= pairs);
    REQUIRE(measures->agreement <= pairs && -measures->agreement <= pairs && measures->variance >= 0);
}

static void check_sums(const answers *a) {
    int64_t floats = 0, colours = 0;
    for (size_t p = 0; p < a->n; p++) {
        int64_t row = 0, column = 0;
        for (size_t q = 0; q < a->n; q++) {
            row += a->sums.place_of[p * a->n + q];
            column += a->sums.place_of[q * a->n + p];
        }
        REQUIRE(row == (int64_t)a->count && column == (int64_t)a->count);
    }
    for (size_t k = 0; k <= a->rounds; k++) floats += a->sums.floats[k];
    for (size_t k = 0; k < 2 * MS_COLOUR_BOUND + 1; k++) colours += a->sums.colours[k];
    REQUIRE(floats == (int64_t)(a->n * a->count) && colours == floats);
}

/* The rounds told, loaded as rounds on record, are sound and end as was told. */
static void check_history(const ms_model *m, const answers *a, size_t k) {
    int32_t rounds = a->measures[k].stopped > 0 ? a->measures[k].stopped - 1 : m->event.rounds;
    size_t entry = k * a->n * a->rounds;
    ptrdiff_t row = m->event.rounds;
    ms_tournament t = {.event = m->event, .values = m->values};
    void *memory = memory_of(ms_tournament_bytes(m->size, rounds, m->level_order));
    ms_rounds told = {rounds,
                      a->history.opponent + entry,
                      a->history.colour + entry,
                      a->history.result + entry,
                      a->history.game_points + entry,
                      NULL,
                      row,
                      row,
                      row,
                      row};
    ms_tournament_init(&t, memory, m->size, rounds, m->level_order);
    REQUIRE(ms_tournament_load(&t, &told).kind == MS_SOUND);
    for (size_t p = 0; p < a->n; p++) {
        REQUIRE(t.players[p].score == a->finals.score[k * a->n + p]);
        REQUIRE(t.players[p].games == a->finals.games[k * a->n + p]);
        REQUIRE(t.players[p].difference == a->finals.colours[k * a->n + p]);
    }
    free(memory);
}

/* ---- the target ---- */

static void simulate(input *in, const ms_model *m) {
    int64_t count = 1 + next_below(in, 2), done = 0;
    answers a = open_answers(m, (size_t)count);
    void *memory = memory_of(ms_simulation_bytes(m)), *exact = NULL;
    ms_simulation s;
    ms_status status = MS_OK;
    words drawn = {in, 0};
    ms_source source = {next_word, &drawn};
    ms_simulation_init(&s, memory, m);
    for (int32_t asked = 0; done < count; asked++) {
        size_t row = (size_t)done * a.n, entry = row * a.rounds;
        ms_finals finals = {a.finals.rating + row,  a.finals.strength + row,  a.finals.score + row,
                            a.finals.place + row,   a.finals.opponents + row, a.finals.games + row,
                            a.finals.colours + row, a.finals.floats + row};
        ms_history history = {a.history.opponent + entry, a.history.colour + entry, a.history.result + entry,
                              a.history.game_points + entry};
        done += ms_simulate(&s, &source, count - done, a.measures + done, &a.sums, &finals, &history, &status);
        if (status != MS_MORE_MEMORY) break;
        REQUIRE(asked < 20 && s.engine.result.memory_wanted > s.engine.workspace.kept.memory_bytes);
        free(exact);
        s.engine.workspace.kept.memory = exact = memory_of(s.engine.result.memory_wanted);
        s.engine.workspace.kept.memory_bytes = s.engine.result.memory_wanted;
    }
    REQUIRE(status == MS_OK && done == count);
    REQUIRE(drawn.drawn == count * ms_simulation_words(m));
    for (int64_t k = 0; k < count; k++) {
        check_measures(m, &a.measures[k]);
        check_history(m, &a, (size_t)k);
    }
    check_sums(&a);
    close_answers(&a);
    free(memory);
    free(exact);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    input in = open_input(data, size);
    int32_t *rating = memory_of(201 * sizeof *rating), *normal = memory_of((MS_NORMAL_STEPS + 1) * sizeof *normal);
    uint32_t *expected = memory_of((2 * MS_MOST_APART + 1) * sizeof *expected);
    ms_model m = next_model(&in, rating, normal, expected);
    REQUIRE((ms_simulation_bytes(&m) > 0) == (ms_simulation_words(&m) > 0) || m.size > 200 || m.size < 2);
    if (ms_simulation_bytes(&m) > 0 && m.size <= 200) simulate(&in, &m);
    free(rating);
    free(normal);
    free(expected);
    return 0;
}
