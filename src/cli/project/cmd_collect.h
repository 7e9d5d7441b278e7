/* Other coverage tools in the wrapped command and in its projects. Threads: one. */
#ifndef CMD_COLLECT_H
#define CMD_COLLECT_H

#include "cli/project/cmd_coverlet.h"

/* CC_E_USAGE when the command line, or the script of a shell in it, requests coverage from another
 * tool at the same time; the message names what to remove. Coverlet rewrites assemblies on disk,
 * Microsoft's collector sets a profiler of its own. Requests that a script makes by other means are
 * included, since clrcov cannot change the script's words. */
CC_NODISCARD cc_err cmd_check_collectors(char *const *argv, size_t count);

/* A place in the command that names a settings file of `dotnet test`, `dotnet vstest` or
 * vstest.console. */
typedef struct cmd_named {
    const char *path;   /* absolute; the file exists */
    size_t index;       /* of the argument that contains it */
    size_t start, size; /* of the path in the argument */
    bool is_in_script;  /* the argument is a shell's script */
} cmd_named;
typedef struct cmd_named_list {
    cmd_named *items;
    size_t count, cap;
} cmd_named_list;
/* Skips files that do not exist, by the text alone. In the arena. */
CC_NODISCARD cc_err cmd_find_settings(cmd_named_list *out, char *const *argv, size_t count,
                                      cc_arena *arena);

/* --- cmd_collect_platform.c: coverage switches of Microsoft.Testing.Platform ------------------ */

typedef struct cmd_taken_out {
    char **command; /* without the switches, NULL-terminated */
    size_t count;
    const char *switches; /* as written in the command; NULL: there were none */
    /* the file of --coverage-settings, absolute; NULL: none that exists */
    const char *settings;
} cmd_taken_out;
/* Removes --coverage and its options from the command where that is certainly a test run: `dotnet
 * test`, `dotnet run` of a test project, a test program that contains the extension. CC_E_USAGE:
 * coverlet's --coverlet. In the arena. */
CC_NODISCARD cc_err cmd_take_out_switches(cmd_taken_out *out, char *const *argv, size_t count,
                                          cc_arena *arena);

/* --- cmd_collect_project.c: coverage that projects switch on ---------------------------------- */

typedef struct cmd_project_property {
    const char *option; /* "-p:VSTestCollect=", which overrides the project */
    const char *text;   /* part of a sentence: what switches on which tool */
} cmd_project_property;
typedef struct cmd_project_coverage {
    cmd_project_property *items;
    size_t count, cap;
    size_t index; /* where options of the run may be inserted, if it is in no script */
    opt_list settings;              /* existing files that projects name, absolute */
    const char *settings_file;      /* the one that switches on a collector; NULL: none */
    const char *settings_collector; /* its collector, as text for a message */
    const char *settings_named_by;  /* the file, or the variable, that names it */
    /* what projects set for coverlet.msbuild (cmd_coverlet.h); NULL: no `dotnet test` */
    const struct cmd_coverlet *coverlet;
} cmd_project_coverage;
/* Adds a property. */
void cmd_add_property(cmd_project_coverage *out, const char *option, const char *text,
                      cc_arena *arena);
/* Adds a settings file, unless it is there already. */
void cmd_add_settings(cmd_project_coverage *out, const char *path, cc_arena *arena);
/* Coverage that the projects of each `dotnet test` of the command switch on. CC_E_USAGE: one command
 * line cannot switch it off. In the arena. */
CC_NODISCARD cc_err cmd_find_project_coverage(cmd_project_coverage *out, char *const *argv,
                                              size_t count, cc_arena *arena);

#endif
