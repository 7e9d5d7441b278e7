/* Who got a signal: this process alone, or its whole process group? The kernel does not tell the receiver: a terminal's
 * signal and a kill(0, ...) look like one that was meant for us alone, but the program that we started, which is in our
 * group, has got it already. So a process of the same group watches: it does nothing but collect the signals that come to
 * it, and nobody knows it, so that what it got was sent to the group.
 *
 * It is no child of ours (nobody who looks for the children of clrcov finds it), has no files open, and ends with us,
 * however that is. Not for use with other threads running. */
#ifndef CC_WITNESS_H
#define CC_WITNESS_H

#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

typedef struct cc_witness {
    int fd; /* -1: there is none */
    pid_t pid;
} cc_witness;

/* Without one (the system has no room for another process) nothing can be told apart. */
void cc_witness_start(cc_witness *out);
/* The signals that came to the group since it was asked last. False: it cannot tell. */
bool cc_witness_ask(cc_witness *witness, sigset_t *seen);
/* It is gone when this returns. */
void cc_witness_end(cc_witness *witness);

#endif
