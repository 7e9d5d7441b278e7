/* Blocks of F# that the compiler wrote twice into one method. */
#ifndef COV_TWICE_H
#define COV_TWICE_H

#include "coverage/idiom/cov_view.h"

/* Decisions and points of both copies of a `finally` are counted together. `failed` of the view: out of memory. */
void cov_join_twice(cov_view *v, cov_decisions *decisions);

#endif
