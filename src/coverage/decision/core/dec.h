/* From the branches of the IL to the decisions of the source (docs/coverage-rules.md, "Branches").
 *
 * Input: one method with its probe plan. Output: the decisions that its author wrote, each with its
 * arms as lists of plan nodes, so that an arm's value is the sum of its nodes' values.
 *
 * Compiler-made branches are dropped, the tests of one switch become one decision, all other
 * branches are passed on. Each idiom of a compiler has a small file; dec_idioms.def is the table of
 * them, in order.
 *
 * Threads: pure functions of their arguments. */
#ifndef DEC_H
#define DEC_H

#include "coverage/decision/core/dec_test.h"
#include "coverage/module/mod.h"
#include "method/mth.h"
#include "source/src_text.h"

typedef struct dec_decision_arm {
    const uint32_t *nodes; /* of the plan */
    uint32_t node_count;
} dec_decision_arm;

typedef struct dec_decision {
    uint32_t insn;  /* its first branch */
    uint32_t place; /* the last point at or before this instruction gives its line */
    bool is_switch; /* made from a switch of the source */
    dec_test test;  /* of a decision with two arms that is one branch */
    uint32_t holds; /* the arm on which the test holds; 0 when it is not known */
    uint32_t arm_count;
    dec_decision_arm *arms; /* in the order of the source, as far as it is known */
    /* by arm of a switch: where its body begins, 0: it has none; NULL when not a switch */
    uint64_t *places;
    /* by arm: MethodDef row of the method that continues with the rules, 0: none; NULL: none at
     * all */
    uint32_t *rests;
    /* by arm: true when another method counts it, whatever its nodes say; NULL: none */
    bool *taken;
    bool is_rest;       /* it continues the rules of a match that begins in another method */
    bool is_expression; /* a switch expression */
    /* in the condition of a rule, of which the optimised code may have a point for a later part
     * only */
    bool is_in_condition;
    /* A construct that has no point: where the source has it. In optimised code of C# that is a
     * switch statement, from `switch` to the `)` after its value, in F# the word `function`. NULL: it
     * is at `place`. */
    const src_block *head;
    uint32_t document;        /* of the head */
    dec_decision_arm reached; /* nodes whose sum is how often the head ran */
    /* Its first rule or label is a condition without a test before it: the instruction where that
     * begins; UINT32_MAX: it begins with a test */
    uint32_t condition;
} dec_decision;

/* A point whose code the compiler also emitted without a point: it ran as often as those nodes,
 * too. */
typedef struct dec_copied_point {
    uint32_t point;
    dec_decision_arm nodes;
} dec_copied_point;

typedef struct dec_decisions {
    dec_decision *items; /* by instruction */
    uint32_t count;
    /* by point: a place for a breakpoint that no code reaches; not coverable */
    bool *is_phantom;
    /* by point: the point at which copies of it are counted together: the first one */
    const uint32_t *canonical;
    /* by point: the point that is reached as often; mostly itself */
    const uint32_t *same_as;
    const dec_copied_point *copied;
    uint32_t copied_count;
    /* with a role: nodes of the paths on which no rule takes the exception */
    const uint32_t *passed;
    uint32_t passed_count;
    /* F#: the first place in the source at which a part begins that is a method of its own; NULL:
     * none */
    const pdb_point *first_part;
} dec_decisions;

/* F#: which of the two closures of `with` in a sequence: the one that tests the rules, or the one
 * that runs them. */
typedef enum dec_role { DEC_ROLE_NONE, DEC_ROLE_FILTER, DEC_ROLE_HANDLER } dec_role;

/* Where the texts of documents are. Any thread may ask. */
typedef struct dec_sources {
    /* NULL: the text that was compiled is not there */
    const src_text *(*text)(const void *ctx, uint32_t document);
    const void *ctx;
} dec_sources;

dec_sources dec_sources_of(const mod_module *module);

typedef struct dec_decide_options {
    pdb_language language; /* of the method's first document */
    bool is_optimised;     /* mod_is_optimised() */
    bool raw;              /* no idioms: every branch of the plan, unchanged */
    /* of the idioms, by row (dec_idioms.h); NULL: that of the table. For tests. */
    const uint8_t *order;
    dec_role role;
    /* of the image, to find parts of the method that are methods; may be NULL */
    const pdb_file *pdb;
    dec_sources sources; /* `text` NULL: there are none */
} dec_decide_options;

/* Decides all branches of a method. Memory of `arena`; *out also borrows from `method`. */
void dec_decide(dec_decisions *out, const mth_method *method, const md_tables *tables,
                const dec_decide_options *options, cc_arena *arena);

#endif
