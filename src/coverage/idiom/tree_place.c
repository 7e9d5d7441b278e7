/* Where a condition and its body stand in the source: what optimised code keeps to tell `case L
 * when c:` from an `if`.
 *   case L when c:    the body below, less far to the right than `when`, or behind the colon
 *   if (c)            the body further to the right, or behind a parenthesis and a space
 *   case L: if (c)    the body on the next line, further to the right than labels have theirs;
 *                     where it is not, nothing tells it from a label's
 * Input: the tree and the points of its method; output: what the places say. */
#include "coverage/idiom/cov_tree.h"

enum {
    LABEL_SHIFT = 3, /* "case 1 ", less an indentation */
    FAR_BELOW = 3    /* a body that only breaks, and a label, between them */
};

uint32_t cov_tree_head(const cov_tree *t) {
    return t->v->point_at[cov_last_visible(t->v, cov_tree_unit(t))];
}

static bool is_brace(const pdb_point *p) {
    return p->start_line == p->end_line && p->end_column == p->start_column + 1;
}

bool cov_tree_is_debug(const cov_view *v) {
    for (uint32_t u = 0; u < v->body->unit_count; u++) {
        if (!cov_is_op(v, u, IL_NOP)) {
            continue;
        }
        bool is_behind_call = u > 0 && v->starts[u] == 0 && cov_is_call(v, u - 1);
        uint32_t point = v->point_at[u];
        if (is_behind_call || (point != PROBE_NONE && is_brace(&v->method->points[point]))) {
            return true;
        }
    }
    return false;
}

/* No exception is kept yet, `ldarg.0; ldnull; stfld`, for awaits in the handlers; or an iterator notes
 * that it is in the block, `ldarg.0; ldc; stfld state`. */
static bool notes_try(const cov_view *v, uint32_t unit) {
    int32_t state = 0;
    if (!v->is_machine || unit + 2 >= v->body->unit_count || !cov_is_op(v, unit, IL_LDARG_0) ||
        !cov_is_op(v, unit + 2, IL_STFLD)) {
        return false;
    }
    bool keeps_none =
        cov_is_op(v, unit + 1, IL_LDNULL) && cc_str_starts(cov_member(v, unit + 2), "<>");
    return keeps_none || (cov_is_const(v, unit + 1, &state) && cov_is_state_field(v, unit + 2));
}

/* In an async method a nop stands in front of the block, where control comes back into it. */
bool cov_tree_begins_try(const cov_view *v, uint32_t unit) {
    bool begins = notes_try(v, unit);
    uint32_t block = cov_is_op(v, unit, IL_NOP) ? unit + 1 : unit;
    for (uint32_t i = 0; !begins && i < v->body->clause_count; i++) {
        uint32_t start = v->body->clauses[i].try_start;
        begins = start == unit || start == block;
    }
    return begins;
}

/* A try block begins at the unit, or the body of a loop whose condition is not at its head. */
static bool begins_block(const cov_view *v, uint32_t unit) {
    bool begins = cov_tree_begins_try(v, unit);
    for (uint32_t u = unit; v->is_target[unit] && !begins && u < v->body->unit_count; u++) {
        begins = cov_flow(v, u) != IL_FLOW_LEAVE && cov_successor(v, u, 0) == unit;
    }
    return begins;
}

/* The first statement of a block, in front of which nothing is visible: it is further right than the
 * label's body that the block belongs to, or behind the switch. */
static bool is_nested(const cov_view *v, uint32_t unit) {
    while (!begins_block(v, unit)) {
        bool is_next = unit > 0 && (v->starts[unit - 1] & COV_START_VISIBLE) == 0;
        uint32_t branch = is_next ? v->plan->branch_of_unit[unit - 1] : PROBE_NONE;
        bool is_made = branch != PROBE_NONE && v->fate[branch] == COV_DROPPED; /* after an await */
        if (!is_next || (!is_made && !cov_goes_on(v, unit - 1))) {
            return false;
        }
        unit--;
    }
    return true;
}

/* The leftmost body of the switch's other labels; UINT32_MAX when there is none. */
static uint32_t body_column(const cov_tree *t, uint32_t without, const pdb_point *head) {
    uint32_t column = UINT32_MAX;
    for (uint32_t i = 0; i < t->exit_count; i++) {
        uint32_t unit = t->exits[i].unit;
        if (t->exits[i].kind != COV_WAY_VISIBLE || unit == without ||
            t->v->point_at[unit] == PROBE_NONE) {
            continue;
        }
        const pdb_point *p = &t->v->method->points[t->v->point_at[unit]];
        bool is_body = p->start_line > head->end_line && p->start_column > head->start_column &&
                       !is_nested(t->v, unit);
        column = is_body && p->start_column < column ? p->start_column : column;
    }
    return column;
}

/* `c: body` and `c: { body`, but `if (c) body` and `if (c) { body`. */
cov_place cov_place_in_line(uint32_t gap) {
    bool is_label = gap == 2 || gap == 4;
    return is_label ? COV_PLACE_LABEL : gap == 1 || gap == 3 ? COV_PLACE_IF : COV_PLACE_UNCLEAR;
}

cov_place cov_tree_place(const cov_tree *t, uint32_t first, uint32_t end) {
    const cov_view *v = t->v;
    uint32_t at = cov_tree_head(t);
    if (end >= v->body->unit_count || v->point_at[first] == PROBE_NONE ||
        v->point_at[end] == PROBE_NONE || at == PROBE_NONE) {
        return COV_PLACE_UNCLEAR;
    }
    const pdb_point *head = &v->method->points[at];
    const pdb_point *c = &v->method->points[v->point_at[first]];
    const pdb_point *body = &v->method->points[v->point_at[end]];
    if (head->start_line > c->start_line) {
        return COV_PLACE_UNCLEAR;
    }
    if (body->start_line == c->end_line) {
        return cov_place_in_line(body->start_column - c->end_column);
    }
    if (body->start_line < c->end_line || body->start_column + LABEL_SHIFT > c->start_column) {
        return COV_PLACE_UNCLEAR;
    }
    bool is_next = body->start_line == c->end_line + 1; /* no brace stands between them */
    bool is_shifted = body->start_column > body_column(t, first, head);
    return is_next && is_shifted ? COV_PLACE_IF : COV_PLACE_LABEL;
}

bool cov_tree_is_far(const cov_tree *t, uint32_t first, uint32_t end) {
    const cov_view *v = t->v;
    const pdb_point *c = &v->method->points[v->point_at[first]];
    const pdb_point *body = &v->method->points[v->point_at[end]];
    return body->start_line >= c->end_line + FAR_BELOW;
}

bool cov_tree_is_rest(const cov_tree *t) {
    const cov_view *v = t->v;
    uint32_t first =
        t->condition != COV_NO_UNIT ? t->condition : v->plan->branches[t->members[0]].unit + 1;
    return v->is_rest && cov_is_before_points(v, first);
}
