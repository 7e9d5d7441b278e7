/* Disposal: a finally or fault block that begins without a visible point belongs to using, foreach
 * or lock (in Visual Basic the closing words stand at its end, those of Using at its start). In
 * async methods the call of DisposeAsync stands behind the try statement, at a hidden point. */
#include "coverage/idiom/cov_view.h"

enum { MAX_HANDLER_STEPS = 24 };

static bool is_cleanup_call(const cov_view *v, uint32_t unit) {
    return cov_calls(v, unit, "Dispose") &&
           cc_str_eqz(cov_member_type(v, unit), "System.IDisposable");
}

/* One visible point, at its very start (in state machines behind the test of the state), as wide as
 * `End Using`; nothing is called but Dispose. */
static bool is_end_using(const cov_view *v, const il_clause *c) {
    enum { END_USING = 9 };
    uint32_t first = c->handler_start;
    if (v->is_machine) {
        first = cov_next_visible(v, first, c->handler_end - 1);
    }
    uint32_t point = v->point_at[first];
    if (v->language != PDB_LANG_VB || point == PROBE_NONE ||
        c->handler_end - c->handler_start > MAX_HANDLER_STEPS ||
        cov_visible_in(v, first + 1, c->handler_end)) {
        return false;
    }
    const pdb_point *p = &v->method->points[point];
    for (uint32_t u = c->handler_start; u < c->handler_end; u++) {
        if (cov_is_call(v, u) && !is_cleanup_call(v, u)) {
            return false;
        }
    }
    return p->start_line == p->end_line && p->end_column - p->start_column == END_USING;
}

/* What stands in front of the first visible point of a handler is the compiler's. */
static void drop_in_handlers(cov_view *v) {
    for (uint32_t i = 0; i < v->body->clause_count; i++) {
        const il_clause *c = &v->body->clauses[i];
        if (c->kind != IL_CLAUSE_FINALLY && c->kind != IL_CLAUSE_FAULT) {
            continue;
        }
        bool all = is_end_using(v, c);
        for (uint32_t b = 0; b < v->plan->branch_count; b++) {
            uint32_t unit = v->plan->branches[b].unit;
            if (v->fate[b] == COV_KEPT && unit >= c->handler_start && unit < c->handler_end &&
                (all || !cov_visible_in(v, c->handler_start, unit + 1))) {
                cov_drop(v, b);
            }
        }
    }
}

/* Behind `ldarg.0; ldnull; stfld` or `ldarg.0; ldflda; initobj`: a stream forgets its current element
 * before it waits. */
static uint32_t behind_clean_up(const cov_view *v, uint32_t unit) {
    bool is_store = false;
    bool is_of_this = unit != COV_NO_UNIT && unit + 2 < v->body->unit_count &&
                      il_arg_index(cov_unit(v, unit), &is_store) == 0 && !is_store;
    bool is_null =
        is_of_this && cov_is_op(v, unit + 1, IL_LDNULL) && cov_is_op(v, unit + 2, IL_STFLD);
    bool is_empty =
        is_of_this && cov_is_op(v, unit + 1, IL_LDFLDA) && cov_is_op(v, unit + 2, IL_INITOBJ);
    return is_null || is_empty ? unit + 3 : unit;
}

/* A variable that a lambda captures is loaded out of its closure, and that perhaps out of another one, field by field
 * behind a plain load: the end of the plain load. */
static uint32_t owner_of_fields(const cov_view *v, uint32_t unit) {
    uint32_t first = 0;
    while (unit != COV_NO_UNIT && !cov_plain_load(v, unit, &first)) {
        unit = cov_is_op(v, unit, IL_LDFLD) ? cov_before(v, unit) : COV_NO_UNIT;
    }
    return unit;
}

/* Behind the plain loads that end at a and b: the same fields, one out of the other. */
static bool same_fields(const cov_view *v, uint32_t a, uint32_t b, uint32_t count) {
    for (uint32_t i = 1; i <= count; i++) {
        if (!cov_is_op(v, b + i, IL_LDFLD) ||
            cov_unit(v, a + i)->operand != cov_unit(v, b + i)->operand) {
            return false;
        }
    }
    return true;
}

/* LOAD; brfalse N; LOAD; callvirt DisposeAsync, the first load at a hidden point. */
static bool is_async_disposal(const cov_view *v, uint32_t branch) {
    uint32_t first = 0;
    uint32_t tested = cov_before(v, v->plan->branches[branch].unit);
    uint32_t owner = owner_of_fields(v, tested);
    if (!cov_plain_load(v, owner, &first) || (v->starts[first] & COV_START_HIDDEN) == 0) {
        return false;
    }
    uint32_t again = behind_clean_up(v, cov_settle(v, cov_arm_if(v, branch, true)));
    uint32_t length = again == COV_NO_UNIT ? 0 : cov_load_length(v, again);
    uint32_t fields = tested - owner;
    return length > 0 && cov_same_load(v, owner, again + length - 1) &&
           same_fields(v, owner, again + length - 1, fields) &&
           cov_calls(v, again + length + fields, "DisposeAsync");
}

static void drop_async_disposal(cov_view *v) {
    for (uint32_t b = 0; b < v->plan->branch_count; b++) {
        if (cov_is_truth_test(v, b) && is_async_disposal(v, b)) {
            cov_drop(v, b);
        }
    }
}

void cov_idiom_dispose(cov_view *v) {
    drop_in_handlers(v);
    if (v->is_machine) {
        drop_async_disposal(v);
    }
}
