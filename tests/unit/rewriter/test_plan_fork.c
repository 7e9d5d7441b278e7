/* Value forks: the shapes compilers emit, what looks alike and is none, repeated decisions. */
#include "test_plan.h"

#include <stdio.h>

static void forks(const char *text, const char *points, const char *expected) {
    plan_expect_forks(&(plan_case){.text = text, .points = points}, expected);
}

static void bool_method_forks(const char *text, const char *expected) {
    plan_expect_forks(&(plan_case){.text = text, .points = "0", .returns = IL_TYPE_BOOL}, expected);
}

#define AND_CALL "ldarg.s 10; brfalse @1; call 2; br @2; @1: ldc.i4.0; @2: "

static void test_debug_if(void) {
    const char *text = AND_CALL "stloc.s 10; ldloc.s 10; brfalse @3; call 0; @3: ret";
    forks(text, "0 8 9", "3|7");
    forks(text, "0 6h 8 9", "3|7");
    /* A visible point there: the user wrote `t = a && B(); if (t)`. */
    forks(text, "0 6 8 9", "3|");
    forks(text, "0 7 8 9", "3|");
}

static void test_reload_reached_otherwise_is_a_decision(void) {
    forks(AND_CALL "stloc.s 10; @4: ldloc.s 10; brfalse @3; br @4; @3: ret", "0", "3|");
    forks(AND_CALL "stloc.s 10; ldloc.s 11; brfalse @3; @3: ret", "0", "3|");
    forks(AND_CALL "stloc.s 10; ldloca.s 10; brfalse @3; @3: ret", "0", "3|");
}

static void test_stored_or(void) {
    forks("ldarg.s 10; brtrue @1; call 2; br @2; @1: ldc.i4.1; @2: stloc.s 10; ret", "0", "3|");
}

static void test_jump_written_out(void) {
    /* not a && B in optimised code: the test leads over a jump to the constant. */
    const char *text = "ldarg.s 10; brfalse @3; br @1; @3: call 2; br @2; @1: ldc.i4.0; @2: ";
    char all[256];
    (void)snprintf(all, sizeof all, "%sstloc.s 10; ret", text);
    forks(all, "0", "4|");
    /* The jump is reached otherwise, too; it stands after no test; the test leads elsewhere. */
    forks("ldarg.s 11; brtrue @4; ldarg.s 10; brfalse @3; @4: br @1; @3: call 2; br @2;"
          "@1: ldc.i4.0; @2: stloc.s 10; ret",
          "0", "|");
    forks("br @1; call 2; br @2; @1: ldc.i4.0; @2: stloc.s 10; ret", "0", "|");
    forks("ldarg.s 10; brfalse @2; br @1; @3: call 2; br @2; @1: ldc.i4.0; @2: pop; ret", "0", "|");
}

#define BINDS "ldarg.s 10; isinst 1; brfalse @3; ldarg.s 10; unbox.any 1; "

/* o is int q || B: the variable is bound between the test and the jump. */
static void test_binding_before_the_jump(void) {
    static const char rest[] = "br @1; @3: call 2; br @2; @1: ldc.i4.1; @2: stloc.s 10; ret";
    char all[256];
    (void)snprintf(all, sizeof all, "%sstloc.s 11; %s", BINDS, rest);
    forks(all, "0", "8|");
    /* The user wrote the assignment. */
    forks(all, "0 3", "|");
    forks(all, "0 5", "|");
    (void)snprintf(all, sizeof all, "%spop; %s", BINDS, rest);
    forks(all, "0", "8|");
    /* More than a binding; it is reached otherwise. */
    (void)snprintf(all, sizeof all, "%scall 0x10; %s", BINDS, rest);
    forks(all, "0", "|");
    (void)snprintf(all, sizeof all, "ldarg.s 11; brtrue @4; %sstloc.s 11; %s",
                   "ldarg.s 10; isinst 1; brfalse @3; @4: ldarg.s 10; unbox.any 1; ", rest);
    forks(all, "0", "|");
}

static void test_returned(void) {
    const char *text = "ldarg.s 10; brfalse @1; call 2; ret; @1: ldc.i4.0; ret";
    bool_method_forks(text, "3|");
    forks(text, "0", "|");
}

static void test_nested_right_operand(void) {
    /* a && (b || C()), Debug and Release: the operand is C() only. */
    forks("ldarg.s 10; brfalse @1; ldarg.s 11; brtrue @2; call 2; br @3; @2: ldc.i4.1;"
          "@3: br @4; @1: ldc.i4.0; @4: stloc.s 10; ret",
          "0", "5|");
    forks("ldarg.s 10; brfalse @1; ldarg.s 11; brtrue @2; call 2; br @4; @2: ldc.i4.1;"
          "br @4; @1: ldc.i4.0; @4: stloc.s 10; ret",
          "0", "5|");
}

static void test_conditional_right_operand(void) {
    forks("ldarg.s 10; brfalse @1; ldarg.s 11; brtrue @2; call 2; br @3; @2: call 2;"
          "@3: br @4; @1: ldc.i4.0; @4: stloc.s 10; ret",
          "0", "7|");
}

static void test_and_without_branch_is_one_operand(void) {
    forks("ldarg.s 10; brfalse @1; call 2; ldarg.s 11; and; br @2; @1: ldc.i4.0; @2: pop; ret", "0",
          "5|");
    forks("ldarg.s 10; brfalse @1; call 0x22; ldarg.s 11; call 0x12; or; br @2;"
          "@1: ldc.i4.0; @2: pop; ret",
          "0", "6|");
    forks("ldarg.s 10; brfalse @1; ldarg.1; ldarg.s 11; and; br @2; @1: ldc.i4.0; @2: pop; ret",
          "0", "|");
    forks("ldarg.s 10; brfalse @1; ldarg.s 11; ldc.i4.4; and; br @2; @1: ldc.i4.0;"
          "@2: stloc.s 10; ret",
          "0", "|");
}

static void test_nops_around(void) {
    forks("ldarg.s 10; brfalse @1; call 2; nop; br @2; @1: ldc.i4.0; nop; @2: stloc.s 10; ret", "0",
          "4|");
    forks("ldarg.s 10; brfalse @1; call 2; nop; br @2; @1: ldc.i4.0; nop; br @2; nop;"
          "@2: stloc.s 10; ret",
          "0", "4|");
    /* A nop that is a target breaks the shape after the constant. */
    forks("ldarg.s 10; brtrue @5; ldarg.s 10; brfalse @1; call 2; br @2; @1: ldc.i4.0; @5: nop;"
          "@2: stloc.s 10; ret",
          "0", "|");
}

static void test_types_made(void) {
    const struct {
        const char *maker;
        bool is_fork;
    } rows[] = {{"ldarg.1; ldarg.2; ceq", true},
                {"ldarg.1; ldarg.2; clt.un", true},
                {"ldarg.0; callvirt 0x12", true},
                {"ldsfld 2", true},
                {"ldarg.0; ldfld 2", true},
                {"ldloc.s 10", true},
                {"ldarg.s 11; ldarg.s 12; xor", true},
                {"ldarg.1; dup; stloc.s 10; pop; call 2", true},
                {"call 2; dup; stloc.s 10", true},
                /* Elements and what references lead to: what holds them says it. */
                {"ldarg.s 40; ldarg.1; ldelem.u1", true},
                {"ldarg.0; ldfld 5; ldarg.1; ldarg.2; sub; ldelem.u1", true},
                {"ldarg.s 40; ldarg.1; ldelem 2", true},
                {"ldarg.s 40; ldind.u1", true},
                {"ldloca.s 1; ldarg.1; call 0x25; ldind.u1", true},
                {"ldarg.s 40", false},
                {"ldarg.s 41; ldarg.1; add; ldind.u1", false},
                {"ldarg.s 40; ldarg.1; ldelem.u1; ldarg.1; add", false},
                /* One operand that says it suffices. */
                {"ldarg.s 30; ldarg.s 40; ldind.u1; and", true},
                {"ldarg.s 11; ldarg.s 30; or", true},
                {"ldarg.s 30; ldarg.s 31; xor", false},
                {"ldarg.1; ldc.i4.1; and", false},
                {"call 1", false},
                {"ldsfld 1", false},
                {"ldarg.1", false},
                {"ldloc.1", false},
                {"ldarg.1; ldarg.2; add", false},
                {"call 1; dup; stloc.s 0", false},
                {"ldarg.0; unbox.any 2", true},
                {"ldarg.0; unbox.any 1", false},
                /* Not said by the maker, and pop does not say either. */
                {"call 3", false},
                {"call 4", false},
                {"ldarg.1; ldarg.2; ldelem.u1", false},
                {"ldarg.1; ldind.u1", false},
                {"ldloc.s 30", false}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[200];
        (void)snprintf(text, sizeof text,
                       "ldarg.s 10; brtrue @1; %s; @9: br @2; @1: ldc.i4.1; @2: pop; ret; br @9",
                       rows[i].maker);
        plan_case c = {.text = text, .points = "0"};
        plan_fixture *f = plan_new(&c);
        CU_ASSERT_EQUAL(f->plan->branch_count, rows[i].is_fork ? 2 : 1);
        if (f->plan->branch_count != (rows[i].is_fork ? 2 : 1)) {
            printf("\n%s\n", text);
        }
        plan_free(f);
    }
}

/* a || (c ? ... : x), of which x does not say what it is. */
static void test_types_of_other_makers(void) {
    forks("ldarg.s 10; brtrue @1; ldarg.s 11; brtrue @3; call 2; br @4; @3: call 3; @4: br @2;"
          "@1: ldc.i4.1; @2: pop; ret",
          "0", "7|");
    forks("ldarg.s 10; brtrue @1; ldarg.s 11; brtrue @3; call 1; br @4; @3: call 3; @4: br @2;"
          "@1: ldc.i4.1; @2: pop; ret",
          "0", "|");
    forks("ldarg.s 10; brtrue @1; ldarg.s 11; brtrue @3; call 2; br @4; @3: ldarg.s 12; brtrue @5;"
          "call 3; br @4; @5: call 3; @4: br @2; @1: ldc.i4.1; @2: pop; ret",
          "0", "11|");
    forks("ldarg.s 10; brtrue @1; ldarg.s 11; brtrue @3; call 3; br @4; @3: call 3; @4: br @2;"
          "@1: ldc.i4.1; @2: pop; ret",
          "0", "|");
}

static void test_types_taken(void) {
    const struct {
        const char *taker;
        bool is_fork;
    } rows[] = {{"stloc.s 10; ret", true},
                {"stloc.s 0; ret", false},
                {"stloc.s 30; ret", false},
                {"starg.s 10; ret", true},
                {"starg.s 1; ret", false},
                {"stsfld 2; ret", true},
                {"stfld 1; ret", false},
                {"brtrue @3; nop; @3: ret", true},
                {"brfalse @3; nop; @3: ret", true},
                {"dup; stloc.s 10; pop; ret", true},
                {"nop; br @3; nop; @3: stloc.s 10; ret", true},
                {"@3: br @3", false},
                /* Parameters: under what is computed for those after, whichever way that goes. */
                {"call 0x10; ret", false},
                {"call 0x110; ret", false},
                {"call 0x210; ret", true},
                {"newobj 0x211; pop; ret", true},
                {"ldarg.1; call 0x2120; ret", true},
                {"ldarg.1; call 0x1220; ret", false},
                {"ldarg.1; call 0x11; call 0x2120; ret", true},
                {"ldarg.s 11; brtrue @3; call 1; br @4; @3: call 1; @4: call 0x2120; ret", true},
                {"ldarg.1; call 4; call 0x2120; ret", false},
                {"ldarg.1; throw", false},
                {"box 2; pop; ret", true},
                {"box 1; pop; ret", false},
                {"ldarg.1; stfld 2; ret", false},
                {"ret", false}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[200];
        (void)snprintf(text, sizeof text,
                       "ldarg.s 10; brtrue @1; ldarg.1; ldind.u1; br @2; @1: ldc.i4.1; @2: %s",
                       rows[i].taker);
        plan_case c = {.text = text, .points = "0"};
        plan_fixture *f = plan_new(&c);
        bool is_fork = f->plan->fork_of_insn[4] != PROBE_NONE;
        CU_ASSERT_EQUAL(is_fork, rows[i].is_fork);
        if (is_fork != rows[i].is_fork) {
            printf("\n%s\n", text);
        }
        plan_free(f);
    }
    bool_method_forks("ldarg.s 10; brtrue @1; ldarg.1; ldind.u1; br @2; @1: ldc.i4.1; @2: ret",
                      "4|");
}

static void test_int_conditional_is_none(void) {
    forks("ldarg.s 10; brtrue @1; call 1; br @2; @1: ldc.i4.1; @2: stloc.0; ret", "0", "|");
    /* An int ?: whose value is compared with 0 by the branch. */
    forks("ldarg.s 10; brtrue @1; call 1; br @2; @1: ldc.i4.1; @2: brfalse @3; nop; @3: ret", "0",
          "|");
}

static void test_constant_operand_is_none(void) {
    forks("ldarg.s 10; brtrue @1; ldc.i4.0; br @2; @1: ldc.i4.1; @2: stloc.s 10; ret", "0", "|");
    forks("ldarg.s 10; brtrue @1; ldc.i4.0; nop; br @2; @1: ldc.i4.1; @2: stloc.s 10; ret", "0",
          "|");
}

static void test_constant_with_other_arrivals_is_none(void) {
    const char *const texts[] = {
        /* br after other code than a test, switch and a later branch to the constant */
        "ldarg.s 10; brfalse @1; ldarg.s 11; brtrue @3; call 0; br @1; @3: call 2; br @2;"
        "@1: ldc.i4.0; @2: stloc.s 10; ret",
        "ldarg.s 10; switch @1 @1; ldarg.s 10; brfalse @1; call 2; br @2;"
        "@1: ldc.i4.0; @2: stloc.s 10; ret",
        "ldarg.s 10; brfalse @1; call 2; br @2; @1: ldc.i4.0; @2: stloc.s 10; ldarg.s 10;"
        "brtrue @1; ret",
        /* nobody branches to it */
        "ldarg.s 10; brfalse @2; call 2; br @2; ldc.i4.0; @2: stloc.s 10; ret",
        /* another constant, another way on */
        "ldarg.s 10; brfalse @1; call 2; br @2; @1: ldc.i4.2; @2: stloc.s 10; ret",
        "ldarg.s 10; brfalse @1; call 2; br @2; @1: ldc.i4.0; br @3; @2: stloc.s 10; @3: ret",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        forks(texts[i], "0", "|");
    }
}

static void test_end_of_code_is_no_shape(void) {
    bool_method_forks("ldarg.s 10; brfalse @1; call 2; ret; @1: ldc.i4.0", "|");
    bool_method_forks("@1: br @1", "|");
    bool_method_forks("ldc.i4.0; ret", "|");
}

static void test_region_border_is_no_shape(void) {
    const plan_clause clauses[] = {{IL_CLAUSE_CATCH, 5, 6, 6, 7, 1}};
    plan_expect_forks(&(plan_case){.text =
                                       "ldarg.s 10; brfalse @1; call 2; br @2; @1: @5: ldc.i4.0;"
                                       "@2: stloc.s 10; leave @7; @6: pop; leave @7; @7: ret",
                                   .points = "0",
                                   .clauses = clauses,
                                   .clause_count = 1},
                      "|");
}

/* Rows of the table of bodies that killed earlier recognisers. */

static void test_inner_whole_is_no_operand(void) {
    forks("ldarg.s 10; brtrue @9; call 2; brtrue @7; ldarg.s 11; br @8; @7: ldc.i4.0; @8: br @6;"
          "@9: ldc.i4.1; @6: stloc.s 10; ret",
          "0", "5|");
}

static void test_join_with_another_arrival_is_not_pure(void) {
    /* a && (c ? (x || y) : B): K is reached by B too, so the ?: is an operand. */
    forks("ldarg.s 10; brfalse @1; ldarg.s 11; brtrue @3; call 2; br @5;"
          "@3: ldarg.s 12; brtrue @2; call 2; br @5; @2: ldc.i4.1; @5: br @6; @1: ldc.i4.0;"
          "@6: stloc.s 10; ret",
          "0", "9 11|");
}

static void test_join_fallen_into_from_elsewhere_is_not_pure(void) {
    /* a && (c ? D() : (x && y)): D() falls into the place that the inner && branches to. */
    forks("ldarg.s 12; brtrue @7; ldarg.s 13; brtrue @9; ldarg.s 10; brfalse @1; call 2; br @2;"
          "@1: ldc.i4.0; br @2; @9: call 2; @2: br @8; @7: ldc.i4.1; @8: stloc.s 10; ret",
          "0", "7 11|");
}

static void test_makers_are_read_in_straight_code_only(void) {
    /* One operand of `and` is an int or a bool, by two ways. */
    forks("ldarg.s 10; brtrue @1; ldarg.s 11; ldarg.1; ldarg.s 12; brtrue @6; pop; ldarg.s 13;"
          "@6: and; br @2; @1: ldc.i4.1; @2: pop; ret",
          "0", "|");
    /* What stands before the place does not lead there. */
    forks("ldarg.s 10; brtrue @1; br @8; call 2; br @7; @9: br @2; @1: ldc.i4.1; @2: pop; ret;"
          "@7: pop; ret; @8: ldarg.1; br @9",
          "0", "|");
}

static void test_nop_before_the_join(void) {
    forks("ldarg.s 10; brtrue @7; ldarg.s 11; brfalse @5; call 2; br @6; @5: ldc.i4.0; nop;"
          "@6: br @8; @7: ldc.i4.1; @8: stloc.s 10; ret",
          "0", "5|");
}

static void test_dead_fork_is_not_reachable(void) {
    forks("br @4; ldarg.s 10; brfalse @1; call 2; br @2; @1: ldc.i4.0; @2: stloc.s 10; @4: ret",
          "0", "4!|");
}

static void test_tail_call_operand_is_left_alone(void) {
    bool_method_forks("ldarg.s 10; brfalse @1; tail. call 2; ret; @1: ldc.i4.0; ret", "|");
}

#define FILTER(condition)                                                                          \
    "@1: call 0; leave @9; @2: isinst 1; dup; brtrue @5; pop; ldc.i4.0; br @6;"                    \
    "@5: pop; " condition "ldc.i4.0; cgt.un; @6: endfilter; @3: pop; leave @9; @4: @9: ret"

static void filter_forks(const char *text, const char *expected) {
    const plan_clause clauses[] = {{IL_CLAUSE_FILTER, 1, 2, 3, 4, 2}};
    plan_expect_forks(
        &(plan_case){.text = text, .points = "0", .clauses = clauses, .clause_count = 1}, expected);
}

static void test_filter_conditions(void) {
    filter_forks(FILTER("call 2; "), "10|");
    filter_forks(FILTER("call 2; stloc.s 10; ldloc.s 10; "), "12|");
    filter_forks(FILTER("ldarg.s 10; brfalse @7; call 2; br @8; @7: ldc.i4.0; @8: "), "12|");
    filter_forks(FILTER("ldarg.s 10; brfalse @7; call 2; br @8; @7: ldc.i4.0; @8: stloc.s 10;"
                        "ldloc.s 10; "),
                 "12|");
}

/* The pattern of `when (e is A or B)` is tested before the filter's last point. Instructions:
 * the store of the value is 15, its load 16. */
#define PATTERN_CONDITION                                                                          \
    "ldarg.s 10; brtrue @7; ldc.i4.0; stloc.s 10; br @8; @7: ldc.i4.1; stloc.s 10; @8: ldloc.s "   \
    "10;"

static void test_filter_with_a_pattern(void) {
    const struct {
        const char *condition, *points, *expected;
    } rows[] = {
        {PATTERN_CONDITION, "0 16", "|"},
        {PATTERN_CONDITION "stloc.s 11; ldloc.s 11; ", "0 16 18h", "|"},
        /* The last point is that of `when`; those before it are the arms' of a switch. */
        {PATTERN_CONDITION, "0 9 16", "|"},
        {PATTERN_CONDITION, "0 16 17", "17|"},
        {"call 2; stloc.s 11; ldloc.s 11; brfalse @7; call 2; stloc.s 10; ldloc.s 10; stloc.s 11;"
         "@7: ldloc.s 11;",
         "0 13 17", "16|"},
        /* an arm's own value */
        {"ldarg.s 10; brtrue @7; call 2; stloc.s 10; br @8; @7: ldc.i4.1; stloc.s 10;"
         "@8: ldloc.s 10; ",
         "0 11 14 16", "17|"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const plan_clause clauses[] = {{IL_CLAUSE_FILTER, 1, 2, 3, 4, 2}};
        char text[400];
        (void)snprintf(text, sizeof text,
                       "@1: call 0; leave @9; @2: isinst 1; dup; brtrue @5; pop; ldc.i4.0; br @6;"
                       "@5: pop; %s ldc.i4.0; cgt.un; @6: endfilter; @3: pop; leave @9; @4: @9: "
                       "ret",
                       rows[i].condition);
        plan_expect_forks(
            &(plan_case){
                .text = text, .points = rows[i].points, .clauses = clauses, .clause_count = 1},
            rows[i].expected);
    }
}

static void test_constant_filter_is_no_decision(void) {
    filter_forks(FILTER("ldc.i4.1; "), "|");
    filter_forks(FILTER("ldc.i4.1; stloc.s 10; ldloc.s 10; "), "|");
    filter_forks(FILTER("ldc.i4.1; stloc.s 10; ldloc.s 11; "), "12|");
}

static void test_fork_nodes(void) {
    /* The fork is a branch of its own before `br`: its arms meet there. */
    plan_expect(&(plan_case){.text = AND_CALL "stloc.s 10; ret", .points = "0"},
                "a0=e1.0+e1.1 a2#0 a3- a4#1 a5- e1.0=a2 e1.1=a4 v3.0#2 v3.1#3");
    /* A point on a forked instruction names the fork. The branch to it too. */
    plan_expect(&(plan_case){.text = "ldarg.s 10; brfalse @1; ldarg.s 11; brtrue @3; call 2; br @4;"
                                     "@3: call 2; @4: br @2; @1: ldc.i4.0; @2: stloc.s 10; ret",
                             .points = "0 7 9"},
                "a0=e1.0+e1.1 a2=e3.0+e3.1 a4#0 a6#1 a7f=v7.0+v7.1 a7- a8#2 a9#3 e1.0=a2 e1.1=a8 "
                "e3.0=a4 e3.1=a6 v7.0#4 v7.1#5");
}

static void test_fork_values(void) {
    plan_case c = {.text = AND_CALL "stloc.s 10; ldloc.s 10; brfalse @3; call 0; @3: ret",
                   .points = "0 6h 8 9"};
    plan_expect(
        &c, "a0=e1.0+e1.1 a2#0 a3- a4#1 a5- a8#2 a9#3 e1.0=a2 e1.1=a4 v3.0#4 v3.1#5 e7.0- e7.1-");
    /* Five times: a false twice, B false once, true once, thrown once. */
    PLAN_VALUES(&c, "5 h 1 4 | 3/2 1/1 0/0", 3, 2, 1, 4, 1, 1);
}

const plan_test plan_fork_cases[] = {
    {"fork: Debug if of && has one for the right operand, and its branch repeats it",
     test_debug_if},
    {"fork: a reload that is reached in another way is a decision",
     test_reload_reached_otherwise_is_a_decision},
    {"fork: || stored", test_stored_or},
    {"fork: a test that leads over a jump to the constant is a left operand",
     test_jump_written_out},
    {"fork: a pattern binds a variable before the jump", test_binding_before_the_jump},
    {"fork: && returned, in bool methods only", test_returned},
    {"fork: a nested right operand is told once, at its own right operand",
     test_nested_right_operand},
    {"fork: ?: as right operand is told where its arms meet", test_conditional_right_operand},
    {"fork: and/or/xor of bools is one operand", test_and_without_branch_is_one_operand},
    {"fork: nops that are no target do not hide the shape", test_nops_around},
    {"fork: makers that say bool, or say it is none", test_types_made},
    {"fork: another maker of the value says bool", test_types_of_other_makers},
    {"fork: takers decide where makers do not say", test_types_taken},
    {"fork: int ?: has none", test_int_conditional_is_none},
    {"fork: a constant operand has none", test_constant_operand_is_none},
    {"fork: the constant of the left operand is reached by forward conditions only",
     test_constant_with_other_arrivals_is_none},
    {"fork: the end of the code is no shape", test_end_of_code_is_no_shape},
    {"fork: no shape across a region's border", test_region_border_is_no_shape},
    {"fork: the whole of an inner && is no operand", test_inner_whole_is_no_operand},
    {"fork: a join that something else reaches too is not pure",
     test_join_with_another_arrival_is_not_pure},
    {"fork: a join that something else falls into is not pure",
     test_join_fallen_into_from_elsewhere_is_not_pure},
    {"fork: makers are read in straight code only", test_makers_are_read_in_straight_code_only},
    {"fork: a nop before the join does not hide the nested value",
     test_nop_before_the_join},
    {"fork: in dead code it is not reachable", test_dead_fork_is_not_reachable},
    {"fork: none between a tail call and its ret", test_tail_call_operand_is_left_alone},
    {"fork: conditions of filters", test_filter_conditions},
    {"fork: the pattern of a filter's condition is no operand", test_filter_with_a_pattern},
    {"fork: a constant condition of a filter has none", test_constant_filter_is_no_decision},
    {"fork: atoms and edge atoms of a fork", test_fork_nodes},
    {"fork: values", test_fork_values},
};
const size_t plan_fork_case_count = sizeof plan_fork_cases / sizeof plan_fork_cases[0];
