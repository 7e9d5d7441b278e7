/* clrcov doctor: checks whether a run can work here, one line for each condition. */
#include <stdio.h>
#include <string.h>

#include "base/cc_file.h"
#include "base/cc_os.h"
#include "base/cc_proc.h"
#include "base/cc_utf.h"
#include "cli/cmd.h"
#include "cli/cmd_doctor.h"
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

void cmd_doctor_tell(cmd_doctor_state *d, cmd_health health, const char *subject, const char *fmt,
                     ...) {
    static const char *const words[] = {"ok", "warning", "problem"};
    char text[2048];
    cc_buf clean = {0};
    va_list args;
    va_start(args, fmt);
    (void)vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    cc_utf8_clean(cc_strz(text), &clean);
    cc_str line = cc_buf_ok(&clean) ? cc_buf_str(&clean) : (cc_str){"", 0};
    (void)fprintf(stderr, "%-8s %-12s %.*s\n", words[health], subject, (int)line.len,
                  line.len == 0 ? "" : line.s);
    cc_buf_free(&clean);
    d->problems += health == CMD_PROBLEM;
}

static void report_check(cmd_doctor_state *d, cc_err err, const char *subject, const char *fine) {
    cmd_doctor_tell(d, err == CC_OK ? CMD_FINE : CMD_PROBLEM, subject, "%s",
                    err == CC_OK ? fine : cc_error_message());
}

/* --- the library ------------------------------------------------------------------------------ */

/* A COM class identifier in its form in memory. */
typedef struct guid {
    uint32_t a;
    uint16_t b, c;
    uint8_t d[8];
} guid;

typedef int32_t (*get_class_object)(const guid *clsid, const guid *iid, void **out);

/* Parses "{xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx}". */
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

/* Runs in a process of its own: loads the library like the runtime. 0: it returned its class
 * factory. */
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

/* The most frequent reason has its own message: a library for another C library. */
static cc_err fail_refused(cmd_doctor_state *d, const char *path) {
    cmd_elf library;
    cmd_elf own;
    char *self = NULL;
    if (cmd_elf_read(&library, path) == CC_OK && cc_os_executable(d->arena, &self) == CC_OK &&
        cmd_elf_read(&own, self) == CC_OK && strcmp(library.libc, own.libc) != 0) {
        return cc_fail(CC_E_MISMATCH, "%s: is for %s, this command for %s", path, library.libc,
                       own.libc);
    }
    return cc_fail(CC_E_MISMATCH, "%s: cannot be loaded (the loader refuses it)", path);
}

static void check_library(cmd_doctor_state *d) {
    char *path = NULL;
    cc_err err = cmd_find_library(d->arena, &path);
    if (err == CC_OK) {
        cc_proc_end end;
        err = cc_proc_isolated(&end, try_library, path);
        if (err == CC_OK && (end.code != 0 || end.signal != 0)) {
            err = end.code == 2
                      ? fail_refused(d, path)
                      : cc_fail(CC_E_MISMATCH, "%s: cannot be loaded (it does not answer)", path);
        }
    }
    d->library = err == CC_OK ? path : NULL;
    report_check(d, err, "library", path);
}

/* --- other checks ----------------------------------------------------------------------------- */

/* Makes a session, reserves counters in it, and removes it. */
static cc_err try_session(cmd_doctor_state *d, const char **text, const char **note) {
    ses_session session;
    ses_settings settings = {0};
    ctr_process process = {{"", 0}, {"", 0}, {"", 0}, CTR_HITS_ONCE};
    ctr_writer *writer = NULL;
    void *counters = NULL;
    uint64_t first;
    CC_TRY(ses_create(&session, &settings, CC_STR(""), d->arena));
    *note = session.note;
    cc_err err = ctr_writer_open(&writer, session.dir, &process);
    if (err == CC_OK) {
        err = ctr_writer_reserve(writer, TRIED_COUNTERS, &counters, &first);
    }
    bool is_low = (uintptr_t)counters < (uintptr_t)INT32_MAX;
    *text = cc_arena_printf(d->arena, "%.*s (counters %s 2 GiB)",
                            (int)cc_path_dir(cc_strz(session.dir)).len, session.dir,
                            is_low ? "below" : "above");
    ctr_writer_close(writer);
    ses_unlock(session.lock_fd);
    cc_err removed = cc_dir_remove(session.dir);
    return err == CC_OK ? removed : err;
}

static void check_place(cmd_doctor_state *d) {
    const char *text = "";
    const char *note = NULL;
    cc_err err = try_session(d, &text, &note);
    report_check(d, err, "sessions", text);
    if (note != NULL) {
        cmd_doctor_tell(d, CMD_WARNING, "sessions", "%s", note);
    }
}

static int examine(const opt_result *result, cc_arena *arena) {
    cmd_doctor_state d = {.arena = arena};
    if (result->operand_count > 0) {
        cmd_say("doctor takes no arguments: '%s'; see clrcov doctor --help", result->operands[0]);
        return CLRCOV_EXIT_USAGE;
    }
    check_library(&d);
    cmd_doctor_dotnet(&d);
    report_check(&d, cmd_check_other_profiler(), "profiler", "no other profiler is set");
    report_check(&d, cmd_check_diagnostics(), "diagnostics", "the runtime may load profilers");
    check_place(&d);
    cmd_doctor_variables(&d);
    cmd_doctor_folders(&d);
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
