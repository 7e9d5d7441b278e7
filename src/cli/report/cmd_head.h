/* Which commit a work tree is at, read from git's own files: git is not started, so that a run can note it
 * before its command starts. Threads: one. */
#ifndef CMD_HEAD_H
#define CMD_HEAD_H

#include "base/cc_arena.h"
#include "base/cc_err.h"

typedef struct cmd_head {
    cc_str commit; /* "": not known, as in another form of repository */
    cc_str branch; /* "": none is checked out */
    cc_str folder; /* of the root in the repository; "": its top */
} cmd_head;

/* Reads it for the repository that the root is in. Memory of the arena. */
void cmd_find_head(cmd_head *out, const char *root, cc_arena *arena);
/* Stores it in the session (mode 0600), where it is known. */
CC_NODISCARD cc_err cmd_store_head(const char *session_dir, const char *root, cc_arena *arena);
/* Reads what is stored; nothing is known of sessions without it. */
void cmd_read_head(cmd_head *out, const char *session_dir, cc_arena *arena);

#endif
