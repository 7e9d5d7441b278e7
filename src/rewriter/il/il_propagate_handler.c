/* Exceptions and leaves in the propagation of constants; see il_propagate.h. Source: ECMA-335
 * I.12.4.2, III.3.46 (leave). */
#include "rewriter/il/il_propagate_run.h"

static cc_err no_memory(void) {
    return cc_fail(CC_E_NOMEM, "constants of a method: out of memory");
}

/* Returns the place that the instruction may change. */
static il_place changed_by(const il_insn *insn) {
    il_place place = il_stored(insn);
    return place.kind == IL_PLACE_NONE ? il_addressed(insn) : place;
}

/* --- handlers --------------------------------------------------------------------------------- */

static bool is_filtered(void *ctx, il_place place) {
    const il_propagation *p = (const il_propagation *)ctx;
    for (size_t i = 0; i < p->filtered_count; i++) {
        if (il_is_same_place(p->filtered[i], place)) {
            return true;
        }
    }
    return false;
}

static cc_err add_filtered(il_propagation *p, il_place place) {
    if (place.kind == IL_PLACE_NONE || is_filtered(p, place)) {
        return CC_OK;
    }
    il_place *grown = (il_place *)cc_arena_grow(p->arena, p->filtered, p->filtered_count,
                                                &p->filtered_cap, sizeof place);
    if (grown == NULL) {
        return no_memory();
    }
    p->filtered = grown;
    p->filtered[p->filtered_count++] = place;
    return CC_OK;
}

cc_err il_find_filtered(il_propagation *p) {
    for (uint32_t c = 0; c < p->body->clause_count; c++) {
        const il_clause *clause = &p->body->clauses[c];
        bool is_filter = clause->kind == IL_CLAUSE_FILTER;
        for (uint32_t u = clause->filter_start; is_filter && u < clause->handler_start; u++) {
            CC_TRY(add_filtered(p, changed_by(&p->body->insns[u])));
        }
    }
    return CC_OK;
}

/* Enters a handler or filter with the places of `env` and the value that the runtime pushes. */
static cc_err enter_handler(il_propagation *p, uint32_t insn, const il_env *env, bool has_object) {
    il_env *handler = &p->handler;
    CC_TRY(il_env_copy(handler, env));
    il_env_drop(handler, is_filtered, p);
    handler->depth = 0;
    if (has_object) {
        il_env_push(handler, (il_known){IL_NOT_ZERO, 0, 0, NULL});
    }
    return il_flow_to(p, insn, handler);
}

/* The machine stores the state with which it will resume, or has stored it: what follows is the
 * compiler's way out of the method, or its way back in. No code of the user can throw there. */
static bool is_suspending(const il_propagation *p, uint32_t insn, const il_env *env) {
    if (p->ask->state.kind == IL_PLACE_NONE) {
        return false;
    }
    if (il_is_same_place(il_stored(&p->body->insns[insn]), p->ask->state)) {
        return true;
    }
    il_known state = il_env_get(env, p->ask->state);
    uint32_t count = state.kind == IL_CONSTANTS ? state.count : 0;
    for (uint32_t k = 0; k < count; k++) {
        if (p->ask->resumes(p->ask->ctx, il_known_at(&state, k)) == IL_RESUME_NEVER) {
            return false;
        }
    }
    return count > 0;
}

/* Enters the handlers and filters of every try around the instruction. */
cc_err il_run_throw(il_propagation *p, uint32_t insn, const il_env *env) {
    const flow_graph *f = p->flow;
    if (is_suspending(p, insn, env)) {
        return CC_OK;
    }
    for (uint32_t r = f->region_of_insn[insn]; r != FLOW_NONE; r = f->regions[r].parent) {
        if (f->regions[r].kind != FLOW_REGION_TRY) {
            continue;
        }
        for (uint32_t c = f->regions[r].first_clause; c != FLOW_NONE; c = f->next_clause[c]) {
            const il_clause *clause = &p->body->clauses[c];
            bool is_filter = clause->kind == IL_CLAUSE_FILTER;
            uint32_t start = is_filter ? clause->filter_start : clause->handler_start;
            CC_TRY(enter_handler(p, start, env, is_filter || clause->kind == IL_CLAUSE_CATCH));
        }
    }
    return CC_OK;
}

/* --- ends ------------------------------------------------------------------------------------- */

/* Returns the clause whose handler or filter is the innermost one around the instruction. */
static uint32_t clause_around(const il_propagation *p, uint32_t insn, flow_region_kind kind) {
    const flow_graph *f = p->flow;
    uint32_t r = f->region_of_insn[insn];
    while (r != FLOW_NONE && f->regions[r].kind != kind) {
        r = f->regions[r].parent;
    }
    return r == FLOW_NONE ? FLOW_NONE : f->regions[r].first_clause;
}

cc_err il_run_endfilter(il_propagation *p, uint32_t insn, const il_env *env) {
    uint32_t clause = clause_around(p, insn, FLOW_REGION_FILTER);
    return clause == FLOW_NONE
               ? CC_OK
               : enter_handler(p, p->body->clauses[clause].handler_start, env, true);
}

static bool is_ended(const il_propagation *p, uint32_t clause) {
    return p->ends[clause].rules != NULL;
}

cc_err il_run_endfinally(il_propagation *p, uint32_t insn, const il_env *env) {
    uint32_t clause = clause_around(p, insn, FLOW_REGION_HANDLER);
    bool is_changed = true;
    if (clause == FLOW_NONE) {
        return CC_OK;
    }
    if (is_ended(p, clause)) {
        CC_TRY(il_env_join(&p->ends[clause], env, &is_changed));
    } else {
        p->ends[clause] = il_env_new(&p->rules, p->arena);
        CC_TRY(il_env_copy(&p->ends[clause], env));
    }
    p->has_new_end = p->has_new_end || is_changed;
    return CC_OK;
}

/* --- leaves ----------------------------------------------------------------------------------- */

typedef struct handler {
    const il_body *body;
    uint32_t start, end;
} handler;

static bool is_stored_in(void *ctx, il_place place) {
    const handler *h = (const handler *)ctx;
    for (uint32_t u = h->start; u < h->end; u++) {
        if (il_is_same_place(changed_by(&h->body->insns[u]), place)) {
            return true;
        }
    }
    return false;
}

/* Runs the finally of a clause: `env` becomes what holds after it. False: no end of the finally is
 * reached yet. */
static cc_err run_finally(il_propagation *p, uint32_t clause, il_env *env, bool *ends) {
    const il_clause *c = &p->body->clauses[clause];
    handler h = {p->body, c->handler_start, c->handler_end};
    CC_TRY(enter_handler(p, c->handler_start, env, false));
    *ends = is_ended(p, clause);
    if (!*ends) {
        return CC_OK;
    }
    il_env_drop(env, is_stored_in, &h);
    const il_env *end = &p->ends[clause];
    for (size_t i = 0; i < end->count; i++) {
        if (is_stored_in(&h, end->facts[i].place)) {
            CC_TRY(il_env_set(env, end->facts[i].place, end->facts[i].known));
        }
    }
    return CC_OK;
}

/* Passes control to the target, through each finally in between. */
static cc_err leave(il_propagation *p, uint32_t insn, const il_env *from) {
    const flow_graph *f = p->flow;
    uint32_t target = p->body->insns[insn].target;
    bool ends = true;
    il_env *env = &p->leaving;
    CC_TRY(il_env_copy(env, from));
    env->depth = 0;
    for (uint32_t r = f->region_of_insn[insn]; r != FLOW_NONE; r = f->regions[r].parent) {
        const flow_region *region = &f->regions[r];
        bool is_left = target < region->start || target >= region->end;
        if (region->kind != FLOW_REGION_TRY || !region->has_finally || !is_left) {
            continue;
        }
        for (uint32_t c = region->first_clause; c != FLOW_NONE && ends; c = f->next_clause[c]) {
            if (p->body->clauses[c].kind == IL_CLAUSE_FINALLY) {
                CC_TRY(run_finally(p, c, env, &ends));
            }
        }
    }
    return ends ? il_flow_to(p, target, env) : CC_OK;
}

/* The leave is rerun when an end of a finally says less than before, or is reached for the first
 * time. */
static cc_err keep_crossing(il_propagation *p, uint32_t insn, const il_env *env) {
    for (size_t i = 0; i < p->crossing_count; i++) {
        if (p->crossings[i].insn == insn && p->crossings[i].way == p->current) {
            return il_env_copy(&p->crossings[i].env, env);
        }
    }
    crossing *grown = (crossing *)cc_arena_grow(p->arena, p->crossings, p->crossing_count,
                                                &p->crossing_cap, sizeof(crossing));
    if (grown == NULL) {
        return no_memory();
    }
    p->crossings = grown;
    crossing *added = &grown[p->crossing_count++];
    *added = (crossing){insn, p->current, il_env_new(&p->rules, p->arena)};
    return il_env_copy(&added->env, env);
}

cc_err il_run_leave(il_propagation *p, uint32_t insn, const il_env *env) {
    if (flow_leave_crosses(p->flow, insn)) {
        CC_TRY(keep_crossing(p, insn, env));
    }
    return leave(p, insn, env);
}

cc_err il_run_crossings(il_propagation *p) {
    p->has_new_end = false;
    for (size_t i = 0; i < p->crossing_count; i++) {
        CC_TRY(leave(p, p->crossings[i].insn, &p->crossings[i].env));
    }
    return CC_OK;
}
