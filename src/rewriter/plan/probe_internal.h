/* What the steps of the probe plan share. Internal to this room.
 *
 * Order of work (docs/probe-plan.md): points -> forks -> atoms and edge atoms -> graph and
 * attributes -> wanted -> inference -> counters. Each step reads only what earlier steps wrote. */
#ifndef PROBE_INTERNAL_H
#define PROBE_INTERNAL_H

#include "rewriter/il/flow.h"
#include "rewriter/il/il_value.h"
#include "rewriter/plan/probe_plan.h"

/* A probe_choice before the plan has its branches. */
typedef struct probe_ends {
    /* Increasing, borrowed from the sources of an instruction, or the rets */
    const uint32_t *insns;
    uint32_t count;
    struct probe_ends *next;
} probe_ends;

/* The state of a plan under construction; all memory is in the arena. */
typedef struct probe_work {
    const il_body *body;
    const flow_graph *flow;
    const il_resolver *resolver; /* may be NULL: no type is known */
    cc_arena *arena;
    bool is_oracle;
    bool *is_visible; /* by instruction: it has a visible point */
    bool *is_hidden;  /* by instruction: it has a hidden point, and no visible one */
    /* By instruction: it has a visible point at which code of the user may begin. False for the
     * last point of a filter, and for the point of an arm of a switch expression: the single
     * expression of each may begin before its point. */
    bool *is_statement;
    bool *is_fork;       /* by instruction: it has a value fork before it */
    bool *is_part;       /* by instruction: its fork is only one end of a probe_choice */
    probe_ends *choices; /* in the order of their last ends */
    probe_ends **choices_end;
    bool *is_repeated; /* by instruction: a brtrue or brfalse that repeats a decision */
    /* by instruction: the node where control enters it: the node of its fork, if any */
    uint32_t *entry_of_insn;
    probe_plan *plan;
} probe_work;

/* Successors of a node are consecutive nodes: the edge atoms of its branch, or the one node where
 * control goes. Predecessors are reachable nodes only, one entry for each edge. The predecessors of
 * node v are pred[pred_at[v]] .. pred[pred_at[v + 1] - 1]. */
typedef struct probe_graph {
    uint32_t *succ_first;
    uint32_t *succ_count;
    uint32_t *pred_at;
    uint32_t *pred;
} probe_graph;

/* Returns the instruction before `insn`, skipping nops that are not branch targets. In
 * straight-line code this instruction pushed the value on top of the stack. FLOW_NONE at the start
 * of the code. */
uint32_t probe_producer(const probe_work *work, uint32_t insn);

/* The value on top of the stack before `insn` is a bool. The instructions that push it decide, or
 * else the instruction that pops it at or after `join`. */
bool probe_is_bool(const probe_work *work, uint32_t insn, uint32_t join);

/* The instruction stores into a bool variable or a bool field. */
bool probe_stores_bool(const probe_work *work, uint32_t insn);

/* State of the recogniser of value forks: facts about the instructions read so far. Arrays are by
 * instruction. */
typedef struct probe_fork_sets {
    /* the fall-through edge into the instruction brings the value of an && or ||: its constant is
     * just before */
    bool *join;
    /* br and ret that end a right operand, or bring the constant of the left operand */
    bool *site;
    /* The fall-through edge into the instruction brings such a value, or its negation. The value
     * was reloaded from the variable in which it was stored, without a visible point in between. */
    bool *carried;
    /* for a br or ret that ends a right operand: where that operand begins; else 0 */
    uint32_t *begin;
    uint32_t *rets; /* the ret instructions read so far */
    /* number of instructions up to this one with a visible point of the user */
    uint32_t *statements;
    uint32_t ret_count;
    uint64_t budget; /* number of ends that may still be examined */
    bool returns_bool;
} probe_fork_sets;

/* The initial `budget` per instruction: nested choices examine their ends once per level. The limit
 * affects only bodies that no user writes. */
#define PROBE_ENDS_PER_INSN 16u

/* brtrue or brfalse. */
bool probe_is_truth_test(const il_insn *insn);

/* On every path to `insn` the stack holds the value of an && or || whose operands already count
 * it. */
bool probe_is_pure(const probe_work *work, const probe_fork_sets *sets, uint32_t insn);

/* Like the function above, but the value may also be stored and reloaded on the path. */
bool probe_is_told(const probe_work *work, const probe_fork_sets *sets, uint32_t insn);

/* The value that `insn` pops is already counted: it is the value of an && or ||, or of a
 * pattern. */
bool probe_brings_told(const probe_work *work, const probe_fork_sets *sets, uint32_t insn);

/* `insn` is the target of at least one earlier conditional branch, and of no other branch. */
bool probe_only_tests_reach(const probe_work *work, uint32_t insn);

/* The value before instruction j, popped at `join`, is an operand: a bool that is not a
 * constant. */
bool probe_has_operand(const probe_work *work, uint32_t j, uint32_t join);

/* Returns the constant that straight-line code before `insn` leaves on the stack, negated or not
 * (`is not T t` is compiled to that); else FLOW_NONE. */
uint32_t probe_constant_before(const probe_work *work, uint32_t insn);

/* The value before the instruction is a constant, so nothing was decided. */
bool probe_has_constant(const probe_work *work, uint32_t insn);

/* A tail. call must be directly before its ret: there is no room for a fork, and the operand is not
 * counted. */
bool probe_is_after_tail_call(const probe_work *work, uint32_t j);

/* What the recogniser found of the right operand that ends at instruction j. */
typedef enum probe_operand {
    PROBE_OPERAND_SINGLE, /* the operand ends in one place only */
    PROBE_OPERAND_CHOICE, /* all its ends now have forks and are sites */
    PROBE_OPERAND_UNTOLD  /* it also ends elsewhere, where its value cannot be counted */
} probe_operand;

/* Instruction j ends a right operand whose value is popped at `join`; the constant of the left
 * operand is after j. Sets is_fork, is_part, choices and site when the operand is a ?: with several
 * ends. CC_E_NOMEM. */
CC_NODISCARD cc_err probe_visit_choice(probe_work *work, probe_fork_sets *sets, uint32_t j,
                                       uint32_t join, probe_operand *out);

/* Makes the plan's choices from work->choices; needs the branches. CC_E_NOMEM. */
CC_NODISCARD cc_err probe_make_choices(const probe_work *work);

/* Clears is_statement for arms of switch expressions whose point is after their first operands. */
void probe_find_arms(probe_work *work);

/* Handles operands that are joined in a variable, which is reloaded at or after `join`: sets
 * is_fork, carried. */
void probe_visit_stored_join(probe_work *work, probe_fork_sets *sets, uint32_t join);

/* Like probe_visit_stored_join(), for code in which each path has its own store (Visual Basic). */
void probe_visit_two_stores(probe_work *work, probe_fork_sets *sets, uint32_t join);

/* Handles right operands that are after the constant of the left operand (F#): sets is_fork, join,
 * site. */
void probe_visit_constant_first(probe_work *work, probe_fork_sets *sets, uint32_t insn);

/* Sets carried after a reload (or negation) of the counted value that `insn` pops. */
void probe_carry_told(const probe_work *work, probe_fork_sets *sets, uint32_t insn);

/* Sets is_fork, is_part, is_repeated and choices. CC_E_NOMEM. */
CC_NODISCARD cc_err probe_find_forks(probe_work *work);

/* Fills the plan's nodes (positions and may_throw), branches, arms and instruction tables, and
 * entry_of_insn. CC_E_LIMIT, CC_E_NOMEM. */
CC_NODISCARD cc_err probe_make_atoms(probe_work *work);

/* Computes edges, attributes and reachability of the nodes. CC_E_NOMEM. */
CC_NODISCARD cc_err probe_make_graph(probe_work *work, probe_graph *graph);

/* Sets the sources of the inferred nodes, the counters of the others, and value_order.
 * CC_E_NOMEM. */
CC_NODISCARD cc_err probe_infer(probe_work *work, const probe_graph *graph);

#endif
