/* Environments; see il_env.h. */
#include "rewriter/il/il_env.h"

#include <string.h>

static const il_place nowhere = {IL_PLACE_NONE, 0};

bool il_keeps_this(const il_body *body) {
    const il_place this = {IL_PLACE_ARG, 0};
    for (uint32_t u = 0; u < body->insn_count; u++) {
        const il_insn *i = &body->insns[u];
        if (il_is_same_place(il_stored(i), this) || il_is_same_place(il_addressed(i), this)) {
            return false;
        }
    }
    return true;
}

/* --- facts ------------------------------------------------------------------------------------ */

il_env il_env_new(const il_env_rules *rules, cc_arena *arena) {
    return (il_env){.rules = rules, .arena = arena};
}

static bool comes_before(il_place a, il_place b) {
    return a.kind != b.kind ? a.kind < b.kind : a.key < b.key;
}

/* Returns the index where the fact of the place is, or would be inserted. */
static size_t find_fact(const il_env *env, il_place place) {
    size_t low = 0;
    size_t high = env->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (comes_before(env->facts[middle].place, place)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static bool is_fact_at(const il_env *env, size_t at, il_place place) {
    return at < env->count && il_is_same_place(env->facts[at].place, place);
}

il_known il_env_get(const il_env *env, il_place place) {
    size_t at = find_fact(env, place);
    return is_fact_at(env, at, place) ? env->facts[at].known : il_known_any();
}

static void remove_fact(il_env *env, size_t at) {
    env->count--;
    memmove(&env->facts[at], &env->facts[at + 1], (env->count - at) * sizeof *env->facts);
}

/* Makes room for `count` facts in total. */
static cc_err reserve(il_env *env, size_t count) {
    while (env->cap < count) {
        il_fact *grown = (il_fact *)cc_arena_grow(env->arena, env->facts, env->cap, &env->cap,
                                                  sizeof *env->facts);
        if (grown == NULL) {
            return cc_fail(CC_E_NOMEM, "values of a method: out of memory");
        }
        env->facts = grown;
    }
    return CC_OK;
}

static void forget_origin(il_env *env, il_place place) {
    for (uint32_t i = 0; i < env->depth; i++) {
        if (il_is_same_place(env->stack[i].place, place)) {
            env->stack[i].place = nowhere;
        }
    }
}

cc_err il_env_set(il_env *env, il_place place, il_known known) {
    size_t at = find_fact(env, place);
    bool is_there = is_fact_at(env, at, place);
    if (place.kind == IL_PLACE_NONE) {
        return CC_OK;
    }
    forget_origin(env, place);
    if (known.kind == IL_ANY) {
        if (is_there) {
            remove_fact(env, at);
        }
        return CC_OK;
    }
    if (!is_there) {
        CC_TRY(reserve(env, env->count + 1));
        memmove(&env->facts[at + 1], &env->facts[at], (env->count - at) * sizeof *env->facts);
        env->count++;
    }
    env->facts[at] = (il_fact){place, known};
    return CC_OK;
}

void il_env_drop(il_env *env, bool (*drops)(void *ctx, il_place place), void *ctx) {
    size_t kept = 0;
    for (size_t i = 0; i < env->count; i++) {
        if (!drops(ctx, env->facts[i].place)) {
            env->facts[kept++] = env->facts[i];
        }
    }
    env->count = kept;
}

cc_err il_env_copy(il_env *to, const il_env *from) {
    CC_TRY(reserve(to, from->count));
    if (from->count > 0) {
        memcpy(to->facts, from->facts, from->count * sizeof *to->facts);
    }
    to->count = from->count;
    memcpy(to->stack, from->stack, from->depth * sizeof *to->stack);
    to->depth = from->depth;
    return CC_OK;
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
    bool is_moved = !il_is_same_place(into->place, from->place) || into->minus != from->minus;
    if (is_moved && into->place.kind != IL_PLACE_NONE) {
        into->place = nowhere;
        *is_changed = true;
    }
    return join_known(&into->known, &from->known, arena, is_changed);
}

/* Joins align the tops of the stacks: nothing is known of the items that only one side has. */
static void drop_below(il_env *env, uint32_t depth, bool *is_changed) {
    if (env->depth > depth) {
        memmove(env->stack, env->stack + (env->depth - depth), depth * sizeof *env->stack);
        env->depth = depth;
        *is_changed = true;
    }
}

static cc_err join_facts(il_env *into, const il_env *from, bool *is_changed) {
    size_t kept = 0;
    for (size_t i = 0; i < into->count; i++) {
        il_fact fact = into->facts[i];
        il_known other = il_env_get(from, fact.place);
        CC_TRY(join_known(&fact.known, &other, into->arena, is_changed));
        if (fact.known.kind != IL_ANY) {
            into->facts[kept++] = fact;
        }
    }
    into->count = kept;
    return CC_OK;
}

cc_err il_env_join(il_env *into, const il_env *from, bool *is_changed) {
    *is_changed = false;
    CC_TRY(join_facts(into, from, is_changed));
    drop_below(into, from->depth, is_changed);
    for (uint32_t i = 0; i < into->depth; i++) {
        const il_item *other = &from->stack[from->depth - into->depth + i];
        CC_TRY(join_item(&into->stack[i], other, into->arena, is_changed));
    }
    return CC_OK;
}

/* --- the stack -------------------------------------------------------------------------------- */

static il_item any_item(void) {
    return (il_item){il_known_any(), nowhere, 0};
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
    push(env, (il_item){known, nowhere, 0});
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

static bool is_followed(const il_env *env, il_place place) {
    const il_env_rules *rules = env->rules;
    if (rules->follows != NULL) {
        return place.kind != IL_PLACE_NONE && rules->follows(rules->ctx, place);
    }
    return place.kind == IL_PLACE_LOCAL || place.kind == IL_PLACE_ARG;
}

static void load(il_env *env, uint32_t insn, il_place place) {
    if (env->rules->has_this && il_loads_this(&env->rules->body->insns[insn])) {
        il_env_push(env, (il_known){IL_THIS, 0, 0, NULL});
    } else if (is_followed(env, place)) {
        push(env, (il_item){il_env_get(env, place), place, 0});
    } else {
        push(env, any_item());
    }
}

static void load_field(il_env *env, uint32_t insn, il_place place) {
    il_item object = pop(env);
    load(env, insn, object.known.kind == IL_THIS ? place : nowhere);
}

/* The instruction stores, or may store, in the place. */
static cc_err store(il_env *env, uint32_t insn, il_place place, il_known known, il_place *stored) {
    const il_env_rules *rules = env->rules;
    if (!is_followed(env, place)) {
        return CC_OK;
    }
    *stored = place;
    if (rules->names_stores != NULL && rules->names_stores(rules->ctx, place)) {
        known = il_known_constant((int32_t)insn);
    }
    return il_env_set(env, place, known);
}

/* An object that is loaded from elsewhere may still be `this`. */
static cc_err store_field(il_env *env, uint32_t insn, il_place place, il_place *stored) {
    il_item value = pop(env);
    il_item object = pop(env);
    bool is_this = object.known.kind == IL_THIS;
    return store(env, insn, place, is_this ? value.known : il_known_any(), stored);
}

static cc_err take_address(il_env *env, uint32_t insn, il_place place, il_place *stored) {
    run_other(env, il_op_get((il_op)env->rules->body->insns[insn].op));
    return store(env, insn, place, il_known_any(), stored);
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

static bool is_variable(il_place place) {
    return place.kind == IL_PLACE_LOCAL || place.kind == IL_PLACE_ARG;
}

/* Runs an instruction that names no place. */
static cc_err compute(il_env *env, uint32_t insn) {
    const il_insn *i = &env->rules->body->insns[insn];
    il_op op = il_long_op(i);
    int32_t constant = 0;
    if (il_const_i4(i, &constant) || op == IL_LDNULL) {
        il_env_push(env, il_known_constant(constant));
        return CC_OK;
    }
    if (is_operator(op)) {
        return run_operator(env, op);
    }
    if (op == IL_DUP) {
        duplicate(env);
    } else {
        run_other(env, il_op_get(op));
    }
    return CC_OK;
}

cc_err il_env_step(il_env *env, uint32_t insn, il_place *stored) {
    const il_insn *i = &env->rules->body->insns[insn];
    il_place loaded = il_loaded(i);
    *stored = nowhere;
    if (is_variable(il_stored(i))) {
        return store(env, insn, il_stored(i), pop(env).known, stored);
    }
    if (i->op == IL_STFLD) {
        return store_field(env, insn, il_stored(i), stored);
    }
    if (il_addressed(i).kind != IL_PLACE_NONE) {
        return take_address(env, insn, il_addressed(i), stored);
    }
    if (i->op == IL_LDFLD) {
        load_field(env, insn, loaded);
    } else if (is_variable(loaded)) {
        load(env, insn, loaded);
    } else {
        return compute(env, insn);
    }
    return CC_OK;
}

/* --- tests ------------------------------------------------------------------------------------ */

bool il_is_test(const il_insn *insn) {
    il_flow flow = (il_flow)insn->flow;
    return flow == IL_FLOW_COND || flow == IL_FLOW_SWITCH;
}

il_test il_env_test(il_env *env, uint32_t insn) {
    il_op op = il_long_op(&env->rules->body->insns[insn]);
    bool has_two = il_op_get(op)->pops == 2;
    il_item right = has_two ? pop(env) : any_item();
    il_item left = pop(env);
    bool is_constant = !has_two || il_known_is_one(&right.known);
    return (il_test){.body = env->rules->body,
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

/* Returns the target of a comparison of an object with null; IL_NO_INSN: it is another test. */
static uint32_t target_for_object(const il_test *t) {
    bool is_equality =
        t->op == IL_BRTRUE || t->op == IL_BRFALSE || t->op == IL_BEQ || t->op == IL_BNE_UN;
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
    il_known held = il_env_get(env, test->item.place);
    il_known kept;
    if (!test->is_known || held.kind != IL_CONSTANTS) {
        return CC_OK;
    }
    const way w = {test, target};
    CC_TRY(il_known_keep(&kept, &held, leads_on_way, &w, env->arena));
    return il_env_set(env, test->item.place, kept);
}
