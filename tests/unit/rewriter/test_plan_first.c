/* Value forks of operands after the constant of the left one, as F# writes || : the shapes, the
 * hidden points that tell them from `c ? true : B`, near misses, nesting. */
#include "test_plan.h"

static void forks(const char *text, const char *points, const char *expected) {
    plan_expect_forks(&(plan_case){.text = text, .points = points, .returns = IL_TYPE_BOOL},
                      expected);
}

#define LEFT "call 2; brfalse @1; ldc.i4.1; nop; br @2; @1: "
#define OR LEFT "call 2; nop; @2: "
#define OR_POINTS "0 2h 3h 5 6h "

static void test_joined_on_the_stack(void) {
    forks(OR "stsfld 2; ret", OR_POINTS "8", "6|");
    forks(OR "stsfld 2; ret", "0 2h 6h 8", "6|");
    forks("ldarg.0; ldarg.0; ble @1; ldc.i4.1; br @2; @1: call 2; nop; @2: stsfld 2; ret",
          "0 3h 6h", "6|");
    /* Two tests before the constant: a || b || C. */
    forks("ldarg.s 10; brtrue @3; ldarg.s 10; brfalse @1; @3: ldc.i4.1; nop; br @2; @1: call 2;"
          "nop; @2: stsfld 2; ret",
          "0 4h 8h", "8|");
    /* Another way to M that comes from before: c ? X : (a || B). */
    forks("ldarg.s 10; brtrue @3; ldarg.s 11; br @2; @3: " OR "stsfld 2; ret", "0 6h 10h", "10|");
}

static void test_jump_written_out(void) {
    /* not a || B in optimised code: the test leads over a jump to B. */
    forks("call 2; brfalse @3; br @1; @3: ldc.i4.1; nop; br @2; @1: call 2; nop; @2: stsfld 2; ret",
          "0 3h 4h 6 7h", "7|");
    /* The jump is reached otherwise, too; the test leads elsewhere. */
    forks("ldarg.s 10; brtrue @5; call 2; brfalse @3; @5: br @1; @3: ldc.i4.1; nop; br @2;"
          "@1: call 2; nop; @2: stsfld 2; ret",
          "0 5h 6h 8 9h", "|");
    forks("call 2; brfalse @2; br @1; @3: ldc.i4.1; nop; br @2; @1: call 2; nop; @2: stsfld 2; ret",
          "0 3h 4h 6 7h", "|");
}

static void test_without_hidden_points(void) {
    const char *const points[] = {
        "0 5 8",         "0 2h 5 8", "0 6h 8", "0 2 3h 5 6h 8", /* if a then true else B */
        "0 2h 3h 5 6 8",
    };
    for (size_t i = 0; i < sizeof points / sizeof points[0]; i++) {
        forks(OR "stsfld 2; ret", points[i], "|");
    }
}

static void test_near_misses(void) {
    const struct {
        const char *text;
        const char *points;
    } rows[] = {
        /* the constant of an inlined `match o with None -> false | Some x -> F x` */
        {"call 2; brfalse @1; ldc.i4.0; nop; br @2; @1: call 2; nop; @2: stsfld 2; ret", OR_POINTS},
        /* no bool; a constant */
        {LEFT "call 1; nop; @2: stsfld 1; ret", OR_POINTS},
        {LEFT "ldc.i4.0; nop; @2: stsfld 2; ret", OR_POINTS},
        /* B is `if P then C else D` that joins at M: no instruction has its value alone */
        {LEFT "ldarg.s 10; brfalse @3; call 2; br @2; @3: call 2; nop; @2: stsfld 2; ret",
         "0 2h 3h 5 7 9h 10h"},
        /* B, or the constant's way, is reached in another way */
        {"ldarg.s 10; brtrue @4; call 2; brfalse @1; ldc.i4.1; nop; @4: br @2; @1: call 2; nop;"
         "@2: stsfld 2; ret",
         "0 4h 5h 8h"},
        {"br @1; call 2; brfalse @1; ldc.i4.1; nop; br @2; @1: call 2; nop; @2: stsfld 2; ret",
         "0 3h 4h 7h"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        forks(rows[i].text, rows[i].points, "|");
    }
}

static void test_nested(void) {
    /* a || b || C in Debug: the test of the first two repeats them. */
    forks(OR "brfalse @3; ldc.i4.1; nop; br @4; @3: call 2; nop; @4: stsfld 2; ret",
          OR_POINTS "8h 9h 11 12h", "6 12|7");
    forks(OR "brfalse @3; ldc.i4.1; nop; br @4; @3: call 2; nop; @4: stsfld 2; ret",
          OR_POINTS "7 8h 9h 11 12h", "6 12|");
    /* a || (b && C): C ends before its own constant. */
    forks(LEFT "ldarg.s 10; brfalse @3; call 2; br @2; @3: ldc.i4.0; nop; @2: brtrue @4; call 0;"
               "@4: ret",
          "0 2h 3h 5 7 9h 10h 12", "8|11");
    /* a && (b || C): the way of the left constant is one of the values of the whole. */
    forks("ldarg.s 10; brfalse @9; call 2; brfalse @1; ldc.i4.1; nop; br @2; @1: call 2; nop;"
          "br @2; @9: ldc.i4.0; nop; @2: brtrue @4; call 0; @4: ret",
          "0 2 4h 5h 7 8h 10h 11h 13", "9|12");
}

static void test_returned(void) {
    forks("call 2; brfalse @1; ldc.i4.1; ret; @1: ldarg.0; call 0x12; ret", "0 2h 4", "6|");
    forks("call 2; brfalse @1; ldc.i4.1; ret; @1: ldarg.0; call 0x12; ret", "0 2 4", "|");
    forks("call 2; brfalse @1; ldc.i4.1; ret; @1: tail. call 2; ret", "0 2h 4", "|");
    forks("call 2; brfalse @1; ldc.i4.1; ret; @1: ldc.i4.0; ret", "0 2h 4", "|");
    /* The constant is not what the test before it leads on to. */
    forks("ldarg.s 10; brfalse @1; ldarg.s 11; brtrue @3; call 2; ret; @3: ldc.i4.1; ret;"
          "@1: ldarg.0; call 0x12; ret",
          "0 6h", "5|");
    forks("call 2; brfalse @1; ldc.i4.1; ret; @1: call 2; brfalse @2; ldc.i4.1; ret;"
          "@2: call 2; ret",
          "0 2h 4 6h 8", "9|");
    /* A method of int. */
    plan_expect_forks(
        &(plan_case){.text = "call 2; brfalse @1; ldc.i4.1; ret; @1: ldarg.0; call 0x12; ret",
                     .points = "0 2h 4"},
        "|");
}

static void test_values(void) {
    plan_case c = {.text = OR "stsfld 2; ret", .points = OR_POINTS};
    /* Six times: A true three times; B thrown, false, true. */
    PLAN_VALUES(&c, "6 h h 3 h | 3/3 1/1", 6, 3, 3, 1, 1);
}

const plan_test plan_first_cases[] = {
    {"first: the operand has a fork before the nop of the join", test_joined_on_the_stack},
    {"first: a test that leads over a jump to the operand is a left operand",
     test_jump_written_out},
    {"first: without the hidden points it is the user's own choice", test_without_hidden_points},
    {"first: what looks alike has no fork", test_near_misses},
    {"first: nested operands are told once", test_nested},
    {"first: the operand that is returned", test_returned},
    {"first: values", test_values},
};
const size_t plan_first_case_count = sizeof plan_first_cases / sizeof plan_first_cases[0];
