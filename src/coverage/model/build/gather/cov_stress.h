/* Code that was instrumented without being in the report (ses_stress of a session): counted for
 * each assembly, over all processes. Threads: one. */
#ifndef COV_STRESS_H
#define COV_STRESS_H

#include "base/cc_map.h"
#include "coverage/model/build/gather/cov_gather.h"

/* Adds a record of a module that is not measured to `all`: simple name -> cov_stressed. A method
 * that was not instrumented is reported like any other. */
void cov_stress_add(cov_context *c, cc_map *all, const ctr_file *file,
                    const ctr_method_data *method);
/* Fills the list of the result. */
void cov_stress_finish(const cov_context *c, const cc_map *all, cov_gathered *out);

#endif
