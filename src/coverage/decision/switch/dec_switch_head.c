/* C#: optimised code has only a hidden point at a switch over a plain variable, and all code at one
 * whose bodies declare variables that lambdas capture. Input: a decision, and where its arms begin
 * in the source. Output: the switch statement around most of them, which is its place. */
#include "coverage/decision/switch/dec_switch_head.h"

#include "coverage/decision/core/dec_source.h"
#include "coverage/decision/switch/dec_tree.h"

static src_place place_of(uint64_t place) {
    return (src_place){(uint32_t)(place >> 32), (uint32_t)place};
}

static uint64_t place_at(const dec_view *v, uint32_t insn) {
    const pdb_point *p = dec_visible_point(v, insn);
    return p == NULL ? 0 : ((uint64_t)p->start_line << 32) | p->start_column;
}

void dec_vote(dec_candidates *c, const src_block *block) {
    uint32_t i = 0;
    while (i < c->count && c->blocks[i] != block) {
        i++;
    }
    if (block == NULL || i == DEC_MAX_CANDIDATES) {
        return;
    }
    c->count = i == c->count ? i + 1 : c->count;
    c->blocks[i] = block;
    c->votes[i]++;
}

/* Where some arms lead after the switch, into one that is around it, the inner one wins. */
const src_block *dec_elected(const dec_candidates *c) {
    uint32_t best = 0;
    for (uint32_t i = 1; i < c->count; i++) {
        bool is_inner = src_is_before(c->blocks[best]->head, c->blocks[i]->head);
        bool is_more = c->votes[i] > c->votes[best];
        best = is_more || (c->votes[i] == c->votes[best] && is_inner) ? i : best;
    }
    return c->count == 0 ? NULL : c->blocks[best];
}

/* Where an arm of a branch begins. */
static uint64_t place_of_arm(const dec_view *v, const probe_branch *branch, uint32_t arm) {
    dec_dest dest = dec_tree_edge_dest(v, branch->arms[arm].target);
    return dest.kind == DEC_DEST_VISIBLE ? place_at(v, dec_tree_body(v, dest.insn)) : 0;
}

/* The block that it is in; NULL. */
static const src_block *around(const src_text *text, const src_block *block) {
    return block == NULL ? NULL : src_text_around_of(text, SRC_BLOCK_SWITCH, block);
}

/* The innermost block around both; NULL. Outer blocks come first. */
static const src_block *around_both(const src_text *text, const src_block *a, const src_block *b) {
    while (a != NULL && b != NULL && a != b) {
        const src_block **inner = a > b ? &a : &b;
        *inner = around(text, *inner);
    }
    return a == b ? a : NULL;
}

/* All bodies begin with switches that have no point either: the statement is around those. */
static const src_block *around_bodies(const dec_view *v, const src_text *text,
                                      const probe_branch *branch) {
    const src_block *found = NULL;
    bool is_around = false;
    for (uint32_t i = 0; i < branch->arm_count; i++) {
        uint32_t insn = dec_next_point(v, branch->arms[i].target);
        uint64_t place = place_at(v, insn);
        const src_block *block =
            place == 0 ? NULL : src_text_block_of(text, SRC_BLOCK_SWITCH, place_of(place));
        bool is_other = block != NULL && found != NULL && block != found;
        is_around = is_around || is_other;
        found = is_other ? around_both(text, found, block) : found == NULL ? block : found;
        if (is_around && found == NULL) {
            return NULL;
        }
    }
    return is_around ? found : NULL;
}

const src_block *dec_switch_after(const dec_view *v, uint32_t test) {
    bool is_test = dec_flow(v, test) == IL_FLOW_COND && dec_insn(v, test)->target > test;
    uint32_t end = is_test ? dec_insn(v, test)->target : 0;
    uint32_t insn = is_test ? dec_next_visible(v, test + 1, end) : end;
    const pdb_point *p = insn < end ? dec_visible_point(v, insn) : NULL;
    const src_text *text = p == NULL ? NULL : dec_text_of(v, p);
    const src_block *block =
        text == NULL ? NULL : src_text_block_of(text, SRC_BLOCK_SWITCH, mod_start_of(p));
    for (uint32_t u = test + 1; block != NULL && u < insn; u++) {
        block = v->begins_statement[u] ? around(text, block) : block;
    }
    return block;
}

typedef struct asking {
    dec_view *v;
    const src_text *text;
    const dec_decision *decision;
    const probe_branch *branch; /* its first test */
} asking;

static uint32_t arm_count(const asking *a) {
    return a->decision->places != NULL ? a->decision->arm_count : a->branch->arm_count;
}

static uint64_t place_of_body(const asking *a, uint32_t arm) {
    return a->decision->places != NULL ? a->decision->places[arm]
                                       : place_of_arm(a->v, a->branch, arm);
}

static bool is_inside(const src_block *block, src_place place) {
    return src_is_before(block->open, place) && src_is_before(place, block->close);
}

/* The point that always ran before the tests is not in the body of the switch: then they would be
 * those of something in that body. */
static bool is_outside(const asking *a, const src_block *block) {
    uint32_t insn = dec_index_always_before(a->v, dec_last_start(a->v, a->decision->insn));
    uint64_t before = insn == DEC_NO_INSN ? 0 : place_at(a->v, insn);
    return before == 0 || !is_inside(block, place_of(before));
}

/* The statement has a point: the decision is there. */
static bool is_at(const asking *a, const src_block *block) {
    uint64_t before = place_at(a->v, dec_last_visible(a->v, a->decision->place));
    return block->head.line == (uint32_t)(before >> 32) && block->head.column == (uint32_t)before;
}

/* The first test after the point of a statement `switch (..)`, with nothing dropped in between:
 * the decision is that statement's, whatever is in its first body. */
static bool has_own_head(const dec_view *v, uint32_t insn) {
    static const char *const words[] = {"switch", NULL};
    uint32_t start = dec_last_visible(v, insn);
    const pdb_point *point = dec_visible_point(v, start);
    for (uint32_t u = start; u < insn; u++) {
        if (dec_is_op(v, u, IL_POP) ||
            (dec_has_branch(v, u) && !dec_is_dropped(v, dec_branch_at(v, u)))) {
            return false;
        }
    }
    return point != NULL && dec_begins_with(v, point, words) == DEC_YES;
}

/* The hidden point between the last visible point and the tests where the object is made with the
 * variables that lambdas in the bodies capture; DEC_NO_INSN: there is none. */
static uint32_t closure_before(const dec_view *v, uint32_t insn) {
    uint32_t start = dec_last_start(v, insn);
    while (start > 0 && dec_starts_hidden(v, start) && !dec_makes_closure(v, start)) {
        start = dec_last_start(v, start - 1);
    }
    return dec_starts_hidden(v, start) && dec_makes_closure(v, start) ? start : DEC_NO_INSN;
}

/* The rest of a statement after its await: `[..] call GetAwaiter; stloc t;  [hidden] ldloca t; call get_IsCompleted; ..`. */
static bool is_after_await(const dec_view *v, uint32_t start) {
    return dec_calls(v, start + 1, "get_IsCompleted");
}

static bool may_lack_point(const dec_view *v, const dec_decision *d) {
    uint32_t start = dec_last_start(v, d->insn);
    bool is_moved = v->is_optimised || closure_before(v, d->insn) != DEC_NO_INSN;
    return dec_does(v, DEC_HIDES_SWITCH_HEADS) && v->document != 0 && is_moved &&
           !d->is_expression && !dec_starts_visible(v, start) && !is_after_await(v, start) &&
           dec_has_branch(v, d->insn) && !has_own_head(v, d->insn);
}

void dec_find_switch_head(dec_view *v, dec_decision *d) {
    dec_candidates c = {.count = 0};
    if (!may_lack_point(v, d) || v->sources.text == NULL) {
        return;
    }
    asking a = {v, v->sources.text(v->sources.ctx, v->document), d,
                &v->plan->branches[dec_branch_at(v, d->insn)]};
    for (uint32_t i = 0; a.text != NULL && i < arm_count(&a); i++) {
        uint64_t place = place_of_body(&a, i);
        if (place != 0) {
            dec_vote(&c, src_text_block_of(a.text, SRC_BLOCK_SWITCH, place_of(place)));
        }
    }
    const src_block *block = dec_elected(&c);
    bool has_none = block == NULL && a.text != NULL;
    block = has_none ? around_bodies(v, a.text, a.branch) : block;
    block = has_none && block == NULL ? dec_switch_after(v, a.branch->insn) : block;
    if (block == NULL || is_at(&a, block) || !is_outside(&a, block)) {
        return;
    }
    d->head = block;
    d->document = v->document;
    for (uint32_t i = 0; i < a.branch->arm_count; i++) {
        const probe_arm *arm = &a.branch->arms[i];
        dec_arm_add(v, &d->reached, arm->nodes, arm->node_count);
    }
}

/* The decision's line runs as often as one of its arms is taken. */
static void count_arms(const dec_view *v, dec_decision *d) {
    for (uint32_t i = 0; i < d->arm_count; i++) {
        dec_arm_add(v, &d->reached, d->arms[i].nodes, d->arms[i].node_count);
    }
}

void dec_pass_switch_head(dec_view *v, dec_decision *decisions, uint32_t index) {
    const dec_decision *d = &decisions[index];
    uint32_t start = d->head == NULL ? DEC_NO_INSN : closure_before(v, d->insn);
    for (uint32_t i = index; start != DEC_NO_INSN && i > 0; i--) {
        dec_decision *subject = &decisions[i - 1];
        if (subject->insn < start || subject->head != NULL) {
            return;
        }
        count_arms(v, subject);
        subject->head = d->head;
        subject->document = d->document;
    }
}
