/* Reachability with and without the return of calls; see mod_noreturn_flow.h.
 *
 * The reached items are pairs of an instruction and a value of the state (0: not known, the only
 * value in most methods). Every pair is processed once; pairs of a leave that waits for a finally
 * are processed again when the end of a finally becomes reachable. */
#include "coverage/module/mod_noreturn_flow.h"

#include <string.h>

#include "coverage/module/mod_noreturn_state.h"
#include "rewriter/il/flow.h"

enum { MAX_PAIRS = 1 << 22 }; /* a larger body is walked as if it had no dispatch */

typedef struct pair {
    uint32_t insn, value;
} pair;

typedef struct walk {
    const il_body *body;
    const flow_graph *flow;
    const mod_states *states;
    mod_flow_facts facts;
    uint32_t value_count;
    uint8_t *seen;  /* bits, by instruction * value_count + value */
    bool *reached;  /* by instruction */
    bool *ends;     /* by clause: the end of its finally was reached */
    bool *is_start; /* by value: the method may be entered with it */
    bool ends_changed;
    pair *open; /* stack; every pair is pushed once */
    size_t open_count, open_cap;
    pair *waiting; /* leaves whose finally has no reachable end yet */
    size_t waiting_count, waiting_cap;
    cc_arena *arena;
    bool failed;
} walk;

static void push(walk *w, pair **list, size_t *count, size_t *cap, pair item) {
    pair *grown = (pair *)cc_arena_grow(w->arena, *list, *count, cap, sizeof(pair));
    if (grown == NULL) {
        w->failed = true;
        return;
    }
    *list = grown;
    (*list)[(*count)++] = item;
}

static void reach(walk *w, uint32_t insn, uint32_t value) {
    if (insn >= w->body->insn_count) {
        return;
    }
    size_t index = (size_t)insn * w->value_count + value;
    uint8_t bit = (uint8_t)(1u << (index % 8));
    if ((w->seen[index / 8] & bit) == 0) {
        w->seen[index / 8] = (uint8_t)(w->seen[index / 8] | bit);
        w->reached[insn] = true;
        push(w, &w->open, &w->open_count, &w->open_cap, (pair){insn, value});
    }
}

static void enter_with(walk *w, uint32_t value) {
    if (!w->is_start[value]) {
        w->is_start[value] = true;
        reach(w, 0, value);
    }
}

/* --- exceptions ------------------------------------------------------------------------------- */

/* The handlers and filters of every try around the instruction. */
static void reach_handlers(walk *w, pair at) {
    const flow_graph *f = w->flow;
    for (uint32_t r = f->region_of_insn[at.insn]; r != FLOW_NONE; r = f->regions[r].parent) {
        if (f->regions[r].kind != FLOW_REGION_TRY) {
            continue;
        }
        for (uint32_t c = f->regions[r].first_clause; c != FLOW_NONE; c = f->next_clause[c]) {
            const il_clause *clause = &w->body->clauses[c];
            bool is_filter = clause->kind == IL_CLAUSE_FILTER;
            reach(w, is_filter ? clause->filter_start : clause->handler_start, at.value);
        }
    }
}

/* The clause whose handler or filter is the innermost around the instruction. */
static uint32_t clause_around(const walk *w, uint32_t insn, flow_region_kind kind) {
    const flow_graph *f = w->flow;
    uint32_t r = f->region_of_insn[insn];
    while (r != FLOW_NONE && f->regions[r].kind != kind) {
        r = f->regions[r].parent;
    }
    return r == FLOW_NONE ? FLOW_NONE : f->regions[r].first_clause;
}

/* The end of every finally between the leave and its target is reachable. */
static bool can_leave(const walk *w, uint32_t insn) {
    const flow_graph *f = w->flow;
    uint32_t target = w->body->insns[insn].target;
    for (uint32_t r = f->region_of_insn[insn]; r != FLOW_NONE; r = f->regions[r].parent) {
        const flow_region *region = &f->regions[r];
        bool is_left = target < region->start || target >= region->end;
        if (region->kind != FLOW_REGION_TRY || !region->has_finally || !is_left) {
            continue;
        }
        for (uint32_t c = region->first_clause; c != FLOW_NONE; c = f->next_clause[c]) {
            if (w->body->clauses[c].kind == IL_CLAUSE_FINALLY && !w->ends[c]) {
                return false;
            }
        }
    }
    return true;
}

static uint32_t lead_of(const walk *w, uint32_t insn) {
    return w->facts.leads != NULL ? w->facts.leads[insn] : IL_NO_INSN;
}

static void leave(walk *w, pair at) {
    if (can_leave(w, at.insn)) {
        uint32_t lead = lead_of(w, at.insn);
        reach(w, lead != IL_NO_INSN ? lead : w->body->insns[at.insn].target, at.value);
    } else {
        push(w, &w->waiting, &w->waiting_count, &w->waiting_cap, at);
    }
}

/* --- one pair --------------------------------------------------------------------------------- */

/* The value behind the instruction; a stored state is also one with which the method is entered
 * later. */
static uint32_t value_behind(walk *w, pair at) {
    uint32_t stored = w->states->stored[at.insn];
    int32_t local = -1;
    bool is_store = false;
    if (stored == MOD_STATE_NONE) {
        return at.value;
    }
    enter_with(w, stored);
    local = il_local_index(&w->body->insns[at.insn], &is_store);
    return is_store && local == w->states->local ? stored : at.value;
}

static void branch(walk *w, pair at) {
    const il_insn *insn = &w->body->insns[at.insn];
    uint32_t lead = lead_of(w, at.insn);
    uint32_t target = lead != IL_NO_INSN ? lead : mod_states_target(w->states, at.insn, at.value);
    if (target != IL_NO_INSN) {
        reach(w, target, at.value);
        return;
    }
    bool is_switch = il_op_get((il_op)insn->op)->flow == IL_FLOW_SWITCH;
    const uint32_t *targets = is_switch ? w->body->targets + insn->target : &insn->target;
    for (uint32_t i = 0; i < (is_switch ? insn->target_count : 1); i++) {
        reach(w, targets[i], at.value);
    }
    reach(w, at.insn + 1, at.value);
}

static void end_finally(walk *w, uint32_t insn) {
    uint32_t clause = clause_around(w, insn, FLOW_REGION_HANDLER);
    if (clause != FLOW_NONE && !w->ends[clause]) {
        w->ends[clause] = true;
        w->ends_changed = true;
    }
}

static void end_filter(walk *w, pair at) {
    uint32_t clause = clause_around(w, at.insn, FLOW_REGION_FILTER);
    if (clause != FLOW_NONE) {
        reach(w, w->body->clauses[clause].handler_start, at.value);
    }
}

static void follow(walk *w, pair at) {
    const il_insn *insn = &w->body->insns[at.insn];
    reach_handlers(w, at);
    if (w->facts.cut != NULL && w->facts.cut[at.insn]) {
        return;
    }
    switch ((il_flow)il_op_get((il_op)insn->op)->flow) {
    case IL_FLOW_NEXT:
    case IL_FLOW_CALL:
    case IL_FLOW_PREFIX:
        if (flow_falls_through(insn)) {
            reach(w, at.insn + 1, value_behind(w, at));
        }
        break;
    case IL_FLOW_BRANCH:
        reach(w, insn->target, at.value);
        break;
    case IL_FLOW_COND:
    case IL_FLOW_SWITCH:
        branch(w, at);
        break;
    case IL_FLOW_LEAVE:
        leave(w, at);
        break;
    case IL_FLOW_ENDFINALLY:
        end_finally(w, at.insn);
        break;
    case IL_FLOW_ENDFILTER:
        end_filter(w, at);
        break;
    case IL_FLOW_RETURN:
    case IL_FLOW_THROW:
        break;
    }
}

static void run(walk *w) {
    do {
        w->ends_changed = false;
        while (w->open_count > 0 && !w->failed) {
            follow(w, w->open[--w->open_count]);
        }
        size_t waiting = w->waiting_count;
        pair *list = w->waiting;
        w->waiting = NULL;
        w->waiting_count = w->waiting_cap = 0;
        for (size_t i = 0; i < waiting; i++) {
            leave(w, list[i]);
        }
    } while ((w->ends_changed || w->open_count > 0) && !w->failed);
}

/* --- both ways -------------------------------------------------------------------------------- */

static cc_err reach_all(const il_body *body, const flow_graph *flow, const mod_states *states,
                        const mod_flow_facts *facts, cc_arena *arena, bool **reached) {
    size_t values = states->count;
    if (body->insn_count > 0 && values > (size_t)MAX_PAIRS / body->insn_count) {
        values = 1;
    }
    mod_states none = *states;
    walk w = {.body = body,
              .flow = flow,
              .states = states,
              .facts = *facts,
              .value_count = (uint32_t)values,
              .arena = arena};
    w.seen = CC_NEW_ARRAY(arena, uint8_t, (size_t)body->insn_count * values / 8 + 1);
    w.reached = CC_NEW_ARRAY(arena, bool, body->insn_count);
    w.ends = CC_NEW_ARRAY(arena, bool, body->clause_count);
    w.is_start = CC_NEW_ARRAY(arena, bool, values);
    none.stored = CC_NEW_ARRAY(arena, uint32_t, body->insn_count);
    if (w.seen == NULL || w.reached == NULL || w.ends == NULL || w.is_start == NULL ||
        none.stored == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory for the flow of a method");
    }
    if (values == 1) {
        memset(none.stored, 0xFF, body->insn_count * sizeof *none.stored);
        w.states = &none;
        enter_with(&w, MOD_STATE_UNKNOWN);
    } else {
        enter_with(&w, 1);
        enter_with(&w, mod_states_number(states, states->values[1] == 0 ? 0 : -3));
    }
    run(&w);
    *reached = w.reached;
    return w.failed ? cc_fail(CC_E_NOMEM, "out of memory for the flow of a method") : CC_OK;
}

cc_err mod_no_return_flow(const il_body *body, const mod_flow_facts *facts,
                          const mod_state_field *state, cc_arena *arena, const bool **dead) {
    static const mod_flow_facts nothing = {NULL, NULL};
    flow_graph *flow = NULL;
    mod_states states;
    bool *with = NULL;
    bool *without = NULL;
    bool any = false;
    *dead = NULL;
    CC_TRY(flow_make(&flow, body, arena));
    CC_TRY(mod_states_find(&states, body, state, arena));
    CC_TRY(reach_all(body, flow, &states, &nothing, arena, &with));
    CC_TRY(reach_all(body, flow, &states, facts, arena, &without));
    for (uint32_t u = 0; u < body->insn_count; u++) {
        with[u] = with[u] && !without[u];
        any = any || with[u];
    }
    *dead = any ? with : NULL;
    return CC_OK;
}
