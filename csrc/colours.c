#include "colours.h"

/* lim 5.1.1, 5.1.2, 5.3 [12.1, 12.3]; N.7.3; D.02 7.3: the only allocation within the limits. */
static ms_colour by_limits(const ms_player *a, const ms_player *b) {
    bool white = ms_white_is_legal(a->traits, b->traits), black = ms_white_is_legal(b->traits, a->traits);
    if (white == black) return MS_NO_COLOUR;
    return white ? MS_WHITE : MS_BLACK;
}

ms_reason ms_deciding_limits(const ms_player *white, const ms_player *black) {
    bool run = ms_third_in_a_row(white->colours, white->games, MS_BLACK) ||
               ms_third_in_a_row(black->colours, black->games, MS_WHITE);
    bool difference = ms_three_more(white->difference, MS_BLACK) || ms_three_more(black->difference, MS_WHITE);
    if (run && difference) return MS_BY_BOTH_LIMITS;
    return run ? MS_BY_RUN_LIMIT : MS_BY_DIFFERENCE_LIMIT;
}

/* 5.1, 5.5, 5.6 [12.1, 12.5, 12.6]: each gets its due colour if they differ or only one has one. */
static ms_colour by_due_colour(const ms_player *a, const ms_player *b) {
    if (((a->traits ^ b->traits) & MS_DUE) == 0) return MS_NO_COLOUR;
    return ((a->traits & MS_DUE_WHITE) | (b->traits & MS_DUE_BLACK)) != 0 ? MS_WHITE : MS_BLACK;
}

static ms_colour by_latest_difference(const ms_player *a, const ms_player *b) {
    return ms_latest_difference(a->colours, a->games, b->colours, b->games);
}

/* 5.4 [12.4]: in the median group or above the higher ranked has its due colour, below it the lower ranked. */
static ms_colour by_rank(const ms_player *a, bool a_decides) {
    ms_colour due = ms_due_of(a->traits); /* both are due the same */
    return due == MS_NO_COLOUR || a_decides ? due : ms_opposite(due);
}

/* 5.4 [12.4]: the one who decides and has no game. */
static ms_colour by_drawn_colour(const ms_rules *rules, bool a_decides) {
    return a_decides ? rules->drawn : ms_opposite(rules->drawn);
}

static bool is_open(ms_decision decision) { return decision.colour == MS_NO_COLOUR; }

ms_decision ms_lim_colour(const ms_field *field, const ms_rules *rules, int32_t a, int32_t b, bool below) {
    const ms_player *one = &field->players[a], *other = &field->players[b];
    bool a_decides = (a < b) != below;
    ms_decision d = {by_limits(one, other), MS_BY_LIMITS};
    if (is_open(d)) d = (ms_decision){by_due_colour(one, other), MS_BY_DUE_COLOUR};
    if (is_open(d)) d = (ms_decision){by_latest_difference(one, other), MS_BY_LATEST_DIFFERENCE};
    if (is_open(d)) d = (ms_decision){by_rank(one, a_decides), MS_BY_RANK};
    if (is_open(d)) d = (ms_decision){by_drawn_colour(rules, a_decides), MS_BY_DRAWN_COLOUR};
    return d;
}

/* ---- teams: every rule is asked of the higher ranked, `high`, against `low` ---- */

/* N.7.2, D.02 7.2: without any colour the higher ranked has the lot colour when its number is odd. */
static ms_colour by_lot(const ms_rules *rules, int32_t number) {
    return number % 2 != 0 ? rules->drawn : ms_opposite(rules->drawn);
}

static bool no_colours(const ms_player *high, const ms_player *low) { return high->games == 0 && low->games == 0; }

/* N.7.5.1, D.02 7.5.1: the smaller colour difference has White. */
static ms_colour by_equalisation(const ms_player *high, const ms_player *low) {
    if (high->difference == low->difference) return MS_NO_COLOUR;
    return high->difference < low->difference ? MS_WHITE : MS_BLACK;
}

/* N.7.5.1: with equal differences the team with fewer whites has White. */
static ms_colour by_fewer_whites(const ms_player *high, const ms_player *low) {
    int32_t mine = ms_count_bits(high->colours), theirs = ms_count_bits(low->colours);
    if (mine == theirs) return MS_NO_COLOUR;
    return mine < theirs ? MS_WHITE : MS_BLACK;
}

static ms_colour colour_of_bit(uint64_t bit) { return (bit & 1u) != 0 ? MS_WHITE : MS_BLACK; }

/* N.7.6: both played the preceding round, with opposite colours: each alternates. */
static ms_colour by_alternation(const ms_field *field, int32_t a, int32_t b) {
    const ms_player *high = &field->players[a], *low = &field->players[b];
    if ((field->played[a] & field->played[b] & 1u) == 0 || ((high->colours ^ low->colours) & 1u) == 0)
        return MS_NO_COLOUR;
    return colour_of_bit(low->colours);
}

/* How many times running a team would have had a colour with this game. */
static int32_t run_with(const ms_player *team, ms_colour colour) {
    int32_t run = 1;
    while (run <= team->games && colour_of_bit(team->colours >> (run - 1)) == colour) run++;
    return run;
}

/* N.7.7: the smaller longer run, then the smaller sum of both; as one number. */
static int32_t sequence(const ms_player *white, const ms_player *black) {
    int32_t one = run_with(white, MS_WHITE), other = run_with(black, MS_BLACK);
    return (one > other ? one : other) * 256 + one + other;
}

static ms_colour by_lowest_sequence(const ms_player *high, const ms_player *low) {
    int32_t white = sequence(high, low), black = sequence(low, high);
    if (white == black) return MS_NO_COLOUR;
    return white < black ? MS_WHITE : MS_BLACK;
}

/* N.7.8 a: the colour it had less often. */
static ms_colour by_balance(const ms_player *high) {
    if (high->difference == 0) return MS_NO_COLOUR;
    return high->difference > 0 ? MS_BLACK : MS_WHITE;
}

/* N.7.8 b, N.7.9; D.02 7.6: the higher ranked alternates, the lower ranked if only it has a colour. */
static ms_colour by_last_colour(const ms_player *high, const ms_player *low) {
    if (high->games > 0) return ms_opposite(colour_of_bit(high->colours));
    return low->games > 0 ? colour_of_bit(low->colours) : MS_NO_COLOUR;
}

/* D.02 7.5.2, 7.6: at the latest round in which both played and had different colours, each gets the other's. */
static ms_colour by_latest_different_round(const ms_field *field, int32_t a, int32_t b) {
    uint64_t mine = field->players[a].colours, theirs = field->players[b].colours;
    uint64_t played = field->played[a], played_too = field->played[b];
    for (; played != 0 && played_too != 0; played >>= 1, played_too >>= 1) {
        if ((played & played_too & 1u) != 0 && ((mine ^ theirs) & 1u) != 0) return colour_of_bit(theirs);
        mine >>= played & 1u;
        theirs >>= played_too & 1u;
    }
    return MS_NO_COLOUR;
}

static ms_decision ecu_colour_of_higher(const ms_field *field, const ms_rules *rules, int32_t a, int32_t b) {
    const ms_player *high = &field->players[a], *low = &field->players[b];
    ms_decision d = {by_limits(high, low), MS_BY_LIMITS};
    if (is_open(d) && no_colours(high, low)) d = (ms_decision){by_lot(rules, field->numbers[a]), MS_BY_LOT};
    if (is_open(d)) d = (ms_decision){by_equalisation(high, low), MS_BY_EQUALISATION};
    if (is_open(d)) d = (ms_decision){by_fewer_whites(high, low), MS_BY_FEWER_WHITES};
    if (is_open(d)) d = (ms_decision){by_alternation(field, a, b), MS_BY_ALTERNATION};
    if (is_open(d)) d = (ms_decision){by_lowest_sequence(high, low), MS_BY_LOWEST_SEQUENCE};
    if (is_open(d)) d = (ms_decision){by_latest_difference(high, low), MS_BY_LATEST_DIFFERENCE};
    if (is_open(d)) d = (ms_decision){by_balance(high), MS_BY_BALANCE};
    if (is_open(d)) d = (ms_decision){by_last_colour(high, low), MS_BY_LAST_COLOUR};
    return d;
}

static ms_decision olympiad_colour_of_higher(const ms_field *field, const ms_rules *rules, int32_t a, int32_t b) {
    const ms_player *high = &field->players[a], *low = &field->players[b];
    ms_decision d = {by_limits(high, low), MS_BY_LIMITS};
    if (is_open(d)) d = (ms_decision){by_equalisation(high, low), MS_BY_EQUALISATION};
    if (is_open(d)) d = (ms_decision){by_latest_different_round(field, a, b), MS_BY_LATEST_DIFFERENCE};
    if (is_open(d)) d = (ms_decision){by_last_colour(high, low), MS_BY_LAST_COLOUR};
    if (is_open(d)) d = (ms_decision){by_lot(rules, field->numbers[a]), MS_BY_LOT};
    return d;
}

/* What the higher ranked has, as what the lower ranked has. */
static ms_decision seen_from_lower(ms_decision d) { return (ms_decision){ms_opposite(d.colour), d.reason}; }

ms_decision ms_ecu_colour(const ms_field *field, const ms_rules *rules, int32_t a, int32_t b) {
    return a < b ? ecu_colour_of_higher(field, rules, a, b) : seen_from_lower(ecu_colour_of_higher(field, rules, b, a));
}

ms_decision ms_olympiad_colour(const ms_field *field, const ms_rules *rules, int32_t a, int32_t b) {
    return a < b ? olympiad_colour_of_higher(field, rules, a, b)
                 : seen_from_lower(olympiad_colour_of_higher(field, rules, b, a));
}
