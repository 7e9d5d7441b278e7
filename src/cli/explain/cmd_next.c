/* clrcov next: which test to write next. Reads a run, or its data. */
#include <stddef.h>
#include <stdio.h>

#include "cli/core/cmd_memory.h"
#include "cli/core/cmd_subcommands.h"
#include "cli/explain/cmd_next.h"
#include "cli/report/cmd_gate.h"
#include "cli/report/cmd_patch.h"
#include "cli/report/cmd_subject.h"
#include "clrcov/version.h"

enum { TOP = 10, BUDGET = 8192, LEAST_BUDGET = 512 };

typedef struct next_options {
    const char *config, *session, *top, *budget;
    bool is_json;
} next_options;

static const opt_spec specs[] = {
    CMD_CONFIG_SPEC(offsetof(next_options, config)),
    {0, "session", OPT_TEXT, "DIR", offsetof(next_options, session), NULL,
     "the run to look at, or its data file (the newest\nrun that was started from here)"},
    {0, "top", OPT_TEXT, "N", offsetof(next_options, top), NULL, "so many members (10)"},
    {0, "budget", OPT_TEXT, "BYTES", offsetof(next_options, budget), NULL,
     "an answer of at most so many bytes (8192)"},
    {0, "json", OPT_FLAG, NULL, offsetof(next_options, is_json), NULL,
     "print JSON for programs (docs/next.md)"},
};

const opt_command cmd_next_command = {
    .name = "next",
    .arguments = "",
    .summary = "Shows what to test next: the members whose risk a test lowers most.",
    .details = "For each member: what was missed, in words, and, after a run with --per-test, the "
               "nearest test.\n"
               "With --base or --patch members with missed changes come first.\n"
               "\n"
               "Exit code: 21 nothing was measured; 64 wrong usage, no such base, an input that "
               "cannot be\n"
               "read.",
    OPT_SPECS(specs),
    .settings = CFG_NEXT,
};

typedef struct next_state {
    next_options options;
    cmd_call call;
    cmd_subject subject;
    patch_cover changes;
    const patch_cover *patch; /* NULL: nobody asks */
    cmd_next_list list;
    uint32_t top;
    size_t budget;
} next_state;

static cc_err take_options(next_state *state) {
    enum { MOST = 1000000000 };
    const cmd_count top = {"top", "a number from 1 on", 1, MOST};
    const char *what = cc_arena_printf(state->call.arena, "a number from %d on", LEAST_BUDGET);
    const cmd_count budget = {"budget", what, LEAST_BUDGET, MOST};
    uint32_t bytes = BUDGET;
    state->top = TOP;
    CC_TRY(cmd_take_count(&top, state->options.top, &state->top));
    CC_TRY(cmd_take_count(&budget, state->options.budget, &bytes));
    state->budget = bytes;
    return CC_OK;
}

static cc_err find_changes(next_state *state) {
    cmd_changes changes;
    const cfg_values *v = &state->subject.config.values;
    if (v->base == NULL && v->patch == NULL) {
        return CC_OK;
    }
    CC_TRY(cmd_find_changes(&changes, &state->subject.config, state->call.arena));
    patch_cover_make(&state->changes, &changes.change, state->subject.model, NULL,
                     state->call.arena);
    state->patch = &state->changes;
    return CC_OK;
}

static cc_err find_list(next_state *state) {
    cc_arena *arena = state->call.arena;
    CC_TRY(cmd_call_no_operand(&state->call, "give the run with --session"));
    CC_TRY(take_options(state));
    state->subject.wants_tests = true;
    CC_TRY(cmd_subject_open(&state->subject, &state->call, state->options.session,
                            state->options.config));
    CC_TRY(cmd_subject_measure(&state->subject, arena));
    CC_TRY(find_changes(state));
    cmd_next_rank(&state->list, state->subject.model, state->patch, arena);
    for (uint32_t i = 0; i < state->list.count && i < state->top; i++) {
        cmd_next_describe(state->subject.model, &state->list.items[i], arena);
    }
    return CC_OK;
}

static int print_answer(const next_state *state) {
    cc_buf out = {0};
    if (state->options.is_json) {
        cmd_next_json(&state->list, state->top, state->budget, &out);
    } else {
        cmd_next_text(&state->list, state->top, state->budget, &out);
    }
    return cmd_print_output(&out);
}

static int show(next_state *state) {
    cc_err err = find_list(state);
    if (err != CC_OK) {
        return cmd_fail(cmd_input_code(err));
    }
    return cmd_subject_is_empty(&state->subject) ? CLRCOV_EXIT_NOTHING : print_answer(state);
}

int cmd_next(int argc, char **argv) {
    next_state state = {.subject = {.is_quiet = true}};
    if (cmd_call_open(&state.call, &cmd_next_command, argc, argv, &state.options)) {
        state.call.code = show(&state);
    }
    return cmd_call_close(&state.call);
}
