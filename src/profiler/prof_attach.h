/* Attaching to a running process, ending that, and attaching again.
 *
 * The runtime loads one profiler in the life of a process, and calls the object that it made then.
 * It never lets go of one that has changed code. When a command attaches again, the runtime makes
 * one more object of the library, which may load as a "notification profiler": as such it gets
 * client data, and no events. It starts the new session as the heir of the first object, or stops
 * the one that runs, and declines. Objects are never freed; neither is the library unloaded, since
 * the runtime holds it for the first object.
 *
 * Each session has a state of its own (prof_profiler): modules, images, counters. Bodies of an
 * earlier session that still run store into the counters of that session, which stay mapped. */
#ifndef PROF_ATTACH_H
#define PROF_ATTACH_H

#include "profiler/prof.h"

/* The object is the one that the runtime calls from now on, by Initialize or by the first
 * attach. */
void prof_attach_settle(prof_profiler *p);
/* There is such an object. */
bool prof_attach_is_settled(void);
/* For tests, where a process has several runtimes one after the other. */
void prof_attach_forget(const prof_profiler *p);

/* The state that answers for the object: itself, or the latest heir. */
prof_profiler *prof_attach_heir(prof_profiler *p);
/* It has started, and was not stopped. */
bool prof_attach_is_measuring(const prof_profiler *p);

/* InitializeForAttach: does what the client data says (clrcov/attach_data.h), and returns the
 * answer. `unknown` is the runtime's ICorProfilerInfo for this object. */
prof_hr prof_attach(prof_profiler *p, prof_object *unknown, cc_span data);

#endif
