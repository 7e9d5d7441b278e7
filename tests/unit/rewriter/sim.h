/* Proof by simulation of the rewriter (docs/probe-plan.md, invariants).
 *
 *     sim_generate: random method body as IL bytes  -> il_decode, probe_plan_make, rw_rewrite
 *     sim_run:      original and new body, interpreted with the same random values and exceptions
 *     sim_check_*:  what was seen in the original = what the plan infers from the counters
 *
 * Nothing here asks src/rewriter about opcodes, flow or types: sim_ops.c, sim_flow.c and
 * sim_interp.c are a second opinion. An instruction of the generator is one instruction of il.h.
 * Threads: none; a parallel run forks. */
#ifndef SIM_H
#define SIM_H

#include "rewriter/il/il_propagate.h"
#include "rewriter/rewrite/rw.h"
#include "sim_rand.h"

enum {
    SIM_MAX_INSNS = 1200, /* of an original body */
    SIM_MAX_LABELS = 2400,
    SIM_MAX_GROUPS = 256,
    SIM_MAX_REGIONS = 256,
    SIM_MAX_CLAUSES = 64,
    SIM_MAX_TARGETS = 2048, /* switch entries of an original body */
    SIM_MAX_BYTES = 1 << 15,
    SIM_MAX_PASSES = 512, /* ends of operands that are ends of others, too */
    SIM_MAX_STACK = 64,
    SIM_MAX_NEW_INSNS = 36000,
    SIM_MAX_NEW_TARGETS = SIM_MAX_TARGETS,
    SIM_MAX_STEPS = 600 /* instructions of the original that one execution may begin */
};

#define SIM_NONE UINT32_MAX

/* What an instruction does, for the interpreter. */
typedef enum sim_kind {
    SIM_UNKNOWN,
    SIM_QUIET, /* pops, then pushes a value made of the popped ones */
    SIM_CONST,
    SIM_LDLOC,
    SIM_STLOC,
    SIM_LDARG, /* pushes an oracle value: quiet, but different each time */
    SIM_DUP,
    SIM_THROWING, /* pops; may throw or hang; pushes oracle values */
    SIM_CALL,     /* the same, pops and pushes by token */
    SIM_BR,
    SIM_COND,
    SIM_SWITCH,
    SIM_LEAVE,
    SIM_RET,
    SIM_JMP,
    SIM_THROW,
    SIM_RETHROW,
    SIM_ENDFILTER,
    SIM_ENDFINALLY
} sim_kind;

typedef enum sim_operand {
    SIM_OPERAND_NONE,
    SIM_OPERAND_1,
    SIM_OPERAND_2,
    SIM_OPERAND_4,
    SIM_OPERAND_8,
    SIM_OPERAND_LABEL,
    SIM_OPERAND_SWITCH
} sim_operand;

/* Facts of an opcode, written down here a second time. `code` is the first byte, or 0xFE00 +
 * second. */
typedef struct sim_op {
    uint16_t code;
    uint16_t long_code; /* branches: the form with four bytes */
    uint8_t kind;
    uint8_t operand;
    uint8_t pops, pushes;
} sim_op;

/* NULL for an opcode the simulation does not use. */
const sim_op *sim_op_of(uint16_t code);
/* Opcode as code of sim_op. */
uint16_t sim_code_of(const il_insn *insn);

/* ---- tokens: what they mean in the simulation ---- */

enum {
    SIM_TYPE_OTHER = 0,
    SIM_TYPE_BOOL = 1,
    SIM_TYPE_UNKNOWN = 2,
    SIM_TYPE_VOID = 3,
    SIM_TOKEN_CALL = 0x0A000000,  /* + arguments << 4 + SIM_TYPE_ */
    SIM_TOKEN_CALLI = 0x11000000, /* the same; arguments without the function pointer */
    SIM_TOKEN_FIELD = 0x04000000, /* + SIM_TYPE_ */
    SIM_TOKEN_CLASS = 0x01000001, /* + class; SIM_CLASSES: everything */
    SIM_CLASSES = 3,
    SIM_LOCALS = 12, /* type: index % 3 */
    SIM_PROBE_SIG = 0x110FFFFF,
    SIM_PROBE_CALL = 0x0A0FFFFF,
    SIM_LANE_SIG = 0x110FFFFE, /* of the function that gives the thread its lane */
    SIM_LANE_FIELD = 0x0A0FFFFD,
    SIM_LANE_LOCAL = SIM_LOCALS, /* after the variables of the body */
    SIM_BEFORE_LOCAL,
    SIM_VALUE_LOCAL,
    SIM_NEW_LOCALS = 3,
    SIM_LANE = 0x10000,        /* address of the lane */
    SIM_NO_LANE = 0x66660000,  /* what a variable holds that has the lane of another thread */
    SIM_LANE_FUNCTION = 0x7654 /* first word of what gives it */
};

/* Calls at the beginning and the end of a body (sim_calls.c): signatures, functions, argument. */
enum { SIM_ENTER_SIG = SIM_TOKEN_CALLI + 0x23, SIM_END_SIG = SIM_TOKEN_CALLI + 0x13 };
/* The same with a flow: methods, the signature of the end in a state machine, and its field. */
enum {
    SIM_FLOW_ENTER = SIM_TOKEN_CALL + 0x30,
    SIM_FLOW_LEAVE = SIM_TOKEN_CALL + 0x33,
    SIM_FLOW_END = SIM_TOKEN_CALLI + 0x23,
    SIM_FLOW_FIELD = 0x0A0FFFFC,
    SIM_FLOW_LANE = 0x20000,     /* what the field has */
    SIM_FLOW_BEFORE = 0x77770001 /* what the entry returns */
};
#define SIM_ENTER_FUNCTION 0x7F4400000010
#define SIM_ENDED_FUNCTION 0x7F4400000020
#define SIM_THREW_FUNCTION 0x7F4400000030
#define SIM_CALLS_ARGUMENT 0x7F4400001000

/* ---- generated bodies ---- */

enum {
    SIM_FLAG_FORK = 1 << 0, /* before the instruction an operand of && or || is on the stack */
    SIM_FLAG_REPEAT = 1 << 1,   /* brtrue/brfalse that repeats what operands said */
    SIM_FLAG_BY_LOCAL = 1 << 2, /* ... through a local: the instruction before is its ldloc */
    SIM_FLAG_LONG = 1 << 3,     /* keep the long branch */
    SIM_FLAG_STATEMENT = 1 << 4,
    SIM_FLAG_VISIBLE = 1 << 5,
    SIM_FLAG_HIDDEN = 1 << 6,
    SIM_FLAG_NO_THREAD = 1 << 7, /* branches must not be led past this br */
    SIM_FLAG_WHOLE = 1 << 8,     /* takes the value of a whole && or || */
    SIM_FLAG_UNWRITTEN = 1 << 9  /* a constant that nobody wrote: no visible point */
};

typedef struct sim_instr {
    uint16_t code;
    uint8_t prefixes; /* IL_PREFIX_ bits */
    uint16_t flags;
    uint32_t target; /* branches: label, later instruction; switch: first entry in targets */
    uint32_t target_count;
    uint32_t offset;
    uint32_t size;
    int64_t operand;
} sim_instr;

typedef struct sim_clause {
    uint32_t kind; /* as in the metadata: 0, 1, 2, 4 */
    uint32_t try_start, try_end, filter_start, handler_start, handler_end, token;
} sim_clause;

/* The br or ret at `end` was led past the end of an operand at `last`: both are ends of it now. */
typedef struct sim_pass {
    uint32_t end, last;
} sim_pass;

typedef struct sim_case {
    uint64_t seed;
    cc_span choices; /* for sim_generate(): the first numbers that it takes, by sim_rand.h */
    uint32_t count;
    sim_instr instrs[SIM_MAX_INSNS];
    uint32_t target_count;
    uint32_t targets[SIM_MAX_TARGETS];
    uint32_t clause_count;
    sim_clause clauses[SIM_MAX_CLAUSES];
    uint32_t point_count;
    probe_point points[SIM_MAX_INSNS];
    uint32_t pass_count;
    sim_pass passes[SIM_MAX_PASSES];
    uint32_t returns; /* SIM_TYPE_ */
    bool has_locals;
    uint32_t code_offset, code_size;
    uint32_t size;
    _Alignas(8) uint8_t bytes[SIM_MAX_BYTES];
} sim_case;

/* Makes the instructions and clauses of the seed's body. False when they did not fit the limits
 * (take another seed). */
bool sim_generate(sim_case *out, uint64_t seed);
/* Marks instructions as starts of sequence points (called by sim_generate). */
void sim_place_points(sim_case *c, sim_rand *rnd, bool is_debug);
/* Header, code, clauses and points from the instructions. False when they do not fit. */
bool sim_assemble(sim_case *c, uint32_t max_stack);

il_resolver sim_resolver(sim_case *c);
/* Pops and pushes of a call token. */
void sim_call_effect(uint16_t code, uint32_t token, uint32_t *pops, uint32_t *pushes);

/* ---- programs: a decoded body made ready to be run ---- */

typedef struct sim_insn {
    uint16_t code;
    uint8_t kind;
    uint8_t pops, pushes;
    uint8_t prefixes;
    uint8_t type; /* SIM_TYPE_ of what a call or load pushes */
    uint32_t target;
    uint32_t target_count;
    uint32_t old; /* instruction of the original, SIM_NONE for what the rewriter put in */
    int64_t operand;
} sim_insn;

typedef struct sim_prog {
    uint32_t count;
    uint32_t target_count;
    uint32_t clause_count;
    uint32_t max_stack; /* as the header says; of the original what sim_check_flow() found */
    uint32_t returns;
    sim_clause clauses[SIM_MAX_CLAUSES];
    uint32_t targets[SIM_MAX_NEW_TARGETS];
    sim_insn insns[SIM_MAX_NEW_INSNS];
    bool
        is_label[SIM_MAX_NEW_INSNS]; /* new bodies: control arrives here for instruction label_of */
    uint32_t label_of[SIM_MAX_NEW_INSNS];
    int16_t depth[SIM_MAX_NEW_INSNS]; /* on entry of the instruction; -1: not reachable */
} sim_prog;

/* Failure text of a check; the first one stays. */
typedef struct sim_report {
    bool failed;
    char text[400];
} sim_report;

void sim_fail(sim_report *report, const char *fmt, ...) CC_PRINTF(2, 3);

/* From what the generator made; instruction i is instruction i of the original. */
void sim_prog_make(sim_prog *prog, const sim_case *c, sim_report *report);
/* From a decoded body; `old` is SIM_NONE everywhere. */
void sim_prog_load(sim_prog *prog, const il_body *body, uint32_t returns, sim_report *report);
/* The decoder saw what the generator made. */
void sim_check_decode(const sim_case *c, const il_body *body, sim_report *report);
/* Sets `old` of the new body's instructions and checks that all instructions of the original are
 * there, in order, with the same operands and targets; leave and switch may go through stubs. */
void sim_prog_match(sim_prog *prog, const il_body *new_body, const sim_prog *original,
                    const probe_plan *plan, const rw_result *result, const rw_probe *probe,
                    sim_report *report);
/* Sets depth and checks invariant 5: depths agree at joins, no branch across regions, endfilter
 * last, no fall off a region or the code, ret after tail calls. *max_stack: the depth needed. */
void sim_check_flow(sim_prog *prog, uint32_t *max_stack, sim_report *report);

/* ---- execution ---- */

typedef enum sim_end {
    SIM_END_RETURN,
    SIM_END_TAIL, /* tail call or jmp */
    SIM_END_UNWIND,
    SIM_END_CRASH, /* nobody catches: no second pass */
    SIM_END_HANG,
    SIM_END_KILL, /* step limit or chosen step */
    SIM_END_BAD,  /* the body did what no body may do; see report */
    SIM_END_COUNT
} sim_end;

/* How an execution is to go; the same for both bodies. */
typedef struct sim_world {
    uint64_t seed;
    uint32_t throw_per_mille, hang_per_mille, crash_percent;
    uint32_t max_old; /* instructions of the original that may begin */
    uint32_t max_new; /* instructions at all; 0: derived from max_old */
} sim_world;

typedef struct sim_trace {
    sim_end end;
    uint32_t draws; /* numbers taken from the oracle */
    uint32_t steps; /* instructions begun, inserted ones too */
    uint32_t count; /* instructions of the original begun */
    uint16_t insns[SIM_MAX_STEPS];
} sim_trace;

/* What really happened in the original. */
typedef struct sim_truth {
    uint64_t begun[SIM_MAX_INSNS];
    uint64_t taken[SIM_MAX_INSNS];    /* conditional branches */
    uint64_t fall[SIM_MAX_INSNS];     /* conditional branches and switches */
    uint64_t top_true[SIM_MAX_INSNS]; /* value on top of the stack before the instruction */
    uint64_t top_false[SIM_MAX_INSNS];
    uint64_t entry[SIM_MAX_TARGETS]; /* switch table entries */
} sim_truth;

/* Calls that the new body did, and how many instructions of the original had begun by then. */
typedef struct sim_events {
    uint32_t enters, ended, threw, leaves;
    uint32_t begun_at_enter, begun_at_end;
} sim_events;

typedef struct sim_counters {
    rw_probe probe;
    bool has_calls, has_flow;
    sim_events events;
    uint32_t count;
    uint64_t values[SIM_MAX_NEW_INSNS];
} sim_counters;

/* What il_propagate() says of a body, and how often it was put to the test (sim_claims.c). */
typedef struct sim_claims {
    bool is_reached[SIM_MAX_INSNS];
    /* What the local, argument or field holds that the instruction loads */
    il_known loaded[SIM_MAX_INSNS];
    uint64_t constants;   /* loads of what is a constant or not null */
    uint64_t unreached;   /* instructions that code leads to, and no way that can be taken */
} sim_claims;

/* CC_OK, or a failure in the report. */
void sim_make_claims(sim_claims *claims, const il_body *body, cc_arena *arena, sim_report *report);
/* As sim_run_original(); claims that are wrong are failures. */
void sim_run_claimed(const sim_prog *prog, const sim_world *world, sim_claims *claims,
                     sim_trace *trace, sim_truth *truth, sim_report *report);

/* Runs the original: fills trace, and truth if not NULL. */
void sim_run_original(const sim_prog *prog, const sim_world *world, sim_trace *trace,
                      sim_truth *truth, sim_report *report);
/* Runs a new body: counters are added up. `expected`: instructions must begin in this order; *trace
 * has end, draws and steps only. */
void sim_run_new(const sim_prog *prog, const sim_world *world, const sim_trace *expected,
                 sim_counters *counters, sim_trace *trace, sim_report *report);

/* ---- checks ---- */

/* Of operands with several ends: the last one, or one before it. */
typedef enum sim_operand_end { SIM_END_NONE, SIM_END_EARLY, SIM_END_LAST } sim_operand_end;

/* By instruction. */
typedef struct sim_told {
    uint8_t end[SIM_MAX_INSNS];      /* sim_operand_end */
    uint32_t sources[SIM_MAX_INSNS]; /* branches to it */
    uint32_t source[SIM_MAX_INSNS];  /* the last of them */
    uint32_t first_source[SIM_MAX_INSNS];
    bool statement[SIM_MAX_INSNS]; /* a visible point that the user's code may begin at */
    bool value[SIM_MAX_INSNS]; /* on the stack before it is a value that operands have told */
    bool fork[SIM_MAX_INSNS];  /* the plan must have a fork before it */
    bool part[SIM_MAX_INSNS];  /* ... which is not a decision by itself */
} sim_told;

void sim_find_told(const sim_case *c, const sim_prog *original, sim_told *told);

/* Invariants 4, 6 and 8: forks, repeated decisions, switch arms, counters. `original` has depth. */
void sim_check_plan(const sim_case *c, const sim_prog *original, const probe_plan *plan,
                    bool is_oracle, sim_report *report);
/* Two plans made from the same arguments are equal. */
void sim_check_same_plan(const probe_plan *a, const probe_plan *b, sim_report *report);

/* Values of points and arms against the truth, off by at most `slack`; as counts, and as bits when
 * `slack` is 0. *is_off: something was off. */
void sim_check_values(const sim_case *c, const sim_prog *original, const probe_plan *plan,
                      const sim_counters *counters, const sim_truth *truth, uint32_t slack,
                      bool *is_off, sim_report *report);

/* ---- all together ---- */

typedef struct sim_stats {
    uint64_t bodies, skipped, insns, with_clauses, with_forks, forks, counters, wanted, bytes;
    uint64_t executions[SIM_END_COUNT];
    uint64_t killed_off; /* killed executions with a value off by one */
    uint64_t constants;  /* loads of values that il_propagate() knows */
    uint64_t unreached;  /* instructions that it knows never to run */
    uint64_t with_calls; /* executions of bodies that call at their beginning or end */
    uint64_t failures;
} sim_stats;

typedef struct sim_lab sim_lab;

/* `verifies`: rw_verify is asked, too; without it the simulation stands alone (for mutants). */
sim_lab *sim_lab_new(bool verifies);
void sim_lab_free(sim_lab *lab);
/* The generator's first choices of the bodies that follow; borrowed. None at first. */
void sim_lab_choices(sim_lab *lab, cc_span choices);
/* One body with all its checks. False on a mismatch; *report says which. */
bool sim_lab_body(sim_lab *lab, uint64_t seed, sim_stats *stats, sim_report *report);
/* The body of the last call, as text and bytes. */
void sim_lab_print(const sim_lab *lab, cc_buf *out);
/* Instructions of the body of the last call. */
uint32_t sim_lab_insns(const sim_lab *lab);

void sim_stats_add(sim_stats *to, const sim_stats *from);

#endif
