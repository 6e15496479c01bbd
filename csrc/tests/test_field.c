#include "../field.h"
#include "check.h"
#include "world.h"

/* Four participants, of whom 0 and 1 have met, and 2 and 3. */
static sample four(void) {
    bool met[16] = {0};
    met[1] = met[4] = met[11] = met[14] = true;
    return sample_of(4, met);
}

static ms_status after(void (*spoil)(sample *s)) {
    sample s = four();
    spoil(&s);
    ms_status status = ms_field_prepare(&s.field);
    sample_free(&s);
    return status;
}

static void spoil_nothing(sample *s) { (void)s; }
static void size_below_0(sample *s) { s->field.size = -1; }
static void size_too_large(sample *s) { s->field.size = MS_MAX_PLAYERS + 1; }
static void met_size_below_0(sample *s) { s->field.met_size = -1; }
static void met_size_too_small(sample *s) { s->field.met_size = 3; }
static void games_too_many(sample *s) { s->players[1].games = MS_MAX_GAMES + 1; }
static void colours_beyond_games(sample *s) { s->players[1].colours = 2; }
static void met_from_below_0(sample *s) { s->players[2].met_from = -1; }
static void met_count_below_0(sample *s) { s->players[2].met_count = -1; }
static void met_behind_the_end(sample *s) { s->players[3].met_from = 4; }
static void met_from_largest(sample *s) { s->players[3].met_from = INT32_MAX; }
static void met_count_largest(sample *s) { s->players[3].met_count = INT32_MAX; }
static void score_too_high(sample *s) { s->players[0].score = MS_MAX_SCORE + 1; }
static void score_too_low(sample *s) { s->players[0].score = -MS_MAX_SCORE - 1; }
static void rating_below_0(sample *s) { s->players[0].rating = -1; }
static void rating_too_high(sample *s) { s->players[0].rating = MS_MAX_SCORE + 1; }
static void opponent_below_0(sample *s) { s->met[2] = -1; }
static void opponent_unknown(sample *s) { s->met[2] = 4; }
static void opponent_itself(sample *s) { s->met[0] = 0, s->met[1] = 1; }
static void opponent_one_sided(sample *s) { s->met[0] = 2; }
static void opponent_told_twice(sample *s) {
    s->players[0].met_from = s->players[2].met_from = 0;
    s->players[1].met_from = s->players[3].met_from = 1;
}

static void test_refusals(void) {
    CHECK(after(spoil_nothing) == MS_OK, "a sound field is taken");
    CHECK(after(size_below_0) == MS_BAD_INPUT, "a size below 0 is refused");
    CHECK(after(size_too_large) == MS_BAD_INPUT, "a size above the most is refused, before anything is read");
    CHECK(after(met_size_below_0) == MS_BAD_INPUT, "a met_size below 0 is refused");
    CHECK(after(met_size_too_small) == MS_BAD_INPUT, "entries behind met_size are refused");
    CHECK(after(games_too_many) == MS_BAD_INPUT, "more games than a history holds are refused");
    CHECK(after(colours_beyond_games) == MS_BAD_INPUT, "colours of games that are none are refused");
    CHECK(after(met_from_below_0) == MS_BAD_INPUT, "a met_from below 0 is refused");
    CHECK(after(met_count_below_0) == MS_BAD_INPUT, "a met_count below 0 is refused");
    CHECK(after(met_behind_the_end) == MS_BAD_INPUT, "a list that ends behind met_size is refused");
    CHECK(after(met_from_largest) == MS_BAD_INPUT, "the largest met_from is refused, without overflow");
    CHECK(after(met_count_largest) == MS_BAD_INPUT, "the largest met_count is refused, without overflow");
    CHECK(after(score_too_high) == MS_BAD_INPUT, "a score above the most is refused");
    CHECK(after(score_too_low) == MS_BAD_INPUT, "a score below the least is refused");
    CHECK(after(rating_below_0) == MS_BAD_INPUT, "a rating below 0 is refused");
    CHECK(after(rating_too_high) == MS_BAD_INPUT, "a rating above the most is refused");
    CHECK(after(opponent_below_0) == MS_BAD_INPUT, "an opponent below 0 is refused");
    CHECK(after(opponent_unknown) == MS_BAD_INPUT, "an opponent that is nobody is refused");
    CHECK(after(opponent_itself) == MS_BAD_INPUT, "nobody has met itself");
    CHECK(after(opponent_one_sided) == MS_BAD_INPUT, "a meeting told by one side only is refused");
    CHECK(after(opponent_told_twice) == MS_BAD_INPUT, "a meeting of others told again is refused");
}

static void test_derived(draws *d, int32_t n) {
    world w = world_of(d, n, draw_below(d, 12), MS_LIM);
    sample s = sample_of_world(&w);
    CHECK(ms_field_prepare(&s.field) == MS_OK, "a field drawn is sound");
    int32_t low = n > 0 ? s.players[0].score : 0, high = low;
    for (int32_t p = 0; p < n; p++) {
        const ms_player *player = &s.players[p];
        low = player->score < low ? player->score : low;
        high = player->score > high ? player->score : high;
        CHECK(player->difference == ms_difference(player->colours, player->games), "the difference is derived");
        CHECK(player->traits == ms_traits(player->colours, player->games, player->difference), "traits are derived");
        for (int32_t q = 0; q < n; q++)
            CHECK(ms_met(&s.field, p, q) == w.met[p * n + q], "ms_met says who has met whom");
    }
    CHECK(s.field.low_score == low && s.field.high_score == high, "the bounds of the scores are derived");
    sample_free(&s);
    world_free(&w);
}

void test_field(int32_t effort) {
    test_refusals();
    for (int32_t turn = 0; turn < effort; turn++) {
        draws d = draws_from((uint64_t)turn);
        for (int32_t n = 0; n <= 130; n += n < 62 || n > 66 ? 3 : 1) test_derived(&d, n);
    }
}
