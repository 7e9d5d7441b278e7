/* The switch statements of a C# text, found while its tokens are read: each `switch (..)` with
 * braces behind it. A switch expression has its brace directly behind the word. Private to the
 * room. */
#ifndef SRC_SWITCH_H
#define SRC_SWITCH_H

#include "base/cc_list.h"
#include "source/src_text.h"

enum { SRC_MAX_BRACKETS = 4096 };

/* A bracket that is open. */
typedef struct src_bracket {
    char sign;
    uint32_t block; /* the switch that it closes the value of, or whose body it is; UINT32_MAX */
} src_bracket;

typedef struct src_switches {
    cc_arena *arena;
    cc_list blocks; /* src_block, by place */
    src_bracket *brackets;
    uint32_t depth;
    uint32_t around;  /* the innermost switch whose body is open; UINT32_MAX */
    uint32_t pending; /* the switch whose head was read; UINT32_MAX */
    bool is_begun, is_word, failed;
    src_place word; /* of the `switch` in front of the next token */
} src_switches;

void src_switches_take(src_switches *s, const src_token *token);
/* Memory of the arena. A switch whose body is not closed is none. False when out of memory. */
bool src_switches_end(src_switches *s, src_block **out, uint32_t *count);

#endif
