/* Stores that reach loads; see dec_reach.h. */
#include "coverage/decision/core/dec_reach.h"

#include "coverage/module/mod_machine.h"

static bool is_state(const dec_reach *r, il_place place) {
    return il_is_same_place(place, r->state) || il_is_same_place(place, r->copy);
}

static bool follows(void *ctx, il_place place) {
    const dec_reach *r = (const dec_reach *)ctx;
    return is_state(r, place) || r->asks(r->ctx, place);
}

static bool names_stores(void *ctx, il_place place) {
    return !is_state((const dec_reach *)ctx, place);
}

/* What other places hold are numbers of stores. */
static bool counts(void *ctx, uint32_t insn, il_place place) {
    (void)insn;
    return is_state((const dec_reach *)ctx, place);
}

static void find_state(dec_reach *r) {
    const dec_view *v = r->v;
    for (uint32_t u = 0; u < v->body->insn_count; u++) {
        if (dec_is_state_field(v, u)) {
            r->state = dec_loaded(v, u).kind == IL_PLACE_NONE ? dec_stored(v, u) : dec_loaded(v, u);
            r->copy = (il_place){IL_PLACE_LOCAL, dec_state_local(v)};
            return;
        }
    }
}

static cc_err propagate(dec_reach *r) {
    dec_view *v = r->v;
    flow_graph *flow = NULL;
    il_propagation *made = NULL;
    il_propagate_ask ask = {.rules = {.follows = follows,
                                      .names_stores = names_stores,
                                      .names_begin = r->names_begin,
                                      .ctx = r},
                            .counts = counts,
                            .ctx = r};
    find_state(r);
    if (r->state.kind != IL_PLACE_NONE) {
        ask.rules.has_this = true;
        ask.state = r->state;
        bool is_iterator = mod_machine_is_iterator(v->tables, v->method->token);
        CC_TRY(mod_machine_enter(&ask, is_iterator, v->arena));
    }
    CC_TRY(flow_make(&flow, v->body, v->arena));
    CC_TRY(il_propagate(&made, flow, &ask, v->arena));
    r->propagation = made;
    return CC_OK;
}

dec_reach dec_reach_of(dec_view *v, bool (*asks)(void *ctx, il_place place), void *ctx) {
    return (dec_reach){.v = v, .asks = asks, .ctx = ctx};
}

il_known dec_reaching(dec_reach *r, uint32_t insn, il_place place) {
    il_known stores = il_known_any();
    cc_err err = r->propagation == NULL ? propagate(r) : CC_OK;
    if (err != CC_OK || il_held_at(&stores, r->propagation, insn, place) != CC_OK) {
        return il_known_any();
    }
    return stores;
}
