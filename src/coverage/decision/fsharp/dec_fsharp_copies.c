/* Code that F# compiles twice. Output: the decisions and points of both copies are joined.
 *
 * `finally` in a task, for the path with an exception and for the one without:
 *
 *     catch { castclass Exception; stloc e; FINALLY; rethrow }  ...  [hidden] ldloc done; brfalse L; FINALLY;  L:
 *
 * The conditions of rules after `with`, in the filter, where they decide whether a rule takes the
 * exception, and in the handler, where they decide which one does. */
#include "coverage/decision/fsharp/dec_fsharp_copies.h"

typedef struct copies {
    uint32_t first, end;             /* instructions of the handler's copy */
    uint32_t other_first, other_end; /* and of the copy after it */
} copies;

/* The first visible point in [from, end); DEC_NO_INSN: none. */
static uint32_t next_point(const dec_view *v, uint32_t from, uint32_t end) {
    from = dec_next_visible(v, from, end);
    return from < end ? from : DEC_NO_INSN;
}

/* All points of the handler occur again from instruction `other` on, in the same order. */
static bool is_copied(const dec_view *v, copies *c, uint32_t other) {
    uint32_t count = v->body->insn_count;
    uint32_t insn = c->first;
    c->other_first = other;
    while (insn != DEC_NO_INSN && other != DEC_NO_INSN && dec_same_place(v, insn, other)) {
        insn = next_point(v, insn + 1, c->end);
        other = next_point(v, other + 1, count);
    }
    c->other_end = other != DEC_NO_INSN ? other : count;
    return insn == DEC_NO_INSN;
}

static bool find_copies(const dec_view *v, const il_clause *clause, copies *c) {
    uint32_t count = v->body->insn_count;
    c->first = next_point(v, clause->handler_start, clause->handler_end);
    c->end = clause->handler_end;
    if (clause->kind != IL_CLAUSE_CATCH || c->first == DEC_NO_INSN) {
        return false;
    }
    uint32_t other = next_point(v, clause->handler_end, count);
    while (other != DEC_NO_INSN && !dec_same_place(v, c->first, other)) {
        other = next_point(v, other + 1, count);
    }
    return other != DEC_NO_INSN && is_copied(v, c, other);
}

static void join_points(dec_view *v, const copies *c) {
    uint32_t insn = c->first;
    uint32_t other = c->other_first;
    while (insn != DEC_NO_INSN) {
        dec_join_points(v, insn, other);
        insn = next_point(v, insn + 1, c->end);
        other = next_point(v, other + 1, c->other_end);
    }
}

/* Index of the first decision at or after the instruction. */
static uint32_t decision_from(const dec_decisions *d, uint32_t insn) {
    uint32_t index = 0;
    while (index < d->count && d->items[index].insn < insn) {
        index++;
    }
    return index;
}

static bool are_alike(const dec_decisions *d, uint32_t first, uint32_t other, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        const dec_decision *a = &d->items[first + i];
        const dec_decision *b = &d->items[other + i];
        if (a->arm_count != b->arm_count || a->is_switch != b->is_switch) {
            return false;
        }
    }
    return true;
}

static void forget(dec_decisions *d, uint32_t first, uint32_t count) {
    d->count -= count;
    for (uint32_t i = first; i < d->count; i++) {
        d->items[i] = d->items[i + count];
    }
}

static void join_decisions(dec_view *v, dec_decisions *d, const copies *c) {
    uint32_t first = decision_from(d, c->first);
    uint32_t count = decision_from(d, c->end) - first;
    uint32_t other = decision_from(d, c->other_first);
    if (decision_from(d, c->other_end) < other + count || !are_alike(d, first, other, count)) {
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t arm = 0; arm < d->items[first + i].arm_count; arm++) {
            const dec_decision_arm *added = &d->items[other + i].arms[arm];
            dec_arm_add(v, &d->items[first + i].arms[arm], added->nodes, added->node_count);
        }
    }
    forget(d, other, count);
}

/* --- conditions of rules ---------------------------------------------------------------------- */

/* The decision in the filter that asks what one of its handler asks, at the same point. */
static uint32_t copy_in_handler(const dec_view *v, const dec_decisions *d, uint32_t of,
                                const il_clause *c) {
    const dec_decision *asked = &d->items[of];
    uint32_t i = decision_from(d, c->handler_start);
    for (; i < d->count && d->items[i].insn < c->handler_end; i++) {
        const dec_decision *other = &d->items[i];
        if (other->arm_count == asked->arm_count && !other->is_switch && !asked->is_switch &&
            dec_same_place(v, dec_last_visible(v, asked->insn), dec_last_visible(v, other->insn))) {
            return i;
        }
    }
    return d->count;
}

static void join_filter(dec_view *v, dec_decisions *d, const il_clause *c) {
    uint32_t i = c->kind == IL_CLAUSE_FILTER ? decision_from(d, c->filter_start) : d->count;
    while (i < d->count && d->items[i].insn < c->handler_start) {
        uint32_t copy = copy_in_handler(v, d, i, c);
        if (copy == d->count) {
            i++;
            continue;
        }
        for (uint32_t arm = 0; arm < d->items[i].arm_count; arm++) {
            const dec_decision_arm *added = &d->items[i].arms[arm];
            dec_arm_add(v, &d->items[copy].arms[arm], added->nodes, added->node_count);
        }
        forget(d, i, 1);
    }
}

void dec_join_copies(dec_view *v, dec_decisions *decisions) {
    copies c;
    for (uint32_t i = 0; dec_does(v, DEC_COPIES_HANDLERS) && i < v->body->clause_count; i++) {
        if (find_copies(v, &v->body->clauses[i], &c)) {
            join_points(v, &c);
            join_decisions(v, decisions, &c);
        }
        join_filter(v, decisions, &v->body->clauses[i]);
    }
}
