/* Opcodes as the simulation knows them (ECMA-335 III), apart from il_opcodes.def on purpose. */
#include "sim.h"

#define Q(code, operand, pops, pushes)                                                             \
    { code, code, SIM_QUIET, SIM_OPERAND_##operand, pops, pushes }
#define T(code, operand, pops, pushes)                                                             \
    { code, code, SIM_THROWING, SIM_OPERAND_##operand, pops, pushes }
#define K(code, kind, operand, pops, pushes)                                                       \
    { code, code, SIM_##kind, SIM_OPERAND_##operand, pops, pushes }
#define B(code, kind, operand, pops, longer)                                                       \
    { code, longer, SIM_##kind, SIM_OPERAND_##operand, pops, 0 }

static const sim_op one_byte[256] = {
    [0x00] = Q(0x00, NONE, 0, 0),
    [0x01] = Q(0x01, NONE, 0, 0),
    [0x02] = K(0x02, LDARG, NONE, 0, 1),
    [0x03] = K(0x03, LDARG, NONE, 0, 1),
    [0x04] = K(0x04, LDARG, NONE, 0, 1),
    [0x05] = K(0x05, LDARG, NONE, 0, 1),
    [0x06] = K(0x06, LDLOC, NONE, 0, 1),
    [0x07] = K(0x07, LDLOC, NONE, 0, 1),
    [0x08] = K(0x08, LDLOC, NONE, 0, 1),
    [0x09] = K(0x09, LDLOC, NONE, 0, 1),
    [0x0A] = K(0x0A, STLOC, NONE, 1, 0),
    [0x0B] = K(0x0B, STLOC, NONE, 1, 0),
    [0x0C] = K(0x0C, STLOC, NONE, 1, 0),
    [0x0D] = K(0x0D, STLOC, NONE, 1, 0),
    [0x0E] = K(0x0E, LDARG, 1, 0, 1),
    [0x10] = Q(0x10, 1, 1, 0),
    [0x11] = K(0x11, LDLOC, 1, 0, 1),
    [0x12] = Q(0x12, 1, 0, 1),
    [0x13] = K(0x13, STLOC, 1, 1, 0),
    [0x14] = Q(0x14, NONE, 0, 1),
    [0x15] = K(0x15, CONST, NONE, 0, 1),
    [0x16] = K(0x16, CONST, NONE, 0, 1),
    [0x17] = K(0x17, CONST, NONE, 0, 1),
    [0x18] = K(0x18, CONST, NONE, 0, 1),
    [0x19] = K(0x19, CONST, NONE, 0, 1),
    [0x1A] = K(0x1A, CONST, NONE, 0, 1),
    [0x1B] = K(0x1B, CONST, NONE, 0, 1),
    [0x1C] = K(0x1C, CONST, NONE, 0, 1),
    [0x1D] = K(0x1D, CONST, NONE, 0, 1),
    [0x1E] = K(0x1E, CONST, NONE, 0, 1),
    [0x1F] = K(0x1F, CONST, 1, 0, 1),
    [0x20] = K(0x20, CONST, 4, 0, 1),
    [0x21] = K(0x21, CONST, 8, 0, 1),
    [0x22] = Q(0x22, 4, 0, 1),
    [0x23] = Q(0x23, 8, 0, 1),
    [0x25] = K(0x25, DUP, NONE, 1, 2),
    [0x26] = Q(0x26, NONE, 1, 0),
    [0x27] = K(0x27, JMP, 4, 0, 0),
    [0x28] = K(0x28, CALL, 4, 0, 0),
    [0x29] = K(0x29, CALL, 4, 0, 0),
    [0x2A] = K(0x2A, RET, NONE, 0, 0),
    [0x2B] = B(0x2B, BR, LABEL, 0, 0x38),
    [0x2C] = B(0x2C, COND, LABEL, 1, 0x39),
    [0x2D] = B(0x2D, COND, LABEL, 1, 0x3A),
    [0x2E] = B(0x2E, COND, LABEL, 2, 0x3B),
    [0x2F] = B(0x2F, COND, LABEL, 2, 0x3C),
    [0x30] = B(0x30, COND, LABEL, 2, 0x3D),
    [0x31] = B(0x31, COND, LABEL, 2, 0x3E),
    [0x32] = B(0x32, COND, LABEL, 2, 0x3F),
    [0x33] = B(0x33, COND, LABEL, 2, 0x40),
    [0x34] = B(0x34, COND, LABEL, 2, 0x41),
    [0x35] = B(0x35, COND, LABEL, 2, 0x42),
    [0x36] = B(0x36, COND, LABEL, 2, 0x43),
    [0x37] = B(0x37, COND, LABEL, 2, 0x44),
    [0x38] = B(0x38, BR, LABEL, 0, 0x38),
    [0x39] = B(0x39, COND, LABEL, 1, 0x39),
    [0x3A] = B(0x3A, COND, LABEL, 1, 0x3A),
    [0x3B] = B(0x3B, COND, LABEL, 2, 0x3B),
    [0x3C] = B(0x3C, COND, LABEL, 2, 0x3C),
    [0x3D] = B(0x3D, COND, LABEL, 2, 0x3D),
    [0x3E] = B(0x3E, COND, LABEL, 2, 0x3E),
    [0x3F] = B(0x3F, COND, LABEL, 2, 0x3F),
    [0x40] = B(0x40, COND, LABEL, 2, 0x40),
    [0x41] = B(0x41, COND, LABEL, 2, 0x41),
    [0x42] = B(0x42, COND, LABEL, 2, 0x42),
    [0x43] = B(0x43, COND, LABEL, 2, 0x43),
    [0x44] = B(0x44, COND, LABEL, 2, 0x44),
    [0x45] = B(0x45, SWITCH, SWITCH, 1, 0x45),
    [0x47] = T(0x47, NONE, 1, 1),
    [0x4A] = T(0x4A, NONE, 1, 1),
    [0x4D] = T(0x4D, NONE, 1, 1),
    [0x52] = T(0x52, NONE, 2, 0),
    [0x54] = T(0x54, NONE, 2, 0),
    [0x58] = Q(0x58, NONE, 2, 1),
    [0x59] = Q(0x59, NONE, 2, 1),
    [0x5A] = Q(0x5A, NONE, 2, 1),
    [0x5B] = T(0x5B, NONE, 2, 1),
    [0x5D] = T(0x5D, NONE, 2, 1),
    [0x5F] = Q(0x5F, NONE, 2, 1),
    [0x60] = Q(0x60, NONE, 2, 1),
    [0x61] = Q(0x61, NONE, 2, 1),
    [0x65] = Q(0x65, NONE, 1, 1),
    [0x66] = Q(0x66, NONE, 1, 1),
    [0x69] = Q(0x69, NONE, 1, 1),
    [0x6A] = Q(0x6A, NONE, 1, 1),
    [0x6E] = Q(0x6E, NONE, 1, 1),
    [0x6F] = K(0x6F, CALL, 4, 0, 0),
    [0x71] = T(0x71, 4, 1, 1),
    [0x72] = Q(0x72, 4, 0, 1),
    [0x73] = K(0x73, CALL, 4, 0, 0),
    [0x74] = T(0x74, 4, 1, 1),
    [0x75] = Q(0x75, 4, 1, 1),
    [0x7A] = K(0x7A, THROW, NONE, 1, 0),
    [0x7B] = T(0x7B, 4, 1, 1),
    [0x7C] = T(0x7C, 4, 1, 1),
    [0x7D] = T(0x7D, 4, 2, 0),
    [0x7E] = T(0x7E, 4, 0, 1),
    [0x80] = T(0x80, 4, 1, 0),
    [0x8C] = T(0x8C, 4, 1, 1),
    [0x8D] = T(0x8D, 4, 1, 1),
    [0x8E] = T(0x8E, NONE, 1, 1),
    [0x8F] = T(0x8F, 4, 2, 1),
    [0x91] = T(0x91, NONE, 2, 1),
    [0x94] = T(0x94, NONE, 2, 1),
    [0x9E] = T(0x9E, NONE, 3, 0),
    [0xA5] = T(0xA5, 4, 1, 1),
    [0xD0] = Q(0xD0, 4, 0, 1),
    [0xD6] = T(0xD6, NONE, 2, 1),
    [0xDC] = K(0xDC, ENDFINALLY, NONE, 0, 0),
    [0xDD] = B(0xDD, LEAVE, LABEL, 0, 0xDD),
    [0xDE] = B(0xDE, LEAVE, LABEL, 0, 0xDD),
    [0xDF] = T(0xDF, NONE, 2, 0),
    [0xE0] = Q(0xE0, NONE, 1, 1),
};

static const sim_op two_byte[32] = {
    [0x01] = Q(0xFE01, NONE, 2, 1),     [0x02] = Q(0xFE02, NONE, 2, 1),
    [0x03] = Q(0xFE03, NONE, 2, 1),     [0x04] = Q(0xFE04, NONE, 2, 1),
    [0x05] = Q(0xFE05, NONE, 2, 1),     [0x06] = Q(0xFE06, 4, 0, 1),
    [0x09] = K(0xFE09, LDARG, 2, 0, 1), [0x0B] = Q(0xFE0B, 2, 1, 0),
    [0x0C] = K(0xFE0C, LDLOC, 2, 0, 1), [0x0D] = Q(0xFE0D, 2, 0, 1),
    [0x0E] = K(0xFE0E, STLOC, 2, 1, 0), [0x11] = K(0xFE11, ENDFILTER, NONE, 1, 0),
    [0x15] = T(0xFE15, 4, 1, 0),        [0x1A] = K(0xFE1A, RETHROW, NONE, 0, 0),
    [0x1C] = Q(0xFE1C, 4, 0, 1),
};

const sim_op *sim_op_of(uint16_t code) {
    const sim_op *op = NULL;
    if (code < 256) {
        op = &one_byte[code];
    } else if ((code & 0xFF) < 32) {
        op = &two_byte[code & 0xFF];
    }
    return op == NULL || op->kind == SIM_UNKNOWN ? NULL : op;
}

uint16_t sim_code_of(const il_insn *insn) {
    const il_op_info *info = il_op_get((il_op)insn->op);
    return (uint16_t)(info->byte0 == 0xFE ? 0xFE00 | info->byte1 : info->byte0);
}

void sim_call_effect(uint16_t code, uint32_t token, uint32_t *pops, uint32_t *pushes) {
    *pops = ((token >> 4) & 0xF) + (code == 0x29 ? 1 : 0);
    *pushes = (token & 0xF) == SIM_TYPE_VOID && code != 0x73 ? 0 : 1;
}

static il_type type_of(uint32_t type) {
    switch (type) {
    case SIM_TYPE_BOOL:
        return IL_TYPE_BOOL;
    case SIM_TYPE_UNKNOWN:
        return IL_TYPE_UNKNOWN;
    default:
        return IL_TYPE_OTHER;
    }
}

static bool resolve_call(void *ctx, il_op op, uint32_t token, il_call_effect *out) {
    (void)ctx;
    const il_op_info *info = il_op_get(op);
    sim_call_effect(info->byte0, token, &out->pops, &out->pushes);
    out->result = type_of(token & 0xF);
    if (token == SIM_PROBE_SIG || token == SIM_PROBE_CALL) {
        *out = (il_call_effect){token == SIM_PROBE_SIG ? 2 : 1, token == SIM_PROBE_SIG ? 0 : 1,
                                IL_TYPE_OTHER};
    }
    return true;
}

static il_type resolve_field(void *ctx, uint32_t token) {
    (void)ctx;
    return type_of(token & 0xF);
}

static il_type resolve_variable(void *ctx, uint32_t index) {
    (void)ctx;
    return type_of(index % 3);
}

static il_type resolve_returns(void *ctx) {
    const sim_case *c = ctx;
    return type_of(c->returns);
}

static bool resolve_returns_void(void *ctx) {
    const sim_case *c = ctx;
    return c->returns == SIM_TYPE_VOID;
}

il_resolver sim_resolver(sim_case *c) {
    return (il_resolver){.ctx = c,
                         .call = resolve_call,
                         .field = resolve_field,
                         .local = resolve_variable,
                         .arg = resolve_variable,
                         .returns = resolve_returns,
                         .returns_void = resolve_returns_void};
}
