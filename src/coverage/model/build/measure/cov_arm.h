/* Arms of a decision: where they lead, and whether they were taken. Threads: pure functions. */
#ifndef COV_ARM_H
#define COV_ARM_H

#include "coverage/decision/core/dec.h"

/* Index of the first sequence point at or after the offset; point_count: there is none. Points are
 * sorted by offset. */
uint32_t cov_first_point(const mth_method *method, uint32_t offset);
/* The visible sequence point that control reaches at once when the arm is taken; NULL when
 * something else runs first (the next operand, the rest of an expression), or when the edges of the
 * arm lead to several points. */
const pdb_point *cov_arm_target(const mth_method *method, const dec_decision_arm *arm);

/* How often the nodes of the arm ran, together; saturates. `values`: of the plan's nodes. */
uint64_t cov_nodes_value(const uint64_t *values, const dec_decision_arm *arm);
/* How often control left the branch by any of its edges; saturates. */
uint64_t cov_edges_value(const uint64_t *values, const probe_branch *branch);
/* How often the nodes of the arm of this index ran. `values`: of the plan's nodes. */
uint64_t cov_arm_value(const uint64_t *values, const dec_decision *decision, uint32_t index);
/* How often the decision was made: all its arms together; saturates. */
uint64_t cov_decision_value(const uint64_t *values, const dec_decision *decision);
/* The arm of this index was taken. `values`: of the plan's nodes. */
bool cov_arm_taken(const uint64_t *values, const dec_decision *decision, uint32_t index);

/* All edges of the arm lead only to the throw of an unreachable exception (mod_noreturn.h).
 * `throwing`: of mod_no_return_insns(). */
bool cov_arm_only_throws(const mth_method *method, const bool *throwing,
                         const dec_decision_arm *arm);

#endif
