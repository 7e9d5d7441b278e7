/* Inside of `clrcov doctor`: one line for each thing that a run needs. */
#ifndef CMD_DOCTOR_H
#define CMD_DOCTOR_H

#include "base/cc_arena.h"
#include "base/cc_err.h"

typedef enum cmd_health { CMD_FINE, CMD_WARNING, CMD_PROBLEM } cmd_health;

typedef struct cmd_doctor_state {
    cc_arena *arena;
    unsigned problems;
    const char *library; /* path; NULL until it was found */
} cmd_doctor_state;

/* One line on standard error, control characters replaced; problems are counted. */
void cmd_doctor_tell(cmd_doctor_state *d, cmd_health health, const char *subject, const char *fmt,
                     ...) CC_PRINTF(4, 5);

/* cmd_doctor_dotnet.c: this machine, dotnet, its runtimes and whether the library fits them. */
void cmd_doctor_dotnet(cmd_doctor_state *d);
/* cmd_doctor_variables.c: what is set and matters. */
void cmd_doctor_variables(cmd_doctor_state *d);
/* cmd_doctor_folders.c: PDBs of the assemblies that were built here. */
void cmd_doctor_folders(cmd_doctor_state *d);

/* --- cmd_doctor_elf.c ------------------------------------------------------------------------- */

/* What a program or library is made for. */
typedef struct cmd_elf {
    const char *machine; /* "x64", "arm64", ...; "unknown" */
    const char *libc;    /* "glibc", "musl"; "none": no library of C is asked for */
} cmd_elf;
/* CC_E_NOTFOUND, CC_E_IO; CC_E_FORMAT when it is no 64-bit ELF file or a damaged one. */
CC_NODISCARD cc_err cmd_elf_read(cmd_elf *out, const char *path);
CC_NODISCARD cc_err cmd_elf_parse(cmd_elf *out, cc_span bytes);

#endif
