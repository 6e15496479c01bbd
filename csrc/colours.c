#include "colours.h"

/* 5.1.1, 5.1.2, 5.3 [12.1, 12.3]: the only allocation within the limits. */
static ms_colour by_limits(const ms_player *a, const ms_player *b) {
    bool white = ms_white_is_legal(a->traits, b->traits), black = ms_white_is_legal(b->traits, a->traits);
    if (white == black) return MS_NO_COLOUR;
    return white ? MS_WHITE : MS_BLACK;
}

/* 5.1, 5.5, 5.6 [12.1, 12.5, 12.6]: each gets its due colour if they differ or only one has one. */
static ms_colour by_due_colour(const ms_player *a, const ms_player *b) {
    ms_colour due = ms_due_of(a->traits), other = ms_due_of(b->traits);
    if (due == other) return MS_NO_COLOUR;
    return due != MS_NO_COLOUR ? due : ms_opposite(other);
}

/* 5.4 [12.4]: in the median group or above the higher ranked has its due colour, below it the lower ranked. */
static ms_colour by_rank(const ms_rules *rules, const ms_player *a, bool a_decides) {
    ms_colour due = ms_due_of(a->traits); /* both are due the same */
    if (due == MS_NO_COLOUR) due = rules->drawn;
    return a_decides ? due : ms_opposite(due);
}

ms_colour ms_lim_colour(const ms_field *field, const ms_rules *rules, int32_t a, int32_t b, bool below) {
    const ms_player *one = &field->players[a], *other = &field->players[b];
    ms_colour colour = by_limits(one, other);
    if (colour == MS_NO_COLOUR) colour = by_due_colour(one, other);
    if (colour == MS_NO_COLOUR) colour = ms_latest_difference(one->colours, one->games, other->colours, other->games);
    if (colour == MS_NO_COLOUR) colour = by_rank(rules, one, (a < b) != below);
    return colour;
}
