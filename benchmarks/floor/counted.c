/* counted.c - csrc/teams.c and csrc/kept.c with two counters; stands in their place in a library that is not timed. */
#include "counted.h"

#include "attempt.h"

static counted count;

counted counted_take(void) {
    counted taken = count;
    count = (counted){0};
    return taken;
}

/* Called once a group that is paired with care. */
#define ms_matching_reset(...) (count.careful++, ms_matching_reset(__VA_ARGS__))
#include "teams.c"

/* Called once a weighted matching. */
#define ms_weighted_init(...) (count.exact++, ms_weighted_init(__VA_ARGS__))
#include "kept.c"
