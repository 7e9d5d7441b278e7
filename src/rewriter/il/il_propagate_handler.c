/* Exceptions and leaves in the propagation of constants; see il_propagate.h. Source: ECMA-335
 * I.12.4.2, III.3.46 (leave). */
#include "rewriter/il/il_propagate_run.h"

static cc_err no_memory(void) {
    return cc_fail(CC_E_NOMEM, "constants of a method: out of memory");
}

/* The places that instructions of [start, end) may change. */
static void mark_stored(const il_places *places, uint32_t start, uint32_t end, bool *stores) {
    for (uint32_t u = start; u < end; u++) {
        const il_insn *i = &places->body->insns[u];
        uint32_t place = places->of_insn[u];
        bool is_changed =
            il_stored(i).kind != IL_PLACE_NONE || il_addressed(i).kind != IL_PLACE_NONE;
        if (place != IL_NO_PLACE && is_changed) {
            stores[place] = true;
        }
    }
}

/* Control arrives at a handler or filter, with the places of `env`, and what the runtime pushes. */
static cc_err enter_handler(il_propagation *p, uint32_t insn, const il_env *env, bool has_object) {
    il_env handler;
    CC_TRY(il_env_make(&handler, &p->places, p->arena));
    il_env_copy(&handler, env);
    for (uint32_t i = 0; i < p->places.count; i++) {
        if (p->is_filtered[i]) {
            handler.places[i] = il_known_any();
        }
    }
    handler.depth = 0;
    if (has_object) {
        il_env_push(&handler, (il_known){IL_NOT_ZERO, 0, 0, NULL});
    }
    return il_flow_to(p, insn, &handler);
}

/* --- exceptions ------------------------------------------------------------------------------- */

/* The handlers and filters of every try around the instruction. */
cc_err il_run_throw(il_propagation *p, uint32_t insn, const il_env *env) {
    const flow_graph *f = p->flow;
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

/* The clause whose handler or filter is the innermost around the instruction. */
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

cc_err il_run_endfinally(il_propagation *p, uint32_t insn, const il_env *env) {
    uint32_t clause = clause_around(p, insn, FLOW_REGION_HANDLER);
    if (clause == FLOW_NONE) {
        return CC_OK;
    }
    il_env *end = &p->ends[clause];
    bool is_changed = end->places == NULL;
    if (is_changed) {
        CC_TRY(il_env_make(end, &p->places, p->arena));
        il_env_copy(end, env);
    } else {
        CC_TRY(il_env_join(end, env, &is_changed));
    }
    p->has_new_end = p->has_new_end || is_changed;
    return CC_OK;
}

/* --- leaves ----------------------------------------------------------------------------------- */

/* By place: the handler of the clause may change it. NULL when out of memory. */
static const bool *stored_in(il_propagation *p, uint32_t clause) {
    const il_clause *c = &p->body->clauses[clause];
    if (p->storing[clause] == NULL) {
        p->storing[clause] = CC_NEW_ARRAY(p->arena, bool, p->places.count);
        if (p->storing[clause] != NULL) {
            mark_stored(&p->places, c->handler_start, c->handler_end, p->storing[clause]);
        }
    }
    return p->storing[clause];
}

/* Runs the finally of a clause: `env` becomes what holds behind it. *ends: it has an end. */
static cc_err run_finally(il_propagation *p, uint32_t clause, il_env *env, bool *ends) {
    CC_TRY(enter_handler(p, p->body->clauses[clause].handler_start, env, false));
    *ends = p->ends[clause].places != NULL;
    if (!*ends) {
        return CC_OK;
    }
    const bool *stores = stored_in(p, clause);
    if (stores == NULL) {
        return no_memory();
    }
    for (uint32_t i = 0; i < p->places.count; i++) {
        if (stores[i]) {
            env->places[i] = p->ends[clause].places[i];
        }
    }
    return CC_OK;
}

/* Control leaves to the target, through each finally in between. */
static cc_err leave(il_propagation *p, uint32_t insn, const il_env *from) {
    const flow_graph *f = p->flow;
    uint32_t target = p->body->insns[insn].target;
    bool ends = true;
    il_env env;
    CC_TRY(il_env_make(&env, &p->places, p->arena));
    il_env_copy(&env, from);
    env.depth = 0;
    for (uint32_t r = f->region_of_insn[insn]; r != FLOW_NONE; r = f->regions[r].parent) {
        const flow_region *region = &f->regions[r];
        bool is_left = target < region->start || target >= region->end;
        if (region->kind != FLOW_REGION_TRY || !region->has_finally || !is_left) {
            continue;
        }
        for (uint32_t c = region->first_clause; c != FLOW_NONE && ends; c = f->next_clause[c]) {
            if (p->body->clauses[c].kind == IL_CLAUSE_FINALLY) {
                CC_TRY(run_finally(p, c, &env, &ends));
            }
        }
    }
    return ends ? il_flow_to(p, target, &env) : CC_OK;
}

/* The leave is run again when an end of a finally says less, or is reached at last. */
static cc_err keep_crossing(il_propagation *p, uint32_t insn, const il_env *env) {
    for (size_t i = 0; i < p->crossing_count; i++) {
        if (p->crossings[i].insn == insn && p->crossings[i].way == p->current) {
            il_env_copy(&p->crossings[i].env, env);
            return CC_OK;
        }
    }
    crossing *grown = (crossing *)cc_arena_grow(p->arena, p->crossings, p->crossing_count,
                                                &p->crossing_cap, sizeof(crossing));
    if (grown == NULL) {
        return no_memory();
    }
    p->crossings = grown;
    crossing *added = &grown[p->crossing_count++];
    added->insn = insn;
    added->way = p->current;
    CC_TRY(il_env_make(&added->env, &p->places, p->arena));
    il_env_copy(&added->env, env);
    return CC_OK;
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

/* --- filters ---------------------------------------------------------------------------------- */

cc_err il_find_filtered(il_propagation *p) {
    p->is_filtered = CC_NEW_ARRAY(p->arena, bool, p->places.count);
    if (p->is_filtered == NULL) {
        return no_memory();
    }
    for (uint32_t c = 0; c < p->body->clause_count; c++) {
        const il_clause *clause = &p->body->clauses[c];
        if (clause->kind == IL_CLAUSE_FILTER) {
            mark_stored(&p->places, clause->filter_start, clause->handler_start, p->is_filtered);
        }
    }
    return CC_OK;
}
