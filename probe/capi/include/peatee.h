/*
 * Peatee: exact values of endings of draughts and chess, read from tables.
 *
 * Handles. A `PeateeTables` is a number, not a pointer. One that was closed is refused for ever.
 *
 * Threads. Every function may be called from any number of threads at once, on the same handle too. Nothing needs a lock
 * of the caller. The last error is kept for each thread.
 *
 * Errors. A function that can fail returns a `PeateeStatus`; `peatee_last_error` says what was wrong and what to do. No
 * value is ever wrong: a damaged file gives an error. Where nothing else is said, results are not written on an error.
 *
 * Pointers. The library keeps no pointer of the caller and frees nothing of his. The caller promises: a pointer that is
 * not null points to as many objects as the call says, or to a text in UTF-8 that ends with NUL, as long as the call
 * lasts; results do not overlap arrays that are read, and no other thread uses them meanwhile. Where nothing else is said,
 * null is an error.
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

// The version of the interface. It grows when a function or field is added, and programs built for
// an older one go on as they are.
#define PEATEE_ABI_VERSION 5

// Bytes of `PeateeChessMove.uci`.
#define PEATEE_UCI_BYTES 8

// Bytes of `PeateeChessMove.san`.
#define PEATEE_SAN_BYTES 16

// Bytes of `PeateeFenMove.text`.
#define PEATEE_MOVE_BYTES 256

// Bytes of `PeateeVerdict.text`.
#define PEATEE_TEXT_BYTES 256

// In place of a number of plies: there is none, as of a draw, or it is not known.
#define PEATEE_NO_PLIES -1

// End of a call. Every function that can fail returns this; `peatee_last_error` has the text.
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
    // The buffer is too small: it has as much as fits, and `count` or `length` says what is
    // needed.
    PEATEE_STATUS_TOO_SMALL = 10,
    // The game is over: there is no move.
    PEATEE_STATUS_GAME_OVER = 11,
    // The board has more captures than can be listed. No position of a table has.
    PEATEE_STATUS_TOO_MANY_CAPTURES = 12,
    // Memory does not have the answer, and files were not to be read.
    PEATEE_STATUS_NOT_IN_MEMORY = 13,
    // The value was not requested; only in fields named `status`.
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

// Who wins with best play. The numbers are of the side to move.
enum PeateeWdl
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    // The side to move loses.
    PEATEE_WDL_LOSS = -1,
    // Nobody wins.
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
    // The other one.
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
    // Win, draw, loss.
    PEATEE_METRIC_WDL = 1,
    // Plies to the end of the game.
    PEATEE_METRIC_DTW = 2,
    // Plies to the next capture or move of any piece but a king.
    PEATEE_METRIC_DTC = 4,
    // Plies to the next move that sets a count of draw rules back: of all rules.
    PEATEE_METRIC_DTR = 8,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum PeateeMetric PeateeMetric;
#else
typedef uint32_t PeateeMetric;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// Who wins under draw rules, for the side to move.
enum PeateeOutcome
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    // Lost.
    PEATEE_OUTCOME_LOSS = -3,
    // Lost without the rules; the tables do not say whether the other side's win comes in time.
    PEATEE_OUTCOME_MAYBE_LOSS = -2,
    // A loss without the draw rules, a draw under them.
    PEATEE_OUTCOME_BLESSED_LOSS = -1,
    // Drawn.
    PEATEE_OUTCOME_DRAW = 0,
    // A win without the draw rules, a draw under them.
    PEATEE_OUTCOME_CURSED_WIN = 1,
    // Won without the rules; the tables do not say whether the win comes in time.
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

// The deciding count.
enum PeateeClock
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    // No count runs: every win comes in time.
    PEATEE_CLOCK_NONE = 0,
    // A count that nothing sets back: it runs to the end of the game.
    PEATEE_CLOCK_TO_END = 1,
    // A count that some moves set back or end.
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

// Ruling of a verdict.
enum PeateeRuling
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    // The game goes on. `value` has what the tables say of it.
    PEATEE_RULING_IN_PROGRESS = 0,
    // The game goes on, and a draw can be claimed. `value` has what the tables say of it.
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
    // In place of a promotion: none.
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

// A handle of open tables. 0 is never one. A handle may be used by any number of threads at once.
typedef uint64_t PeateeTables;

// A set of squares, one bit each. Bits count the squares that are played on, row by row from
// Black's side, from left to right as White sees them. Bit 0 is the first square of the top row.
// Boards of at most 64 squares use `low` alone; bit 64 is bit 0 of `high`.
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
// 8x8 on the colour of a1 (English, Russian, Brazilian and others): bit = number - 1 in the
// numbering of English draughts.
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
// The other boards: `probe/capi/docs/boards.md`.
typedef struct PeateeBitboard {
    // Bits 0 to 63.
    uint64_t low;
    // Bits 64 to 127.
    uint64_t high;
} PeateeBitboard;

// A position. Set it to zeros first: an empty set of squares is 0.
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
    // A `PeateeStatus`: whether there is an answer. The other fields mean nothing if it is not
    // `PEATEE_STATUS_OK`.
    int32_t status;
    // A `PeateeWdl`.
    int32_t wdl;
    // The distance in plies by the requested metric; `PEATEE_NO_PLIES` for a draw, where only WDL
    // was requested, and where there is no table with distances.
    int32_t plies;
} PeateeValue;

// The value of a position under draw rules with running counts.
typedef struct PeateeRuleValue {
    // A `PeateeStatus`: whether there is an answer. The other fields mean nothing if it is not
    // `PEATEE_STATUS_OK`.
    int32_t status;
    // A `PeateeOutcome`: who wins under the rules, as far as the tables prove it.
    int32_t outcome;
    // The value without rules, plies to the end of the game.
    struct PeateeValue value;
    // A `PeateeClock`: the count that binds.
    int32_t clock;
    // Plies of that count that have been played; `PEATEE_NO_PLIES` where none binds.
    int32_t used_plies;
    // Plies that exhaust that count; `PEATEE_NO_PLIES` where none binds.
    int32_t limit_plies;
    // Plies of that count that the winner needs; `PEATEE_NO_PLIES` where that has no meaning or is
    // not known.
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
    // The position after them.
    struct PeateePosition position;
    // Value of a game in progress. `status` is `PEATEE_STATUS_NOT_PROBED` when the
    // game is over, and `PEATEE_STATUS_NO_TABLE` where no table says anything.
    struct PeateeRuleValue value;
    // The reason: a sentence of UTF-8 with the article of the rules, NUL at the end. A longer one
    // is cut.
    char text[PEATEE_TEXT_BYTES];
} PeateeVerdict;

// Options of opening. Set all to zeros, then `size`, then what should differ from the defaults.
// A later version may add fields at the end; programs built before go on as they are.
typedef struct PeateeOptions {
    // `sizeof(PeateeOptions)`.
    size_t size;
    // Maximal memory for decoded tables, in bytes; 0: a quarter of the machine's memory.
    uint64_t memory_bytes;
    // The id of the variant, as `international` or `english`; null: the only variant that has
    // tables.
    const char *variant;
    // The metrics to open, `PeateeMetric` bits; 0: all.
    uint32_t metrics;
    // Not 0: files are mapped into memory. Then no program may change or shorten them until
    // `peatee_close`, and their disk must not fail: that would kill the process.
    int32_t map_files;
} PeateeOptions;

// The value of a position of chess for the side to move.
typedef struct PeateeChessValue {
    // A `PeateeWdl`, as if there were no 50-move rule.
    int32_t wdl;
    // Exact plies to the next capture, pawn move or mate with best play under the 50-move rule;
    // more than 100: the win is cursed with every clock. `PEATEE_NO_PLIES` for a draw, and where
    // there is no DTZ table.
    int32_t dtz_plies;
    // A `PeateeOutcome`: who wins under the 50-move rule with the half-move clock of the position.
    int32_t outcome;
} PeateeChessValue;

// A position of chess. Set it to zeros, then `size`. A set of squares has one bit for each: a1 is
// bit 0, b1 bit 1, a2 bit 8, h8 bit 63. A later version may add fields at the end.
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
    // The square that a pawn has just passed, from 16 (a3) to 47 (h6), whether or not it can be
    // captured there; 0 for none.
    int32_t en_passant;
    // Plies since the last capture or pawn move.
    int32_t halfmove_clock;
    // 0. Tables hold no positions in which a side may castle.
    int32_t castling_rights;
} PeateeChessPosition;

// A legal move of chess and its values for the player who makes it, plies counted from before it.
typedef struct PeateeChessMove {
    // The square that the piece leaves, 0 to 63.
    int32_t from;
    // The square that it comes to, 0 to 63.
    int32_t to;
    // A `PeateeChessPiece`: what a pawn becomes; 0 for no promotion.
    int32_t promotion;
    // Who wins, DTZ, and the outcome with the half-move clock of the position.
    struct PeateeChessValue value;
    // Plies to mate; `PEATEE_NO_PLIES` for a draw, and where there is no DTM table.
    int32_t dtm_plies;
    // Plies to the next capture, promotion or mate; `PEATEE_NO_PLIES` for a draw, and where there
    // is no DTC table.
    int32_t dtc_plies;
    // The move in UCI, as `e7e8q`, NUL at the end.
    char uci[PEATEE_UCI_BYTES];
    // The move in SAN, as `exd8=Q+`, NUL at the end.
    char san[PEATEE_SAN_BYTES];
} PeateeChessMove;

// A legal move of a FEN and its values for the player who makes it.
typedef struct PeateeFenMove {
    // The move as the game writes it, in chess SAN, NUL at the end.
    char text[PEATEE_MOVE_BYTES];
    // The value as if no rule counted moves, plies to the end of the game from before the move;
    // in chess under draw rules without plies.
    struct PeateeValue value;
    // A `PeateeOutcome`: who wins under the draw rules; without any as `value` says.
    int32_t outcome;
    // Plies of the count that binds that the winner needs with this move, 1 for a move that sets
    // it back; `PEATEE_NO_PLIES` without draw rules, and where that has no meaning or is not
    // known.
    int32_t needed_plies;
} PeateeFenMove;

// Facts about open tables. A later version may add fields at the end.
typedef struct PeateeInfo {
    // In: the caller's `sizeof(PeateeInfo)`.
    size_t size;
    // The id of the variant, NUL at the end.
    char variant[32];
    // Number of squares that are played on.
    int32_t squares;
    // Files (columns) of the board.
    int32_t files;
    // Ranks (rows) of the board.
    int32_t ranks;
    // Maximal number of pieces in the tables, both sides together.
    int32_t most_pieces;
    // Maximal number of pieces of one side in the tables.
    int32_t most_pieces_of_a_side;
    // The metrics of the tables, `PeateeMetric` bits.
    uint32_t metrics;
    // Number of tables that can be used.
    int32_t tables;
    // Number of listed tables that are missing or damaged; `peatee_fault` names them.
    int32_t faults;
    // Memory budget of expanded parts and cache together, in bytes.
    uint64_t memory_budget_bytes;
    // Bytes of expanded parts, whose values need a single memory access.
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
    // The bit of the square that the piece leaves.
    int32_t from;
    // The bit of the square that it comes to.
    int32_t to;
    // A `PeateeKind`: what the piece is before the move.
    int32_t kind;
    // A `PeateeKind`: what it is after the move. A man that promotes becomes a king.
    int32_t becomes;
    // The squares of the captured pieces; empty for a quiet move.
    struct PeateeBitboard captured;
    // The position after the move.
    struct PeateePosition after;
    // The value for the player who makes the move, plies to the end of the game from before it.
    struct PeateeValue value;
    // Plies to the next capture or move of any piece but a king, from before the move;
    // `PEATEE_NO_PLIES` where that is not known or the move draws.
    int32_t dtc_plies;
} PeateeMove;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Plays moves from a position under draw rules, and judges what stands on the board then: lost,
// drawn, a draw to claim, an illegal move, or in progress with what the tables say. Repetition
// counts, from the first position on.
//
// `rules` and `counts`: as for `peatee_probe_under_rules`. `moves` are `count` texts as
// `peatee_move_text` writes them; null when `count` is 0. Set `verdict->size` first.
//
// Errors: `PEATEE_STATUS_BAD_RULES`, and those of `peatee_probe_wdl`. A move that is not legal is
// no error but a verdict, and a position that no table answers for has a verdict, too.
//
// # Safety
// The promise on pointers at the top of the header.
PeateeStatus peatee_adjudicate(PeateeTables tables,
                               const struct PeateePosition *position,
                               const char *rules,
                               const char *counts,
                               const char *const *moves,
                               size_t count,
                               struct PeateeVerdict *verdict);

// `peatee_open` with `chess` as the variant.
//
// Errors: as `peatee_open`.
//
// # Safety
// The promise on pointers at the top of the header.
PeateeStatus peatee_chess_open(const char *directory, const struct PeateeOptions *options, PeateeTables *tables);

// `peatee_chess_probe_dtz` of a FEN.
//
// Errors: as `peatee_probe_fen`.
//
// # Safety
// The promise on pointers at the top of the header.
PeateeStatus peatee_chess_probe(PeateeTables tables, const char *fen, struct PeateeChessValue *value);

// `peatee_probe_fen` for DTM.
//
// Errors: as `peatee_probe_fen`.
//
// # Safety
// The promise on pointers at the top of the header.
PeateeStatus peatee_chess_probe_dtm(PeateeTables tables, const char *fen, struct PeateeValue *value);

// `peatee_probe_fen` for DTC.
//
// Errors: as `peatee_probe_fen`.
//
// # Safety
// The promise on pointers at the top of the header.
PeateeStatus peatee_chess_probe_dtc(PeateeTables tables, const char *fen, struct PeateeValue *value);

// Who wins a position of chess: `wdl` gets a `PeateeWdl` for the side to move, as if there were no
// 50-move rule. `wdl` stays as it is when there is an error.
//
// Errors: `PEATEE_STATUS_BAD_POSITION` for an impossible position, as with a side in check that
// has just moved; `PEATEE_STATUS_BAD_ARGUMENT`, `PEATEE_STATUS_NO_TABLE`, `PEATEE_STATUS_DAMAGED`,
// `PEATEE_STATUS_BAD_HANDLE`, `PEATEE_STATUS_NULL_POINTER`.
//
// # Safety
// The promise on pointers at the top of the header.
PeateeStatus peatee_chess_probe_wdl(PeateeTables tables, const struct PeateeChessPosition *position, int32_t *wdl);

// The value of a position of chess: who wins, the exact distance (DTZ), and the outcome under the
// 50-move rule with the half-move clock of the position. `value` stays as it is when there is an
// error.
//
// Errors: as `peatee_chess_probe_wdl`.
//
// # Safety
// The promise on pointers at the top of the header.
PeateeStatus peatee_chess_probe_dtz(PeateeTables tables,
                                    const struct PeateeChessPosition *position,
                                    struct PeateeChessValue *value);

// Who wins a position of chess, and a distance: `metric` is one `PeateeMetric`.
// `PEATEE_METRIC_WDL` asks for no distance, `PEATEE_METRIC_DTR` for DTZ under the 50-move rule,
// `PEATEE_METRIC_DTW` for the plies to mate (DTM), `PEATEE_METRIC_DTC` for those to the next
// capture, promotion or mate. `value` stays as it is when there is an error.
//
// Errors: as `peatee_chess_probe_wdl`. `PEATEE_STATUS_NO_TABLE` where DTM or DTC is in no table;
// DTZ is `PEATEE_NO_PLIES` then.
//
// # Safety
// The promise on pointers at the top of the header.
PeateeStatus peatee_chess_probe_metric(PeateeTables tables,
                                       const struct PeateeChessPosition *position,
                                       uint32_t metric,
                                       struct PeateeValue *value);

// `peatee_chess_probe_metric` of `count` positions. `values` gets one value for each.
//
// All positions are answered. One that has no answer has its `PeateeStatus` in `status` of its
// value, and the call returns that of the first such position. Both arrays may be null when
// `count` is 0; they must not overlap. All positions have the `size` of the first.
//
// Errors: as `peatee_chess_probe_metric`.
//
// # Safety
// The promise on pointers at the top of the header.
PeateeStatus peatee_chess_probe_many(PeateeTables tables,
                                     const struct PeateeChessPosition *positions,
                                     size_t count,
                                     uint32_t metric,
                                     struct PeateeValue *values);

// All legal moves of a position of chess with their values, best first: by the outcome under the
// 50-move rule with the half-move clock of the position, then by DTZ. `count` gets how many there
// are, 0 when the game is over. `moves` has room for `capacity` moves and gets the first of them;
// it may be null when `capacity` is 0.
//
// Errors: `PEATEE_STATUS_TOO_SMALL` when `count` is more than `capacity`, and those of
// `peatee_chess_probe_wdl`.
//
// # Safety
// The promise on pointers at the top of the header.
PeateeStatus peatee_chess_moves(PeateeTables tables,
                                const struct PeateeChessPosition *position,
                                struct PeateeChessMove *moves,
                                size_t capacity,
                                size_t *count);

// Reads a FEN of chess. Set `position->size` first. The number of the move is left out.
//
// Errors: `PEATEE_STATUS_BAD_POSITION` for a wrong FEN and for castling rights, of which no table
// knows; `PEATEE_STATUS_BAD_ARGUMENT`, `PEATEE_STATUS_NULL_POINTER`.
//
// # Safety
// The promise on pointers at the top of the header.
PeateeStatus peatee_chess_position_from_fen(const char *fen, struct PeateeChessPosition *position);

// The FEN of a position of chess, with 1 as the number of the move. `buffer` of `capacity` bytes
// gets the text with a NUL; `length`, which may be null, gets its bytes without the NUL.
//
// Errors: `PEATEE_STATUS_BAD_POSITION`, `PEATEE_STATUS_TOO_SMALL`, `PEATEE_STATUS_BAD_ARGUMENT`,
// `PEATEE_STATUS_NULL_POINTER`.
//
// # Safety
// The promise on pointers at the top of the header.
PeateeStatus peatee_chess_position_to_fen(const struct PeateeChessPosition *position,
                                          char *buffer,
                                          size_t capacity,
                                          size_t *length);

// Who wins the position of a FEN, of the game that the handle has tables of, and a distance:
// `metric` is one `PeateeMetric`. `PEATEE_METRIC_WDL` asks for no distance, `PEATEE_METRIC_DTW`
// for the plies to the end of the game (DTM in chess), `PEATEE_METRIC_DTC` for those to the next
// conversion, `PEATEE_METRIC_DTR` in chess for DTZ under the 50-move rule. `value` stays as it is
// when there is an error.
//
// Errors: `PEATEE_STATUS_BAD_POSITION` for a wrong FEN and, in chess, for castling rights, which
// no table knows; `PEATEE_STATUS_NO_TABLE`, also where the distance is in no table, but for DTZ,
// which is `PEATEE_NO_PLIES` then; `PEATEE_STATUS_DAMAGED`, `PEATEE_STATUS_BAD_HANDLE`,
// `PEATEE_STATUS_BAD_ARGUMENT`, `PEATEE_STATUS_NULL_POINTER`.
//
// # Safety
// The promise on pointers at the top of the header.
PeateeStatus peatee_probe_fen(PeateeTables tables, const char *fen, uint32_t metric, struct PeateeValue *value);

// The value of the position of a FEN under draw rules: `rules` and `counts` are those of
// `peatee_probe_under_rules`. In chess the rules are `FIDE-50` or `FIDE-75`, the FEN has the
// half-move clock, `counts` is null, and `needed_plies` of a win or loss is DTZ. `value` stays as
// it is when there is an error.
//
// Errors: `PEATEE_STATUS_BAD_RULES`, and those of `peatee_probe_fen`.
//
// # Safety
// The promise on pointers at the top of the header.
PeateeStatus peatee_probe_fen_under_rules(PeateeTables tables,
                                          const char *fen,
                                          const char *rules,
                                          const char *counts,
                                          struct PeateeRuleValue *value);

// All legal moves of the position of a FEN with their values, best first. `rules` names draw
// rules, with counts as they stand in the FEN, else fresh; null: best play to the end of the game,
// as if no rule counted moves. `count` gets how many there are, 0 when the game is over. `moves`
// has room for `capacity` moves and gets the first of them; it may be null when `capacity` is 0.
//
// Errors: `PEATEE_STATUS_TOO_SMALL` when `count` is more than `capacity`, and those of
// `peatee_probe_fen_under_rules`.
//
// # Safety
// The promise on pointers at the top of the header.
PeateeStatus peatee_moves_fen(PeateeTables tables,
                              const char *fen,
                              const char *rules,
                              struct PeateeFenMove *moves,
                              size_t capacity,
                              size_t *count);

// The version of the library, as `0.1.0`. The text is there for ever.
const char *peatee_version(void);

// The `PEATEE_ABI_VERSION` that the library was built with. A program that needs functions or
// fields of its header checks that this is not less.
uint32_t peatee_abi_version(void);

// Text of the last call of this thread that failed: what was wrong, where, and what to do. Empty
// when no call failed. The text is good until the next call of this thread that fails.
const char *peatee_last_error(void);

// The name of a `PeateeStatus`, as `no-table`; `unknown` for other numbers. The text is there for
// ever.
const char *peatee_status_name(int32_t status);

// Describes open tables, and their use of memory. Set `info->size` first.
//
// Errors: `PEATEE_STATUS_BAD_HANDLE`, `PEATEE_STATUS_NULL_POINTER`, `PEATEE_STATUS_BAD_ARGUMENT`.
//
// # Safety
// The promise on pointers at the top of the header.
PeateeStatus peatee_info(PeateeTables tables, struct PeateeInfo *info);

// Names a table that is listed and cannot be used: its file and why. `number` counts
// from 0 to `faults` of `PeateeInfo`. `buffer` of `capacity` bytes gets the text with a NUL;
// `length`, which may be null, gets its bytes without the NUL.
//
// Errors: `PEATEE_STATUS_BAD_ARGUMENT` beyond the last one, `PEATEE_STATUS_TOO_SMALL`,
// `PEATEE_STATUS_BAD_HANDLE`, `PEATEE_STATUS_NULL_POINTER`.
//
// # Safety
// The promise on pointers at the top of the header.
PeateeStatus peatee_fault(PeateeTables tables, size_t number, char *buffer, size_t capacity, size_t *length);

// Reads a whole table and checks it against its checksums. `number` counts from 0 to `tables` of
// `PeateeInfo`. `buffer`, `capacity`, `length`: the name of the table, as for `peatee_fault`.
// Takes seconds for a large table.
//
// Errors: `PEATEE_STATUS_DAMAGED`, and those of `peatee_fault`.
//
// # Safety
// The promise on pointers at the top of the header.
PeateeStatus peatee_check_table(PeateeTables tables, size_t number, char *buffer, size_t capacity, size_t *length);

// All legal moves with their values, best first: fast wins, draws, slow losses. `count` gets how
// many there are, 0 when the game is over. `moves` has room for `capacity` moves and gets the
// first of them; it may be null when `capacity` is 0.
//
// Errors: `PEATEE_STATUS_TOO_SMALL` when `count` is more than `capacity`, and those of
// `peatee_probe_wdl`.
//
// # Safety
// The promise on pointers at the top of the header.
PeateeStatus peatee_moves(PeateeTables tables,
                          const struct PeateePosition *position,
                          struct PeateeMove *moves,
                          size_t capacity,
                          size_t *count);

// All legal moves without values, `value.status` `PEATEE_STATUS_NOT_PROBED`: for positions that no
// table answers for. Otherwise as `peatee_moves`.
//
// Errors: as `peatee_moves`, `PEATEE_STATUS_NO_TABLE` and `PEATEE_STATUS_DAMAGED` excepted;
// `PEATEE_STATUS_TOO_MANY_CAPTURES`.
//
// # Safety
// The promise on pointers at the top of the header.
PeateeStatus peatee_legal_moves(PeateeTables tables,
                                const struct PeateePosition *position,
                                struct PeateeMove *moves,
                                size_t capacity,
                                size_t *count);

// The best move: the first of `peatee_moves`.
//
// Errors: `PEATEE_STATUS_GAME_OVER` when there is no move, and those of `peatee_probe_wdl`.
//
// # Safety
// The promise on pointers at the top of the header.
PeateeStatus peatee_best_move(PeateeTables tables, const struct PeateePosition *position, struct PeateeMove *best);

// The best line from a position, of at most `capacity` moves; `count` gets how many there are, and
// `end`, which may be null, a `PeateeLineEnd`. A won position needs DTW tables: without distances
// play could repeat positions without end.
//
// Errors: as `peatee_probe_wdl`.
//
// # Safety
// The promise on pointers at the top of the header.
PeateeStatus peatee_best_line(PeateeTables tables,
                              const struct PeateePosition *position,
                              struct PeateeMove *moves,
                              size_t capacity,
                              size_t *count,
                              int32_t *end);

// Opens the tables of one game, a variant of draughts or chess, and gives a handle of them.
//
// `directory` holds the tables, or has a folder with the id of the game that holds them.
// Headers and lengths of the files are checked; the rest of a file is checked when it is read. A
// file that is missing or damaged is left out: `peatee_info` counts such files, `peatee_fault`
// names them.
//
// `options` may be null: the defaults. `tables` gets the handle, 0 when there is an error. Close
// it with `peatee_close`.
//
// Errors: `PEATEE_STATUS_CANNOT_OPEN`, `PEATEE_STATUS_BAD_ARGUMENT`, `PEATEE_STATUS_NULL_POINTER`.
//
// # Safety
// The promise on pointers at the top of the header.
PeateeStatus peatee_open(const char *directory, const struct PeateeOptions *options, PeateeTables *tables);

// Opens tables like `peatee_open`, of one game in several directories. For a table that is in
// several of them, the first usable file is taken. `count` is the number of `directories`.
//
// Errors: as `peatee_open`.
//
// # Safety
// The promise on pointers at the top of the header.
PeateeStatus peatee_open_several(const char *const *directories,
                                 size_t count,
                                 const struct PeateeOptions *options,
                                 PeateeTables *tables);

// Closes tables. The handle is refused from now on, in every thread. A call of another thread that
// has begun goes on to its end. Memory and files are released when no thread uses the tables any
// more: a thread that has probed them lets go of them with its next call, or its end.
//
// Errors: `PEATEE_STATUS_BAD_HANDLE`.
PeateeStatus peatee_close(PeateeTables tables);

// Who wins: `wdl` gets a `PeateeWdl` for the side to move. Captures may be pending; no search is
// needed. `wdl` stays as it is when there is an error.
//
// Errors: `PEATEE_STATUS_NO_TABLE`, `PEATEE_STATUS_BAD_POSITION`, `PEATEE_STATUS_DAMAGED`,
// `PEATEE_STATUS_BAD_HANDLE`, `PEATEE_STATUS_BAD_ARGUMENT`, `PEATEE_STATUS_NULL_POINTER`.
//
// # Safety
// The promise on pointers at the top of the header.
PeateeStatus peatee_probe_wdl(PeateeTables tables, const struct PeateePosition *position, int32_t *wdl);

// Answers like `peatee_probe_wdl` if memory has the value; no file is read. The parts of tables
// that `peatee_probe_wdl` asks for often are there.
//
// Errors: `PEATEE_STATUS_NOT_IN_MEMORY`, also for positions that no table answers for;
// `PEATEE_STATUS_BAD_HANDLE`, `PEATEE_STATUS_BAD_ARGUMENT`, `PEATEE_STATUS_NULL_POINTER`.
//
// # Safety
// The promise on pointers at the top of the header.
PeateeStatus peatee_probe_wdl_in_memory(PeateeTables tables, const struct PeateePosition *position, int32_t *wdl);

// Who wins and in how many plies (DTW): `value->plies` is the distance to the end of the game, the
// winner hurrying and the loser delaying. Where there is no DTW table the WDL table answers, and
// `value->plies` is `PEATEE_NO_PLIES`. `value` stays as it is when there is an error.
//
// Errors: as `peatee_probe_wdl`.
//
// # Safety
// The promise on pointers at the top of the header.
PeateeStatus peatee_probe(PeateeTables tables, const struct PeateePosition *position, struct PeateeValue *value);

// Who wins and by what distance to conversion (DTC): `value->plies` is the distance to the next
// capture or move of any piece but a king, or to the end of the game. Needs WDL and DTC tables.
// `value` stays as it is when there is an error.
//
// Errors: as `peatee_probe_wdl`.
//
// # Safety
// The promise on pointers at the top of the header.
PeateeStatus peatee_probe_dtc(PeateeTables tables, const struct PeateePosition *position, struct PeateeValue *value);

// `peatee_probe_wdl` of `count` positions. `values` gets one value for each, its `plies` always
// `PEATEE_NO_PLIES`. Faster than one by one: waiting for memory overlaps.
//
// All positions are answered. One that has no answer has its `PeateeStatus` in `status` of its
// value, and the call returns that of the first such position. Both arrays may be null when
// `count` is 0; they must not overlap.
//
// Errors: as `peatee_probe_wdl`.
//
// # Safety
// The promise on pointers at the top of the header.
PeateeStatus peatee_probe_wdl_many(PeateeTables tables,
                                   const struct PeateePosition *positions,
                                   size_t count,
                                   struct PeateeValue *values);

// `peatee_probe` of `count` positions; as `peatee_probe_wdl_many`.
//
// Errors: as `peatee_probe_wdl`.
//
// # Safety
// The promise on pointers at the top of the header.
PeateeStatus peatee_probe_many(PeateeTables tables,
                               const struct PeateePosition *positions,
                               size_t count,
                               struct PeateeValue *values);

// `peatee_probe_dtc` of `count` positions; as `peatee_probe_wdl_many`.
//
// Errors: as `peatee_probe_wdl`.
//
// # Safety
// The promise on pointers at the top of the header.
PeateeStatus peatee_probe_dtc_many(PeateeTables tables,
                                   const struct PeateePosition *positions,
                                   size_t count,
                                   struct PeateeValue *values);

// The value under draw rules with running counts. `rules` names a code, as `FMJD-100`, with its
// readings, as `FMJD-64+restarts`. `counts` says how many plies of its counts have been played, by
// article, as `6.2=12,6.3=4`; null: no count has used a ply. Codes, readings and articles:
// `probe/rules/docs/readings.md`. Repetition is ignored.
//
// Errors: `PEATEE_STATUS_BAD_RULES`, and those of `peatee_probe_wdl`.
//
// # Safety
// The promise on pointers at the top of the header.
PeateeStatus peatee_probe_under_rules(PeateeTables tables,
                                      const struct PeateePosition *position,
                                      const char *rules,
                                      const char *counts,
                                      struct PeateeRuleValue *value);

// `peatee_probe_under_rules` of `count` positions. `counts` has a text or null for each position,
// or is null itself: no count has used a ply. Errors of single positions: as
// `peatee_probe_wdl_many`.
//
// Errors: as `peatee_probe_under_rules`.
//
// # Safety
// The promise on pointers at the top of the header.
PeateeStatus peatee_probe_under_rules_many(PeateeTables tables,
                                           const struct PeateePosition *positions,
                                           size_t count,
                                           const char *rules,
                                           const char *const *counts,
                                           struct PeateeRuleValue *values);

// Reads a FEN, as `W:W23:B5,6`, or a position of the Hub protocol. Squares are named as the
// variant does.
//
// Errors: `PEATEE_STATUS_BAD_POSITION`, `PEATEE_STATUS_BAD_HANDLE`, `PEATEE_STATUS_BAD_ARGUMENT`,
// `PEATEE_STATUS_NULL_POINTER`.
//
// # Safety
// The promise on pointers at the top of the header.
PeateeStatus peatee_position_from_fen(PeateeTables tables, const char *fen, struct PeateePosition *position);

// Writes the FEN of a position. `buffer` of `capacity` bytes gets the text with a NUL; `length`,
// which may be null, gets its bytes without the NUL.
//
// Errors: `PEATEE_STATUS_TOO_SMALL`, and those of `peatee_position_from_fen`.
//
// # Safety
// The promise on pointers at the top of the header.
PeateeStatus peatee_position_to_fen(PeateeTables tables,
                                    const struct PeateePosition *position,
                                    char *buffer,
                                    size_t capacity,
                                    size_t *length);

// Writes the text of a legal move, as `28-32`: with as many squares as it takes to tell it from
// the other moves. Of `mv` only `from`, `to`, `kind`, `becomes` and `captured` are read. `buffer`,
// `capacity`, `length`: as for `peatee_position_to_fen`.
//
// Errors: `PEATEE_STATUS_BAD_MOVE` when the move is not legal, and those of
// `peatee_position_to_fen`; `PEATEE_STATUS_TOO_MANY_CAPTURES`.
//
// # Safety
// The promise on pointers at the top of the header.
PeateeStatus peatee_move_text(PeateeTables tables,
                              const struct PeateePosition *position,
                              const struct PeateeMove *mv,
                              char *buffer,
                              size_t capacity,
                              size_t *length);

// Reads the text of a move and plays it: `after`, which may be the same object as `position`, gets
// the position after it.
//
// Errors: `PEATEE_STATUS_BAD_MOVE`, and those of `peatee_position_from_fen`.
//
// # Safety
// The promise on pointers at the top of the header.
PeateeStatus peatee_play(PeateeTables tables,
                         const struct PeateePosition *position,
                         const char *mv,
                         struct PeateePosition *after);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* PEATEE_H */
