/* How often a body began and returned; see cov_frame.h. */
#include "coverage/model/build/measure/cov_frame.h"

#include "base/cc_sum.h"
#include "coverage/model/build/measure/cov_arm.h"
#include "coverage/model/build/measure/cov_place.h"
#include "coverage/module/mod_source.h"
#include "rewriter/il/flow.h"

/* The first point of the source after `after`; NULL in `after`: of all. NULL: there is none. */
static const pdb_point *next_point(const mth_method *method, const pdb_point *after) {
    const pdb_point *first = NULL;
    for (uint32_t i = 0; i < method->point_count; i++) {
        const pdb_point *p = &method->points[i];
        bool is_candidate = !p->hidden && (after == NULL || cov_begins_before(after, p));
        if (is_candidate && (first == NULL || cov_begins_before(p, first))) {
            first = p;
        }
    }
    return first;
}

static bool follows_word(const src_text *text, const pdb_point *point, const char *word) {
    src_token before;
    return src_text_before(text, mod_start_of(point), &before) &&
           src_token_is(&before, text->language, word);
}

/* The point is the variable of a loop of C#, which gets a value only when there is one:
 * `foreach (var x in list)`. */
static bool is_loop_variable(const src_text *text, const pdb_point *point) {
    src_token before;
    return src_text_before(text, mod_start_of(point), &before) &&
           src_token_is(&before, text->language, "(") &&
           src_text_before(text, before.place, &before) &&
           src_token_is(&before, text->language, "foreach");
}

/* The point that runs first in the first statement of the source; NULL: there is none. */
static const pdb_point *first_statement(const cov_frame *frame) {
    const pdb_point *first = next_point(frame->method, NULL);
    if (first == NULL || frame->text == NULL || !is_loop_variable(frame->text, first)) {
        return first;
    }
    const pdb_point *list = first;
    while (list != NULL && !follows_word(frame->text, list, "in")) {
        list = next_point(frame->method, list);
    }
    return list == NULL ? first : list;
}

/* Follows the entry up to the first code that is counted: an atom, or the edges of a branch, as of a
 * switch over a plain variable, which has no point. */
static uint64_t count_entry(const mth_method *method, const uint64_t *values) {
    const probe_plan *plan = method->plan;
    uint32_t insn = 0;
    for (uint32_t steps = 0; steps < plan->atom_count && insn < plan->body->insn_count; steps++) {
        uint32_t atom = plan->atom_of_insn[insn];
        const probe_node *node = &plan->nodes[atom];
        uint32_t last = node->end_insn > node->first_insn ? node->end_insn - 1 : node->first_insn;
        uint32_t branch = plan->branch_of_insn[last];
        if (node->is_wanted) {
            return values[atom];
        }
        if (branch != PROBE_NONE) {
            return cov_edges_value(values, &plan->branches[branch]);
        }
        bool jumps = il_op_get((il_op)plan->body->insns[last].op)->flow == IL_FLOW_BRANCH;
        insn = jumps ? plan->body->insns[last].target : node->end_insn;
    }
    return 0;
}

static bool is_before(src_place place, const pdb_point *point) {
    return src_is_before(place, mod_start_of(point));
}

/* A switch without a point that comes before all statements with a point; NULL: there is none. */
static const dec_decision *switch_before(const dec_decisions *all, const pdb_point *first) {
    for (uint32_t i = 0; i < all->count; i++) {
        const dec_decision *d = &all->items[i];
        if (d->head != NULL && d->document == first->document && is_before(d->head->head, first)) {
            return d;
        }
    }
    return NULL;
}

uint64_t cov_count_begun(const cov_frame *frame) {
    const pdb_point *first = frame->is_machine ? first_statement(frame) : NULL;
    if (first == NULL) {
        return count_entry(frame->method, frame->values);
    }
    const dec_decision *head = switch_before(frame->decisions, first);
    return head == NULL ? frame->hits[first - frame->method->points]
                        : cov_nodes_value(frame->values, &head->reached);
}

/* A tail call ends the body, too. */
static bool is_end(const il_insn *insn) {
    return insn->op == IL_RET || flow_is_tail_call(insn);
}

cov_returned cov_count_returned(const cov_frame *frame) {
    const probe_plan *plan = frame->method->plan;
    cov_returned returned = {false, 0};
    bool is_counted = true;
    for (uint32_t i = 0; i < plan->body->insn_count; i++) {
        uint32_t atom = plan->atom_of_insn[i];
        const probe_node *node = &plan->nodes[atom];
        if (!is_end(&plan->body->insns[i]) || !node->is_reachable) {
            continue;
        }
        returned.is_possible = true;
        is_counted = is_counted && node->is_wanted;
        returned.hits = cc_add_saturated(returned.hits, frame->values[atom]);
    }
    if (!is_counted) {
        returned.hits = cov_count_begun(frame);
    }
    return returned;
}
