/* attempt.h - what the parts of one attempt at a round share, and the table of choices that makes a rule set.
 *
 * round.c owns the procedure of all rule sets: bye, groups towards the middle, the middle, colours, boards. lim.c and
 * teams.c own what a rule set chooses.
 */
#ifndef MS_ATTEMPT_H
#define MS_ATTEMPT_H

#include "round.h"
#include "sort.h"

typedef struct attempt attempt;

/* Where a group lies on the way to the middle, and who is in it. */
typedef struct {
    ms_members members;      /* the incoming in the order in which they are paired */
    const int32_t *adjacent; /* residents of the next group */
    int32_t adjacent_count;
    ms_direction direction;
    ms_pair *pairs; /* of this side, in the order made */
    int32_t *made;
} ms_place;

enum { MS_BOARD_KEYS = 2 };

/* A key of the pair of two participants, the higher ranked first. */
typedef uint32_t ms_board_key(const ms_field *field, int32_t high, int32_t low);

/* A rule set as a table of choices. */
typedef struct {
    bool median_is_a_score;   /* lim 2.2: half the points possible; else the score of place n/2 + 1 (N.5.5, 6.4) */
    bool bye_by_rating_first; /* lim 7.1: in round one the bye goes by rating */
    bool limits_are_absolute; /* lim 2.1: colours can make a pairing illegal; those of teams never do */
    bool last_round_duty;     /* lim 6 */
    bool by_due_colour;       /* lim 3.6, 5.2 */
    bool several_boards;      /* N.7.1, N.7.10: matches of teams; what is said of colours is of board 1 */
    /* One group that is not the middle: pairs and step.leaving. */
    ms_status (*pair_group)(attempt *t, const ms_place *place);
    /* The middle group. */
    ms_status (*pair_middle)(attempt *t, const int32_t *residents, int32_t count);
    /* Round one when it is not paired by groups, or NULL. */
    ms_status (*pair_round_one)(attempt *t);
    /* The colours of round one when they are not those of any round, or NULL. */
    void (*colour_round_one)(attempt *t);
    /* The colour of participant a against b. */
    ms_decision (*colour)(const ms_field *field, const ms_rules *rules, int32_t a, int32_t b, bool below_the_middle);
    /* Keys of pairs of the same two scores, in the order of boards: the least significant first, ties by rank. */
    ms_board_key *board_keys[MS_BOARD_KEYS];
} ms_system;

struct attempt {
    ms_workspace *ws;
    const ms_system *system;
    const ms_field *field;
    const ms_event *event;
    ms_rules rules;
    ms_result *result;
    int32_t present, to_pair; /* counts: with and without the bye */
    int32_t groups;
    int32_t above, below, median;   /* pairs made */
    int32_t from_above, from_below; /* floaters that reached the middle */
    bool verified;                  /* the field was found to have a complete pairing without the bye chosen */
    bool again;       /* it had not, and now has another bye, or groups are to be paired with more care: start anew */
    bool careful;     /* teams: after each group ask whether the rest can be paired */
    int32_t most_met; /* teams, when careful: opponents met, the most of anybody */
    ms_rules without_limits; /* teams: N.7.4.1 */
};

extern const ms_system ms_lim, ms_ecu, ms_olympiad;

/* Somebody found no opponent. MS_IMPOSSIBLE when the field cannot be paired; else it is `verified`, and `again` says
 * whether the bye had to change. */
ms_status ms_verify(attempt *t);

/* Both players of a pair have their opponent and colour. */
void ms_set_pair(attempt *t, ms_pair pair, ms_colour colour_of_a);

/* The trace, if there is one, says why the pair has its colours. */
void ms_trace_colours(const attempt *t, ms_pair pair, ms_decision of_a);

#endif
