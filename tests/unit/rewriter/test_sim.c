/* The proof by simulation as a unit test, and tests of its judge: that the interpreter follows
 * the two passes of exception handling, that the generator makes every kind of body, and that a
 * wrong value would be seen. The long run is the program clrcov_sim; mutants of the rewriter:
 * sim_mutants.py. */
#include "sim.h"

#include "test_main.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How many bodies; the build says so: sanitized ones run fewer. */
enum { BODIES = SIM_BODIES };

static void test_random_bodies(void) {
    sim_lab *lab = sim_lab_new(true);
    CU_ASSERT_PTR_NOT_NULL_FATAL(lab);
    sim_stats stats = {0};
    sim_report report;
    for (uint64_t seed = 1; seed <= BODIES && stats.failures == 0; seed++) {
        if (!sim_lab_body(lab, seed, &stats, &report)) {
            cc_buf text = {0};
            sim_lab_print(lab, &text);
            (void)printf("\n%s\n%.*s", report.text, (int)text.len, (const char *)text.data);
            cc_buf_free(&text);
        }
    }
    CU_ASSERT_EQUAL(stats.failures, 0);
    CU_ASSERT_EQUAL(stats.bodies + stats.skipped, BODIES);
    /* Something of everything, or the figures prove nothing. */
    CU_ASSERT(stats.skipped < BODIES / 200);
    CU_ASSERT(stats.with_clauses > BODIES / 4);
    CU_ASSERT(stats.with_forks > BODIES / 4);
    CU_ASSERT(stats.with_calls > BODIES / 2);
    CU_ASSERT(stats.counters < stats.wanted);
    CU_ASSERT(stats.killed_off > 0);
    CU_ASSERT(stats.constants > BODIES / 2);
    CU_ASSERT(stats.unreached > BODIES / 10);
    for (size_t end = 0; end < SIM_END_BAD; end++) {
        CU_ASSERT(stats.executions[end] > BODIES / 200);
    }
    sim_lab_free(lab);
}

/* One instruction of a body written by hand. */
typedef struct line {
    uint16_t code;
    uint32_t target;
    int64_t operand;
} line;

enum { STOP = 0xFFFF };

static void make_case(sim_case *c, const line *lines) {
    memset(c, 0, sizeof *c);
    c->returns = SIM_TYPE_VOID;
    for (; lines->code != STOP; lines++) {
        c->instrs[c->count++] =
            (sim_instr){.code = lines->code, .target = lines->target, .operand = lines->operand};
    }
}

/* The instructions that began, as text: "0 1 5 ". */
static void trace_of(const sim_case *c, const sim_world *world, char *text, size_t size,
                     sim_end *end) {
    sim_prog *prog = calloc(1, sizeof *prog);
    sim_report report = {0};
    sim_trace trace;
    uint32_t max_stack = 0;
    size_t at = 0;
    CU_ASSERT_PTR_NOT_NULL_FATAL(prog);
    sim_prog_make(prog, c, &report);
    sim_check_flow(prog, &max_stack, &report);
    CU_ASSERT_FALSE(report.failed);
    sim_run_original(prog, world, &trace, NULL, &report);
    CU_ASSERT_FALSE(report.failed);
    text[0] = '\0';
    for (uint32_t i = 0; i < trace.count && at + 8 < size; i++) {
        at += (size_t)snprintf(text + at, size - at, "%u ", trace.insns[i]);
    }
    *end = trace.end;
    free(prog);
}

/* .try { .try { ldnull; throw } finally { nop; endfinally } } filter { pop; ldc.i4 N; endfilter }
 * { pop; leave } ret */
static void make_filtered(sim_case *c, int64_t answer) {
    const line lines[] = {{0x14, 0, 0}, {0x7A, 0, 0},      {0x00, 0, 0},   {0xDC, 0, 0},
                          {0x26, 0, 0}, {0x20, 0, answer}, {0xFE11, 0, 0}, {0x26, 0, 0},
                          {0xDD, 9, 0}, {0x2A, 0, 0},      {STOP, 0, 0}};
    make_case(c, lines);
    c->clauses[c->clause_count++] =
        (sim_clause){.kind = 2, .try_start = 0, .try_end = 2, .handler_start = 2, .handler_end = 4};
    c->clauses[c->clause_count++] = (sim_clause){.kind = 1,
                                                 .try_start = 0,
                                                 .try_end = 4,
                                                 .filter_start = 4,
                                                 .handler_start = 7,
                                                 .handler_end = 9};
}

static void test_filter_before_finally(void) {
    static sim_case c;
    const sim_world world = {.max_old = 100};
    char text[200];
    sim_end end = SIM_END_BAD;
    make_filtered(&c, 1);
    trace_of(&c, &world, text, sizeof text, &end);
    CU_ASSERT_STRING_EQUAL(text, "0 1 4 5 6 2 3 7 8 9 ");
    CU_ASSERT_EQUAL(end, SIM_END_RETURN);
}

static void test_refused_exception(void) {
    static sim_case c;
    sim_world world = {.max_old = 100};
    char text[200];
    sim_end end = SIM_END_BAD;
    make_filtered(&c, 0);
    trace_of(&c, &world, text, sizeof text, &end);
    CU_ASSERT_STRING_EQUAL(text, "0 1 4 5 6 2 3 ");
    CU_ASSERT_EQUAL(end, SIM_END_UNWIND);
    world.crash_percent = 100;
    trace_of(&c, &world, text, sizeof text, &end);
    CU_ASSERT_STRING_EQUAL(text, "0 1 4 5 6 ");
    CU_ASSERT_EQUAL(end, SIM_END_CRASH);
}

/* try { try { try { leave 6 } finally { nop; endfinally } } fault { endfinally } }
 * finally { nop; endfinally } ret */
static void test_leave_runs_finally(void) {
    static sim_case c;
    const sim_world world = {.max_old = 100};
    const line lines[] = {{0xDD, 6, 0}, {0x00, 0, 0}, {0xDC, 0, 0}, {0xDC, 0, 0},
                          {0x00, 0, 0}, {0xDC, 0, 0}, {0x2A, 0, 0}, {STOP, 0, 0}};
    char text[200];
    sim_end end = SIM_END_BAD;
    make_case(&c, lines);
    c.clauses[c.clause_count++] =
        (sim_clause){.kind = 2, .try_start = 0, .try_end = 1, .handler_start = 1, .handler_end = 3};
    c.clauses[c.clause_count++] =
        (sim_clause){.kind = 4, .try_start = 0, .try_end = 3, .handler_start = 3, .handler_end = 4};
    c.clauses[c.clause_count++] =
        (sim_clause){.kind = 2, .try_start = 0, .try_end = 4, .handler_start = 4, .handler_end = 6};
    trace_of(&c, &world, text, sizeof text, &end);
    CU_ASSERT_STRING_EQUAL(text, "0 1 2 4 5 6 ");
    CU_ASSERT_EQUAL(end, SIM_END_RETURN);
}

/* .try { .try { ldnull; throw } finally { ldc 1; throw } } catch class 1 { pop; rethrow } ret */
static void test_replaced_exception(void) {
    static sim_case c;
    const sim_world world = {.max_old = 100};
    const line lines[] = {{0x14, 0, 0}, {0x7A, 0, 0},   {0x17, 0, 0}, {0x7A, 0, 0},
                          {0x26, 0, 0}, {0xFE1A, 0, 0}, {0x2A, 0, 0}, {STOP, 0, 0}};
    char text[200];
    sim_end end = SIM_END_BAD;
    make_case(&c, lines);
    c.clauses[c.clause_count++] =
        (sim_clause){.kind = 2, .try_start = 0, .try_end = 2, .handler_start = 2, .handler_end = 4};
    c.clauses[c.clause_count++] = (sim_clause){.kind = 0,
                                               .try_start = 0,
                                               .try_end = 4,
                                               .handler_start = 4,
                                               .handler_end = 6,
                                               .token = SIM_TOKEN_CLASS + 1};
    trace_of(&c, &world, text, sizeof text, &end);
    CU_ASSERT_STRING_EQUAL(text, "0 1 2 3 4 5 ");
    CU_ASSERT_EQUAL(end, SIM_END_UNWIND);
}

/* The judge of the stack: depths that differ at a join, a value too few, a fall off the code. */
static void test_flow_faults(void) {
    static const line faults[][6] = {
        {{0x16, 0, 0}, {0x39, 3, 0}, {0x16, 0, 0}, {0x2A, 0, 0}, {STOP, 0, 0}},
        {{0x26, 0, 0}, {0x2A, 0, 0}, {STOP, 0, 0}},
        {{0x16, 0, 0}, {0x26, 0, 0}, {STOP, 0, 0}},
        {{0x16, 0, 0}, {0x2A, 0, 0}, {STOP, 0, 0}},
        {{0xDC, 0, 0}, {STOP, 0, 0}},
    };
    static sim_case c;
    sim_prog *prog = calloc(1, sizeof *prog);
    CU_ASSERT_PTR_NOT_NULL_FATAL(prog);
    for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++) {
        sim_report report = {0};
        uint32_t max_stack = 0;
        make_case(&c, faults[i]);
        sim_prog_make(prog, &c, &report);
        CU_ASSERT_FALSE(report.failed);
        sim_check_flow(prog, &max_stack, &report);
        CU_ASSERT(report.failed);
    }
    free(prog);
}

/* call; *call; *ret: the values of the two points, right and wrong. */
static void test_wrong_value_is_seen(void) {
    static sim_case c;
    static sim_truth truth;
    static sim_counters counters;
    static sim_prog prog;
    const line lines[] = {{0x28, 0, SIM_TOKEN_CALL + SIM_TYPE_VOID},
                          {0x28, 0, SIM_TOKEN_CALL + SIM_TYPE_VOID},
                          {0x2A, 0, 0},
                          {STOP, 0, 0}};
    const sim_world world = {.max_old = 100};
    sim_report report = {0};
    sim_trace trace;
    uint32_t max_stack = 0;
    il_body body;
    probe_plan *plan = NULL;
    bool is_off = true;
    cc_arena *arena = cc_arena_new();
    make_case(&c, lines);
    c.instrs[1].flags = c.instrs[2].flags = SIM_FLAG_VISIBLE;
    sim_prog_make(&prog, &c, &report);
    sim_check_flow(&prog, &max_stack, &report);
    CU_ASSERT_TRUE_FATAL(sim_assemble(&c, max_stack));
    il_resolver resolver = sim_resolver(&c);
    CU_ASSERT_EQUAL_FATAL(il_decode(&body, cc_span_of(c.bytes, c.size), arena), CC_OK);
    CU_ASSERT_EQUAL_FATAL(
        probe_plan_make(&plan, &body, c.points, c.point_count, &resolver, NULL, arena), CC_OK);
    CU_ASSERT_EQUAL_FATAL(plan->counter_count, 2);
    sim_run_original(&prog, &world, &trace, &truth, &report);
    counters.count = 2;
    counters.values[0] = counters.values[1] = 1;
    sim_check_values(&c, &prog, plan, &counters, &truth, 0, &is_off, &report);
    CU_ASSERT_FALSE(report.failed);
    CU_ASSERT_FALSE(is_off);
    counters.values[1] = 2;
    sim_check_values(&c, &prog, plan, &counters, &truth, 1, &is_off, &report);
    CU_ASSERT_FALSE(report.failed);
    CU_ASSERT_TRUE(is_off);
    sim_check_values(&c, &prog, plan, &counters, &truth, 0, &is_off, &report);
    CU_ASSERT_TRUE(report.failed);
    cc_arena_free(arena);
}

static const test_case cases[] = {
    {"random bodies: same behaviour, exact values", test_random_bodies},
    {"interpreter: filters run before inner finally handlers", test_filter_before_finally},
    {"interpreter: an exception that nobody catches unwinds or crashes", test_refused_exception},
    {"interpreter: leave runs finally, not fault, from the inside out", test_leave_runs_finally},
    {"interpreter: a finally replaces the exception, rethrow repeats it", test_replaced_exception},
    {"flow check: wrong stacks and ends are seen", test_flow_faults},
    {"value check: a wrong count is seen", test_wrong_value_is_seen},
};

TEST_MAIN("sim", cases)
