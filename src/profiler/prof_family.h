/* Finds out whether this process is a descendant of a measured one: for sessions that measure only
 * the command's own processes and not their children. */
#ifndef PROF_FAMILY_H
#define PROF_FAMILY_H

#include "base/cc_arena.h"
#include "base/cc_err.h"

/* By the mark of prof_mark_descendants(), which also tells where ancestors are not to be seen: in another process
 * namespace, or when they have ended. Where marks are not inherited, walks up from this process' parent; an ancestor is
 * measured when it holds a counters file of the session. CC_E_IO when the session cannot be read. */
CC_NODISCARD cc_err prof_has_measured_ancestor(bool *out, const char *session_dir, cc_arena *arena);

/* Marks this process as measured for the session, and what it starts from now on. */
void prof_mark_descendants(const char *session_dir);

#endif
