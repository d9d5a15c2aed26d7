/* usage: chess_bitboards DIRECTORY PIECES: what an engine does with tables of chess of three men. Probes a king and each of
 * PIECES (PNBRQ) against a king on all squares with either side to move, positions that cannot be among them, by one call for each and by
 * arrays, and prints how many are won, drawn, lost and refused, and the sum of all DTZ. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "peatee.h"

enum { TOGETHER = 4096 };

static const char *const NAMES = "PNBRQ";

/* What positions are worth. */
typedef struct Sums {
    long won, drawn, lost, refused, dtz_plies;
} Sums;

static void add(Sums *sums, PeateeStatus status, int32_t wdl, int32_t dtz_plies) {
    if (status != PEATEE_STATUS_OK) {
        sums->refused++;
        return;
    }
    if (wdl > 0)
        sums->won++;
    else if (wdl == 0)
        sums->drawn++;
    else
        sums->lost++;
    if (dtz_plies != PEATEE_NO_PLIES)
        sums->dtz_plies += dtz_plies;
}

/* The position of a number: squares of the kings and of White's piece, and whose turn it is. */
static PeateeChessPosition position_of(uint32_t number, int piece) {
    PeateeChessPosition position;
    uint64_t king = UINT64_C(1) << (number & 63), other = UINT64_C(1) << (number >> 6 & 63);
    uint64_t square = UINT64_C(1) << (number >> 12 & 63);
    uint64_t *sets[5];
    memset(&position, 0, sizeof position);
    sets[0] = &position.pawns, sets[1] = &position.knights, sets[2] = &position.bishops;
    sets[3] = &position.rooks, sets[4] = &position.queens;
    position.size = sizeof position;
    position.white = king | square;
    position.black = other;
    position.kings = king | other;
    *sets[piece] = square;
    position.side_to_move = (number >> 18 & 1) ? PEATEE_SIDE_BLACK : PEATEE_SIDE_WHITE;
    position.halfmove_clock = (int32_t)(number % 90);
    return position;
}

int main(int argc, char **argv) {
    static PeateeChessPosition positions[TOGETHER];
    static PeateeValue values[TOGETHER];
    PeateeTables tables;
    const char *letter;
    if (argc != 3 || strspn(argv[2], NAMES) != strlen(argv[2])) {
        fprintf(stderr, "usage: chess_bitboards DIRECTORY PIECES\n");
        return 2;
    }
    if (peatee_chess_open(argv[1], NULL, &tables) != PEATEE_STATUS_OK) {
        fprintf(stderr, "%s\n", peatee_last_error());
        return 1;
    }
    for (letter = argv[2]; *letter; letter++) {
        int piece = (int)(strchr(NAMES, *letter) - NAMES);
        Sums one = {0, 0, 0, 0, 0}, many = {0, 0, 0, 0, 0};
        uint32_t number, count = 0;
        for (number = 0; number < 1 << 19; number++) {
            PeateeChessValue value = {0, 0, 0};
            PeateeStatus status;
            positions[count] = position_of(number, piece);
            status = peatee_chess_probe_dtz(tables, &positions[count++], &value);
            add(&one, status, value.wdl, value.dtz_plies);
            if (count == TOGETHER) {
                peatee_chess_probe_many(tables, positions, count, PEATEE_METRIC_DTR, values);
                while (count > 0) {
                    count--;
                    add(&many, (PeateeStatus)values[count].status, values[count].wdl, values[count].plies);
                }
            }
        }
        if (memcmp(&one, &many, sizeof one) != 0) {
            fprintf(stderr, "K%cvK: arrays have other values\n", *letter);
            return 1;
        }
        printf("K%cvK: %ld won, %ld drawn, %ld lost, %ld refused, DTZ %ld\n", *letter, one.won, one.drawn, one.lost,
               one.refused, one.dtz_plies);
    }
    return peatee_close(tables) != PEATEE_STATUS_OK;
}
