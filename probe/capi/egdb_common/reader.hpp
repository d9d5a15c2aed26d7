// What both drop-ins have in common: tables of one kind of value, opened and asked through peatee.h.
#ifndef PEATEE_EGDB_READER_HPP
#define PEATEE_EGDB_READER_HPP

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <string>

#include "peatee.h"

namespace peatee_egdb {

// Results of a lookup that are no distances; the same numbers in both drivers.
enum : int { NO_SLICE = -2, NOT_IN_CACHE = -1, UNKNOWN = 0, WIN = 1, LOSS = 2, DRAW = 3 };

// Moves to conversion are told from this number on; nearer ones are BELOW_THRESHOLD.
enum : int { BELOW_THRESHOLD = 1, THRESHOLD = 10 };

enum class Kind { wld, mtc, dtw };

// A directory, and which values of it are meant. A program that names two directories, one for each kind of value, names
// the same directory twice, the second time with `:mtc` or `:dtw` at its end.
struct Place {
    std::string directory;
    Kind kind = Kind::wld;

    explicit Place(const char *text) : directory(text ? text : "") {
        struct Suffix {
            const char *text;
            Kind kind;
        };
        for (const Suffix &suffix : {Suffix{":wld", Kind::wld}, Suffix{":mtc", Kind::mtc}, Suffix{":dtw", Kind::dtw}}) {
            std::size_t length = std::strlen(suffix.text);
            if (directory.size() > length && directory.compare(directory.size() - length, length, suffix.text) == 0) {
                directory.resize(directory.size() - length);
                kind = suffix.kind;
                return;
            }
        }
    }
};

// The metric that values of a kind are made from.
inline std::uint32_t metric_of(Kind kind) {
    return kind == Kind::mtc ? PEATEE_METRIC_DTC : kind == Kind::dtw ? PEATEE_METRIC_DTW : PEATEE_METRIC_WDL;
}

// Open tables. `lookup` may be called from any number of threads.
class Reader {
public:
    Reader() = default;
    ~Reader() {
        if (tables_)
            peatee_close(tables_);
    }
    Reader(const Reader &) = delete;
    Reader &operator=(const Reader &) = delete;

    // Opens the tables of a variant; an empty text, or what is wrong.
    std::string open(const Place &place, const char *variant, int cache_mb, int max_pieces) {
        PeateeOptions options{};
        options.size = sizeof options;
        options.memory_bytes = static_cast<std::uint64_t>(cache_mb < 1 ? 1 : cache_mb) << 20;
        options.variant = variant;
        if (tables_)
            peatee_close(tables_);
        if (peatee_open(place.directory.c_str(), &options, &tables_) != PEATEE_STATUS_OK)
            return peatee_last_error();
        kind_ = place.kind;
        base_ = info();
        if (!(base_.metrics & metric_of(kind_)))
            return place.directory + " has no tables of the metric that is asked for; make them with `peatee-gen generate " +
                   "--metric wdl,dtw,dtc` and the variant, pieces and directory of the tables that are there";
        most_pieces_ = base_.most_pieces;
        if (max_pieces > 0 && max_pieces < most_pieces_)
            most_pieces_ = max_pieces;
        most_of_a_side_ = base_.most_pieces_of_a_side < most_pieces_ ? base_.most_pieces_of_a_side : most_pieces_ - 1;
        return "";
    }

    // Opens the tables of the first of these variants that the directory has; an empty text, or what
    // is wrong with the first.
    std::string open_one_of(const Place &place, std::initializer_list<const char *> variants, int cache_mb, int max_pieces) {
        std::string first;
        for (const char *variant : variants) {
            std::string wrong = open(place, variant, cache_mb, max_pieces);
            if (wrong.empty())
                return "";
            if (first.empty())
                first = wrong;
        }
        return first;
    }

    // The value of a position; `only_memory`: no file is read for a WLD value.
    int lookup(const PeateePosition &position, int pieces, bool only_memory) {
        requests_.fetch_add(1, std::memory_order_relaxed);
        int value = pieces > most_pieces_ ? NO_SLICE : find(position, only_memory);
        if (value == NO_SLICE)
            not_present_.fetch_add(1, std::memory_order_relaxed);
        else if (value > UNKNOWN)
            returns_.fetch_add(1, std::memory_order_relaxed);
        return value;
    }

    // A request for a position that cannot be.
    int refuse() {
        requests_.fetch_add(1, std::memory_order_relaxed);
        return UNKNOWN;
    }

    // Says which tables are listed and cannot be used, a line for each.
    template <class Say> void tell_faults(Say say) const {
        for (int number = 0; number < base_.faults; number++) {
            char text[512] = "";
            peatee_fault(tables_, number, text, sizeof text, nullptr);
            say(text);
        }
    }

    // Reads all tables and checks them against their checksums. `say` takes a line for each, and
    // tells by false that the rest is not wanted. The number of damaged tables.
    template <class Say> int verify(Say say) const {
        int damaged = 0;
        PeateeInfo all = info();
        for (int number = 0; number < all.tables; number++) {
            char name[64] = "";
            bool good = peatee_check_table(tables_, number, name, sizeof name, nullptr) == PEATEE_STATUS_OK;
            damaged += !good;
            if (!say(name, good, good ? "" : peatee_last_error()))
                return damaged;
        }
        for (int number = 0; number < all.faults; number++) {
            char text[512] = "";
            peatee_fault(tables_, number, text, sizeof text, nullptr);
            damaged++;
            if (!say("a table that is left out", false, text))
                return damaged;
        }
        return damaged;
    }

    // Fills what both drivers call statistics.
    template <class Stats> void fill(Stats &stats) const {
        PeateeInfo now = info();
        stats.lru_cache_hits = static_cast<unsigned>(now.cache_hits - base_.cache_hits);
        stats.lru_cache_loads = static_cast<unsigned>(now.cache_misses - base_.cache_misses);
        stats.autoload_hits = 0;
        stats.db_requests = requests_.load(std::memory_order_relaxed);
        stats.db_returns = returns_.load(std::memory_order_relaxed);
        stats.db_not_present_requests = not_present_.load(std::memory_order_relaxed);
    }

    // Sets the statistics to 0; not while another thread asks for them.
    void reset() {
        base_ = info();
        requests_ = returns_ = not_present_ = 0;
    }

    Kind kind() const { return kind_; }
    std::string variant() const { return base_.variant; }
    int most_pieces() const { return most_pieces_; }
    int most_of_a_side() const { return most_of_a_side_; }

private:
    PeateeInfo info() const {
        PeateeInfo info{};
        info.size = sizeof info;
        peatee_info(tables_, &info);
        return info;
    }

    int find(const PeateePosition &position, bool only_memory) const {
        PeateeValue value{};
        PeateeStatus status;
        if (kind_ == Kind::mtc) {
            status = peatee_probe_dtc(tables_, &position, &value);
        } else if (kind_ == Kind::dtw) {
            status = peatee_probe(tables_, &position, &value);
        } else if (only_memory) {
            status = peatee_probe_wdl_in_memory(tables_, &position, &value.wdl);
        } else {
            status = peatee_probe_wdl(tables_, &position, &value.wdl);
        }
        switch (status) {
        case PEATEE_STATUS_OK:
            break;
        case PEATEE_STATUS_NO_TABLE:
            return NO_SLICE;
        case PEATEE_STATUS_NOT_IN_MEMORY:
            return NOT_IN_CACHE;
        default:
            return UNKNOWN;
        }
        if (kind_ == Kind::wld)
            return value.wdl > 0 ? WIN : value.wdl < 0 ? LOSS : DRAW;
        if (value.plies == PEATEE_NO_PLIES)
            return UNKNOWN;
        if (kind_ == Kind::dtw)
            return value.plies / 2;
        int even = value.plies + value.plies % 2;
        return even < THRESHOLD ? static_cast<int>(BELOW_THRESHOLD) : even;
    }

    PeateeTables tables_ = 0;
    Kind kind_ = Kind::wld;
    int most_pieces_ = 0;
    int most_of_a_side_ = 0;
    PeateeInfo base_{};
    std::atomic<unsigned> requests_{0}, returns_{0}, not_present_{0};
};

} // namespace peatee_egdb

#endif
