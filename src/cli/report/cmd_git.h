/* The user's own git. Threads: one. */
#ifndef CMD_GIT_H
#define CMD_GIT_H

#include "base/cc_arena.h"
#include "base/cc_err.h"

/* Runs `git -C ROOT WORDS...` (at most 16, ended by NULL) and takes what it prints, without white
 * space at the ends, and with a zero after it; *is_fine false when it fails. Memory of the arena.
 * CC_E_NOTFOUND: there is no git; others of cc_proc_capture(). */
CC_NODISCARD cc_err cmd_ask_git(const char *root, const char *const *words, bool *is_fine,
                                cc_str *out, cc_arena *arena);

#endif
