/* Regions, branch sources, leaders and folding of a decoded body.
 *
 * Input: an il_body (checked by il_decode: targets and clause bounds are instructions, regions
 * nest). Output: flow_graph, see flow.h. Source: ECMA-335 I.12.4.2 (clauses), III.1.7 (branches,
 * leave). */
#include "rewriter/il/flow.h"

#include <string.h>

static void name_region(flow_graph *flow, const il_range *r, uint32_t region) {
    switch (r->kind) {
    case IL_RANGE_TRY:
        flow->try_of_clause[r->clause] = region;
        if (flow->body->clauses[r->clause].kind == IL_CLAUSE_FINALLY) {
            flow->regions[region].has_finally = true;
        }
        break;
    case IL_RANGE_HANDLER:
        flow->handler_of_clause[r->clause] = region;
        break;
    case IL_RANGE_FILTER:
        flow->filter_of_clause[r->clause] = region;
        break;
    case IL_RANGE_ROOT:
        break;
    }
}

/* Regions without parents, from sorted ranges. */
static void make_regions(flow_graph *flow, const il_range *ranges, uint32_t count) {
    flow->regions[0] = (flow_region){
        FLOW_REGION_ROOT, 0, flow->body->insn_count, FLOW_NONE, FLOW_NONE, false, FLOW_NONE};
    flow->region_count = 1;
    for (uint32_t i = 0; i < count; i++) {
        const il_range *r = &ranges[i];
        if (i > 0 && il_range_same_try(r, &ranges[i - 1])) {
            flow->next_clause[ranges[i - 1].clause] = r->clause;
        } else {
            flow->regions[flow->region_count++] = (flow_region){(flow_region_kind)r->kind,
                                                                r->start,
                                                                r->end,
                                                                FLOW_NONE,
                                                                r->clause,
                                                                false,
                                                                FLOW_NONE};
        }
        name_region(flow, r, flow->region_count - 1);
    }
}

static void nest_regions(flow_graph *flow) {
    if (flow->region_count == 1) {
        return; /* every instruction is in the root */
    }
    uint32_t current = 0;
    uint32_t next = 1;
    for (uint32_t insn = 0; insn < flow->body->insn_count; insn++) {
        while (current != 0 && flow->regions[current].end <= insn) {
            current = flow->regions[current].parent;
        }
        while (next < flow->region_count && flow->regions[next].start == insn) {
            flow_region *region = &flow->regions[next];
            region->parent = current;
            region->finally_up = region->has_finally ? next : flow->regions[current].finally_up;
            current = next++;
        }
        flow->region_of_insn[insn] = current;
    }
}

static cc_err build_regions(flow_graph *flow, cc_arena *arena) {
    const il_body *body = flow->body;
    size_t clauses = body->clause_count;
    il_range *ranges = CC_NEW_ARRAY(arena, il_range, clauses * IL_RANGES_OF_CLAUSE);
    flow->regions = CC_NEW_ARRAY(arena, flow_region, clauses * IL_RANGES_OF_CLAUSE + 1);
    flow->region_of_insn = CC_NEW_ARRAY(arena, uint32_t, body->insn_count);
    uint32_t *by_clause = CC_NEW_ARRAY(arena, uint32_t, clauses * 4);
    if (ranges == NULL || flow->regions == NULL || flow->region_of_insn == NULL ||
        by_clause == NULL) {
        return cc_fail(CC_E_NOMEM, "regions of a method body: out of memory");
    }
    memset(by_clause, 0xFF, clauses * 4 * sizeof *by_clause);
    flow->try_of_clause = by_clause;
    flow->handler_of_clause = by_clause + clauses;
    flow->filter_of_clause = by_clause + clauses * 2;
    flow->next_clause = by_clause + clauses * 3;
    make_regions(flow, ranges, il_ranges(body, ranges));
    nest_regions(flow);
    return CC_OK;
}

/* Sets *list to the instructions that `insn` names as targets, and returns their number. */
static uint32_t targets_of(const il_body *body, const il_insn *insn, const uint32_t **list) {
    switch ((il_flow)insn->flow) {
    case IL_FLOW_BRANCH:
    case IL_FLOW_COND:
    case IL_FLOW_LEAVE:
        *list = &insn->target;
        return 1;
    case IL_FLOW_SWITCH:
        *list = body->targets + insn->target;
        return insn->target_count;
    case IL_FLOW_NEXT:
    case IL_FLOW_CALL:
    case IL_FLOW_RETURN:
    case IL_FLOW_THROW:
    case IL_FLOW_ENDFILTER:
    case IL_FLOW_ENDFINALLY:
    case IL_FLOW_PREFIX:
        break;
    }
    return 0;
}

static cc_err build_sources(flow_graph *flow, cc_arena *arena) {
    const il_body *body = flow->body;
    size_t total = 0;
    const uint32_t *list = NULL;
    for (uint32_t i = 0; i < body->jump_count; i++) {
        total += targets_of(body, &body->insns[body->jumps[i]], &list);
    }
    flow->source_at = CC_NEW_ARRAY(arena, uint32_t, (size_t)body->insn_count + 2);
    flow->sources = CC_NEW_ARRAY(arena, uint32_t, total);
    if (flow->source_at == NULL || flow->sources == NULL) {
        return cc_fail(CC_E_NOMEM, "branches of a method body: out of memory");
    }
    /* Counts are stored two entries higher, so that after the second pass entry t is the start of
     * t. */
    if (total == 0) {
        return CC_OK;
    }
    for (uint32_t i = 0; i < body->jump_count; i++) {
        uint32_t count = targets_of(body, &body->insns[body->jumps[i]], &list);
        for (uint32_t k = 0; k < count; k++) {
            flow->source_at[(size_t)list[k] + 2]++;
        }
    }
    for (size_t t = 2; t < (size_t)body->insn_count + 2; t++) {
        flow->source_at[t] += flow->source_at[t - 1];
    }
    for (uint32_t i = 0; i < body->jump_count; i++) {
        uint32_t insn = body->jumps[i];
        uint32_t count = targets_of(body, &body->insns[insn], &list);
        for (uint32_t k = 0; k < count; k++) {
            flow->sources[flow->source_at[(size_t)list[k] + 1]++] = insn;
        }
    }
    return CC_OK;
}

cc_err flow_make(flow_graph **out, const il_body *body, cc_arena *arena) {
    flow_graph *flow = CC_NEW(arena, flow_graph);
    if (flow == NULL) {
        return cc_fail(CC_E_NOMEM, "flow of a method body: out of memory");
    }
    flow->body = body;
    CC_TRY(build_regions(flow, arena));
    CC_TRY(build_sources(flow, arena));
    *out = flow;
    return CC_OK;
}

uint32_t flow_source_count(const flow_graph *flow, uint32_t insn) {
    return flow->source_at[insn + 1] - flow->source_at[insn];
}

bool flow_is_br(const il_insn *insn) {
    return insn->op == IL_BR || insn->op == IL_BR_S;
}

bool flow_has_loop(const il_body *body) {
    for (uint32_t i = 0; i < body->jump_count; i++) {
        uint32_t insn = body->jumps[i];
        const uint32_t *list = NULL;
        uint32_t count = targets_of(body, &body->insns[insn], &list);
        for (uint32_t k = 0; k < count; k++) {
            if (list[k] <= insn) {
                return true;
            }
        }
    }
    return false;
}

void flow_mark_loops(const il_body *body, uint32_t *loops) {
    memset(loops, 0, ((size_t)body->insn_count + 1) * sizeof *loops);
    /* First the differences between neighbours; negative ones are kept modulo 2^32. */
    for (uint32_t i = 0; i < body->jump_count; i++) {
        uint32_t insn = body->jumps[i];
        const uint32_t *list = NULL;
        uint32_t count = targets_of(body, &body->insns[insn], &list);
        for (uint32_t k = 0; k < count; k++) {
            if (list[k] <= insn) {
                loops[list[k]]++;
                loops[insn + 1]--;
            }
        }
    }
    for (uint32_t i = 0; i < body->insn_count; i++) {
        loops[i + 1] += loops[i];
    }
}

bool flow_is_tail_call(const il_insn *insn) {
    return insn->flow == IL_FLOW_CALL && (insn->prefixes & IL_PREFIX_TAIL) != 0;
}

bool flow_falls_through(const il_insn *insn) {
    switch ((il_flow)insn->flow) {
    case IL_FLOW_NEXT:
    case IL_FLOW_COND:
    case IL_FLOW_SWITCH:
        return true;
    case IL_FLOW_CALL:
        return !flow_is_tail_call(insn);
    case IL_FLOW_BRANCH:
    case IL_FLOW_LEAVE:
    case IL_FLOW_RETURN:
    case IL_FLOW_THROW:
    case IL_FLOW_ENDFILTER:
    case IL_FLOW_ENDFINALLY:
    case IL_FLOW_PREFIX:
        break;
    }
    return false;
}

bool flow_leave_crosses(const flow_graph *flow, uint32_t insn) {
    const il_insn *leave = &flow->body->insns[insn];
    uint32_t region = flow->regions[flow->region_of_insn[insn]].finally_up;
    /* If the innermost try with a finally contains the target, all outer trys do. */
    return leave->flow == IL_FLOW_LEAVE && region != FLOW_NONE &&
           (leave->target < flow->regions[region].start ||
            leave->target >= flow->regions[region].end);
}

bool flow_is_exit(const flow_graph *flow, uint32_t insn) {
    const il_insn *u = &flow->body->insns[insn];
    switch ((il_flow)u->flow) {
    case IL_FLOW_RETURN:
    case IL_FLOW_THROW:
    case IL_FLOW_ENDFILTER:
    case IL_FLOW_ENDFINALLY:
        return true;
    case IL_FLOW_CALL:
        return flow_is_tail_call(u);
    case IL_FLOW_LEAVE:
        return flow_leave_crosses(flow, insn);
    case IL_FLOW_NEXT:
    case IL_FLOW_BRANCH:
    case IL_FLOW_COND:
    case IL_FLOW_SWITCH:
    case IL_FLOW_PREFIX:
        break;
    }
    return false;
}

void flow_mark_leaders(const flow_graph *flow, bool *leaders) {
    const il_body *body = flow->body;
    memset(leaders, 0, (size_t)body->insn_count + 1);
    leaders[0] = true;
    for (uint32_t i = 0; i < body->insn_count; i++) {
        il_flow kind = (il_flow)body->insns[i].flow;
        if (flow_source_count(flow, i) > 0) {
            leaders[i] = true;
        }
        if (kind == IL_FLOW_COND || kind == IL_FLOW_SWITCH ||
            !flow_falls_through(&body->insns[i])) {
            leaders[i + 1] = true;
        }
    }
    for (uint32_t r = 1; r < flow->region_count; r++) {
        leaders[flow->regions[r].start] = true;
        leaders[flow->regions[r].end] = true;
    }
}

void flow_fold(const il_body *body, const bool *stops, uint32_t *fold, uint32_t *scratch) {
    memset(fold, 0xFF, body->insn_count * sizeof *fold);
    memset(scratch, 0xFF, body->insn_count * sizeof *scratch);
    for (uint32_t insn = 0; insn < body->insn_count; insn++) {
        uint32_t x = insn;
        /* `scratch` marks the instructions of this walk: a marked instruction reached again is a
         * loop. */
        while (fold[x] == FLOW_NONE && scratch[x] != insn && flow_is_br(&body->insns[x]) &&
               !stops[x]) {
            scratch[x] = insn;
            x = body->insns[x].target;
        }
        uint32_t end = fold[x] != FLOW_NONE ? fold[x] : x;
        for (uint32_t y = insn; fold[y] == FLOW_NONE && scratch[y] == insn;) {
            fold[y] = end;
            y = body->insns[y].target;
        }
        fold[x] = end;
    }
}
