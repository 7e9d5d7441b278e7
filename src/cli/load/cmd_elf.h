/* The platform that a program or library is built for: ELF files of 64 bits, little-endian. */
#ifndef CMD_ELF_H
#define CMD_ELF_H

#include <stdbool.h>

#include "base/cc_err.h"
#include "base/cc_span.h"

typedef struct cmd_elf {
    const char *machine;   /* "x64", "arm64", ...; "unknown" */
    const char *libc;      /* "glibc", "musl"; "none": it needs no C library */
    char interpreter[128]; /* path of the loader that a program names; "": none */
    bool has_runtime;      /* it contains .NET's runtime, as a single file does */
    bool is_native_aot;    /* made by the Native AOT compiler of .NET */
    bool is_profiler;      /* it exports what the runtime asks of a profiler */
} cmd_elf;
/* CC_E_NOTFOUND, CC_E_IO; CC_E_FORMAT when it is not a 64-bit ELF file, or a damaged one. */
CC_NODISCARD cc_err cmd_elf_read(cmd_elf *out, const char *path);
CC_NODISCARD cc_err cmd_elf_parse(cmd_elf *out, cc_span bytes);

#endif
