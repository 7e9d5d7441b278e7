/* What a command reports: a session or data, by the settings of this command and of the run. A
 * command opens its call (cmd.h), then its subject, and measures it; all of the memory is that of
 * the call, which frees it. Threads: one. */
#ifndef CMD_SUBJECT_H
#define CMD_SUBJECT_H

#include "cli/core/cmd.h"
#include "cli/core/cmd_config.h"
#include "cli/project/cmd_projects.h"
#include "coverage/data/dat.h"
#include "coverage/model/cov_shadow.h"

/* The command of a run, and its exit code. */
typedef struct cmd_started {
    char *const *words;
    size_t count;
    int code;
} cmd_started;

typedef struct cmd_subject {
    ses_session session;          /* its `dir` is NULL where there is data, or nothing yet */
    cov_raw *data;                /* NULL: there is a session, or nothing yet */
    const char *path;             /* of the data file */
    const char *output;           /* a file for all data, whatever rules leave; NULL: none */
    const dat_choice *choice;     /* what of a data file is read; NULL: everything */
    cmd_config config;            /* values.output "-": standard output */
    cov_model *model;             /* of cmd_subject_measure(); NULL before */
    cov_shadow *shadow;           /* of clrcov run; NULL: none */
    struct cmd_early *early;      /* of clrcov run; NULL: none */
    const cmd_started *started;   /* NULL: unknown */
    const cmd_projects *projects; /* of the command; NULL: not known */
    bool is_own; /* the library made the session just now, for a run without clrcov run */
    bool raw_branches;
    bool wants_facts;     /* the model has facts whatever the reports need */
    bool wants_tests;     /* and the tests of lines, where the run recorded them */
    bool shows_history;   /* the command has the setting, so reports show the trend */
    bool keeps_history;   /* the figures are kept as those of their commit */
    bool keeps_stale;     /* an earlier report stays in its place when nothing was measured */
    bool is_session_told; /* the session was shown before the command ran */
    bool is_quiet;        /* no table, no progress, no warnings of the configuration */
    bool is_verbose;
} cmd_subject;

/* Takes the session or data file `given`, else the session of cmd_find_session(). Errors of
 * cmd_find_session() and dat_read(). */
CC_NODISCARD cc_err cmd_subject_find(cmd_subject *subject, const char *given, cc_arena *arena);
/* Takes it and its settings; `file`: of --config. Errors of both. */
CC_NODISCARD cc_err cmd_subject_open(cmd_subject *subject, const cmd_call *call, const char *given,
                                     const char *file);
/* Takes the settings alone, where the source is there or comes later. Errors of
 * cmd_config_load(). */
CC_NODISCARD cc_err cmd_subject_configure(cmd_subject *subject, const cmd_call *call,
                                          const char *file);
/* The request for a model of the data or the session, which the configuration decides; the caller sets
 * what it wants. It refers to the subject. */
void cmd_subject_request(cov_request *out, cmd_subject *subject, cc_arena *arena);
/* Builds the model that the subject asks for, in the arena. Another thread may look at the progress.
 * Errors of cov_model_build(). */
CC_NODISCARD cc_err cmd_subject_build(cmd_subject *subject, cc_progress *progress, cc_arena *arena);
/* The same, and a terminal shows how far it is. */
CC_NODISCARD cc_err cmd_subject_measure(cmd_subject *subject, cc_arena *arena);
/* Builds the model of a data file, by the same rules. */
CC_NODISCARD cc_err cmd_model_of_data(cov_model **out, const char *path, cmd_config *config,
                                      cc_arena *arena);
/* True when the model has nothing, and no setting allows that; then it says why. */
bool cmd_subject_is_empty(const cmd_subject *subject);

#endif
