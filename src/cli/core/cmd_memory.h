/* Memory of the command. Where it is missing, the command ends: it says so, names the session whose
 * data stay, removes what is in the making, and exits. So code of the command does not look for
 * NULL after its arenas.
 *
 * No arena of cmd_arena_new() is used between the start of a measured command and its end, nor
 * while a report is open for writing: then other arenas, or none, are in use.
 *
 * Threads: any for the end; one for the rest. */
#ifndef CMD_MEMORY_H
#define CMD_MEMORY_H

#include "base/cc_arena.h"
#include "base/cc_buf.h"

/* A new arena, owned by the caller; never NULL. */
cc_arena *cmd_arena_new(void);
/* Ends the command unless it is true: a buffer or a list has the memory that it needs. */
void cmd_need_memory(bool is_there);
/* The text of the buffer, in the arena; the buffer is freed. Ends the command when the buffer lacks
 * memory. */
char *cmd_take_text(cc_buf *text, cc_arena *arena);
/* The session has data from now on: the end names it and exits with `code`, 0: 70. NULL: there is
 * none any more. The text must stay until another call; that is so for the next function, too. */
void cmd_memory_keeps(const char *session_dir, int code);
/* The end removes this file or folder. NULL: nothing any more. */
void cmd_memory_removes(const char *path);
/* Says that the session has data, and how to report them. Makes the session stay for longer. */
void cmd_say_kept(const char *session_dir);

#endif
