/* The extent of a lambda: the lines from its first to its last point, which belong to it and not to the statement around
 * it, except those that both share. Threads: the thread that builds the model. */
#ifndef COV_LAMBDA_H
#define COV_LAMBDA_H

#include "coverage/model/cov_point.h"
#include "coverage/module/mod.h"

/* The method is a part of another method, as a lambda is, and its extent is not damaged. */
bool cov_lambda_has_extent(const mod_module *module, uint32_t rid);
/* Adds the extent as a point of `source` that owns nothing itself, so that also the lines without a point of the lambda
 * (comments, `else`, `lock`) are not the statement's. Memory of `scratch` is free again behind the method. CC_E_NOMEM. */
CC_NODISCARD cc_err cov_lambda_add(const cov_points *points, cov_source *source,
                                   const mod_module *module, uint32_t rid, cc_arena *scratch);

#endif
