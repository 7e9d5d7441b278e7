/* State machines begin, and enter each of their try blocks, with a dispatch on their state; their
 * finally blocks test whether the state is "suspended". The state is a field with a name that
 * source code cannot declare in such a type (C# `<>1__state`, Visual Basic `$State`, F# `pc`,
 * `ResumptionPoint`), tested itself or through a local copy. */
#include "coverage/decision/dec_idioms.h"

int32_t dec_state_local(const dec_view *v) {
    for (uint32_t u = 0; u + 1 < v->body->insn_count; u++) {
        int32_t local = -1;
        if (dec_is_store_local(v, u + 1, &local) && dec_is_state_field(v, u)) {
            return local;
        }
    }
    return -1;
}

bool dec_tests_state(const dec_view *v, uint32_t insn, int32_t state) {
    uint32_t load = dec_compared_value(v, insn);
    return load != DEC_NO_INSN &&
           (dec_is_state_field(v, load) || (dec_loads_local(v, load, state)));
}

void dec_idiom_state(dec_view *v) {
    if (!v->is_machine) {
        return;
    }
    int32_t state = dec_state_local(v);
    for (uint32_t b = 0; b < v->plan->branch_count; b++) {
        const probe_branch *branch = &v->plan->branches[b];
        if (!dec_is_kept(v, b) || branch->kind == PROBE_BRANCH_FORK) {
            continue;
        }
        if (dec_tests_state(v, branch->insn, state)) {
            dec_drop(v, b);
        }
    }
}
