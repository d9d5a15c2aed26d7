/* Answers for one position: who wins, in how many plies, by which moves.
 *
 * usage: probe DIRECTORY FEN */
#include <stdio.h>
#include <stdlib.h>

#include "peatee.h"

static void check(PeateeStatus status) {
    if (status != PEATEE_STATUS_OK) {
        fprintf(stderr, "%s: %s\n", peatee_status_name(status), peatee_last_error());
        exit(1);
    }
}

static void print_value(PeateeValue value) {
    const char *name = value.wdl > 0 ? "win" : value.wdl < 0 ? "loss" : "draw";
    if (value.plies == PEATEE_NO_PLIES)
        printf("%s\n", name);
    else
        printf("%s in %d plies\n", name, (int)value.plies);
}

int main(int argc, char **argv) {
    if (argc != 3) {
        fprintf(stderr, "usage: %s DIRECTORY FEN\n", argv[0]);
        return 2;
    }
    PeateeOptions options = {.size = sizeof options, .memory_bytes = 64 << 20};
    PeateeTables tables;
    check(peatee_open(argv[1], &options, &tables));

    PeateeInfo info = {.size = sizeof info};
    check(peatee_info(tables, &info));
    printf("%s, up to %d pieces, by peatee %s\n", info.variant, (int)info.most_pieces, peatee_version());

    PeateePosition position;
    check(peatee_position_from_fen(tables, argv[2], &position));
    PeateeValue value;
    check(peatee_probe(tables, &position, &value));
    print_value(value);

    PeateeMove moves[100];
    size_t count;
    check(peatee_moves(tables, &position, moves, 100, &count));
    for (size_t i = 0; i < count; i++) {
        char text[64];
        check(peatee_move_text(tables, &position, &moves[i], text, sizeof text, NULL));
        printf("%s  ", text);
        print_value(moves[i].value);
    }
    check(peatee_close(tables));
    return 0;
}
