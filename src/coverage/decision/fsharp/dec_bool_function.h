/* F#, optimised: `.. |> function | true -> A | false -> B`. The rules lose their points, so the test
 * looks like one of inlined code. The source shows that the statement has such rules. Threads: one. */
#ifndef DEC_BOOL_FUNCTION_H
#define DEC_BOOL_FUNCTION_H

#include "coverage/decision/core/dec_edit.h"

/* The `function` whose two rules the branch chooses between: it is the only test of its statement,
 * of a bool that the author's code made, and `function` with rules for true and false is in that
 * statement, without a point. NULL: it is not such a test, or that is not known. */
const src_block *dec_bool_function(const dec_view *v, uint32_t branch);
/* The first rule of such a block is the one for false. */
bool dec_bool_is_false_first(const src_text *text, const src_block *block);

#endif
