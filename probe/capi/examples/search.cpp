// A small engine: alpha-beta that probes in its search, and says when the value of the root is exact.
//
// usage: search DIRECTORY DEPTH <positions (one FEN in each line)
//
// A position beyond the tables and the depth is not known. The search is made twice, once with the worst that such
// a position can be worth for the side to move at the root, once with the best. Where both give the same, that is the
// exact value.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

#include "peatee.h"

namespace {

void check(PeateeStatus status) {
    if (status != PEATEE_STATUS_OK)
        throw std::runtime_error(std::string(peatee_status_name(status)) + ": " + peatee_last_error());
}

// A win in n plies from the root is worth WIN - n.
constexpr int WIN = 10000;
constexpr int INFINITE = 2 * WIN;

class Engine {
public:
    explicit Engine(const char *directory) {
        check(peatee_open(directory, nullptr, &tables_));
        PeateeInfo info{};
        info.size = sizeof info;
        check(peatee_info(tables_, &info));
        // Without them a value has no distance, and a score of wins could not be exact.
        if (!(info.metrics & PEATEE_METRIC_DTW)) {
            peatee_close(tables_);
            throw std::runtime_error(std::string(directory) + " has no DTW tables; make them with peatee-gen generate");
        }
    }
    ~Engine() { peatee_close(tables_); }
    Engine(const Engine &) = delete;
    Engine &operator=(const Engine &) = delete;

    PeateePosition parse(const std::string &fen) const {
        PeateePosition position{};
        check(peatee_position_from_fen(tables_, fen.c_str(), &position));
        return position;
    }

    // The value of the root, and whether it is exact.
    std::pair<int, bool> solve(const PeateePosition &root, int depth) {
        nodes_ = probes_ = 0;
        int bounds[2];
        for (bool hopeful : {false, true}) {
            hopeful_ = hopeful;
            bounds[hopeful] = search(root, depth, 0, -INFINITE, INFINITE);
        }
        return {bounds[0], bounds[0] == bounds[1]};
    }

    std::uint64_t nodes() const { return nodes_; }
    std::uint64_t probes() const { return probes_; }

private:
    int search(const PeateePosition &position, int depth, int ply, int alpha, int beta) {
        nodes_++;
        PeateeValue value;
        // The root is searched, as an engine does that wants a move.
        if (ply > 0) {
            PeateeStatus status = peatee_probe(tables_, &position, &value);
            if (status == PEATEE_STATUS_OK) {
                probes_++;
                return value.wdl > 0 ? WIN - ply - value.plies : value.wdl < 0 ? ply + value.plies - WIN : 0;
            }
            if (status != PEATEE_STATUS_NO_TABLE)
                check(status);
        }
        std::vector<PeateeMove> moves(128);
        std::size_t count = 0;
        check(peatee_legal_moves(tables_, &position, moves.data(), moves.size(), &count));
        // Who cannot move has lost; giveaway games, where that wins, want the other sign.
        if (count == 0)
            return ply - WIN;
        if (depth == 0) {
            // Nobody has won or lost yet: one side can at best with its next move.
            bool good = (ply % 2 == 0) == hopeful_;
            return good ? WIN - ply - 1 : ply + 2 - WIN;
        }
        int best = -INFINITE;
        for (std::size_t i = 0; i < count && best < beta; i++) {
            best = std::max(best, -search(moves[i].after, depth - 1, ply + 1, -beta, -std::max(alpha, best)));
        }
        return best;
    }

    PeateeTables tables_ = 0;
    bool hopeful_ = false;
    std::uint64_t nodes_ = 0, probes_ = 0;
};

std::string text(int score) {
    if (score == 0)
        return "draw";
    return score > 0 ? "win in " + std::to_string(WIN - score) : "loss in " + std::to_string(WIN + score);
}

} // namespace

int main(int argc, char **argv) {
    if (argc != 3) {
        std::cerr << "usage: " << argv[0] << " DIRECTORY DEPTH <positions\n";
        return 2;
    }
    try {
        Engine engine(argv[1]);
        for (std::string fen; std::getline(std::cin, fen);) {
            auto [score, exact] = engine.solve(engine.parse(fen), std::atoi(argv[2]));
            std::cout << fen << '\t' << (exact ? text(score) : "not known") << '\t' << engine.nodes() << " nodes, "
                      << engine.probes() << " probes\n";
        }
    } catch (const std::exception &error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
}
