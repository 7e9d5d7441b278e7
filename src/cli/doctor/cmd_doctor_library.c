/* How clrcov is installed: who may start it, whether its path stays, and whether the library can be
 * loaded. This program may be linked statically and then cannot load the library itself, so the
 * loader of the dotnet command is asked. */
#include <string.h>
#include <sys/stat.h>

#include "base/cc_proc.h"
#include "cli/core/cmd_quote.h"
#include "cli/doctor/cmd_doctor.h"
#include "cli/load/cmd_elf.h"
#include "cli/load/cmd_host.h"
#include "cli/load/cmd_library.h"
#include "clrcov/version.h"

/* --- the installation ------------------------------------------------------------------------- */

/* `dotnet tool` makes the program executable for its owner alone. */
static void report_mode(cmd_doctor_state *d, const char *program) {
    struct stat info;
    if (stat(program, &info) == 0 && (info.st_mode & (S_IXGRP | S_IXOTH)) == 0) {
        cmd_doctor_tell(d, info.st_uid == 0 ? CMD_WARNING : CMD_FINE, "installed",
                        "only its owner can start it; for other users run chmod a+x %s",
                        cmd_shell_word(program, d->arena));
    }
}

static void report_origin(cmd_doctor_state *d) {
    static const char *const kinds[] = {
        [CMD_OF_TOOL] = ("a .NET tool; updates move it, so for variables that you store run clrcov "
                         "env --stable DIR"),
        [CMD_OF_PACKAGE] = "from a package",
        [CMD_OF_FOLDER] = "in a folder of its own",
        [CMD_OF_BUILD] = "as it was built",
    };
    cmd_origin origin;
    char *program;
    if (cmd_find_origin(d->arena, &origin, &program) == CC_OK) {
        cmd_doctor_tell(d, CMD_FINE, "installed", CLRCOV_VERSION ", %s (%s)", program,
                        kinds[origin]);
        report_mode(d, program);
    }
}

/* --- the library ------------------------------------------------------------------------------ */

static cc_err check_kind(const cmd_elf *library, const cmd_elf *host, const char *path) {
    if (!library->is_profiler) {
        return cc_fail(CC_E_MISMATCH, "%s: cannot be loaded (it is not a profiler)", path);
    }
    if (strcmp(library->libc, host->libc) != 0) {
        return cc_fail(CC_E_MISMATCH, "%s: is for %s, but dotnet here is for %s", path,
                       library->libc, host->libc);
    }
    return CC_OK;
}

/* Both loaders, glibc's and musl's, list what a library needs; they fail, or write that something
 * is not found, where it could not be loaded. */
static cc_err ask_loader(const cmd_elf *host, char *path) {
    char option[] = "--list";
    char loader[sizeof host->interpreter];
    memcpy(loader, host->interpreter, sizeof loader);
    char *argv[] = {loader, option, path, NULL};
    cc_buf output = {0};
    cc_proc_end end = {0};
    cc_err err = cc_proc_capture(&end, argv, &output);
    cc_buf_putc(&output, '\0');
    bool is_refused =
        err == CC_OK &&
        (end.code != 0 || end.signal != 0 ||
         (cc_buf_ok(&output) && strstr((const char *)output.data, "not found") != NULL));
    cc_buf_free(&output);
    return is_refused ? cc_fail(CC_E_MISMATCH, "%s: cannot be loaded (%s refuses it)", path, loader)
                      : err;
}

/* Without a host that can be read the form of the file is all that can be checked. */
static cc_err check(cmd_doctor_state *d, char *path) {
    cmd_elf library;
    cmd_elf host;
    char *dotnet = cmd_find_dotnet(d->arena);
    CC_TRY(cmd_elf_read(&library, path));
    if (dotnet == NULL || cmd_elf_read(&host, dotnet) != CC_OK || host.interpreter[0] == '\0') {
        return CC_OK;
    }
    CC_TRY(check_kind(&library, &host, path));
    return ask_loader(&host, path);
}

void cmd_doctor_library(cmd_doctor_state *d) {
    char *path = NULL;
    report_origin(d);
    cc_err err = cmd_find_library_of(d->arena, NULL, 0, &path);
    err = err == CC_OK ? check(d, path) : err;
    d->library = err == CC_OK ? path : NULL;
    cmd_doctor_check(d, err, "library", path);
}
