/* Recognises probes and entries by their instructions; see rw_recognise.h. */
#include "rewriter/rewrite/rw_recognise.h"

/* ldc.i4/ldc.i8 of `value`, then conv.u. */
static bool is_address(const il_insn *insns, uint64_t value) {
    bool wide = insns[0].op == IL_LDC_I8 && (uint64_t)insns[0].operand == value;
    bool low =
        insns[0].op == IL_LDC_I4 && insns[0].operand >= 0 && (uint64_t)insns[0].operand == value;
    return (wide || low) && insns[1].op == IL_CONV_U;
}

enum { LONGEST_PROBE = 9, ENTRY_INSNS = 15, TEST_ENTRY = 2, TEST_INSNS = 14 };

uint32_t rw_insns_of_probe(rw_probe_kind kind) {
    switch (kind) {
    case RW_PROBE_LANE:
        return 8;
    case RW_PROBE_TEST:
        return TEST_INSNS;
    case RW_PROBE_CALL:
        return 5;
    case RW_PROBE_STORE:
    case RW_PROBE_CHECKED:
    case RW_PROBE_INLINE:
        break;
    }
    return 4;
}

uint32_t rw_call_of_probe(rw_probe_kind kind) {
    return kind == RW_PROBE_CALL ? 4 : kind == RW_PROBE_INLINE ? 2 : 0;
}

static bool is_store(const il_insn *u) {
    return u[0].op == IL_LDC_I4_1 && u[1].op == IL_STIND_I1 && u[1].prefixes == 0;
}

/* The code at `u` compares the loaded value with 1, and branches past the probe, to instruction
 * `end`, when they are equal. */
static bool is_check(const il_insn *u, uint32_t end) {
    return u[0].op == IL_LDIND_U1 && u[0].prefixes == 0 && u[1].op == IL_LDC_I4_1 &&
           u[2].op == IL_BEQ_S && u[2].prefixes == 0 && u[2].target == end;
}

static uint64_t address_of(const rw_probe *probe, uint32_t counter) {
    return probe->base + (uint64_t)probe->stride * counter;
}

bool rw_is_check(const il_body *body, uint32_t at, const rw_probe *probe, uint32_t counter) {
    const il_insn *u = &body->insns[at];
    bool may_have = probe->kind == RW_PROBE_CHECKED && body->insn_count - at >= LONGEST_PROBE;
    return may_have && is_address(u, address_of(probe, counter)) &&
           is_check(u + 2, at + LONGEST_PROBE);
}

/* ldloc or stloc of the lane, in the shortest form that reaches. */
static bool is_local(const il_insn *u, const rw_probe *probe, il_op op) {
    enum { LAST_IN_OPCODE = 3 };
    uint32_t local = probe->lane.local;
    bool is_load = op == IL_LDLOC;
    if (local <= LAST_IN_OPCODE) {
        return u->op == (uint32_t)(is_load ? IL_LDLOC_0 : IL_STLOC_0) + local && u->prefixes == 0;
    }
    uint16_t form = (uint16_t)(local > UINT8_MAX ? op : is_load ? IL_LDLOC_S : IL_STLOC_S);
    return u->op == form && u->prefixes == 0 && u->operand == (int64_t)local;
}

static bool is_token(const il_insn *u, il_op op, uint32_t token) {
    return u->op == op && u->prefixes == 0 && u->operand == (int64_t)token;
}

/* Adds 1 to the counter at the offset in the lane. */
static bool is_add(const il_insn *u, const rw_probe *probe, uint64_t offset) {
    return is_local(&u[0], probe, IL_LDLOC) && u[1].op == IL_LDC_I8 &&
           (uint64_t)u[1].operand == offset && u[2].op == IL_ADD && u[3].op == IL_DUP &&
           u[4].op == IL_LDIND_I && u[4].prefixes == 0 && u[5].op == IL_LDC_I4_1 &&
           u[6].op == IL_ADD && u[7].op == IL_STIND_I && u[7].prefixes == 0;
}

/* The place of the counter in the lane of the test. */
static bool is_place(const il_insn *u, const rw_probe *probe, uint32_t counter) {
    uint64_t home = probe->lane.giver + (uint64_t)probe->stride * counter;
    return is_local(&u[0], probe, IL_LDLOC) && u[1].op == IL_LDC_I8 &&
           (uint64_t)u[1].operand == home && u[2].op == IL_ADD;
}

/* Looks at the byte in the lane and stores there and at the counter's address; the probe begins at
 * `at`. */
static bool is_test(const il_insn *u, uint32_t at, const rw_probe *probe, uint32_t counter) {
    return is_place(&u[0], probe, counter) && u[3].op == IL_LDIND_U1 && u[3].prefixes == 0 &&
           u[4].op == IL_BRTRUE_S && u[4].prefixes == 0 && u[4].target == at + TEST_INSNS &&
           is_place(&u[5], probe, counter) && is_store(&u[8]) &&
           is_address(&u[10], address_of(probe, counter)) && is_store(&u[12]);
}

uint32_t rw_insns_of_entry(const rw_probe *probe) {
    return probe->kind == RW_PROBE_TEST ? TEST_ENTRY : ENTRY_INSNS;
}

/* The code at `u` calls the function of the giver, for a thread without a lane, and keeps the
 * result. */
static bool is_asking(const il_insn *u, const rw_probe *probe) {
    const rw_lane *lane = &probe->lane;
    return is_address(&u[0], lane->giver) && u[2].op == IL_LDIND_I && u[2].prefixes == 0 &&
           is_local(&u[3], probe, IL_STLOC) && is_address(&u[4], lane->giver) &&
           is_local(&u[6], probe, IL_LDLOC) && is_token(&u[7], IL_CALLI, probe->token) &&
           is_local(&u[8], probe, IL_STLOC) && is_local(&u[9], probe, IL_LDLOC) &&
           is_token(&u[10], IL_STSFLD, lane->field);
}

bool rw_is_entry(const il_body *body, uint32_t at, const rw_probe *probe) {
    const il_insn *u = &body->insns[at];
    if (body->insn_count - at <= rw_insns_of_entry(probe) ||
        !is_token(&u[0], IL_LDSFLD, probe->lane.field) || !is_local(&u[1], probe, IL_STLOC)) {
        return false;
    }
    return probe->kind == RW_PROBE_TEST ||
           (is_local(&u[2], probe, IL_LDLOC) && u[3].op == IL_BRTRUE_S && u[3].prefixes == 0 &&
            u[3].target == at + ENTRY_INSNS && is_asking(&u[4], probe));
}

bool rw_is_probe(const il_body *body, uint32_t at, const rw_probe *probe, uint32_t counter) {
    const il_insn *u = &body->insns[at];
    if (probe->kind == RW_PROBE_TEST) {
        return is_test(u, at, probe, counter);
    }
    if (probe->kind == RW_PROBE_LANE) {
        return is_add(u, probe, address_of(probe, counter));
    }
    if (!is_address(u, address_of(probe, counter))) {
        return false;
    }
    switch (probe->kind) {
    case RW_PROBE_LANE:
    case RW_PROBE_TEST:
        break;
    case RW_PROBE_STORE:
    case RW_PROBE_CHECKED:
        return is_store(u + 2);
    case RW_PROBE_CALL:
        return is_address(u + 2, probe->function) && u[4].op == IL_CALLI &&
               u[4].operand == (int64_t)probe->token && u[4].prefixes == 0;
    case RW_PROBE_INLINE:
        return u[2].op == IL_CALL && u[2].operand == (int64_t)probe->token && u[2].prefixes == 0 &&
               u[3].op == IL_POP;
    }
    return false;
}
