/* Ways with known values; see cov_known.h. */
#include "coverage/idiom/cov_known.h"

cov_known cov_known_from(const cov_view *v, const probe_branch *branch, uint32_t arm) {
    bool is_fork = branch->kind == PROBE_BRANCH_FORK;
    uint32_t unit = is_fork ? branch->unit : branch->arms[arm].target;
    return (cov_known){v, unit, is_fork, (int32_t)arm, -1, 0, 0, 0};
}

bool cov_known_test(cov_known *w) {
    const cov_view *v = w->v;
    uint32_t branch = v->plan->branch_of_unit[w->unit];
    const il_unit *u = cov_unit(v, w->unit);
    bool on_true = u->op == IL_BRTRUE || u->op == IL_BRTRUE_S;
    bool on_false = u->op == IL_BRFALSE || u->op == IL_BRFALSE_S;
    if (branch != PROBE_NONE && v->fate[branch] == COV_CONSTANT) {
        w->unit = v->certain[branch];
    } else if (w->is_known && (on_true || on_false)) {
        bool jumps = (w->value != 0) == on_true;
        w->unit = jumps ? u->target : w->unit + 1;
    } else {
        return false;
    }
    w->is_known = false;
    return true;
}

void cov_known_over(cov_known *w) {
    int32_t number = 0;
    uint32_t unit = w->unit++;
    if (w->is_known && cov_is_const(w->v, unit, &number) && number == 0 &&
        cov_is_op(w->v, unit + 1, IL_CEQ)) {
        w->value = w->value == 0 ? 1 : 0;
        w->unit++;
    } else if (cov_is_const(w->v, unit, &number)) {
        w->is_known = true;
        w->value = number;
    } else if (cov_is_store_local(w->v, unit, &number)) {
        w->local = w->is_known ? number : w->local == number ? -1 : w->local;
        w->local_value = w->is_known ? w->value : w->local_value;
        w->is_known = false;
    } else if (cov_is_load_local(w->v, unit, &number) && number == w->local) {
        w->is_known = true;
        w->value = w->local_value;
    } else if (w->is_known && cov_is_op(w->v, unit, IL_STFLD)) {
        w->field = cov_unit(w->v, unit)->operand;
        w->field_value = w->value;
        w->is_known = false;
    } else if (cov_is_op(w->v, unit, IL_LDFLD) && w->field == cov_unit(w->v, unit)->operand) {
        w->is_known = true;
        w->value = w->field_value;
    } else if (!cov_is_op(w->v, unit, IL_NOP)) {
        w->is_known = false;
    }
}
