/* Tokens of C#, F# and Visual Basic: as much of the lexical rules as is needed to find words and
 * operators, and everything else. A literal is one token whatever it holds, including the holes of
 * an interpolated string. Comments, lines of directives and code that directives exclude are not
 * tokens. Sources: C# 6.3 to 6.5 and its raw strings, F# 3, Visual Basic 1 and 3 of the language
 * specifications. Places count as in the PDB: lines from 1, columns in UTF-16 code units from 1.
 * Threads: a scan belongs to its caller; it borrows the text. */
#ifndef SRC_SCAN_H
#define SRC_SCAN_H

#include "base/cc_span.h"

typedef enum src_language {
    SRC_LANGUAGE_OTHER,
    SRC_LANGUAGE_CSHARP,
    SRC_LANGUAGE_FSHARP,
    SRC_LANGUAGE_VB
} src_language;

/* Returns the language by the extension of the path: also for a template whose code is C#. */
src_language src_language_of(cc_str path);

typedef struct src_place {
    uint32_t line, column;
} src_place;

static inline bool src_is_before(src_place a, src_place b) {
    return a.line != b.line ? a.line < b.line : a.column < b.column;
}

typedef enum src_token_kind { SRC_TOKEN_WORD, SRC_TOKEN_LITERAL, SRC_TOKEN_SIGN } src_token_kind;

typedef struct src_token {
    src_token_kind kind;
    cc_str text;
    src_place place;
} src_token;

/* The symbols that directives test; symbols of Visual Basic are NAME=VALUE. */
typedef struct src_symbols {
    bool is_known; /* false: the code of all branches is scanned */
    cc_str *names;
    uint32_t count;
} src_symbols;

typedef struct src_scan {
    const char *at, *end;
    const char *counted; /* the byte at `place` */
    src_place place;
    const src_symbols *symbols; /* NULL: not known */
    src_language language;
    bool is_line_start; /* the line has only blanks so far */
    uint32_t depth;     /* of the conditions of directives around the place */
} src_scan;

/* Begins a scan at a place outside of tokens, comments and excluded code: the start of a text, or
 * of a token. */
src_scan src_scan_begin(cc_str text, src_place place, src_language language,
                        const src_symbols *symbols);
/* Reads the next token; false at the end of the text. */
bool src_scan_next(src_scan *s, src_token *out);

/* The token is this word or sign; the comparison ignores case for words of Visual Basic. */
bool src_token_is(const src_token *token, src_language language, const char *text);

#endif
