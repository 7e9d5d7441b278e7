/* Threads of the library in the user's process. */
#ifndef PROF_THREAD_H
#define PROF_THREAD_H

#include <stdbool.h>

/* Starts a detached thread that leaves the signals of the process to the program's threads. Its
 * stack is large enough for calls into the runtime. False: there is no thread. */
bool prof_thread_start(void *(*run)(void *), void *data);
/* The end of a thread that called the runtime: waits until the process ends. The runtime knows the
 * thread, and would handle its end while the process ends. */
void prof_thread_rest(void);

#endif
