/* common.h - the words every module shares: colours, statuses, limits.
 *
 * csrc knows nothing of Python. Nothing here allocates: memory is the caller's, carved once a
 * participant count by workspace.h.
 */
#ifndef MS_COMMON_H
#define MS_COMMON_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MS_NONE = -1 }; /* no participant, no position */

typedef enum { MS_NO_COLOUR = 0, MS_WHITE = 1, MS_BLACK = 2 } ms_colour;

static inline ms_colour ms_opposite(ms_colour colour) { return colour == MS_WHITE ? MS_BLACK : MS_WHITE; }

typedef enum {
    MS_OK = 0,
    MS_IMPOSSIBLE = 1,  /* no legal pairing of the round exists */
    MS_MORE_FLOATS = 2, /* the caller's list of floaters is too short; its length is told, and the rest of the round */
    MS_BAD_INPUT = 3,   /* sizes or indices out of range */
    MS_MORE_MEMORY = 4, /* teams, rarely: the exact method needs scratch; how much is told */
    MS_MORE_TRACE = 5,  /* the caller's trace is too short; its length is told */
    MS_STOPPED = 6,     /* the round is no longer wanted (watch.h): the engine has to be initialised anew */
} ms_status;

enum {
    MS_MAX_PLAYERS = 1 << 26, /* bounds every size computed from a count of participants */
    MS_MAX_GAMES = 64,        /* one word a colour history */
    MS_MAX_SCORE = 1 << 28,   /* scores and ratings; sums and doubles of them stay in 32 bits */
    MS_NO_SCORE = MS_MAX_SCORE + 1,
    MS_MAX_ROUND = 1000,
    MS_MAX_WIN = 1000000,
    MS_MAXI_POINTS = 100,             /* 3.2.3, 5.7: rating difference of a maxi-tournament */
    MS_MAX_FORBIDDEN = (1 << 30) - 1, /* pairs: their entries are counted in 32 bits */
};

/* What sizes and scores are computed with rests on this. */
static_assert(sizeof(size_t) >= 8 && sizeof(ptrdiff_t) >= 8, "bytes and places are counted in 64 bits");
static_assert(4 * INT64_C(1) * MS_MAX_SCORE <= INT32_MAX, "a sum of doubled scores is one of 32 bits");

#endif
