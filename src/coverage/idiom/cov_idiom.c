/* From branches to decisions: builds the view, runs the idioms, collects what is left. See
 * cov_idiom.h. */
#include "coverage/idiom/cov_idiom.h"

#include "base/cc_sort.h"
#include "coverage/cov_name.h"
#include "coverage/idiom/cov_tree.h"
#include "coverage/idiom/cov_twice.h"
#include "coverage/idiom/cov_view.h"

static cov_idiom_fn *const idioms[] = {
#define COV_IDIOM(name, text) cov_idiom_##name,
#include "coverage/idiom/idiom.def"
#undef COV_IDIOM
};

/* --- the view --------------------------------------------------------------------------------- */

/* MoveNext (in F# sequences GenerateNext) of a type that a compiler made for a method. */
static bool is_machine(const md_tables *tables, uint32_t token) {
    md_methoddef method;
    md_typedef type;
    cc_str user = {"", 0};
    uint32_t owner = md_owner_of_method(tables, MD_TOKEN_RID(token));
    if (owner == 0 || md_get_methoddef(tables, MD_TOKEN_RID(token), &method) != CC_OK ||
        md_get_typedef(tables, owner, &type) != CC_OK) {
        return false;
    }
    bool moves = cc_str_eqz(method.name, "MoveNext") || cc_str_eqz(method.name, "GenerateNext");
    return moves && cov_name_is_closure(type.name, &user);
}

static void note_targets(cov_view *v) {
    for (uint32_t u = 0; u < v->body->unit_count; u++) {
        const il_unit *unit = cov_unit(v, u);
        il_flow flow = (il_flow)il_op_get((il_op)unit->op)->flow;
        if (flow == IL_FLOW_SWITCH) {
            for (uint32_t i = 0; i < unit->target_count; i++) {
                v->is_target[v->body->targets[unit->target + i]] = true;
            }
        } else if (flow == IL_FLOW_BRANCH || flow == IL_FLOW_COND || flow == IL_FLOW_LEAVE) {
            v->is_target[unit->target] = true;
        }
    }
}

static void note_points(cov_view *v) {
    const mth_method *m = v->method;
    for (uint32_t u = 0; u < v->body->unit_count; u++) {
        v->point_at[u] = PROBE_NONE;
    }
    for (uint32_t i = 0; i < m->point_count; i++) {
        uint32_t offset = m->points[i].offset;
        uint32_t unit = offset < v->body->code.len ? v->body->unit_at[offset] : IL_NO_UNIT;
        if (unit >= v->body->unit_count) {
            continue;
        }
        if (m->points[i].hidden) {
            v->starts[unit] |= COV_START_HIDDEN;
        } else {
            v->starts[unit] |= COV_START_VISIBLE;
            v->point_at[unit] = v->point_at[unit] == PROBE_NONE ? i : v->point_at[unit];
        }
    }
}

static void find_around(cov_view *v, uint32_t unit) {
    uint32_t outer = unit;
    while (outer > 0 && !cov_point_contains(v, outer, unit)) {
        outer--;
    }
    if (cov_point_contains(v, outer, unit)) {
        v->around[v->point_at[unit]] = outer;
        v->has_parts = true;
    }
}

/* Most points end behind all those in front of them, and are part of none. */
static void note_parts(cov_view *v) {
    uint64_t latest_end = 0;
    for (uint32_t u = 0; u < v->body->unit_count; u++) {
        uint32_t i = v->point_at[u];
        if (i == PROBE_NONE) {
            continue;
        }
        const pdb_point *p = &v->method->points[i];
        uint64_t end = ((uint64_t)p->end_line << 32) | p->end_column;
        v->around[i] = COV_NO_UNIT;
        if (end < latest_end) {
            find_around(v, u);
        } else {
            latest_end = end;
        }
    }
}

static cc_err make_view(cov_view *v, const mth_method *method, const md_tables *tables,
                        const cov_decide_options *options, cc_arena *arena) {
    size_t units = (size_t)method->body.unit_count + 1;
    *v = (cov_view){.method = method,
                    .body = &method->body,
                    .plan = method->plan,
                    .tables = tables,
                    .arena = arena,
                    .language = options->language,
                    .role = options->role};
    v->starts = CC_NEW_ARRAY(arena, uint8_t, units);
    v->point_at = CC_NEW_ARRAY(arena, uint32_t, units);
    v->is_target = CC_NEW_ARRAY(arena, bool, units);
    v->twin = CC_NEW_ARRAY(arena, uint32_t, method->point_count);
    v->around = CC_NEW_ARRAY(arena, uint32_t, method->point_count);
    v->fate = CC_NEW_ARRAY(arena, cov_fate, v->plan->branch_count);
    v->certain = CC_NEW_ARRAY(arena, uint32_t, v->plan->branch_count);
    v->over = CC_NEW_ARRAY(arena, uint32_t, v->plan->branch_count);
    v->stands = CC_NEW_ARRAY(arena, uint32_t, v->plan->branch_count);
    v->arm_from = CC_NEW_ARRAY(arena, uint32_t, units);
    v->arm_of = CC_NEW_ARRAY(arena, uint32_t, units);
    if (v->starts == NULL || v->point_at == NULL || v->is_target == NULL || v->fate == NULL ||
        v->certain == NULL || v->twin == NULL || v->over == NULL || v->stands == NULL ||
        v->arm_from == NULL || v->arm_of == NULL || v->around == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory for the decisions of a method");
    }
    for (uint32_t i = 0; i < method->point_count; i++) {
        v->twin[i] = i;
    }
    for (size_t u = 0; u < units; u++) {
        v->arm_from[u] = v->arm_of[u] = COV_NO_UNIT;
    }
    v->is_machine = is_machine(tables, method->token);
    note_points(v);
    note_parts(v);
    note_targets(v);
    CC_TRY(cov_find_parts(v, options->pdb));
    for (uint32_t b = 0; b < v->plan->branch_count; b++) {
        v->fate[b] = v->plan->branches[b].is_repeated ? COV_DROPPED : COV_KEPT;
        v->over[b] = v->stands[b] = COV_NO_UNIT;
    }
    return CC_OK;
}

/* --- what is left ----------------------------------------------------------------------------- */

static bool copy_arms(cov_decision *d, const cov_view *v, uint32_t b) {
    const probe_branch *branch = &v->plan->branches[b];
    uint32_t flip = cov_arms_are_swapped(v, b) ? 1 : 0;
    d->arms = CC_NEW_ARRAY(v->arena, cov_decision_arm, branch->arm_count);
    for (uint32_t i = 0; d->arms != NULL && i < branch->arm_count; i++) {
        const probe_arm *arm = &branch->arms[i ^ flip];
        d->arms[i] = (cov_decision_arm){arm->nodes, arm->node_count};
    }
    return d->arms != NULL;
}

static int compare_decisions(const void *a, const void *b) {
    const cov_decision *x = (const cov_decision *)a;
    const cov_decision *y = (const cov_decision *)b;
    return (x->unit > y->unit) - (x->unit < y->unit);
}

static cc_err collect(cov_decisions *out, const cov_view *v) {
    uint32_t room = v->plan->branch_count + v->group_count;
    out->items = CC_NEW_ARRAY(v->arena, cov_decision, room);
    if (out->items == NULL || v->failed) {
        return cc_fail(CC_E_NOMEM, "out of memory for the decisions of a method");
    }
    for (uint32_t b = 0; b < v->plan->branch_count; b++) {
        const probe_branch *branch = &v->plan->branches[b];
        if (v->fate[b] != COV_KEPT || branch->arm_count < 2) {
            continue;
        }
        cov_decision *d = &out->items[out->count++];
        *d = (cov_decision){.unit = branch->unit,
                            .place = cov_place_of(v, branch->unit),
                            .is_switch = branch->kind == PROBE_BRANCH_SWITCH,
                            .arm_count = branch->arm_count};
        if (!copy_arms(d, v, b)) {
            return cc_fail(CC_E_NOMEM, "out of memory for the decisions of a method");
        }
    }
    for (uint32_t i = 0; i < v->group_count; i++) {
        cov_decision *d = &out->items[out->count++];
        *d = v->groups[i];
        d->place = cov_place_of(v, d->unit);
    }
    cc_sort(out->items, out->count, sizeof(cov_decision), compare_decisions);
    return CC_OK;
}

/* C#: the `}` of a local function whose every way returns through an awaited handler. The code behind the
 * handler cannot be reached: it empties variables of the state machine, then `ldnull; throw`. (In a method
 * the brace is the end as well.) */
static bool is_filler(const cov_view *v, uint32_t unit) {
    if (v->language != PDB_LANG_CSHARP || v->point_at[unit] == PROBE_NONE) {
        return false;
    }
    const pdb_point *p = &v->method->points[v->point_at[unit]];
    bool is_brace = p->start_line == p->end_line && p->end_column == p->start_column + 1;
    uint32_t last = unit;
    while (is_brace && last + 1 < v->body->unit_count && v->starts[last + 1] == 0 &&
           il_op_get((il_op)cov_unit(v, last)->op)->flow == IL_FLOW_NEXT) {
        last++;
    }
    return last > unit && cov_is_op(v, last, IL_THROW) && cov_is_op(v, last - 1, IL_LDNULL);
}

/* A nop that a constant test jumps over, and such a filler: no code ever reaches their points. */
static cc_err find_phantoms(cov_decisions *out, const cov_view *v) {
    out->is_phantom = CC_NEW_ARRAY(v->arena, bool, v->method->point_count);
    if (out->is_phantom == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory for the points of a method");
    }
    for (uint32_t b = 0; b < v->plan->branch_count; b++) {
        uint32_t next = v->plan->branches[b].unit + 1;
        if (v->fate[b] == COV_CONSTANT && cov_is_op(v, next, IL_NOP) && v->certain[b] == next + 1 &&
            v->point_at[next] != PROBE_NONE) {
            out->is_phantom[v->point_at[next]] = true;
        }
    }
    for (uint32_t unit = 0; unit < v->body->unit_count; unit++) {
        if (is_filler(v, unit)) {
            out->is_phantom[v->point_at[unit]] = true;
        }
    }
    return CC_OK;
}

/* `ldc.i4.0; ret`: none of the rules takes the exception. */
static bool is_passed(const cov_view *v, cov_way way) {
    int32_t value = 1;
    uint32_t before = way.kind == COV_WAY_OUT ? cov_before(v, way.unit) : COV_NO_UNIT;
    return before != COV_NO_UNIT && cov_is_op(v, way.unit, IL_RET) &&
           cov_is_const(v, before, &value) && value == 0;
}

static cc_err find_passed(cov_decisions *out, const cov_view *v) {
    const probe_plan *plan = v->method->plan;
    cov_decision_arm passed = {NULL, 0};
    cov_view own = *v;
    for (uint32_t b = 0; v->role != COV_ROLE_NONE && b < plan->branch_count; b++) {
        const probe_branch *branch = &plan->branches[b];
        for (uint32_t arm = 0; !branch->is_repeated && arm < branch->arm_count; arm++) {
            const probe_arm *a = &branch->arms[arm];
            if (is_passed(v, cov_tree_way(v, branch, arm)) &&
                !cov_arm_add(&own, &passed, a->nodes, a->node_count)) {
                return cc_fail(CC_E_NOMEM, "out of memory for the decisions of a method");
            }
        }
    }
    out->passed = passed.nodes;
    out->passed_count = passed.node_count;
    return CC_OK;
}

cc_err cov_decide(cov_decisions *out, const mth_method *method, const md_tables *tables,
                  const cov_decide_options *options, cc_arena *arena) {
    cov_view view;
    *out = (cov_decisions){0};
    CC_TRY(make_view(&view, method, tables, options, arena));
    for (size_t i = 0; !options->raw && i < sizeof(idioms) / sizeof(idioms[0]); i++) {
        idioms[i](&view);
    }
    CC_TRY(find_phantoms(out, &view));
    CC_TRY(find_passed(out, &view));
    out->twin = view.twin;
    out->first_part = cov_first_part(&view);
    CC_TRY(collect(out, &view));
    if (!options->raw) {
        cov_join_twice(&view, out);
    }
    return view.failed ? cc_fail(CC_E_NOMEM, "out of memory for the decisions of a method") : CC_OK;
}
