/* The steps of judging a build, for cov_judge.c. Threads: one. */
#ifndef COV_JUDGE_STEPS_H
#define COV_JUDGE_STEPS_H

#include "coverage/model/build/judge/cov_judge.h"

/* Opens image and PDB of a candidate; the caller calls mod_close() in any case. */
CC_NODISCARD cc_err cov_open_candidate(const cov_context *c, const cov_candidate *candidate,
                                       mod_module *module);

/* --- sources (cov_sources.c) ------------------------------------------------------------------ */

/* Why an assembly without any source below the root is left out. Sets *is_elsewhere when its
 * sources are on this machine: then it is most likely the user's own, and the source root is
 * wrong. */
void cov_judge_without_sources(const cov_context *c, const mod_module *m, mod_verdict *out,
                               bool *is_elsewhere);
/* With `skip any`: leaves out an assembly that misses a source file with code. Else *out is
 * unchanged. */
void cov_judge_each_source(mod_module *m, mod_verdict *out);
/* Adds the source files with code that do not exist to the list of missing ones, and a warning with
 * their number, if there are any. */
void cov_tell_missing(cov_context *c, const mod_module *m);

/* --- several builds of one assembly (cov_stale.c) --------------------------------------------- */

/* Finds the contested builds, and their sources that are as they were compiled. To be called once,
 * first. */
void cov_stale_find(cov_judge *judge);
/* Leaves out the documents of a contested build that were compiled from other text than the file
 * has now, when another build was compiled from the file: their lines would be shown at other
 * code. */
void cov_stale_mark(const cov_judge *judge, const cov_case *of, mod_module *module);

/* --- rules (cov_rules.c) ---------------------------------------------------------------------- */

/* Some user's rule for parts of assemblies has matched nothing so far. */
bool cov_has_idle_rules(const sel_list *filter);

#endif
