/* What runs at the moment of an attach. A frame continues in its old code until it returns, and
 * clrcov does not measure it: the notes name such methods. */
#ifndef PROF_FRAMES_H
#define PROF_FRAMES_H

#include "profiler/prof.h"

/* Notes the methods of modules by_rejit that are on a stack in code from before the request. Stops
 * the threads for a moment. Calls the runtime. Where the stacks cannot be read, a note says so. */
void prof_frames_note(prof_profiler *p);
/* Notes the methods of modules by_rejit that the runtime suspends (MethodImplOptions.Async). A
 * suspended method resumes in its old code, from a continuation that no function lists. Uses the
 * metadata alone. */
void prof_frames_note_suspended(prof_profiler *p);

#endif
