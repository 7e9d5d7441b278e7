/* Beside the way to the lines: why each assembly, type, member and file is in the report or not, the
 * data of `explain`.
 *
 *   takes  what was gathered, and a build with the verdicts on it and its parts
 *   gives  facts in the context, and at the end the list of the model
 *
 * Threads: one. */
#ifndef COV_FACTS_H
#define COV_FACTS_H

#include "coverage/model/build/judge/cov_judge.h"

/* Adds the facts of a build, when facts are requested. */
void cov_facts_add(cov_context *c, const cov_gathered *from, const cov_judged *judged);
/* The assembly was taken for included, but nothing of it remains. */
void cov_facts_empty(const cov_context *c, cc_str name, const mod_verdict *why);
/* Sorts them; equal facts of several processes are one. Returns the list, in the model's arena. */
cov_fact *cov_facts_finish(cov_context *c, uint32_t *count);

#endif
