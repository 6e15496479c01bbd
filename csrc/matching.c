#include "matching.h"

void ms_matching_reset(ms_matching *m, const ms_group *group) {
    for (int32_t i = 0; i < group->size; i++) {
        m->mate[i] = MS_NONE;
        m->seen[i] = 0;
    }
    m->stamp = 0;
    m->alone = MS_NONE;
    ms_clear(m->dead, group->words);
    ms_clear(m->refused, group->words);
}

/* ---- the search ---- */

static void begin_search(ms_matching *m, const ms_group *group) {
    ms_clear(m->outer, group->words);
    ms_clear(m->inner, group->words);
    m->queued = 0;
    m->one_of_them = MS_NONE;
}

/* All of those left can be searched. */
static void forget_dead(ms_matching *m, const ms_group *group) {
    ms_clear(m->dead, group->words);
    m->domain = ms_count(group->left, group->words);
}

/* The search ended without an augmenting path: no other one needs its trees. */
static void leave_dead(ms_matching *m, const ms_group *group) {
    for (int32_t w = 0; w < group->words; w++) {
        uint64_t reached = m->outer[w] | m->inner[w];
        if (reached == 0) continue;
        m->dead[w] |= reached;
        m->domain -= ms_count_bits(reached);
    }
}

static void make_outer(ms_matching *m, int32_t v) {
    ms_add(m->outer, v);
    m->queue[m->queued++] = v;
}

static void plant(ms_matching *m, int32_t root) {
    m->base[root] = root;
    m->before[root] = MS_NONE;
    make_outer(m, root);
}

static int32_t base_of(const ms_matching *m, int32_t v) {
    while (m->base[v] != v) {
        m->base[v] = m->base[m->base[v]];
        v = m->base[v];
    }
    return v;
}

/* The base one step of two edges nearer to the root, MS_NONE at the root. */
static int32_t base_above(const ms_matching *m, int32_t base) {
    int32_t mate = m->mate[base];
    return mate == MS_NONE ? MS_NONE : base_of(m, m->before[mate]);
}

/* The first base on both ways to the root; walks both at once, so it costs what the blossom is long. */
static int32_t common_base(ms_matching *m, int32_t v, int32_t w) {
    m->stamp++;
    v = base_of(m, v);
    w = base_of(m, w);
    for (;;) {
        if (v != MS_NONE) {
            if (m->seen[v] == m->stamp) return v;
            m->seen[v] = m->stamp;
            v = base_above(m, v);
        }
        int32_t other = w;
        w = v;
        v = other;
    }
}

/* One side of a blossom: from v up to `top`, every vertex becomes outer, reached by the edge v-across. */
static void shrink_side(ms_matching *m, int32_t v, int32_t across, int32_t top) {
    while (base_of(m, v) != top) {
        m->before[v] = across;
        across = m->mate[v];
        if (!ms_has(m->outer, across)) make_outer(m, across);
        if (m->base[v] == v) m->base[v] = top;
        if (m->base[across] == across) m->base[across] = top;
        v = m->before[across];
    }
}

static void shrink(ms_matching *m, int32_t v, int32_t w) {
    int32_t top = common_base(m, v, w);
    shrink_side(m, v, w, top);
    shrink_side(m, w, v, top);
}

/* Label w, reached from the outer vertex v, and its mate. Whether w has no mate. */
static bool label(ms_matching *m, int32_t v, int32_t w) {
    int32_t mate = m->mate[w];
    m->before[w] = v;
    m->base[w] = w;
    ms_add(m->inner, w);
    if (mate == MS_NONE) return true;
    m->base[mate] = mate;
    make_outer(m, mate);
    return false;
}

/* All outer neighbours of a vertex end up in its blossom. That is remembered of the last blossom at work: in a dense
 * graph it soon holds nearly all, and need not be gone through for each of them. */
static void look_at_blossom_of(ms_matching *m, const ms_group *group, int32_t v) {
    int32_t one = m->one_of_them;
    if (one != MS_NONE && (ms_has(m->together, v) || base_of(m, one) == base_of(m, v))) return;
    ms_clear(m->together, group->words);
    m->one_of_them = v;
}

/* Grow the trees planted. Neighbours are taken from the last position back: the first guess at a matching is a walk
 * that pairs the first positions first (exchange.h), and a repair should change its latest pairs. The unmatched vertex
 * reached from another tree, or MS_NONE when there is none. */
static int32_t grow(ms_matching *m, const ms_group *group) {
    for (int32_t head = 0; head < m->queued; head++) {
        if (m->queued == m->domain) return MS_NONE; /* all are outer: nothing is left to learn */
        int32_t v = m->queue[head];
        ms_watch_steps(group->watch, group->words);
        const uint64_t *row = ms_group_row(group, v, m->row);
        look_at_blossom_of(m, group, v);
        for (int32_t w = group->words - 1; w >= 0; w--) {
            uint64_t near = row[w] & group->left[w] & ~m->dead[w];
            if (near == 0) continue;
            for (uint64_t fresh = near & ~m->outer[w] & ~m->inner[w]; fresh != 0; fresh ^= ms_bit(ms_highest(fresh))) {
                int32_t x = w * 64 + ms_highest(fresh);
                if (ms_has(m->outer, x)) continue; /* became the mate of one labelled a moment ago */
                if (label(m, v, x)) return x;
            }
            uint64_t met = near & m->outer[w] & ~m->together[w];
            m->together[w] |= met;
            for (; met != 0; met &= met - 1) {
                int32_t x = w * 64 + ms_lowest(met);
                if (base_of(m, x) != base_of(m, v)) shrink(m, v, x);
            }
        }
    }
    return MS_NONE;
}

/* Exchange matched and unmatched edges from w, whose `before` is set, up to the root. */
static void flip(ms_matching *m, int32_t w) {
    while (w != MS_NONE) {
        int32_t v = m->before[w], next = m->mate[v];
        ms_join(m, v, w);
        w = next;
    }
}

/* ---- what the rules ask ---- */

/* One more pair from a root without a mate, if there is a way. */
static bool augment(ms_matching *m, const ms_group *group, int32_t root) {
    begin_search(m, group);
    plant(m, root);
    int32_t end = grow(m, group);
    flip(m, end);
    return end != MS_NONE;
}

/* Pairs of two without a mate need no search. */
static void join_the_free(ms_matching *m, const ms_group *group) {
    uint64_t *unmatched = m->inner; /* between searches */
    ms_clear(unmatched, group->words);
    for (int32_t i = ms_next(group->left, group->words, 0); i != MS_NONE; i = ms_next(group->left, group->words, i + 1))
        if (m->mate[i] == MS_NONE) ms_add(unmatched, i);
    for (int32_t i = ms_next(unmatched, group->words, 0); i != MS_NONE; i = ms_next(unmatched, group->words, i + 1)) {
        const uint64_t *row = ms_group_row(group, i, m->row);
        ms_remove(unmatched, i);
        for (int32_t w = group->words - 1; w >= 0; w--) {
            uint64_t near = row[w] & unmatched[w];
            if (near == 0) continue;
            ms_join(m, i, w * 64 + ms_highest(near));
            ms_remove(unmatched, m->mate[i]);
            break;
        }
    }
}

int32_t ms_maximise(ms_matching *m, const ms_group *group) {
    int32_t alone = 0;
    ms_watch_steps(group->watch, group->size);
    if (group->words > 1) join_the_free(m, group); /* in one word a search costs no more */
    forget_dead(m, group);
    for (int32_t i = ms_next(group->left, group->words, 0); i != MS_NONE;
         i = ms_next(group->left, group->words, i + 1)) {
        if (m->mate[i] != MS_NONE || augment(m, group, i)) continue;
        alone++;
        leave_dead(m, group);
    }
    ms_clear(m->dead, group->words);
    ms_clear(m->refused, group->words);
    m->alone = MS_NONE;
    return alone;
}

/* A matching that cannot be augmented without the newcomer can be so from the newcomer only (Berge). */
bool ms_admit(ms_matching *m, const ms_group *group, int32_t i) {
    m->mate[i] = MS_NONE;
    m->seen[i] = 0;
    forget_dead(m, group);
    return augment(m, group, i);
}

void ms_reach(ms_matching *m, const ms_group *group) {
    forget_dead(m, group);
    begin_search(m, group);
    for (int32_t i = ms_next(group->left, group->words, 0); i != MS_NONE; i = ms_next(group->left, group->words, i + 1))
        if (m->mate[i] == MS_NONE) plant(m, i);
    grow(m, group);
}

static int32_t one_alone(ms_matching *m, const ms_group *group) {
    int32_t i = m->alone;
    if (i != MS_NONE && ms_has(group->left, i) && m->mate[i] == MS_NONE) return i;
    i = ms_next(group->left, group->words, 0);
    while (m->mate[i] != MS_NONE) i = ms_next(group->left, group->words, i + 1);
    return m->alone = i;
}

/* For a member of `outer`: shift the matching so that it has no mate. */
static void expose(ms_matching *m, int32_t i) {
    int32_t mate = m->mate[i];
    m->mate[i] = MS_NONE;
    flip(m, mate);
}

bool ms_can_leave(ms_matching *m, const ms_group *group, int32_t i) {
    if (m->mate[i] == MS_NONE) return true;
    if (ms_has(m->refused, i)) return false;
    int32_t alone = one_alone(m, group);
    if (ms_group_compatible(group, alone, m->mate[i])) {
        ms_join(m, alone, m->mate[i]);
        m->mate[i] = MS_NONE;
        return true;
    }
    ms_reach(m, group);
    for (int32_t w = 0; w < group->words; w++) m->refused[w] |= group->left[w] & ~m->outer[w];
    if (!ms_has(m->outer, i)) return false;
    expose(m, i);
    return true;
}

void ms_attach(ms_matching *m, int32_t i, int32_t outer) {
    m->before[i] = outer;
    flip(m, i);
}
