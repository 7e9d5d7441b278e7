/* State machines in the propagation of constants: where a suspended method resumes. See
 * il_propagate.h. */
#include "rewriter/il/il_propagate_run.h"

static bool is_not_field(void *ctx, il_place place) {
    (void)ctx;
    return place.kind != IL_PLACE_FIELD;
}

/* Fields keep their values. */
static cc_err enter_again(const il_propagation *p, il_env *env) {
    il_env_drop(env, is_not_field, NULL);
    env->depth = 0;
    return il_enter_locals(p, env);
}

/* At the begin of a try block the compiler leaves `ldloc state; ldc; pop; pop` of tests that it
 * removed. */
static bool is_dispatch(const il_insn *insn) {
    int32_t constant = 0;
    return insn->op == IL_NOP || insn->op == IL_POP || il_const_i4(insn, &constant) ||
           il_long_op(insn) == IL_SUB || il_loaded(insn).kind != IL_PLACE_NONE ||
           il_stored(insn).kind == IL_PLACE_LOCAL;
}

/* Runs one instruction of a dispatch. *next: where control goes; IL_NO_INSN: the dispatch ends.
 * *leads: control went there by a test or a jump. */
static cc_err run_dispatch(il_env *env, uint32_t insn, uint32_t *next, bool *leads) {
    const il_insn *i = &env->rules->body->insns[insn];
    il_place stored;
    *leads = il_is_test(i) || flow_is_br(i);
    *next = IL_NO_INSN;
    if (il_is_test(i)) {
        il_test test = il_env_test(env, insn);
        *next = il_test_leads(&test);
    } else if (flow_is_br(i)) {
        *next = i->target;
    } else if (is_dispatch(i)) {
        *next = insn + 1;
        return il_env_step(env, insn, &stored);
    }
    return CC_OK;
}

/* Enters the method with the facts of `env` for the fields: control continues after the tests at
 * the start that the state decides. */
static cc_err resume(il_propagation *p, il_env *env) {
    uint32_t insn = 0;
    uint32_t target = 0;
    CC_TRY(enter_again(p, env));
    CC_TRY(il_env_copy(&p->there, env));
    for (uint32_t steps = 0; steps < p->body->insn_count; steps++) {
        bool leads = false;
        CC_TRY(run_dispatch(env, insn, &insn, &leads));
        if (insn >= p->body->insn_count) {
            break;
        }
        if (leads) {
            target = insn;
            CC_TRY(il_env_copy(&p->there, env));
        }
    }
    return il_flow_to(p, target, &p->there);
}

cc_err il_run_suspension(il_propagation *p, const il_env *env) {
    il_known state = il_env_get(env, p->ask->state);
    uint32_t count = state.kind == IL_CONSTANTS ? state.count : 0;
    il_env *entered = &p->entered;
    if (count == 0) {
        CC_TRY(il_env_copy(entered, env));
        CC_TRY(il_env_set(entered, p->ask->shared, p->ask->shared_value));
        CC_TRY(enter_again(p, entered));
        return il_flow_to(p, 0, entered);
    }
    for (uint32_t k = 0; k < count; k++) {
        int32_t value = il_known_at(&state, k);
        il_resume how = p->ask->resumes(p->ask->ctx, value);
        if (how == IL_RESUME_NEVER) {
            continue;
        }
        CC_TRY(il_env_copy(entered, env));
        CC_TRY(il_env_set(entered, p->ask->state, il_known_constant(value)));
        if (how == IL_RESUME_SHARED) {
            CC_TRY(il_env_set(entered, p->ask->shared, p->ask->shared_value));
        }
        CC_TRY(resume(p, entered));
    }
    return CC_OK;
}
