/* Exits that optimised code does not distinguish. See cov_passed.h. */
#include "coverage/model/cov_passed.h"

enum { MAX_CHASED = 64, BRACE = 1, BREAK = 6, RETURN = 7, CONTINUE = 9 };

typedef struct path {
    uint32_t insn,
        /* `to`: the instruction itself when it is a jump, else the destination of its edge */
        to;
    uint32_t next; /* index + 1 of the next path with the same end; 0: none */
} path;

typedef struct passing {
    const cov_passing *in;
    const il_body *body;
    const pdb_point *points;
    const probe_plan *plan;
    /* by instruction: the last point at or before it; PROBE_NONE: none */
    uint32_t *point_of;
    uint32_t *start_of; /* by point: its first instruction */
    uint32_t *jump_of;  /* by point: the jump that is all of its code; IL_NO_INSN: none */
    bool *is_told;      /* by atom: a visible point begins in it, so that its value is exact */
    /* by atom: it began, according to the counters that both plan and oracle have */
    bool *ran;
    uint32_t *pending; /* atoms whose successor was not examined yet */
    uint32_t pending_count;
    /* by instruction: control may come from an instruction other than the one in front */
    bool *is_target;
    uint32_t *back_from; /* by instruction: the last one that jumps back to it; 0: none */
    /* Paths that ran, by the instruction at their end; insn_count: a ret. */
    path *paths;
    uint32_t path_count;
    uint32_t *first_path; /* index + 1 */
} passing;

static il_flow flow_of(const passing *p, uint32_t insn) {
    return (il_flow)il_op_get((il_op)p->body->insns[insn].op)->flow;
}

static bool is_jump(const passing *p, uint32_t insn) {
    il_flow flow = flow_of(p, insn);
    return flow == IL_FLOW_BRANCH || flow == IL_FLOW_LEAVE ||
           p->body->insns[insn].op == (uint16_t)IL_RET;
}

static bool is_brace(const pdb_point *p) {
    return p->start_line == p->end_line && p->end_column == p->start_column + BRACE;
}

static bool has_width(const passing *p, uint32_t point, uint32_t width) {
    const pdb_point *at = &p->points[point];
    return p->in->language == PDB_LANG_CSHARP && at->start_line == at->end_line &&
           at->end_column == at->start_column + width;
}

/* The end of a path that goes to the instruction, with jumps followed; `insn_count` for every ret,
 * IL_NO_INSN for a cycle. */
static uint32_t end_of_path(const passing *p, uint32_t insn) {
    for (int steps = 0; steps < MAX_CHASED && insn < p->body->insn_count; steps++) {
        const il_insn *at = &p->body->insns[insn];
        if (at->op == (uint16_t)IL_RET) {
            return p->body->insn_count;
        }
        if (at->op == (uint16_t)IL_NOP) {
            insn++;
        } else if (is_jump(p, insn)) {
            insn = at->target;
        } else {
            return insn;
        }
    }
    return IL_NO_INSN;
}

/* --- points ----------------------------------------------------------------------------------- */

/* The jump that is all the code of the point. The `}` of a method with a result loads the variable
 * that holds it. */
static uint32_t find_jump(const passing *p, uint32_t point) {
    uint32_t insn = p->start_of[point];
    bool is_store = true;
    while (insn + 1 < p->body->insn_count && p->body->insns[insn].op == (uint16_t)IL_NOP &&
           p->point_of[insn + 1] == point) {
        insn++;
    }
    bool loads = is_brace(&p->points[point]) && insn + 1 < p->body->insn_count &&
                 il_local_index(&p->body->insns[insn], &is_store) >= 0 && !is_store &&
                 p->body->insns[insn + 1].op == (uint16_t)IL_RET && p->point_of[insn + 1] == point;
    insn += loads ? 1 : 0;
    return is_jump(p, insn) ? insn : IL_NO_INSN;
}

static void note_points(passing *p) {
    uint32_t count = p->in->method->point_count;
    uint32_t next = 0;
    for (uint32_t u = 0; u < p->body->insn_count; u++) {
        p->point_of[u] = u == 0 ? PROBE_NONE : p->point_of[u - 1];
        for (; next < count && p->points[next].offset <= p->body->insns[u].offset; next++) {
            p->point_of[u] = next;
            p->start_of[next] = u;
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        bool has_code = i < next && !p->points[i].hidden && p->point_of[p->start_of[i]] == i;
        p->jump_of[i] = has_code ? find_jump(p, i) : IL_NO_INSN;
    }
}

/* --- what ran --------------------------------------------------------------------------------- */

static void note_atom(passing *p, uint32_t atom) {
    if (!p->ran[atom]) {
        p->ran[atom] = true;
        p->pending[p->pending_count++] = atom;
    }
}

/* An atom or edge that ran leads to the instruction. */
static void note_ran(passing *p, uint32_t insn) {
    uint32_t atom = insn < p->body->insn_count ? p->plan->atom_of_insn[insn] : PROBE_NONE;
    if (atom != PROBE_NONE && !p->is_told[atom]) {
        note_atom(p, atom);
    }
}

/* Atoms without a visible point have no counter in the oracle: whether they ran follows from their
 * predecessors. */
static void find_ran(passing *p) {
    for (uint32_t i = 0; i < p->in->method->point_count; i++) {
        uint32_t node = p->plan->node_of_point[i];
        if (node != PROBE_NONE) {
            p->is_told[node] = true;
        }
        if (node != PROBE_NONE && p->in->values[node] > 0) {
            note_atom(p, node);
        }
    }
    for (uint32_t b = 0; b < p->plan->branch_count; b++) {
        const probe_branch *branch = &p->plan->branches[b];
        for (uint32_t k = 0; !branch->is_repeated && k < branch->node_count; k++) {
            uint32_t node = branch->first_node + k;
            if (p->in->values[node] > 0) {
                note_atom(p, branch->atom);
                note_ran(p, p->plan->nodes[node].target);
            }
        }
    }
    while (p->pending_count > 0) {
        const probe_node *atom = &p->plan->nodes[p->pending[--p->pending_count]];
        uint32_t last = atom->end_insn > atom->first_insn ? atom->end_insn - 1 : atom->first_insn;
        il_flow flow = flow_of(p, last);
        if (flow == IL_FLOW_BRANCH || flow == IL_FLOW_LEAVE) {
            note_ran(p, p->body->insns[last].target);
        } else if ((flow == IL_FLOW_NEXT || flow == IL_FLOW_CALL) && !atom->is_fork_head) {
            note_ran(p, atom->end_insn);
        }
    }
}

/* --- paths ------------------------------------------------------------------------------------ */

static void note_target(passing *p, uint32_t insn, uint32_t target) {
    if (target < p->body->insn_count) {
        p->is_target[target] = true;
        p->back_from[target] = target <= insn ? insn : p->back_from[target];
    }
}

static void note_targets(passing *p) {
    for (uint32_t u = 0; u < p->body->insn_count; u++) {
        const il_insn *insn = &p->body->insns[u];
        il_flow flow = flow_of(p, u);
        for (uint32_t i = 0; flow == IL_FLOW_SWITCH && i < insn->target_count; i++) {
            note_target(p, u, p->body->targets[insn->target + i]);
        }
        if (il_has_target(insn)) {
            note_target(p, u, insn->target);
        }
        if (flow != IL_FLOW_NEXT && flow != IL_FLOW_CALL) {
            p->is_target[u + 1] = true;
        }
    }
}

/* The jump from the start of a loop to its test, behind its body: no path that leaves the body uses
 * it. */
static bool enters_loop(const passing *p, uint32_t insn) {
    return flow_of(p, insn) == IL_FLOW_BRANCH && insn + 1 < p->body->insn_count &&
           p->body->insns[insn].target > insn &&
           p->back_from[insn + 1] >= p->body->insns[insn].target;
}

static void add_path(passing *p, uint32_t insn, uint32_t to) {
    uint32_t end = end_of_path(p, to);
    if (end != IL_NO_INSN) {
        p->paths[p->path_count] = (path){insn, to, p->first_path[end]};
        p->first_path[end] = ++p->path_count;
    }
}

/* Visual Basic: the jump of `End If` is behind the first branch of the If; control falls from the last one to where that jump goes. */
static void add_fallen(passing *p) {
    for (uint32_t i = 0; p->in->language == PDB_LANG_VB && i < p->in->method->point_count; i++) {
        const il_insn *jump = p->jump_of[i] == IL_NO_INSN ? NULL : &p->body->insns[p->jump_of[i]];
        uint32_t to = jump == NULL || jump->op == (uint16_t)IL_RET ? 0 : jump->target;
        bool falls =
            to > 0 && (flow_of(p, to - 1) == IL_FLOW_NEXT || flow_of(p, to - 1) == IL_FLOW_CALL);
        if (falls && to - 1 > p->jump_of[i] && p->ran[p->plan->atom_of_insn[to - 1]]) {
            add_path(p, to - 1, to);
        }
    }
}

static void find_paths(passing *p) {
    note_targets(p);
    add_fallen(p);
    for (uint32_t u = 0; u < p->body->insn_count; u++) {
        if (is_jump(p, u) && p->ran[p->plan->atom_of_insn[u]] && !enters_loop(p, u)) {
            add_path(p, u, u);
        }
    }
    for (uint32_t b = 0; b < p->plan->branch_count; b++) {
        const probe_branch *branch = &p->plan->branches[b];
        bool is_told = branch->kind != PROBE_BRANCH_FORK && !branch->is_repeated;
        for (uint32_t k = 0; is_told && k < branch->node_count; k++) {
            uint32_t node = branch->first_node + k;
            if (p->in->values[node] > 0) {
                add_path(p, branch->insn, p->plan->nodes[node].target);
            }
        }
    }
}

/* --- points that a path may pass
 * ---------------------------------------------------------------- */

/* `return;` and `continue;` pass no other jump of the source, nor the `}` of a try block; they pass
 * the `}` of the method, and the end of a loop. */
static bool passes_nothing(const passing *p, uint32_t from, uint32_t jump, uint32_t point) {
    bool is_return = has_width(p, from, RETURN) && p->body->insns[p->jump_of[from]].op == IL_RET;
    bool is_written = has_width(p, point, BREAK) || has_width(p, point, RETURN) ||
                      has_width(p, point, CONTINUE) || has_width(p, point, BRACE);
    bool is_ret = p->body->insns[jump].op == (uint16_t)IL_RET;
    bool is_end =
        is_ret ? has_width(p, point, BRACE) : !is_written && p->body->insns[jump].target <= jump;
    return !is_end && (is_return || has_width(p, from, CONTINUE));
}

/* The point of the statement that contains the instruction: skips hidden points at the instruction
 * itself (a copy of a jump), and those that control reaches only from the code in front.
 * PROBE_NONE: unknown. */
static uint32_t statement_of(const passing *p, uint32_t insn) {
    uint32_t at = p->point_of[insn];
    while (at != PROBE_NONE && p->points[at].hidden) {
        uint32_t start = p->start_of[at];
        bool is_straight = start == insn || !p->is_target[start];
        at = start > 0 && is_straight ? p->point_of[start - 1] : PROBE_NONE;
    }
    return at;
}

/* Code from which control passes a statement is in front of it, in the same block or an inner one:
 * its column is not smaller, unless it is on the same line. A jump of the source is in an inner
 * block. */
static bool may_pass(const passing *p, uint32_t insn, uint32_t point) {
    uint32_t from = statement_of(p, insn);
    if (from == PROBE_NONE) {
        return true;
    }
    const pdb_point *before = &p->points[from];
    const pdb_point *at = &p->points[point];
    bool is_written = p->jump_of[from] == insn;
    bool is_further_in = before->start_column > at->start_column ||
                         (!is_written && before->start_column == at->start_column);
    return before->document == at->document &&
           (is_further_in || before->start_line == at->start_line) &&
           !(is_written && passes_nothing(p, from, p->jump_of[point], point));
}

/* The first instruction of the innermost try block or handler that contains the instruction. */
static uint32_t region_of(const passing *p, uint32_t insn) {
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
static bool arrives_at(const passing *p, uint32_t insn, uint32_t jump) {
    for (int steps = 0; steps < MAX_CHASED && insn < p->body->insn_count && insn != jump; steps++) {
        bool is_nop = p->body->insns[insn].op == (uint16_t)IL_NOP;
        bool is_over = !is_nop && (!is_jump(p, insn) || p->body->insns[insn].op == IL_RET);
        if (is_over) {
            return false;
        }
        insn = is_nop ? insn + 1 : p->body->insns[insn].target;
    }
    return insn == jump;
}

/* The edge leads to a jump with a point of its own: that jump is a path of its own. */
static bool is_edge_to_jump(const passing *p, const path *w) {
    uint32_t at = p->point_of[w->to];
    return w->to != w->insn && at != PROBE_NONE && p->start_of[at] == w->to &&
           p->jump_of[at] != IL_NO_INSN;
}

static bool is_later(const pdb_point *a, const pdb_point *b) {
    return a->document == b->document &&
           (a->start_line > b->start_line ||
            (a->start_line == b->start_line && a->start_column > b->start_column));
}

/* Visual Basic: the other branches of an If, whose code is behind the jump of its `End If`. */
static bool is_other_branch(const passing *p, uint32_t insn, uint32_t point) {
    uint32_t from = p->in->language == PDB_LANG_VB ? statement_of(p, insn) : PROBE_NONE;
    return from != PROBE_NONE && is_later(&p->points[point], &p->points[from]);
}

/* `if (A || B) break;`, where the test of A leads where the jump goes: the condition held, because the last test, which is in
 * front of the jump, leads elsewhere when it does not hold. */
static bool holds_condition(const passing *p, const path *w, uint32_t point) {
    uint32_t start = p->start_of[point];
    uint32_t last = start == 0 ? 0 : start - 1;
    while (last > 0 && flow_of(p, last) == IL_FLOW_NEXT) {
        last--; /* `B is T t` stores the variable behind its test */
    }
    if (w->to == w->insn || w->insn >= last || flow_of(p, last) != IL_FLOW_COND) {
        return false;
    }
    uint32_t from = statement_of(p, w->insn);
    return from != PROBE_NONE && from == statement_of(p, last) &&
           end_of_path(p, p->body->insns[last].target) != end_of_path(p, p->jump_of[point]);
}

static bool may_lead_past(const passing *p, const path *w, uint32_t point) {
    uint32_t jump = p->jump_of[point];
    bool is_before = w->insn < jump ? w->to > jump || !is_edge_to_jump(p, w)
                                    : w->insn > jump && is_other_branch(p, w->insn, point);
    bool may = may_pass(p, w->insn, point) || holds_condition(p, w, point);
    return is_before && may && !arrives_at(p, w->to, jump);
}

/* The statement in front, in the same block, leads only to the point: its hits show whether the
 * point was passed.
 *
 *     Use(1);
 *     break; */
static bool is_behind_straight(const passing *p, uint32_t point) {
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
static bool may_have_passed(const passing *p, uint32_t point) {
    uint32_t end = end_of_path(p, p->jump_of[point]);
    uint32_t next = end == IL_NO_INSN || is_behind_straight(p, point) ? 0 : p->first_path[end];
    uint32_t region = next == 0 ? 0 : region_of(p, p->jump_of[point]);
    while (next != 0) {
        const path *w = &p->paths[next - 1];
        if (w->insn >= region && may_lead_past(p, w, point)) {
            return true;
        }
        next = w->next;
    }
    return false;
}

/* --- endless loops ----------------------------------------------------------------------------- */

/* The jump leads back to code that is written behind it: returns the first point there, else
 * PROBE_NONE. */
static uint32_t body_of_loop(const passing *p, uint32_t point) {
    const il_insn *jump = &p->body->insns[p->jump_of[point]];
    bool leads_back = jump->op != (uint16_t)IL_RET && jump->target <= p->jump_of[point];
    uint32_t body = leads_back ? p->point_of[jump->target] : PROBE_NONE;
    body += body != PROBE_NONE && p->start_of[body] < jump->target ? 1 : 0;
    while (body != PROBE_NONE && body < point && p->points[body].hidden) {
        body++;
    }
    bool is_head = body != PROBE_NONE && is_later(&p->points[body], &p->points[point]);
    return is_head ? body : PROBE_NONE;
}

/* If the body of a loop begins with a point, its head was passed as often as the body began. When it begins with code
 * that has no point, and began, the head was passed. */
static void find_loop(const passing *p, uint32_t point, cov_passed *out) {
    uint32_t body = body_of_loop(p, point);
    if (body != PROBE_NONE) {
        uint32_t target = p->body->insns[p->jump_of[point]].target;
        out->loop_of[point] = p->start_of[body] == target ? body : PROBE_NONE;
        out->is_passed[point] = p->ran[p->plan->atom_of_insn[target]];
    }
}

/* --- the whole
 * ---------------------------------------------------------------------------------- */

static cc_err make(passing *p, const cov_passing *in, cc_arena *arena) {
    size_t insns = (size_t)in->method->body.insn_count + 1;
    size_t paths = insns + in->method->plan->node_count + in->method->point_count;
    *p = (passing){.in = in, .body = &in->method->body, .points = in->method->points};
    p->plan = in->method->plan;
    p->point_of = CC_NEW_ARRAY(arena, uint32_t, insns);
    p->start_of = CC_NEW_ARRAY(arena, uint32_t, in->method->point_count);
    p->jump_of = CC_NEW_ARRAY(arena, uint32_t, in->method->point_count);
    p->is_target = CC_NEW_ARRAY(arena, bool, insns);
    p->is_told = CC_NEW_ARRAY(arena, bool, p->plan->node_count);
    p->ran = CC_NEW_ARRAY(arena, bool, p->plan->node_count);
    p->pending = CC_NEW_ARRAY(arena, uint32_t, p->plan->node_count);
    p->back_from = CC_NEW_ARRAY(arena, uint32_t, insns);
    p->first_path = CC_NEW_ARRAY(arena, uint32_t, insns);
    p->paths = CC_NEW_ARRAY(arena, path, paths);
    bool is_made = p->point_of != NULL && p->start_of != NULL && p->jump_of != NULL &&
                   p->ran != NULL && p->is_told != NULL && p->is_target != NULL &&
                   p->pending != NULL && p->back_from != NULL && p->first_path != NULL &&
                   p->paths != NULL;
    return is_made ? CC_OK : cc_fail(CC_E_NOMEM, "out of memory for the ways of a method");
}

static bool any_jump(const passing *p) {
    for (uint32_t i = 0; i < p->in->method->point_count; i++) {
        if (p->jump_of[i] != IL_NO_INSN) {
            return true;
        }
    }
    return false;
}

static bool any_value(const passing *p) {
    for (uint32_t i = 0; i < p->plan->node_count; i++) {
        if (p->in->values[i] > 0) {
            return true;
        }
    }
    return false;
}

static cc_err make_result(const passing *p, cov_passed *out, cc_arena *scratch) {
    uint32_t count = p->in->method->point_count;
    out->loop_of = CC_NEW_ARRAY(scratch, uint32_t, count);
    out->is_passed = CC_NEW_ARRAY(scratch, bool, count);
    if (out->loop_of == NULL || out->is_passed == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory for the ways of a method");
    }
    for (uint32_t i = 0; i < count; i++) {
        out->loop_of[i] = PROBE_NONE;
    }
    return CC_OK;
}

cc_err cov_passed_find(const cov_passing *in, const uint64_t *hits, cov_passed *out,
                       cc_arena *scratch) {
    passing p;
    *out = (cov_passed){NULL, NULL};
    bool has_written = in->language == PDB_LANG_CSHARP || in->language == PDB_LANG_VB;
    if (hits == NULL || !in->is_optimised || !has_written) {
        return CC_OK;
    }
    CC_TRY(make(&p, in, scratch));
    note_points(&p);
    if (!any_jump(&p)) {
        return CC_OK;
    }
    CC_TRY(make_result(&p, out, scratch));
    if (any_value(&p)) {
        find_ran(&p);
        find_paths(&p);
    }
    for (uint32_t i = 0; i < in->method->point_count; i++) {
        if (p.jump_of[i] != IL_NO_INSN) {
            find_loop(&p, i, out);
            out->is_passed[i] = hits[i] == 0 && (out->is_passed[i] || may_have_passed(&p, i));
        }
    }
    return CC_OK;
}
