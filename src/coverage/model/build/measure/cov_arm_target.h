/* Where an arm leads: the sequence point that control reaches at once when the arm is taken. */
#ifndef COV_ARM_TARGET_H
#define COV_ARM_TARGET_H

#include "coverage/decision/core/dec.h"

/* The visible point of the method; NULL when something else runs first (the next operand, the rest
 * of an expression), or when the edges of the arm lead to several points. Threads: pure
 * function. */
const pdb_point *cov_arm_target(const mth_method *method, const dec_decision_arm *arm);

#endif
