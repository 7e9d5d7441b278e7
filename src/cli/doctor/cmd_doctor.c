/* clrcov doctor: checks whether a run can work here, one line for each condition. */
#include <stdio.h>

#include "base/cc_file.h"
#include "base/cc_utf.h"
#include "cli/core/cmd.h"
#include "cli/core/cmd_subcommands.h"
#include "cli/doctor/cmd_doctor.h"
#include "cli/load/cmd_loading.h"
#include "clrcov/version.h"
#include "coverage/session/ses.h"

enum { TRIED_COUNTERS = 1024 };

const opt_command cmd_doctor_command = {
    .name = "doctor",
    .arguments = "",
    .summary = "Checks whether programs can be measured here.",
    .details = "Exit code: 0, or 70 when there is a problem.",
};

void cmd_doctor_tell(cmd_doctor_state *d, cmd_health health, const char *subject, const char *fmt,
                     ...) {
    static const char *const words[] = {"ok", "warning", "problem"};
    char text[2048];
    cc_buf line = {0};
    va_list args;
    va_start(args, fmt);
    (void)vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    cc_buf_printf(&line, "%-8s %-12s ", words[health], subject);
    cc_utf8_clean(cc_strz(text), &line);
    cc_buf_putc(&line, '\n');
    (void)cmd_print_text(stderr, cc_buf_str(&line));
    cc_buf_free(&line);
    d->problems += health == CMD_PROBLEM;
}

void cmd_doctor_check(cmd_doctor_state *d, cc_err err, const char *subject, const char *fine) {
    cmd_doctor_tell(d, err == CC_OK ? CMD_FINE : CMD_PROBLEM, subject, "%s",
                    err == CC_OK ? fine : cc_error_message());
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
    cmd_doctor_check(d, err, "sessions", text);
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
    cmd_doctor_library(&d);
    cmd_doctor_dotnet(&d);
    cmd_doctor_check(&d, cmd_check_other_profiler(), "profiler", "no other profiler is set");
    cmd_doctor_check(&d, cmd_check_diagnostics(), "diagnostics", "the runtime may load profilers");
    check_place(&d);
    cmd_doctor_variables(&d);
    cmd_doctor_folders(&d);
    (void)fflush(stdout);
    return d.problems == 0 ? CLRCOV_EXIT_OK : CLRCOV_EXIT_INTERNAL;
}

int cmd_doctor(int argc, char **argv) {
    cmd_call call = {0};
    int unused;
    if (cmd_call_open(&call, &cmd_doctor_command, argc, argv, &unused)) {
        call.code = examine(&call.line, call.arena);
    }
    return cmd_call_close(&call);
}
