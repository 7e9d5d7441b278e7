/* Arms of a decision that lead only to the throw of an unreachable exception (mod_noreturn.h).
 * Threads: pure functions. */
#ifndef COV_DEAD_ARM_H
#define COV_DEAD_ARM_H

#include "coverage/decision/core/dec.h"

/* The arm of this index was taken. `values`: of the plan's nodes. */
bool cov_arm_taken(const uint64_t *values, const dec_decision *decision, uint32_t index);

/* All edges of the arm lead to such a throw only. `throwing`: of mod_no_return_insns(). */
bool cov_arm_only_throws(const mth_method *method, const bool *throwing,
                         const dec_decision_arm *arm);

#endif
