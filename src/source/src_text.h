/* The text of a source file by the places of a PDB: its lines, pieces of it, and the tokens around
 * a place. A text with NUL bytes (UTF-16) counts as missing; a byte order mark is not a column. The
 * caller keeps the text in place while it uses this.
 *
 * Memory is of the caller's arena. Threads: read-only after src_text_open(). Functions return
 * CC_E_NOMEM. */
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

typedef enum src_block_kind {
    SRC_BLOCK_SWITCH, /* C#: `switch (..) { .. }` */
    /* C#: the block of a lambda or of an anonymous method. F#: `fun .. -> ..` */
    SRC_BLOCK_LAMBDA,
    /* F#: */
    SRC_BLOCK_MATCH,   /* `match .. with` and its rules */
    SRC_BLOCK_WITH,    /* `try .. with` and its rules */
    SRC_BLOCK_FUNCTION /* `function` and its rules */
} src_block_kind;

/* A construct with code in it: what the compiler turns into tests of one value, or a lambda. */
typedef struct src_block {
    src_block_kind kind;
    src_place head; /* its first word; of a lambda of C#: its opening brace */
    /* of a switch: after the `)` that closes its value; F#: after the word of the rules */
    src_place head_end;
    /* C#: its braces. F#: the last word of the head, or the arrow of a lambda, and the last token of
     * the construct */
    src_place open, close;
    uint32_t around; /* the block that it is in; UINT32_MAX: none */
} src_block;

/* F#: `| pattern when condition -> body`. A place with line 0: there is none. */
typedef struct src_rule {
    src_place start; /* the bar or the pattern */
    src_place when, arrow, body;
    uint32_t block; /* number of the block that it belongs to */
} src_rule;

typedef enum src_body_kind {
    SRC_BODY_LAMBDA,     /* `fun .. -> ..`, `function ..` elsewhere */
    SRC_BODY_NAMED,      /* `let f x = ..`, `let f = fun x -> ..` */
    SRC_BODY_COMPUTATION /* `builder { .. }`, but `seq { .. }` */
} src_body_kind;

/* F#: code that runs when something calls it, after `open` and up to `close`. */
typedef struct src_body {
    src_body_kind kind;
    src_place open;  /* the arrow, the word `function`, the `=` or the brace */
    src_place close; /* the last token of the code */
    uint32_t around; /* the body that it is in; UINT32_MAX: none */
} src_body;

typedef struct src_text {
    src_language language;
    cc_str text;         /* without the byte order mark */
    cc_str *lines;       /* without their ends; borrowed from the text */
    uint32_t line_count; /* 0: there is no text */
    src_symbols symbols;
    /* The first token of each line that begins with a token; in long lines also some more */
    src_mark *marks;
    uint32_t mark_count;
    uint32_t *depths; /* by mark: the depth of a scan there; NULL: the symbols are known */
    bool *has_code;   /* by line from 0: a token is on the line, or spans it */
    /* C#: by line from 0: `#line` hides the line or gives it another place; NULL: no line */
    bool *is_mapped;
    src_block *blocks; /* by `open` */
    uint32_t block_count;
    src_rule *rules; /* F#: by `start` */
    uint32_t rule_count;
    src_body *bodies; /* F#: by `open`; see src_bodies.h */
    uint32_t body_count;
} src_text;

/* Finds the lines. An empty text stands for a missing text. */
CC_NODISCARD cc_err src_text_open(src_text *out, cc_str text, src_language language,
                                  cc_arena *arena);
/* Reads all tokens, which the functions below need. `symbols` NULL: not known; the function adds
 * the symbols that the text itself defines. */
CC_NODISCARD cc_err src_text_scan(src_text *text, const src_symbols *symbols, cc_arena *arena);

/* Returns the line with this number, from 1; empty when there is none. */
cc_str src_text_line(const src_text *text, uint32_t number);
/* Sets the text between two places, line breaks included; false when they are not in the text. */
bool src_text_between(const src_text *text, src_place from, src_place to, cc_str *out);

/* --- of a text that was scanned --- */

/* Begins a scan whose first token is the first one at or after the place. When a token spans the
 * place, that is the token after it. */
src_scan src_text_from(const src_text *text, src_place place);
/* Finds the last token that begins before the place; false: there is none. */
bool src_text_before(const src_text *text, src_place place, src_token *out);
/* Finds the last token before the place that is one of the words, which end with NULL. */
bool src_text_last_of(const src_text *text, src_place place, const char *const *words,
                      src_token *out);
/* Number of the first block whose `open` is at or after the place; `block_count`: there is none. */
uint32_t src_text_block_from(const src_text *text, src_place place);
/* The innermost block that the place is in, after its head; NULL. */
const src_block *src_text_block(const src_text *text, src_place place);
/* The block around this one; NULL. */
const src_block *src_text_around(const src_text *text, const src_block *block);
/* Like the two functions above, for blocks of one kind. */
const src_block *src_text_block_of(const src_text *text, src_block_kind kind, src_place place);
const src_block *src_text_around_of(const src_text *text, src_block_kind kind,
                                    const src_block *block);
/* F#: the rule of the block that the place is in; NULL: the block is a lambda, or none of its rules
 * begins before the place. */
const src_rule *src_text_rule(const src_text *text, const src_block *block, src_place place);
/* F#: the innermost rule in whose condition the place is, between `when` and `->`; NULL. */
const src_rule *src_text_condition(const src_text *text, src_place place);
bool src_token_is_one_of(const src_text *text, const src_token *token, const char *const *words);
/* A token is on the line, or spans it: the line is not blank, and not only comments, a directive or
 * code that a directive excludes. */
bool src_text_has_code(const src_text *text, uint32_t line);
/* A `#line` directive hides the line, or gives it another number or file. */
bool src_text_is_mapped(const src_text *text, uint32_t line);

#endif
