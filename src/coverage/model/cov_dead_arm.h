/* Arms of a decision that lead only to the throw of an unreachable exception (mod_noreturn.h). Threads: pure functions. */
#ifndef COV_DEAD_ARM_H
#define COV_DEAD_ARM_H

#include "coverage/decision/dec.h"

/* The arm of this index was taken. `values`: of the plan's nodes. */
bool cov_arm_taken(const uint64_t *values, const dec_decision *decision, uint32_t index);

/* *out: the decision without the arms that lead to such a throw only and were not taken; arm_count 0 when a single arm is
 * left, which is no decision. `throwing`: of mod_no_return_insns(); NULL: no arm is dropped. Memory of the arena, and that
 * of `decision`. CC_E_NOMEM. */
CC_NODISCARD cc_err cov_dead_arms_drop(const mth_method *method, const uint64_t *values,
                                       const bool *throwing, const dec_decision *decision,
                                       cc_arena *arena, dec_decision *out);

#endif
