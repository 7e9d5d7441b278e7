/* Facts about opcodes: the table, stack effect, variable indexes, constants.
 * Input: decoded instructions. Source of the table: il_opcodes.def (ECMA-335 III). */
#include "rewriter/il/il.h"

static const il_op_info infos[IL_OP_COUNT] = {
#define IL_OP(id, name, b0, b1, operand, pops, pushes, flow, throws, long_form)                    \
    [IL_##id] = {                                                                                  \
        name, b0, b1, IL_OPERAND_##operand, pops, pushes, IL_FLOW_##flow, throws, IL_##long_form},
#include "rewriter/il/il_opcodes.def"
#undef IL_OP
};

const il_op_info *il_op_get(il_op op) {
    return &infos[op];
}

static bool call_effect(const il_insn *insn, const il_resolver *resolver, uint32_t *pops,
                        uint32_t *pushes) {
    il_call_effect effect = {0, 0, IL_TYPE_UNKNOWN};
    if (resolver == NULL || resolver->call == NULL ||
        !resolver->call(resolver->ctx, (il_op)insn->op, (uint32_t)insn->operand, &effect)) {
        return false;
    }
    *pops = effect.pops;
    *pushes = effect.pushes;
    return true;
}

bool il_stack_effect(const il_insn *insn, const il_resolver *resolver, uint32_t *pops,
                     uint32_t *pushes) {
    const il_op_info *info = il_op_get((il_op)insn->op);
    if (info->flow == IL_FLOW_CALL) {
        return call_effect(insn, resolver, pops, pushes);
    }
    if (insn->op == IL_RET) {
        if (resolver == NULL || resolver->returns_void == NULL) {
            return false;
        }
        *pops = resolver->returns_void(resolver->ctx) ? 0 : 1;
        *pushes = 0;
        return true;
    }
    *pops = (uint32_t)info->pops;
    *pushes = (uint32_t)info->pushes;
    return true;
}

int32_t il_local_index(const il_insn *insn, bool *is_store) {
    *is_store = false;
    switch ((int)insn->op) {
    case IL_LDLOC_0:
    case IL_LDLOC_1:
    case IL_LDLOC_2:
    case IL_LDLOC_3:
        return insn->op - IL_LDLOC_0;
    case IL_STLOC_0:
    case IL_STLOC_1:
    case IL_STLOC_2:
    case IL_STLOC_3:
        *is_store = true;
        return insn->op - IL_STLOC_0;
    case IL_STLOC:
    case IL_STLOC_S:
        *is_store = true;
        return (int32_t)insn->operand;
    case IL_LDLOC:
    case IL_LDLOC_S:
    case IL_LDLOCA:
    case IL_LDLOCA_S:
        return (int32_t)insn->operand;
    default:
        return -1;
    }
}

int32_t il_arg_index(const il_insn *insn, bool *is_store) {
    *is_store = false;
    switch ((int)insn->op) {
    case IL_LDARG_0:
    case IL_LDARG_1:
    case IL_LDARG_2:
    case IL_LDARG_3:
        return insn->op - IL_LDARG_0;
    case IL_STARG:
    case IL_STARG_S:
        *is_store = true;
        return (int32_t)insn->operand;
    case IL_LDARG:
    case IL_LDARG_S:
    case IL_LDARGA:
    case IL_LDARGA_S:
        return (int32_t)insn->operand;
    default:
        return -1;
    }
}

il_op il_long_op(const il_insn *insn) {
    return (il_op)il_op_get((il_op)insn->op)->long_form;
}

bool il_const_i4(const il_insn *insn, int32_t *value) {
    if (insn->op >= IL_LDC_I4_M1 && insn->op <= IL_LDC_I4_8) {
        *value = insn->op - IL_LDC_I4_0;
        return true;
    }
    if (insn->op == IL_LDC_I4 || insn->op == IL_LDC_I4_S) {
        *value = (int32_t)insn->operand;
        return true;
    }
    return false;
}

static void print_label(const il_body *body, uint32_t insn, cc_buf *out) {
    uint32_t offset = insn < body->insn_count ? body->insns[insn].offset : (uint32_t)body->code.len;
    cc_buf_printf(out, "IL_%04x", offset);
}

static void print_switch(const il_body *body, const il_insn *insn, cc_buf *out) {
    cc_buf_puts(out, " (");
    for (uint32_t i = 0; i < insn->target_count; i++) {
        cc_buf_puts(out, i == 0 ? "" : ", ");
        print_label(body, body->targets[insn->target + i], out);
    }
    cc_buf_puts(out, ")");
}

static void print_operand(const il_body *body, const il_insn *insn, cc_buf *out) {
    switch ((il_operand)il_op_get((il_op)insn->op)->operand) {
    case IL_OPERAND_NONE:
        break;
    case IL_OPERAND_BRANCH8:
    case IL_OPERAND_BRANCH32:
        cc_buf_puts(out, " ");
        print_label(body, insn->target, out);
        break;
    case IL_OPERAND_SWITCH:
        print_switch(body, insn, out);
        break;
    case IL_OPERAND_TOKEN:
        cc_buf_printf(out, " 0x%08x", (uint32_t)insn->operand);
        break;
    case IL_OPERAND_R32:
    case IL_OPERAND_R64:
        cc_buf_printf(out, " 0x%llx", (unsigned long long)insn->operand);
        break;
    case IL_OPERAND_U8:
    case IL_OPERAND_I8:
    case IL_OPERAND_U16:
    case IL_OPERAND_I32:
    case IL_OPERAND_I64:
        cc_buf_printf(out, " %lld", (long long)insn->operand);
        break;
    }
}

bool il_has_target(const il_insn *insn) {
    uint8_t operand = il_op_get((il_op)insn->op)->operand;
    return operand == IL_OPERAND_BRANCH8 || operand == IL_OPERAND_BRANCH32;
}

void il_print_insn(const il_body *body, uint32_t index, cc_buf *out) {
    static const struct {
        uint8_t bit;
        const char *text;
    } prefixes[] = {
        {IL_PREFIX_CONSTRAINED, "constrained. "},
        {IL_PREFIX_VOLATILE, "volatile. "},
        {IL_PREFIX_TAIL, "tail. "},
        {IL_PREFIX_READONLY, "readonly. "},
        {IL_PREFIX_UNALIGNED, "unaligned. "},
        {IL_PREFIX_NO, "no. "},
    };
    const il_insn *insn = &body->insns[index];
    print_label(body, index, out);
    cc_buf_puts(out, ": ");
    for (size_t i = 0; i < sizeof(prefixes) / sizeof(prefixes[0]); i++) {
        if ((insn->prefixes & prefixes[i].bit) != 0) {
            cc_buf_puts(out, prefixes[i].text);
        }
    }
    cc_buf_puts(out, il_op_get((il_op)insn->op)->name);
    print_operand(body, insn, out);
}
