/* Each unit is pushed once, so a walk is linear in the body. See cov_walk.h. */
#include "coverage/idiom/cov_walk.h"

bool cov_walk_init(cov_walk *w, cov_view *v) {
    size_t units = (size_t)v->body->unit_count + 1;
    *w = (cov_walk){.v = v,
                    .seen = CC_NEW_ARRAY(v->arena, uint8_t, units),
                    .stack = CC_NEW_ARRAY(v->arena, uint32_t, units),
                    .state = cov_state_local(v)};
    v->failed = v->failed || w->seen == NULL || w->stack == NULL;
    return !v->failed;
}

void cov_walk_clear(cov_walk *w) {
    w->depth = 0;
    for (uint32_t u = 0; u < w->v->body->unit_count; u++) {
        w->seen[u] = 0;
    }
}

void cov_walk_push(cov_walk *w, uint32_t unit) {
    if (unit < w->v->body->unit_count && w->seen[unit] == 0) {
        w->seen[unit] = 1;
        w->stack[w->depth++] = unit;
    }
}

/* The test of the state is taken by -1: control is not on its way back from an await. */
static bool is_taken_by_running(const cov_view *v, uint32_t unit) {
    switch ((int)cov_unit(v, unit)->op) {
    case IL_BNE_UN:
    case IL_BNE_UN_S:
    case IL_BRTRUE:
    case IL_BRTRUE_S:
    case IL_BGT_UN:
    case IL_BGT_UN_S:
    case IL_BGE_UN:
    case IL_BGE_UN_S:
    case IL_BLT:
    case IL_BLT_S:
    case IL_BLE:
    case IL_BLE_S:
        return true;
    default:
        return false;
    }
}

void cov_walk_push_next(cov_walk *w, uint32_t unit) {
    if (w->v->plan->branch_of_unit[unit] != PROBE_NONE && cov_tests_state(w->v, unit, w->state)) {
        cov_walk_push(w, is_taken_by_running(w->v, unit) ? cov_unit(w->v, unit)->target : unit + 1);
        return;
    }
    uint32_t next = cov_successor(w->v, unit, 0);
    for (uint32_t i = 1; next != COV_NO_UNIT; i++) {
        cov_walk_push(w, next);
        next = cov_successor(w->v, unit, i);
    }
}
