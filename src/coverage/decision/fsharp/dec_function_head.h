/* F#: the line of `function`. The word has no point of its own, unless it is a stage of a pipe in
 * Debug code. The source shows the `function` whose rules a decision leads to. */
#ifndef DEC_FUNCTION_HEAD_H
#define DEC_FUNCTION_HEAD_H

#include "coverage/decision/core/dec_view.h"

/* Sets the head of the decision when it chooses between rules of a `function`, and its point is
 * elsewhere. */
void dec_find_function_head(dec_view *v, dec_decision *decision);

#endif
