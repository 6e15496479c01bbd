/* watch.h - a long search looks up now and then, and ends where the round is no longer wanted.
 *
 * A hostile input of legal size can keep the searches at work for minutes; its caller has to get its thread back. Since
 * nothing here owns memory, a search can be left from any depth.
 */
#ifndef MS_WATCH_H
#define MS_WATCH_H

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MS_WATCH_STEPS = 1 << 25 }; /* entries looked at between two questions: some tens of milliseconds */

typedef struct {
    bool (*wanted)(void *who); /* whether the round is still wanted; NULL: it always is */
    void *who;
} ms_asker;

typedef struct {
    ms_asker asker;
    int64_t steps; /* until the next question */
    jmp_buf out;   /* to where the engine was called (engine.c) */
} ms_watch;

static inline void ms_watch_ask(ms_watch *watch) {
    watch->steps = MS_WATCH_STEPS;
    if (watch->asker.wanted != NULL && !watch->asker.wanted(watch->asker.who)) longjmp(watch->out, 1);
}

/* So many entries are looked at. */
static inline void ms_watch_steps(ms_watch *watch, int64_t steps) {
    watch->steps -= steps;
    if (watch->steps < 0) ms_watch_ask(watch);
}

/* So many participants are asked one by one, each of which is worth several entries. */
static inline void ms_watch_each(ms_watch *watch, int32_t participants) {
    ms_watch_steps(watch, INT64_C(16) * participants);
}

#endif
