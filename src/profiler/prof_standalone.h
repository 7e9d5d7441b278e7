/* Measures without the command line tool: the user sets CORECLR_* and CLRCOV_OUTPUT.
 *
 * All processes with one output that run at the same time share a private session (ses_join), also
 * processes that decline but last for the whole run, like `dotnet test`. The first measured process
 * starts `clrcov report --follow SESSION`, detached: it waits until no process uses the session any
 * more and writes the report, however the processes ended. The last process, if it ends normally,
 * waits for the report, so that the file of a single program exists when the program has ended. If
 * there is no follower any more, that process starts the report itself. The follower inherits an
 * exclusive lock on SESSION/follower.lock and holds it as long as it lives. */
#ifndef PROF_STANDALONE_H
#define PROF_STANDALONE_H

#include "coverage/session/ses.h"

typedef struct prof_standalone {
    const char *session_dir;
    const char *output;
    cc_hold hold;
} prof_standalone;

/* Joins or makes the session of this output (a path; relative ones start at the working directory).
 * Memory of `arena`, which must live as long as *out. */
CC_NODISCARD cc_err prof_standalone_join(prof_standalone *out, ses_session *session,
                                         const char *output, cc_arena *arena);
/* Starts the follower unless it is running. */
CC_NODISCARD cc_err prof_standalone_follow(const prof_standalone *standalone);
/* Releases the session; if no other process uses it, waits at most two seconds for the report. The
 * caller has released the writer's lock before. */
void prof_standalone_end(prof_standalone *standalone);

#endif
