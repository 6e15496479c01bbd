/* once.c - the engine and the floor once each over a packed round in a file, for callgrind and perf.
 *
 * usage: once FILE [REPETITIONS]. The file is what native.py writes: seven numbers (size, met_size, rule set, round,
 * rounds, win, maxi), the players, their numbers, the rounds they played, the opponents met.
 */
#include "driver.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int32_t size, met_size, rule_set, round, rounds, win, maxi;
} header;

static void *read_block(FILE *file, size_t count, size_t size) {
    void *block = calloc(count + 1, size);
    if (block == NULL || fread(block, size, count, file) != count) exit(2);
    return block;
}

int main(int argc, char **argv) {
    FILE *file = argc > 1 ? fopen(argv[1], "rb") : NULL;
    int64_t repetitions = argc > 2 ? atoll(argv[2]) : 1;
    if (file == NULL) return 2;
    header *head = read_block(file, 1, sizeof *head);
    ms_player *players = read_block(file, (size_t)head->size, sizeof *players);
    int32_t *numbers = read_block(file, (size_t)head->size, sizeof *numbers);
    uint64_t *played = read_block(file, (size_t)head->size, sizeof *played);
    int32_t *met = read_block(file, (size_t)head->met_size, sizeof *met);
    fclose(file);
    ms_field field = {head->size, players, numbers, played, met, head->met_size};
    ms_event event = {(ms_rule_set)head->rule_set, head->round, head->rounds, head->win, MS_WHITE, head->maxi != 0};
    driver *d = driver_open(&field, &event);
    if (d == NULL) return 3;
    printf("engine %.9f s\n", driver_time_engine(d, repetitions));
    printf("floor %.9f s\n", driver_time_floor(d, repetitions));
    driver_close(d);
    free(met);
    free(played);
    free(numbers);
    free(players);
    free(head);
    return 0;
}
