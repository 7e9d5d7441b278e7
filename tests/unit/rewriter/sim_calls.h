/* The simulation of rw_add_calls(): a new body that has calls, too. */
#ifndef SIM_CALLS_H
#define SIM_CALLS_H

#include "rewriter/rewrite/rw_calls.h"
#include "sim.h"

typedef struct sim_called {
    bool is_on; /* the body was made */
    rw_calls calls;
    sim_prog prog;
    sim_counters counters;
} sim_called;

/* Adds random calls to the body of `result`, whose program is `rewritten`. */
void sim_called_make(sim_called *c, const rw_result *result, const sim_prog *rewritten,
                     const sim_prog *original, sim_rand *rnd, cc_arena *arena, sim_report *report);
/* False where the original ends in a tail call that is an ordinary one in the body with calls. */
bool sim_called_may_run(const sim_called *c, const sim_trace *original);
/* The calls of an execution that had this trace. */
void sim_called_check(const sim_called *c, const sim_prog *original, const sim_truth *truth,
                      const sim_trace *trace, sim_report *report);

#endif
