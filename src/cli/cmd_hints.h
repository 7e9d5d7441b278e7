/* Notes about what a command line most likely means otherwise than it says. */
#ifndef CMD_HINTS_H
#define CMD_HINTS_H

#include "cli/cmd.h"

/* Says which words of the wrapped command are options of `command` (a name of several words, or --hits): the program gets
 * them, clrcov does not. */
void cmd_note_misplaced(const opt_command *command, char *const *words, size_t count);

/* Adds to the stored error what a command that could not be started most likely should have been: a line that was quoted
 * as one word, an assembly, a source file. Returns `err`. */
CC_NODISCARD cc_err cmd_explain_start(cc_err err, char *const *words, size_t count, cc_arena *arena);

/* Says where a value is possible, but hardly meant: a percentage below one; a path whose extension is that of another kind
 * of report. */
void cmd_note_values(const cmd_config *config);

/* Stores the words of the command of a run in its session (mode 0600). */
CC_NODISCARD cc_err cmd_store_command(const char *session_dir, char *const *words, size_t count);

/* Says when the report of this run replaces the report of another command, which runs still or ended in the last hour, and
 * that a session with a name unites both. */
void cmd_note_replaced(const ses_session *session, char *const *words, size_t count,
                       cc_arena *arena);

#endif
