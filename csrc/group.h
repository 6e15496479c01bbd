/* group.h - the members of one score group arranged in the direction's order.
 *
 * Position 0 is the first in the direction's order of numbers: the smallest number downward, the
 * largest upward (2.2). Whatever works on positions is so written once for both directions. The
 * compatibility graph is held as its sparse complement (opponents met) and colour classes as
 * bitsets; whole bitset rows are built for small groups only.
 */
#ifndef MS_GROUP_H
#define MS_GROUP_H

#include "field.h"
#include "watch.h"

enum { MS_ROWS_MAX = 512 }; /* groups up to this size keep a bitset row a member */

typedef struct {
    const ms_field *field;
    const ms_rules *rules;
    int32_t size, words;
    int32_t *member;   /* position -> participant */
    int32_t *position; /* participant -> position; meaningful where member[position[p]] == p */
    uint64_t *left;    /* positions still to be paired */
    uint64_t *can_white, *can_black, *due_white, *due_black;
    uint64_t *residents; /* members with the group's own score; the others are floaters */
    int32_t *floater;    /* positions of the floaters, ascending */
    int32_t floaters;
    const uint64_t *limited; /* between whom colours limit who meets; NULL: between all (teams: N.7.4) */
    uint64_t *rows; /* when has_rows, size rows of `words` words: who is compatible; with `limited` who has not met, for
                     * the limits may change */
    bool has_rows;
    ms_watch *watch; /* what is searched among the members is told to it */
} ms_group;

/* Start a group without members. */
void ms_group_open(ms_group *group, const ms_field *field, const ms_rules *rules);

/* Append a member at the next position. */
void ms_group_add(ms_group *group, int32_t participant, bool resident);

/* Append residents[from], residents[from + step], ...: `count` of them. */
void ms_group_add_residents(ms_group *group, const int32_t *residents, int32_t from, int32_t count, int32_t step);

/* Every member is to be paired again. */
void ms_group_restore(ms_group *group);

/* Build the rows if the group is small enough. */
void ms_group_build_rows(ms_group *group);

/* The rows after a member was added at the last position to a group that had `words` words. */
void ms_group_extend_rows(ms_group *group, int32_t words);

/* The compatible members of position i as a bitset (i itself is not in it), in `scratch` when there are no rows. */
const uint64_t *ms_group_row(const ms_group *group, int32_t i, uint64_t *scratch);

/* The members whom position i has not met, in `scratch` where no row says it. */
const uint64_t *ms_group_not_met(const ms_group *group, int32_t i, uint64_t *scratch);

/* The members compatible with a participant who need not be one of them. */
void ms_group_write_row(const ms_group *group, int32_t participant, uint64_t *row);

/* 2.1: whether the members at two positions are compatible. */
static inline bool ms_group_compatible(const ms_group *group, int32_t i, int32_t j) {
    if (group->has_rows && group->limited == NULL) return ms_has(group->rows + (ptrdiff_t)i * group->words, j);
    bool limited = group->limited == NULL || (ms_has(group->limited, i) && ms_has(group->limited, j));
    if (limited && !ms_colours_compatible(group->field, group->rules, group->member[i], group->member[j])) return false;
    if (group->has_rows) return ms_has(group->rows + (ptrdiff_t)i * group->words, j);
    return !ms_met(group->field, group->member[i], group->member[j]);
}

static inline const ms_player *ms_group_player(const ms_group *group, int32_t i) {
    return &group->field->players[group->member[i]];
}

/* Position i looks for somebody it may meet: all may be looked at, and whom it has met be looked up in lists as long. */
static inline void ms_group_watch(const ms_group *group, int32_t i) {
    int64_t met = ms_group_player(group, i)->met_count;
    ms_watch_steps(group->watch, group->size + met * met);
}

#endif
