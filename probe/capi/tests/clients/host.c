// As a program of Windows would use the driver: loads the DLL while it runs, and finds its functions by name.
//
// usage: host DLL DIRECTORY <positions (side to move W or B, then 32 characters . w W b B for squares 1 to 32)
#include <stdio.h>
#include <windows.h>

#include "egdb.h"

static void __cdecl message(char *text) { fputs(text, stderr); }

int main(int argc, char **argv) {
    HMODULE dll;
    int(__cdecl *identify)(const char *, EGDB_TYPE *, int *);
    EGDB_DRIVER *(__cdecl *open)(EGDB_BITBOARD_TYPE, int, int, const char *, void(__cdecl *)(char *));
    EGDB_DRIVER *driver;
    EGDB_TYPE type;
    int pieces, square;
    char line[80];
    if (argc != 3)
        return 2;
    dll = LoadLibraryA(argv[1]);
    if (!dll)
        return 3;
    *(FARPROC *)&identify = GetProcAddress(dll, "egdb_identify");
    *(FARPROC *)&open = GetProcAddress(dll, "egdb_open");
    if (!identify || !open || !GetProcAddress(dll, "egdb_version"))
        return 4;
    if (identify(argv[2], &type, &pieces) != 0 || type != EGDB_KINGSROW32_WLD_TUN || pieces != 3)
        return 5;
    driver = open(EGDB_NORMAL, pieces, 64, argv[2], message);
    if (!driver)
        return 6;
    while (fgets(line, sizeof line, stdin)) {
        EGDB_BITBOARD position = {{0, 0, 0}};
        for (square = 1; square <= 32; square++) {
            unsigned bit = 1u << (square - 1);
            char piece = line[square];
            if (piece == 'w' || piece == 'W')
                position.normal.white |= bit;
            if (piece == 'b' || piece == 'B')
                position.normal.black |= bit;
            if (piece == 'W' || piece == 'B')
                position.normal.king |= bit;
        }
        printf("%d\n", driver->lookup(driver, &position, line[0] == 'B' ? EGDB_BLACK : EGDB_WHITE, 0));
    }
    return driver->verify(driver) + driver->close(driver);
}
