/* clrcov check: only the thresholds. */
#include <stddef.h>

#include "base/cc_proc.h"
#include "cli/core/cmd.h"
#include "cli/core/cmd_subcommands.h"
#include "cli/report/cmd_causes.h"
#include "cli/report/cmd_data.h"
#include "cli/report/cmd_gate.h"
#include "clrcov/version.h"

typedef struct check_options {
    const char *config;
    bool is_quiet;
} check_options;

static const opt_spec specs[] = {
    CMD_CONFIG_SPEC(offsetof(check_options, config)),
    {'q', "quiet", OPT_FLAG, NULL, offsetof(check_options, is_quiet), NULL,
     "only the thresholds that are not met"},
};

const opt_command cmd_check_command = {
    .name = "check",
    .arguments = "[SESSION|DATA]",
    .summary = "Compares coverage with thresholds.",
    .details = "clrcov check writes nothing. Without SESSION or DATA it takes the newest session "
               "that was\n"
               "started from here, as `clrcov report` does. It compares exact\n"
               "fractions, and prints figures rounded down.\n"
               "\n"
               "Exit code: 20 a threshold is not met; 21 nothing was measured; 64 wrong usage, no "
               "threshold\n"
               "at all, or an input that cannot be read; 70 a defect.",
    .specs = specs,
    .spec_count = sizeof specs / sizeof *specs,
    .settings = CFG_CHECK,
};

typedef struct check_state {
    check_options options;
    cmd_source source;
    cmd_config config;
    cmd_call call;
} check_state;

static cc_err configure(check_state *state) {
    const opt_result *result = &state->call.line;
    const char *given = result->operand_count > 0 ? result->operands[0] : NULL;
    if (result->operand_count > 1) {
        return cc_fail(CC_E_USAGE, "one session or data file at a time, not %zu",
                       result->operand_count);
    }
    CC_TRY(cmd_find_source(&state->source, given, state->call.arena));
    cmd_config_request request = {
        .command = &result->settings,
        .file = state->options.config,
        .session = state->source.is_data ? NULL : &state->source.session,
        .is_quiet = state->options.is_quiet,
    };
    CC_TRY(cmd_config_load(&state->config, &request, state->call.arena));
    return cmd_check_values(&state->config.values);
}

static void say_verdicts(const check_state *state, const gate_result *gates) {
    for (uint32_t i = 0; i < gates->count; i++) {
        if (!gates->items[i].is_met) {
            cmd_say("%s", gates->items[i].text);
        } else if (!state->options.is_quiet) {
            cmd_say("met: %s", gates->items[i].text);
        }
    }
}

static int check(check_state *state) {
    cov_model *model = NULL;
    gate_result gates;
    cc_err err = configure(state);
    if (err != CC_OK) {
        return cmd_fail(cmd_input_code(err));
    }
    cmd_output output = {.session_dir = state->source.is_data ? NULL : state->source.session.dir,
                         .data = state->source.data,
                         .config = &state->config,
                         .is_quiet = true,
                         .hides_progress = state->options.is_quiet};
    err = cmd_build_model(&output, &model, state->call.arena);
    err = err == CC_OK ? cmd_judge(&gates, NULL, &output, model, state->call.arena) : err;
    if (err != CC_OK) {
        return cmd_fail(cmd_input_code(err));
    }
    if (model->nothing_measured && !state->config.values.allow_empty) {
        cmd_say_nothing(&output, model);
        return CLRCOV_EXIT_NOTHING;
    }
    if (gates.count == 0) {
        cmd_say("no threshold is set; set one, for example --fail-under-line 80 or <gate "
                "line=\"80\"/>");
        return CLRCOV_EXIT_USAGE;
    }
    say_verdicts(state, &gates);
    return gates.is_met ? CLRCOV_EXIT_OK : CLRCOV_EXIT_THRESHOLD;
}

int cmd_check(int argc, char **argv) {
    check_state state = {0};
    cc_proc_ignore_pipe();
    if (cmd_call_open(&state.call, &cmd_check_command, argc, argv, &state.options)) {
        state.call.code = check(&state);
    }
    return cmd_call_close(&state.call);
}
