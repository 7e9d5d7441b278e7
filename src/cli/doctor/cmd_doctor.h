/* Internal to `clrcov doctor`: one line for each condition of a run. */
#ifndef CMD_DOCTOR_H
#define CMD_DOCTOR_H

#include "base/cc_arena.h"
#include "base/cc_err.h"

typedef enum cmd_health { CMD_FINE, CMD_WARNING, CMD_PROBLEM } cmd_health;

typedef struct cmd_doctor_state {
    cc_arena *arena;
    unsigned problems;
    const char *library; /* path; NULL until it is found */
} cmd_doctor_state;

/* Writes one line to standard error, with control characters replaced, and counts problems. */
void cmd_doctor_tell(cmd_doctor_state *d, cmd_health health, const char *subject, const char *fmt,
                     ...) CC_PRINTF(4, 5);

/* One line for the outcome of a check: its error, which is a problem, or `fine`. */
void cmd_doctor_check(cmd_doctor_state *d, cc_err err, const char *subject, const char *fine);

/* cmd_doctor_library.c: how clrcov is installed, the libraries that it has, and whether the loader
 * of the dotnet command accepts the one that it would get. */
void cmd_doctor_library(cmd_doctor_state *d);
/* cmd_doctor_dotnet.c: this machine, dotnet, its runtimes and whether the library fits them. */
void cmd_doctor_dotnet(cmd_doctor_state *d);
/* cmd_doctor_variables.c: variables of the environment that affect a run. */
void cmd_doctor_variables(cmd_doctor_state *d);
/* cmd_doctor_folders.c: PDBs of the assemblies that were built below the working directory. */
void cmd_doctor_folders(cmd_doctor_state *d);

#endif
