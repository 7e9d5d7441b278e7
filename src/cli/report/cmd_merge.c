/* clrcov merge: unites data files, and the data of sessions, into one; and makes reports of it. */
#include <limits.h>
#include <stddef.h>
#include <string.h>

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

/* A file that the command writes, and what names it. */
typedef struct output {
    const char *name, *path;
} output;

/* The path without links, as far as the file is there. */
static cc_err resolve(const char *path, cc_arena *arena, const char **out) {
    char followed[PATH_MAX];
    char *absolute = NULL;
    CC_TRY(cc_path_follow(followed, path));
    CC_TRY(cc_path_absolute(arena, followed, &absolute));
    char *dir = cc_arena_strdup(arena, cc_path_dir(cc_strz(absolute)));
    char *real = NULL;
    bool is_there = cc_path_exists(dir) && cc_path_real(arena, dir, &real) == CC_OK;
    cc_str name = cc_path_base(cc_strz(absolute));
    *out = is_there ? cc_path_join(arena, real, cc_arena_strdup(arena, name)) : absolute;
    return CC_OK;
}

/* Adds it, unless another one has the path. */
static cc_err add_output(output *all, size_t *count, const output *one, cc_arena *arena) {
    output made = {one->name, NULL};
    CC_TRY(resolve(one->path, arena, &made.path));
    for (size_t i = 0; i < *count; i++) {
        if (strcmp(all[i].path, made.path) == 0) {
            return cc_fail(CC_E_USAGE, "%s and %s: both write %s; give each a path of its own",
                           all[i].name, made.name, one->path);
        }
    }
    all[(*count)++] = made;
    return CC_OK;
}

/* The data, the history and the reports must not replace one another. */
static cc_err check_apart(const merge_state *state) {
    const cmd_config *config = &state->subject.config;
    const cfg_values *v = &config->values;
    cc_arena *arena = state->call.arena;
    output *all = CC_NEW_ARRAY(arena, output, config->report_count + 2);
    size_t count = 0;
    if (state->options.output != NULL) {
        CC_TRY(add_output(all, &count, &(output){"-o", state->options.output}, arena));
    }
    if (v->history != NULL) {
        CC_TRY(add_output(all, &count, &(output){v->origin[CFG_HISTORY], v->history}, arena));
    }
    for (size_t i = 0; i < config->report_count; i++) {
        const output one = {v->origin[CFG_FORMAT], config->reports[i].path};
        CC_TRY(strcmp(one.path, "-") == 0 ? CC_OK : add_output(all, &count, &one, arena));
    }
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

static cc_err write_output(const merge_state *state) {
    char *absolute = NULL;
    if (state->options.output == NULL) {
        return CC_OK;
    }
    CC_TRY(cc_path_absolute(state->call.arena, state->options.output, &absolute));
    char *dir = cc_arena_strdup(state->call.arena, cc_path_dir(cc_strz(absolute)));
    CC_TRY(cc_dir_make_all(dir, 0777));
    return dat_write(absolute, state->subject.data);
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
    err = write_output(state);
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
        state.subject.is_quiet = state.options.is_quiet;
        state.subject.is_verbose = state.options.is_verbose;
        state.call.code = merge(&state);
    }
    dat_merger_close(state.merger);
    return cmd_call_close(&state.call);
}
