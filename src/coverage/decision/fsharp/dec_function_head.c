/* Which `function` of the source a decision belongs to; see dec_function_head.h. Input: a decision,
 * and where its arms begin in the source. Output: the head around most of them. */
#include "coverage/decision/fsharp/dec_function_head.h"

#include "coverage/decision/core/dec_edit.h"
#include "coverage/decision/core/dec_source.h"
#include "coverage/decision/fsharp/dec_bool_function.h"
#include "coverage/decision/switch/dec_switch_head.h"
#include "coverage/decision/switch/dec_tree.h"

static bool is_inside(const src_block *block, src_place place) {
    return src_is_before(block->open, place) && !src_is_before(block->close, place);
}

/* Where the arm begins; line 0: it has no place. */
static src_place place_of_arm(const dec_view *v, const dec_decision *d, uint32_t arm) {
    if (d->places != NULL) {
        return (src_place){(uint32_t)(d->places[arm] >> 32), (uint32_t)d->places[arm]};
    }
    uint32_t branch = dec_branch_at(v, d->insn);
    if (branch == DEC_NO_BRANCH || arm >= v->plan->branches[branch].arm_count) {
        return (src_place){0, 0};
    }
    dec_dest dest = dec_tree_edge_dest(v, dec_arm_target(v, branch, arm));
    const pdb_point *p = dest.kind == DEC_DEST_VISIBLE ? dec_point_here(v, dest.insn) : NULL;
    return p == NULL ? (src_place){0, 0} : mod_start_of(p);
}

static const src_block *block_of_arms(const dec_view *v, const src_text *text,
                                      const dec_decision *d) {
    dec_candidates c = {.count = 0};
    for (uint32_t i = 0; i < d->arm_count; i++) {
        src_place place = place_of_arm(v, d, i);
        if (place.line > 0) {
            dec_vote(&c, src_text_block(text, place));
        }
    }
    return dec_elected(&c);
}

/* Two arms lead to different rules of the block. */
static bool chooses_rule(const dec_view *v, const src_text *text, const dec_decision *d,
                         const src_block *block) {
    const src_rule *first = NULL;
    for (uint32_t i = 0; i < d->arm_count; i++) {
        src_place place = place_of_arm(v, d, i);
        const src_rule *rule = is_inside(block, place) ? src_text_rule(text, block, place) : NULL;
        if (rule != NULL && first != NULL && rule != first) {
            return true;
        }
        first = rule != NULL ? rule : first;
    }
    return false;
}

/* The last point before the tests; NULL. */
static const pdb_point *point_before(const dec_view *v, const dec_decision *d) {
    if (d->condition == 0) {
        return NULL;
    }
    uint32_t last = d->condition == DEC_NO_INSN ? d->place : d->condition - 1;
    return dec_visible_point(v, dec_last_visible(v, last));
}

/* The point of the decision is the word itself, or in one of its rules: then the decision is of
 * something there. */
static bool has_point(const dec_view *v, const dec_decision *d, const src_block *block) {
    const pdb_point *p = point_before(v, d);
    if (p == NULL) {
        return false;
    }
    src_place start = mod_start_of(p);
    bool is_head = start.line == block->head.line && start.column == block->head.column;
    return is_head || is_inside(block, start);
}

/* The head runs as often as its first test, or the condition that comes first. */
static void count_tests(dec_view *v, dec_decision *d) {
    if (d->condition != DEC_NO_INSN) {
        uint32_t node = v->plan->node_of_point[v->point_at[d->condition]];
        dec_arm_add(v, &d->reached, &node, 1);
        return;
    }
    uint32_t branch = dec_branch_at(v, d->insn);
    for (uint32_t i = 0; branch != DEC_NO_BRANCH && i < v->plan->branches[branch].arm_count; i++) {
        const probe_arm *arm = &v->plan->branches[branch].arms[i];
        dec_arm_add(v, &d->reached, arm->nodes, arm->node_count);
    }
}

/* Arms without a place are in the order of the test; those of the source are in the order of the
 * rules. */
static void order_as_rules(const src_text *text, const src_block *block, dec_decision *d) {
    if (dec_bool_is_false_first(text, block)) {
        dec_decision_arm first = d->arms[0];
        d->arms[0] = d->arms[1];
        d->arms[1] = first;
        d->holds ^= 1;
    }
}

void dec_find_function_head(dec_view *v, dec_decision *d) {
    if (!dec_does(v, DEC_MATCHES) || d->is_rest || v->document == 0 || v->sources.text == NULL) {
        return;
    }
    const src_text *text = v->sources.text(v->sources.ctx, v->document);
    if (text == NULL) {
        return;
    }
    const src_block *of_bool = dec_bool_function(v, dec_branch_at(v, d->insn));
    const src_block *block = of_bool != NULL ? of_bool : block_of_arms(v, text, d);
    if (block == NULL || block->kind != SRC_BLOCK_FUNCTION || has_point(v, d, block) ||
        (of_bool == NULL && !chooses_rule(v, text, d, block))) {
        return;
    }
    d->head = block;
    d->document = v->document;
    count_tests(v, d);
    if (of_bool != NULL) {
        order_as_rules(text, block, d);
    }
}
