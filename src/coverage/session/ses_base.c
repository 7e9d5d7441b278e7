/* The directory that contains the sessions. See ses.h. */
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

cc_err ses_places(cc_arena *arena, char *out[SES_PLACES], size_t *count) {
    const char *parents[SES_PLACES] = {temp_dir(), SHARED_MEMORY};
    *count = strcmp(parents[0], parents[1]) == 0 ? 1 : SES_PLACES;
    for (size_t i = 0; i < *count; i++) {
        out[i] = cc_arena_printf(arena, "%s/clrcov-%u", parents[i], cc_os_uid());
        if (out[i] == NULL) {
            return ses_no_memory();
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

/* What is wrong with a place, in order of severity. */
typedef enum fault { NONE, LITTLE_ROOM, NOT_LOCAL, UNUSABLE } fault;

static fault look_at(const char *place) {
    if (cc_dir_make(place, 0700) != CC_OK || cc_dir_check_private(place) != CC_OK) {
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

/* The first place without a fault, else the one with the smallest. *first: the fault of the first
 * place. When none can be used, returns the error of the first. */
static cc_err choose(cc_arena *arena, char **out, fault *first) {
    char *places[SES_PLACES];
    const char *message = NULL;
    size_t count;
    fault least = UNUSABLE;
    CC_TRY(ses_places(arena, places, &count));
    *out = NULL;
    for (size_t i = 0; i < count && least != NONE; i++) {
        fault found = look_at(places[i]);
        if (i == 0) {
            *first = found;
            message =
                found == UNUSABLE ? cc_arena_strdup(arena, cc_strz(cc_error_message())) : NULL;
        }
        if (found < least) {
            least = found;
            *out = places[i];
        }
    }
    return *out != NULL ? CC_OK
                        : cc_fail(CC_E_IO, "%s", message == NULL ? "out of memory" : message);
}

/* --- notes
 * -------------------------------------------------------------------------------------- */

static char *note_of(cc_arena *arena, fault found, const char *dir, const char *used) {
    static const char *const texts[] = {
        [LITTLE_ROOM] = "little room is left in",
        [NOT_LOCAL] = "not a file system of this machine:",
        [UNUSABLE] = "no session can be kept in",
    };
    cc_str place = cc_path_dir(cc_strz(used));
    bool has_moved = !cc_str_eqz(place, dir);
    if (has_moved) {
        return cc_arena_printf(arena, "%s %s: sessions are kept in %.*s", texts[found], dir,
                               (int)place.len, place.s);
    }
    const char *risk = found == NOT_LOCAL ? "what a killed process had measured may be lost"
                                          : "not all may be measured";
    return cc_arena_printf(arena, "%s %s: %s", texts[found], dir, risk);
}

/* A sentence when sessions are not kept where TMPDIR says, or the place has a fault; else NULL. */
static char *note_on(cc_arena *arena, fault first, const char *used) {
    const char *wanted = getenv("TMPDIR");
    const char *dir = temp_dir();
    if (first != NONE) {
        return note_of(arena, first, dir, used);
    }
    if (wanted != NULL && wanted[0] != '\0' && wanted != dir) {
        return cc_arena_printf(arena, "TMPDIR (%s) is not a directory: sessions are kept in %s",
                               wanted, dir);
    }
    return NULL;
}

cc_err ses_base(cc_arena *arena, char **out, char **note) {
    fault first = NONE;
    CC_TRY(choose(arena, out, &first));
    *note = note_on(arena, first, *out);
    return CC_OK;
}
