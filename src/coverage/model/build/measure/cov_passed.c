/* Exits that optimised code does not distinguish. See cov_passed.h. */
#include "coverage/model/build/measure/cov_passed.h"

#include "coverage/model/build/measure/cov_paths.h"
#include "coverage/model/build/measure/cov_place.h"

enum { BRACE = 1, BREAK = 6, END_IF = 6, RETURN = 7, CONTINUE = 9 };

static bool has_width(const cov_paths *p, uint32_t point, uint32_t width) {
    return p->language == PDB_LANG_CSHARP && cov_has_width(&p->points[point], width);
}

/* --- points that a path may pass --------------------------------------------------------------- */

/* The `}` of the method, or the end of a loop. */
static bool is_end(const cov_paths *p, uint32_t point) {
    const il_insn *jump = &p->body->insns[p->jump_of[point]];
    if (jump->op == (uint16_t)IL_RET) {
        return has_width(p, point, BRACE);
    }
    bool is_written = has_width(p, point, BREAK) || has_width(p, point, RETURN) ||
                      has_width(p, point, CONTINUE) || has_width(p, point, BRACE);
    return !is_written && jump->target <= p->jump_of[point];
}

/* `return;` and `continue;` pass no other jump of the source, nor the `}` of a try block; they pass
 * the `}` of the method, and the end of a loop. */
static bool passes_nothing(const cov_paths *p, uint32_t from, uint32_t point) {
    bool is_return = has_width(p, from, RETURN) && p->body->insns[p->jump_of[from]].op == IL_RET;
    return (is_return || has_width(p, from, CONTINUE)) && !is_end(p, point);
}

/* The point of the statement that contains the instruction: skips hidden points at the instruction
 * itself (a copy of a jump), and those that control reaches only from the code before.
 * PROBE_NONE: unknown. */
static uint32_t statement_of(const cov_paths *p, uint32_t insn) {
    uint32_t at = p->point_of[insn];
    while (at != PROBE_NONE && p->points[at].hidden) {
        uint32_t start = p->start_of[at];
        bool is_straight = start == insn || !p->is_target[start];
        at = start > 0 && is_straight ? p->point_of[start - 1] : PROBE_NONE;
    }
    return at;
}

/* Visual Basic: the point is the `End If` directly before the other one, in one block. A
 * `Return` is as wide, and leads to a ret. */
static bool is_end_before(const cov_paths *p, uint32_t end, uint32_t point) {
    const pdb_point *at = &p->points[end], *next = &p->points[point];
    bool is_there = p->language == PDB_LANG_VB && cov_has_width(at, END_IF) &&
                    at->start_column == next->start_column && cov_is_later(next, at) &&
                    cov_end_of_path(p, p->jump_of[end]) != p->body->insn_count;
    for (uint32_t i = 0; is_there && i < p->method->point_count; i++) {
        const pdb_point *other = &p->points[i];
        is_there = other->hidden || !cov_is_later(other, at) || !cov_is_later(next, other);
    }
    return is_there;
}

/* Code from which control passes a statement is before it, in its block or an inner one:
 * its column is not smaller, unless it is on the same line. A jump of the source is in an inner
 * block. */
static bool may_pass(const cov_paths *p, uint32_t insn, uint32_t point) {
    uint32_t from = statement_of(p, insn);
    if (from == PROBE_NONE) {
        return true;
    }
    const pdb_point *before = &p->points[from];
    const pdb_point *at = &p->points[point];
    bool is_written = p->jump_of[from] == insn;
    bool is_further_in =
        before->start_column > at->start_column || (before->start_column == at->start_column &&
                                                    (!is_written || is_end_before(p, from, point)));
    return before->document == at->document &&
           (is_further_in || before->start_line == at->start_line) &&
           !(is_written && passes_nothing(p, from, point));
}

/* The first instruction of the innermost try block or handler that contains the instruction. */
static uint32_t region_of(const cov_paths *p, uint32_t insn) {
    uint32_t start = 0;
    for (uint32_t i = 0; i < p->body->clause_count; i++) {
        const il_clause *c = &p->body->clauses[i];
        bool is_in_try = insn >= c->try_start && insn < c->try_end;
        bool is_in_handler = insn >= c->handler_start && insn < c->handler_end;
        start = is_in_try && c->try_start > start ? c->try_start : start;
        start = is_in_handler && c->handler_start > start ? c->handler_start : start;
    }
    return start;
}

/* The path goes through the jump itself. */
static bool arrives_at(const cov_paths *p, uint32_t insn, uint32_t jump) {
    for (int steps = 0; steps < COV_MAX_CHASED && insn < p->body->insn_count && insn != jump;
         steps++) {
        bool is_nop = p->body->insns[insn].op == (uint16_t)IL_NOP;
        bool is_over = !is_nop && (!cov_is_jump(p, insn) || p->body->insns[insn].op == IL_RET);
        if (is_over) {
            return false;
        }
        insn = is_nop ? insn + 1 : p->body->insns[insn].target;
    }
    return insn == jump;
}

/* The edge leads to a jump with a point of its own: that jump is a path of its own. */
static bool is_edge_to_jump(const cov_paths *p, const cov_path *w) {
    uint32_t at = p->point_of[w->to];
    return w->to != w->insn && at != PROBE_NONE && p->start_of[at] == w->to &&
           p->jump_of[at] != IL_NO_INSN;
}

/* Visual Basic: the other branches of an If, whose code is after the jump of its `End If`. The
 * test of a loop is hidden, and after the loop's body. */
static bool is_other_branch(const cov_paths *p, uint32_t insn, uint32_t point) {
    uint32_t from = p->language == PDB_LANG_VB ? p->point_of[insn] : PROBE_NONE;
    while (from != PROBE_NONE && p->points[from].hidden) {
        from = from > 0 ? from - 1 : PROBE_NONE;
    }
    return from != PROBE_NONE && cov_is_later(&p->points[point], &p->points[from]);
}

/* `if (A || B) break;`, where the test of A leads where the jump goes: the condition held, because
 * the last test, which is before the jump, leads elsewhere when it does not hold. */
static bool holds_condition(const cov_paths *p, const cov_path *w, uint32_t point) {
    uint32_t start = p->start_of[point];
    uint32_t last = start == 0 ? 0 : start - 1;
    while (last > 0 && cov_flow_of(p, last) == IL_FLOW_NEXT) {
        last--; /* `B is T t` stores the variable after its test */
    }
    if (w->to == w->insn || w->insn >= last || cov_flow_of(p, last) != IL_FLOW_COND) {
        return false;
    }
    uint32_t from = statement_of(p, w->insn);
    return from != PROBE_NONE && from == statement_of(p, last) &&
           cov_end_of_path(p, p->body->insns[last].target) != cov_end_of_path(p, p->jump_of[point]);
}

/* The code of the path is before the jump in the source. */
static bool comes_before(const cov_paths *p, const cov_path *w, uint32_t point) {
    uint32_t jump = p->jump_of[point];
    if (w->insn < jump) {
        return w->to > jump || !is_edge_to_jump(p, w);
    }
    return w->insn > jump && is_other_branch(p, w->insn, point);
}

static bool may_lead_past(const cov_paths *p, const cov_path *w, uint32_t point) {
    return comes_before(p, w, point) && !arrives_at(p, w->to, p->jump_of[point]) &&
           (may_pass(p, w->insn, point) || holds_condition(p, w, point));
}

/* The statement before, in the same block, leads only to the point: its hits show whether the
 * point was passed.
 *
 *     Use(1);
 *     break; */
static bool is_after_straight(const cov_paths *p, uint32_t point) {
    uint32_t insn = p->start_of[point];
    uint32_t before = insn > 0 ? p->point_of[insn - 1] : PROBE_NONE;
    while (before != PROBE_NONE && before > 0 && p->points[before].hidden) {
        before--;
    }
    bool is_beside = before != PROBE_NONE && !p->points[before].hidden &&
                     p->points[before].document == p->points[point].document &&
                     p->points[before].start_column == p->points[point].start_column &&
                     p->points[before].end_line < p->points[point].start_line;
    while (is_beside && insn > p->start_of[before] && !p->is_target[insn]) {
        insn--;
    }
    return is_beside && insn == p->start_of[before];
}

/* Another path to the target of the point's jump ran. */
static bool may_have_passed(const cov_paths *p, uint32_t point) {
    uint32_t end = cov_end_of_path(p, p->jump_of[point]);
    uint32_t next = end == IL_NO_INSN || is_after_straight(p, point) ? 0 : p->first_path[end];
    uint32_t region = next == 0 ? 0 : region_of(p, p->jump_of[point]);
    while (next != 0) {
        const cov_path *w = &p->paths[next - 1];
        if (w->insn >= region && may_lead_past(p, w, point)) {
            return true;
        }
        next = w->next;
    }
    return false;
}

/* --- endless loops ----------------------------------------------------------------------------- */

/* The jump leads back to code that is written after it: returns the first point there, else
 * PROBE_NONE. */
static uint32_t body_of_loop(const cov_paths *p, uint32_t point) {
    const il_insn *jump = &p->body->insns[p->jump_of[point]];
    bool leads_back = jump->op != (uint16_t)IL_RET && jump->target <= p->jump_of[point];
    uint32_t body = leads_back ? p->point_of[jump->target] : PROBE_NONE;
    body += body != PROBE_NONE && p->start_of[body] < jump->target ? 1 : 0;
    while (body != PROBE_NONE && body < point && p->points[body].hidden) {
        body++;
    }
    bool is_head = body != PROBE_NONE && cov_is_later(&p->points[body], &p->points[point]);
    return is_head ? body : PROBE_NONE;
}

/* If the body of a loop begins with a point, its head was passed as often as the body began. When
 * it begins with code that has no point, and began, the head was passed. */
static void find_loop(const cov_paths *p, uint32_t point, cov_passed *out) {
    uint32_t body = body_of_loop(p, point);
    if (body != PROBE_NONE) {
        uint32_t target = p->body->insns[p->jump_of[point]].target;
        out->loop_of[point] = p->start_of[body] == target ? body : PROBE_NONE;
        out->is_passed[point] = p->ran[p->plan->atom_of_insn[target]];
    }
}

/* --- the whole --------------------------------------------------------------------------------- */

static bool any_jump(const cov_paths *p) {
    uint32_t point = 0;
    while (point < p->method->point_count && p->jump_of[point] == IL_NO_INSN) {
        point++;
    }
    return point < p->method->point_count;
}

static void make_result(const cov_paths *p, cov_passed *out, cc_arena *scratch) {
    uint32_t count = p->method->point_count;
    out->loop_of = CC_NEW_ARRAY(scratch, uint32_t, count);
    out->is_passed = CC_NEW_ARRAY(scratch, bool, count);
    for (uint32_t i = 0; i < count; i++) {
        out->loop_of[i] = PROBE_NONE;
    }
}

void cov_passed_find(const cov_passing *in, const uint64_t *hits, cov_passed *out,
                     cc_arena *scratch) {
    cov_paths p;
    *out = (cov_passed){NULL, NULL};
    bool has_written = in->language == PDB_LANG_CSHARP || in->language == PDB_LANG_VB;
    if (hits == NULL || !in->is_optimised || !has_written) {
        return;
    }
    cov_paths_make(&p, in->method, in->language, in->values, scratch);
    if (!any_jump(&p)) {
        return;
    }
    make_result(&p, out, scratch);
    cov_paths_find(&p);
    for (uint32_t i = 0; i < in->method->point_count; i++) {
        if (p.jump_of[i] != IL_NO_INSN) {
            find_loop(&p, i, out);
            out->is_passed[i] = hits[i] == 0 && (out->is_passed[i] || may_have_passed(&p, i));
        }
    }
}
