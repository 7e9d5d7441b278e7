/* Three-valued logic: operators on Boolean?.
 *
 * Visual Basic: And, Or, AndAlso and OrElse. The left operand decides alone when it has a value,
 * False for And, True for Or; else the right one is evaluated.
 *     A.HasValue; brfalse L;  A.GetValueOrDefault; brfalse/brtrue SHORT;  L: ... right operand
 * The right operand of a value: B.HasValue; brtrue P; initobj; br M;  P: B.GetValueOrDefault; br...
 * of a condition: B.GetValueOrDefault or a Boolean; br... ELSE;  A.HasValue; brfalse ELSE
 *
 * Both tests of an operand are one decision with two arms. Where the right operand of a value is
 * only loaded, it was evaluated before or has no effect: that is And, or the same code, and a
 * lifted operator is not a decision. The same holds for a Boolean on the left, or a Boolean? there and
 * a Boolean on the right:
 *     test; brtrue L; 0; newobj Nullable; br M;  L: load of the other;  M:     (Or: the other first, then 1)
 *
 * C#: & and |, with both operands copied; with a Boolean on one side as in Visual Basic, on a copy.
 *     X.GetValueOrDefault; brtrue L;  Y.GetValueOrDefault; brtrue K;  X.HasValue; brfalse L;
 *     K: load of one; br M;  L: load of the other;  M:
 * Where nobody uses the result, K and L are M, and X.HasValue may be popped. */
#include "coverage/decision/core/dec_idioms.h"

enum { FORK_FALSE = 0 }; /* arm of a fork */

/* Two tests that make one decision: arm `on` of the first leads to the second, and its other arm
 * has the same destination as arm `alike` of the second. */
typedef struct pair {
    uint32_t first, second;
    uint32_t on, alike;
} pair;

static uint32_t arm_of(const dec_view *v, uint32_t branch, bool truth) {
    return dec_is_op(v, dec_test_insn(v, branch), IL_BRTRUE) == truth ? 1 : 0;
}

static bool tests_call(const dec_view *v, uint32_t branch, const char *name) {
    return dec_is_truth_test(v, branch) &&
           dec_calls(v, dec_insn_before(v, dec_test_insn(v, branch)), name);
}

/* The first branch after straight code without a visible point and without another entry; nops and
 * `br` before it are followed. */
static uint32_t next_test(const dec_view *v, uint32_t insn) {
    uint32_t begin = dec_skip_jumps(v, insn);
    insn = begin;
    while (dec_is_insn(v, insn) && !dec_starts_visible(v, insn) &&
           (insn == begin || !v->is_target[insn])) {
        uint32_t branch = dec_branch_at(v, insn);
        if (v->plan->fork_of_insn[insn] != PROBE_NONE || branch != DEC_NO_BRANCH) {
            return branch != DEC_NO_BRANCH ? branch : v->plan->fork_of_insn[insn];
        }
        if (!dec_goes_on(v, insn)) {
            break;
        }
        insn++;
    }
    return DEC_NO_BRANCH;
}

/* The test of a right operand that is a lifted comparison, whose own tests decide nothing:
 *   LIFTED: HasValue; brtrue L; initobj; br M;  L: ... newobj Nullable;  M: */
static uint32_t test_after_lifted(const dec_view *v, uint32_t test) {
    uint32_t last = 0;
    while (test != DEC_NO_BRANCH && dec_is_dropped(v, test) && test >= last) {
        last = test + 1;
        uint32_t insn = dec_dest_if(v, test, true);
        if (!dec_is_kind(v, test, PROBE_BRANCH_COND)) {
            return DEC_NO_BRANCH;
        }
        while (dec_is_insn(v, insn) && !dec_starts_visible(v, insn) &&
               !dec_is_op(v, insn, IL_NEWOBJ)) {
            insn++;
        }
        test = dec_is_op(v, insn, IL_NEWOBJ) ? next_test(v, insn + 1) : DEC_NO_BRANCH;
    }
    return test;
}

/* From `insn` on a variable is loaded, nothing else happens, and the branch tests it. */
static bool only_loads(const dec_view *v, uint32_t insn, uint32_t branch) {
    dec_cursor c = dec_at(v, dec_skip_jumps(v, insn));
    if (!dec_load(&c, NULL)) {
        return false;
    }
    if (!dec_call(&c, "get_HasValue")) {
        (void)dec_call(&c, "GetValueOrDefault");
    }
    return c.at == dec_test_insn(v, branch);
}

/* The tests of the left operand: two, with one destination for the right operand, and nothing
 * between them. */
static bool find_left(const dec_view *v, uint32_t b, pair *left) {
    if (!tests_call(v, b, "get_HasValue")) {
        return false;
    }
    uint32_t present = dec_arm_if(v, b, true);
    uint32_t second = next_test(v, present);
    if (!tests_call(v, second, "GetValueOrDefault") || !only_loads(v, present, second)) {
        return false;
    }
    uint32_t right = dec_dest_if(v, b, false);
    uint32_t alike = right == dec_arm_dest(v, second, 0) ? 0 : 1;
    *left = (pair){b, second, arm_of(v, b, true), alike};
    return right != DEC_NO_INSN && right == dec_arm_dest(v, second, alike) &&
           right != dec_arm_dest(v, second, 1 - alike);
}

/* B.HasValue; brtrue P; initobj ...; P: B.GetValueOrDefault; br... */
static bool is_value(const dec_view *v, uint32_t test, pair *right) {
    if (!tests_call(v, test, "get_HasValue")) {
        return false;
    }
    uint32_t absent = dec_dest_if(v, test, false);
    uint32_t present = dec_arm_if(v, test, true);
    uint32_t second = next_test(v, present);
    if (dec_load_length(v, absent) != 1 || !dec_is_op(v, absent + 1, IL_INITOBJ) ||
        !tests_call(v, second, "GetValueOrDefault")) {
        return false;
    }
    *right = (pair){test, second, arm_of(v, test, true), arm_of(v, second, false)};
    return only_loads(v, present, second);
}

/* The variable whose value or presence the branch tests. */
static uint32_t operand_of(const dec_view *v, uint32_t branch) {
    return dec_insn_before(v, dec_insn_before(v, dec_test_insn(v, branch)));
}

/* In Debug code A.HasValue is the value that the condition tests later: a fork. */
static bool is_fork_of(const dec_view *v, uint32_t branch, uint32_t asked) {
    if (!dec_is_kept(v, branch) || !dec_is_kind(v, branch, PROBE_BRANCH_FORK)) {
        return false;
    }
    dec_cursor c = dec_before(v, dec_test_insn(v, branch));
    return dec_call(&c, "get_HasValue") && dec_same_load(v, asked, c.at);
}

/* Test of the right operand, then A.HasValue again; both have the same other destination. */
static bool is_condition(const dec_view *v, uint32_t test, const pair *left, pair *right) {
    uint32_t asked = operand_of(v, left->first);
    for (uint32_t on = 0; dec_is_kind(v, test, PROBE_BRANCH_COND) && on < 2; on++) {
        uint32_t again = next_test(v, dec_arm_target(v, test, on));
        if (is_fork_of(v, again, asked)) {
            *right = (pair){test, again, on, FORK_FALSE};
            return true;
        }
        if (!tests_call(v, again, "get_HasValue")) {
            continue;
        }
        uint32_t alike = arm_of(v, again, false);
        *right = (pair){test, again, on, alike};
        if (dec_same_load(v, asked, operand_of(v, again)) &&
            dec_arm_dest(v, again, alike) == dec_arm_dest(v, test, 1 - on)) {
            return true;
        }
    }
    return false;
}

/* SHORT of a value: ldc; newobj Nullable. */
static bool makes_value(const dec_view *v, uint32_t insn) {
    dec_cursor c = dec_at(v, insn);
    return dec_const(&c, NULL) && dec_is_op(v, c.at, IL_NEWOBJ) &&
           cc_str_starts(dec_member_type(v, c.at), "System.Nullable`1");
}

static void join(dec_view *v, const pair *p) {
    const probe_branch *first = &v->plan->branches[p->first];
    const probe_arm *out = &first->arms[1 - p->on];
    dec_decision *operand = dec_add_decision(v, first->insn, 2);
    dec_arm_add(v, &operand->arms[0], out->nodes, out->node_count);
    dec_merge_arms(v, operand, p->second, p->alike);
    dec_merge(v, p->first);
}

static void drop(dec_view *v, const pair *p) {
    dec_drop(v, p->first);
    dec_drop(v, p->second);
}

static void look_at(dec_view *v, uint32_t b, bool *is_right) {
    pair left;
    pair right;
    if (!find_left(v, b, &left)) {
        return;
    }
    uint32_t begin = dec_arm_target(v, left.second, left.alike);
    uint32_t test = test_after_lifted(v, next_test(v, begin));
    if (test == DEC_NO_BRANCH || !dec_is_kept(v, test)) {
        return;
    }
    bool is_loaded = only_loads(v, begin, test);
    if (is_value(v, test, &right)) {
        if (is_loaded) {
            drop(v, &left);
            drop(v, &right);
        } else {
            join(v, &left);
            join(v, &right);
        }
    } else if (is_condition(v, test, &left, &right)) {
        join(v, &left);
        join(v, &right);
    } else if (makes_value(v, dec_arm_dest(v, left.second, 1 - left.alike))) {
        is_right[test] = true; /* a Boolean, with a test of its own */
        join(v, &left);
    }
}

/* No other branch leads to the instruction. */
static bool is_only_of(const dec_view *v, uint32_t insn, uint32_t branch_insn) {
    if (!v->is_target[insn]) {
        return true;
    }
    for (uint32_t i = v->index.jumps_at[insn]; i < v->index.jumps_at[insn + 1]; i++) {
        if (v->index.jumps[i] != branch_insn) {
            return false;
        }
    }
    return insn == 0 || insn - 1 == branch_insn || !dec_leads_to(v, insn - 1, insn);
}

/* Both paths end at the same place, or return. */
static bool end_alike(const dec_view *v, uint32_t a, uint32_t b) {
    uint32_t end = dec_is_br(v, a) ? dec_insn(v, a)->target : a;
    return end == b || (dec_is_op(v, end, IL_RET) && dec_is_op(v, b, IL_RET));
}

/* And, Or of a Boolean and a variable: the constant is after the test for And, at its target for
 * Or. */
static bool is_half_lifted(const dec_view *v, uint32_t b) {
    const probe_branch *branch = &v->plan->branches[b];
    for (uint32_t arm = 0; branch->kind == PROBE_BRANCH_COND && arm < 2; arm++) {
        uint32_t made = branch->arms[arm].target;
        uint32_t other = branch->arms[1 - arm].target;
        uint32_t length = dec_load_length(v, other);
        uint32_t end[2] = {made + 2, other + length};
        if (length > 0 && makes_value(v, made) && dec_is_number(v, made, (int32_t)arm) &&
            !dec_visible_in(v, made, made + 2) && !dec_visible_in(v, other, other + length) &&
            is_only_of(v, made, branch->insn) && is_only_of(v, other, branch->insn)) {
            return end_alike(v, end[arm], end[1 - arm]);
        }
    }
    return false;
}

/* The next test when this one fails: of another part of a copied operand, with nothing between
 * them. */
static uint32_t test_of_copy(const dec_view *v, uint32_t failed, const char *part) {
    uint32_t after = dec_arm_if(v, failed, false);
    uint32_t test = next_test(v, after);
    bool is_it = tests_call(v, test, part) && only_loads(v, after, test) &&
                 dec_is_copy(v, operand_of(v, test));
    return is_it ? test : DEC_NO_BRANCH;
}

/* Nobody uses the result: there is nothing to choose after the right operand.
 *
 *     X.GetValueOrDefault; brtrue M;  Y.GetValueOrDefault; brtrue M;  X.HasValue; pop;  M: */
static bool chooses_nothing(const dec_view *v, uint32_t left, uint32_t right) {
    dec_cursor c = dec_at(v, dec_arm_if(v, right, false));
    uint32_t end = dec_dest_if(v, left, true);
    return dec_load_again(&c, operand_of(v, left)) && dec_call(&c, "get_HasValue") &&
           dec_op(&c, IL_POP) && dec_skip_jumps(v, c.at) == end &&
           dec_dest_if(v, right, true) == end;
}

/* C#: the tests of & and |. */
static void drop_lifted(dec_view *v, uint32_t left) {
    if (!tests_call(v, left, "GetValueOrDefault") || !dec_is_copy(v, operand_of(v, left))) {
        return;
    }
    uint32_t right = test_of_copy(v, left, "GetValueOrDefault");
    if (right == DEC_NO_BRANCH) {
        return;
    }
    if (chooses_nothing(v, left, right)) {
        dec_drop(v, left);
        dec_drop(v, right);
        return;
    }
    uint32_t again = test_of_copy(v, right, "get_HasValue");
    if (again != DEC_NO_BRANCH && dec_same_load(v, operand_of(v, left), operand_of(v, again)) &&
        dec_dest_if(v, left, true) == dec_dest_if(v, again, false) &&
        dec_dest_if(v, right, true) == dec_dest_if(v, again, true)) {
        dec_drop(v, left);
        dec_drop(v, right);
        dec_drop(v, again);
    }
}

/* A plain load begins here, of a variable that was stored in the same statement. */
static bool loads_copy(const dec_view *v, uint32_t insn) {
    uint32_t length = dec_load_length(v, insn);
    return length > 0 && dec_is_copy(v, insn + length - 1);
}

static bool is_half_lifted_copy(const dec_view *v, uint32_t b) {
    return is_half_lifted(v, b) &&
           (loads_copy(v, dec_arm_target(v, b, 0)) || loads_copy(v, dec_arm_target(v, b, 1)));
}

/* Some instruction in [first, end) loads the local or its address. */
static bool is_read(const dec_view *v, int32_t local, uint32_t first, uint32_t end) {
    bool reads = false;
    for (uint32_t u = first; !reads && u < end; u++) {
        reads = dec_loads_local(v, u, local) || dec_takes_address(v, u, local);
    }
    return reads;
}

/* An operand was copied in this statement, which does not read the copy. (A value that the source
 * stores in the middle of a statement is duplicated first.) */
static bool leaves_copy(const dec_view *v, uint32_t test) {
    int32_t local = -1;
    uint32_t end = dec_next_visible(v, test + 1, v->body->insn_count);
    bool leaves = false;
    for (uint32_t u = dec_last_visible(v, test) + 1; !leaves && u < test; u++) {
        leaves = dec_is_store_local(v, u, &local) && !dec_is_op(v, u - 1, IL_DUP) &&
                 !is_read(v, local, u + 1, end);
    }
    return leaves;
}

/* The same where nobody uses the result. Debug code keeps the test:
 *
 *     load; stloc COPY; test; brtrue M; br M;  M: */
static bool is_half_lifted_unused(const dec_view *v, uint32_t b) {
    if (!dec_is_truth_test(v, b)) {
        return false;
    }
    uint32_t insn = dec_test_insn(v, b);
    uint32_t end = dec_arm_dest(v, b, 0);
    bool is_alike = dec_is_insn(v, end) && end > insn && end == dec_arm_dest(v, b, 1);
    return is_alike && !dec_visible_in(v, insn + 1, end) && leaves_copy(v, insn);
}

void dec_idiom_nullable_and(dec_view *v) {
    for (uint32_t b = 0; b < v->plan->branch_count; b++) {
        drop_lifted(v, b);
        if (dec_is_kept(v, b) && (is_half_lifted_copy(v, b) || is_half_lifted_unused(v, b))) {
            dec_drop(v, b);
        }
    }
}

void dec_idiom_threefold(dec_view *v) {
    bool *is_right = CC_NEW_ARRAY(v->arena, bool, v->plan->branch_count);
    for (uint32_t b = 0; b < v->plan->branch_count; b++) {
        look_at(v, b, is_right);
        if (dec_is_kept(v, b) && !is_right[b] && is_half_lifted(v, b)) {
            dec_drop(v, b);
        }
    }
}
