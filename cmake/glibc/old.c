/* Functions that are newer than glibc 2.23, for a library that is linked with that version (floor.cmake). Those of stat() were
 * inline in the headers up to 2.32, and called the functions below, which every glibc still has; the first argument is the
 * version of `struct stat`. getrandom() came with 2.25; the system call is of Linux 3.17. */
#include <stddef.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef __aarch64__
enum { STAT_VERSION = 0 };
#else
enum { STAT_VERSION = 1 };
#endif

int __xstat(int version, const char *path, struct stat *out);
int __lxstat(int version, const char *path, struct stat *out);
int __fxstat(int version, int fd, struct stat *out);

int stat(const char *restrict path, struct stat *restrict out) {
    return __xstat(STAT_VERSION, path, out);
}

int lstat(const char *restrict path, struct stat *restrict out) {
    return __lxstat(STAT_VERSION, path, out);
}

int fstat(int fd, struct stat *out) {
    return __fxstat(STAT_VERSION, fd, out);
}

ssize_t getrandom(void *out, size_t len, unsigned flags) {
    return syscall(SYS_getrandom, out, len, flags);
}
