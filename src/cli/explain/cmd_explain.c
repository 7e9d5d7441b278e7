/* clrcov explain: states why something is in the report, is not, or has no data. Reads the last
 * run, or, before any run, the folders of built assemblies below the working directory. */
#include <stddef.h>
#include <stdio.h>

#include "base/cc_file.h"
#include "base/cc_utf.h"
#include "cli/core/cmd_folders.h"
#include "cli/core/cmd_subcommands.h"
#include "cli/explain/cmd_explain.h"
#include "cli/report/cmd_subject.h"
#include "clrcov/version.h"
#include "coverage/module/mod.h"

enum { MAX_FOLDERS = 1000 };

typedef struct explain_options {
    const char *config, *session;
    bool is_json, from_folders;
} explain_options;

static const opt_spec specs[] = {
    CMD_CONFIG_SPEC(offsetof(explain_options, config)),
    {0, "session", OPT_TEXT, "DIR", offsetof(explain_options, session), NULL,
     "the run to look at (the newest one that was\nstarted from here)"},
    {0, "folders", OPT_FLAG, NULL, offsetof(explain_options, from_folders), NULL,
     "look at the built assemblies below this directory,\nas before any run"},
    {0, "json", OPT_FLAG, NULL, offsetof(explain_options, is_json), NULL,
     "print JSON for programs (docs/explain.md)"},
};

const opt_command cmd_explain_command = {
    .name = "explain",
    .arguments = "[ASSEMBLY | TYPE | MEMBER | FILE | FILE:LINE]",
    .summary = "Shows why something is in the report, is not in it, or has no data.",
    .details = "Without an argument: all assemblies. Before any run: what would be measured.\n"
               "\n"
               "Exit code: 64 wrong usage or configuration, an unknown name, an input that cannot "
               "be read;\n"
               "70 a defect; 73 the output cannot be written.",
    OPT_SPECS(specs),
    .settings = CFG_EXPLAIN,
};

typedef struct explain_state {
    explain_options options;
    cmd_call call;
    cmd_subject subject;
    cmd_thing thing;
    cmd_answer answer;
} explain_state;

/* --- source of the answer --------------------------------------------------------------------- */

/* The thing is the path of an assembly that is not known otherwise: its folder is read, whatever
 * was run. */
static bool has_own_folder(const explain_state *state) {
    cc_str path = state->thing.path == NULL ? (cc_str){"", 0} : cc_strz(state->thing.path);
    return mod_is_image_name(path) && cc_path_exists(state->thing.path) &&
           !cc_path_is_dir(state->thing.path);
}

static void take_own_folder(explain_state *state) {
    const char **folders = CC_NEW_ARRAY(state->call.arena, const char *, 1);
    char *folder = cc_arena_strdup(state->call.arena, cc_path_dir(cc_strz(state->thing.path)));
    folders[0] = folder;
    state->answer = (cmd_answer){.thing = &state->thing, .folders = folders, .folder_count = 1};
}

/* Sets answer.session, or answer.folders when no run was started from here. */
static cc_err find_source(explain_state *state) {
    const explain_options *o = &state->options;
    if (o->from_folders && o->session != NULL) {
        return cc_fail(CC_E_USAGE, "--folders and --session: use only one of them");
    }
    cc_err err = CC_E_NOTFOUND;
    if (!o->from_folders) {
        err = cmd_subject_find(&state->subject, o->session, state->call.arena);
    }
    if (err == CC_OK) {
        const cmd_subject *from = &state->subject;
        state->answer.session = from->data != NULL ? from->path : from->session.dir;
        return CC_OK;
    }
    if (err != CC_E_NOTFOUND || o->session != NULL) {
        return err;
    }
    char *here;
    cmd_folder_list folders;
    CC_TRY(cc_path_real(state->call.arena, ".", &here));
    CC_TRY(cmd_find_folders(&folders, here, MAX_FOLDERS, state->call.arena));
    state->answer.folders = folders.paths;
    state->answer.folder_count = folders.count;
    if (folders.is_cut) {
        cmd_say("some folders below %s were not searched", here);
    }
    return state->answer.folder_count > 0 || has_own_folder(state)
               ? CC_OK
               : cc_fail(CC_E_NOTFOUND,
                         "nothing to explain: no run was started from here, and no built assembly "
                         "is below %s",
                         here);
}

static cc_err build_model(explain_state *state) {
    cmd_answer *answer = &state->answer;
    cmd_subject *subject = &state->subject;
    cov_request request;
    cov_model *model = NULL;
    cmd_subject_request(&request, subject, state->call.arena);
    request.wants_facts = true;
    request.wants_tests = state->thing.line > 0;
    request.tests_of = cmd_last_part(state->thing.file, CMD_SEPARATORS);
    if (subject->data == NULL && answer->session != NULL) {
        request.wants_raw = subject->session.settings.per_test;
    } else if (subject->data == NULL) {
        request.session_count = 0;
        request.folders = answer->folders;
        request.folder_count = answer->folder_count;
        request.ignore_unloaded = false;
    }
    CC_TRY(cov_model_build(&model, &request, state->call.arena));
    answer->model = model;
    return CC_OK;
}

/* --- the answer ------------------------------------------------------------------------------- */

static int fail_unknown(const explain_state *state) {
    cc_str near[CMD_NEAR_NAMES];
    cc_buf text = {0};
    size_t count = cmd_answer_near(&state->answer, state->call.arena, near);
    cc_utf8_clean(state->thing.text, &text);
    cc_buf_puts(&text, state->answer.session != NULL ? " is not in the data of the run"
                                                     : " is not in the assemblies here");
    for (size_t i = 0; i < count; i++) {
        cc_buf_puts(&text, i == 0 ? "; similar: " : ", ");
        cc_utf8_clean(near[i], &text);
    }
    cmd_say("%.*s", CC_STR_ARGS(cc_buf_str(&text)));
    cc_buf_free(&text);
    if (state->answer.session == NULL) {
        cmd_say("no run was started from here; clrcov searched only the assemblies in folders");
    }
    return CLRCOV_EXIT_USAGE;
}

static int print_answer(const explain_state *state) {
    cc_buf out = {0};
    if (state->options.is_json) {
        cmd_answer_json(&state->answer, &out);
    } else {
        cmd_answer_text(&state->answer, &out);
    }
    return cmd_print_output(&out);
}

static bool is_unknown(const explain_state *state) {
    return state->answer.thing != NULL && state->answer.fact_count == 0;
}

static cc_err find_facts(explain_state *state) {
    CC_TRY(build_model(state));
    cmd_answer_find(&state->answer, state->call.arena);
    if (!is_unknown(state) || !has_own_folder(state)) {
        return CC_OK;
    }
    take_own_folder(state);
    CC_TRY(build_model(state));
    cmd_answer_find(&state->answer, state->call.arena);
    return CC_OK;
}

static cc_err find_answer(explain_state *state) {
    static const cmd_thing_kinds kinds = {"name", "an assembly, a type, a member or a file"};
    CC_TRY(cmd_thing_take(&state->thing, &state->call, &kinds));
    state->answer.thing = state->thing.text.len > 0 ? &state->thing : NULL;
    CC_TRY(find_source(state));
    CC_TRY(cmd_subject_configure(&state->subject, &state->call, state->options.config));
    CC_TRY(find_facts(state));
    return cmd_answer_words(&state->answer, state->call.arena);
}

static int explain(explain_state *state) {
    cc_err err = find_answer(state);
    if (err != CC_OK) {
        return cmd_fail(cmd_input_code(err));
    }
    return is_unknown(state) ? fail_unknown(state) : print_answer(state);
}

int cmd_explain(int argc, char **argv) {
    explain_state state = {.subject = {.is_quiet = true}};
    if (cmd_call_open(&state.call, &cmd_explain_command, argc, argv, &state.options)) {
        state.call.code = explain(&state);
    }
    return cmd_call_close(&state.call);
}
