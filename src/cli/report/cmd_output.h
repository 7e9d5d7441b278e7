/* From sessions and data to files. Threads: one. */
#ifndef CMD_OUTPUT_H
#define CMD_OUTPUT_H

#include "cli/core/cmd_config.h"
#include "cli/project/cmd_projects.h"
#include "coverage/gate/gate.h"
#include "coverage/model/cov_raw.h"
#include "reports/rep.h"

/* The command of a run, and its exit code. */
typedef struct cmd_started {
    char *const *words;
    size_t count;
    int code;
} cmd_started;

typedef struct cmd_output {
    const cmd_projects *projects; /* of the command; NULL: not known */
    const char *session_dir;      /* NULL: there is data instead */
    cov_raw *data;
    const cmd_started *started; /* NULL: unknown */
    cmd_config *config;         /* values.output "-": standard output */
    bool raw_branches;
    bool wants_facts;     /* the model has facts whatever the reports need */
    bool keeps_history;   /* the figures are kept as those of their commit */
    bool keeps_stale;     /* an earlier report stays in its place when nothing was measured */
    bool is_session_told; /* the session was shown before the command ran */
    bool is_quiet, is_verbose;
    bool hides_progress; /* while the model is built */
} cmd_output;
/* The model that the request asks for; a terminal shows how far it is. Memory of the arena. */
CC_NODISCARD cc_err cmd_build_model(const cmd_output *request, cov_model **out, cc_arena *arena);
/* The model of a data file, by the same rules. */
CC_NODISCARD cc_err cmd_model_of_data(cov_model **out, const char *path, cmd_config *config,
                                      cc_arena *arena);
/* The verdicts on all thresholds of the request; reads patch and baseline where these need them,
 * and gives the patch to the report (may be NULL). */
CC_NODISCARD cc_err cmd_judge(gate_result *out, rep_input *report, const cmd_output *request,
                              const cov_model *model, cc_arena *arena);
/* The verdicts as reports show them. */
CC_NODISCARD cc_err cmd_list_gates(rep_input *in, const gate_result *gates, cc_arena *arena);
/* Builds the model, writes the reports, shows the table and messages, compares the
 * thresholds. When nothing was measured, and that is not allowed, writes no report and moves an
 * earlier one into the session. Returns the exit code: 0, 20, 21, 70 or 73. */
int cmd_write_report(const cmd_output *request);
/* Names the processes that still hold counters files of the session: for --quiet, which does not
 * show the table with its warnings. */
void cmd_name_living(const ses_session *session, cc_arena *arena);

#endif
