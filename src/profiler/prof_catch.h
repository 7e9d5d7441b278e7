/* Catching up with the modules that were loaded when the library was attached.
 *
 * The rules of the profiling documentation, and what follows from them:
 * - Callbacks come before the enumeration is asked for, so that nothing is missed; a module may be in both.
 * - A module that is announced is known before any of its code is compiled. It gets its bodies in the ordinary way,
 *   also when it is enumerated afterwards.
 * - A module that is seen first by the enumeration, by a compile or by an inline was there before: by ReJIT.
 * - A module that unloads is not touched any more: unloading waits, for a second at most, while the runtime is asked
 *   about it. */
#ifndef PROF_CATCH_H
#define PROF_CATCH_H

#include "profiler/prof.h"

/* False for lack of resources. */
bool prof_catch_init(prof_catching *catching);
/* Handles ProfilerAttachComplete: examines and requests all loaded modules. */
void prof_catch_up(prof_profiler *p);
/* Handles ModuleUnloadStarted, before the library drops the module's entry. */
void prof_catch_unloads(prof_profiler *p, prof_id module);

#endif
