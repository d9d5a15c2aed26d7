/* A drop-in for the driver of 8x8 endgame databases (English and Italian): its names, numbers and meanings, answered from
 * the tables of Peatee. Captures may be pending, for either side: every answer is exact. See probe/capi/docs/egdb.md. */
#ifndef PEATEE_EGDB_H
#define PEATEE_EGDB_H

#ifdef _WIN32
#define EGDB_CALL __cdecl
#ifdef EGDB_EXPORTS
#define EGDB_DECLARE __declspec(dllexport)
#else
#define EGDB_DECLARE
#endif
#else
#define EGDB_CALL
#define EGDB_DECLARE
#ifndef __cdecl
#define __cdecl /* programs name it in the types of their callbacks */
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The side to move. */
enum EGDB_COLOR { EGDB_BLACK = 0, EGDB_WHITE = 1 };

/* What a lookup of win, loss or draw gives, for the side to move. */
enum LOOKUP_VALUE {
    EGDB_SUBDB_UNAVAILABLE = -2, /* there is no table of this material */
    EGDB_NOT_IN_CACHE = -1,      /* a conditional lookup, and the value is not in memory */
    EGDB_UNKNOWN = 0,            /* the position is impossible, or a file is damaged */
    EGDB_WIN = 1,
    EGDB_LOSS = 2,
    EGDB_DRAW = 3,
    EGDB_DRAW_OR_LOSS = 4, /* never given */
    EGDB_WIN_OR_DRAW = 5   /* never given */
};

/* What a lookup of moves to conversion gives besides plies, which are even numbers from MTC_THRESHOLD on. */
enum MTC_VALUE { MTC_UNKNOWN = 0, MTC_LESS_THAN_THRESHOLD = 1, MTC_THRESHOLD = 10 };

/* The driver's file types. Of ours, WDL is told as the types 9 and 10, DTC as 5 and 8, DTW as 11 and 12. */
typedef enum {
    EGDB_KINGSROW_WLD = 0,
    EGDB_KINGSROW_MTC = 1,
    EGDB_CAKE_WLD = 2,
    EGDB_CHINOOK_WLD = 3,
    EGDB_KINGSROW32_WLD = 4,
    EGDB_KINGSROW32_MTC = 5,
    EGDB_CHINOOK_ITALIAN_WLD = 6,
    EGDB_KINGSROW32_ITALIAN_WLD = 7,
    EGDB_KINGSROW32_ITALIAN_MTC = 8,
    EGDB_KINGSROW32_WLD_TUN = 9,
    EGDB_KINGSROW32_ITALIAN_WLD_TUN = 10,
    EGDB_KINGSROW_DTW = 11,
    EGDB_KINGSROW_ITALIAN_DTW = 12
} EGDB_TYPE;

/* How positions number their squares. */
typedef enum { EGDB_NORMAL = 0, EGDB_ROW_REVERSED = 1 } EGDB_BITBOARD_TYPE;

typedef struct {
    unsigned int lru_cache_hits;
    unsigned int lru_cache_loads;
    unsigned int autoload_hits; /* always 0 */
    unsigned int db_requests;
    unsigned int db_returns;
    unsigned int db_not_present_requests;
} EGDB_STATS;

/* Bit 0 is square 1 of English draughts; of Italian draughts each row is reversed: bit 0 is square 4, bit 3 square 1. */
typedef struct {
    unsigned int black;
    unsigned int white;
    unsigned int king; /* of either colour */
} EGDB_NORMAL_BITBOARD;

/* Each row is reversed: bit 3 is square 1 of English draughts, bit 0 square 4; of Italian draughts bit 0 is square 1. */
typedef struct {
    unsigned int black_man;
    unsigned int black_king;
    unsigned int white_man;
    unsigned int white_king;
} EGDB_ROW_REVERSED_BITBOARD;

typedef union {
    EGDB_NORMAL_BITBOARD normal;
    EGDB_ROW_REVERSED_BITBOARD row_reversed;
} EGDB_BITBOARD;

/* A handle: programs call its members. */
typedef struct egdb_driver {
    /* The value of a position. `color`: the side to move. `cl` not 0: only if it is in memory. Any number of threads. */
    int(EGDB_CALL *lookup)(struct egdb_driver *handle, EGDB_BITBOARD *position, int color, int cl);
    void(EGDB_CALL *reset_stats)(struct egdb_driver *handle);
    /* What was asked for since the last reset. The object belongs to the handle. */
    EGDB_STATS *(EGDB_CALL *get_stats)(struct egdb_driver *handle);
    /* Checks all files against their checksums; 0 if all are good. Messages go to the function given to `egdb_open`. */
    int(EGDB_CALL *verify)(struct egdb_driver *handle);
    /* Ends the handle; 0. */
    int(EGDB_CALL *close)(struct egdb_driver *handle);
    void *internal_data;
} EGDB_DRIVER;

/* Opens tables of English or Italian draughts; null on an error, which `msg_fn` is told. They answer for `pieces` pieces at
 * most. `:mtc` or `:dtw` at the end of `directory` picks other values than win, loss and draw. */
EGDB_DECLARE EGDB_DRIVER *EGDB_CALL egdb_open(EGDB_BITBOARD_TYPE bitboard_type, int pieces, int cache_mb,
                                              const char *directory, void(EGDB_CALL *msg_fn)(char *));

/* Whether a directory has tables, 0 if so, with their type and most pieces. */
EGDB_DECLARE int EGDB_CALL egdb_identify(const char *directory, EGDB_TYPE *egdb_type, int *max_pieces);

/* The version of this drop-in's interface. */
EGDB_DECLARE extern unsigned int egdb_version;

#ifdef __cplusplus
}
#endif

#endif
