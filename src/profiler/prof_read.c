/* Guarded reads. See prof_read.h. */
#include "profiler/prof_read.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { PART = 4096 }; /* a pipe accepts this many bytes at once; not larger than a page */

static cc_err read_open(int fd, const char *path, size_t limit, cc_buf *out) {
    struct stat st;
    if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode)) {
        return cc_fail(CC_E_IO, "%s: not a regular file", path);
    }
    if (st.st_size < 0 || (uint64_t)st.st_size > limit) {
        return cc_fail(CC_E_LIMIT, "%s: more than %zu bytes", path, limit);
    }
    size_t want = (size_t)st.st_size;
    void *bytes = out->data;
    if (!cc_grow(&bytes, &out->cap, out->len + want + 1, 1)) {
        return cc_fail(CC_E_NOMEM, "out of memory for %s", path);
    }
    out->data = bytes;
    while (want > 0) {
        ssize_t got = read(fd, out->data + out->len, want);
        if (got == 0) {
            break;
        }
        if (got < 0 && errno != EINTR) {
            return cc_fail(CC_E_IO, "%s: cannot read: %s", path, strerror(errno));
        }
        out->len += got > 0 ? (size_t)got : 0;
        want -= got > 0 ? (size_t)got : 0;
    }
    return CC_OK;
}

cc_err prof_read_file(const char *path, size_t limit, cc_buf *out) {
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) {
        cc_err code = errno == ENOENT || errno == ENOTDIR ? CC_E_NOTFOUND : CC_E_IO;
        return cc_fail(code, "%s: cannot open: %s", path, strerror(errno));
    }
    cc_err err = read_open(fd, path, limit, out);
    (void)close(fd);
    return err;
}

/* Copies up to a part through the pipe; the kernel stops at unmapped memory. */
static size_t copy_part(const int pipe_fds[2], const uint8_t *from, uint8_t *to, size_t size) {
    long sent = 0;
    do {
        /* The code does not use write(): a sanitizer would check memory that the library does not
         * own before the kernel does. */
        sent = syscall(SYS_write, pipe_fds[1], from, size);
    } while (sent < 0 && errno == EINTR);
    size_t got = 0;
    while (sent > 0 && got < (size_t)sent) {
        ssize_t n = read(pipe_fds[0], to + got, (size_t)sent - got);
        if (n == 0 || (n < 0 && errno != EINTR)) {
            break;
        }
        got += n > 0 ? (size_t)n : 0;
    }
    return got;
}

cc_err prof_read_memory(const void *base, size_t size, cc_buf *out, size_t *readable) {
    void *bytes = out->data;
    if (size > SIZE_MAX / 2 || !cc_grow(&bytes, &out->cap, out->len + size + 1, 1)) {
        return cc_fail(CC_E_NOMEM, "out of memory for a module of %zu bytes", size);
    }
    out->data = bytes;
    int fds[2];
    if (pipe2(fds, O_CLOEXEC) != 0) {
        return cc_fail(CC_E_IO, "cannot make a pipe: %s", strerror(errno));
    }
    uint8_t *to = out->data + out->len;
    memset(to, 0, size);
    size_t whole = SIZE_MAX;
    for (size_t at = 0; at < size;) {
        const uint8_t *from = (const uint8_t *)base + at;
        /* Copies up to the end of the page, which is either readable or not. */
        size_t part = PART - (uintptr_t)from % PART;
        part = part < size - at ? part : size - at;
        size_t got = copy_part(fds, from, to + at, part);
        if (got < part && whole == SIZE_MAX) {
            whole = at + got;
        }
        at += part;
    }
    (void)close(fds[0]);
    (void)close(fds[1]);
    out->len += size;
    if (readable != NULL) {
        *readable = whole < size ? whole : size;
    }
    return CC_OK;
}
