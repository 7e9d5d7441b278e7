/* Atoms, edge atoms and inference: one test for each rule, each on the smallest body that is wrong
 * without it. */
#include "test_plan.h"

static void nodes(const char *text, const char *points, const char *expected) {
    plan_expect(&(plan_case){.text = text, .points = points}, expected);
}

static void test_nothing_is_inferred_over_a_thrower(void) {
    plan_case c = {.text = "call 0; call 0; ret", .points = "1 2"};
    plan_expect(&c, "a0- a1#0 a2#1");
    PLAN_VALUES(&c, "1 0 |", 1, 0); /* the second call throws or hangs */
}

static void test_point_after_a_thrower_cuts(void) {
    nodes("call 0; call 0; ret", "2", "a0- a2#0");
    nodes("call 0; call 0; ret", "0 2", "a0#0 a2#1");
    nodes("nop; nop; ret", "0 1 2", "a0#0");
    nodes("call 0; call 0; ret", "0 2h", "a0#0"); /* a hidden one does not */
    nodes("call 0; nop; nop; ret", "0 2 3", "a0#0 a2#1");
}

static void test_join_of_a_thrower_is_probed(void) {
    plan_case c = {.text = "ldarg.0; ldarg.1; beq @5; call 0; call 0; @5: ret", .points = "3 5"};
    plan_expect(&c, "a0- a3#0 a5#1 e2.0=a3 e2.1#2");
    PLAN_VALUES(&c, "1 0 | 1/0", 1, 0, 0); /* the second call throws */
    PLAN_VALUES(&c, "1 2 | 1/1", 1, 2, 1);
}

static void test_both_arms_to_one_place_are_told_apart(void) {
    plan_case c = {.text = "call 0; call 2; brfalse @3; @3: ret", .points = "0 3"};
    plan_expect(&c, "a0#0 a3=e2.0+e2.1 e2.0#1 e2.1#2");
    PLAN_VALUES(&c, "1 1 | 0/1", 1, 0, 1);
    PLAN_VALUES(&c, "1 1 | 1/0", 1, 1, 0);
}

static void test_labels_with_one_body_are_told_apart(void) {
    plan_case c = {.text = "ldarg.0; switch @1 @1; ret; @1: call 0; ret", .points = "0 2 3"};
    plan_expect(&c, "a0=e1.0+e1.1+e1.2 a2#0 a3=e1.1+e1.2 e1.0=a2 e1.1#1 e1.2#2");
    PLAN_VALUES(&c, "3 2 1 | 2/1/0", 2, 1, 0);
}

static void test_default_and_labels_beside_it(void) {
    /* Entry 0 goes on, 1 and 2 end where the default ends, 3 is an arm, 4 names the target of 1. */
    plan_case c = {.text = "ldarg.0; switch @1 @2 @3 @4 @2; @1: br @5; @2: br @5; @3: @5: nop; ret;"
                           "@4: call 0; ret",
                   .points = "0 4 6"};
    plan_expect(&c, "a0=e1.0+e1.1+e1.2+e1.3 a2#0 a3#1 a4#2 a6#3 e1.0=a2 e1.1=a3 e1.2#4 e1.3=a6");
    plan_fixture *f = plan_new(&c);
    const probe_branch *branch = &f->plan->branches[f->plan->branch_of_insn[1]];
    CU_ASSERT_EQUAL(branch->arm_count, 2);
    CU_ASSERT_EQUAL(branch->node_count, 4);
    CU_ASSERT_EQUAL(branch->arms[0].node_count, 3);
    CU_ASSERT_EQUAL(branch->arms[0].label, PROBE_NONE);
    CU_ASSERT_EQUAL(branch->arms[0].target, 2);
    CU_ASSERT_EQUAL(branch->arms[1].label, 3);
    CU_ASSERT_EQUAL(branch->arms[1].target, 6);
    const uint32_t slots[] = {0, 1, 2, 3, 1};
    for (uint32_t k = 0; k < 5; k++) {
        CU_ASSERT_EQUAL(branch->entry_nodes[k], branch->first_node + slots[k]);
        const probe_node *edge = &f->plan->nodes[branch->entry_nodes[k]];
        CU_ASSERT_EQUAL(edge->target, f->body.targets[f->body.insns[1].target + k]);
    }
    plan_free(f);
}

static void test_folding_stops_at_visible_points(void) {
    /* case 1: break; default: break; with a point on each break, and without. */
    const char *text = "ldarg.0; switch @1; br @3; @1: br @4; @3: br @4; @4: ret";
    plan_case c = {.text = text, .points = "0 3 4 5"};
    plan_fixture *f = plan_new(&c);
    CU_ASSERT_EQUAL(f->plan->branches[0].arm_count, 2);
    plan_free(f);
    c.points = "0 5";
    f = plan_new(&c);
    CU_ASSERT_EQUAL(f->plan->branches[0].arm_count, 1);
    CU_ASSERT_EQUAL(f->plan->branches[0].arms[0].node_count, 2);
    plan_free(f);
    c.points = "0 3h 4h 5";
    f = plan_new(&c);
    CU_ASSERT_EQUAL(f->plan->branches[0].arm_count, 1);
    plan_free(f);
}

static void test_folding_into_endless_loops(void) {
    /* Default and entry 0 meet in a loop of br at different places; entry 1 is a loop of its
     * own. */
    plan_case c = {.text = "ldarg.0; switch @1 @2; br @3; @3: br @1; @1: br @3; @2: br @2",
                   .points = "0"};
    plan_fixture *f = plan_new(&c);
    CU_ASSERT_EQUAL(f->plan->branches[0].arm_count, 2);
    CU_ASSERT_EQUAL(f->plan->branches[0].arms[1].label, 1);
    plan_free(f);
}

static void test_empty_switch(void) {
    nodes("ldarg.0; switch ; ret", "0 2", "a0#0 a2#1 e1.0=a2");
}

static void test_quiet_endless_loop_has_probes(void) {
    plan_case c = {.text = "nop; @1: br @1", .points = "0 1"};
    plan_expect(&c, "a0#0 a1#1");
    /* Two joins that are the sum of each other and more. */
    c = (plan_case){.text = "ldarg.0; brtrue @2; @1: nop; @2: nop; br @1", .points = "0 2 3"};
    plan_expect(&c, "a0=e1.0+e1.1 a2#0 a3=a2+e1.1 e1.0#1 e1.1#2");
    /* The same over nodes that nobody asks for: nothing but what is asked for has a probe. */
    c.points = "0 3";
    plan_expect(&c, "a0=e1.0+e1.1 a2- a3#0 e1.0#1 e1.1#2");
}

static void test_join_is_the_sum_of_its_arms(void) {
    plan_case c = {.text = "ldarg.0; brtrue @1; nop; br @2; @1: nop; @2: nop; ret",
                   .points = "0 2 4 5"};
    plan_expect(&c, "a0=e1.0+e1.1 a2#0 a4#1 a5=a2+a4 e1.0=a2 e1.1=a4");
    PLAN_VALUES(&c, "7 3 4 7 | 3/4", 3, 4);
}

static void test_method_entry_is_opaque(void) {
    nodes("@1: nop; ldarg.0; brtrue @1; ldarg.0; brtrue @1; call 0; ret", "0 5",
          "a0=e2.0+e2.1 a3=e4.0+e4.1 a5#0 e2.0=a3 e2.1#1 e4.0=a5 e4.1#2");
    nodes("@1: call 0; ldarg.0; brtrue @1; ldarg.0; brtrue @1; call 0; ret", "0 5",
          "a0#0 a3=e4.0+e4.1 a5#1 e2.0=a3 e2.1#2 e4.0=a5 e4.1#3");
}

static void test_regions_start_and_end_atoms(void) {
    const plan_clause one[] = {{IL_CLAUSE_CATCH, 1, 2, 3, 5, 1}};
    plan_expect(&(plan_case){.text = "nop; @1: nop; @2: nop; br @4; @3: pop; leave @4; @5: @4: ret",
                             .points = "0",
                             .clauses = one,
                             .clause_count = 1},
                "a0#0 a1- a2- a4- a6-");
}

static void test_quiet_node_is_what_follows(void) {
    nodes("ldarg.0; br @1; @1: call 0; ret", "0 2", "a0=a2 a2#0");
}

static const plan_clause finally_clause[] = {{IL_CLAUSE_FINALLY, 1, 2, 2, 3, 0}};

static void test_leave_over_a_finally_is_an_exit(void) {
    plan_case c = {.text = "@1: nop; leave @4; @2: call 0; endfinally; @3: @4: nop; ret",
                   .points = "0 2 4",
                   .clauses = finally_clause,
                   .clause_count = 1};
    plan_expect(&c, "a0#0 a2#1 a4#2");
    PLAN_VALUES(&c, "1 1 0 |", 1, 1, 0); /* the finally hangs */
}

static void test_edges_hand_their_probes_on(void) {
    /* return c ? 2 : 1: what the arms lead to has the probes, and no branch needs a stub. */
    plan_case c = {.text = "ldarg.0; brtrue @1; ldc.i4.1; br @2; @1: ldc.i4.2; @2: ret",
                   .points = "0"};
    plan_expect(&c, "a0=e1.0+e1.1 a2#0 a4#1 a5- e1.0=a2 e1.1=a4");
    PLAN_VALUES(&c, "7 | 3/4", 3, 4);
    /* Not where something else leads: the second branch, or control from elsewhere. */
    nodes("ldarg.0; brtrue @1; ldarg.0; brtrue @1; nop; @1: call 0; ret", "0",
          "a0=e1.0+e1.1 a2=e3.0+e3.1 a4#0 a5- e1.0=a2 e1.1#1 e3.0=a4 e3.1#2");
    nodes("ldarg.0; brtrue @1; ret; @1: br @1", "0", "a0=e1.0+e1.1 a2#0 a3- e1.0=a2 e1.1#1");
}

static void test_entry_of_a_finally_is_opaque(void) {
    plan_case c = {.text = "@1: leave @5; @2: ldarg.0; ldarg.1; beq @2; endfinally; @3: @5: ret",
                   .points = "0 1 4 5",
                   .clauses = finally_clause,
                   .clause_count = 1};
    plan_expect(&c, "a0#0 a1=e3.0+e3.1 a4#1 a5#2 e3.0=a4 e3.1#3");
    plan_fixture *f = plan_new(&c);
    CU_ASSERT_TRUE(f->plan->nodes[1].is_opaque);
    CU_ASSERT_TRUE(f->plan->nodes[0].is_exit);
    CU_ASSERT_TRUE(f->plan->nodes[2].is_exit);
    CU_ASSERT_TRUE(f->plan->nodes[3].is_opaque);
    plan_free(f);
}

static void test_leave_inside_the_try_does_not_cross(void) {
    /* From a catch inside the try of the finally, to a place in that try; and out of a try with a
     * fault, which runs for exceptions only. */
    const plan_clause nested[] = {{IL_CLAUSE_CATCH, 1, 4, 4, 5, 1},
                                  {IL_CLAUSE_FINALLY, 1, 2, 2, 3, 0}};
    plan_expect(&(plan_case){.text = "@1: nop; leave @6; @4: pop; leave @6; @5: @6: nop; leave @7;"
                                     "@2: call 0; endfinally; @3: @7: ret",
                             .points = "0 2 4 6 8",
                             .clauses = nested,
                             .clause_count = 2},
                "a0#0 a2#1 a4=a0+a2 a6#2 a8#3");
    const plan_clause fault[] = {{IL_CLAUSE_FAULT, 1, 2, 2, 3, 0}};
    plan_expect(&(plan_case){.text = "@1: nop; leave @4; @2: call 0; endfinally; @3: @4: nop; ret",
                             .points = "0 2 4",
                             .clauses = fault,
                             .clause_count = 1},
                "a0=a4 a2#0 a4#1");
}

static void test_handlers_are_opaque_and_reachable(void) {
    const plan_clause two[] = {{IL_CLAUSE_CATCH, 1, 2, 2, 3, 1}, {IL_CLAUSE_CATCH, 1, 2, 3, 4, 2}};
    plan_case c = {.text =
                       "@1: call 0; leave @5; @2: pop; leave @5; @3: pop; leave @5; @4: @5: ret",
                   .points = "0 2 4 6",
                   .clauses = two,
                   .clause_count = 2};
    plan_expect(&c, "a0#0 a2#1 a4#2 a6#3");
    plan_fixture *f = plan_new(&c);
    CU_ASSERT_TRUE(f->plan->nodes[1].is_opaque);
    CU_ASSERT_TRUE(f->plan->nodes[2].is_opaque);
    CU_ASSERT_FALSE(f->plan->nodes[3].is_opaque);
    plan_free(f);
}

static void test_quiet_handler_end_is_inferred(void) {
    const plan_clause one[] = {{IL_CLAUSE_CATCH, 1, 2, 2, 3, 1}};
    /* The try ends quietly, but began with a call: cut by the point, so its end is single. */
    plan_expect(&(plan_case){.text = "@1: call 0; nop; leave @5; @2: pop; leave @5; @3: @5: ret",
                             .points = "0 1 3 5",
                             .clauses = one,
                             .clause_count = 1},
                "a0#0 a1#1 a3#2 a5=a1+a3");
}

static void test_filter_and_its_handler_are_opaque(void) {
    const plan_clause filter[] = {{IL_CLAUSE_FILTER, 1, 2, 3, 4, 2}};
    plan_case c = {.text = "@1: nop; leave @5; @2: pop; ldc.i4.1; endfilter; @3: pop; leave @5;"
                           "@4: @5: ret",
                   .points = "0 2 5 7",
                   .clauses = filter,
                   .clause_count = 1};
    plan_expect(&c, "a0#0 a2#1 a5#2 a7=a0+a5");
    plan_fixture *f = plan_new(&c);
    CU_ASSERT_TRUE(f->plan->nodes[1].is_opaque);
    CU_ASSERT_TRUE(f->plan->nodes[1].is_exit);
    CU_ASSERT_TRUE(f->plan->nodes[2].is_opaque);
    plan_free(f);
}

static void test_unreachable_code_counts_nothing(void) {
    /* Dead code is not a predecessor either: the arm's atom has one. */
    plan_case c = {.text = "ldarg.0; brtrue @1; ret; nop; br @1; @1: nop; ret",
                   .points = "0 2 3 5"};
    plan_expect(&c, "a0=e1.0+e1.1 a2#0 a3! a5#1 e1.0=a2 e1.1=a5");
    PLAN_VALUES(&c, "5 2 0 3 | 2/3", 2, 3);
    /* Nor is what is dead a source: the join has two ways in, one of them not known. */
    plan_expect(&(plan_case){.text = "ldarg.0; brtrue @1; nop; br @1; nop; br @1; @1: nop; ret",
                             .points = "0 4 6"},
                "a0=e1.0+e1.1 a2#0 a4! a6#1 e1.0=a2 e1.1#2");
    plan_expect(&(plan_case){.text = "ldarg.0; br @1; nop; br @1; @1: nop; ret", .points = "0"},
                "a0#0 a2! a4-");
    plan_expect(&(plan_case){.text = "ldarg.0; br @1; nop; br @1; @1: call 0; ret", .points = "4"},
                "a0- a2! a4#0");
    plan_expect(
        &(plan_case){.text = "ldarg.0; br @1; nop; br @1; @1: call 0; ret", .points = "0 4"},
        "a0=a4 a2! a4#0");
    /* Clauses of a try that is not reached are not reached. */
    const plan_clause one[] = {{IL_CLAUSE_CATCH, 1, 2, 2, 3, 1}};
    plan_expect(&(plan_case){.text = "br @3; @1: leave @3; @2: pop; leave @3; @3: ret",
                             .points = "0 1 2 4",
                             .clauses = one,
                             .clause_count = 1},
                "a0=a4 a1! a2! a4#0");
}

static void test_crossing_leave_reaches_its_target(void) {
    plan_case c = {.text = "@1: call 0; leave @4; @2: endfinally; @3: @4: ret",
                   .points = "3",
                   .clauses = finally_clause,
                   .clause_count = 1};
    plan_expect(&c, "a0- a2- a3#0");
}

static void test_tail_call(void) {
    plan_case c = {.text = "ldarg.0; tail. call 0x10; ret", .points = "0 2"};
    plan_expect(&c, "a0#0 a2!");
    PLAN_VALUES(&c, "4 4 |", 4); /* the point at the ret goes with the call */
    plan_fixture *f = plan_new(&c);
    CU_ASSERT_TRUE(f->plan->nodes[0].is_exit);
    plan_free(f);
    nodes("ldarg.0; tail. call 0x10; ret", "0", "a0#0 a2!");
    /* Reached by a branch as well, the ret is a node of its own. */
    c = (plan_case){.text = "ldarg.0; brtrue @1; tail. call 0; @1: ret", .points = "0 2 3"};
    plan_expect(&c, "a0=e1.0+e1.1 a2#0 a3#1 e1.0=a2 e1.1=a3");
    PLAN_VALUES(&c, "5 2 3 | 2/3", 2, 3);
    nodes("nop; jmp 1", "0", "a0#0");
}

static void test_prefixes_belong_to_their_insn(void) {
    plan_case c = {.text = "call 0; constrained. 1 callvirt 0x10; ret", .points = "1"};
    plan_fixture *f = plan_new(&c);
    CU_ASSERT_EQUAL(f->plan->nodes[1].first_insn, 1);
    CU_ASSERT_EQUAL(f->body.insns[1].offset, 5);
    plan_free(f);
}

static void test_code_that_runs_off(void) {
    nodes("ldarg.0; brtrue @1; @1: nop", "0 2", "a0=e1.0+e1.1 a2=e1.0+e1.1 e1.0#0 e1.1#1");
    plan_case c = {.text = "nop; ldarg.0; @1: brtrue @1", .points = "0"};
    plan_fixture *f = plan_new(&c);
    CU_ASSERT_EQUAL(f->plan->branches[0].arms[0].target, 3);
    CU_ASSERT_TRUE(f->plan->nodes[f->plan->branches[0].first_node].is_exit);
    plan_free(f);
}

static void test_unwanted_ways_are_not_followed(void) {
    /* The arms of a repeated decision are asked for by nobody. */
    plan_case c = {.text =
                       "ldarg.s 10; brfalse @1; ldarg.s 11; br @2; @1: ldc.i4.0; @2: stloc.s 10;"
                       "ldloc.s 10; brfalse @3; call 0; @3: ret",
                   .points = "0 8 9"};
    plan_fixture *f = plan_new(&c);
    const probe_branch *branch = &f->plan->branches[f->plan->branch_of_insn[7]];
    CU_ASSERT_TRUE(branch->is_repeated);
    for (uint32_t i = 0; i < branch->node_count; i++) {
        CU_ASSERT_FALSE(f->plan->nodes[branch->first_node + i].is_wanted);
        CU_ASSERT_EQUAL(f->plan->nodes[branch->first_node + i].counter, PROBE_NONE);
    }
    plan_free(f);
}

static void test_two_points_of_one_offset_share_a_node(void) {
    plan_case c = {.text = "call 0; nop; ret", .points = "0 0h 1 1 2"};
    plan_expect(&c, "a0#0 a1#1");
    PLAN_VALUES(&c, "2 h 1 1 1 |", 2, 1);
}

static void test_oracle_counts_each_point_and_arm_itself(void) {
    plan_case c = {.text = "nop; nop; ldarg.0; brtrue @1; nop; br @2; @1: nop; @2: nop; nop; ret;"
                           "nop; ret",
                   .points = "0 1 4 6 7h 8 10",
                   .all = true};
    plan_expect(&c, "a0#0 a1#1 a4#2 a6#3 a7- a8#4 a10! e3.0#5 e3.1#6");
    c = (plan_case){.text = "ldarg.s 10; brfalse @1; call 2; br @2; @1: ldc.i4.0; @2: stloc.s 10;"
                            "ldloc.s 10; brfalse @3; call 0; @3: ret",
                    .points = "0",
                    .all = true};
    plan_expect(&c, "a0#0 a2- a3- a4- a5- a8- a9- e1.0#1 e1.1#2 v3.0#3 v3.1#4 e7.0#5 e7.1#6");
}

const plan_test plan_infer_cases[] = {
    {"plan: nothing is inferred over a unit that may throw",
     test_nothing_is_inferred_over_a_thrower},
    {"plan: a visible point after one cuts, a hidden one does not",
     test_point_after_a_thrower_cuts},
    {"plan: a join reached from a thrower is probed", test_join_of_a_thrower_is_probed},
    {"plan: two arms to one place are told apart", test_both_arms_to_one_place_are_told_apart},
    {"plan: switch labels with one body are told apart", test_labels_with_one_body_are_told_apart},
    {"plan: labels beside default belong to it, each distinct target with an edge",
     test_default_and_labels_beside_it},
    {"plan: folding stops at visible points", test_folding_stops_at_visible_points},
    {"plan: folding into endless loops", test_folding_into_endless_loops},
    {"plan: a switch without labels", test_empty_switch},
    {"plan: circles are cut by probes", test_quiet_endless_loop_has_probes},
    {"plan: a join is the sum of what leads there", test_join_is_the_sum_of_its_arms},
    {"plan: the method's entry is opaque", test_method_entry_is_opaque},
    {"plan: regions start and end atoms", test_regions_start_and_end_atoms},
    {"plan: a quiet node is what follows it", test_quiet_node_is_what_follows},
    {"plan: a leave over a finally is an exit", test_leave_over_a_finally_is_an_exit},
    {"plan: an edge hands its probe to the atom that it alone leads to",
     test_edges_hand_their_probes_on},
    {"plan: the entry of a finally is opaque", test_entry_of_a_finally_is_opaque},
    {"plan: a leave that runs no finally is an edge", test_leave_inside_the_try_does_not_cross},
    {"plan: handlers that share a try are opaque and reachable",
     test_handlers_are_opaque_and_reachable},
    {"plan: the place after a try is the sum of its ends", test_quiet_handler_end_is_inferred},
    {"plan: a filter and its handler are opaque", test_filter_and_its_handler_are_opaque},
    {"plan: unreachable code counts nothing and leads nowhere",
     test_unreachable_code_counts_nothing},
    {"plan: what stands after a crossing leave is reachable",
     test_crossing_leave_reaches_its_target},
    {"plan: tail call and the point at its ret", test_tail_call},
    {"plan: prefixes belong to their unit", test_prefixes_belong_to_their_insn},
    {"plan: code that runs off its end", test_code_that_runs_off},
    {"plan: arms of repeated decisions are not asked for", test_unwanted_ways_are_not_followed},
    {"plan: two points of one offset share a node", test_two_points_of_one_offset_share_a_node},
    {"oracle: every visible point and every edge has a counter of its own",
     test_oracle_counts_each_point_and_arm_itself},
};
const size_t plan_infer_case_count = sizeof plan_infer_cases / sizeof plan_infer_cases[0];
