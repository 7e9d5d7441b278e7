/* Files written piece by piece, over POSIX. See cc_out.h. */
#include "base/cc_out.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cc_file.h"
#include "base/cc_os.h"

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

/* --- the temporary file ----------------------------------------------------------------------- */

/* The name is "BASE.0123456789abcdef.tmp", beside the file. It is random and not derived from the
 * process: ids repeat between containers and after a restart. A long BASE is truncated, so that the
 * temporary name fits wherever the file's name fits. */
enum { MARK_DIGITS = 16, MARK_LENGTH = 1 + MARK_DIGITS + 4 };

static cc_err name_temp(cc_out *out) {
    uint64_t random;
    CC_TRY(cc_os_random(&random, sizeof random));
    cc_str base = cc_path_base(cc_strz(out->target));
    size_t before = (size_t)(base.s - out->target);
    size_t kept = base.len + MARK_LENGTH <= NAME_MAX ? base.len : NAME_MAX - MARK_LENGTH;
    int n = snprintf(out->temp, sizeof out->temp, "%.*s.%016llx.tmp", (int)(before + kept),
                     out->target, (unsigned long long)random);
    if (n < 0 || (size_t)n >= sizeof out->temp) {
        out->temp[0] = '\0';
        return cc_fail(CC_E_LIMIT, "%s: path is too long", out->path);
    }
    return CC_OK;
}

static bool is_temp_name(cc_str name) {
    static const char end[] = ".tmp";
    if (name.len <= MARK_LENGTH || !cc_str_ends(name, end)) {
        return false;
    }
    const char *mark = name.s + name.len - MARK_LENGTH;
    bool is_mark = mark[0] == '.';
    for (size_t i = 1; i <= MARK_DIGITS; i++) {
        is_mark = is_mark && strchr("0123456789abcdef", mark[i]) != NULL;
    }
    return is_mark;
}

/* A writer holds a lock on its temporary file as long as it lives, in any container: a file that
 * can be locked has no living writer. Checks the path again under the lock, since the writer may
 * have renamed the file meanwhile. */
static void remove_if_dead(const char *path) {
    int fd;
    bool is_dead = false;
    if (cc_fd_open(&fd, path, false) != CC_OK) {
        return;
    }
    if (cc_fd_lock(fd, CC_LOCK_EXCLUSIVE, false, &is_dead) == CC_OK && is_dead &&
        cc_fd_is_at(fd, path)) {
        (void)unlink(path);
    }
    cc_fd_close(fd);
}

void cc_out_sweep(const char *dir, const char *base) {
    cc_arena *arena = cc_arena_new();
    char **names;
    size_t count;
    if (arena != NULL && cc_dir_list(arena, dir, &names, &count) == CC_OK) {
        for (size_t i = 0; i < count; i++) {
            cc_str name = cc_strz(names[i]);
            bool is_of_base = base == NULL ||
                              (name.len == strlen(base) + MARK_LENGTH && cc_str_starts(name, base));
            char *path =
                is_of_base && is_temp_name(name) ? cc_path_join(arena, dir, names[i]) : NULL;
            if (path != NULL) {
                remove_if_dead(path);
            }
        }
    }
    cc_arena_free(arena);
}

static void sweep_beside(const cc_out *out) {
    char dir[PATH_MAX];
    cc_str path = cc_strz(out->target);
    cc_str above = cc_path_dir(path);
    bool is_relative = above.len == 0;
    (void)snprintf(dir, sizeof dir, "%.*s", is_relative ? 1 : (int)above.len,
                   is_relative ? "." : above.s);
    cc_out_sweep(dir, cc_path_base(path).s);
}

/* Creates a new file and locks it; tries again if another process removed it in between as a dead
 * writer's file. On a file system without locks dead writers cannot be distinguished from live
 * writers: the function removes nothing there. */
static cc_err create_temp(cc_out *out, unsigned mode) {
    enum { TRIES = 16 };
    for (int i = 0; i < TRIES; i++) {
        CC_TRY(name_temp(out));
        out->fd =
            open(out->temp, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, (mode_t)mode);
        if (out->fd < 0 && errno != EEXIST) {
            return fail_write(out->path, errno);
        }
        bool is_locked = false;
        if (out->fd >= 0 && (cc_fd_lock(out->fd, CC_LOCK_EXCLUSIVE, false, &is_locked) != CC_OK ||
                             (is_locked && cc_fd_is_at(out->fd, out->temp)))) {
            return CC_OK;
        }
        cc_fd_close(out->fd);
        out->fd = -1;
    }
    out->temp[0] = '\0';
    return cc_fail(CC_E_IO, "%s: cannot write: cannot create a temporary file", out->path);
}

/* --- of a program that ends ------------------------------------------------------------------- */

enum { MOST_OPEN = 16 };
static const char *_Atomic open_temps[MOST_OPEN];

static void replace_noted(const char *old, const char *with) {
    for (int i = 0; i < MOST_OPEN; i++) {
        const char *expected = old;
        if (atomic_compare_exchange_strong(&open_temps[i], &expected, with)) {
            return;
        }
    }
}

void cc_out_remove_open(void) {
    for (int i = 0; i < MOST_OPEN; i++) {
        const char *path = atomic_load(&open_temps[i]);
        if (path != NULL) {
            (void)unlink(path);
        }
    }
}

/* A file for its owner alone gets exactly its mode: a umask that also removes the owner's rights
 * would make files that nobody can use. */
static cc_err open_temp(cc_out *out, unsigned mode) {
    out->limit = size_limit();
    CC_TRY(create_temp(out, mode));
    replace_noted(NULL, out->temp);
    if ((mode & 077) == 0) {
        (void)fchmod(out->fd, (mode_t)mode);
    }
    return CC_OK;
}

/* --- opening ---------------------------------------------------------------------------------- */

static void init_out(cc_out *out, const char *path) {
    out->path = path;
    out->fd = -1;
    out->is_borrowed = false;
    out->failure = 0;
    out->size = 0;
    out->limit = UINT64_MAX;
    out->temp[0] = '\0';
    out->target[0] = '\0';
}

static cc_err set_target(cc_out *out, const char *target) {
    int n = snprintf(out->target, sizeof out->target, "%s", target);
    return n >= 0 && (size_t)n < sizeof out->target
               ? CC_OK
               : cc_fail(CC_E_LIMIT, "%s: path is too long", out->path);
}

cc_err cc_out_open_own(cc_out *out, const char *path, unsigned mode) {
    init_out(out, path);
    CC_TRY(set_target(out, path));
    return open_temp(out, mode);
}

/* Returns the descriptor of standard output or error if the path is a link to it (/dev/stdout,
 * /dev/fd/2); -1 otherwise. */
static int standard_of(const char *path) {
    struct stat there;
    struct stat stream;
    bool is_link = lstat(path, &there) == 0 && S_ISLNK(there.st_mode);
    if (!is_link || stat(path, &there) != 0) {
        return -1;
    }
    for (int fd = STDOUT_FILENO; fd <= STDERR_FILENO; fd++) {
        if (fstat(fd, &stream) == 0 && stream.st_dev == there.st_dev &&
            stream.st_ino == there.st_ino) {
            return fd;
        }
    }
    return -1;
}

/* The text of a link of /proc to an open file need not be the file's path: the file may be removed
 * or in another mount namespace. */
static bool leads_elsewhere(const char *path, const char *target) {
    struct stat there;
    struct stat by_text;
    return stat(path, &there) == 0 &&
           (lstat(target, &by_text) != 0 || by_text.st_dev != there.st_dev ||
            by_text.st_ino != there.st_ino);
}

bool cc_out_is_direct(const char *path) {
    char target[PATH_MAX];
    return cc_path_is_device(path) || standard_of(path) >= 0 ||
           (cc_path_follow(target, path) == CC_OK && leads_elsewhere(path, target));
}

/* Replaces regular files only, and the target of a link instead of the link. */
cc_err cc_out_open(cc_out *out, const char *path, unsigned mode) {
    init_out(out, path);
    out->fd = standard_of(path);
    if (out->fd >= 0) {
        out->is_borrowed = true;
        return CC_OK;
    }
    CC_TRY(cc_path_follow(out->target, path));
    if (!cc_out_is_direct(path)) {
        sweep_beside(out);
        return open_temp(out, mode);
    }
    out->fd = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY | O_APPEND);
    return out->fd >= 0 ? CC_OK : fail_write(path, errno);
}

void cc_out_standard(cc_out *out) {
    init_out(out, "standard output");
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

/* close() may report errors of earlier writes. A copy of the descriptor holds the lock until the
 * file has its final name. */
static void rename_temp(cc_out *out) {
    int kept = fcntl(out->fd, F_DUPFD_CLOEXEC, 0);
    if (close(out->fd) != 0 && out->failure == 0) {
        out->failure = errno;
    }
    if (out->failure == 0 && rename(out->temp, out->target) != 0) {
        out->failure = errno;
    }
    if (out->failure != 0) {
        (void)unlink(out->temp);
    }
    cc_fd_close(kept);
}

cc_err cc_out_close(cc_out *out, bool is_whole) {
    replace_noted(out->temp, NULL);
    if (out->temp[0] != '\0' && is_whole && out->failure == 0) {
        rename_temp(out);
    } else if (out->temp[0] != '\0') {
        (void)unlink(out->temp);
        (void)close(out->fd);
    } else if (!out->is_borrowed && close(out->fd) != 0 && is_whole && out->failure == 0) {
        out->failure = errno;
    }
    return out->failure == 0 ? CC_OK : fail_write(out->path, out->failure);
}
