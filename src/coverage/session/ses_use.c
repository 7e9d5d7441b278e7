/* Users of a session, and its removal: locks, holds, joining, pruning, finding the newest. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/cc_file.h"
#include "base/cc_os.h"
#include "base/cc_out.h"
#include "base/cc_usage.h"
#include "coverage/session/ses.h"
#include "coverage/session/ses_internal.h"

/* --- the session's lock ----------------------------------------------------------------------- */

/* Locks "<dir>/<name>". CC_E_NOTFOUND when the directory was removed while waiting for its lock. */
static cc_err lock_file(const char *dir, const char *name, bool wait, int *fd) {
    *fd = -1;
    cc_arena *arena = cc_arena_new();
    char *path = arena == NULL ? NULL : cc_path_join(arena, dir, name);
    cc_err err = path == NULL ? ses_no_memory() : CC_OK;
    bool got = false;
    int opened = -1;
    if (err == CC_OK) {
        err = cc_fd_open(&opened, path, true);
    }
    if (err == CC_OK) {
        err = cc_fd_lock(opened, CC_LOCK_EXCLUSIVE, wait, &got);
    }
    if (err == CC_OK && got && !cc_fd_is_at(opened, path)) {
        err = cc_fail(CC_E_NOTFOUND, "%s: the session was removed", dir);
    }
    if (err == CC_OK && got) {
        *fd = opened;
    } else {
        cc_fd_close(opened);
    }
    cc_arena_free(arena);
    return err;
}

cc_err ses_lock(const char *session_dir, int *fd) {
    return lock_file(session_dir, "lock", false, fd);
}

cc_err ses_lock_wait(const char *session_dir, int *fd) {
    return lock_file(session_dir, "lock", true, fd);
}

void ses_unlock(int fd) {
    cc_fd_close(fd);
}

/* --- holding and use -------------------------------------------------------------------------- */

cc_err ses_hold(const char *session_dir, cc_hold *hold) {
    int fd = -1;
    *hold = (cc_hold){0};
    uint64_t random;
    CC_TRY(cc_os_random(&random, sizeof random));
    cc_arena *arena = cc_arena_new();
    char *path = arena == NULL ? NULL
                               : cc_arena_printf(arena, "%s/h-%u-%016llx.hold", session_dir,
                                                 cc_os_pid(), (unsigned long long)random);
    cc_err err = path == NULL ? ses_no_memory() : cc_fd_create(&fd, path);
    if (err == CC_OK) {
        err = cc_hold_begin(hold, fd);
        cc_fd_close(fd);
    }
    cc_arena_free(arena);
    return err;
}

/* Includes counters files under the hidden name that they have during their creation. */
static bool is_held_name(const char *name) {
    cc_str s = cc_strz(name);
    bool is_hold = cc_str_starts(s, "h-") && cc_str_ends(s, ".hold");
    return is_hold || ses_is_counters_name(name[0] == '.' ? name + 1 : name);
}

cc_err ses_are_in_use(const char *session_dir, char *const *names, size_t count, cc_arena *scratch,
                      bool *in_use) {
    *in_use = false;
    for (size_t i = 0; i < count && !*in_use; i++) {
        char *path = cc_path_join(scratch, session_dir, names[i]);
        if (path == NULL) {
            return ses_no_memory();
        }
        *in_use = is_held_name(names[i]) && cc_file_is_locked(path);
    }
    return CC_OK;
}

cc_err ses_in_use(const char *session_dir, cc_arena *scratch, bool *in_use) {
    char **names;
    size_t count;
    CC_TRY(cc_dir_list(scratch, session_dir, &names, &count));
    return ses_are_in_use(session_dir, names, count, scratch, in_use);
}

/* --- all sessions ----------------------------------------------------------------------------- */

/* The form that make_name() in ses.c produces. */
bool ses_is_session_name(const char *name) {
    static const char form[] = "dddddddd-dddddd-ddddddddd-xxxxxxxxxxxxxxxx";
    if (strlen(name) != sizeof form - 1) {
        return false;
    }
    for (size_t i = 0; form[i] != '\0'; i++) {
        unsigned char c = (unsigned char)name[i];
        bool fits = form[i] == 'd' ? isdigit(c) : form[i] == 'x' ? isxdigit(c) : c == '-';
        if (!fits) {
            return false;
        }
    }
    return true;
}

typedef struct session_list {
    char **dirs;
    size_t count;
} session_list;

/* A place that clrcov cannot read has no sessions. */
static cc_err add_sessions(session_list *list, const char *place, cc_arena *arena) {
    char **names;
    size_t count;
    if (cc_dir_check_private(place) != CC_OK ||
        cc_dir_list(arena, place, &names, &count) != CC_OK) {
        return CC_OK;
    }
    char **all = CC_NEW_ARRAY(arena, char *, list->count + count);
    if (all == NULL) {
        return ses_no_memory();
    }
    if (list->count > 0) {
        memcpy(all, list->dirs, list->count * sizeof *all);
    }
    list->dirs = all;
    for (size_t i = 0; i < count; i++) {
        char *path = ses_is_session_name(names[i]) ? cc_path_join(arena, place, names[i]) : NULL;
        if (path != NULL) {
            all[list->count++] = path;
        }
    }
    return CC_OK;
}

/* Compares by name, which begins with the time; newest first. */
static int compare_age(const void *a, const void *b) {
    const char *first = strrchr(*(char *const *)a, '/');
    const char *second = strrchr(*(char *const *)b, '/');
    return strcmp(second, first);
}

cc_err ses_list(cc_arena *arena, char ***dirs, size_t *count) {
    char *places[SES_PLACES];
    size_t place_count;
    session_list list = {0};
    CC_TRY(ses_places(arena, places, &place_count));
    for (size_t i = 0; i < place_count; i++) {
        CC_TRY(add_sessions(&list, places[i], arena));
    }
    if (list.count > 0) {
        qsort(list.dirs, list.count, sizeof *list.dirs, compare_age);
    }
    *dirs = list.dirs;
    *count = list.count;
    return CC_OK;
}

/* --- joining ---------------------------------------------------------------------------------- */

/* Finds the session for this output that a process now uses; out->dir is NULL when there is
 * none. */
static cc_err find_joint(ses_session *out, const char *output, cc_arena *arena) {
    char **dirs;
    size_t count;
    CC_TRY(ses_list(arena, &dirs, &count));
    for (size_t i = 0; i < count; i++) {
        bool in_use = false;
        if (ses_open(out, dirs[i], arena) == CC_OK && out->settings.is_joint &&
            out->settings.output != NULL && strcmp(out->settings.output, output) == 0 &&
            ses_in_use(dirs[i], arena, &in_use) == CC_OK && in_use) {
            return CC_OK;
        }
    }
    *out = (ses_session){.lock_fd = -1};
    return CC_OK;
}

static cc_err find_or_create(ses_session *out, const ses_settings *settings, cc_str filter_text,
                             cc_arena *arena, cc_hold *hold) {
    ses_settings joint = *settings;
    joint.is_joint = true;
    CC_TRY(find_joint(out, settings->output, arena));
    if (out->dir == NULL) {
        CC_TRY(ses_create(out, &joint, filter_text, arena));
    }
    cc_err err = ses_hold(out->dir, hold);
    ses_unlock(out->lock_fd);
    out->lock_fd = -1;
    return err;
}

/* Holds a lock of the base, so that two processes that start at the same time share one session. */
cc_err ses_join(ses_session *out, const ses_settings *settings, cc_str filter_text, cc_arena *arena,
                cc_hold *hold) {
    *hold = (cc_hold){0};
    if (settings->output == NULL) {
        return cc_fail(CC_E_USAGE, "joining a session needs an output");
    }
    char *base;
    char *note; /* there is no user to read it */
    int fd;
    CC_TRY(ses_base(arena, &base, &note));
    CC_TRY(lock_file(base, "join.lock", true, &fd));
    cc_err err = find_or_create(out, settings, filter_text, arena, hold);
    ses_unlock(fd);
    return err;
}

/* --- pruning ---------------------------------------------------------------------------------- */

/* A session that no process uses. */
typedef struct finished {
    char *dir;
    const char *start; /* its working directory; "": unknown */
    int64_t end;       /* time of its last use, in seconds since 1970 */
    uint64_t bytes;
    bool has_report;
    bool has_map;  /* which test ran what */
    bool has_name; /* other commands may add to it */
    bool stays;
} finished;

typedef struct pruning {
    size_t keep;     /* number for each working directory */
    const char *own; /* the session of this run; NULL: none */
    finished *list;
    size_t count;
    int64_t now;
    cc_arena *arena;
} pruning;

/* No process uses the session; if so, *lock_fd holds its lock. Touches a session that is in use: if
 * all its processes are killed, its end is then now and not the time when it wrote its last
 * file. */
static bool is_idle(const char *dir, int *lock_fd, cc_arena *arena) {
    bool in_use = true;
    *lock_fd = -1;
    if (cc_dir_check_private(dir) != CC_OK || ses_lock(dir, lock_fd) != CC_OK) {
        return false; /* a session that cannot be locked or examined stays */
    }
    if (*lock_fd >= 0 && ses_in_use(dir, arena, &in_use) == CC_OK && !in_use) {
        return true;
    }
    cc_path_touch(dir);
    ses_unlock(*lock_fd);
    *lock_fd = -1;
    return false;
}

/* Sets whether the session has a report and contains no report of an earlier run, and whether it has a
 * map. */
static cc_err look_into(finished *out, cc_arena *arena) {
    char **names;
    size_t count;
    CC_TRY(cc_dir_list(arena, out->dir, &names, &count));
    bool has_mark = false;
    bool has_other = false;
    for (size_t i = 0; i < count; i++) {
        has_mark = has_mark || strcmp(names[i], COV_REPORTED_MARK) == 0;
        has_other = has_other || cc_str_starts(cc_strz(names[i]), COV_EARLIER_REPORT);
        out->has_map = out->has_map || strcmp(names[i], SES_MAP_NAME) == 0;
        out->has_name = out->has_name || strcmp(names[i], SES_NAME_FILE) == 0;
    }
    out->has_report = has_mark && !has_other;
    return CC_OK;
}

/* Adds the session to the list if it is idle. A session with unreadable settings belongs to no
 * directory. */
static cc_err add_finished(pruning *p, char *dir) {
    int fd;
    ses_session session;
    cc_usage usage;
    finished *f = &p->list[p->count];
    if (!is_idle(dir, &fd, p->arena)) {
        return CC_OK;
    }
    bool is_known = ses_open(&session, dir, p->arena) == CC_OK;
    const char *start = is_known ? session.settings.start_dir : NULL;
    cc_err err = cc_dir_usage(&usage, dir);
    *f = (finished){.dir = dir, .start = start == NULL ? "" : start};
    if (err == CC_OK) {
        f->end = usage.changed;
        f->bytes = usage.bytes;
        err = look_into(f, p->arena);
    }
    ses_unlock(fd);
    p->count += err == CC_OK;
    return err == CC_E_NOMEM ? err : CC_OK;
}

static int compare_end(const void *a, const void *b) {
    const finished *x = a;
    const finished *y = b;
    return x->end != y->end ? (x->end < y->end ? 1 : -1) : compare_age(&x->dir, &y->dir);
}

static size_t newer_of_directory(const pruning *p, size_t index) {
    size_t count = 0;
    for (size_t i = 0; i < index; i++) {
        count += p->list[i].has_report && strcmp(p->list[i].start, p->list[index].start) == 0;
    }
    return count;
}

/* `clrcov run --impacted` needs it, however many runs without a map followed. */
static bool is_newest_map(const pruning *p, size_t index) {
    for (size_t i = 0; i < index; i++) {
        if (p->list[i].has_map && strcmp(p->list[i].start, p->list[index].start) == 0) {
            return false;
        }
    }
    return p->list[index].has_map;
}

/* The clock is near the end of the newest session that used the clock of another run. */
static bool is_clock_confirmed(const pruning *p) {
    cc_str own = cc_path_base(cc_strz(p->own == NULL ? "" : p->own)); /* names are random */
    for (size_t i = 0; i < p->count; i++) {                           /* newest first */
        const finished *f = &p->list[i];
        if (!cc_str_eq(cc_path_base(cc_strz(f->dir)), own)) {
            int64_t since = p->now - f->end;
            return since < COV_KEPT_SECONDS && since > -COV_KEPT_SECONDS;
        }
    }
    return false;
}

/* Within its week a session stays if it has no report or is the newest, or the newest with a map, of a
 * working directory that still exists: the user may need it. A named session stays for a day. Without a report it stays longer if the clock may be wrong.
 * Of the other sessions the requested number stays, within the limit for bytes. */
static void decide(pruning *p) {
    uint64_t bytes = 0;
    bool is_confirmed = is_clock_confirmed(p);
    for (size_t i = 0; i < p->count; i++) {
        finished *f = &p->list[i];
        bool is_needed = newer_of_directory(p, i) == 0 || is_newest_map(p, i) ||
                         (f->has_name && p->now - f->end < COV_NAMED_SECONDS);
        bool is_newest = is_needed && cc_path_is_dir(f->start);
        bool is_young = p->now - f->end < COV_KEPT_SECONDS;
        f->stays = f->has_report ? is_young && is_newest : is_young || !is_confirmed;
        bytes += f->stays ? f->bytes : 0;
    }
    for (size_t i = 0; i < p->count; i++) {
        finished *f = &p->list[i];
        bool is_young = p->now - f->end < COV_KEPT_SECONDS;
        if (!f->stays && is_young && newer_of_directory(p, i) < p->keep &&
            f->bytes <= COV_KEPT_BYTES && bytes <= COV_KEPT_BYTES - f->bytes) {
            f->stays = true;
            bytes += f->bytes;
        }
    }
}

/* Removes the session, or the temporary files of killed writers from a session that stays. */
static void remove_or_sweep(const finished *f, cc_arena *arena) {
    int fd;
    if (!is_idle(f->dir, &fd, arena)) {
        return;
    }
    if (f->stays) {
        char *images = cc_path_join(arena, f->dir, "images");
        cc_out_sweep(f->dir, NULL);
        if (images != NULL) {
            cc_out_sweep(images, NULL);
        }
    } else {
        (void)!cc_dir_remove(f->dir);
    }
    ses_unlock(fd);
}

/* Removes directories that a process left incomplete because it was killed. */
static void prune_unfinished(const char *base, cc_arena *arena) {
    const int64_t an_hour = 3600;
    char **names;
    size_t count;
    if (cc_dir_list(arena, base, &names, &count) != CC_OK) {
        return;
    }
    int64_t now = (int64_t)(cc_os_time_ns() / 1000000000u);
    for (size_t i = 0; i < count; i++) {
        char *path = cc_path_join(arena, base, names[i]);
        if (path != NULL && names[i][0] == '.' && ses_is_session_name(names[i] + 1) &&
            cc_file_mtime(path, NULL) < now - an_hour) {
            (void)!cc_dir_remove(path);
        }
    }
}

static cc_err prune(pruning *p) {
    char *places[SES_PLACES];
    size_t place_count;
    char **dirs;
    size_t count;
    CC_TRY(ses_places(p->arena, places, &place_count));
    CC_TRY(ses_list(p->arena, &dirs, &count));
    p->list = CC_NEW_ARRAY(p->arena, finished, count);
    if (p->list == NULL) {
        return ses_no_memory();
    }
    for (size_t i = 0; i < count; i++) {
        CC_TRY(add_finished(p, dirs[i]));
    }
    if (p->count > 1) {
        qsort(p->list, p->count, sizeof *p->list, compare_end);
    }
    decide(p);
    for (size_t i = 0; i < p->count; i++) {
        remove_or_sweep(&p->list[i], p->arena);
    }
    for (size_t i = 0; i < place_count; i++) {
        prune_unfinished(places[i], p->arena);
    }
    return CC_OK;
}

cc_err ses_prune(size_t keep, const char *own) {
    pruning p = {.keep = keep,
                 .own = own,
                 .now = (int64_t)(cc_os_time_ns() / 1000000000u),
                 .arena = cc_arena_new()};
    cc_err err = p.arena != NULL ? prune(&p) : ses_no_memory();
    cc_arena_free(p.arena);
    return err;
}

/* --- marks ------------------------------------------------------------------------------------ */

cc_err ses_reported(const char *session_dir) {
    cc_arena *arena = cc_arena_new();
    char *path = arena == NULL ? NULL : cc_path_join(arena, session_dir, COV_REPORTED_MARK);
    cc_err err = path == NULL ? ses_no_memory() : cc_file_replace(path, cc_span_of("", 0), 0600);
    cc_arena_free(arena);
    return err;
}

static const char reset_mark[] = "reset";

cc_err ses_note_reset(const char *session_dir) {
    uint64_t random;
    CC_TRY(cc_os_random(&random, sizeof random));
    cc_arena *arena = cc_arena_new();
    char *path = arena == NULL ? NULL : cc_path_join(arena, session_dir, reset_mark);
    cc_err err = path == NULL ? ses_no_memory()
                              : cc_file_replace(path, cc_span_of(&random, sizeof random), 0600);
    cc_arena_free(arena);
    return err;
}

cc_err ses_last_reset(const char *session_dir, uint64_t *out) {
    *out = 0;
    cc_arena *arena = cc_arena_new();
    char *path = arena == NULL ? NULL : cc_path_join(arena, session_dir, reset_mark);
    cc_mapped_file file;
    if (path != NULL && cc_file_map(&file, path, true) == CC_OK) {
        if (file.bytes.len == sizeof *out) {
            memcpy(out, file.bytes.data, sizeof *out);
        }
        cc_file_unmap(&file);
    }
    cc_err err = path == NULL ? ses_no_memory() : CC_OK;
    cc_arena_free(arena);
    return err;
}
