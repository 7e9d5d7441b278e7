/* Catching up with the modules that were loaded when the library was attached.
 *
 * The rules of the profiling documentation, and what follows from them:
 * - The library requests callbacks before the enumeration, so that it misses nothing; a module may
 *   be in both.
 * - The library knows a module that the runtime announces before any of its code is compiled. The
 *   module gets its bodies in the ordinary way, also when the enumeration contains it afterwards.
 * - A module that is seen first by the enumeration, by a compile or by an inline was loaded before:
 *   it gets its bodies by ReJIT.
 * - The library does not touch a module that unloads: unloading waits, for a second at most, while
 *   a call into the runtime about the module is running. */
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
