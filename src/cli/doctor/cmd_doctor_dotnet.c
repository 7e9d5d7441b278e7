/* This machine, the dotnet command, its runtimes, and whether the library fits them. */
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "base/cc_proc.h"
#include "cli/doctor/cmd_doctor.h"
#include "cli/load/cmd_elf.h"
#include "cli/load/cmd_host.h"
#include "cli/load/cmd_library.h"

enum { OLDEST_RUNTIME = 8 };

static void report_machine(cmd_doctor_state *d) {
    struct utsname name;
    const char *machine = uname(&name) == 0 ? name.machine : "unknown machine";
    cmd_doctor_tell(d, CMD_FINE, "machine", "%s, %s", machine, cmd_machine_libc());
}

/* --- runtimes --------------------------------------------------------------------------------- */

/* A line such as "Microsoft.NETCore.App 10.0.1
 * [/usr/share/dotnet/shared/Microsoft.NETCore.App]". */
typedef struct runtime {
    cc_str version, directory;
} runtime;

static bool parse_runtime(cc_str line, runtime *out) {
    static const char wanted[] = "Microsoft.NETCore.App ";
    if (!cc_str_starts(line, wanted)) {
        return false;
    }
    line = (cc_str){line.s + sizeof wanted - 1, line.len - (sizeof wanted - 1)};
    const char *space = memchr(line.s, ' ', line.len);
    if (space == NULL) {
        return false;
    }
    out->version = (cc_str){line.s, (size_t)(space - line.s)};
    cc_str rest = {space + 1, line.len - out->version.len - 1};
    if (rest.len < 2 || rest.s[0] != '[' || rest.s[rest.len - 1] != ']') {
        return false;
    }
    out->directory = (cc_str){rest.s + 1, rest.len - 2};
    return true;
}

/* The loader of the runtime accepts the library if machine and C library are the same. */
static void report_fit(cmd_doctor_state *d, const char *version, const cmd_elf *runtime_elf) {
    cmd_elf own;
    char *library = NULL;
    if (cmd_find_library(d->arena, runtime_elf->libc, &library) != CC_OK ||
        cmd_elf_read(&own, library) != CC_OK) {
        cmd_doctor_tell(d, d->library == NULL ? CMD_WARNING : CMD_PROBLEM, "runtime",
                        "%s, %s, %s: %s", version, runtime_elf->machine, runtime_elf->libc,
                        d->library == NULL ? "no library to compare with" : cc_error_message());
        return;
    }
    bool is_libc_free = strcmp(own.libc, "none") == 0 || strcmp(runtime_elf->libc, "none") == 0;
    bool fits = strcmp(own.machine, runtime_elf->machine) == 0 &&
                (is_libc_free || strcmp(own.libc, runtime_elf->libc) == 0);
    if (fits) {
        cmd_doctor_tell(d, CMD_FINE, "runtime", "%s, %s, %s: the library fits", version,
                        runtime_elf->machine, runtime_elf->libc);
    } else {
        cmd_doctor_tell(
            d, CMD_PROBLEM, "runtime",
            "%s is for %s and %s, but the library is for %s and %s; the runtime cannot load it",
            version, runtime_elf->machine, runtime_elf->libc, own.machine, own.libc);
    }
}

static void report_runtime(cmd_doctor_state *d, cc_str line) {
    runtime r;
    if (!parse_runtime(line, &r)) {
        return;
    }
    char *version = cc_arena_strdup(d->arena, r.version);
    char *core = cc_arena_printf(d->arena, "%.*s/%.*s/libcoreclr.so", CC_STR_ARGS(r.directory),
                                 CC_STR_ARGS(r.version));
    cmd_elf made_for;
    if (version == NULL || core == NULL) {
        return;
    }
    if (cmd_elf_read(&made_for, core) != CC_OK) {
        cmd_doctor_tell(d, CMD_WARNING, "runtime", "%s: %s", version, cc_error_message());
    } else {
        report_fit(d, version, &made_for);
    }
    if (atoi(version) < OLDEST_RUNTIME) {
        cmd_doctor_tell(d, CMD_WARNING, "runtime",
                        "%s is older than .NET %d; clrcov is not tested with it", version,
                        OLDEST_RUNTIME);
    }
}

static void report_runtimes(cmd_doctor_state *d, cc_str text) {
    while (text.len > 0) {
        report_runtime(d, cc_str_cut(&text, '\n'));
    }
}

void cmd_doctor_dotnet(cmd_doctor_state *d) {
    report_machine(d);
    char *dotnet = cmd_find_dotnet(d->arena);
    if (dotnet == NULL) {
        cmd_doctor_tell(d, CMD_PROBLEM, ".NET", "no dotnet in PATH or DOTNET_ROOT");
        return;
    }
    cmd_doctor_tell(d, CMD_FINE, ".NET", "%s", dotnet);
    char option[] = "--list-runtimes";
    char *argv[] = {dotnet, option, NULL};
    cc_buf output = {0};
    cc_proc_end end = {0};
    cc_err err = cc_proc_capture(&end, argv, &output);
    if (err != CC_OK || end.code != 0 || end.signal != 0) {
        cmd_doctor_tell(d, CMD_PROBLEM, "runtime", "dotnet --list-runtimes fails");
    }
    report_runtimes(d, cc_buf_str(&output));
    cc_buf_free(&output);
}
