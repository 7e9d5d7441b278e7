/* Files and directories over POSIX. See cc_file.h. */
#include "base/cc_file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "base/cc_guard.h"
#include "base/cc_memory.h"
#include "base/cc_out.h"

enum { SMALL_FILE = 64 * 1024 };

static cc_err fail_errno(const char *path, const char *what) {
    int saved = errno;
    cc_err code = saved == ENOENT || saved == ENOTDIR ? CC_E_NOTFOUND : CC_E_IO;
    return cc_fail(code, "%s: %s: %s", path, what, strerror(saved));
}

/* The function copies small files: an unmap costs more than a read. A file that shrank meanwhile
 * gives the bytes that it still has. */
static cc_err copy_fd(cc_mapped_file *out, int fd, size_t size, const char *path) {
    uint8_t *base = malloc(size);
    if (base == NULL) {
        cc_memory_missing(size);
        return cc_fail(CC_E_NOMEM, "out of memory");
    }
    size_t len = 0;
    while (len < size) {
        ssize_t n = pread(fd, base + len, size - len, (off_t)len);
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n < 0) {
            free(base);
            return fail_errno(path, "cannot read");
        }
        if (n == 0) {
            break;
        }
        len += (size_t)n;
    }
    *out = (cc_mapped_file){{base, len}, base, true};
    return CC_OK;
}

static cc_err fail_map(const char *path, size_t size) {
    if (errno == ENOMEM) {
        cc_memory_missing(size);
    }
    return fail_errno(path, "cannot map");
}

static cc_err map_fd(cc_mapped_file *out, int fd, const char *path, size_t copied) {
    struct stat st;
    if (fstat(fd, &st) != 0) {
        return fail_errno(path, "cannot read");
    }
    if (!S_ISREG(st.st_mode)) {
        return cc_fail(CC_E_IO, "%s: not a regular file", path);
    }
    size_t size = (size_t)st.st_size;
    *out = (cc_mapped_file){{(const uint8_t *)"", 0}, NULL, false};
    if (size == 0) {
        return CC_OK;
    }
    if (size <= copied) {
        return copy_fd(out, fd, size, path);
    }
    void *base = mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (base == MAP_FAILED) {
        return fail_map(path, size);
    }
    cc_guard_add(base, size, NULL);
    *out = (cc_mapped_file){cc_span_of(base, size), base, false};
    return CC_OK;
}

static cc_err open_and_map(cc_mapped_file *out, const char *path, bool no_follow, size_t copied) {
    *out = (cc_mapped_file){0};
    int flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | (no_follow ? O_NOFOLLOW : 0);
    int fd = open(path, flags);
    if (fd < 0) {
        return fail_errno(path, "cannot open");
    }
    cc_err err = map_fd(out, fd, path, copied);
    close(fd);
    return err;
}

cc_err cc_file_map(cc_mapped_file *out, const char *path, bool no_follow) {
    return open_and_map(out, path, no_follow, 0);
}

cc_err cc_file_look(cc_mapped_file *out, const char *path) {
    return open_and_map(out, path, false, SMALL_FILE);
}

cc_err cc_file_look_fd(cc_mapped_file *out, int fd, const char *path) {
    *out = (cc_mapped_file){0};
    return map_fd(out, fd, path, SMALL_FILE);
}

void cc_file_unmap(cc_mapped_file *file) {
    if (file->is_copy) {
        free(file->base);
    } else if (file->base != NULL) {
        cc_guard_remove(file->base);
        munmap(file->base, file->bytes.len);
    }
    *file = (cc_mapped_file){0};
}

cc_err cc_file_read(cc_arena *arena, const char *path, size_t most, cc_str *out) {
    cc_mapped_file file;
    CC_TRY(cc_file_map(&file, path, false));
    if (file.bytes.len > most) {
        cc_file_unmap(&file);
        return cc_fail(CC_E_LIMIT, "is larger than %zu MiB, which is the limit", most >> 20);
    }
    *out = (cc_str){(const char *)file.bytes.data, file.bytes.len};
    out->s = cc_arena_strdup(arena, *out);
    cc_file_unmap(&file);
    return out->s != NULL ? CC_OK : cc_fail(CC_E_NOMEM, "out of memory");
}

bool cc_file_contains(const char *path, size_t most, cc_str text) {
    cc_mapped_file file;
    if (cc_file_map(&file, path, false) != CC_OK) {
        return false;
    }
    size_t len = file.bytes.len < most ? file.bytes.len : most;
    bool is_there = len > 0 && memmem(file.bytes.data, len, text.s, text.len) != NULL;
    cc_file_unmap(&file);
    return is_there;
}

bool cc_path_is_device(const char *path) {
    struct stat st;
    return stat(path, &st) == 0 && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode);
}

static cc_err write_out(cc_out *out, cc_span bytes) {
    (void)cc_out_write(out, bytes.data, bytes.len);
    return cc_out_close(out, true);
}

cc_err cc_file_write(const char *path, cc_span bytes, unsigned mode) {
    cc_out out;
    CC_TRY(cc_out_open(&out, path, mode));
    return write_out(&out, bytes);
}

cc_err cc_file_replace(const char *path, cc_span bytes, unsigned mode) {
    cc_out out;
    CC_TRY(cc_out_open_own(&out, path, mode));
    return write_out(&out, bytes);
}

cc_err cc_file_rename(const char *from, const char *to) {
    return rename(from, to) == 0 ? CC_OK : fail_errno(to, "cannot rename");
}

cc_err cc_file_take_away(const char *path) {
    return unlink(path) == 0 ? CC_OK : fail_errno(path, "cannot remove");
}

void cc_file_remove(const char *path) {
    (void)unlink(path);
}

bool cc_path_exists(const char *path) {
    struct stat st;
    return stat(path, &st) == 0;
}

bool cc_dir_is_writable(const char *path) {
    return cc_path_is_dir(path) && access(path, W_OK | X_OK) == 0;
}

bool cc_path_is_dir(const char *path) {
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

bool cc_path_gains_rights(const char *path) {
    struct stat st;
    return stat(path, &st) == 0 && S_ISREG(st.st_mode) &&
           ((st.st_mode & (S_ISUID | S_ISGID)) != 0 ||
            getxattr(path, "security.capability", NULL, 0) > 0);
}

bool cc_path_is_own_dir(const char *path, uint64_t *device) {
    struct stat st;
    if (lstat(path, &st) != 0 || !S_ISDIR(st.st_mode)) {
        return false;
    }
    *device = (uint64_t)st.st_dev;
    return true;
}

cc_err cc_dir_make_all(const char *path, unsigned mode) {
    char part[PATH_MAX];
    size_t length = strlen(path);
    if (length >= sizeof part) {
        return cc_fail(CC_E_LIMIT, "%s: the path is too long", path);
    }
    for (size_t i = 1; i <= length; i++) {
        if (path[i] == '/' || path[i] == '\0') {
            memcpy(part, path, i);
            part[i] = '\0';
            if (!cc_path_is_dir(part)) {
                CC_TRY(cc_dir_make(part, mode));
            }
        }
    }
    return CC_OK;
}

cc_err cc_dir_make(const char *path, unsigned mode) {
    if (mkdir(path, (mode_t)mode) == 0) {
        bool is_private = (mode & 077) == 0; /* independent of the umask */
        return !is_private || chmod(path, (mode_t)mode) == 0
                   ? CC_OK
                   : fail_errno(path, "cannot create the directory");
    }
    if (errno == EEXIST && cc_path_is_dir(path)) {
        return CC_OK;
    }
    return fail_errno(path, "cannot create the directory");
}

cc_err cc_dir_make_private(const char *path) {
    struct stat st;
    CC_TRY(cc_dir_make(path, 0700));
    if (lstat(path, &st) == 0 && S_ISDIR(st.st_mode) && st.st_uid == geteuid() &&
        (st.st_mode & 077) == 0 && (st.st_mode & 0700) != 0700) {
        (void)chmod(path, 0700);
    }
    return cc_dir_check_private(path);
}

cc_err cc_dir_check_private(const char *path) {
    struct stat st;
    if (lstat(path, &st) != 0) {
        return fail_errno(path, "cannot read");
    }
    if (!S_ISDIR(st.st_mode)) {
        return cc_fail(CC_E_IO, "%s: not a directory", path);
    }
    if (st.st_uid != geteuid()) {
        return cc_fail(CC_E_IO, "%s: belongs to another user", path);
    }
    if ((st.st_mode & 077) != 0) {
        return cc_fail(CC_E_IO, "%s: is accessible to other users", path);
    }
    return CC_OK;
}

static int compare_names(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool is_dots(const char *name) {
    return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

/* Reads all names into a malloc'ed array of arena strings. */
static cc_err read_names(cc_arena *arena, DIR *dir, char ***names, size_t *count) {
    void *items = NULL;
    size_t cap = 0;
    *count = 0;
    for (struct dirent *entry = readdir(dir); entry != NULL; entry = readdir(dir)) {
        if (is_dots(entry->d_name)) {
            continue;
        }
        char *copy = cc_arena_strdup(arena, cc_strz(entry->d_name));
        if (copy == NULL || !cc_grow(&items, &cap, *count + 1, sizeof(char *))) {
            free(items);
            return cc_fail(CC_E_NOMEM, "out of memory");
        }
        ((char **)items)[(*count)++] = copy;
    }
    *names = items;
    return CC_OK;
}

cc_err cc_dir_list(cc_arena *arena, const char *path, char ***names, size_t *count) {
    DIR *dir = opendir(path);
    if (dir == NULL) {
        return fail_errno(path, "cannot list");
    }
    char **found = NULL;
    cc_err err = read_names(arena, dir, &found, count);
    closedir(dir);
    if (err != CC_OK) {
        return err;
    }
    *names = CC_NEW_ARRAY(arena, char *, *count);
    if (*names != NULL && *count > 0) {
        qsort(found, *count, sizeof *found, compare_names);
        memcpy(*names, found, *count * sizeof *found);
    }
    free(found);
    return *names == NULL ? cc_fail(CC_E_NOMEM, "out of memory") : CC_OK;
}

/* Pushes a subdirectory for later. */
static cc_err push_dir(char *path, char ***stack, size_t *depth, size_t *cap) {
    void *items = *stack;
    if (path == NULL || !cc_grow(&items, cap, *depth + 1, sizeof(char *))) {
        return cc_fail(CC_E_NOMEM, "out of memory");
    }
    *stack = items;
    (*stack)[(*depth)++] = path;
    return CC_OK;
}

/* Removes the entries of one directory and pushes its subdirectories. Does not follow a link in its
 * place. Ignores failures. */
static cc_err empty_dir(cc_arena *arena, const char *path, char ***stack, size_t *depth,
                        size_t *cap) {
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    DIR *dir = fd < 0 ? NULL : fdopendir(fd);
    if (dir == NULL) {
        cc_err failed = fail_errno(path, "cannot list");
        if (fd >= 0) {
            close(fd);
        }
        return failed;
    }
    char **names = NULL;
    size_t count = 0;
    cc_err err = read_names(arena, dir, &names, &count);
    for (size_t i = 0; err == CC_OK && i < count; i++) {
        if (unlinkat(fd, names[i], 0) != 0) {
            err = push_dir(cc_path_join(arena, path, names[i]), stack, depth, cap);
        }
    }
    free(names);
    closedir(dir);
    return err;
}

static bool is_link(const char *path) {
    struct stat st;
    return lstat(path, &st) == 0 && S_ISLNK(st.st_mode);
}

cc_err cc_dir_remove(const char *path) {
    if (is_link(path)) {
        return cc_file_take_away(path);
    }
    cc_arena *arena = cc_arena_new();
    if (arena == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory");
    }
    char **stack = NULL;
    size_t depth = 0;
    size_t cap = 0;
    cc_err err = empty_dir(arena, path, &stack, &depth, &cap);
    while (err == CC_OK && depth > 0) {
        char *top = stack[depth - 1];
        if (rmdir(top) == 0 || errno == ENOENT) {
            depth--;
            continue;
        }
        if (errno != ENOTEMPTY && errno != EEXIST) {
            err = fail_errno(top, "cannot remove");
            break;
        }
        err = empty_dir(arena, top, &stack, &depth, &cap);
    }
    if (err == CC_OK && rmdir(path) != 0) {
        err = fail_errno(path, "cannot remove");
    }
    free(stack);
    cc_arena_free(arena);
    return err;
}

cc_err cc_path_real(cc_arena *arena, const char *path, char **out) {
    char *resolved = realpath(path, NULL);
    if (resolved == NULL) {
        return fail_errno(path, "cannot resolve");
    }
    *out = cc_arena_strdup(arena, cc_strz(resolved));
    free(resolved);
    return *out == NULL ? cc_fail(CC_E_NOMEM, "out of memory") : CC_OK;
}

/* Appends the components of `path` to the absolute path in `out`, folding "." and "..". */
static void append_folded(cc_buf *out, cc_str path) {
    size_t at = 0;
    while (at < path.len) {
        size_t end = at;
        while (end < path.len && path.s[end] != '/') {
            end++;
        }
        cc_str part = {path.s + at, end - at};
        if (cc_str_eqz(part, "..")) {
            while (out->len > 0 && out->data[--out->len] != '/') {
            }
        } else if (part.len > 0 && !cc_str_eqz(part, ".")) {
            cc_buf_putc(out, '/');
            cc_buf_str_put(out, part);
        }
        at = end + 1;
    }
}

cc_err cc_path_absolute(cc_arena *arena, const char *path, char **out) {
    cc_buf buf = {0};
    if (path[0] != '/') {
        char *cwd = getcwd(NULL, 0);
        if (cwd == NULL) {
            return fail_errno(".", "cannot read the working directory");
        }
        append_folded(&buf, cc_strz(cwd));
        free(cwd);
    }
    append_folded(&buf, cc_strz(path));
    if (buf.len == 0) {
        cc_buf_putc(&buf, '/');
    }
    *out = cc_buf_ok(&buf) ? cc_arena_strdup(arena, cc_buf_str(&buf)) : NULL;
    cc_buf_free(&buf);
    return *out == NULL ? cc_fail(CC_E_NOMEM, "out of memory") : CC_OK;
}

int64_t cc_file_mtime(const char *path, uint64_t *size) {
    struct stat st;
    if (stat(path, &st) != 0) {
        return 0;
    }
    if (size != NULL) {
        *size = (uint64_t)st.st_size;
    }
    return (int64_t)st.st_mtime;
}

bool cc_file_is_unchanged_since(const char *path, uint64_t time_ns) {
    const uint64_t ns_per_s = 1000000000;
    const uint64_t coarse_ns = 20000000; /* steps of the kernel's clock for files, and more */
    struct stat st;
    return stat(path, &st) == 0 &&
           (uint64_t)st.st_ctim.tv_sec * ns_per_s + (uint64_t)st.st_ctim.tv_nsec + coarse_ns <
               time_ns;
}
