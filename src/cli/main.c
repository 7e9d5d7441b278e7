/* clrcov: finds the subcommand and calls it. */
#include <stdio.h>
#include <string.h>

#include "base/cc_guard.h"
#include "base/cc_nearest.h"
#include "base/cc_proc.h"
#include "cli/core/cmd.h"
#include "cli/core/cmd_memory.h"
#include "cli/core/cmd_quote.h"
#include "cli/core/cmd_subcommands.h"
#include "cli/load/cmd_host.h"
#include "clrcov/version.h"

enum { MOST_COMMANDS = 32 };

static const cmd_subcommand *find(const char *name) {
    for (size_t i = 0; i < cmd_subcommand_count; i++) {
        if (strcmp(cmd_subcommands[i].command->name, name) == 0) {
            return &cmd_subcommands[i];
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
    for (size_t i = 0; i < cmd_subcommand_count; i++) {
        (void)fprintf(out, "  %-12s%s\n", cmd_subcommands[i].command->name,
                      cmd_subcommands[i].command->summary);
    }
    (void)fputs("  help        Shows the usage of a command: clrcov help COMMAND.\n\n"
                "      --version  the version\n"
                "  -h, --help     this text\n",
                out);
    return fflush(out) == 0 ? CLRCOV_EXIT_OK : CLRCOV_EXIT_CANTWRITE;
}

/* What other tools call a command, or where an option was meant. */
static const char *meaning_of(const char *word) {
    static const cc_pair known[] = {{"html", "report -f html"},
                                    {"xml", "report"},
                                    {"collect", "run -- COMMAND"},
                                    {"cover", "run -- COMMAND"},
                                    {"test", "run -- dotnet test"},
                                    {"summary", "report -f table"},
                                    {"show", "report"},
                                    {"version", "--version"},
                                    {"-v", "--version"},
                                    {"-V", "--version"},
                                    {"open", "report --open"},
                                    {NULL, NULL}};
    return cc_find_value(known, cc_strz(word));
}

/* `clrcov dotnet test`: the word before the program is missing. */
static void say_program(int argc, char **argv, cc_arena *arena) {
    cc_buf words = {0};
    for (int i = 0; i < argc; i++) {
        cc_buf_printf(&words, " %s", cmd_shell_word(argv[i], arena));
    }
    cc_str all = cc_buf_str(&words);
    cmd_say("unknown command '%s'; to measure it: clrcov run --%.*s", argv[0], CC_STR_ARGS(all));
    cc_buf_free(&words);
}

static int fail_unknown(int argc, char **argv) {
    const char *name = argv[0];
    const char *names[MOST_COMMANDS];
    size_t count = 0;
    for (size_t i = 0; i < cmd_subcommand_count && count < MOST_COMMANDS; i++) {
        names[count++] = cmd_subcommands[i].command->name;
    }
    const char *meaning = meaning_of(name);
    const char *near = cc_nearest(cc_strz(name), names, count);
    cc_arena *arena = cc_arena_new();
    bool is_program = cmd_find_program(arena, name) != NULL;
    if (meaning != NULL) {
        cmd_say("unknown command '%s'; write clrcov %s", name, meaning);
    } else if (is_program && (near == NULL || strcmp(name, "dotnet") == 0)) {
        say_program(argc, argv, arena);
    } else if (near != NULL) {
        cmd_say("unknown command '%s'; did you mean %s?", name, near);
    } else {
        cmd_say("unknown command '%s'; see clrcov --help", name);
    }
    cc_arena_free(arena);
    return CLRCOV_EXIT_USAGE;
}

static int help(int argc, char **argv) {
    static char option[] = "--help";
    char *arguments[] = {option, NULL};
    if (argc == 0) {
        return print_overview(stdout);
    }
    const cmd_subcommand *found = find(argv[0]);
    return found == NULL ? fail_unknown(argc, argv) : found->run(1, arguments);
}

int main(int argc, char **argv) {
    cc_guard_start();
    cmd_memory_begin();
    cc_proc_open_standard();
    cc_proc_ignore_file_limit();
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
    const cmd_subcommand *found = find(name);
    return found == NULL ? fail_unknown(argc - 1, argv + 1) : found->run(argc - 2, argv + 2);
}
