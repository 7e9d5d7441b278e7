/* Random statements: what makes the control flow of a body. */
#include "sim_gen.h"

static void start_statement(gen *g, uint32_t group) {
    uint32_t label = gen_label(g);
    gen_bind(g, label);
    g->label_next[label] = g->groups[group].head;
    g->groups[group].head = label;
    g->groups[group].count++;
    g->pending |= SIM_FLAG_STATEMENT;
}

static void simple(gen *g, uint32_t nest) {
    switch (sim_below(&g->rnd, 9)) {
    case 0:
        gen_op(g, 0x00, 0);
        break;
    case 1:
        gen_int(g, nest);
        gen_op(g, 0x26, 0);
        break;
    case 2:
        gen_int(g, nest);
        gen_store(g, SIM_TYPE_OTHER);
        break;
    case 3:
        gen_int(g, 0);
        gen_int(g, nest);
        gen_op(g, 0x54, 0);
        break;
    case 4:
        gen_int(g, 0);
        gen_int(g, 0);
        gen_int(g, nest);
        gen_op(g, 0x9E, 0);
        break;
    case 5:
        gen_op(g, 0x12, 6);
        gen_op(g, 0xFE15, SIM_TOKEN_CLASS);
        break;
    default:
        gen_call(g, SIM_TYPE_VOID, nest, 0);
        break;
    }
}

/* Condition of an if or a loop; jumps when it is not `sense`. Debug code keeps it in a local. */
static void condition(gen *g, uint32_t label, bool sense, uint32_t nest) {
    if (!g->is_debug) {
        gen_cond(g, label, sense, nest);
        return;
    }
    uint32_t local = 1 + 3 * sim_below(&g->rnd, 3);
    bool is_whole = gen_bool(g, true, nest, true);
    gen_local(g, true, local);
    gen_local(g, false, local);
    if (is_whole) {
        g->pending |= SIM_FLAG_BY_LOCAL;
    }
    gen_branch_on(g, is_whole, sense, label);
}

static void if_statement(gen *g, uint32_t group, uint32_t nest) {
    uint32_t other = gen_label(g);
    uint32_t end = gen_label(g);
    condition(g, other, sim_percent(&g->rnd, 30), 2);
    if (sim_percent(&g->rnd, 5)) {
        gen_bind(g, other); /* branch to next */
        gen_op(g, 0x00, 0);
        return;
    }
    bool falls = gen_block(g, group, nest - 1);
    if (sim_percent(&g->rnd, 50)) {
        if (falls || gen_needs_insn(g)) {
            gen_branch(g, 0x38, end);
        }
        gen_bind(g, other);
        (void)gen_block(g, group, nest - 1);
    } else {
        gen_bind(g, other);
    }
    gen_bind(g, end);
}

static bool loop_statement(gen *g, uint32_t group, uint32_t nest) {
    uint32_t body = gen_label(g);
    uint32_t test = gen_label(g);
    uint32_t kind = sim_below(&g->rnd, 10);
    if (kind < 5) {
        gen_branch(g, 0x38, test);
    }
    gen_bind(g, body);
    (void)gen_block(g, group, nest - 1);
    gen_bind(g, test);
    if (kind == 9) {
        gen_branch(g, 0x38, body);
        return false;
    }
    condition(g, body, sim_percent(&g->rnd, 50), 1);
    return true;
}

enum { MAX_BLOCKS = 4 };

/* A label for a table entry: a block of the switch, after the switch, a br (folded), any
 * statement. */
static uint32_t entry_label(gen *g, const uint32_t *blocks, uint32_t count, uint32_t next,
                            uint32_t jump, uint32_t group) {
    uint32_t pick = sim_below(&g->rnd, 10);
    if (pick < 5) {
        return blocks[sim_below(&g->rnd, count)];
    }
    if (pick < 6) {
        return next;
    }
    return pick < 9 ? jump : GEN_GOTO + group;
}

static void switch_table(gen *g, const uint32_t *blocks, uint32_t count, uint32_t next,
                         uint32_t jump, uint32_t group) {
    uint32_t entries = sim_below(&g->rnd, 7);
    sim_case *c = g->c;
    if (c->target_count + entries > SIM_MAX_TARGETS) {
        g->failed = true;
        return;
    }
    sim_instr *instr = gen_op(g, 0x45, 0);
    instr->target = c->target_count;
    instr->target_count = entries;
    for (uint32_t i = 0; i < entries; i++) {
        c->targets[c->target_count++] = entry_label(g, blocks, count, next, jump, group);
    }
}

static void switch_statement(gen *g, uint32_t group, uint32_t nest) {
    uint32_t blocks[MAX_BLOCKS];
    uint32_t count = 1 + sim_below(&g->rnd, MAX_BLOCKS);
    uint32_t next = gen_label(g);
    uint32_t jump = gen_label(g);
    uint32_t end = gen_label(g);
    for (uint32_t i = 0; i < count; i++) {
        blocks[i] = gen_label(g);
    }
    gen_int(g, 1);
    switch_table(g, blocks, count, next, jump, group);
    gen_bind(g, next);
    bool has_default = sim_percent(&g->rnd, 30);
    if (has_default) {
        (void)gen_block(g, group, nest - 1);
    }
    if (sim_percent(&g->rnd, 70)) {
        gen_branch(g, 0x38, sim_percent(&g->rnd, 70) ? end : blocks[0]);
    }
    for (uint32_t i = 0; i < count; i++) {
        gen_bind(g, blocks[i]);
        if (sim_percent(&g->rnd, 80)) {
            (void)gen_block(g, group, nest > 1 ? nest - 2 : 0);
        }
        if (sim_percent(&g->rnd, 70)) {
            gen_branch(g, 0x38, end);
        }
    }
    gen_bind(g, jump);
    gen_branch(g, 0x38, end);
    gen_bind(g, end);
}

/* Statements on a stack that is not empty. */
static bool with_value_below(gen *g, uint32_t group, uint32_t nest) {
    uint32_t inner = gen_add_group(g, g->groups[group].region, false);
    gen_int(g, 0);
    bool falls = gen_block(g, inner, nest - 1);
    if (!falls && !gen_needs_insn(g)) {
        return false;
    }
    gen_op(g, 0x26, 0);
    return true;
}

static void goto_statement(gen *g, uint32_t group) {
    if (sim_percent(&g->rnd, 60)) {
        condition(g, GEN_GOTO + group, sim_percent(&g->rnd, 50), 1);
    } else {
        gen_branch(g, 0x38, GEN_GOTO + group);
    }
}

void gen_leave(gen *g, uint32_t region) {
    uint32_t groups[SIM_MAX_REGIONS];
    uint32_t count = 0;
    uint32_t at = region;
    if (g->groups[g->regions[at].group].count > 0) {
        groups[count++] = g->regions[at].group;
    }
    while (g->regions[at].kind == GEN_TRY || g->regions[at].kind == GEN_CATCH) {
        at = g->regions[at].parent;
        groups[count++] = g->regions[at].group;
    }
    /* Rather outside than inside. */
    uint32_t pick = sim_below(&g->rnd, count);
    pick = pick == 0 ? sim_below(&g->rnd, count) : pick;
    gen_branch(g, 0xDD, GEN_GOTO + groups[pick]);
}

static bool can_leave(const gen *g, uint32_t group) {
    gen_region_kind kind = g->regions[g->groups[group].region].kind;
    return kind == GEN_TRY || kind == GEN_CATCH || kind == GEN_ROOT;
}

/* A leave may go from the region to the root. */
static bool reaches_root(const gen *g, uint32_t region) {
    uint32_t at = region;
    while (g->regions[at].kind == GEN_TRY || g->regions[at].kind == GEN_CATCH) {
        at = g->regions[at].parent;
    }
    return g->regions[at].kind == GEN_ROOT;
}

/* return: in protected code through a local and a leave, as compilers do. */
static void return_statement(gen *g, bool is_root) {
    bool by_local = !is_root || (g->is_debug && sim_percent(&g->rnd, 70));
    gen_return_value(g, 2);
    if (!by_local || g->c->returns == SIM_TYPE_VOID) {
        gen_op(g, 0x2A, 0);
        return;
    }
    if (!g->has_return_label) {
        g->has_return_label = true;
        g->return_label = gen_label(g);
    }
    gen_local(g, true, g->c->returns);
    gen_branch(g, is_root ? 0x38 : 0xDD, g->return_label);
}

/* tail. call; ret, where other branches lead to the ret, too. */
static void tail_call(gen *g) {
    uint32_t call = gen_label(g);
    uint32_t end = gen_label(g);
    if (sim_percent(&g->rnd, 60)) {
        gen_cond(g, call, true, 1);
        if (sim_percent(&g->rnd, 50)) {
            gen_call(g, SIM_TYPE_VOID, 0, 0);
        }
        gen_return_value(g, 0);
        gen_branch(g, 0x38, end);
        g->c->instrs[g->c->count - 1].flags |= SIM_FLAG_NO_THREAD;
        gen_bind(g, call);
    }
    gen_call(g, g->c->returns, 0, IL_PREFIX_TAIL);
    gen_bind(g, end);
    gen_op(g, 0x2A, 0)->flags |= SIM_FLAG_NO_THREAD;
}

/* return a && B() with B as a tail call: no operand, for nothing may come after the call. */
static void tail_operand(gen *g) {
    uint32_t stop = gen_label(g);
    gen_cond(g, stop, sim_percent(&g->rnd, 50), 1);
    gen_call(g, SIM_TYPE_BOOL, 0, IL_PREFIX_TAIL);
    gen_op(g, 0x2A, 0);
    gen_bind(g, stop);
    gen_const(g, (int32_t)sim_below(&g->rnd, 2));
    gen_op(g, 0x2A, 0)->flags |= SIM_FLAG_NO_THREAD;
}

/* A quiet endless loop of one or two br. */
static void endless(gen *g) {
    uint32_t first = gen_label(g);
    uint32_t second = gen_label(g);
    gen_bind(g, first);
    if (sim_percent(&g->rnd, 50)) {
        gen_branch(g, 0x38, second);
    }
    gen_bind(g, second);
    gen_branch(g, 0x38, first);
}

/* A statement after which nothing goes on, as fits the place. */
static void ending(gen *g, uint32_t group) {
    gen_region_kind kind = g->regions[g->groups[group].region].kind;
    bool is_empty = g->groups[group].is_empty_stack;
    uint32_t pick = sim_below(&g->rnd, 100);
    if (pick < 10) {
        gen_int(g, 1);
        gen_op(g, 0x7A, 0);
    } else if (pick < 13) {
        endless(g);
    } else if (pick < 40 && kind == GEN_CATCH) {
        gen_op(g, 0xFE1A, 0);
    } else if (pick < 65 && can_leave(g, group) && (kind != GEN_ROOT || pick < 20)) {
        gen_leave(g, g->groups[group].region);
    } else if (pick < 65 && kind == GEN_FINALLY && is_empty) {
        gen_op(g, 0xDC, 0);
    } else if (kind == GEN_ROOT && is_empty && pick < 80) {
        return_statement(g, true);
    } else if (kind == GEN_ROOT && is_empty && pick < 96) {
        if (g->c->returns == SIM_TYPE_BOOL && pick < 85) {
            tail_operand(g);
        } else {
            tail_call(g);
        }
    } else if (kind == GEN_ROOT && is_empty) {
        gen_op(g, 0x27, SIM_TOKEN_CALL);
    } else if (g->c->returns != SIM_TYPE_VOID && kind != GEN_ROOT &&
               reaches_root(g, g->groups[group].region)) {
        return_statement(g, false);
    } else {
        gen_branch(g, 0x38, GEN_GOTO + group);
    }
}

static bool statement(gen *g, uint32_t group, uint32_t nest) {
    bool is_small = nest == 0 || g->c->count >= g->limit;
    uint32_t pick = sim_below(&g->rnd, is_small ? 42 : 100);
    start_statement(g, group);
    g->may_wait = g->groups[group].is_empty_stack && can_leave(g, group);
    if (pick < 18) {
        simple(g, is_small ? 0 : 2);
    } else if (pick < 32) {
        gen_bool_statement(g, is_small ? 1 : 3);
    } else if (pick < 37) {
        goto_statement(g, group);
        return sim_op_of(g->c->instrs[g->c->count - 1].code)->kind != SIM_BR;
    } else if (pick < 42) {
        ending(g, group);
        return false;
    } else if (pick < 58) {
        if_statement(g, group, nest);
    } else if (pick < 68) {
        return loop_statement(g, group, nest);
    } else if (pick < 76) {
        switch_statement(g, group, nest);
    } else if (pick < 83) {
        return with_value_below(g, group, nest);
    } else if (g->groups[group].is_empty_stack &&
               g->regions[g->groups[group].region].kind != GEN_FILTER) {
        return gen_try(g, group, nest);
    } else {
        simple(g, 2);
    }
    return true;
}

bool gen_block(gen *g, uint32_t group, uint32_t nest) {
    uint32_t count = sim_below(&g->rnd, nest >= GEN_MAX_NEST ? 9 : 4);
    bool falls = true;
    for (uint32_t i = 0; i < count && !g->failed; i++) {
        falls = statement(g, group, nest);
        if (!falls && sim_percent(&g->rnd, 70)) {
            break; /* else what follows can only be reached by a goto */
        }
    }
    return falls;
}
