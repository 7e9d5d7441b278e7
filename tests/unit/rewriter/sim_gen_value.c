/* Random values: what compilers put on the stack, quiet or not, with prefixes. */
#include "sim_gen.h"

static void int_const(gen *g) {
    switch (sim_below(&g->rnd, 6)) {
    case 0:
        gen_const(g, (int32_t)sim_next(&g->rnd) & 0xFFFFFF);
        break;
    case 1:
        gen_op(g, 0x21, (int64_t)sim_below(&g->rnd, 99));
        break;
    default:
        gen_const(g, (int32_t)sim_below(&g->rnd, 12) - 2);
        break;
    }
}

/* c ? value : value of int: the shape of && and || without being one. */
static void int_choice(gen *g, uint32_t nest) {
    uint32_t taken = gen_label(g);
    uint32_t end = gen_label(g);
    gen_cond(g, taken, sim_percent(&g->rnd, 50), nest - 1);
    gen_int(g, 0);
    gen_branch(g, 0x38, end);
    gen_bind(g, taken);
    if (sim_percent(&g->rnd, 50)) {
        gen_const(g, (int32_t)sim_below(&g->rnd, 2));
    } else {
        gen_int(g, nest - 1);
    }
    gen_bind(g, end);
}

static void int_operator(gen *g, uint32_t nest) {
    static const uint16_t binary[] = {0x58, 0x59, 0x5A, 0x5B, 0x5D, 0x60, 0xD6};
    static const uint16_t unary[] = {0x65, 0x66, 0x69, 0x6A, 0x6E};
    if (sim_percent(&g->rnd, 30)) {
        gen_int(g, nest);
        gen_op(g, unary[sim_below(&g->rnd, 5)], 0);
        return;
    }
    if (sim_percent(&g->rnd, 20)) {
        gen_load(g, SIM_TYPE_OTHER);
        gen_op(g, 0x25, 0);
    } else {
        gen_load(g, SIM_TYPE_OTHER);
        gen_int(g, nest);
    }
    gen_op(g, binary[sim_below(&g->rnd, 7)], 0);
}

static uint8_t maybe(gen *g, uint8_t prefix) {
    return sim_percent(&g->rnd, 40) ? prefix : 0;
}

static void memory_value(gen *g, uint32_t nest) {
    switch (sim_below(&g->rnd, 7)) {
    case 0:
        gen_load(g, SIM_TYPE_OTHER);
        gen_int(g, nest);
        gen_op(g, 0x94, 0);
        break;
    case 1:
        gen_int(g, 0);
        gen_op(g, 0x4A, 0)->prefixes = maybe(g, IL_PREFIX_UNALIGNED);
        break;
    case 2:
        gen_op(g, 0x02, 0);
        gen_op(g, 0x7B, SIM_TOKEN_FIELD)->prefixes = maybe(g, IL_PREFIX_VOLATILE);
        break;
    case 3:
        gen_op(g, 0x7E, SIM_TOKEN_FIELD);
        break;
    case 4:
        gen_load(g, SIM_TYPE_OTHER);
        gen_int(g, 0);
        gen_op(g, 0x8F, SIM_TOKEN_CLASS)->prefixes = maybe(g, IL_PREFIX_READONLY);
        gen_op(g, 0x71, SIM_TOKEN_CLASS);
        break;
    case 5:
        gen_int(g, 0);
        gen_op(g, 0x8D, SIM_TOKEN_CLASS);
        gen_op(g, 0x8E, 0);
        break;
    default:
        gen_op(g, 0x12, 3); /* ldloca.s */
        gen_op(g, 0x4A, 0);
        break;
    }
}

static void object_value(gen *g) {
    switch (sim_below(&g->rnd, 6)) {
    case 0:
        gen_op(g, 0x14, 0);
        break;
    case 1:
        gen_op(g, 0x72, 0x70000001);
        break;
    case 2:
        gen_load(g, SIM_TYPE_OTHER);
        gen_op(g, 0x8C, SIM_TOKEN_CLASS);
        gen_op(g, sim_percent(&g->rnd, 50) ? 0xA5 : 0x74, SIM_TOKEN_CLASS);
        break;
    case 3:
        gen_load(g, SIM_TYPE_OTHER);
        gen_op(g, 0x75, SIM_TOKEN_CLASS);
        break;
    case 4:
        gen_op(g, sim_percent(&g->rnd, 50) ? 0xD0 : 0xFE1C, SIM_TOKEN_CLASS);
        break;
    default:
        gen_load(g, SIM_TYPE_OTHER);
        gen_op(g, 0x73, SIM_TOKEN_CALL + (1 << 4) + SIM_TYPE_VOID);
        break;
    }
}

void gen_int(gen *g, uint32_t nest) {
    uint32_t pick = sim_below(&g->rnd, nest == 0 ? 40 : 100);
    if (pick < 18) {
        gen_load(g, SIM_TYPE_OTHER);
    } else if (pick < 28) {
        gen_arg(g, false, SIM_TYPE_OTHER);
    } else if (pick < 40) {
        int_const(g);
    } else if (pick < 60) {
        gen_call(g, SIM_TYPE_OTHER, nest - 1, 0);
    } else if (pick < 75) {
        int_operator(g, nest - 1);
    } else if (pick < 85) {
        memory_value(g, nest - 1);
    } else if (pick < 92) {
        object_value(g);
    } else {
        int_choice(g, nest);
    }
}

void gen_call(gen *g, uint32_t type, uint32_t nest, uint8_t prefixes) {
    uint32_t arguments = sim_below(&g->rnd, 3);
    for (uint32_t i = 0; i < arguments; i++) {
        gen_int(g, nest);
    }
    uint32_t shape = (arguments << 4) + type;
    switch (sim_below(&g->rnd, 8)) {
    case 0:
        gen_op(g, 0xFE06, SIM_TOKEN_CALL);
        gen_op(g, 0x29, SIM_TOKEN_CALLI + (int64_t)shape)->prefixes = prefixes;
        break;
    case 1:
        gen_op(g, 0x6F, SIM_TOKEN_CALL + (int64_t)shape)->prefixes =
            (uint8_t)(prefixes | (prefixes == 0 ? IL_PREFIX_CONSTRAINED : 0));
        break;
    case 2:
        gen_op(g, 0x6F, SIM_TOKEN_CALL + (int64_t)shape)->prefixes = prefixes;
        break;
    default:
        gen_op(g, 0x28, SIM_TOKEN_CALL + (int64_t)shape)->prefixes = prefixes;
        break;
    }
}

/* In a method that returns bool never a plain 0 or 1: `if (c) return B(); return false;` is the
 * same IL as `return c && B();`. */
void gen_return_value(gen *g, uint32_t nest) {
    switch (g->c->returns) {
    case SIM_TYPE_VOID:
        break;
    case SIM_TYPE_BOOL:
        (void)gen_bool(g, true, nest, true);
        break;
    case SIM_TYPE_UNKNOWN:
        gen_load(g, SIM_TYPE_UNKNOWN);
        break;
    default:
        gen_int(g, nest);
        break;
    }
}
