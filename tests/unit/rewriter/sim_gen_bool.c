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

/* `5 == 0` would be a negated constant, which no compiler leaves there for an operand. */
static void gen_compare(gen *g, uint16_t code) {
    bool is_negation = code == 0xFE01 && g->c->instrs[g->c->count - 1].code == 0x16;
    gen_op(g, is_negation ? 0xFE02 : code, 0);
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
        gen_compare(g, compare[sim_below(&g->rnd, 5)]);
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
    if (is_known && sim_percent(&g->rnd, 15)) {
        gen_const(g, 0);
    } else {
        (void)bool_value(g, true, is_known ? nest - 1 : 0, is_known);
    }
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

/* `a op constant`: no operand to tell apart, and what follows is not a whole && or ||. */
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

static void hidden_point(gen *g) {
    g->c->instrs[g->c->count - 1].flags |= SIM_FLAG_HIDDEN;
}

/* As F# writes it, the left operand's constant before the right operand. Only of 1, and only
 * with its hidden points, is it known. */
static void constant_first(gen *g, bool is_and, bool sense, uint32_t nest, bool is_known) {
    uint32_t other = gen_label(g);
    uint32_t end = gen_label(g);
    gen_cond(g, other, is_and, nest - 1);
    gen_const(g, 1);
    hidden_point(g);
    nops(g);
    gen_branch(g, 0x38, end);
    gen_bind(g, other);
    operand_kind right = bool_value(g, sense, nest - 1, is_known);
    g->pending |= right == OPERAND_WHOLE ? 0 : SIM_FLAG_FORK;
    gen_op(g, 0x00, 0);
    hidden_point(g);
    gen_bind(g, end);
    g->pending |= SIM_FLAG_NO_THREAD;
}

static void short_circuit(gen *g, bool is_and, bool sense, uint32_t nest, bool is_known) {
    if (is_and != sense && sim_percent(&g->rnd, 25)) {
        constant_first(g, is_and, sense, nest, is_known);
        return;
    }
    uint32_t stop = gen_label(g);
    uint32_t end = gen_label(g);
    gen_cond(g, stop, !is_and, nest - 1);
    operand_kind right = bool_value(g, sense, nest - 1, is_known);
    if (right == OPERAND_PLAIN) {
        nops(g);
    }
    if (right != OPERAND_WHOLE) {
        g->pending |= SIM_FLAG_FORK;
    }
    gen_branch(g, 0x38, end);
    gen_bind(g, stop);
    g->pending |= SIM_FLAG_UNWRITTEN;
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

/* if (a) r = B(); else r = false; with r on the stack, as the two returns are in optimised code:
 * the user wrote the constant, and there is no operand. */
static void written_constant(gen *g, uint32_t nest) {
    uint32_t stop = gen_label(g);
    uint32_t end = gen_label(g);
    gen_cond(g, stop, sim_percent(&g->rnd, 50), nest);
    (void)gen_bool(g, true, nest, true);
    g->pending &= (uint32_t)~SIM_FLAG_WHOLE;
    gen_branch(g, 0x38, end);
    gen_bind(g, stop);
    g->pending |= SIM_FLAG_VISIBLE;
    gen_const(g, (int32_t)sim_below(&g->rnd, 2));
    gen_bind(g, end);
    gen_store(g, SIM_TYPE_BOOL);
    g->pending |= SIM_FLAG_VISIBLE; /* the last one of a filter would be no statement */
    gen_op(g, 0x00, 0);
}

/* Where a stored operand is kept: a local, or a field of `this`. */
typedef struct keeper {
    bool is_field;
    uint32_t local;
} keeper;

static keeper any_keeper(gen *g) {
    uint32_t type = sim_percent(&g->rnd, 95) ? SIM_TYPE_BOOL : sim_below(&g->rnd, 3);
    return (keeper){sim_percent(&g->rnd, 40), type + 3 * sim_below(&g->rnd, SIM_LOCALS / 3)};
}

/* Now and then another one: a near miss. */
static keeper mostly(gen *g, keeper k) {
    return sim_percent(&g->rnd, 96) ? k : any_keeper(g);
}

static bool keeps_bool(keeper k) {
    return k.is_field || k.local % 3 == SIM_TYPE_BOOL;
}

/* What stands below the value that is to be stored. */
static void keep_begin(gen *g, keeper k) {
    if (k.is_field) {
        gen_op(g, 0x02, 0);
    }
}

static void keep(gen *g, keeper k) {
    if (k.is_field) {
        gen_op(g, 0x7D, SIM_TOKEN_FIELD + SIM_TYPE_BOOL);
    } else {
        gen_local(g, true, k.local);
    }
}

/* `entry`: a label in the middle of the load of a field; SIM_NONE. */
static void reload(gen *g, keeper k, uint32_t entry) {
    if (k.is_field) {
        gen_op(g, 0x02, 0);
        if (entry != SIM_NONE) {
            gen_bind(g, entry);
        }
        gen_op(g, 0x7B, SIM_TOKEN_FIELD + SIM_TYPE_BOOL);
    } else {
        gen_local(g, false, k.local);
    }
}

static void joined(gen *g, uint32_t nest, bool has_spare);

static void keep_constant(gen *g, keeper k) {
    keep_begin(g, k);
    if (sim_percent(&g->rnd, 95)) {
        gen_const(g, (int32_t)sim_below(&g->rnd, 2));
    } else {
        leaf(g, 0, keeps_bool(k));
    }
    nops(g);
    keep(g, k);
}

/* `x is 1 or 5`: a test sets `k` to true or false. Debug code stops there once more. */
static void keep_pattern(gen *g, keeper k, uint32_t nest) {
    uint32_t stop = gen_label(g);
    uint32_t end = gen_label(g);
    uint32_t pause = gen_label(g);
    gen_cond(g, stop, sim_percent(&g->rnd, 50), nest - 1);
    keep_constant(g, mostly(g, k));
    if (sim_percent(&g->rnd, 5)) {
        gen_cond(g, end, true, 0);
    }
    gen_branch(g, 0x38, end);
    gen_bind(g, stop);
    keep_constant(g, mostly(g, k));
    if (sim_percent(&g->rnd, 20)) {
        gen_branch(g, 0x38, end);
    }
    gen_bind(g, end);
    if (sim_percent(&g->rnd, 20)) {
        gen_const(g, 1);
        gen_branch(g, branch_code(sim_percent(&g->rnd, 90)), pause);
        gen_op(g, 0x00, 0);
        gen_bind(g, pause);
    }
}

static void made_operand(gen *g, uint32_t nest, bool is_known) {
    if (nest > 1 && sim_percent(&g->rnd, 40)) {
        joined(g, nest - 1, false);
    } else if (sim_percent(&g->rnd, 5)) {
        gen_const(g, 1);
    } else if (sim_percent(&g->rnd, 5)) {
        constant_operand(g, nest);
    } else if (!gen_bool(g, true, nest - 1, is_known)) {
        nops(g);
    }
}

/* An operand on its way into `to`; Debug code keeps it elsewhere first. */
static void kept_operand(gen *g, keeper to, uint32_t nest) {
    bool is_pattern = sim_percent(&g->rnd, 12);
    bool is_copied = sim_percent(&g->rnd, 40);
    bool is_negated = sim_percent(&g->rnd, 20);
    keeper copy = {false, 1 + 3 * sim_below(&g->rnd, SIM_LOCALS / 3)};
    if (is_pattern) {
        copy = any_keeper(g);
        keep_pattern(g, copy, nest);
    } else {
        keep_begin(g, is_copied ? copy : to);
        made_operand(g, nest, is_copied || (!is_negated && keeps_bool(to)));
    }
    if (is_copied && !is_pattern) {
        keep(g, copy);
    }
    if (is_copied || is_pattern) {
        keep_begin(g, to);
        reload(g, copy, SIM_NONE);
    }
    negate(g, !is_negated);
    keep(g, to);
}

/* Jumps to `label` with what a reload leaves there on the stack: all of it, or `this`. */
static void jump_into_reload(gen *g, uint32_t label, bool is_after) {
    if (is_after) {
        leaf(g, 0, true);
    } else {
        gen_op(g, 0x02, 0);
    }
    gen_cond(g, label, true, 0);
    gen_op(g, 0x26, 0);
}

/* State machines forget there what they kept over an await. Now and then the user does, or
 * something else is done. */
static void clean_up(gen *g) {
    bool is_null = sim_percent(&g->rnd, 50);
    if (sim_percent(&g->rnd, 75)) {
        return;
    }
    g->pending |= sim_percent(&g->rnd, 4) ? SIM_FLAG_VISIBLE : 0;
    if (sim_percent(&g->rnd, 4)) {
        gen_load(g, SIM_TYPE_OTHER);
    } else {
        gen_op(g, 0x02, 0);
    }
    if (is_null) {
        gen_op(g, sim_percent(&g->rnd, 95) ? 0x14 : 0x16, 0);
        gen_op(g, 0x7D, SIM_TOKEN_FIELD);
    } else {
        gen_op(g, 0x7C, SIM_TOKEN_FIELD);
        gen_op(g, 0xFE15, SIM_TOKEN_CLASS);
    }
    nops(g);
}

/* An await in another operand: it is over or it waits, and the dispatch goes on after that. Now
 * and then what looks alike: another way there, a jump in place of the leave. */
static void wait(gen *g) {
    uint32_t done = gen_label(g);
    gen_cond(g, sim_percent(&g->rnd, 97) ? done : g->resume, true, 0);
    gen_branch(g, sim_percent(&g->rnd, 95) ? 0xDD : 0x38, g->waiting);
    gen_bind(g, g->resume);
    gen_call(g, SIM_TYPE_VOID, 0, 0);
    gen_bind(g, done);
    g->resume = SIM_NONE;
}

/* What the expression does after the join before it takes the value: it loads, calls, branches.
 * Now and then something else happens to the variable. */
static void between(gen *g, keeper k) {
    if (g->resume != SIM_NONE) {
        wait(g);
    }
    gen_int(g, sim_below(&g->rnd, 3));
    if (sim_percent(&g->rnd, 5)) {
        keep_begin(g, k);
        leaf(g, 0, keeps_bool(k));
        keep(g, k);
    }
}

/* The value, or its address for a method of it. */
static void taken(gen *g, keeper k) {
    if (!k.is_field && sim_percent(&g->rnd, 10)) {
        gen_op(g, 0x12, k.local);
    } else {
        reload(g, k, SIM_NONE);
    }
}

/* A switch expression leads to its arm, which begins with a hidden point; now and then it is a
 * statement that begins, or code goes on. */
static void begin_arm(gen *g) {
    uint32_t arm = gen_label(g);
    if (sim_percent(&g->rnd, 90)) {
        gen_cond(g, arm, sim_percent(&g->rnd, 50), 0);
    }
    gen_bind(g, arm);
    g->pending |= sim_percent(&g->rnd, 90) ? SIM_FLAG_HIDDEN : SIM_FLAG_VISIBLE;
}

/* Where the condition of an arm leads when it fails: two values as the arm leaves them. */
static void other_arm(gen *g, uint32_t failed) {
    uint32_t end = gen_label(g);
    gen_branch(g, 0x38, end);
    gen_bind(g, failed);
    gen_int(g, 0);
    gen_const(g, (int32_t)sim_below(&g->rnd, 2));
    gen_bind(g, end);
}

/* && or || joined in a variable, as with an await in the right operand: `A; stloc v; ldloc v;
 * brfalse L; B; stloc v; L: ldloc v`. Now and then something is different: another variable,
 * another way to L or into the reload. */
static void stored_join(gen *g, uint32_t nest, bool has_spare) {
    keeper k = any_keeper(g);
    keeper last = mostly(g, k);
    bool is_entered = !has_spare && sim_percent(&g->rnd, 6);
    bool is_after = !last.is_field || sim_percent(&g->rnd, 50);
    uint32_t end = gen_label(g);
    uint32_t late = gen_label(g);
    if (is_entered) {
        jump_into_reload(g, late, is_after);
    }
    bool is_arm = sim_percent(&g->rnd, 25);
    bool has_condition = is_arm && has_spare && sim_percent(&g->rnd, 40);
    uint32_t failed = has_condition ? gen_label(g) : SIM_NONE;
    if (has_condition) { /* `L when c => A && await B` */
        g->pending |= SIM_FLAG_VISIBLE;
        gen_cond(g, failed, sim_percent(&g->rnd, 50), 0);
    } else if (is_arm) {
        begin_arm(g);
    }
    kept_operand(g, mostly(g, k), nest);
    reload(g, mostly(g, k), SIM_NONE);
    gen_branch(g, branch_code(sim_percent(&g->rnd, 50)), end);
    g->pending |= is_arm && sim_percent(&g->rnd, 10) ? SIM_FLAG_HIDDEN : 0;
    if (sim_percent(&g->rnd, 5)) {
        gen_cond(g, end, true, 0);
    }
    kept_operand(g, k, nest);
    clean_up(g);
    nops(g);
    gen_bind(g, end);
    g->pending |= is_arm ? SIM_FLAG_VISIBLE : 0;
    if (has_spare) {
        between(g, last);
        if (has_condition) {
            reload(g, last, SIM_NONE);
            other_arm(g, failed);
        } else {
            taken(g, last);
        }
        return;
    }
    reload(g, last, is_entered && !is_after ? late : SIM_NONE);
    if (is_entered && is_after) {
        gen_bind(g, late);
    }
}

/* && and || as Visual Basic joins them around an await: the left operand kept and tested, both ways
 * stored on their own. Now and then another variable, another way to L, M or the stores, or a
 * constant that the user wrote. */
static void two_stores(gen *g, uint32_t nest, bool has_spare) {
    keeper left = any_keeper(g);
    keeper t = any_keeper(g);
    t.is_field = t.is_field && sim_percent(&g->rnd, 10);
    bool is_left_first = sim_percent(&g->rnd, 50);
    uint32_t other = gen_label(g);
    uint32_t end = gen_label(g);
    kept_operand(g, mostly(g, left), nest);
    reload(g, left, SIM_NONE);
    gen_branch(g, branch_code(sim_percent(&g->rnd, 50)), other);
    for (uint32_t way = 0; way < 2; way++) {
        if (sim_percent(&g->rnd, 3)) {
            gen_cond(g, sim_percent(&g->rnd, 50) ? other : end, true, 0);
        }
        if (is_left_first == (way == 0)) {
            g->pending |= sim_percent(&g->rnd, 4) ? SIM_FLAG_VISIBLE : 0;
            gen_const(g, (int32_t)sim_below(&g->rnd, 2));
            keep(g, (keeper){false, t.local});
        } else {
            kept_operand(g, mostly(g, t), nest);
        }
        clean_up(g);
        nops(g);
        if (way == 0) {
            gen_branch(g, 0x38, end);
            gen_bind(g, other);
        }
    }
    gen_bind(g, end);
    if (has_spare) {
        between(g, t);
    }
    reload(g, mostly(g, t), SIM_NONE);
}

/* Joined in a variable, in one of the two ways. */
static void joined(gen *g, uint32_t nest, bool has_spare) {
    if (sim_percent(&g->rnd, 40)) {
        two_stores(g, nest, has_spare);
    } else {
        stored_join(g, nest, has_spare);
    }
}

/* F(x, A && await B, await C): a dispatch stands before all. */
static void joined_with_wait(gen *g, uint32_t nest) {
    g->resume = gen_label(g);
    g->waiting = gen_label(g);
    gen_cond(g, g->resume, true, 0);
    joined(g, nest, true);
    gen_op(g, 0x28, SIM_TOKEN_CALL + (2 << 4) + SIM_TYPE_VOID);
    gen_bind(g, g->waiting);
    gen_op(g, 0x00, 0);
}

/* What is done with such a value. */
static void stored_join_statement(gen *g, uint32_t nest) {
    uint32_t skip = gen_label(g);
    keeper k = any_keeper(g);
    switch (sim_below(&g->rnd, 5)) {
    case 0: /* r = A && await B */
        keep_begin(g, k);
        joined(g, nest, false);
        keep(g, k);
        return;
    case 1: /* F(x, A && await B) */
        if (g->may_wait && sim_percent(&g->rnd, 50)) {
            joined_with_wait(g, nest);
            return;
        }
        joined(g, nest, true);
        gen_op(g, 0x28, SIM_TOKEN_CALL + (2 << 4) + SIM_TYPE_VOID);
        return;
    case 2: /* if, in Debug */
        joined(g, nest, false);
        k.is_field = false;
        keep(g, k);
        reload(g, k, SIM_NONE);
        break;
    default: /* if, in Release; negated */
        joined(g, nest, false);
        negate(g, sim_percent(&g->rnd, 70));
        break;
    }
    gen_branch(g, branch_code(sim_percent(&g->rnd, 50)), skip);
    gen_call(g, SIM_TYPE_VOID, 0, 0);
    gen_bind(g, skip);
    gen_op(g, 0x00, 0);
}

void gen_bool_statement(gen *g, uint32_t nest) {
    switch (sim_below(&g->rnd, 14)) {
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
    case 9:
    case 10:
    case 11:
        stored_join_statement(g, nest == 0 ? 1 : nest);
        break;
    case 12:
        written_constant(g, nest);
        break;
    default:
        (void)gen_bool(g, true, nest, true);
        gen_store(g, SIM_TYPE_BOOL);
        break;
    }
}
