/* Points for code without symbols: one at the start of each basic block. See probe_plan.h. */
#include "rewriter/plan/probe_plan.h"

/* Marks the first instruction of each block; `starts` has one more entry, for the end of the
 * code. */
static void mark_blocks(const il_body *body, uint8_t *starts) {
    starts[0] = 1;
    for (uint32_t i = 0; i < body->insn_count; i++) {
        const il_insn *insn = &body->insns[i];
        uint8_t flow = insn->flow;
        if (flow == IL_FLOW_NEXT || flow == IL_FLOW_CALL) {
            continue;
        }
        starts[i + 1] = 1;
        if (flow == IL_FLOW_BRANCH || flow == IL_FLOW_COND || flow == IL_FLOW_LEAVE) {
            starts[insn->target] = 1;
        }
        for (uint32_t k = 0; flow == IL_FLOW_SWITCH && k < insn->target_count; k++) {
            starts[body->targets[insn->target + k]] = 1;
        }
    }
    for (uint32_t i = 0; i < body->clause_count; i++) {
        const il_clause *clause = &body->clauses[i];
        starts[clause->try_start] = 1;
        starts[clause->handler_start] = 1;
        starts[clause->kind == IL_CLAUSE_FILTER ? clause->filter_start : 0] = 1;
    }
}

cc_err probe_block_points(probe_point **points, uint32_t *count, const il_body *body,
                          cc_arena *arena) {
    uint8_t *starts = CC_NEW_ARRAY(arena, uint8_t, (size_t)body->insn_count + 1);
    *points = CC_NEW_ARRAY(arena, probe_point, body->insn_count);
    *count = 0;
    if (starts == NULL || *points == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory for points");
    }
    mark_blocks(body, starts);
    for (uint32_t i = 0; i < body->insn_count; i++) {
        if (starts[i] != 0) {
            (*points)[(*count)++] = (probe_point){body->insns[i].offset, false};
        }
    }
    return CC_OK;
}
