/* Where control goes on behind try statements whose catch or finally awaits
 * (mod_noreturn_caught.h), on small bodies. */
#include "base/cc_buf.h"
#include "coverage/module/mod_noreturn_caught.h"
#include "rewriter/il_asm.h"
#include "test_main.h"

/* Where the leaves of a body with such handlers lead: ">N" behind each that has a place of its own,
 * N the instruction. All points are hidden, or none is. */
enum { DISPOSAL = 0x04000009 };

static void check_leads(const char *text, bool hidden, const char *expected) {
    cc_arena *arena = cc_arena_new();
    il_asm *a = il_asm_new(arena);
    pdb_point point = {.hidden = hidden};
    mth_method m = {.points = &point, .point_count = 1};
    const mod_caught_known known = {DISPOSAL, NULL};
    const uint32_t *leads = NULL;
    cc_buf found = {0};
    il_asm_text(a, text);
    CU_ASSERT_EQUAL_FATAL(il_decode(&m.body, il_asm_finish(a), arena), CC_OK);
    CU_ASSERT_EQUAL_FATAL(mod_no_return_caught(&m, &known, arena, &leads), CC_OK);
    for (uint32_t u = 0; leads != NULL && u < m.body.insn_count; u++) {
        if (leads[u] != IL_NO_INSN) {
            cc_buf_printf(&found, "%u>%u ", u, leads[u]);
        }
    }
    CU_ASSERT_TRUE(cc_str_eqz(cc_buf_str(&found), expected));
    cc_buf_free(&found);
    cc_arena_free(arena);
}

static void test_leaves_of_handlers(void) {
    /* Instructions 0 and 1 are the try block, 2 to 5 the catch block, from 6 on the tests. */
#define ONE(number) "@0: nop; leave @3; @1: pop; " number "; stloc.0; leave @3; @2: @3: "
#define CLAUSE ".catch @0 @1 @1 @2 0x01000001"
    check_leads(ONE("ldc.i4.1") "ldloc.0; ldc.i4.1; bne.un @4; nop; @4: ret;" CLAUSE, true, "5>9 ");
    check_leads(ONE("ldc.i4.0") "ldloc.0; ldc.i4.1; bne.un @4; nop; @4: ret;" CLAUSE, true,
                "5>10 ");
    check_leads(ONE("ldc.i4.1") "ldloc.0; ldc.i4.1; beq @4; nop; @4: ret;" CLAUSE, true, "5>10 ");
    check_leads(ONE("ldc.i4.1") "ldloc.0; brfalse @4; nop; @4: ret;" CLAUSE, true, "5>8 ");
    check_leads(ONE("ldc.i4.1") "ldloc.0; brtrue @4; nop; @4: ret;" CLAUSE, true, "5>9 ");
    check_leads(
        ONE("ldc.i4.2") "ldloc.0; ldc.i4.1; sub; switch @4 @5; nop; @4: nop; @5: ret;" CLAUSE, true,
        "5>12 ");
    check_leads(
        ONE("ldc.i4.5") "ldloc.0; ldc.i4.1; sub; switch @4 @5; nop; @4: nop; @5: ret;" CLAUSE, true,
        "5>10 ");
    /* Through a copy, a jump, and a second test. */
    check_leads(
        ONE("ldc.i4.2") "ldloc.0; stloc.1; ldloc.1; ldc.i4.1; beq @4; br @5; @5: ldloc.1; ldc.i4.2;"
                        "beq @6; nop; @4: nop; @6: ret;" CLAUSE,
        true, "5>17 ");
    /* Not a number of the compiler's; another place; more than a number; backwards. */
    check_leads(ONE("ldc.i4.1") "ldloc.0; ldc.i4.1; bne.un @4; nop; @4: ret;" CLAUSE, false, "");
    check_leads(ONE("ldc.i4.1") "ldloc.1; ldc.i4.1; bne.un @4; nop; @4: ret;" CLAUSE, true, "");
    check_leads(ONE("ldloc.1") "ldloc.0; ldc.i4.1; bne.un @4; nop; @4: ret;" CLAUSE, true, "");
    check_leads(ONE("ldc.i4.1") "ldloc.0; ldc.i4.1; ldc.i4.1; add; bne.un @4; nop; @4: ret;" CLAUSE,
                true, "");
    check_leads(ONE("ldc.i4.1") "ldloc.0; ldc.i4.1; beq @0; ret;" CLAUSE, true, "");
    /* A finally block stores it, and a jump enters between store and leave. */
    check_leads("@0: nop; leave @3; @1: ldc.i4.1; stloc.0; nop; endfinally; @2: @3: ldloc.0; "
                "brfalse @4; nop;"
                "@4: ret; .finally @0 @1 @1 @2",
                true, "");
    check_leads(
        "@0: nop; leave @3; @1: brfalse @5; ldc.i4.1; stloc.0; @5: leave @3; @2: @3: ldloc.0;"
        "brfalse @4; nop; @4: ret; .catch @0 @1 @1 @2 0x01000001",
        true, "");
#undef ONE
#undef CLAUSE
}

/* An async iterator: `yield break` sets the field, DisposeAsync() comes with it set, and what is
 * tested behind a finally is known then. */
static void test_disposals(void) {
#define SETS "@0: ldarg.0; ldc.i4.1; stfld 0x04000009; leave @3;"
#define COMES "ldarg.0; ldfld 0x04000009; brfalse @6; leave @3; @6: ldarg.0; stloc.0;"
#define FINALLY "@1: nop; endfinally; @2: @3: "
#define TESTS                                                                                      \
    "ldarg.0; ldfld 0x04000009; brfalse @4; leave @5; @4: nop; @5: ret; .finally @0 @1 @1 @2"
    check_leads(SETS FINALLY TESTS, true, "8>9 ");
    check_leads("@0: " COMES "ldarg.0; ldc.i4.1; stfld 0x04000009; leave @3;" FINALLY TESTS, true,
                "14>15 ");
    /* The block ends without it; its other arm; another field; the test of another field; a jump to
     * the leave; visible code. */
    check_leads("@0: " COMES "leave @3;" FINALLY TESTS, true, "");
    check_leads("@0: ldarg.0; ldfld 0x04000009; brtrue @6; leave @3; @6: nop; br @6;" FINALLY TESTS,
                true, "");
    check_leads("@0: ldarg.0; ldc.i4.1; stfld 0x04000008; leave @3;" FINALLY TESTS, true, "");
    check_leads(
        "@0: ldarg.0; ldfld 0x04000008; brfalse @6; leave @3; @6: nop; br @6;" FINALLY TESTS, true,
        "");
    check_leads(
        "@0: ldarg.0; ldfld 0x04000009; brfalse @6; @7: leave @3; @6: nop; br @7;" FINALLY TESTS,
        true, "");
    check_leads(SETS FINALLY TESTS, false, "");
#undef SETS
#undef COMES
#undef FINALLY
#undef TESTS
}

/* What leaves a block with an awaited finally stores a number, too: tests with one outcome lead
 * there. */
static void test_ways_out(void) {
#define KEEPS "@1: stloc.1; leave @3; @2: @3: "
#define RETHROW "ldloc.1; brfalse @7; ldloc.1; throw; @7: "
#define KEEPER KEEPS RETHROW
#define CLAUSE " .catch @0 @1 @1 @2 0x01000001"
    check_leads("@0: ldc.i4.1; stloc.0; leave @3;" KEEPER
                "nop; ldloc.0; ldc.i4.1; beq @4; nop; @4: ret;" CLAUSE,
                true, "12>14 ");
    check_leads("@0: ldc.i4.2; stloc.0; leave @3;" KEEPER
                "nop; ldloc.0; ldc.i4.1; beq @4; nop; @4: ret;" CLAUSE,
                true, "12>13 ");
    /* Two numbers: the second test is asked with one of them. */
    check_leads(
        "@0: ldarg.0; brfalse @9; ldc.i4.1; stloc.0; leave @3; @9: ldc.i4.2; stloc.0; leave "
        "@3;" KEEPER
        "ldloc.0; ldc.i4.1; beq @4; ldloc.0; ldc.i4.2; beq @5; nop; @4: nop; @5: ret;" CLAUSE,
        true, "19>22 ");
    /* Only exceptions leave the block: the test finds one. */
    check_leads("@0: ldnull; throw;" KEEPS
                "nop; ldloc.1; stloc.2; ldloc.2; brfalse @4; ldloc.2; throw; @4: ret;" CLAUSE,
                true, "8>9 ");
    check_leads("@0: nop; leave @3;" KEEPS "ldloc.1; brfalse @4; ldloc.1; throw; @4: ret;" CLAUSE,
                true, "");
    /* The end of the block; another number; stored again; a block of the user; a handler of the
     * user; visible code. */
    check_leads("@0: ldarg.0; brfalse @9; ldc.i4.1; stloc.0; leave @3; @9: leave @3;" KEEPER
                "ldloc.0; ldc.i4.1; beq @4; nop; @4: ret;" CLAUSE,
                true, "");
    check_leads("@0: ldc.i4.1; stloc.2; leave @3;" KEEPER
                "ldloc.0; ldc.i4.1; beq @4; nop; @4: ret;" CLAUSE,
                true, "");
    check_leads("@0: ldc.i4.1; stloc.0; leave @3;" KEEPER
                "ldc.i4.0; stloc.0; ldloc.0; ldc.i4.1; beq @4; nop; @4: ret;" CLAUSE,
                true, "");
    check_leads("@0: ldc.i4.1; stloc.0; leave @3; @1: pop; call 0x06000002; leave @3; @2: @3:"
                "ldloc.0; ldc.i4.1; beq @4; nop; @4: ret;" CLAUSE,
                true, "");
    check_leads("@0: ldc.i4.1; stloc.0; leave @3;" KEEPER
                "ldloc.0; ldc.i4.1; beq @4; nop; @4: ret;" CLAUSE,
                false, "");
    /* The test is in front of the one of the exception, and so in the code of the finally. */
    check_leads("@0: ldc.i4.1; stloc.0; leave @3;" KEEPS
                "ldloc.0; ldc.i4.1; beq @4; nop; @4: " RETHROW "ret;" CLAUSE,
                true, "");
    check_leads("@0: ldc.i4.1; stloc.0; leave @3;" KEEPS
                "ldloc.0; ldc.i4.1; beq @4; nop; @4: ret;" CLAUSE,
                true, "");
#undef KEEPS
#undef RETHROW
#undef KEEPER
#undef CLAUSE
}

/* An async iterator whose finally awaits: jumps store a number in local 0, `yield break` sets the
 * field, which is tested behind it. */
static void test_disposals_and_numbers(void) {
#define JUMPS "@0: ldarg.0; brfalse @9; ldc.i4.1; stloc.0; leave @3; @9: "
#define SETS "ldarg.0; ldc.i4.1; stfld 0x04000009; leave @3;"
#define KEEPER "@1: stloc.1; leave @3; @2: @3: ldloc.1; brfalse @7; ldloc.1; throw; @7: "
#define FIELD "ldarg.0; ldfld 0x04000009; brfalse @4; leave @6; @4: nop; @5: nop; @6: ret;"
#define CLAUSE " .catch @0 @1 @1 @2 0x01000001"
    /* The end of the block is not reached: the test of the field always finds it set. The one of
     * the number has two outcomes. */
    check_leads(JUMPS SETS KEEPER "ldloc.0; ldc.i4.1; beq @5;" FIELD CLAUSE, true, "20>21 ");
    check_leads("@0: ldarg.0; brfalse @9;" SETS "@9: ldc.i4.1; stloc.0; leave @3;" KEEPER
                "ldloc.0; ldc.i4.1; beq @5;" FIELD CLAUSE,
                true, "20>21 ");
    /* Another number than the one that is asked for reaches the test of the field. */
    check_leads(JUMPS SETS KEEPER "ldloc.0; ldc.i4.2; beq @5;" FIELD CLAUSE, true, "17>18 ");
    /* It jumps to another test of the field: others may come there. */
    check_leads(JUMPS SETS KEEPER "ldloc.0; ldc.i4.1; beq @8;" FIELD
                                  "@8: ldarg.0; ldfld 0x04000009; brfalse @6; br @5;" CLAUSE,
                true, "20>21 ");
    /* The end of the block; another field; two places of numbers. */
    check_leads(JUMPS "ldarg.2; brfalse @8;" SETS "@8: leave @3;" KEEPER
                      "ldloc.0; ldc.i4.1; beq @5;" FIELD CLAUSE,
                true, "");
    check_leads(JUMPS "ldarg.0; ldc.i4.1; stfld 0x04000008; leave @3;" KEEPER
                      "ldloc.0; ldc.i4.1; beq @5;" FIELD CLAUSE,
                true, "");
    check_leads(JUMPS "ldc.i4.1; stloc.2; leave @3;" KEEPER
                      "ldloc.0; ldc.i4.1; beq @5;" FIELD CLAUSE,
                true, "");
#undef JUMPS
#undef SETS
#undef KEEPER
#undef FIELD
#undef CLAUSE
}

static const test_case cases[] = {
    {"where the leave of a moved catch block leads", test_leaves_of_handlers},
    {"tests behind an awaited finally", test_ways_out},
    {"async iterators test behind a finally whether they are disposed of", test_disposals},
    {"async iterators: both behind one finally", test_disposals_and_numbers},
};

TEST_MAIN("no return: catch and finally that await", cases)
