/* round.h - one round of any rule set: what is told, what is answered. */
#ifndef MS_ROUND_H
#define MS_ROUND_H

#include "trace.h"
#include "workspace.h"

typedef enum { MS_LIM = 0, MS_ECU = 1, MS_OLYMPIAD = 2 } ms_rule_set;

typedef struct {
    ms_rule_set rule_set;
    int32_t round;  /* the round to be paired, from 1 */
    int32_t rounds; /* rounds planned */
    int32_t win;    /* what a win is worth, in units of the scores */
    ms_colour drawn;
    bool maxi;
} ms_event;

/* One move out of a group. Scores are doubled, for the median may lie between two. */
typedef struct {
    int32_t participant;
    int32_t from_twice, to_twice;
    ms_direction direction;
} ms_float;

typedef enum { MS_ARTICLE_NONE = 0, MS_ARTICLE_BYE = 1, MS_ARTICLE_COMPLETE = 2 } ms_article;

/* The caller owns the arrays: size / 2 + 1 boards, `float_room` floats, `size` unplaced. */
typedef struct {
    int32_t *white, *black; /* participants in board order */
    int32_t boards;
    int32_t bye; /* or MS_NONE */
    ms_float *floats;
    int32_t float_room;
    int64_t float_count; /* may exceed the room: MS_MORE_FLOATS */
    int32_t cracked;
    ms_trace *trace;      /* or NULL */
    ms_article article;   /* of MS_IMPOSSIBLE */
    size_t memory_wanted; /* of MS_MORE_MEMORY: bytes for ms_workspace.kept.memory */
    int32_t *unplaced;    /* of MS_IMPOSSIBLE: who cannot be placed, from the largest number down */
    int32_t unplaced_count;
} ms_result;

/* Pair the round of a prepared field (ms_field_prepare). The workspace has room for field->size. */
ms_status ms_pair_round(ms_workspace *workspace, const ms_field *field, const ms_event *event, ms_result *result);

#endif
