/* clrcov doctor: whether a run can work here, one line for each thing that it needs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cc_file.h"
#include "base/cc_os.h"
#include "base/cc_proc.h"
#include "cli/cmd.h"
#include "clrcov/version.h"

enum { TRIED_COUNTERS = 1024 };

const opt_command cmd_doctor_command = {
    .name = "doctor",
    .arguments = "",
    .summary = "Checks whether programs can be measured here.",
    .details = "Exit code: 0, or 70 when there is a problem.",
    .specs = NULL,
    .spec_count = 0,
};

typedef struct doctor {
    cc_arena *arena;
    unsigned problems;
} doctor;

typedef enum verdict { FINE, WARNING, PROBLEM } verdict;

static void tell(doctor *d, verdict v, const char *subject, const char *text) {
    static const char *const words[] = {"ok", "warning", "problem"};
    (void)fprintf(stderr, "%-8s %-12s %s\n", words[v], subject, text);
    d->problems += v == PROBLEM;
}

static void tell_error(doctor *d, cc_err err, const char *subject, const char *fine) {
    tell(d, err == CC_OK ? FINE : PROBLEM, subject, err == CC_OK ? fine : cc_error_message());
}

/* --- .NET ------------------------------------------------------------------------------------- */

static bool is_program(const char *path) {
    return cc_path_exists(path) && !cc_path_is_dir(path);
}

/* The first "dotnet" in PATH, else that of DOTNET_ROOT; NULL when there is none. */
static char *find_dotnet(cc_arena *arena) {
    const char *path = getenv("PATH");
    for (const char *at = path == NULL ? "" : path; *at != '\0';) {
        size_t len = strcspn(at, ":");
        char *candidate = cc_arena_printf(arena, "%.*s/dotnet", (int)len, at);
        if (len > 0 && candidate != NULL && is_program(candidate)) {
            return candidate;
        }
        at += len + (at[len] == ':');
    }
    const char *root = getenv("DOTNET_ROOT");
    char *candidate = root == NULL ? NULL : cc_arena_printf(arena, "%s/dotnet", root);
    return candidate != NULL && is_program(candidate) ? candidate : NULL;
}

/* "Microsoft.NETCore.App 10.0.1 [/usr/share/dotnet/shared/...]": name, version, place. */
static void tell_runtime(doctor *d, cc_str line) {
    static const char wanted[] = "Microsoft.NETCore.App ";
    const int oldest = 8;
    if (!cc_str_starts(line, wanted)) {
        return;
    }
    const char *version = line.s + sizeof wanted - 1;
    char *text = cc_arena_printf(d->arena, "%.*s", (int)line.len, line.s);
    bool is_known = atoi(version) >= oldest;
    tell(d, is_known && text != NULL ? FINE : WARNING, "runtime", text == NULL ? "" : text);
    if (!is_known) {
        tell(d, WARNING, "runtime", "older than .NET 8: not tried");
    }
}

static void check_dotnet(doctor *d) {
    char *dotnet = find_dotnet(d->arena);
    if (dotnet == NULL) {
        tell(d, PROBLEM, ".NET", "no dotnet in PATH or DOTNET_ROOT");
        return;
    }
    tell(d, FINE, ".NET", dotnet);
    char option[] = "--list-runtimes";
    char *argv[] = {dotnet, option, NULL};
    cc_buf output = {0};
    cc_proc_end end = {0};
    cc_err err = cc_proc_capture(&end, argv, &output);
    if (err != CC_OK || end.code != 0 || end.signal != 0) {
        tell(d, PROBLEM, "runtime", "dotnet --list-runtimes fails");
    }
    cc_str text = cc_buf_str(&output);
    while (text.len > 0) {
        const char *line_end = memchr(text.s, '\n', text.len);
        size_t len = line_end == NULL ? text.len : (size_t)(line_end - text.s);
        tell_runtime(d, (cc_str){text.s, len});
        size_t used = line_end == NULL ? len : len + 1;
        text = (cc_str){text.s + used, text.len - used};
    }
    cc_buf_free(&output);
}

/* --- the library ------------------------------------------------------------------------------ */

/* A COM class identifier as it lies in memory. */
typedef struct guid {
    uint32_t a;
    uint16_t b, c;
    uint8_t d[8];
} guid;

typedef int32_t (*get_class_object)(const guid *clsid, const guid *iid, void **out);

/* "{xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx}" */
static bool parse_guid(const char *text, guid *out) {
    unsigned a;
    unsigned b;
    unsigned c;
    unsigned d[8];
    if (sscanf(text, "{%8x-%4x-%4x-%2x%2x-%2x%2x%2x%2x%2x%2x}", &a, &b, &c, &d[0], &d[1], &d[2],
               &d[3], &d[4], &d[5], &d[6], &d[7]) != 11) {
        return false;
    }
    *out = (guid){.a = a, .b = (uint16_t)b, .c = (uint16_t)c};
    for (size_t i = 0; i < sizeof out->d; i++) {
        out->d[i] = (uint8_t)d[i];
    }
    return true;
}

/* In a process of its own: loads the library as the runtime does. 0 when it answers. */
static int try_library(void *ctx) {
    static const guid class_factory = {1, 0, 0, {0xC0, 0, 0, 0, 0, 0, 0, 0x46}};
    guid clsid;
    void *symbol;
    void *factory = NULL;
    get_class_object entry;
    if (!parse_guid(CLRCOV_PROFILER_CLSID, &clsid)) {
        return 1;
    }
    if (cc_os_library_symbol(&symbol, ctx, "DllGetClassObject") != CC_OK) {
        return 2;
    }
    memcpy(&entry, &symbol, sizeof entry);
    return entry(&clsid, &class_factory, &factory) == 0 && factory != NULL ? 0 : 3;
}

static void check_library(doctor *d) {
    char *path;
    cc_err err = cmd_find_library(d->arena, &path);
    if (err == CC_OK) {
        cc_proc_end end;
        err = cc_proc_isolated(&end, try_library, path);
        if (err == CC_OK && (end.code != 0 || end.signal != 0)) {
            err = cc_fail(CC_E_MISMATCH, "%s: cannot be loaded (%s)", path,
                          end.code == 2 ? "the loader refuses it" : "it does not answer");
        }
    }
    tell_error(d, err, "library", path);
}

/* --- the rest --------------------------------------------------------------------------------- */

/* A session is made, counters are reserved in it, and it is removed. */
static cc_err try_session(doctor *d, const char **text) {
    cov_session session;
    cov_settings settings = {0};
    cov_process process = {{"", 0}, {"", 0}, {"", 0}, COV_HITS_ONCE};
    cov_writer *writer = NULL;
    void *counters = NULL;
    uint64_t first;
    CC_TRY(cov_session_create(&session, &settings, CC_STR(""), d->arena));
    cc_err err = cov_writer_open(&writer, session.dir, &process);
    if (err == CC_OK) {
        err = cov_writer_reserve(writer, TRIED_COUNTERS, &counters, &first);
    }
    bool is_low = (uintptr_t)counters < (uintptr_t)INT32_MAX;
    *text = cc_arena_printf(d->arena, "%.*s (counters %s 2 GiB)",
                            (int)cc_path_dir(cc_strz(session.dir)).len, session.dir,
                            is_low ? "below" : "above");
    cov_writer_close(writer);
    cov_session_unlock(session.lock_fd);
    cc_err removed = cc_dir_remove(session.dir);
    return err == CC_OK ? removed : err;
}

static void check_place(doctor *d) {
    const char *text = "";
    cc_err err = try_session(d, &text);
    tell_error(d, err, "sessions", text);
    const char *note = cov_session_base_note(d->arena);
    if (note != NULL) {
        tell(d, WARNING, "sessions", note);
    }
}

static int examine(const opt_result *result, cc_arena *arena) {
    doctor d = {arena, 0};
    if (result->operand_count > 0) {
        cmd_say("doctor takes no arguments");
        return CLRCOV_EXIT_USAGE;
    }
    check_dotnet(&d);
    check_library(&d);
    tell_error(&d, cmd_check_other_profiler(), "profiler", "no other profiler is set");
    tell_error(&d, cmd_check_diagnostics(), "diagnostics", "the runtime may load profilers");
    check_place(&d);
    (void)fflush(stdout);
    return d.problems == 0 ? CLRCOV_EXIT_OK : CLRCOV_EXIT_INTERNAL;
}

int cmd_doctor(int argc, char **argv) {
    cc_arena *arena = cc_arena_new();
    opt_result result;
    int unused;
    int code;
    if (cmd_parse(&cmd_doctor_command, argc, argv, &unused, &result, arena, &code)) {
        code = examine(&result, arena);
    }
    cc_arena_free(arena);
    return code;
}
