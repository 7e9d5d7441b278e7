/* C#: where a switch statement begins that has no point of its own (optimised code, over a plain
 * variable). The source tells it: the tests at a hidden point lead to bodies of a switch whose head
 * is after the last point before them.
 *
 *     [if] ..; brfalse N;  [B] call B;  N: [hidden] ldloc n; ldc.i4.1; beq L1; ..         if (c) B(); switch (n) { case 1: .. }
 *
 * A value that may be absent is tested first, in a stretch of its own, which leads to no body.
 *
 * Input: the tests that are kept. Output: the instructions where such statements begin; tests in
 * front of them and those of switches around them are none of their tests. */
#include "coverage/decision/core/dec_idioms.h"
#include "coverage/decision/core/dec_source.h"
#include "coverage/decision/switch/dec_switch_head.h"
#include "coverage/decision/switch/dec_tree.h"

typedef struct search {
    dec_view *v;
    const src_text *text;
    const src_block *block; /* that began last, */
    uint32_t after;         /* after this instruction's point */
    /* Tests of no known statement begin here, and code goes on from there; DEC_NO_INSN */
    uint32_t pending;
} search;

static src_place place_at(const search *s, uint32_t insn) {
    return mod_start_of(dec_visible_point(s->v, insn));
}

/* The point before stands before the statement in the source. */
static bool is_before(const search *s, uint32_t insn, const src_block *block) {
    const pdb_point *point = dec_visible_point(s->v, insn);
    return point == NULL || src_is_before(mod_start_of(point), block->head);
}

/* Calls something that no test does: the rest of a statement after an await. */
static bool calls_other(const dec_view *v, uint32_t start) {
    uint32_t end = dec_next_start(v, start);
    uint32_t insn = start;
    while (insn < end && (!dec_is_call(v, insn) || dec_is_call_of_tests(v, insn))) {
        insn++;
    }
    return insn < end;
}

/* The switch statement that the tests from the hidden point up to the next point are those of;
 * NULL. */
static const src_block *block_of_stretch(const search *s, uint32_t start, bool *has_test) {
    const dec_view *v = s->v;
    dec_candidates c = {.count = 0};
    uint32_t end = dec_next_start(v, start);
    for (uint32_t b = dec_index_branch_from(v, start);
         b < v->plan->branch_count && dec_test_insn(v, b) < end; b++) {
        const probe_branch *branch = &v->plan->branches[b];
        *has_test = *has_test || dec_is_kept(v, b);
        for (uint32_t arm = 0; dec_is_kept(v, b) && arm < branch->arm_count; arm++) {
            dec_dest dest = dec_tree_dest(v, branch->arms[arm].target);
            uint32_t body = dec_tree_body(v, dest.insn);
            if (dest.kind == DEC_DEST_VISIBLE && dec_starts_visible(v, body)) {
                dec_vote(&c, src_text_block_of(s->text, SRC_BLOCK_SWITCH, place_at(s, body)));
            }
        }
    }
    return dec_elected(&c);
}

/* The switch is in a body of another one that has no point either, and whose tests come first. */
static bool is_inner(const search *s, uint32_t before, const src_block *block) {
    const src_block *outer = src_text_around_of(s->text, SRC_BLOCK_SWITCH, block);
    bool is_begun = outer == s->block && before == s->after;
    return outer != NULL && !is_begun && is_before(s, before, outer);
}

static void look_at(search *s, uint32_t start) {
    uint32_t before = dec_last_visible(s->v, start);
    bool has_test = false;
    const src_block *block = block_of_stretch(s, start, &has_test);
    bool is_again = block == s->block && before == s->after;
    bool has_before = s->v->point_at[before] != PROBE_NONE;
    bool goes_on = s->pending != DEC_NO_INSN && (!has_before || s->pending > before);
    if (block != NULL && !is_again && is_before(s, before, block)) {
        dec_begin_statement(s->v, goes_on ? s->pending : start);
        if (goes_on && is_inner(s, before, block)) {
            dec_begin_statement(s->v, start);
        }
        s->block = block;
        s->after = before;
    }
    /* a stretch without a test may bind a variable, and go on with tests begun before */
    bool is_test = has_test || goes_on;
    bool is_pending = block == NULL && is_test && !calls_other(s->v, start);
    s->pending = !is_pending ? DEC_NO_INSN : goes_on ? s->pending : start;
}

void dec_idiom_switches(dec_view *v) {
    search s = {.v = v, .after = DEC_NO_INSN, .pending = DEC_NO_INSN};
    bool has_text = v->document != 0 && v->sources.text != NULL && v->is_optimised;
    s.text = has_text ? v->sources.text(v->sources.ctx, v->document) : NULL;
    for (uint32_t u = 0; s.text != NULL && dec_is_insn(v, u); u++) {
        if (dec_starts_hidden(v, u) && v->arm_of[u] == DEC_NO_INSN &&
            dec_filter_point(v, u) == DEC_NO_INSN) {
            look_at(&s, u);
        }
    }
}
