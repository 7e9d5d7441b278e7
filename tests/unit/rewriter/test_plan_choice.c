/* Right operands that end in several places: one decision, a fork at each end. And constants that
 * the user wrote after a call that is returned. */
#include "il_asm.h"
#include "test_plan.h"

static void forks(const char *text, const char *points, const char *expected) {
    plan_expect_forks(&(plan_case){.text = text, .points = points}, expected);
}

static void bool_method_forks(const char *text, const char *points, const char *expected) {
    plan_expect_forks(&(plan_case){.text = text, .points = points, .returns = IL_TYPE_BOOL},
                      expected);
}

/* a && (c ? B() : D()) */
#define AND_CHOICE                                                                                 \
    "ldarg.s 10; brfalse @1; ldarg.s 11; brtrue @2; call 2; br @3; @2: call 2; br @3;"             \
    "@1: ldc.i4.0; @3: "

static void test_both_ends(void) {
    forks(AND_CHOICE "stloc.s 10; ret", "0", "5p 7p||5+7");
    bool_method_forks("ldarg.s 10; brfalse @1; ldarg.s 11; brtrue @2; call 2; ret; @2: call 2; ret;"
                      "@1: ldc.i4.0; ret",
                      "0", "5p 7p||5+7");
}

static void test_value_is_told(void) {
    forks(AND_CHOICE "brtrue @4; nop; @4: ret", "0", "5p 7p|9|5+7");
    forks(AND_CHOICE "brtrue @4; nop; @4: ret", "0 9", "5p 7p||5+7");
}

static void test_ends_of_one_join_or_several(void) {
    /* One arm is sent on to the end, the other one falls into the inner join. */
    forks("ldarg.s 10; brfalse @1; ldarg.s 11; brtrue @2; call 2; br @3; @2: ldarg.s 12;"
          "brtrue @4; call 2; br @5; @4: call 2; @5: br @3; @1: ldc.i4.0; @3: stloc.s 10; ret",
          "0", "5p 11p||5+11");
    /* Left operands that are ?: end at their test: a && (c ? B : D) && (c ? B : D). */
    forks("ldarg.s 10; brfalse @1; ldarg.s 11; brtrue @2; call 2; br @3; @2: call 2;"
          "@3: brfalse @1; ldarg.s 11; brtrue @4; call 2; br @5; @4: call 2; br @5;"
          "@1: ldc.i4.0; @5: stloc.s 10; ret",
          "0", "11p 13p||11+13");
}

static void test_inner_operands_are_decisions_too(void) {
    /* a && (c ? (x || y) : (p && q)), every branch sent on to the end. */
    forks("ldarg.s 10; brfalse @1; ldarg.s 11; brtrue @3;"
          "ldarg.s 12; brfalse @4; call 2; br @6; @4: ldc.i4.0; br @6;"
          "@3: ldarg.s 13; brtrue @5; call 2; br @6; @5: ldc.i4.1; br @6;"
          "@1: ldc.i4.0; @6: stloc.s 10; ret",
          "0", "7 9p 13 15p||7+9+13+15");
}

static void test_choice_within_a_choice(void) {
    /* a && (c ? x && (d ? B() : D()) : E()) */
    forks("ldarg.s 10; brfalse @1; ldarg.s 11; brtrue @2; call 2; br @9;"
          "@2: ldarg.s 12; brfalse @3; ldarg.s 13; brtrue @4; call 2; br @9; @4: call 2; br @9;"
          "@3: ldc.i4.0; br @9; @1: ldc.i4.0; @9: stloc.s 10; ret",
          "0", "5p 11p 13p 15p||11+13 5+11+13+15");
}

static void test_sites_make_no_choice(void) {
    /* a && (b || (c && D())): one operand, everything else hands its value on. */
    forks("ldarg.s 10; brfalse @1; ldarg.s 11; brtrue @2; ldarg.s 12; brfalse @3; call 2; br @9;"
          "@3: ldc.i4.0; br @9; @2: ldc.i4.1; br @9; @1: ldc.i4.0; @9: stloc.s 10; ret",
          "0", "7|");
}

static void test_constant_ends(void) {
    forks("ldarg.s 10; brfalse @1; ldarg.s 11; brtrue @2; ldc.i4.1; br @3; @2: call 2; br @3;"
          "@1: ldc.i4.0; @3: stloc.s 10; ret",
          "0", "5p 7p||5+7");
    /* Nothing but constants: the user decided nothing here. */
    forks(
        "ldarg.s 10; brfalse @1; ldarg.s 11; brtrue @2; ldc.i4.1; br @3; @2: nop; ldc.i4.0; br @3;"
        "@1: ldc.i4.0; @3: stloc.s 10; ret",
        "0", "|");
}

static void test_what_is_no_choice(void) {
    /* Numbers. */
    forks("ldarg.s 10; brfalse @1; ldarg.s 11; brtrue @2; call 1; br @3; @2: call 1; br @3;"
          "@1: ldc.i4.0; @3: pop; ret",
          "0", "|");
    /* One way to the join is not a br: its value has no place for a fork, so nothing is told. */
    forks("ldarg.s 10; brfalse @1; call 2; dup; brtrue @3; pop; call 2; br @3;"
          "@1: ldc.i4.0; @3: stloc.s 10; ret",
          "0", "|");
    /* A tail. call at one end. */
    bool_method_forks("ldarg.s 10; brfalse @1; ldarg.s 11; brtrue @2; tail. call 2; ret;"
                      "@2: call 2; ret; @1: ldc.i4.0; ret",
                      "0", "|");
    /* Ends before the last test belong to something else: p ? (c ? B : D) : (a && E). */
    forks("ldarg.s 10; brtrue @2; ldarg.s 11; brtrue @4; call 2; br @3; @4: call 2; br @3;"
          "@2: ldarg.s 12; brfalse @1; call 2; br @3; @1: ldc.i4.0; @3: stloc.s 10; ret",
          "0", "11|");
}

static void test_constant_that_the_user_wrote(void) {
    /* if (a) return B(); return false; */
    const char *text = "ldarg.s 10; brfalse @1; call 2; ret; @1: ldc.i4.0; ret";
    bool_method_forks(text, "0 2", "3|");
    bool_method_forks(text, "0 2 4", "|");
    bool_method_forks(text, "0 2 4h", "3|");
    /* if (a) return c ? B() : D(); return false; */
    text = "ldarg.s 10; brfalse @1; ldarg.s 11; brtrue @2; call 2; ret; @2: call 2; ret;"
           "@1: ldc.i4.0; ret";
    bool_method_forks(text, "0 2 8", "|");
    bool_method_forks(text, "0 2 9", "5p 7p||5+7");
    forks("ldarg.s 10; brfalse @1; call 2; br @2; @1: ldc.i4.0; @2: stloc.s 10; ret", "0 4", "|");
}

static void test_values_of_a_choice(void) {
    plan_case c = {.text = AND_CHOICE "stloc.s 10; ret", .points = "0 9"};
    plan_expect(
        &c, "a0=e1.0+e1.1 a2=e3.0+e3.1 a4#0 a5- a6#1 a7- a8#2 a9#3 e1.0=a2 e1.1=a8 e3.0=a4 e3.1=a6 "
            "v5.0#4 v5.1#5 v7.0#6 v7.1#7");
    /* Six times: a false once; c twice false (B true, then thrown), three times true. */
    PLAN_VALUES(&c, "6 5 | 5/1 2/3 0/1 1/2", 2, 3, 1, 5, 0, 1, 1, 2);
}

/* a || (b && (a || (b && ... B()))): all ends are sites of the next one. */
static void nest(il_asm *a, uint32_t depth, bool is_choice) {
    for (uint32_t i = 0; i < depth; i++) {
        il_asm_imm(a, IL_LDARG_S, 10);
        il_asm_branch(a, i % 2 == 0 ? IL_BRTRUE : IL_BRFALSE, 10 + i);
        if (is_choice) {
            il_asm_imm(a, IL_LDARG_S, 11);
            il_asm_branch(a, IL_BRTRUE, 1000000 + i);
            il_asm_imm(a, IL_LDARG_S, 12);
            il_asm_branch(a, IL_BR, 9);
            il_asm_label(a, 1000000 + i);
        }
    }
    il_asm_imm(a, IL_LDARG_S, 11);
    il_asm_branch(a, IL_BR, 9);
    for (uint32_t i = depth; i-- > 0;) {
        il_asm_label(a, 10 + i);
        il_asm_op(a, i % 2 == 0 ? IL_LDC_I4_1 : IL_LDC_I4_0);
        il_asm_branch(a, IL_BR, 9);
    }
    il_asm_label(a, 9);
    il_asm_imm(a, IL_STLOC_S, 10);
    il_asm_op(a, IL_RET);
}

static const probe_plan *plan_nest(uint32_t depth, bool is_choice, cc_arena *arena) {
    plan_fixture *f = plan_new(&(plan_case){.text = "ret", .points = ""});
    il_asm *a = il_asm_new(arena);
    nest(a, depth, is_choice);
    il_body *body = CC_NEW(arena, il_body);
    probe_plan *plan = NULL;
    CU_ASSERT_EQUAL_FATAL(il_decode(body, il_asm_finish(a), arena), CC_OK);
    CU_ASSERT_EQUAL_FATAL(probe_plan_make(&plan, body, NULL, 0, &f->resolver, NULL, arena), CC_OK);
    plan_check_invariants(plan);
    plan_free(f);
    return plan;
}

static void test_deep_nests(void) {
    cc_arena *arena = cc_arena_new();
    const probe_plan *plan = plan_nest(40000, false, arena);
    CU_ASSERT_EQUAL(plan->branch_count, 40001);
    CU_ASSERT_EQUAL(plan->choice_count, 0);
    plan = plan_nest(20, true, arena);
    CU_ASSERT_EQUAL(plan->choice_count, 20);
    CU_ASSERT_EQUAL(plan->choices[0].fork_count, 2);
    CU_ASSERT_EQUAL(plan->choices[19].fork_count, 40);
    /* Listing them all would take 10 ^ 8 forks: those that are too many are not told. */
    plan = plan_nest(10000, true, arena);
    CU_ASSERT_TRUE(plan->choice_count > 100 && plan->choice_count < 10000);
    cc_arena_free(arena);
}

const plan_test plan_choice_cases[] = {
    {"choice: a fork at both ends of a ?:", test_both_ends},
    {"choice: the whole value is told", test_value_is_told},
    {"choice: one of several joins, one of several operands", test_ends_of_one_join_or_several},
    {"choice: operands within it stay decisions", test_inner_operands_are_decisions_too},
    {"choice: one within another shares forks", test_choice_within_a_choice},
    {"choice: the ends of && and || alone are none", test_sites_make_no_choice},
    {"choice: a constant at one end", test_constant_ends},
    {"choice: what looks alike", test_what_is_no_choice},
    {"choice: no operand before a constant that the user wrote",
     test_constant_that_the_user_wrote},
    {"choice: values", test_values_of_a_choice},
    {"choice: linear: deep nests", test_deep_nests},
};
const size_t plan_choice_case_count = sizeof plan_choice_cases / sizeof plan_choice_cases[0];
