/* F#, optimised: the last rules of a long match are moved into a method of their own, repeatedly
 * (dec_fsharp_part.c). One match is one decision: the arm that calls such a rest is replaced by the
 * arms of the rest, and the rest itself has no decision. When no method calls it as a rest, it
 * keeps its decision; so a method with a rest has to wait until all others of the module were seen.
 *
 * Memory: the module's; rests are read into the reader's arena and are valid until it is reset.
 * Threads: the one that adds methods. */
#ifndef COV_FSHARP_MATCH_H
#define COV_FSHARP_MATCH_H

#include "coverage/model/build/measure/cov_body.h"

typedef struct cov_fsharp_match {
    cov_reader from;
    uint8_t *states; /* by rid; see cov_fsharp_match.c */
    uint32_t next;   /* the next row to look at for methods that wait */
} cov_fsharp_match;

void cov_fsharp_match_open(cov_fsharp_match *s, const cov_reader *from);
/* Records which rests the method calls. True: the method is a rest itself, and
 * cov_fsharp_match_take() will return it. NULL: no method. */
bool cov_fsharp_match_waits(cov_fsharp_match *s, const cov_measured *measured);
/* After all methods were recorded: reads the next one that waits, by rid, again into the reader's
 * arena. False: there are no more. */
bool cov_fsharp_match_take(cov_fsharp_match *s, cov_measured *out);
/* Inserts the arms of rests, and removes the method's own decision when it is inserted elsewhere. */
void cov_fsharp_match_join(const cov_fsharp_match *s, const cov_measured *measured);

#endif
