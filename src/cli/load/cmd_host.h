/* The program that brings .NET's runtime into a run, and the C library that it is made for: the
 * library has to be made for the same one. */
#ifndef CMD_HOST_H
#define CMD_HOST_H

#include <stddef.h>

#include "base/cc_arena.h"

/* The file that a word of a command starts: the word itself when it contains a slash, else the
 * first in PATH. NULL when there is none, or no memory. In the arena. */
char *cmd_find_program(cc_arena *arena, const char *word);
/* The first "dotnet" in PATH, else that of DOTNET_ROOT; NULL when there is none. In the arena. */
char *cmd_find_dotnet(cc_arena *arena);

/* The C library of the host that the command starts: "glibc" or "musl", a constant. The host is the
 * first word that is a `dotnet` or a program of .NET (its assembly beside it, or the runtime in
 * it), else the `dotnet` of this machine. Where no host can be read it is the C library of this
 * machine. */
const char *cmd_host_libc(char *const *words, size_t count, cc_arena *arena);
/* The C library of this machine: that of its shell, "glibc" when it cannot be told. */
const char *cmd_machine_libc(void);

#endif
