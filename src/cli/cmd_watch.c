/* clrcov watch: the table of what is measured now, again and again. */
#include <stddef.h>
#include <stdio.h>
#include <unistd.h>

#include "base/cc_os.h"
#include "base/cc_proc.h"
#include "cli/cmd_live.h"
#include "clrcov/version.h"

typedef struct watch_options {
    const char *config;
    unsigned every_ms;
} watch_options;

static const opt_spec specs[] = {
    CMD_CONFIG_SPEC(offsetof(watch_options, config)),
    {0, "every", OPT_SECONDS, "SECONDS", offsetof(watch_options, every_ms), NULL,
     "how often it is made anew (1)"},
};

const opt_command cmd_watch_command = {
    .name = "watch",
    .arguments = "[PID|NAME|SESSION]",
    .summary = "Shows the table of a measured process, again and again.",
    .details =
        "Files with the most missed lines come first, unless --by and --sort say otherwise. It "
        "ends\n"
        "with the measuring, or on Ctrl-C. For what was attached to, and for `clrcov run`.",
    .specs = specs,
    .spec_count = sizeof specs / sizeof *specs,
    .settings = CFG_REPORT,
};

typedef struct watch_state {
    watch_options options;
    opt_result result;
    cc_arena *arena; /* of the whole command */
    cmd_live live;
} watch_state;

static bool write_to_standard(void *ctx, const void *data, size_t len) {
    (void)ctx;
    return fwrite(data, 1, len, stdout) == len;
}

/* The configuration of the session, with the defaults of this command. */
static cc_err configure(watch_state *state, cmd_config *config, cc_arena *arena) {
    cmd_config_request request = {.command = &state->result.settings,
                                  .file = state->options.config,
                                  .session = &state->live.session,
                                  .is_quiet = true};
    CC_TRY(cmd_config_load(config, &request, arena));
    cfg_values *v = &config->values;
    v->by = v->strength[CFG_BY] > 0 ? v->by : CFG_BY_FILE;
    v->sort = v->strength[CFG_SORT] > 0 ? v->sort : CFG_SORT_MISSED;
    return CC_OK;
}

/* The table of this moment; a terminal is cleared before. */
static cc_err show(watch_state *state, cc_arena *arena) {
    cmd_config config;
    cov_model *model = NULL;
    CC_TRY(configure(state, &config, arena));
    cmd_output request = {
        .session_dir = state->live.session.dir, .config = &config, .is_quiet = true};
    CC_TRY(cmd_build_model(&request, &model, arena));
    rep_input in = {.model = model,
                    .by = (rep_by)config.values.by,
                    .sorts_missed = config.values.sort == CFG_SORT_MISSED,
                    .width = cc_os_terminal_width(),
                    .is_colored = config.values.color == CFG_COLOR_ALWAYS};
    if (isatty(STDOUT_FILENO) != 0) {
        (void)fputs("\x1b[H\x1b[2J", stdout);
    }
    CC_TRY(rep_table(&in, (rep_sink){write_to_standard, NULL}));
    return fflush(stdout) == 0 ? CC_OK : cc_fail(CC_E_IO, "nobody reads the table any more");
}

static cc_err show_once(watch_state *state) {
    cc_arena *arena = cc_arena_new();
    cc_err err = arena == NULL ? cc_fail(CC_E_NOMEM, "out of memory") : show(state, arena);
    cc_arena_free(arena);
    return err;
}

static bool is_used(const watch_state *state) {
    cc_arena *scratch = cc_arena_new();
    bool in_use = false;
    cc_err err =
        scratch == NULL ? CC_E_NOMEM : ses_in_use(state->live.session.dir, scratch, &in_use);
    cc_arena_free(scratch);
    return err == CC_OK && in_use;
}

/* Sleeps, but not for long behind a signal. */
static void rest(unsigned ms) {
    enum { STEP_MS = 100 };
    for (unsigned slept = 0; slept < ms && !cc_proc_is_told_to_end(); slept += STEP_MS) {
        cc_os_sleep_ms(ms - slept < STEP_MS ? ms - slept : STEP_MS);
    }
}

static int watch(watch_state *state) {
    const opt_result *result = &state->result;
    if (result->operand_count > 1) {
        cmd_say("one process or session at a time, not %zu", result->operand_count);
        return CLRCOV_EXIT_USAGE;
    }
    cc_err err = cmd_live_find(&state->live, result->operand_count > 0 ? result->operands[0] : NULL,
                               state->arena);
    if (err != CC_OK) {
        return cmd_fail(cmd_live_code(err));
    }
    cc_proc_await_end();
    bool goes_on = true;
    while (goes_on && !cc_proc_is_told_to_end()) {
        goes_on = is_used(state); /* asked before: the last table has everything */
        err = show_once(state);
        if (err != CC_OK) {
            return err == CC_E_IO
                       ? CLRCOV_EXIT_OK
                       : cmd_fail(err == CC_E_USAGE ? CLRCOV_EXIT_USAGE : CLRCOV_EXIT_INTERNAL);
        }
        if (goes_on) {
            rest(state->options.every_ms);
        }
    }
    return CLRCOV_EXIT_OK;
}

int cmd_watch(int argc, char **argv) {
    enum { EVERY_MS = 1000 };
    watch_state state = {.arena = cc_arena_new(), .options = {.every_ms = EVERY_MS}};
    int code;
    cc_proc_ignore_pipe();
    if (cmd_parse(&cmd_watch_command, argc, argv, &state.options, &state.result, state.arena,
                  &code)) {
        code = watch(&state);
    }
    cc_arena_free(state.arena);
    return code;
}
