/* The forms of probes as bytes: sizes and code. See rw_probe_kind and rw_lane in rw.h. */
#include "rewriter/rewrite/rw_bytes.h"
#include "rewriter/rewrite/rw_internal.h"

enum { LOW_LIMIT_BITS = 31 };
enum { STORE_SIZE = 2, CHECK_SIZE = 4 }; /* ldc.i4.1; stind.i1 and ldind.u1; ldc.i4.1; beq.s */
/* with its token; ldc.i4; two bytes of an opcode or a short form */
enum { TOKEN_SIZE = 5, CONSTANT_SIZE = 5, LONG_CONSTANT_SIZE = 9, SHORT_SIZE = 2, LOCAL_SIZE = 4 };
enum { LAST_IN_OPCODE = 3 }; /* ldloc.3, stloc.3 */

static bool is_low(uint64_t address) {
    return address >> LOW_LIMIT_BITS == 0;
}

/* All probes of a body have one size, so that code that erases them needs one length. */
static bool is_wide(const rw_probe *probe, uint32_t counter_count) {
    uint64_t last = counter_count == 0 ? 0 : counter_count - 1;
    return probe->force_wide || !is_low(probe->base + probe->stride * last);
}

static uint32_t address_size(bool wide) {
    return (wide ? LONG_CONSTANT_SIZE : CONSTANT_SIZE) + 1; /* conv.u */
}

/* The constant, which is not the address of a counter, needs the wide form. */
static bool is_wide_constant(const rw_probe *probe, uint64_t value) {
    return probe->force_wide || !is_low(value);
}

/* ldloc or stloc of the lane. */
static uint32_t local_size(const rw_probe *probe) {
    uint32_t local = probe->lane.local;
    return local <= LAST_IN_OPCODE ? 1 : local <= UINT8_MAX ? SHORT_SIZE : LOCAL_SIZE;
}

static cc_err lane_size(const rw_probe *probe, uint64_t span, uint32_t *size) {
    enum { ADDING = 6 }; /* add; dup; ldind.i; ldc.i4.1; add; stind.i */
    if (probe->lane.local > RW_MAX_LOCAL || !is_low(probe->base + span)) {
        return cc_fail(CC_E_USAGE, "no place in a lane");
    }
    *size = local_size(probe) + LONG_CONSTANT_SIZE + ADDING;
    return CC_OK;
}

static cc_err test_size(const rw_probe *probe, uint64_t span, uint32_t address, uint32_t *size) {
    enum { LOOKING = 4, STORING = 3 }; /* add; ldind.u1; brtrue.s and add; ldc.i4.1; stind.i1 */
    if (probe->lane.local > RW_MAX_LOCAL || probe->lane.giver + span < probe->lane.giver) {
        return cc_fail(CC_E_USAGE, "no place in a lane");
    }
    uint32_t place = local_size(probe) + LONG_CONSTANT_SIZE;
    *size = place + LOOKING + place + STORING + address + STORE_SIZE;
    return CC_OK;
}

cc_err rw_probe_size(const rw_probe *probe, uint32_t counter_count, uint32_t *size,
                     uint32_t *check_size) {
    uint64_t span = (uint64_t)probe->stride * counter_count;
    if (probe->base + span < probe->base) {
        return cc_fail(CC_E_USAGE, "counters wrap around the address space");
    }
    uint32_t address = address_size(is_wide(probe, counter_count));
    *check_size = address + CHECK_SIZE;
    switch (probe->kind) {
    case RW_PROBE_STORE:
    case RW_PROBE_CHECKED:
        *size = address + STORE_SIZE;
        return CC_OK;
    case RW_PROBE_CALL:
        *size = address + address_size(is_wide_constant(probe, probe->function)) + TOKEN_SIZE;
        return CC_OK;
    case RW_PROBE_INLINE:
        *size = address + TOKEN_SIZE + 1; /* call; pop */
        return CC_OK;
    case RW_PROBE_LANE:
        return lane_size(probe, span, size);
    case RW_PROBE_TEST:
        return test_size(probe, span, address, size);
    }
    return cc_fail(CC_E_USAGE, "unknown kind of probe");
}

/* Returns the size of the code that the entry runs when the thread has no lane yet. */
static uint32_t asking_size(const rw_probe *probe) {
    return 2 * address_size(is_wide_constant(probe, probe->lane.giver)) + 1 + /* ldind.i */
           4 * local_size(probe) + 2 * TOKEN_SIZE;                            /* calli, stsfld */
}

uint32_t rw_entry_size(const rw_probe *probe) {
    if (probe->kind == RW_PROBE_TEST) {
        return TOKEN_SIZE + local_size(probe);
    }
    return probe->kind == RW_PROBE_LANE
               ? TOKEN_SIZE + 2 * local_size(probe) + SHORT_SIZE + asking_size(probe)
               : 0;
}

static void put_token(rw_bytes *w, il_op op, uint32_t token) {
    rw_put_op(w, op);
    rw_put_u32(w, token);
}

static void put_address(rw_bytes *w, uint64_t address, bool wide) {
    if (wide) {
        rw_put_op(w, IL_LDC_I8);
        rw_put_u64(w, address);
    } else {
        rw_put_op(w, IL_LDC_I4);
        rw_put_u32(w, (uint32_t)address);
    }
    rw_put_op(w, IL_CONV_U);
}

static void put_store(rw_bytes *w) {
#ifdef CLRCOV_NULL_PROBES
    rw_put_op(w, IL_POP);
    rw_put_op(w, IL_NOP);
#else
    rw_put_op(w, IL_LDC_I4_1);
    rw_put_op(w, IL_STIND_I1);
#endif
}

/* Branches past the store that follows if the byte is already 1. */
static void put_check(rw_bytes *w, uint64_t address, bool wide) {
    put_address(w, address, wide);
    rw_put_op(w, IL_LDIND_U1);
    rw_put_op(w, IL_LDC_I4_1);
    rw_put_op(w, IL_BEQ_S);
    rw_put_u8(w, address_size(wide) + STORE_SIZE);
}

/* Writes ldloc or stloc of the lane, in the shortest form that reaches. */
static void put_local(rw_bytes *w, const rw_probe *probe, il_op op) {
    if (probe->lane.local <= LAST_IN_OPCODE) {
        il_op first = op == IL_LDLOC ? IL_LDLOC_0 : IL_STLOC_0;
        rw_put_op(w, (il_op)(first + probe->lane.local));
    } else if (probe->lane.local <= UINT8_MAX) {
        rw_put_op(w, op == IL_LDLOC ? IL_LDLOC_S : IL_STLOC_S);
        rw_put_u8(w, probe->lane.local);
    } else {
        rw_put_op(w, op);
        rw_put_u8(w, il_op_get(op)->byte1);
        rw_put_u16(w, probe->lane.local);
    }
}

/* Unoptimised code has a variable in its frame for each dup, unless the JIT can clone the
 * duplicated value. It can clone a variable plus a constant of the size of the variable, which
 * needs no conversion. */
static void put_add(rw_bytes *w, const rw_probe *probe, uint64_t offset) {
    static const il_op adding[] = {IL_ADD, IL_DUP, IL_LDIND_I, IL_LDC_I4_1, IL_ADD, IL_STIND_I};
    put_local(w, probe, IL_LDLOC);
    rw_put_op(w, IL_LDC_I8);
    rw_put_u64(w, offset);
    for (size_t i = 0; i < sizeof adding / sizeof adding[0]; i++) {
        rw_put_op(w, adding[i]);
    }
}

/* The place of the counter in the lane of the test. */
static void put_place(rw_bytes *w, const rw_probe *probe, uint32_t counter) {
    put_local(w, probe, IL_LDLOC);
    rw_put_op(w, IL_LDC_I8);
    rw_put_u64(w, probe->lane.giver + (uint64_t)probe->stride * counter);
    rw_put_op(w, IL_ADD);
}

static void put_test(rw_bytes *w, const rw_probe *probe, uint32_t counter, bool wide) {
    uint32_t stores =
        local_size(probe) + LONG_CONSTANT_SIZE + 1 + STORE_SIZE + address_size(wide) + STORE_SIZE;
    put_place(w, probe, counter);
    rw_put_op(w, IL_LDIND_U1);
    rw_put_op(w, IL_BRTRUE_S);
    rw_put_u8(w, stores);
    put_place(w, probe, counter);
    put_store(w);
    put_address(w, probe->base + (uint64_t)probe->stride * counter, wide);
    put_store(w);
}

uint8_t *rw_put_probe(uint8_t *at, const rw_probe *probe, uint32_t counter, uint32_t count,
                      bool has_check) {
    rw_bytes w = {at};
    bool wide = is_wide(probe, count);
    uint64_t address = probe->base + (uint64_t)probe->stride * counter;
    if (probe->kind == RW_PROBE_LANE) {
        put_add(&w, probe, address);
        return w.at;
    }
    if (probe->kind == RW_PROBE_TEST) {
        put_test(&w, probe, counter, wide);
        return w.at;
    }
    if (has_check) {
        put_check(&w, address, wide);
    }
    put_address(&w, address, wide);
    switch (probe->kind) {
    case RW_PROBE_STORE:
    case RW_PROBE_CHECKED:
        put_store(&w);
        break;
    case RW_PROBE_CALL:
        put_address(&w, probe->function, is_wide_constant(probe, probe->function));
        put_token(&w, IL_CALLI, probe->token);
        break;
    case RW_PROBE_INLINE:
        put_token(&w, IL_CALL, probe->token);
        rw_put_op(&w, IL_POP);
        break;
    case RW_PROBE_LANE:
    case RW_PROBE_TEST:
        break;
    }
    return w.at;
}

/* The lane's variable first holds the function: for a function that comes from elsewhere the JIT
 * makes another variable. */
uint8_t *rw_put_entry(uint8_t *at, const rw_probe *probe) {
    const rw_lane *lane = &probe->lane;
    bool is_wide_giver = is_wide_constant(probe, lane->giver);
    rw_bytes w = {at};
    put_token(&w, IL_LDSFLD, lane->field);
    put_local(&w, probe, IL_STLOC);
    if (probe->kind == RW_PROBE_TEST) {
        return w.at;
    }
    put_local(&w, probe, IL_LDLOC);
    rw_put_op(&w, IL_BRTRUE_S);
    rw_put_u8(&w, asking_size(probe));
    put_address(&w, lane->giver, is_wide_giver);
    rw_put_op(&w, IL_LDIND_I);
    put_local(&w, probe, IL_STLOC);
    put_address(&w, lane->giver, is_wide_giver);
    put_local(&w, probe, IL_LDLOC);
    put_token(&w, IL_CALLI, probe->token);
    put_local(&w, probe, IL_STLOC);
    put_local(&w, probe, IL_LDLOC);
    put_token(&w, IL_STSFLD, lane->field);
    return w.at;
}
