/* Signals of threads. Threads: any. */
#ifndef CC_SIGNALS_H
#define CC_SIGNALS_H

#include <signal.h>

/* Blocks, in this thread, the signals that are sent to the process. Signals of a fault stay: a blocked
 * one would end the process, without a look at its handler. *old: what was blocked before. */
void cc_signals_block(sigset_t *old);

#endif
