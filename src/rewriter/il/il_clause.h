/* Exception sections of a body. Called by il_decode() only. */
#ifndef IL_CLAUSE_H
#define IL_CLAUSE_H

#include "rewriter/il/il.h"

/* Reads the sections after the code into out->clauses and checks that the regions nest. `start` is
 * the whole body (alignment is relative to its first byte); *in is the bytes after the code and is
 * advanced to the end of the body. CC_E_TRUNCATED, CC_E_FORMAT, CC_E_UNSUPPORTED, CC_E_LIMIT,
 * CC_E_NOMEM. */
CC_NODISCARD cc_err il_read_sections(il_body *out, cc_span start, cc_span *in, cc_arena *arena);

#endif
