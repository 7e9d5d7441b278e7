/* From the branches of the IL to the decisions of the source (docs/coverage.md, "Branches").
 *
 * Input: one method with its probe plan. Output: the decisions that its author wrote, each with its
 * arms as lists of plan nodes, so that an arm's value is the sum of its nodes' values.
 * Compiler-made branches are dropped, the tests of one switch are put together, everything else is
 * passed on. One small file for each idiom of a compiler; dec_idioms.def is the table of them, in order.
 * Threads: pure functions of their arguments. */
#ifndef DEC_H
#define DEC_H

#include "method/mth.h"

typedef struct dec_decision_arm {
    const uint32_t *nodes; /* of the plan */
    uint32_t node_count;
} dec_decision_arm;

typedef struct dec_decision {
    uint32_t insn;  /* the branch it begins with */
    uint32_t place; /* the last point at or before this instruction tells the line it stands on */
    bool is_switch; /* made from a switch of the source */
    uint32_t arm_count;
    dec_decision_arm *arms; /* in the order of the source as far as it can be told */
    uint64_t *places;       /* by arm of a switch: where its body begins, 0: it has none; NULL */
    uint32_t *rests;        /* by arm: the method that goes on with the rules, 0: none; NULL */
    bool *taken;            /* by arm, whatever its nodes say: another method counts it; NULL */
    bool is_rest;           /* it goes on with the rules of a match that begins in another method */
} dec_decision;

typedef struct dec_decisions {
    dec_decision *items; /* by instruction */
    uint32_t count;
    bool *
        is_phantom; /* by point: a place of the debugger that no code ever reaches; not coverable */
    const uint32_t
        *canonical;         /* by point: copies of a point are counted together, at the first one */
    const uint32_t *passed; /* of a role: nodes of the ways on which no rule takes the exception */
    uint32_t passed_count;
    /* F#: where the first part in the source begins that is a method of its own; NULL: there is none */
    const pdb_point *first_part;
} dec_decisions;

/* F#: of the two closures of `with` in a sequence, the one that asks or the one that acts. */
typedef enum dec_role { DEC_ROLE_NONE, DEC_ROLE_FILTER, DEC_ROLE_HANDLER } dec_role;

typedef struct dec_decide_options {
    pdb_language language; /* of the method's first document */
    bool raw;              /* no idioms: every branch of the plan as it is */
    dec_role role;
    const pdb_file *pdb; /* of the image, for parts of the method that are methods; may be NULL */
} dec_decide_options;

/* Memory of `arena`. CC_E_NOMEM. */
CC_NODISCARD cc_err dec_decide(dec_decisions *out, const mth_method *method,
                               const md_tables *tables, const dec_decide_options *options,
                               cc_arena *arena);

#endif
