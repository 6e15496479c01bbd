/* driver.h - one packed round, and how long the engine and the floor take over it, without a line of Python in the
 * time. Called from native.py by ctypes and from once.c.
 */
#ifndef MS_DRIVER_H
#define MS_DRIVER_H

#include "floor.h"
#include "round.h"

#if defined(__GNUC__)
#define DRIVER_API __attribute__((visibility("default")))
#else
#define DRIVER_API
#endif

typedef struct driver driver;

enum { DRIVER_LAYOUT = 10 };

/* What the fields of ms_player start at, in the order of field.h, then its size and those of ms_field and ms_event. */
DRIVER_API void driver_layout(int32_t layout[DRIVER_LAYOUT]);

/* Keeps the arrays by reference. NULL when the field is out of range or there is no memory. */
DRIVER_API driver *driver_open(const ms_field *field, const ms_event *event);
DRIVER_API void driver_close(driver *d);

/* Seconds a round of so many in a row, workspace and result re-used. */
DRIVER_API double driver_time_engine(driver *d, int64_t repetitions);
DRIVER_API double driver_time_floor(driver *d, int64_t repetitions);

/* One round of the engine: its status. The boards go to white and black, with room for size / 2 + 1. */
DRIVER_API ms_status driver_pair(driver *d, int32_t *white, int32_t *black, int32_t *boards, int32_t *bye);

#endif
