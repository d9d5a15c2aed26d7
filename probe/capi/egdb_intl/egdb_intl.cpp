// The drop-in for `egdb_intl`, on top of peatee.h.
#include "egdb/egdb_intl.h"

#include <mutex>
#include <new>
#include <string>

#include "../egdb_common/reader.hpp"

namespace egdb_interface {

namespace {

using peatee_egdb::Kind;
using peatee_egdb::Place;
using peatee_egdb::Reader;

constexpr const char *VARIANT = "international";

// Ten squares lie between two gaps.
constexpr int GAP = 11;
constexpr EGDB_BITBOARD ROWS = (EGDB_BITBOARD(1) << 10) - 1;
constexpr EGDB_BITBOARD SQUARES = ROWS | ROWS << GAP | ROWS << 2 * GAP | ROWS << 3 * GAP | ROWS << 4 * GAP;

struct Internal {
    Reader reader;
    std::mutex lock;
    EGDB_STATS stats{};
};

Internal *internal(EGDB_DRIVER const *handle) {
    return handle ? static_cast<Internal *>(handle->internal_data) : nullptr;
}

// The same squares without the gaps: bit = square - 1.
PeateeBitboard closed_up(EGDB_BITBOARD set) {
    std::uint64_t out = 0;
    for (int row_pair = 0; row_pair < 5; row_pair++)
        out |= (set >> GAP * row_pair & ROWS) << 10 * row_pair;
    return {out, 0};
}

int count(EGDB_BITBOARD set) {
    int out = 0;
    for (; set; set &= set - 1)
        out++;
    return out;
}

struct Options {
    int max_pieces = 0;
    bool names_kind = false;
    Kind kind = Kind::wld;
};

std::string trimmed(const std::string &text) {
    std::size_t first = text.find_first_not_of(" \t"), last = text.find_last_not_of(" \t");
    return first == std::string::npos ? "" : text.substr(first, last - first + 1);
}

// Reads `name = value; name = value`; an empty text, or what is wrong.
std::string read(const char *text, Options &options) {
    std::string rest = text ? text : "";
    while (!rest.empty()) {
        std::size_t end = rest.find(';');
        std::string item = trimmed(rest.substr(0, end));
        rest = end == std::string::npos ? "" : rest.substr(end + 1);
        if (item.empty())
            continue;
        std::size_t sign = item.find('=');
        std::string name = trimmed(item.substr(0, sign));
        std::string value = sign == std::string::npos ? "" : trimmed(item.substr(sign + 1));
        if (name == "maxpieces") {
            char *after = nullptr;
            long pieces = std::strtol(value.c_str(), &after, 10);
            if (value.empty() || *after || pieces < 2 || pieces > 50)
                return "the option `maxpieces` is `" + value + "`; it must be a number from 2 to 50";
            options.max_pieces = static_cast<int>(pieces);
        } else if (name == "type") {
            options.names_kind = true;
            if (value == "wld")
                options.kind = Kind::wld;
            else if (value == "mtc")
                options.kind = Kind::mtc;
            else if (value == "dtw")
                options.kind = Kind::dtw;
            else
                return "the option `type` is `" + value + "`; it must be wld, mtc or dtw";
        } else if (name != "maxkings_1side_8pcs") {
            return "there is no option `" + name + "`; there are maxpieces and type, and maxkings_1side_8pcs, which says nothing here";
        }
    }
    return "";
}

EGDB_TYPE type_of(Kind kind) {
    return kind == Kind::mtc ? EGDB_MTC_RUNLEN : kind == Kind::dtw ? EGDB_DTW : EGDB_WLD_TUN_V2;
}

// The older way to call.
int verify_by_handle(EGDB_DRIVER *handle, void (*msg_fn)(char const *), int *abort, EGDB_VERIFY_MSGS *msgs) {
    return egdb_verify(handle, msg_fn, abort, msgs);
}

EGDB_STATS *stats_by_handle(EGDB_DRIVER *handle) { return egdb_get_stats(handle); }

int pieces_by_handle(EGDB_DRIVER *handle, int *max_pieces, int *max_pieces_1side, int *max_9pc_kings,
                     int *max_8pc_kings_1side) {
    int all = 0, side = 0;
    int failed = egdb_get_pieces(handle, &all, &side);
    if (max_pieces)
        *max_pieces = all;
    if (max_pieces_1side)
        *max_pieces_1side = side;
    if (max_9pc_kings)
        *max_9pc_kings = all;
    if (max_8pc_kings_1side)
        *max_8pc_kings_1side = side;
    return failed;
}

} // namespace

EGDB_DRIVER *egdb_open(char const *options, int cache_mb, char const *directory, void (*msg_fn)(char const *)) {
    auto refuse = [msg_fn](const std::string &reason) -> EGDB_DRIVER * {
        if (msg_fn)
            msg_fn((reason + "\n").c_str());
        return nullptr;
    };
    if (!directory)
        return refuse("the directory is null");
    try {
        Options wanted;
        std::string wrong = read(options, wanted);
        if (!wrong.empty())
            return refuse(wrong);
        Place place(directory);
        if (wanted.names_kind)
            place.kind = wanted.kind;
        Internal *made = new Internal;
        wrong = made->reader.open(place, VARIANT, cache_mb, wanted.max_pieces);
        if (!wrong.empty()) {
            delete made;
            return refuse(wrong);
        }
        if (msg_fn)
            made->reader.tell_faults([msg_fn](const char *fault) {
                msg_fn((std::string("left out: ") + fault + "\n").c_str());
            });
        return new EGDB_DRIVER{egdb_lookup, egdb_reset_stats, stats_by_handle, verify_by_handle,
                               egdb_close,  pieces_by_handle, made};
    } catch (const std::bad_alloc &) {
        return nullptr;
    }
}

int egdb_lookup(EGDB_DRIVER *handle, EGDB_POSITION const *position, int color, int cl) {
    Internal *in = internal(handle);
    if (!in || !position)
        return EGDB_UNKNOWN;
    EGDB_BITBOARD all = position->black | position->white;
    bool is_colour = color == EGDB_BLACK || color == EGDB_WHITE;
    if (!is_colour || (all & ~SQUARES) || (position->king & ~all) || (position->black & position->white))
        return in->reader.refuse();
    PeateePosition asked{};
    asked.white_men = closed_up(position->white & ~position->king);
    asked.white_kings = closed_up(position->white & position->king);
    asked.black_men = closed_up(position->black & ~position->king);
    asked.black_kings = closed_up(position->black & position->king);
    asked.side_to_move = color == EGDB_BLACK ? PEATEE_SIDE_BLACK : PEATEE_SIDE_WHITE;
    return in->reader.lookup(asked, count(all), cl != 0);
}

int egdb_close(EGDB_DRIVER *handle) {
    if (!handle)
        return 1;
    delete internal(handle);
    delete handle;
    return 0;
}

int egdb_identify(char const *directory, EGDB_TYPE *type, int *max_pieces) {
    if (!directory || !type || !max_pieces)
        return 1;
    try {
        Place place(directory);
        Reader reader;
        if (!reader.open(place, VARIANT, 1, 0).empty())
            return 1;
        *type = type_of(place.kind);
        *max_pieces = reader.most_pieces();
        return 0;
    } catch (const std::bad_alloc &) {
        return 1;
    }
}

int egdb_verify(EGDB_DRIVER const *handle, void (*msg_fn)(char const *), int *abort, EGDB_VERIFY_MSGS *msgs) {
    Internal *in = internal(handle);
    if (!in)
        return 1;
    auto say = [msg_fn](const std::string &text) {
        if (msg_fn)
            msg_fn((text + "\n").c_str());
    };
    try {
        int damaged = in->reader.verify([&](const char *name, bool good, const char *reason) {
            std::string verdict = good ? (msgs ? msgs->ok : "ok") : (msgs ? msgs->crc_failed : "damaged or missing");
            say(std::string(name) + ": " + verdict + (good ? "" : std::string(": ") + reason));
            return !(abort && *abort);
        });
        say(damaged ? (msgs ? msgs->errors : "errors") : (msgs ? msgs->no_errors : "no errors"));
        return damaged;
    } catch (const std::bad_alloc &) {
        return 1;
    }
}

int egdb_get_pieces(EGDB_DRIVER const *handle, int *max_pieces, int *max_pieces_1side) {
    Internal *in = internal(handle);
    if (!in || !max_pieces || !max_pieces_1side)
        return 1;
    *max_pieces = in->reader.most_pieces();
    *max_pieces_1side = in->reader.most_of_a_side();
    return 0;
}

void egdb_reset_stats(EGDB_DRIVER *handle) {
    if (Internal *in = internal(handle)) {
        std::lock_guard<std::mutex> guard(in->lock);
        in->reader.reset();
    }
}

EGDB_STATS *egdb_get_stats(EGDB_DRIVER const *handle) {
    Internal *in = internal(handle);
    if (!in)
        return nullptr;
    std::lock_guard<std::mutex> guard(in->lock);
    in->reader.fill(in->stats);
    return &in->stats;
}

EGDB_TYPE egdb_get_type(EGDB_DRIVER const *handle) {
    Internal *in = internal(handle);
    return in ? type_of(in->reader.kind()) : EGDB_WLD_TUN_V2;
}

bool is_wld(EGDB_DRIVER const *handle) { return internal(handle) && internal(handle)->reader.kind() == Kind::wld; }
bool is_mtc(EGDB_DRIVER const *handle) { return internal(handle) && internal(handle)->reader.kind() == Kind::mtc; }
bool is_dtw(EGDB_DRIVER const *handle) { return internal(handle) && internal(handle)->reader.kind() == Kind::dtw; }

} // namespace egdb_interface
