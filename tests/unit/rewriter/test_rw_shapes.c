/* Bodies of all shapes that have been trouble once, rewritten in every form and verified.
 * Sources of the shapes: docs/probe-plan.md, "Placing"; compilers. */
#include "test_rw.h"

#include <CUnit/CUnit.h>
#include <stdio.h>

static const char *const shapes[] = {
    "@50: ret",
    "@50: call 0; @51: call 0; @52: ret",
    "ldarg.0; ldarg.0; bge @50; @51: call 0; call 0; @50: ret",
    "call 0x10; pop; call 0x10; brfalse @50; @50: ret",
    "@50: ldarg.0; switch @1 @1; nop; @1: @51: ret",
    "nop; @50: br @50",
    "@50: br.s @50; ret",
    "@0: @50: nop; leave @9; @1: @51: call 0; endfinally; @9: @52: nop; ret; .finally @0 @1 @1 @9",
    "@0: leave @9; throw; @1: @50: ldarg.0; ldarg.0; beq @50; endfinally; @9: ret;"
    ".finally @0 @1 @1 @9",
    "@0: call 0; @50: leave @9; @2: leave @8; @1: @51: endfinally; @8: @52: ret; @9: @53: ret;"
    ".finally @0 @1 @1 @8",
    "@0: nop; leave @9; @1: pop; call 0x10; brtrue @4; call 0; @4: ldc.i4.1; endfilter; @3: pop;"
    "leave @9; @9: ret; .filter @0 @1 @3 @9 @1",
    "@0: ldarg.0; brfalse @4; @4: br @4; @1: endfinally; .finally @0 @1 @1 @9; @9: ret",
    "call 0xB10; brfalse @4; call 0xB10; br @5; @4: ldc.i4.0; @5: pop; ret",
    "ldarg.0; brtrue @9; call 0xB10; brtrue @7; ldarg.0; br @8; @7: ldc.i4.0; @8: br @10;"
    "@9: ldc.i4.1; @10: pop; ret",
    "ldarg.0; brtrue @4; call 0x10; br @5; @4: ldc.i4.1; @5: stloc.0; ret",
    "ldarg.0; brfalse @1; ldarg.0; brfalse @3; call 0xB10; br @4; @3: call 0xB10; brtrue @5;"
    "call 0xB10; br @4; @5: ldc.i4.0; @4: br @6; @1: ldc.i4.1; @6: pop; ret",
    "ldarg.0; switch @1; br @2; @1: @50: br @3; @2: @51: br @3; @3: ret",
    /* regions */
    "@0: @50: nop; leave @9; @1: @51: pop; leave @9; @9: @52: ret; .catch @0 @1 @1 @9 1",
    "br @9; @0: nop; @50: leave @9; @9: ret; @1: @51: endfinally; @2: .finally @0 @9 @1 @2",
    "@0: @50: nop; @51: ldarg.0; brtrue @50; leave @9; @1: endfinally; @9: ret;"
    ".finally @0 @1 @1 @9",
    "@0: @50: ldarg.0; brtrue @0; @4: leave @9; @1: @51: endfinally; @2: @52: pop; rethrow;"
    "@9: ret; .finally @0 @1 @1 @2; .catch @0 @2 @2 @9 2",
    "ldarg.0; brtrue @0; nop; @0: nop; leave @9; @1: pop; @2: @50: nop; leave @8; @3: pop;"
    "leave @8; @8: @51: leave @9; @9: ret; .catch @2 @3 @3 @8 1; .catch @0 @1 @1 @9 2",
    "@0: nop; @50: leave @9; @1: pop; @2: nop; leave @4; @3: pop; leave @4; @4: ldarg.0; brtrue @4;"
    "ldc.i4.0; cgt.un; endfilter; @5: pop; leave @9; @9: ret; .catch @2 @3 @3 @4 1;"
    ".filter @0 @1 @5 @9 @1",
    "@0: call 0; @50: leave @9; @1: @51: endfinally; @9: ret; .fault @0 @1 @1 @9",
    "@0: @1: @2: @50: ldarg.0; brfalse @2; leave @9; @3: endfinally; @4: endfinally;"
    "@5: endfinally; @9: ret; .finally @2 @3 @3 @4; .finally @1 @4 @4 @5; .finally @0 @5 @5 @9",
    "@0: throw; @1: pop; throw; .catch @0 @1 @1 @9 1; @9: @50: ret",
    /* calls, prefixes, dead code */
    "ldarg.0; brtrue @50; tail. call 0; @50: ret",
    "ldarg.0; brtrue @51; @50: constrained. 1 tail. callvirt 0; @51: ret; @52: br @51",
    "ldarg.0; @50: volatile. unaligned. 2 ldind.i4; pop; ldarg.0; ldc.i4.0; readonly. ldelema 3;"
    "@51: constrained. 4 callvirt 1; ret",
    "ldnull; @50: throw; @51: ldarg.0; brtrue @51; nop; ret",
    "br @1; @50: nop; nop; @51: br @50; @1: @52: ret",
    "@50: jmp 0",
    "ldarg.0; localloc; @50: pop; ldtoken 1; pop; sizeof 2; @51: pop; ret",
    /* tests/targets/il: what no compiler writes */
    "br @1; @9: ldarg.0; ret; @2: @51: pop; leave @9; @1: @50: call 0; leave @9;"
    "@3: .catch @1 @3 @2 @1 1",
    "br @1; @2: @50: endfinally; @1: @51: call 0; leave @9; @9: ret; .finally @1 @9 @2 @1",
    "@1: leave @9; @2: @50: ldarg.0; brtrue @2; pop; leave @9; @9: ret; .catch @1 @2 @2 @9 1",
    "@1: @50: nop; leave @9; @2: pop; leave @1; @9: ret; .catch @1 @2 @2 @9 1",
    "@1: call 0; @3: @50: ldarg.0; brtrue @4; leave @9; @4: leave @9; @2: pop; leave @3; @9: ret;"
    ".catch @1 @2 @2 @9 1",
    "@1: call 0; leave @9; @2: pop; ldarg.0; call 0x10; brtrue @4; @50: ldc.i4.0; br @5; @4: "
    "ldc.i4.1;"
    "@5: endfilter; @3: pop; leave @9; @6: pop; @51: nop; leave @9; @9: ret;"
    ".filter @1 @2 @3 @6 @2; .catch @1 @2 @6 @9 1",
    "@1: call 0; leave @9; @2: pop; rethrow; @4: endfinally; @9: ret;"
    ".catch @1 @2 @2 @4 1; .finally @1 @4 @4 @9",
    "ldarg.0; ldarg.0; ldarg.0; brtrue @1; leave @2; @1: pop; pop; @50: leave @2; @2: @51: ret",
    "@1: @50: ldarg.0; switch @1 @1 @2; leave @9; @2: @51: ldarg.0; switch @3 @4; leave @9; @4: "
    "leave @1;"
    "@3: leave @1; @5: endfinally; @6: endfinally; @9: ret; .finally @2 @5 @5 @6;"
    ".finally @1 @6 @6 @9",
    "ldarg.0; brtrue @1; @9: ret; @1: @50: nop; leave @9; @2: pop; ldc.i4.0; endfilter; @3: pop;"
    "leave @9; @4: .filter @1 @2 @3 @4 @2",
    "br @1; add; add; @51: ldarg.0; ldarg.0; br @1; @1: @50: ret; ldarg.0; ldarg.0; brtrue @1; br "
    "@1",
    "ldarg.0; dup; brtrue @1; @50: pop; ret; @1: @51: brtrue @2; ret; @2: ret",
    "ldarg.0; brfalse @1; ldarg.0; ldarg.0; tail. call 0x10; @2: pop; ret; @1: @50: ldarg.0; br @2",
    "ldarg.0; @1: @50: volatile. ldind.i4; brtrue @2; ldarg.0; br @1; @2: @51: ret",
    /* values below the branch on the stack */
    "ldarg.0; ldarg.0; brtrue @1; @50: ldarg.0; br @2; @1: @51: ldc.i4.3; @2: @52: add; pop; ret",
    "ldarg.0; ldarg.0; ldarg.0; ldarg.0; bgt.un @1; pop; pop; ret; @1: @50: pop; pop; ret",
    "ldarg.0; ldarg.0; brfalse @1; call 0xB10; br @2; @1: ldc.i4.0; @2: @50: pop; pop; ret",
    "ldarg.0; ldarg.0; switch @1 @2 @1; @50: pop; ret; @1: pop; ret; @2: pop; ret",
};

enum { SHAPE_COUNT = sizeof(shapes) / sizeof(shapes[0]) };

#define NO_LANE                                                                                    \
    { 0, 0, 0, 0, NULL }

static const rw_probe forms[] = {
    {RW_PROBE_STORE, 0x41200000, 1, 0, 0, false, NO_LANE},
    {RW_PROBE_STORE, 0x41200000, 1, 0, 0, true, NO_LANE},
    {RW_PROBE_CHECKED, 0x41200000, 1, 0, 0, false, NO_LANE},
    {RW_PROBE_CHECKED, 0x41200000, 1, 0, 0, true, NO_LANE},
    {RW_PROBE_CALL, 0x7F0012345678, 8, 0x7F0011111110, 0x11000007, false, NO_LANE},
    {RW_PROBE_CALL, 0x41200000, 8, 0x42000000, 0x11000007, false, NO_LANE},
    {RW_PROBE_INLINE, 0x41200000, 8, 0, 0x0A000007, false, NO_LANE},
    {RW_PROBE_LANE,
     0x180,
     8,
     0,
     0x11000007,
     false,
     {0x0A000009, 0x55C000001230, 0x11000008, 3, NULL}},
    {RW_PROBE_LANE, 0, 8, 0, 0x11000007, true, {0x0A000009, 0x43000000, 0x11000008, 256, NULL}},
    {RW_PROBE_LANE, 8, 8, 0, 0x11000007, false, {0x0A000009, 0x43000000, 0x11000008, 4, NULL}},
    {RW_PROBE_TEST, 0x41200000, 1, 0, 0, false, {0x0A000009, 0x7F4300001000, 0x11000008, 3, NULL}},
    {RW_PROBE_TEST, 0x41200000, 1, 0, 0, true, {0x0A000009, 0x1000, 0x11000008, 256, NULL}},
};

enum { FORM_COUNT = sizeof(forms) / sizeof(forms[0]) };

/* The new body must be sound by the same rules without looking at the old one. */
static void rewrite_shape(const char *text, const rw_probe *form, bool all, uint64_t keep) {
    rw_case c;
    rw_case_new(&c, text);
    c.probe = *form;
    rw_case_plan(&c, all);
    rw_case_keep(&c, keep);
    unsigned before = CU_get_number_of_failures();
    rw_case_rewrite(&c);
    if (CU_get_number_of_failures() != before) {
        fprintf(stderr, "    in: %s\n", text);
    }
    CU_ASSERT_EQUAL(c.result.site_count, c.plan->counter_count);
    rw_case_free(&c);
}

void test_rw_all_shapes(void) {
    for (size_t i = 0; i < SHAPE_COUNT; i++) {
        for (size_t form = 0; form < FORM_COUNT; form++) {
            rewrite_shape(shapes[i], &forms[form], true, UINT64_MAX);
            rewrite_shape(shapes[i], &forms[form], false, UINT64_MAX);
        }
    }
}

void test_rw_any_subset(void) {
    uint64_t seed = 0x9E3779B97F4A7C15;
    for (size_t i = 0; i < SHAPE_COUNT; i++) {
        for (unsigned round = 0; round < 64; round++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            rewrite_shape(shapes[i], &forms[round % FORM_COUNT], true, seed >> 13);
        }
    }
}

/* About `size` bytes: tests, loops, calls and switches over and over. */
static void make_large(rw_case *c, uint32_t size) {
    rw_case_new(c, "@50: nop");
    for (uint32_t label = 1000; il_asm_pos(c->a) < size; label += 3) {
        uint32_t arms[3] = {label, label + 1, label + 2};
        il_asm_label(c->a, label);
        il_asm_op(c->a, IL_LDARG_0);
        il_asm_branch(c->a, IL_BRFALSE_S, label + 1);
        il_asm_token(c->a, IL_CALL, 0);
        il_asm_op(c->a, IL_LDARG_0);
        il_asm_switch(c->a, arms, label % 4);
        il_asm_label(c->a, label + 1);
        il_asm_op(c->a, IL_LDARG_0);
        il_asm_op(c->a, IL_LDARG_0);
        il_asm_branch(c->a, IL_BGE_UN, label + 2);
        il_asm_label(c->a, label + 2);
        il_asm_op(c->a, IL_LDARG_0);
        il_asm_branch(c->a, IL_BRTRUE, 50);
    }
    il_asm_op(c->a, IL_RET);
}

void test_rw_large_bodies(void) {
    static const uint32_t sizes[] = {60000, 1u << 16, 1u << 20};
    for (size_t i = 0; i < 3; i++) {
        rw_case c;
        make_large(&c, sizes[i]);
        rw_case_plan(&c, i == 1);
        rw_case_rewrite(&c);
        CU_ASSERT_TRUE(c.result.site_count > sizes[i] / 40);
        CU_ASSERT_TRUE(c.result.code_size > sizes[i]);
        rw_case_free(&c);
    }
}

/* try { try { ... } finally { } } finally { }, with a loop onto the start that all trys share. */
void test_rw_nested_regions(void) {
    enum { DEPTH = 3000 };
    rw_case c;
    rw_case_new(&c, "ldarg.0; brtrue @100; nop; @100: @50: ldarg.0; brtrue @50; leave @99");
    for (uint32_t i = 0; i < DEPTH; i++) {
        il_asm_label(c.a, 101 + i);
        il_asm_op(c.a, IL_ENDFINALLY);
        il_asm_clause(c.a, IL_CLAUSE_FINALLY, 100, 101 + i, 101 + i, 102 + i, 0);
    }
    il_asm_label(c.a, 101 + DEPTH);
    il_asm_text(c.a, "@99: @51: ret");
    rw_case_plan(&c, true);
    rw_case_rewrite(&c);
    rw_case_free(&c);
}

void test_rw_wide_switch(void) {
    rw_case c;
    rw_case_new(&c, "@50: ldarg.0");
    uint32_t arms[300];
    for (uint32_t i = 0; i < 300; i++) {
        arms[i] = 100 + i / 2;
    }
    il_asm_switch(c.a, arms, 300);
    for (uint32_t i = 0; i < 150; i++) {
        il_asm_label(c.a, 100 + i);
        il_asm_token(c.a, IL_CALL, 0);
    }
    il_asm_op(c.a, IL_RET);
    rw_case_plan(&c, true);
    rw_case_rewrite(&c);
    /* the point, the fall edge with the two entries that lead there, 298 arms of their own */
    CU_ASSERT_EQUAL(c.result.site_count, 1 + 1 + 298);
    rw_case_free(&c);
    rewrite_shape("@50: ldarg.0; switch; ldarg.0; switch; ret", &forms[0], true, UINT64_MAX);
}
