/* Sessions that several commands share by a name. See ses.h. */
#include <string.h>

#include "base/cc_file.h"
#include "base/cc_os.h"
#include "coverage/session/ses.h"
#include "coverage/session/ses_internal.h"

#define NAMING_LOCK ".naming"

enum { MAX_NAME = 64 };

static bool is_name(const char *name) {
    static const char allowed[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";
    size_t len = strlen(name);
    return len > 0 && len <= MAX_NAME && strspn(name, allowed) == len;
}

static bool has_that_name(const char *dir, const char *name, cc_arena *arena) {
    cc_mapped_file file;
    char *path = cc_path_join(arena, dir, SES_NAME_FILE);
    if (path == NULL || cc_file_map(&file, path, true) != CC_OK) {
        return false;
    }
    bool is_same = cc_str_eqz((cc_str){(const char *)file.bytes.data, file.bytes.len}, name);
    cc_file_unmap(&file);
    return is_same;
}

/* Finds a session by name. *found is false when no session has the name, or when the session can no
 * longer be opened. */
static cc_err find(ses_session *out, const char *name, cc_arena *arena, bool *found) {
    char **dirs;
    size_t count;
    *found = false;
    CC_TRY(ses_list(arena, &dirs, &count));
    for (size_t i = 0; i < count && !*found; i++) {
        *found = has_that_name(dirs[i], name, arena) && ses_open(out, dirs[i], arena) == CC_OK;
    }
    return CC_OK;
}

static cc_err make(ses_session *out, const char *name, const ses_settings *settings,
                   cc_str filter_text, cc_arena *arena) {
    CC_TRY(ses_create(out, settings, filter_text, arena));
    char *path = cc_path_join(arena, out->dir, SES_NAME_FILE);
    return path == NULL ? ses_no_memory()
                        : cc_file_replace(path, cc_span_of(name, strlen(name)), 0600);
}

/* Runs under the lock of naming: of two commands that begin at once, one makes the session. The
 * session has a hold before its own lock is released, so pruning does not remove it. */
static cc_err find_or_make(ses_session *out, const char *name, const ses_settings *settings,
                           cc_str filter_text, cc_arena *arena, cc_hold *hold) {
    bool found;
    CC_TRY(find(out, name, arena, &found));
    if (!found) {
        CC_TRY(make(out, name, settings, filter_text, arena));
    }
    cc_err err = ses_hold(out->dir, hold);
    ses_unlock(out->lock_fd);
    out->lock_fd = -1;
    return err;
}

cc_err ses_create_named(ses_session *out, const char *name, const ses_settings *settings,
                        cc_str filter_text, cc_arena *arena, cc_hold *hold) {
    char *base;
    char *note;
    int naming = -1;
    *hold = (cc_hold){0};
    if (!is_name(name)) {
        return cc_fail(
            CC_E_USAGE,
            "'%s' is not a name for a session; use 1 to %d letters, digits, '-', '_' or '.'", name,
            MAX_NAME);
    }
    CC_TRY(ses_base(arena, &base, &note));
    char *lock = cc_path_join(arena, base, NAMING_LOCK);
    CC_TRY(lock == NULL ? ses_no_memory() : cc_fd_open(&naming, lock, true));
    cc_err err = cc_fd_lock(naming, CC_LOCK_EXCLUSIVE, true, NULL);
    err = err == CC_OK ? find_or_make(out, name, settings, filter_text, arena, hold) : err;
    cc_fd_close(naming);
    return err;
}
