/* Rewriting: a body and its probe plan give a new body with probes.
 *
 * The layout rules are in docs/probe-plan.md, section "Placing". The header is fat, and so are the
 * clauses, in the order read. The probe of an atom is before its first instruction (before
 * prefixes). Stubs are directly after their branch and so inside its protected region. Nothing is
 * between a tail. call and its ret. Branches get the short form where it reaches, so that a body
 * without branches grows by its probes only.
 *
 * Pure functions: no file, thread, clock or environment. Time is linear in the body. */
#ifndef RW_H
#define RW_H

#include "rewriter/plan/probe_plan.h"

typedef enum rw_probe_kind {
    RW_PROBE_STORE,   /* once mode: store byte 1 at the counter's address:
                         ldc.i4 address; conv.u; ldc.i4.1; stind.i1 -- 8 bytes, 12 with ldc.i8 */
    RW_PROBE_CHECKED, /* once mode: as RW_PROBE_STORE, but in loops the store runs only if the byte
                       * is not 1 yet: ldc.i4 address; conv.u; ldind.u1; ldc.i4.1; beq.s past the
                       * store; and the store -- 18 bytes, 26 with ldc.i8 */
    RW_PROBE_CALL,    /* exact mode: calli of a native void(uint64_t *counter), cdecl:
                         ldc address; conv.u; ldc function; conv.u; calli token -- 17 to 25 bytes */
    RW_PROBE_INLINE,  /* exact mode: Interlocked.Increment(ref long):
                         ldc address; conv.u; call token; pop -- 12 or 16 bytes */
    RW_PROBE_LANE,    /* exact mode: adds 1 in the lane of the thread, whose address the entry of
                       * the body stores in a local variable: ldloc lane; ldc.i8 offset; add; dup;
                       * ldind.i; ldc.i4.1; add; stind.i -- 16, 17 or 19 bytes */
    RW_PROBE_TEST     /* once mode, tests at the same time: unless the byte in the lane of the test
                       * is set, stores 1 there and at the counter's address: ldloc lane; ldc.i8
                       * home; add; ldind.u1; brtrue.s past; ldloc lane; ldc.i8 home; add;
                       * ldc.i4.1; stind.i1; ldc.i4 address; conv.u; ldc.i4.1; stind.i1 -- 35 bytes,
                       * up to 45 with ldc.i8 and long forms of ldloc */
} rw_probe_kind;      /* ldc.i4 when all addresses of the body are below 2 GiB, else ldc.i8 */

/* What RW_PROBE_LANE needs in addition. A body with probes begins with an entry, which runs once
 * per call. A method that the runtime suspends also has an entry after each suspension, and where a
 * handler or a filter begins:
 *
 *         ldsfld field; stloc lane; ldloc lane; brtrue.s known
 *         ldc giver; conv.u; ldind.i; stloc lane
 *         ldc giver; conv.u; ldloc lane; calli token; stloc lane
 *         ldloc lane; stsfld field
 *  known: the body
 *
 * The entry of RW_PROBE_TEST is shorter: ldsfld field; stloc lane.
 */
typedef struct rw_lane {
    /* Token of a thread-static field, native int: the address of the lane, initially 0.
     * RW_PROBE_TEST: the distance of the lane of the test from the home lane, where the thread hits
     * counters on behalf of no test */
    uint32_t field;
    /* Address of the giver, which gives the thread its lane: its first word is the address of a
     * native function, to which the entry passes the giver's address. RW_PROBE_TEST: address of the
     * counter of index 0 in the home lane */
    uint64_t giver;
    /* Token of the new body's locals: the variables of the old body and a native int after them */
    uint32_t local_sig;
    uint32_t local; /* index of that variable; at most RW_MAX_LOCAL */
    /* By old instruction: the runtime may suspend the method in it, and resume after it on another
     * thread, which has another lane. None of these instructions is a tail. call. NULL: the frame
     * stays on its thread. Borrowed. */
    const bool *suspends;
} rw_lane;
#define RW_MAX_LOCAL 0xFFFDu

typedef struct rw_probe {
    rw_probe_kind kind;
    /* address of the counter of index 0; RW_PROBE_LANE: its offset in the lane; the offsets of all
     * counters are below 2 GiB */
    uint64_t base;
    uint32_t stride;   /* bytes between counters: 1 (once) or 8 (exact) */
    uint64_t function; /* RW_PROBE_CALL: address of the native function */
    /* RW_PROBE_CALL, RW_PROBE_LANE: StandAloneSig token of the function; RW_PROBE_INLINE: MemberRef
     * token */
    uint32_t token;
    bool force_wide; /* always use the form for addresses above 2 GiB (tests) */
    rw_lane lane;
} rw_probe;

/* The body keeps the lane in a variable, see rw_lane. */
static inline bool rw_has_lane(const rw_probe *probe) {
    return probe->kind == RW_PROBE_LANE || probe->kind == RW_PROBE_TEST;
}

/* COR_IL_MAP as ICorProfilerInfo::SetILInstrumentedCodeMap takes it. */
typedef struct rw_map_entry {
    uint32_t old_offset;
    uint32_t new_offset;
    int32_t accurate; /* BOOL */
} rw_map_entry;

typedef struct rw_site {
    uint32_t offset;       /* offset of the probe in the new code */
    uint32_t counter : 24; /* plan counter index; PROBE_MAX_NODES is below 2^24 */
    uint32_t size : 8;     /* bytes of the probe, its check included */
} rw_site;

typedef struct rw_result {
    cc_span body;         /* header, code, sections; 4-byte aligned */
    uint32_t code_offset; /* offset of the code in `body` */
    uint32_t code_size;
    /* Bytes before the first old instruction, which no branch leads to; else 0 */
    uint32_t entry_size;
    /* one entry for each old instruction, by offset; the first is 0 -> 0 */
    rw_map_entry *map;
    uint32_t map_count;
    rw_site *sites; /* by offset, one for each node with a counter */
    uint32_t site_count;
    uint32_t probe_size; /* bytes of a probe without check */
} rw_result;

/* clrcov rewrites larger bodies, too, but the JIT does not optimise them (its MinOpts limits). The
 * sizes are in rw_result; the caller counts such bodies. */
#define RW_JIT_MAX_CODE 60000u
#define RW_JIT_MAX_BLOCKS 2000u

/* Rewrites the plan's body. Memory of `arena`, scratch included; `plan` with its body must outlive
 * the call only. CC_E_LIMIT when max stack or code size do not fit, CC_E_FORMAT when control could
 * run off the end of the code (no runtime accepts that), CC_E_USAGE when the counters' addresses
 * overflow, CC_E_NOMEM. */
CC_NODISCARD cc_err rw_rewrite(rw_result *out, const probe_plan *plan, const rw_probe *probe,
                               cc_arena *arena);

/* Shortens the map for the runtime, in place; returns the number of entries left. The runtime keeps
 * a copy as long as the code lives. It walks the copy from its start for each boundary of the code
 * that it compiles, which is quadratic in long bodies (200,000 instructions: 17 seconds). The
 * function keeps the entries that decide the line of a frame: the first, instructions with a
 * sequence point, and instructions that may throw. When these are more than RW_MAP_LONG, it keeps
 * only the first and the instructions with a point. `points` holds the points' offsets in the old
 * code, increasing. Do not shorten before rw_verify(), which needs every entry. */
#define RW_MAP_LONG 4096u
uint32_t rw_shorten_map(rw_map_entry *map, uint32_t count, const il_body *old,
                        const uint32_t *points, uint32_t point_count);

/* Decodes `result` and checks it against its plan. The header is right, the clauses have their old
 * kinds, tokens and order, and nest properly. All old instructions are present, in order, with
 * their old operands. Every edge has its old target and passes exactly the probes of the plan.
 * Nothing else is added; the offset map and the sites are right.
 *
 * Then checks the rules of IL, each only if the old body keeps it (hostile bodies and dead code
 * need not). Branch targets are inside their regions, control does not fall off the end, endfilter
 * is last in its filter, and a ret follows every tail. call. The stack depth is equal at every join
 * point and within max stack.
 *
 * `resolver` gives pops and pushes of calls. A token that the resolver does not know ends the depth
 * check of that path only; a NULL resolver knows none. CC_E_MISMATCH with a message naming the
 * offset, CC_E_NOMEM. */
CC_NODISCARD cc_err rw_verify(const rw_result *result, const probe_plan *plan,
                              const rw_probe *probe, const il_resolver *resolver, cc_arena *arena);

#endif
