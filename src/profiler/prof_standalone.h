/* Without the command line tool: CORECLR_* and CLRCOV_OUTPUT set by hand.
 *
 * All processes with one output that run at the same time share a private session
 * (ses_join), also those that decline but stand for the whole run, like `dotnet test`. The
 * first one that is measured starts `clrcov report --follow SESSION`, detached: it waits until
 * nobody uses the session any more and writes the report, however the processes ended. A process
 * that ends in good order and is the last one waits for that, so that the file of a single program
 * is there when it has ended; when there is no follower any more it starts the report itself.
 * The follower holds an exclusive lock on SESSION/follower.lock, given to it open, while it lives. */
#ifndef PROF_STANDALONE_H
#define PROF_STANDALONE_H

#include "coverage/session/ses.h"

typedef struct prof_standalone {
    const char *session_dir;
    const char *output;
    int hold_fd;
} prof_standalone;

/* Joins or makes the session of this output (a path; relative ones are taken from the working
 * directory). Memory of `arena`, which must live as long as *out. */
CC_NODISCARD cc_err prof_standalone_join(prof_standalone *out, ses_session *session,
                                         const char *output, cc_arena *arena);
/* Starts the follower unless one is there. */
CC_NODISCARD cc_err prof_standalone_follow(const prof_standalone *standalone);
/* Gives the session up; when nobody else uses it, waits until the report is made, two seconds at
 * most. The writer's lock must have been released before. */
void prof_standalone_end(prof_standalone *standalone);

#endif
