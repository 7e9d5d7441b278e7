/* Sizes and times of directories over POSIX. See cc_usage.h. */
#include "base/cc_usage.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#include "base/cc_file.h"
#include "base/cc_hash.h"

/* Maximum depth: directories of this program are not nested deeper. */
enum { MAX_DEPTH = 4, BLOCK = 512 /* unit of st_blocks, for every file system */ };

/* The state so far, continued by what identifies this version of the file. */
static uint64_t continue_state(uint64_t state, const char *path, const struct stat *st) {
    const uint64_t version[] = {state,
                                cc_hash64(cc_span_of(path, strlen(path))),
                                (uint64_t)st->st_ino,
                                (uint64_t)st->st_size,
                                (uint64_t)st->st_mtim.tv_sec,
                                (uint64_t)st->st_mtim.tv_nsec};
    return cc_hash64(cc_span_of(version, sizeof version));
}

/* Adds the file or the directory itself. */
static cc_err add_one(cc_usage *out, const char *path, bool *is_dir) {
    struct stat st;
    if (lstat(path, &st) != 0) {
        return cc_fail(CC_E_NOTFOUND, "%s: not found", path);
    }
    out->bytes += (uint64_t)st.st_blocks * BLOCK;
    out->changed = st.st_mtime > out->changed ? (int64_t)st.st_mtime : out->changed;
    out->state = continue_state(out->state, path, &st);
    *is_dir = S_ISDIR(st.st_mode);
    return CC_OK;
}

static cc_err add(cc_usage *out, const char *path, unsigned depth, cc_arena *arena);

static cc_err add_names(cc_usage *out, const char *path, char *const *names, size_t count,
                        unsigned depth, cc_arena *arena) {
    for (size_t i = 0; i < count; i++) {
        const char *child = cc_path_join(arena, path, names[i]);
        if (child == NULL) {
            return cc_fail(CC_E_NOMEM, "out of memory");
        }
        cc_err err = add(out, child, depth, arena);
        if (err != CC_OK && err != CC_E_NOTFOUND) { /* removed meanwhile */
            return err;
        }
    }
    return CC_OK;
}

static cc_err add(cc_usage *out, const char *path, unsigned depth, cc_arena *arena) {
    bool is_dir = false;
    char **names;
    size_t count;
    CC_TRY(add_one(out, path, &is_dir));
    if (!is_dir || depth == MAX_DEPTH || cc_dir_list(arena, path, &names, &count) != CC_OK) {
        return CC_OK;
    }
    return add_names(out, path, names, count, depth + 1, arena);
}

cc_err cc_dir_usage(cc_usage *out, const char *path) {
    *out = (cc_usage){0};
    cc_arena *arena = cc_arena_new();
    cc_err err = arena == NULL ? cc_fail(CC_E_NOMEM, "out of memory") : add(out, path, 0, arena);
    cc_arena_free(arena);
    return err;
}

cc_err cc_dir_usage_begin(cc_usage *out, const char *path) {
    bool is_dir = false;
    *out = (cc_usage){0};
    return add_one(out, path, &is_dir);
}

cc_err cc_dir_usage_add(cc_usage *out, const char *path, char *const *names, size_t count,
                        cc_arena *arena) {
    return add_names(out, path, names, count, 1, arena);
}

void cc_path_touch(const char *path) {
    (void)utimensat(AT_FDCWD, path, NULL, AT_SYMLINK_NOFOLLOW);
}
