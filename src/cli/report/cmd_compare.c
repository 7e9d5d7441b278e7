/* clrcov compare: two runs beside each other. */
#include <stddef.h>

#include "base/cc_proc.h"
#include "cli/core/cmd_subcommands.h"
#include "cli/report/cmd_sink.h"
#include "cli/report/cmd_subject.h"
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
    OPT_SPECS(specs),
    .settings = CFG_COMPARE,
};

typedef struct compare_state {
    compare_options options;
    cmd_call call;
    cmd_subject before, after;
} compare_state;

static cc_err measure(cmd_subject *out, compare_state *state, const char *given) {
    out->is_quiet = state->options.is_quiet;
    CC_TRY(cmd_subject_open(out, &state->call, given, state->options.config));
    return cmd_subject_measure(out, state->call.arena);
}

static int write_answer(const compare_state *state, const cmp_result *compared) {
    const rep_input in = {.model = compared->after, .compared = compared, .path = "-"};
    return cmd_print_answer(&in, writers[state->options.format]);
}

static int compare(compare_state *state) {
    const opt_result *line = &state->call.line;
    if (line->operand_count != 2) {
        cmd_say("compare takes two sessions or data files, not %zu", line->operand_count);
        return CLRCOV_EXIT_USAGE;
    }
    cc_err err = measure(&state->before, state, line->operands[0]);
    err = err == CC_OK ? measure(&state->after, state, line->operands[1]) : err;
    if (err != CC_OK) {
        return cmd_fail(cmd_input_code(err));
    }
    const cmp_result compared =
        cmp_reports(state->before.model, state->after.model, state->call.arena);
    return write_answer(state, &compared);
}

int cmd_compare(int argc, char **argv) {
    compare_state state = {0};
    cc_proc_ignore_pipe();
    if (cmd_call_open(&state.call, &cmd_compare_command, argc, argv, &state.options)) {
        state.call.code = compare(&state);
    }
    return cmd_call_close(&state.call);
}
