/*
 * Peatee: exact values of endings of draughts and chess, read from tables.
 *
 * Handles. A `PeateeTables` is a number, not a pointer. A closed handle is refused for ever.
 *
 * Threads. Every function may be called from any number of threads at once, on the same handle too. The caller needs no
 * lock. The last error is kept for each thread.
 *
 * Errors. A function that can fail returns a `PeateeStatus`; `peatee_last_error` says what was wrong and what to do. No
 * value is ever wrong: a damaged file gives an error. Unless a comment says otherwise, an error leaves results unwritten.
 *
 * Pointers. The library keeps no pointer of the caller and frees none of the caller's memory. The caller promises: a
 * pointer that is not null points to as many objects as the call says, or to a text in UTF-8 that ends with NUL, for as
 * long as the call lasts; results do not overlap arrays that are read, and no other thread uses them meanwhile. Unless a
 * comment says otherwise, null is an error.
 *
 * Distances are in plies: moves of one player.
 *
 * A small program, and how to link: `probe/capi/docs/c.md`.
 */

#ifndef PEATEE_H
#define PEATEE_H

/* Made by cbindgen from the sources of peatee-capi. UPDATE_HEADER=1 cargo test -p peatee-capi --test suite header */

#include <stddef.h>
#include <stdint.h>

// Version of the interface. It grows when a function or field is added; programs built for an
// older version continue to work.
#define PEATEE_ABI_VERSION 5

// Length of `PeateeChessMove.uci` in bytes.
#define PEATEE_UCI_BYTES 8

// Length of `PeateeChessMove.san` in bytes.
#define PEATEE_SAN_BYTES 16

// Length of `PeateeFenMove.text` in bytes.
#define PEATEE_MOVE_BYTES 256

// Length of `PeateeVerdict.text` in bytes.
#define PEATEE_TEXT_BYTES 256

// Stands for a number of plies that does not exist, as for a draw, or is unknown.
#define PEATEE_NO_PLIES -1

// Status of a call. Every function that can fail returns one; `peatee_last_error` has the text.
enum PeateeStatus
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    // Done.
    PEATEE_STATUS_OK = 0,
    // A pointer is null where that is not allowed.
    PEATEE_STATUS_NULL_POINTER = 1,
    // An argument is wrong: a length, a size, a number, a text that is not UTF-8.
    PEATEE_STATUS_BAD_ARGUMENT = 2,
    // The handle belongs to no open tables: it was closed, or never given.
    PEATEE_STATUS_BAD_HANDLE = 3,
    // The directory has no tables, or they cannot be opened.
    PEATEE_STATUS_CANNOT_OPEN = 4,
    // The position is impossible, or the FEN cannot be read.
    PEATEE_STATUS_BAD_POSITION = 5,
    // The move is not legal, or cannot be read.
    PEATEE_STATUS_BAD_MOVE = 6,
    // The draw rules or the counts cannot be read, or the counts are impossible in the position.
    PEATEE_STATUS_BAD_RULES = 7,
    // There is no table for the position: too many pieces, or one was not made.
    PEATEE_STATUS_NO_TABLE = 8,
    // A table file is damaged or cannot be read.
    PEATEE_STATUS_DAMAGED = 9,
    // The buffer is too small. It holds as much as fits, and `count` or `length` holds the
    // required size.
    PEATEE_STATUS_TOO_SMALL = 10,
    // The game is over: there is no move.
    PEATEE_STATUS_GAME_OVER = 11,
    // The position has more captures than can be listed. No position of a table has so many.
    PEATEE_STATUS_TOO_MANY_CAPTURES = 12,
    // The answer is not in memory, and the call reads no files.
    PEATEE_STATUS_NOT_IN_MEMORY = 13,
    // The value was not requested. Only a field named `status` has this status.
    PEATEE_STATUS_NOT_PROBED = 14,
    // The library has a fault. The tables stay open, and other calls are not affected.
    PEATEE_STATUS_INTERNAL = 15,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum PeateeStatus PeateeStatus;
#else
typedef int32_t PeateeStatus;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// The result of best play for the side to move.
enum PeateeWdl
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    // The side to move loses.
    PEATEE_WDL_LOSS = -1,
    // Neither side wins.
    PEATEE_WDL_DRAW = 0,
    // The side to move wins.
    PEATEE_WDL_WIN = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum PeateeWdl PeateeWdl;
#else
typedef int32_t PeateeWdl;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// The players.
enum PeateeSide
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    // The player whose men move up the board.
    PEATEE_SIDE_WHITE = 0,
    // The other player.
    PEATEE_SIDE_BLACK = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum PeateeSide PeateeSide;
#else
typedef int32_t PeateeSide;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// The kinds of pieces.
enum PeateeKind
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    // The piece that a game starts with.
    PEATEE_KIND_MAN = 0,
    // A promoted man.
    PEATEE_KIND_KING = 1,
    // The third kind of parachute draughts.
    PEATEE_KIND_PARACHUTIST = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum PeateeKind PeateeKind;
#else
typedef int32_t PeateeKind;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// The metrics of tables, one bit each.
enum PeateeMetric
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    // Win, draw or loss.
    PEATEE_METRIC_WDL = 1,
    // Plies to the end of the game.
    PEATEE_METRIC_DTW = 2,
    // Plies to the next capture or move of any piece but a king.
    PEATEE_METRIC_DTC = 4,
    // Plies to the next move that resets a count of draw rules. The bit stands for the tables of
    // all draw rules.
    PEATEE_METRIC_DTR = 8,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum PeateeMetric PeateeMetric;
#else
typedef uint32_t PeateeMetric;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// The outcome for the side to move under draw rules.
enum PeateeOutcome
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    // Lost.
    PEATEE_OUTCOME_LOSS = -3,
    // A loss without the draw rules. The tables do not show whether the opponent wins in time.
    PEATEE_OUTCOME_MAYBE_LOSS = -2,
    // A loss without the draw rules, a draw under them.
    PEATEE_OUTCOME_BLESSED_LOSS = -1,
    // Drawn.
    PEATEE_OUTCOME_DRAW = 0,
    // A win without the draw rules, a draw under them.
    PEATEE_OUTCOME_CURSED_WIN = 1,
    // A win without the draw rules. The tables do not show whether it comes in time.
    PEATEE_OUTCOME_MAYBE_WIN = 2,
    // A win in time: no draw rule ends the game before it.
    PEATEE_OUTCOME_WIN = 3,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum PeateeOutcome PeateeOutcome;
#else
typedef int32_t PeateeOutcome;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// Kind of the count that decides whether a win comes in time.
enum PeateeClock
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    // No count runs: every win comes in time.
    PEATEE_CLOCK_NONE = 0,
    // No move resets the count: it runs to the end of the game.
    PEATEE_CLOCK_TO_END = 1,
    // Some moves reset or end the count.
    PEATEE_CLOCK_TO_RESET = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum PeateeClock PeateeClock;
#else
typedef int32_t PeateeClock;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// The reason why a line stops.
enum PeateeLineEnd
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    // The game is over.
    PEATEE_LINE_END_GAME_OVER = 0,
    // A drawn line returned to an earlier position.
    PEATEE_LINE_END_REPETITION = 1,
    // The buffer has no room for more moves.
    PEATEE_LINE_END_CUT = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum PeateeLineEnd PeateeLineEnd;
#else
typedef int32_t PeateeLineEnd;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// State or result of a game, as a `PeateeVerdict` gives it.
enum PeateeRuling
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    // The game goes on. `value` is its value from the tables.
    PEATEE_RULING_IN_PROGRESS = 0,
    // The game goes on, and a draw can be claimed. `value` is its value from the tables.
    PEATEE_RULING_DRAW_CLAIMABLE = 1,
    // White has won.
    PEATEE_RULING_WHITE_WINS = 2,
    // Black has won.
    PEATEE_RULING_BLACK_WINS = 3,
    // Drawn without a claim.
    PEATEE_RULING_DRAWN = 4,
    // A move is not legal; `plies` moves before it were played.
    PEATEE_RULING_ILLEGAL_MOVE = 5,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum PeateeRuling PeateeRuling;
#else
typedef int32_t PeateeRuling;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// The pieces of chess.
enum PeateeChessPiece
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    // A pawn; as a promotion: none.
    PEATEE_CHESS_PIECE_PAWN = 0,
    // A knight.
    PEATEE_CHESS_PIECE_KNIGHT = 1,
    // A bishop.
    PEATEE_CHESS_PIECE_BISHOP = 2,
    // A rook.
    PEATEE_CHESS_PIECE_ROOK = 3,
    // A queen.
    PEATEE_CHESS_PIECE_QUEEN = 4,
    // A king.
    PEATEE_CHESS_PIECE_KING = 5,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum PeateeChessPiece PeateeChessPiece;
#else
typedef int32_t PeateeChessPiece;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// A handle of open tables, never 0. Any number of threads may use a handle at once.
typedef uint64_t PeateeTables;

// A set of squares, one bit each. The bits count the squares in play row by row from Black's side,
// from left to right as White sees them: bit 0 is the first square of the top row. Boards of at
// most 64 squares use only `low`; bit 64 is bit 0 of `high`.
//
// 10x10: bit = square - 1.
//
//      .  0  .  1  .  2  .  3  .  4         Black
//      5  .  6  .  7  .  8  .  9  .
//      . 10  . 11  . 12  . 13  . 14
//     15  . 16  . 17  . 18  . 19  .
//      . 20  . 21  . 22  . 23  . 24
//     25  . 26  . 27  . 28  . 29  .
//      . 30  . 31  . 32  . 33  . 34
//     35  . 36  . 37  . 38  . 39  .
//      . 40  . 41  . 42  . 43  . 44
//     45  . 46  . 47  . 48  . 49  .         White
//
// 8x8 on squares of the colour of a1 (English, Russian, Brazilian and others): bit = number - 1 in
// the numbering of English draughts.
//
//      .  0  .  1  .  2  .  3               Black
//      4  .  5  .  6  .  7  .
//      .  8  .  9  . 10  . 11
//     12  . 13  . 14  . 15  .
//      . 16  . 17  . 18  . 19
//     20  . 21  . 22  . 23  .
//      . 24  . 25  . 26  . 27
//     28  . 29  . 30  . 31  .               White
//
// For other boards see `probe/capi/docs/boards.md`.
typedef struct PeateeBitboard {
    // Bits 0 to 63.
    uint64_t low;
    // Bits 64 to 127.
    uint64_t high;
} PeateeBitboard;

// A position. Set it to zeros first, because 0 is an empty set of squares.
typedef struct PeateePosition {
    // The squares of White's men.
    struct PeateeBitboard white_men;
    // The squares of White's kings.
    struct PeateeBitboard white_kings;
    // The squares of White's parachutists, in parachute draughts; else 0.
    struct PeateeBitboard white_parachutists;
    // The squares of Black's men.
    struct PeateeBitboard black_men;
    // The squares of Black's kings.
    struct PeateeBitboard black_kings;
    // The squares of Black's parachutists, in parachute draughts; else 0.
    struct PeateeBitboard black_parachutists;
    // A `PeateeSide`; any other number is an error.
    int32_t side_to_move;
} PeateePosition;

// The value of a position for the side to move.
typedef struct PeateeValue {
    // A `PeateeStatus`. The other fields are meaningless unless it is `PEATEE_STATUS_OK`.
    int32_t status;
    // A `PeateeWdl`.
    int32_t wdl;
    // The distance in plies by the requested metric. `PEATEE_NO_PLIES` for a draw, if only WDL was
    // requested, and without a table of distances.
    int32_t plies;
} PeateeValue;

// The value of a position under draw rules with running counts.
typedef struct PeateeRuleValue {
    // A `PeateeStatus`. The other fields are meaningless unless it is `PEATEE_STATUS_OK`.
    int32_t status;
    // A `PeateeOutcome`: who wins under the rules, as far as the tables prove it.
    int32_t outcome;
    // The value without draw rules, with the plies to the end of the game.
    struct PeateeValue value;
    // A `PeateeClock`: the kind of the deciding count.
    int32_t clock;
    // Plies that the deciding count has used; `PEATEE_NO_PLIES` if no count decides.
    int32_t used_plies;
    // Plies that exhaust the deciding count; `PEATEE_NO_PLIES` if no count decides.
    int32_t limit_plies;
    // Plies of the deciding count that the winner needs; `PEATEE_NO_PLIES` if it has no meaning
    // (as for a draw), and if unknown.
    int32_t needed_plies;
} PeateeRuleValue;

// A verdict on a position after some moves.
typedef struct PeateeVerdict {
    // In: the caller's `sizeof(PeateeVerdict)`.
    size_t size;
    // A `PeateeRuling`.
    int32_t ruling;
    // Number of moves played.
    int32_t plies;
    // The position after these moves.
    struct PeateePosition position;
    // Value of a game in progress. `status` is `PEATEE_STATUS_NOT_PROBED` when the game is over,
    // and `PEATEE_STATUS_NO_TABLE` when no table has a value.
    struct PeateeRuleValue value;
    // The reason: a UTF-8 sentence with the article of the rules and a final NUL. A longer one is
    // cut.
    char text[PEATEE_TEXT_BYTES];
} PeateeVerdict;

// Options for opening tables. Set all fields to zero, then set `size` and the fields that should
// differ from the defaults. A later version may add fields at the end; programs built before
// continue to work.
typedef struct PeateeOptions {
    // `sizeof(PeateeOptions)`.
    size_t size;
    // Maximum memory for decoded tables, in bytes; 0: a quarter of the machine's memory.
    uint64_t memory_bytes;
    // The id of the variant, such as `international` or `english`; null for the only variant that
    // has tables.
    const char *variant;
    // The metrics to open, `PeateeMetric` bits; 0: all.
    uint32_t metrics;
    // Not 0: maps the files into memory. Until `peatee_close`, no program may then change or
    // shorten them, and their disk must not fail, because that would kill the process.
    int32_t map_files;
} PeateeOptions;

// The value of a position of chess for the side to move.
typedef struct PeateeChessValue {
    // A `PeateeWdl`, without the 50-move rule.
    int32_t wdl;
    // Exact plies to the next capture, pawn move or mate with best play under the 50-move rule. A
    // win with more than 100 plies is cursed, whatever the half-move clock is. `PEATEE_NO_PLIES`
    // for a draw, and without a DTZ table.
    int32_t dtz_plies;
    // A `PeateeOutcome`: who wins under the 50-move rule with the half-move clock of the position.
    int32_t outcome;
} PeateeChessValue;

// A position of chess. Set it to zeros, then set `size`. A set of squares has one bit for each
// square: a1 is bit 0, b1 bit 1, a2 bit 8, h8 bit 63. A later version may add fields at the end.
typedef struct PeateeChessPosition {
    // `sizeof(PeateeChessPosition)`.
    size_t size;
    // The squares of White's men.
    uint64_t white;
    // The squares of Black's men.
    uint64_t black;
    // The squares of all pawns.
    uint64_t pawns;
    // The squares of all knights.
    uint64_t knights;
    // The squares of all bishops.
    uint64_t bishops;
    // The squares of all rooks.
    uint64_t rooks;
    // The squares of all queens.
    uint64_t queens;
    // The squares of both kings.
    uint64_t kings;
    // A `PeateeSide`; any other number is an error.
    int32_t side_to_move;
    // The square that a pawn has just passed, from 16 (a3) to 47 (h6), whether or not a capture en
    // passant is possible; 0 for none.
    int32_t en_passant;
    // Plies since the last capture or pawn move.
    int32_t halfmove_clock;
    // Always 0: tables hold no positions with castling rights.
    int32_t castling_rights;
} PeateeChessPosition;

// A legal move of chess, with its values for the player who makes it. Plies count from before the
// move.
typedef struct PeateeChessMove {
    // Square that the piece moves from, 0 to 63.
    int32_t from;
    // Square that the piece moves to, 0 to 63.
    int32_t to;
    // A `PeateeChessPiece`: the piece that a pawn becomes; 0 for no promotion.
    int32_t promotion;
    // Who wins, DTZ, and the outcome with the half-move clock of the position.
    struct PeateeChessValue value;
    // Plies to mate; `PEATEE_NO_PLIES` for a draw, and without a DTM table.
    int32_t dtm_plies;
    // Plies to the next capture, promotion or mate; `PEATEE_NO_PLIES` for a draw, and without a
    // DTC table.
    int32_t dtc_plies;
    // The move in UCI, such as `e7e8q`, with a final NUL.
    char uci[PEATEE_UCI_BYTES];
    // The move in SAN, such as `exd8=Q+`, with a final NUL.
    char san[PEATEE_SAN_BYTES];
} PeateeChessMove;

// A legal move of the position of a FEN, with its values for the player who makes it.
typedef struct PeateeFenMove {
    // The move in the notation of the game, in chess SAN, with a final NUL.
    char text[PEATEE_MOVE_BYTES];
    // The value without draw rules. Its plies are those to the end of the game, from before the
    // move; none in chess under draw rules.
    struct PeateeValue value;
    // A `PeateeOutcome`: who wins under the draw rules; without draw rules, the same as `value`.
    int32_t outcome;
    // Plies that the winner needs with this move, under the count that decides whether the win
    // comes in time; 1 for a move that resets this count. `PEATEE_NO_PLIES` without draw rules, if
    // the number has no meaning (as for a draw), and if it is unknown.
    int32_t needed_plies;
} PeateeFenMove;

// Facts about open tables. A later version may add fields at the end.
typedef struct PeateeInfo {
    // In: the caller's `sizeof(PeateeInfo)`.
    size_t size;
    // The id of the variant, with a final NUL.
    char variant[32];
    // Number of squares in play.
    int32_t squares;
    // Files (columns) of the board.
    int32_t files;
    // Ranks (rows) of the board.
    int32_t ranks;
    // Maximum number of pieces in the tables, both sides together.
    int32_t most_pieces;
    // Maximum number of pieces of one side in the tables.
    int32_t most_pieces_of_a_side;
    // The metrics of the tables, `PeateeMetric` bits.
    uint32_t metrics;
    // Number of usable tables.
    int32_t tables;
    // Number of listed tables that are missing or damaged; `peatee_fault` names them.
    int32_t faults;
    // Memory budget for decoded tables, in bytes. It limits `expanded_bytes` and `cached_bytes`
    // together.
    uint64_t memory_budget_bytes;
    // Bytes of expanded parts of tables. Such a part stays decoded in memory, and a probe reads a
    // value from it in a single memory access.
    uint64_t expanded_bytes;
    // Bytes of the recently read parts in the cache.
    uint64_t cached_bytes;
    // Number of requests for parts that the cache answered.
    uint64_t cache_hits;
    // Number of parts read from a file.
    uint64_t cache_misses;
} PeateeInfo;

// A legal move.
typedef struct PeateeMove {
    // Bit of the square that the piece moves from.
    int32_t from;
    // Bit of the square that the piece moves to.
    int32_t to;
    // A `PeateeKind`: the kind of the piece before the move.
    int32_t kind;
    // A `PeateeKind`: the kind after the move. A man that promotes becomes a king.
    int32_t becomes;
    // The squares of the captured pieces; empty for a quiet move.
    struct PeateeBitboard captured;
    // The position after the move.
    struct PeateePosition after;
    // The value for the player who makes the move. Its plies are those to the end of the game,
    // from before the move.
    struct PeateeValue value;
    // Plies to the next capture or move of any piece but a king, from before the move;
    // `PEATEE_NO_PLIES` if unknown, and for a move that draws.
    int32_t dtc_plies;
} PeateeMove;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Plays moves from a position under draw rules, and judges the game after them: lost, drawn, a
// draw to claim, an illegal move, or in progress with its value from the tables. Repetitions count
// from the first position on.
//
// `rules` and `counts` are those of `peatee_probe_under_rules`. `moves` are `count` texts in the
// form of `peatee_move_text`; null if `count` is 0. Set `verdict->size` first.
//
// Errors: `PEATEE_STATUS_BAD_RULES`, and those of `peatee_probe_wdl`. An illegal move and a
// position without a table are no errors: they give a verdict.
//
// # Safety
// All pointers keep the promise at the top of the header.
PeateeStatus peatee_adjudicate(PeateeTables tables,
                               const struct PeateePosition *position,
                               const char *rules,
                               const char *counts,
                               const char *const *moves,
                               size_t count,
                               struct PeateeVerdict *verdict);

// Opens tables of chess: `peatee_open` with `chess` as the variant.
//
// Errors: those of `peatee_open`.
//
// # Safety
// All pointers keep the promise at the top of the header.
PeateeStatus peatee_chess_open(const char *directory, const struct PeateeOptions *options, PeateeTables *tables);

// Answers like `peatee_chess_probe_dtz`, for the position of a FEN.
//
// Errors: those of `peatee_probe_fen`.
//
// # Safety
// All pointers keep the promise at the top of the header.
PeateeStatus peatee_chess_probe(PeateeTables tables, const char *fen, struct PeateeChessValue *value);

// Answers like `peatee_probe_fen`, with DTM.
//
// Errors: those of `peatee_probe_fen`.
//
// # Safety
// All pointers keep the promise at the top of the header.
PeateeStatus peatee_chess_probe_dtm(PeateeTables tables, const char *fen, struct PeateeValue *value);

// Answers like `peatee_probe_fen`, with DTC.
//
// Errors: those of `peatee_probe_fen`.
//
// # Safety
// All pointers keep the promise at the top of the header.
PeateeStatus peatee_chess_probe_dtc(PeateeTables tables, const char *fen, struct PeateeValue *value);

// Tells who wins a position of chess: `wdl` receives a `PeateeWdl` for the side to move, without
// the 50-move rule. `wdl` is not changed on an error.
//
// Errors: `PEATEE_STATUS_BAD_POSITION` for an impossible position, such as one in which the side
// that has just moved is in check; `PEATEE_STATUS_BAD_ARGUMENT`, `PEATEE_STATUS_NO_TABLE`,
// `PEATEE_STATUS_DAMAGED`, `PEATEE_STATUS_BAD_HANDLE`, `PEATEE_STATUS_NULL_POINTER`.
//
// # Safety
// All pointers keep the promise at the top of the header.
PeateeStatus peatee_chess_probe_wdl(PeateeTables tables, const struct PeateeChessPosition *position, int32_t *wdl);

// Gives the value of a position of chess: who wins, the exact distance (DTZ), and the outcome
// under the 50-move rule with the half-move clock of the position. `value` is not changed on an
// error.
//
// Errors: those of `peatee_chess_probe_wdl`.
//
// # Safety
// All pointers keep the promise at the top of the header.
PeateeStatus peatee_chess_probe_dtz(PeateeTables tables,
                                    const struct PeateeChessPosition *position,
                                    struct PeateeChessValue *value);

// Tells who wins a position of chess, and a distance. `metric` is one `PeateeMetric`:
// `PEATEE_METRIC_WDL` for no distance, `PEATEE_METRIC_DTR` for DTZ under the 50-move rule,
// `PEATEE_METRIC_DTW` for the plies to mate (DTM), `PEATEE_METRIC_DTC` for the plies to the next
// capture, promotion or mate. `value` is not changed on an error.
//
// Errors: those of `peatee_chess_probe_wdl`. Without a table of DTM or DTC,
// `PEATEE_STATUS_NO_TABLE`; without a table of DTZ, the distance is `PEATEE_NO_PLIES`.
//
// # Safety
// All pointers keep the promise at the top of the header.
PeateeStatus peatee_chess_probe_metric(PeateeTables tables,
                                       const struct PeateeChessPosition *position,
                                       uint32_t metric,
                                       struct PeateeValue *value);

// Answers like `peatee_chess_probe_metric` for `count` positions. `values` receives a value for
// each.
//
// All positions are answered. A position without an answer has its `PeateeStatus` in `status` of
// its value, and the call returns the status of the first such position. Both arrays may be null
// if `count` is 0; they must not overlap. All positions have the `size` of the first.
//
// Errors: those of `peatee_chess_probe_metric`.
//
// # Safety
// All pointers keep the promise at the top of the header.
PeateeStatus peatee_chess_probe_many(PeateeTables tables,
                                     const struct PeateeChessPosition *positions,
                                     size_t count,
                                     uint32_t metric,
                                     struct PeateeValue *values);

// Lists all legal moves of a position of chess with their values, best first: by the outcome under
// the 50-move rule with the half-move clock of the position, then by DTZ. `count` receives the
// number of moves, 0 when the game is over. `moves` has room for `capacity` moves and receives the
// first of them; it may be null if `capacity` is 0.
//
// Errors: `PEATEE_STATUS_TOO_SMALL` when `count` is more than `capacity`, and those of
// `peatee_chess_probe_wdl`.
//
// # Safety
// All pointers keep the promise at the top of the header.
PeateeStatus peatee_chess_moves(PeateeTables tables,
                                const struct PeateeChessPosition *position,
                                struct PeateeChessMove *moves,
                                size_t capacity,
                                size_t *count);

// Reads a FEN of chess. Set `position->size` first. The move number is dropped.
//
// Errors: `PEATEE_STATUS_BAD_POSITION` for a wrong FEN, and for castling rights, because tables
// hold positions without them; `PEATEE_STATUS_BAD_ARGUMENT`, `PEATEE_STATUS_NULL_POINTER`.
//
// # Safety
// All pointers keep the promise at the top of the header.
PeateeStatus peatee_chess_position_from_fen(const char *fen, struct PeateeChessPosition *position);

// Writes the FEN of a position of chess, with the move number 1. `buffer` of `capacity` bytes
// receives the text with a NUL; `length`, which may be null, receives its length in bytes without
// the NUL.
//
// Errors: `PEATEE_STATUS_BAD_POSITION`, `PEATEE_STATUS_TOO_SMALL`, `PEATEE_STATUS_BAD_ARGUMENT`,
// `PEATEE_STATUS_NULL_POINTER`.
//
// # Safety
// All pointers keep the promise at the top of the header.
PeateeStatus peatee_chess_position_to_fen(const struct PeateeChessPosition *position,
                                          char *buffer,
                                          size_t capacity,
                                          size_t *length);

// Probes the position of a FEN: tells who wins, and a distance. The FEN must be one of the
// handle's game. `metric` is one `PeateeMetric` and selects the distance: `PEATEE_METRIC_WDL` for
// none, `PEATEE_METRIC_DTW` for the plies to the end of the game (DTM in chess),
// `PEATEE_METRIC_DTC` for the plies to the next conversion, `PEATEE_METRIC_DTR`, only in chess,
// for DTZ under the 50-move rule. `value` is not changed on an error.
//
// Errors: `PEATEE_STATUS_BAD_POSITION` for a wrong FEN and, in chess, for castling rights;
// `PEATEE_STATUS_NO_TABLE`, also for a missing table of the distance, except that DTZ is then
// `PEATEE_NO_PLIES`; `PEATEE_STATUS_DAMAGED`, `PEATEE_STATUS_BAD_HANDLE`,
// `PEATEE_STATUS_BAD_ARGUMENT`, `PEATEE_STATUS_NULL_POINTER`.
//
// # Safety
// All pointers keep the promise at the top of the header.
PeateeStatus peatee_probe_fen(PeateeTables tables, const char *fen, uint32_t metric, struct PeateeValue *value);

// Gives the value of the position of a FEN under draw rules. `rules` and `counts` are those of
// `peatee_probe_under_rules`. In chess the rules are `FIDE-50` or `FIDE-75`, the FEN has the
// half-move clock, `counts` is null, and `needed_plies` of a win or loss is DTZ. `value` is not
// changed on an error.
//
// Errors: `PEATEE_STATUS_BAD_RULES`, and those of `peatee_probe_fen`.
//
// # Safety
// All pointers keep the promise at the top of the header.
PeateeStatus peatee_probe_fen_under_rules(PeateeTables tables,
                                          const char *fen,
                                          const char *rules,
                                          const char *counts,
                                          struct PeateeRuleValue *value);

// Lists all legal moves of the position of a FEN with their values, best first. `rules` names the
// draw rules; if it is null, values and order are those of best play without draw rules. Under
// draw rules, chess uses the half-move clock of the FEN, and in draughts no count has used a ply.
// `count` receives the number of moves, 0 when the game is over. `moves` has room for `capacity`
// moves and receives the first of them; it may be null if `capacity` is 0.
//
// Errors: `PEATEE_STATUS_TOO_SMALL` when `count` is more than `capacity`, and those of
// `peatee_probe_fen_under_rules`.
//
// # Safety
// All pointers keep the promise at the top of the header.
PeateeStatus peatee_moves_fen(PeateeTables tables,
                              const char *fen,
                              const char *rules,
                              struct PeateeFenMove *moves,
                              size_t capacity,
                              size_t *count);

// Returns the version of the library, such as `0.1.0`. The text remains valid for ever.
const char *peatee_version(void);

// Returns the `PEATEE_ABI_VERSION` with which the library was built. A program that needs
// functions or fields of its header checks that this version is not less.
uint32_t peatee_abi_version(void);

// Returns the text of the last failed call of this thread: what was wrong, where, and what to do.
// Empty if no call has failed. The text remains valid until the next failed call of this thread.
const char *peatee_last_error(void);

// Returns the name of a `PeateeStatus`, such as `no-table`; `unknown` for other numbers. The text
// remains valid for ever.
const char *peatee_status_name(int32_t status);

// Describes open tables, and their use of memory. Set `info->size` first.
//
// Errors: `PEATEE_STATUS_BAD_HANDLE`, `PEATEE_STATUS_NULL_POINTER`, `PEATEE_STATUS_BAD_ARGUMENT`.
//
// # Safety
// All pointers keep the promise at the top of the header.
PeateeStatus peatee_info(PeateeTables tables, struct PeateeInfo *info);

// Describes a table that the manifest lists but that cannot be used: its file and the reason.
// `number` is at least 0 and less than `faults` of `PeateeInfo`. `buffer` of `capacity` bytes
// receives the text with a NUL; `length`, which may be null, receives its length in bytes without
// the NUL.
//
// Errors: `PEATEE_STATUS_BAD_ARGUMENT` for a number beyond the last table,
// `PEATEE_STATUS_TOO_SMALL`, `PEATEE_STATUS_BAD_HANDLE`, `PEATEE_STATUS_NULL_POINTER`.
//
// # Safety
// All pointers keep the promise at the top of the header.
PeateeStatus peatee_fault(PeateeTables tables, size_t number, char *buffer, size_t capacity, size_t *length);

// Reads a whole table and compares it with its checksums. `number` is at least 0 and less than
// `tables` of `PeateeInfo`. `buffer` receives the name of the table; see `peatee_fault` for
// `capacity` and `length`. Takes seconds for a large table.
//
// Errors: `PEATEE_STATUS_DAMAGED`, and those of `peatee_fault`.
//
// # Safety
// All pointers keep the promise at the top of the header.
PeateeStatus peatee_check_table(PeateeTables tables, size_t number, char *buffer, size_t capacity, size_t *length);

// Lists all legal moves with their values, best first: fast wins, draws, slow losses. `count`
// receives the number of moves, 0 when the game is over. `moves` has room for `capacity` moves and
// receives the first of them; it may be null if `capacity` is 0.
//
// Errors: `PEATEE_STATUS_TOO_SMALL` when `count` is more than `capacity`, and those of
// `peatee_probe_wdl`.
//
// # Safety
// All pointers keep the promise at the top of the header.
PeateeStatus peatee_moves(PeateeTables tables,
                          const struct PeateePosition *position,
                          struct PeateeMove *moves,
                          size_t capacity,
                          size_t *count);

// Lists all legal moves like `peatee_moves`, but without values: `value.status` is
// `PEATEE_STATUS_NOT_PROBED`. Serves positions without a table too.
//
// Errors: those of `peatee_moves` except `PEATEE_STATUS_NO_TABLE` and `PEATEE_STATUS_DAMAGED`;
// `PEATEE_STATUS_TOO_MANY_CAPTURES`.
//
// # Safety
// All pointers keep the promise at the top of the header.
PeateeStatus peatee_legal_moves(PeateeTables tables,
                                const struct PeateePosition *position,
                                struct PeateeMove *moves,
                                size_t capacity,
                                size_t *count);

// Gives the best move: the first of `peatee_moves`.
//
// Errors: `PEATEE_STATUS_GAME_OVER` when there is no move, and those of `peatee_probe_wdl`.
//
// # Safety
// All pointers keep the promise at the top of the header.
PeateeStatus peatee_best_move(PeateeTables tables, const struct PeateePosition *position, struct PeateeMove *best);

// Gives a best line from a position, of at most `capacity` moves. `count` receives the number of
// moves; `end`, which may be null, receives a `PeateeLineEnd`. A won position needs DTW tables,
// because play without distances could repeat positions without end.
//
// Errors: those of `peatee_probe_wdl`.
//
// # Safety
// All pointers keep the promise at the top of the header.
PeateeStatus peatee_best_line(PeateeTables tables,
                              const struct PeateePosition *position,
                              struct PeateeMove *moves,
                              size_t capacity,
                              size_t *count,
                              int32_t *end);

// Opens the tables of one game, a variant of draughts or chess.
//
// `directory` holds the tables, or a folder that is named after the game and holds them. Opening
// checks headers and lengths of the files; the rest of a file is checked when it is read. Missing
// and damaged files are left out: `peatee_info` counts them, `peatee_fault` names them.
//
// `options` may be null for the defaults. `tables` receives the handle, 0 on an error. Close it
// with `peatee_close`.
//
// Errors: `PEATEE_STATUS_CANNOT_OPEN`, `PEATEE_STATUS_BAD_ARGUMENT`, `PEATEE_STATUS_NULL_POINTER`.
//
// # Safety
// All pointers keep the promise at the top of the header.
PeateeStatus peatee_open(const char *directory, const struct PeateeOptions *options, PeateeTables *tables);

// Opens tables like `peatee_open`, of one game in several directories. If several directories have
// the same table, the first usable file is taken. `count` is the number of `directories`.
//
// Errors: those of `peatee_open`.
//
// # Safety
// All pointers keep the promise at the top of the header.
PeateeStatus peatee_open_several(const char *const *directories,
                                 size_t count,
                                 const struct PeateeOptions *options,
                                 PeateeTables *tables);

// Closes tables. From then on, every thread gets an error for the handle. A call that another
// thread has begun is finished. Memory and files are released when no thread uses the tables any
// more: a thread that has probed them releases them at its next call or its end.
//
// Errors: `PEATEE_STATUS_BAD_HANDLE`.
PeateeStatus peatee_close(PeateeTables tables);

// Tells who wins: `wdl` receives a `PeateeWdl` for the side to move. Works for positions with
// captures too. `wdl` is not changed on an error.
//
// Errors: `PEATEE_STATUS_NO_TABLE`, `PEATEE_STATUS_BAD_POSITION`, `PEATEE_STATUS_DAMAGED`,
// `PEATEE_STATUS_BAD_HANDLE`, `PEATEE_STATUS_BAD_ARGUMENT`, `PEATEE_STATUS_NULL_POINTER`.
//
// # Safety
// All pointers keep the promise at the top of the header.
PeateeStatus peatee_probe_wdl(PeateeTables tables, const struct PeateePosition *position, int32_t *wdl);

// Answers like `peatee_probe_wdl` if the value is in memory; reads no file. Parts of tables that
// `peatee_probe_wdl` often needs are in memory.
//
// Errors: `PEATEE_STATUS_NOT_IN_MEMORY`, also for positions without a table;
// `PEATEE_STATUS_BAD_HANDLE`, `PEATEE_STATUS_BAD_ARGUMENT`, `PEATEE_STATUS_NULL_POINTER`.
//
// # Safety
// All pointers keep the promise at the top of the header.
PeateeStatus peatee_probe_wdl_in_memory(PeateeTables tables, const struct PeateePosition *position, int32_t *wdl);

// Tells who wins and in how many plies (DTW): `value->plies` is the distance to the end of the
// game, when the winner hurries and the loser delays. Without a DTW table, the WDL table answers,
// and `value->plies` is `PEATEE_NO_PLIES`. `value` is not changed on an error.
//
// Errors: those of `peatee_probe_wdl`.
//
// # Safety
// All pointers keep the promise at the top of the header.
PeateeStatus peatee_probe(PeateeTables tables, const struct PeateePosition *position, struct PeateeValue *value);

// Tells who wins, and the distance to conversion (DTC): `value->plies` is the distance to the next
// capture, to the next move of any piece but a king, or to the end of the game. Needs WDL and DTC
// tables. `value` is not changed on an error.
//
// Errors: those of `peatee_probe_wdl`.
//
// # Safety
// All pointers keep the promise at the top of the header.
PeateeStatus peatee_probe_dtc(PeateeTables tables, const struct PeateePosition *position, struct PeateeValue *value);

// Answers like `peatee_probe_wdl` for `count` positions. `values` receives a value for each, with
// `PEATEE_NO_PLIES` as its plies. Faster than single calls, because waits for memory overlap.
//
// All positions are answered. A position without an answer has its `PeateeStatus` in `status` of
// its value, and the call returns the status of the first such position. Both arrays may be null
// if `count` is 0; they must not overlap.
//
// Errors: those of `peatee_probe_wdl`.
//
// # Safety
// All pointers keep the promise at the top of the header.
PeateeStatus peatee_probe_wdl_many(PeateeTables tables,
                                   const struct PeateePosition *positions,
                                   size_t count,
                                   struct PeateeValue *values);

// Answers like `peatee_probe` for `count` positions; see `peatee_probe_wdl_many`.
//
// Errors: those of `peatee_probe_wdl`.
//
// # Safety
// All pointers keep the promise at the top of the header.
PeateeStatus peatee_probe_many(PeateeTables tables,
                               const struct PeateePosition *positions,
                               size_t count,
                               struct PeateeValue *values);

// Answers like `peatee_probe_dtc` for `count` positions; see `peatee_probe_wdl_many`.
//
// Errors: those of `peatee_probe_wdl`.
//
// # Safety
// All pointers keep the promise at the top of the header.
PeateeStatus peatee_probe_dtc_many(PeateeTables tables,
                                   const struct PeateePosition *positions,
                                   size_t count,
                                   struct PeateeValue *values);

// Gives the value of a position under draw rules with running counts. `rules` names a set of draw
// rules by its code, such as `FMJD-100`. Readings (chosen interpretations of ambiguous articles)
// may follow, as in `FMJD-64+restarts`. `counts` states how many plies the count of each article
// has used: `6.2=12,6.3=4`; null if no count has used a ply. `probe/rules/docs/readings.md` lists
// codes, readings and articles. Repetition is ignored.
//
// Errors: `PEATEE_STATUS_BAD_RULES`, and those of `peatee_probe_wdl`.
//
// # Safety
// All pointers keep the promise at the top of the header.
PeateeStatus peatee_probe_under_rules(PeateeTables tables,
                                      const struct PeateePosition *position,
                                      const char *rules,
                                      const char *counts,
                                      struct PeateeRuleValue *value);

// Answers like `peatee_probe_under_rules` for `count` positions. `counts` has a text or null for
// each position, or is null itself if no count has used a ply. Errors of single positions are
// reported as by `peatee_probe_wdl_many`.
//
// Errors: those of `peatee_probe_under_rules`.
//
// # Safety
// All pointers keep the promise at the top of the header.
PeateeStatus peatee_probe_under_rules_many(PeateeTables tables,
                                           const struct PeateePosition *positions,
                                           size_t count,
                                           const char *rules,
                                           const char *const *counts,
                                           struct PeateeRuleValue *values);

// Reads a FEN, such as `W:W23:B5,6`, or a position of the Hub protocol. Squares are named as usual
// in the variant: by numbers, or by letters and digits.
//
// Errors: `PEATEE_STATUS_BAD_POSITION`, `PEATEE_STATUS_BAD_HANDLE`, `PEATEE_STATUS_BAD_ARGUMENT`,
// `PEATEE_STATUS_NULL_POINTER`.
//
// # Safety
// All pointers keep the promise at the top of the header.
PeateeStatus peatee_position_from_fen(PeateeTables tables, const char *fen, struct PeateePosition *position);

// Writes the FEN of a position. `buffer` of `capacity` bytes receives the text with a NUL;
// `length`, which may be null, receives its length in bytes without the NUL.
//
// Errors: `PEATEE_STATUS_TOO_SMALL`, and those of `peatee_position_from_fen`.
//
// # Safety
// All pointers keep the promise at the top of the header.
PeateeStatus peatee_position_to_fen(PeateeTables tables,
                                    const struct PeateePosition *position,
                                    char *buffer,
                                    size_t capacity,
                                    size_t *length);

// Writes the text of a legal move, such as `28-32`, with as many squares as distinguish it from
// the other moves. Only `from`, `to`, `kind`, `becomes` and `captured` of `mv` are read. `buffer`,
// `capacity` and `length` are those of `peatee_position_to_fen`.
//
// Errors: `PEATEE_STATUS_BAD_MOVE` when the move is not legal, and those of
// `peatee_position_to_fen`; `PEATEE_STATUS_TOO_MANY_CAPTURES`.
//
// # Safety
// All pointers keep the promise at the top of the header.
PeateeStatus peatee_move_text(PeateeTables tables,
                              const struct PeateePosition *position,
                              const struct PeateeMove *mv,
                              char *buffer,
                              size_t capacity,
                              size_t *length);

// Reads the text of a move and plays it. `after` receives the position after the move; it may be
// the same object as `position`.
//
// Errors: `PEATEE_STATUS_BAD_MOVE`, and those of `peatee_position_from_fen`.
//
// # Safety
// All pointers keep the promise at the top of the header.
PeateeStatus peatee_play(PeateeTables tables,
                         const struct PeateePosition *position,
                         const char *mv,
                         struct PeateePosition *after);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* PEATEE_H */
