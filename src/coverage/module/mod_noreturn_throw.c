/* Instructions that only lead to the throw of an unreachable exception; see
 * mod_noreturn_throw.h. */
#include "coverage/module/mod_noreturn_throw.h"

#include "rewriter/il/flow.h"

typedef struct search {
    const mth_method *method;
    const il_body *body;
    const flow_graph *flow;
    uint32_t *point_of; /* by instruction: 1 + index of the last point at or before it, 0: none */
    bool *throws;       /* by such a number: the statement throws */
    bool *leads;
    uint32_t *open; /* stack; an instruction is pushed once */
    uint32_t open_count;
} search;

static void add(search *s, uint32_t insn) {
    if (!s->leads[insn]) {
        s->leads[insn] = true;
        s->open[s->open_count++] = insn;
    }
}

/* The instruction creates such an exception, and the next one throws it. */
static bool throws_here(const il_body *body, uint32_t u, const mod_thrown *thrown) {
    return body->insns[u].op == IL_NEWOBJ && body->insns[u + 1].op == IL_THROW &&
           thrown->is_thrown(thrown->ctx, (uint32_t)body->insns[u].operand);
}

static void find_throws(search *s, const mod_thrown *thrown) {
    for (uint32_t u = 0; u + 1 < s->body->insn_count; u++) {
        if (throws_here(s->body, u, thrown)) {
            s->throws[s->point_of[u]] = true;
            add(s, u + 1);
        }
    }
}

static void find_points(search *s) {
    const mth_method *m = s->method;
    uint32_t next = 0;
    for (uint32_t u = 0; u < s->body->insn_count; u++) {
        while (next < m->point_count && m->points[next].offset <= s->body->insns[u].offset) {
            next++;
        }
        s->point_of[u] = next;
    }
}

static bool starts_handler(const il_body *body, uint32_t insn) {
    for (uint32_t c = 0; c < body->clause_count; c++) {
        if (body->clauses[c].handler_start == insn) {
            return true;
        }
    }
    return false;
}

static bool only_goes_on(const il_body *body, uint32_t insn) {
    const il_insn *i = &body->insns[insn];
    bool is_store = false;
    il_flow flow = (il_flow)il_op_get((il_op)i->op)->flow;
    if (i->op == IL_NOP || i->op == IL_POP || flow == IL_FLOW_BRANCH || flow == IL_FLOW_LEAVE) {
        return true;
    }
    return il_local_index(i, &is_store) >= 0 && is_store && starts_handler(body, insn);
}

static bool leads_on(const search *s, uint32_t insn) {
    return insn < s->body->insn_count && s->leads[insn];
}

/* All successors of the instruction lead to a throw. */
static bool can_only_lead(const search *s, uint32_t insn) {
    const il_insn *i = &s->body->insns[insn];
    switch ((il_flow)il_op_get((il_op)i->op)->flow) {
    case IL_FLOW_NEXT:
    case IL_FLOW_CALL:
    case IL_FLOW_PREFIX:
        return flow_falls_through(i) && leads_on(s, insn + 1);
    case IL_FLOW_BRANCH:
    case IL_FLOW_LEAVE:
        return leads_on(s, i->target);
    case IL_FLOW_COND:
        return leads_on(s, i->target) && leads_on(s, insn + 1);
    case IL_FLOW_SWITCH:
    case IL_FLOW_RETURN:
    case IL_FLOW_THROW:
    case IL_FLOW_ENDFINALLY:
    case IL_FLOW_ENDFILTER:
        return false;
    }
    return false;
}

static void consider(search *s, uint32_t from, uint32_t to) {
    uint32_t point = s->point_of[from];
    bool is_one_statement = point == s->point_of[to] && s->throws[point];
    if ((is_one_statement || only_goes_on(s->body, from)) && can_only_lead(s, from)) {
        add(s, from);
    }
}

static void run(search *s) {
    while (s->open_count > 0) {
        uint32_t to = s->open[--s->open_count];
        if (to > 0) {
            consider(s, to - 1, to);
        }
        for (uint32_t i = s->flow->source_at[to]; i < s->flow->source_at[to + 1]; i++) {
            consider(s, s->flow->sources[i], to);
        }
    }
}

/* Most methods do not throw such an exception and need no memory. */
static bool has_throw(const il_body *body, const mod_thrown *thrown) {
    for (uint32_t u = 0; u + 1 < body->insn_count; u++) {
        if (throws_here(body, u, thrown)) {
            return true;
        }
    }
    return false;
}

cc_err mod_no_return_throws(const mth_method *method, const mod_thrown *thrown, cc_arena *arena,
                            const bool **leads) {
    search s = {.method = method, .body = &method->body};
    flow_graph *flow = NULL;
    uint32_t count = method->body.insn_count;
    *leads = NULL;
    if (!has_throw(&method->body, thrown)) {
        return CC_OK;
    }
    CC_TRY(flow_make(&flow, &method->body, arena));
    s.flow = flow;
    s.point_of = CC_NEW_ARRAY(arena, uint32_t, count);
    s.throws = CC_NEW_ARRAY(arena, bool, (size_t)method->point_count + 1);
    s.leads = CC_NEW_ARRAY(arena, bool, count);
    s.open = CC_NEW_ARRAY(arena, uint32_t, count);
    find_points(&s);
    find_throws(&s, thrown);
    run(&s);
    *leads = s.leads;
    return CC_OK;
}
