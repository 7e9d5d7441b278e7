/* All tokens of a piece of a source, such as a statement. */
#ifndef SRC_TOKENS_H
#define SRC_TOKENS_H

#include "base/cc_arena.h"
#include "source/src_scan.h"

/* Splits the text; places are relative to its start. NULL when it has more than SRC_MOST_TOKENS
 * tokens, or when out of memory: clrcov ignores such texts. Memory of `arena`; texts are
 * borrowed. */
#define SRC_MOST_TOKENS 4096u
src_token *src_tokens_of(cc_str text, src_language language, cc_arena *arena, uint32_t *count);

#endif
