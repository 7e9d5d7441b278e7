/* The probe plan: which places of a method body have a counter, and how the value of every sequence
 * point and every branch arm follows from the counters.
 *
 *     body + sequence points -> [forks] -> atoms and edge atoms (nodes) -> inference -> counters
 *
 * The plan is a pure function of its arguments. The rewriter places probes by it. The report
 * computes the plan again from the method's bytes and turns counters back into points and arms, so
 * the two cannot disagree.
 *
 * Terms. Atom: a run of instructions that all run when the first one runs (exactly: no point whose
 * value is wanted starts after an instruction that may throw). Edge atom: one arm, or part of an
 * arm, of a conditional branch, a switch or a value fork; it contains no instruction. Value fork: a
 * virtual two-armed branch on the value on top of the stack before an instruction. It separates
 * true from false where the compiler stored the right operand of && or || as a value. Node: an atom
 * or an edge atom. Exceptions are not edges; the attributes may_throw, is_exit and is_opaque
 * express them. */
#ifndef PROBE_PLAN_H
#define PROBE_PLAN_H

#include "rewriter/il/il.h"

/* Part of the plan key: raise it with every change that can alter a plan. */
#define PROBE_PLAN_VERSION 16u

#define PROBE_NONE UINT32_MAX

/* A sequence point as the plan needs it; the caller passes points by increasing offset. */
typedef struct probe_point {
    uint32_t offset; /* byte offset in the code */
    bool hidden;     /* a hidden point, line 0xFEEFEE */
} probe_point;

typedef struct probe_options {
    /* The oracle: atoms are cut at every visible point, and every reachable atom with a visible
     * point and every reachable edge atom has a counter of its own. The oracle uses neither the
     * inference nor the may_throw rule of the plan proper. */
    bool all;
} probe_options;

typedef struct probe_node {
    /* atoms: first instruction; edge atoms: the branching or forked instruction */
    uint32_t first_insn;
    /* Atoms: one past the last instruction; equal to first_insn when the atom contains only a fork
     * before that instruction. Edge atoms: as first_insn. */
    uint32_t end_insn;
    uint32_t branch; /* edge atoms: index of their branch; PROBE_NONE for atoms */
    /* edge atoms: index of the instruction where control goes; insn_count when control runs off the
     * code */
    uint32_t target;
    bool is_edge;
    bool is_fork_head; /* the node ends in a value fork before instruction end_insn */
    bool may_throw;
    bool is_exit;
    bool is_opaque;
    bool is_reachable;
    bool is_wanted;
    uint32_t counter; /* dense index; PROBE_NONE: inferred or not wanted */
    /* Inferred nodes: value = sum of these nodes, which may contain one node twice. Otherwise NULL,
     * with source_count 0. */
    uint32_t *sources;
    uint32_t source_count;
} probe_node;

typedef enum probe_branch_kind {
    PROBE_BRANCH_COND,
    PROBE_BRANCH_SWITCH,
    PROBE_BRANCH_FORK
} probe_branch_kind;

/* One arm of a branch: value = sum of its edge nodes.
 *
 * Conditional: arm 0 falls through, arm 1 is taken. Fork: arm 0 is false, arm 1 is true. Switch:
 * arm 0 is the default (falling through, and table entries with the same final destination), then
 * one arm for each other table entry, in table order. */
typedef struct probe_arm {
    uint32_t *nodes;
    uint32_t node_count;
    /* instruction where control goes; insn_count when control runs off the code */
    uint32_t target;
    uint32_t label; /* switch: table index of the entry; PROBE_NONE: default, or not a switch */
} probe_arm;

typedef struct probe_branch {
    probe_branch_kind kind;
    /* the branching instruction, or the instruction with the fork before it */
    uint32_t insn;
    bool is_repeated;  /* repeats an && or || that its operands already count: not a decision */
    bool is_part;      /* a fork that is not a decision by itself, but one end of a probe_choice */
    bool is_reachable; /* the rewriter emits nothing for an unreachable fork */
    uint32_t atom;     /* the atom that ends in this branch or fork */
    probe_arm *arms;
    uint32_t arm_count;
    /* Its edge atoms: node_count nodes from first_node on; the first is the fall-through edge (of a
     * fork: false). */
    uint32_t first_node;
    uint32_t node_count;
    uint32_t *entry_nodes; /* switch: edge atom of each table entry; NULL for other branches */
} probe_branch;

/* The value of a ?: (or ??) that is the right operand of && or || and ends in several places, each
 * with a fork. Together the forks are one decision: each of its two arms is the sum of that arm
 * over all forks. */
typedef struct probe_choice {
    /* indices of branches, increasing; the last one is the last end in the code */
    uint32_t *forks;
    uint32_t fork_count;
} probe_choice;

typedef struct probe_plan {
    const il_body *body;
    uint32_t node_count;
    probe_node *nodes; /* atoms by position, then edge atoms by branch and slot */
    uint32_t atom_count;
    uint32_t counter_count;
    uint32_t branch_count;
    probe_branch *branches; /* by instruction; a fork before a branch of the same instruction */
    uint32_t choice_count;
    probe_choice *choices;  /* by the instruction of their last fork */
    uint32_t *atom_of_insn; /* insn_count entries: the atom that contains the instruction */
    /* By instruction: index of the fork before it, and of the COND or SWITCH branch that it is; or
     * PROBE_NONE. */
    uint32_t *fork_of_insn;
    uint32_t *branch_of_insn;
    uint32_t point_count;
    /* by index of the given points; PROBE_NONE for hidden points */
    uint32_t *node_of_point;
    uint32_t *value_order; /* the inferred nodes in order: each after all its sources */
    uint32_t value_order_count;
} probe_plan;

/* Makes the plan. All memory is of `arena`, scratch included; `body` is borrowed and must outlive
 * the plan. The function calls `resolver` for types of values only; it may be NULL. `options` may
 * be NULL (the plan proper). CC_E_MISMATCH when a point is not at the start of an instruction (the
 * PDB belongs to another build). CC_E_LIMIT above PROBE_MAX_NODES nodes, where each table entry of
 * a switch counts as one. CC_E_NOMEM. */
#define PROBE_MAX_NODES (1u << 20)
CC_NODISCARD cc_err probe_plan_make(probe_plan **out, const il_body *body,
                                    const probe_point *points, uint32_t point_count,
                                    const il_resolver *resolver, const probe_options *options,
                                    cc_arena *arena);

/* Makes points for code without symbols: a visible point at the beginning of every basic block
 * (entry, branch targets, after the end of a block, starts of try, filter and handler), by
 * increasing offset. Memory of `arena`. CC_E_NOMEM. */
CC_NODISCARD cc_err probe_block_points(probe_point **points, uint32_t *count, const il_body *body,
                                       cc_arena *arena);

/* Computes the values of all nodes from the counters: values[i] for node i. `counters` has
 * plan->counter_count values (0/1 in once mode: sums saturate, so value > 0 is exact). `values` has
 * room for node_count. Unreachable and unwanted nodes are 0. CC_E_USAGE when an array that is
 * needed is NULL. */
CC_NODISCARD cc_err probe_values(const probe_plan *plan, const uint64_t *counters,
                                 uint64_t *values);

/* Returns the sum of the arm's nodes, saturating at UINT64_MAX. */
uint64_t probe_arm_value(const probe_arm *arm, const uint64_t *values);

#endif
