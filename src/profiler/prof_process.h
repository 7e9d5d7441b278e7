/* Decides which .NET processes clrcov measures: a pure function of the executable and its
 * arguments.
 *
 * Every child inherits the environment variables that load the library, so the dotnet command,
 * build nodes, compilers and test launchers load it too. They decline before the library creates
 * anything. clrcov measures all others: the list of declining programs is by name. Measuring is not
 * limited to the test host, because test projects of xunit v3 and Microsoft.Testing.Platform run as
 * their own executables. A program of the user may have the name of a tool: tools have no PDB
 * beside them, or are in an SDK or in the folder of NuGet packages. */
#ifndef PROF_PROCESS_H
#define PROF_PROCESS_H

#include "base/cc_arena.h"
#include "base/cc_err.h"

typedef enum prof_role {
    PROF_ROLE_COVER, /* runs code of the user */
    /* declines; starts measured processes and outlives them (dotnet test) */
    PROF_ROLE_LAUNCHER,
    PROF_ROLE_TOOL /* declines; a compiler or build node, which may outlive the run */
} prof_role;

typedef struct prof_process {
    prof_role role;
    cc_str executable;     /* as given */
    cc_str entry;          /* managed entry assembly: argument of the dotnet host as given, or the
                              executable's path with ".dll" for its extension */
    cc_str runtime_config; /* value of --runtimeconfig; "" when not given */
} prof_process;

/* `args` includes argv[0]. `has_file` returns whether the file exists; the function calls it for
 * the PDB of a program with the name of a tool. Strings of *out are borrowed or of `arena`. */
void prof_process_classify(prof_process *out, cc_str executable, const cc_str *args, size_t count,
                           bool (*has_file)(const char *path), cc_arena *arena);

/* Sets the executable and arguments of this process. Memory of `arena`. */
typedef struct prof_command {
    cc_str executable;
    cc_str *args;
    size_t count;
    cc_str joined; /* the arguments, separated by NUL */
} prof_command;
CC_NODISCARD cc_err prof_process_read(prof_command *out, cc_arena *arena);

#endif
