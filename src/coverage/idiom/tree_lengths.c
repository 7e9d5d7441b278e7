/* C#: what a switch over texts asks their length for. A length of zero is the label `case "":`; any other is
 * that of a pattern among them, `case { Length: 9 }:`, and no label of the text. Input: the labels of a tree as
 * its tests tell them. See cov_tree.h. */
#include "coverage/idiom/cov_tree.h"

/* A label of the tree is a text that is compared with the value that is loaded here. */
static bool has_text_of(const cov_tree *t, uint32_t load) {
    for (uint32_t e = 0; e < t->edge_count; e++) {
        uint32_t label = t->edges[e].label;
        if (label != COV_NO_UNIT && cov_is_op(t->v, label + 1, IL_LDSTR) &&
            cov_same_load(t->v, label, load)) {
            return true;
        }
    }
    return false;
}

/* What was stored last, in this statement, in the variable that the unit loads; the unit itself when it loads
 * none. COV_NO_UNIT: it is not stored here. */
static uint32_t kept_value(const cov_view *v, uint32_t unit) {
    int32_t loaded = -1;
    int32_t stored = -1;
    if (!cov_is_load_local(v, unit, &loaded)) {
        return unit;
    }
    while (unit > 0 && (v->starts[unit] & COV_START_VISIBLE) == 0) {
        unit--;
        if (cov_is_store_local(v, unit, &stored) && stored == loaded) {
            return cov_before(v, unit);
        }
    }
    return COV_NO_UNIT;
}

/* `LOAD; call get_Length`, kept in a variable or not: the unit where the load of a text that has labels ends.
 * COV_NO_UNIT for anything else. */
static uint32_t measured_text(const cov_tree *t, uint32_t unit) {
    uint32_t first = 0;
    uint32_t length = unit == COV_NO_UNIT ? unit : kept_value(t->v, unit);
    uint32_t load = length == COV_NO_UNIT ? length : cov_before(t->v, length);
    bool is_length = load != COV_NO_UNIT && cov_calls(t->v, length, "get_Length") &&
                     cov_plain_load(t->v, load, &first);
    return is_length && has_text_of(t, load) ? load : COV_NO_UNIT;
}

/* The arm of brtrue or brfalse that says that the value is zero. */
static bool says_zero(const cov_view *v, const cov_edge *edge) {
    const probe_branch *b = &v->plan->branches[edge->branch];
    return cov_is_truth_test(v, edge->branch) &&
           cov_arm_if(v, edge->branch, false) == b->arms[edge->arm].target;
}

/* The unit that ends what the edge says to be zero or another constant; COV_NO_UNIT. */
static uint32_t asked_value(const cov_view *v, const cov_edge *edge) {
    if (says_zero(v, edge)) {
        return cov_before(v, v->plan->branches[edge->branch].unit);
    }
    uint32_t constant = cov_tree_compared(v, edge);
    return constant == COV_NO_UNIT ? edge->label : cov_before(v, constant);
}

void cov_tree_label_lengths(cov_tree *t) {
    const cov_view *v = t->v;
    for (uint32_t e = 0; v->language == PDB_LANG_CSHARP && e < t->edge_count; e++) {
        cov_edge *edge = &t->edges[e];
        uint32_t text =
            edge->branch == COV_NO_BRANCH ? COV_NO_UNIT : measured_text(t, asked_value(v, edge));
        if (text == COV_NO_UNIT) {
            continue;
        }
        edge->label = text;
        edge->is_length = !says_zero(v, edge);
        if (!edge->is_length) {
            edge->constant = COV_EMPTY_TEXT;
            edge->is_zero = false;
        }
    }
}
