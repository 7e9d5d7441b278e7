/* F#, optimised: the last rules of a long match are methods of their own, again and again (dec_fsharp_part.c). One match is
 * one decision: the arm that calls such a rest gives way to the arms that the rest has, and for the rest itself no decision
 * is told. Where nobody calls it as a rest, it keeps its decision; so a method that holds one waits until all others of
 * the module were looked at.
 * Memory: the module's, and of rests that are put in the reader's arena, until that is reset. Threads: the one that adds
 * methods. */
#ifndef COV_FSHARP_MATCH_H
#define COV_FSHARP_MATCH_H

#include "coverage/model/cov_body.h"

typedef struct cov_fsharp_match {
    cov_reader from;
    uint8_t *states; /* by rid */
    uint32_t next;   /* the first that was not looked at among those that wait */
} cov_fsharp_match;

/* CC_E_NOMEM. */
CC_NODISCARD cc_err cov_fsharp_match_open(cov_fsharp_match *s, const cov_reader *from);
/* Notes which rests the method calls. True: it holds one itself; cov_fsharp_match_take() will give it. NULL: no method. */
bool cov_fsharp_match_waits(cov_fsharp_match *s, const cov_measured *measured);
/* When all methods were noted: the next one that waits, by rid, anew in the reader's arena. False: none is left. */
bool cov_fsharp_match_take(cov_fsharp_match *s, cov_measured *out);
/* Puts the arms of rests in, and takes its own decision away when that is put in elsewhere. CC_E_NOMEM. */
CC_NODISCARD cc_err cov_fsharp_match_join(cov_fsharp_match *s, const cov_measured *measured);

#endif
