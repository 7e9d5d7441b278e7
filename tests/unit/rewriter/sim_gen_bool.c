/* Conditions and bool values as compilers emit them: short circuits as jumps and as values, ?:,
 * !, &, in Debug and Release forms, with and without nops. Every place where an operand of && or
 * || ends as a value is flagged: this is the truth for the value forks. */
#include "sim_gen.h"

static uint16_t branch_code(bool sense) {
    return sense ? 0x3A : 0x39;
}

static void compared(gen *g, uint32_t nest) {
    gen_int(g, nest);
    gen_int(g, 0);
}

/* A bool that needs no branch. The makers that leave the type open only when the taker tells it. */
static void leaf(gen *g, uint32_t nest, bool is_known) {
    static const uint16_t compare[] = {0xFE01, 0xFE02, 0xFE03, 0xFE04, 0xFE05};
    uint32_t below = nest == 0 ? 0 : nest - 1;
    switch (sim_below(&g->rnd, is_known ? 12 : 10)) {
    case 0:
        gen_load(g, SIM_TYPE_BOOL);
        break;
    case 1:
        gen_arg(g, false, SIM_TYPE_BOOL);
        break;
    case 2:
        gen_op(g, 0x02, 0);
        gen_op(g, 0x7B, SIM_TOKEN_FIELD + SIM_TYPE_BOOL);
        break;
    case 3:
        gen_op(g, 0x7E, SIM_TOKEN_FIELD + SIM_TYPE_BOOL);
        break;
    case 4:
    case 5:
        compared(g, below);
        gen_op(g, compare[sim_below(&g->rnd, 5)], 0);
        break;
    case 6: /* t = B() */
        gen_call(g, SIM_TYPE_BOOL, below, 0);
        gen_op(g, 0x25, 0);
        gen_store(g, SIM_TYPE_BOOL);
        break;
    case 10:
        gen_load(g, SIM_TYPE_OTHER);
        gen_int(g, 0);
        gen_op(g, 0x91, 0);
        break;
    case 11:
        gen_call(g, SIM_TYPE_UNKNOWN, below, 0);
        break;
    default:
        gen_call(g, SIM_TYPE_BOOL, below, 0);
        break;
    }
}

static void negate(gen *g, bool sense) {
    if (!sense) {
        gen_const(g, 0);
        gen_op(g, 0xFE01, 0);
    }
}

static void bool_operator(gen *g) {
    static const uint16_t codes[] = {0x5F, 0x60, 0x61};
    leaf(g, 1, false);
    leaf(g, 1, false);
    gen_op(g, codes[sim_below(&g->rnd, 3)], 0);
}

typedef enum operand_kind { OPERAND_PLAIN, OPERAND_CHOICE, OPERAND_WHOLE } operand_kind;

static operand_kind bool_value(gen *g, bool sense, uint32_t nest, bool is_known);

static void choice(gen *g, uint32_t nest, bool is_known) {
    uint32_t taken = gen_label(g);
    uint32_t end = gen_label(g);
    gen_cond(g, taken, sim_percent(&g->rnd, 50), nest - 1);
    (void)bool_value(g, true, is_known ? nest - 1 : 0, is_known);
    gen_branch(g, 0x38, end);
    gen_bind(g, taken);
    (void)bool_value(g, true, is_known ? nest - 1 : 0, is_known);
    gen_bind(g, end);
}

static void nops(gen *g) {
    if (sim_percent(&g->rnd, 8)) {
        gen_op(g, 0x00, 0);
    }
}

/* `a op constant`: no operand to tell apart, and what follows is no whole && or ||. */
static void constant_operand(gen *g, uint32_t nest) {
    uint32_t stop = gen_label(g);
    uint32_t end = gen_label(g);
    gen_cond(g, stop, sim_percent(&g->rnd, 50), nest - 1);
    gen_const(g, (int32_t)sim_below(&g->rnd, 2));
    nops(g);
    gen_branch(g, 0x38, end);
    gen_bind(g, stop);
    gen_const(g, (int32_t)sim_below(&g->rnd, 2));
    gen_bind(g, end);
}

static void short_circuit(gen *g, bool is_and, bool sense, uint32_t nest, bool is_known) {
    uint32_t stop = gen_label(g);
    uint32_t end = gen_label(g);
    gen_cond(g, stop, !is_and, nest - 1);
    operand_kind right = bool_value(g, sense, nest - 1, is_known);
    if (right == OPERAND_PLAIN) {
        nops(g);
    }
    if (right != OPERAND_WHOLE) {
        g->pending |= SIM_FLAG_FORK | SIM_FLAG_NO_THREAD;
    }
    gen_branch(g, 0x38, end);
    gen_bind(g, stop);
    gen_const(g, is_and != sense ? 1 : 0);
    nops(g);
    gen_bind(g, end);
}

static operand_kind bool_value(gen *g, bool sense, uint32_t nest, bool is_known) {
    uint32_t pick = nest == 0 ? 0 : sim_below(&g->rnd, 100);
    if (pick < 40) {
        leaf(g, nest, is_known && sense);
        negate(g, sense);
        return OPERAND_PLAIN;
    }
    if (pick < 70) {
        short_circuit(g, sim_percent(&g->rnd, 50), sense, nest, is_known);
        return OPERAND_WHOLE;
    }
    if (pick < 80) {
        return bool_value(g, !sense, nest - 1, is_known);
    }
    if (pick < 90) {
        bool_operator(g);
        negate(g, sense);
        return OPERAND_PLAIN;
    }
    choice(g, nest, is_known && sense);
    negate(g, sense);
    return sense ? OPERAND_CHOICE : OPERAND_PLAIN;
}

bool gen_bool(gen *g, bool sense, uint32_t nest, bool is_known) {
    bool is_whole = bool_value(g, sense, nest, is_known) == OPERAND_WHOLE;
    g->pending |= is_whole ? SIM_FLAG_WHOLE : 0;
    return is_whole;
}

void gen_branch_on(gen *g, bool is_whole, bool sense, uint32_t label) {
    if (is_whole) {
        g->pending |= SIM_FLAG_REPEAT;
    }
    gen_branch(g, branch_code(sense), label);
}

static void cond_operator(gen *g, uint32_t label, bool sense, uint32_t nest) {
    bool is_and = sim_percent(&g->rnd, 50);
    if (is_and != sense) {
        gen_cond(g, label, sense, nest);
        gen_cond(g, label, sense, nest);
        return;
    }
    uint32_t skip = gen_label(g);
    gen_cond(g, skip, !sense, nest);
    gen_cond(g, label, sense, nest);
    gen_bind(g, skip);
}

void gen_cond(gen *g, uint32_t label, bool sense, uint32_t nest) {
    uint32_t pick = nest == 0 ? sim_below(&g->rnd, 60) : sim_below(&g->rnd, 100);
    if (pick < 30) {
        leaf(g, nest, true);
        gen_branch(g, branch_code(sense), label);
    } else if (pick < 50) {
        compared(g, nest == 0 ? 0 : nest - 1);
        gen_branch(g, (uint16_t)(0x3B + sim_below(&g->rnd, 10)), label);
    } else if (pick < 60) {
        gen_int(g, 0);
        gen_branch(g, branch_code(sense), label);
    } else if (pick < 82) {
        cond_operator(g, label, sense, nest - 1);
    } else if (pick < 90) {
        bool is_whole = gen_bool(g, true, nest - 1, true);
        gen_branch_on(g, is_whole, sense, label);
    } else {
        gen_cond(g, label, !sense, nest - 1);
    }
}

/* if (value) as Debug code has it: through a local. Sometimes the test is come back to. */
static void tested_by_local(gen *g, uint32_t nest) {
    uint32_t skip = gen_label(g);
    uint32_t again = gen_label(g);
    bool is_loop = sim_percent(&g->rnd, 10);
    uint32_t local = 1 + 3 * sim_below(&g->rnd, 3);
    bool is_whole = gen_bool(g, true, nest, true);
    bool is_same = sim_percent(&g->rnd, 95);
    gen_local(g, true, local);
    if (is_loop) {
        gen_bind(g, again);
    }
    gen_local(g, false, is_same ? local : local + 3);
    if (is_whole && is_same) {
        g->pending |= SIM_FLAG_BY_LOCAL;
    }
    gen_branch_on(g, is_whole && is_same, sim_percent(&g->rnd, 50), skip);
    gen_call(g, SIM_TYPE_VOID, 0, 0);
    if (is_loop) {
        gen_cond(g, again, sim_percent(&g->rnd, 50), 0);
    }
    gen_bind(g, skip);
    gen_op(g, 0x00, 0);
}

static void tested(gen *g, uint32_t nest) {
    uint32_t skip = gen_label(g);
    bool is_whole = gen_bool(g, true, nest, true);
    if (sim_percent(&g->rnd, 30)) {
        gen_op(g, 0x25, 0);
        gen_store(g, SIM_TYPE_BOOL);
        is_whole = false;
    }
    gen_branch_on(g, is_whole, sim_percent(&g->rnd, 50), skip);
    gen_call(g, SIM_TYPE_VOID, 0, 0);
    gen_bind(g, skip);
    gen_op(g, 0x00, 0);
}

/* A byte or a T in the shape of && kept as an int: no operand of anything. */
static void open_type_decoy(gen *g, uint32_t nest) {
    uint32_t taken = gen_label(g);
    uint32_t end = gen_label(g);
    gen_cond(g, taken, sim_percent(&g->rnd, 50), nest);
    gen_load(g, SIM_TYPE_OTHER);
    gen_int(g, 0);
    gen_op(g, 0x91, 0);
    gen_branch(g, 0x38, end);
    gen_bind(g, taken);
    gen_const(g, (int32_t)sim_below(&g->rnd, 2));
    gen_bind(g, end);
    if (sim_percent(&g->rnd, 30)) {
        gen_op(g, 0x26, 0);
    } else {
        gen_store(g, sim_percent(&g->rnd, 50) ? SIM_TYPE_OTHER : SIM_TYPE_UNKNOWN);
    }
}

void gen_bool_statement(gen *g, uint32_t nest) {
    switch (sim_below(&g->rnd, 10)) {
    case 0:
        gen_op(g, 0x02, 0);
        (void)gen_bool(g, true, nest, true);
        gen_op(g, 0x7D, SIM_TOKEN_FIELD + SIM_TYPE_BOOL);
        break;
    case 1:
        (void)gen_bool(g, true, nest, true);
        gen_op(g, 0x80, SIM_TOKEN_FIELD + SIM_TYPE_BOOL);
        break;
    case 2:
        gen_int(g, 1);
        (void)gen_bool(g, true, nest, false);
        gen_op(g, 0x28, SIM_TOKEN_CALL + (2 << 4) + SIM_TYPE_VOID);
        break;
    case 3:
        tested(g, nest);
        break;
    case 4:
    case 5:
        tested_by_local(g, nest);
        break;
    case 6:
        (void)gen_bool(g, true, nest, true);
        gen_arg(g, true, SIM_TYPE_BOOL);
        break;
    case 7:
        constant_operand(g, nest == 0 ? 1 : nest);
        gen_store(g, SIM_TYPE_BOOL);
        break;
    case 8:
        open_type_decoy(g, nest);
        break;
    default:
        (void)gen_bool(g, true, nest, true);
        gen_store(g, SIM_TYPE_BOOL);
        break;
    }
}
