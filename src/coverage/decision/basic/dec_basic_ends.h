/* Visual Basic, Debug code: `End If` and `Loop While` have their points at nops. The copies of one
 * `End If` are one point, and ways past such a nop count for it. */
#ifndef DEC_BASIC_ENDS_H
#define DEC_BASIC_ENDS_H

#include "coverage/decision/core/dec_view.h"

void dec_pass_ends(dec_view *v);

#endif
