/* From branches to decisions: builds the view, runs the idioms, collects the branches that remain.
 * See dec.h. */
#include "coverage/decision/core/dec.h"

#include "base/cc_sort.h"
#include "coverage/decision/core/dec_edit.h"
#include "coverage/decision/core/dec_idioms.h"
#include "coverage/decision/fsharp/dec_fsharp_copies.h"
#include "coverage/decision/fsharp/dec_function_head.h"
#include "coverage/decision/switch/dec_switch_head.h"
#include "coverage/decision/switch/dec_tree.h"
#include "coverage/module/mod_machine.h"

/* --- the view --------------------------------------------------------------------------------- */

static void note_targets(dec_view *v) {
    for (uint32_t u = 0; dec_is_insn(v, u); u++) {
        for (uint32_t i = 0; i < dec_target_count(v, u); i++) {
            v->is_target[dec_target(v, u, i)] = true;
        }
    }
}

static void note_points(dec_view *v) {
    const mth_method *m = v->method;
    for (uint32_t u = 0; dec_is_insn(v, u); u++) {
        v->point_at[u] = PROBE_NONE;
    }
    for (uint32_t i = 0; i < m->point_count; i++) {
        uint32_t insn = il_insn_at(v->body, m->points[i].offset);
        if (!dec_is_insn(v, insn)) {
            continue;
        }
        if (m->points[i].hidden) {
            v->starts[insn] |= DEC_START_HIDDEN;
        } else {
            bool is_same = v->document == 0 || v->document == m->points[i].document;
            v->document = is_same ? m->points[i].document : UINT32_MAX;
            v->starts[insn] |= DEC_START_VISIBLE;
            v->point_at[insn] = v->point_at[insn] == PROBE_NONE ? i : v->point_at[insn];
        }
    }
}

/* Most points end after all those before them, and are part of none. */
static void note_parts(dec_view *v) {
    uint64_t latest_end = 0;
    for (uint32_t u = 0; dec_is_insn(v, u); u++) {
        uint32_t i = v->point_at[u];
        if (i == PROBE_NONE) {
            continue;
        }
        const pdb_point *p = &v->method->points[i];
        uint64_t end = ((uint64_t)p->end_line << 32) | p->end_column;
        v->around[i] = DEC_NO_INSN;
        if (end < latest_end) {
            v->around[i] = dec_index_around(v, u, u);
            v->has_parts = v->has_parts || v->around[i] != DEC_NO_INSN;
        } else {
            latest_end = end;
        }
    }
}

static void make_view(dec_view *v, const mth_method *method, const md_tables *tables,
                      const dec_decide_options *options, cc_arena *arena) {
    size_t insns = (size_t)method->body.insn_count + 1;
    *v = (dec_view){.method = method,
                    .body = &method->body,
                    .plan = method->plan,
                    .tables = tables,
                    .pdb = options->pdb,
                    .sources = options->sources,
                    .arena = arena,
                    .language = options->language,
                    .habits = dec_habits_of(options->language),
                    .is_optimised = options->is_optimised,
                    .role = options->role};
    v->starts = CC_NEW_ARRAY(arena, uint8_t, insns);
    v->point_at = CC_NEW_ARRAY(arena, uint32_t, insns);
    v->is_target = CC_NEW_ARRAY(arena, bool, insns);
    v->around = CC_NEW_ARRAY(arena, uint32_t, method->point_count);
    dec_edits_make(v);
    v->is_machine = mod_machine_of(tables, method->token) != MOD_MACHINE_NONE;
    v->rules = (il_env_rules){.body = v->body};
    note_points(v);
    v->document = v->document == UINT32_MAX ? 0 : v->document;
    note_targets(v);
    dec_index_make(v);
    note_parts(v);
    dec_find_parts(v, options->pdb);
}

/* --- what remains ----------------------------------------------------------------------------- */

static void copy_arms(dec_decision *d, const dec_view *v, uint32_t b) {
    const probe_branch *branch = &v->plan->branches[b];
    uint32_t flip = dec_arms_are_swapped(v, b) ? 1 : 0;
    d->arms = CC_NEW_ARRAY(v->arena, dec_decision_arm, branch->arm_count);
    for (uint32_t i = 0; i < branch->arm_count; i++) {
        const probe_arm *arm = &branch->arms[i ^ flip];
        d->arms[i] = (dec_decision_arm){arm->nodes, arm->node_count};
    }
    uint32_t holds = 0;
    d->test = dec_test_of(v, b, &holds);
    d->holds = holds ^ flip;
}

static int compare_decisions(const void *a, const void *b) {
    const dec_decision *x = (const dec_decision *)a;
    const dec_decision *y = (const dec_decision *)b;
    return (x->insn > y->insn) - (x->insn < y->insn);
}

/* F#: the source has the decision, and the point at which it is shown, in the condition of a rule. */
static bool is_in_condition(const dec_view *v, const dec_decision *d) {
    if (d->head != NULL) {
        return false;
    }
    const pdb_point *point = dec_visible_point(v, dec_last_visible(v, d->place));
    return dec_does(v, DEC_MATCHES) && dec_condition_around(v, point) != NULL;
}

/* What the source says of the decision: its place, when its head has no point. */
static void ask_source(dec_view *v, dec_decision *d) {
    dec_find_switch_head(v, d);
    dec_find_function_head(v, d);
    d->is_in_condition = is_in_condition(v, d);
}

static void collect(dec_decisions *out, dec_view *v) {
    uint32_t room = v->plan->branch_count + dec_added_count(v);
    dec_index_jumps(v);
    out->items = CC_NEW_ARRAY(v->arena, dec_decision, room);
    for (uint32_t b = 0; b < v->plan->branch_count; b++) {
        const probe_branch *branch = &v->plan->branches[b];
        if (!dec_is_kept(v, b) || branch->arm_count < 2 || v->is_hidden[branch->insn]) {
            continue;
        }
        dec_decision *d = &out->items[out->count++];
        *d = (dec_decision){.insn = branch->insn,
                            .place = dec_line_insn(v, branch->insn),
                            .is_switch = branch->kind == PROBE_BRANCH_SWITCH,
                            .arm_count = branch->arm_count,
                            .condition = DEC_NO_INSN};
        copy_arms(d, v, b);
        ask_source(v, d);
    }
    for (uint32_t i = 0; i < dec_added_count(v); i++) {
        if (v->is_hidden[dec_added(v, i)->insn]) {
            continue;
        }
        dec_decision *d = &out->items[out->count++];
        *d = *dec_added(v, i);
        d->place = dec_line_insn(v, d->insn);
        ask_source(v, d);
    }
    cc_sort(out->items, out->count, sizeof(dec_decision), compare_decisions);
    for (uint32_t i = 0; i < out->count; i++) {
        dec_pass_switch_head(v, out->items, i);
    }
}

/* C#: the `}` of a local function in which every path returns through an awaited handler. The code
 * after the handler is unreachable: it clears variables of the state machine, then `ldnull;
 * throw`. (In a method the brace is also its end.) */
static bool is_filler(const dec_view *v, uint32_t insn) {
    const pdb_point *p = dec_visible_point(v, insn);
    if (!dec_does(v, DEC_FILLS_AFTER_HANDLERS) || p == NULL) {
        return false;
    }
    bool is_brace = p->start_line == p->end_line && p->end_column == p->start_column + 1;
    uint32_t last = insn;
    while (is_brace && dec_is_insn(v, last + 1) && v->starts[last + 1] == 0 &&
           dec_flow(v, last) == IL_FLOW_NEXT) {
        last++;
    }
    return last > insn && dec_is_op(v, last, IL_THROW) && dec_is_op(v, last - 1, IL_LDNULL);
}

/* Places for breakpoints, and such a filler: no code reaches their points. */
static void find_phantoms(dec_decisions *out, const dec_view *v) {
    out->is_phantom = CC_NEW_ARRAY(v->arena, bool, v->method->point_count);
    for (uint32_t insn = 0; dec_is_insn(v, insn); insn++) {
        if (v->point_at[insn] != PROBE_NONE && (dec_is_phantom(v, insn) || is_filler(v, insn))) {
            out->is_phantom[v->point_at[insn]] = true;
        }
    }
}

/* `ldc.i4.0; ret`: no rule takes the exception. */
static bool is_passed(const dec_view *v, dec_dest dest) {
    uint32_t before = dest.kind == DEC_DEST_OUT ? dec_insn_before(v, dest.insn) : DEC_NO_INSN;
    return dec_is_op(v, dest.insn, IL_RET) && dec_is_number(v, before, 0);
}

static void find_passed(dec_decisions *out, const dec_view *v) {
    const probe_plan *plan = v->method->plan;
    dec_decision_arm passed = {NULL, 0};
    for (uint32_t b = 0; v->role != DEC_ROLE_NONE && b < plan->branch_count; b++) {
        const probe_branch *branch = &plan->branches[b];
        for (uint32_t arm = 0; !branch->is_repeated && arm < branch->arm_count; arm++) {
            const probe_arm *a = &branch->arms[arm];
            if (is_passed(v, dec_tree_arm_dest(v, branch, arm))) {
                dec_arm_add(v, &passed, a->nodes, a->node_count);
            }
        }
    }
    out->passed = passed.nodes;
    out->passed_count = passed.node_count;
}

void dec_decide(dec_decisions *out, const mth_method *method, const md_tables *tables,
                const dec_decide_options *options, cc_arena *arena) {
    dec_view view;
    *out = (dec_decisions){0};
    make_view(&view, method, tables, options, arena);
    if (!options->raw) {
        dec_run_idioms(&view, options->order);
    }
    find_phantoms(out, &view);
    find_passed(out, &view);
    dec_points_of(&view, out);
    out->first_part = dec_first_part(&view);
    collect(out, &view);
    if (!options->raw) {
        dec_join_copies(&view, out);
    }
}
