/* counted.h - how often the team rules leave the common case: see counted.c. */
#ifndef MS_COUNTED_H
#define MS_COUNTED_H

#include "driver.h"

typedef struct {
    int64_t careful; /* groups paired with care (csrc/teams.c) */
    int64_t exact;   /* weighted matchings (csrc/kept.c) */
} counted;

/* What was counted since the last call. */
DRIVER_API counted counted_take(void);

#endif
