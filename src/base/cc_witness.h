/* Determines whether a signal was sent to this process only, or to its whole process group. The
 * kernel does not give the receiver this information. A signal of a terminal or of kill(0, ...)
 * looks like a signal for this process only. But the started program, which is in the group, has
 * already received it. So another process of the group, the witness, collects the signals that it
 * receives. Its id belongs to no other process, so each of these signals was sent to the group.
 *
 * The witness is not a child of this process, so a program that searches the children of clrcov
 * does not find it. It has no open files, and ends with this process, however this process ends.
 * Not for use with other threads running. */
#ifndef CC_WITNESS_H
#define CC_WITNESS_H

#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

typedef struct cc_witness {
    int fd; /* -1: there is no witness */
    pid_t pid;
} cc_witness;

/* Without a witness (the system has no room for another process) cc_witness_ask() returns false. */
void cc_witness_start(cc_witness *out);
/* Sets *seen to the signals that the group received since the last call. False: unknown. */
bool cc_witness_ask(cc_witness *witness, sigset_t *seen);
/* The witness has ended when this returns. */
void cc_witness_end(cc_witness *witness);

#endif
