#include "exchange.h"

/* The pairing of one group. The counts of those left by due colour save scans that cannot find anybody. */
typedef struct {
    ms_group *group;
    ms_matching *guide; /* NULL: trusting */
    bool plain;         /* trusting, and no ratings asked */
    bool by_class;      /* the colour classes say who fits; else only the single test does (6) */
    uint8_t asked;      /* the traits that matter for the choice */
    int32_t left, due_white, due_black;
} group_walk;

/* One participant looking for an opponent among those left (it is no longer one of them). */
typedef struct {
    const group_walk *walk;
    const ms_group *group;
    const uint64_t *only; /* candidates allowed, NULL for all */
    int32_t seeker;
    int32_t start; /* candidates are start, start + 1, ..., then start - 1, start - 2, ..., 0 */
    int32_t near;  /* maxi: the rating a candidate must be near, MS_NONE for any */
    uint8_t traits;
} search;

/* All ones where a participant has a trait. */
static uint64_t mask_of(uint8_t traits, uint8_t trait) { return (traits & trait) != 0 ? ~UINT64_C(0) : 0; }

/* Those left in one word whom the colour limits allow to somebody with these traits (2.1). */
static uint64_t allowed(const group_walk *walk, uint8_t traits, int32_t w) {
    const ms_group *group = walk->group;
    if (!walk->by_class) return group->left[w];
    return group->left[w] & ((mask_of(traits, MS_CAN_WHITE) & group->can_black[w]) |
                             (mask_of(traits, MS_CAN_BLACK) & group->can_white[w]));
}

/* Those in one word who are due the same colour (3.6, 5.2). */
static uint64_t same_due(const group_walk *walk, uint8_t traits, int32_t w) {
    const ms_group *group = walk->group;
    return (mask_of(traits, MS_DUE_WHITE) & group->due_white[w]) |
           (mask_of(traits, MS_DUE_BLACK) & group->due_black[w]);
}

/* The candidates of one word by colour class: suiting ones or the others. */
static uint64_t candidates(const search *s, int32_t w, bool suiting) {
    uint64_t word = allowed(s->walk, s->traits, w), same = same_due(s->walk, s->traits, w);
    if (s->only != NULL) word &= s->only[w];
    return suiting ? word & ~same : word & same;
}

/* 2.1, of a candidate that is allowed. */
static bool compatible(const group_walk *walk, int32_t i, int32_t j) {
    const ms_group *group = walk->group;
    return walk->by_class ? !ms_met(group->field, group->member[i], group->member[j])
                          : ms_group_compatible(group, i, j);
}

/* 2.1, and 3.6, 5.7 in a maxi-tournament: within 100 points of the first available one. */
static bool acceptable(const search *s, int32_t candidate) {
    if (s->near != MS_NONE) {
        int32_t apart = ms_group_player(s->group, candidate)->rating - s->near;
        if (apart > MS_MAXI_POINTS || apart < -MS_MAXI_POINTS) return false;
    }
    return compatible(s->walk, s->seeker, candidate);
}

/* How many of those left are, or are not, due the same colour as the seeker. */
static int32_t count_of(const search *s, bool suiting) {
    int32_t same = 0;
    if ((s->traits & MS_DUE_WHITE) != 0) same = s->walk->due_white;
    if ((s->traits & MS_DUE_BLACK) != 0) same = s->walk->due_black;
    return suiting ? s->walk->left - same : same;
}

/* 4.2: from the start onwards, then back from before it. */
static int32_t first_of(const search *s, bool suiting) {
    if (count_of(s, suiting) == 0) return MS_NONE;
    int32_t middle = ms_word_of(s->start);
    uint64_t mask = ms_from(s->start);
    for (int32_t w = middle; w < s->group->words; w++, mask = ~UINT64_C(0))
        for (uint64_t word = candidates(s, w, suiting) & mask; word != 0; word &= word - 1)
            if (acceptable(s, w * 64 + ms_lowest(word))) return w * 64 + ms_lowest(word);
    mask = ms_below(s->start);
    for (int32_t w = middle; w >= 0; w--, mask = ~UINT64_C(0))
        for (uint64_t word = candidates(s, w, suiting) & mask; word != 0; word ^= ms_bit(ms_highest(word)))
            if (acceptable(s, w * 64 + ms_highest(word))) return w * 64 + ms_highest(word);
    return MS_NONE;
}

/* The earlier of two candidates in the order of the search. */
static int32_t earlier(const search *s, int32_t i, int32_t j) {
    if (i == MS_NONE || j == MS_NONE) return i == MS_NONE ? j : i;
    bool i_onwards = i >= s->start, j_onwards = j >= s->start;
    if (i_onwards != j_onwards) return i_onwards ? i : j;
    return (i < j) == i_onwards ? i : j;
}

typedef struct {
    int32_t first;  /* the first candidate of all; known in a maxi-tournament only */
    int32_t chosen; /* who is to be taken, MS_NONE when there is nobody */
} choice;

/* 3.6, 5.2, 5.7: the first who is due the other colour (maxi: near the first of all), else the first of all. */
static choice choose(search *s) {
    choice c = {MS_NONE, first_of(s, true)};
    if (c.chosen == MS_NONE) {
        c.chosen = first_of(s, false);
        c.first = c.chosen;
    } else if (s->group->rules->maxi) {
        c.first = earlier(s, c.chosen, first_of(s, false));
        s->near = ms_group_player(s->group, c.first)->rating;
        c.chosen = first_of(s, true);
        s->near = MS_NONE;
        if (c.chosen == MS_NONE) c.chosen = c.first;
    } else
        c.first = c.chosen;
    return c;
}

/* Whether the guide shows at once that the rest can be paired when i meets j. */
static bool plainly_available(const ms_group *group, const ms_matching *guide, int32_t i, int32_t j) {
    return guide->mate[i] == j || ms_group_compatible(group, guide->mate[i], guide->mate[j]);
}

/* 4.4: the opponent of the seeker such that all who remain can still be paired; the guide then has the two as mates. */
static int32_t take_guided(search *s) {
    const ms_group *group = s->group;
    ms_matching *guide = s->walk->guide;
    int32_t i = s->seeker, partner = guide->mate[i];
    choice c = choose(s);
    if (plainly_available(group, guide, i, c.first) && plainly_available(group, guide, i, c.chosen)) {
        if (c.chosen != partner) ms_join(guide, partner, guide->mate[c.chosen]);
        ms_join(guide, i, c.chosen);
        return c.chosen;
    }
    guide->mate[i] = guide->mate[partner] = MS_NONE;
    ms_reach(guide, group);
    s->only = guide->outer;
    c = choose(s);
    ms_attach(guide, i, c.chosen);
    return c.chosen;
}

/* 4.2 inside one word: from the start onwards. */
static int32_t first_onwards(const group_walk *walk, int32_t seeker, uint64_t word, int32_t w) {
    for (; word != 0; word &= word - 1)
        if (compatible(walk, seeker, w * 64 + ms_lowest(word))) return w * 64 + ms_lowest(word);
    return MS_NONE;
}

/* 4.2 inside one word: back from before the start. */
static int32_t first_back(const group_walk *walk, int32_t seeker, uint64_t word) {
    for (; word != 0; word ^= ms_bit(ms_highest(word)))
        if (compatible(walk, seeker, ms_highest(word))) return ms_highest(word);
    return MS_NONE;
}

/* What choose() answers, if a look at the word where the search starts is enough to tell; else MS_NONE. */
static int32_t glance(const group_walk *walk, int32_t seeker, uint8_t traits, int32_t start) {
    int32_t w = ms_word_of(start);
    uint64_t fits = allowed(walk, traits, w), same = same_due(walk, traits, w), suits = fits & ~same;
    int32_t opponent = first_onwards(walk, seeker, suits & ms_from(start), w);
    if (opponent != MS_NONE || walk->group->words > 1) return opponent;
    opponent = first_back(walk, seeker, suits & ms_below(start));
    if (opponent == MS_NONE) opponent = first_onwards(walk, seeker, fits & same & ms_from(start), w);
    if (opponent == MS_NONE) opponent = first_back(walk, seeker, fits & same & ms_below(start));
    return opponent;
}

static int32_t look_for_opponent(const group_walk *walk, int32_t seeker, uint8_t traits, int32_t start) {
    int32_t opponent = walk->plain ? glance(walk, seeker, traits, start) : MS_NONE;
    if (opponent != MS_NONE) return opponent;
    search s = {walk, walk->group, NULL, seeker, start, MS_NONE, traits};
    return walk->guide != NULL ? take_guided(&s) : choose(&s).chosen;
}

/* A member is no longer left; its traits that matter. */
static uint8_t take_out(group_walk *walk, int32_t i) {
    uint8_t traits = ms_group_player(walk->group, i)->traits & walk->asked;
    ms_remove(walk->group->left, i);
    walk->left--;
    walk->due_white -= (traits & MS_DUE_WHITE) != 0;
    walk->due_black -= (traits & MS_DUE_BLACK) != 0;
    return traits;
}

/* Pair the member at one position, searching from `start`; its opponent's position or MS_NONE. */
static int32_t pair_one(group_walk *walk, int32_t seeker, int32_t start, ms_pair *pair) {
    uint8_t traits = take_out(walk, seeker);
    int32_t opponent = look_for_opponent(walk, seeker, traits, start);
    if (opponent == MS_NONE) return MS_NONE;
    take_out(walk, opponent);
    pair->a = walk->group->member[seeker];
    pair->b = walk->group->member[opponent];
    return opponent;
}

/* 2.4, 4: the first of those left is scrutinised; the rest is arranged afresh. `half` is the first of the bottom
 * half: a pair takes one from the top and one from the bottom, or two from the top; so it moves on by one at most. */
static bool scrutiny(group_walk *walk, ms_pair *pairs, int32_t *made) {
    const ms_group *group = walk->group;
    if (walk->left < 2) return walk->left == 0;
    int32_t half = ms_select(group->left, walk->left / 2);
    for (int32_t first = ms_next(group->left, group->words, 0); first != MS_NONE;
         first = ms_next(group->left, group->words, first + 1)) {
        int32_t opponent = pair_one(walk, first, half, &pairs[*made]);
        if (opponent == MS_NONE) return false;
        ++*made;
        if (opponent <= half) half = ms_next(group->left, group->words, half + 1);
        if (half == MS_NONE) break; /* nobody is left in the bottom half: all are paired */
    }
    return true;
}

static group_walk begin_walk(ms_group *group, ms_matching *guide) {
    const ms_rules *rules = group->rules;
    group_walk walk = {.group = group, .guide = guide};
    walk.plain = guide == NULL && !rules->maxi;
    walk.by_class = !rules->colours_ignored && !rules->last_round;
    walk.asked = MS_CAN_WHITE | MS_CAN_BLACK | (rules->by_due_colour ? MS_DUE : 0);
    for (int32_t w = 0; w < group->words; w++) {
        walk.left += ms_count_bits(group->left[w]);
        walk.due_white += ms_count_bits(group->left[w] & group->due_white[w]);
        walk.due_black += ms_count_bits(group->left[w] & group->due_black[w]);
    }
    return walk;
}

bool ms_pair_staying(ms_group *group, ms_matching *guide, const int32_t *came_in, int32_t count, ms_pair *pairs,
                     int32_t *made) {
    group_walk walk = begin_walk(group, guide);
    for (int32_t k = 0; k < count; k++) {
        if (!ms_has(group->left, came_in[k])) continue;
        if (pair_one(&walk, came_in[k], 0, &pairs[*made]) == MS_NONE) return false;
        ++*made;
    }
    return scrutiny(&walk, pairs, made);
}

int32_t ms_nearest(const ms_group *group, int32_t seeker, const uint64_t *among, bool backwards) {
    for (int32_t k = 0; k < group->words; k++) {
        int32_t w = backwards ? group->words - 1 - k : k;
        uint64_t word = group->left[w] & among[w];
        while (word != 0) {
            int32_t bit = backwards ? ms_highest(word) : ms_lowest(word);
            if (ms_group_compatible(group, seeker, w * 64 + bit)) return w * 64 + bit;
            word ^= ms_bit(bit);
        }
    }
    return MS_NONE;
}
