/* Which points own a line (docs/coverage-rules.md, Lines). Threads: a pure function. */
#ifndef COV_OWNER_H
#define COV_OWNER_H

#include "coverage/model/build/unite/cov_point.h"

/* The points that cover a line: by place, each place once. */
typedef struct cov_covering {
    cov_point **points;
    uint32_t count;
    uint32_t line;
} cov_covering;

/* Of the points that show whether the line ran, those own it that
 *
 *   1. start on it, or
 *   2. have no point inside them, or
 *   3. have only points of lambdas inside them, and code of their own beside these lambdas.
 *
 * A point is inside another one when it starts later and ends earlier; when it starts on a later
 * line and ends with it (a query of Visual Basic ends with its last lambda); or when it is a lambda
 * that began on an earlier line than this one, starts later, and ends with it (`Dim f = Function()`).
 *
 * Puts the owners in `out`, which has room for all, and returns how many there are. */
uint32_t cov_find_owners(const cov_covering *in, cov_point **out);

#endif
