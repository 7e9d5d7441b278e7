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
    cc_arena *arena;
    const char *what, *next;
} cmd_cause;
/* Sets the cause, a formatted text in its arena, and what to do. Always true, so that a search can
 * return it. */
bool cmd_found(cmd_cause *cause, const char *next, const char *fmt, ...) CC_PRINTF(3, 4);
/* Finds the cause in the words of the command, the programs and scripts that they name, and its
 * exit code. */
void cmd_cause_of_command(cmd_cause *out, const cmd_started *started);

/* --- cmd_causes_sources.c --------------------------------------------------------------------- */

/* Why the sources of the assembly `name` were not found, and what to do: by the detail that the
 * model gives with CTR_REASON_SOURCES_NOT_FOUND. Always true. */
bool cmd_cause_of_sources(cmd_cause *out, const char *name, const char *text, const char *root);

#endif
