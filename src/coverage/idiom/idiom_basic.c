/* Visual Basic. `On Error` and `Resume` are compiled to a dispatch over the statements of the
 * method, at hidden points; `Resume` also tests whether there is an error. `RaiseEvent` tests
 * whether there is a handler: load of the event's field; brfalse; Invoke. Conversions test for Nothing. */
#include "coverage/idiom/cov_view.h"

enum { MAX_ARGUMENTS = 32 };

static bool handles_errors(const cov_view *v) {
    for (uint32_t u = 0; u < v->body->unit_count; u++) {
        if (cov_calls(v, u, "CreateProjectError")) {
            return true;
        }
    }
    return false;
}

/* The test of a loop stands at a hidden point, too: it asks a call, MoveNext, or compares two values. The
 * dispatch asks a variable, or compares it with a constant. */
static bool asks_next(const cov_view *v, uint32_t b) {
    const probe_branch *branch = &v->plan->branches[b];
    uint32_t tested = cov_before(v, branch->unit);
    int32_t number = 0;
    if (branch->kind != PROBE_BRANCH_COND || tested == COV_NO_UNIT) {
        return false;
    }
    if (!cov_asks_truth(v, branch->unit)) {
        return !cov_is_const(v, tested, &number);
    }
    return !cov_is_load_local(v, tested, &number) && !cov_is_op(v, tested, IL_ISINST);
}

/* The branch is the first one behind the point, and tests what was stored in front of that. */
static bool carries_value(const cov_view *v, uint32_t start, uint32_t unit) {
    int32_t stored = -1;
    int32_t loaded = -1;
    for (uint32_t u = start; u < unit; u++) {
        if (v->plan->branch_of_unit[u] != PROBE_NONE) {
            return false;
        }
    }
    return start > 0 && cov_is_store_local(v, cov_before(v, start), &stored) &&
           cov_is_load_local(v, start, &loaded) && stored == loaded;
}

/* The branch stands at a hidden point, and is no loop's. */
static bool is_dispatch(const cov_view *v, uint32_t b) {
    uint32_t unit = v->plan->branches[b].unit;
    uint32_t start = cov_last_start(v, unit);
    return v->starts[start] == COV_START_HIDDEN && !carries_value(v, start, unit) &&
           !asks_next(v, b);
}

static bool raises_event(const cov_view *v, uint32_t b) {
    uint32_t load = cov_tested(v, v->plan->branches[b].unit);
    bool is_field = cov_is_op(v, load, IL_LDFLD) || cov_is_op(v, load, IL_LDSFLD);
    if (!is_field || !cc_str_ends(cov_member(v, load), "Event")) {
        return false;
    }
    uint32_t unit = cov_settle(v, cov_arm_if(v, b, true));
    for (int i = 0; i < MAX_ARGUMENTS && unit < v->body->unit_count; i++, unit++) {
        if (cov_calls(v, unit, "Invoke")) {
            return true;
        }
        if ((v->starts[unit] & COV_START_VISIBLE) != 0) {
            return false;
        }
    }
    return false;
}

/* `Resume` asks whether there is an error: brtrue; ldc number; call CreateProjectError; throw. */
static bool asks_for_error(const cov_view *v, uint32_t b) {
    uint32_t number = cov_settle(v, cov_arm_if(v, b, false));
    int32_t ignored = 0;
    return number != COV_NO_UNIT && number + 1 < v->body->unit_count &&
           cov_is_const(v, number, &ignored) && cov_calls(v, number + 1, "CreateProjectError");
}

/* Static locals keep a flag that says whether they are initialised: load of `$STATIC$...$Init`,
 * then brtrue, or load of its State, then brtrue or a comparison. */
static bool asks_static_flag(const cov_view *v, uint32_t b) {
    uint32_t unit = v->plan->branches[b].unit;
    uint32_t load = cov_before(v, unit);
    int32_t value = 0;
    if (load != COV_NO_UNIT && cov_is_const(v, load, &value)) {
        load = cov_before(v, load);
    }
    if (load != COV_NO_UNIT && cov_is_op(v, load, IL_LDFLD) &&
        cc_str_eqz(cov_member(v, load), "State")) {
        load = cov_before(v, load);
    }
    return load != COV_NO_UNIT && (cov_is_op(v, load, IL_LDFLD) || cov_is_op(v, load, IL_LDSFLD)) &&
           cc_str_starts(cov_member(v, load), "$STATIC$") &&
           cc_str_ends(cov_member(v, load), "$Init");
}

/* A delegate goes over into one of another type, Nothing into Nothing:
 *   LOAD; brtrue L; ldnull; br M; L: LOAD; ldftn Invoke; newobj; M: */
static bool converts_delegate(const cov_view *v, uint32_t b) {
    uint32_t none = cov_settle(v, cov_arm_if(v, b, false));
    uint32_t load = cov_settle(v, cov_arm_if(v, b, true));
    uint32_t length = load == COV_NO_UNIT ? 0 : cov_load_length(v, load);
    return none != COV_NO_UNIT && cov_is_op(v, none, IL_LDNULL) && length > 0 &&
           load + length + 1 < v->body->unit_count && cov_is_op(v, load + length, IL_LDFTN) &&
           cc_str_eqz(cov_member(v, load + length), "Invoke") &&
           cov_is_op(v, load + length + 1, IL_NEWOBJ);
}

/* For with a step that is known at run time only: which way does it go? Both ways end in the loop's
 * test.   br TEST; BODY: ...; TEST: load; brtrue DOWN; ...; br M; DOWN: ...; M: brtrue BODY */
static bool asks_direction(const cov_view *v, uint32_t b) {
    uint32_t unit = v->plan->branches[b].unit;
    uint32_t load = cov_before(v, unit);
    uint32_t first = 0;
    if (b + 1 >= v->plan->branch_count || load == COV_NO_UNIT || !cov_plain_load(v, load, &first)) {
        return false;
    }
    const probe_branch *last = &v->plan->branches[b + 1];
    uint32_t body = last->kind == PROBE_BRANCH_COND ? last->arms[1].target : 0;
    bool is_over = body > 0 && body < unit &&
                   (cov_is_op(v, body - 1, IL_BR) || cov_is_op(v, body - 1, IL_BR_S));
    return is_over && cov_unit(v, body - 1)->target == first &&
           !cov_visible_in(v, first, last->unit + 1);
}

/* `If a AndAlso b` over Object: both operands became a Boolean, which goes through Object once more.
 *   CBool(a); brfalse F; CBool(b); br M;  F: ldc 0;  M: box Boolean; call ToBoolean; brfalse */
static bool asks_for_boolean_again(const cov_view *v, uint32_t b) {
    uint32_t unit = v->plan->branches[b].unit;
    uint32_t call = cov_tested(v, unit);
    uint32_t box = call == COV_NO_UNIT || call == 0 ? COV_NO_UNIT : call - 1;
    if (box == COV_NO_UNIT || cov_visible_in(v, box, unit + 1) ||
        !cov_calls(v, call, "ToBoolean") || !cov_is_op(v, box, IL_BOX) ||
        !cc_str_eqz(cov_type_operand(v, box), "System.Boolean")) {
        return false;
    }
    for (uint32_t u = 0; u < box; u++) {
        bool jumps = cov_is_op(v, u, IL_BR) || cov_is_op(v, u, IL_BR_S);
        uint32_t fork = v->plan->fork_of_unit[u];
        if (jumps && cov_unit(v, u)->target == box && fork != PROBE_NONE &&
            v->fate[fork] == COV_KEPT) {
            return true;
        }
    }
    return false;
}

/* CType, DirectCast and For Each from Object to a structure: Nothing becomes its empty value.
 *   dup; brtrue L; pop; ldloca t; initobj T; ldloc t; br M;  L: unbox.any T;  M: */
static bool unboxes_nothing(const cov_view *v, uint32_t b) {
    uint32_t unit = v->plan->branches[b].unit;
    return cov_is_op(v, cov_before(v, unit), IL_DUP) &&
           cov_is_op(v, cov_settle(v, cov_arm_if(v, b, false)), IL_POP) &&
           cov_is_op(v, cov_settle(v, cov_arm_if(v, b, true)), IL_UNBOX_ANY);
}

void cov_idiom_basic(cov_view *v) {
    if (v->language != PDB_LANG_VB) {
        return;
    }
    bool on_error = handles_errors(v);
    for (uint32_t b = 0; b < v->plan->branch_count; b++) {
        bool dispatch = on_error && is_dispatch(v, b);
        bool made =
            dispatch || asks_static_flag(v, b) ||
            (cov_is_truth_test(v, b) &&
             ((on_error && asks_for_error(v, b)) || raises_event(v, b) || converts_delegate(v, b) ||
              asks_direction(v, b) || asks_for_boolean_again(v, b) || unboxes_nothing(v, b)));
        if (v->fate[b] == COV_KEPT && made) {
            cov_drop(v, b);
        }
    }
}
