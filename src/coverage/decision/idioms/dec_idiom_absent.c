/* C#: `if (a?.B > 0)` in optimised code. When a is null the comparison is false, so the arm of the
 * null branches directly to the destination of "false", and the comparison's own arm would miss
 * those cases:
 *
 *     load a; brfalse NO;  load a; call B;  ldc; ble NO           (of a call: dup; brtrue L; pop; br NO; L:)
 *
 * B is called without a null check, by `call`: in `a != null && a.B > 0` it is `callvirt`. Of other
 * members the source tells. Input: the view. Output: the "false" arm of the comparison also counts the null arms. */
#include "coverage/decision/core/dec_idioms.h"
#include "coverage/decision/core/dec_source.h"

static uint32_t null_arm(const dec_view *v, uint32_t b) {
    return dec_arm_target(v, b, 0) == dec_arm_if(v, b, false) ? 0 : 1;
}

/* Where control goes for null; a null left on the stack is popped there. */
static uint32_t dest_of_null(const dec_view *v, uint32_t b) {
    dec_cursor c = dec_if(v, b, false);
    if (dec_op(&c, IL_POP)) {
        (void)dec_skip(&c);
    }
    return c.at;
}

static bool is_dup_test(const dec_view *v, uint32_t b) {
    dec_cursor c = dec_before(v, dec_test_insn(v, b));
    return dec_is_truth_test(v, b) && dec_op(&c, IL_DUP);
}

/* The cursor moves past a load of the value that the branch tests. Methods of a value type get the
 * address of their receiver, which is not that value: a number that is tested for zero is not a
 * receiver that is tested for null. The value of a type parameter that is a class is boxed. */
static bool loads_tested_value(dec_cursor *c, uint32_t b) {
    const dec_view *v = c->v;
    dec_cursor tested = dec_before(v, dec_test_insn(v, b));
    bool is_boxed = dec_op(&tested, IL_BOX);
    return dec_loaded(v, tested.at).kind != IL_PLACE_NONE && dec_load_again(c, tested.at) &&
           dec_loaded(v, c->at - 1).kind != IL_PLACE_NONE && (!is_boxed || dec_op(c, IL_BOX));
}

/* The first instruction with the receiver on the stack, when it is not null; DEC_NO_INSN. */
static uint32_t with_receiver(const dec_view *v, uint32_t b) {
    dec_cursor c = dec_at(v, dec_arm_if(v, b, true));
    bool has_receiver = is_dup_test(v, b) || loads_tested_value(&c, b);
    return has_receiver ? c.at : DEC_NO_INSN;
}

static bool is_bare_call(const dec_view *v, uint32_t insn) {
    md_callsite site;
    return dec_is_op(v, insn, IL_CALL) &&
           md_callsite_of(v->tables, (uint32_t)dec_insn(v, insn)->operand, &site) && site.has_this;
}

/* The value, or the address, of an element of an array. */
static bool is_element(const dec_view *v, uint32_t insn) {
    il_op op = (il_op)dec_insn(v, insn)->op;
    return (op >= IL_LDELEMA && op <= IL_LDELEM_REF) || op == IL_LDELEM;
}

/* What the source calls the member that the instruction uses; empty: it uses none. */
static cc_str name_in_source(const dec_view *v, uint32_t insn) {
    static const char getter[] = "get_";
    cc_str name = {"", 0};
    if (dec_is_op(v, insn, IL_LDLEN)) {
        return CC_STR("Length");
    }
    if (is_element(v, insn) || dec_calls(v, insn, "get_Item") || dec_calls(v, insn, "get_Chars")) {
        return CC_STR(DEC_ELEMENT);
    }
    if (dec_named(v, insn).kind == IL_PLACE_FIELD || dec_is_call(v, insn)) {
        name = dec_member(v, insn);
    }
    size_t skipped = cc_str_starts(name, getter) ? sizeof getter - 1 : 0;
    return (cc_str){name.s + skipped, name.len - skipped};
}

/* The instruction among all of its statement that use the member of this name. */
static dec_use use_of(const dec_view *v, uint32_t insn, cc_str name) {
    dec_use use = {0, 0};
    uint32_t end = dec_next_visible(v, insn + 1, v->body->insn_count);
    for (uint32_t u = dec_last_visible(v, insn); u < end; u++) {
        bool is_use = cc_str_eq(name_in_source(v, u), name);
        use.index += is_use && u < insn ? 1 : 0;
        use.count += is_use ? 1 : 0;
    }
    return use;
}

/* Fields, elements, virtual members, extension methods and the length of an array are used in one
 * way by `a?.F` and by `a != null && a.F`: the source tells. */
static bool is_read_conditionally(const dec_view *v, uint32_t insn) {
    const pdb_point *point = dec_visible_point(v, dec_last_visible(v, insn));
    cc_str name = name_in_source(v, insn);
    return name.len > 0 && point != NULL &&
           dec_reads_conditionally(v, point, name, use_of(v, insn, name)) == DEC_YES;
}

/* Control comes to the instruction from code after `begin` only. */
static bool is_reached_from(const dec_view *v, uint32_t insn, uint32_t begin) {
    bool is_so = true;
    for (uint32_t i = v->index.jumps_at[insn]; i < v->index.jumps_at[insn + 1]; i++) {
        is_so = is_so && v->index.jumps[i] >= begin && v->index.jumps[i] < insn;
    }
    return is_so;
}

/* The instruction that pops the value on top of the stack. Tests in the arguments leave it there on
 * each way, so one way through them is enough. */
static uint32_t taker_of(const dec_view *v, uint32_t begin) {
    uint32_t depth = 1;
    uint32_t next = begin;
    for (uint32_t u = begin; dec_is_insn(v, u) && !dec_starts_visible(v, u); u = next) {
        uint32_t pops = 0;
        uint32_t pushes = 0;
        if ((u != begin && !is_reached_from(v, u, begin)) ||
            !il_stack_effect(dec_insn(v, u), &v->method->resolver, &pops, &pushes)) {
            break;
        }
        if (pops >= depth) {
            return u;
        }
        depth = depth - pops + pushes;
        next = dec_successor(v, u, 0);
        if (next <= u) {
            break;
        }
    }
    return DEC_NO_INSN;
}

/* The instruction that pops the receiver, when it does so without a null check of its own. */
static uint32_t call_on(const dec_view *v, uint32_t begin) {
    uint32_t taker = taker_of(v, begin);
    bool is_call =
        taker != DEC_NO_INSN && (is_bare_call(v, taker) || is_read_conditionally(v, taker));
    return is_call ? taker : DEC_NO_INSN;
}

static bool goes_straight(const dec_view *v, uint32_t insn) {
    return dec_is_insn(v, insn) && !dec_starts_visible(v, insn) &&
           v->plan->fork_of_insn[insn] == PROBE_NONE;
}

/* The test to which the code after the call falls through; other paths may join it. */
static uint32_t test_after(const dec_view *v, uint32_t call) {
    for (uint32_t u = call + 1; goes_straight(v, u); u++) {
        uint32_t branch = dec_branch_at(v, u);
        if (branch != DEC_NO_BRANCH) {
            return dec_is_kept(v, branch) ? branch : DEC_NO_BRANCH;
        }
        if (!dec_goes_on(v, u)) {
            break;
        }
    }
    return DEC_NO_BRANCH;
}

static uint32_t next_test(const dec_view *v, uint32_t b) {
    uint32_t begin = with_receiver(v, b);
    uint32_t call = begin == DEC_NO_INSN ? DEC_NO_INSN : call_on(v, begin);
    return call == DEC_NO_INSN ? DEC_NO_BRANCH : test_after(v, call);
}

/* The arm of the comparison with the same destination as the null; 2 when neither has it, or
 * both. */
static uint32_t arm_to(const dec_view *v, uint32_t test, uint32_t insn) {
    bool first = dec_arm_dest(v, test, 0) == insn;
    bool second = dec_arm_dest(v, test, 1) == insn;
    return first == second ? 2 : second ? 1 : 0;
}

/* The arm also counts the nulls of the chain `a?.b?.c`, whose tests stay decisions. */
static void add_nulls(dec_view *v, uint32_t test, uint32_t arm, const uint32_t *nulls,
                      uint32_t count) {
    uint32_t flip = dec_arms_are_swapped(v, test) ? 1 : 0;
    dec_decision *decision = dec_add_decision(v, dec_test_insn(v, test), 2);
    dec_merge_arms(v, decision, test, flip);
    for (uint32_t i = 0; i < count; i++) {
        const probe_arm *null = &v->plan->branches[nulls[i]].arms[null_arm(v, nulls[i])];
        dec_arm_add(v, &decision->arms[arm ^ flip], null->nodes, null->node_count);
    }
}

/* `nulls` has room for all branches. */
static void look_at(dec_view *v, uint32_t b, uint32_t *nulls) {
    uint32_t count = 1;
    nulls[0] = b;
    uint32_t dest = dest_of_null(v, b);
    uint32_t test = next_test(v, b);
    for (uint32_t last = b; test != DEC_NO_BRANCH && test > last && is_dup_test(v, test);) {
        last = test;
        nulls[count] = test;
        count += dest_of_null(v, test) == dest ? 1 : 0; /* else its null is compared, too */
        test = next_test(v, test);
    }
    if (dest == DEC_NO_INSN || test == DEC_NO_BRANCH || !dec_is_kind(v, test, PROBE_BRANCH_COND) ||
        v->plan->branches[test].is_repeated) {
        return;
    }
    uint32_t arm = arm_to(v, test, dest);
    if (arm < 2) {
        add_nulls(v, test, arm, nulls, count);
    }
}

void dec_idiom_absent(dec_view *v) {
    uint32_t *nulls = CC_NEW_ARRAY(v->arena, uint32_t, v->plan->branch_count);
    for (uint32_t b = 0; b < v->plan->branch_count; b++) {
        if (dec_is_truth_test(v, b) && v->plan->fork_of_insn[dec_test_insn(v, b)] == PROBE_NONE) {
            look_at(v, b, nulls);
        }
    }
}
