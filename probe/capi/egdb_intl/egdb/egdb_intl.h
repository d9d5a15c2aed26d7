// A drop-in for the driver `egdb_intl` of international draughts: its names, numbers and meanings, answered from the tables
// of Peatee. Captures may be pending, for either side: every answer is exact. See probe/capi/docs/egdb.md.
#ifndef PEATEE_EGDB_INTL_H
#define PEATEE_EGDB_INTL_H

#include <cstdint>

namespace egdb_interface {

// The side to move.
enum EGDB_COLOR { EGDB_BLACK = 0, EGDB_WHITE = 1 };

// What a lookup of win, loss or draw gives, for the side to move.
enum WLD_VALUE {
    EGDB_SUBDB_UNAVAILABLE = -2, // there is no table of this material
    EGDB_NOT_IN_CACHE = -1,      // a conditional lookup, and the value is not in memory
    EGDB_UNKNOWN = 0,            // the position is impossible, or a file is damaged
    EGDB_WIN = 1,
    EGDB_LOSS = 2,
    EGDB_DRAW = 3,
    EGDB_DRAW_OR_LOSS = 4, // never given
    EGDB_WIN_OR_DRAW = 5   // never given
};

// What a lookup of moves to conversion gives besides plies, which are even numbers from MTC_THRESHOLD on.
enum MTC_VALUE {
    MTC_UNKNOWN = 0, // a draw, or as EGDB_UNKNOWN
    MTC_LESS_THAN_THRESHOLD = 1,
    MTC_THRESHOLD = 10
};

// The driver's file types. Of ours, WDL is told as EGDB_WLD_TUN_V2, DTC as EGDB_MTC_RUNLEN, DTW as EGDB_DTW.
enum EGDB_TYPE {
    EGDB_WLD_RUNLEN = 0,
    EGDB_MTC_RUNLEN = 1,
    EGDB_WLD_HUFFMAN = 2,
    EGDB_WLD_TUN_V1 = 3,
    EGDB_WLD_TUN_V2 = 4,
    EGDB_DTW = 5
};

// A set of squares: square 1 is bit 0. Bits 10, 21, 32 and 43 stand for no square; square 50 is bit 53.
typedef uint64_t EGDB_BITBOARD;

struct EGDB_POSITION {
    EGDB_BITBOARD black;
    EGDB_BITBOARD white;
    EGDB_BITBOARD king; // of either colour
};

struct EGDB_VERIFY_MSGS {
    char crc_failed[80];
    char ok[80];
    char errors[80];
    char no_errors[80];
};

struct EGDB_STATS {
    unsigned int lru_cache_hits;
    unsigned int lru_cache_loads;
    unsigned int autoload_hits; // always 0
    unsigned int db_requests;
    unsigned int db_returns;
    unsigned int db_not_present_requests;
    float avg_ht_list_length; // always 0
};

// A handle. New programs call the functions below; the members serve those that were written before there were any.
struct EGDB_DRIVER {
    int (*lookup)(EGDB_DRIVER *handle, EGDB_POSITION const *position, int color, int cl);
    void (*reset_stats)(EGDB_DRIVER *handle);
    EGDB_STATS *(*get_stats)(EGDB_DRIVER *handle);
    int (*verify)(EGDB_DRIVER *handle, void (*msg_fn)(char const *msg), int *abort, EGDB_VERIFY_MSGS *msgs);
    int (*close)(EGDB_DRIVER *handle);
    int (*get_pieces)(EGDB_DRIVER *handle, int *max_pieces, int *max_pieces_1side, int *max_9pc_kings,
                      int *max_8pc_kings_1side);
    void *internal_data;
};

// Opens tables; null on an error, which `msg_fn` is told. `options`: `name = value` with `;` between, null or empty for
// none. `maxpieces = N` answers for N pieces at most; `type = wld`, `mtc` or `dtw` picks the values, as does `:mtc` or
// `:dtw` at the end of `directory`. The directory has the tables, or a folder `international` with them.
EGDB_DRIVER *egdb_open(char const *options, int cache_mb, char const *directory, void (*msg_fn)(char const *msg));

// The value of a position. `color`: the side to move. `cl` not 0: only if it is in memory. From any number of threads.
int egdb_lookup(EGDB_DRIVER *handle, EGDB_POSITION const *position, int color, int cl);

// Ends a handle; 0.
int egdb_close(EGDB_DRIVER *handle);

// Whether a directory has tables, 0 if so, with their type and most pieces.
int egdb_identify(char const *directory, EGDB_TYPE *type, int *max_pieces);

// Checks all files against their checksums, a message for each table; 0 if all are good. `*abort` not 0 ends it.
int egdb_verify(EGDB_DRIVER const *handle, void (*msg_fn)(char const *msg), int *abort, EGDB_VERIFY_MSGS *msgs);

// The most pieces of both sides and of one side that are answered for; 0.
int egdb_get_pieces(EGDB_DRIVER const *handle, int *max_pieces, int *max_pieces_1side);

void egdb_reset_stats(EGDB_DRIVER *handle);

// What was asked for since the last reset. The object belongs to the handle.
EGDB_STATS *egdb_get_stats(EGDB_DRIVER const *handle);

EGDB_TYPE egdb_get_type(EGDB_DRIVER const *handle);

bool is_wld(EGDB_DRIVER const *handle);
bool is_mtc(EGDB_DRIVER const *handle);
bool is_dtw(EGDB_DRIVER const *handle);

} // namespace egdb_interface

#endif
