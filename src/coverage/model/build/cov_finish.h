/* What was said of the run, when all else is known. Threads: one. */
#ifndef COV_FINISH_H
#define COV_FINISH_H

#include "coverage/model/build/unite/cov_united.h"

/* Warnings about sources of the report, and about mappings and a root that did not serve.
 * `has_candidates`: a mapping that found no source of theirs is most likely a mistake. */
void cov_finish_warnings(cov_context *c, const cov_united *united, bool has_candidates);
/* The files and folders that decide what the model has. */
void cov_finish_inputs(cov_context *c, const cov_united *united, cov_model *model);
/* The lists of assemblies that are left out, and of sentences. To be called last. */
void cov_finish_lists(cov_context *c, cov_model *model);

#endif
