/* The worklist over blocks; see il_propagate.h. What holds at the start of a block is kept; inside a
 * block it is computed again. */
#include "rewriter/il/il_propagate_run.h"

static cc_err no_memory(void) {
    return cc_fail(CC_E_NOMEM, "constants of a method: out of memory");
}

/* --- tests ------------------------------------------------------------------------------------ */

bool il_is_test(const il_insn *insn) {
    il_flow flow = (il_flow)il_op_get((il_op)insn->op)->flow;
    return flow == IL_FLOW_COND || flow == IL_FLOW_SWITCH;
}

static bool counts(const il_propagation *p, const il_test *test) {
    const il_place none = {IL_PLACE_NONE, 0};
    uint32_t number = test->item.place;
    il_place place = number == IL_NO_PLACE ? none : p->places.places[number];
    return p->ask->counts == NULL || p->ask->counts(p->ask->ctx, test->insn, place);
}

static cc_err take(il_propagation *p, const il_test *test, uint32_t target, const il_env *env,
                   il_env *taken) {
    il_env_copy(taken, env);
    CC_TRY(il_env_take(taken, test, target));
    return il_flow_to(p, target, taken);
}

static cc_err run_test(il_propagation *p, uint32_t insn, il_env *env) {
    const il_insn *i = &p->body->insns[insn];
    bool is_switch = il_long_op(i) == IL_SWITCH;
    const uint32_t *targets = is_switch ? p->body->targets + i->target : &i->target;
    il_test test = il_env_test(env, insn);
    bool is_counted = test.is_known && counts(p, &test);
    il_env taken;
    CC_TRY(il_env_make(&taken, &p->places, p->arena));
    for (uint32_t k = 0; k < (is_switch ? i->target_count : 1); k++) {
        if (!is_counted || il_test_may_lead(&test, targets[k])) {
            CC_TRY(take(p, &test, targets[k], env, &taken));
        }
    }
    if (!is_counted || il_test_may_lead(&test, insn + 1)) {
        CC_TRY(take(p, &test, insn + 1, env, &taken));
    }
    return CC_OK;
}

/* --- blocks ----------------------------------------------------------------------------------- */

/* An instruction that falls through, or calls. *goes_on: control comes behind it. */
static cc_err run_plain(il_propagation *p, uint32_t insn, il_env *env, bool *goes_on) {
    uint32_t stored = IL_NO_PLACE;
    if (p->ask->cut != NULL && p->ask->cut[insn]) {
        *goes_on = false;
        return CC_OK;
    }
    CC_TRY(il_env_step(env, insn, &stored));
    p->is_changed = p->is_changed || stored != IL_NO_PLACE;
    if (stored != IL_NO_PLACE && stored == p->state) {
        CC_TRY(il_run_suspension(p, env));
    }
    *goes_on = flow_falls_through(&p->body->insns[insn]);
    return CC_OK;
}

static cc_err run_insn(il_propagation *p, uint32_t insn, il_env *env, bool *goes_on) {
    const il_insn *i = &p->body->insns[insn];
    *goes_on = false;
    switch ((il_flow)il_op_get((il_op)i->op)->flow) {
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
    il_env_copy(env, &w->env);
    p->is_changed = true;
    while (goes_on) {
        bool may_throw = insn == w->insn || il_op_get((il_op)p->body->insns[insn].op)->may_throw;
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
    il_env env;
    CC_TRY(il_env_make(&env, &p->places, p->arena));
    if (p->state != IL_NO_PLACE) {
        env.places[p->state] = p->ask->first;
    }
    if (p->shared != IL_NO_PLACE) {
        env.places[p->shared] = p->ask->shared_value;
    }
    CC_TRY(il_flow_to(p, 0, &env));
    do {
        while (p->open != NULL) {
            way *w = p->open;
            p->open = w->next_open;
            w->is_open = false;
            p->current = w;
            CC_TRY(run_block(p, w, &env));
        }
        if (p->has_new_end) {
            CC_TRY(il_run_crossings(p));
        }
    } while (p->open != NULL || p->has_new_end);
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
    p->ways = CC_NEW_ARRAY(p->arena, way *, count);
    p->is_reached = CC_NEW_ARRAY(p->arena, bool, insns);
    p->ends = CC_NEW_ARRAY(p->arena, il_env, p->body->clause_count);
    p->storing = CC_NEW_ARRAY(p->arena, bool *, p->body->clause_count);
    bool is_made =
        p->ways != NULL && p->is_reached != NULL && p->ends != NULL && p->storing != NULL;
    return is_made ? CC_OK : no_memory();
}

/* What the field holds when the method is entered counts everywhere. */
static uint32_t find_field_of_machine(il_propagation *p, il_place field) {
    uint32_t number = il_place_number(&p->places, field);
    if (number != IL_NO_PLACE) {
        p->places.first[number] = 0;
        p->places.last[number] = p->body->insn_count;
    }
    return number;
}

static cc_err find_split(il_propagation *p) {
    p->is_split = CC_NEW_ARRAY(p->arena, bool, p->places.count);
    if (p->is_split == NULL) {
        return no_memory();
    }
    for (uint32_t i = 0; i < p->places.count && p->ask->splits != NULL; i++) {
        p->is_split[i] = p->ask->splits(p->ask->ctx, p->places.places[i]);
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
    CC_TRY(il_places_make(&p->places, p->body, &ask->places, arena));
    p->state = find_field_of_machine(p, ask->state);
    p->shared = find_field_of_machine(p, ask->shared);
    CC_TRY(find_blocks(p));
    CC_TRY(il_find_filtered(p));
    CC_TRY(find_split(p));
    CC_TRY(run(p));
    *out = p;
    return CC_OK;
}

/* --- questions -------------------------------------------------------------------------------- */

bool il_is_reached(const il_propagation *p, uint32_t insn) {
    return p->is_reached[insn];
}

static cc_err run_until(il_env *env, const way *w, uint32_t insn) {
    uint32_t stored = IL_NO_PLACE;
    il_env_copy(env, &w->env);
    for (uint32_t at = w->insn; at < insn; at++) {
        CC_TRY(il_env_step(env, at, &stored));
    }
    return CC_OK;
}

cc_err il_held_at(il_known *known, const il_propagation *p, uint32_t insn, il_place place) {
    uint32_t number = il_place_number(&p->places, place);
    uint32_t start = insn;
    il_env env;
    *known = il_known_any();
    if (number == IL_NO_PLACE || !p->is_reached[insn]) {
        return CC_OK;
    }
    while (p->block_of[start] == IL_NO_INSN) {
        start--;
    }
    CC_TRY(il_env_make(&env, &p->places, p->arena));
    for (const way *w = p->ways[p->block_of[start]]; w != NULL; w = w->next) {
        CC_TRY(run_until(&env, w, insn));
        bool is_first = w == p->ways[p->block_of[start]];
        const il_known *held = &env.places[number];
        CC_TRY(il_known_join(known, is_first ? held : known, held, p->arena));
    }
    return CC_OK;
}
