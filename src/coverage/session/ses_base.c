/* The directory that contains sessions. See ses.h. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/cc_file.h"
#include "base/cc_os.h"
#include "coverage/session/ses_internal.h"

#define SHARED_MEMORY "/dev/shm"

/* Enough for a few processes of a few thousand methods; with less room another place is better. */
#define ENOUGH_ROOM (UINT64_C(16) << 20)

static const char *temp_dir(void) {
    const char *dir = getenv("TMPDIR");
    return dir != NULL && dir[0] == '/' && cc_path_is_dir(dir) ? dir : "/tmp";
}

enum { PARENTS = 2, MARK_DIGITS = 16 };

static size_t parents_of_places(const char *out[PARENTS]) {
    out[0] = temp_dir();
    out[1] = SHARED_MEMORY;
    return strcmp(out[0], out[1]) == 0 ? 1 : PARENTS;
}

/* "clrcov-UID-0123456789abcdef" */
static bool is_spare_name(cc_str name, cc_str front) {
    bool is_one = name.len == front.len + 1 + MARK_DIGITS && cc_str_starts(name, front.s) &&
                  name.s[front.len] == '-';
    for (size_t i = front.len + 1; is_one && i < name.len; i++) {
        is_one = strchr("0123456789abcdef", name.s[i]) != NULL;
    }
    return is_one;
}

/* Returns the first spare place in the directory; NULL: there is none. Another user may make a
 * directory with such a name, but it does not belong to this user. */
static char *find_spare(cc_arena *arena, const char *parent, cc_str front) {
    char **names;
    size_t count;
    if (cc_dir_list(arena, parent, &names, &count) != CC_OK) {
        return NULL;
    }
    for (size_t i = 0; i < count; i++) {
        char *path =
            is_spare_name(cc_strz(names[i]), front) ? cc_path_join(arena, parent, names[i]) : NULL;
        if (path != NULL && cc_dir_check_private(path) == CC_OK) {
            return path;
        }
    }
    return NULL;
}

cc_err ses_places(cc_arena *arena, char *out[SES_PLACES], size_t *count) {
    const char *parents[PARENTS];
    size_t parent_count = parents_of_places(parents);
    *count = parent_count; /* spare ones follow */
    for (size_t i = 0; i < parent_count; i++) {
        out[i] = cc_arena_printf(arena, "%s/clrcov-%u", parents[i], cc_os_uid());
        if (out[i] == NULL) {
            return ses_no_memory();
        }
        char *spare = find_spare(arena, parents[i], cc_path_base(cc_strz(out[i])));
        if (spare != NULL) {
            out[(*count)++] = spare;
        }
    }
    return CC_OK;
}

cc_err ses_is_foreign(const char *session_dir, cc_arena *arena, bool *out) {
    char *places[SES_PLACES];
    size_t count;
    char *real;
    CC_TRY(ses_places(arena, places, &count));
    CC_TRY(cc_path_real(arena, session_dir, &real));
    *out = true;
    for (size_t i = 0; i < count; i++) {
        char *place;
        if (cc_path_real(arena, places[i], &place) == CC_OK &&
            cc_str_eqz(cc_path_dir(cc_strz(real)), place)) {
            *out = false;
        }
    }
    return CC_OK;
}

/* --- the better one --------------------------------------------------------------------------- */

/* Faults of a place, in order of severity. */
typedef enum fault { NONE, LITTLE_ROOM, NOT_LOCAL, UNUSABLE } fault;

static fault look_at(const char *place) {
    enum { LONGEST_INSIDE = 160 }; /* a temporary file of an image in a session */
    if (strlen(place) + LONGEST_INSIDE > PATH_MAX) {
        (void)!cc_fail(CC_E_IO, "%s: the path is too long", place);
        return UNUSABLE;
    }
    if (cc_dir_make_private(place) != CC_OK) {
        return UNUSABLE;
    }
    if (!cc_dir_is_writable(place)) {
        (void)!cc_fail(CC_E_IO, "%s: is not writable", place);
        return UNUSABLE;
    }
    if (!cc_path_is_local(place)) {
        return NOT_LOCAL;
    }
    return cc_path_room(place) < ENOUGH_ROOM ? LITTLE_ROOM : NONE;
}

/* Makes a new place with an unpredictable name; NULL on failure. */
static char *make_spare(cc_arena *arena) {
    const char *parents[PARENTS];
    size_t count = parents_of_places(parents);
    for (size_t i = 0; i < count; i++) {
        uint64_t random;
        char *path = cc_os_random(&random, sizeof random) != CC_OK
                         ? NULL
                         : cc_arena_printf(arena, "%s/clrcov-%u-%016llx", parents[i], cc_os_uid(),
                                           (unsigned long long)random);
        if (path != NULL && look_at(path) != UNUSABLE) {
            return path;
        }
    }
    return NULL;
}

typedef struct choice {
    char *place;
    fault first;         /* the fault of the first place */
    const char *message; /* the fault as text, if the place is unusable */
} choice;

/* Chooses the first place without a fault, else the place with the least fault, else a new one. If
 * no place is usable, returns the error of the first place. */
static cc_err choose(cc_arena *arena, choice *out) {
    char *places[SES_PLACES];
    size_t count;
    fault least = UNUSABLE;
    CC_TRY(ses_places(arena, places, &count));
    *out = (choice){.message = "out of memory"};
    for (size_t i = 0; i < count && least != NONE; i++) {
        fault found = look_at(places[i]);
        if (i == 0) {
            out->first = found;
            const char *copy =
                found == UNUSABLE ? cc_arena_strdup(arena, cc_strz(cc_error_message())) : NULL;
            out->message = copy != NULL ? copy : out->message;
        }
        if (found < least) {
            least = found;
            out->place = places[i];
        }
    }
    out->place = out->place != NULL ? out->place : make_spare(arena);
    return out->place != NULL ? CC_OK : cc_fail(CC_E_IO, "%s", out->message);
}

/* --- notes ------------------------------------------------------------------------------------ */

static char *note_of(cc_arena *arena, fault found, const char *dir, const char *used) {
    static const char *const texts[] = {
        [LITTLE_ROOM] = "little space is left",
        [NOT_LOCAL] = "not a local file system",
        [UNUSABLE] = "cannot hold a session",
    };
    cc_str place = cc_path_dir(cc_strz(used));
    bool has_moved = !cc_str_eqz(place, dir);
    if (has_moved) {
        return cc_arena_printf(arena, "%s: %s; clrcov keeps sessions in %.*s", dir, texts[found],
                               (int)place.len, place.s);
    }
    const char *risk = found == NOT_LOCAL ? "the data of a killed process may be lost"
                                          : "some code may not be measured";
    return cc_arena_printf(arena, "%s: %s; %s", dir, texts[found], risk);
}

static bool is_spare(const char *place) {
    cc_str name = cc_path_base(cc_strz(place));
    return name.len > MARK_DIGITS && name.s[name.len - MARK_DIGITS - 1] == '-';
}

/* Returns a sentence when sessions are not in TMPDIR, or when the place has a fault; else NULL. */
static char *note_on(cc_arena *arena, const choice *chosen) {
    const char *wanted = getenv("TMPDIR");
    const char *dir = temp_dir();
    if (chosen->first == UNUSABLE && is_spare(chosen->place)) {
        return cc_arena_printf(arena, "%s; clrcov keeps sessions in %s", chosen->message,
                               chosen->place);
    }
    if (chosen->first != NONE) {
        return note_of(arena, chosen->first, dir, chosen->place);
    }
    if (wanted != NULL && wanted[0] != '\0' && wanted != dir) {
        return cc_arena_printf(arena, "TMPDIR=%s: not a directory; clrcov keeps sessions in %s",
                               wanted, dir);
    }
    return NULL;
}

cc_err ses_base(cc_arena *arena, char **out, char **note) {
    choice chosen;
    CC_TRY(choose(arena, &chosen));
    *out = chosen.place;
    *note = note_on(arena, &chosen);
    return CC_OK;
}
