/* clrcov impacted: which tests a change affects. Reads a run with `--per-test`, or its data, and the
 * builds that are there. */
#include <stddef.h>
#include <stdio.h>

#include "base/cc_file.h"
#include "cli/core/cmd_subcommands.h"
#include "cli/impact/cmd_impact.h"
#include "cli/report/cmd_map.h"
#include "cli/report/cmd_patch.h"
#include "clrcov/version.h"
#include "coverage/data/dat.h"

typedef struct impacted_options {
    const char *config, *session, *explain, *base;
    const char *suite,
        *answer; /* of clrcov run --impacted: an assembly, and where its answer goes */
    unsigned format;
    bool is_json;
} impacted_options;

static const opt_spec specs[] = {
    CMD_CONFIG_SPEC(offsetof(impacted_options, config)),
    {0, "session", OPT_TEXT, "DATA", offsetof(impacted_options, session), NULL,
     "the run with --per-test to compare with, or its\ndata file (the newest such run that was "
     "started\nfrom here)"},
    {0, "base", OPT_TEXT, "REF", offsetof(impacted_options, base), NULL,
     "name in reasons the lines that changed since the\nbranch left REF, as git says"},
    {0, "explain", OPT_TEXT, "TEST", offsetof(impacted_options, explain), NULL,
     "why this test runs, or need not run"},
    {0, "format", OPT_CHOICE, "FORMAT", offsetof(impacted_options, format), cmd_filter_names,
     "the tests in a form that a runner takes: list,\nvstest, mtp, xunit-mtp, tunit, runsettings"},
    {0, "suite", OPT_TEXT, "FILE", offsetof(impacted_options, suite), NULL, NULL},
    {0, "answer", OPT_TEXT, "FILE", offsetof(impacted_options, answer), NULL, NULL},
    {0, "json", OPT_FLAG, NULL, offsetof(impacted_options, is_json), NULL,
     "print JSON for programs (docs/impacted.md)"},
};

const opt_command cmd_impacted_command = {
    .name = "impacted",
    .arguments = "",
    .summary = "Shows which tests a change affects, after a run with --per-test.",
    .details = "Compares the builds that are there with those that the tests ran. Build first; "
               "clrcov run\n"
               "--impacted -- dotnet test does all of it.\n"
               "\n"
               "Exit code: 64 wrong usage, no such run, an input that cannot be read.",
    OPT_SPECS(specs),
    .settings = CFG_IMPACTED,
};

typedef struct impacted_state {
    impacted_options options;
    cmd_call call;
    cmd_config config;
    cov_raw *data;
    imp_answer answer;
    char *assembly; /* of --suite, real */
} impacted_state;

static cc_err configure(impacted_state *state) {
    const cmd_config_request request = {.command = &state->call.line.settings,
                                        .file = state->options.config};
    return cmd_config_load(&state->config, &request, state->call.arena);
}

/* Where lines are only gone, those before and after them count. */
static void take_text(imp_text *out, const patch_file *file, cc_arena *arena) {
    *out = (imp_text){file->path, CC_NEW_ARRAY(arena, imp_lines, file->hunk_count), 0};
    for (uint32_t i = 0; i < file->hunk_count; i++) {
        const patch_hunk *hunk = &file->hunks[i];
        uint32_t count = hunk->new_count > 0 ? hunk->new_count - 1 : 1;
        out->lines[out->count++] = (imp_lines){hunk->new_first, hunk->new_first + count};
    }
}

static cc_err find_texts(impacted_state *state, imp_request *request) {
    cc_arena *arena = state->call.arena;
    cmd_changes changes = {0};
    if (state->options.base == NULL) {
        return CC_OK;
    }
    state->config.values.base = state->options.base;
    CC_TRY(cmd_find_changes(&changes, &state->config, arena));
    imp_text *texts = CC_NEW_ARRAY(arena, imp_text, changes.change.file_count);
    for (uint32_t i = 0; i < changes.change.file_count; i++) {
        take_text(&texts[i], &changes.change.files[i], arena);
    }
    request->texts = texts;
    request->text_count = changes.change.file_count;
    return CC_OK;
}

static cc_err find_answer(impacted_state *state) {
    const char *path = NULL;
    CC_TRY(cmd_call_no_operand(&state->call, "give the run with --session"));
    CC_TRY(configure(state));
    CC_TRY(cmd_find_map(state->options.session, &path, state->call.arena));
    CC_TRY(dat_read_map(&state->data, path, state->call.arena));
    if (state->data->suite_count == 0) {
        return cc_fail(
            CC_E_USAGE,
            "%s has no tests; make it with `clrcov run --per-test -f data -- dotnet test`", path);
    }
    imp_request request = {.data = state->data};
    cmd_impact_settings(&request, &state->config, state->call.arena);
    CC_TRY(find_texts(state, &request));
    if (state->options.suite != NULL) {
        CC_TRY(cc_path_real(state->call.arena, state->options.suite, &state->assembly));
        request.only = cmd_find_suite(state->data, request.root, state->assembly);
        if (request.only == NULL) {
            return CC_OK;
        }
    }
    return imp_select(&state->answer, &request, state->call.arena);
}

static cc_err put_answer(const impacted_state *state, cc_buf *out) {
    const impacted_options *options = &state->options;
    if (options->suite != NULL && options->answer != NULL) {
        const imp_suite *of = state->answer.count > 0 ? state->answer.suites : NULL;
        return cmd_impacted_answer(of, state->assembly, options->answer,
                                   (cmd_filter_kind)options->format, out, state->call.arena);
    }
    const cmd_selection all = cmd_selection_of(state->answer.suites, state->answer.count);
    if (options->explain != NULL) {
        if (!cmd_impacted_explain(&state->answer, state->data, options->explain, out)) {
            return cc_fail(CC_E_USAGE, "--explain: no test has the name %s", options->explain);
        }
        return CC_OK;
    }
    if (options->is_json) {
        cmd_impacted_json(&state->answer, out);
    } else if (options->format != CMD_FILTER_NONE) {
        cmd_put_filter(out, &all, (cmd_filter_kind)options->format);
    } else {
        cmd_impacted_text(&state->answer, out);
    }
    return CC_OK;
}

static int print(const impacted_state *state) {
    cc_buf out = {0};
    cc_err err = put_answer(state, &out);
    if (err != CC_OK) {
        cc_buf_free(&out);
        return cmd_fail(cmd_input_code(err));
    }
    return cmd_print_output(&out);
}

int cmd_impacted(int argc, char **argv) {
    impacted_state state = {0};
    if (cmd_call_open(&state.call, &cmd_impacted_command, argc, argv, &state.options)) {
        cc_err err = find_answer(&state);
        state.call.code = err == CC_OK ? print(&state) : cmd_fail(cmd_input_code(err));
    }
    return cmd_call_close(&state.call);
}
