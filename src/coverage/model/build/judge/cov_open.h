/* Opening a build, wherever its image is. Threads: one. */
#ifndef COV_OPEN_H
#define COV_OPEN_H

#include "coverage/model/build/gather/cov_gather.h"

/* Opens image and PDB of a candidate; the caller calls mod_close() in any case. */
CC_NODISCARD cc_err cov_open_candidate(const cov_context *c, const cov_candidate *candidate,
                                       mod_module *module);

#endif
