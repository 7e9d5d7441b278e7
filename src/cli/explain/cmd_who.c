/* clrcov who: which tests hit a line, a file or a member, and what a test hit. Reads a run with
 * `--per-test`, or its data. */
#include <stddef.h>
#include <stdio.h>

#include "base/cc_file.h"
#include "base/cc_utf.h"
#include "cli/core/cmd_memory.h"
#include "cli/core/cmd_subcommands.h"
#include "cli/explain/cmd_who.h"
#include "cli/report/cmd_subject.h"
#include "clrcov/version.h"

typedef struct who_options {
    const char *config, *session, *test, *only_by;
    bool is_json;
} who_options;

static const opt_spec specs[] = {
    CMD_CONFIG_SPEC(offsetof(who_options, config)),
    {0, "session", OPT_TEXT, "DIR", offsetof(who_options, session), NULL,
     "the run to look at, or its data file (the newest\nrun that was started from here)"},
    {0, "test", OPT_TEXT, "NAME", offsetof(who_options, test), NULL,
     "what the tests of this name hit: Ns.Class.Method,\nits last parts, or a pattern with * and "
     "?"},
    {0, "only-by", OPT_TEXT, "N", offsetof(who_options, only_by), NULL,
     "only lines that 1 to N tests hit"},
    {0, "json", OPT_FLAG, NULL, offsetof(who_options, is_json), NULL,
     "print JSON for programs (docs/per-test.md)"},
};

const opt_command cmd_who_command = {
    .name = "who",
    .arguments = "[FILE:LINE | FILE | MEMBER | TYPE | ASSEMBLY]",
    .summary = "Shows which tests hit a line, a file or a member, in a run with --per-test.",
    .details = "Without an argument: everything that tests hit.\n"
               "\n"
               "Exit code: 64 wrong usage, an unknown name, or a run without --per-test.",
    OPT_SPECS(specs),
    .settings = CFG_EXPLAIN,
};

typedef struct who_state {
    who_options options;
    cmd_call call;
    cmd_subject subject;
    cmd_thing thing;
    cmd_who_choice choice;
    cmd_who_question question;
    cmd_answer found;
    cmd_who_answer answer;
} who_state;

static cc_err take_thing(who_state *state) {
    static const cmd_thing_kinds kinds = {"line, file or member", "a line, a file or a member"};
    CC_TRY(cmd_thing_take(&state->thing, &state->call, &kinds));
    if (state->thing.text.len > 0) {
        state->found.thing = &state->thing;
        state->subject.choice = cmd_who_choose(&state->choice, &state->thing, state->call.arena);
    }
    return CC_OK;
}

static cc_err build_model(who_state *state) {
    cov_request request;
    cov_model *model = NULL;
    cmd_subject_request(&request, &state->subject, state->call.arena);
    request.wants_facts = request.wants_tests = true;
    if (state->thing.line > 0) {
        request.wants_arm_tests = true;
        request.tests_of = cmd_last_part(state->thing.file, CMD_SEPARATORS);
    }
    request.wants_arm_tests = request.wants_arm_tests || state->options.is_json;
    request.wants_raw = state->subject.data == NULL;
    CC_TRY(cov_model_build(&model, &request, state->call.arena));
    state->found.model = model;
    if (model->test_count == 0) {
        return cc_fail(CC_E_USAGE,
                       "the run recorded no tests; run `clrcov run --per-test -- dotnet test`");
    }
    return CC_OK;
}

static cc_err check_test(const who_state *state) {
    for (uint32_t i = 0; i < state->found.model->test_count; i++) {
        if (state->answer.is_asked[i]) {
            return CC_OK;
        }
    }
    return cc_fail(CC_E_USAGE, "--test: no test has the name %s; `clrcov who` lists all tests",
                   state->options.test);
}

static cc_err find_answer(who_state *state) {
    const cmd_count tests = {"only-by", "a number of tests; give 1 or more", 1, 1000000};
    CC_TRY(cmd_take_count(&tests, state->options.only_by, &state->question.only_by));
    CC_TRY(take_thing(state));
    state->question.test = state->options.test;
    CC_TRY(cmd_subject_open(&state->subject, &state->call, state->options.session,
                            state->options.config));
    CC_TRY(build_model(state));
    cmd_answer_find(&state->found, state->call.arena);
    if (state->found.thing != NULL && state->found.fact_count == 0) {
        return cc_fail(CC_E_USAGE, "%.*s is not in the data of the run",
                       CC_STR_ARGS(state->thing.text));
    }
    cmd_who_find(&state->answer, &state->found, &state->question, state->call.arena);
    return state->question.test == NULL ? CC_OK : check_test(state);
}

static int print_answer(const who_state *state) {
    cc_buf out = {0};
    if (state->options.is_json) {
        cmd_who_json(&state->answer, &out);
    } else {
        cmd_who_text(&state->answer, &out);
    }
    return cmd_print_output(&out);
}

int cmd_who(int argc, char **argv) {
    who_state state = {.subject = {.is_quiet = true}};
    if (cmd_call_open(&state.call, &cmd_who_command, argc, argv, &state.options)) {
        cc_err err = find_answer(&state);
        state.call.code = err == CC_OK ? print_answer(&state) : cmd_fail(cmd_input_code(err));
    }
    return cmd_call_close(&state.call);
}
