/* Lifted operators: `a + b` on nullable values tests HasValue, and makes either an empty value or
 * the operator's result. `a?.b` looks alike but calls a member; `a.HasValue ? ...` reads Value.
 *   HasValue [; HasValue; and]; brtrue L; initobj; br M; L: GetValueOrDefault ... op; newobj; M: */
#include "coverage/idiom/cov_view.h"

enum { MAX_OPERATOR = 24 };

static bool is_has_value(const cov_view *v, uint32_t unit) {
    return cov_calls(v, unit, "get_HasValue");
}

/* The tested value is HasValue of a copy, or an `and` or `or` over two of them: for two operands Visual
 * Basic tests its variables as they are, and who writes the test uses && or AndAlso. */
static bool tests_presence(const cov_view *v, uint32_t tested) {
    if (cov_is_op(v, tested, IL_AND) || cov_is_op(v, tested, IL_OR)) {
        return is_has_value(v, cov_before(v, tested));
    }
    return is_has_value(v, tested) && cov_is_copy(v, cov_before(v, tested));
}

static bool makes_empty(const cov_view *v, uint32_t unit) {
    return unit != COV_NO_UNIT && cov_load_length(v, unit) == 1 &&
           cov_is_op(v, unit + 1, IL_INITOBJ);
}

/* `Not a` of Visual Basic: a itself when it is empty. */
static bool keeps_empty(const cov_view *v, uint32_t unit, uint32_t has_value) {
    uint32_t operand = cov_before(v, has_value);
    return v->language == PDB_LANG_VB && is_has_value(v, has_value) && operand != COV_NO_UNIT &&
           unit != COV_NO_UNIT && cov_load_length(v, unit) == 1 && cov_same_load(v, unit, operand);
}

/* Visual Basic compares by methods of the type. */
static bool is_basic_operator(const cov_view *v, uint32_t unit) {
    cc_str type = cov_member_type(v, unit);
    return v->language == PDB_LANG_VB &&
           (cc_str_eqz(type, "System.Decimal") ||
            (cc_str_eqz(type, "System.DateTime") && cov_calls(v, unit, "Compare")));
}

static bool is_operator_call(const cov_view *v, uint32_t unit) {
    cc_str name = cov_member(v, unit);
    return cc_str_starts(name, "op_") || cc_str_eqz(name, "GetValueOrDefault") ||
           is_basic_operator(v, unit);
}

/* `price * 1.5m`: a constant operand is made where it is used. */
static bool is_decimal_constant(const cov_view *v, uint32_t unit) {
    return cov_is_op(v, unit, IL_NEWOBJ) && cc_str_eqz(cov_member_type(v, unit), "System.Decimal");
}

/* From `unit` on values are taken out and an operator is applied, up to `newobj Nullable`. */
static bool applies_operator(const cov_view *v, uint32_t unit) {
    uint32_t values = 0;
    int32_t stored = -1;
    for (int i = 0; i < MAX_OPERATOR && unit < v->body->unit_count; i++, unit++) {
        if (cov_is_store_local(v, unit, &stored)) {
            return false; /* `is int n ? ...` gives the value a name */
        }
        if (is_decimal_constant(v, unit)) {
            continue;
        }
        if (cov_is_op(v, unit, IL_NEWOBJ)) {
            return values > 0 && cc_str_starts(cov_member_type(v, unit), "System.Nullable`1");
        }
        if (cov_is_call(v, unit)) {
            values += cc_str_eqz(cov_member(v, unit), "GetValueOrDefault") ? 1 : 0;
            if (!is_operator_call(v, unit)) {
                return false;
            }
        } else if (il_op_get((il_op)cov_unit(v, unit)->op)->flow != IL_FLOW_NEXT) {
            return false;
        }
    }
    return false;
}

/* `Dim x As Long? = a` of Visual Basic, with a tested as it is: its value, converted at most. */
static bool converts_only(const cov_view *v, uint32_t unit, uint32_t has_value) {
    uint32_t operand = cov_before(v, has_value);
    uint32_t length = unit == COV_NO_UNIT ? 0 : cov_load_length(v, unit);
    if (v->language != PDB_LANG_VB || !is_has_value(v, has_value) || operand == COV_NO_UNIT ||
        length == 0 || !cov_same_load(v, unit + length - 1, operand) ||
        !cov_calls(v, unit + length, "GetValueOrDefault")) {
        return false;
    }
    unit += length + 1;
    bool is_conversion = unit < v->body->unit_count &&
                         il_op_get((il_op)cov_unit(v, unit)->op)->pops == 1 &&
                         il_op_get((il_op)cov_unit(v, unit)->op)->flow == IL_FLOW_NEXT;
    return cov_is_op(v, is_conversion ? unit + 1 : unit, IL_NEWOBJ);
}

/* `1 + a`, `flag Xor c` of Visual Basic: the right operand is tested as it is, its value is taken behind
 * the left one. (Who writes `If(a.HasValue, 1 + a.Value, Nothing)` has another member.) */
static bool takes_right_value(const cov_view *v, uint32_t unit, uint32_t has_value) {
    uint32_t operand = cov_before(v, has_value);
    if (v->language != PDB_LANG_VB || !is_has_value(v, has_value) || operand == COV_NO_UNIT ||
        cov_same_load(v, operand, unit)) {
        return false;
    }
    uint32_t taken = unit;
    while (taken < v->body->unit_count && !cov_calls(v, taken, "GetValueOrDefault")) {
        taken++;
    }
    uint32_t load = cov_before(v, taken);
    return load != COV_NO_UNIT && load > unit && cov_same_load(v, load, operand);
}

/* A conversion of the user's that makes a nullable value by itself: `int? n = (int?)money` with a Money?.
 * What it returns goes where the empty value goes.
 *   HasValue; brtrue L; initobj; load; br M;  L: load; GetValueOrDefault; call op_Explicit;  M: */
static bool converts_to_nullable(const cov_view *v, uint32_t present, uint32_t absent) {
    uint32_t taken = present == COV_NO_UNIT ? COV_NO_UNIT : present + cov_load_length(v, present);
    if (taken == COV_NO_UNIT || taken == present || !cov_calls(v, taken, "GetValueOrDefault") ||
        !(cov_calls(v, taken + 1, "op_Explicit") || cov_calls(v, taken + 1, "op_Implicit"))) {
        return false;
    }
    uint32_t empty = absent + 2;
    uint32_t length = cov_load_length(v, empty);
    return length > 0 && cov_settle(v, empty + length) == cov_settle(v, taken + 2);
}

/* Lifted comparison with an operator of the user's: equal presence is asked first, then presence.
 *   HasValue; HasValue; beq L / bne F;  L: HasValue; brtrue L2; ldc 1; br M; L2: ... call
 * op_Equality */
static bool asks_again(const cov_view *v, uint32_t unit) {
    unit = cov_settle(v, unit);
    uint32_t length = unit == COV_NO_UNIT ? 0 : cov_load_length(v, unit);
    return length > 0 && (v->starts[unit] & COV_START_VISIBLE) == 0 &&
           is_has_value(v, unit + length);
}

static bool compares_presence(const cov_view *v, uint32_t branch_unit) {
    const probe_branch *b = &v->plan->branches[v->plan->branch_of_unit[branch_unit]];
    if (!asks_again(v, b->arms[0].target) && !asks_again(v, b->arms[1].target)) {
        return false; /* `a.HasValue == b.HasValue` */
    }
    uint32_t right = cov_before(v, branch_unit);
    if (!is_has_value(v, right) || right < 1) {
        return false;
    }
    uint32_t first = 0;
    uint32_t load = cov_before(v, right);
    return load != COV_NO_UNIT && cov_plain_load(v, load, &first) &&
           is_has_value(v, cov_before(v, first)) &&
           il_op_get((il_op)cov_unit(v, branch_unit)->op)->pops == 2;
}

/* A comparison of decimals, or by an operator of the user's. What somebody asks of a nullable value goes
 * away with brfalse where there is none, and patterns keep the value:
 *   HasValue; brtrue L; ldc; br M;  L: GetValueOrDefault ... op_LessThan;  M: */
static bool chooses_constant(const cov_view *v, uint32_t b) {
    uint32_t branch = v->plan->branches[b].unit;
    uint32_t present = cov_settle(v, cov_arm_if(v, b, true));
    uint32_t absent = cov_settle(v, cov_arm_if(v, b, false));
    int32_t value = 0;
    if (cov_arm_if(v, b, false) != branch + 1 || !cov_is_const(v, absent, &value) ||
        present == COV_NO_UNIT) {
        return false;
    }
    uint32_t values = 0;
    for (uint32_t u = present; u < v->body->unit_count && u < present + MAX_OPERATOR; u++) {
        if (cov_is_call(v, u) && cc_str_starts(cov_member(v, u), "op_")) {
            return values > 0;
        }
        if (cov_is_call(v, u) && !cov_calls(v, u, "GetValueOrDefault")) {
            return false;
        }
        values += cov_is_call(v, u) ? 1 : 0;
        if (cov_is_store_local(v, u, &value) ||
            il_op_get((il_op)cov_unit(v, u)->op)->flow > IL_FLOW_CALL) {
            return false;
        }
    }
    return false;
}

static bool is_lifted(const cov_view *v, uint32_t b) {
    uint32_t tested = cov_tested(v, v->plan->branches[b].unit);
    uint32_t absent = cov_settle(v, cov_arm_if(v, b, false));
    uint32_t present = cov_settle(v, cov_arm_if(v, b, true));
    bool applies = present != COV_NO_UNIT && applies_operator(v, present);
    if (applies && keeps_empty(v, absent, tested)) {
        return true;
    }
    if (applies && makes_empty(v, absent) &&
        (converts_only(v, present, tested) || takes_right_value(v, present, tested))) {
        return true;
    }
    if (!tests_presence(v, tested)) {
        return false;
    }
    return (makes_empty(v, absent) && (applies || converts_to_nullable(v, present, absent))) ||
           chooses_constant(v, b);
}

/* `a == b` of nullable tuples keeps HasValue of a, asks whether that of b is the same (or of a plain b,
 * whether it is there), then once more what it is:
 *   HasValue; stloc t; ldloc t; [HasValue; beq | brtrue] L; ldc 0; br M;  L: ldloc t; brtrue L2; ldc 1 */
static bool is_kept_presence(const cov_view *v, uint32_t load) {
    int32_t local = -1;
    int32_t stored = -1;
    uint32_t loads = 0;
    if (!cov_is_load_local(v, load, &local)) {
        return false;
    }
    uint32_t unit = load;
    while (unit > 0 && (v->starts[unit] & COV_START_VISIBLE) == 0) {
        unit--;
        if (cov_is_store_local(v, unit, &stored) && stored == local) {
            break;
        }
    }
    for (uint32_t u = unit + 1; u < v->body->unit_count && v->point_at[u] == PROBE_NONE; u++) {
        loads += cov_is_load_local(v, u, &stored) && stored == local ? 1 : 0;
    }
    return loads == 2 && cov_is_store_local(v, unit, &stored) && stored == local &&
           is_has_value(v, cov_before(v, unit));
}

static bool compares_tuples(const cov_view *v, uint32_t b) {
    const probe_branch *branch = &v->plan->branches[b];
    uint32_t last = cov_before(v, branch->unit);
    uint32_t first = 0;
    int32_t value = 0;
    bool to_constant = cov_is_const(v, cov_settle(v, branch->arms[0].target), &value) ||
                       cov_is_const(v, cov_settle(v, branch->arms[1].target), &value);
    if (v->language != PDB_LANG_CSHARP || last == COV_NO_UNIT || !to_constant) {
        return false;
    }
    if (il_op_get((il_op)cov_unit(v, branch->unit)->op)->pops == 1) {
        return is_kept_presence(v, last);
    }
    uint32_t operand = is_has_value(v, last) ? cov_before(v, last) : COV_NO_UNIT;
    return operand != COV_NO_UNIT && cov_plain_load(v, operand, &first) &&
           cov_before(v, first) != COV_NO_UNIT && is_kept_presence(v, cov_before(v, first));
}

void cov_idiom_nullable(cov_view *v) {
    for (uint32_t b = 0; b < v->plan->branch_count; b++) {
        uint32_t unit = v->plan->branches[b].unit;
        if (v->fate[b] == COV_KEPT && v->plan->branches[b].kind == PROBE_BRANCH_COND &&
            (compares_presence(v, unit) || compares_tuples(v, b))) {
            cov_drop(v, b);
        }
        if (cov_is_truth_test(v, b) && is_lifted(v, b)) {
            cov_drop(v, b);
        }
    }
}
