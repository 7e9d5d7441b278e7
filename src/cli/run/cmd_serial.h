/* One test at a time, for runs with `--per-test --serial`: what the command's runner reads from the
 * environment, and words for runners that read no variable. Projects are not changed. That tests did
 * run one by one is
 * seen from their begins and ends, never from these variables. Threads: one. */
#ifndef CMD_SERIAL_H
#define CMD_SERIAL_H

#include "cli/load/cmd_loading.h"

/* Variables for the runners of all frameworks; writes the files that they name into the session. The
 * words of the command that already choose for a runner stay. Errors of the file system. */
CC_NODISCARD cc_err cmd_make_serial(cmd_variables *out, const char *session_dir,
                                    char *const *command, size_t count, cc_arena *arena);

/* Words to add at the end of the command, for a runner that reads none of the variables. */
typedef struct cmd_serial_words {
    const char *items[3];
    size_t count;
    const char *text; /* to print at the start; NULL: nothing */
} cmd_serial_words;

/* To call after cmd_make_serial(). Looks for assemblies that the command names: tests in them have no
 * project that could be asked. Words of the command that already choose stay. */
void cmd_find_serial_words(cmd_serial_words *out, const char *session_dir, char *const *command,
                           size_t count, cc_arena *arena);
/* The words have the option `name`, which begins with its dashes; its value may be in the same
 * word. */
bool cmd_has_word(char *const *words, size_t count, const char *name);

#endif
