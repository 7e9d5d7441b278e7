/* Tokens of a piece of C#, F# or Visual Basic: as much of the lexical rules as is needed to find the
 * operators of an expression. Comments and lines of directives are skipped; a literal is one token
 * whatever it holds. Sources: C# 6.4, F# 3, Visual Basic 1 of the language specifications. Threads:
 * pure functions. */
#ifndef REP_TOKENS_H
#define REP_TOKENS_H

#include "reports/rep_source.h"

typedef enum rep_token_kind { REP_TOKEN_WORD, REP_TOKEN_LITERAL, REP_TOKEN_SIGN } rep_token_kind;

typedef struct rep_token {
    rep_token_kind kind;
    cc_str text;
} rep_token;

/* Splits the text. NULL when it has more than REP_MOST_TOKENS, or memory is out: such texts are not
 * looked at. Memory of `arena`; texts are borrowed. */
#define REP_MOST_TOKENS 4096u
rep_token *rep_tokens_of(cc_str text, rep_language language, cc_arena *arena, uint32_t *count);
/* The token is this word or sign; words of Visual Basic are compared without case. */
bool rep_token_is(const rep_token *token, rep_language language, const char *text);

#endif
