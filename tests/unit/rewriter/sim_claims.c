/* The propagation of constants, put to the test: what it calls unreached never begins, and what it
 * says of a load holds each time. */
#include "sim_run.h"

static bool follows_all(void *ctx, il_place place) {
    (void)ctx;
    return place.kind != IL_PLACE_STATIC;
}

static void claim_loads(sim_claims *claims, const il_propagation *p, const il_body *body,
                        sim_report *report) {
    for (uint32_t u = 0; u < body->insn_count; u++) {
        il_place place = il_loaded(&body->insns[u]);
        bool is_other = place.kind == IL_PLACE_FIELD && il_load_begin(body, u) != u - 1;
        claims->is_reached[u] = il_is_reached(p, u);
        claims->loaded[u] = il_known_any();
        if (!is_other && il_held_at(&claims->loaded[u], p, u, place) != CC_OK) {
            sim_fail(report, "il_held_at: %s", cc_error_message());
        }
    }
}

/* What is not reached although the instructions alone lead there. */
static void count_unreached(sim_claims *claims, const il_propagation *all, const il_body *body) {
    for (uint32_t u = 0; u < body->insn_count; u++) {
        claims->unreached += il_is_reached(all, u) && !claims->is_reached[u] ? 1 : 0;
    }
}

static bool counts_none(void *ctx, uint32_t insn, il_place place) {
    (void)ctx;
    (void)insn;
    (void)place;
    return false;
}

void sim_make_claims(sim_claims *claims, const il_body *body, cc_arena *arena,
                     sim_report *report) {
    flow_graph *flow = NULL;
    il_propagation *known = NULL;
    il_propagation *all = NULL;
    il_propagate_ask ask = {.rules = {.has_this = true, .follows = follows_all}};
    il_propagate_ask ask_all = ask;
    ask_all.counts = counts_none;
    if (flow_make(&flow, body, arena) != CC_OK ||
        il_propagate(&known, flow, &ask, arena) != CC_OK ||
        il_propagate(&all, flow, &ask_all, arena) != CC_OK) {
        sim_fail(report, "il_propagate: %s", cc_error_message());
        return;
    }
    claims->constants = claims->unreached = 0;
    claim_loads(claims, known, body, report);
    count_unreached(claims, all, body);
}

static int64_t loaded_value(const run *r, const sim_insn *insn) {
    uint64_t index = (uint64_t)insn->operand;
    if (insn->kind == SIM_LDLOC) {
        return r->locals[index];
    }
    return insn->kind == SIM_LDARG ? r->args[index].value
                                   : r->fields[index - SIM_TOKEN_FIELD].value;
}

void sim_check_claims(run *r, uint32_t insn) {
    const il_known *known = &r->claims->loaded[insn];
    if (!r->claims->is_reached[insn]) {
        sim_bad(r, "il_propagate() takes it for unreached");
    }
    if (known->kind == IL_ANY) {
        return;
    }
    int64_t value = loaded_value(r, &r->prog->insns[insn]);
    bool is_right = known->kind == IL_CONSTANTS ? il_known_may_be(known, (int32_t)value)
                                                : value != 0;
    if (!is_right) {
        sim_bad(r, "il_propagate() takes the value for another one");
    }
    r->claims->constants++;
}
