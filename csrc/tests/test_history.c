#include "../history.h"
#include "check.h"

/* What articles 5.1, 5.3, 5.5 and 5.6 say of a row of games, the latest first. */
static void compare(uint64_t colours, int32_t games) {
    int32_t whites = 0, run = 0;
    for (int32_t k = 0; k < games; k++) whites += (int32_t)(colours >> k & 1u);
    while (run < games && (colours >> run & 1u) == (colours & 1u)) run++;
    int32_t difference = whites - (games - whites);
    bool last_white = (colours & 1u) != 0;
    bool can_white = difference < 2 && !(run >= 2 && last_white);
    bool can_black = difference > -2 && !(run >= 2 && !last_white);
    ms_colour due = difference < 0            ? MS_WHITE
                    : difference > 0          ? MS_BLACK
                    : games > 0 && last_white ? MS_BLACK
                    : games > 0               ? MS_WHITE
                                              : MS_NO_COLOUR;
    uint8_t traits = ms_traits(colours, games, difference);
    CHECK(ms_difference(colours, games) == difference, "the difference is whites less blacks");
    CHECK(((traits & MS_CAN_WHITE) != 0) == can_white, "White is within the limits or not (5.1.1, 5.1.2)");
    CHECK(((traits & MS_CAN_BLACK) != 0) == can_black, "Black is within the limits or not (5.1.1, 5.1.2)");
    CHECK(ms_due_of(traits) == due, "the due colour (5.1, 5.5, 5.6)");
    CHECK((traits & MS_DUE) != MS_DUE, "one colour is due at most");
}

static void compare_two(draws *d) {
    int32_t games = draw_below(d, 65), other_games = draw_below(d, 65), k = 0;
    uint64_t first = games == 64 ? draw_word(d) : draw_word(d) & ms_below(games);
    uint64_t second = draw_chance(d, 50) ? first : draw_word(d);
    if (other_games < 64) second &= ms_below(other_games);
    while (k < games && k < other_games && (first >> k & 1u) == (second >> k & 1u)) k++;
    ms_colour expected = MS_NO_COLOUR; /* none differs */
    if (k < games && k < other_games) expected = (second >> k & 1u) != 0 ? MS_WHITE : MS_BLACK;
    CHECK(ms_latest_difference(first, games, second, other_games) == expected, "5.4: the latest difference");
}

void test_history(int32_t effort) {
    for (int32_t games = 0; games <= 12; games++)
        for (uint64_t colours = 0; colours < UINT64_C(1) << games; colours++) compare(colours, games);
    for (int32_t turn = 0; turn < effort; turn++) {
        draws d = draws_from((uint64_t)turn);
        for (int32_t k = 0; k < 1000; k++) {
            int32_t games = 50 + draw_below(&d, 15);
            uint64_t colours = draw_word(&d);
            compare(games == 64 ? colours : colours & ms_below(games), games);
            compare_two(&d);
        }
    }
}
