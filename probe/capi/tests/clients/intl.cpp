// As the author of an engine would use the driver: two handles, lookups of positions that come as text.
//
// usage: intl DIRECTORY <positions (side to move W or B, then 50 characters . w W b B for squares 1 to 50)
#include <cstdio>
#include <cstring>
#include <string>

#include "egdb/egdb_intl.h"

using namespace egdb_interface;

static void message(char const *text) { std::fprintf(stderr, "%s", text); }

static EGDB_POSITION parse(const char *squares) {
    EGDB_POSITION position = {};
    for (int square = 1; square <= 50; square++) {
        EGDB_BITBOARD bit = EGDB_BITBOARD(1) << (square - 1 + (square - 1) / 10);
        char piece = squares[square - 1];
        if (piece == 'w' || piece == 'W')
            position.white |= bit;
        if (piece == 'b' || piece == 'B')
            position.black |= bit;
        if (piece == 'W' || piece == 'B')
            position.king |= bit;
    }
    return position;
}

int main(int argc, char **argv) {
    if (argc != 2)
        return 2;
    std::string wld_directory = argv[1], mtc_directory = wld_directory + ":mtc", dtw_directory = wld_directory + ":dtw";
    EGDB_TYPE type;
    int max_pieces, max_pieces_1side;
    if (egdb_identify(wld_directory.c_str(), &type, &max_pieces) != 0 || type != EGDB_WLD_TUN_V2)
        return 3;
    if (egdb_identify(mtc_directory.c_str(), &type, &max_pieces) != 0 || type != EGDB_MTC_RUNLEN)
        return 4;
    EGDB_DRIVER *wld = egdb_open("maxpieces = 3; maxkings_1side_8pcs = 5", 64, wld_directory.c_str(), message);
    EGDB_DRIVER *mtc = egdb_open("", 64, mtc_directory.c_str(), message);
    EGDB_DRIVER *dtw = egdb_open(nullptr, 64, dtw_directory.c_str(), message);
    if (!wld || !mtc || !dtw || !is_wld(wld) || !is_mtc(mtc) || !is_dtw(dtw) || is_wld(mtc))
        return 5;
    if (egdb_get_pieces(wld, &max_pieces, &max_pieces_1side) != 0)
        return 6;
    std::printf("%d pieces, %d of one side\n", max_pieces, max_pieces_1side);
    char line[80];
    unsigned requests = 0;
    while (std::fgets(line, sizeof line, stdin)) {
        EGDB_POSITION position = parse(line + 1);
        int color = line[0] == 'B' ? EGDB_BLACK : EGDB_WHITE;
        int value = egdb_lookup(wld, &position, color, 0);
        // The older way to call must agree.
        if (wld->lookup(wld, &position, color, 0) != value)
            return 7;
        int conditional = egdb_lookup(wld, &position, color, 1);
        if (conditional != value && conditional != EGDB_NOT_IN_CACHE && value != EGDB_UNKNOWN)
            return 8;
        requests += 3;
        std::printf("%d %d %d\n", value, egdb_lookup(mtc, &position, color, 0), egdb_lookup(dtw, &position, color, 0));
    }
    EGDB_POSITION gap = {EGDB_BITBOARD(1) << 10, 1, 0}, loose_king = {1, 2, 4}, both = {1, 1, 0};
    if (egdb_lookup(wld, &gap, EGDB_WHITE, 0) != EGDB_UNKNOWN || egdb_lookup(wld, &loose_king, EGDB_WHITE, 0) != EGDB_UNKNOWN ||
        egdb_lookup(wld, &both, EGDB_BLACK, 0) != EGDB_UNKNOWN || egdb_lookup(wld, &gap, 2, 0) != EGDB_UNKNOWN)
        return 9;
    if (egdb_get_stats(wld)->db_requests != requests + 4)
        return 10;
    egdb_reset_stats(wld);
    if (wld->get_stats(wld)->db_requests != 0)
        return 11;
    int abort = 0;
    EGDB_VERIFY_MSGS texts = {"bad", "good", "some bad", "all good"};
    if (egdb_verify(wld, message, &abort, &texts) != 0)
        return 12;
    if (egdb_open("maxpieces = x", 64, argv[1], message) || egdb_open("", 64, "/no/such/directory", message))
        return 13;
    return egdb_close(wld) + mtc->close(mtc) + egdb_close(dtw);
}
