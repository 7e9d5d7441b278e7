/* `if (x is 1 or 5)`, `if (x is int n)`: the pattern's tests end in the constants 1 and 0, in a
 * local or on the stack, and that value is tested once more. The test repeats what the pattern's
 * tests said and is no decision of its own. (Where the user wrote the constants, a visible point
 * stands there.)
 *   ...; ldc 1; stloc t; br M; X: ldc 0; stloc t; M: ldloc t; [ldc 0; ceq;] [stloc u; ldloc u;]
 * brfalse
 *   ...; ldc 1; br M; X: ldc 0; M: [stloc u; ldloc u;] brfalse */
#include "coverage/idiom/cov_view.h"

enum { MAX_STRAIGHT = 64 };

typedef struct join {
    uint32_t unit;
    int32_t local; /* -1: the value is on the stack */
    uint32_t
        test; /* where the code begins that tests it: behind `ldarg.0` for a store, or the same */
} join;

/* What ends right before `end` gives the join a constant, without visible points, and nothing comes to the
 * store with a value of its own. */
static bool gives_constant(const cov_view *v, uint32_t end, const join *j) {
    int32_t stored = -1;
    int32_t value = 0;
    uint32_t units = j->local < 0 ? 1 : 2;
    if (end < units || cov_visible_in(v, end - units, end)) {
        return false;
    }
    bool stores = j->local < 0 || (cov_is_store_local(v, end - 1, &stored) && stored == j->local &&
                                   !v->is_target[end - 1]);
    return stores && cov_is_const(v, end - units, &value) && (value == 0 || value == 1);
}

/* Every way to the join has just given it a constant, and there are at least two. */
static bool is_decided(const cov_view *v, const join *j) {
    uint32_t ways = 0;
    if (!gives_constant(v, j->unit, j)) {
        return false;
    }
    for (uint32_t u = 0; u < v->body->unit_count; u++) {
        const il_unit *unit = cov_unit(v, u);
        il_flow flow = (il_flow)il_op_get((il_op)unit->op)->flow;
        if (flow == IL_FLOW_BRANCH && unit->target == j->unit) {
            ways++;
            if (v->is_target[u] || !gives_constant(v, u, j)) {
                return false; /* others may bring a value of their own to the br */
            }
        } else if ((flow == IL_FLOW_COND || flow == IL_FLOW_LEAVE) && unit->target == j->unit) {
            return false;
        }
    }
    return ways > 0;
}

/* In front of the load of the local may stand what the expression does with other values: the object of a
 * store is loaded, an array filled. The first unit of such straight code, to which the ways lead; or the
 * load. */
static uint32_t first_of_straight(const cov_view *v, uint32_t load, int32_t local) {
    uint32_t first = load;
    for (int i = 0; i < MAX_STRAIGHT && first > 0 && !v->is_target[first]; i++) {
        int32_t stored = -1;
        il_flow flow = (il_flow)il_op_get((il_op)cov_unit(v, first - 1)->op)->flow;
        bool is_changed = cov_is_store_local(v, first - 1, &stored) && stored == local;
        if (is_changed ||
            (flow != IL_FLOW_NEXT && flow != IL_FLOW_CALL && flow != IL_FLOW_PREFIX)) {
            break;
        }
        first--;
    }
    return v->is_target[first] ? first : load;
}

/* `ldc 0; ceq` at the unit turns a value around: the unit that made this; else the unit itself. */
static uint32_t before_negation(const cov_view *v, uint32_t unit) {
    int32_t zero = 1;
    bool is_negation = unit != COV_NO_UNIT && cov_is_op(v, unit, IL_CEQ) &&
                       cov_is_const(v, cov_before(v, unit), &zero) && zero == 0;
    return is_negation ? cov_before(v, cov_before(v, unit)) : unit;
}

/* Where the ways of the tested value meet. */
static bool find_join(const cov_view *v, uint32_t branch_unit, join *out) {
    int32_t stored = -1;
    uint32_t load = cov_tested(v, branch_unit);
    *out = (join){branch_unit, -1, branch_unit};
    if (v->is_target[branch_unit]) {
        return true;
    }
    load = before_negation(v, load);
    if (load == COV_NO_UNIT || !cov_is_load_local(v, load, &out->local)) {
        return false;
    }
    out->unit = first_of_straight(v, load, out->local);
    out->test = load;
    uint32_t store = cov_before(v, load);
    if (!v->is_target[load] && store != COV_NO_UNIT && cov_is_store_local(v, store, &stored) &&
        stored == out->local && v->is_target[store]) {
        *out = (join){store, -1, store};
    }
    return true;
}

/* No user's code in front of the test. The pattern of a filter comes before the filter's only point:
 *   catch (E e) when (e is A or B && c): ...; stloc t;  POINT: ldloc t; brfalse ... */
static bool is_plain_way(const cov_view *v, const join *j, uint32_t unit) {
    bool is_arm = j->unit > 0 && v->arm_of[j->unit - 1] == j->unit; /* the value is an arm's */
    if (!cov_visible_in(v, j->unit + (is_arm ? 1 : 0), unit + 1)) {
        return true;
    }
    for (uint32_t i = 0; i < v->body->clause_count; i++) {
        const il_clause *c = &v->body->clauses[i];
        if (c->kind == IL_CLAUSE_FILTER && j->unit >= c->filter_start && unit < c->handler_start) {
            return !cov_visible_in(v, c->filter_start, j->test) &&
                   !cov_visible_in(v, j->test + 1, unit + 1);
        }
    }
    return false;
}

/* Every way to the unit comes from there alone; COV_NO_UNIT: there are several, or none. */
static uint32_t only_source(const cov_view *v, uint32_t unit) {
    uint32_t source = COV_NO_UNIT;
    for (uint32_t u = 0; u < v->body->unit_count; u++) {
        uint32_t next = u + 1 == unit ? COV_NO_UNIT : cov_successor(v, u, 0);
        for (uint32_t i = 1; next != COV_NO_UNIT; i++) {
            if (next == unit && source != COV_NO_UNIT) {
                return COV_NO_UNIT;
            }
            source = next == unit ? u : source;
            next = cov_successor(v, u, i);
        }
    }
    return source;
}

/* The value that the unit stores is that of a pattern: `M: ldloc t; [ldc 0; ceq;] store`, as decided in front
 * of M. */
static bool stores_pattern(const cov_view *v, uint32_t store) {
    uint32_t load = before_negation(v, cov_before(v, store));
    join j = {load, -1, load};
    return load != COV_NO_UNIT && !v->is_target[store] && v->is_target[load] &&
           cov_is_load_local(v, load, &j.local) && is_decided(v, &j);
}

/* `L when ... => a && x is 1 or 5 && b`: the arm's point stands where the inner && is tested, and the
 * operands have told that.
 *   ...a; stloc v; ldloc v; brfalse J; the pattern; stloc v; J: [the arm] ldloc v; brfalse */
static bool is_told_operand(const cov_view *v, const join *j) {
    int32_t stored = -1;
    int32_t left = -1;
    uint32_t store = j->unit == 0 ? COV_NO_UNIT : j->unit - 1;
    bool is_arm = store != COV_NO_UNIT && v->arm_of[store] == j->unit && j->test == j->unit;
    if (!is_arm || !cov_is_store_local(v, store, &stored) || stored != j->local ||
        !stores_pattern(v, store)) {
        return false;
    }
    uint32_t test = only_source(v, j->unit);
    uint32_t branch = test == COV_NO_UNIT ? PROBE_NONE : v->plan->branch_of_unit[test];
    uint32_t load = test == COV_NO_UNIT ? COV_NO_UNIT : cov_before(v, test);
    return branch != PROBE_NONE && test < store && cov_is_truth_test(v, branch) &&
           load != COV_NO_UNIT && cov_is_load_local(v, load, &left) && left == j->local;
}

void cov_idiom_stored(cov_view *v) {
    for (uint32_t b = 0; b < v->plan->branch_count; b++) {
        join j;
        uint32_t unit = v->plan->branches[b].unit;
        if (cov_is_truth_test(v, b) && find_join(v, unit, &j) && j.unit <= unit &&
            is_plain_way(v, &j, unit) && (is_decided(v, &j) || is_told_operand(v, &j))) {
            cov_drop(v, b);
        }
    }
}
