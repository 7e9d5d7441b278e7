/* How much the library itself does in the process: for `clrcov run --stats`. When that was not asked for,
 * a piece of work costs a look at one flag. */
#ifndef PROF_WORK_H
#define PROF_WORK_H

#include "profiler/prof.h"

typedef enum prof_work_kind {
    PROF_WORK_CALLBACK,
    PROF_WORK_MODULE,
    PROF_WORK_METHOD
} prof_work_kind;

/* Begins a piece of work on this thread: 0 when nobody asked. */
uint64_t prof_work_begin(const prof_profiler *p);
/* Ends it; what lies within another one counts for both. */
void prof_work_end(const prof_profiler *p, prof_work_kind kind, uint64_t begun);
/* Initialize, which began at `begun` by cc_os_thread_ns(), has ended. */
void prof_work_started(const prof_profiler *p, uint64_t begun);
/* A body was given again. */
void prof_work_erased(const prof_profiler *p);

#endif
