#include "floaters.h"

#include "sort.h"

enum { GLANCE = 16 };

static bool has_floated(const ms_group *group, int32_t i) {
    return (ms_group_player(group, i)->flags & MS_FLOATED) != 0;
}

void ms_leaving_begin(ms_leaving *leaving, ms_matching *matching) {
    const ms_group *group = leaving->group;
    leaving->matching = matching;
    leaving->count = leaving->type = 0;
    leaving->adjacent->arranged = false;
    ms_clear(leaving->without, group->words);
    leaving->any_floated = matching == NULL;
    if (matching == NULL) return;
    ms_clear(leaving->floated, group->words);
    for (int32_t i = 0; i < group->size; i++) {
        if (!has_floated(group, i)) continue;
        ms_add(leaving->floated, i);
        leaving->any_floated = true;
    }
}

/* ---- 3.3, 3.4: an opponent in the adjacent group ---- */

/* Whether a ranks ahead of b: score first, then number, in the direction's order. */
static bool ranks_ahead(const ms_leaving *leaving, int32_t a, int32_t b) {
    const ms_player *players = leaving->group->field->players;
    bool down = leaving->direction == MS_DOWN;
    if (players[a].score != players[b].score) return (players[a].score > players[b].score) == down;
    return a != b && (a < b) == down;
}

/* Among the first residents there is nearly always a compatible one. */
static bool glance(const ms_leaving *leaving, int32_t participant) {
    const ms_adjacent *adjacent = leaving->adjacent;
    for (int32_t r = 0; r < adjacent->count && r < GLANCE; r++)
        if (ms_compatible(leaving->group->field, leaving->group->rules, participant, adjacent->residents[r]))
            return true;
    return false;
}

/* Whether the colours of any resident fit: that nobody's do is common where many float. */
static bool colours_fit(const ms_leaving *leaving, int32_t participant) {
    const ms_rules *rules = leaving->group->rules;
    const ms_group *residents = &leaving->adjacent->group;
    uint8_t traits = leaving->group->field->players[participant].traits;
    if (rules->colours_ignored || rules->last_round) return true;
    return ((traits & MS_CAN_WHITE) != 0 && !ms_is_empty(residents->can_black, residents->words)) ||
           ((traits & MS_CAN_BLACK) != 0 && !ms_is_empty(residents->can_white, residents->words));
}

/* Nobody has a resident yet. */
static void begin_reserving(ms_adjacent *adjacent, int32_t floaters) {
    adjacent->ahead = 0;
    ms_clear(adjacent->counted, ms_words(floaters));
    for (int32_t r = 0; r < adjacent->count; r++) adjacent->right_mate[r] = MS_NONE;
    if (adjacent->count == 0) return;
    ms_fill(adjacent->free, adjacent->count);
    ms_fill(adjacent->live, adjacent->count);
}

static void arrange(const ms_leaving *leaving) {
    ms_adjacent *adjacent = leaving->adjacent;
    if (adjacent->arranged) return;
    ms_group_open(&adjacent->group, leaving->group->field, leaving->group->rules);
    ms_group_add_residents(&adjacent->group, adjacent->residents, 0, adjacent->count, 1);
    begin_reserving(adjacent, leaving->group->size);
    adjacent->arranged = true;
}

/* A free resident that a left vertex is compatible with. Its other ones that were not seen: their mates are queued. */
static int32_t look_from(const ms_adjacent *adjacent, int32_t l, int32_t *queued) {
    ms_group_write_row(&adjacent->group, adjacent->left[l], adjacent->row);
    for (int32_t w = 0; w < adjacent->group.words; w++) {
        uint64_t found = adjacent->row[w] & adjacent->free[w];
        if (found == 0) continue;
        adjacent->right_from[w * 64 + ms_lowest(found)] = l;
        return w * 64 + ms_lowest(found);
    }
    for (int32_t w = 0; w < adjacent->group.words; w++) {
        uint64_t fresh = adjacent->row[w] & adjacent->unseen[w];
        adjacent->unseen[w] &= ~fresh;
        for (; fresh != 0; fresh &= fresh - 1) {
            int32_t r = w * 64 + ms_lowest(fresh);
            adjacent->right_from[r] = l;
            adjacent->queue[(*queued)++] = adjacent->right_mate[r];
        }
    }
    return MS_NONE;
}

/* The free resident at the end of an augmenting path of the bipartite matching from the left vertex `root`, or MS_NONE.
 * What such a search has seen leads nobody to a free one: no later search need go there. */
static int32_t find_free(const ms_adjacent *adjacent, int32_t root) {
    int32_t queued = 0, words = adjacent->group.words;
    for (int32_t w = 0; w < words; w++) adjacent->unseen[w] = adjacent->live[w];
    adjacent->queue[queued++] = root;
    for (int32_t head = 0; head < queued; head++) {
        int32_t r = look_from(adjacent, adjacent->queue[head], &queued);
        if (r != MS_NONE) return r;
    }
    for (int32_t w = 0; w < words; w++) adjacent->live[w] = adjacent->unseen[w];
    return MS_NONE;
}

/* Reserve a resident for a floater, if there is one. */
static void reserve(ms_adjacent *adjacent, int32_t floater) {
    int32_t root = adjacent->ahead++;
    adjacent->left[root] = floater;
    adjacent->left_mate[root] = MS_NONE;
    int32_t r = find_free(adjacent, root);
    if (r != MS_NONE) ms_remove(adjacent->free, r);
    while (r != MS_NONE) {
        int32_t from = adjacent->right_from[r], next = adjacent->left_mate[from];
        adjacent->right_mate[r] = from;
        adjacent->left_mate[from] = r;
        r = next;
    }
}

/* Reserve for the floaters chosen who rank ahead; most often there are only more of them than for the one before. */
static void reserve_for_those_ahead(const ms_leaving *leaving, int32_t participant) {
    ms_adjacent *adjacent = leaving->adjacent;
    for (int32_t l = 0; l < adjacent->ahead; l++)
        if (!ranks_ahead(leaving, adjacent->left[l], participant)) begin_reserving(adjacent, leaving->group->size);
    for (int32_t k = 0; k < leaving->count; k++) {
        if (ms_has(adjacent->counted, k) || !ranks_ahead(leaving, leaving->chosen[k], participant)) continue;
        ms_add(adjacent->counted, k);
        reserve(adjacent, leaving->chosen[k]);
    }
}

static bool find_opponent(const ms_leaving *leaving, int32_t participant) {
    ms_adjacent *adjacent = leaving->adjacent;
    if (leaving->count == 0 && !adjacent->arranged && glance(leaving, participant)) return true;
    arrange(leaving);
    if (!colours_fit(leaving, participant)) return false;
    ms_group_write_row(&adjacent->group, participant, adjacent->row);
    int32_t options = ms_count(adjacent->row, adjacent->group.words);
    /* With more options than floaters ahead one is free whatever these take. */
    if (options == 0 || options > leaving->count) return options > 0;
    reserve_for_those_ahead(leaving, participant);
    adjacent->left[adjacent->ahead] = participant;
    return options > adjacent->ahead || find_free(adjacent, adjacent->ahead) != MS_NONE;
}

/* More chosen can only reserve more: who has no opponent never has one again. */
static bool has_opponent(const ms_leaving *leaving, int32_t i) {
    if (ms_has(leaving->with, i) || ms_has(leaving->without, i)) return ms_has(leaving->with, i);
    bool has = find_opponent(leaving, leaving->group->member[i]);
    ms_add(has ? leaving->with : leaving->without, i);
    return has;
}

/* ---- 3.2.2, 3.2.3: the due colour of the majority ---- */

/* The positions preferred for their due colour as a mask over `due`; NULL when White and Black are level. */
static inline const uint64_t *majority(const ms_group *group) {
    int32_t surplus = 0;
    for (int32_t w = 0; w < group->words; w++)
        surplus +=
            ms_count_bits(group->left[w] & group->due_white[w]) - ms_count_bits(group->left[w] & group->due_black[w]);
    return surplus == 0 ? NULL : surplus > 0 ? group->due_white : group->due_black;
}

/* 3.2.3: in a maxi-tournament the preferred are near the last one too. */
static bool near_the_last(const ms_group *group, int32_t last, int32_t i) {
    int32_t apart = ms_group_player(group, i)->rating - ms_group_player(group, last)->rating;
    return apart <= MS_MAXI_POINTS && apart >= -MS_MAXI_POINTS;
}

static bool is_preferred(const ms_group *group, const uint64_t *due, int32_t last, int32_t i) {
    return due != NULL && ms_has(due, i) && (!group->rules->maxi || near_the_last(group, last, i));
}

/* ---- the order ---- */

/* One class of 3.9, 3.10 and 3.2.2, best first: types d, c, b, a; in each not floated before floated; preferred before the
 * others. */
typedef struct {
    bool resident, opponent, floated, preferred;
} floater_class;

enum { TYPES = 4, CLASSES = 4 };

static floater_class class_of(int32_t type, int32_t order) {
    floater_class c = {(type & 2) == 0, (type & 1) == 0, (order & MS_ASKED_BY_FLOAT) != 0,
                       (order & MS_ASKED_BY_COLOUR) == 0};
    return c;
}

static uint32_t place_of_class(floater_class c) {
    uint32_t type = (c.resident ? 0u : 2u) + (c.opponent ? 0u : 1u);
    return type * MS_ASKED_BY_TYPE + (c.floated ? MS_ASKED_BY_FLOAT : 0u) + (c.preferred ? 0u : MS_ASKED_BY_COLOUR);
}

static bool is_empty(const ms_leaving *leaving, floater_class wanted, const uint64_t *due) {
    return (wanted.floated && !leaving->any_floated) || (wanted.preferred && due == NULL);
}

/* Those of one word who are of a class as far as is known. */
static uint64_t candidates(const ms_leaving *leaving, floater_class wanted, const uint64_t *due, int32_t w) {
    const ms_group *group = leaving->group;
    uint64_t word = group->left[w] & (wanted.resident ? group->residents[w] : ~group->residents[w]);
    word &= ~(wanted.opponent ? leaving->without[w] : leaving->with[w]);
    if (leaving->matching != NULL) {
        word &= ~leaving->matching->refused[w];
        word &= wanted.floated ? leaving->floated[w] : ~leaving->floated[w];
    }
    if (due == NULL) return word;
    if (wanted.preferred) return word & due[w];
    return group->rules->maxi ? word : word & ~due[w];
}

static bool is_of_class(const ms_leaving *leaving, floater_class wanted, const uint64_t *due, int32_t last, int32_t i) {
    const ms_group *group = leaving->group;
    if (has_floated(group, i) != wanted.floated) return false;
    if (group->rules->maxi && due != NULL && is_preferred(group, due, last, i) != wanted.preferred) return false;
    return has_opponent(leaving, i) == wanted.opponent;
}

/* The first of a class, 3.2.4: the last in the direction's order, who can leave; MS_NONE when there is nobody. */
static int32_t first_of_class(ms_leaving *leaving, floater_class wanted, const uint64_t *due, int32_t last) {
    const ms_group *group = leaving->group;
    for (int32_t w = group->words - 1; w >= 0; w--) {
        uint64_t word = candidates(leaving, wanted, due, w);
        for (; word != 0; word ^= ms_bit(ms_highest(word))) {
            int32_t i = w * 64 + ms_highest(word);
            if (!is_of_class(leaving, wanted, due, last, i)) continue;
            if (leaving->matching == NULL || ms_can_leave(leaving->matching, group, i)) return i;
        }
    }
    return MS_NONE;
}

/* Of a type nobody of whom could leave nobody ever can: they were all refused, or have no opponent. */
static int32_t first_in_order(ms_leaving *leaving) {
    const uint64_t *due = majority(leaving->group);
    int32_t last = ms_last(leaving->group->left, leaving->group->words);
    for (; leaving->type < TYPES; leaving->type++)
        for (int32_t order = 0; order < CLASSES; order++) {
            floater_class wanted = class_of(leaving->type, order);
            if (is_empty(leaving, wanted, due)) continue;
            int32_t i = first_of_class(leaving, wanted, due, last);
            if (i != MS_NONE) return i;
        }
    return MS_NONE;
}

void ms_choose_floater(ms_leaving *leaving) {
    ms_clear(leaving->with, leaving->group->words);
    int32_t i = first_in_order(leaving);
    ms_remove(leaving->group->left, i);
    leaving->chosen[leaving->count++] = leaving->group->member[i];
}

/* ---- for who asks why ---- */

int32_t ms_sort_by_asking(ms_leaving *leaving, const int32_t *came_in, int32_t incoming, uint64_t *keys,
                          uint64_t *scratch) {
    const ms_group *group = leaving->group;
    const uint64_t *due = majority(group);
    int32_t last = ms_last(group->left, group->words), count = 0;
    ms_clear(leaving->with, group->words);
    ms_watch_each(group->watch, group->size);
    /* Opponents are reserved once for everybody who is asked about in the order of rank. */
    for (int32_t k = 0; k < incoming; k++)
        if (ms_has(group->left, came_in[k])) has_opponent(leaving, came_in[k]);
    for (int32_t i = ms_next(group->left, group->words, 0); i != MS_NONE;
         i = ms_next(group->left, group->words, i + 1)) {
        floater_class c = {ms_has(group->residents, i), has_opponent(leaving, i), has_floated(group, i),
                           is_preferred(group, due, last, i)};
        keys[count++] = ms_key(place_of_class(c), group->size - 1 - i);
    }
    ms_sort_keys(keys, scratch, count);
    return count;
}
