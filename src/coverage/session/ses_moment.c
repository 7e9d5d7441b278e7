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

/* Most of the time the session is in use, which costs little to find out. Then the state is taken first:
 * a process that comes later changes it. */
cc_err ses_look(ses_moment *out, const char *session_dir, cc_arena *scratch) {
    char **names;
    size_t count;
    size_t measured = 0;
    size_t alive = 0;
    bool in_use = true;
    cc_usage usage;
    *out = (ses_moment){0};
    CC_TRY(ses_in_use(session_dir, scratch, &in_use));
    if (in_use) {
        return CC_OK;
    }
    CC_TRY(cc_dir_usage(&usage, session_dir));
    CC_TRY(ses_in_use(session_dir, scratch, &in_use));
    CC_TRY(cc_dir_list(scratch, session_dir, &names, &count));
    for (size_t i = 0; !in_use && i < count; i++) {
        if (ses_is_counters_name(names[i])) {
            measured++;
            alive += cc_os_is_running(process_of(names[i])) ? 1 : 0;
        }
    }
    *out = (ses_moment){usage.state, measured > 0 && alive == 0};
    return CC_OK;
}
