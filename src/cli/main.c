/* clrcov: finds the subcommand and calls it. */
#include <stdio.h>
#include <string.h>

#include "base/cc_nearest.h"
#include "base/cc_proc.h"
#include "cli/cmd.h"
#include "clrcov/version.h"

typedef struct subcommand {
    const opt_command *command;
    int (*run)(int argc, char **argv);
} subcommand;

static const subcommand commands[] = {
    {&cmd_run_command, cmd_run},         {&cmd_report_command, cmd_report},
    {&cmd_attach_command, cmd_attach},   {&cmd_snapshot_command, cmd_snapshot},
    {&cmd_reset_command, cmd_reset},     {&cmd_stop_command, cmd_stop},
    {&cmd_watch_command, cmd_watch},     {&cmd_merge_command, cmd_merge},
    {&cmd_check_command, cmd_check},     {&cmd_diff_command, cmd_diff},
    {&cmd_explain_command, cmd_explain}, {&cmd_init_command, cmd_init},
    {&cmd_vars_command, cmd_vars},       {&cmd_doctor_command, cmd_doctor},
    {&cmd_dump_command, cmd_dump},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static const subcommand *find(const char *name) {
    for (size_t i = 0; i < COMMANDS; i++) {
        if (strcmp(commands[i].command->name, name) == 0) {
            return &commands[i];
        }
    }
    return NULL;
}

static int print_overview(FILE *out) {
    (void)fputs("usage: clrcov COMMAND [options] ...\n\n"
                "Measures which lines and branches of .NET code ran.\n\n"
                "    clrcov run -- dotnet test\n\n"
                "commands:\n",
                out);
    for (size_t i = 0; i < COMMANDS; i++) {
        (void)fprintf(out, "  %-10s%s\n", commands[i].command->name, commands[i].command->summary);
    }
    (void)fputs("  help      Shows the usage of a command: clrcov help COMMAND.\n\n"
                "      --version  the version\n"
                "  -h, --help     this text\n",
                out);
    return fflush(out) == 0 ? CLRCOV_EXIT_OK : CLRCOV_EXIT_CANTWRITE;
}

static int fail_unknown(const char *name) {
    const char *names[COMMANDS];
    for (size_t i = 0; i < COMMANDS; i++) {
        names[i] = commands[i].command->name;
    }
    const char *near = cc_nearest(cc_strz(name), names, COMMANDS);
    if (near != NULL) {
        cmd_say("unknown command '%s'; did you mean %s?", name, near);
    } else {
        cmd_say("unknown command '%s'; see clrcov --help", name);
    }
    return CLRCOV_EXIT_USAGE;
}

static int help(int argc, char **argv) {
    static char option[] = "--help";
    char *arguments[] = {option, NULL};
    if (argc == 0) {
        return print_overview(stdout);
    }
    const subcommand *found = find(argv[0]);
    return found == NULL ? fail_unknown(argv[0]) : found->run(1, arguments);
}

int main(int argc, char **argv) {
    cc_proc_open_standard();
    if (argc < 2) {
        (void)print_overview(stderr);
        return CLRCOV_EXIT_USAGE;
    }
    const char *name = argv[1];
    if (strcmp(name, "--version") == 0) {
        return puts("clrcov " CLRCOV_VERSION) >= 0 && fflush(stdout) == 0 ? CLRCOV_EXIT_OK
                                                                          : CLRCOV_EXIT_CANTWRITE;
    }
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) {
        return print_overview(stdout);
    }
    if (strcmp(name, "help") == 0) {
        return help(argc - 2, argv + 2);
    }
    const subcommand *found = find(name);
    return found == NULL ? fail_unknown(name) : found->run(argc - 2, argv + 2);
}
