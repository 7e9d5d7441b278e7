/* Two builds of one assembly ran, one of them an old one from some other folder: its lines are the
 * lines of an earlier version of the file. Documents of such a build that differ from the file are
 * left out, provided that another build of the same name and target framework was compiled from the
 * file as it is. A file that no build was compiled from stays, and is reported as changed. Threads:
 * one. */
#ifndef COV_STALE_H
#define COV_STALE_H

#include "coverage/model/build/judge/cov_judge.h"

/* Finds the contested builds, and their sources that are as they were compiled. To be called once,
 * first. */
void cov_stale_find(cov_judge *judge);
/* Leaves out the documents of a contested build that were compiled from other text than the file
 * has now, when another build was compiled from the file: their lines would be shown at other
 * code. */
void cov_stale_mark(const cov_judge *judge, const cov_case *of, mod_module *module);

#endif
