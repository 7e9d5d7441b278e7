/* From a session to the output for the user: the Cobertura file, the table, messages. */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/cc_async_writer.h"
#include "base/cc_file.h"
#include "base/cc_os.h"
#include "base/cc_out.h"
#include "base/cc_usage.h"
#include "base/cc_utf.h"
#include "cli/cmd.h"
#include "clrcov/version.h"
#include "reports/rep.h"

enum { REPORT_MODE = 0644, DIRECTORY_MODE = 0777 };

/* --- arguments -------------------------------------------------------------------------------- */

static cc_err no_memory(void) {
    return cc_fail(CC_E_NOMEM, "out of memory");
}

cc_err cmd_find_git(cc_arena *arena, const char *start, char **out) {
    return cc_path_find_up(arena, start, ".git", out);
}

cc_err cmd_find_root(cc_arena *arena, const char *given, char **out) {
    if (given != NULL) {
        if (!cc_path_is_dir(given)) {
            return cc_fail(CC_E_USAGE, "--root: %s is not a directory", given);
        }
        return cc_path_real(arena, given, out);
    }
    char *here;
    CC_TRY(cc_path_real(arena, ".", &here));
    CC_TRY(cmd_find_git(arena, here, out));
    *out = *out == NULL ? here : *out;
    return CC_OK;
}

cc_err cmd_check_output(cc_arena *arena, const char *path) {
    char *absolute;
    char followed[PATH_MAX];
    CC_TRY(cc_path_follow(followed, path));
    CC_TRY(cc_path_absolute(arena, followed, &absolute));
    char *dir = cc_arena_strdup(arena, cc_path_dir(cc_strz(absolute)));
    if (dir == NULL) {
        return no_memory();
    }
    if (cc_path_is_dir(absolute)) {
        return cc_fail(CC_E_IO, "%s: cannot write the report: it is a directory", absolute);
    }
    /* Missing directories are created when the report is written. */
    while (dir != NULL && !cc_path_exists(dir)) {
        dir = cc_arena_strdup(arena, cc_path_dir(cc_strz(dir)));
    }
    if (dir == NULL) {
        return no_memory();
    }
    if (!cc_path_is_dir(dir)) {
        return cc_fail(CC_E_IO, "%s: cannot write the report: %s is not a directory", absolute,
                       dir);
    }
    return cc_dir_is_writable(dir) || cc_path_is_device(path)
               ? CC_OK
               : cc_fail(CC_E_IO, "%s: cannot write the report: %s is not writable", absolute, dir);
}

/* --- writing ---------------------------------------------------------------------------------- */

static bool write_to_file(void *ctx, const void *data, size_t len) {
    return fwrite(data, 1, len, ctx) == len;
}

static bool write_to_out(void *ctx, const void *data, size_t len) {
    return cc_out_write(ctx, data, len);
}

static bool write_behind(void *ctx, const void *data, size_t len) {
    return cc_async_writer_write(ctx, data, len);
}

static cc_err open_output(cc_out *out, const char *path) {
    if (strcmp(path, "-") == 0) {
        cc_out_standard(out);
        return CC_OK;
    }
    char followed[PATH_MAX];
    char dir[PATH_MAX];
    CC_TRY(cc_path_follow(followed, path));
    cc_str above = cc_path_dir(cc_strz(followed));
    (void)snprintf(dir, sizeof dir, "%.*s", (int)above.len, above.s);
    if (!cc_path_is_device(path)) {
        CC_TRY(cc_dir_make_all(dir, DIRECTORY_MODE));
    }
    return cc_out_open(out, path, REPORT_MODE);
}

/* Writes the complete file, or none. Returns the exit code. */
static int write_cobertura(const cov_model *model, const char *path) {
    cc_out out;
    if (open_output(&out, path) != CC_OK) {
        return cmd_fail(CLRCOV_EXIT_CANTWRITE);
    }
    cc_async_writer writer;
    cc_async_writer_open(&writer, write_to_out, &out);
    cc_err err = rep_cobertura(model, (rep_sink){write_behind, &writer});
    if (!cc_async_writer_close(&writer) && err == CC_OK) {
        err = cc_fail(CC_E_IO, "the report could not be written");
    }
    int code = err == CC_OK || err == CC_E_IO ? CLRCOV_EXIT_OK : cmd_fail(CLRCOV_EXIT_INTERNAL);
    /* has the reason when the sink failed */
    if (cc_out_close(&out, err == CC_OK) != CC_OK) {
        code = cmd_fail(CLRCOV_EXIT_CANTWRITE);
    }
    return code;
}

/* --- messages --------------------------------------------------------------------------------- */

/* Without the table: names some of the data that was measured but could not be used. */
static void say_lost(const cov_model *model) {
    enum { NAMED = 5 };
    for (uint32_t i = 0; i < model->lost_count && i < NAMED; i++) {
        cmd_say("lost: %.*s", (int)model->lost[i].len, model->lost[i].s);
    }
    if (model->lost_count > NAMED) {
        cmd_say("lost: and %u more", model->lost_count - NAMED);
    }
}

/* Moves a file into the session, under a new name; *to is its path. */
static cc_err move_into(const char *session_dir, const char *path, cc_arena *arena, char **to) {
    cc_mapped_file file;
    uint64_t random;
    CC_TRY(cc_os_random(&random, sizeof random));
    *to = cc_arena_printf(arena, "%s/" COV_EARLIER_REPORT "%016llx.xml", session_dir,
                          (unsigned long long)random);
    if (*to == NULL) {
        return no_memory();
    }
    CC_TRY(cc_file_map(&file, path, true));
    cc_err err = cc_file_replace(*to, file.bytes, 0600);
    cc_file_unmap(&file);
    return err == CC_OK ? cc_file_take_away(path) : err;
}

/* Moves an old report into the session: it would be taken for the missing one. A link stays, its
 * target is moved. Only a regular file is moved. */
static void move_old_report(const char *path, const char *session_dir) {
    char followed[PATH_MAX];
    if (strcmp(path, "-") == 0 || !cc_path_exists(path) || cc_out_is_direct(path) ||
        cc_path_follow(followed, path) != CC_OK) {
        return;
    }
    cc_arena *arena = cc_arena_new();
    char *aside;
    if (arena != NULL && session_dir != NULL &&
        move_into(session_dir, followed, arena, &aside) == CC_OK) {
        cmd_say("The report of an earlier run is %s now", aside);
    } else {
        cmd_say("%s is the report of an earlier run", path);
    }
    cc_arena_free(arena);
}

void cmd_no_report(const char *path, const char *session_dir, bool keeps_stale, const char *hint) {
    cmd_say("No report is written%s", hint);
    if (!keeps_stale) {
        move_old_report(path, session_dir);
    }
}

static void say_path(const char *path) {
    cc_buf clean = {0};
    cc_utf8_clean(cc_strz(path), &clean);
    (void)fprintf(stderr, "Cobertura report: %.*s\n", (int)clean.len,
                  clean.data == NULL ? "" : (const char *)clean.data);
    cc_buf_free(&clean);
}

static int show(const cmd_output *request, const cov_model *model, bool is_written) {
    const char *path = request->config->values.output;
    if (request->is_quiet) {
        say_lost(model);
    }
    if (!request->is_quiet) {
        cc_err err = rep_table(model, (rep_sink){write_to_file, stderr}, cc_os_terminal_width(),
                               request->is_verbose);
        if (err != CC_OK &&
            err != CC_E_IO) { /* its reader has ended: the report exists nevertheless */
            return cmd_fail(CLRCOV_EXIT_INTERNAL);
        }
    }
    if (model->nothing_measured) {
        cmd_say_nothing(request, model);
    }
    if (!is_written) {
        cmd_no_report(path, request->session_dir, request->keeps_stale,
                      " (--allow-empty writes an empty one)");
    } else if (!request->is_quiet && strcmp(path, "-") != 0) {
        say_path(path);
    }
    bool is_wanted = request->is_verbose || model->lost_count > 0 || model->nothing_measured;
    if (is_wanted && !request->is_session_told) {
        cmd_say("session: %s", request->session_dir);
    }
    return CLRCOV_EXIT_OK;
}

/* Returns the exit code. */
static int write_model(const cmd_output *request, const cov_model *model) {
    const cfg_values *values = &request->config->values;
    bool is_wanted = !model->nothing_measured || values->allow_empty;
    int code = is_wanted ? write_cobertura(model, values->output) : CLRCOV_EXIT_OK;
    if (code != CLRCOV_EXIT_OK) {
        return code;
    }
    code = show(request, model, is_wanted);
    if (code != CLRCOV_EXIT_OK) {
        return code;
    }
    if (!is_wanted) {
        return CLRCOV_EXIT_NOTHING;
    }
    bool are_met = false;
    if (cmd_check_gates(model, values, &are_met) != CC_OK) {
        return cmd_fail(CLRCOV_EXIT_INTERNAL);
    }
    return are_met ? CLRCOV_EXIT_OK : CLRCOV_EXIT_THRESHOLD;
}

int cmd_write_report(const cmd_output *request) {
    cc_arena *arena = cc_arena_new();
    if (arena == NULL) {
        cmd_say("out of memory");
        return CLRCOV_EXIT_INTERNAL;
    }
    cov_request what;
    cov_model *model = NULL;
    cc_err err = cmd_config_request_of(&what, request->config, arena);
    if (err == CC_OK) {
        what.session_dirs = &request->session_dir;
        what.session_count = 1;
        what.raw_branches = request->raw_branches;
        err = cov_model_build(&model, &what, arena);
    }
    int code = err == CC_OK ? write_model(request, model) : cmd_fail(CLRCOV_EXIT_INTERNAL);
    if (code != CLRCOV_EXIT_INTERNAL && code != CLRCOV_EXIT_CANTWRITE) {
        /* on failure the session is kept for longer */
        (void)!ses_reported(request->session_dir);
    } else {
        cc_path_touch(request->session_dir);
        cmd_say("what was measured is kept in %s: clrcov report %s", request->session_dir,
                request->session_dir);
    }
    cc_arena_free(arena);
    return code;
}

void cmd_name_living(const ses_session *session, cc_arena *arena) {
    char **paths;
    size_t count;
    if (ses_files(session, arena, &paths, &count) != CC_OK) {
        return;
    }
    for (size_t i = 0; i < count; i++) {
        ctr_file *counters;
        if (!cc_file_is_locked(paths[i]) || ctr_open(&counters, paths[i], arena) != CC_OK) {
            continue;
        }
        const ctr_process *process = &counters->process;
        cc_str name =
            process->entry_assembly.len > 0 ? process->entry_assembly : process->executable;
        cmd_say("process %u (%.*s) is still running: the report has what it covered up to now",
                counters->pid, (int)name.len, name.s);
        ctr_close(counters);
    }
}
