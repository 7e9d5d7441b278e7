/* What the sources of an assembly say about it. Threads: one. */
#ifndef COV_SOURCES_H
#define COV_SOURCES_H

#include "coverage/model/build/context/cov_context.h"

/* Why an assembly without any source below the root is left out. Sets *is_elsewhere when its
 * sources are on this machine: then it is most likely the user's own, and the source root is
 * wrong. */
void cov_judge_without_sources(const cov_context *c, const mod_module *m, mod_verdict *out,
                               bool *is_elsewhere);
/* With `skip any`: leaves out an assembly that misses a source file with code. Else *out is
 * unchanged. */
CC_NODISCARD cc_err cov_judge_each_source(mod_module *m, mod_verdict *out);
/* Adds the source files with code that do not exist to the list of missing ones, and a warning with
 * their number, if there are any. */
void cov_tell_missing(cov_context *c, const mod_module *m);

#endif
