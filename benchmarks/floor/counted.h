/* counted.h - how often the team rules leave the common case: see counted.c. */
#ifndef MS_COUNTED_H
#define MS_COUNTED_H

#include "driver.h"

typedef struct {
    int64_t group; /* groups paired with care for the group (csrc/teams.c) */
    int64_t round; /* groups paired with care for the round */
    int64_t exact; /* graphs handed to the exact method (csrc/kept.c) */
} counted;

/* What was counted since the last call. */
DRIVER_API counted counted_take(void);

#endif
