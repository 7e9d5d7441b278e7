/* New bodies by ReJIT, for modules whose code may have been compiled before the library could set a
 * body: those that were loaded when it was attached, and those with precompiled code that are
 * loaded later (an attached library is not asked about cache searches).
 *
 * All methods of such a module that have points are requested, compiled or not: a compile that
 * began before the library came is announced by nobody, so that "not compiled yet" cannot be known,
 * and SetILFunctionBody must not change the body of a method that was compiled (code on the stack
 * that is replaced by an optimised form goes on by its IL offsets). Methods that were inlined
 * somewhere are found by the runtime. A requested method is compiled at its next call; reverting
 * gives it back the code that it had. */
#ifndef PROF_REJIT_H
#define PROF_REJIT_H

#include "profiler/prof.h"

/* Requests the methods of the module, once; nothing for other modules. Calls the runtime. */
void prof_rejit_request(prof_profiler *p, prof_module *module);
/* The method was requested. */
bool prof_rejit_is_asked(const prof_module *module, uint32_t row);
/* GetReJITParameters, of any kind of request. */
void prof_rejit_parameters(prof_profiler *p, prof_id module, uint32_t token, prof_object *control);
/* ReJITError: the method keeps its old code. Notes the reason once for each module. */
void prof_rejit_failed(prof_profiler *p, prof_id module, uint32_t token, prof_hr status);
/* Reverts all that was requested, and what was compiled again because of it. Calls the runtime. */
void prof_rejit_revert(prof_profiler *p);

#endif
