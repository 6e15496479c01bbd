# The functions and structs of csrc, reviewed beside their headers. All are nogil and raise nothing.

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t


cdef extern from "common.h" nogil:
    ctypedef enum ms_status:
        MS_OK
        MS_IMPOSSIBLE
        MS_MORE_FLOATS
        MS_BAD_INPUT
        MS_MORE_MEMORY
        MS_MORE_TRACE
    ctypedef enum ms_colour:
        MS_NO_COLOUR
        MS_WHITE
        MS_BLACK
    enum:
        MS_NONE
        MS_MAX_PLAYERS


cdef extern from "field.h" nogil:
    enum:
        MS_PRESENT
        MS_BYE_BARRED
        MS_FLOATED
    ctypedef struct ms_player:
        uint64_t colours
        int32_t score
        int32_t rating
        int32_t met_from
        int32_t met_count
        uint8_t games
        uint8_t flags
        uint8_t traits
    ctypedef struct ms_field:
        int32_t size
        ms_player *players
        const int32_t *numbers
        const uint64_t *played
        const int32_t *met
        int32_t met_size
    ctypedef struct ms_rules:
        ms_colour drawn
        bint by_due_colour
        bint maxi
        bint last_round
        bint colours_ignored
    ms_status ms_field_prepare(ms_field *field) noexcept


cdef extern from "floaters.h" nogil:
    ctypedef enum ms_direction:
        MS_DOWN
        MS_UP
    ctypedef struct ms_leaving:
        int32_t *chosen
        int32_t count


cdef extern from "exchange.h" nogil:
    ctypedef struct ms_pair:
        int32_t a
        int32_t b


cdef extern from "score_group.h" nogil:
    ctypedef struct ms_members:
        const int32_t *residents
        int32_t resident_count
        const int32_t *incoming
        int32_t incoming_count
    ctypedef struct ms_step:
        ms_leaving leaving
    void ms_sort_by_rank(
        ms_step *step, const ms_field *field, int32_t *participants, int32_t count, ms_direction direction
    ) noexcept
    void ms_pair_group(
        ms_step *step, const ms_field *field, const ms_rules *rules, const ms_members *members,
        const int32_t *adjacent, int32_t adjacent_count, ms_direction direction, ms_pair *pairs, int32_t *made
    ) noexcept


cdef extern from "trace.h" nogil:
    ctypedef enum ms_reason:
        MS_COLOURS_DISREGARDED
        MS_LIMITS_KEPT
        MS_LIMITS_DROPPED
        MS_ANOTHER_FLOATER
        MS_BY_RUN_LIMIT
        MS_BY_DIFFERENCE_LIMIT
        MS_BY_BOTH_LIMITS
        MS_BY_DUE_COLOUR
        MS_BY_LATEST_DIFFERENCE
        MS_BY_RANK
        MS_BY_DRAWN_COLOUR
        MS_BY_LOT
        MS_BY_EQUALISATION
        MS_BY_FEWER_WHITES
        MS_BY_ALTERNATION
        MS_BY_LOWEST_SEQUENCE
        MS_BY_BALANCE
        MS_BY_LAST_COLOUR
        MS_OTHER_BOARDS
    ctypedef struct ms_trace_step:
        ms_reason reason
        int32_t count
        int64_t first
    ctypedef struct ms_trace:
        ms_trace_step *steps
        int32_t *who
        int32_t step_room
        int32_t who_room
        int64_t step_count
        int64_t who_count


cdef extern from "kept.h" nogil:
    ctypedef struct ms_kept:
        void *memory
        size_t memory_bytes


cdef extern from "workspace.h" nogil:
    ctypedef struct ms_workspace:
        ms_step step
        ms_kept kept
    size_t ms_workspace_bytes(int32_t participants) noexcept
    void ms_workspace_init(ms_workspace *workspace, void *memory, int32_t participants) noexcept


cdef extern from "round.h" nogil:
    ctypedef enum ms_rule_set:
        MS_LIM
        MS_ECU
        MS_OLYMPIAD
    ctypedef struct ms_event:
        ms_rule_set rule_set
        int32_t round
        int32_t rounds
        int32_t win
        ms_colour drawn
        bint maxi
    ctypedef struct ms_float:
        int32_t participant
        int32_t from_twice
        int32_t to_twice
        ms_direction direction
    ctypedef enum ms_article:
        MS_ARTICLE_NONE
        MS_ARTICLE_BYE
        MS_ARTICLE_COMPLETE
    ctypedef struct ms_result:
        int32_t *white
        int32_t *black
        int32_t boards
        int32_t bye
        ms_float *floats
        int32_t float_room
        int64_t float_count
        int32_t cracked
        ms_trace *trace
        ms_article article
        size_t memory_wanted
        int32_t *unplaced
        int32_t unplaced_count
    ms_status ms_pair_round(
        ms_workspace *workspace, const ms_field *field, const ms_event *event, ms_result *result
    ) noexcept
