/* From a session to what the user sees: the Cobertura file, the table, what there is to tell. */
#include <stdio.h>
#include <string.h>

#include "base/cc_file.h"
#include "base/cc_os.h"
#include "cli/cmd.h"
#include "clrcov/version.h"
#include "reports/rep.h"

enum { REPORT_MODE = 0644, NANOSECONDS = 1000000000 };

/* --- arguments -------------------------------------------------------------------------------- */

static cc_err no_memory(void) {
    return cc_fail(CC_E_NOMEM, "out of memory");
}

/* The nearest directory with a .git at or above `start`; *out is NULL when there is none. */
static cc_err find_git(cc_arena *arena, const char *start, char **out) {
    char *dir = cc_arena_strdup(arena, cc_strz(start));
    *out = NULL;
    while (dir != NULL) {
        char *marker = cc_path_join(arena, dir, ".git");
        if (marker == NULL) {
            return no_memory();
        }
        if (cc_path_exists(marker)) {
            *out = dir;
            return CC_OK;
        }
        if (strcmp(dir, "/") == 0) {
            return CC_OK;
        }
        dir = cc_arena_strdup(arena, cc_path_dir(cc_strz(dir)));
    }
    return no_memory();
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
    CC_TRY(find_git(arena, here, out));
    *out = *out == NULL ? here : *out;
    return CC_OK;
}

cc_err cmd_make_filter(sel_list *list, const opt_list *include, const opt_list *exclude) {
    for (size_t i = 0; i < include->count; i++) {
        CC_TRY(sel_add(list, SEL_INCLUDE_ASSEMBLY, cc_strz(include->items[i])));
    }
    for (size_t i = 0; i < exclude->count; i++) {
        CC_TRY(sel_add(list, SEL_EXCLUDE_ASSEMBLY, cc_strz(exclude->items[i])));
    }
    return CC_OK;
}

cc_err cmd_check_output(cc_arena *arena, const char *path) {
    char *absolute;
    CC_TRY(cc_path_absolute(arena, path, &absolute));
    char *dir = cc_arena_strdup(arena, cc_path_dir(cc_strz(absolute)));
    if (dir == NULL) {
        return no_memory();
    }
    if (cc_path_is_dir(absolute)) {
        return cc_fail(CC_E_IO, "%s: cannot write the report: it is a directory", absolute);
    }
    if (!cc_path_is_dir(dir)) {
        return cc_fail(CC_E_IO, "%s: cannot write the report: there is no directory %s", absolute,
                       dir);
    }
    return cc_dir_is_writable(dir) || cc_path_is_device(absolute)
               ? CC_OK
               : cc_fail(CC_E_IO, "%s: cannot write the report: %s is not writable", absolute, dir);
}

/* --- writing ---------------------------------------------------------------------------------- */

static bool write_to_buf(void *ctx, const void *data, size_t len) {
    cc_buf *buf = ctx;
    cc_buf_bytes(buf, data, len);
    return cc_buf_ok(buf);
}

static bool write_to_file(void *ctx, const void *data, size_t len) {
    return fwrite(data, 1, len, ctx) == len;
}

/* As a whole or not at all. The exit code. */
static int write_cobertura(const cov_model *model, const char *path) {
    cc_buf text = {0};
    cc_err err = rep_cobertura(model, (rep_sink){write_to_buf, &text});
    if (err != CC_OK) {
        cc_buf_free(&text);
        return cmd_fail(CLRCOV_EXIT_INTERNAL);
    }
    if (strcmp(path, "-") == 0) {
        bool is_written = write_to_file(stdout, text.data, text.len) && fflush(stdout) == 0;
        err = is_written ? CC_OK : cc_fail(CC_E_IO, "cannot write to standard output");
    } else {
        err = cc_file_write(path, cc_buf_span(&text), REPORT_MODE);
    }
    cc_buf_free(&text);
    return err == CC_OK ? CLRCOV_EXIT_OK : cmd_fail(CLRCOV_EXIT_CANTWRITE);
}

/* --- telling ---------------------------------------------------------------------------------- */

/* "framework 141, no PDB 3": the omitted assemblies are sorted by reason. */
static void say_nothing_measured(const cov_model *model) {
    if (model->process_count == 0) {
        cmd_say("Nothing was measured: the command started no .NET program that is measured "
                "(the dotnet command itself, builds and test runners are not), or it could not use "
                "the session");
        return;
    }
    cc_buf reasons = {0};
    for (uint32_t i = 0; i < model->omitted_count;) {
        uint32_t end = i;
        cov_reason reason = model->omitted[i].reason;
        while (end < model->omitted_count && model->omitted[end].reason == reason) {
            end++;
        }
        cc_buf_printf(&reasons, "%s%s %u", i == 0 ? ": " : ", ", cov_reason_name(reason), end - i);
        i = end;
    }
    cc_str text = cc_buf_ok(&reasons) ? cc_buf_str(&reasons) : (cc_str){"", 0};
    cmd_say("Nothing was measured: no assembly of %u process%s is in the report%.*s",
            model->process_count, model->process_count == 1 ? "" : "es", (int)text.len,
            text.s == NULL ? "" : text.s);
    cc_buf_free(&reasons);
}

/* Without the table: what was measured and could not be used, a few of them by name. */
static void say_lost(const cov_model *model) {
    enum { NAMED = 5 };
    for (uint32_t i = 0; i < model->lost_count && i < NAMED; i++) {
        cmd_say("lost: %.*s", (int)model->lost[i].len, model->lost[i].s);
    }
    if (model->lost_count > NAMED) {
        cmd_say("lost: and %u more", model->lost_count - NAMED);
    }
}

static int show(const cmd_output *request, const cov_model *model) {
    if (request->is_quiet) {
        say_lost(model);
    }
    if (!request->is_quiet && rep_table(model, (rep_sink){write_to_file, stderr},
                                        cc_os_terminal_width(), request->is_verbose) != CC_OK) {
        return cmd_fail(CLRCOV_EXIT_INTERNAL);
    }
    if (model->nothing_measured) {
        say_nothing_measured(model);
    }
    if (!request->is_quiet && strcmp(request->path, "-") != 0) {
        (void)fprintf(stderr, "Cobertura report: %s\n", request->path);
    }
    if (request->is_verbose || model->lost_count > 0 || model->nothing_measured) {
        cmd_say("session: %s", request->session_dir);
    }
    return CLRCOV_EXIT_OK;
}

int cmd_write_report(const cmd_output *request, bool *empty) {
    cc_arena *arena = cc_arena_new();
    if (arena == NULL) {
        cmd_say("out of memory");
        return CLRCOV_EXIT_INTERNAL;
    }
    cov_request what = {
        .session_dirs = &request->session_dir,
        .session_count = 1,
        .root = request->root,
        .filter = request->filter,
        .include_tests = request->include_tests,
        .raw_branches = request->raw_branches,
        .timestamp = cc_os_time_ns() / NANOSECONDS,
    };
    cov_model *model = NULL;
    *empty = false;
    int code = CLRCOV_EXIT_OK;
    if (cov_model_build(&model, &what, arena) != CC_OK) {
        code = cmd_fail(CLRCOV_EXIT_INTERNAL);
    } else {
        *empty = model->nothing_measured;
        code = write_cobertura(model, request->path);
        int shown = code == CLRCOV_EXIT_OK ? show(request, model) : CLRCOV_EXIT_OK;
        code = code == CLRCOV_EXIT_OK ? shown : code;
    }
    if (code != CLRCOV_EXIT_OK) {
        cmd_say("what was measured is kept in %s: clrcov report %s", request->session_dir,
                request->session_dir);
    }
    cc_arena_free(arena);
    return code;
}

void cmd_name_living(const cov_session *session, cc_arena *arena) {
    char **paths;
    size_t count;
    if (cov_session_files(session, arena, &paths, &count) != CC_OK) {
        return;
    }
    for (size_t i = 0; i < count; i++) {
        cov_counters *counters;
        if (!cc_file_is_locked(paths[i]) ||
            cov_counters_open(&counters, paths[i], arena) != CC_OK) {
            continue;
        }
        const cov_process *process = &counters->process;
        cc_str name =
            process->entry_assembly.len > 0 ? process->entry_assembly : process->executable;
        cmd_say("process %u (%.*s) is still running: the report has what it covered up to now",
                counters->pid, (int)name.len, name.s);
        cov_counters_close(counters);
    }
}
