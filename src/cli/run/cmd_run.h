/* What the files of clrcov run share. Threads: one. */
#ifndef CMD_RUN_H
#define CMD_RUN_H

#include "base/cc_kept.h"
#include "cli/load/cmd_loading.h"
#include "cli/project/cmd_collect.h"
#include "cli/report/cmd_subject.h"

typedef struct cmd_run_options {
    const char *config;
    const char *session; /* name; NULL: one of its own */
    unsigned probe, stress;
    bool probe_all, wide, verify, stats, replaces_profiler, is_live, is_opened, is_verbose,
        is_quiet;
} cmd_run_options;

typedef struct cmd_run_state {
    cmd_run_options options;
    cmd_call call;
    char **command;
    size_t command_count;
    cmd_named_list settings; /* files that the command names */
    char **given;            /* the command as given */
    size_t given_count;
    cmd_taken_out taken_out; /* coverage switches that it contained */
    cmd_project_coverage projects;
    cmd_projects tested; /* what the projects of a test run build */
    cmd_subject subject;
    cmd_started started; /* once the command has ended */
    size_t pages;        /* with --open: number of the report that is opened */
    char *library;
    cmd_variables serial; /* with --per-test --serial */
    cc_hold hold; /* of a session that is shared */
} cmd_run_state;

/* --- cmd_run_session.c: the session, and the command that measures into it -------------------- */

/* Makes the session that the options ask for. CC_E_IO, CC_E_LIMIT: no place for it. */
CC_NODISCARD cc_err cmd_run_create_session(cmd_run_state *run);
/* Stores configuration and command in the session, and takes coverage collectors out of the
 * command: settings files that switch one on are replaced by copies, properties of projects are
 * overridden. */
CC_NODISCARD cc_err cmd_run_fill_session(cmd_run_state *run);
/* Removes the session, unless it is shared: it may have the data of other commands. */
void cmd_run_drop_session(cmd_run_state *run);

/* --- cmd_left.c: processes that outlive the command ------------------------------------------- */

/* Waits for processes that outlive the command: those that hold counters files of the session, and
 * those that have its variables. After `wait_ms` it names the processes with its variables that
 * are not measured. True when some process still holds a counters file. */
bool cmd_await_others(const ses_session *session, unsigned wait_ms);

#endif
