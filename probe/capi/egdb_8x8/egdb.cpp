// The drop-in for the 8x8 driver, on top of peatee.h.
#include "egdb.h"

#include <mutex>
#include <new>
#include <string>

#include "../egdb_common/reader.hpp"

using peatee_egdb::Kind;
using peatee_egdb::Place;
using peatee_egdb::Reader;

unsigned int egdb_version = 1;

namespace {

using MessageFn = void(EGDB_CALL *)(char *);

struct Internal {
    Reader reader;
    EGDB_BITBOARD_TYPE bitboard_type = EGDB_NORMAL;
    bool is_italian = false;
    MessageFn say = nullptr;
    std::mutex lock;
    EGDB_STATS stats{};
};

Internal *internal(egdb_driver *handle) { return handle ? static_cast<Internal *>(handle->internal_data) : nullptr; }

void tell(MessageFn say, std::string text) {
    if (say) {
        text += '\n';
        say(&text[0]);
    }
}

// The same squares with each row of four the other way round.
unsigned reversed_rows(unsigned set) {
    return (set & 0x11111111) << 3 | (set & 0x22222222) << 1 | (set >> 1 & 0x22222222) | (set >> 3 & 0x11111111);
}

// Ours: bit 0 is the first playing square of the top row as White sees it, which is square 1 of both games.
PeateeBitboard ours(const Internal &in, unsigned set) {
    bool is_reversed = (in.bitboard_type == EGDB_ROW_REVERSED) != in.is_italian;
    return {is_reversed ? reversed_rows(set) : set, 0};
}

int count(unsigned set) {
    int out = 0;
    for (; set; set &= set - 1)
        out++;
    return out;
}

EGDB_TYPE type_of(Kind kind, bool is_italian) {
    if (kind == Kind::mtc)
        return is_italian ? EGDB_KINGSROW32_ITALIAN_MTC : EGDB_KINGSROW32_MTC;
    if (kind == Kind::dtw)
        return is_italian ? EGDB_KINGSROW_ITALIAN_DTW : EGDB_KINGSROW_DTW;
    return is_italian ? EGDB_KINGSROW32_ITALIAN_WLD_TUN : EGDB_KINGSROW32_WLD_TUN;
}

int EGDB_CALL lookup(egdb_driver *handle, EGDB_BITBOARD *position, int color, int cl) {
    Internal *in = internal(handle);
    if (!in || !position)
        return EGDB_UNKNOWN;
    unsigned black_man, black_king, white_man, white_king;
    if (in->bitboard_type == EGDB_NORMAL) {
        const EGDB_NORMAL_BITBOARD &at = position->normal;
        if (at.king & ~(at.black | at.white))
            return in->reader.refuse();
        black_man = at.black & ~at.king;
        black_king = at.black & at.king;
        white_man = at.white & ~at.king;
        white_king = at.white & at.king;
    } else {
        const EGDB_ROW_REVERSED_BITBOARD &at = position->row_reversed;
        black_man = at.black_man;
        black_king = at.black_king;
        white_man = at.white_man;
        white_king = at.white_king;
    }
    if (color != EGDB_BLACK && color != EGDB_WHITE)
        return in->reader.refuse();
    int pieces = count(black_man) + count(black_king) + count(white_man) + count(white_king);
    if (pieces != count(black_man | black_king | white_man | white_king))
        return in->reader.refuse();
    PeateePosition asked{};
    asked.black_men = ours(*in, black_man);
    asked.black_kings = ours(*in, black_king);
    asked.white_men = ours(*in, white_man);
    asked.white_kings = ours(*in, white_king);
    asked.side_to_move = color == EGDB_BLACK ? PEATEE_SIDE_BLACK : PEATEE_SIDE_WHITE;
    return in->reader.lookup(asked, pieces, cl != 0);
}

void EGDB_CALL reset_stats(egdb_driver *handle) {
    if (Internal *in = internal(handle)) {
        std::lock_guard<std::mutex> guard(in->lock);
        in->reader.reset();
    }
}

EGDB_STATS *EGDB_CALL get_stats(egdb_driver *handle) {
    Internal *in = internal(handle);
    if (!in)
        return nullptr;
    std::lock_guard<std::mutex> guard(in->lock);
    in->reader.fill(in->stats);
    return &in->stats;
}

int EGDB_CALL verify(egdb_driver *handle) {
    Internal *in = internal(handle);
    if (!in)
        return 1;
    try {
        return in->reader.verify([in](const char *name, bool good, const char *reason) {
            tell(in->say, std::string(name) + (good ? ": ok" : ": damaged: ") + reason);
            return true;
        });
    } catch (const std::bad_alloc &) {
        return 1;
    }
}

int EGDB_CALL close(egdb_driver *handle) {
    if (!handle)
        return 1;
    delete internal(handle);
    delete handle;
    return 0;
}

} // namespace

EGDB_DRIVER *EGDB_CALL egdb_open(EGDB_BITBOARD_TYPE bitboard_type, int pieces, int cache_mb, const char *directory,
                                 MessageFn msg_fn) {
    if (!directory || (bitboard_type != EGDB_NORMAL && bitboard_type != EGDB_ROW_REVERSED)) {
        tell(msg_fn, directory ? "the bitboard type must be EGDB_NORMAL or EGDB_ROW_REVERSED" : "the directory is null");
        return nullptr;
    }
    try {
        Internal *made = new Internal;
        made->bitboard_type = bitboard_type;
        made->say = msg_fn;
        std::string wrong = made->reader.open_one_of(Place(directory), {"english", "italian"}, cache_mb, pieces);
        if (!wrong.empty()) {
            delete made;
            tell(msg_fn, wrong);
            return nullptr;
        }
        made->is_italian = made->reader.variant() == "italian";
        return new EGDB_DRIVER{lookup, reset_stats, get_stats, verify, close, made};
    } catch (const std::bad_alloc &) {
        return nullptr;
    }
}

int EGDB_CALL egdb_identify(const char *directory, EGDB_TYPE *egdb_type, int *max_pieces) {
    if (!directory || !egdb_type || !max_pieces)
        return 1;
    try {
        Place place(directory);
        Reader reader;
        if (!reader.open_one_of(place, {"english", "italian"}, 1, 0).empty())
            return 1;
        *egdb_type = type_of(place.kind, reader.variant() == "italian");
        *max_pieces = reader.most_pieces();
        return 0;
    } catch (const std::bad_alloc &) {
        return 1;
    }
}
