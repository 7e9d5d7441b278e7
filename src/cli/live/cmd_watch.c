/* clrcov watch: the table or the pages of what is measured now, again and again. */
#include <stddef.h>
#include <stdio.h>
#include <unistd.h>

#include "base/cc_file.h"
#include "base/cc_os.h"
#include "base/cc_proc.h"
#include "cli/core/cmd_paths.h"
#include "cli/core/cmd_subcommands.h"
#include "cli/live/cmd_live.h"
#include "cli/live/cmd_watch.h"
#include "cli/report/cmd_data.h"
#include "cli/report/cmd_sink.h"
#include "cli/report/cmd_subject.h"
#include "clrcov/version.h"

typedef struct watch_options {
    const char *config;
    const char *html; /* NULL: the table */
    unsigned every_ms;
} watch_options;

static const opt_spec specs[] = {
    CMD_CONFIG_SPEC(offsetof(watch_options, config)),
    {0, "every", OPT_SECONDS, "SECONDS", offsetof(watch_options, every_ms), NULL,
     "the time between two updates (1)"},
    {0, "html", OPT_TEXT, "DIR", offsetof(watch_options, html), NULL,
     "write pages to this folder in place of the table,\nwith new lines first; open pages update "
     "themselves"},
};

const opt_command cmd_watch_command = {
    .name = "watch",
    .arguments = "[PID|NAME|SESSION]",
    .summary = "Shows the table or pages of a measured process, again and again.",
    .details = "Files with the most missed lines come first, unless --by and --sort set another "
               "order. The\n"
               "command ends with the measuring, or on Ctrl-C. It works on processes of `clrcov "
               "attach` and\n"
               "`clrcov run`.\n"
               "\n"
               "With --html, new lines are lines that ran since the watching began, or since "
               "`clrcov reset`:\n"
               "use the program, and see its lines light up in the browser.\n"
               "\n"
               "Exit code: 64 wrong usage or configuration, no such process, or it is not "
               "measured; 70 a\n"
               "defect; 73 the pages cannot be written.",
    OPT_SPECS(specs),
    .settings = CFG_WATCH,
};

typedef struct watch_state {
    watch_options options;
    cmd_call call;
    ses_session session;
    cmd_watch_pages pages;
    bool is_read; /* somebody reads the table */
} watch_state;

/* The subject of one look, with the defaults of this command. */
static cc_err open_subject(cmd_subject *out, const watch_state *state, cc_arena *arena) {
    const cmd_call look = {.line = state->call.line, .arena = arena};
    *out = (cmd_subject){.session = state->session, .is_quiet = true};
    CC_TRY(cmd_subject_configure(out, &look, state->options.config));
    cfg_values *v = &out->config.values;
    v->by = v->strength[CFG_BY] > 0 ? v->by : CFG_BY_FILE;
    v->sort = v->strength[CFG_SORT] > 0 ? v->sort : CFG_SORT_MISSED;
    return CC_OK;
}

/* The table; a terminal is cleared before. */
static int show_table(watch_state *state, const cmd_subject *subject) {
    const cfg_values *values = &subject->config.values;
    rep_input in = {.model = subject->model,
                    .by = (rep_by)values->by,
                    .sort = (rep_sort)values->sort,
                    .width = cc_os_terminal_width(),
                    .is_colored = values->color == CFG_COLOR_ALWAYS};
    if (isatty(STDOUT_FILENO) != 0) {
        (void)fputs("\x1b[H\x1b[2J", stdout);
    }
    cc_err err = cmd_print(&in, rep_table, stdout);
    state->is_read = err != CC_E_IO;
    return err == CC_OK || err == CC_E_IO ? CLRCOV_EXIT_OK : cmd_fail(CLRCOV_EXIT_INTERNAL);
}

/* Pages need more of the model than the table; the reports of the run are not made. */
static cc_err measure(cmd_subject *subject, const watch_state *state, cc_arena *arena) {
    cov_request what;
    CC_TRY(open_subject(subject, state, arena));
    cmd_subject_request(&what, subject, arena);
    what.timestamp = cmd_session_time(state->session.dir, arena);
    what.wants_points = state->pages.path != NULL;
    what.wants_facts = state->pages.path != NULL;
    return cov_model_build(&subject->model, &what, arena);
}

/* The report of this moment. */
static int show(watch_state *state) {
    cmd_subject subject;
    uint64_t last_reset = 0;
    cc_arena *arena = cc_arena_new();
    cc_err err = ses_last_reset(state->session.dir, &last_reset);
    err = err == CC_OK ? measure(&subject, state, arena) : err;
    if (err == CC_OK && state->pages.path != NULL) {
        return cmd_watch_pages_show(&state->pages, subject.model, arena, last_reset);
    }
    int code = err == CC_OK ? show_table(state, &subject) : cmd_fail(cmd_input_code(err));
    cc_arena_free(arena);
    return code;
}

/* Sleeps, but not for long after a signal. */
static void rest(unsigned ms) {
    enum { STEP_MS = 100 };
    for (unsigned slept = 0; slept < ms && !cc_proc_is_told_to_end(); slept += STEP_MS) {
        cc_os_sleep_ms(ms - slept < STEP_MS ? ms - slept : STEP_MS);
    }
}

/* Finds out at once when no pages can be written there. */
static cc_err check_pages(watch_state *state) {
    char *path;
    if (state->options.html == NULL) {
        return CC_OK;
    }
    CC_TRY(cc_path_absolute(state->call.arena, state->options.html, &path));
    state->pages.path = path;
    return cmd_check_folder(state->call.arena, path);
}

static int show_until_end(watch_state *state) {
    int code = CLRCOV_EXIT_OK;
    bool goes_on = true;
    while (code == CLRCOV_EXIT_OK && goes_on && state->is_read && !cc_proc_is_told_to_end()) {
        goes_on =
            cmd_live_is_used(state->session.dir); /* asked before: the last report has everything */
        code = show(state);
        if (code == CLRCOV_EXIT_OK && goes_on) {
            rest(state->options.every_ms);
        }
    }
    return code;
}

static int watch(watch_state *state) {
    cc_err err = cmd_live_find(&state->session, &state->call);
    if (err != CC_OK) {
        return cmd_fail(cmd_live_code(err));
    }
    if (check_pages(state) != CC_OK) {
        return cmd_fail(CLRCOV_EXIT_CANTWRITE);
    }
    if (state->pages.path != NULL) {
        cmd_say("pages: %s/" REP_HTML_FRONT, state->pages.path);
    }
    cc_proc_await_end();
    return show_until_end(state);
}

int cmd_watch(int argc, char **argv) {
    enum { EVERY_MS = 1000 };
    watch_state state = {.options = {.every_ms = EVERY_MS}, .is_read = true};
    cc_proc_ignore_pipe();
    if (cmd_call_open(&state.call, &cmd_watch_command, argc, argv, &state.options)) {
        state.call.code = watch(&state);
        cmd_watch_pages_end(&state.pages);
    }
    return cmd_call_close(&state.call);
}
