/* counted.c - csrc/teams.c and csrc/kept.c with counters; stands in their place in a library that is not timed. */
#include "counted.h"

#include "attempt.h"

static counted entered;

counted counted_take(void) {
    counted taken = entered;
    entered = (counted){0};
    return taken;
}

/* Called once a group that is paired with care for the group, and once one with care for the round. */
#define ms_repair(...) (entered.group++, ms_repair(__VA_ARGS__))
#define ms_pair_all(...) (entered.round++, ms_pair_all(__VA_ARGS__))
#include "teams.c"

/* Called once a graph that is handed to the exact method. */
#define ms_weighted_init(...) (entered.exact++, ms_weighted_init(__VA_ARGS__))
#include "kept.c"
