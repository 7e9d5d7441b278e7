/* Files written piece by piece, over POSIX. See cc_out.h. */
#include "base/cc_out.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/cc_file.h"

static cc_err fail_write(const char *path, int failure) {
    if (failure == EFBIG) {
        return cc_fail(CC_E_LIMIT, "%s: cannot write: file size limit", path);
    }
    cc_err code = failure == ENOENT || failure == ENOTDIR ? CC_E_NOTFOUND : CC_E_IO;
    return cc_fail(code, "%s: cannot write: %s", path, strerror(failure));
}

static uint64_t size_limit(void) {
    struct rlimit limit;
    bool is_limited = getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
    return is_limited ? limit.rlim_cur : UINT64_MAX;
}

bool cc_file_exceeds_limit(uint64_t size) {
    return size > size_limit();
}

static cc_err open_temp(cc_out *out, unsigned mode) {
    static _Atomic unsigned serial;
    int n =
        snprintf(out->temp, sizeof out->temp, "%s.%ld-%u.tmp", out->path, (long)getpid(), serial++);
    if (n < 0 || (size_t)n >= sizeof out->temp) {
        return cc_fail(CC_E_LIMIT, "%s: path is too long", out->path);
    }
    out->limit = size_limit();
    out->fd = open(out->temp, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, (mode_t)mode);
    return out->fd >= 0 ? CC_OK : fail_write(out->path, errno);
}

static void begin(cc_out *out, const char *path) {
    out->path = path;
    out->fd = -1;
    out->is_borrowed = false;
    out->failure = 0;
    out->size = 0;
    out->limit = UINT64_MAX;
    out->temp[0] = '\0';
}

cc_err cc_out_open_own(cc_out *out, const char *path, unsigned mode) {
    begin(out, path);
    return open_temp(out, mode);
}

cc_err cc_out_open(cc_out *out, const char *path, unsigned mode) {
    begin(out, path);
    if (!cc_path_is_device(path)) {
        return open_temp(out, mode);
    }
    out->fd = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
    return out->fd >= 0 ? CC_OK : fail_write(path, errno);
}

void cc_out_standard(cc_out *out) {
    begin(out, "standard output");
    out->fd = STDOUT_FILENO;
    out->is_borrowed = true;
}

bool cc_out_write(cc_out *out, const void *data, size_t len) {
    const char *at = data;
    if (out->failure == 0 && len > out->limit - out->size) {
        out->failure = EFBIG;
    }
    while (out->failure == 0 && len > 0) {
        ssize_t n = write(out->fd, at, len);
        if (n < 0) {
            out->failure = errno == EINTR ? 0 : errno;
            continue;
        }
        at += n;
        len -= (size_t)n;
        out->size += (uint64_t)n;
    }
    return out->failure == 0;
}

cc_err cc_out_close(cc_out *out, bool is_whole) {
    bool is_kept = is_whole && out->failure == 0;
    if (!out->is_borrowed && close(out->fd) != 0 && is_kept) {
        out->failure = errno;
    }
    is_kept = is_kept && out->failure == 0;
    if (is_kept && out->temp[0] != '\0' && rename(out->temp, out->path) != 0) {
        out->failure = errno;
        is_kept = false;
    }
    if (!is_kept && out->temp[0] != '\0') {
        (void)unlink(out->temp);
    }
    return out->failure == 0 ? CC_OK : fail_write(out->path, out->failure);
}
