/* From the points of one file, united, to its lines. Threads: a file with all its points belongs to
 * one of them. */
#ifndef COV_LINES_H
#define COV_LINES_H

#include "coverage/model/build/unite/cov_point.h"

/* Makes the lines of a file from its points. A line's hits are the largest of the points that own
 * it. A point owns its first line, and its other lines that no point strictly inside it
 * (starting later, ending earlier) covers. Points that are not counted (excluded lambdas) own
 * nothing; a line without an owner does not exist. Sorts source->points. `once`: hits are 0 or 1.
 * CC_E_LIMIT when the points cover too many lines. */
CC_NODISCARD cc_err cov_lines_make(cov_source *source, bool once, cc_arena *arena);
/* Drops what is beyond the end of the source (`most_lines`). To be called once, after all bodies
 * were added. */
void cov_source_end(cov_source *source);
/* Lines of points after their first ones, see cov_are_spans_sane(). */
uint64_t cov_more_lines(const cov_source *source);

#endif
