/* score_group.h - one score group: 2.3 to 4 [9.3 to 11] of Lim, from its members to pairs and floaters.
 *
 * First the group is paired trusting (exchange.h) that all but an odd one find opponents; that settles
 * nearly every group at the cost of a walk. What it leaves unpaired is repaired by a maximum matching, which
 * then chooses the floaters and guides a second walk. Both ways give the same answer.
 */
#ifndef MS_SCORE_GROUP_H
#define MS_SCORE_GROUP_H

#include "exchange.h"
#include "floaters.h"

/* The members of a group before it is arranged, all as participants. */
typedef struct {
    const int32_t *residents; /* in ascending order of numbers */
    int32_t resident_count;
    const int32_t *incoming; /* in the order in which they are paired (3.6) */
    int32_t incoming_count;
} ms_members;

/* What one group works with; every array has room for all participants. */
typedef struct {
    ms_group group;
    ms_matching matching;
    ms_leaving leaving;
    ms_adjacent adjacent;
    int32_t *came_in; /* positions of the incoming, in their order */
    uint64_t *keys, *key_scratch;
    uint64_t *not_met, *available, *needed; /* scratch of explain.c */
} ms_step;

/* Sort participants into the order in which floaters are paired: 3.6, score first, then number. */
void ms_sort_by_rank(ms_step *step, const ms_field *field, int32_t *participants, int32_t count,
                     ms_direction direction);

/* Pair a group that is not the median. Appends to pairs; the floaters are step->leaving.chosen, count of them. */
void ms_pair_group(ms_step *step, const ms_field *field, const ms_rules *rules, const ms_members *members,
                   const int32_t *adjacent, int32_t adjacent_count, ms_direction direction, ms_pair *pairs,
                   int32_t *made);

/* Pair members who must all be paired (the middle, round one) if they can be; the number that cannot. 0: done. */
int32_t ms_pair_all(ms_step *step, const ms_field *field, const ms_rules *rules, const ms_members *members,
                    ms_direction direction, ms_pair *pairs, int32_t *made);

/* A maximum matching of the group arranged, all its members left, that starts from the pairs [from, to) of a walk that
 * was not final; how many stay without a mate. */
int32_t ms_repair(ms_step *step, const ms_pair *pairs, int32_t from, int32_t to);

/* The members' positions in the order of numbers into step->keys. */
void ms_sort_by_number(ms_step *step);

/* After that, name those who stay without an opponent where a maximum matching of those left leaves so many alone: from
 * the largest number down, whoever can be left out without losing a pair. They are taken out of those left. */
void ms_name_alone(ms_step *step, int32_t alone, int32_t *participants);

/* Merge residents and incoming into the direction's order; step->came_in has the places of the incoming. */
void ms_arrange(ms_step *step, const ms_field *field, const ms_rules *rules, const ms_members *members,
                ms_direction direction);

/* 2.6: after ms_pair_all failed, both players of a cracked pairing join; how many, of `alone` before, now stay without
 * an opponent. */
int32_t ms_join_median(ms_step *step, ms_pair cracked, int32_t alone);

#endif
