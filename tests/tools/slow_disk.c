/* A file system that is far away, for tests: preloaded, it lets every call that changes a file take
 * 20 ms, and says that what lies below $FAR_AWAY is on NFS. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/vfs.h>
#include <time.h>

static void wait_for_the_network(void) {
    const struct timespec time = {0, 20 * 1000 * 1000};
    (void)nanosleep(&time, NULL);
}

#define NEXT(function)                                                                             \
    __typeof__(function) *next = (__typeof__(function) *)dlsym(RTLD_NEXT, #function)

int statfs(const char *path, struct statfs *out) {
    NEXT(statfs);
    int result = next(path, out);
    const char *far = getenv("FAR_AWAY");
    if (result == 0 && far != NULL && strncmp(path, far, strlen(far)) == 0) {
        out->f_type = 0x6969;
    }
    return result;
}

int posix_fallocate(int fd, off_t offset, off_t size) {
    NEXT(posix_fallocate);
    wait_for_the_network();
    return next(fd, offset, size);
}

int rename(const char *from, const char *to) {
    NEXT(rename);
    wait_for_the_network();
    return next(from, to);
}

int flock(int fd, int operation) {
    NEXT(flock);
    wait_for_the_network();
    return next(fd, operation);
}

ssize_t write(int fd, const void *data, size_t size) {
    NEXT(write);
    if (size >= 4096) {
        wait_for_the_network();
    }
    return next(fd, data, size);
}
