/* Loaded before the C library: reads of files whose names hold the text in FAILING fail as those of a broken disk, as long as
   there is a file of the name in BROKEN. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

typedef ssize_t Read(int, void *, size_t, off64_t);

static int is_broken(int descriptor) {
    const char *failing = getenv("FAILING"), *broken = getenv("BROKEN");
    char link[64], path[4096];
    if (!failing || !broken || access(broken, F_OK) != 0) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return strstr(path, failing) != NULL;
}

ssize_t pread64(int descriptor, void *buffer, size_t count, off64_t offset) {
    if (is_broken(descriptor)) {
        errno = EIO;
        return -1;
    }
    Read *next = (Read *)dlsym(RTLD_NEXT, "pread64");
    return next(descriptor, buffer, count, offset);
}
