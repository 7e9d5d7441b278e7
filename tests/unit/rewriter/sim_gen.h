/* What the parts of the generator share. Statements and expressions are written straight into the
 * case's instructions; recursion is bounded by `nest`, a constant of the generator.
 *
 * Group: the statement starts between which a goto may lead: one region, one stack depth. */
#ifndef SIM_GEN_H
#define SIM_GEN_H

#include "sim.h"

enum {
    GEN_GOTO = 0x40000000, /* + group: any statement of it, chosen at the end */
    GEN_MAX_NEST = 4
};

typedef enum gen_region_kind {
    GEN_ROOT,
    GEN_TRY,
    GEN_CATCH, /* handler of a filter, too */
    GEN_FILTER,
    GEN_FINALLY, /* fault, too */
} gen_region_kind;

typedef struct gen_region {
    gen_region_kind kind;
    uint32_t parent;
    uint32_t group; /* of its statements on an empty stack */
} gen_region;

typedef struct gen_group {
    uint32_t head; /* labels, linked */
    uint32_t count;
    uint32_t region;
    bool is_empty_stack;
} gen_group;

typedef struct gen {
    sim_case *c;
    sim_rand rnd;
    bool is_debug;
    bool failed;      /* a limit was reached */
    uint32_t limit;   /* instructions from which on only short statements are made */
    uint32_t pending; /* flags for the next instruction */
    uint32_t label_count;
    uint32_t last_label; /* instruction index the last label was bound to */
    uint32_t return_label;
    bool has_return_label;
    bool may_wait;    /* the statement stands on an empty stack, where a leave may stand */
    uint32_t resume;  /* where an await goes on that is to come; SIM_NONE */
    uint32_t waiting; /* where it goes to wait */
    uint32_t label_at[SIM_MAX_LABELS];
    uint32_t label_next[SIM_MAX_LABELS];
    uint32_t group_count;
    gen_group groups[SIM_MAX_GROUPS];
    uint32_t region_count;
    gen_region regions[SIM_MAX_REGIONS];
} gen;

/* ---- single instructions (sim_gen.c) ---- */
sim_instr *gen_op(gen *g, uint16_t code, int64_t operand);
sim_instr *gen_branch(gen *g, uint16_t code, uint32_t label);
uint32_t gen_label(gen *g);
void gen_bind(gen *g, uint32_t label);
bool gen_needs_insn(const gen *g); /* a label is bound after the last instruction */
uint32_t gen_add_region(gen *g, gen_region_kind kind, uint32_t parent);
uint32_t gen_add_group(gen *g, uint32_t region, bool is_empty_stack);
void gen_load(gen *g, uint32_t type);  /* a local of the type */
void gen_store(gen *g, uint32_t type); /* the same */
void gen_local(gen *g, bool is_store, uint32_t index);
void gen_arg(gen *g, bool is_store, uint32_t type);
void gen_const(gen *g, int32_t value);

/* ---- values (sim_gen_value.c) ---- */
void gen_int(gen *g, uint32_t nest);
/* Arguments and call; pushes nothing for SIM_TYPE_VOID. */
void gen_call(gen *g, uint32_t type, uint32_t nest, uint8_t prefixes);
/* Value of the method's return type, if any. */
void gen_return_value(gen *g, uint32_t nest);

/* ---- && and || (sim_gen_bool.c) ---- */
/* Jumps to label when a random condition equals `sense`, else goes on. */
void gen_cond(gen *g, uint32_t label, bool sense, uint32_t nest);
/* Pushes a random bool. `is_known`: the instruction that takes it says bool. True when the value is
 * a whole && or || whose operands tell everything. */
bool gen_bool(gen *g, bool sense, uint32_t nest, bool is_known);
/* brtrue or brfalse after a value made by gen_bool(). */
void gen_branch_on(gen *g, bool is_whole, bool sense, uint32_t label);
/* A statement that makes a bool and stores, passes or tests it. */
void gen_bool_statement(gen *g, uint32_t nest);

/* ---- statements ---- */
/* True when control may go on after it. */
bool gen_block(gen *g, uint32_t group, uint32_t nest);
bool gen_try(gen *g, uint32_t group, uint32_t nest);
/* leave to some statement outside (or, not crossing anything, inside) the region. */
void gen_leave(gen *g, uint32_t region);

#endif
