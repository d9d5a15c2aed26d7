/* usage: chess DIRECTORY FEN: the value of a position of chess. */
#include <stdio.h>

#include "peatee.h"

int main(int argc, char **argv) {
    PeateeTables tables;
    PeateeChessValue value;
    if (argc != 3) {
        fprintf(stderr, "usage: chess DIRECTORY FEN\n");
        return 2;
    }
    if (peatee_chess_open(argv[1], NULL, &tables) != PEATEE_STATUS_OK ||
        peatee_chess_probe(tables, argv[2], &value) != PEATEE_STATUS_OK) {
        fprintf(stderr, "%s\n", peatee_last_error());
        return 1;
    }
    printf("wdl %d, DTZ %d plies, outcome %d\n", (int)value.wdl, (int)value.dtz_plies, (int)value.outcome);
    return peatee_close(tables);
}
