/* clrcov compare: two runs beside each other. */
#include <stddef.h>

#include "base/cc_proc.h"
#include "cli/core/cmd.h"
#include "cli/core/cmd_subcommands.h"
#include "cli/report/cmd_data.h"
#include "cli/report/cmd_output.h"
#include "cli/report/cmd_sink.h"
#include "clrcov/version.h"

typedef struct compare_options {
    const char *config;
    unsigned format;
    bool is_quiet;
} compare_options;

static const char *const format_names[] = {"text", "markdown", "json", NULL};
static rep_writer *const writers[] = {rep_compare_text, rep_compare_markdown, rep_compare_json};

static const opt_spec specs[] = {
    CMD_CONFIG_SPEC(offsetof(compare_options, config)),
    {'f', "format", OPT_CHOICE, "text|markdown|json", offsetof(compare_options, format),
     format_names, "the format of standard output (text)"},
    {'q', "quiet", OPT_FLAG, NULL, offsetof(compare_options, is_quiet), NULL,
     "no warnings of the configuration"},
};

const opt_command cmd_compare_command = {
    .name = "compare",
    .arguments = "OLD NEW",
    .summary = "Shows which code is covered better or worse than before.",
    .details = "OLD and NEW are sessions or data files. Where both have a source with identical "
               "text, clrcov\n"
               "compares its lines one by one, else only its figures. `clrcov diff --base-data "
               "OLD` follows\n"
               "lines through changes.\n"
               "\n"
               "Exit code: 64 wrong usage, or an input that cannot be read; 70 a defect; 73 the "
               "output cannot\n"
               "be written.",
    .specs = specs,
    .spec_count = sizeof specs / sizeof *specs,
    .settings = CFG_COMPARE,
};

typedef struct compare_state {
    compare_options options;
    cmd_call call;
} compare_state;

static cc_err build(const compare_state *state, const char *given, cov_model **out) {
    cmd_source source;
    cmd_config *config = CC_NEW(state->call.arena, cmd_config);
    if (config == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory");
    }
    CC_TRY(cmd_find_source(&source, given, state->call.arena));
    cmd_config_request request = {
        .command = &state->call.line.settings,
        .file = state->options.config,
        .session = source.is_data ? NULL : &source.session,
        .is_quiet = state->options.is_quiet,
    };
    CC_TRY(cmd_config_load(config, &request, state->call.arena));
    cmd_output output = {.session_dir = source.is_data ? NULL : source.session.dir,
                         .data = source.data,
                         .config = config,
                         .is_quiet = true,
                         .hides_progress = state->options.is_quiet};
    return cmd_build_model(&output, out, state->call.arena);
}

static int write_answer(const compare_state *state, const cmp_result *compared) {
    const rep_input in = {.model = compared->after, .compared = compared, .path = "-"};
    return cmd_print_answer(&in, writers[state->options.format]);
}

static int compare(const compare_state *state) {
    const opt_result *result = &state->call.line;
    cov_model *before = NULL;
    cov_model *after = NULL;
    cmp_result compared;
    if (result->operand_count != 2) {
        cmd_say("compare takes two sessions or data files, not %zu", result->operand_count);
        return CLRCOV_EXIT_USAGE;
    }
    cc_err err = build(state, result->operands[0], &before);
    err = err == CC_OK ? build(state, result->operands[1], &after) : err;
    if (err != CC_OK) {
        return cmd_fail(cmd_input_code(err));
    }
    err = cmp_reports(&compared, before, after, state->call.arena);
    return err == CC_OK ? write_answer(state, &compared) : cmd_fail(CLRCOV_EXIT_INTERNAL);
}

int cmd_compare(int argc, char **argv) {
    compare_state state = {0};
    cc_proc_ignore_pipe();
    if (cmd_call_open(&state.call, &cmd_compare_command, argc, argv, &state.options)) {
        state.call.code = compare(&state);
    }
    return cmd_call_close(&state.call);
}
