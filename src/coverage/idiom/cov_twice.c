/* `finally` in a task of F# is compiled twice, for an exception and for none:
 *   catch { castclass Exception; stloc e; FINALLY; rethrow }  ...  [hidden] ldloc done; brfalse L; FINALLY;  L:
 * Input: the decisions of a method. Output: those of both copies are one, and so are the points. */
#include "coverage/idiom/cov_twice.h"

typedef struct copies {
    uint32_t first, end;             /* units of the handler's copy */
    uint32_t other_first, other_end; /* and of the one behind it */
} copies;

/* The first visible point at or behind unit `from`, in front of unit `end`; COV_NO_UNIT: none. */
static uint32_t next_point(const cov_view *v, uint32_t from, uint32_t end) {
    from = cov_next_visible(v, from, end);
    return from < end ? from : COV_NO_UNIT;
}

/* All points of the handler stand once more from unit `other` on, in their order. */
static bool is_copied(const cov_view *v, copies *c, uint32_t other) {
    uint32_t count = v->body->unit_count;
    uint32_t unit = c->first;
    c->other_first = other;
    while (unit != COV_NO_UNIT && other != COV_NO_UNIT && cov_same_place(v, unit, other)) {
        unit = next_point(v, unit + 1, c->end);
        other = next_point(v, other + 1, count);
    }
    c->other_end = other != COV_NO_UNIT ? other : count;
    return unit == COV_NO_UNIT;
}

static bool find_copies(const cov_view *v, const il_clause *clause, copies *c) {
    uint32_t count = v->body->unit_count;
    c->first = next_point(v, clause->handler_start, clause->handler_end);
    c->end = clause->handler_end;
    if (clause->kind != IL_CLAUSE_CATCH || c->first == COV_NO_UNIT) {
        return false;
    }
    uint32_t other = next_point(v, clause->handler_end, count);
    while (other != COV_NO_UNIT && !cov_same_place(v, c->first, other)) {
        other = next_point(v, other + 1, count);
    }
    return other != COV_NO_UNIT && is_copied(v, c, other);
}

static void join_points(cov_view *v, const copies *c) {
    uint32_t unit = c->first;
    uint32_t other = c->other_first;
    while (unit != COV_NO_UNIT) {
        v->twin[v->point_at[other]] = v->point_at[unit];
        unit = next_point(v, unit + 1, c->end);
        other = next_point(v, other + 1, c->other_end);
    }
}

/* Index of the first decision at or behind the unit. */
static uint32_t decision_from(const cov_decisions *d, uint32_t unit) {
    uint32_t index = 0;
    while (index < d->count && d->items[index].unit < unit) {
        index++;
    }
    return index;
}

static bool are_alike(const cov_decisions *d, uint32_t first, uint32_t other, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        const cov_decision *a = &d->items[first + i];
        const cov_decision *b = &d->items[other + i];
        if (a->arm_count != b->arm_count || a->is_switch != b->is_switch) {
            return false;
        }
    }
    return true;
}

static void join_decisions(cov_view *v, cov_decisions *d, const copies *c) {
    uint32_t first = decision_from(d, c->first);
    uint32_t count = decision_from(d, c->end) - first;
    uint32_t other = decision_from(d, c->other_first);
    if (decision_from(d, c->other_end) < other + count || !are_alike(d, first, other, count)) {
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t arm = 0; arm < d->items[first + i].arm_count; arm++) {
            const cov_decision_arm *added = &d->items[other + i].arms[arm];
            (void)cov_arm_add(v, &d->items[first + i].arms[arm], added->nodes, added->node_count);
        }
    }
    for (uint32_t i = other; i + count < d->count; i++) {
        d->items[i] = d->items[i + count];
    }
    d->count -= count;
}

void cov_join_twice(cov_view *v, cov_decisions *decisions) {
    copies c;
    for (uint32_t i = 0; v->language == PDB_LANG_FSHARP && i < v->body->clause_count; i++) {
        if (find_copies(v, &v->body->clauses[i], &c)) {
            join_points(v, &c);
            join_decisions(v, decisions, &c);
        }
    }
}
