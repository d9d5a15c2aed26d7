// Many threads on one handle: each probes the same positions and compares its answers with those of one thread.
//
// usage: threads DIRECTORY THREADS ROUNDS
#include <atomic>
#include <cstdlib>
#include <iostream>
#include <thread>
#include <vector>

#include "peatee.h"

int main(int argc, char **argv) {
    if (argc != 4) {
        std::cerr << "usage: " << argv[0] << " DIRECTORY THREADS ROUNDS\n";
        return 2;
    }
    // A first handle gives the answers; the threads meet tables of which nothing is read yet.
    PeateeTables first, tables;
    if (peatee_open(argv[1], nullptr, &first) != PEATEE_STATUS_OK ||
        peatee_open(argv[1], nullptr, &tables) != PEATEE_STATUS_OK) {
        std::cerr << peatee_last_error() << '\n';
        return 1;
    }
    PeateeInfo info{};
    info.size = sizeof info;
    peatee_info(first, &info);
    std::vector<PeateePosition> positions;
    std::vector<PeateeValue> answers;
    for (int white = 0; white < info.squares; white++) {
        for (int black = 0; black < info.squares; black += 3) {
            PeateePosition position{};
            position.white_kings.low = std::uint64_t(1) << white;
            position.black_kings.low = std::uint64_t(1) << black;
            position.side_to_move = black % 2;
            PeateeValue value{};
            if (peatee_probe(first, &position, &value) == PEATEE_STATUS_OK) {
                positions.push_back(position);
                answers.push_back(value);
            }
        }
    }
    std::atomic<int> wrong{0};
    std::vector<std::thread> threads;
    for (int number = 0; number < std::atoi(argv[2]); number++) {
        threads.emplace_back([&, number] {
            for (int round = 0; round < std::atoi(argv[3]); round++) {
                for (std::size_t i = 0; i < positions.size(); i++) {
                    std::size_t at = (i * 7 + static_cast<std::size_t>(number) * 13) % positions.size();
                    PeateeValue value{};
                    PeateeStatus status = peatee_probe(tables, &positions[at], &value);
                    if (status != PEATEE_STATUS_OK || value.wdl != answers[at].wdl || value.plies != answers[at].plies)
                        wrong++;
                }
            }
        });
    }
    for (std::thread &thread : threads)
        thread.join();
    std::cout << positions.size() << " positions, " << wrong << " wrong\n";
    bool closed = peatee_close(first) == PEATEE_STATUS_OK && peatee_close(tables) == PEATEE_STATUS_OK;
    return wrong == 0 && !positions.empty() && closed ? 0 : 1;
}
