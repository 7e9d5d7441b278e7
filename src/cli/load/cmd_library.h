/* Where the library lies, for the C library of the runtime that is to load it. Layouts, seen from
 * the folder of this program: LIBC/libclrcov.so (a .NET tool, a stable copy),
 * ../lib/clrcov/LIBC/libclrcov.so (a package), ../lib/libclrcov.so (a build, which has one
 * library). */
#ifndef CMD_LIBRARY_H
#define CMD_LIBRARY_H

#include "base/cc_arena.h"
#include "base/cc_err.h"

#define CMD_LIBRARY_NAME "libclrcov.so"
/* The variable that overrides the library's path, for tests of builds. */
#define CMD_LIBRARY_ENV "CLRCOV_LIBRARY"

/* Path of the library for the C library "glibc" or "musl". It exists and fits this machine;
 * CC_E_NOTFOUND, CC_E_FORMAT, CC_E_MISMATCH otherwise. A build's only library is returned whatever
 * it is made for. In the arena. */
CC_NODISCARD cc_err cmd_find_library(cc_arena *arena, const char *libc, char **out);
/* The library for the host that the command starts (cmd_host.h). */
CC_NODISCARD cc_err cmd_find_library_of(cc_arena *arena, char *const *words, size_t count,
                                        char **out);

/* How this program came here. */
typedef enum cmd_origin {
    CMD_OF_TOOL,    /* a .NET tool: updates move it */
    CMD_OF_PACKAGE, /* a .deb, a tarball */
    CMD_OF_FOLDER,  /* a copy that cmd_make_stable() made, or one by hand */
    CMD_OF_BUILD
} cmd_origin;
/* *program (may be NULL): path of this program, in the arena. */
CC_NODISCARD cc_err cmd_find_origin(cc_arena *arena, cmd_origin *out, char **program);

/* Copies this program and its libraries into the directory, in the layout of a tool; makes it when
 * it is missing, and replaces what is there file by file, so that processes that use an older copy
 * go on. `dir` is absolute. */
CC_NODISCARD cc_err cmd_make_stable(cc_arena *arena, const char *dir);

#endif
