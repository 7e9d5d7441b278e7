/* The extent of a lambda: the lines from its first to its last point, which belong to it and not to
 * the statement around it, except those that both share. Threads: the thread that builds the
 * model. */
#ifndef COV_LAMBDA_H
#define COV_LAMBDA_H

#include "coverage/module/mod.h"

/* The method is a part of another method, as a lambda is, and its extent is not damaged. The extent
 * is a point that owns nothing itself, so that also the lines without a point of the lambda
 * (comments, `else`, `lock`) are not the statement's. */
bool cov_lambda_has_extent(const mod_module *module, uint32_t rid);
/* The extent with what encloses the body in the source, also where that has no points: the braces of
 * C#, the first and the last line of Visual Basic. Without the source, and for a lambda that is an expression, it
 * is the extent of the points. */
mod_extent cov_lambda_extent(const mod_module *module, uint32_t rid);
/* Least number of columns from the statement to the body of the lambda when `x =>` is on the body's
 * line; C# may have it on the line before. No line is as long where the source has nothing but the
 * body on its first line, nor for a local function. 0: the lambda is not in the report, or the method is a step of a
 * computation of F#, which has no statement around it. Memory of `scratch`. */
uint32_t cov_lambda_lead(const mod_module *module, uint32_t rid, cc_arena *scratch);

#endif
