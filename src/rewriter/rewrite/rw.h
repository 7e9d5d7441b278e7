/* Rewriting: a body and its probe plan give a new body with probes.
 *
 * The layout rules are in docs/probe-plan.md, section "Placing": fat header, fat clauses in the
 * order read; the probe of an atom in front of its first instruction (before prefixes); stubs
 * directly behind their branch and so inside its protected region; nothing between a tail. call and
 * its ret. Branches get the short form where it reaches, so that a body without branches grows by
 * its probes only.
 *
 * Pure functions: no file, thread, clock or environment. Time is linear in the body. */
#ifndef RW_H
#define RW_H

#include "rewriter/plan/probe_plan.h"

typedef enum rw_probe_kind {
    RW_PROBE_STORE,   /* once mode: store byte 1 at the counter's address:
                         ldc.i4 address; conv.u; ldc.i4.1; stind.i1 -- 8 bytes, 12 with ldc.i8 */
    RW_PROBE_CHECKED, /* once mode: the same, but in loops only if the byte is not 1 yet:
                         ldc.i4 address; conv.u; ldind.u1; ldc.i4.1; beq.s behind; and the store -- 18
                         bytes, 26 with ldc.i8 */
    RW_PROBE_CALL,    /* exact mode: calli of a native void(uint64_t *counter), cdecl:
                         ldc address; conv.u; ldc function; conv.u; calli token -- 17 to 25 bytes */
    RW_PROBE_INLINE,  /* exact mode: Interlocked.Increment(ref long):
                         ldc address; conv.u; call token; pop -- 12 or 16 bytes */
    RW_PROBE_LANE     /* exact mode: add 1 in the lane of the thread, whose address the entry of the
                         body has put into a local variable: ldloc lane; ldc.i8 offset; add; dup;
                         ldind.i; ldc.i4.1; add; stind.i -- 16, 17 or 19 bytes */
} rw_probe_kind;      /* ldc.i4 when all addresses of the body are below 2 GiB, else ldc.i8 */

/* What RW_PROBE_LANE needs besides. Before a body with probes comes its entry, once for each call; in
 * a method that the runtime suspends also after each suspension, and where a handler or a filter
 * begins:
 *
 *         ldsfld field; stloc lane; ldloc lane; brtrue.s known
 *         ldc giver; conv.u; ldind.i; stloc lane
 *         ldc giver; conv.u; ldloc lane; calli token; stloc lane
 *         ldloc lane; stsfld field
 *  known: the body */
typedef struct rw_lane {
    /* Token of a thread-static field, native int: the address of the lane, 0 at first */
    uint32_t field;
    /* Address of what gives the thread its lane: its first word is that of a native function, which
     * gets this address. */
    uint64_t giver;
    /* Of the new body: the variables of the old one and a native int behind them */
    uint32_t local_sig;
    uint32_t local; /* index of that variable; at most RW_MAX_LOCAL */
    /* By old instruction: the runtime may suspend the method in it, and go on after it on another
     * thread, which has another lane. None of them is a tail. call. NULL: the frame stays on its
     * thread. Borrowed. */
    const bool *suspends;
} rw_lane;
#define RW_MAX_LOCAL 0xFFFDu

typedef struct rw_probe {
    rw_probe_kind kind;
    /* address of the counter of index 0; RW_PROBE_LANE: its offset in the lane, below 2 GiB with
     * all others */
    uint64_t base;
    uint32_t stride;   /* bytes between counters: 1 (once) or 8 (exact) */
    uint64_t function; /* RW_PROBE_CALL: address of the native function */
    /* RW_PROBE_CALL, RW_PROBE_LANE: StandAloneSig token of the function; RW_PROBE_INLINE: MemberRef
     * token */
    uint32_t token;
    bool force_wide; /* use the form for addresses above 2 GiB in any case (tests) */
    rw_lane lane;
} rw_probe;

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

/* Larger bodies are rewritten all the same, but the JIT does not optimise them (its MinOpts
 * limits). The sizes are in rw_result; the caller counts such bodies. */
#define RW_JIT_MAX_CODE 60000u
#define RW_JIT_MAX_BLOCKS 2000u

/* Rewrites the plan's body. Memory of `arena`, scratch included; `plan` with its body must outlive
 * the call only. CC_E_LIMIT when max stack or code size do not fit, CC_E_FORMAT when control could
 * run off the end of the code (no runtime accepts that), CC_E_USAGE when the counters' addresses
 * overflow, CC_E_NOMEM. */
CC_NODISCARD cc_err rw_rewrite(rw_result *out, const probe_plan *plan, const rw_probe *probe,
                               cc_arena *arena);

/* Shortens the map for the runtime, in place; returns the number of entries left. The runtime keeps
 * a copy as long as the code lives, and walks it from its start for each boundary of the code that
 * it compiles, which is quadratic in long bodies (200,000 instructions: 17 seconds). Kept are the
 * entries that decide the line of a frame: the first, instructions with a sequence point, and
 * instructions that may throw; when these are more than RW_MAP_LONG, only the first and those with
 * a point. `points` holds the points' offsets in the old code, increasing. Do not shorten before
 * rw_verify(), which needs every entry. */
#define RW_MAP_LONG 4096u
uint32_t rw_shorten_map(rw_map_entry *map, uint32_t count, const il_body *old,
                        const uint32_t *points, uint32_t point_count);

/* Decodes `result` and checks it against its plan: header; clauses (same kinds, tokens and order,
 * proper nesting); all old instructions present, in order, with the same operands; every edge with
 * its old destination, passing exactly the probes of the plan; nothing else added; offset map and
 * sites right.
 *
 * Then the rules of IL, each only if the old body keeps it (hostile bodies and dead code need not):
 * branch targets inside their regions, no fall off the end, endfilter last in its filter, ret
 * behind every tail. call, stack depth equal at every join and within max stack.
 *
 * `resolver` gives pops and pushes of calls. A token that it does not know ends the depth check of
 * that path only; a NULL resolver knows none. CC_E_MISMATCH with a message naming the offset,
 * CC_E_NOMEM. */
CC_NODISCARD cc_err rw_verify(const rw_result *result, const probe_plan *plan,
                              const rw_probe *probe, const il_resolver *resolver, cc_arena *arena);

#endif
