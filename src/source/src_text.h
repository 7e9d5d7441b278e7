/* The text of a source file by the places of a PDB: its lines, pieces of it, and the tokens around
 * a place. A text with NUL bytes (UTF-16) counts as not there; a byte order mark is no column. The
 * text stays in place as long as this is used.
 *
 * Memory of the caller's arena. Threads: read only once it is open. Functions return CC_E_NOMEM. */
#ifndef SRC_TEXT_H
#define SRC_TEXT_H

#include "base/cc_arena.h"
#include "base/cc_err.h"
#include "source/src_scan.h"

/* A place where a token begins, and its byte. */
typedef struct src_mark {
    src_place place;
    uint32_t at;
} src_mark;

/* `switch (..) { .. }`, which C# compiles to tests of one value; or the block of a lambda or of an
 * anonymous method. */
typedef struct src_block {
    src_place head;        /* `switch`; of a lambda: its opening brace */
    src_place head_end;    /* of a switch: after the `)` that closes its value */
    src_place open, close; /* its braces */
    uint32_t around;       /* the block of its kind that it is in; UINT32_MAX: none */
} src_block;

typedef struct src_text {
    src_language language;
    cc_str text;         /* without the byte order mark */
    cc_str *lines;       /* without their ends; borrowed from the text */
    uint32_t line_count; /* 0: the text is not there */
    src_symbols symbols;
    /* The first token of each line that begins with one; and some more in long lines */
    src_mark *marks;
    uint32_t mark_count;
    bool *has_code;      /* by line from 0: a token is on it, or goes over it */
    /* C#: by line from 0: `#line` hides it or gives it another place; NULL: no line */
    bool *is_mapped;
    src_block *switches, *lambdas; /* C#: by place */
    uint32_t switch_count, lambda_count;
} src_text;

/* Finds the lines. An empty text is one that is not there. */
CC_NODISCARD cc_err src_text_open(src_text *out, cc_str text, src_language language,
                                  cc_arena *arena);
/* Reads all tokens, so that the questions below can be asked. `symbols` NULL: not known; those that
 * the text itself defines are added. */
CC_NODISCARD cc_err src_text_scan(src_text *text, const src_symbols *symbols, cc_arena *arena);

/* The line with this number, from 1; empty when there is none. */
cc_str src_text_line(const src_text *text, uint32_t number);
/* The text between two places, line breaks included; false when it does not lie in the text. */
bool src_text_between(const src_text *text, src_place from, src_place to, cc_str *out);

/* --- of a text that was scanned --- */

/* A scan whose first token is the first one at or behind the place. Where a token goes over the
 * place, that is the next one. */
src_scan src_text_from(const src_text *text, src_place place);
/* The last token that begins in front of the place; false: there is none. */
bool src_text_before(const src_text *text, src_place place, src_token *out);
/* The last token in front of the place that is one of the words, which end with NULL. */
bool src_text_last_of(const src_text *text, src_place place, const char *const *words,
                      src_token *out);
/* The innermost switch statement whose braces are around the place; NULL. */
const src_block *src_text_switch(const src_text *text, src_place place);
/* The innermost block of a lambda or of an anonymous method whose braces are around the place;
 * NULL. */
const src_block *src_text_lambda(const src_text *text, src_place place);
bool src_token_is_one_of(const src_text *text, const src_token *token, const char *const *words);
/* A token is on the line, or goes over it: it is not blank, no comment, no directive and no code
 * that a directive leaves out. */
bool src_text_has_code(const src_text *text, uint32_t line);
/* A directive `#line` hides the line, or gives it another number or file. */
bool src_text_is_mapped(const src_text *text, uint32_t line);

#endif
