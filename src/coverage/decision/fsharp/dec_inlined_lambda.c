/* See dec_inlined_lambda.h. */
#include "coverage/decision/fsharp/dec_inlined_lambda.h"

#include "coverage/decision/core/dec_source.h"

static bool is_lambda(const src_block *block) {
    return block->kind == SRC_BLOCK_LAMBDA || block->kind == SRC_BLOCK_FUNCTION;
}

static bool is_inside(const src_block *block, const pdb_point *p) {
    src_place start = mod_start_of(p);
    return src_is_before(block->open, start) && !src_is_before(block->close, start);
}

/* The outermost lambda around the point `inner` that is not around `outer`; NULL: there is none. */
static const src_block *lambda_between(const dec_view *v, const pdb_point *outer,
                                       const pdb_point *inner) {
    const src_text *text = dec_text_of(v, inner);
    const src_block *found = NULL;
    if (text == NULL) {
        return NULL;
    }
    const src_block *block = src_text_block(text, mod_start_of(inner));
    for (; block != NULL && !is_inside(block, outer); block = src_text_around(text, block)) {
        found = is_lambda(block) ? block : found;
    }
    return found;
}

/* The right operand of && and ||: what leads there is the left one. */
static bool is_operand(const dec_view *v, const pdb_point *p) {
    static const char *const operators[] = {"&&", "||", NULL};
    const src_text *text = dec_text_of(v, p);
    src_token before;
    bool is_found = text != NULL && src_text_before(text, mod_start_of(p), &before);
    return is_found && src_token_is_one_of(text, &before, operators);
}

/* The place is a point in a lambda of the statement around it, and the test is outside of that
 * lambda. */
static bool is_entry(const dec_view *v, uint32_t test, uint32_t place) {
    uint32_t statement =
        dec_starts_visible(v, place) ? dec_index_around(v, place, test) : DEC_NO_INSN;
    if (statement == DEC_NO_INSN) {
        return false;
    }
    const pdb_point *p = dec_visible_point(v, place);
    const pdb_point *last = dec_visible_point(v, dec_last_visible(v, test));
    const src_block *lambda = lambda_between(v, dec_visible_point(v, statement), p);
    return lambda != NULL && last != NULL && !is_inside(lambda, last) && !is_operand(v, p);
}

typedef enum arm_kind { ARM_OTHER, ARM_ENTERS, ARM_SKIPS } arm_kind;

/* Past the lambdas around the test: the throw for a match without a fitting rule is not such a place. */
static bool is_outside(const dec_view *v, uint32_t test, uint32_t place) {
    const pdb_point *p = dec_visible_point(v, place);
    const pdb_point *last = dec_visible_point(v, dec_last_visible(v, test));
    return p != NULL && last != NULL && lambda_between(v, last, p) == NULL;
}

static arm_kind kind_of(dec_point_walk *w, uint32_t test, uint32_t target) {
    arm_kind kind = ARM_SKIPS;
    dec_walk_from(w, target);
    for (uint32_t i = 0; i < w->count; i++) {
        if (is_entry(w->v, test, w->places[i])) {
            return ARM_ENTERS;
        }
        kind = is_outside(w->v, test, w->places[i]) ? kind : ARM_OTHER;
    }
    return kind;
}

bool dec_enters_lambda(dec_point_walk *w, uint32_t b) {
    const probe_branch *branch = &w->v->plan->branches[b];
    if (branch->kind != PROBE_BRANCH_COND || !w->v->has_parts || w->v->sources.text == NULL) {
        return false;
    }
    arm_kind first = kind_of(w, branch->insn, branch->arms[0].target);
    arm_kind second = kind_of(w, branch->insn, branch->arms[1].target);
    return (first == ARM_ENTERS && second == ARM_SKIPS) ||
           (first == ARM_SKIPS && second == ARM_ENTERS);
}
