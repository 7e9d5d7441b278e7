/* Finds out whether this process is a descendant of a measured one: for sessions that measure only
 * the command's own processes and not their children. */
#ifndef PROF_FAMILY_H
#define PROF_FAMILY_H

#include "base/cc_arena.h"
#include "base/cc_err.h"

/* Checks the ancestors from this process's parent on; an ancestor is measured if it holds a
 * counters file of the session. An ancestor that has ended cuts the chain: its remaining children
 * count as started by the command. CC_E_IO when the session cannot be read. */
CC_NODISCARD cc_err prof_has_measured_ancestor(bool *out, const char *session_dir, cc_arena *arena);

#endif
