/* State of one execution; shared by sim_interp.c (instructions) and sim_unwind.c (regions,
 * exceptions). */
#ifndef SIM_RUN_H
#define SIM_RUN_H

#include "sim.h"

typedef enum scope_kind { SCOPE_LEAVE, SCOPE_UNWIND, SCOPE_CATCH, SCOPE_FILTER } scope_kind;

/* A handler or filter that is being run. */
typedef struct scope {
    scope_kind kind;
    uint32_t clause; /* whose handler (filter) runs */
    uint32_t from;   /* instruction that left or threw */
    uint32_t target; /* leave: instruction; unwind: the clause that catches, SIM_NONE: a caller */
    uint32_t exception; /* class */
} scope;

enum { MAX_SCOPES = SIM_MAX_CLAUSES + 2, SIM_ARGS = 9, SIM_FIELDS = 3 };

/* What was stored, once something was: before that the oracle says what is loaded. */
typedef struct sim_cell {
    bool is_stored;
    int64_t value;
} sim_cell;

typedef struct run {
    const sim_prog *prog;
    const sim_world *world;
    sim_rand oracle;
    sim_trace *trace;
    const sim_trace *expected;
    sim_claims *claims; /* NULL: none are checked */
    sim_truth *truth;
    sim_counters *counters;
    sim_report *report;
    bool is_over;
    uint32_t pc;
    uint32_t depth;
    int64_t stack[SIM_MAX_STACK];
    int64_t locals[SIM_LOCALS + SIM_NEW_LOCALS]; /* the last ones are the rewriter's */
    sim_cell args[SIM_ARGS];
    sim_cell fields[SIM_FIELDS]; /* by SIM_TYPE_; of any object, as if there were one */
    int64_t lane;                   /* value of the thread-static field */
    uint32_t in_lane; /* RW_PROBE_TEST: the counter that was stored in the lane alone; SIM_NONE */
    uint32_t scope_count;
    scope scopes[MAX_SCOPES];
} run;

void sim_finish(run *r, sim_end end);
/* An instruction of the original begins. */
void sim_check_claims(run *r, uint32_t insn);
/* The body did what none may do. */
void sim_bad(run *r, const char *what);
uint32_t sim_draw(run *r);
void sim_push(run *r, int64_t value);
int64_t sim_pop(run *r);

/* An exception of a class at r->pc. */
void sim_raise(run *r, uint32_t exception);
void sim_rethrow(run *r);
/* A leave from `from` to `target`: finally handlers from clause `next` on, then the target. */
void sim_leave(run *r, uint32_t from, uint32_t target, uint32_t next);
void sim_end_finally(run *r);
void sim_end_filter(run *r);

#endif
