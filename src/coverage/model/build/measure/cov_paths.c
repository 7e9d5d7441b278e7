/* The jumps of a method that ran. See cov_paths.h. */
#include "coverage/model/build/measure/cov_paths.h"

#include "coverage/model/build/measure/cov_place.h"

enum { BRACE = 1 };

il_flow cov_flow_of(const cov_paths *p, uint32_t insn) {
    return (il_flow)il_op_get((il_op)p->body->insns[insn].op)->flow;
}

bool cov_is_jump(const cov_paths *p, uint32_t insn) {
    il_flow flow = cov_flow_of(p, insn);
    return flow == IL_FLOW_BRANCH || flow == IL_FLOW_LEAVE ||
           p->body->insns[insn].op == (uint16_t)IL_RET;
}

uint32_t cov_end_of_path(const cov_paths *p, uint32_t insn) {
    for (int steps = 0; steps < COV_MAX_CHASED && insn < p->body->insn_count; steps++) {
        const il_insn *at = &p->body->insns[insn];
        if (at->op == (uint16_t)IL_RET) {
            return p->body->insn_count;
        }
        if (at->op == (uint16_t)IL_NOP) {
            insn++;
        } else if (cov_is_jump(p, insn)) {
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
static uint32_t find_jump(const cov_paths *p, uint32_t point) {
    uint32_t insn = p->start_of[point];
    bool is_store = true;
    while (insn + 1 < p->body->insn_count && p->body->insns[insn].op == (uint16_t)IL_NOP &&
           p->point_of[insn + 1] == point) {
        insn++;
    }
    bool loads = cov_has_width(&p->points[point], BRACE) && insn + 1 < p->body->insn_count &&
                 il_local_index(&p->body->insns[insn], &is_store) >= 0 && !is_store &&
                 p->body->insns[insn + 1].op == (uint16_t)IL_RET && p->point_of[insn + 1] == point;
    insn += loads ? 1 : 0;
    return cov_is_jump(p, insn) ? insn : IL_NO_INSN;
}

static void note_points(cov_paths *p) {
    uint32_t count = p->method->point_count;
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

static void note_atom(cov_paths *p, uint32_t atom) {
    if (!p->ran[atom]) {
        p->ran[atom] = true;
        p->pending[p->pending_count++] = atom;
    }
}

/* An atom or edge that ran leads to the instruction. */
static void note_ran(cov_paths *p, uint32_t insn) {
    uint32_t atom = insn < p->body->insn_count ? p->plan->atom_of_insn[insn] : PROBE_NONE;
    if (atom != PROBE_NONE && !p->is_told[atom]) {
        note_atom(p, atom);
    }
}

/* A test that repeats what its operands decided has no counts of its own: control may have taken
 * either arm. */
static void note_repeated(cov_paths *p, uint32_t insn) {
    uint32_t b = p->plan->branch_of_insn[insn];
    if (b == PROBE_NONE || !p->plan->branches[b].is_repeated) {
        return;
    }
    for (uint32_t arm = 0; arm < p->plan->branches[b].arm_count; arm++) {
        note_ran(p, p->plan->branches[b].arms[arm].target);
    }
}

/* Goes on from an atom that ran to those that follow it. */
static void note_next(cov_paths *p, const probe_node *atom) {
    uint32_t last = atom->end_insn > atom->first_insn ? atom->end_insn - 1 : atom->first_insn;
    il_flow flow = cov_flow_of(p, last);
    if (flow == IL_FLOW_BRANCH || flow == IL_FLOW_LEAVE) {
        note_ran(p, p->body->insns[last].target);
    } else if ((flow == IL_FLOW_NEXT || flow == IL_FLOW_CALL) && !atom->is_fork_head) {
        note_ran(p, atom->end_insn);
    } else if (flow == IL_FLOW_COND) {
        note_repeated(p, last);
    }
}

/* Atoms without a visible point have no counter in the oracle: whether they ran follows from their
 * predecessors. */
static void find_ran(cov_paths *p) {
    for (uint32_t i = 0; i < p->method->point_count; i++) {
        uint32_t node = p->plan->node_of_point[i];
        if (node != PROBE_NONE) {
            p->is_told[node] = true;
        }
        if (node != PROBE_NONE && p->values[node] > 0) {
            note_atom(p, node);
        }
    }
    for (uint32_t b = 0; b < p->plan->branch_count; b++) {
        const probe_branch *branch = &p->plan->branches[b];
        for (uint32_t k = 0; !branch->is_repeated && k < branch->node_count; k++) {
            uint32_t node = branch->first_node + k;
            if (p->values[node] > 0) {
                note_atom(p, branch->atom);
                note_ran(p, p->plan->nodes[node].target);
            }
        }
    }
    while (p->pending_count > 0) {
        note_next(p, &p->plan->nodes[p->pending[--p->pending_count]]);
    }
}

/* --- paths ------------------------------------------------------------------------------------ */

static void note_target(cov_paths *p, uint32_t insn, uint32_t target) {
    if (target < p->body->insn_count) {
        p->is_target[target] = true;
        p->back_from[target] = target <= insn ? insn : p->back_from[target];
    }
}

static void note_targets(cov_paths *p) {
    for (uint32_t u = 0; u < p->body->insn_count; u++) {
        const il_insn *insn = &p->body->insns[u];
        il_flow flow = cov_flow_of(p, u);
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

/* The jump from the start of a loop to its test, after its body: no path that leaves the body uses
 * it. */
static bool enters_loop(const cov_paths *p, uint32_t insn) {
    return cov_flow_of(p, insn) == IL_FLOW_BRANCH && insn + 1 < p->body->insn_count &&
           p->body->insns[insn].target > insn &&
           p->back_from[insn + 1] >= p->body->insns[insn].target;
}

static void add_path(cov_paths *p, uint32_t insn, uint32_t to) {
    uint32_t end = cov_end_of_path(p, to);
    if (end != IL_NO_INSN) {
        p->paths[p->path_count] = (cov_path){insn, to, p->first_path[end]};
        p->first_path[end] = ++p->path_count;
    }
}

/* Control falls from the instruction before `to` into it. */
static bool falls_into(const cov_paths *p, uint32_t to) {
    return to > 0 && p->ran[p->plan->atom_of_insn[to - 1]] &&
           (cov_flow_of(p, to - 1) == IL_FLOW_NEXT || cov_flow_of(p, to - 1) == IL_FLOW_CALL);
}

/* Visual Basic: the jump of `End If` is after the first branch of the If; control falls from the
 * last one to where that jump goes, or into the jump of the next statement, which goes there. */
static void add_fallen(cov_paths *p) {
    for (uint32_t i = 0; p->language == PDB_LANG_VB && i < p->method->point_count; i++) {
        uint32_t at = p->jump_of[i];
        if (at == IL_NO_INSN || p->body->insns[at].op == (uint16_t)IL_RET) {
            continue;
        }
        uint32_t to = p->body->insns[at].target;
        uint32_t start = p->start_of[i];
        if (falls_into(p, to) && to - 1 > at) {
            add_path(p, to - 1, to);
        }
        if (falls_into(p, start) && p->ran[p->plan->atom_of_insn[start]]) {
            add_path(p, start - 1, start);
        }
    }
}

/* A test that repeats what operands decided has no counts of its own in the plan: control may have
 * taken each arm whose code ran. */
static bool may_take(const cov_paths *p, const probe_branch *branch, uint32_t node) {
    uint32_t target = p->plan->nodes[node].target;
    return p->ran[branch->atom] && target < p->body->insn_count &&
           p->ran[p->plan->atom_of_insn[target]];
}

static void find_paths(cov_paths *p) {
    note_targets(p);
    add_fallen(p);
    for (uint32_t u = 0; u < p->body->insn_count; u++) {
        if (cov_is_jump(p, u) && p->ran[p->plan->atom_of_insn[u]] && !enters_loop(p, u)) {
            add_path(p, u, u);
        }
    }
    for (uint32_t b = 0; b < p->plan->branch_count; b++) {
        const probe_branch *branch = &p->plan->branches[b];
        for (uint32_t k = 0; branch->kind != PROBE_BRANCH_FORK && k < branch->node_count; k++) {
            uint32_t node = branch->first_node + k;
            if (branch->is_repeated ? may_take(p, branch, node) : p->values[node] > 0) {
                add_path(p, branch->insn, p->plan->nodes[node].target);
            }
        }
    }
}

/* --- the whole --------------------------------------------------------------------------------- */

void cov_paths_make(cov_paths *p, const mth_method *method, pdb_language language,
                    const uint64_t *values, cc_arena *arena) {
    size_t insns = (size_t)method->body.insn_count + 1;
    size_t paths = insns + method->plan->node_count + 2 * (size_t)method->point_count;
    *p = (cov_paths){.method = method, .language = language, .values = values};
    p->body = &method->body;
    p->points = method->points;
    p->plan = method->plan;
    p->point_of = CC_NEW_ARRAY(arena, uint32_t, insns);
    p->start_of = CC_NEW_ARRAY(arena, uint32_t, method->point_count);
    p->jump_of = CC_NEW_ARRAY(arena, uint32_t, method->point_count);
    p->is_target = CC_NEW_ARRAY(arena, bool, insns);
    p->is_told = CC_NEW_ARRAY(arena, bool, p->plan->node_count);
    p->ran = CC_NEW_ARRAY(arena, bool, p->plan->node_count);
    p->pending = CC_NEW_ARRAY(arena, uint32_t, p->plan->node_count);
    p->back_from = CC_NEW_ARRAY(arena, uint32_t, insns);
    p->first_path = CC_NEW_ARRAY(arena, uint32_t, insns);
    p->paths = CC_NEW_ARRAY(arena, cov_path, paths);
    note_points(p);
}

static bool any_value(const cov_paths *p) {
    uint32_t node = 0;
    while (node < p->plan->node_count && p->values[node] == 0) {
        node++;
    }
    return node < p->plan->node_count;
}

void cov_paths_find(cov_paths *p) {
    if (any_value(p)) {
        find_ran(p);
        find_paths(p);
    }
}
