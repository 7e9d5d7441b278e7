/* Paths with known values; see dec_trace.h. */
#include "coverage/decision/core/dec_trace.h"

dec_trace dec_trace_from(const dec_view *v, const probe_branch *branch, uint32_t arm) {
    bool is_fork = branch->kind == PROBE_BRANCH_FORK;
    dec_trace w = {.v = v, .env = il_env_new(&v->rules, v->arena)};
    w.insn = is_fork ? branch->insn : branch->arms[arm].target;
    if (is_fork) {
        il_env_push(&w.env, il_known_constant((int32_t)arm));
    }
    return w;
}

bool dec_trace_is_known(const dec_trace *w) {
    return w->env.depth > 0 && il_known_is_one(&w->env.stack[w->env.depth - 1].known);
}

bool dec_trace_to_branch(dec_trace *w) {
    const dec_view *v = w->v;
    for (uint32_t i = 0; dec_is_insn(v, i) && dec_is_insn(v, w->insn); i++) {
        if (dec_has_branch(v, w->insn)) {
            return true;
        }
        if (dec_starts_visible(v, w->insn)) {
            return false;
        }
        if (dec_is_br(v, w->insn)) {
            w->insn = dec_insn(v, w->insn)->target;
        } else if (dec_goes_on(v, w->insn)) {
            dec_trace_step(w);
        } else {
            return false;
        }
    }
    return false;
}

bool dec_trace_branch(dec_trace *w) {
    uint32_t branch = dec_branch_at(w->v, w->insn);
    il_test test = il_env_test(&w->env, w->insn);
    uint32_t target = il_test_leads(&test);
    if (branch != PROBE_NONE && dec_is_constant(w->v, branch)) {
        target = dec_certain_target(w->v, branch);
    }
    if (target == IL_NO_INSN) {
        return false;
    }
    w->insn = target;
    return true;
}

void dec_trace_step(dec_trace *w) {
    il_place stored;
    bool is_run = il_env_step(&w->env, w->insn, &stored) == CC_OK;
    w->insn = is_run ? w->insn + 1 : w->v->body->insn_count;
}
