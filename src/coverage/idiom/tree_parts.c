/* C#: what a switch over texts asks their parts for. Texts are looked up by their length and then by a
 * character: a length of zero is the label `case "":`, a character of a text of length one is that text's. Any
 * other is asked by a pattern among the labels, `case { Length: 9 }:` or `case ['x', ..]:`, and no label of the
 * text. Input: the labels of a tree as its tests tell them. See cov_tree.h. */
#include "coverage/idiom/cov_tree.h"

enum { MAX_COPIES = 4 };

/* A local, or a field in which a state machine keeps a value of the compiler's. */
static bool is_kept(const cov_view *v, uint32_t load) {
    int32_t local = -1;
    return cov_is_load_local(v, load, &local) || (v->is_machine && cov_is_kept_operand(v, load));
}

/* The unit stores what the other one loads. */
static bool stores(const cov_view *v, uint32_t store, uint32_t load) {
    int32_t stored = -1;
    int32_t loaded = -1;
    if (cov_is_load_local(v, load, &loaded)) {
        return cov_is_store_local(v, store, &stored) && stored == loaded;
    }
    return cov_is_op(v, store, IL_STFLD) &&
           cov_unit(v, store)->operand == cov_unit(v, load)->operand;
}

/* What was stored last, in this statement, in the variable that the unit loads; the unit itself when it loads
 * none. COV_NO_UNIT: it is not stored here. */
static uint32_t kept_value(const cov_view *v, uint32_t unit) {
    uint32_t load = unit;
    if (!is_kept(v, load)) {
        return unit;
    }
    while (unit > 0 && (v->starts[unit] & COV_START_VISIBLE) == 0) {
        unit--;
        if (stores(v, unit, load)) {
            return cov_before(v, unit);
        }
    }
    return COV_NO_UNIT;
}

/* The first load of what was only copied from there on, in this statement. */
static uint32_t first_load(const cov_view *v, uint32_t load) {
    uint32_t first = 0;
    for (int copies = 0; copies < MAX_COPIES; copies++) {
        uint32_t kept = kept_value(v, load);
        if (kept == load || kept == COV_NO_UNIT || !cov_plain_load(v, kept, &first)) {
            break;
        }
        load = kept;
    }
    return load;
}

bool cov_tree_same_value(const cov_view *v, uint32_t a, uint32_t b) {
    return cov_same_load(v, a, b) ||
           (v->language == PDB_LANG_CSHARP && cov_same_load(v, first_load(v, a), first_load(v, b)));
}

/* A label of the tree is a text that is compared with the value that is loaded here. */
static bool has_text_of(const cov_tree *t, uint32_t load) {
    for (uint32_t e = 0; e < t->edge_count; e++) {
        uint32_t label = t->edges[e].label;
        if (label != COV_NO_UNIT && cov_is_op(t->v, label + 1, IL_LDSTR) &&
            cov_tree_same_value(t->v, label, load)) {
            return true;
        }
    }
    return false;
}

/* The unit in front of an index: a constant, or a length less a constant. */
static uint32_t before_index(const cov_view *v, uint32_t index) {
    int32_t value = 0;
    int32_t local = -1;
    if (index != COV_NO_UNIT && cov_is_op(v, index, IL_SUB)) {
        index = cov_before(v, index);
        bool is_constant = index != COV_NO_UNIT && cov_is_const(v, index, &value);
        index = is_constant ? cov_before(v, index) : COV_NO_UNIT;
        bool is_length = index != COV_NO_UNIT && cov_is_load_local(v, index, &local);
        return is_length ? cov_before(v, index) : COV_NO_UNIT;
    }
    bool is_constant = index != COV_NO_UNIT && cov_is_const(v, index, &value);
    return is_constant ? cov_before(v, index) : COV_NO_UNIT;
}

/* What the unit asks a text for. */
typedef struct part {
    uint32_t
        text; /* unit where the load of the text ends; COV_NO_UNIT: it is no part of a text with labels */
    bool is_char;
    bool is_step; /* a pattern takes it: that is a step of its own, with a hidden point behind it */
} part;

/* The call that gives a character: get_Chars of a string, `call get_Item; ldind.u2` of a span. */
static uint32_t char_call(const cov_view *v, uint32_t made) {
    if (cov_calls(v, made, "get_Chars")) {
        return made;
    }
    uint32_t item = cov_is_op(v, made, IL_LDIND_U2) ? cov_before(v, made) : COV_NO_UNIT;
    bool is_span = cov_calls(v, item, "get_Item") &&
                   (cc_str_eqz(cov_member_type(v, item), "System.ReadOnlySpan`1") ||
                    cc_str_eqz(cov_member_type(v, item), "System.Span`1"));
    return is_span ? item : COV_NO_UNIT;
}

/* `LOAD; call get_Length` or `LOAD; index; call get_Chars`, kept in a variable or not. */
static part find_part(const cov_tree *t, uint32_t unit) {
    const cov_view *v = t->v;
    part found = {COV_NO_UNIT, false, false};
    uint32_t first = 0;
    uint32_t made = unit == COV_NO_UNIT ? unit : kept_value(v, unit);
    uint32_t call = char_call(v, made);
    uint32_t load = COV_NO_UNIT;
    found.is_char = call != COV_NO_UNIT;
    if (found.is_char) {
        load = before_index(v, cov_before(v, call));
    } else if (cov_calls(v, made, "get_Length")) {
        load = cov_before(v, made);
    }
    if (load != COV_NO_UNIT && cov_plain_load(v, load, &first) && has_text_of(t, load)) {
        bool is_stored = made + 1 < unit;
        found.text = load;
        found.is_step = v->starts[is_stored ? made + 2 : made + 1] == COV_START_HIDDEN;
    }
    return found;
}

/* The arm of brtrue or brfalse that says that the value is zero. */
static bool says_false(const cov_view *v, const cov_edge *edge) {
    const probe_branch *b = &v->plan->branches[edge->branch];
    return cov_is_truth_test(v, edge->branch) &&
           cov_arm_if(v, edge->branch, false) == b->arms[edge->arm].target;
}

/* The unit that ends what is looked up in a table, `LOAD; [ldc n; sub;] switch`. */
static uint32_t looked_up(const cov_view *v, uint32_t table) {
    int32_t value = 0;
    uint32_t before = cov_before(v, table);
    bool is_shifted = before != COV_NO_UNIT && cov_is_op(v, before, IL_SUB) &&
                      cov_is_const(v, cov_before(v, before), &value);
    return is_shifted ? cov_before(v, cov_before(v, before)) : before;
}

/* The unit that ends what the edge says to be zero or another constant; COV_NO_UNIT. */
static uint32_t asked_value(const cov_view *v, const cov_edge *edge) {
    const probe_branch *b = &v->plan->branches[edge->branch];
    if (b->kind == PROBE_BRANCH_SWITCH) {
        return edge->arm > 0 ? looked_up(v, b->unit) : COV_NO_UNIT;
    }
    if (says_false(v, edge)) {
        return cov_before(v, b->unit);
    }
    uint32_t constant = cov_tree_compared(v, edge);
    return constant == COV_NO_UNIT ? edge->label : cov_before(v, constant);
}

static void label_part(const cov_tree *t, cov_edge *edge) {
    part asked = find_part(t, asked_value(t->v, edge));
    if (asked.text == COV_NO_UNIT) {
        return;
    }
    bool is_zero = says_false(t->v, edge) || edge->constant == 0;
    edge->label = asked.text;
    edge->is_part = asked.is_step || (!is_zero && !asked.is_char);
    edge->is_char = asked.is_char && !edge->is_part;
    if (!edge->is_part && !edge->is_char) {
        edge->constant = COV_EMPTY_TEXT;
        edge->is_zero = false;
    }
}

void cov_tree_label_parts(cov_tree *t) {
    for (uint32_t e = 0; t->v->language == PDB_LANG_CSHARP && e < t->edge_count; e++) {
        if (t->edges[e].branch != COV_NO_BRANCH && t->edges[e].exit != COV_NO_EXIT) {
            label_part(t, &t->edges[e]);
        }
    }
}
