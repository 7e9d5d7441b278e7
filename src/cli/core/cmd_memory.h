/* Memory of the command. Where it is missing, the command ends: it says so, names the session whose
 * data stay, removes the files that are not complete, and exits. So neither code of the command nor
 * code of the rooms that only the command has looks for NULL after an allocation.
 *
 * While a measured command runs, a lack of memory does not end clrcov (cmd_memory_pause()).
 *
 * Threads: any for the end; one for the rest. */
#ifndef CMD_MEMORY_H
#define CMD_MEMORY_H

#include <stdbool.h>

/* From now on a lack of memory ends the command. */
void cmd_memory_begin(void);
/* Until cmd_memory_begin() it does not: a lack of memory is reported to the caller on this thread, which
 * waits for a command. Another thread where memory is missing goes no further, and keeps what it has. */
void cmd_memory_pause(void);
/* There is such a thread. Nobody may wait for its work. */
bool cmd_memory_was_short(void);
/* Ends the command unless it is true: memory of another library. */
void cmd_need_memory(bool is_there);
/* The session has data from now on: the end names it and exits with `code`, 0: 70. NULL: there is
 * none any more. The text must stay until another call; that is so for the next function, too. */
void cmd_memory_keeps(const char *session_dir, int code);
/* The end removes this file or folder. NULL: nothing any more. */
void cmd_memory_removes(const char *path);
/* Says that the session has data, and how to report them. Makes the session stay for longer. */
void cmd_say_kept(const char *session_dir);

#endif
