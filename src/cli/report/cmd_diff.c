/* clrcov diff: what of a change ran. */
#include <stddef.h>

#include "base/cc_proc.h"
#include "cli/core/cmd_quote.h"
#include "cli/core/cmd_subcommands.h"
#include "cli/report/cmd_gate.h"
#include "cli/report/cmd_output.h"
#include "cli/report/cmd_patch.h"
#include "cli/report/cmd_provenance.h"
#include "cli/report/cmd_sink.h"
#include "clrcov/version.h"

typedef struct diff_options {
    const char *config, *base_data;
    unsigned format;
    bool is_quiet;
} diff_options;

static const char *const format_names[] = {"text", "markdown", "github", "azure", "json", NULL};
static rep_writer *const writers[] = {rep_patch_text, rep_patch_markdown, rep_patch_github,
                                      rep_patch_azure, rep_patch_json};

static const opt_spec specs[] = {
    CMD_CONFIG_SPEC(offsetof(diff_options, config)),
    {'f', "format", OPT_CHOICE, "text|markdown|github|azure|json", offsetof(diff_options, format),
     format_names, "the format of standard output (text)"},
    {0, "base-data", OPT_TEXT, "DATA", offsetof(diff_options, base_data), NULL,
     "data of the base: also show unchanged lines that\nran there and do not run now"},
    {'q', "quiet", OPT_FLAG, NULL, offsetof(diff_options, is_quiet), NULL,
     "no warnings of the configuration"},
};

const opt_command cmd_diff_command = {
    .name = "diff",
    .arguments = "[SESSION|DATA]",
    .summary = "Shows which lines of a change ran.",
    .details =
        "The change is a patch, or what `git diff` shows between the point where the branch left "
        "its\n"
        "base and the files as they are now. A changed line counts when it has code, and is "
        "covered\n"
        "when it ran. Without SESSION or DATA clrcov takes the newest session started from here.\n"
        "\n"
        "Exit code: 20 a threshold for the patch is not met; 21 nothing was measured; 64 wrong "
        "usage,\n"
        "no such base, an input that cannot be read; 70 a defect; 73 the output cannot be written.",
    OPT_SPECS(specs),
    .settings = CFG_DIFF,
};

typedef struct diff_state {
    diff_options options;
    cmd_call call;
    cmd_subject subject;
    cmd_changes changes;
    patch_cover covered;
} diff_state;

static cc_err open_subject(diff_state *state) {
    const char *given;
    CC_TRY(cmd_call_operand(&state->call, "session or data file", "", &given));
    state->subject.wants_facts = state->subject.wants_tests = true;
    state->subject.is_quiet = state->options.is_quiet;
    cc_err err = cmd_subject_find(&state->subject, given, state->call.arena);
    if (err == CC_E_NOTFOUND && given != NULL) {
        return cc_fail(err,
                       "%s: not a session or data file; for a branch or commit write --base %s",
                       given, cmd_shell_word(given, state->call.arena));
    }
    CC_TRY(err);
    CC_TRY(cmd_subject_configure(&state->subject, &state->call, state->options.config));
    return cmd_check_values(&state->subject.config.values);
}

static cc_err cover(diff_state *state) {
    cmd_subject *subject = &state->subject;
    cc_arena *arena = state->call.arena;
    cov_model *before = NULL;
    CC_TRY(cmd_find_changes(&state->changes, &subject->config, arena));
    CC_TRY(cmd_subject_measure(subject, arena));
    if (state->options.base_data != NULL) {
        CC_TRY(cmd_model_of_data(&before, state->options.base_data, &subject->config, arena));
    }
    patch_cover_make(&state->covered, &state->changes.change, subject->model, before, arena);
    return CC_OK;
}

static int write_answer(diff_state *state, const gate_result *gates) {
    const cmd_subject *subject = &state->subject;
    rep_input in = {.model = subject->model,
                    .patch = &state->covered,
                    .patch_name = state->changes.name,
                    .path = "-"};
    cc_buf notes = {0};
    in.notes = &notes;
    if (subject->data != NULL) {
        cmd_give_origin(&in, subject->data->runs, subject->data->run_count, state->call.arena);
    }
    cmd_give_folder(&in, subject->config.root, state->call.arena);
    cmd_list_gates(&in, gates, state->call.arena);
    int code = cmd_print_answer(&in, writers[state->options.format]);
    cmd_say_lines(cc_buf_str(&notes));
    cc_buf_free(&notes);
    return code;
}

static int show(diff_state *state) {
    gate_result gates;
    cc_err err = open_subject(state);
    err = err == CC_OK ? cover(state) : err;
    if (err != CC_OK) {
        return cmd_fail(cmd_input_code(err));
    }
    if (cmd_subject_is_empty(&state->subject)) {
        return CLRCOV_EXIT_NOTHING;
    }
    const gate_subject subject = {state->subject.model, &state->covered, NULL};
    gate_limits limits = cmd_patch_limits(&state->subject.config.values);
    err = gate_check(&gates, &subject, &limits, state->call.arena);
    int code = err == CC_OK ? write_answer(state, &gates) : cmd_fail(CLRCOV_EXIT_INTERNAL);
    if (code != CLRCOV_EXIT_OK) {
        return code;
    }
    cmd_say_unmet(&gates);
    return gates.is_met ? CLRCOV_EXIT_OK : CLRCOV_EXIT_THRESHOLD;
}

int cmd_diff(int argc, char **argv) {
    diff_state state = {0};
    cc_proc_ignore_pipe();
    if (cmd_call_open(&state.call, &cmd_diff_command, argc, argv, &state.options)) {
        state.call.code = show(&state);
    }
    return cmd_call_close(&state.call);
}
