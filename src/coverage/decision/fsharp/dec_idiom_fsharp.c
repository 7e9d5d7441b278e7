/* F#. The code that makes a task resumable tests flags of its own, at hidden points. */
#include "coverage/decision/core/dec_idioms.h"
#include "coverage/module/mod_name.h"

/* `match!`: the result of an awaiter is tested after the hidden point where it is fetched. */
static bool tests_result(const dec_view *v, uint32_t start, uint32_t insn) {
    return dec_find_call(v, start, insn, "GetResult") != DEC_NO_INSN;
}

/* Last instruction of an operand of && and ||: it is before a `nop` with a hidden point, or in
 * front of that and a jump. */
static uint32_t end_of_operand(const dec_view *v, uint32_t insn) {
    uint32_t last = insn;
    while (last > 0 && ((last == insn && v->starts[last] == 0) ||
                        (dec_is_op(v, last, IL_NOP) && dec_starts_hidden(v, last)))) {
        last--;
    }
    return last;
}

/* An operand begins at its point, or just before, where values that are on the stack meanwhile are
 * stored. */
static uint32_t begin_of_operand(const dec_view *v, uint32_t start) {
    uint32_t insn = start;
    while (insn > 0 && dec_is_store_local(v, insn - 1, NULL) && !dec_starts_visible(v, insn - 1) &&
           !v->is_target[insn]) {
        insn--;
    }
    return insn;
}

/* Where the tested operand ends. For && and || in brackets that is the last operand, before
 * the constant: `B; nop; br M; ldc.i4.0; nop; M: brfalse`; for `isNull (F())` the test that it
 * holds. */
static uint32_t end_of_left(const dec_view *v, uint32_t b) {
    uint32_t asked = dec_result_asked(v, b);
    if (asked != DEC_NO_BRANCH) {
        return end_of_operand(v, dec_test_insn(v, asked));
    }
    uint32_t last = end_of_operand(v, dec_test_insn(v, b));
    while (v->plan->branches[b].is_repeated && last > 0 && dec_starts_hidden(v, last) &&
           dec_is_const(v, last, NULL)) {
        last = end_of_operand(v, last - 1);
    }
    return last;
}

/* Follows the jump of `not a` as a left operand: brfalse NEXT; br RIGHT. */
static uint32_t after_jump(const dec_view *v, uint32_t insn) {
    return v->starts[insn] == 0 && dec_is_br(v, insn) ? dec_insn(v, insn)->target : insn;
}

/* A left operand, at a visible point, leads to the right one or past it: a test, or one that
 * repeats operands in brackets. The builder's own flag before the condition of a loop does so,
 * too, but at a hidden point. */
static bool has_left_operand(const dec_view *v, uint32_t start, uint32_t fork) {
    uint32_t begin = begin_of_operand(v, start);
    for (uint32_t b = 0; b < v->plan->branch_count; b++) {
        const probe_branch *left = &v->plan->branches[b];
        bool is_test =
            left->kind == PROBE_BRANCH_COND && left->insn < start &&
            (!dec_is_dropped(v, b) || left->is_repeated) &&
            (dec_starts_visible(v, dec_last_start(v, end_of_left(v, b))) || dec_tests_option(v, b));
        for (uint32_t a = 0; is_test && a < left->arm_count; a++) {
            uint32_t target = after_jump(v, left->arms[a].target);
            if (target == start || target == begin || target == fork + 1) {
                return true;
            }
        }
    }
    return false;
}

/* The remaining rules of a match, where the condition of a rule continues, test parts of a
 * value. */
static bool tests_part(const dec_view *v, uint32_t insn) {
    static const char *const parts[] = {"get_Tag", "get_TailOrNull", "get_Item", "get_Value"};
    dec_cursor c = dec_before(v, insn);
    (void)dec_const(&c, NULL);
    for (size_t i = 0; dec_is_call(v, c.at) && i < sizeof parts / sizeof parts[0]; i++) {
        if (cc_str_starts(dec_member(v, c.at), parts[i])) {
            return true;
        }
    }
    return dec_is_op(v, c.at, IL_ISINST) ||
           (dec_is_op(v, c.at, IL_LDFLD) && !cc_str_eqz(dec_member(v, c.at), "pc"));
}

/* The point at which the straight code begins that ends in the instruction; DEC_NO_INSN: it has
 * none, control enters from elsewhere. */
static uint32_t start_of(const dec_view *v, uint32_t insn) {
    while (insn > 0 && v->starts[insn] == 0) {
        if (!dec_leads_to(v, insn - 1, insn)) {
            return DEC_NO_INSN;
        }
        insn--;
    }
    return insn;
}

/* --- loops in tasks ---------------------------------------------------------------------------
 *
 * Optimised code has a flag of the builder before the condition, true when the round is
 * complete:
 *
 *     HEAD: ldc.i4.1; stloc f; br TEST;  BODY: ...;
 *     TEST: ldloc f; brfalse NONE; CONDITION; br M;  NONE: ldc.i4.0;  M: brtrue BODY */
typedef struct task_loop {
    uint32_t head, test;
} task_loop;

/* The loop that the branch at the instruction closes. */
static bool find_loop(const dec_view *v, uint32_t insn, task_loop *loop) {
    uint32_t branch = dec_branch_at(v, insn);
    uint32_t body = dec_is_kind(v, branch, PROBE_BRANCH_COND) ? dec_arm_target(v, branch, 1) : insn;
    if (body < 3 || body >= insn || dec_successor(v, body - 1, 0) >= insn) {
        return false;
    }
    *loop = (task_loop){body - 3, dec_successor(v, body - 1, 0)};
    return loop->test > body && !dec_starts_visible(v, loop->test) &&
           dec_is_number(v, loop->head, 1) && dec_reloads(v, loop->head + 1, loop->test);
}

static void drop_flags_of_loops(dec_view *v) {
    task_loop loop;
    for (uint32_t b = 0; b < v->plan->branch_count; b++) {
        bool is_loop = find_loop(v, dec_test_insn(v, b), &loop);
        uint32_t flag = is_loop ? dec_branch_at(v, loop.test + 1) : DEC_NO_BRANCH;
        if (dec_is_kept(v, flag)) {
            dec_drop(v, flag);
        }
    }
}

/* The condition of `for .. in` has a point, `in`. That of `while!` is the last point of a round,
 * and also the last one before the loop. That of `while i < n do` has none. */
static bool is_condition_of_loop(const dec_view *v, uint32_t start, uint32_t fork) {
    task_loop loop;
    if (!find_loop(v, dec_skip_jumps(v, fork), &loop) || start <= loop.test) {
        return false;
    }
    return dec_starts_visible(v, start) ||
           dec_same_place(v, dec_last_visible(v, start), dec_last_visible(v, loop.head));
}

/* The tested value was made right before the branch, and perhaps stored: `LOAD; isinst; [stloc
 * t; ldloc t;] brfalse`. This is the pattern of a rule that the previous rule continues at; flags
 * are variables. `for Some n in ..` tests an element in this way, which is not a decision: other
 * elements end in an exception. */
static bool tests_made_value(const dec_view *v, uint32_t insn) {
    uint32_t maker = dec_tested_value(v, insn);
    bool is_call = dec_is_call(v, maker) && !dec_calls(v, maker, "get_Current");
    return is_call || dec_is_op(v, maker, IL_ISINST);
}

/* The body of a rule or of a block ends in the builder's own constant: it is complete. An operand
 * is a value that the user wrote, with a point where it begins. */
static bool is_made_constant(const dec_view *v, uint32_t last) {
    return v->starts[last] == 0 && dec_is_const(v, last, NULL);
}

static bool is_flag_fork(const dec_view *v, uint32_t fork) {
    uint32_t last = end_of_operand(v, fork);
    uint32_t first = dec_last_start(v, last);
    return is_made_constant(v, last) ||
           (!has_left_operand(v, first, fork) && !is_condition_of_loop(v, first, fork));
}

/* The instruction is the `nop` before a negation, `not (not a)`: ...; nop; ldc.i4.0; ceq. */
static bool is_negated(const dec_view *v, uint32_t nop) {
    dec_cursor c = dec_at(v, nop);
    return nop > 0 && dec_starts_hidden(v, nop) && !v->is_target[nop] && dec_op(&c, IL_NOP) &&
           dec_number(&c, 0) && dec_op(&c, IL_CEQ);
}

/* Where the straight code begins that makes the tested value. The `nop` after an operand has a
 * hidden point. */
static uint32_t start_of_test(const dec_view *v, uint32_t insn) {
    bool is_after_nop = insn > 0 && dec_is_op(v, insn - 1, IL_NOP) && !v->is_target[insn] &&
                         !v->is_target[insn - 1];
    uint32_t start = start_of(v, is_after_nop ? end_of_operand(v, insn) : insn);
    while (start != DEC_NO_INSN && is_negated(v, start)) {
        start = start_of(v, end_of_operand(v, start));
    }
    return start;
}

/* The branch tests the type of what the variable holds, or of a copy: `load v; stloc t; load t;
 * isinst; ldnull; cgt.un; brfalse`. */
static bool tests_type_of(const dec_view *v, uint32_t branch_insn, int32_t variable) {
    enum { MOST = 4 };
    int32_t local = -1;
    uint32_t insn = branch_insn;
    for (int i = 0; i < MOST && !dec_is_op(v, insn, IL_ISINST); i++) {
        insn = dec_insn_before(v, insn);
    }
    dec_cursor c = dec_back_at(v, insn);
    uint32_t load = dec_insn_before(v, insn);
    if (!dec_op(&c, IL_ISINST) || !dec_load_local(&c, &local)) {
        return false;
    }
    return local == variable ||
           (dec_stores_local(v, load - 1, local) && dec_loads_local(v, load - 2, variable));
}

/* `| null ->`, after a rule that asked for a type: the value itself is tested where that rule did
 * not match. */
static bool is_null_rule(const dec_view *v, uint32_t load) {
    int32_t local = -1;
    if (load == 0 || !dec_is_load_local(v, load, &local)) {
        return false;
    }
    bool is_it = dec_has_branch(v, load - 1) && tests_type_of(v, load - 1, local);
    for (uint32_t i = v->index.jumps_at[load]; !is_it && i < v->index.jumps_at[load + 1]; i++) {
        uint32_t jump = v->index.jumps[i];
        is_it = dec_has_branch(v, jump) && tests_type_of(v, jump, local);
    }
    return is_it;
}

static bool is_kept_test(const dec_view *v, uint32_t b) {
    return dec_is_kept(v, b) && !dec_is_kind(v, b, PROBE_BRANCH_FORK);
}

/* A rule after the condition of another one: the variable is compared with further constants,
 * without a point. Tests before what was stored last in it are of another value. */
static bool compares_again(const dec_view *v, uint32_t b) {
    int32_t local = -1;
    uint32_t insn = dec_test_insn(v, b);
    uint32_t load = dec_asks_truth(v, insn) ? DEC_NO_INSN : dec_compared_value(v, insn);
    if (!dec_is_load_local(v, load, &local)) {
        return false;
    }
    uint32_t store = dec_index_last_store(v, dec_loaded(v, load), 0, load);
    uint32_t first = dec_index_branch_from(v, store == DEC_NO_INSN ? 0 : store);
    while (b-- > first) {
        if (is_kept_test(v, b) &&
            dec_loads_local(v, dec_compared_value(v, dec_test_insn(v, b)), local)) {
            return true;
        }
    }
    return false;
}

/* What was stored last in the variable is not a constant and no other variable, as in a flag. (Its
 * slot may hold flags elsewhere.) */
static bool holds_made_value(const dec_view *v, uint32_t load) {
    uint32_t store = dec_index_last_store(v, dec_loaded(v, load), 0, load);
    uint32_t maker = dec_insn_before(v, store);
    return maker != DEC_NO_INSN && !v->is_target[store] && !dec_is_const(v, maker, NULL) &&
           !dec_is_load_local(v, maker, NULL);
}

/* A part of a value, `match F(), G() with | 1, true -> ..`: it was made before the match, and
 * is tested where the test of another part leads. */
static bool is_other_part(const dec_view *v, uint32_t load) {
    if (load == 0 || !dec_is_load_local(v, load, NULL) || !holds_made_value(v, load)) {
        return false;
    }
    bool is_part = is_kept_test(v, dec_branch_at(v, load - 1));
    for (uint32_t i = v->index.jumps_at[load]; i < v->index.jumps_at[load + 1]; i++) {
        is_part = is_part || is_kept_test(v, dec_branch_at(v, v->index.jumps[i]));
    }
    return is_part;
}

/* A test at a hidden point, or, where control enters from elsewhere, of a variable: all tests of a
 * match but its first one may be there. */
static bool is_flag(const dec_view *v, uint32_t b) {
    uint32_t insn = dec_test_insn(v, b);
    if (dec_is_kind(v, b, PROBE_BRANCH_FORK)) {
        return is_flag_fork(v, insn);
    }
    uint32_t start = start_of_test(v, insn);
    if (tests_made_value(v, insn) || dec_result_asked(v, b) != DEC_NO_BRANCH ||
        compares_again(v, b)) {
        return false;
    }
    if (start == DEC_NO_INSN) {
        uint32_t load = dec_insn_before(v, insn);
        return dec_is_truth_test(v, b) && dec_is_load_local(v, load, NULL) &&
               !is_null_rule(v, load) && !is_other_part(v, load);
    }
    return dec_starts_hidden(v, start) && !tests_result(v, start, insn) && !tests_part(v, insn);
}

/* --- values and patterns ---------------------------------------------------------------------- */

/* `if a then b () else false` compiles to the code of `a && b ()`, but its constant is the
 * user's. */
static bool is_fork_of_literal(const dec_view *v, uint32_t b) {
    uint32_t constant = dec_test_insn(v, b) + 1;
    return dec_is_kind(v, b, PROBE_BRANCH_FORK) && dec_is_const(v, constant, NULL) &&
           dec_starts_visible(v, constant);
}

/* A filter tests whether the pattern after `with` matches; its handler repeats the test to bind
 * the values, with a known result. */
static void drop_repeated_tests(dec_view *v) {
    for (uint32_t i = 0; i < v->body->clause_count; i++) {
        const il_clause *c = &v->body->clauses[i];
        if (c->kind == IL_CLAUSE_FILTER) {
            uint32_t point = dec_next_visible(v, c->handler_start, c->handler_end);
            dec_drop_in(v, c->handler_start, point);
        }
    }
}

/* Sequences run their finally blocks in Close, after a dispatch of their own. */
static bool closes_sequence(const dec_view *v) {
    md_methoddef method;
    md_typedef type;
    cc_str user = {"", 0};
    uint32_t rid = MD_TOKEN_RID(v->method->token);
    uint32_t owner = md_owner_of_method(v->tables, rid);
    return owner != 0 && md_get_methoddef(v->tables, rid, &method) == CC_OK &&
           cc_str_eqz(method.name, "Close") && md_get_typedef(v->tables, owner, &type) == CC_OK &&
           mod_name_is_closure(type.name, &user);
}

/* The closure that tests the rules of a sequence keeps their conditions: the closure that runs them
 * repeats its other tests. */
static bool is_of_filter(const dec_view *v, uint32_t b) {
    uint32_t insn = dec_test_insn(v, b);
    bool is_fork = dec_is_kind(v, b, PROBE_BRANCH_FORK);
    uint32_t start = is_fork ? dec_last_start(v, end_of_operand(v, insn)) : start_of(v, insn);
    return !dec_starts_visible(v, start);
}

void dec_idiom_fsharp(dec_view *v) {
    if (v->role == DEC_ROLE_FILTER) {
        dec_drop_tests(v, is_of_filter);
    }
    if (v->is_machine || closes_sequence(v)) {
        drop_flags_of_loops(v);
        dec_drop_tests(v, is_flag);
    }
    dec_drop_tests(v, is_fork_of_literal);
    drop_repeated_tests(v);
}
