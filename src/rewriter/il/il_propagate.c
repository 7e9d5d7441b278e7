/* The worklist over blocks; see il_propagate.h. The propagation keeps what holds at the start of a
 * block and computes what holds inside a block again. */
#include "rewriter/il/il_propagate_run.h"

#include "base/cc_sort.h"

static cc_err no_memory(void) {
    return cc_fail(CC_E_NOMEM, "constants of a method: out of memory");
}

/* --- tests ------------------------------------------------------------------------------------ */

static bool counts(const il_propagation *p, const il_test *test) {
    return test->is_known &&
           (p->ask->counts == NULL || p->ask->counts(p->ask->ctx, test->insn, test->item.place));
}

static cc_err take(il_propagation *p, const il_test *test, uint32_t target, const il_env *env) {
    CC_TRY(il_env_copy(&p->taken, env));
    CC_TRY(il_env_take(&p->taken, test, target));
    return il_flow_to(p, target, &p->taken);
}

static cc_err run_test(il_propagation *p, uint32_t insn, il_env *env) {
    const il_insn *i = &p->body->insns[insn];
    bool is_switch = il_long_op(i) == IL_SWITCH;
    const uint32_t *targets = is_switch ? p->body->targets + i->target : &i->target;
    il_test test = il_env_test(env, insn);
    bool is_counted = counts(p, &test);
    for (uint32_t k = 0; k < (is_switch ? i->target_count : 1); k++) {
        if (!is_counted || il_test_may_lead(&test, targets[k])) {
            CC_TRY(take(p, &test, targets[k], env));
        }
    }
    if (!is_counted || il_test_may_lead(&test, insn + 1)) {
        CC_TRY(take(p, &test, insn + 1, env));
    }
    return CC_OK;
}

/* --- blocks ----------------------------------------------------------------------------------- */

/* Runs an instruction that falls through, or a call. *goes_on: control reaches the next
 * instruction. */
static cc_err run_plain(il_propagation *p, uint32_t insn, il_env *env, bool *goes_on) {
    il_place stored;
    if (p->ask->cut != NULL && p->ask->cut[insn]) {
        *goes_on = false;
        return CC_OK;
    }
    CC_TRY(il_env_step(env, insn, &stored));
    p->is_changed = p->is_changed || stored.kind != IL_PLACE_NONE;
    if (il_is_same_place(stored, p->ask->state)) {
        CC_TRY(il_run_suspension(p, env));
    }
    *goes_on = flow_falls_through(&p->body->insns[insn]);
    return CC_OK;
}

static cc_err run_insn(il_propagation *p, uint32_t insn, il_env *env, bool *goes_on) {
    const il_insn *i = &p->body->insns[insn];
    *goes_on = false;
    switch ((il_flow)i->flow) {
    case IL_FLOW_NEXT:
    case IL_FLOW_CALL:
    case IL_FLOW_PREFIX:
        return run_plain(p, insn, env, goes_on);
    case IL_FLOW_BRANCH:
        return il_flow_to(p, i->target, env);
    case IL_FLOW_COND:
    case IL_FLOW_SWITCH:
        return run_test(p, insn, env);
    case IL_FLOW_LEAVE:
        return il_run_leave(p, insn, env);
    case IL_FLOW_ENDFINALLY:
        return il_run_endfinally(p, insn, env);
    case IL_FLOW_ENDFILTER:
        return il_run_endfilter(p, insn, env);
    case IL_FLOW_RETURN:
    case IL_FLOW_THROW:
        break;
    }
    return CC_OK;
}

static cc_err run_block(il_propagation *p, const way *w, il_env *env) {
    uint32_t insn = w->insn;
    bool goes_on = true;
    CC_TRY(il_env_copy(env, &w->env));
    p->is_changed = true;
    while (goes_on) {
        bool may_throw = insn == w->insn || p->body->insns[insn].may_throw;
        p->is_reached[insn] = true;
        if (may_throw && p->is_changed) {
            p->is_changed = false;
            CC_TRY(il_run_throw(p, insn, env));
        }
        CC_TRY(run_insn(p, insn, env, &goes_on));
        insn++;
        if (insn >= p->body->insn_count) {
            return CC_OK;
        }
        if (goes_on && p->block_of[insn] != IL_NO_INSN) {
            return il_flow_to(p, insn, env);
        }
    }
    return CC_OK;
}

static cc_err run(il_propagation *p) {
    il_env env = il_env_new(&p->rules, p->arena);
    CC_TRY(il_env_set(&env, p->ask->state, p->ask->first));
    CC_TRY(il_env_set(&env, p->ask->shared, p->ask->shared_value));
    CC_TRY(il_enter_locals(p, &env));
    CC_TRY(il_flow_to(p, 0, &env));
    do {
        for (way *w = il_next_way(p); w != NULL; w = il_next_way(p)) {
            w->is_open = false;
            p->current = w;
            CC_TRY(run_block(p, w, &env));
        }
        if (p->has_new_end) {
            CC_TRY(il_run_crossings(p));
        }
    } while (il_next_way(p) != NULL || p->has_new_end);
    return CC_OK;
}

/* --- opening ---------------------------------------------------------------------------------- */

static cc_err find_blocks(il_propagation *p) {
    size_t insns = (size_t)p->body->insn_count + 1;
    uint32_t count = 0;
    bool *leaders = CC_NEW_ARRAY(p->arena, bool, insns);
    p->block_of = CC_NEW_ARRAY(p->arena, uint32_t, insns);
    if (leaders == NULL || p->block_of == NULL) {
        return no_memory();
    }
    flow_mark_leaders(p->flow, leaders);
    for (uint32_t u = 0; u < insns; u++) {
        p->block_of[u] = IL_NO_INSN;
        if (leaders[u] && u < p->body->insn_count) {
            p->block_of[u] = count++;
        }
    }
    p->block_count = p->lowest = count;
    p->ways = CC_NEW_ARRAY(p->arena, way *, count);
    p->is_reached = CC_NEW_ARRAY(p->arena, bool, insns);
    p->ends = CC_NEW_ARRAY(p->arena, il_env, p->body->clause_count);
    bool is_made = p->ways != NULL && p->is_reached != NULL && p->ends != NULL;
    return is_made ? CC_OK : no_memory();
}

static cc_err note_named(il_propagation *p, il_place place, uint32_t insn) {
    for (size_t i = 0; i < p->split_count; i++) {
        if (il_is_same_place(p->split[i].place, place)) {
            p->split[i].last = insn;
            return CC_OK;
        }
    }
    if (place.kind == IL_PLACE_NONE || !p->ask->splits(p->ask->ctx, place)) {
        return CC_OK;
    }
    il_mention *grown = (il_mention *)cc_arena_grow(p->arena, p->split, p->split_count,
                                                    &p->split_cap, sizeof *grown);
    if (grown == NULL) {
        return no_memory();
    }
    p->split = grown;
    p->split[p->split_count++] = (il_mention){place, insn, insn};
    return CC_OK;
}

/* The value of the shared field at the entry of the method counts everywhere. */
static cc_err find_split(il_propagation *p) {
    for (uint32_t u = 0; p->ask->splits != NULL && u < p->body->insn_count; u++) {
        const il_insn *i = &p->body->insns[u];
        CC_TRY(note_named(p, il_stored(i), u));
        CC_TRY(note_named(p, il_named(i), u));
    }
    for (size_t i = 0; i < p->split_count; i++) {
        if (il_is_same_place(p->split[i].place, p->ask->shared)) {
            p->split[i].first = 0;
            p->split[i].last = p->body->insn_count;
        }
    }
    return CC_OK;
}

static int compare_places(const void *a, const void *b) {
    const il_place *x = (const il_place *)a;
    const il_place *y = (const il_place *)b;
    return (x->key > y->key) - (x->key < y->key);
}

/* Returns the number of places that remain. */
static size_t without_repeated(il_place *places, size_t count) {
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        if (kept == 0 || !il_is_same_place(places[kept - 1], places[i])) {
            places[kept++] = places[i];
        }
    }
    return kept;
}

/* The locals whose stores have numbers. Without InitLocals they begin with any value. */
static cc_err find_initial(il_propagation *p) {
    const il_env_rules *rules = &p->rules;
    if (!rules->names_begin || !p->body->init_locals) {
        return CC_OK;
    }
    il_place *places = CC_NEW_ARRAY(p->arena, il_place, p->body->insn_count);
    if (places == NULL) {
        return no_memory();
    }
    for (uint32_t u = 0; u < p->body->insn_count; u++) {
        il_place place = il_loaded(&p->body->insns[u]);
        bool is_named = place.kind == IL_PLACE_LOCAL && rules->follows(rules->ctx, place) &&
                        rules->names_stores(rules->ctx, place);
        if (is_named) {
            places[p->initial_count++] = place;
        }
    }
    cc_sort(places, p->initial_count, sizeof *places, compare_places);
    p->initial = places;
    p->initial_count = without_repeated(places, p->initial_count);
    return CC_OK;
}

cc_err il_enter_locals(const il_propagation *p, il_env *env) {
    for (size_t i = 0; i < p->initial_count; i++) {
        CC_TRY(il_env_set(env, p->initial[i], il_known_constant(IL_INITIAL_STORE)));
    }
    return CC_OK;
}

cc_err il_propagate(il_propagation **out, const flow_graph *flow, const il_propagate_ask *ask,
                    cc_arena *arena) {
    il_propagation *p = CC_NEW(arena, il_propagation);
    if (p == NULL) {
        return no_memory();
    }
    p->body = flow->body;
    p->flow = flow;
    p->ask = ask;
    p->arena = arena;
    p->rules = ask->rules;
    p->rules.body = flow->body;
    p->rules.has_this = ask->rules.has_this && il_keeps_this(p->body);
    p->handler = p->taken = p->leaving = p->entered = p->there = il_env_new(&p->rules, arena);
    CC_TRY(find_blocks(p));
    CC_TRY(il_find_filtered(p));
    CC_TRY(find_split(p));
    CC_TRY(find_initial(p));
    CC_TRY(run(p));
    *out = p;
    return CC_OK;
}

/* --- questions -------------------------------------------------------------------------------- */

bool il_is_reached(const il_propagation *p, uint32_t insn) {
    return p->is_reached[insn];
}

static cc_err run_until(il_env *env, const way *w, uint32_t insn) {
    il_place stored;
    CC_TRY(il_env_copy(env, &w->env));
    for (uint32_t at = w->insn; at < insn; at++) {
        CC_TRY(il_env_step(env, at, &stored));
    }
    return CC_OK;
}

cc_err il_held_at(il_known *known, const il_propagation *p, uint32_t insn, il_place place) {
    uint32_t start = insn;
    il_env env = il_env_new(&p->rules, p->arena);
    *known = il_known_any();
    if (!p->is_reached[insn]) {
        return CC_OK;
    }
    while (p->block_of[start] == IL_NO_INSN) {
        start--;
    }
    for (const way *w = p->ways[p->block_of[start]]; w != NULL; w = w->next) {
        CC_TRY(run_until(&env, w, insn));
        il_known held = il_env_get(&env, place);
        bool is_first = w == p->ways[p->block_of[start]];
        CC_TRY(il_known_join(known, is_first ? &held : known, &held, p->arena));
    }
    return CC_OK;
}
