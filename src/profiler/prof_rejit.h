/* New bodies by ReJIT, for modules whose code may have been compiled before the library could set a
 * body. These are the modules that were loaded at the attach, and modules with precompiled code
 * that are loaded later (the runtime does not ask an attached library about cache searches).
 *
 * The library requests all methods of such a module that have points, compiled or not. The runtime
 * does not announce a compile that began before the attach, so the library cannot know that a
 * method is not compiled yet. SetILFunctionBody must not change the body of a compiled method: the
 * optimised form that replaces code on the stack continues by the IL offsets of that code. The
 * runtime finds the code into which methods were inlined. It compiles a requested method at its
 * next call; a revert restores the code that the method had. */
#ifndef PROF_REJIT_H
#define PROF_REJIT_H

#include "profiler/prof.h"

/* Requests the methods of the module, once; does nothing for other modules. Calls the runtime. */
void prof_rejit_request(prof_profiler *p, prof_module *module);
/* The library has requested the method. */
bool prof_rejit_is_asked(const prof_module *module, uint32_t row);
/* Handles GetReJITParameters, for any kind of request. */
void prof_rejit_parameters(prof_profiler *p, prof_id module, uint32_t token, prof_object *control);
/* Handles ReJITError: the method keeps its old code. Notes the reason once per module. */
void prof_rejit_failed(prof_profiler *p, prof_id module, uint32_t token, prof_hr status);
/* Reverts all requested methods, and the code that was compiled again because of them. Calls the
 * runtime. */
void prof_rejit_revert(prof_profiler *p);

#endif
