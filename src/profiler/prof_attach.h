/* Attaching to a running process, detaching, and attaching again.
 *
 * The runtime loads one profiler in the life of a process, and calls the object that it made at
 * that time. It never releases a profiler that has changed code. When a command attaches again, the
 * runtime makes another object of the library, which may load as a "notification profiler": as such
 * it gets client data, and no events. That object starts the new session as the heir of the first
 * object, or stops the running session, and declines. Objects are never freed. The library is never
 * unloaded, either, since the runtime holds it for the first object.
 *
 * Each session has a state of its own (prof_profiler): modules, images, counters. Bodies of an
 * earlier session that still run store into the counters of that session, which stay mapped. */
#ifndef PROF_ATTACH_H
#define PROF_ATTACH_H

#include "profiler/prof.h"

/* Registers the object that the runtime calls, after Initialize or the first attach. */
void prof_attach_settle(prof_profiler *p);
/* The runtime calls an object of this library. */
bool prof_attach_is_settled(void);
/* For tests, in which a process has several runtimes in sequence. */
void prof_attach_forget(const prof_profiler *p);

/* Returns the state that handles the object's callbacks: the object itself, or its latest heir. */
prof_profiler *prof_attach_heir(prof_profiler *p);
/* The state has started, and was not stopped. */
bool prof_attach_is_measuring(const prof_profiler *p);

/* Handles InitializeForAttach: runs the command in the client data (clrcov/attach_data.h), and
 * returns the answer. `unknown` is the runtime's ICorProfilerInfo for this object. */
prof_hr prof_attach(prof_profiler *p, prof_object *unknown, cc_span data);

#endif
