/* From sessions and data to files. Threads: one. */
#ifndef CMD_OUTPUT_H
#define CMD_OUTPUT_H

#include "cli/report/cmd_subject.h"
#include "coverage/gate/gate.h"
#include "reports/rep.h"

/* The verdicts as reports show them. */
void cmd_list_gates(rep_input *in, const gate_result *gates, cc_arena *arena);
/* Measures the subject, in memory of its own; reads what thresholds need; writes data and reports,
 * shows the table and messages, compares the thresholds. When nothing was measured, and that is not
 * allowed, writes no report and moves an earlier one into the session. Returns the exit code: 0, 20, 21, 70 or 73. */
int cmd_write_report(cmd_subject *subject);
/* Names the processes that still hold counters files of the session: for --quiet, which does not
 * show the table with its warnings. */
void cmd_name_living(const ses_session *session, cc_arena *arena);

#endif
