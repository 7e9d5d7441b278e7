/* F#, optimised: the last rules of a long match are methods of their own, again and again (idiom/cov_part.c). One match is
 * one decision: the arm that calls such a rest gives way to the arms that the rest has, and for the rest itself no decision
 * is told. Where nobody calls it as a rest, it keeps its decision; so a method that holds one waits until all others of
 * the module were looked at.
 * Memory: the module's, and of rests that are put in the reader's arena, until that is reset. Threads: the one that adds
 * methods. */
#ifndef COV_SPLICE_H
#define COV_SPLICE_H

#include "coverage/cov_body.h"

typedef struct cov_splice {
    cov_reader from;
    uint8_t *states; /* by rid */
    uint32_t next;   /* the first that was not looked at among those that wait */
} cov_splice;

/* CC_E_NOMEM. */
CC_NODISCARD cc_err cov_splice_open(cov_splice *s, const cov_reader *from);
/* Notes which rests the method calls. True: it holds one itself; cov_splice_take() will give it. NULL: no method. */
bool cov_splice_waits(cov_splice *s, const cov_measured *measured);
/* When all methods were noted: the next one that waits, by rid, anew in the reader's arena. False: none is left. */
bool cov_splice_take(cov_splice *s, cov_measured *out);
/* Puts the arms of rests in, and takes its own decision away when that is put in elsewhere. CC_E_NOMEM. */
CC_NODISCARD cc_err cov_splice_join(cov_splice *s, const cov_measured *measured);

#endif
