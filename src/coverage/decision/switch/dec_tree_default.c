/* C#, optimised: `default: return;` of a jump table that has gaps. The numbers in the gaps lead to
 * the `return;`, those outside of the table to a copy of it without a point:
 *
 *     switch (GAP, ...); ret;  ...  [return;] GAP: ret
 *
 * Which exit is the default's is in the source. See dec_tree.h. */
#include "coverage/decision/core/dec_source.h"
#include "coverage/decision/switch/dec_tree.h"

/* The visible point of the exit's body; NULL: it has none, or the language has other labels. */
static const pdb_point *point_of_body(const dec_tree *t, uint32_t exit) {
    bool is_visible =
        dec_does(t->v, DEC_HIDES_SWITCH_HEADS) && t->exits[exit].kind == DEC_DEST_VISIBLE;
    uint32_t body = is_visible ? dec_tree_body(t->v, t->exits[exit].insn) : DEC_NO_INSN;
    return dec_visible_point(t->v, body);
}

uint32_t dec_tree_written_default(const dec_tree *t) {
    for (uint32_t i = 0; i < t->exit_count; i++) {
        const pdb_point *point = point_of_body(t, i);
        if (point != NULL && dec_is_after_default(t->v, point) == DEC_YES) {
            return i;
        }
    }
    return DEC_NO_EXIT;
}

/* The exit that is `default: return;`; DEC_NO_EXIT. */
static uint32_t returning_default(const dec_tree *t) {
    uint32_t exit = dec_tree_written_default(t);
    bool returns = exit != DEC_NO_EXIT && dec_is_op(t->v, t->exits[exit].insn, IL_RET);
    return returns ? exit : DEC_NO_EXIT;
}

/* The edge is taken for no entry of a jump table, and returns at once, without a point. */
static bool is_copy(const dec_view *v, const dec_edge *edge) {
    bool is_rest = dec_is_kind(v, edge->branch, PROBE_BRANCH_SWITCH) && edge->arm == 0;
    uint32_t insn = is_rest ? dec_arm_dest(v, edge->branch, 0) : DEC_NO_INSN;
    return dec_is_op(v, insn, IL_RET) && !dec_starts_visible(v, insn);
}

void dec_tree_join_default(dec_tree *t) {
    dec_view *v = t->v;
    uint32_t exit = DEC_NO_EXIT;
    bool is_found = false;
    bool may_be = dec_does(v, DEC_COPIES_RETURNS) && !t->is_expression;
    for (uint32_t e = 0; may_be && e < t->edge_count; e++) {
        dec_edge *edge = &t->edges[e];
        if (edge->exit == DEC_NO_EXIT || !is_copy(v, edge)) {
            continue;
        }
        exit = is_found ? exit : returning_default(t);
        is_found = true;
        if (exit != DEC_NO_EXIT && edge->exit != exit) {
            edge->exit = exit;
            dec_count_copy(v, v->point_at[t->exits[exit].insn],
                           &v->plan->branches[edge->branch].arms[edge->arm]);
        }
    }
}
