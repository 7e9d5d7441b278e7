/* Lifted operators: `a + b` on nullable values tests HasValue, and makes either an empty value or
 * the operator's result. `a?.b` looks alike but calls a member; `a.HasValue ? ...` reads Value, or
 * takes the value of something else.
 *
 *     HasValue [; HasValue; and]; brtrue L; initobj; br M; L: GetValueOrDefault ... op; newobj;
 * M: */
#include "coverage/decision/core/dec_idioms.h"

/* What a branch may lift. */
typedef struct lifted {
    uint32_t tested;      /* the instruction that makes the tested value */
    uint32_t operands[2]; /* loads of what is asked for a value */
    uint32_t operand_count;
    uint32_t present, absent; /* where control goes on with values, and without */
} lifted;

static int8_t pops(const dec_view *v, uint32_t insn) {
    return il_op_get((il_op)dec_insn(v, insn)->op)->pops;
}

/* A type of the user may have a property of the same name. */
static bool asks_presence(dec_cursor *c) {
    return dec_call_of(c, "System.Nullable`1", "get_HasValue");
}

static bool is_has_value(const dec_view *v, uint32_t insn) {
    dec_cursor c = dec_at(v, insn);
    return asks_presence(&c);
}

/* HasValue of one operand, or an `and` or `or` of two of them. */
static void find_operands(const dec_view *v, lifted *l) {
    dec_cursor c = dec_back_at(v, l->tested);
    uint32_t count = dec_op2(&c, IL_AND, IL_OR) ? 2 : 1;
    while (l->operand_count < count && asks_presence(&c) &&
           dec_load(&c, &l->operands[l->operand_count])) {
        l->operand_count++;
    }
    l->operand_count = l->operand_count == count ? count : 0;
}

static lifted lifted_of(const dec_view *v, uint32_t branch) {
    lifted l = {.tested = dec_tested_value(v, dec_test_insn(v, branch)),
                .present = dec_dest_if(v, branch, true),
                .absent = dec_dest_if(v, branch, false)};
    find_operands(v, &l);
    return l;
}

/* The operands are copies. For two of them Visual Basic tests its variables without a copy; a test
 * in the source uses AndAlso. */
static bool tests_presence(const dec_view *v, const lifted *l) {
    bool is_in_place = l->operand_count == 2 && dec_does(v, DEC_TESTS_OPERANDS_IN_PLACE);
    bool is_copied = l->operand_count > 0;
    for (uint32_t i = 0; !is_in_place && i < l->operand_count; i++) {
        is_copied = is_copied && dec_is_copy(v, l->operands[i]);
    }
    return is_copied;
}

/* The call takes the value of an operand. A `?:` in the source cannot name the copy that it tests, so
 * it takes another one. */
static bool takes_operand(const dec_view *v, const lifted *l, uint32_t insn) {
    bool takes = false;
    for (uint32_t i = 0; dec_calls(v, insn, "GetValueOrDefault") && i < l->operand_count; i++) {
        takes = takes || dec_same_load(v, dec_insn_before(v, insn), l->operands[i]);
    }
    return takes;
}

static bool makes_empty(const dec_view *v, uint32_t insn) {
    return dec_load_length(v, insn) == 1 && dec_is_op(v, insn + 1, IL_INITOBJ);
}

/* Visual Basic: the operand whose HasValue is tested, without a copy; DEC_NO_INSN. */
static uint32_t operand_in_place(const dec_view *v, uint32_t has_value) {
    bool is_tested = dec_does(v, DEC_TESTS_OPERANDS_IN_PLACE) && is_has_value(v, has_value);
    return is_tested ? dec_insn_before(v, has_value) : DEC_NO_INSN;
}

/* `Not a` of Visual Basic: a itself when it is empty. */
static bool keeps_empty(const dec_view *v, uint32_t insn, uint32_t has_value) {
    return dec_load_length(v, insn) == 1 && dec_same_load(v, insn, operand_in_place(v, has_value));
}

/* Visual Basic compares by methods of the type. */
static bool is_basic_operator(const dec_view *v, uint32_t insn) {
    cc_str type = dec_member_type(v, insn);
    return dec_does(v, DEC_TESTS_OPERANDS_IN_PLACE) &&
           (cc_str_eqz(type, "System.Decimal") ||
            (cc_str_eqz(type, "System.DateTime") && dec_calls(v, insn, "Compare")));
}

static bool is_operator_call(const dec_view *v, uint32_t insn) {
    cc_str name = dec_member(v, insn);
    return cc_str_starts(name, "op_") || cc_str_eqz(name, "GetValueOrDefault") ||
           is_basic_operator(v, insn);
}

/* `price * 1.5m`: a constant operand is made where it is used. */
static bool is_decimal_constant(const dec_view *v, uint32_t insn) {
    return dec_is_op(v, insn, IL_NEWOBJ) && cc_str_eqz(dec_member_type(v, insn), "System.Decimal");
}

/* The last instruction of an operator whose result nobody uses: then no empty value is made
 * either. */
static bool discards_result(const dec_view *v, const lifted *l, uint32_t insn) {
    return dec_is_op(v, insn, IL_POP) && dec_skip_jumps(v, insn + 1) == l->absent;
}

/* Where values are present they are taken and an operator is applied. Returns the instruction that
 * takes its result, `newobj Nullable` or `pop`; DEC_NO_INSN: it is something else. */
static uint32_t end_of_operator(const dec_view *v, const lifted *l) {
    uint32_t values = 0;
    for (uint32_t insn = l->present; dec_is_insn(v, insn); insn++) {
        if (dec_is_store_local(v, insn, NULL) || dec_starts_visible(v, insn)) {
            break; /* `is int n ? ...` gives the value a name */
        }
        bool makes_result = dec_is_op(v, insn, IL_NEWOBJ) && !is_decimal_constant(v, insn);
        if (makes_result || discards_result(v, l, insn)) {
            bool is_value =
                !makes_result || cc_str_starts(dec_member_type(v, insn), "System.Nullable`1");
            return is_value && values > 0 ? insn : DEC_NO_INSN;
        }
        values += takes_operand(v, l, insn) ? 1 : 0;
        bool is_part = dec_is_call(v, insn)
                           ? is_operator_call(v, insn)
                           : is_decimal_constant(v, insn) || dec_flow(v, insn) == IL_FLOW_NEXT;
        if (!is_part) {
            break;
        }
    }
    return DEC_NO_INSN;
}

/* `Dim x As Long? = a` of Visual Basic, where a is tested without a copy: its value, at most
 * converted. */
static bool converts_only(const dec_view *v, uint32_t insn, uint32_t has_value) {
    dec_cursor c = dec_at(v, insn);
    if (!dec_load_again(&c, operand_in_place(v, has_value)) || !dec_call(&c, "GetValueOrDefault")) {
        return false;
    }
    bool is_conversion =
        dec_is_insn(v, c.at) && pops(v, c.at) == 1 && dec_flow(v, c.at) == IL_FLOW_NEXT;
    return dec_is_op(v, is_conversion ? c.at + 1 : c.at, IL_NEWOBJ);
}

/* `1 + a`, `flag Xor c` of Visual Basic: the right operand is tested without a copy, its value is
 * taken after the left one. (`If(a.HasValue, 1 + a.Value, Nothing)` in the source calls another
 * member.) */
static bool takes_right_value(const dec_view *v, uint32_t insn, uint32_t has_value) {
    uint32_t operand = operand_in_place(v, has_value);
    if (operand == DEC_NO_INSN || dec_same_load(v, operand, insn)) {
        return false;
    }
    uint32_t taken = dec_find_call(v, insn, DEC_NO_INSN, "GetValueOrDefault");
    uint32_t load = dec_insn_before(v, taken);
    return load > insn && dec_same_load(v, load, operand);
}

/* A user-defined conversion that itself returns a nullable value: `int? n = (int?)money` with a
 * Money?. Its result goes where the empty value goes.
 *
 *     HasValue; brtrue L; initobj; load; br M;  L: load; GetValueOrDefault; call op_Explicit; 
 * M: */
static bool converts_to_nullable(const dec_view *v, const lifted *l) {
    dec_cursor value = dec_at(v, l->present);
    dec_cursor empty = dec_at(v, l->absent + 2);
    return dec_load_again(&value, l->operands[0]) && dec_call(&value, "GetValueOrDefault") &&
           (dec_call(&value, "op_Explicit") || dec_call(&value, "op_Implicit")) &&
           dec_load(&empty, NULL) && dec_skip_jumps(v, empty.at) == dec_skip_jumps(v, value.at);
}

/* Lifted comparison with a user-defined operator: equal presence is tested first, then presence.
 *
 *     HasValue; HasValue; beq L / bne F;  L: HasValue; brtrue L2; ldc 1; br M; L2: ... call
 * op_Equality */
static bool tests_presence_next(const dec_view *v, uint32_t branch, uint32_t arm) {
    dec_cursor c = dec_at(v, dec_arm_dest(v, branch, arm));
    return !dec_starts_visible(v, c.at) && dec_load(&c, NULL) && asks_presence(&c);
}

static bool compares_presence(const dec_view *v, uint32_t b) {
    dec_cursor c = dec_before(v, dec_test_insn(v, b));
    if (!tests_presence_next(v, b, 0) && !tests_presence_next(v, b, 1)) {
        return false; /* `a.HasValue == b.HasValue` */
    }
    return asks_presence(&c) && dec_load(&c, NULL) && asks_presence(&c) &&
           pops(v, dec_test_insn(v, b)) == 2;
}

/* A comparison of decimals, or by a user-defined operator. A test by the user leaves with brfalse
 * where there is no value, and patterns store the value:
 *
 *     HasValue; brtrue L; ldc; br M;  L: GetValueOrDefault ... op_LessThan;  M: */
static bool chooses_constant(const dec_view *v, uint32_t b, const lifted *l) {
    if (dec_arm_if(v, b, false) != dec_test_insn(v, b) + 1 || !dec_is_const(v, l->absent, NULL) ||
        dec_is_call(v, l->absent + 1)) {
        return false; /* `a ?? F(4)` */
    }
    uint32_t values = 0;
    for (uint32_t u = l->present; dec_is_insn(v, u); u++) {
        if (dec_is_call(v, u) && cc_str_starts(dec_member(v, u), "op_")) {
            return values > 0;
        }
        if (dec_is_call(v, u) && !dec_calls(v, u, "GetValueOrDefault")) {
            return false;
        }
        values += takes_operand(v, l, u) ? 1 : 0;
        if (dec_stored(v, u).kind != IL_PLACE_NONE || dec_flow(v, u) > IL_FLOW_CALL) {
            return false;
        }
    }
    return false;
}

static bool is_lifted(const dec_view *v, uint32_t b) {
    lifted l = lifted_of(v, b);
    uint32_t end = end_of_operator(v, &l);
    bool applies = end != DEC_NO_INSN;
    bool is_empty = makes_empty(v, l.absent);
    if (applies && keeps_empty(v, l.absent, l.tested)) {
        return true;
    }
    if (applies && is_empty &&
        (converts_only(v, l.present, l.tested) || takes_right_value(v, l.present, l.tested))) {
        return true;
    }
    if (!tests_presence(v, &l)) {
        return false;
    }
    return (applies && (is_empty || dec_is_op(v, end, IL_POP))) ||
           (is_empty && converts_to_nullable(v, &l)) || chooses_constant(v, b, &l);
}

/* `a == b` of nullable tuples stores HasValue of a, tests whether that of b is the same (for a b
 * that is not nullable, whether a has a value), then tests it once more:
 *
 *     HasValue; stloc t; ldloc t; [HasValue; beq | brtrue] L; ldc 0; br M;  L: ldloc t; brtrue L2; ldc
 * 1 */
static bool is_kept_presence(const dec_view *v, uint32_t load) {
    int32_t local = -1;
    uint32_t loads = 0;
    if (!dec_is_load_local(v, load, &local)) {
        return false;
    }
    uint32_t insn = load;
    while (insn > 0 && !dec_starts_visible(v, insn)) {
        insn--;
        if (dec_stores_local(v, insn, local)) {
            break;
        }
    }
    for (uint32_t u = insn + 1; dec_is_insn(v, u) && v->point_at[u] == PROBE_NONE; u++) {
        loads += dec_loads_local(v, u, local) ? 1 : 0;
    }
    return loads == 2 && dec_stores_local(v, insn, local) &&
           is_has_value(v, dec_insn_before(v, insn));
}

static bool compares_tuples(const dec_view *v, uint32_t b) {
    dec_cursor c = dec_before(v, dec_test_insn(v, b));
    bool to_constant = dec_is_const(v, dec_arm_dest(v, b, 0), NULL) ||
                       dec_is_const(v, dec_arm_dest(v, b, 1), NULL);
    if (!dec_does(v, DEC_KEEPS_PRESENCE) || !to_constant) {
        return false;
    }
    if (pops(v, dec_test_insn(v, b)) == 2 && !(asks_presence(&c) && dec_load(&c, NULL))) {
        return false;
    }
    return is_kept_presence(v, c.at);
}

static bool compares(const dec_view *v, uint32_t b) {
    return dec_is_kind(v, b, PROBE_BRANCH_COND) &&
           (compares_presence(v, b) || compares_tuples(v, b));
}

void dec_idiom_nullable(dec_view *v) {
    dec_drop_tests(v, compares);
    dec_drop_truth_tests(v, is_lifted);
}
