/* Refusals, determinism, regions, and bodies large enough that more than linear work would be
 * felt. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "il_asm.h"
#include "rewriter/il/flow.h"
#include "test_plan.h"

static void test_points_off_a_insn_are_refused(void) {
    plan_case c = {.text = "ldc.i4 5; call 0; ret", .points = ""};
    plan_fixture *f = plan_new(&c);
    const uint32_t offsets[] = {1, 4, 6, 11, 12, UINT32_MAX};
    for (size_t i = 0; i < sizeof offsets / sizeof offsets[0]; i++) {
        for (int hidden = 0; hidden < 2; hidden++) {
            probe_point points[] = {{0, false}, {offsets[i], hidden != 0}};
            probe_plan *plan = NULL;
            cc_err err = probe_plan_make(&plan, &f->body, points, 2, &f->resolver, NULL, f->arena);
            CU_ASSERT_EQUAL(err, CC_E_MISMATCH);
            CU_ASSERT_PTR_NULL(plan);
        }
    }
    plan_free(f);
}

static void test_only_arms_are_counted_without_points(void) {
    plan_expect(&(plan_case){.text = "call 0; ldarg.0; brtrue @1; call 0; @1: ret", .points = ""},
                "a0- a3#0 a4- e2.0=a3 e2.1#1");
    plan_expect(&(plan_case){.text = "call 0; ret", .points = ""}, "a0-");
}

static void test_nothing_known_of_types(void) {
    plan_case c = {.text = "ldarg.s 10; brfalse @1; call 2; br @2; @1: ldc.i4.0; @2: brtrue @3;"
                           "@3: ret; ldarg.s 10; brfalse @4; call 2; br @5; @4: ldc.i4.0; @5: pop",
                   .points = "0"};
    plan_fixture *f = plan_new(&c);
    probe_plan *plan = NULL;
    CU_ASSERT_EQUAL(probe_plan_make(&plan, &f->body, f->points, 1, NULL, NULL, f->arena), CC_OK);
    CU_ASSERT_NOT_EQUAL(plan->fork_of_insn[3], PROBE_NONE); /* the taker says bool */
    CU_ASSERT_EQUAL(plan->fork_of_insn[10], PROBE_NONE);
    CU_ASSERT_NOT_EQUAL(f->plan->fork_of_insn[10], PROBE_NONE);
    plan_free(f);
}

static void test_same_input_same_plan(void) {
    plan_case c = {.text = "ldarg.s 10; brfalse @1; call 2; br @2; @1: ldc.i4.0; @2: stloc.s 10;"
                           "ldarg.0; switch @3 @4 @3; @3: nop; br @5; @4: call 0; @5: ret",
                   .points = "0 6 8 10 11"};
    plan_fixture *a = plan_new(&c);
    plan_fixture *b = plan_new(&c);
    CU_ASSERT_STRING_EQUAL(plan_text(a), plan_text(b));
    CU_ASSERT_EQUAL_FATAL(a->plan->value_order_count, b->plan->value_order_count);
    CU_ASSERT_EQUAL(memcmp(a->plan->value_order, b->plan->value_order,
                           a->plan->value_order_count * sizeof(uint32_t)),
                    0);
    plan_free(a);
    plan_free(b);
}

static void test_values_saturate(void) {
    plan_case c = {.text = "ldarg.0; brtrue @1; nop; br @2; @1: nop; @2: nop; ret", .points = "0"};
    const uint64_t most = UINT64_MAX;
    PLAN_VALUES(&c, "18446744073709551615 | 18446744073709551615/1", most, 1);
    plan_fixture *f = plan_new(&c);
    uint64_t values[8];
    CU_ASSERT_EQUAL(probe_values(f->plan, NULL, values), CC_E_USAGE);
    CU_ASSERT_EQUAL(probe_values(f->plan, values, NULL), CC_E_USAGE);
    plan_free(f);
}

static void test_regions(void) {
    /* try { try { } catch { } catch { } } finally { } with the two catches sharing one try. */
    const plan_clause clauses[] = {{IL_CLAUSE_CATCH, 1, 2, 2, 3, 1},
                                   {IL_CLAUSE_CATCH, 1, 2, 3, 4, 2},
                                   {IL_CLAUSE_FINALLY, 1, 4, 4, 5, 0}};
    plan_case c = {.text = "@1: nop; leave @6; @2: pop; leave @6; @3: pop; leave @7; @6: @4: "
                           "endfinally; @5: @7: ret",
                   .points = "",
                   .clauses = clauses,
                   .clause_count = 3};
    plan_fixture *f = plan_new(&c);
    flow_graph *flow = NULL;
    CU_ASSERT_EQUAL_FATAL(flow_make(&flow, &f->body, f->arena), CC_OK);
    CU_ASSERT_EQUAL(flow->region_count, 6);
    CU_ASSERT_EQUAL(flow->try_of_clause[0], flow->try_of_clause[1]);
    CU_ASSERT_NOT_EQUAL(flow->try_of_clause[0], flow->try_of_clause[2]);
    CU_ASSERT_EQUAL(flow->regions[flow->try_of_clause[0]].parent, flow->try_of_clause[2]);
    CU_ASSERT_EQUAL(flow->regions[flow->handler_of_clause[1]].parent, flow->try_of_clause[2]);
    CU_ASSERT_EQUAL(flow->regions[flow->handler_of_clause[2]].parent, 0);
    CU_ASSERT_EQUAL(flow->next_clause[0], 1);
    CU_ASSERT_EQUAL(flow->next_clause[1], FLOW_NONE);
    CU_ASSERT_EQUAL(flow->region_of_insn[0], flow->try_of_clause[0]);
    CU_ASSERT_EQUAL(flow->region_of_insn[7], 0);
    CU_ASSERT_TRUE(flow_leave_crosses(flow, 5));
    CU_ASSERT_EQUAL(flow_source_count(flow, 6), 2);
    CU_ASSERT_EQUAL(flow_source_count(flow, 7), 1);
    plan_free(f);
}

/* Plans the body with a point on every `step`-th instruction; the result must be linear work: a
 * second of processor time is some fifty times what any of these takes, and quadratic work takes
 * minutes. */
static const probe_plan *plan_large(il_asm *a, uint32_t step, cc_arena *arena) {
    il_body *body = cc_arena_alloc(arena, 1, sizeof *body);
    CU_ASSERT_EQUAL_FATAL(il_decode(body, il_asm_finish(a), arena), CC_OK);
    probe_point *points = cc_arena_alloc(arena, body->insn_count, sizeof *points);
    uint32_t count = 0;
    for (uint32_t u = 0; u < body->insn_count; u += step) {
        points[count++] = (probe_point){body->insns[u].offset, false};
    }
    probe_plan *plan = NULL;
    clock_t start = clock();
    CU_ASSERT_EQUAL_FATAL(probe_plan_make(&plan, body, points, count, NULL, NULL, arena), CC_OK);
    CU_ASSERT_TRUE((double)(clock() - start) / CLOCKS_PER_SEC < 5.0);
    plan_check_invariants(plan);
    return plan;
}

static void test_large_chain_against_the_order(void) {
    cc_arena *arena = cc_arena_new();
    il_asm *a = il_asm_new(arena);
    const uint32_t count = 50000;
    il_asm_branch(a, IL_BR, count);
    for (uint32_t i = 0; i <= count; i++) {
        il_asm_label(a, i);
        if (i == 0) {
            il_asm_op(a, IL_RET);
        } else {
            il_asm_branch(a, IL_BR, i - 1);
        }
    }
    const probe_plan *plan = plan_large(a, 200000, arena);
    CU_ASSERT_EQUAL(plan->counter_count, 1);
    cc_arena_free(arena);
}

static void test_large_switches(void) {
    cc_arena *arena = cc_arena_new();
    il_asm *a = il_asm_new(arena);
    uint32_t labels[3000];
    for (uint32_t s = 0; s < 30; s++) {
        /* Every entry is a long chain of br away from where the default is. */
        for (uint32_t k = 0; k < 3000; k++) {
            labels[k] = 10 + (k * 7) % 3000;
        }
        il_asm_op(a, IL_LDARG_0);
        il_asm_switch(a, labels, 3000);
        il_asm_branch(a, IL_BR, 10);
        il_asm_op(a, IL_NOP);
    }
    for (uint32_t k = 0; k < 3000; k++) {
        il_asm_label(a, 10 + k);
        il_asm_branch(a, IL_BR, 10 + k + 1);
    }
    il_asm_label(a, 10 + 3000);
    il_asm_op(a, IL_RET);
    const probe_plan *plan = plan_large(a, 1000000, arena);
    CU_ASSERT_EQUAL(plan->branches[0].arm_count, 1);
    CU_ASSERT_EQUAL(plan->branches[0].node_count, 3001);
    cc_arena_free(arena);
}

static void test_large_conditions(void) {
    cc_arena *arena = cc_arena_new();
    il_asm *a = il_asm_new(arena);
    for (uint32_t i = 0; i < 14000; i++) {
        il_asm_imm(a, IL_LDARG_S, 10);
        il_asm_branch(a, IL_BRFALSE, 2 * i);
        il_asm_imm(a, IL_LDARG_S, 10);
        il_asm_branch(a, IL_BR, 2 * i + 1);
        il_asm_label(a, 2 * i);
        il_asm_op(a, IL_LDC_I4_0);
        il_asm_label(a, 2 * i + 1);
        il_asm_branch(a, IL_BRTRUE, 28000);
    }
    il_asm_label(a, 28000);
    il_asm_op(a, IL_RET);
    const probe_plan *plan = plan_large(a, 3, arena);
    CU_ASSERT_EQUAL(plan->branch_count, 14000 * 3);
    cc_arena_free(arena);
}

static void test_large_nest_of_clauses(void) {
    cc_arena *arena = cc_arena_new();
    il_asm *a = il_asm_new(arena);
    const uint32_t depth = 4000;
    for (uint32_t i = 0; i < depth; i++) {
        il_asm_label(a, 4 * i);
        il_asm_op(a, IL_NOP);
    }
    for (uint32_t i = depth; i-- > 0;) {
        il_asm_branch(a, IL_LEAVE, 4 * depth);
        il_asm_label(a, 4 * i + 1);
        il_asm_op(a, IL_ENDFINALLY);
        il_asm_label(a, 4 * i + 2);
        il_asm_clause(a, IL_CLAUSE_FINALLY, 4 * i, 4 * i + 1, 4 * i + 1, 4 * i + 2, 0);
    }
    il_asm_label(a, 4 * depth);
    il_asm_op(a, IL_RET);
    const probe_plan *plan = plan_large(a, 2, arena);
    CU_ASSERT_TRUE(plan->nodes[plan->atom_of_insn[plan->body->insn_count - 1]].is_opaque);
    cc_arena_free(arena);
}

static void test_large_straight_code(void) {
    cc_arena *arena = cc_arena_new();
    il_asm *a = il_asm_new(arena);
    for (uint32_t i = 0; i < 1 << 20; i++) {
        il_asm_op(a, IL_NOP);
    }
    il_asm_op(a, IL_RET);
    const probe_plan *plan = plan_large(a, 1, arena);
    CU_ASSERT_EQUAL(plan->node_count, 1);
    cc_arena_free(arena);
}

static void test_too_many_nodes_are_refused(void) {
    cc_arena *arena = cc_arena_new();
    il_asm *a = il_asm_new(arena);
    for (uint32_t i = 0; i < PROBE_MAX_NODES / 3 + 1; i++) {
        il_asm_op(a, IL_LDARG_0);
        il_asm_branch(a, IL_BRTRUE, 1);
    }
    il_asm_label(a, 1);
    il_asm_op(a, IL_RET);
    il_body body;
    CU_ASSERT_EQUAL_FATAL(il_decode(&body, il_asm_finish(a), arena), CC_OK);
    probe_plan *plan = NULL;
    CU_ASSERT_EQUAL(probe_plan_make(&plan, &body, NULL, 0, NULL, NULL, arena), CC_E_LIMIT);
    cc_arena_free(arena);
}

/* Instructions where a block begins: "0 3 5". */
static void blocks(const char *text, const plan_clause *clauses, uint32_t count,
                   const char *expected) {
    plan_fixture *f = plan_new(
        &(plan_case){.text = text, .points = "0", .clauses = clauses, .clause_count = count});
    probe_point *points = NULL;
    uint32_t point_count = 0;
    cc_buf got = {0};
    CU_ASSERT_EQUAL_FATAL(probe_block_points(&points, &point_count, &f->body, f->arena), CC_OK);
    for (uint32_t i = 0; i < point_count; i++) {
        CU_ASSERT_FALSE(points[i].hidden);
        cc_buf_printf(&got, "%s%u", i == 0 ? "" : " ", f->body.insn_at[points[i].offset]);
    }
    CU_ASSERT(cc_str_eqz(cc_buf_str(&got), expected));
    if (!cc_str_eqz(cc_buf_str(&got), expected)) {
        printf("\n%.*s, expected %s", (int)got.len, (const char *)got.data, expected);
    }
    cc_buf_free(&got);
    plan_free(f);
}

static void test_block_points(void) {
    blocks("nop; call 0; nop; ret", NULL, 0, "0");
    blocks("ldarg.0; brtrue @1; nop; @1: nop; ret", NULL, 0, "0 2 3");
    blocks("ldarg.0; switch @1 @2; br @2; @1: nop; nop; @2: ret", NULL, 0, "0 2 3 5");
    blocks("@1: nop; ldarg.0; brtrue @1; ldnull; throw; nop; ret", NULL, 0, "0 3 5");
    const plan_clause filter[] = {{IL_CLAUSE_FILTER, 91, 92, 93, 94, 92}};
    blocks("nop; @91: nop; leave @94; @92: pop; ldc.i4.1; endfilter; @93: pop; leave @94; @94: ret",
           filter, 1, "0 1 3 6 8");
}

const plan_test plan_limit_cases[] = {
    {"plan: points where blocks begin", test_block_points},
    {"plan: points off a unit are refused, hidden ones too", test_points_off_a_insn_are_refused},
    {"plan: without points only arms are counted", test_only_arms_are_counted_without_points},
    {"plan: without a resolver takers decide", test_nothing_known_of_types},
    {"plan: the same input gives the same plan", test_same_input_same_plan},
    {"plan: values saturate", test_values_saturate},
    {"flow: regions nest, clauses with one try range share it", test_regions},
    {"plan: linear: a chain of br laid out backwards", test_large_chain_against_the_order},
    {"plan: linear: switches of 3,000 entries after long chains", test_large_switches},
    {"plan: linear: 14,000 stored conditions with one target", test_large_conditions},
    {"plan: linear: 4,000 nested clauses", test_large_nest_of_clauses},
    {"plan: linear: a mebibyte of straight code, a point on each byte", test_large_straight_code},
    {"plan: more nodes than the limit are refused", test_too_many_nodes_are_refused},
};
const size_t plan_limit_case_count = sizeof plan_limit_cases / sizeof plan_limit_cases[0];
