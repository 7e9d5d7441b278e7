/* Environments; see il_env.h. */
#include "rewriter/il/il_env.h"

#include <string.h>

static cc_err no_memory(void) {
    return cc_fail(CC_E_NOMEM, "values of a method: out of memory");
}

cc_err il_env_make(il_env *out, const il_places *places, cc_arena *arena) {
    *out = (il_env){.of = places, .arena = arena};
    out->places = CC_NEW_ARRAY(arena, il_known, places->count);
    return out->places == NULL ? no_memory() : CC_OK;
}

void il_env_copy(il_env *to, const il_env *from) {
    il_known *places = to->places;
    *to = *from;
    to->places = places;
    memcpy(places, from->places, from->of->count * sizeof *places);
}

/* --- joins ------------------------------------------------------------------------------------ */

static cc_err join_known(il_known *into, const il_known *from, cc_arena *arena, bool *is_changed) {
    il_known joined;
    CC_TRY(il_known_join(&joined, into, from, arena));
    if (!il_known_same(&joined, into)) {
        *into = joined;
        *is_changed = true;
    }
    return CC_OK;
}

static cc_err join_item(il_item *into, const il_item *from, cc_arena *arena, bool *is_changed) {
    bool is_moved = into->place != from->place || into->minus != from->minus;
    if (is_moved && into->place != IL_NO_PLACE) {
        into->place = IL_NO_PLACE;
        *is_changed = true;
    }
    return join_known(&into->known, &from->known, arena, is_changed);
}

/* Tops meet tops: of what only one of them has nothing is known. */
static void drop_below(il_env *env, uint32_t depth, bool *is_changed) {
    if (env->depth > depth) {
        memmove(env->stack, env->stack + (env->depth - depth), depth * sizeof *env->stack);
        env->depth = depth;
        *is_changed = true;
    }
}

cc_err il_env_join(il_env *into, const il_env *from, bool *is_changed) {
    *is_changed = false;
    for (uint32_t i = 0; i < into->of->count; i++) {
        CC_TRY(join_known(&into->places[i], &from->places[i], into->arena, is_changed));
    }
    drop_below(into, from->depth, is_changed);
    for (uint32_t i = 0; i < into->depth; i++) {
        const il_item *other = &from->stack[from->depth - into->depth + i];
        CC_TRY(join_item(&into->stack[i], other, into->arena, is_changed));
    }
    return CC_OK;
}

/* --- the stack -------------------------------------------------------------------------------- */

static il_item any_item(void) {
    return (il_item){il_known_any(), IL_NO_PLACE, 0};
}

static void push(il_env *env, il_item item) {
    bool is_changed = false;
    drop_below(env, IL_ENV_STACK - 1, &is_changed);
    env->stack[env->depth++] = item;
}

static il_item pop(il_env *env) {
    return env->depth == 0 ? any_item() : env->stack[--env->depth];
}

void il_env_push(il_env *env, il_known known) {
    push(env, (il_item){known, IL_NO_PLACE, 0});
}

/* Items that were loaded from the place do not say any more what it holds. */
static void set_place(il_env *env, uint32_t place, il_known known) {
    env->places[place] = known;
    for (uint32_t i = 0; i < env->depth; i++) {
        if (env->stack[i].place == place) {
            env->stack[i].place = IL_NO_PLACE;
        }
    }
}

/* --- arithmetic ------------------------------------------------------------------------------- */

/* An operator with a constant on one side. */
typedef struct operation {
    il_op op;
    int32_t other;
    bool is_left; /* `other` is the left operand */
} operation;

static int32_t wrap(uint32_t value) {
    return (int32_t)value;
}

static int32_t operate(int32_t value, const void *ctx) {
    const operation *o = (const operation *)ctx;
    int32_t left = o->is_left ? o->other : value;
    int32_t right = o->is_left ? value : o->other;
    switch ((int)o->op) {
    case IL_ADD:
        return wrap((uint32_t)left + (uint32_t)right);
    case IL_SUB:
        return wrap((uint32_t)left - (uint32_t)right);
    case IL_CEQ:
        return left == right;
    case IL_CGT:
        return left > right;
    case IL_CLT:
        return left < right;
    case IL_CGT_UN:
        return (uint32_t)left > (uint32_t)right;
    default:
        return (uint32_t)left < (uint32_t)right;
    }
}

static cc_err run_operator(il_env *env, il_op op) {
    il_item right = pop(env);
    il_item left = pop(env);
    il_item result = any_item();
    bool is_left = il_known_is_one(&left.known) && !il_known_is_one(&right.known);
    const il_item *constant = is_left ? &left : &right;
    const il_item *value = is_left ? &right : &left;
    if (il_known_is_one(&constant->known)) {
        const operation o = {op, constant->known.one, is_left};
        CC_TRY(il_known_map(&result.known, &value->known, operate, &o, env->arena));
    }
    if ((op == IL_SUB || op == IL_ADD) && !is_left && il_known_is_one(&right.known)) {
        uint32_t by = (uint32_t)right.known.one;
        result.place = left.place;
        result.minus = wrap((uint32_t)left.minus + (op == IL_SUB ? by : 0 - by));
    }
    push(env, result);
    return CC_OK;
}

/* --- instructions ----------------------------------------------------------------------------- */

static void run_other(il_env *env, const il_op_info *info) {
    if (info->pops < 0 || info->pushes < 0) {
        env->depth = 0;
        return;
    }
    for (int i = 0; i < info->pops; i++) {
        (void)pop(env);
    }
    for (int i = 0; i < info->pushes; i++) {
        push(env, any_item());
    }
}

static void load(il_env *env, uint32_t insn, uint32_t place) {
    if (env->of->has_this && il_loads_this(&env->of->body->insns[insn])) {
        il_env_push(env, (il_known){IL_THIS, 0, 0, NULL});
    } else if (place == IL_NO_PLACE) {
        push(env, any_item());
    } else {
        push(env, (il_item){env->places[place], place, 0});
    }
}

static void load_field(il_env *env, uint32_t insn, uint32_t place) {
    il_item object = pop(env);
    load(env, insn, object.known.kind == IL_THIS ? place : IL_NO_PLACE);
}

/* Another object than `this` may be `this` all the same. */
static uint32_t store_field(il_env *env, uint32_t place) {
    il_item value = pop(env);
    il_item object = pop(env);
    if (place != IL_NO_PLACE) {
        bool is_this = object.known.kind == IL_THIS;
        set_place(env, place, is_this ? value.known : il_known_any());
    }
    return place;
}

static uint32_t store(il_env *env, uint32_t place) {
    il_item value = pop(env);
    if (place != IL_NO_PLACE) {
        set_place(env, place, value.known);
    }
    return place;
}

static uint32_t take_address(il_env *env, const il_insn *insn, uint32_t place) {
    run_other(env, il_op_get((il_op)insn->op));
    if (place != IL_NO_PLACE) {
        set_place(env, place, il_known_any());
    }
    return place;
}

static void duplicate(il_env *env) {
    il_item item = pop(env);
    push(env, item);
    push(env, item);
}

static bool is_operator(il_op op) {
    return op == IL_ADD || op == IL_SUB || op == IL_CEQ || op == IL_CGT || op == IL_CLT ||
           op == IL_CGT_UN || op == IL_CLT_UN;
}

cc_err il_env_step(il_env *env, uint32_t insn, uint32_t *stored) {
    const il_insn *i = &env->of->body->insns[insn];
    il_op op = il_long_op(i);
    uint32_t place = env->of->of_insn[insn];
    int32_t constant = 0;
    *stored = IL_NO_PLACE;
    if (il_const_i4(i, &constant) || op == IL_LDNULL) {
        il_env_push(env, il_known_constant(constant));
    } else if (is_operator(op)) {
        CC_TRY(run_operator(env, op));
    } else if (op == IL_DUP) {
        duplicate(env);
    } else if (op == IL_STFLD) {
        *stored = store_field(env, place);
    } else if (op == IL_LDFLD) {
        load_field(env, insn, place);
    } else if (il_stored(i).kind == IL_PLACE_LOCAL || il_stored(i).kind == IL_PLACE_ARG) {
        *stored = store(env, place);
    } else if (il_addressed(i).kind != IL_PLACE_NONE) {
        *stored = take_address(env, i, place);
    } else if (il_loaded(i).kind == IL_PLACE_LOCAL || il_loaded(i).kind == IL_PLACE_ARG) {
        load(env, insn, place);
    } else {
        run_other(env, il_op_get(op));
    }
    return CC_OK;
}

/* --- tests ------------------------------------------------------------------------------------ */

il_test il_env_test(il_env *env, uint32_t insn) {
    il_op op = il_long_op(&env->of->body->insns[insn]);
    bool has_two = il_op_get(op)->pops == 2;
    il_item right = has_two ? pop(env) : any_item();
    il_item left = pop(env);
    bool is_constant = !has_two || il_known_is_one(&right.known);
    return (il_test){.body = env->of->body,
                     .insn = insn,
                     .op = op,
                     .item = left,
                     .right = has_two ? right.known.one : 0,
                     .is_known = is_constant && left.known.kind != IL_ANY};
}

static bool holds(il_op op, int32_t left, int32_t right) {
    uint32_t a = (uint32_t)left;
    uint32_t b = (uint32_t)right;
    switch ((int)op) {
    case IL_BEQ:
    case IL_BRFALSE:
        return left == right;
    case IL_BNE_UN:
    case IL_BRTRUE:
        return left != right;
    case IL_BGE:
        return left >= right;
    case IL_BGT:
        return left > right;
    case IL_BLE:
        return left <= right;
    case IL_BLT:
        return left < right;
    case IL_BGE_UN:
        return a >= b;
    case IL_BGT_UN:
        return a > b;
    case IL_BLE_UN:
        return a <= b;
    default:
        return a < b;
    }
}

static uint32_t target_for(const il_test *t, int32_t value) {
    const il_insn *i = &t->body->insns[t->insn];
    if (t->op == IL_SWITCH) {
        uint32_t entry = (uint32_t)value;
        return entry < i->target_count ? t->body->targets[i->target + entry] : t->insn + 1;
    }
    return holds(t->op, value, t->right) ? i->target : t->insn + 1;
}

/* Where an object leads that is compared with null; IL_NO_INSN: it is another test. */
static uint32_t target_for_object(const il_test *t) {
    bool is_equality = t->op == IL_BRTRUE || t->op == IL_BRFALSE || t->op == IL_BEQ ||
                       t->op == IL_BNE_UN;
    return is_equality && t->right == 0 ? target_for(t, 1) : IL_NO_INSN;
}

bool il_test_may_lead(const il_test *t, uint32_t target) {
    if (!t->is_known) {
        return true;
    }
    if (t->item.known.kind != IL_CONSTANTS) {
        uint32_t only = target_for_object(t);
        return only == IL_NO_INSN || only == target;
    }
    for (uint32_t i = 0; i < t->item.known.count; i++) {
        if (target_for(t, il_known_at(&t->item.known, i)) == target) {
            return true;
        }
    }
    return false;
}

uint32_t il_test_leads(const il_test *t) {
    if (!t->is_known) {
        return IL_NO_INSN;
    }
    if (t->item.known.kind != IL_CONSTANTS) {
        return target_for_object(t);
    }
    uint32_t target = target_for(t, il_known_at(&t->item.known, 0));
    for (uint32_t i = 1; i < t->item.known.count; i++) {
        if (target_for(t, il_known_at(&t->item.known, i)) != target) {
            return IL_NO_INSN;
        }
    }
    return target;
}

typedef struct way {
    const il_test *test;
    uint32_t target;
} way;

static bool leads_on_way(int32_t value, const void *ctx) {
    const way *w = (const way *)ctx;
    return target_for(w->test, wrap((uint32_t)value - (uint32_t)w->test->item.minus)) == w->target;
}

cc_err il_env_take(il_env *env, const il_test *test, uint32_t target) {
    uint32_t place = test->item.place;
    if (place == IL_NO_PLACE || !test->is_known || env->places[place].kind != IL_CONSTANTS) {
        return CC_OK;
    }
    const way w = {test, target};
    il_known *known = &env->places[place];
    return il_known_keep(known, known, leads_on_way, &w, env->arena);
}
