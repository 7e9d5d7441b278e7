/* Control flow against protected regions (rw_check.h). Input: any body. Constant time per edge at
 * any nesting depth. Source: ECMA-335 III.1.7.5, III.3.46 and the pages of the opcodes. */
#include "rewriter/il/flow.h"
#include "rewriter/rewrite/rw_check.h"

typedef struct region_walk {
    const il_body *body;
    const flow_graph *flow;
    /* By region. A try may be entered at its first instruction from the region around it; `top` is
     * the outermost region from which control may thus enter, through trys that start together. */
    uint32_t *top;
    /* this region or the innermost region around it that is a filter, finally or fault;
     * FLOW_NONE */
    uint32_t *sealed;
} region_walk;

static bool is_sealed(const region_walk *w, const flow_region *r) {
    if (r->kind == FLOW_REGION_HANDLER) {
        il_clause_kind kind = w->body->clauses[r->first_clause].kind;
        return kind == IL_CLAUSE_FINALLY || kind == IL_CLAUSE_FAULT;
    }
    return r->kind == FLOW_REGION_FILTER;
}

static void fill_tables(region_walk *w) {
    const flow_region *regions = w->flow->regions;
    w->top[0] = 0;
    w->sealed[0] = FLOW_NONE;
    for (uint32_t i = 1; i < w->flow->region_count; i++) {
        const flow_region *r = &regions[i];
        const flow_region *up = &regions[r->parent];
        bool starts_together = up->kind == FLOW_REGION_TRY && up->start == r->start;
        uint32_t outside = starts_together ? w->top[r->parent] : r->parent;
        w->top[i] = r->kind == FLOW_REGION_TRY ? outside : i;
        w->sealed[i] = is_sealed(w, r) ? i : w->sealed[r->parent];
    }
}

static bool contains(const region_walk *w, uint32_t region, uint32_t insn) {
    const flow_region *r = &w->flow->regions[region];
    return r->start <= insn && insn < r->end;
}

/* Control may go from an instruction of region `from` to `target` by a branch or a fall-through
 * edge. */
static bool may_go(const region_walk *w, uint32_t from, uint32_t target) {
    uint32_t to = w->flow->region_of_insn[target];
    if (to == from) {
        return true;
    }
    /* Regions around `to` have smaller indices, so this checks that `from` is between top and
     * to. */
    return w->flow->regions[to].start == target && contains(w, from, target) && from < to &&
           from >= w->top[to];
}

static cc_err fail_at(const il_insn *insn, const char *what) {
    return cc_fail(CC_E_MISMATCH, "IL_%04x: %s", insn->offset, what);
}

static cc_err check_targets(const region_walk *w, uint32_t index, uint32_t from) {
    const il_insn *insn = &w->body->insns[index];
    if (insn->op == IL_SWITCH) {
        for (uint32_t k = 0; k < insn->target_count; k++) {
            if (!may_go(w, from, w->body->targets[insn->target + k])) {
                return fail_at(insn, "switch crosses a region border");
            }
        }
        return CC_OK;
    }
    return may_go(w, from, insn->target) ? CC_OK : fail_at(insn, "branch crosses a region border");
}

static cc_err check_end(const region_walk *w, uint32_t index, uint32_t from, il_flow flow) {
    const il_insn *insn = &w->body->insns[index];
    const flow_region *r = &w->flow->regions[from];
    if (flow == IL_FLOW_RETURN) {
        return from == 0 ? CC_OK : fail_at(insn, "ret inside a region");
    }
    if (flow == IL_FLOW_ENDFILTER) {
        bool ok = r->kind == FLOW_REGION_FILTER && index + 1 == r->end;
        return ok ? CC_OK : fail_at(insn, "endfilter not at the end of a filter");
    }
    bool ok = r->kind == FLOW_REGION_HANDLER && is_sealed(w, r);
    return ok ? CC_OK : fail_at(insn, "endfinally outside a finally or fault");
}

static cc_err check_fall(const region_walk *w, uint32_t index, uint32_t from) {
    const il_insn *insn = &w->body->insns[index];
    if (flow_is_tail_call(insn)) {
        bool ok = index + 1 < w->body->insn_count && w->body->insns[index + 1].op == IL_RET;
        return ok ? CC_OK : fail_at(insn, "no ret after a tail. call");
    }
    if (!flow_falls_through(insn)) {
        return CC_OK;
    }
    if (index + 1 == w->body->insn_count) {
        return fail_at(insn, "control falls through the end of the code");
    }
    return may_go(w, from, index + 1) ? CC_OK
                                      : fail_at(insn, "control falls through a region border");
}

static cc_err check_insn(const region_walk *w, uint32_t index) {
    const il_insn *insn = &w->body->insns[index];
    uint32_t from = w->flow->region_of_insn[index];
    il_flow flow = (il_flow)insn->flow;
    switch (flow) {
    case IL_FLOW_BRANCH:
    case IL_FLOW_COND:
    case IL_FLOW_SWITCH:
        CC_TRY(check_targets(w, index, from));
        break;
    case IL_FLOW_LEAVE:
        if (w->sealed[from] != FLOW_NONE && !contains(w, w->sealed[from], insn->target)) {
            return fail_at(insn, "leave out of a finally, fault or filter");
        }
        break;
    case IL_FLOW_RETURN:
    case IL_FLOW_ENDFILTER:
    case IL_FLOW_ENDFINALLY:
        CC_TRY(check_end(w, index, from, flow));
        break;
    case IL_FLOW_NEXT:
    case IL_FLOW_CALL:
    case IL_FLOW_THROW:
    case IL_FLOW_PREFIX:
        break;
    }
    return check_fall(w, index, from);
}

static cc_err check_filters(const il_body *body) {
    for (uint32_t i = 0; i < body->clause_count; i++) {
        const il_clause *c = &body->clauses[i];
        if (c->kind == IL_CLAUSE_FILTER && body->insns[c->handler_start - 1].op != IL_ENDFILTER) {
            return fail_at(&body->insns[c->handler_start - 1], "filter ends without endfilter");
        }
    }
    return CC_OK;
}

cc_err rw_check_regions(const il_body *body, cc_arena *arena) {
    flow_graph *flow = NULL;
    CC_TRY(flow_make(&flow, body, arena));
    region_walk w = {.body = body, .flow = flow};
    w.top = CC_NEW_ARRAY(arena, uint32_t, flow->region_count);
    w.sealed = CC_NEW_ARRAY(arena, uint32_t, flow->region_count);
    if (w.top == NULL || w.sealed == NULL) {
        return cc_fail(CC_E_NOMEM, "checking a method body: out of memory");
    }
    fill_tables(&w);
    for (uint32_t i = 0; i < body->insn_count; i++) {
        CC_TRY(check_insn(&w, i));
    }
    return check_filters(body);
}
