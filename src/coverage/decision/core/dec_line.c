/* The line of a decision: mostly that of the last visible point at or before it. Input: the view of
 * a method and an instruction of it. Output: the instruction whose point gives the line
 * (docs/coverage-rules.md, "Branches"). */
#include "coverage/decision/core/dec_edit.h"
#include "coverage/decision/core/dec_source.h"
#include "coverage/decision/switch/dec_tree.h"

/* Skips places for breakpoints (`ldc.i4.1; brtrue N; nop; N:`) that end at the start. */
static uint32_t before_pauses(const dec_view *v, uint32_t start) {
    while (start >= 3 && dec_is_op(v, start - 1, IL_NOP) &&
           dec_certain_target(v, dec_branch_at(v, start - 2)) == start) {
        start = dec_last_start(v, start - 3);
    }
    return start;
}

/* A decision in an arm of a switch expression that has no point of its own, after another arm: its
 * line is that of the expression from which control came, not that of the previous arm in the
 * code. */
static uint32_t of_expression(const dec_view *v, uint32_t insn) {
    uint32_t start = before_pauses(v, dec_last_start(v, insn));
    uint32_t before = dec_last_visible(v, start);
    bool is_after_jump = start > 0 && dec_starts_hidden(v, start) && dec_is_br(v, start - 1);
    if (!is_after_jump || !dec_starts_visible(v, before)) {
        return insn;
    }
    uint32_t first = v->index.first_to[start];
    uint32_t outer = dec_last_visible(v, first < before ? first : start);
    return dec_point_contains(v, outer, before) ? outer : insn;
}

/* The first instruction before `from` that jumps to one in (from, to]; no test of the
 * compiler's, as that of a state. */
static uint32_t first_jump_over(const dec_view *v, uint32_t from, uint32_t to) {
    uint32_t insn = dec_index_jump_over(v, from, to);
    return insn < from ? insn : DEC_NO_INSN;
}

static uint32_t line_at(const dec_view *v, uint32_t insn) {
    return dec_visible_point(v, insn)->start_line;
}

/* Some point between the instructions is after the one at `head` in the source: the body of its
 * construct has begun. */
static bool is_after_body(const dec_view *v, uint32_t head, uint32_t to) {
    src_place end = mod_end_of(dec_visible_point(v, head));
    uint32_t at = dec_next_visible(v, head + 1, to);
    while (at < to && src_is_before(mod_start_of(dec_visible_point(v, at)), end)) {
        at = dec_next_visible(v, at + 1, to);
    }
    return at < to;
}

/* F#: the `if` whose condition is tested at the instruction `to`, after other code for it: its
 * point is before that code, at a nop. DEC_NO_INSN: none of the points that always ran before,
 * up to the last one at `insn`, is such. */
static uint32_t head_of_construct(const dec_view *v, uint32_t insn, uint32_t to) {
    static const char *const words[] = {"if", "elif", "while", NULL};
    uint32_t point = insn;
    while (dec_starts_visible(v, point)) {
        bool is_empty = dec_is_op(v, point, IL_NOP) && dec_starts_visible(v, point + 1);
        if (is_empty && first_jump_over(v, point, to) == DEC_NO_INSN &&
            !is_after_body(v, point, to) &&
            dec_begins_with(v, dec_visible_point(v, point), words) == DEC_YES) {
            return point;
        }
        if (point == 0) {
            break;
        }
        point = dec_last_visible(v, point - 1);
    }
    return DEC_NO_INSN;
}

/* F#: control also comes past the last point before the decision, over the ends of a try or of
 * other arms. */
static uint32_t of_construct(const dec_view *v, uint32_t insn) {
    uint32_t place = dec_last_visible(v, insn);
    uint32_t over = first_jump_over(v, place, insn);
    if (!dec_starts_hidden(v, dec_last_start(v, insn)) || over == DEC_NO_INSN) {
        return insn;
    }
    uint32_t always = dec_index_always_before(v, insn);
    uint32_t head = always == DEC_NO_INSN ? always : head_of_construct(v, always, insn);
    bool is_other_line = head != DEC_NO_INSN && line_at(v, head) != line_at(v, place);
    return is_other_line ? head : insn; /* in one line they stay in the order of the code */
}

/* The hidden point only loads what was stored before it, as Debug code does before a test. */
static bool loads_stored(const dec_view *v, uint32_t start) {
    return dec_starts_hidden(v, start) && !v->is_target[start] &&
           dec_reloads(v, dec_insn_before(v, start), start);
}

/* A decision after the hidden point where the arms of a switch expression meet: its line is that
 * of the statement around the expression, not that of the last arm. */
static uint32_t of_join(const dec_view *v, uint32_t insn) {
    uint32_t start = dec_last_start(v, insn);
    if (!dec_starts_hidden(v, start)) {
        return insn;
    }
    start = before_pauses(v, start);
    if (loads_stored(v, start)) {
        start = before_pauses(v, dec_last_start(v, start - 1));
    }
    if (!dec_starts_hidden(v, start) || !v->is_target[start]) {
        return insn;
    }
    uint32_t arm = dec_last_visible(v, start);
    uint32_t outer = dec_filter_point(v, insn);
    if (outer == DEC_NO_INSN) {
        outer = dec_index_around(v, arm, arm);
        while (outer != DEC_NO_INSN && dec_is_phantom(v, outer)) {
            outer = dec_index_around(v, arm, outer);
        }
    }
    return dec_point_contains(v, outer, arm) ? outer : insn;
}

/* A switch over a plain variable has no point in optimised code. It begins at a hidden one, which
 * control may also reach by jumping over the statement before. Its line is that of the last
 * statement that always ran before it: `if (A) B(); switch (n) {...}`. When there is none, as in a
 * label of a switch at the start of the method, it is the line of its own first body. */
static uint32_t of_next_statement(const dec_view *v, uint32_t insn) {
    uint32_t start = dec_last_start(v, insn);
    if (!dec_starts_hidden(v, start) || !v->is_target[start] || !v->is_optimised ||
        dec_filter_point(v, insn) != DEC_NO_INSN) {
        return insn;
    }
    uint32_t place = dec_index_always_before(v, start);
    uint32_t body = dec_next_point(v, start);
    return place != DEC_NO_INSN ? place : body != DEC_NO_INSN ? body : insn;
}

/* Where the loop closed by the branch begins its rounds; 0: it closes none. */
static uint32_t loop_body(const dec_view *v, uint32_t insn) {
    uint32_t branch = dec_branch_at(v, insn);
    uint32_t body = dec_is_kind(v, branch, PROBE_BRANCH_COND) ? dec_arm_target(v, branch, 1) : 0;
    return body < insn ? body : 0;
}

/* The last `br` before `end` that leads to an instruction in [first, last]; DEC_NO_INSN. */
static uint32_t last_entry(const dec_view *v, uint32_t first, uint32_t last, uint32_t end) {
    uint32_t found = DEC_NO_INSN;
    for (uint32_t i = v->index.jumps_at[first]; first <= last && i < v->index.jumps_at[last + 1];
         i++) {
        uint32_t jump = v->index.jumps[i];
        bool is_later = found == DEC_NO_INSN || jump > found;
        found = jump < end && dec_is_br(v, jump) && is_later ? jump : found;
    }
    return found;
}

/* For, For Each: control reaches the test from the head, jumping over the body and the code for the
 * next value, whose points are not those of the test. The line is that of the head.
 *
 *     HEAD: ...; br TEST;  BODY: ...;  NEXT: ...;  TEST: ...; brtrue BODY
 *
 * When BODY is a loop that begins with its own test, optimised code branches to that test
 * directly. */
static uint32_t of_loop(const dec_view *v, uint32_t insn) {
    uint32_t body = loop_body(v, insn);
    uint32_t point = dec_last_visible(v, insn);
    uint32_t test = dec_starts_visible(v, point) ? point + 1 : 0; /* nothing visible is after it */
    test = test > body ? test : body + 1;
    uint32_t entry = body > 0 ? last_entry(v, test, insn, body) : DEC_NO_INSN;
    uint32_t head = entry == DEC_NO_INSN ? DEC_NO_INSN : dec_last_visible(v, entry);
    return dec_starts_visible(v, head) ? head : insn;
}

/* The same between two constants: control falls into the first round without a test.
 *
 *     HEAD: ...; store i;  BODY: ...;  NEXT: ...; store i;  [hidden] load i; ldc; ble BODY */
static uint32_t of_constant_loop(const dec_view *v, uint32_t insn) {
    uint32_t body = loop_body(v, insn);
    uint32_t test = dec_last_start(v, insn);
    if (body == 0 || body >= test || !dec_starts_hidden(v, test) ||
        !dec_reloads_from(v, dec_insn_before(v, test), test)) {
        return insn;
    }
    uint32_t entry = dec_reloads_from(v, dec_insn_before(v, body), test) ? body : 0;
    for (uint32_t i = v->index.jumps_at[body]; entry != body && i < v->index.jumps_at[body + 1];
         i++) {
        uint32_t jump = v->index.jumps[i]; /* increasing */
        bool enters = jump < body && dec_is_br(v, jump) &&
                      dec_reloads_from(v, dec_insn_before(v, jump), test);
        entry = enters ? jump : entry;
    }
    uint32_t head = entry == 0 ? insn : dec_last_visible(v, entry - 1);
    return dec_starts_visible(v, head) ? head : insn;
}

/* A decision before the point of its arm has the line of the arm. DEC_NO_INSN: it is
 * elsewhere. */
static uint32_t of_arm(const dec_view *v, uint32_t insn) {
    uint32_t point = v->arm_of[insn];
    for (uint32_t at = insn; point != DEC_NO_INSN && v->arm_of[at] == point; at--) {
        if (at == 0 || (dec_starts_visible(v, at) && !dec_is_phantom(v, at))) {
            return DEC_NO_INSN;
        }
    }
    return point;
}

uint32_t dec_line_insn(const dec_view *v, uint32_t insn) {
    uint32_t arm = of_arm(v, insn);
    if (arm != DEC_NO_INSN) {
        return arm;
    }
    switch (v->language) {
    case PDB_LANG_CSHARP: {
        uint32_t place = of_join(v, of_expression(v, insn));
        return place == insn ? of_next_statement(v, insn) : place;
    }
    case PDB_LANG_VB:
        return of_constant_loop(v, of_loop(v, insn));
    case PDB_LANG_FSHARP:
        return of_construct(v, insn);
    case PDB_LANG_OTHER:
        break;
    }
    return insn;
}
