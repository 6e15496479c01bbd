#define _POSIX_C_SOURCE 199309L

#include "driver.h"

#include <stdlib.h>
#include <time.h>

struct driver {
    ms_field field;
    ms_event event;
    ms_workspace workspace;
    ms_result result;
    floor_round floor;
    void *memory; /* all that the workspace, the result and the floor point to, but for: */
    void *exact;  /* what the exact method of the team rules asked for */
};

void driver_layout(int32_t layout[DRIVER_LAYOUT]) {
    const size_t offsets[DRIVER_LAYOUT] = {
        offsetof(ms_player, colours),
        offsetof(ms_player, score),
        offsetof(ms_player, rating),
        offsetof(ms_player, met_from),
        offsetof(ms_player, met_count),
        offsetof(ms_player, games),
        offsetof(ms_player, flags),
        sizeof(ms_player),
        sizeof(ms_field),
        sizeof(ms_event),
    };
    for (int32_t k = 0; k < DRIVER_LAYOUT; k++) layout[k] = (int32_t)offsets[k];
}

/* Everything the rounds write, from one block. */
static bool take_memory(driver *d) {
    size_t size = (size_t)d->field.size, boards = size / 2 + 1, floats = size + 16;
    size_t range = (size_t)(d->floor.high - d->floor.low) + 2;
    size_t workspace = ms_workspace_bytes(d->field.size), room = floats * sizeof(ms_float);
    unsigned char *memory = malloc(workspace + room + (4 * boards + 2 * size + range) * sizeof(int32_t));
    if (memory == NULL) return false;
    d->memory = memory;
    ms_workspace_init(&d->workspace, memory, d->field.size);
    d->result.floats = (ms_float *)(void *)(memory + workspace);
    d->result.float_room = (int32_t)floats;
    int32_t *next = (int32_t *)(void *)(memory + workspace + room);
    int32_t **arrays[] = {&d->result.white,    &d->result.black, &d->floor.white, &d->floor.black,
                          &d->result.unplaced, &d->floor.order,  &d->floor.counts};
    const size_t sizes[] = {boards, boards, boards, boards, size, size, range};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; next += sizes[k++]) *arrays[k] = next;
    return true;
}

/* One round of the engine, lending the exact method the memory it asks for. */
static ms_status pair_round(driver *d) {
    ms_status status;
    while ((status = ms_pair_round(&d->workspace, &d->field, &d->event, &d->result)) == MS_MORE_MEMORY) {
        void *exact = d->result.memory_wanted == SIZE_MAX ? NULL : realloc(d->exact, d->result.memory_wanted);
        if (exact == NULL) break;
        d->exact = d->workspace.kept.memory = exact;
        d->workspace.kept.memory_bytes = d->result.memory_wanted;
    }
    return status;
}

driver *driver_open(const ms_field *field, const ms_event *event) {
    driver *d = calloc(1, sizeof *d);
    if (d == NULL) return NULL;
    d->field = *field;
    d->event = *event;
    if (field->size > 0 && ms_field_prepare(&d->field) == MS_OK) {
        d->floor.low = d->field.low_score;
        d->floor.high = d->field.high_score;
        if (take_memory(d)) return d;
    }
    free(d);
    return NULL;
}

void driver_close(driver *d) {
    free(d->exact);
    free(d->memory);
    free(d);
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

double driver_time_engine(driver *d, int64_t repetitions) {
    double start = now();
    for (int64_t k = 0; k < repetitions; k++) pair_round(d);
    return (now() - start) / (double)repetitions;
}

double driver_time_floor(driver *d, int64_t repetitions) {
    double start = now();
    for (int64_t k = 0; k < repetitions; k++) floor_pair(&d->field, &d->floor);
    return (now() - start) / (double)repetitions;
}

ms_status driver_pair(driver *d, int32_t *white, int32_t *black, int32_t *boards, int32_t *bye) {
    ms_status status = pair_round(d);
    *boards = d->result.boards;
    *bye = d->result.bye;
    memcpy(white, d->result.white, (size_t)*boards * sizeof *white);
    memcpy(black, d->result.black, (size_t)*boards * sizeof *black);
    return status;
}
