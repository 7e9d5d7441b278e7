/* Notes about what a command line most likely means otherwise than it says. */
#ifndef CMD_HINTS_H
#define CMD_HINTS_H

#include "cli/core/cmd_config.h"

/* Says which words of the wrapped command are options of `command` (a name of several words, or
 * --hits): the program gets them, clrcov does not. */
void cmd_note_misplaced(const opt_command *command, char *const *words, size_t count);

/* Adds to the stored error what a command that could not be started most likely should have been: a
 * line that was quoted as one word, an assembly, a source file. Returns `err`. */
CC_NODISCARD cc_err cmd_explain_start(cc_err err, char *const *words, size_t count,
                                      cc_arena *arena);

/* Says that a threshold is below one percent: possible, but hardly meant. */
void cmd_note_thresholds(const cfg_values *values);
/* Says that the extension of a path is that of another kind of report. */
void cmd_note_values(const cmd_config *config);

/* Another command whose report is in the place of this run's. */
typedef struct cmd_replaced {
    cc_str command; /* its words; "": there is none */
    uint64_t ago;   /* seconds since it began */
    bool is_running;
} cmd_replaced;
/* Finds the command that wrote the report which is there now, or that runs and will write one, and
 * began at most ten minutes ago: to be called before this run writes its own. The same command as
 * this one is not another. In the arena. */
void cmd_find_replaced(cmd_replaced *out, const ses_session *session, char *const *words,
                       size_t count, cc_arena *arena);
/* Says so, and that a session with a name unites both. */
void cmd_say_replaced(const cmd_replaced *replaced, const char *output);

#endif
