/* trace.h - why the round is as it is: the reasons of a pairing step by step, for who asks.
 *
 * The caller lends the memory. A step is a reason and a run of participants in one list of all of them. Where there is
 * no more room steps are only counted, so that the caller can make room and pair again. NULL is "nobody asks".
 */
#ifndef MS_TRACE_H
#define MS_TRACE_H

#include "common.h"

/* What can be a reason. The articles of each rule set are the caller's to name. */
typedef enum {
    /* of the whole round: nobody */
    MS_COLOURS_IGNORED,     /* lim 6: paired anew with "compatible" = "not met" */
    MS_COLOURS_DISREGARDED, /* N.7.1 */
    /* the bye */
    MS_BYE_NOT_ALLOWED,  /* 1.1, N.5.4: those asked before who may not have it */
    MS_BYE_NOT_POSSIBLE, /* 1.1, 2.1; N.5.4, N.5.3: those asked before without whom the others could not be paired */
    MS_BYE,              /* 1.1, N.5.4: who has it */
    MS_BYE_BY_RATING,    /* 7.1: the same */
    /* of a group: its members, the residents before those that came in */
    MS_ROUND_ONE,      /* lim 7.2 */
    MS_GROUP_DOWN,     /* lim 2.2, N.5.5 */
    MS_GROUP_UP,       /* lim 2.2, N.5.5 */
    MS_MIDDLE_GROUP,   /* lim 2.2, N.5.5 */
    MS_CRACKED,        /* lim 2.6: the two whose pairing is taken back */
    MS_LIMITS_KEPT,    /* N.7.3 */
    MS_LIMITS_DROPPED, /* N.7.4.1 */
    MS_NEEDED_BEYOND,  /* N.6: those of other groups for whose sake it keeps fewer pairs than it could */
    MS_PAIRS_KEPT,     /* lim 2.3, N.6: those who stay */
    /* who floats, then others of those staying: */
    MS_LEAVING_COSTS_A_PAIR, /* lim 2.3, 4.4; N.6 2: asked before, but then the group would keep fewer pairs */
    MS_FLOATER_D,            /* lim 3.9: asked later, being of another type */
    MS_FLOATER_C,
    MS_FLOATER_B,
    MS_FLOATER_A,
    MS_FLOATED_BEFORE,     /* lim 3.10: asked later, for they floated in the previous round */
    MS_DUE_LIKE_MOST,      /* lim 3.2.2: asked later, for they are not due the colour that most are due */
    MS_DUE_LIKE_MOST_NEAR, /* lim 3.2.3: or in a maxi-tournament are not near the last one */
    MS_LARGEST_NUMBER,     /* lim 3.2.4: asked later by number */
    MS_ANOTHER_FLOATER,    /* N.7.4.2: asked before, but they are needed within the limits, and only so */
    MS_FLOATER,            /* N.6 2: asked later, for they have met everybody beyond, and it has not */
    MS_FAR_END,            /* N.6 2: asked later by rank */
    MS_MOVES_ON,           /* N.6 1: it came in, and nobody can take it */
    /* why somebody was not taken: who looks for an opponent, then those it tried */
    MS_MET,
    MS_BEYOND_LIMITS,
    MS_RATING_APART,          /* lim 5.7 */
    MS_SAME_DUE,              /* lim 5.2 */
    MS_LEAVES_OTHERS,         /* lim 4.4, N.6 3: one tried, then those who would stay without an opponent */
    MS_INCOMING_RATING_APART, /* lim 3.6, of one that came in, and so the next ones */
    MS_INCOMING_SAME_DUE,
    MS_INCOMING_KEEPS_FEWER, /* N.6 1 */
    /* and who was: who looks, then the opponent */
    MS_OPPONENT,
    MS_FIRST_AVAILABLE, /* lim 5.2: nobody available suits */
    MS_OPPONENT_NEAR,   /* the same of a maxi-tournament, lim 5.7 */
    MS_FIRST_AVAILABLE_NEAR,
    MS_INCOMING_OPPONENT,
    MS_INCOMING_FIRST_AVAILABLE,
    /* why the first has White and the second Black */
    MS_BY_LIMITS, /* which, is told by the three that follow */
    MS_BY_RUN_LIMIT,
    MS_BY_DIFFERENCE_LIMIT,
    MS_BY_BOTH_LIMITS,
    MS_BY_DUE_COLOUR,
    MS_BY_LATEST_DIFFERENCE,
    MS_BY_RANK,
    MS_BY_DRAWN_COLOUR,
    MS_BY_LOT,
    MS_BY_EQUALISATION,
    MS_BY_FEWER_WHITES,
    MS_BY_ALTERNATION,
    MS_BY_LOWEST_SEQUENCE,
    MS_BY_BALANCE,
    MS_BY_LAST_COLOUR,
    MS_OTHER_BOARDS, /* N.7.5.2, N.7.10, of the whole round: the teams named first */
} ms_reason;

typedef struct {
    ms_reason reason;
    int32_t count; /* of participants */
    int64_t first; /* in ms_trace.who */
} ms_trace_step;

typedef struct {
    ms_trace_step *steps;
    int32_t *who;
    int32_t step_room, who_room;
    int64_t step_count, who_count; /* may exceed the room */
} ms_trace;

/* A colour, and why. */
typedef struct {
    ms_colour colour;
    ms_reason reason;
} ms_decision;

/* A step that concerns nobody yet. */
static inline void ms_trace_add(ms_trace *trace, ms_reason reason) {
    if (trace == NULL) return;
    if (trace->step_count < trace->step_room)
        trace->steps[trace->step_count] = (ms_trace_step){.reason = reason, .first = trace->who_count};
    trace->step_count++;
}

/* The latest step concerns these too. */
static inline void ms_trace_who(ms_trace *trace, const int32_t *who, int32_t count) {
    if (trace == NULL) return;
    if (trace->step_count <= trace->step_room) trace->steps[trace->step_count - 1].count += count;
    for (int32_t k = 0; k < count; k++, trace->who_count++)
        if (trace->who_count < trace->who_room) trace->who[trace->who_count] = who[k];
}

/* A step that concerns these. */
static inline void ms_trace_say(ms_trace *trace, ms_reason reason, const int32_t *who, int32_t count) {
    ms_trace_add(trace, reason);
    ms_trace_who(trace, who, count);
}

/* A step that concerns one, and others. */
static inline void ms_trace_say_of(ms_trace *trace, ms_reason reason, int32_t one, const int32_t *others,
                                   int32_t count) {
    ms_trace_say(trace, reason, &one, 1);
    ms_trace_who(trace, others, count);
}

static inline bool ms_trace_is_full(const ms_trace *trace) {
    return trace != NULL && (trace->step_count > trace->step_room || trace->who_count > trace->who_room);
}

#endif
