/* Paths with known values; see dec_trace.h. */
#include "coverage/decision/dec_trace.h"

dec_trace dec_trace_from(const dec_view *v, const probe_branch *branch, uint32_t arm) {
    bool is_fork = branch->kind == PROBE_BRANCH_FORK;
    uint32_t insn = is_fork ? branch->insn : branch->arms[arm].target;
    return (dec_trace){v, insn, is_fork, (int32_t)arm, -1, 0, 0, 0};
}

bool dec_trace_branch(dec_trace *w) {
    const dec_view *v = w->v;
    uint32_t branch = v->plan->branch_of_insn[w->insn];
    const il_insn *u = dec_insn(v, w->insn);
    bool on_true = u->op == IL_BRTRUE || u->op == IL_BRTRUE_S;
    bool on_false = u->op == IL_BRFALSE || u->op == IL_BRFALSE_S;
    if (branch != PROBE_NONE && dec_is_constant(v, branch)) {
        w->insn = dec_certain_target(v, branch);
    } else if (w->is_known && (on_true || on_false)) {
        bool jumps = (w->value != 0) == on_true;
        w->insn = jumps ? u->target : w->insn + 1;
    } else {
        return false;
    }
    w->is_known = false;
    return true;
}

void dec_trace_step(dec_trace *w) {
    int32_t number = 0;
    uint32_t insn = w->insn++;
    if (w->is_known && dec_is_const(w->v, insn, &number) && number == 0 &&
        dec_is_op(w->v, insn + 1, IL_CEQ)) {
        w->value = w->value == 0 ? 1 : 0;
        w->insn++;
    } else if (dec_is_const(w->v, insn, &number)) {
        w->is_known = true;
        w->value = number;
    } else if (dec_is_store_local(w->v, insn, &number)) {
        w->local = w->is_known ? number : w->local == number ? -1 : w->local;
        w->local_value = w->is_known ? w->value : w->local_value;
        w->is_known = false;
    } else if (dec_is_load_local(w->v, insn, &number) && number == w->local) {
        w->is_known = true;
        w->value = w->local_value;
    } else if (w->is_known && dec_is_op(w->v, insn, IL_STFLD)) {
        w->field = dec_insn(w->v, insn)->operand;
        w->field_value = w->value;
        w->is_known = false;
    } else if (dec_is_op(w->v, insn, IL_LDFLD) && w->field == dec_insn(w->v, insn)->operand) {
        w->is_known = true;
        w->value = w->field_value;
    } else if (!dec_is_op(w->v, insn, IL_NOP)) {
        w->is_known = false;
    }
}
