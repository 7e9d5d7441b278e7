/* clrcov diff: what of a change ran. */
#include <stddef.h>

#include "base/cc_proc.h"
#include "cli/core/cmd.h"
#include "cli/core/cmd_quote.h"
#include "cli/core/cmd_subcommands.h"
#include "cli/report/cmd_causes.h"
#include "cli/report/cmd_data.h"
#include "cli/report/cmd_gate.h"
#include "cli/report/cmd_patch.h"
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
    .specs = specs,
    .spec_count = sizeof specs / sizeof *specs,
    .settings = CFG_DIFF,
};

typedef struct diff_state {
    diff_options options;
    cmd_source source;
    cmd_config config;
    cmd_changes changes;
    patch_cover covered;
    cmd_call call;
} diff_state;

static cc_err configure(diff_state *state) {
    const opt_result *result = &state->call.line;
    const char *given = result->operand_count > 0 ? result->operands[0] : NULL;
    if (result->operand_count > 1) {
        return cc_fail(CC_E_USAGE, "one session or data file at a time, not %zu",
                       result->operand_count);
    }
    cc_err found = cmd_find_source(&state->source, given, state->call.arena);
    if (found == CC_E_NOTFOUND && given != NULL) {
        return cc_fail(found,
                       "%s: not a session or data file; for a branch or commit write --base %s",
                       given, cmd_shell_word(given, state->call.arena));
    }
    CC_TRY(found);
    cmd_config_request request = {
        .command = &result->settings,
        .file = state->options.config,
        .session = state->source.is_data ? NULL : &state->source.session,
        .is_quiet = state->options.is_quiet,
    };
    CC_TRY(cmd_config_load(&state->config, &request, state->call.arena));
    CC_TRY(cmd_check_values(&state->config.values));
    return cmd_find_changes(&state->changes, &state->config, state->call.arena);
}

static cc_err build(diff_state *state, const cmd_output *output, cov_model **model) {
    cov_model *before = NULL;
    CC_TRY(cmd_build_model(output, model, state->call.arena));
    if (state->options.base_data != NULL) {
        CC_TRY(cmd_model_of_data(&before, state->options.base_data, &state->config,
                                 state->call.arena));
    }
    return patch_cover_make(&state->covered, &state->changes.change, *model, before,
                            state->call.arena);
}

static int write_answer(diff_state *state, const cov_model *model, const gate_result *gates) {
    rep_input in = {
        .model = model, .patch = &state->covered, .patch_name = state->changes.name, .path = "-"};
    cc_buf notes = {0};
    in.notes = &notes;
    int code = cmd_list_gates(&in, gates, state->call.arena) == CC_OK
                   ? cmd_print_answer(&in, writers[state->options.format])
                   : cmd_fail(CLRCOV_EXIT_INTERNAL);
    if (cc_buf_ok(&notes) && notes.len > 0) {
        cmd_say_lines(cc_buf_str(&notes));
    }
    cc_buf_free(&notes);
    return code;
}

static int show(diff_state *state) {
    cov_model *model = NULL;
    gate_result gates;
    cc_err err = configure(state);
    if (err != CC_OK) {
        return cmd_fail(cmd_input_code(err));
    }
    cmd_output output = {.session_dir = state->source.is_data ? NULL : state->source.session.dir,
                         .data = state->source.data,
                         .config = &state->config,
                         .wants_facts = true,
                         .is_quiet = true,
                         .hides_progress = state->options.is_quiet};
    err = build(state, &output, &model);
    if (err != CC_OK) {
        return cmd_fail(cmd_input_code(err));
    }
    if (model->nothing_measured && !state->config.values.allow_empty) {
        cmd_say_nothing(&output, model);
        return CLRCOV_EXIT_NOTHING;
    }
    const gate_subject subject = {model, &state->covered, NULL};
    gate_limits limits = cmd_patch_limits(&state->config.values);
    err = gate_check(&gates, &subject, &limits, state->call.arena);
    int code = err == CC_OK ? write_answer(state, model, &gates) : cmd_fail(CLRCOV_EXIT_INTERNAL);
    for (uint32_t i = 0; code == CLRCOV_EXIT_OK && i < gates.count; i++) {
        if (!gates.items[i].is_met) {
            cmd_say("%s", gates.items[i].text);
        }
    }
    return code == CLRCOV_EXIT_OK && !gates.is_met ? CLRCOV_EXIT_THRESHOLD : code;
}

int cmd_diff(int argc, char **argv) {
    diff_state state = {0};
    cc_proc_ignore_pipe();
    if (cmd_call_open(&state.call, &cmd_diff_command, argc, argv, &state.options)) {
        state.call.code = show(&state);
    }
    return cmd_call_close(&state.call);
}
