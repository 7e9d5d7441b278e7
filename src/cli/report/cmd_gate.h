/* Thresholds. Threads: one. */
#ifndef CMD_GATE_H
#define CMD_GATE_H

#include "config/cfg.h"
#include "coverage/gate/gate.h"
#include "reports/rep.h"

/* Compares the model with the thresholds. A threshold of 0 is always met; where there is nothing to
 * cover, a higher one is met only with allow-empty. Memory of the arena. CC_E_NOMEM. */
CC_NODISCARD cc_err cmd_check_gates(gate_result *out, const gate_subject *subject,
                                    const cfg_values *values, cc_arena *arena);
/* Good, fair and poor figures by the thresholds. */
rep_levels cmd_levels(const cfg_values *values);
/* A patch is asked for, by a threshold or by name. */
bool cmd_wants_patch(const cfg_values *values);
/* Those for the patch alone. */
gate_limits cmd_patch_limits(const cfg_values *values);
/* CC_E_USAGE when values contradict each other. */
CC_NODISCARD cc_err cmd_check_values(const cfg_values *values);

#endif
