/* What the parts of the probe plan share. Not for other rooms.
 *
 * Order of work (docs/probe-plan.md): points -> forks -> atoms and edge atoms -> graph and
 * attributes -> wanted -> inference -> counters. Each step reads only what earlier ones wrote. */
#ifndef PROBE_INTERNAL_H
#define PROBE_INTERNAL_H

#include "rewriter/flow.h"
#include "rewriter/probe_plan.h"

/* A probe_choice while there are no branches yet. */
typedef struct probe_ends {
    const uint32_t
        *insns; /* increasing, borrowed from the sources of an instruction, or the rets */
    uint32_t count;
    struct probe_ends *next;
} probe_ends;

/* What the steps know of the body; everything in the arena. */
typedef struct probe_work {
    const il_body *body;
    const flow_graph *flow;
    const il_resolver *resolver; /* may be NULL: no type is known */
    cc_arena *arena;
    bool is_oracle;
    bool *is_visible; /* by instruction: a visible point starts here */
    bool *is_hidden;  /* by instruction: a hidden point does, and no visible one */
    bool
        *is_statement; /* by instruction: a visible point that the user's code may begin at: not the
                                last one of a filter, nor that of an arm of a switch expression,
                                whose one expression may begin before it */
    bool *is_fork;     /* by instruction: a value fork stands in front of it */
    bool *is_part;     /* by instruction: a fork that is only an end of a choice */
    probe_ends *choices; /* in the order of their last ends */
    probe_ends **choices_end;
    bool *is_repeated; /* by instruction: a brtrue or brfalse that repeats a decision */
    uint32_t *
        entry_of_insn; /* node where control enters for this instruction: that of its fork, if any */
    probe_plan *plan;
} probe_work;

/* Successors of a node are consecutive nodes: the edge atoms of its branch, or the one node that
 * control goes to. Predecessors are reachable nodes only, one entry for each edge: those of node v
 * are pred[pred_at[v]] .. pred[pred_at[v + 1] - 1]. */
typedef struct probe_graph {
    uint32_t *succ_first;
    uint32_t *succ_count;
    uint32_t *pred_at;
    uint32_t *pred;
} probe_graph;

/* The instruction that stands before `insn`, nops that are no branch target left out: in straight code
 * the one that made the value on top of the stack. FLOW_NONE at the start of the code. */
uint32_t probe_producer(const probe_work *work, uint32_t insn);

/* The value on top of the stack in front of `insn` is a bool: the instructions that make it say so, or,
 * when these do not say, the instruction that takes it at `join`. */
bool probe_is_bool(const probe_work *work, uint32_t insn, uint32_t join);

/* The instruction stores into a bool variable or a bool field. */
bool probe_stores_bool(const probe_work *work, uint32_t insn);

/* What the recogniser of value forks knows of the instructions it has read; arrays by instruction. */
typedef struct probe_fork_sets {
    bool *
        join; /* behind the constant of an && or ||: falling into the instruction brings its value */
    bool *site;    /* br and ret that end a right operand, or bring the left one's constant */
    bool *carried; /* falling into the instruction brings such a value, or its opposite, out of the
                      variable it was stored in, with no visible point on the way */
    uint32_t *
        begin; /* by br or ret that ends a right operand: where that begins; 0: another instruction */
    uint32_t *rets;       /* the ret instructions read so far */
    uint32_t *statements; /* how many instructions read so far have a visible point of the user's */
    uint32_t ret_count;
    uint64_t budget; /* how many ends may still be looked at */
    bool returns_bool;
} probe_fork_sets;

/* What `budget` begins with, for each instruction: nested choices count their ends once for each level. A
 * limit against bodies that nobody writes. */
#define PROBE_ENDS_PER_INSN 16u

/* brtrue or brfalse. */
bool probe_is_truth_test(const il_insn *insn);

/* Every way to `insn` brings the value of an && or || that its operands have told. */
bool probe_is_pure(const probe_work *work, const probe_fork_sets *sets, uint32_t insn);

/* The same, the value having been stored and reloaded included. */
bool probe_is_told(const probe_work *work, const probe_fork_sets *sets, uint32_t insn);

/* What `insn` takes is the value of an && or || that is told, or that of a pattern. */
bool probe_brings_told(const probe_work *work, const probe_fork_sets *sets, uint32_t insn);

/* `insn` is the target of conditional branches in front of it, at least one, and of nothing
 * else. */
bool probe_only_tests_reach(const probe_work *work, uint32_t insn);

/* The value in front of instruction j is an operand, taken at `join`: made by something other than a
 * constant, and a bool. */
bool probe_has_operand(const probe_work *work, uint32_t j, uint32_t join);

/* The constant that straight code in front of `insn` leaves on the stack, negated or not (`is not T
 * t` as it is compiled); FLOW_NONE. */
uint32_t probe_constant_before(const probe_work *work, uint32_t insn);

/* The value in front of the instruction is a constant: the user decided nothing. */
bool probe_has_constant(const probe_work *work, uint32_t insn);

/* Nothing may stand between a tail. call and its ret: that operand stays untold. */
bool probe_is_behind_tail_call(const probe_work *work, uint32_t j);

/* What the right operand that ends at instruction j came to. */
typedef enum probe_operand {
    PROBE_OPERAND_SINGLE, /* it ends nowhere else */
    PROBE_OPERAND_CHOICE, /* all its ends have forks now, and are sites */
    PROBE_OPERAND_UNTOLD  /* it ends elsewhere in a way that cannot be told */
} probe_operand;

/* Instruction j ends a right operand, whose value is taken at `join`; behind it stands the constant of the
 * left one. Sets is_fork, is_part, choices, site when the operand is a ?: with several ends. */
CC_NODISCARD cc_err probe_visit_choice(probe_work *work, probe_fork_sets *sets, uint32_t j,
                                       uint32_t join, probe_operand *out);

/* Makes the plan's choices from those of the forks, when the branches are there. */
CC_NODISCARD cc_err probe_make_choices(const probe_work *work);

/* Arms of switch expressions whose point stands behind their first operands: clears is_statement. */
void probe_find_arms(probe_work *work);

/* Operands joined in a variable, `join` being the place of their reload: sets is_fork, carried. */
void probe_visit_stored_join(probe_work *work, probe_fork_sets *sets, uint32_t join);

/* The same where both ways store on their own (Visual Basic). */
void probe_visit_two_stores(probe_work *work, probe_fork_sets *sets, uint32_t join);

/* Operands behind the constant of the left one (F#): sets is_fork, join, site. */
void probe_visit_constant_first(probe_work *work, probe_fork_sets *sets, uint32_t insn);

/* Sets carried behind a reload (or negation) of the told value that `insn` takes. */
void probe_carry_told(const probe_work *work, probe_fork_sets *sets, uint32_t insn);

/* Sets is_fork and is_repeated. */
CC_NODISCARD cc_err probe_find_forks(probe_work *work);

/* Fills the plan's nodes (positions only), branches, arms and instruction tables, and entry_of_insn. */
CC_NODISCARD cc_err probe_make_atoms(probe_work *work);

/* Edges, attributes and reachability of the nodes. */
CC_NODISCARD cc_err probe_make_graph(probe_work *work, probe_graph *graph);

/* Sources of the inferred nodes, counters of the others, value_order. */
CC_NODISCARD cc_err probe_infer(probe_work *work, const probe_graph *graph);

#endif
