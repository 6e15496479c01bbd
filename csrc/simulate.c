#include "simulate.h"
#include "arena.h"
#include "sort.h"

enum {
    SIZE_BITS = 20,
    MOST_SIZE = 1 << SIZE_BITS,
    MOST_WORTH = 1000, /* of a result, in tenths: final ranks then fit one key */
    MOST_POINTS = 10000,
    MOST_RATING = 1 << 24,
    MOST_DEVIATIONS = 16,
};
#define CERTAIN (INT64_C(1) << 32) /* chances are in 2^-32 */
#define MOST_RATE (INT64_C(1) << 60)

static_assert(MS_MAX_GAMES * (INT64_C(1) * MOST_RATING + MOST_DEVIATIONS * MOST_POINTS) <= INT32_MAX,
              "a sum of the ratings of opponents");
static_assert(INT64_C(64) * MOST_WORTH * (INT64_C(64) * 64 * MOST_WORTH + 2) < INT64_C(1) << (64 - SIZE_BITS),
              "a key of the final ranking: score, sum of the opponents' scores, number");

/* ---- halves of words, each for one purpose, in a fixed order ---- */

typedef struct {
    int64_t lot, rating, noise, board_noise, arrival, absence, leaving, pairing, result, forfeit;
    int64_t halves, words;
} words_plan;

static int64_t section(words_plan *plan, bool used, int64_t halves) {
    int64_t first = plan->halves;
    if (used) plan->halves += halves;
    return first;
}

static int32_t boards_of(const ms_model *m) { return m->boards > 0 ? m->boards : 1; }

static words_plan plan_words(const ms_model *m) {
    words_plan plan = {0};
    int64_t n = m->size, rounds = m->event.rounds, boards = boards_of(m);
    plan.lot = section(&plan, m->by_lot, 1);
    plan.rating = section(&plan, m->rating == NULL, n);
    plan.noise = section(&plan, m->noise > 0, n);
    plan.board_noise = section(&plan, m->boards > 0 && m->board_noise > 0, n * boards);
    plan.arrival = section(&plan, m->late > 0, 2 * n);
    plan.absence = section(&plan, m->absence > 0, n * rounds);
    plan.leaving = section(&plan, m->leaving > 0, n * rounds);
    plan.pairing = section(&plan, m->at_random, n * rounds);
    plan.result = section(&plan, true, n / 2 * boards * rounds);
    plan.forfeit = section(&plan, m->forfeit > 0, n / 2 * rounds);
    plan.words = (plan.halves + 7) / 8 * 4; /* whole blocks of a counter-based generator */
    return plan;
}

static uint32_t half_at(const ms_simulation *s, int64_t k) { return s->halves[k]; }

static bool tables_are_sound(const ms_model *m) {
    for (int32_t apart = 0; apart <= 2 * MS_MOST_APART; apart++)
        if (m->expected[apart] > MS_EXPECTED_UNIT) return false;
    for (int32_t k = 0; k <= MS_NORMAL_STEPS; k++)
        if (m->normal[k] > MOST_DEVIATIONS * MS_NORMAL_UNIT || m->normal[k] < -MOST_DEVIATIONS * MS_NORMAL_UNIT)
            return false;
    for (int32_t p = 0; m->rating != NULL && p < m->size; p++)
        if (m->rating[p] < 0 || m->rating[p] > MOST_RATING) return false;
    return true;
}

static bool is_sound(const ms_model *m) {
    if (m->size < 0 || m->size > MOST_SIZE || m->event.rounds < 1 || m->event.rounds > MS_MAX_GAMES) return false;
    if (m->boards < 0 || m->boards > MS_MOST_BOARDS) return false;
    if ((int64_t)(m->size / 2) * boards_of(m) * m->event.rounds > INT32_MAX) return false; /* the games are counted */
    if (m->noise < 0 || m->noise > MOST_POINTS || m->board_noise < 0 || m->board_noise > MOST_POINTS) return false;
    if (m->rating_deviation < 0 || m->rating_deviation > MOST_POINTS) return false;
    if (m->rating_mean < 0 || m->rating_mean > MOST_RATING) return false;
    if (m->rating_least < 0 || m->rating_least > MOST_RATING) return false;
    if (m->draw_rate < -MOST_RATE || m->draw_rate > MOST_RATE) return false;
    if (m->draw_slope < -CERTAIN || m->draw_slope > CERTAIN) return false;
    for (int32_t k = 0; k < MS_OUTCOMES; k++)
        for (int32_t white = 0; white < 2; white++)
            if (m->values.of[white][k] < 0 || m->values.of[white][k] > MOST_WORTH) return false;
    return tables_are_sound(m);
}

int64_t ms_simulation_words(const ms_model *model) { return is_sound(model) ? plan_words(model).words : 0; }

/* ---- memory ---- */

static void carve(ms_simulation *s, ms_arena *a, const ms_model *m) {
    size_t n = (size_t)m->size, boards = m->boards > 0 ? (size_t)m->boards : 0;
    s->halves = ms_carve(a, 2 * (size_t)plan_words(m).words, sizeof *s->halves);
    s->keys = ms_carve(a, n, sizeof *s->keys);
    s->key_scratch = ms_carve(a, n, sizeof *s->key_scratch);
    s->rating = ms_carve(a, n, sizeof *s->rating);
    s->strength = ms_carve(a, n, sizeof *s->strength);
    s->board_strength = ms_carve(a, n * boards, sizeof *s->board_strength);
    s->by_strength = ms_carve(a, n, sizeof *s->by_strength);
    s->strength_place = ms_carve(a, n, sizeof *s->strength_place);
    s->final = ms_carve(a, n, sizeof *s->final);
    s->place = ms_carve(a, n, sizeof *s->place);
    s->arrives = ms_carve(a, n, sizeof *s->arrives);
    s->leaves = ms_carve(a, n, sizeof *s->leaves);
    s->played_place = ms_carve(a, n, sizeof *s->played_place);
    s->opponents_score = ms_carve(a, n, sizeof *s->opponents_score);
    s->opponents_rating = ms_carve(a, n, sizeof *s->opponents_rating);
    s->shuffled = ms_carve(a, n, sizeof *s->shuffled);
    s->score_rank = ms_carve(a, n, sizeof *s->score_rank);
    s->tree = ms_carve(a, n + 1, sizeof *s->tree);
    s->floats = ms_carve(a, n, sizeof *s->floats);
    s->idle = ms_carve(a, n, sizeof *s->idle);
    s->matches = ms_carve(a, n / 2 + 1, sizeof *s->matches);
    s->drawn = ms_carve(a, n / 2 * (size_t)boards_of(m) * (size_t)m->event.rounds, sizeof *s->drawn);
}

static int64_t met_entries(const ms_model *m) { return (int64_t)m->size * m->event.rounds; }

size_t ms_simulation_bytes(const ms_model *m) {
    if (!is_sound(m)) return 0;
    size_t tournament = ms_tournament_bytes(m->size, m->event.rounds, m->level_order);
    size_t engine = ms_engine_bytes(m->size, met_entries(m));
    if (tournament == 0 || engine == 0) return 0;
    ms_arena a = {NULL, 0};
    ms_simulation s;
    carve(&s, &a, m);
    ms_carve(&a, tournament, 1);
    ms_carve(&a, engine, 1);
    return a.used;
}

void ms_simulation_init(ms_simulation *s, void *memory, const ms_model *m) {
    ms_arena a = {memory, 0};
    s->model = m;
    s->has_words = false;
    carve(s, &a, m);
    s->tournament_memory = ms_carve(&a, ms_tournament_bytes(m->size, m->event.rounds, m->level_order), 1);
    ms_engine_init(&s->engine, ms_carve(&a, ms_engine_bytes(m->size, met_entries(m)), 1), m->size,
                   (int32_t)met_entries(m));
}

/* ---- strengths ---- */

/* A number from 0 to below `count`. */
static int32_t below(uint32_t half, int32_t count) { return (int32_t)((uint64_t)half * (uint64_t)count >> 32); }

/* A normal deviate with this standard deviation: on a line between neighbouring quantiles. */
int32_t ms_normal(const ms_model *m, uint32_t half, int32_t deviation) {
    enum { PART_BITS = 20 }; /* 32 less those of MS_NORMAL_STEPS */
    const int32_t *quantile = m->normal + (half >> PART_BITS);
    int64_t part = half & ((1u << PART_BITS) - 1), step = (int64_t)quantile[1] - quantile[0];
    int64_t value = (quantile[0] + step * part / (1 << PART_BITS)) * deviation;
    return (int32_t)((value + (value < 0 ? -MS_NORMAL_UNIT : MS_NORMAL_UNIT) / 2) / MS_NORMAL_UNIT);
}

/* The larger value first, ties by number. */
static void sort_descending(ms_simulation *s, const int32_t *value, int32_t *order, int32_t count) {
    for (int32_t p = 0; p < count; p++) s->keys[p] = ms_key(~ms_score_key(value[p]), p);
    ms_sort_digits(s->keys, s->key_scratch, count, 32);
    for (int32_t k = 0; k < count; k++) order[k] = ms_key_index(s->keys[k]);
}

/* Numbers go by rating. */
static void draw_ratings(ms_simulation *s, const words_plan *plan) {
    const ms_model *m = s->model;
    for (int32_t p = 0; p < m->size; p++) {
        int32_t rating = m->rating_mean + ms_normal(m, half_at(s, plan->rating + p), m->rating_deviation);
        s->strength[p] = rating > m->rating_least ? rating : m->rating_least;
    }
    sort_descending(s, s->strength, s->by_strength, m->size);
    for (int32_t k = 0; k < m->size; k++) s->rating[k] = s->strength[s->by_strength[k]];
}

static void draw_strengths(ms_simulation *s, const words_plan *plan) {
    const ms_model *m = s->model;
    if (m->rating == NULL) draw_ratings(s, plan);
    for (int32_t p = 0; p < m->size; p++) {
        if (m->rating != NULL) s->rating[p] = m->rating[p];
        s->strength[p] = s->rating[p] + (m->noise > 0 ? ms_normal(m, half_at(s, plan->noise + p), m->noise) : 0);
        s->by_strength[p] = p;
    }
    if (m->noise > 0) sort_descending(s, s->strength, s->by_strength, m->size);
    for (int32_t k = 0; k < m->size; k++) s->strength_place[s->by_strength[k]] = k;
    for (int32_t k = 0; k < m->size * m->boards; k++) {
        s->board_strength[k] = s->strength[k / m->boards];
        if (m->board_noise > 0) s->board_strength[k] += ms_normal(m, half_at(s, plan->board_noise + k), m->board_noise);
    }
}

/* ---- who is there ---- */

static void draw_arrivals(ms_simulation *s, const words_plan *plan) {
    const ms_model *m = s->model;
    for (int32_t p = 0; p < m->size; p++) {
        bool late = m->late > 0 && m->event.rounds > 1 && half_at(s, plan->arrival + 2 * (int64_t)p) < m->late;
        s->arrives[p] = late ? 2 + below(half_at(s, plan->arrival + 2 * (int64_t)p + 1), m->event.rounds - 1) : 1;
        s->leaves[p] = INT32_MAX;
        s->idle[p] = MS_PAIRING_BYE;
    }
}

/* Whether p plays this round; how it does not, in s->idle. */
static bool comes(ms_simulation *s, const words_plan *plan, int32_t round, int32_t p) {
    const ms_model *m = s->model;
    int64_t k = (int64_t)(round - 1) * m->size + p;
    bool leaves = m->leaving > 0 && round > s->arrives[p] && half_at(s, plan->leaving + k) < m->leaving;
    if (leaves && round < s->leaves[p]) s->leaves[p] = round;
    s->idle[p] = MS_ZERO_BYE;
    if (round < s->arrives[p] || round >= s->leaves[p]) return false;
    uint32_t half = m->absence > 0 ? half_at(s, plan->absence + k) : UINT32_MAX;
    if (half < m->absence) { /* and of these the lowest mean one with half a point */
        if (half < (uint32_t)((uint64_t)m->absence * m->half_bye >> 32)) s->idle[p] = MS_HALF_BYE;
        return false;
    }
    s->idle[p] = MS_PAIRING_BYE;
    return true;
}

static void see_who_comes(ms_simulation *s, const words_plan *plan, ms_tournament *t) {
    const ms_model *m = s->model;
    if (m->late == 0 && m->absence == 0 && m->leaving == 0) return; /* all do */
    for (int32_t p = 0; p < m->size; p++) {
        ms_player *player = &t->players[p];
        bool in = comes(s, plan, t->event.round, p);
        player->flags = (uint8_t)(in ? player->flags | MS_PRESENT : player->flags & ~MS_PRESENT);
    }
}

/* ---- a round ---- */

/* The baseline: neighbours of an order drawn, whatever the rules say. */
static void pair_at_random(ms_simulation *s, const ms_tournament *t, int64_t first_half) {
    ms_result *result = &s->engine.result;
    int32_t *order = s->shuffled, count = 0;
    for (int32_t p = 0; p < t->field.size; p++)
        if ((t->players[p].flags & MS_PRESENT) != 0) order[count++] = p;
    for (int32_t k = count - 1; k > 0; k--) {
        int32_t other = below(half_at(s, first_half + k), k + 1), swap = order[k];
        order[k] = order[other];
        order[other] = swap;
    }
    result->boards = count / 2;
    result->bye = count % 2 == 1 ? order[count - 1] : MS_NONE;
    result->cracked = 0;
    for (int32_t b = 0; b < result->boards; b++) {
        result->white[b] = order[2 * b];
        result->black[b] = order[2 * b + 1];
    }
}

static int32_t clamp(int32_t value, int32_t low, int32_t high) {
    return value < low ? low : value > high ? high : value;
}

/* The share of the games between equals of this level that is drawn, in 2^-32. `both` is the sum of the strengths. */
static inline uint64_t draw_rate(const ms_model *m, int32_t both) {
    int64_t rate = m->draw_rate + m->draw_slope * both;
    return rate < 0 ? 0 : rate > CERTAIN ? CERTAIN : (uint64_t)rate;
}

/* 0 won, 1 drawn, 2 lost; told in `drawn`. Draws come out of what the weaker side expects. */
static inline int32_t draw_game(const ms_model *m, uint32_t half, int32_t white, int32_t black, uint16_t *drawn) {
    int32_t apart = clamp(white - black, -MS_MOST_APART, MS_MOST_APART) + MS_MOST_APART;
    uint64_t expected = m->expected[apart], other = MS_EXPECTED_UNIT - expected;
    uint64_t weaker = expected < other ? expected : other;
    uint64_t draw = 2 * weaker * draw_rate(m, white + black) / MS_EXPECTED_UNIT;
    uint64_t win = expected * (CERTAIN / MS_EXPECTED_UNIT) - draw / 2;
    int32_t outcome = (half >= win) + (half >= win + draw);
    *drawn = (uint16_t)(3 * (apart / MS_APART_STEP) + outcome);
    return outcome;
}

int32_t ms_play_game(const ms_model *m, uint32_t half, int32_t white, int32_t black) {
    uint16_t drawn;
    return draw_game(m, half, white, black, &drawn);
}

static void set_outcome(ms_match *match, int32_t outcome) {
    match->white = (ms_outcome)(MS_WON + outcome);
    match->black = (ms_outcome)(MS_LOST - outcome);
}

/* Who does not come is one or the other with equal chance. */
static void forfeit(const ms_model *m, bool black_comes, ms_match *match) {
    match->white = black_comes ? MS_LOST_BY_FORFEIT : MS_WON_BY_FORFEIT;
    match->black = black_comes ? MS_WON_BY_FORFEIT : MS_LOST_BY_FORFEIT;
    match->white_points = black_comes ? 0 : 10 * m->boards;
    match->black_points = black_comes ? 10 * m->boards : 0;
}

/* N.7.5.2, N.7.10: the team named first has White on the boards 1, 3, 5, ... A match goes to the larger score. */
static void play_match(const ms_simulation *s, const uint32_t *halves, int32_t white, int32_t black, uint16_t *drawn,
                       ms_match *match) {
    const ms_model *m = s->model;
    const int32_t *home = s->board_strength + white * m->boards, *away = s->board_strength + black * m->boards;
    int32_t points = 0, boards = m->boards; /* of the team named first, in halves */
    for (int32_t b = 0; b < boards; b++) {
        bool turned = b % 2 == 1;
        int32_t outcome = draw_game(m, halves[b], turned ? away[b] : home[b], turned ? home[b] : away[b], &drawn[b]);
        points += turned ? outcome : 2 - outcome;
    }
    set_outcome(match, points > boards ? 0 : points == boards ? 1 : 2);
    match->white_points = 5 * points;
    match->black_points = 10 * boards - 5 * points;
}

static bool is_forfeited(const ms_simulation *s, const words_plan *plan, int64_t board, ms_match *match) {
    const ms_model *m = s->model;
    if (m->forfeit == 0) return false;
    uint32_t half = half_at(s, plan->forfeit + board);
    if (half < m->forfeit) forfeit(m, (half & 1u) != 0, match);
    return half < m->forfeit;
}

/* The results of a round; `board` counts those of all rounds. */
static void play_boards(ms_simulation *s, const words_plan *plan, int64_t board) {
    const ms_model *m = s->model;
    const ms_result *result = &s->engine.result;
    const int32_t *strength = s->strength, boards = result->boards, games = boards_of(m);
    const uint32_t *halves = s->halves + plan->result + board * games;
    uint16_t *drawn = s->drawn + s->drawn_count;
    for (int32_t b = 0; b < boards; b++, halves += games) {
        int32_t white = result->white[b], black = result->black[b];
        ms_match *match = &s->matches[b];
        if (is_forfeited(s, plan, board + b, match)) continue;
        if (m->boards > 0)
            play_match(s, halves, white, black, drawn, match);
        else
            set_outcome(match, draw_game(m, *halves, strength[white], strength[black], drawn));
        drawn += games;
    }
    s->drawn_count = (int32_t)(drawn - s->drawn);
}

/* What is measured of a round before it is added. */
static void measure_boards(ms_simulation *s, const ms_tournament *t, ms_measures *measures) {
    const ms_result *result = &s->engine.result;
    const int32_t *place = s->strength_place, top = s->model->top, boards = result->boards;
    const ms_player *players = t->players;
    int32_t *floats = s->floats, rematches = 0, games = 0, top_games = 0;
    for (int32_t b = 0; b < boards; b++) {
        int32_t white = result->white[b], black = result->black[b];
        bool played = s->matches[b].white <= MS_LOST;
        bool floated = played & (players[white].score != players[black].score);
        rematches += ms_met(&t->field, white, black);
        games += played;
        top_games += played & (place[white] < top) & (place[black] < top);
        floats[white] += floated;
        floats[black] += floated;
    }
    measures->rematches += rematches;
    measures->games += games;
    measures->top_games += top_games;
    measures->byes += result->bye != MS_NONE;
    measures->cracked += result->cracked;
}

static const uint8_t LETTERS[MS_OUTCOMES + 1] = "1=0WDL+-FHZU";

static void tell_entry(const ms_simulation *s, int64_t k, int32_t opponent, int8_t colour, ms_outcome outcome,
                       int32_t game_points) {
    s->history.opponent[k] = opponent;
    s->history.colour[k] = colour;
    s->history.result[k] = LETTERS[outcome];
    s->history.game_points[k] = game_points;
}

static void tell_round(const ms_simulation *s, const ms_tournament *t) {
    const ms_result *result = &s->engine.result;
    int64_t rounds = s->model->event.rounds, r = t->event.round - 1;
    if (s->history.opponent == NULL) return;
    for (int32_t p = 0; p < t->field.size; p++)
        tell_entry(s, p * rounds + r, MS_NONE, 0, (ms_outcome)s->idle[p], MS_NONE);
    for (int32_t b = 0; b < result->boards; b++) {
        const ms_match *match = &s->matches[b];
        int32_t white = result->white[b], black = result->black[b];
        tell_entry(s, white * rounds + r, black, 1, match->white, s->model->boards > 0 ? match->white_points : MS_NONE);
        tell_entry(s, black * rounds + r, white, -1, match->black,
                   s->model->boards > 0 ? match->black_points : MS_NONE);
    }
}

/* Pair and play one round; MS_IMPOSSIBLE where it cannot be paired. */
static ms_status play_round(ms_simulation *s, const words_plan *plan, ms_tournament *t, ms_measures *measures) {
    const ms_model *m = s->model;
    see_who_comes(s, plan, t);
    if (m->at_random)
        pair_at_random(s, t, plan->pairing + (int64_t)(t->event.round - 1) * m->size);
    else {
        ms_status status = ms_engine_pair(&s->engine, t);
        if (status != MS_OK && status != MS_MORE_FLOATS) return status; /* nobody reads the list of floats */
    }
    play_boards(s, plan, (int64_t)(t->event.round - 1) * (m->size / 2));
    measure_boards(s, t, measures);
    tell_round(s, t);
    ms_tournament_play(t, &s->engine.result, s->matches, s->idle);
    return MS_OK;
}

/* ---- what is measured ---- */

/* The final ranking: score, sum of the opponents' scores, number. The sum of their ratings besides. */
static void rank_finally(ms_simulation *s, const ms_tournament *t) {
    int32_t size = t->field.size;
    uint64_t most = 0;
    for (int32_t p = 0; p < size; p++) {
        const ms_player *player = &t->players[p];
        const int32_t *met = t->met + player->met_from;
        int32_t scores = 0, ratings = 0;
        for (int32_t k = 0; k < player->games; k++) {
            scores += t->players[met[k]].score;
            ratings += t->players[met[k]].rating;
        }
        s->opponents_score[p] = scores;
        s->opponents_rating[p] = ratings;
        if ((uint64_t)scores > most) most = (uint64_t)scores;
    }
    for (int32_t p = 0; p < size; p++) {
        uint64_t behind = (uint64_t)(t->field.high_score - t->players[p].score) * (most + 1);
        s->keys[p] = (behind + most - (uint64_t)s->opponents_score[p]) << SIZE_BITS | (uint64_t)p;
    }
    ms_sort_digits(s->keys, s->key_scratch, size, SIZE_BITS);
    for (int32_t k = 0; k < size; k++) {
        s->final[k] = (int32_t)(s->keys[k] & ((1u << SIZE_BITS) - 1));
        s->place[s->final[k]] = k;
    }
}

/* Counts by score rank in a tree of partial sums (Fenwick). */
static void count_one(int32_t *tree, int32_t ranks, int32_t rank) {
    for (; rank <= ranks; rank += rank & -rank) tree[rank]++;
}

static int32_t count_up_to(const int32_t *tree, int32_t rank) {
    int32_t sum = 0;
    for (; rank > 0; rank &= rank - 1) sum += tree[rank];
    return sum;
}

/* Kendall: pairs of strength and score in the same order, the stronger one with more. */
static int64_t count_same(ms_simulation *s, const ms_tournament *t, int32_t ranks) {
    int64_t same = 0;
    int32_t before = 0;
    for (int32_t r = 0; r <= ranks; r++) s->tree[r] = 0;
    for (int32_t k = 0; k < t->field.size; k++) {
        int32_t p = s->by_strength[k];
        if (t->players[p].games == 0) continue;
        same += before++ - count_up_to(s->tree, s->score_rank[p]);
        count_one(s->tree, ranks, s->score_rank[p]);
    }
    return same;
}

/* Of those who have played, by strength: how many stronger ones have played. How many have. */
static int32_t place_played(ms_simulation *s, const ms_tournament *t) {
    int32_t count = 0;
    for (int32_t k = 0; k < t->field.size; k++) {
        s->played_place[k] = count;
        count += t->players[s->by_strength[k]].games > 0;
    }
    return count;
}

/* Over those who have played, in the final order from the end: a rank is 0 for the lowest score, and equal scores share
 * one; a place is 0 for the strongest. Spearman's sums are of doubled deviations. */
static void correlate(ms_simulation *s, const ms_tournament *t, ms_measures *measures) {
    int32_t count = place_played(s, t), ranked = 0, ranks = 0, score = MS_NO_SCORE;
    int64_t places = 0, alike = 0;
    for (int32_t k = t->field.size - 1; k >= -1; k--) {
        if (k >= 0 && t->players[s->final[k]].games == 0) continue;
        if (k < 0 || t->players[s->final[k]].score != score) { /* a group of equal scores is over */
            int64_t rank = 2 * (int64_t)ranked - alike - count;
            measures->tied += alike * (alike - 1) / 2;
            measures->variance += alike * rank * rank;
            measures->covariance -= rank * places;
            places = alike = 0;
            if (k < 0) break;
            score = t->players[s->final[k]].score;
            ranks++;
        }
        int32_t p = s->final[k];
        s->score_rank[p] = ranks;
        places += 2 * s->played_place[s->strength_place[p]] - (count - 1);
        ranked++;
        alike++;
    }
    measures->ranked = count;
    measures->agreement = 2 * count_same(s, t, ranks) + measures->tied - (int64_t)count * (count - 1) / 2;
}

static void measure(ms_simulation *s, const ms_tournament *t, ms_measures *measures) {
    int32_t size = t->field.size;
    rank_finally(s, t);
    correlate(s, t, measures);
    measures->winner = size > 0 ? s->strength_place[s->final[0]] : MS_NONE;
    measures->best = size > 0 ? s->place[s->by_strength[0]] : MS_NONE;
    for (int32_t p = 0; p < size; p++) {
        int32_t difference = t->players[p].difference;
        measures->floats += s->floats[p];
        measures->unbalanced += difference > 1 || difference < -1;
    }
}

static void add_to_sums(const ms_simulation *s, const ms_tournament *t, const ms_sums *sums) {
    int32_t size = t->field.size;
    for (int32_t p = 0; p < size; p++) {
        const ms_player *player = &t->players[p];
        int32_t place = s->strength_place[p];
        int32_t difference = clamp(player->difference, -MS_COLOUR_BOUND, MS_COLOUR_BOUND);
        sums->place_of[(ptrdiff_t)place * size + s->place[p]]++;
        sums->score[place] += player->score;
        sums->floats[s->floats[p]]++;
        sums->colours[difference + MS_COLOUR_BOUND]++;
        sums->opponents[place] += s->opponents_rating[p];
        sums->games[place] += player->games;
    }
    for (int32_t k = 0; k < s->drawn_count; k++) sums->outcomes[s->drawn[k]]++;
}

/* In row k. */
static void tell_finals(const ms_simulation *s, const ms_tournament *t, const ms_finals *finals, int64_t k) {
    int64_t row = k * t->field.size;
    for (int32_t p = 0; p < t->field.size; p++) {
        const ms_player *player = &t->players[p];
        finals->rating[row + p] = s->rating[p];
        finals->strength[row + p] = s->strength[p];
        finals->score[row + p] = player->score;
        finals->place[row + p] = s->place[p];
        finals->opponents[row + p] = s->opponents_rating[p];
        finals->games[row + p] = (int8_t)player->games;
        finals->colours[row + p] = player->difference;
        finals->floats[row + p] = (int8_t)s->floats[p];
    }
}

/* ---- a whole tournament ---- */

static void start(ms_simulation *s, const words_plan *plan, ms_tournament *t) {
    const ms_model *m = s->model;
    t->event = m->event;
    t->values = m->values;
    ms_tournament_init(t, s->tournament_memory, m->size, m->event.rounds, m->level_order);
    if (m->by_lot) t->event.drawn = (half_at(s, plan->lot) & 1u) != 0 ? MS_WHITE : MS_BLACK;
    draw_strengths(s, plan);
    draw_arrivals(s, plan);
    for (int32_t p = 0; p < m->size; p++) {
        t->players[p].rating = s->rating[p];
        s->floats[p] = 0;
    }
    s->drawn_count = 0;
}

static ms_status play(ms_simulation *s, const words_plan *plan, ms_tournament *t, ms_measures *measures) {
    *measures = (ms_measures){0};
    start(s, plan, t);
    measures->drawn = (int32_t)t->event.drawn;
    for (int32_t round = 1; round <= s->model->event.rounds; round++) {
        ms_status status = play_round(s, plan, t, measures);
        if (status == MS_IMPOSSIBLE) {
            measures->stopped = round;
            break;
        }
        if (status != MS_OK) return status;
    }
    measure(s, t, measures);
    return MS_OK;
}

static void draw_words(ms_simulation *s, const words_plan *plan, const ms_source *source) {
    if (s->has_words) return;
    for (int64_t k = 0; k < plan->words; k++) {
        uint64_t word = source->next(source->state);
        s->halves[2 * k] = (uint32_t)word;
        s->halves[2 * k + 1] = (uint32_t)(word >> 32);
    }
    s->has_words = true;
}

static ms_history table_of(const ms_history *history, int64_t entries, int64_t k) {
    if (history == NULL) return (ms_history){NULL, NULL, NULL, NULL};
    return (ms_history){history->opponent + k * entries, history->colour + k * entries, history->result + k * entries,
                        history->game_points + k * entries};
}

int64_t ms_simulate(ms_simulation *s, const ms_source *source, int64_t count, ms_measures *measures,
                    const ms_sums *sums, const ms_finals *finals, const ms_history *history, ms_status *status) {
    words_plan plan = plan_words(s->model);
    *status = MS_OK;
    for (int64_t k = 0; k < count; k++) {
        ms_tournament t;
        draw_words(s, &plan, source);
        s->history = table_of(history, met_entries(s->model), k);
        *status = play(s, &plan, &t, &measures[k]);
        if (*status != MS_OK) return k;
        s->has_words = false;
        add_to_sums(s, &t, sums);
        if (finals != NULL) tell_finals(s, &t, finals, k);
    }
    return count;
}
