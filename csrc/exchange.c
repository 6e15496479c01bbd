#include "exchange.h"

enum { TRAITS = 16 }; /* combinations of traits */

/* What matters for the choice of opponents in a whole group. */
typedef struct {
    ms_group *group;
    bool by_class; /* the colour classes say who fits; else only the single test does (6) */
    uint8_t asked; /* the traits that matter */
} group_rules;

/* Masks over the colour classes that tell for one participant who fits. */
typedef struct {
    uint64_t anyone;               /* limits are not asked by class */
    uint64_t as_white, as_black;   /* the limits allow it that colour */
    uint64_t due_white, due_black; /* its due colour where that matters */
} wish;

static group_rules rules_of(ms_group *group) {
    const ms_rules *rules = group->rules;
    return (group_rules){.group = group,
                         .by_class = !rules->colours_ignored && !rules->last_round,
                         .asked = MS_CAN_WHITE | MS_CAN_BLACK | (rules->by_due_colour ? MS_DUE : 0)};
}

static uint8_t traits_of(const group_rules *rules, int32_t i) {
    return ms_group_player(rules->group, i)->traits & rules->asked;
}

static uint64_t mask(bool bit) { return UINT64_C(0) - bit; }

static wish wish_of(const group_rules *rules, uint8_t traits) {
    return (wish){.anyone = mask(!rules->by_class),
                  .as_white = mask((traits & MS_CAN_WHITE) != 0),
                  .as_black = mask((traits & MS_CAN_BLACK) != 0),
                  .due_white = mask((traits & MS_DUE_WHITE) != 0),
                  .due_black = mask((traits & MS_DUE_BLACK) != 0)};
}

/* Those in one word whom the colour limits allow (2.1). */
static uint64_t allowed(const ms_group *group, const wish *wanted, int32_t w) {
    return wanted->anyone | (wanted->as_white & group->can_black[w]) | (wanted->as_black & group->can_white[w]);
}

/* Those in one word who are due the same colour (3.6, 5.2). */
static uint64_t same_due(const ms_group *group, const wish *wanted, int32_t w) {
    return (wanted->due_white & group->due_white[w]) | (wanted->due_black & group->due_black[w]);
}

/* 2.1, of a candidate that is allowed. */
static inline bool compatible(const group_rules *rules, int32_t i, int32_t j) {
    const ms_group *group = rules->group;
    if (!rules->by_class) return ms_group_compatible(group, i, j);
    return !ms_met(group->field, group->member[i], group->member[j]);
}

static void add_pair(const ms_group *group, int32_t i, int32_t j, ms_pair *pairs, int32_t *made) {
    pairs[*made] = (ms_pair){group->member[i], group->member[j]};
    ++*made;
}

/* Most choices at a glance: the first of these who suits, when there is one and it can be taken; else MS_NONE. */
static inline int32_t glance(const group_rules *rules, int32_t seeker, uint64_t word, int32_t w) {
    const ms_group *group = rules->group;
    wish wanted = wish_of(rules, traits_of(rules, seeker));
    word &= allowed(group, &wanted, w) & ~same_due(group, &wanted, w);
    if (word == 0 || !compatible(rules, seeker, w * 64 + ms_lowest(word))) return MS_NONE;
    return w * 64 + ms_lowest(word);
}

/* ---- a group of one word, trusting ---- */

/* 3.6, 4.2, 5.2: of those left the first who is due another colour, else the first of all: from the first of `onwards`
 * on, then from the last of the others back. */
static int32_t choose_in_word(const group_rules *rules, int32_t seeker, uint64_t left, uint64_t onwards) {
    const ms_group *group = rules->group;
    wish wanted = wish_of(rules, traits_of(rules, seeker));
    uint64_t fits = left & allowed(group, &wanted, 0), same = same_due(group, &wanted, 0);
    for (int32_t pass = 0; pass < 2; pass++, same = ~same) {
        uint64_t word = fits & ~same & onwards;
        for (; word != 0; word &= word - 1)
            if (compatible(rules, seeker, ms_lowest(word))) return ms_lowest(word);
        word = fits & ~same & ~onwards;
        for (; word != 0; word ^= ms_bit(ms_highest(word)))
            if (compatible(rules, seeker, ms_highest(word))) return ms_highest(word);
    }
    return MS_NONE;
}

/* 2.4, 4: as scrutiny(), with the bottom half as a set. */
static bool scrutiny_in_word(const group_rules *rules, uint64_t left, ms_pair *pairs, int32_t *made) {
    uint64_t bottom = left;
    for (int32_t top = ms_count_bits(left) / 2; top > 0; top--) bottom &= bottom - 1;
    while (left != 0) {
        int32_t first = ms_lowest(left);
        left &= left - 1;
        int32_t opponent = glance(rules, first, left & bottom, 0);
        if (opponent == MS_NONE) opponent = choose_in_word(rules, first, left, bottom);
        if (opponent == MS_NONE) return false;
        add_pair(rules->group, first, opponent, pairs, made);
        left ^= ms_bit(opponent);
        bottom &= (bottom & ms_bit(opponent)) != 0 ? ~ms_bit(opponent) : bottom - 1;
    }
    return true;
}

static bool pair_in_word(const group_rules *rules, const int32_t *came_in, int32_t count, ms_pair *pairs,
                         int32_t *made) {
    uint64_t left = rules->group->left[0];
    for (int32_t k = 0; k < count; k++) {
        int32_t seeker = came_in[k];
        if ((left & ms_bit(seeker)) == 0) continue;
        left ^= ms_bit(seeker);
        int32_t opponent = choose_in_word(rules, seeker, left, left);
        if (opponent == MS_NONE) return false;
        add_pair(rules->group, seeker, opponent, pairs, made);
        left ^= ms_bit(opponent);
    }
    return scrutiny_in_word(rules, left, pairs, made);
}

/* ---- any group: who is looked at ---- */

/* The pairing of one group. What is known of where candidates are only ever grows: those left become fewer, and the
 * searches start later and later. */
typedef struct {
    group_rules rules;
    ms_matching *guide; /* NULL: trusting */
    /* Of the others [0] and of the suiting ones [1], by the traits of the seeker: */
    int32_t onwards[2][TRAITS]; /* there is no candidate from the start on before this word, */
    bool exhausted[2][TRAITS];  /* or anywhere. */
} group_walk;

/* One participant looking for an opponent among those left (it is no longer one of them). */
typedef struct {
    group_walk *walk;
    const ms_group *group;
    const uint64_t *only; /* candidates allowed, NULL for all */
    int32_t seeker;
    int32_t start; /* candidates are start, start + 1, ..., then start - 1, start - 2, ..., 0 */
    int32_t near;  /* maxi: the rating a candidate must be near, MS_NONE for any */
    uint8_t traits;
    wish wanted;
} search;

/* The candidates of one word by colour class: suiting ones or the others. */
static inline uint64_t candidates(const search *s, int32_t w, bool suiting) {
    uint64_t word = s->group->left[w] & allowed(s->group, &s->wanted, w);
    if (s->only != NULL) word &= s->only[w];
    return word & (mask(suiting) ^ same_due(s->group, &s->wanted, w));
}

/* 2.1, and 3.6, 5.7 in a maxi-tournament: within 100 points of the first available one. */
static inline bool acceptable(const search *s, int32_t candidate) {
    if (s->near != MS_NONE) {
        int32_t apart = ms_group_player(s->group, candidate)->rating - s->near;
        if (apart > MS_MAXI_POINTS || apart < -MS_MAXI_POINTS) return false;
    }
    return compatible(&s->walk->rules, s->seeker, candidate);
}

/* 4.2: from the start onwards. `seen` collects candidates, acceptable or not. */
static int32_t first_onwards(const search *s, bool suiting, uint64_t *seen) {
    int32_t *known = &s->walk->onwards[suiting][s->traits], middle = ms_word_of(s->start);
    for (int32_t w = *known > middle ? *known : middle; w < s->group->words; w++) {
        uint64_t word = candidates(s, w, suiting);
        if (w == middle) word &= ms_from(s->start);
        *seen |= word;
        if (*seen == 0 && s->only == NULL) *known = w + 1;
        for (; word != 0; word &= word - 1)
            if (acceptable(s, w * 64 + ms_lowest(word))) return w * 64 + ms_lowest(word);
    }
    return MS_NONE;
}

/* 4.2: then back from before the start. */
static int32_t first_back(const search *s, bool suiting, uint64_t *seen) {
    int32_t middle = ms_word_of(s->start);
    for (int32_t w = middle; w >= 0; w--) {
        uint64_t word = candidates(s, w, suiting);
        if (w == middle) word &= ms_below(s->start);
        *seen |= word;
        for (; word != 0; word ^= ms_bit(ms_highest(word)))
            if (acceptable(s, w * 64 + ms_highest(word))) return w * 64 + ms_highest(word);
    }
    return MS_NONE;
}

static int32_t first_of(const search *s, bool suiting) {
    bool *exhausted = &s->walk->exhausted[suiting][s->traits];
    uint64_t seen = 0;
    if (*exhausted) return MS_NONE;
    int32_t found = first_onwards(s, suiting, &seen);
    if (found == MS_NONE) found = first_back(s, suiting, &seen);
    *exhausted = seen == 0 && s->only == NULL;
    return found;
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

/* ---- any group: who is taken ---- */

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

static int32_t look_for_opponent(group_walk *walk, int32_t seeker, int32_t start) {
    uint8_t traits = traits_of(&walk->rules, seeker);
    ms_group_watch(walk->rules.group, seeker);
    wish wanted = wish_of(&walk->rules, traits);
    search s = {walk, walk->rules.group, NULL, seeker, start, MS_NONE, traits, wanted};
    return walk->guide != NULL ? take_guided(&s) : choose(&s).chosen;
}

/* Where look_for_opponent() starts: the first word from the start on where a suiting candidate may be. */
static inline int32_t glance_from(const group_walk *walk, int32_t seeker, int32_t start) {
    const ms_group *group = walk->rules.group;
    int32_t middle = ms_word_of(start), known = walk->onwards[1][traits_of(&walk->rules, seeker)];
    if (known <= middle) return glance(&walk->rules, seeker, group->left[middle] & ms_from(start), middle);
    return known < group->words ? glance(&walk->rules, seeker, group->left[known], known) : MS_NONE;
}

/* Pair the member at one position, searching from `start`; its opponent's position or MS_NONE. */
static inline int32_t pair_one(group_walk *walk, int32_t seeker, int32_t start, ms_pair *pairs, int32_t *made) {
    ms_group *group = walk->rules.group;
    bool glances = walk->guide == NULL && !group->rules->maxi;
    ms_remove(group->left, seeker);
    int32_t opponent = glances ? glance_from(walk, seeker, start) : MS_NONE;
    if (opponent == MS_NONE) opponent = look_for_opponent(walk, seeker, start);
    if (opponent == MS_NONE) return MS_NONE;
    ms_remove(group->left, opponent);
    add_pair(group, seeker, opponent, pairs, made);
    return opponent;
}

/* 2.4, 4: the first of those left is scrutinised; the rest is arranged afresh. `half` is the first of the bottom
 * half: a pair takes one from the top and one from the bottom, or two from the top; so it moves on by one at most. */
static bool scrutiny(group_walk *walk, ms_pair *pairs, int32_t *made) {
    const ms_group *group = walk->rules.group;
    int32_t left = ms_count(group->left, group->words);
    if (left < 2) return left == 0;
    int32_t half = ms_select(group->left, left / 2);
    for (int32_t first = ms_next(group->left, group->words, 0); first != MS_NONE;
         first = ms_next(group->left, group->words, first + 1)) {
        int32_t opponent = pair_one(walk, first, half, pairs, made);
        if (opponent == MS_NONE) return false;
        if (opponent <= half) half = ms_next(group->left, group->words, half + 1);
        if (half == MS_NONE) break; /* nobody is left in the bottom half: all are paired */
    }
    return true;
}

bool ms_pair_staying(ms_group *group, ms_matching *guide, const int32_t *came_in, int32_t count, ms_pair *pairs,
                     int32_t *made) {
    group_rules rules = rules_of(group);
    if (group->words == 1 && guide == NULL && !group->rules->maxi)
        return pair_in_word(&rules, came_in, count, pairs, made);
    group_walk walk = {.rules = rules, .guide = guide};
    for (int32_t k = 0; k < count; k++) {
        if (!ms_has(group->left, came_in[k])) continue;
        if (pair_one(&walk, came_in[k], 0, pairs, made) == MS_NONE) return false;
    }
    return scrutiny(&walk, pairs, made);
}

int32_t ms_nearest(const ms_group *group, int32_t seeker, const uint64_t *among, bool backwards) {
    ms_group_watch(group, seeker);
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
