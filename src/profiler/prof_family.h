/* Is this process a descendant of one that is measured already? For sessions that measure only what the
 * command's own processes do, not what they start. */
#ifndef PROF_FAMILY_H
#define PROF_FAMILY_H

#include "base/cc_arena.h"
#include "base/cc_err.h"

/* Walks up from this process' parent; an ancestor is measured when it holds a counters file of the session.
 * An ancestor that ended cuts the chain: what it left behind counts as started by the command.
 * CC_E_IO when the session cannot be read. */
CC_NODISCARD cc_err prof_has_measured_ancestor(bool *out, const char *session_dir, cc_arena *arena);

#endif
