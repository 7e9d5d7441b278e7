/* The blocks of a C# text, found while its tokens are read: each `switch (..) { .. }`, and the body
 * of each lambda with a block and of each anonymous method: `=> { .. }`, `delegate (..) { .. }`. A
 * switch expression has its brace right after the word. Private to the room. */
#ifndef SRC_BLOCK_H
#define SRC_BLOCK_H

#include "base/cc_list.h"
#include "source/src_text.h"

enum { SRC_MAX_BRACKETS = 4096 };

/* What an open bracket encloses. */
typedef enum src_bracket_kind {
    SRC_BRACKET_OTHER,
    SRC_BRACKET_VALUE,      /* of a switch statement: `(` */
    SRC_BRACKET_SWITCH,     /* `{` */
    SRC_BRACKET_PARAMETERS, /* of an anonymous method */
    SRC_BRACKET_LAMBDA      /* `{` */
} src_bracket_kind;

typedef struct src_bracket {
    char sign;
    src_bracket_kind kind;
    src_place head;   /* of a value: the word `switch` */
    src_block *block; /* of a body */
} src_bracket;

/* The tokens before the next one decide what a bracket there encloses. */
typedef enum src_before {
    SRC_BEFORE_OTHER,
    SRC_BEFORE_SWITCH,     /* `switch` */
    SRC_BEFORE_BODY,       /* `switch (..)` */
    SRC_BEFORE_DELEGATE,   /* `delegate` */
    SRC_BEFORE_LAMBDA_BODY /* `=>`, `delegate (..)` */
} src_before;

typedef struct src_blocks {
    cc_arena *arena;
    cc_list blocks;        /* src_block, by `open` */
    uint32_t around;       /* the innermost block whose braces are open; UINT32_MAX */
    src_bracket *brackets; /* that are open: `depth` of them, with room for bracket_cap */
    size_t bracket_cap;
    uint32_t depth;
    src_before before;
    src_place head, head_end; /* of the switch before the next token */
    bool failed;
} src_blocks;

/* Memory of the arena. Out of memory shows in src_blocks_end(). */
void src_blocks_begin(src_blocks *s, cc_arena *arena);
void src_blocks_take(src_blocks *s, const src_token *token);
/* Sets the blocks of the text; a block that is not closed is left out. False when out of memory. */
bool src_blocks_end(src_blocks *s, src_text *text);

#endif
