/* C#: an arm of a switch expression whose code begins in front of its point. The value of a switch
 * expression, or of a pattern with `or`, is made in a variable first; the arm's point stands where it is
 * taken from there:
 *   `N.Bin x => x.Op switch { "+" => 7, _ => 8 }`
 *   E: ...; brfalse F;  [7] ...; stloc t; br P;  F: [8] ...; stloc t;  P: [the arm] ldloc t; stloc r; br M
 * Input: the view. Output: E leads to P, and the units from E to P belong to the arm: they are only
 * entered at E and only left for P, and the points in between are inside of that at P. */
#include "coverage/idiom/cov_view.h"

enum { MAX_BACK = 4096 };

/* What is known of the units from `begin` up to the point. */
typedef struct stretch {
    uint32_t point;
    uint32_t lowest; /* that is branched to from within, or from where control comes into it */
    bool has_test;
} stretch;

static void note(stretch *s, uint32_t unit) {
    s->lowest = unit < s->lowest ? unit : s->lowest;
}

/* An await goes out of the method here; control comes back to the unit behind. */
static bool is_suspension(const cov_view *v, uint32_t unit) {
    uint32_t call = cov_before(v, unit);
    il_flow flow = (il_flow)il_op_get((il_op)cov_unit(v, unit)->op)->flow;
    return v->is_machine && flow == IL_FLOW_LEAVE && call != COV_NO_UNIT &&
           (cov_calls(v, call, "AwaitUnsafeOnCompleted") || cov_calls(v, call, "AwaitOnCompleted"));
}

/* The unit joins the stretch behind it; false when no arm contains it. */
static bool add_unit(const cov_view *v, stretch *s, uint32_t unit) {
    il_flow flow = (il_flow)il_op_get((il_op)cov_unit(v, unit)->op)->flow;
    uint32_t branch = v->plan->branch_of_unit[unit];
    bool is_code = flow == IL_FLOW_NEXT || flow == IL_FLOW_CALL || flow == IL_FLOW_PREFIX ||
                   flow == IL_FLOW_COND || flow == IL_FLOW_SWITCH || flow == IL_FLOW_BRANCH ||
                   flow == IL_FLOW_THROW || is_suspension(v, unit);
    if (!is_code || (v->point_at[unit] != PROBE_NONE && !cov_is_phantom(v, unit) &&
                     !cov_point_contains(v, s->point, unit))) {
        return false;
    }
    uint32_t next = is_suspension(v, unit) ? COV_NO_UNIT : cov_successor(v, unit, 0);
    for (uint32_t i = 1; next != COV_NO_UNIT; i++) {
        if (next > s->point) {
            return false;
        }
        note(s, next);
        next = cov_successor(v, unit, i);
    }
    s->has_test = s->has_test || (branch != PROBE_NONE && v->fate[branch] == COV_KEPT &&
                                  v->plan->branches[branch].arm_count > 1);
    return true;
}

/* By unit: the first and the last unit that branch to it; 0 and COV_NO_UNIT where none does. */
typedef struct entries {
    uint32_t *first, *last;
} entries;

static bool find_entries(cov_view *v, entries *e) {
    uint32_t count = v->body->unit_count;
    e->first = CC_NEW_ARRAY(v->arena, uint32_t, count + 1);
    e->last = CC_NEW_ARRAY(v->arena, uint32_t, count + 1);
    if (e->first == NULL || e->last == NULL) {
        v->failed = true;
        return false;
    }
    for (uint32_t u = 0; u <= count; u++) {
        e->first[u] = COV_NO_UNIT;
    }
    for (uint32_t u = 0; u < count; u++) {
        uint32_t next = cov_successor(v, u, 0);
        for (uint32_t i = 1; next != COV_NO_UNIT; i++) {
            e->first[next] = e->first[next] == COV_NO_UNIT ? u : e->first[next];
            e->last[next] = u;
            next = cov_successor(v, u, i);
        }
    }
    return true;
}

/* Control goes elsewhere in front of the unit, or comes to it by a test. */
static bool is_begin(const cov_view *v, uint32_t unit) {
    il_flow flow = (il_flow)il_op_get((il_op)cov_unit(v, unit - 1)->op)->flow;
    return flow == IL_FLOW_BRANCH || flow == IL_FLOW_COND || flow == IL_FLOW_SWITCH ||
           flow == IL_FLOW_THROW;
}

/* `stloc t; br`: the local; -1 for anything else. */
static int32_t brought(const cov_view *v, uint32_t jump) {
    int32_t local = -1;
    bool jumps = cov_is_op(v, jump, IL_BR) || cov_is_op(v, jump, IL_BR_S);
    bool brings = jumps && jump > 0 && cov_is_store_local(v, jump - 1, &local);
    return brings ? local : -1;
}

/* Arms of an expression inside of the arm come together here, each with its value. */
static bool is_join(const cov_view *v, const entries *e, uint32_t unit) {
    uint32_t first = e->first[unit];
    uint32_t last = e->last[unit];
    return first != COV_NO_UNIT && first != last && brought(v, first) >= 0 &&
           brought(v, first) == brought(v, last);
}

/* Where the code of the arm begins whose point stands at the unit; COV_NO_UNIT: right there. */
static uint32_t begin_of(const cov_view *v, const entries *e, uint32_t point) {
    bool is_target = e->first[point] != COV_NO_UNIT;
    stretch s = {point, is_target ? e->first[point] : point, false};
    if (is_target && e->last[point] > point) {
        return COV_NO_UNIT;
    }
    for (uint32_t u = point; u > 1 && point - u < MAX_BACK; u--) {
        uint32_t unit = u - 1;
        if (!add_unit(v, &s, unit)) {
            break;
        }
        if (s.has_test && s.lowest >= unit && is_begin(v, unit) && !is_join(v, e, unit)) {
            return unit;
        }
        if (e->first[unit] != COV_NO_UNIT && !is_suspension(v, unit - 1)) {
            note(&s, e->first[unit]);
            if (e->last[unit] >= point) {
                break;
            }
        }
    }
    return COV_NO_UNIT;
}

/* A part of an expression has a point around it. That of a filter stands behind all its code. */
static bool is_part(const cov_view *v, uint32_t point) {
    if (v->point_at[point] == PROBE_NONE || cov_is_phantom(v, point)) {
        return false;
    }
    uint32_t filter = cov_filter_point(v, point);
    return cov_around(v, point) != COV_NO_UNIT ||
           (filter != COV_NO_UNIT && cov_point_contains(v, filter, point));
}

static bool has_parts(const cov_view *v) {
    bool has = v->has_parts;
    for (uint32_t i = 0; !has && i < v->body->clause_count; i++) {
        has = v->body->clauses[i].kind == IL_CLAUSE_FILTER;
    }
    return has;
}

void cov_idiom_arm(cov_view *v) {
    entries e;
    if (v->language != PDB_LANG_CSHARP || !has_parts(v) || !find_entries(v, &e)) {
        return;
    }
    for (uint32_t point = 2; point < v->body->unit_count; point++) {
        uint32_t begin = is_part(v, point) ? begin_of(v, &e, point) : COV_NO_UNIT;
        if (begin == COV_NO_UNIT) {
            continue;
        }
        v->arm_from[begin] = point;
        for (uint32_t u = begin; u < point; u++) {
            v->arm_of[u] = v->arm_of[u] == COV_NO_UNIT ? point : v->arm_of[u];
        }
    }
}
