/* F#: lines that use a value which their code computes first. See mth_used_values.h. */
#include "method/mth_used_values.h"

#include "rewriter/il/flow.h"

/* How far the code of a value goes at most, a limit against bodies that nobody writes. */
enum { MAX_VALUE = 4096 };

/* The code from a point to the instruction that takes the value. The depth is what the stack holds
 * above what it held at the point. */
typedef struct walk {
    const mth_method *m;
    const flow_graph *flow;
    /* By instruction: the depth that branches bring to it, plus one; 0: no branch so far. */
    uint32_t *brought;
    uint32_t first;    /* the instruction of the point */
    uint32_t last;     /* the instruction of the last point of the value */
    uint32_t end;      /* the next point after it is there */
    uint32_t furthest; /* the last target of a branch so far */
    uint32_t latest;   /* the last branch to an instruction so far */
    uint32_t depth;
} walk;

/* --- points ----------------------------------------------------------------------------------- */

static bool starts_before(const pdb_point *a, const pdb_point *b) {
    return a->start_line < b->start_line ||
           (a->start_line == b->start_line && a->start_column < b->start_column);
}

static bool ends_before(const pdb_point *a, const pdb_point *b) {
    return a->end_line < b->start_line ||
           (a->end_line == b->start_line && a->end_column <= b->start_column);
}

/* Control always comes from one instruction to the other, and nothing that the user can see happens
 * on the way: a nop, constants and variables that the line also uses. */
static bool is_quiet(const il_body *body, uint32_t from, uint32_t to) {
    for (uint32_t u = from; u < to; u++) {
        if (body->insns[u].flow != IL_FLOW_NEXT || body->insns[u].may_throw) {
            return false;
        }
    }
    return true;
}

/* Returns the next visible point, when only quiet code of the same document is before it. NULL:
 * none. */
static const pdb_point *next_point(const mth_method *m, const pdb_point *point) {
    const pdb_point *end = m->points + m->point_count;
    const pdb_point *next = point + 1;
    while (next < end && next->hidden) {
        next++;
    }
    uint32_t from = il_insn_at(&m->body, point->offset);
    uint32_t to = next < end ? il_insn_at(&m->body, next->offset) : IL_NO_INSN;
    bool is_near = from != IL_NO_INSN && to != IL_NO_INSN && next->document == point->document &&
                   is_quiet(&m->body, from, to);
    return is_near ? next : NULL;
}

/* What comes next is code that stands earlier in the source. */
static bool is_early(const mth_method *m, uint32_t i) {
    const pdb_point *next = m->points[i].hidden ? NULL : next_point(m, &m->points[i]);
    return next != NULL && next->offset > m->points[i].offset && ends_before(next, &m->points[i]);
}

/* Returns the first point of the value in the source: one value may use another one. */
static const pdb_point *begin_of_value(const mth_method *m, uint32_t i) {
    const pdb_point *first = next_point(m, &m->points[i]);
    const pdb_point *next = next_point(m, first);
    while (next != NULL && starts_before(next, first)) {
        first = next;
        next = next_point(m, first);
    }
    return first;
}

/* Sets `last` and `end` of the walk. Points of the value are before the line that uses it in the
 * source, and not before its own first point, as the head of a loop around it is. */
static void find_points_of_value(walk *w, uint32_t i) {
    const mth_method *m = w->m;
    const pdb_point *begin = begin_of_value(m, i);
    w->last = w->first;
    w->end = m->body.insn_count - w->first > MAX_VALUE ? w->first + MAX_VALUE : m->body.insn_count;
    for (uint32_t k = i + 1; k < m->point_count; k++) {
        const pdb_point *point = &m->points[k];
        if (point->hidden) {
            continue;
        }
        uint32_t insn = il_insn_at(&m->body, point->offset);
        if (insn == IL_NO_INSN || insn >= w->end || !starts_before(point, &m->points[i]) ||
            starts_before(point, begin)) {
            w->end = insn < w->end ? insn : w->end;
            return;
        }
        w->last = insn;
    }
}

/* --- code ------------------------------------------------------------------------------------- */

/* Notes what a branch brings to its target. Code of a value does not lead to the point again. */
static bool bring(walk *w, uint32_t target, uint32_t depth) {
    if (target <= w->first || target >= w->m->body.insn_count) {
        return false;
    }
    w->furthest = target > w->furthest ? target : w->furthest;
    w->brought[target] = depth + 1;
    return true;
}

static bool bring_to_targets(walk *w, const il_insn *insn) {
    if (insn->flow == IL_FLOW_LEAVE) {
        return bring(w, insn->target, 0);
    }
    if (il_has_target(insn)) {
        return bring(w, insn->target, w->depth);
    }
    for (uint32_t k = 0; insn->flow == IL_FLOW_SWITCH && k < insn->target_count; k++) {
        if (!bring(w, w->m->body.targets[insn->target + k], w->depth)) {
            return false;
        }
    }
    return true;
}

/* Sets the depth before an instruction to which the one before it does not fall through. Where only
 * branches from after it lead, as to the body of a loop, the stack is empty (ECMA-335 III.1.7.5). */
static void enter(walk *w, uint32_t insn) {
    const flow_region *region = &w->flow->regions[w->flow->region_of_insn[insn]];
    w->depth = w->brought[insn] == 0 ? 0 : w->brought[insn] - 1;
    if (region->start == insn && region->kind != FLOW_REGION_TRY && insn > 0) {
        il_clause_kind kind = w->m->body.clauses[region->first_clause].kind;
        w->depth = kind == IL_CLAUSE_CATCH || kind == IL_CLAUSE_FILTER ? 1 : 0;
    }
}

static bool step(walk *w, uint32_t u) {
    const il_insn *insn = &w->m->body.insns[u];
    uint32_t pops = 0, pushes = 0;
    if (!il_stack_effect(insn, &w->m->resolver, &pops, &pushes) || pops > w->depth) {
        return false;
    }
    w->depth = w->depth - pops + pushes;
    return bring_to_targets(w, insn);
}

/* Only the value's own code leads to the instruction; `latest` remembers from where. */
static bool has_own_sources(walk *w, uint32_t u) {
    for (uint32_t k = w->flow->source_at[u]; k < w->flow->source_at[u + 1]; k++) {
        uint32_t source = w->flow->sources[k];
        if (source < w->first) {
            return false;
        }
        w->latest = source > w->latest ? source : w->latest;
    }
    return true;
}

/* All ways of the value come together here, on the stack or in a variable that is loaded. */
static bool is_joined(const walk *w, uint32_t u) {
    bool is_store = false;
    return flow_source_count(w->flow, u) > 0 ||
           (flow_source_count(w->flow, u - 1) > 0 &&
            il_local_index(&w->m->body.insns[u - 1], &is_store) >= 0 && !is_store);
}

static bool takes_value(const walk *w, uint32_t u) {
    return u > w->last && u >= w->furthest && w->latest < u && w->depth > 0 && is_joined(w, u) &&
           w->flow->region_of_insn[u] == w->flow->region_of_insn[w->first];
}

/* Returns the instruction that takes the value; IL_NO_INSN when the code does not show it. */
static uint32_t find_taker(walk *w) {
    const il_body *body = &w->m->body;
    for (uint32_t u = w->first; u < w->end; u++) {
        if (u > w->first && !has_own_sources(w, u)) {
            return IL_NO_INSN;
        }
        if (u > w->first && !flow_falls_through(&body->insns[u - 1])) {
            enter(w, u);
        }
        if (takes_value(w, u)) {
            return u;
        }
        if (!step(w, u)) {
            return IL_NO_INSN;
        }
    }
    return IL_NO_INSN;
}

/* Returns the instruction to which the point belongs, or IL_NO_INSN. */
static uint32_t place_of(const mth_method *m, uint32_t i, const flow_graph *flow,
                         uint32_t *brought) {
    walk w = {.m = m, .flow = flow, .brought = brought};
    w.first = il_insn_at(&m->body, m->points[i].offset);
    w.latest = w.first;
    find_points_of_value(&w, i);
    uint32_t taker = find_taker(&w);
    for (uint32_t u = w.first; u <= w.furthest; u++) {
        brought[u] = 0;
    }
    return taker;
}

/* Points at one instruction keep the order of their old places from the end: the last one is of
 * the line that contains the others' values. */
static void move(mth_method *m, uint32_t i, uint32_t offset) {
    pdb_point moved = m->points[i];
    moved.offset = offset;
    uint32_t to = i;
    while (to + 1 < m->point_count &&
           (m->points[to + 1].offset < offset ||
            (m->points[to + 1].offset == offset && m->points[to + 1].hidden))) {
        m->points[to] = m->points[to + 1];
        to++;
    }
    m->points[to] = moved;
}

static bool is_fsharp(const pdb_file *pdb, uint32_t document, cc_arena *arena) {
    pdb_document row;
    return pdb_get_document(pdb, document, arena, &row) == CC_OK && row.language == PDB_LANG_FSHARP;
}

cc_err mth_move_points(mth_method *m, const pdb_file *pdb, cc_arena *arena) {
    flow_graph *flow = NULL;
    uint32_t *brought = NULL;
    for (uint32_t i = 0; i < m->point_count;) {
        if (!is_early(m, i)) {
            i++;
            continue;
        }
        if (flow == NULL) {
            if (!is_fsharp(pdb, m->points[i].document, arena)) {
                return CC_OK;
            }
            CC_TRY(flow_make(&flow, &m->body, arena));
            brought = CC_NEW_ARRAY(arena, uint32_t, m->body.insn_count);
            if (brought == NULL) {
                return cc_fail(CC_E_NOMEM, "out of memory for the points of a method");
            }
        }
        uint32_t taker = place_of(m, i, flow, brought);
        if (taker == IL_NO_INSN) {
            i++;
            continue;
        }
        move(m, i, m->body.insns[taker].offset);
    }
    return CC_OK;
}
