/* A disk quota that is used up, for tests: preloaded, it lets a process write $QUOTA_KIB below the
 * folders of $QUOTA_OF (separated by colons) and answers EDQUOT then, as a file system does; with 0
 * nothing can be made there either. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define NEXT(function)                                                                             \
    __typeof__(function) *next = (__typeof__(function) *)dlsym(RTLD_NEXT, #function)

static atomic_llong used;

static long long quota(void) {
    const char *kib = getenv("QUOTA_KIB");
    return kib == NULL ? 0 : atoll(kib) * 1024;
}

static bool is_below(const char *path) {
    const char *dirs = getenv("QUOTA_OF");
    while (dirs != NULL && *dirs != '\0') {
        size_t length = strcspn(dirs, ":");
        if (strncmp(path, dirs, length) == 0 && (path[length] == '/' || path[length] == '\0')) {
            return true;
        }
        dirs += length + (dirs[length] == ':');
    }
    return false;
}

static bool is_open_below(int fd) {
    char link[64];
    char path[4096];
    (void)snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    path[length > 0 ? length : 0] = '\0';
    return is_below(path);
}

/* False: there is no room for `size` more bytes. */
static bool take(int fd, size_t size) {
    if (!is_open_below(fd)) {
        return true;
    }
    if (atomic_fetch_add(&used, (long long)size) + (long long)size <= quota()) {
        return true;
    }
    atomic_fetch_sub(&used, (long long)size);
    errno = EDQUOT;
    return false;
}

static bool may_make(const char *path) {
    bool may = quota() > 0 || !is_below(path);
    errno = may ? errno : EDQUOT;
    return may;
}

int posix_fallocate(int fd, off_t offset, off_t size) {
    NEXT(posix_fallocate);
    return take(fd, (size_t)size) ? next(fd, offset, size) : EDQUOT;
}

ssize_t write(int fd, const void *data, size_t size) {
    NEXT(write);
    return take(fd, size) ? next(fd, data, size) : -1;
}

ssize_t pwrite(int fd, const void *data, size_t size, off_t offset) {
    NEXT(pwrite);
    return take(fd, size) ? next(fd, data, size, offset) : -1;
}

int mkdir(const char *path, mode_t mode) {
    NEXT(mkdir);
    return may_make(path) ? next(path, mode) : -1;
}

int open(const char *path, int flags, ...) {
    NEXT(open);
    mode_t mode = 0;
    if ((flags & O_CREAT) != 0) {
        va_list rest;
        va_start(rest, flags);
        mode = va_arg(rest, mode_t);
        va_end(rest);
        if (!may_make(path)) {
            return -1;
        }
    }
    return next(path, flags, mode);
}
