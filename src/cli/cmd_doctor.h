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

/* cmd_doctor_dotnet.c: this machine, dotnet, its runtimes and whether the library fits them. */
void cmd_doctor_dotnet(cmd_doctor_state *d);
/* cmd_doctor_variables.c: variables of the environment that affect a run. */
void cmd_doctor_variables(cmd_doctor_state *d);
/* cmd_doctor_folders.c: PDBs of the assemblies that were built below the working directory. */
void cmd_doctor_folders(cmd_doctor_state *d);

/* --- cmd_doctor_elf.c ------------------------------------------------------------------------- */

/* The platform that a program or library is built for. */
typedef struct cmd_elf {
    const char *machine; /* "x64", "arm64", ...; "unknown" */
    const char *libc;    /* "glibc", "musl"; "none": it needs no C library */
    bool is_native_aot;  /* made by the Native AOT compiler of .NET */
} cmd_elf;
/* CC_E_NOTFOUND, CC_E_IO; CC_E_FORMAT when it is no 64-bit ELF file, or a damaged one. */
CC_NODISCARD cc_err cmd_elf_read(cmd_elf *out, const char *path);
CC_NODISCARD cc_err cmd_elf_parse(cmd_elf *out, cc_span bytes);

#endif
