/* Which switch statement of the source tests belong to: that around most of the places that they lead to. */
#ifndef DEC_SWITCH_HEAD_H
#define DEC_SWITCH_HEAD_H

#include "coverage/decision/dec_view.h"

enum { DEC_MAX_CANDIDATES = 8 };

typedef struct dec_candidates {
    const src_block *blocks[DEC_MAX_CANDIDATES];
    uint32_t votes[DEC_MAX_CANDIDATES];
    uint32_t count;
} dec_candidates;

/* A test leads to the place. */
void dec_vote(dec_candidates *c, const src_text *text, src_place place);
/* The block around most places, the inner one of two with as many; NULL: there is none. */
const src_block *dec_elected(const dec_candidates *c);

/* The first visible point of the code between a test and where it leads forward; DEC_NO_INSN. */
uint32_t dec_visible_behind(const dec_view *v, uint32_t test);

#endif
