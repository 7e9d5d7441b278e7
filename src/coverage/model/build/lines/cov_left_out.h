/* Which lines of each source its comments and the rules for lines leave out, and which do not exist
 * (mod_left_out.h). Threads: one. */
#ifndef COV_LEFT_OUT_H
#define COV_LEFT_OUT_H

#include "coverage/model/build/unite/cov_united.h"

/* To be called after all bodies were added and before lines are made. */
CC_NODISCARD cc_err cov_left_out_find(cov_context *c, const cov_united *united);

#endif
