/* explain.h - why the pairs and the floaters of a group are what they are, told to the trace once it is paired.
 *
 * The pairing keeps no reasons. It is gone through again by the articles: from the order in which members are asked and
 * tried and from what came out follows why nobody earlier was taken. Only for who asks: there is a trace.
 */
#ifndef MS_EXPLAIN_H
#define MS_EXPLAIN_H

#include "score_group.h"
#include "trace.h"

/* 2.2, N.5.5: a group as it is found; of one without members nothing is said. */
void ms_explain_members(ms_trace *trace, ms_reason reason, const ms_members *members, ms_direction direction);

/* 3.9, 3.10, 3.2.2 [10.9, 10.10, 10.2.2]: of all members, who are left, the floaters of step->leaving in the order
 * chosen; they are left no more. `incoming` members came in. */
void ms_explain_floaters(ms_trace *trace, ms_step *step, int32_t incoming);

/* 2.3, N.6: the members left are those who find their opponents inside the group. */
void ms_explain_kept(ms_trace *trace, const ms_group *group);

/* 3.6, 4, 5.2, 5.7 [10.6, 11, 12.2, 12.7], N.6 3: the pairs of all members left, in the order made. One that came in
 * looks from the first member to the last; the others are scrutinised. Nobody is left then. */
void ms_explain_pairs(ms_trace *trace, ms_step *step, const ms_pair *pairs, int32_t count);

/* N.6 1: a team that came in (its position) looks for the nearest resident, then for the nearest other floater; MS_NONE: it
 * found none. Those who meet are taken out of those left. */
void ms_explain_incoming_team(ms_trace *trace, ms_step *step, int32_t team, int32_t opponent, bool backwards);

#endif
