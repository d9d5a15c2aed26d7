/* Nanoseconds for each call of peatee_probe_wdl, warm: the positions of a file, as an array of PeateePosition.
 *
 * usage: call DIRECTORY FILE ROUNDS */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "peatee.h"

static double now_ns(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return 1e9 * (double)time.tv_sec + (double)time.tv_nsec;
}

int main(int argc, char **argv) {
    if (argc != 4)
        return 2;
    static PeateePosition positions[1 << 14];
    static PeateeValue values[1 << 14];
    FILE *file = fopen(argv[2], "rb");
    if (!file)
        return 2;
    size_t count = fread(positions, sizeof *positions, 1 << 14, file);
    fclose(file);
    PeateeTables tables;
    if (peatee_open(argv[1], NULL, &tables) != PEATEE_STATUS_OK) {
        fprintf(stderr, "%s\n", peatee_last_error());
        return 1;
    }
    double best_single = 1e18, best_many = 1e18;
    long sum = 0;
    int rounds = atoi(argv[3]);
    for (int round = 0; round < rounds; round++) {
        double start = now_ns();
        for (size_t i = 0; i < count; i++) {
            int32_t wdl;
            if (peatee_probe_wdl(tables, &positions[i], &wdl) != PEATEE_STATUS_OK)
                return 3;
            sum += wdl;
        }
        double single = (now_ns() - start) / (double)count;
        start = now_ns();
        if (peatee_probe_wdl_many(tables, positions, count, values) != PEATEE_STATUS_OK)
            return 4;
        double many = (now_ns() - start) / (double)count;
        if (single < best_single)
            best_single = single;
        if (many < best_many)
            best_many = many;
    }
    printf("%.2f %.2f %ld\n", best_single, best_many, sum / rounds);
    return 0;
}
