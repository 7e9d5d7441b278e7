/* The table of subcommands: their options and functions, declared from cmd_subcommands.def.
 * Threads: one. */
#ifndef CMD_SUBCOMMANDS_H
#define CMD_SUBCOMMANDS_H

#include <stddef.h>

#include "cli/opt/opt.h"

/* cmd_NAME(): argv has the arguments after the subcommand's name. Returns the exit code
 * (clrcov/version.h). */
#define CMD_SUBCOMMAND(name)                                                                       \
    extern const opt_command cmd_##name##_command;                                                 \
    int cmd_##name(int argc, char **argv);
#include "cli/core/cmd_subcommands.def"
#undef CMD_SUBCOMMAND

typedef struct cmd_subcommand {
    const opt_command *command;
    int (*run)(int argc, char **argv);
} cmd_subcommand;
extern const cmd_subcommand cmd_subcommands[];
/* The options alone, in the same order. */
extern const opt_command *const cmd_commands[];
extern const size_t cmd_subcommand_count;

#endif
