/* Processes whose tests ran under another profiler. */
#ifndef COV_RIVAL_H
#define COV_RIVAL_H

#include "coverage/counters/ctr.h"

/* A test program of Microsoft.Testing.Platform that is started with coverage starts its tests
 * again, with Microsoft's profiler in place of clrcov's: the assemblies that they loaded are
 * unknown. */
bool cov_has_rival(const ctr_file *file);

#endif
