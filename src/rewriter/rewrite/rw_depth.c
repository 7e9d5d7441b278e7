/* Stack depth by data flow over a decoded body (rw_check.h). Input: any body. Each instruction is
 * visited at most twice: once with an unknown depth, once with a known one. Source: ECMA-335
 * III.1.7. */
#include "rewriter/il/flow.h"
#include "rewriter/rewrite/rw_check.h"

enum { NOT_VISITED = -2, UNKNOWN = -1 };

typedef struct depth_walk {
    const il_body *body;
    const il_resolver *resolver;
    const rw_probe_calls *calls;
    int32_t *depth; /* by instruction: the depth before it */
    uint32_t *todo; /* a work stack; an instruction enters it when its depth changes */
    uint32_t todo_count;
} depth_walk;

static cc_err arrive(depth_walk *w, uint32_t insn, int32_t depth) {
    if (insn >= w->body->insn_count) {
        return CC_OK; /* another check reports running off the end */
    }
    int32_t known = w->depth[insn];
    if (known == depth || (depth == UNKNOWN && known != NOT_VISITED)) {
        return CC_OK;
    }
    if (known >= 0) {
        return cc_fail(CC_E_MISMATCH, "IL_%04x: stack depth %d or %d", w->body->insns[insn].offset,
                       known, depth);
    }
    w->depth[insn] = depth;
    w->todo[w->todo_count++] = insn;
    return CC_OK;
}

static bool effect_of(const depth_walk *w, uint32_t index, uint32_t *pops, uint32_t *pushes) {
    if (w->calls != NULL && w->calls->is_call[index]) {
        *pops = w->calls->pops;
        *pushes = w->calls->pushes;
        return true;
    }
    return il_stack_effect(&w->body->insns[index], w->resolver, pops, pushes);
}

/* Returns the depth after the instruction. */
static cc_err apply(const depth_walk *w, uint32_t index, int32_t *depth_after) {
    uint32_t pops = 0;
    uint32_t pushes = 0;
    int32_t depth = w->depth[index];
    *depth_after = UNKNOWN;
    if (depth == UNKNOWN || !effect_of(w, index, &pops, &pushes)) {
        return CC_OK;
    }
    int64_t after = (int64_t)depth - pops + pushes;
    if ((int64_t)depth < (int64_t)pops || after > w->body->max_stack) {
        return cc_fail(CC_E_MISMATCH, "IL_%04x: stack %s", w->body->insns[index].offset,
                       after > w->body->max_stack ? "exceeds its maximum" : "underflow");
    }
    *depth_after = (int32_t)after;
    return CC_OK;
}

static cc_err go_on(depth_walk *w, uint32_t index) {
    const il_insn *insn = &w->body->insns[index];
    int32_t depth_after = UNKNOWN;
    CC_TRY(apply(w, index, &depth_after));
    switch ((il_flow)insn->flow) {
    case IL_FLOW_NEXT:
    case IL_FLOW_CALL:
        return arrive(w, index + 1, depth_after);
    case IL_FLOW_BRANCH:
        return arrive(w, insn->target, depth_after);
    case IL_FLOW_COND:
        CC_TRY(arrive(w, insn->target, depth_after));
        return arrive(w, index + 1, depth_after);
    case IL_FLOW_SWITCH:
        for (uint32_t k = 0; k < insn->target_count; k++) {
            CC_TRY(arrive(w, w->body->targets[insn->target + k], depth_after));
        }
        return arrive(w, index + 1, depth_after);
    case IL_FLOW_LEAVE:
        return arrive(w, insn->target, 0);
    case IL_FLOW_RETURN:
    case IL_FLOW_THROW:
    case IL_FLOW_ENDFILTER:
    case IL_FLOW_ENDFINALLY:
    case IL_FLOW_PREFIX:
        break;
    }
    return CC_OK;
}

static cc_err drain(depth_walk *w) {
    while (w->todo_count > 0) {
        CC_TRY(go_on(w, w->todo[--w->todo_count]));
    }
    return CC_OK;
}

static cc_err enter_handlers(depth_walk *w) {
    for (uint32_t i = 0; i < w->body->clause_count; i++) {
        const il_clause *c = &w->body->clauses[i];
        bool has_object = c->kind == IL_CLAUSE_CATCH || c->kind == IL_CLAUSE_FILTER;
        CC_TRY(arrive(w, c->handler_start, has_object ? 1 : 0));
        if (c->kind == IL_CLAUSE_FILTER) {
            CC_TRY(arrive(w, c->filter_start, 1));
        }
    }
    return CC_OK;
}

cc_err rw_check_depth(const il_body *body, const il_resolver *resolver, const rw_probe_calls *calls,
                      bool dead_too, cc_arena *arena) {
    depth_walk w = {.body = body, .resolver = resolver, .calls = calls};
    w.depth = CC_NEW_ARRAY(arena, int32_t, body->insn_count);
    w.todo = CC_NEW_ARRAY(arena, uint32_t, (size_t)body->insn_count * 2);
    if (w.depth == NULL || w.todo == NULL) {
        return cc_fail(CC_E_NOMEM, "checking a method body: out of memory");
    }
    for (uint32_t i = 0; i < body->insn_count; i++) {
        w.depth[i] = NOT_VISITED;
    }
    CC_TRY(arrive(&w, 0, 0));
    CC_TRY(enter_handlers(&w));
    CC_TRY(drain(&w));
    for (uint32_t i = 0; dead_too && i < body->insn_count; i++) {
        if (w.depth[i] == NOT_VISITED) {
            CC_TRY(arrive(&w, i, 0));
            CC_TRY(drain(&w));
        }
    }
    return CC_OK;
}
