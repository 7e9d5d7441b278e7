/* The constructs of an F# text that other code depends on, found while its tokens are read: `match
 * .. with`, `try .. with` and `function` with their rules, and lambdas. Brackets and the offside
 * rule (F# 15.1.9) say where each of them ends. Private to the room. */
#ifndef SRC_RULES_H
#define SRC_RULES_H

#include "base/cc_list.h"
#include "source/src_text.h"

enum { SRC_MAX_FRAMES = 4096 };

typedef enum src_frame_kind {
    SRC_FRAME_BRACKET,
    SRC_FRAME_AWAITS, /* `match` or `try`, before its `with` */
    SRC_FRAME_BLOCK
} src_frame_kind;

typedef enum src_frame_state { SRC_IN_PATTERN, SRC_IN_CONDITION, SRC_IN_BODY } src_frame_state;

/* Something that is open. */
typedef struct src_frame {
    src_frame_kind kind;
    src_frame_state state; /* of a block */
    char sign;             /* of a bracket; `b`: the word `begin` */
    bool is_new;           /* a block: no token of its rules was read yet */
    bool ends_at_bar;      /* a bar at the column `least` belongs to another block */
    src_place head;        /* of `match` or `try` */
    uint32_t least;        /* the least column of its lines */
    src_block *block;
    uint32_t number; /* of the block */
    src_rule *rule;  /* its last one */
} src_frame;

/* What is open at an `#if`: code of any of its branches leaves that open, whether it is compiled or
 * not. */
typedef struct src_branch {
    struct src_branch *outer;
    src_frame *frames;
    uint32_t depth;
    src_rule *body_of;
} src_branch;

typedef struct src_rules {
    cc_arena *arena;
    cc_list blocks;    /* src_block, in the order of `open` */
    cc_list rules;     /* src_rule, by place */
    src_frame *frames; /* that are open: `depth` of them, with room for frame_cap */
    size_t frame_cap;
    uint32_t depth;
    src_token last;        /* the token before; no text: there is none */
    uint32_t line;         /* where it ends */
    uint32_t first_column; /* of the first token of the line */
    bool is_bar_first;     /* that token is a bar */
    src_rule *body_of;     /* the token before is the arrow of this rule */
    src_branch *branch;    /* the innermost `#if` */
    bool failed;
} src_rules;

void src_rules_take(src_rules *s, const src_token *token);
/* Memory of the arena. False when out of memory. */
bool src_rules_end(src_rules *s, src_text *text);

#endif
