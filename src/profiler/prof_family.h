/* Determines whether this process is a descendant of a measured process: for sessions that measure
 * only the command's own processes and not their children. */
#ifndef PROF_FAMILY_H
#define PROF_FAMILY_H

#include "base/cc_arena.h"
#include "base/cc_err.h"

/* Decides by the mark of prof_mark_descendants(), which also works for ancestors that are
 * invisible, in another process namespace, or have ended. If marks are not inherited, checks the
 * ancestors from this process's parent on; an ancestor is measured if it holds a counters file of
 * the session. CC_E_IO when the session cannot be read. */
CC_NODISCARD cc_err prof_has_measured_ancestor(bool *out, const char *session_dir, cc_arena *arena);

/* Marks this process, and the processes that it starts afterwards, as measured for the session. */
void prof_mark_descendants(const char *session_dir);

#endif
