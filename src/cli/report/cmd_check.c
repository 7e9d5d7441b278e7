/* clrcov check: only the thresholds. */
#include <stddef.h>

#include "base/cc_proc.h"
#include "cli/core/cmd_subcommands.h"
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
    OPT_SPECS(specs),
    .settings = CFG_CHECK,
};

typedef struct check_state {
    check_options options;
    cmd_call call;
    cmd_subject subject;
    gate_result gates;
} check_state;

static cc_err judge(check_state *state) {
    cmd_subject *subject = &state->subject;
    const char *given;
    CC_TRY(cmd_call_operand(&state->call, "session or data file", "", &given));
    subject->is_quiet = state->options.is_quiet;
    CC_TRY(cmd_subject_open(subject, &state->call, given, state->options.config));
    CC_TRY(cmd_check_values(&subject->config.values));
    CC_TRY(cmd_subject_measure(subject, state->call.arena));
    return cmd_judge(&state->gates, NULL, subject, state->call.arena);
}

static void say_verdicts(const check_state *state) {
    const gate_result *gates = &state->gates;
    for (uint32_t i = 0; i < gates->count; i++) {
        if (!gates->items[i].is_met) {
            cmd_say("%s", gates->items[i].text);
        } else if (!state->options.is_quiet) {
            cmd_say("met: %s", gates->items[i].text);
        }
    }
}

static int check(check_state *state) {
    cc_err err = judge(state);
    if (err != CC_OK) {
        return cmd_fail(cmd_input_code(err));
    }
    if (cmd_subject_is_empty(&state->subject)) {
        return CLRCOV_EXIT_NOTHING;
    }
    if (state->gates.count == 0) {
        cmd_say("no threshold is set; set one, for example --fail-under-line 80 or <gate "
                "line=\"80\"/>");
        return CLRCOV_EXIT_USAGE;
    }
    say_verdicts(state);
    return state->gates.is_met ? CLRCOV_EXIT_OK : CLRCOV_EXIT_THRESHOLD;
}

int cmd_check(int argc, char **argv) {
    check_state state = {0};
    cc_proc_ignore_pipe();
    if (cmd_call_open(&state.call, &cmd_check_command, argc, argv, &state.options)) {
        state.call.code = check(&state);
    }
    return cmd_call_close(&state.call);
}
