/* Moments of a session. See ses.h. */
#include <stdlib.h>

#include "base/cc_file.h"
#include "base/cc_os.h"
#include "base/cc_usage.h"
#include "coverage/session/ses.h"
#include "coverage/session/ses_internal.h"

/* The process of a counters file: "p-123-0123456789abcdef.cov". */
static uint32_t process_of(const char *name) {
    return (uint32_t)strtoul(name + 2, NULL, 10);
}

/* Processes have measured, and none of them lives. */
static bool is_at_rest(char *const *names, size_t count) {
    size_t measured = 0;
    for (size_t i = 0; i < count; i++) {
        if (!ses_is_counters_name(names[i])) {
            continue;
        }
        if (cc_os_is_running(process_of(names[i]))) {
            return false;
        }
        measured++;
    }
    return measured > 0;
}

/* Most of the time the session is in use, which costs little to find out. Then the state is taken
 * first: a process that comes after the list changes it. */
cc_err ses_look(ses_moment *out, const char *session_dir, cc_arena *scratch) {
    char **names;
    size_t count;
    bool in_use = true;
    cc_usage usage;
    *out = (ses_moment){0};
    CC_TRY(cc_dir_usage_begin(&usage, session_dir));
    CC_TRY(cc_dir_list(scratch, session_dir, &names, &count));
    CC_TRY(ses_are_in_use(session_dir, names, count, scratch, &in_use));
    if (in_use) {
        return CC_OK;
    }
    CC_TRY(cc_dir_usage_add(&usage, session_dir, names, count, scratch));
    CC_TRY(ses_are_in_use(session_dir, names, count, scratch, &in_use));
    *out = (ses_moment){usage.state, !in_use && is_at_rest(names, count)};
    return CC_OK;
}
