/* Decoding of method bodies: header, instructions, targets; il_clause.c reads the clauses.
 *
 * Input: the bytes of a body, untrusted like all foreign bytes. Output: il_body. Layout: ECMA-335
 * II.25.4 and III.1.2.
 *
 * The decoder makes two sweeps over the code. The first counts, so that the arrays get their exact
 * size. The second checks and fills them. Targets come last, because they need the start of every
 * instruction. */
#include "rewriter/il/il.h"

#include <string.h>

#include "rewriter/il/il_clause.h"

enum { FORMAT_MASK = 3, FORMAT_TINY = 2, FORMAT_FAT = 3 };
enum { FLAG_MORE_SECTIONS = 0x08, FLAG_INIT_LOCALS = 0x10, KNOWN_FLAGS = 0x1B };
enum { FAT_HEADER_DWORDS = 3, TINY_MAX_STACK = 8 };

/* il_op + 1 by first byte, or by 256 + second byte of the two-byte opcodes; 0: no such opcode. */
static const uint16_t op_codes[512] = {
#define IL_OP(id, name, b0, b1, operand, pops, pushes, flow, throws, long_form)                    \
    [(b0) == 0xFE ? 256 + (b1) : (b0)] = IL_##id + 1,
#include "rewriter/il/il_opcodes.def"
#undef IL_OP
};

static cc_err read_fat_header(il_body *out, cc_span *in, bool *more_sections) {
    uint16_t flags = 0;
    uint32_t code_size = 0;
    if (!cc_span_u16(in, &flags) || !cc_span_u16(in, &out->max_stack) ||
        !cc_span_u32(in, &code_size) || !cc_span_u32(in, &out->local_sig)) {
        return cc_fail(CC_E_TRUNCATED, "method body: truncated fat header");
    }
    if (flags >> 12 != FAT_HEADER_DWORDS) {
        return cc_fail(CC_E_FORMAT, "method body: header of %u dwords", flags >> 12);
    }
    if ((flags & 0xFFF & ~KNOWN_FLAGS) != 0) {
        return cc_fail(CC_E_UNSUPPORTED, "method body: header flags 0x%x", flags & 0xFFFu);
    }
    out->init_locals = (flags & FLAG_INIT_LOCALS) != 0;
    *more_sections = (flags & FLAG_MORE_SECTIONS) != 0;
    if (!cc_span_take(in, code_size, &out->code)) {
        return cc_fail(CC_E_TRUNCATED, "method body: truncated code (%u bytes)", code_size);
    }
    return CC_OK;
}

static cc_err read_header(il_body *out, cc_span *in, bool *more_sections) {
    *more_sections = false;
    cc_span peek = *in;
    uint8_t first = 0;
    if (!cc_span_u8(&peek, &first)) {
        return cc_fail(CC_E_TRUNCATED, "method body: no bytes");
    }
    if ((first & FORMAT_MASK) == FORMAT_FAT) {
        CC_TRY(read_fat_header(out, in, more_sections));
    } else if ((first & FORMAT_MASK) == FORMAT_TINY) {
        out->max_stack = TINY_MAX_STACK;
        *in = peek;
        if (!cc_span_take(in, first >> 2, &out->code)) {
            return cc_fail(CC_E_TRUNCATED, "method body: truncated code (%u bytes)", first >> 2);
        }
    } else {
        return cc_fail(CC_E_FORMAT, "method body: neither a tiny nor a fat header");
    }
    if (out->code.len == 0) {
        return cc_fail(CC_E_FORMAT, "method body: no code");
    }
    if (out->code.len > IL_MAX_CODE) {
        return cc_fail(CC_E_LIMIT, "method body: %zu bytes of code", out->code.len);
    }
    return CC_OK;
}

static bool take_op(cc_span *in, const il_op_info **info, il_op *op) {
    uint8_t byte = 0;
    if (!cc_span_u8(in, &byte)) {
        return false;
    }
    unsigned index = byte;
    if (byte == 0xFE) {
        if (!cc_span_u8(in, &byte)) {
            return false;
        }
        index = 256u + byte;
    }
    if (op_codes[index] == 0) {
        return false;
    }
    *op = (il_op)(op_codes[index] - 1);
    *info = il_op_get(*op);
    return true;
}

static uint8_t prefix_bit(il_op op) {
    switch ((int)op) {
    case IL_CONSTRAINED:
        return IL_PREFIX_CONSTRAINED;
    case IL_VOLATILE:
        return IL_PREFIX_VOLATILE;
    case IL_TAIL:
        return IL_PREFIX_TAIL;
    case IL_READONLY:
        return IL_PREFIX_READONLY;
    case IL_UNALIGNED:
        return IL_PREFIX_UNALIGNED;
    default:
        return IL_PREFIX_NO;
    }
}

/* Reads the operand after the opcode. For branches *value is the distance, for a switch the
 * count. */
static bool take_operand(cc_span *in, il_operand kind, int64_t *value) {
    uint8_t u8 = 0;
    uint16_t u16 = 0;
    uint32_t u32 = 0;
    uint64_t u64 = 0;
    bool ok = true;
    switch (kind) {
    case IL_OPERAND_NONE:
        *value = 0;
        break;
    case IL_OPERAND_U8:
        ok = cc_span_u8(in, &u8);
        *value = u8;
        break;
    case IL_OPERAND_I8:
    case IL_OPERAND_BRANCH8:
        ok = cc_span_u8(in, &u8);
        *value = (int8_t)u8;
        break;
    case IL_OPERAND_U16:
        ok = cc_span_u16(in, &u16);
        *value = u16;
        break;
    case IL_OPERAND_I32:
    case IL_OPERAND_BRANCH32:
        ok = cc_span_u32(in, &u32);
        *value = (int32_t)u32;
        break;
    case IL_OPERAND_R32:
    case IL_OPERAND_TOKEN:
        ok = cc_span_u32(in, &u32);
        *value = u32;
        break;
    case IL_OPERAND_I64:
    case IL_OPERAND_R64:
        ok = cc_span_u64(in, &u64);
        *value = (int64_t)u64;
        break;
    case IL_OPERAND_SWITCH:
        ok = cc_span_u32(in, &u32) && u32 <= in->len / 4 && cc_span_skip(in, (size_t)u32 * 4);
        *value = u32;
        break;
    }
    return ok;
}

/* Reads the instruction at `offset`; targets are still distances in `operand`. */
static cc_err read_insn(cc_span code, uint32_t offset, il_insn *insn) {
    cc_span in = {code.data + offset, code.len - offset};
    il_op op = IL_NOP;
    const il_op_info *info = NULL;
    *insn = (il_insn){.offset = offset};
    for (;;) {
        size_t before = in.len;
        int64_t value = 0;
        if (!take_op(&in, &info, &op)) {
            return cc_fail(CC_E_FORMAT, "IL_%04x: not an instruction, or truncated", offset);
        }
        size_t prefix_size = code.len - offset - before;
        if (!take_operand(&in, (il_operand)info->operand, &value)) {
            return cc_fail(CC_E_FORMAT, "IL_%04x: truncated %s", offset, info->name);
        }
        if (info->flow != IL_FLOW_PREFIX) {
            insn->op = (uint16_t)op;
            insn->flow = info->flow;
            insn->may_throw = info->may_throw;
            insn->prefix_size = (uint8_t)prefix_size;
            insn->operand = value;
            insn->size = (uint32_t)(code.len - offset - in.len);
            return CC_OK;
        }
        insn->prefixes |= prefix_bit(op);
        if (code.len - offset - in.len > UINT8_MAX) {
            return cc_fail(CC_E_LIMIT, "IL_%04x: too many prefixes", offset);
        }
    }
}

static bool is_jump(il_flow flow) {
    return flow == IL_FLOW_BRANCH || flow == IL_FLOW_COND || flow == IL_FLOW_SWITCH ||
           flow == IL_FLOW_LEAVE;
}

/* Numbers of what the code has, up to the first instruction that is unknown or incomplete. */
typedef struct il_counts {
    uint32_t insns, jumps;
    uint32_t targets; /* switch table entries: four bytes each, so the code's size bounds them */
} il_counts;

/* First sweep. A prefix and its operand belong to the next instruction. */
static il_counts count_insns(cc_span code) {
    static const uint8_t sizes[] = {
        [IL_OPERAND_NONE] = 0,    [IL_OPERAND_U8] = 1,       [IL_OPERAND_I8] = 1,
        [IL_OPERAND_U16] = 2,     [IL_OPERAND_I32] = 4,      [IL_OPERAND_I64] = 8,
        [IL_OPERAND_R32] = 4,     [IL_OPERAND_R64] = 8,      [IL_OPERAND_TOKEN] = 4,
        [IL_OPERAND_BRANCH8] = 1, [IL_OPERAND_BRANCH32] = 4, [IL_OPERAND_SWITCH] = 0,
    };
    il_counts counts = {0, 0, 0};
    const il_op_info *info = NULL;
    il_op op = IL_NOP;
    while (take_op(&code, &info, &op)) {
        uint32_t entries = 0;
        bool is_whole = op == IL_SWITCH ? cc_span_u32(&code, &entries) && entries <= code.len / 4 &&
                                              cc_span_skip(&code, (size_t)entries * 4)
                                        : cc_span_skip(&code, sizes[info->operand]);
        if (!is_whole) {
            break;
        }
        counts.insns += info->flow != IL_FLOW_PREFIX;
        counts.jumps += is_jump((il_flow)info->flow);
        counts.targets += entries;
    }
    return counts;
}

static cc_err find_target(const il_body *body, const il_insn *insn, int64_t distance,
                          uint32_t *target) {
    int64_t at = (int64_t)insn->offset + insn->size + distance;
    if (at < 0 || at >= (int64_t)body->code.len) {
        return cc_fail(CC_E_FORMAT, "IL_%04x: branch target outside the code", insn->offset);
    }
    *target = body->insn_at[at];
    if (*target == IL_NO_INSN) {
        return cc_fail(CC_E_FORMAT, "IL_%04x: branch target IL_%04x is inside an instruction",
                       insn->offset, (unsigned)at);
    }
    return CC_OK;
}

static cc_err resolve_switch(const il_body *body, il_insn *insn, uint32_t first_target) {
    insn->target = first_target;
    insn->target_count = (uint32_t)insn->operand;
    insn->operand = 0;
    size_t table = (size_t)insn->target_count * 4;
    cc_span in = {body->code.data + insn->offset + insn->size - table, table};
    for (uint32_t i = 0; i < insn->target_count; i++) {
        uint32_t distance = 0;
        if (!cc_span_u32(&in, &distance)) {
            return cc_fail(CC_E_FORMAT, "IL_%04x: truncated switch", insn->offset);
        }
        CC_TRY(find_target(body, insn, (int32_t)distance, &body->targets[first_target + i]));
    }
    return CC_OK;
}

static cc_err resolve_targets(il_body *out) {
    uint32_t targets = 0;
    for (uint32_t i = 0; i < out->jump_count; i++) {
        il_insn *insn = &out->insns[out->jumps[i]];
        if (insn->op == IL_SWITCH) {
            CC_TRY(resolve_switch(out, insn, targets));
            targets += insn->target_count;
        } else {
            CC_TRY(find_target(out, insn, insn->operand, &insn->target));
            insn->operand = 0;
        }
    }
    return CC_OK;
}

/* Second sweep: reads what the first one counted, and reports where that one ended early. */
static cc_err fill_insns(il_body *out) {
    uint32_t offset = 0;
    while (offset < out->code.len) {
        il_insn insn;
        CC_TRY(read_insn(out->code, offset, &insn));
        if (is_jump((il_flow)insn.flow)) {
            out->jumps[out->jump_count++] = out->insn_count;
        }
        out->insn_at[offset] = out->insn_count;
        out->insns[out->insn_count++] = insn;
        offset += insn.size;
    }
    out->insn_at[offset] = out->insn_count;
    return resolve_targets(out);
}

static cc_err decode_code(il_body *out, cc_arena *arena) {
    il_counts counts = count_insns(out->code);
    out->insn_at = CC_NEW_ARRAY(arena, uint32_t, out->code.len + 1);
    out->insns = CC_NEW_ARRAY(arena, il_insn, counts.insns);
    out->targets = CC_NEW_ARRAY(arena, uint32_t, counts.targets);
    out->jumps = CC_NEW_ARRAY(arena, uint32_t, counts.jumps);
    if (out->insn_at == NULL || out->insns == NULL || out->targets == NULL || out->jumps == NULL) {
        return cc_fail(CC_E_NOMEM, "method body: out of memory");
    }
    memset(out->insn_at, 0xFF, (out->code.len + 1) * sizeof(uint32_t));
    return fill_insns(out);
}

cc_err il_decode(il_body *out, cc_span bytes, cc_arena *arena) {
    *out = (il_body){0};
    cc_span in = bytes;
    bool more_sections = false;
    CC_TRY(read_header(out, &in, &more_sections));
    CC_TRY(decode_code(out, arena));
    if (more_sections) {
        CC_TRY(il_read_sections(out, bytes, &in, arena));
    }
    out->total_size = bytes.len - in.len;
    return CC_OK;
}
