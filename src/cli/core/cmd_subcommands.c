/* The table of subcommands. See cmd_subcommands.h. */
#include "cli/core/cmd_subcommands.h"

#define CMD_SUBCOMMAND(name) {&cmd_##name##_command, cmd_##name},
const cmd_subcommand cmd_subcommands[] = {
#include "cli/core/cmd_subcommands.def"
};
#undef CMD_SUBCOMMAND

#define CMD_SUBCOMMAND(name) &cmd_##name##_command,
const opt_command *const cmd_commands[] = {
#include "cli/core/cmd_subcommands.def"
};
#undef CMD_SUBCOMMAND

const size_t cmd_subcommand_count = sizeof cmd_subcommands / sizeof *cmd_subcommands;
