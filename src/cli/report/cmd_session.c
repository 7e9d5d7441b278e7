/* Finds the session that a command is about. See cmd_session.h. */
#include <stdint.h>
#include <string.h>

#include "base/cc_file.h"
#include "cli/core/cmd_paths.h"
#include "cli/report/cmd_session.h"

/* Number of steps from one directory to the other if one is the other or above it; else
 * SIZE_MAX. */
static size_t distance(cc_str a, cc_str b) {
    cc_str outer = a.len <= b.len ? a : b;
    cc_str inner = a.len <= b.len ? b : a;
    bool is_root = cc_str_eqz(outer, "/");
    bool is_inside = cc_str_starts(inner, outer.s) &&
                     (inner.len == outer.len || is_root || inner.s[outer.len] == '/');
    size_t steps = 0;
    for (size_t i = outer.len; is_inside && i < inner.len; i++) {
        steps += inner.s[i] == '/';
    }
    return is_inside ? steps + (is_root && inner.len > 1) : SIZE_MAX;
}

/* Distance of the session's start directory from this one; SIZE_MAX when the session must not be
 * used for this directory. */
static cc_err distance_of(const ses_session *session, const char *here, const char *repository,
                          cc_arena *arena, size_t *out) {
    const char *start = session->settings.start_dir;
    *out = start == NULL ? SIZE_MAX : distance(cc_strz(start), cc_strz(here));
    if (*out == 0 || *out == SIZE_MAX) {
        return CC_OK;
    }
    char *other = NULL;
    CC_TRY(cmd_find_git(arena, start, &other));
    bool is_same = repository != NULL && other != NULL && strcmp(repository, other) == 0;
    *out = is_same ? *out : SIZE_MAX;
    return CC_OK;
}

static bool has_file(const char *session_dir, const char *name, cc_arena *arena) {
    return name == NULL || cc_path_exists(cc_path_join(arena, session_dir, name));
}

static cc_err find_nearest(ses_session *out, const char *file, cc_arena *arena) {
    char *here;
    char *repository;
    char **dirs;
    size_t count;
    size_t least = SIZE_MAX;
    CC_TRY(cc_path_real(arena, ".", &here));
    CC_TRY(cmd_find_git(arena, here, &repository));
    CC_TRY(ses_list(arena, &dirs, &count));
    for (size_t i = 0; i < count && least > 0; i++) {
        ses_session session;
        size_t steps = SIZE_MAX;
        /* A session that cannot be read is skipped. */
        if (has_file(dirs[i], file, arena) && ses_open(&session, dirs[i], arena) == CC_OK) {
            CC_TRY(distance_of(&session, here, repository, arena, &steps));
        }
        if (steps < least) {
            least = steps;
            *out = session;
        }
    }
    if (least != SIZE_MAX) {
        return CC_OK;
    }
    return cc_fail(CC_E_NOTFOUND,
                   "no session%s was started from %s, or from above or below it in "
                   "this repository",
                   file == NULL ? "" : " of clrcov run --per-test", here);
}

cc_err cmd_find_session_with(ses_session *out, const char *given, const char *file,
                             cc_arena *arena) {
    if (given == NULL) {
        return find_nearest(out, file, arena);
    }
    cc_err err = ses_open(out, given, arena);
    if (err != CC_OK && !cc_path_exists(given)) {
        return cc_fail(CC_E_NOTFOUND, "%s: not found; name a session or a data file", given);
    }
    return err == CC_OK ? CC_OK : cc_fail_in(err, "this is not a session");
}

cc_err cmd_find_session(ses_session *out, const char *given, cc_arena *arena) {
    return cmd_find_session_with(out, given, NULL, arena);
}
