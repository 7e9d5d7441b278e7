/* Random protected code: try with catch, filter, finally and fault handlers, nested. */
#include "sim_gen.h"

enum { MAX_HANDLERS = 3 };

/* An end for a block that control must not run out of. */
static void close_block(gen *g, bool falls, uint32_t region, uint32_t end) {
    if (!falls && !gen_needs_insn(g) && sim_percent(&g->rnd, 95)) {
        return;
    }
    if (g->regions[region].kind == GEN_FINALLY) {
        gen_op(g, 0xDC, 0);
    } else if (sim_percent(&g->rnd, 75)) {
        gen_branch(g, 0xDD, end);
    } else {
        gen_leave(g, region);
    }
}

/* Code that goes back to the start of a handler or filter with a value for the exception. */
static void back_to_start(gen *g, uint32_t start) {
    gen_call(g, SIM_TYPE_VOID, 0, 0);
    gen_load(g, SIM_TYPE_OTHER);
    gen_cond(g, start, sim_percent(&g->rnd, 50), 0);
    if (sim_percent(&g->rnd, 50)) {
        gen_cond(g, start, sim_percent(&g->rnd, 50), 0);
    }
    gen_op(g, 0x26, 0);
}

static void take_exception(gen *g) {
    bool is_loop = sim_percent(&g->rnd, 5);
    uint32_t start = gen_label(g);
    gen_bind(g, start);
    if (sim_percent(&g->rnd, 50)) {
        gen_op(g, 0x26, 0);
    } else {
        gen_store(g, SIM_TYPE_OTHER);
    }
    if (is_loop) {
        back_to_start(g, start);
    }
}

static void plain_handler(gen *g, sim_clause *clause, uint32_t parent, uint32_t end,
                          uint32_t nest) {
    bool is_catch = clause->kind <= 1;
    uint32_t region = gen_add_region(g, is_catch ? GEN_CATCH : GEN_FINALLY, parent);
    clause->handler_start = g->c->count;
    if (is_catch) {
        take_exception(g);
    }
    bool falls = gen_block(g, g->regions[region].group, nest);
    close_block(g, falls, region, end);
    if (g->c->count == clause->handler_start) {
        gen_op(g, 0xDC, 0);
    }
    clause->handler_end = g->c->count;
}

/* when (condition): the value as && || or not, in Debug kept in a local first. A constant is no
 * decision. */
static void filter_condition(gen *g) {
    bool by_local = g->is_debug || sim_percent(&g->rnd, 30);
    bool is_constant = sim_percent(&g->rnd, 5);
    bool is_whole = false;
    if (is_constant) {
        gen_const(g, (int32_t)sim_below(&g->rnd, 2));
    } else {
        is_whole = gen_bool(g, true, 2, by_local);
    }
    if (by_local) {
        uint32_t local = 1 + 3 * sim_below(&g->rnd, 3);
        gen_local(g, true, local);
        gen_local(g, false, local);
    }
    bool is_same_end = g->c->instrs[g->c->count - 1].code == 0xFE03;
    if (sim_percent(&g->rnd, 15) && !is_same_end) {
        return; /* another compiler's filter: the value itself */
    }
    if (!is_whole && !is_constant) {
        g->pending |= SIM_FLAG_FORK;
    }
    gen_const(g, 0);
    gen_op(g, 0xFE03, 0);
}

static void filter_body(gen *g, uint32_t parent) {
    uint32_t region = gen_add_region(g, GEN_FILTER, parent);
    uint32_t match = gen_label(g);
    uint32_t end = gen_label(g);
    bool has_type_test = sim_percent(&g->rnd, 60);
    if (has_type_test) {
        gen_op(g, 0x75, SIM_TOKEN_CLASS);
        gen_op(g, 0x25, 0);
        gen_branch(g, 0x3A, match);
        gen_op(g, 0x26, 0);
        gen_const(g, 0);
        gen_branch(g, 0x38, end);
        gen_bind(g, match);
    }
    take_exception(g);
    (void)gen_block(g, g->regions[region].group, sim_percent(&g->rnd, 40) ? 2 : 0);
    filter_condition(g);
    gen_bind(g, end);
    gen_op(g, 0xFE11, 0);
}

static void handler(gen *g, sim_clause *clause, uint32_t parent, uint32_t end, uint32_t nest) {
    if (clause->kind == 1) {
        clause->filter_start = g->c->count;
        filter_body(g, parent);
    } else if (clause->kind == 0) {
        clause->token = SIM_TOKEN_CLASS + sim_below(&g->rnd, SIM_CLASSES + 1);
    }
    plain_handler(g, clause, parent, end, nest);
}

/* Code of the outer region between try and handler or between handlers; only gotos lead there. */
static void gap(gen *g, uint32_t group) {
    if (sim_percent(&g->rnd, 8)) {
        bool falls = gen_block(g, group, 0);
        if (falls || gen_needs_insn(g)) {
            gen_branch(g, 0x38, GEN_GOTO + group);
        }
    }
}

static uint32_t choose_kinds(gen *g, sim_clause *clauses) {
    uint32_t pick = sim_below(&g->rnd, 100);
    uint32_t count = 1;
    if (pick < 35) {
        clauses[0].kind = 2;
        return 1;
    }
    if (pick < 45) {
        clauses[0].kind = 4;
        return 1;
    }
    count += sim_percent(&g->rnd, 30) ? 1 : 0;
    count += sim_percent(&g->rnd, 20) ? 1 : 0;
    for (uint32_t i = 0; i < count; i++) {
        clauses[i].kind = sim_percent(&g->rnd, 40) ? 1 : 0;
    }
    return count;
}

static void add_clauses(gen *g, const sim_clause *clauses, uint32_t count) {
    sim_case *c = g->c;
    if (c->clause_count + count > SIM_MAX_CLAUSES) {
        g->failed = true;
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        c->clauses[c->clause_count++] = clauses[i];
    }
}

bool gen_try(gen *g, uint32_t group, uint32_t nest) {
    sim_clause clauses[MAX_HANDLERS] = {0};
    uint32_t count = choose_kinds(g, clauses);
    uint32_t parent = g->groups[group].region;
    uint32_t end = gen_label(g);
    uint32_t region = gen_add_region(g, GEN_TRY, parent);
    uint32_t start = g->c->count;
    bool falls = gen_block(g, g->regions[region].group, nest - 1);
    if (g->c->count == start) {
        falls = true;
    }
    close_block(g, falls, region, end);
    uint32_t try_end = g->c->count;
    for (uint32_t i = 0; i < count; i++) {
        clauses[i].try_start = start;
        clauses[i].try_end = try_end;
        gap(g, group);
        handler(g, &clauses[i], parent, end, nest - 1);
    }
    add_clauses(g, clauses, count);
    gen_bind(g, end);
    return true;
}
