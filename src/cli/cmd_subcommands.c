/* The table of subcommands, in the order of the overview. See cmd.h. */
#include "cli/cmd.h"

const cmd_subcommand cmd_subcommands[] = {
    {&cmd_run_command, cmd_run},
    {&cmd_report_command, cmd_report},
    {&cmd_attach_command, cmd_attach},
    {&cmd_snapshot_command, cmd_snapshot},
    {&cmd_reset_command, cmd_reset},
    {&cmd_stop_command, cmd_stop},
    {&cmd_watch_command, cmd_watch},
    {&cmd_merge_command, cmd_merge},
    {&cmd_check_command, cmd_check},
    {&cmd_diff_command, cmd_diff},
    {&cmd_compare_command, cmd_compare},
    {&cmd_explain_command, cmd_explain},
    {&cmd_init_command, cmd_init},
    {&cmd_vars_command, cmd_vars},
    {&cmd_doctor_command, cmd_doctor},
    {&cmd_dump_command, cmd_dump},
    {&cmd_completion_command, cmd_completion},
};
const size_t cmd_subcommand_count = sizeof cmd_subcommands / sizeof *cmd_subcommands;
