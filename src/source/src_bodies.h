/* Code of an F# text that runs when something calls it, and not where it stands: lambdas, functions
 * with a name, and computations, `builder { .. }`. Found while tokens are read: brackets and the
 * offside rule (F# 15.1.9) say where each of them ends.
 *
 * Memory of the arena. Threads: read only once the text is made. */
#ifndef SRC_BODIES_H
#define SRC_BODIES_H

#include "base/cc_list.h"
#include "source/src_text.h"

/* The innermost body that the place is in; NULL. */
const src_body *src_text_body(const src_text *text, src_place place);
/* Number of the first body whose `open` is at or after the place; `body_count`: there is none. */
uint32_t src_text_body_from(const src_text *text, src_place place);

/* --- private to the room ----------------------------------------------------------------------- */

enum { SRC_MAX_NESTED = 4096 };

/* What the next token means for a function or a computation that may begin. */
typedef enum src_body_state {
    SRC_BODY_NOTHING,
    SRC_BODY_NAME,      /* after `let` and `and` */
    SRC_BODY_OPERATOR,  /* in the parentheses of an operator or an active pattern */
    SRC_BODY_PARAMETER, /* after the name: a parameter, or a value has no more */
    SRC_BODY_EQUALS,    /* after a parameter, up to the `=` outside of brackets */
    SRC_BODY_FIRST,     /* after the `{` that may be a computation's */
    SRC_BODY_FIELD,     /* after a name there */
    SRC_BODY_DOT        /* after a dot in that name */
} src_body_state;

/* Something that is open. */
typedef struct src_nested {
    char sign;       /* of a bracket; 0: a function */
    uint32_t column; /* of the word `let` or `and` */
    src_body *body;  /* NULL: a bracket that is not a computation's */
} src_nested;

typedef struct src_bodies {
    cc_arena *arena;
    cc_list bodies; /* src_body, by `open` */
    src_nested *open;
    uint32_t depth;
    src_token last; /* the token before; no text: there is none */
    src_body_state state;
    uint32_t column; /* of the word `let` or `and` before */
    uint32_t outer;  /* the depth there */
    src_place brace; /* that may be a computation's */
    bool failed;
} src_bodies;

void src_bodies_take(src_bodies *s, const src_token *token);
/* Sets the bodies of the text, whose blocks are known. False when out of memory. */
bool src_bodies_end(src_bodies *s, src_text *text);

#endif
