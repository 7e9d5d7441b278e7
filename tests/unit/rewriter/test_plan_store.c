/* Value forks of operands that are joined in a variable (`A && await B`, `A || await B`): the
 * shapes compilers emit, near misses, and conditions on such values. */
#include "test_plan.h"

#include <stdio.h>

static void forks(const char *text, const char *points, const char *expected) {
    plan_expect_forks(&(plan_case){.text = text, .points = points}, expected);
}

#define STORED(test, v)                                                                            \
    "call 2; stloc.s " v "; ldloc.s " v "; " test " @1; call 2; stloc.s " v "; @1: "
#define TWO_STORES(after)                                                                         \
    "call 2; stloc.s 12; ldloc.s 12; brfalse @1; call 2; stloc.s 10; " after                      \
    "br @2; @1: ldc.i4.0; stloc.s 10; @2: "
#define STORED_AND STORED("brfalse", "10") "ldloc.s 10; "
#define FIELD_AND                                                                                  \
    "ldarg.0; call 2; stfld 2; ldarg.0; ldfld 2; brfalse @1; ldarg.0; call 2; stfld 2; @1: "
#define OUTER_AND "stloc.s 11; ldloc.s 11; brfalse @2; call 2; stloc.s 11; @2: ldloc.s 11; "

static void test_stored_operand(void) {
    forks(STORED_AND "stsfld 2; ret", "0", "5|");
    forks(STORED("brtrue", "10") "ldloc.s 10; stsfld 2; ret", "0", "5|");
    forks(FIELD_AND "ldarg.0; ldfld 2; stsfld 2; ret", "0", "8|");
    /* Into a field, negated, with a nop after the store and other arguments loaded first. */
    forks("ldarg.0; call 2; stfld 2; ldarg.0; ldfld 2; brfalse @1; ldarg.0; call 2; ldc.i4.0; ceq;"
          "stfld 2; nop; @1: ldstr 1; ldarg.s 0; ldfld 1; ldarg.0; ldfld 2; call 0x30; ret",
          "0", "10|");
    forks("ldarg.s 10; ldarg.1; call 2; stloc.s 10; ldloc 10; brfalse @1; ldarg.s 11; stloc 10;"
          "@1: ldloc.s 10; pop; ret",
          "0", "7|");
}

static void test_stored_operand_and_points(void) {
    const struct {
        const char *points;
        const char *expected;
    } rows[] = {/* Release begins a statement with the value of the one before on the stack. */
                {"0 1 7", "5|"},
                {"0 4h 6h 7", "5|"},
                {"0 4", "5|"},
                /* `if (t) t = B();` */
                {"0 2", "|"},
                {"0 3", "|"},
                {"0 6", "|"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        forks(STORED_AND "stsfld 2; ret", rows[i].points, rows[i].expected);
    }
    forks(FIELD_AND "ldarg.0; ldfld 2; stsfld 2; ret", "0 10", "|");
    forks(FIELD_AND "ldarg.1; ldarg.0; ldfld 2; pop; stsfld 2; ret", "0 10", "|");
}

/* `_ => A && await B`: the arm is led to, its point stands at the join. */
static void test_stored_operand_of_an_arm(void) {
    const struct {
        const char *points;
        const char *expected;
    } rows[] = {{"0 2h 8", "7|"},
                {"0 2h 3h 8", "7|"}, /* an await in the left operand */
                {"0 2h 7h 8", "7|"}, /* one in the right operand */
                {"0 2h 8 9", "7|"},
                /* a statement, at its begin, its test or after this; hidden ones too */
                {"0 8", "|"},
                {"0 2 8", "|"},
                {"0 2h 3 8", "|"},
                {"0 2h 4 8", "|"},
                {"0 2h 4h 8", "|"},
                {"0 2h 5h 8", "|"},
                {"0 2h 6 8", "|"},
                {"0 2h 6h 8", "|"},
                /* no block begins at the hidden point */
                {"0 1h 8", "|"},
                {"0 3h 8", "|"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        forks("ldarg.s 10; brtrue @3; @3: " STORED_AND "stsfld 2; ret", rows[i].points,
              rows[i].expected);
    }
    /* The join is tested: the operands have told it. */
    forks("ldarg.s 10; brtrue @3; @3: " STORED_AND "brfalse @2; call 0; @2: ret", "0 2h 8", "7|9");
    forks("ldarg.s 10; brtrue @3; @3: " STORED_AND "brfalse @2; call 0; @2: ret", "0 2 8", "|");
    forks("ldarg.s 10; brtrue @3; @3: " FIELD_AND "ldarg.0; ldfld 2; stsfld 2; ret", "0 2h 11",
          "10|");
    forks("ldarg.s 10; brtrue @3; @3: " FIELD_AND "ldarg.0; ldfld 2; stsfld 2; ret", "0 2h 12",
          "|");
    /* After the condition of the arm, which leads past it when it fails; not after that of a
     * statement. */
    const char *const after_condition =
        "ldarg.s 11; brfalse @9; " STORED_AND "stsfld 2; ret; @9: ret";
    forks(after_condition, "0 8", "7|");
    forks(after_condition, "0 3 8", "|");
    forks(after_condition, "0 4 8", "|");
    forks(after_condition, "0 6 8", "|");
    forks("nop; ldarg.s 11; brfalse @9; " STORED_AND "stsfld 2; ret; @9: ret", "1 9", "8|");
    forks("ldarg.s 11; brfalse @9; nop; " STORED_AND "stsfld 2; ret; @9: ret", "2 9", "|");
    /* Led to by falling through. */
    forks("ldarg.s 10; brtrue @3; " STORED_AND "stsfld 2; ret; @3: ret", "0 2h 8", "7|");
}

static void test_near_misses_of_stored_operand(void) {
    const char *const texts[] = {
        /* another variable stored, tested, stored again, loaded */
        "call 2; stloc.s 11; ldloc.s 10; brfalse @1; call 2; stloc.s 10; @1: ldloc.s 10; pop; ret",
        "call 2; stloc.s 10; ldloc.s 11; brfalse @1; call 2; stloc.s 10; @1: ldloc.s 10; pop; ret",
        "call 2; stloc.s 10; ldloc.s 10; brfalse @1; call 2; stloc.s 11; @1: ldloc.s 10; pop; ret",
        STORED("brfalse", "10") "ldloc.s 11; pop; ret",
        FIELD_AND "ldarg.0; ldfld 0x12; pop; ret",
        FIELD_AND "ldarg.1; ldfld 2; pop; ret",
        FIELD_AND "ldarg.0; volatile. ldfld 2; pop; ret",
        "call 2; stsfld 2; ldsfld 2; brfalse @1; call 2; stsfld 2; @1: ldsfld 2; pop; ret",
        "ldarg.0; call 2; stfld 10; ldloc.s 10; brfalse @1; call 2; stloc.s 10; @1: ldloc.s 10;"
        "pop; ret",
        /* no bool, a constant */
        STORED("brfalse", "0") "ldloc.s 0; pop; ret",
        STORED("brfalse", "30") "ldloc.s 30; pop; ret",
        "call 2; stloc.s 10; ldloc.s 10; brfalse @1; ldc.i4.1; stloc.s 10; @1: ldloc.s 10; pop; "
        "ret",
        /* another test, another way to the reload */
        "call 2; stloc.s 10; ldloc.s 10; switch @1; call 2; stloc.s 10; @1: ldloc.s 10; pop; ret",
        "ldarg.s 10; brtrue @1; " STORED_AND "pop; ret",
        STORED_AND "pop; ldarg.s 10; brtrue @1; ret",
        "br @1; " STORED_AND "pop; ret",
        "call 2; stloc.s 10; @2: ldloc.s 10; brfalse @1; call 2; stloc.s 10; @1: ldloc.s 10; pop;"
        "ldarg.s 10; brtrue @2; ret",
        "call 2; stloc.s 10; @1: ldloc.s 10; pop; call 2; stloc.s 10; ldloc.s 10; brfalse @1; ret",
        "br @3; @3: stloc.s 10; @1: ldloc.s 10; pop; ret; ldloc.s 10; brfalse @1; ret",
        /* `c ? B() : A` */
        "ldarg.s 10; brfalse @1; call 2; stloc.s 10; br @2; @1: call 2; stloc.s 10;"
        "@2: ldloc.s 10; pop; ret",
        /* something comes between */
        "call 2; stloc.s 10; ldloc.s 10; brfalse @1; call 2; stloc.s 10; call 0; @1: ldloc.s 10;"
        "pop; ret",
        STORED("brfalse", "10") "call 2; stloc.s 10; ldloc.s 10; pop; ret",
        "ldarg.s 10; brtrue @2; " STORED("brfalse",
                                         "10") "call 0; @2: call 0; ldloc.s 10; pop; ret",
        STORED("brfalse", "10") "ldarg.1; @3: ldloc.s 10; pop; pop; ldarg.1; ldarg.s 10; brtrue @3;"
                                "pop; ret",
        STORED("brfalse", "10") "ldloc.s 10",
        "brfalse @1; stloc.s 10; @1: ldloc.s 10; ret",
        "ldloc.s 10; brfalse @1; stloc.s 10; @1: ldloc.s 10; ret",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        forks(texts[i], "0", "|");
    }
}

#define FOUR_NOPS "nop; nop; nop; nop; "
#define SIXTEEN_NOPS FOUR_NOPS FOUR_NOPS FOUR_NOPS FOUR_NOPS
#define MANY_NOPS SIXTEEN_NOPS SIXTEEN_NOPS SIXTEEN_NOPS SIXTEEN_NOPS
#define ALL_NOPS MANY_NOPS MANY_NOPS MANY_NOPS MANY_NOPS MANY_NOPS MANY_NOPS MANY_NOPS

/* What stands in an expression after a value that was kept: an array, a call, another operand. */
static void test_code_after_a_stored_join(void) {
    forks(STORED("brfalse", "10") "ldc.i4.2; newarr 1; dup; ldc.i4.0; ldarg.s 10; stelem.i1; dup;"
                                  "ldc.i4.1; ldloc.s 10; stelem.i1; call 0x10; ret",
          "0", "5|");
    forks(STORED("brfalse", "10") "call 1; ldloc.s 10; call 0x20; ret", "0", "5|");
    forks(STORED("brfalse", "10") "ldloca.s 10; call 0x10; ret", "0", "5|");
    forks(STORED("brfalse", "10") "ldarg.s 10; brtrue @2; call 0; @2: ldloc.s 10; stsfld 2; ret",
          "0", "5|");
    /* A point after a test is that of an arm of a switch expression, one before it the
     * user's. */
    forks(STORED("brfalse", "10") "ldarg.s 10; brtrue @2; call 0; @2: ldloc.s 10; stsfld 2; ret",
          "0 8", "5|");
    forks(STORED("brfalse", "10") "ldarg.s 10; brtrue @2; call 0; @2: ldloc.s 10; stsfld 2; ret",
          "0 7", "|");
    forks(STORED("brfalse", "10") MANY_NOPS "ldloc.s 10; jmp 0", "0", "5|");
    forks(STORED("brfalse", "10") ALL_NOPS MANY_NOPS "ldloc.s 10; jmp 0", "0", "|");
}

#define CLEAN_NULL "ldarg.0; ldnull; stfld 1; "
#define CLEAN_STRUCT "ldarg.0; ldflda 1; initobj 1; "
#define STORED_THEN(after)                                                                        \
    "call 2; stloc.s 10; ldloc.s 10; brfalse @1; call 2; stloc.s 10; " after

/* What was kept over an await is forgotten after the store: `A && await F() is { N: > 0 }`. */
static void test_clean_up_after_the_store(void) {
    const char *const rest = "@1: ldloc.s 10; stsfld 2; ret";
    const char *const texts[] = {STORED_THEN(CLEAN_NULL), STORED_THEN(CLEAN_STRUCT),
                                 STORED_THEN(CLEAN_NULL "nop; " CLEAN_STRUCT CLEAN_NULL "nop; ")};
    char text[400];
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        (void)snprintf(text, sizeof text, "%s%s", texts[i], rest);
        forks(text, "0", "5|");
    }
    forks(TWO_STORES(CLEAN_NULL) "ldloc.s 10; stsfld 2; ret", "0", "5|");
    const char *const near_misses[] = {
        STORED_THEN("ldarg.1; ldnull; stfld 1; "),
        STORED_THEN("ldarg.0; ldc.i4.0; stfld 1; "),
        STORED_THEN("ldarg.0; ldnull; volatile. stfld 1; "),
        STORED_THEN("ldarg.0; ldflda 1; call 0x10; "),
        STORED_THEN("ldnull; pop; nop; "),
        "ldarg.s 10; brtrue @3; " STORED_THEN("@3: " CLEAN_NULL),
        "ldarg.0; ldarg.s 10; brtrue @3; pop; " STORED_THEN("ldarg.0; @3: ldnull; stfld 1; ")};
    for (size_t i = 0; i < sizeof near_misses / sizeof near_misses[0]; i++) {
        (void)snprintf(text, sizeof text, "%s%s", near_misses[i], rest);
        forks(text, "0", "|");
    }
    /* `t = B(); x = null;` */
    forks(STORED_THEN(CLEAN_NULL) "@1: ldloc.s 10; stsfld 2; ret", "0 6", "|");
    forks(STORED_THEN(CLEAN_NULL) "@1: ldloc.s 10; stsfld 2; ret", "0 8", "|");
}

#define AWAIT(leave) "ldarg.s 10; brtrue @6; " leave " @7; @5: call 0; @6: "
#define RELOAD_FIELD "ldarg.0; ldfld 2; stsfld 2; @7: ret"

/* (A || await B) == await C: a field is kept over the other await, which its dispatch leads
 * into. */
static void test_await_before_the_reload(void) {
    forks("ldarg.s 10; brtrue @5; " FIELD_AND AWAIT("leave") RELOAD_FIELD, "0", "10|");
    forks("ldarg.s 10; brtrue @5; " FIELD_AND AWAIT("leave.s") RELOAD_FIELD, "0", "10|");
    /* A local is not kept, nothing else leads there, nor from after the join. */
    forks("ldarg.s 10; brtrue @5; " STORED("brfalse", "10") AWAIT("leave") "ldloc.s 10; stsfld 2;"
                                                                           "@7: ret",
          "0", "|");
    forks("ldarg.s 10; brtrue @5; " FIELD_AND AWAIT("br") RELOAD_FIELD, "0", "|");
    forks("ldarg.s 10; brtrue @5; " FIELD_AND "ldarg.s 10; brtrue @5; ldarg.s 10; brtrue @6;"
          "leave @7; @5: call 0; @6: " RELOAD_FIELD,
          "0", "|");
    forks("ldarg.s 10; brtrue @5; " FIELD_AND
          "ldarg.s 10; brtrue @6; @5: call 0; @6: " RELOAD_FIELD,
          "0", "|");
}

static void test_nested_stored_operands(void) {
    /* (A || B) && C: the second test repeats, in Debug through a copy in a field, negated too. */
    forks(STORED_AND OUTER_AND "stsfld 2; ret", "0", "5 11|9");
    forks("call 2; stloc.s 10; ldloc.s 10; brtrue @1; call 2; stloc.s 10; @1: ldarg.0; ldloc.s 10;"
          "ldc.i4.0; ceq; stfld 2; ldarg.0; ldfld 2; brfalse @2; ldarg.0; call 2; stfld 2;"
          "@2: ldarg.0; ldfld 2; stsfld 2; ret",
          "0", "5 16|13");
    /* A && (B && C), A && !(B && C): the value of the inner one is not an operand. */
    const char *const inner[] = {"", "ldc.i4.0; ceq; ", "stloc.s 12; ldloc.s 12; "};
    for (size_t i = 0; i < sizeof inner / sizeof inner[0]; i++) {
        char text[300];
        (void)snprintf(
            text, sizeof text,
            "call 2; stloc.s 11; ldloc.s 11; brfalse @2; %s%s stloc.s 11; @2: ldloc.s 11;"
            "stsfld 2; ret",
            STORED_AND, inner[i]);
        forks(text, "0", "9|");
    }
    /* A && (b || C()) with an await in A only, then stored. */
    forks("call 2; stloc.s 10; ldloc.s 10; brfalse @1; ldarg.s 10; brtrue @3; call 2; br @4;"
          "@3: ldc.i4.1; @4: stloc.s 10; @1: ldloc.s 10; stsfld 2; ret",
          "0", "7|");
    /* a && (B && C) where the outer one is on the stack. */
    forks("ldarg.s 10; brfalse @3; " STORED_AND "br @4; @3: ldc.i4.0; @4: stsfld 2; ret", "0",
          "7|");
}

static void test_condition_on_stored_operands(void) {
    const char *debug = STORED_AND "stloc.s 11; ldloc.s 11; brfalse @3; call 0; @3: ret";
    forks(debug, "0 8h 10", "5|9");
    forks(debug, "0 7 10", "5|");
    forks(debug, "0 8 10", "5|");
    forks(debug, "0 9 10", "5|");
    const char *release = STORED_AND "brfalse @3; call 0; @3: ret";
    forks(release, "0 8 9", "5|7");
    forks(release, "0 7 8 9", "5|");
    forks(STORED_AND "ldc.i4.0; ceq; brtrue @3; call 0; @3: ret", "0", "5|9");
    forks(STORED_AND "ldc.i4.0; ceq; brtrue @3; call 0; @3: ret", "0 8", "5|");
    forks(STORED_AND "ldc.i4.1; ceq; brtrue @3; call 0; @3: ret", "0", "5|");
    /* Reached with another value. */
    forks("ldarg.s 11; ldarg.s 10; brtrue @3; pop; " STORED_AND "@3: brfalse @4; call 0; @4: ret",
          "0", "9|");
    forks(STORED_AND "@4: stloc.s 11; ldloc.s 11; brfalse @3; ldarg.s 10; br @4; @3: ret", "0",
          "5|");
    forks(STORED_AND "stloc.s 11; @4: ldloc.s 11; brfalse @3; br @4; @3: ret", "0", "5|");
}

/* `A && x is 1 or 5`: the tests of the pattern tell its value. */

#define LEFT "call 2; stloc.s 10; ldloc.s 10; brfalse @2; "
#define RIGHT "stloc.s 10; @2: ldloc.s 10; brfalse @9; call 0; @9: ret"
#define PATTERN "ldarg.s 10; brtrue @3; ldc.i4.1; stloc.s 12; br @4; @3: ldc.i4.0; stloc.s 12; @4: "

static void test_pattern_as_stored_operand(void) {
    forks(LEFT PATTERN "ldloc.s 12; " RIGHT, "0", "|14");
    forks(LEFT PATTERN "ldloc.s 12; ldc.i4.0; ceq; " RIGHT, "0", "|16");
    /* on the stack; with a place for the debugger; through fields */
    forks(LEFT "ldarg.s 10; brtrue @3; ldc.i4.1; br @4; @3: ldc.i4.0; @4: " RIGHT, "0", "|11");
    forks(LEFT "ldarg.s 10; brtrue @3; ldc.i4.1; stloc.s 12; br @4; @3: ldc.i4.0; stloc.s 12;"
               "br @4; @4: ldc.i4.1; brtrue @5; nop; @5: ldloc.s 12; " RIGHT,
          "0", "|18");
    forks("ldarg.0; call 2; stfld 2; ldarg.0; ldfld 2; brfalse @2; ldarg.s 10; brtrue @3; ldarg.0;"
          "ldc.i4.1; stfld 18; br @4; @3: ldarg.0; ldc.i4.0; stfld 18; @4: ldarg.0; ldarg.0;"
          "ldfld 18; stfld 2; @2: ldarg.0; ldfld 2; pop; ret",
          "0", "|");
    /* before: `x is 1 or 5 && B()` */
    forks(PATTERN "ldloc.s 12; stloc.s 10; ldloc.s 10; brfalse @2; call 2; " RIGHT, "0",
          "12|10 14");
}

static void test_what_is_no_pattern(void) {
    const struct {
        const char *text;
        const char *expected;
    } rows[] = {
        /* an arm that is not a constant */
        {LEFT "ldarg.s 10; brtrue @3; call 2; stloc.s 12; br @4; @3: ldc.i4.0; stloc.s 12;"
              "@4: ldloc.s 12; " RIGHT,
         "12|14"},
        {LEFT "ldarg.s 10; brtrue @3; ldc.i4.0; stloc.s 12; br @4; @3: call 2; stloc.s 12;"
              "@4: ldloc.s 12; " RIGHT,
         "12|14"},
        {LEFT "ldarg.s 10; brtrue @3; call 2; br @4; @3: ldc.i4.2; @4: " RIGHT, "9|11"},
        /* another variable; one way only; another way, to the load or to what leads there */
        {LEFT "ldarg.s 10; brtrue @3; ldc.i4.1; stloc.s 12; br @4; @3: ldc.i4.0; stloc.s 13;"
              "@4: ldloc.s 12; " RIGHT,
         "12|14"},
        {LEFT "ldc.i4.1; stloc.s 12; ldloc.s 12; " RIGHT, "7|9"},
        {LEFT "ldarg.s 11; brtrue @4; " PATTERN "ldloc.s 12; " RIGHT, "14|16"},
        {LEFT "ldarg.s 11; brtrue @5; ldarg.s 10; brtrue @3; ldc.i4.1; stloc.s 12; @5: br @4;"
              "@3: ldc.i4.0; stloc.s 12; @4: ldloc.s 12; " RIGHT,
         "14|16"},
        {LEFT "ldarg.s 11; brtrue @5; ldarg.s 10; brtrue @3; ldc.i4.1; @5: stloc.s 12; br @4;"
              "@3: ldc.i4.0; stloc.s 12; @4: ldloc.s 12; " RIGHT,
         "14|16"},
        {LEFT PATTERN "ldloca.s 12; " RIGHT, "12|14"},
        /* no place for the debugger */
        {LEFT PATTERN "ldc.i4.0; brtrue @5; nop; @5: ldloc.s 12; " RIGHT, "15|17"},
        {LEFT PATTERN "ldc.i4.1; brtrue @5; call 0; @5: ldloc.s 12; " RIGHT, "15|17"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        forks(rows[i].text, "0", rows[i].expected);
    }
    /* The user's own: `if (b)`, `t = b`. */
    forks(LEFT PATTERN "ldloc.s 12; " RIGHT, "0 11", "12|14");
    forks(PATTERN "ldloc.s 12; stloc.s 13; ldloc.s 13; brfalse @9; call 0; @9: ret", "0", "|10");
    forks(PATTERN "ldloc.s 12; stloc.s 13; ldloc.s 13; brfalse @9; call 0; @9: ret", "0 7", "|");
    forks(PATTERN "ldloc.s 12; stloc.s 13; ldloc.s 13; brfalse @9; call 0; @9: ret", "0 9", "|");
}

/* `x is not T t` in Debug: two constants, one of them or the value of both negated. */
static void test_negated_constants(void) {
    const char *const texts[] = {
        "ldarg.s 10; brfalse @1; ldc.i4.1; ldc.i4.0; ceq; br @2; @1: ldc.i4.1;"
        "@2: stloc.s 11; ldloc.s 11; brfalse @3; call 0; @3: ret",
        "ldarg.s 10; brfalse @1; ldc.i4.1; br @2; @1: ldc.i4.0; @2: ldc.i4.0; ceq;"
        "stloc.s 11; ldloc.s 11; brfalse @3; call 0; @3: ret",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        forks(texts[i], "0 8h", "|9");
        forks(texts[i], "0 8", "|");
    }
    /* As the right operand of && it is told as well. */
    forks("ldarg.s 10; brfalse @4; ldarg.s 11; brfalse @1; ldc.i4.1; br @2; @1: ldc.i4.0;"
          "@2: ldc.i4.0; ceq; br @5; @4: ldc.i4.0; @5: brfalse @3; call 0; @3: ret",
          "0", "|11");
    /* One way brings a value. */
    forks("ldarg.s 10; brfalse @1; ldc.i4.1; br @2; @1: call 2; @2: ldc.i4.0; ceq;"
          "stloc.s 11; ldloc.s 11; brfalse @3; call 0; @3: ret",
          "0 8h", "|");
}

/* && and || of Visual Basic around an await: 0 call, 1 stloc, 2 ldloc, 3 test, ... */
#define TWO_LEFT(test) "call 2; stloc.s 12; ldloc.s 12; " test " @1; "
#define TWO_AND TWO_STORES("")
#define TWO_OR TWO_LEFT("brfalse") "ldc.i4.1; stloc.s 10; br @2; @1: call 2; stloc.s 10; @2: "

static void test_two_stores(void) {
    forks(TWO_AND "ldloc.s 10; stsfld 2; ret", "0", "5|");
    forks(TWO_OR "ldloc.s 10; stsfld 2; ret", "0", "8|");
    forks(TWO_OR "ldarg.0; ldloc.s 10; stfld 2; ret", "0 11", "8|");
    forks("ldarg.0; call 2; stfld 2; ldarg.0; ldfld 2; brfalse @1; call 2; ldc.i4.0; ceq;"
          "stloc.s 10; br @2; @1: ldc.i4.0; stloc.s 10; @2: ldloc.s 10; pop; ret",
          "0", "9|");
    /* Conditions repeat it, in Debug stored once more, negated. */
    forks(TWO_AND "ldloc.s 10; brfalse @3; call 0; @3: ret", "0", "5|10");
    forks(TWO_AND "ldloc.s 10; ldc.i4.0; ceq; stloc.s 11; ldloc.s 11; brfalse @3; call 0; @3: ret",
          "0 13h", "5|14");
    /* (A || B) && C; A || (B && C): told once. */
    forks(TWO_OR "ldloc.s 10; stloc.s 13; ldloc.s 13; brfalse @4; call 2; stloc.s 11; br @5;"
                 "@4: ldc.i4.0; stloc.s 11; @5: ldloc.s 11; brfalse @6; call 0; @6: ret",
          "0", "8 14|12 19");
    forks("call 2; stloc.s 13; ldloc.s 13; brfalse @4; ldc.i4.1; stloc.s 11; br @5; @4: " TWO_AND
          "ldloc.s 10; stloc.s 11; @5: ldloc.s 11; brfalse @6; call 0; @6: ret",
          "0", "12|19");
}

static void test_near_misses_of_two_stores(void) {
    const char *const texts[] = {
        /* nothing stored before the test, another variable tested */
        "call 2; brfalse @1; call 2; stloc.s 10; br @2; @1: ldc.i4.0; stloc.s 10; @2: ldloc.s 10;"
        "pop; ret",
        "call 2; stloc.s 12; ldloc.s 13; brfalse @1; call 2; stloc.s 10; br @2; @1: ldc.i4.0;"
        "stloc.s 10; @2: ldloc.s 10; pop; ret",
        /* two variables, no bool, another one loaded */
        TWO_LEFT("brfalse") "call 2; stloc.s 11; br @2; @1: ldc.i4.0; stloc.s 10; @2: ldloc.s 10;"
                            "pop; ret",
        TWO_LEFT("brfalse") "call 2; stloc.s 0; br @2; @1: ldc.i4.0; stloc.s 0; @2: ldloc.s 0;"
                            "pop; ret",
        TWO_AND "ldloc.s 11; pop; ret",
        /* both constants (a pattern), none, another one */
        TWO_LEFT("brfalse") "ldc.i4.1; stloc.s 10; br @2; @1: ldc.i4.0; stloc.s 10; @2: ldloc.s 10;"
                            "pop; ret",
        TWO_LEFT("brfalse") "call 2; stloc.s 10; br @2; @1: call 2; stloc.s 10; @2: ldloc.s 10;"
                            "pop; ret",
        TWO_LEFT("brfalse") "call 2; stloc.s 10; br @2; @1: ldc.i4.2; stloc.s 10; @2: ldloc.s 10;"
                            "pop; ret",
        /* other ways to L and to M */
        "ldarg.s 10; brtrue @1; " TWO_AND "ldloc.s 10; pop; ret",
        "ldarg.s 10; brtrue @2; " TWO_AND "ldloc.s 10; pop; ret",
        TWO_AND "ldloc.s 10; pop; ldarg.s 10; brtrue @2; ret",
        TWO_LEFT("switch") "call 2; stloc.s 10; br @2; @1: ldc.i4.0; stloc.s 10; @2: ldloc.s 10;"
                           "pop; ret",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        forks(texts[i], "0", "|");
    }
    /* `if (v) t = B(); else t = false;` */
    const char *const points[] = {"0 2", "0 3", "0 4", "0 6", "0 7", "0 8", "0 9"};
    for (size_t i = 0; i < sizeof points / sizeof points[0]; i++) {
        forks(TWO_AND "ldloc.s 10; pop; ret", points[i], "|");
    }
}

static void test_values_of_stored_operands(void) {
    plan_case c = {.text = STORED_AND "brfalse @3; call 0; @3: ret", .points = "0 8 9"};
    plan_expect(&c, "a0#0 a4#1 a5- a6- a8#2 a9#3 e3.0=a4 e3.1#4 v5.0#5 v5.1#6 e7.0- e7.1-");
    /* Five times: A thrown, A false, B thrown, B false, B true. */
    PLAN_VALUES(&c, "5 1 3 | 3/1 1/1 0/0", 5, 3, 1, 3, 1, 1, 1);
}

const plan_test plan_store_cases[] = {
    {"stored: the right operand has a fork, joined in a local or in a field", test_stored_operand},
    {"stored: points at the test and at the reload are the user's, others are not",
     test_stored_operand_and_points},
    {"stored: the point of an arm of a switch expression stands at the reload",
     test_stored_operand_of_an_arm},
    {"stored: what looks alike has no fork", test_near_misses_of_stored_operand},
    {"stored: code of the expression may stand before the reload",
     test_code_after_a_stored_join},
    {"stored: clean-ups may stand after the right operand", test_clean_up_after_the_store},
    {"stored: a field is kept over an await before the reload",
     test_await_before_the_reload},
    {"stored: nested operands are told once", test_nested_stored_operands},
    {"stored: a condition on the value repeats the operands", test_condition_on_stored_operands},
    {"stored: the value of a pattern is no operand", test_pattern_as_stored_operand},
    {"stored: what looks like the value of a pattern", test_what_is_no_pattern},
    {"stored: negated constants are the value of a pattern", test_negated_constants},
    {"stored: both ways stored on their own (Visual Basic)", test_two_stores},
    {"stored: what looks like both ways", test_near_misses_of_two_stores},
    {"stored: values", test_values_of_stored_operands},
};
const size_t plan_store_case_count = sizeof plan_store_cases / sizeof plan_store_cases[0];
