/* From a session or data to the output for the user: reports, the table, messages. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cc_file.h"
#include "base/cc_os.h"
#include "base/cc_proc.h"
#include "base/cc_utf.h"
#include "cli/core/cmd_formats.h"
#include "cli/core/cmd_memory.h"
#include "cli/report/cmd_causes.h"
#include "cli/report/cmd_data.h"
#include "cli/report/cmd_early.h"
#include "cli/report/cmd_gate.h"
#include "cli/report/cmd_history.h"
#include "cli/report/cmd_map.h"
#include "cli/report/cmd_output.h"
#include "cli/report/cmd_provenance.h"
#include "cli/report/cmd_sink.h"
#include "cli/report/cmd_stale.h"
#include "clrcov/version.h"
#include "coverage/data/dat.h"
#include "coverage/gate/gate.h"
#include "reports/rep.h"

/* --- writing ---------------------------------------------------------------------------------- */

/* Data of one run, in the form in which merging leaves data. */
static cc_err unite(cov_raw *raw, cov_raw **out, dat_merger **merger, cc_arena *arena) {
    *merger = dat_merger_open(arena);
    CC_TRY(dat_merger_add(*merger, raw));
    *out = dat_merger_finish(*merger);
    return CC_OK;
}

static cc_err write_measured(const cmd_subject *subject, const cov_model *model, const char *path,
                             cc_arena *arena) {
    dat_merger *merger = NULL;
    cov_raw *united = NULL;
    cmd_describe_run(model->raw, subject->session.dir, model, &subject->config, arena);
    cmd_fill_suites(model->raw, subject, arena);
    cc_err err = unite(model->raw, &united, &merger, arena);
    dat_merger_close(merger);
    return err == CC_OK ? dat_write(path, united) : err;
}

static cc_err copy_file(const char *from, const char *to) {
    enum { FILE_MODE = 0644 };
    cc_mapped_file file;
    CC_TRY(cc_file_map(&file, from, true));
    cc_err err = cc_file_write(to, file.bytes, FILE_MODE);
    cc_file_unmap(&file);
    return err;
}

/* Data of data is the data itself: rules apply whenever a report is made of it. `map`: the data of
 * this model, which was just written; NULL: it was not. */
static cc_err write_data(const cmd_subject *subject, const cov_model *model, const char *path,
                         const char *map) {
    CC_TRY(cmd_make_folder_above(path));
    if (subject->data != NULL) {
        return dat_write(path, subject->data);
    }
    if (map != NULL) {
        return copy_file(map, path);
    }
    cc_arena *arena = cc_arena_new();
    cc_err err = write_measured(subject, model, path, arena);
    cc_arena_free(arena);
    return err;
}

/* Whatever the rules leave of the data, and whether the thresholds are met or not. */
static int write_output(const cmd_subject *subject, const cov_model *model) {
    cc_err err =
        subject->output == NULL ? CC_OK : write_data(subject, model, subject->output, NULL);
    return err == CC_OK ? CLRCOV_EXIT_OK : cmd_fail(cmd_output_code(err));
}

static int write_report(const cmd_subject *subject, const rep_input *like,
                        const cmd_report_file *report, const char *map) {
    const cmd_format *format = cmd_format_of(report->format);
    rep_input in = *like;
    in.path = report->path;
    if (cmd_is_folder(&subject->config, report)) {
        return cmd_write_folder(&in, format->write_folder);
    }
    if (format->write != NULL) {
        return cmd_write_text(&in, format->write);
    }
    cc_err err = write_data(subject, in.model, report->path, map);
    return err == CC_OK ? CLRCOV_EXIT_OK : cmd_fail(cmd_output_code(err));
}

/* `clrcov impacted` reads it. A session that cannot hold it is not a failure of the run. Returns its
 * path; NULL: none was written. */
static const char *write_map(const cmd_subject *subject, const cov_model *model, cc_arena *arena) {
    if (!cmd_wants_map(subject)) {
        return NULL;
    }
    const char *path = cc_path_join(arena, subject->session.dir, CMD_MAP_NAME);
    if (write_measured(subject, model, path, arena) != CC_OK) {
        cmd_say("the tests are not kept for clrcov impacted: %s", cc_error_message());
        return NULL;
    }
    return path;
}

/* All of them; the first failure is the exit code, and the others are made nevertheless. */
static int write_reports(const cmd_subject *subject, const rep_input *in) {
    int code = CLRCOV_EXIT_OK;
    cc_arena *arena = cc_arena_new();
    const char *map = write_map(subject, in->model, arena);
    for (size_t i = 0; i < subject->config.report_count; i++) {
        int other = write_report(subject, in, &subject->config.reports[i], map);
        code = code == CLRCOV_EXIT_OK ? other : code;
    }
    cc_arena_free(arena);
    return code;
}

/* --- messages --------------------------------------------------------------------------------- */

/* Without the table: names some of the data that was measured but could not be used. */
static void say_lost(const cov_model *model) {
    enum { NAMED = 5 };
    for (uint32_t i = 0; i < model->lost_count && i < NAMED; i++) {
        cmd_say("lost: %.*s", CC_STR_ARGS(model->lost[i]));
    }
    if (model->lost_count > NAMED) {
        cmd_say("lost: and %u more", model->lost_count - NAMED);
    }
}

/* Of a folder the file that people open. */
static void say_path(const cmd_config *config, const cmd_report_file *report) {
    cc_buf line = {0};
    cc_buf_printf(&line, "%s%s: ", cmd_format_of(report->format)->title,
                  report->format == CFG_DATA ? "" : " report");
    cc_utf8_clean(cc_strz(report->path), &line);
    if (cmd_is_folder(config, report)) {
        cc_buf_putc(&line, '/');
        cc_buf_puts(&line, cmd_pages_folder.front);
    }
    cc_buf_putc(&line, '\n');
    (void)cmd_print_text(stderr, cc_buf_str(&line));
    cc_buf_free(&line);
}

static void say_paths(const cmd_config *config) {
    for (size_t i = 0; i < config->report_count; i++) {
        if (strcmp(config->reports[i].path, "-") != 0) {
            say_path(config, &config->reports[i]);
        }
    }
}

/* The setting; else what the environment says (no-color.org); else colours on a terminal that has
 * them. */
static bool is_colored(const cfg_values *values, bool is_terminal) {
    const char *term = getenv("TERM");
    if (values->color != CFG_COLOR_AUTO) {
        return values->color == CFG_COLOR_ALWAYS;
    }
    if (cc_proc_variable("NO_COLOR") != NULL) {
        return false;
    }
    bool is_dumb = term == NULL || strcmp(term, "dumb") == 0;
    return cc_proc_variable("FORCE_COLOR") != NULL || (is_terminal && !is_dumb);
}

static int print_table(const cmd_subject *subject, const rep_input *in, rep_writer *write) {
    rep_input table = *in;
    table.width = cc_os_terminal_width();
    table.is_colored = is_colored(&subject->config.values, table.width > 0);
    cc_err err = cmd_print(&table, write, stderr);
    /* its reader has ended: the report exists nevertheless */
    return err == CC_OK || err == CC_E_IO ? CLRCOV_EXIT_OK : cmd_fail(CLRCOV_EXIT_INTERNAL);
}

/* A build that failed on the user's own machine is not a reason to take the last report away. */
static cmd_earlier earlier_of(const cmd_subject *subject) {
    if (subject->keeps_stale) {
        return CMD_EARLIER_IGNORED;
    }
    bool has_failed = subject->started != NULL && subject->started->code != 0;
    return has_failed && !cmd_is_on_build_server() ? CMD_EARLIER_STAYS : CMD_EARLIER_MOVES;
}

static void say_no_report(const cmd_subject *subject, const char *session_dir) {
    cmd_no_report(&subject->config, session_dir, earlier_of(subject),
                  " (--allow-empty writes an empty one)");
}

/* Without anything measured a table has no rows: what went wrong is printed alone. */
static int show_table(const cmd_subject *subject, const rep_input *in) {
    if (subject->is_quiet) {
        say_lost(in->model);
        return CLRCOV_EXIT_OK;
    }
    /* the table is a report already */
    if (cmd_wants_format(&subject->config, CFG_TABLE)) {
        return print_table(subject, in, rep_problems);
    }
    bool is_empty = in->model->nothing_measured && !subject->is_verbose;
    return print_table(subject, in, is_empty ? rep_problems : rep_table);
}

/* Of a run this was refused before it began. */
static void note_sort(const cmd_subject *subject, const cov_model *model) {
    const cfg_values *values = &subject->config.values;
    if (values->sort == CFG_SORT_HITS && model->hits != CTR_HITS_EXACT) {
        cmd_say("%s: the data has no counts, so rows are sorted by name; run with --hits exact",
                values->origin[CFG_SORT]);
    }
}

static int show(cmd_subject *subject, const rep_input *in, bool is_written) {
    const cov_model *model = in->model;
    note_sort(subject, model);
    int code = show_table(subject, in);
    if (code != CLRCOV_EXIT_OK) {
        return code;
    }
    if (model->nothing_measured) {
        cmd_say_nothing(subject);
    }
    if (subject->projects != NULL && !subject->is_quiet) {
        cmd_say_unloaded(subject->projects, model, &subject->config.filter);
    }
    if (!is_written) {
        say_no_report(subject, subject->session.dir);
    } else if (!subject->is_quiet) {
        say_paths(&subject->config);
    }
    bool is_wanted = subject->is_verbose || model->lost_count > 0;
    if (is_wanted && !subject->is_session_told && subject->session.dir != NULL) {
        cmd_say("session: %s", subject->session.dir);
    }
    return CLRCOV_EXIT_OK;
}

/* The verdicts as reports show them. */
void cmd_list_gates(rep_input *in, const gate_result *gates, cc_arena *arena) {
    rep_gate *all = CC_NEW_ARRAY(arena, rep_gate, gates->count);
    for (uint32_t i = 0; i < gates->count; i++) {
        all[i] = (rep_gate){gates->items[i].text, gates->items[i].is_met};
    }
    in->gates = all;
    in->gate_count = gates->count;
}

/* Writes the reports, then prints the table and the messages. Returns the exit code as it is before
 * the thresholds: 21 when nothing was measured. cmd_causes.h has the sentence about that. */
static int write_all(cmd_subject *subject, const rep_input *in, bool is_wanted) {
    int code = is_wanted ? write_reports(subject, in) : CLRCOV_EXIT_OK;
    code = code == CLRCOV_EXIT_OK ? show(subject, in, is_wanted) : code;
    cmd_say_lines(cc_buf_str(in->notes));
    return code == CLRCOV_EXIT_OK && !is_wanted ? CLRCOV_EXIT_NOTHING : code;
}

/* Without a history that can be read or kept, reports have no trend; it is said, and the exit code
 * tells. */
static int give_history(rep_input *in, const cmd_subject *subject, cc_arena *arena) {
    cc_err err = CC_OK;
    if (subject->keeps_history && !in->model->nothing_measured) {
        err = cmd_keep_history(&subject->config, subject->data, in->model);
    }
    if (err != CC_OK) { /* clrcov refuses a file that is not a history */
        return cmd_fail(err == CC_E_IO ? cmd_output_code(err) : cmd_input_code(err));
    }
    err = subject->shows_history ? cmd_read_history(in, &subject->config, arena) : CC_OK;
    return err == CC_OK ? CLRCOV_EXIT_OK : cmd_fail(cmd_input_code(err));
}

/* Where the figures of a session come from: pages alone show it, and git is asked. */
static void give_origin_of_session(rep_input *in, const cmd_subject *subject, cc_arena *arena) {
    cov_raw_run run;
    if (cmd_wants_format(&subject->config, CFG_HTML)) {
        cmd_describe_one(&run, subject->session.dir, in->model, &subject->config, arena);
        cmd_give_origin(in, &run, 1, arena);
    }
}

static void give_origin(rep_input *in, const cmd_subject *subject, cc_arena *arena) {
    if (subject->data != NULL) {
        cmd_give_origin(in, subject->data->runs, subject->data->run_count, arena);
    } else {
        give_origin_of_session(in, subject, arena);
    }
    cmd_give_folder(in, subject->config.root, arena);
}

/* Reads a baseline before an output can replace it. Returns the exit code. Outputs are written also
 * where the thresholds cannot be compared. */
static int write_model(cmd_subject *subject, cc_arena *arena) {
    const cov_model *model = subject->model;
    bool is_wanted = !model->nothing_measured || subject->config.values.allow_empty;
    cc_buf notes = {0};
    gate_result gates = {.is_met = true};
    const cfg_values *values = &subject->config.values;
    const rep_levels levels = cmd_levels(values);
    rep_input in = {.model = model,
                    .levels = &levels,
                    .by = (rep_by)values->by,
                    .sort = (rep_sort)values->sort,
                    .is_colored = values->color == CFG_COLOR_ALWAYS,
                    .is_verbose = subject->is_verbose,
                    .notes = &notes};
    cc_err judged = cmd_judge(&gates, &in, subject, arena);
    if (judged != CC_OK) {
        (void)cmd_fail(CLRCOV_EXIT_USAGE);
        gates = (gate_result){.is_met = true};
    }
    int code = write_output(subject, model);
    if (code != CLRCOV_EXIT_OK) {
        cc_buf_free(&notes);
        return code;
    }
    int kept = give_history(&in, subject, arena);
    cmd_list_gates(&in, &gates, arena);
    give_origin(&in, subject, arena);
    code = write_all(subject, &in, is_wanted);
    cc_buf_free(&notes);
    if (code != CLRCOV_EXIT_OK) {
        return code;
    }
    cmd_say_unmet(&gates);
    if (judged != CC_OK) {
        return cmd_input_code(judged);
    }
    if (kept != CLRCOV_EXIT_OK) {
        return kept;
    }
    return gates.is_met ? CLRCOV_EXIT_OK : CLRCOV_EXIT_THRESHOLD;
}

/* Somebody removed the session, or its files, while the command ran. */
static bool is_session_gone(const char *session_dir, cc_arena *arena) {
    return session_dir != NULL && !cc_path_exists(cc_path_join(arena, session_dir, "settings"));
}

/* On failure the session is kept for longer. */
static void keep_session(const char *session_dir, int code) {
    if (session_dir == NULL) {
        return;
    }
    if (code != CLRCOV_EXIT_INTERNAL && code != CLRCOV_EXIT_CANTWRITE) {
        (void)!ses_reported(session_dir);
        return;
    }
    cmd_say_kept(session_dir);
}

/* What a run has just made is not the user's input. */
static int build_code(const cmd_subject *subject, cc_err err) {
    return subject->started != NULL ? CLRCOV_EXIT_INTERNAL : cmd_input_code(err);
}

static void say_gone(const cmd_subject *subject) {
    cmd_say("Nothing was measured: the session %s was removed before the report was made: run it "
            "again, with TMPDIR set to a directory where nothing is removed",
            subject->session.dir);
    say_no_report(subject, NULL); /* nothing can be moved there */
}

int cmd_write_report(cmd_subject *subject) {
    const char *session_dir = subject->session.dir;
    cc_arena *arena = cc_arena_new();
    cmd_memory_keeps(session_dir, subject->started == NULL ? 0 : subject->started->code);
    subject->model = cmd_early_take(subject->early);
    cc_err err = subject->model == NULL ? cmd_subject_measure(subject, arena) : CC_OK;
    int code = CLRCOV_EXIT_NOTHING;
    if (err != CC_OK && is_session_gone(session_dir, arena)) {
        say_gone(subject);
    } else {
        code = err == CC_OK ? write_model(subject, arena) : cmd_fail(build_code(subject, err));
        keep_session(session_dir, code);
    }
    subject->model = NULL;
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
        cmd_say("process %u (%.*s) is still running; the report shows what it covered up to now",
                counters->pid, CC_STR_ARGS(name));
        ctr_close(counters);
    }
}
