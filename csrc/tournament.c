#include "tournament.h"
#include "arena.h"

/* ---- what results say ---- */

enum { LETTERS = 256 };

ms_outcome ms_outcome_of(uint8_t letter) {
    /* One more than the outcome, so that 0 is none. */
    static const uint8_t outcomes[LETTERS] = {
        ['1'] = MS_WON + 1,
        ['='] = MS_DREW + 1,
        ['0'] = MS_LOST + 1,
        ['W'] = MS_WON_UNRATED + 1,
        ['D'] = MS_DREW_UNRATED + 1,
        ['L'] = MS_LOST_UNRATED + 1,
        ['+'] = MS_WON_BY_FORFEIT + 1,
        ['-'] = MS_LOST_BY_FORFEIT + 1,
        ['F'] = MS_FULL_BYE + 1,
        ['H'] = MS_HALF_BYE + 1,
        ['Z'] = MS_ZERO_BYE + 1,
        ['U'] = MS_PAIRING_BYE + 1,
    };
    return outcomes[letter] == 0 ? MS_NO_OUTCOME : (ms_outcome)(outcomes[letter] - 1);
}

static bool is_played(ms_outcome outcome) { return outcome <= MS_LOST_UNRATED; }
static bool is_bye(ms_outcome outcome) { return outcome >= MS_FULL_BYE; }

static uint32_t one(ms_outcome outcome) { return UINT32_C(1) << (uint32_t)outcome; }

/* The outcomes the opponent of one with this outcome can have. */
static uint32_t consistent_with(ms_outcome outcome) {
    enum { WON = 1 << MS_WON, DREW = 1 << MS_DREW, LOST = 1 << MS_LOST };
    enum { WON_UNRATED = 1 << MS_WON_UNRATED, DREW_UNRATED = 1 << MS_DREW_UNRATED };
    enum { LOST_UNRATED = 1 << MS_LOST_UNRATED };
    enum { WON_BY_FORFEIT = 1 << MS_WON_BY_FORFEIT, LOST_BY_FORFEIT = 1 << MS_LOST_BY_FORFEIT };
    static const uint32_t consistent[MS_OUTCOMES + 1] = {
        [MS_WON] = LOST,
        [MS_DREW] = DREW | LOST,
        [MS_LOST] = WON | DREW | LOST,
        [MS_WON_UNRATED] = LOST_UNRATED,
        [MS_DREW_UNRATED] = DREW_UNRATED,
        [MS_LOST_UNRATED] = WON_UNRATED | LOST_UNRATED,
        [MS_WON_BY_FORFEIT] = LOST_BY_FORFEIT,
        [MS_LOST_BY_FORFEIT] = WON_BY_FORFEIT | LOST_BY_FORFEIT,
    };
    return consistent[outcome];
}

/* lim 1.1, N.5.4, D.02 4: the outcomes that bar the pairing-allocated bye, whenever they come. */
static uint32_t barring(ms_rule_set rule_set) {
    uint32_t all = one(MS_PAIRING_BYE) | one(MS_FULL_BYE) | one(MS_WON_BY_FORFEIT);
    return rule_set == MS_ECU ? all | one(MS_HALF_BYE) : all;
}

/* D.02 4: not paired from round one. */
static bool comes_late(const ms_tournament *t, ms_outcome outcome, int32_t round) {
    return t->event.rule_set == MS_OLYMPIAD && round == 1 && outcome == MS_ZERO_BYE;
}

/* ---- memory ---- */

static void carve(ms_tournament *t, ms_arena *a, size_t n, size_t room, ms_level_order level_order) {
    bool by_game_points = level_order == MS_BY_SONNEBORN_BERGER;
    t->players = ms_carve(a, n, sizeof *t->players);
    t->played = ms_carve(a, n, sizeof *t->played);
    t->numbers = ms_carve(a, n, sizeof *t->numbers);
    t->met = ms_carve(a, n * room, sizeof *t->met);
    t->game_points = by_game_points ? ms_carve(a, n * room, sizeof *t->game_points) : NULL;
    t->tiebreak = level_order != MS_BY_NUMBER ? ms_carve(a, n, sizeof *t->tiebreak) : NULL;
}

size_t ms_tournament_bytes(int32_t size, int32_t room, ms_level_order level_order) {
    if (size < 0 || size > MS_MAX_PLAYERS || room < 0 || (int64_t)size * room > INT32_MAX) return 0;
    ms_arena a = {NULL, 0};
    ms_tournament t;
    carve(&t, &a, (size_t)size, (size_t)room, level_order);
    return a.used + MS_ALIGNMENT; /* never 0 */
}

static void lay_out(ms_tournament *t, void *memory, int32_t size, int32_t room) {
    ms_arena a = {memory, 0};
    carve(t, &a, (size_t)size, (size_t)room, t->level_order);
    t->room = room;
    t->field = (ms_field){size, t->players, t->numbers, t->played, t->met, size * room, 0, 0};
}

void ms_tournament_init(ms_tournament *t, void *memory, int32_t size, int32_t room, ms_level_order level_order) {
    t->level_order = level_order;
    t->event.round = 1;
    uint8_t nothing_played = ms_traits(0, 0, 0);
    lay_out(t, memory, size, room);
    for (int32_t p = 0; p < size; p++) {
        t->players[p] = (ms_player){.met_from = p * room, .flags = MS_PRESENT, .traits = nothing_played};
        t->played[p] = 0;
        t->numbers[p] = p + 1;
        if (t->tiebreak != NULL) t->tiebreak[p] = 0;
    }
}

int32_t ms_tournament_room_used(const ms_tournament *t) {
    int32_t used = 0;
    for (int32_t p = 0; p < t->field.size; p++)
        if (t->players[p].met_count > used) used = t->players[p].met_count;
    return used;
}

void ms_tournament_copy(const ms_tournament *from, ms_tournament *to, void *memory, int32_t room) {
    *to = *from;
    lay_out(to, memory, from->field.size, room);
    to->field.low_score = from->field.low_score;
    to->field.high_score = from->field.high_score;
    for (int32_t p = 0; p < from->field.size; p++) {
        const ms_player *player = &from->players[p];
        to->players[p] = *player;
        to->players[p].met_from = p * room;
        to->played[p] = from->played[p];
        to->numbers[p] = from->numbers[p];
        if (to->tiebreak != NULL) to->tiebreak[p] = from->tiebreak[p];
        for (int32_t k = 0; k < player->met_count; k++) {
            to->met[p * room + k] = from->met[player->met_from + k];
            if (to->game_points != NULL) to->game_points[p * room + k] = from->game_points[player->met_from + k];
        }
    }
}

/* ---- one entry ---- */

typedef struct {
    int32_t opponent;
    int8_t colour;
    ms_outcome outcome;
} entry;

/* Without letters an entry with opponent and colour is as good as a draw, one without either as an absence. */
static ms_outcome outcome_without_letter(int32_t opponent, int8_t colour) {
    if (opponent == MS_NONE) return MS_ZERO_BYE;
    return colour != 0 ? MS_DREW : MS_LOST_BY_FORFEIT;
}

static entry read_entry(const ms_rounds *rounds, int32_t p, int32_t r) {
    entry e = {rounds->opponent[p * rounds->opponent_row + r], rounds->colour[p * rounds->colour_row + r], 0};
    e.outcome = rounds->result != NULL ? ms_outcome_of(rounds->result[p * rounds->result_row + r])
                                       : outcome_without_letter(e.opponent, e.colour);
    return e;
}

static int32_t game_points_of(const ms_rounds *rounds, int32_t p, int32_t r) {
    return rounds->game_points == NULL ? MS_NONE : rounds->game_points[p * rounds->game_points_row + r];
}

static bool game_points_are_sound(int32_t points) { return points >= 0 && points <= MS_MAX_SCORE; }

/* A letter that is none is worth nothing. */
static int32_t worth(const ms_tournament *t, const ms_rounds *rounds, const entry *e) {
    bool says_nothing = rounds->result == NULL || e->outcome == MS_NO_OUTCOME;
    return says_nothing ? 0 : t->values.of[e->colour > 0][e->outcome];
}

/* ---- looking at an entry ---- */

static bool is_place(const ms_tournament *t, int32_t opponent) { return opponent >= 0 && opponent < t->field.size; }

/* Both sides of a game tell the same story. What both see alike is looked at from one side, and what is no opponent
 * or no result at all is the other's own fault, told when it is looked at. */
static ms_fault_kind look_at_meeting(const ms_tournament *t, const ms_rounds *rounds, int32_t p, int32_t r,
                                     const entry *e) {
    int32_t told = rounds->opponent[e->opponent * rounds->opponent_row + r];
    if (told != p) return told == MS_NONE || is_place(t, told) ? MS_FAULT_UNTOLD : MS_SOUND;
    if (p > e->opponent) return MS_SOUND;
    entry back = read_entry(rounds, e->opponent, r);
    if (e->colour != 0 && e->colour == back.colour) return MS_FAULT_SAME_COLOUR;
    if (back.outcome == MS_NO_OUTCOME) return MS_SOUND;
    return (consistent_with(e->outcome) & one(back.outcome)) != 0 ? MS_SOUND : MS_FAULT_CONTRADICTION;
}

static ms_fault_kind look_at_entry(const ms_tournament *t, const ms_rounds *rounds, int32_t p, int32_t r,
                                   const entry *e) {
    if (e->outcome == MS_NO_OUTCOME) return MS_FAULT_RESULT;
    if (e->colour < -1 || e->colour > 1) return MS_FAULT_COLOUR;
    if (e->opponent == MS_NONE) {
        if (!is_bye(e->outcome)) return MS_FAULT_ALONE;
        return e->colour == 0 ? MS_SOUND : MS_FAULT_COLOUR;
    }
    if (!is_place(t, e->opponent)) return MS_FAULT_OPPONENT;
    if (e->opponent == p) return MS_FAULT_ITSELF;
    if (is_bye(e->outcome)) return MS_FAULT_BYE;
    if (is_played(e->outcome)) {
        if (e->colour == 0) return MS_FAULT_COLOUR;
        if (t->game_points != NULL && !game_points_are_sound(game_points_of(rounds, p, r))) return MS_FAULT_GAME_POINTS;
    }
    return look_at_meeting(t, rounds, p, r, e);
}

/* ---- adding rounds ---- */

/* A new opponent comes before those forbidden. */
static void add_game(const ms_tournament *t, ms_player *player, const entry *e, int32_t game_points) {
    int32_t *met = t->met + player->met_from;
    if (player->met_count > player->games) met[player->met_count] = met[player->games];
    met[player->games] = e->opponent;
    player->met_count++;
    if (t->game_points != NULL) t->game_points[player->met_from + player->games] = game_points;
    player->colours = player->colours << 1 | (e->colour > 0);
    player->games++;
}

static bool score_is_sound(int64_t score) { return score <= MS_MAX_SCORE && score >= -MS_MAX_SCORE; }

/* The rounds of one participant: looked at and, where `adding`, added as far as they are sound. */
static inline ms_fault take_rounds_of(ms_tournament *t, const ms_rounds *rounds, int32_t p, bool adding) {
    ms_player player = t->players[p];
    uint64_t played = t->played[p];
    uint32_t barred = barring(t->event.rule_set);
    int64_t score = player.score;
    if (player.met_count + rounds->rounds > t->room) return (ms_fault){MS_FAULT_ROUNDS, p, t->event.round};
    for (int32_t r = 0; r < rounds->rounds; r++) {
        entry e = read_entry(rounds, p, r);
        ms_fault_kind kind = look_at_entry(t, rounds, p, r, &e);
        if (kind != MS_SOUND) return (ms_fault){kind, p, t->event.round + r};
        score += worth(t, rounds, &e);
        if (!adding) continue;
        if (is_played(e.outcome)) add_game(t, &player, &e, game_points_of(rounds, p, r));
        if ((barred & one(e.outcome)) != 0 || comes_late(t, e.outcome, t->event.round + r))
            player.flags |= MS_BYE_BARRED;
        played = played << 1 | is_played(e.outcome);
    }
    if (rounds->score != NULL && rounds->score[p] != MS_NO_SCORE) score = rounds->score[p];
    if (!score_is_sound(score)) return (ms_fault){MS_FAULT_SCORE, p, t->event.round + rounds->rounds};
    if (adding) {
        player.score = (int32_t)score;
        t->players[p] = player;
        t->played[p] = played;
    }
    return (ms_fault){MS_SOUND, 0, 0};
}

static int32_t score_before(const ms_tournament *t, const ms_rounds *rounds, int32_t p) {
    entry last = read_entry(rounds, p, rounds->rounds - 1);
    return t->players[p].score - worth(t, rounds, &last);
}

/* lim 3.10: played the last round against one whose score before it differed. The opponent is the one that was entered:
 * arrays read again may have been changed by another thread. */
static void mark_floated(ms_tournament *t, const ms_rounds *rounds) {
    for (int32_t p = 0; p < t->field.size; p++) {
        ms_player *player = &t->players[p];
        player->flags &= (uint8_t)~MS_FLOATED;
        if ((t->played[p] & 1) == 0) continue;
        int32_t opponent = t->met[player->met_from + player->games - 1];
        if (score_before(t, rounds, p) != score_before(t, rounds, opponent)) player->flags |= MS_FLOATED;
    }
}

static_assert(INT64_C(1) * MS_MAX_SCORE * MS_MAX_SCORE <= INT64_MAX / MS_MAX_GAMES, "a sum of products of scores");

/* N.5.1: the match points of those met times the game points scored against them. The one with the fewest match points
 * is left out, of several the one against whom least was scored; none of fewer than two. */
static int64_t sonneborn_berger(const ms_tournament *t, const ms_player *team) {
    int64_t sum = 0, least_points = INT64_MAX, least_scored = INT64_MAX;
    for (int32_t k = team->met_from; k < team->met_from + team->games; k++) {
        int64_t points = t->players[t->met[k]].score, scored = t->game_points[k];
        sum += points * scored;
        if (points < least_points || (points == least_points && scored < least_scored)) {
            least_points = points;
            least_scored = scored;
        }
    }
    return team->games > 1 ? sum - least_points * least_scored : sum;
}

static void rank_by_game_points(ms_tournament *t) {
    if (t->level_order != MS_BY_SONNEBORN_BERGER) return;
    for (int32_t p = 0; p < t->field.size; p++) t->tiebreak[p] = sonneborn_berger(t, &t->players[p]);
}

static ms_fault too_many_rounds(const ms_tournament *t, const ms_rounds *rounds) {
    bool fits = rounds->rounds >= 0 && rounds->rounds <= MS_MAX_GAMES - (t->event.round - 1);
    return (ms_fault){fits ? MS_SOUND : MS_FAULT_ROUNDS, 0, t->event.round};
}

ms_fault ms_tournament_load(ms_tournament *t, const ms_rounds *rounds) {
    ms_fault fault = too_many_rounds(t, rounds);
    for (int32_t p = 0; p < t->field.size && fault.kind == MS_SOUND; p++) fault = take_rounds_of(t, rounds, p, true);
    if (fault.kind != MS_SOUND) return fault;
    if (rounds->rounds > 0) mark_floated(t, rounds);
    ms_field_derive(&t->field);
    t->event.round += rounds->rounds;
    rank_by_game_points(t);
    return fault;
}

ms_fault ms_tournament_add(ms_tournament *t, const ms_rounds *rounds) {
    ms_fault fault = too_many_rounds(t, rounds);
    for (int32_t p = 0; p < t->field.size && fault.kind == MS_SOUND; p++) fault = take_rounds_of(t, rounds, p, false);
    return fault.kind == MS_SOUND ? ms_tournament_load(t, rounds) : fault;
}

/* ---- adding the round just paired ---- */

static void mark_float(ms_player *player, bool floated) {
    player->flags = (uint8_t)(floated ? player->flags | MS_FLOATED : player->flags & ~MS_FLOATED);
}

/* `met` is the list of the player, `worth` what the game was worth to it. */
static inline void play_game(ms_player *player, int32_t *met, int32_t opponent, bool white, int32_t worth,
                             bool floated) {
    int32_t games = player->games, difference = player->difference + (white ? 1 : -1);
    uint64_t colours = player->colours << 1 | white;
    if (player->met_count > games) met[player->met_count] = met[games];
    met[games] = opponent;
    player->colours = colours;
    player->score += worth;
    player->met_count++;
    player->met_bits |= ms_met_bit(opponent);
    player->games = (uint8_t)(games + 1);
    player->difference = (int8_t)difference;
    player->traits = ms_traits(colours, games + 1, difference);
    mark_float(player, floated);
}

/* A round without a game: a bye, an absence, a forfeit. */
static void stay_idle(const ms_tournament *t, int32_t p, bool white, ms_outcome outcome) {
    ms_player *player = &t->players[p];
    mark_float(player, false);
    player->score += t->values.of[white][outcome];
    if ((barring(t->event.rule_set) & one(outcome)) != 0 || comes_late(t, outcome, t->event.round))
        player->flags |= MS_BYE_BARRED;
    t->played[p] <<= 1;
}

static void play_idly(const ms_tournament *t, int32_t white, int32_t black, const ms_match *match) {
    stay_idle(t, white, true, match->white);
    stay_idle(t, black, false, match->black);
}

static void keep_game_points(const ms_tournament *t, int32_t p, int32_t game_points) {
    if (t->game_points != NULL) t->game_points[t->players[p].met_from + t->players[p].games] = game_points;
}

/* How many have played; the bounds of their scores are then those of the field, as far as it is they. Pointers are held
 * here: a byte of a player that is written could be one of theirs. */
static int32_t play_boards(ms_tournament *t, const ms_result *paired, const ms_match *matches) {
    ms_player *players = t->players;
    int32_t low = INT32_MAX, high = INT32_MIN, count = 0;
    int32_t *met = t->met, boards = paired->boards;
    uint64_t *played = t->played;
    const int32_t *whites = paired->white, *blacks = paired->black;
    for (int32_t b = 0; b < boards; b++) {
        int32_t white = whites[b], black = blacks[b];
        ms_player *one = &players[white], *other = &players[black];
        const ms_match *match = &matches[b];
        if (!is_played(match->white)) {
            play_idly(t, white, black, match);
            continue;
        }
        bool floated = one->score != other->score;
        keep_game_points(t, white, match->white_points);
        keep_game_points(t, black, match->black_points);
        play_game(one, met + one->met_from, black, true, t->values.of[1][match->white], floated);
        play_game(other, met + other->met_from, white, false, t->values.of[0][match->black], floated);
        played[white] = played[white] << 1 | 1u;
        played[black] = played[black] << 1 | 1u;
        int32_t less = one->score < other->score ? one->score : other->score;
        int32_t more = one->score < other->score ? other->score : one->score;
        low = less < low ? less : low;
        high = more > high ? more : high;
        count += 2;
    }
    t->field.low_score = low;
    t->field.high_score = high;
    return count;
}

void ms_tournament_play(ms_tournament *t, const ms_result *paired, const ms_match *matches, const uint8_t *idle) {
    if (play_boards(t, paired, matches) < t->field.size || t->field.size == 0) {
        for (int32_t p = 0; p < t->field.size; p++)
            if ((t->players[p].flags & MS_PRESENT) == 0 || p == paired->bye)
                stay_idle(t, p, false, (ms_outcome)idle[p]);
        ms_field_bound(&t->field);
    }
    t->event.round++;
    rank_by_game_points(t);
}

/* ---- pairs the arbiter does not allow ---- */

int32_t ms_tournament_forbid(ms_tournament *t, const int32_t *pairs, int32_t count, int32_t *scratch) {
    int32_t needed = 0;
    if (count < 0 || count > MS_MAX_FORBIDDEN) return MS_NONE;
    for (int32_t p = 0; p < t->field.size; p++) {
        scratch[p] = t->players[p].games;
        if (scratch[p] > needed) needed = scratch[p];
    }
    for (int32_t k = 0; k < 2 * count; k++) {
        int32_t p = pairs[k];
        if (p < 0 || p >= t->field.size || p == pairs[k ^ 1]) return MS_NONE;
        if (++scratch[p] > needed) needed = scratch[p];
    }
    if (needed > t->room) return needed;
    for (int32_t p = 0; p < t->field.size; p++) t->players[p].met_count = t->players[p].games;
    for (int32_t k = 0; k < 2 * count; k++) {
        ms_player *player = &t->players[pairs[k]];
        t->met[player->met_from + player->met_count++] = pairs[k ^ 1];
    }
    ms_field_derive(&t->field);
    return needed;
}
