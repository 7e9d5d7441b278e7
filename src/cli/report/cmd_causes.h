/* Why nothing was measured. Threads: one. */
#ifndef CMD_CAUSES_H
#define CMD_CAUSES_H

#include "cli/report/cmd_subject.h"

/* --- cmd_causes.c ----------------------------------------------------------------------------- */

/* Prints one sentence that states why nothing of the subject was measured, and what to do. */
void cmd_say_nothing(const cmd_subject *subject);

/* --- cmd_causes_command.c --------------------------------------------------------------------- */

/* Why no process of the command was measured, as two parts of a sentence: the cause, and what to
 * do. */
typedef struct cmd_cause {
    const char *what, *next;
} cmd_cause;
/* Finds the cause in the words of the command, the programs and scripts that they name, and its
 * exit code. Strings are constants or in the arena. CC_E_NOMEM. */
CC_NODISCARD cc_err cmd_cause_of_command(cmd_cause *out, const cmd_started *started,
                                         cc_arena *arena);

/* --- cmd_causes_sources.c --------------------------------------------------------------------- */

/* Why the sources of the assembly `name` were not found, and what to do: by the detail that the
 * model gives with CTR_REASON_SOURCES_NOT_FOUND. Always true. NULL in *out: out of memory. */
bool cmd_cause_of_sources(cmd_cause *out, const char *name, const char *text, const char *root,
                          cc_arena *arena);

#endif
