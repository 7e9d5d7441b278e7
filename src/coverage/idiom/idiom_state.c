/* State machines begin, and enter each of their try blocks, with a dispatch on their state; their
 * finally blocks ask whether the state says "suspended". The state is a field with a name that no
 * source can have in such a type (C# `<>1__state`, Visual Basic `$State`, F# `pc`,
 * `ResumptionPoint`), tested as it is or through a local copy. */
#include "coverage/idiom/cov_view.h"

int32_t cov_state_local(const cov_view *v) {
    for (uint32_t u = 0; u + 1 < v->body->unit_count; u++) {
        int32_t local = -1;
        if (cov_is_store_local(v, u + 1, &local) && cov_is_state_field(v, u)) {
            return local;
        }
    }
    return -1;
}

bool cov_tests_state(const cov_view *v, uint32_t unit, int32_t state) {
    uint32_t load = cov_tested_against_constants(v, unit);
    int32_t local = -1;
    return load != COV_NO_UNIT &&
           (cov_is_state_field(v, load) || (cov_is_load_local(v, load, &local) && local == state));
}

void cov_idiom_state(cov_view *v) {
    if (!v->is_machine) {
        return;
    }
    int32_t state = cov_state_local(v);
    for (uint32_t b = 0; b < v->plan->branch_count; b++) {
        const probe_branch *branch = &v->plan->branches[b];
        if (v->fate[b] != COV_KEPT || branch->kind == PROBE_BRANCH_FORK) {
            continue;
        }
        if (cov_tests_state(v, branch->unit, state)) {
            cov_drop(v, b);
        }
    }
}
