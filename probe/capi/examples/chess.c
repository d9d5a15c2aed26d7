/* usage: chess DIRECTORY FEN: the value of a position of chess, and its distances to mate and conversion. */
#include <stdio.h>

#include "peatee.h"

/* A distance, or why there is none: PEATEE_STATUS_NO_TABLE where its tables were not made. */
static void say(const char *name, PeateeStatus status, const PeateeValue *value) {
    if (status != PEATEE_STATUS_OK)
        printf("%s: %s: %s\n", name, peatee_status_name(status), peatee_last_error());
    else if (value->plies == PEATEE_NO_PLIES)
        printf("%s: a draw\n", name);
    else
        printf("%s: %d plies\n", name, (int)value->plies);
}

int main(int argc, char **argv) {
    PeateeTables tables;
    PeateeChessValue value;
    PeateeValue depth;
    PeateeStatus status;
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
    status = peatee_chess_probe_dtm(tables, argv[2], &depth);
    say("DTM", status, &depth);
    status = peatee_chess_probe_dtc(tables, argv[2], &depth);
    say("DTC", status, &depth);
    return peatee_close(tables);
}
