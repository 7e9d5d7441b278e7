/* Where probes, stubs and forks stand. Each case compares the whole new code. */
#include "test_rw.h"

#include <CUnit/CUnit.h>

/* As rw_expect(), with only the counters of the bits in `keep`. */
static void expect_kept(const char *text, uint64_t keep, const char *listing) {
    rw_case c;
    rw_case_new(&c, text);
    rw_case_plan(&c, true);
    rw_case_keep(&c, keep);
    rw_case_rewrite(&c);
    rw_case_expect(&c, listing);
    rw_case_free(&c);
}

static void expect_returning(const char *text, bool is_bool, uint64_t keep, const char *listing) {
    rw_case c;
    rw_case_new(&c, text);
    c.is_void = false;
    c.returns_bool = is_bool;
    rw_case_plan(&c, true);
    rw_case_keep(&c, keep);
    rw_case_rewrite(&c);
    rw_case_expect(&c, listing);
    rw_case_free(&c);
}

void test_rw_nothing_to_do(void) {
    expect_kept("@50: nop; @1: ldarg.0; brfalse.s @2; ldarg.0; switch @1 @2; ldarg.0; ldarg.0;"
                "blt @1; @2: volatile. ldsfld 1; pop; br @50",
                0,
                "nop; ldarg.0; brfalse >8; ldarg.0; switch >1 >8; ldarg.0; ldarg.0; blt >1;"
                " volatile. ldsfld; pop; br >0");
}

void test_rw_atoms(void) {
    rw_expect("@50: nop; call 0; @51: nop; @52: nop; call 0; nop; @53: ret",
              "#0; nop; call; #1; nop; #2; nop; call; nop; #3; ret");
    /* a branch to an atom, also to its own, runs the probe */
    rw_expect("@50: nop; br.s @51; nop; @51: br @51", "#0; nop; br >4; nop; #1; br >4");
}

void test_rw_brtrue(void) {
    rw_expect("ldarg.0; brtrue.s @50; @51: nop; @50: ret",
              "ldarg.0; brfalse >4; #3; br >7; #2; #0; nop; #1; ret");
    rw_expect("@50: ldarg.0; brfalse @50; ret", "#0; ldarg.0; brtrue >5; #2; br >0; #1; ret");
    /* to the next instruction, and to itself */
    rw_expect("ldarg.0; brtrue.s @1; @1: ret", "ldarg.0; brfalse >4; #1; br >5; #0; ret");
}

/* The plan proper, not the oracle. */
static void expect_planned(const char *text, bool is_void, const char *listing) {
    rw_case c;
    rw_case_new(&c, text);
    c.is_void = is_void;
    rw_case_plan(&c, false);
    rw_case_rewrite(&c);
    rw_case_expect(&c, listing);
    rw_case_free(&c);
}

void test_rw_hands_probes_on(void) {
    expect_planned("@50: ldarg.0; brtrue.s @1; ldc.i4.1; br @2; @1: ldc.i4.2; @2: ret", false,
                   "ldarg.0; brtrue >5; #0; ldc.i4.1; br >7; #1; ldc.i4.2; ret");
    expect_planned("@50: ldarg.0; switch @1; @2: ret; @1: nop; br @2", true,
                   "ldarg.0; switch >4; #1; ret; #0; nop; br >3");
}

void test_rw_other_conditionals(void) {
    rw_expect("ldarg.0; ldarg.0; blt.un.s @1; @50: nop; @1: ret",
              "ldarg.0; ldarg.0; blt.un >5; #1; br >7; #2; br >9; #0; nop; ret");
    rw_expect("@50: ldarg.0; ldarg.0; beq @50; ret",
              "#0; ldarg.0; ldarg.0; beq >6; #1; br >8; #2; br >0; ret");
}

void test_rw_single_arms(void) {
    static const char brtrue[] = "ldarg.0; brtrue.s @1; nop; @1: ret";
    expect_kept(brtrue, 1, "ldarg.0; brtrue >4; #0; nop; ret");
    expect_kept(brtrue, 2, "ldarg.0; brfalse >4; #0; br >5; nop; ret");
    static const char bge[] = "ldarg.0; ldarg.0; bge.s @1; nop; @1: ret";
    expect_kept(bge, 1, "ldarg.0; ldarg.0; bge >5; #0; nop; ret");
    expect_kept(bge, 2, "ldarg.0; ldarg.0; bge >4; br >6; #0; br >7; nop; ret");
}

/* Entries: next, an arm, default by a br to where next goes, the same again, the same arm again. */
static const char switch_text[] =
    "ldarg.0; switch @1 @2 @3 @3 @2; @1: br @9; @3: br @9; @2: nop; @9: ret";

void test_rw_switch(void) {
    rw_expect(switch_text, "ldarg.0; switch >2 >4 >6 >6 >8; #0; br >10; #1; br >12; #2; br >11;"
                           " #3; br >12; br >13; br >13; nop; ret");
    rw_expect("ldarg.0; switch; ret", "ldarg.0; switch; #0; ret");
    rw_expect("@1: ldarg.0; switch @1; ret", "ldarg.0; switch >4; #0; br >6; #1; br >0; ret");
}

void test_rw_switch_single_arms(void) {
    expect_kept(switch_text, 1, "ldarg.0; switch >2 >5 >4 >4 >5; #0; br >6; br >6; nop; ret");
    expect_kept(switch_text, 2,
                "ldarg.0; switch >5 >3 >6 >6 >7; br >5; #0; br >7; br >8; br >8; nop; ret");
    expect_kept(switch_text, 8,
                "ldarg.0; switch >5 >7 >6 >6 >3; br >5; #0; br >7; br >8; br >8; nop; ret");
}

static const char fork_text[] =
    "ldarg.0; brfalse.s @1; call 0xB10; br.s @2; @1: ldc.i4.0; @2: pop; ret";

void test_rw_forks(void) {
    rw_expect(fork_text, "ldarg.0; brtrue >4; #1; br >12; #0; call; dup; brtrue >10; #2; br >11;"
                         " #3; br >13; ldc.i4.0; pop; ret");
    /* at the ret of a bool method; a point at the ret stands for the fork too */
    expect_returning("ldarg.0; brfalse.s @1; call 0xB10; @50: ret; @1: ldc.i4.0; ret", true, ~0u,
                     "ldarg.0; brtrue >4; #2; br >13; #1; call; #0; dup; brtrue >11; #3; br >12;"
                     " #4; ret; ldc.i4.0; ret");
}

void test_rw_fork_arms(void) {
    expect_kept(fork_text, 0, "ldarg.0; brfalse >4; call; br >5; ldc.i4.0; pop; ret");
    expect_kept(fork_text, 4,
                "ldarg.0; brfalse >7; call; dup; brtrue >6; #0; br >8; ldc.i4.0; pop; ret");
    expect_kept(fork_text, 8,
                "ldarg.0; brfalse >7; call; dup; brfalse >6; #0; br >8; ldc.i4.0; pop; ret");
}

/* The instruction with the fork is a branch target: its label, the atom of the fork alone, the
 * fork. */
void test_rw_empty_fork_atom(void) {
    rw_expect("ldarg.0; brfalse.s @1; ldarg.0; brtrue.s @3; call 0xB10; br.s @50; @3: call 0xB10;"
              "@50: br.s @2; @1: ldc.i4.0; @2: pop; ret",
              "ldarg.0; brtrue >4; #2; br >20; #1; ldarg.0; brfalse >9; #4; br >12; #3; call;"
              " br >13; call; #0; dup; brtrue >18; #5; br >19; #6; br >21; ldc.i4.0; pop; ret");
}

static void make_filter(rw_case *c, const char *condition) {
    rw_case_new(c, "@0: nop; leave.s @9; @1: pop");
    il_asm_text(c->a, condition);
    il_asm_text(c->a, "; ldc.i4.0; cgt.un; @50: endfilter; @3: pop; leave.s @9; @9: ret");
    il_asm_clause(c->a, IL_CLAUSE_FILTER, 0, 1, 3, 9, 1);
}

void test_rw_fork_in_filter(void) {
    rw_case c;
    make_filter(&c, "; call 0xB10");
    rw_case_plan(&c, true);
    rw_case_rewrite(&c);
    rw_case_expect(&c, "nop; leave >15; pop; call; dup; brtrue >8; #1; br >9; #2; ldc.i4.0; cgt.un;"
                       " #0; endfilter; pop; leave >15; ret");
    rw_case_free(&c);
    make_filter(&c, "; ldarg.0; ldarg.0; blt @5; nop; @5: ldarg.0; brtrue @5; ldarg.0; switch @5;"
                    "ldarg.0");
    rw_case_plan(&c, true);
    rw_case_rewrite(&c);
    rw_case_free(&c);
}

void test_rw_tail_calls(void) {
    expect_returning("tail. call 0x10; ret", false, ~0u, "tail. call; ret");
    expect_kept("ldarg.0; brtrue.s @50; tail. call 0; @50: ret", ~0u,
                "ldarg.0; brfalse >4; #2; br >7; #1; tail. call; ret; #0; ret");
    expect_kept("ldarg.0; brtrue.s @50; tail. call 0; @50: ret", 6,
                "ldarg.0; brfalse >4; #1; br >6; #0; tail. call; ret");
    /* no ret after it: nothing to keep together */
    expect_kept("ldarg.0; brtrue.s @50; tail. call 0; @50: nop; ret", ~0u,
                "ldarg.0; brfalse >4; #2; br >6; #1; tail. call; #0; nop; ret");
}

void test_rw_prefixes_stay(void) {
    rw_expect("@50: volatile. ldsfld 1; @51: unaligned. 1 volatile. ldind.i4; @52: pop; ret",
              "#0; volatile. ldsfld; #1; volatile. ldind.i4; #2; pop; ret");
}

void test_rw_region_bounds(void) {
    rw_case c;
    /* a loop onto the try's first instruction, which has a probe; two regions ending at one
     * instruction */
    rw_case_new(&c, "nop; @0: @50: nop; @51: ldarg.0; brtrue.s @50; @52: nop; leave.s @9;"
                    "@1: @53: nop; endfinally; @2: @54: pop; leave.s @9; @9: ret");
    il_asm_clause(c.a, IL_CLAUSE_FINALLY, 0, 1, 1, 2, 0);
    il_asm_clause(c.a, IL_CLAUSE_CATCH, 0, 2, 2, 9, 0x01000001);
    rw_case_plan(&c, true);
    rw_case_rewrite(&c);
    rw_case_expect(&c, "nop; #0; nop; #1; ldarg.0; brfalse >8; #6; br >1; #5; #2; nop; leave >18;"
                       " #3; nop; endfinally; #4; pop; leave >18; ret");
    il_body body;
    CU_ASSERT_EQUAL_FATAL(il_decode(&body, c.result.body, c.arena), CC_OK);
    const uint32_t *starts = body.insn_at;
    CU_ASSERT_EQUAL(body.clauses[0].try_start, starts[c.result.sites[0].offset]);
    CU_ASSERT_EQUAL(body.clauses[0].try_end, starts[c.result.sites[5].offset]);
    CU_ASSERT_EQUAL(body.clauses[0].handler_start, body.clauses[0].try_end);
    CU_ASSERT_EQUAL(body.clauses[1].try_end, body.clauses[0].handler_end);
    CU_ASSERT_EQUAL(body.clauses[1].handler_end, body.insn_count - 1);
    rw_case_free(&c);
}
