/* simulate.h - whole tournaments: strengths, pairings, results, and what is measured of them.
 *
 * Every random number of a tournament comes from its own words, as many as ms_simulation_words says whatever happens in
 * it. Half a word serves one purpose. Nothing here calls the mathematical library: the same words are the same tournament
 * on every machine.
 */
#ifndef MS_SIMULATE_H
#define MS_SIMULATE_H

#include "engine.h"

enum {
    MS_NORMAL_STEPS = 4096,   /* of the table of the normal distribution */
    MS_NORMAL_UNIT = 1 << 16, /* a standard deviation in it */
    MS_EXPECTED_UNIT = 1 << 20,
    MS_MOST_APART = 1000, /* differences of strength beyond it count as it */
    MS_APART_STEP = 10,   /* of the games counted by difference */
    MS_APARTS = 2 * MS_MOST_APART / MS_APART_STEP + 1,
    MS_COLOUR_BOUND = 8, /* colour differences beyond it count as it */
    MS_MOST_BOARDS = 64,
};

/* Where words come from: the interface of a bit generator. */
typedef struct {
    uint64_t (*next)(void *state);
    void *state;
} ms_source;

/* What all tournaments of a simulation have in common. Chances are in 2^-32. */
typedef struct {
    ms_event event; /* rounds are the rounds played */
    ms_values values;
    ms_level_order level_order;
    bool at_random; /* paired without any rule: the baseline */
    bool by_lot;    /* the colour of #1 is drawn for every tournament */
    int32_t size;
    int32_t boards;        /* of a match; 0: players */
    const int32_t *rating; /* given, descending; NULL: drawn from a normal distribution */
    int32_t rating_mean, rating_deviation, rating_least;
    int32_t noise;            /* standard deviation of strength less rating */
    int32_t board_noise;      /* of the strength of a board less that of its team */
    const int32_t *normal;    /* quantiles at k / MS_NORMAL_STEPS, k = 0..MS_NORMAL_STEPS, in MS_NORMAL_UNIT */
    const uint32_t *expected; /* of White, by its strength less Black's from -MS_MOST_APART on; in MS_EXPECTED_UNIT */
    int64_t draw_rate;        /* of equals without strength; may be below 0 and above 1 */
    int64_t draw_slope;       /* and for every point of the sum of both strengths */
    uint32_t forfeit;         /* a game: one of the two does not come */
    uint32_t absence;         /* a round of a participant */
    uint32_t half_bye;        /* of an absence: with half a point */
    uint32_t late;            /* a participant: comes after round one */
    uint32_t leaving;         /* a round of a participant: is never seen again */
    int32_t top;              /* how many of the strongest count as the top */
} ms_model;

/* What is measured of one tournament. Strength places and places in the final ranking count from 0. The final ranking is by
 * score, then the sum of the opponents' scores, then number. Rank correlations are over those who have played, by strength
 * place (which has no ties) and score. */
typedef struct {
    int64_t agreement;  /* Kendall: pairs in the same order less pairs in opposite orders */
    int64_t tied;       /* pairs of equal scores */
    int64_t covariance; /* Spearman: sum of the products of both deviations, doubled ones; */
    int64_t variance;   /* and of the squares of those of the scores' ranks */
    int32_t ranked;     /* those who have played */
    int32_t winner;     /* strength place of the first */
    int32_t best;       /* place of the strongest */
    int32_t floats;     /* games against somebody of another score, both sides counted */
    int32_t cracked;
    int32_t rematches;
    int32_t top_games;  /* between two of the top */
    int32_t unbalanced; /* participants with a colour difference of 2 or more */
    int32_t byes;
    int32_t games;   /* played ones */
    int32_t stopped; /* the round that had no legal pairing, 0 when there was none */
    int32_t drawn;   /* the colour of #1, ms_colour */
} ms_measures;

/* Sums over tournaments; all integers, so that they do not depend on an order. Of the caller. */
typedef struct {
    int64_t *place_of;  /* size x size: by strength place, then by place in the final ranking */
    int64_t *score;     /* size: by strength place, in tenths */
    int64_t *floats;    /* rounds + 1: participants by their floats */
    int64_t *colours;   /* 2 * MS_COLOUR_BOUND + 1: participants by their colour difference */
    int64_t *opponents; /* size: by strength place, sum of the opponents' ratings */
    int64_t *games;     /* size: by strength place, games played */
    int64_t *outcomes;  /* MS_APARTS x 3: games by White's strength less Black's, in tens; won, drawn, lost */
} ms_sums;

/* What each participant ended with, a row of numbers a tournament. */
typedef struct {
    int32_t *rating, *strength, *score, *place;
    int32_t *opponents; /* sum of their ratings */
    int8_t *games, *colours, *floats;
} ms_finals;

/* Every round as it was played, entries as in ms_rounds: by number, then by round; a table a tournament. */
typedef struct {
    int32_t *opponent;
    int8_t *colour;
    uint8_t *result;
    int32_t *game_points;
} ms_history;

/* What one thread simulates with. Arrays have an entry a participant, by number. */
typedef struct {
    const ms_model *model;
    ms_engine engine;
    void *tournament_memory;
    uint32_t *halves; /* of the words of the tournament */
    int32_t *rating, *strength;
    int32_t *board_strength;   /* boards a team */
    int32_t *by_strength;      /* numbers, the strongest first */
    int32_t *strength_place;   /* 0 the strongest */
    int32_t *final, *place;    /* numbers in the final order; and back */
    int32_t *arrives, *leaves; /* the first round, and that from which on never again */
    int32_t *opponents_score, *opponents_rating;
    int32_t *played_place; /* by strength place: among those who have played */
    int32_t *score_rank, *tree, *shuffled;
    int32_t *floats;
    uint8_t *idle; /* ms_outcome of who is not paired */
    ms_match *matches;
    uint16_t *drawn; /* the games drawn: 3 * difference in tens + outcome */
    int32_t drawn_count;
    bool has_words;     /* of a tournament that was not finished */
    ms_history history; /* of the tournament in hand; NULLs where nobody asks */
    uint64_t *keys, *key_scratch;
} ms_simulation;

/* Random words a tournament uses; a multiple of 4. 0: the model is out of range, or there is nothing to draw. */
int64_t ms_simulation_words(const ms_model *model);

size_t ms_simulation_bytes(const ms_model *model);
void ms_simulation_init(ms_simulation *simulation, void *memory, const ms_model *model);

/* Play `count` tournaments, each with the next words of the source; those done. Fewer: *status is why. After
 * MS_MORE_MEMORY (as of ms_engine_pair) the next call, for those left, begins with the words already drawn. `measures` has
 * an entry a tournament, `finals` a row and `history` a table; these two may be NULL. */
int64_t ms_simulate(ms_simulation *simulation, const ms_source *source, int64_t count, ms_measures *measures,
                    const ms_sums *sums, const ms_finals *finals, const ms_history *history, ms_status *status);

/* Parts of it for others who make tournaments. A normal deviate with this standard deviation, of half a word: */
int32_t ms_normal(const ms_model *model, uint32_t half, int32_t deviation);

/* 0 White won, 1 drawn, 2 Black won: a game between players of these strengths (to 2^29), of half a word. */
int32_t ms_play_game(const ms_model *model, uint32_t half, int32_t white, int32_t black);

#endif
