/* record.h - rounds on record, drawn from the bytes of a fuzzer: sound ones, of any kind that rules allow. */
#ifndef MS_FUZZ_RECORD_H
#define MS_FUZZ_RECORD_H

#include "input.h"
#include "tournament.h"

/* Every round so far, entries as in ms_rounds, MS_MAX_GAMES apart. */
typedef struct {
    int32_t size, rounds;
    int32_t *opponent, *game_points;
    int8_t *colour;
    uint8_t *result;
} record;

static inline record new_record(int32_t size) {
    size_t entries = (size_t)size * MS_MAX_GAMES + 1;
    return (record){size,
                    0,
                    memory_of(entries * sizeof(int32_t)),
                    memory_of(entries * sizeof(int32_t)),
                    memory_of(entries),
                    memory_of(entries)};
}

static inline void free_record(record *r) {
    free(r->opponent);
    free(r->game_points);
    free(r->colour);
    free(r->result);
}

/* Rounds from..to of it, counted from 0. */
static inline ms_rounds rounds_of(const record *r, int32_t from, int32_t to) {
    return (ms_rounds){.rounds = to - from,
                       .opponent = r->opponent + from,
                       .colour = r->colour + from,
                       .result = r->result + from,
                       .game_points = r->game_points + from,
                       .opponent_row = MS_MAX_GAMES,
                       .colour_row = MS_MAX_GAMES,
                       .result_row = MS_MAX_GAMES,
                       .game_points_row = MS_MAX_GAMES};
}

static inline int32_t entry_of(int32_t participant, int32_t round) { return participant * MS_MAX_GAMES + round; }

static inline void write_entry(record *r, int32_t p, int32_t opponent, int8_t colour, char result, int32_t points) {
    int32_t k = entry_of(p, r->rounds);
    r->opponent[k] = opponent;
    r->colour[k] = colour;
    r->result[k] = (uint8_t)result;
    r->game_points[k] = points;
}

static inline void write_game(input *in, record *r, int32_t white, int32_t black) {
    static const char *const results[] = {
        "10", "01", "==", "10", "01", "==", "00", "0=", "=0", "WL", "LW", "DD", "LL", "+-", "-+", "--"};
    const char *both = results[next_below(in, 16)];
    int32_t points = next_below(in, 41);
    bool forfeited = both[0] == '+' || both[0] == '-';
    bool colours = !forfeited || next_bool(in);
    write_entry(r, white, black, colours ? 1 : 0, both[0], points);
    write_entry(r, black, white, colours ? -1 : 0, both[1], 40 - points);
}

/* One more round: byes, and games of anybody with anybody. */
static inline void next_round(input *in, record *r) {
    int32_t *idle = memory_of(((size_t)r->size + 1) * sizeof *idle);
    int32_t count = r->size;
    for (int32_t p = 0; p < count; p++) idle[p] = r->size - 1 - p;
    while (count > 0) {
        int32_t p = idle[--count], choice = next_byte(in);
        if (choice >= 244 || count == 0) {
            write_entry(r, p, MS_NONE, 0, "ZUHF"[choice % 4], MS_NONE);
            continue;
        }
        int32_t k = count - 1 - choice / 2 % count, other = idle[k];
        for (count--; k < count; k++) idle[k] = idle[k + 1];
        write_game(in, r, choice % 2 == 0 ? p : other, choice % 2 == 0 ? other : p);
    }
    r->rounds++;
    free(idle);
}

static inline bool is_game(const record *r, int32_t p, int32_t round) {
    int32_t k = entry_of(p, round);
    return r->opponent[k] != MS_NONE && strchr("1=0WDL", r->result[k]) != NULL;
}

/* What results are worth: as usual, or anything. A win is worth the same with both colours. */
static inline ms_values next_values(input *in, ms_rule_set rule_set) {
    static const int32_t usual[MS_OUTCOMES] = {10, 5, 0, 10, 5, 0, 10, 0, 10, 5, 0, 10};
    ms_values values;
    int32_t kind = next_below(in, 16), factor = rule_set == MS_LIM ? 1 : 2;
    for (int32_t white = 0; white < 2; white++)
        for (int32_t k = 0; k < MS_OUTCOMES; k++) {
            values.of[white][k] = k == MS_PAIRING_BYE ? 10 : factor * usual[k];
            if (kind == 15) values.of[white][k] = next_int32(in) % 100001;
            if (kind == 14) values.of[white][k] = next_below(in, 31);
        }
    values.of[1][MS_WON] = values.of[0][MS_WON];
    return values;
}

static inline ms_event next_event(input *in) {
    int32_t kind = next_byte(in);
    return (ms_event){
        .rule_set = (ms_rule_set)(kind % 3), .drawn = (kind & 4) != 0 ? MS_WHITE : MS_BLACK, .maxi = (kind & 8) != 0};
}

#endif
