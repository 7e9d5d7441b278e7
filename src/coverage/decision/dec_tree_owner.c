/* The places of a condition and its body in the source: in optimised code they alone separate `case
 * L when c:` from an `if`.
 *
 *     case L when c:    the body below, less far to the right than `when`, or behind the colon
 *     if (c)            the body further to the right, or behind a parenthesis and a space
 *     case L: if (c)    the body on the next line, further to the right than the bodies of labels;
 *                       otherwise it looks like that of a label
 *
 * Input: the tree and the points of its method. Output: the owner of the condition, as far as the
 * places decide it. */
#include "coverage/decision/dec_tree.h"

enum {
    LABEL_SHIFT = 3, /* "case 1 ", minus an indentation */
    FAR_BELOW = 3    /* between them: a body that only breaks, and a label */
};

uint32_t dec_tree_head(const dec_tree *t) {
    return t->v->point_at[dec_last_visible(t->v, dec_tree_insn(t))];
}

bool dec_tree_is_debug(const dec_view *v) {
    return v->index.is_debug;
}

/* `ldarg.0; ldnull; stfld`, no exception is kept yet, for awaits in the handlers; or `ldarg.0; ldc;
 * stfld state`, an iterator records that it is in the block. */
static bool notes_try(const dec_view *v, uint32_t insn) {
    int32_t state = 0;
    if (!v->is_machine || insn + 2 >= v->body->insn_count || !dec_is_op(v, insn, IL_LDARG_0) ||
        !dec_is_op(v, insn + 2, IL_STFLD)) {
        return false;
    }
    bool keeps_none =
        dec_is_op(v, insn + 1, IL_LDNULL) && cc_str_starts(dec_member(v, insn + 2), "<>");
    return keeps_none || (dec_is_const(v, insn + 1, &state) && dec_is_state_field(v, insn + 2));
}

/* In an async method a nop is in front of the block, where control resumes in it. */
bool dec_tree_begins_try(const dec_view *v, uint32_t insn) {
    uint32_t block = dec_is_op(v, insn, IL_NOP) ? insn + 1 : insn;
    return notes_try(v, insn) || v->index.begins_try[insn] || v->index.begins_try[block];
}

/* A try block begins at the instruction, or the body of a loop whose condition is not at its head. */
static bool begins_block(const dec_view *v, uint32_t insn) {
    bool begins = dec_tree_begins_try(v, insn);
    for (uint32_t i = v->index.jumps_at[insn]; !begins && i < v->index.jumps_at[insn + 1]; i++) {
        uint32_t u = v->index.jumps[i];
        begins = u >= insn && dec_flow(v, u) != IL_FLOW_LEAVE && dec_successor(v, u, 0) == insn;
    }
    return begins;
}

/* The first statement of a block, with nothing visible in front of it: it is further right than the
 * body of the label to which the block belongs, or is behind the switch. */
static bool is_nested(const dec_view *v, uint32_t insn) {
    while (!begins_block(v, insn)) {
        bool is_next = insn > 0 && (v->starts[insn - 1] & DEC_START_VISIBLE) == 0;
        uint32_t branch = is_next ? v->plan->branch_of_insn[insn - 1] : PROBE_NONE;
        bool is_dropped =
            branch != PROBE_NONE && v->status[branch] == DEC_DROPPED; /* after an await */
        if (!is_next || (!is_dropped && !dec_goes_on(v, insn - 1))) {
            return false;
        }
        insn--;
    }
    return true;
}

static void note_column(dec_columns *c, uint32_t column, uint32_t insn) {
    if (column < c->column) {
        c->other = c->column;
        c->column = column;
        c->insn = insn;
    } else if (column < c->other) {
        c->other = column;
    }
}

/* Column of the leftmost body of the switch's other labels; UINT32_MAX when there is none. */
static uint32_t body_column(const dec_tree *t, uint32_t without, uint32_t at) {
    const pdb_point *head = &t->v->method->points[at];
    dec_columns *c = t->columns;
    if (c->head != at || c->exit_count > t->exit_count) {
        *c = (dec_columns){at, 0, UINT32_MAX, DEC_NO_INSN, UINT32_MAX};
    }
    for (; c->exit_count < t->exit_count; c->exit_count++) {
        uint32_t insn = t->exits[c->exit_count].insn;
        if (t->exits[c->exit_count].kind != DEC_DEST_VISIBLE ||
            t->v->point_at[insn] == PROBE_NONE) {
            continue;
        }
        const pdb_point *p = &t->v->method->points[t->v->point_at[insn]];
        if (p->start_line > head->end_line && p->start_column > head->start_column &&
            !is_nested(t->v, insn)) {
            note_column(c, p->start_column, insn);
        }
    }
    return c->insn == without ? c->other : c->column;
}

/* `c: body` and `c: { body`, but `if (c) body` and `if (c) { body`. */
dec_owner dec_owner_in_line(uint32_t gap) {
    bool is_label = gap == 2 || gap == 4;
    return is_label ? DEC_OWNER_LABEL : gap == 1 || gap == 3 ? DEC_OWNER_IF : DEC_OWNER_UNCLEAR;
}

dec_owner dec_tree_condition_owner(const dec_tree *t, uint32_t first, uint32_t end) {
    const dec_view *v = t->v;
    uint32_t at = dec_tree_head(t);
    if (end >= v->body->insn_count || v->point_at[first] == PROBE_NONE ||
        v->point_at[end] == PROBE_NONE || at == PROBE_NONE) {
        return DEC_OWNER_UNCLEAR;
    }
    const pdb_point *head = &v->method->points[at];
    const pdb_point *c = &v->method->points[v->point_at[first]];
    const pdb_point *body = &v->method->points[v->point_at[end]];
    if (head->start_line > c->start_line) {
        return DEC_OWNER_UNCLEAR;
    }
    if (body->start_line == c->end_line) {
        return dec_owner_in_line(body->start_column - c->end_column);
    }
    if (body->start_line < c->end_line || body->start_column + LABEL_SHIFT > c->start_column) {
        return DEC_OWNER_UNCLEAR;
    }
    bool is_next = body->start_line == c->end_line + 1; /* there is no brace between them */
    bool is_shifted = body->start_column > body_column(t, first, at);
    return is_next && is_shifted ? DEC_OWNER_IF : DEC_OWNER_LABEL;
}

bool dec_tree_is_far(const dec_tree *t, uint32_t first, uint32_t end) {
    const dec_view *v = t->v;
    const pdb_point *c = &v->method->points[v->point_at[first]];
    const pdb_point *body = &v->method->points[v->point_at[end]];
    return body->start_line >= c->end_line + FAR_BELOW;
}

bool dec_tree_is_rest(const dec_tree *t) {
    const dec_view *v = t->v;
    uint32_t first =
        t->condition != DEC_NO_INSN ? t->condition : v->plan->branches[t->members[0]].insn + 1;
    return v->is_rest && dec_is_before_points(v, first);
}
