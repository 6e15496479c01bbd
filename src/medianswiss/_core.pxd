# The functions and structs of csrc, reviewed beside their headers. All are nogil and raise nothing.

from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t


cdef extern from "common.h" nogil:
    ctypedef enum ms_status:
        MS_OK
        MS_IMPOSSIBLE
        MS_MORE_FLOATS
        MS_BAD_INPUT
        MS_MORE_MEMORY
        MS_MORE_TRACE
        MS_STOPPED
    ctypedef enum ms_colour:
        MS_NO_COLOUR
        MS_WHITE
        MS_BLACK
    enum:
        MS_NONE
        MS_MAX_PLAYERS
        MS_MAX_GAMES
        MS_MAX_SCORE
        MS_NO_SCORE
        MS_MAX_FORBIDDEN


cdef extern from "watch.h" nogil:
    ctypedef bint truth "bool"
    ctypedef struct ms_asker:
        truth (*wanted)(void *who) noexcept nogil
        void *who


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
        MS_COLOURS_IGNORED
        MS_COLOURS_DISREGARDED
        MS_BYE_NOT_ALLOWED
        MS_BYE_NOT_POSSIBLE
        MS_BYE
        MS_BYE_BY_RATING
        MS_ROUND_ONE
        MS_GROUP_DOWN
        MS_GROUP_UP
        MS_MIDDLE_GROUP
        MS_CRACKED
        MS_LIMITS_KEPT
        MS_LIMITS_DROPPED
        MS_NEEDED_BEYOND
        MS_PAIRS_KEPT
        MS_LEAVING_COSTS_A_PAIR
        MS_FLOATER_D
        MS_FLOATER_C
        MS_FLOATER_B
        MS_FLOATER_A
        MS_FLOATED_BEFORE
        MS_DUE_LIKE_MOST
        MS_DUE_LIKE_MOST_NEAR
        MS_LARGEST_NUMBER
        MS_ANOTHER_FLOATER
        MS_FLOATER
        MS_FAR_END
        MS_MOVES_ON
        MS_MET
        MS_BEYOND_LIMITS
        MS_RATING_APART
        MS_SAME_DUE
        MS_LEAVES_OTHERS
        MS_INCOMING_RATING_APART
        MS_INCOMING_SAME_DUE
        MS_INCOMING_KEEPS_FEWER
        MS_OPPONENT
        MS_FIRST_AVAILABLE
        MS_OPPONENT_NEAR
        MS_FIRST_AVAILABLE_NEAR
        MS_INCOMING_OPPONENT
        MS_INCOMING_FIRST_AVAILABLE
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


cdef extern from "tournament.h" nogil:
    ctypedef enum ms_outcome:
        MS_OUTCOMES
        MS_NO_OUTCOME
    ms_outcome ms_outcome_of(uint8_t letter) noexcept
    ctypedef struct ms_values:
        int32_t of[2][12]
    ctypedef enum ms_level_order:
        MS_BY_NUMBER
        MS_BY_SONNEBORN_BERGER
        MS_BY_TIEBREAK
    ctypedef struct ms_rounds:
        int32_t rounds
        const int32_t *opponent
        const int8_t *colour
        const uint8_t *result
        const int32_t *game_points
        const int32_t *score
        ptrdiff_t opponent_row
        ptrdiff_t colour_row
        ptrdiff_t result_row
        ptrdiff_t game_points_row
    ctypedef enum ms_fault_kind:
        MS_SOUND
        MS_FAULT_GAME_POINTS
        MS_FAULT_FORBIDDEN
    ctypedef struct ms_fault:
        ms_fault_kind kind
        int32_t participant
        int32_t round
    ctypedef struct ms_tournament:
        ms_event event
        ms_values values
        ms_level_order level_order
        ms_field field
        int32_t room
        ms_player *players
        int32_t *numbers
        uint64_t *played
        int32_t *met
        int32_t *game_points
        int64_t *tiebreak
    size_t ms_tournament_bytes(int32_t size, int32_t room, ms_level_order level_order) noexcept
    void ms_tournament_init(
        ms_tournament *t, void *memory, int32_t size, int32_t room, ms_level_order level_order
    ) noexcept
    void ms_tournament_copy(
        const ms_tournament *source, ms_tournament *to, void *memory, int32_t room
    ) noexcept
    int32_t ms_tournament_room_used(const ms_tournament *t) noexcept
    ms_fault ms_tournament_add(ms_tournament *t, const ms_rounds *rounds) noexcept
    int32_t ms_tournament_forbid(
        ms_tournament *t, const int32_t *pairs, int32_t count, int32_t *scratch
    ) noexcept


cdef extern from "arrays.h" nogil:
    ctypedef struct ms_arrays:
        int32_t size
        ms_rounds rounds
        const int32_t *rating
        const uint8_t *present
        const uint8_t *bye_barred
        const uint8_t *floated
        const int64_t *tiebreak
        const int32_t *forbidden
        int32_t forbidden_count
    int32_t ms_arrays_room(const ms_arrays *arrays, int32_t *scratch) noexcept
    ms_fault ms_arrays_fill(const ms_arrays *arrays, ms_tournament *t, int32_t *scratch) noexcept


cdef extern from "engine.h" nogil:
    ctypedef struct ms_engine:
        int32_t capacity
        int32_t met_capacity
        ms_workspace workspace
        ms_result result
        int32_t *scratch
        ms_asker asker
    size_t ms_engine_bytes(int32_t capacity, int64_t met_capacity) noexcept
    void ms_engine_init(ms_engine *engine, void *memory, int32_t capacity, int32_t met_capacity) noexcept
    bint ms_engine_fits(const ms_engine *engine, const ms_tournament *t) noexcept
    ms_status ms_engine_pair(ms_engine *engine, const ms_tournament *t) noexcept


cdef extern from "ranking.h" nogil:
    bint ms_is_ranked(const ms_tournament *t) noexcept


cdef extern from "batch.h" nogil:
    ctypedef struct ms_batch:
        const ms_tournament *const *tournaments
        const ms_event *events
        ms_values values
        ms_level_order level_order
        const int64_t *offsets
        ms_arrays arrays
    ctypedef struct ms_answers:
        int32_t *pairs
        const int64_t *pair_offsets
        int32_t *boards
        int32_t *bye
        int32_t *cracked
        int32_t *float_count
        int32_t *status
    ctypedef struct ms_worker:
        ms_engine *engine
        void *memory
        ms_float *floats
        int64_t float_room
        int64_t float_count
        ms_status wants
    ms_fault ms_batch_load(
        const ms_batch *batch, int32_t k, void *memory, int32_t *scratch, ms_tournament *t
    ) noexcept
    int32_t ms_batch_pair(
        const ms_batch *batch, const ms_answers *answers, ms_worker *worker, int32_t start, int32_t end
    ) noexcept


cdef extern from "simulate.h" nogil:
    enum:
        MS_NORMAL_STEPS
        MS_NORMAL_UNIT
        MS_EXPECTED_UNIT
        MS_MOST_APART
        MS_APART_STEP
        MS_APARTS
        MS_COLOUR_BOUND
    ctypedef struct ms_source:
        uint64_t (*next)(void *state) noexcept nogil
        void *state
    ctypedef struct ms_model:
        ms_event event
        ms_values values
        ms_level_order level_order
        bint at_random
        bint by_lot
        int32_t size
        int32_t boards
        const int32_t *rating
        int32_t rating_mean
        int32_t rating_deviation
        int32_t rating_least
        int32_t noise
        int32_t board_noise
        const int32_t *normal
        const uint32_t *expected
        int64_t draw_rate
        int64_t draw_slope
        uint32_t forfeit
        uint32_t absence
        uint32_t half_bye
        uint32_t late
        uint32_t leaving
        int32_t top
    ctypedef struct ms_measures:
        pass
    ctypedef struct ms_sums:
        int64_t *place_of
        int64_t *score
        int64_t *floats
        int64_t *colours
        int64_t *opponents
        int64_t *games
        int64_t *outcomes
    ctypedef struct ms_finals:
        int32_t *rating
        int32_t *strength
        int32_t *score
        int32_t *place
        int32_t *opponents
        int8_t *games
        int8_t *colours
        int8_t *floats
    ctypedef struct ms_history:
        int32_t *opponent
        int8_t *colour
        uint8_t *result
        int32_t *game_points
    ctypedef struct ms_simulation:
        ms_engine engine
    int64_t ms_simulation_words(const ms_model *model) noexcept
    int32_t ms_normal(const ms_model *model, uint32_t half, int32_t deviation) noexcept
    int32_t ms_play_game(const ms_model *model, uint32_t half, int32_t white, int32_t black) noexcept
    size_t ms_simulation_bytes(const ms_model *model) noexcept
    void ms_simulation_init(ms_simulation *simulation, void *memory, const ms_model *model) noexcept
    int64_t ms_simulate(
        ms_simulation *simulation, const ms_source *source, int64_t count, ms_measures *measures,
        const ms_sums *sums, const ms_finals *finals, const ms_history *history, ms_status *status
    ) noexcept
