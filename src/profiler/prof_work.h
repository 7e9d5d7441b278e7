/* Measures the library's own work in the process, for `clrcov run --stats`. Without --stats a piece
 * of work costs one test of a flag. */
#ifndef PROF_WORK_H
#define PROF_WORK_H

#include "profiler/prof.h"

typedef enum prof_work_kind {
    PROF_WORK_CALLBACK,
    PROF_WORK_MODULE,
    PROF_WORK_METHOD
} prof_work_kind;

/* Begins a piece of work on this thread; 0 when it is not measured. */
uint64_t prof_work_begin(const prof_profiler *p);
/* Ends a piece of work; work within another piece of work counts for both. */
void prof_work_end(const prof_profiler *p, prof_work_kind kind, uint64_t begun);
/* Records the end of Initialize, which began at `begun` (cc_os_thread_ns()). */
void prof_work_started(const prof_profiler *p, uint64_t begun);
/* Counts the replacement of a body by a copy with fewer probes. */
void prof_work_erased(const prof_profiler *p);

#endif
