/* Each instruction is pushed once, so a walk is linear in the body. See dec_walk.h. */
#include "coverage/decision/dec_walk.h"

bool dec_walk_init(dec_walk *w, dec_view *v) {
    size_t insns = (size_t)v->body->insn_count + 1;
    *w = (dec_walk){.v = v,
                    .seen = CC_NEW_ARRAY(v->arena, uint8_t, insns),
                    .stack = CC_NEW_ARRAY(v->arena, uint32_t, insns),
                    .pushed = CC_NEW_ARRAY(v->arena, uint32_t, insns),
                    .state = dec_state_local(v)};
    v->failed = v->failed || w->seen == NULL || w->stack == NULL || w->pushed == NULL;
    return !v->failed;
}

void dec_walk_clear(dec_walk *w) {
    w->depth = 0;
    for (uint32_t i = 0; i < w->pushed_count; i++) {
        w->seen[w->pushed[i]] = 0;
    }
    w->pushed_count = 0;
}

void dec_walk_push(dec_walk *w, uint32_t insn) {
    if (insn < w->v->body->insn_count && w->seen[insn] == 0) {
        w->seen[insn] = 1;
        w->stack[w->depth++] = insn;
        w->pushed[w->pushed_count++] = insn;
    }
}

/* State -1 takes the test of the state: control is not resuming from an await. */
static bool is_taken_by_running(const dec_view *v, uint32_t insn) {
    switch ((int)dec_insn(v, insn)->op) {
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

void dec_walk_push_next(dec_walk *w, uint32_t insn) {
    if (w->v->plan->branch_of_insn[insn] != PROBE_NONE && dec_tests_state(w->v, insn, w->state)) {
        dec_walk_push(w, is_taken_by_running(w->v, insn) ? dec_insn(w->v, insn)->target : insn + 1);
        return;
    }
    uint32_t next = dec_successor(w->v, insn, 0);
    for (uint32_t i = 1; next != DEC_NO_INSN; i++) {
        dec_walk_push(w, next);
        next = dec_successor(w->v, insn, i);
    }
}
