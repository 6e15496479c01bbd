#include "../simulate.h"
#include "check.h"

/* What every function that counts bytes says at 0, at the limits and beyond. Where it is asked for more than fits, it is 0. */
void test_sizes(int32_t effort) {
    (void)effort;
    CHECK(ms_workspace_bytes(0) > 0 && ms_workspace_bytes(1) > 0, "a workspace of nobody, and of one");
    CHECK(ms_workspace_bytes(-1) == 0 && ms_workspace_bytes(INT32_MIN) == 0, "no workspace of less than nobody");
    CHECK(ms_workspace_bytes(MS_MAX_PLAYERS) > ms_workspace_bytes(MS_MAX_PLAYERS - 64), "a workspace of the most");
    CHECK(ms_workspace_bytes(MS_MAX_PLAYERS + 1) == 0 && ms_workspace_bytes(INT32_MAX) == 0, "none of more");

    CHECK(ms_ranking_bytes(0, 0) > 0 && ms_ranking_bytes(MS_MAX_PLAYERS, INT32_MAX) > 0, "a ranking of none, of most");
    CHECK(ms_ranking_bytes(-1, 0) == 0 && ms_ranking_bytes(MS_MAX_PLAYERS + 1, 0) == 0, "a ranking of too many");
    CHECK(ms_ranking_bytes(1, -1) == 0 && ms_ranking_bytes(1, INT64_C(1) << 31) == 0, "and with too many entries");

    CHECK(ms_engine_bytes(0, 0) > 0 && ms_engine_bytes(MS_MAX_PLAYERS, INT32_MAX) > 0, "an engine for none, for most");
    CHECK(ms_engine_bytes(-1, 0) == 0 && ms_engine_bytes(MS_MAX_PLAYERS + 1, 0) == 0, "an engine for too many");
    CHECK(ms_engine_bytes(1, -1) == 0 && ms_engine_bytes(1, INT64_MAX) == 0, "and with too many entries");

    for (int32_t k = MS_BY_NUMBER; k <= MS_BY_TIEBREAK; k++) {
        ms_level_order order = (ms_level_order)k;
        CHECK(ms_tournament_bytes(0, 0, order) > 0 && ms_tournament_bytes(0, INT32_MAX, order) > 0, "of nobody");
        CHECK(ms_tournament_bytes(INT32_MAX / 64, 64, order) > 0, "as many entries as indices can say");
        CHECK(ms_tournament_bytes(INT32_MAX / 64 + 1, 64, order) == 0, "more entries than indices can say");
        CHECK(ms_tournament_bytes(MS_MAX_PLAYERS, 31, order) > 0, "a tournament of the most");
        CHECK(ms_tournament_bytes(MS_MAX_PLAYERS, 32, order) == 0, "and with a round too many");
        CHECK(ms_tournament_bytes(MS_MAX_PLAYERS + 1, 0, order) == 0, "a tournament of too many");
        CHECK(ms_tournament_bytes(-1, 9, order) == 0 && ms_tournament_bytes(9, -1, order) == 0, "of less than nobody");
        CHECK(ms_tournament_bytes(MS_MAX_PLAYERS, INT32_MAX, order) == 0, "the largest of all");
    }

    CHECK(ms_weighted_bytes(0, 0) > 0 && ms_weighted_bytes(MS_MAX_PLAYERS, INT32_MAX) > 0, "a graph of none, of most");
    CHECK(ms_weighted_bytes(-1, 0) == 0 && ms_weighted_bytes(MS_MAX_PLAYERS + 1, 0) == 0, "a graph of too many");
    CHECK(ms_weighted_bytes(2, -1) == 0 && ms_weighted_bytes(2, INT64_C(1) << 31) == 0, "and with too many edges");

    /* 64 bits hold the most of all: the sums of arena.h cannot wrap. */
    CHECK(ms_engine_bytes(MS_MAX_PLAYERS, INT32_MAX) < (size_t)1 << 40, "the largest engine is far from 2^64 bytes");
}
