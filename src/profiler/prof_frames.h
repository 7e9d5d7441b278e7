/* What runs at the moment of an attach. A frame goes on in its old code until it returns, and what
 * it does is not measured: such methods are named. */
#ifndef PROF_FRAMES_H
#define PROF_FRAMES_H

#include "profiler/prof.h"

/* Notes the methods of modules by_rejit that are on some stack in code from before they were
 * requested. Stops the threads for a moment. Calls the runtime; does nothing where that cannot
 * tell. */
void prof_frames_note(prof_profiler *p);
/* Notes the methods of modules by_rejit that the runtime suspends (MethodImplOptions.Async): one
 * that is suspended goes on in its old code, from a continuation that nobody lists. Asks the
 * metadata alone. */
void prof_frames_note_suspended(prof_profiler *p);

#endif
