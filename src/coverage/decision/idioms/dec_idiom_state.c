/* State machines begin, and enter each of their try blocks, with a dispatch on their state; their
 * finally blocks test whether the state is "suspended". The state is a field with a name that
 * source code cannot declare in such a type (C# `<>1__state`, Visual Basic `$State`, F# `pc`,
 * `ResumptionPoint`), tested itself or through a local copy. */
#include "coverage/decision/core/dec_idioms.h"

int32_t dec_state_local(const dec_view *v) {
    int32_t local = -1;
    uint32_t u = 0;
    while (dec_is_insn(v, u) &&
           !(dec_is_state_field(v, u) && dec_is_store_local(v, u + 1, &local))) {
        u++;
    }
    return dec_is_insn(v, u) ? local : -1;
}

bool dec_tests_state(const dec_view *v, uint32_t insn, int32_t state) {
    uint32_t load = dec_compared_value(v, insn);
    return dec_is_state_field(v, load) || dec_loads_local(v, load, state);
}

void dec_idiom_state(dec_view *v) {
    int32_t state = v->is_machine ? dec_state_local(v) : -1;
    for (uint32_t b = 0; v->is_machine && b < v->plan->branch_count; b++) {
        if (dec_is_kept(v, b) && !dec_is_kind(v, b, PROBE_BRANCH_FORK) &&
            dec_tests_state(v, dec_test_insn(v, b), state)) {
            dec_drop(v, b);
        }
    }
}
