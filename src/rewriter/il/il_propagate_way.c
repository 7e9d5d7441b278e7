/* Where control arrives in the propagation of constants, and which paths stay apart there. See
 * il_propagate.h. */
#include "rewriter/il/il_propagate_run.h"

/* Runs ways in the order of the code, so that most predecessors of a block are known when it
 * runs. */
static void open_way(il_propagation *p, way *w) {
    uint32_t number = p->block_of[w->insn];
    w->is_open = true;
    p->lowest = number < p->lowest ? number : p->lowest;
}

way *il_next_way(il_propagation *p) {
    for (; p->lowest < p->block_count; p->lowest++) {
        for (way *w = p->ways[p->lowest]; w != NULL; w = w->next) {
            if (w->is_open) {
                return w;
            }
        }
    }
    return NULL;
}

static bool is_around(const il_mention *named, uint32_t insn) {
    return insn >= named->first && insn <= named->last;
}

/* `a` and `b` agree on all places for which paths stay apart. */
static bool belong_together(const il_propagation *p, const il_env *a, const il_env *b,
                            uint32_t insn) {
    for (size_t i = 0; i < p->split_count; i++) {
        il_known x = il_env_get(a, p->split[i].place);
        il_known y = il_env_get(b, p->split[i].place);
        if (is_around(&p->split[i], insn) && !il_known_same(&x, &y)) {
            return false;
        }
    }
    return true;
}

/* Returns the way of the block to which `env` belongs, or the last way when there are IL_MAX_WAYS
 * of them; NULL: it is a new way. */
static way *find_way(const il_propagation *p, uint32_t insn, const il_env *env) {
    uint32_t count = 0;
    way *last = NULL;
    for (way *w = p->ways[p->block_of[insn]]; w != NULL; w = w->next) {
        if (belong_together(p, &w->env, env, insn)) {
            return w;
        }
        last = w;
        count++;
    }
    return count < IL_MAX_WAYS ? NULL : last;
}

/* Without this, paths would stay apart for a place that no later code names. */
static cc_err forget_unnamed(const il_propagation *p, il_env *env, uint32_t insn) {
    for (size_t i = 0; i < p->split_count; i++) {
        if (!is_around(&p->split[i], insn)) {
            CC_TRY(il_env_set(env, p->split[i].place, il_known_any()));
        }
    }
    return CC_OK;
}

static cc_err add_way(il_propagation *p, uint32_t insn, const il_env *env) {
    way *w = CC_NEW(p->arena, way);
    if (w == NULL) {
        return cc_fail(CC_E_NOMEM, "constants of a method: out of memory");
    }
    w->env = il_env_new(&p->rules, p->arena);
    CC_TRY(il_env_copy(&w->env, env));
    CC_TRY(forget_unnamed(p, &w->env, insn));
    w->insn = insn;
    w->next = p->ways[p->block_of[insn]];
    p->ways[p->block_of[insn]] = w;
    open_way(p, w);
    return CC_OK;
}

cc_err il_flow_to(il_propagation *p, uint32_t insn, const il_env *env) {
    bool is_changed = false;
    if (insn >= p->body->insn_count) {
        return CC_OK;
    }
    way *w = find_way(p, insn, env);
    if (w == NULL) {
        return add_way(p, insn, env);
    }
    CC_TRY(il_env_join(&w->env, env, &is_changed));
    if (is_changed) {
        open_way(p, w);
    }
    return CC_OK;
}
