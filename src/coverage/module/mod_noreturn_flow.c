/* Reachability with and without the facts; see mod_noreturn_flow.h. */
#include "coverage/module/mod_noreturn_flow.h"

#include "coverage/module/mod_machine.h"
#include "coverage/module/mod_noreturn_number.h"
#include "rewriter/il/il_propagate.h"

/* What the propagation needs of a method. */
typedef struct subject {
    const mth_method *method;
    const mod_machine_fields *machine; /* NULL: the method is never suspended */
    il_place state, disposal;
    mod_numbers states; /* the state, and its copies */
    /* places that the compiler tests after a try statement, and copies of them */
    mod_numbers numbers;
    bool asks_numbers; /* the outcomes of their tests count */
} subject;

/* --- what is known to the propagation --------------------------------------------------------- */

static bool follows(void *ctx, il_place place) {
    const subject *s = (const subject *)ctx;
    return mod_numbers_have(&s->states, place) || mod_numbers_have(&s->numbers, place);
}

static bool counts(void *ctx, uint32_t insn, il_place place) {
    const subject *s = (const subject *)ctx;
    return mod_numbers_have(&s->states, place) ||
           (s->asks_numbers && mod_numbers_have(&s->numbers, place) &&
            mod_is_hidden(s->method, insn));
}

static bool splits(void *ctx, il_place place) {
    const subject *s = (const subject *)ctx;
    return s->asks_numbers && mod_numbers_have(&s->numbers, place);
}

static cc_err make_ask(subject *s, const bool *cut, cc_arena *arena, il_propagate_ask *ask) {
    const il_known yes = il_known_constant(1);
    const il_known no = il_known_constant(0);
    *ask = (il_propagate_ask){.cut = cut, .counts = counts, .splits = splits, .ctx = s};
    ask->rules.follows = follows;
    ask->rules.ctx = s;
    if (s->machine == NULL || s->machine->state == 0) {
        return CC_OK;
    }
    ask->rules.has_this = true;
    ask->state = s->state;
    ask->shared = s->disposal;
    CC_TRY(il_known_join(&ask->shared_value, &yes, &no, arena));
    return mod_machine_enter(ask, s->machine->is_iterator, arena);
}

/* --- both runs -------------------------------------------------------------------------------- */

static void find_places(subject *s, const flow_graph *flow, cc_arena *arena) {
    s->states.method = s->method;
    if (s->machine == NULL) {
        return;
    }
    if (s->machine->state != 0) {
        s->state = (il_place){IL_PLACE_FIELD, s->machine->state};
        mod_numbers_add(&s->states, s->state, arena);
        mod_numbers_add_copies(&s->states, false, arena);
    }
    mod_numbers_find(&s->numbers, s->method, flow, arena);
    if (s->machine->disposal != 0) {
        s->disposal = (il_place){IL_PLACE_FIELD, s->machine->disposal};
        mod_numbers_add(&s->numbers, s->disposal, arena);
    }
    mod_numbers_add_copies(&s->numbers, true, arena);
}

static cc_err reach(subject *s, const flow_graph *flow, const bool *cut, bool asks_numbers,
                    cc_arena *arena, il_propagation **out) {
    il_propagate_ask ask;
    s->asks_numbers = asks_numbers;
    CC_TRY(make_ask(s, cut, arena, &ask));
    return il_propagate(out, flow, &ask, arena);
}

/* --- tests that optimised code has left out --------------------------------------------------- */

/* The hidden instruction drops the disposal that was loaded. */
static bool drops_disposal(const subject *s, uint32_t insn) {
    const il_insn *insns = s->method->body.insns;
    return insn > 0 && insns[insn].op == IL_POP &&
           il_is_same_place(il_loaded(&insns[insn - 1]), s->disposal) &&
           mod_is_hidden(s->method, insn);
}

/* Unless the field may be 0, what follows in the block is the way out of the method, and not the end
 * of a block of the user. */
static cc_err find_ways_out(const subject *s, const flow_graph *flow, const il_propagation *p,
                            cc_arena *arena, const bool **out) {
    const il_body *body = &s->method->body;
    bool *leaders = NULL;
    bool *found = NULL;
    for (uint32_t u = 0; s->disposal.kind != IL_PLACE_NONE && u < body->insn_count; u++) {
        il_known known;
        if (!drops_disposal(s, u) || !il_is_reached(p, u)) {
            continue;
        }
        CC_TRY(il_held_at(&known, p, u, s->disposal));
        if (il_known_may_be(&known, 0)) {
            continue;
        }
        if (found == NULL) {
            found = CC_NEW_ARRAY(arena, bool, body->insn_count);
            leaders = CC_NEW_ARRAY(arena, bool, body->insn_count + 1);
            flow_mark_leaders(flow, leaders);
        }
        for (uint32_t after = u + 1; after < body->insn_count && !leaders[after]; after++) {
            found[after] = true;
        }
    }
    *out = found;
    return CC_OK;
}

cc_err mod_no_return_flow(const mth_method *m, const bool *cut, const mod_machine_fields *machine,
                          cc_arena *arena, mod_flow_dead *out) {
    subject s = {.method = m, .machine = machine};
    flow_graph *flow = NULL;
    il_propagation *with = NULL;
    il_propagation *without = NULL;
    bool any = false;
    *out = (mod_flow_dead){NULL, NULL};
    CC_TRY(flow_make(&flow, &m->body, arena));
    find_places(&s, flow, arena);
    if (cut == NULL && s.numbers.count == 0) {
        return CC_OK;
    }
    CC_TRY(reach(&s, flow, NULL, false, arena, &with));
    CC_TRY(reach(&s, flow, cut, true, arena, &without));
    bool *found = CC_NEW_ARRAY(arena, bool, m->body.insn_count);
    for (uint32_t u = 0; u < m->body.insn_count; u++) {
        found[u] = il_is_reached(with, u) && !il_is_reached(without, u);
        any = any || found[u];
    }
    out->all = any ? found : NULL;
    return find_ways_out(&s, flow, without, arena, &out->ways_out);
}
