/* tournament.h - a tournament as it stands before a round, kept from round to round.
 *
 * A participant is its place in the order of pairing numbers. What a result is worth, what counts as played, what bars
 * a bye and what is a float is decided here (rules: common), once for every way in: rounds are added as arrays, one row
 * a participant, and looked at before anything is changed. For players the field of the engine (field.h) is the
 * tournament's own; teams are arranged by their ranking first (ranking.h).
 */
#ifndef MS_TOURNAMENT_H
#define MS_TOURNAMENT_H

#include "round.h"

/* The results of TRF. */
typedef enum {
    MS_WON, /* 1 = 0 */
    MS_DREW,
    MS_LOST,
    MS_WON_UNRATED, /* W D L: played all the same */
    MS_DREW_UNRATED,
    MS_LOST_UNRATED,
    MS_WON_BY_FORFEIT, /* + - */
    MS_LOST_BY_FORFEIT,
    MS_FULL_BYE, /* F H Z U */
    MS_HALF_BYE,
    MS_ZERO_BYE,
    MS_PAIRING_BYE,
    MS_OUTCOMES,
    MS_NO_OUTCOME = MS_OUTCOMES /* a letter that is none of them */
} ms_outcome;

/* What the letter of a result says. */
ms_outcome ms_outcome_of(uint8_t letter);

/* What each outcome is worth, without White and with White. */
typedef struct {
    int32_t of[2][MS_OUTCOMES];
} ms_values;

/* How teams level on match points are ranked, before the number (N.5.1). */
typedef enum {
    MS_BY_NUMBER,
    MS_BY_SONNEBORN_BERGER, /* from the game points of every match */
    MS_BY_TIEBREAK,         /* as the caller says: the larger first */
} ms_level_order;

/* Rounds as arrays, an entry a participant a round. Rows may lie further apart than their entries need. */
typedef struct {
    int32_t rounds;
    const int32_t *opponent; /* place of the opponent, or MS_NONE */
    const int8_t *colour;    /* 1 White, -1 Black, 0 neither */
    const uint8_t *result;   /* letter; NULL: who has opponent and colour has played, and `score` says all the rest */
    const int32_t *game_points; /* in tenths, below 0 where there are none; may be NULL */
    const int32_t *score;       /* a participant, after these rounds; MS_NO_SCORE or NULL: the sum of the results */
    ptrdiff_t opponent_row, colour_row, result_row, game_points_row; /* entries from row to row */
} ms_rounds;

/* What is wrong with rounds. */
typedef enum {
    MS_SOUND = 0,
    MS_FAULT_RESULT,        /* the letter is none of TRF's */
    MS_FAULT_COLOUR,        /* not 1, -1 or 0; none in a played game; one without an opponent */
    MS_FAULT_OPPONENT,      /* there is no such participant */
    MS_FAULT_ITSELF,        /* its own opponent */
    MS_FAULT_ALONE,         /* the result of a game, and no opponent */
    MS_FAULT_BYE,           /* a bye, and an opponent */
    MS_FAULT_UNTOLD,        /* the opponent tells of another one */
    MS_FAULT_SAME_COLOUR,   /* as its opponent */
    MS_FAULT_CONTRADICTION, /* results that two opponents cannot have */
    MS_FAULT_GAME_POINTS,   /* needed for the ranking and missing, or out of range */
    MS_FAULT_SCORE,         /* out of the engine's range */
    MS_FAULT_ROUNDS,        /* more than MS_MAX_GAMES, or than there is room for */
    MS_FAULT_RATING,        /* out of range */
    MS_FAULT_FORBIDDEN,     /* a forbidden pair that cannot be one */
} ms_fault_kind;

typedef struct {
    ms_fault_kind kind;
    int32_t participant, round; /* the place; the round as it is called, from 1 */
} ms_fault;

typedef struct {
    ms_event event; /* `round` is the one to be paired */
    ms_values values;
    ms_level_order level_order;
    ms_field field; /* by number; its arrays are these: */
    int32_t room;   /* entries a participant in `met` */
    ms_player *players;
    int32_t *numbers; /* ascending */
    uint64_t *played;
    int32_t *met;         /* those met in played games, in order, then those forbidden */
    int32_t *game_points; /* against those met, beside them; by Sonneborn-Berger only */
    int64_t *tiebreak;    /* NULL by number */
} ms_tournament;

/* Bytes a tournament needs; 0 when it would be too large. */
size_t ms_tournament_bytes(int32_t size, int32_t room, ms_level_order level_order);

/* A tournament before round one in `memory`: everybody present, unrated, without points, numbered 1, 2, ... Event (but
 * for the round) and values are the caller's to fill, before or after. */
void ms_tournament_init(ms_tournament *t, void *memory, int32_t size, int32_t room, ms_level_order level_order);

/* The same tournament in other memory, with at least the room in use. */
void ms_tournament_copy(const ms_tournament *from, ms_tournament *to, void *memory, int32_t room);

/* The room in use: that of the one with most entries. */
int32_t ms_tournament_room_used(const ms_tournament *t);

/* The first rounds, or none: what makes a tournament ready to be paired. On a fault it is not to be used. */
ms_fault ms_tournament_load(ms_tournament *t, const ms_rounds *rounds);

/* Add rounds to one that is ready. On a fault nothing has changed. */
ms_fault ms_tournament_add(ms_tournament *t, const ms_rounds *rounds);

/* What a pair of a round just paired made of it; for teams with game points in tenths. */
typedef struct {
    ms_outcome white, black;
    int32_t white_points, black_points;
} ms_match;

/* Add the round that ms_engine_pair has just paired, which needs no looking at: a match for every board, and the outcome
 * (a bye) of each who was not paired, by place. There is room for it. */
void ms_tournament_play(ms_tournament *t, const ms_result *paired, const ms_match *matches, const uint8_t *idle);

/* Forbid pairs (places, two by two) from now on, in place of those forbidden before. The room needed: where it is more
 * than there is, nothing has changed. MS_NONE, and nothing has changed, when a pair cannot be one. `scratch` has an entry
 * a participant. */
int32_t ms_tournament_forbid(ms_tournament *t, const int32_t *pairs, int32_t count, int32_t *scratch);

#endif
