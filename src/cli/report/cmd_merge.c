/* clrcov merge: unites data files, and the data of sessions, into one; and makes reports of it. */
#include <stddef.h>

#include "base/cc_file.h"
#include "base/cc_proc.h"
#include "cli/core/cmd_paths.h"
#include "cli/core/cmd_subcommands.h"
#include "cli/report/cmd_data.h"
#include "cli/report/cmd_gate.h"
#include "cli/report/cmd_history.h"
#include "cli/report/cmd_output.h"
#include "cli/report/cmd_progress.h"
#include "cli/report/cmd_session.h"
#include "coverage/data/dat.h"
#include "coverage/foreign/foreign.h"

typedef struct merge_options {
    const char *config;
    const char *output;
    bool is_verbose, is_quiet;
} merge_options;

static const opt_spec specs[] = {
    CMD_CONFIG_SPEC(offsetof(merge_options, config)),
    {'o', "output", OPT_TEXT, "PATH", offsetof(merge_options, output), NULL,
     "the data file to write"},
    CMD_TOLD_SPECS(merge_options),
};

const opt_command cmd_merge_command = {
    .name = "merge",
    .arguments = "INPUT...",
    .summary = "Combines the data of several runs.",
    .details =
        "INPUT is a data file of `-f data`, a session, or a report of another tool: Cobertura,\n"
        "OpenCover, lcov, or coverlet's JSON. The order and the grouping of the inputs make no\n"
        "difference; a run that is in several of them counts once.\n"
        "\n"
        "The data file keeps everything; rules apply to the reports, of this command and of\n"
        "`clrcov report`. Without --format clrcov prints the table and writes no other report.\n"
        "\n"
        "Exit code: 20 below a threshold; 21 nothing was measured; 64 wrong usage or "
        "configuration,\n"
        "an input that cannot be read; 70 a defect; 73 an output cannot be written.",
    OPT_SPECS(specs),
    .settings = CFG_MERGE,
};

typedef struct merge_state {
    merge_options options;
    cmd_call call;
    cmd_subject subject; /* of what was merged */
    dat_merger *merger;
} merge_state;

/* --- inputs ------------------------------------------------------------------------------------- */

/* The data of a session, by the configuration of its run. */
static cc_err add_session(merge_state *state, const char *dir) {
    cmd_subject subject = {.data = NULL};
    cov_request request;
    cov_model *model = NULL;
    CC_TRY(cmd_find_session(&subject.session, dir, state->call.arena));
    cmd_config_request what = {.session = &subject.session, .is_quiet = true};
    CC_TRY(cmd_config_load(&subject.config, &what, state->call.arena));
    cmd_subject_request(&request, &subject, state->call.arena);
    request.wants_raw = request.wants_facts = true;
    CC_TRY(cov_model_build(&model, &request, state->call.arena));
    cmd_describe_run(model->raw, subject.session.dir, model, &subject.config, state->call.arena);
    return dat_merger_add(state->merger, model->raw);
}

static cc_err add_foreign(merge_state *state, const char *path) {
    cov_request request;
    cov_raw *raw = NULL;
    cmd_config_request_of(&request, &state->subject.config, state->call.arena);
    const foreign_request what = {state->subject.config.root, request.mappings,
                                  request.mapping_count};
    CC_TRY(foreign_read(&raw, path, &what, state->call.arena));
    return dat_merger_add(state->merger, raw);
}

/* Data files are read together, on several threads; the others one by one. */
static cc_err add_inputs(merge_state *state, cc_progress *progress) {
    const opt_result *result = &state->call.line;
    const char **files = CC_NEW_ARRAY(state->call.arena, const char *, result->operand_count);
    size_t count = 0;
    for (size_t i = 0; i < result->operand_count; i++) {
        const char *path = result->operands[i];
        if (cc_path_is_dir(path)) {
            CC_TRY(add_session(state, path));
        } else if (dat_is_file(path) || !cc_path_exists(path)) {
            files[count++] = path;
        } else {
            CC_TRY(add_foreign(state, path));
        }
    }
    return count == 0 ? CC_OK : dat_merge_files(state->merger, files, count, progress);
}

/* --- the command -------------------------------------------------------------------------------- */

/* The extension is that of a report, which other tools would read. */
static bool is_report_name(const char *path) {
    static const char *const extensions[] = {".xml", ".html", ".json", ".info", ".md", ".svg"};
    for (size_t i = 0; i < sizeof extensions / sizeof *extensions; i++) {
        if (cc_str_ends(cc_strz(path), extensions[i])) {
            return true;
        }
    }
    return false;
}

static cc_err configure(merge_state *state) {
    const merge_options *o = &state->options;
    cmd_config *config = &state->subject.config;
    if (state->call.line.operand_count == 0) {
        return cc_fail(CC_E_USAGE, "no data to merge: clrcov merge -o OUT INPUT...");
    }
    CC_TRY(cmd_subject_configure(&state->subject, &state->call, o->config));
    if (config->values.strength[CFG_FORMAT] == 0) {
        config->report_count = 0;
    }
    bool has_output =
        o->output != NULL || config->report_count > 0 || config->values.history != NULL;
    if (o->output != NULL && is_report_name(o->output)) {
        return cc_fail(CC_E_USAGE,
                       "-o %s: merge writes clrcov's data there, not a report; for a report write "
                       "-f FORMAT=%s",
                       o->output, o->output);
    }
    if (!has_output) {
        return cc_fail(CC_E_USAGE, "-o is missing; name the data file to write with -o PATH");
    }
    return cmd_check_values(&config->values);
}

/* The data, the history and the reports must not replace one another. */
static cc_err check_apart(const merge_state *state) {
    const cmd_config *config = &state->subject.config;
    const cfg_values *v = &config->values;
    cmd_place others[2];
    size_t count = 0;
    if (state->options.output != NULL) {
        others[count++] = (cmd_place){"-o", state->options.output};
    }
    if (v->history != NULL) {
        others[count++] = (cmd_place){v->origin[CFG_HISTORY], v->history};
    }
    CC_TRY(cmd_check_apart(config, others, count, state->call.arena));
    return v->history != NULL ? dat_history_check(v->history) : CC_OK;
}

static cc_err check_outputs(const merge_state *state) {
    CC_TRY(cmd_check_outputs(&state->subject.config, state->call.arena));
    return state->options.output == NULL
               ? CC_OK
               : cmd_check_output(state->call.arena, state->options.output);
}

static cc_err unite(merge_state *state) {
    cmd_progress progress = {0};
    state->merger = dat_merger_open(state->call.arena);
    cmd_progress_begin(&progress, "merged files", state->options.is_quiet);
    cc_err err = add_inputs(state, &progress.counts);
    cmd_progress_end(&progress);
    CC_TRY(err);
    state->subject.data = dat_merger_finish(state->merger);
    return CC_OK;
}

static int merge(merge_state *state) {
    cc_err err = configure(state);
    err = err == CC_OK ? check_apart(state) : err;
    if (err != CC_OK) {
        return cmd_fail(cmd_input_code(err));
    }
    err = check_outputs(state);
    if (err != CC_OK) {
        return cmd_fail(cmd_output_code(err));
    }
    err = unite(state);
    if (err != CC_OK) {
        return cmd_fail(cmd_input_code(err));
    }
    err = cmd_check_history(&state->subject.config, state->subject.data, state->call.arena);
    if (err != CC_OK) {
        return cmd_fail(cmd_output_code(err));
    }
    return cmd_write_report(&state->subject);
}

int cmd_merge(int argc, char **argv) {
    merge_state state = {
        .subject = {.shows_history = true, .keeps_history = true, .keeps_stale = true}};
    cc_proc_ignore_pipe();
    if (cmd_call_open(&state.call, &cmd_merge_command, argc, argv, &state.options)) {
        state.subject.output = state.options.output;
        state.subject.is_quiet = state.options.is_quiet;
        state.subject.is_verbose = state.options.is_verbose;
        state.call.code = merge(&state);
    }
    dat_merger_close(state.merger);
    return cmd_call_close(&state.call);
}
