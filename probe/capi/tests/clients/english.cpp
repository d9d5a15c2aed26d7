// As the author of an 8x8 engine would use the driver: through the members of its handle, in both ways to number squares.
//
// usage: english DIRECTORY GAME <positions (side to move W or B, then 32 characters . w W b B for squares 1 to 32)
#include <cstdio>
#include <cstring>
#include <string>

#include "egdb.h"

static void __cdecl message(char *text) { std::fprintf(stderr, "%s", text); }

// The bits of a square, by the remarks on both structures of the header.
static unsigned normal_bit(int square, bool italian) {
    int index = square - 1;
    return 1u << (italian ? index / 4 * 4 + 3 - index % 4 : index);
}

static unsigned reversed_bit(int square, bool italian) { return normal_bit(square, !italian); }

static void parse(const char *squares, bool italian, EGDB_BITBOARD *normal, EGDB_BITBOARD *reversed) {
    std::memset(normal, 0, sizeof *normal);
    std::memset(reversed, 0, sizeof *reversed);
    for (int square = 1; square <= 32; square++) {
        unsigned bit = normal_bit(square, italian), other = reversed_bit(square, italian);
        switch (squares[square - 1]) {
        case 'w': normal->normal.white |= bit, reversed->row_reversed.white_man |= other; break;
        case 'W': normal->normal.white |= bit, normal->normal.king |= bit, reversed->row_reversed.white_king |= other; break;
        case 'b': normal->normal.black |= bit, reversed->row_reversed.black_man |= other; break;
        case 'B': normal->normal.black |= bit, normal->normal.king |= bit, reversed->row_reversed.black_king |= other; break;
        }
    }
}

int main(int argc, char **argv) {
    if (argc != 3)
        return 2;
    bool italian = std::strcmp(argv[2], "italian") == 0;
    std::string directory = argv[1], mtc_directory = directory + ":mtc", dtw_directory = directory + ":dtw";
    EGDB_TYPE type;
    int pieces;
    if (egdb_identify(directory.c_str(), &type, &pieces) != 0 || pieces != 3 ||
        type != (italian ? EGDB_KINGSROW32_ITALIAN_WLD_TUN : EGDB_KINGSROW32_WLD_TUN))
        return 3;
    EGDB_DRIVER *wld = egdb_open(EGDB_NORMAL, pieces, 64, directory.c_str(), message);
    EGDB_DRIVER *cake = egdb_open(EGDB_ROW_REVERSED, pieces, 64, directory.c_str(), message);
    EGDB_DRIVER *mtc = egdb_open(EGDB_NORMAL, pieces, 64, mtc_directory.c_str(), message);
    EGDB_DRIVER *dtw = egdb_open(EGDB_NORMAL, pieces, 64, dtw_directory.c_str(), message);
    if (!wld || !cake || !mtc || !dtw)
        return 4;
    char line[80];
    unsigned requests = 0;
    while (std::fgets(line, sizeof line, stdin)) {
        EGDB_BITBOARD normal, reversed;
        parse(line + 1, italian, &normal, &reversed);
        int color = line[0] == 'B' ? EGDB_BLACK : EGDB_WHITE;
        int value = wld->lookup(wld, &normal, color, 0);
        int conditional = wld->lookup(wld, &normal, color, 1);
        if (conditional != value && conditional != EGDB_NOT_IN_CACHE && value != EGDB_UNKNOWN)
            return 5;
        requests += 2;
        std::printf("%d %d %d %d\n", value, cake->lookup(cake, &reversed, color, 0), mtc->lookup(mtc, &normal, color, 0),
                    dtw->lookup(dtw, &normal, color, 0));
    }
    EGDB_BITBOARD wrong;
    wrong.normal = {1, 1, 0};
    if (wld->lookup(wld, &wrong, EGDB_WHITE, 0) != EGDB_UNKNOWN)
        return 6;
    wrong.normal = {1, 2, 4};
    if (wld->lookup(wld, &wrong, EGDB_WHITE, 0) != EGDB_UNKNOWN)
        return 7;
    wrong.row_reversed = {1, 1, 2, 0};
    if (cake->lookup(cake, &wrong, EGDB_WHITE, 0) != EGDB_UNKNOWN)
        return 8;
    if (wld->get_stats(wld)->db_requests != requests + 2)
        return 9;
    wld->reset_stats(wld);
    if (wld->get_stats(wld)->db_requests != 0 || wld->verify(wld) != 0)
        return 10;
    if (egdb_open(EGDB_NORMAL, pieces, 64, "/no/such/directory", message))
        return 11;
    return wld->close(wld) + cake->close(cake) + mtc->close(mtc) + dtw->close(dtw);
}
