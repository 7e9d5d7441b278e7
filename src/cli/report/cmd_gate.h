/* Thresholds. Threads: one. */
#ifndef CMD_GATE_H
#define CMD_GATE_H

#include "cli/report/cmd_subject.h"
#include "config/cfg.h"
#include "coverage/gate/gate.h"
#include "reports/rep.h"

/* Compares the model with the thresholds. A threshold of 0 is always met; where there is nothing to
 * cover, a higher one is met only with allow-empty. Memory of the arena. CC_E_NOMEM. */
CC_NODISCARD cc_err cmd_check_gates(gate_result *out, const gate_subject *subject,
                                    const cfg_values *values, cc_arena *arena);
/* The verdicts on all thresholds of the subject, whose model is there. Reads patch and baseline
 * where thresholds need them, and gives the patch to the report (may be NULL). */
CC_NODISCARD cc_err cmd_judge(gate_result *out, rep_input *report, cmd_subject *looked_at,
                              cc_arena *arena);
/* Can the baseline be read, and is the patch or its base known? For a command that judges much later.
 * Errors of cmd_judge(). */
CC_NODISCARD cc_err cmd_check_gate_inputs(const cmd_config *config);
/* Says which thresholds are not met. */
void cmd_say_unmet(const gate_result *gates);
/* Good, fair and poor figures by the thresholds. */
rep_levels cmd_levels(const cfg_values *values);
/* A patch is asked for, by a threshold or by name. */
bool cmd_wants_patch(const cfg_values *values);
/* Those for the patch alone. */
gate_limits cmd_patch_limits(const cfg_values *values);
/* CC_E_USAGE when values contradict each other. */
CC_NODISCARD cc_err cmd_check_values(const cfg_values *values);

#endif
