/* State machines in the propagation of constants: where a method goes on that was suspended. See
 * il_propagate.h. */
#include "rewriter/il/il_propagate_run.h"

/* Locals are new in each call, fields stay. */
static void forget_locals(il_env *env) {
    for (uint32_t i = 0; i < env->of->count; i++) {
        if (env->of->places[i].kind != IL_PLACE_FIELD) {
            env->places[i] = il_known_any();
        }
    }
    env->depth = 0;
}

static bool is_dispatch(const il_insn *insn) {
    int32_t constant = 0;
    return insn->op == IL_NOP || il_const_i4(insn, &constant) || il_long_op(insn) == IL_SUB ||
           il_loaded(insn).kind != IL_PLACE_NONE || il_stored(insn).kind == IL_PLACE_LOCAL;
}

/* The method is entered with what `env` says of the fields: control goes on behind the tests at the
 * start that the state decides. */
static cc_err resume(il_propagation *p, il_env *env) {
    uint32_t insn = 0;
    uint32_t behind = 0;
    uint32_t stored = IL_NO_PLACE;
    il_env there;
    forget_locals(env);
    CC_TRY(il_env_make(&there, &p->places, p->arena));
    il_env_copy(&there, env);
    for (uint32_t steps = 0; steps < p->body->insn_count && insn < p->body->insn_count; steps++) {
        const il_insn *i = &p->body->insns[insn];
        if (il_is_test(i)) {
            il_test test = il_env_test(env, insn);
            insn = il_test_leads(&test);
        } else if (flow_is_br(i)) {
            insn = i->target;
        } else if (is_dispatch(i)) {
            CC_TRY(il_env_step(env, insn++, &stored));
            continue;
        } else {
            break;
        }
        if (insn == IL_NO_INSN) {
            break;
        }
        behind = insn;
        il_env_copy(&there, env);
    }
    return il_flow_to(p, behind, &there);
}

/* A state was stored. */
cc_err il_run_suspension(il_propagation *p, const il_env *env) {
    const il_known *state = &env->places[p->state];
    uint32_t count = state->kind == IL_CONSTANTS ? state->count : 0;
    il_env entered;
    CC_TRY(il_env_make(&entered, &p->places, p->arena));
    if (count == 0) {
        il_env_copy(&entered, env);
        forget_locals(&entered);
        if (p->shared != IL_NO_PLACE) {
            entered.places[p->shared] = p->ask->shared_value;
        }
        return il_flow_to(p, 0, &entered);
    }
    for (uint32_t k = 0; k < count; k++) {
        int32_t value = il_known_at(state, k);
        il_resume how = p->ask->resumes(p->ask->ctx, value);
        if (how == IL_RESUME_NEVER) {
            continue;
        }
        il_env_copy(&entered, env);
        entered.places[p->state] = il_known_constant(value);
        if (how == IL_RESUME_SHARED && p->shared != IL_NO_PLACE) {
            entered.places[p->shared] = p->ask->shared_value;
        }
        CC_TRY(resume(p, &entered));
    }
    return CC_OK;
}
