/* The checks that rw_verify() consists of. Internal. All return CC_E_MISMATCH, with an offset in
 * the body that was checked, or CC_E_NOMEM. Scratch memory is of `arena`. */
#ifndef RW_CHECK_H
#define RW_CHECK_H

#include "rewriter/rewrite/rw.h"

/* The calls inside probes; the resolver need not know their tokens. */
typedef struct rw_probe_calls {
    const bool *is_call; /* by instruction */
    uint32_t pops, pushes;
} rw_probe_calls;

/* Checks the stack depth: no underflow, equal at every join point, never above max stack. Handlers
 * of catch and filter start with one value, handlers of finally and fault with none; leave empties
 * the stack. A call that the resolver does not know ends the check of its path. With `dead_too` the
 * function also checks unreachable code, from depth 0 (ECMA-335 III.1.7.5). `calls` may be NULL. */
CC_NODISCARD cc_err rw_check_depth(const il_body *body, const il_resolver *resolver,
                                   const rw_probe_calls *calls, bool dead_too, cc_arena *arena);

/* Checks control flow and regions. No branch or fall-through crosses a region border, except to the
 * first instruction of a try. No leave leads out of finally, fault or filter, and ret is outside
 * all regions. endfilter is exactly at the end of each filter, and endfinally is in finally or
 * fault. A ret follows a tail. call, and control does not run off the end. */
CC_NODISCARD cc_err rw_check_regions(const il_body *body, cc_arena *arena);

/* Result of rw_match() that the depth check needs. */
typedef struct rw_matched {
    bool *is_probe_call; /* by new instruction */
} rw_matched;

/* Compares both bodies: probes are exactly at the plan's places, and every old instruction is
 * present in order. Every edge has its old target and passes exactly the probes of the plan.
 * Nothing else is added. */
CC_NODISCARD cc_err rw_match(rw_matched *out, const rw_result *result, const il_body *new_body,
                             const probe_plan *plan, const rw_probe *probe, cc_arena *arena);

#endif
