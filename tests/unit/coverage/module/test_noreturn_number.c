/* Where control goes on after try statements whose catch or finally awaits
 * (mod_noreturn_number.h), on small bodies. */
#include "coverage/module/mod_noreturn_flow.h"
#include "rewriter/il_asm.h"
#include "test_main.h"

enum { FAIL = 0x06000001, DISPOSAL = 0x04000009, STATE = 0x04000001 };

static char sign_of(const mod_flow_dead *dead, uint32_t insn) {
    if (dead->ways_out != NULL && dead->ways_out[insn]) {
        return 'o';
    }
    return dead->all != NULL && dead->all[insn] ? 'x' : '.';
}

/* Which instructions are dead when FAIL does not come back: '.' alive, 'x' dead, 'o' a way out. All
 * points are hidden, or none is. */
static void check_dead(const char *text, bool hidden, const char *expected) {
    cc_arena *arena = cc_arena_new();
    il_asm *a = il_asm_new(arena);
    pdb_point point = {.hidden = hidden};
    mth_method m = {.points = &point, .point_count = 1};
    const mod_machine_fields machine = {.state = STATE, .disposal = DISPOSAL};
    mod_flow_dead dead;
    cc_buf found = {0};
    il_asm_text(a, text);
    CU_ASSERT_EQUAL_FATAL(il_decode(&m.body, il_asm_finish(a), arena), CC_OK);
    bool *cut = CC_NEW_ARRAY(arena, bool, m.body.insn_count);
    for (uint32_t u = 0; u < m.body.insn_count; u++) {
        cut[u] = m.body.insns[u].op == IL_CALL && m.body.insns[u].operand == FAIL;
    }
    CU_ASSERT_EQUAL_FATAL(mod_no_return_flow(&m, cut, &machine, arena, &dead), CC_OK);
    for (uint32_t u = 0; u < m.body.insn_count; u++) {
        cc_buf_putc(&found, sign_of(&dead, u));
    }
    bool is_right = cc_str_eqz(cc_buf_str(&found), expected);
    if (!is_right) {
        (void)printf("\n%s\n%.*s, not %s", text, (int)found.len, (const char *)found.data,
                     expected);
    }
    CU_ASSERT_TRUE(is_right);
    cc_buf_free(&found);
    cc_arena_free(arena);
}

static void test_leaves_of_handlers(void) {
    /* Instructions 0 to 3 are before the try block and in it, which never comes to its end; 4
     * to 7 are the catch block, from 8 on the tests. */
#define ONE(number)                                                                                \
    "ldc.i4.0; stloc.0; @0: call 0x06000001; leave @3; @1: pop; " number                           \
    "; stloc.0; leave @3; @2: @3: "
#define CLAUSE ".catch @0 @1 @1 @2 0x01000001"
    check_dead(ONE("ldc.i4.1") "ldloc.0; ldc.i4.1; bne.un @4; nop; ret; @4: ret;" CLAUSE, true,
               "...x.........x");
    check_dead(ONE("ldc.i4.0") "ldloc.0; ldc.i4.1; bne.un @4; nop; ret; @4: ret;" CLAUSE, true,
               "...x.......xx.");
    check_dead(ONE("ldc.i4.1") "ldloc.0; ldc.i4.1; beq @4; nop; ret; @4: ret;" CLAUSE, true,
               "...x.......xx.");
    check_dead(ONE("ldc.i4.1") "ldloc.0; brfalse @4; nop; ret; @4: ret;" CLAUSE, true,
               "...x........x");
    check_dead(ONE("ldc.i4.1") "ldloc.0; brtrue @4; nop; ret; @4: ret;" CLAUSE, true,
               "...x......xx.");
    check_dead(
        ONE("ldc.i4.2") "ldloc.0; ldc.i4.1; sub; switch @4 @5; nop; @4: nop; @5: ret;" CLAUSE, true,
        "...x........xx.");
    check_dead(
        ONE("ldc.i4.5") "ldloc.0; ldc.i4.1; sub; switch @4 @5; ret; @4: nop; @5: ret;" CLAUSE, true,
        "...x.........xx");
    /* Through a copy, a jump, and a second test. */
    check_dead(
        ONE("ldc.i4.2") "ldloc.0; stloc.1; ldloc.1; ldc.i4.1; beq @4; br @5; @5: ldloc.1; ldc.i4.2;"
                        "beq @6; nop; @4: nop; @6: ret;" CLAUSE,
        true, "...x.............xx.");
    /* Backwards. */
    check_dead(ONE("ldc.i4.1") "ldloc.0; ldc.i4.1; beq @0; ret;" CLAUSE, true, "...x.......x");
    /* The try block comes to its end. */
    check_dead("ldc.i4.0; stloc.0; @0: nop; leave @3; @1: pop; ldc.i4.1; stloc.0; leave @3; @2: "
               "@3: ldloc.0; ldc.i4.1; bne.un @4; nop; ret; @4: ret;" CLAUSE,
               true, "..............");
    /* Not a number of the compiler's; another place; more than a number. */
    check_dead(ONE("ldc.i4.1") "ldloc.0; ldc.i4.1; bne.un @4; nop; ret; @4: ret;" CLAUSE, false,
               "...x..........");
    check_dead(ONE("ldc.i4.1") "ldloc.1; ldc.i4.1; bne.un @4; nop; ret; @4: ret;" CLAUSE, true,
               "...x..........");
    check_dead(ONE("ldloc.1") "ldloc.0; ldc.i4.1; bne.un @4; nop; ret; @4: ret;" CLAUSE, true,
               "...x..........");
    check_dead(
        ONE("ldc.i4.1") "ldloc.0; ldloc.2; add; ldc.i4.1; bne.un @4; nop; ret; @4: ret;" CLAUSE,
        true, "...x............");
    /* A jump enters between constant and store, with a value of its own. */
    check_dead("@0: call 0x06000001; leave @3; @1: brfalse @5; ldloc.2; br @6; @5: ldc.i4.1; @6: "
               "stloc.0; leave @3; @2: @3: ldloc.0;"
               "brfalse @4; nop; ret; @4: ret; .catch @0 @1 @1 @2 0x01000001",
               true, ".x...........");
#undef ONE
#undef CLAUSE
}

/* An async iterator: `yield break` sets the field, DisposeAsync() comes with it set, and what is
 * tested after a finally is known then. */
static void test_disposals(void) {
#define SETS "@0: ldarg.0; ldc.i4.1; stfld 0x04000009; leave @3;"
#define COMES "ldarg.0; ldfld 0x04000009; brfalse @6; leave @3; @6: ldarg.0; stloc.0;"
#define FINALLY "@1: nop; endfinally; @2: @3: "
#define TESTS                                                                                      \
    "ldarg.0; ldfld 0x04000009; brfalse @4; leave @5; @4: nop; @5: ret; .finally @0 @1 @1 @2"
    check_dead(SETS FINALLY TESTS, true, "..........x.");
    check_dead("@0: " COMES "ldarg.0; ldc.i4.1; stfld 0x04000009; leave @3;" FINALLY TESTS, true,
               "................x.");
    /* It is disposed of while it stands at a yield return. */
    check_dead(
        "ldarg.0; ldfld 0x04000001; ldc.i4.s -4; beq @0; ldarg.0; ldc.i4.0; "
        "stfld 0x04000009; ldarg.0; ldc.i4.s -4; stfld 0x04000001; ret; @0: leave @3;" FINALLY
            TESTS,
        true, "....................");
    check_dead(
        "ldarg.0; ldfld 0x04000001; ldc.i4.4; beq @0; ldarg.0; ldc.i4.0; "
        "stfld 0x04000009; ldarg.0; ldc.i4.4; stfld 0x04000001; ret; @0: leave @3;" FINALLY TESTS,
        true, ".................x..");
    /* The block ends without it; another field; visible code. */
    check_dead("@0: " COMES "leave @3;" FINALLY TESTS, true, "...............");
    check_dead("@0: ldarg.0; ldc.i4.1; stfld 0x04000008; leave @3;" FINALLY TESTS, true,
               "............");
    check_dead(SETS FINALLY TESTS, false, "............");
    /* Optimised code has no test where both outcomes lead on alike. */
#define ALIKE "ldarg.0; ldfld 0x04000009; pop; nop; br @4; @4: ret; .finally @0 @1 @1 @2"
    check_dead(SETS FINALLY ALIKE, true, ".........oo.");
    check_dead("@0: " COMES "leave @3;" FINALLY ALIKE, true, "...............");
    check_dead(SETS FINALLY ALIKE, false, "............");
#undef ALIKE
#undef SETS
#undef COMES
#undef FINALLY
#undef TESTS
}

/* What leaves a block with an awaited finally stores a number, too. */
static void test_ways_out(void) {
#define KEEPER "@1: stloc.1; leave @3; @2: @3: ldloc.1; brfalse @7; ldloc.1; throw; @7: "
#define CLAUSE " .catch @0 @1 @1 @2 0x01000001"
    check_dead("ldnull; stloc.1; @0: ldc.i4.1; stloc.0; leave @3;" KEEPER
               "nop; ldloc.0; ldc.i4.1; beq @4; nop; @4: ret;" CLAUSE,
               true, "...............x.");
    check_dead("ldnull; stloc.1; @0: ldc.i4.2; stloc.0; leave @3;" KEEPER
               "nop; ldloc.0; ldc.i4.1; beq @4; ret; @4: ret;" CLAUSE,
               true, "................x");
    /* Two numbers: the second test is asked with one of them. */
    check_dead(
        "ldnull; stloc.1; @0: ldarg.1; brfalse @9; ldc.i4.1; stloc.0; leave @3; @9: "
        "ldc.i4.2; stloc.0; leave @3;" KEEPER
        "ldloc.0; ldc.i4.1; beq @4; ldloc.0; ldc.i4.2; beq @5; nop; @4: nop; @5: ret;" CLAUSE,
        true, "......................x..");
    /* Only exceptions leave the block: the test finds one. */
    check_dead("ldnull; stloc.1; @0: ldnull; throw; @1: stloc.1; leave @3; @2: @3: "
               "nop; ldloc.1; stloc.2; ldloc.2; brfalse @4; ldloc.2; throw; @4: ret;" CLAUSE,
               true, ".............x");
    check_dead("ldnull; stloc.1; @0: nop; leave @3;" KEEPER "nop; ret;" CLAUSE, true,
               "............");
    /* A block of the user: stored again, what a call gives; visible code. */
    check_dead("ldnull; stloc.1; @0: ldc.i4.1; stloc.0; leave @3;" KEEPER
               "ldarg.1; stloc.0; ldloc.0; ldc.i4.1; beq @4; nop; @4: ret;" CLAUSE,
               true, "..................");
    check_dead("ldnull; stloc.1; @0: ldc.i4.1; stloc.0; leave @3;" KEEPER
               "ldloc.0; ldc.i4.1; beq @4; nop; @4: ret;" CLAUSE,
               false, "................");
#undef KEEPER
#undef CLAUSE
}

/* An async iterator whose finally awaits: jumps store a number in local 0, `yield break` sets the
 * field, which is tested after it. */
static void test_disposals_and_numbers(void) {
#define BEGIN "ldarg.0; ldc.i4.0; stfld 0x04000009; ldnull; stloc.1; ldc.i4.0; stloc.0;"
#define JUMPS "@0: ldarg.1; brfalse @9; ldc.i4.1; stloc.0; leave @3; @9: "
#define SETS "ldarg.0; ldc.i4.1; stfld 0x04000009; leave @3;"
#define KEEPER "@1: stloc.1; leave @3; @2: @3: ldloc.1; brfalse @7; ldloc.1; throw; @7: "
#define FIELD "ldarg.0; ldfld 0x04000009; brfalse @4; leave @6; @4: nop; ret; @5: nop; @6: ret;"
#define CLAUSE " .catch @0 @1 @1 @2 0x01000001"
    /* The end of the block is not reached: the test of the field always finds it set. The test of
     * the number has two outcomes. */
    check_dead(BEGIN JUMPS SETS KEEPER "ldloc.0; ldc.i4.1; beq @5;" FIELD CLAUSE, true,
               ".............................xx..");
    /* Another number than the one that is asked for reaches the test of the field. */
    check_dead(BEGIN JUMPS SETS KEEPER "ldloc.0; ldc.i4.2; beq @5;" FIELD CLAUSE, true,
               "...............................x.");
    /* The end of the block is reached. */
    check_dead(BEGIN JUMPS "ldarg.2; brfalse @8;" SETS "@8: leave @3;" KEEPER
                           "ldloc.0; ldc.i4.1; beq @5;" FIELD CLAUSE,
               true, "....................................");
#undef BEGIN
#undef JUMPS
#undef SETS
#undef KEEPER
#undef FIELD
#undef CLAUSE
}

static const test_case cases[] = {
    {"where the leave of a moved catch block leads", test_leaves_of_handlers},
    {"tests after an awaited finally", test_ways_out},
    {"async iterators test after a finally whether they are disposed of", test_disposals},
    {"async iterators: both after one finally", test_disposals_and_numbers},
};

TEST_MAIN("no return: catch and finally that await", cases)
