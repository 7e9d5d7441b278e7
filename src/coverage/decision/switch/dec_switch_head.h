/* Which switch statement of the source tests belong to: that around most of the places that they
 * lead to. */
#ifndef DEC_SWITCH_HEAD_H
#define DEC_SWITCH_HEAD_H

#include "coverage/decision/core/dec_view.h"

enum { DEC_MAX_CANDIDATES = 8 };

typedef struct dec_candidates {
    const src_block *blocks[DEC_MAX_CANDIDATES];
    uint32_t votes[DEC_MAX_CANDIDATES];
    uint32_t count;
} dec_candidates;

/* A test leads into the block; NULL: into none. */
void dec_vote(dec_candidates *c, const src_block *block);
/* The block around most places, the inner one of two with as many; NULL: there is none. */
const src_block *dec_elected(const dec_candidates *c);

/* The statement around the first visible point between a test and where it leads forward: the code
 * right after the test may begin at a hidden point, as a try block of a state machine does.
 * Statements that begin in between are in its body. NULL: there is none, or no text. */
const src_block *dec_switch_after(const dec_view *v, uint32_t test);

/* Decision number `index` of decisions in the order of the code is a switch whose head has no point
 * because its bodies declare captured variables: the decisions of its governing expression, which
 * come after the same hidden point, get that head, too. */
void dec_pass_switch_head(dec_view *v, dec_decision *decisions, uint32_t index);

#endif
