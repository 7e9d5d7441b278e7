/* `if (x is 1 or 5)`, `if (x is int n)`: the pattern's tests end in the constants 1 and 0, in a
 * local or on the stack, and that value is tested once more. This test repeats the result of the
 * pattern's tests and is not a decision. (Constants that the user wrote have a visible point.)
 *
 *     ...; ldc 1; stloc t; br M; X: ldc 0; stloc t; M: ldloc t; [ldc 0; ceq;] [stloc u; ldloc u;] brfalse
 *     ...; ldc 1; br M; X: ldc 0; M: [stloc u; ldloc u;] brfalse */
#include "coverage/decision/core/dec_idioms.h"

typedef struct join {
    uint32_t insn;
    int32_t local; /* -1: the value is on the stack */
    /* where the code that tests it begins: after `ldarg.0` for a store, or the same */
    uint32_t test;
} join;

/* The code right before `end` gives the join a constant, without visible points, and no other value
 * reaches the store. */
static bool gives_constant(const dec_view *v, uint32_t end, const join *j) {
    uint32_t first = end - (j->local < 0 ? 1 : 2);
    bool stores =
        j->local < 0 || (dec_stores_local(v, end - 1, j->local) && !v->is_target[end - 1]);
    return stores && (dec_is_number(v, first, 0) || dec_is_number(v, first, 1)) &&
           !dec_visible_in(v, first, end);
}

/* On every path to the join a constant was given to it just before, and there are at least two
 * paths. */
static bool is_decided(const dec_view *v, const join *j) {
    uint32_t branches = 0;
    if (!gives_constant(v, j->insn, j)) {
        return false;
    }
    for (uint32_t i = v->index.jumps_at[j->insn]; i < v->index.jumps_at[j->insn + 1]; i++) {
        uint32_t u = v->index.jumps[i];
        il_flow flow = dec_flow(v, u);
        if (flow == IL_FLOW_COND || flow == IL_FLOW_LEAVE) {
            return false;
        }
        if (flow == IL_FLOW_BRANCH) {
            branches++;
            if (v->is_target[u] || !gives_constant(v, u, j)) {
                return false; /* others may bring a value of their own to the br */
            }
        }
    }
    return branches > 0;
}

/* Before the load of the local there may be code for other values of the expression: the
 * object of a store is loaded, an array filled. Returns the first instruction of such straight
 * code, to which the paths lead; or the load. */
static uint32_t first_of_straight(const dec_view *v, uint32_t load, int32_t local) {
    uint32_t first = load;
    while (first > 0 && !v->is_target[first] && dec_goes_on(v, first - 1) &&
           !dec_stores_local(v, first - 1, local)) {
        first--;
    }
    return v->is_target[first] ? first : load;
}

/* `insn` is the `ceq` of `ldc 0; ceq`: returns the instruction that made the negated value; else
 * `insn`. */
static uint32_t before_negation(const dec_view *v, uint32_t insn) {
    dec_cursor c = dec_back_at(v, insn);
    return dec_op(&c, IL_CEQ) && dec_number(&c, 0) ? c.at : insn;
}

/* Where the paths of the tested value meet. */
static bool find_join(const dec_view *v, uint32_t branch_insn, join *out) {
    *out = (join){branch_insn, -1, branch_insn};
    if (v->is_target[branch_insn]) {
        return true;
    }
    uint32_t load = before_negation(v, dec_tested_value(v, branch_insn));
    if (!dec_is_load_local(v, load, &out->local)) {
        return false;
    }
    out->insn = first_of_straight(v, load, out->local);
    out->test = load;
    uint32_t store = dec_insn_before(v, load);
    if (!v->is_target[load] && dec_reloads(v, store, load) && v->is_target[store]) {
        *out = (join){store, -1, store};
    }
    return true;
}

/* There is no user code before the test. The pattern of a filter comes before the filter's
 * only point:
 *
 *     catch (E e) when (e is A or B && c): ...; stloc t;  POINT: ldloc t; brfalse ... */
static bool is_without_user_code(const dec_view *v, const join *j, uint32_t insn) {
    /* the value is that of an arm */
    bool is_arm = j->insn > 0 && v->arm_of[j->insn - 1] == j->insn;
    if (!dec_visible_in(v, j->insn + (is_arm ? 1 : 0), insn + 1)) {
        return true;
    }
    for (uint32_t i = 0; i < v->body->clause_count; i++) {
        const il_clause *c = &v->body->clauses[i];
        if (c->kind == IL_CLAUSE_FILTER && j->insn >= c->filter_start && insn < c->handler_start) {
            return !dec_visible_in(v, c->filter_start, j->test) &&
                   !dec_visible_in(v, j->test + 1, insn + 1);
        }
    }
    return false;
}

/* The one instruction with a branch to `insn`; DEC_NO_INSN: there are several, or none. */
static uint32_t only_source(const dec_view *v, uint32_t insn) {
    uint32_t source = DEC_NO_INSN;
    for (uint32_t i = v->index.jumps_at[insn]; i < v->index.jumps_at[insn + 1]; i++) {
        if (v->index.jumps[i] + 1 == insn) {
            continue;
        }
        if (source != DEC_NO_INSN) {
            return DEC_NO_INSN;
        }
        source = v->index.jumps[i];
    }
    return source;
}

/* The value that the instruction stores is that of a pattern: `M: ldloc t; [ldc 0; ceq;] store`, as
 * decided before M. */
static bool stores_pattern(const dec_view *v, uint32_t store) {
    uint32_t load = before_negation(v, dec_insn_before(v, store));
    join j = {load, -1, load};
    return load != DEC_NO_INSN && !v->is_target[store] && v->is_target[load] &&
           dec_is_load_local(v, load, &j.local) && is_decided(v, &j);
}

/* `L when ... => a && x is 1 or 5 && b`: the arm's point is where the inner && is tested, and its
 * operands already decide that.
 *
 *     ...a; stloc v; ldloc v; brfalse J; the pattern; stloc v; J: [the arm] ldloc v; brfalse */
static bool is_counted_operand(const dec_view *v, const join *j) {
    uint32_t store = j->insn - 1;
    if (!dec_stores_local(v, store, j->local) || v->arm_of[store] != j->insn ||
        j->test != j->insn || !stores_pattern(v, store)) {
        return false;
    }
    uint32_t test = only_source(v, j->insn);
    return test < store && dec_is_truth_test(v, dec_branch_at(v, test)) &&
           dec_loads_local(v, dec_insn_before(v, test), j->local);
}

static bool repeats_pattern(const dec_view *v, uint32_t b) {
    join j;
    uint32_t insn = dec_test_insn(v, b);
    return find_join(v, insn, &j) && j.insn <= insn && is_without_user_code(v, &j, insn) &&
           (is_decided(v, &j) || is_counted_operand(v, &j));
}

void dec_idiom_stored(dec_view *v) {
    dec_drop_truth_tests(v, repeats_pattern);
}
