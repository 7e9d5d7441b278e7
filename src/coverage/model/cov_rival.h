/* Processes that handed their tests on to another profiler. */
#ifndef COV_RIVAL_H
#define COV_RIVAL_H

#include "coverage/counters/ctr.h"

/* A test program of Microsoft.Testing.Platform that was asked for coverage starts its tests once more, with Microsoft's
 * profiler in place of ours: what they loaded is not known. */
bool cov_has_rival(const ctr_file *file);

#endif
