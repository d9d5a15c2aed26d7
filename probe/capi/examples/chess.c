/* usage: chess DIRECTORY FEN: the value of a position of chess, its distances to mate and conversion, and its best move. */
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
    PeateeOptions options = {0};
    PeateeTables tables;
    PeateeRuleValue value;
    PeateeValue depth;
    PeateeFenMove best;
    PeateeStatus status;
    size_t count;
    if (argc != 3) {
        fprintf(stderr, "usage: chess DIRECTORY FEN\n");
        return 2;
    }
    options.size = sizeof options;
    options.variant = "chess";
    if (peatee_open(argv[1], &options, &tables) != PEATEE_STATUS_OK ||
        peatee_probe_fen_under_rules(tables, argv[2], "FIDE-50", NULL, &value) != PEATEE_STATUS_OK) {
        fprintf(stderr, "%s\n", peatee_last_error());
        return 1;
    }
    printf("wdl %d, DTZ %d plies, outcome %d\n", (int)value.value.wdl, (int)value.needed_plies, (int)value.outcome);
    status = peatee_probe_fen(tables, argv[2], PEATEE_METRIC_DTW, &depth);
    say("DTM", status, &depth);
    status = peatee_probe_fen(tables, argv[2], PEATEE_METRIC_DTC, &depth);
    say("DTC", status, &depth);
    status = peatee_moves_fen(tables, argv[2], "FIDE-50", &best, 1, &count);
    if (status == PEATEE_STATUS_OK || status == PEATEE_STATUS_TOO_SMALL)
        printf("best of %d moves: %s\n", (int)count, count > 0 ? best.text : "none");
    return peatee_close(tables);
}
