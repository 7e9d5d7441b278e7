/* One random body through everything: decode, plan, rewrite, verify, run, compare. */
#include "sim_calls.h"

#include <stdlib.h>
#include <string.h>

/* A new body: the plan it was made from and what runs. */
typedef struct rewritten {
    probe_plan *plan;
    rw_result result;
    sim_prog prog;
    sim_counters counters;
} rewritten;

struct sim_lab {
    sim_case body;
    cc_arena *arena;
    il_body decoded;
    sim_prog original;
    rewritten planned;
    rewritten oracle; /* counter on every node; every second body only, to save time */
    bool has_oracle;
    sim_called called; /* the planned body with calls, in once mode */
    sim_trace trace;
    sim_trace new_trace;
    sim_truth truth;
    sim_claims claims;
    rw_probe probe;
    bool verifies;
};

sim_lab *sim_lab_new(bool verifies) {
    sim_lab *lab = calloc(1, sizeof *lab);
    if (lab != NULL) {
        lab->verifies = verifies;
        lab->arena = cc_arena_new();
    }
    if (lab != NULL && lab->arena == NULL) {
        free(lab);
        lab = NULL;
    }
    return lab;
}

void sim_lab_free(sim_lab *lab) {
    if (lab != NULL) {
        cc_arena_free(lab->arena);
        free(lab);
    }
}

void sim_lab_choices(sim_lab *lab, cc_span choices) {
    lab->body.choices = choices;
}

static void choose_probe(sim_lab *lab, sim_rand *rnd) {
    rw_probe *probe = &lab->probe;
    bool is_wide = sim_percent(rnd, 30);
    memset(probe, 0, sizeof *probe);
    probe->kind = (rw_probe_kind)sim_below(rnd, 6);
    bool is_once = probe->kind <= RW_PROBE_CHECKED || probe->kind == RW_PROBE_TEST;
    probe->stride = is_once ? 1 : 8;
    probe->base = (is_wide ? 0x7F1200000000u : 0x20000000u) + 8 * (uint64_t)sim_below(rnd, 1000);
    probe->function = sim_percent(rnd, 50) ? 0x7F3300001230u : 0x10001230u;
    probe->token = probe->kind == RW_PROBE_CALL ? SIM_PROBE_SIG : SIM_PROBE_CALL;
    if (probe->kind == RW_PROBE_LANE) {
        probe->base = 8 * (uint64_t)sim_below(rnd, 1000);
        probe->token = SIM_LANE_SIG;
        probe->lane = (rw_lane){SIM_LANE_FIELD, is_wide ? 0x7F5500000010u : 0x30000010u, 0x110FFFFC,
                                SIM_LANE_LOCAL, NULL};
    }
    if (probe->kind == RW_PROBE_TEST) {
        probe->lane = (rw_lane){SIM_LANE_FIELD, is_wide ? 0x30000010u : 0x7F5500000010u, 0x110FFFFC,
                                SIM_LANE_LOCAL, NULL};
    }
    probe->force_wide = sim_percent(rnd, 20);
}

/* A method that the runtime suspends in some of its calls. */
static bool choose_suspensions(sim_lab *lab, sim_rand *rnd) {
    if (!rw_has_lane(&lab->probe) || sim_percent(rnd, 50)) {
        return true;
    }
    bool *suspends = CC_NEW_ARRAY(lab->arena, bool, (size_t)lab->original.count + 1);
    for (uint32_t i = 0; suspends != NULL && i < lab->original.count; i++) {
        const sim_insn *insn = &lab->original.insns[i];
        bool is_call = insn->kind == SIM_CALL && (insn->prefixes & IL_PREFIX_TAIL) == 0;
        suspends[i] = is_call && sim_percent(rnd, 60);
    }
    lab->probe.lane.suspends = suspends;
    return suspends != NULL;
}

/* Something of src/rewriter refused. */
static bool refused(cc_err err, const char *what, sim_report *report) {
    if (err != CC_OK) {
        sim_fail(report, "%s: %s", what, cc_error_message());
    }
    return err != CC_OK;
}

static void make_new(sim_lab *lab, rewritten *r, const il_resolver *resolver, sim_report *report) {
    if (refused(rw_rewrite(&r->result, r->plan, &lab->probe, lab->arena), "rw_rewrite", report)) {
        return;
    }
    if (lab->verifies) {
        cc_err found = rw_verify(&r->result, r->plan, &lab->probe, resolver, lab->arena);
        if (refused(found, "rw_verify", report)) {
            return;
        }
    }
    il_body decoded;
    cc_err err = il_decode(&decoded, r->result.body, lab->arena);
    if (refused(err, "il_decode of the new body", report)) {
        return;
    }
    uint32_t max_stack = 0;
    r->counters.probe = lab->probe;
    r->counters.count = r->plan->counter_count;
    sim_prog_load(&r->prog, &decoded, lab->body.returns, report);
    if (!report->failed) {
        sim_prog_match(&r->prog, &decoded, &lab->original, r->plan, &r->result, &lab->probe,
                       report);
    }
    if (!report->failed) {
        sim_check_flow(&r->prog, &max_stack, report);
    }
}

/* Bodies with calls: of probes in once mode. */
static void make_called(sim_lab *lab, sim_rand *rnd, sim_report *report) {
    rewritten *r = &lab->planned;
    sim_called *called = &lab->called;
    called->is_on = false;
    called->counters.probe = lab->probe;
    if (lab->probe.stride > 1) {
        return;
    }
    sim_called_make(called, &r->result, &r->prog, &lab->original, rnd, lab->arena, report);
    called->counters.count = r->plan->counter_count;
    called->counters.has_calls = true;
    called->counters.has_flow = called->calls.has_flow;
}

static bool make_plan(sim_lab *lab, probe_plan **plan, bool is_oracle, const il_resolver *resolver,
                      sim_report *report) {
    probe_options options = {.all = is_oracle};
    cc_err err = probe_plan_make(plan, &lab->decoded, lab->body.points, lab->body.point_count,
                                 resolver, &options, lab->arena);
    return !refused(err, "probe_plan_make", report);
}

static void make_plans(sim_lab *lab, const il_resolver *resolver, sim_report *report) {
    if (!make_plan(lab, &lab->planned.plan, false, resolver, report)) {
        return;
    }
    sim_check_plan(&lab->body, &lab->original, lab->planned.plan, false, report);
    if (lab->has_oracle && make_plan(lab, &lab->oracle.plan, true, resolver, report)) {
        sim_check_plan(&lab->body, &lab->original, lab->oracle.plan, true, report);
    }
}

/* Planning and rewriting twice gives the same plan and the same bytes. */
static void repeat(sim_lab *lab, const il_resolver *resolver, sim_report *report) {
    probe_plan *again = NULL;
    rw_result result;
    if (!make_plan(lab, &again, false, resolver, report)) {
        return;
    }
    sim_check_same_plan(lab->planned.plan, again, report);
    if (refused(rw_rewrite(&result, again, &lab->probe, lab->arena), "rw_rewrite", report)) {
        return;
    }
    if (!cc_span_eq(result.body, lab->planned.result.body)) {
        sim_fail(report, "rewriting twice gives two bodies");
    }
}

/* Generates, assembles, decodes. False when the seed gives no body or something is wrong. */
static bool make_body(sim_lab *lab, uint64_t seed, sim_stats *stats, sim_report *report) {
    sim_case *c = &lab->body;
    uint32_t max_stack = 0;
    if (!sim_generate(c, seed)) {
        stats->skipped++;
        return false;
    }
    sim_prog_make(&lab->original, c, report);
    if (!report->failed) {
        sim_check_flow(&lab->original, &max_stack, report);
    }
    if (report->failed) {
        return false;
    }
    if (!sim_assemble(c, max_stack)) {
        stats->skipped++;
        return false;
    }
    if (refused(il_decode(&lab->decoded, cc_span_of(c->bytes, c->size), lab->arena), "il_decode",
                report)) {
        return false;
    }
    sim_check_decode(c, &lab->decoded, report);
    return !report->failed;
}

/* Runs a new body as the original was run; values may be off by `slack`. */
static void run_and_compare(sim_lab *lab, const sim_prog *prog, sim_counters *counters,
                            const probe_plan *plan, const sim_world *world, uint32_t slack,
                            bool *is_off, sim_report *report) {
    sim_run_new(prog, world, &lab->trace, counters, &lab->new_trace, report);
    const sim_trace *a = &lab->trace;
    const sim_trace *b = &lab->new_trace;
    if (a->end != b->end || a->draws != b->draws || a->count != b->count) {
        sim_fail(report, "original ends %d after %u units and %u draws, new body %d, %u, %u",
                 (int)a->end, a->count, a->draws, (int)b->end, b->count, b->draws);
    }
    if (!report->failed) {
        sim_check_values(&lab->body, &lab->original, plan, counters, &lab->truth, slack, is_off,
                         report);
    }
}

static void run_called(sim_lab *lab, const sim_world *world, uint32_t slack, sim_report *report) {
    sim_called *called = &lab->called;
    bool is_off = false;
    if (report->failed || !sim_called_may_run(called, &lab->trace)) {
        return;
    }
    run_and_compare(lab, &called->prog, &called->counters, lab->planned.plan, world, slack, &is_off,
                    report);
    if (!report->failed) {
        sim_called_check(called, &lab->original, &lab->truth, &lab->new_trace, report);
    }
}

/* One execution that nothing but its own end ends (or the step limit). */
static void execute(sim_lab *lab, const sim_world *world, sim_stats *stats, sim_report *report) {
    bool is_off = false;
    bool oracle_off = false;
    sim_run_claimed(&lab->original, world, &lab->claims, &lab->trace, &lab->truth, report);
    if (report->failed) {
        return;
    }
    uint32_t slack = lab->trace.end == SIM_END_KILL ? 1 : 0;
    if (lab->has_oracle) {
        rewritten *oracle = &lab->oracle;
        run_and_compare(lab, &oracle->prog, &oracle->counters, oracle->plan, world, slack,
                        &oracle_off, report);
    }
    rewritten *planned = &lab->planned;
    run_and_compare(lab, &planned->prog, &planned->counters, planned->plan, world, slack, &is_off,
                    report);
    run_called(lab, world, slack, report);
    stats->with_calls += lab->called.is_on ? 1 : 0;
    stats->executions[lab->trace.end]++;
    stats->killed_off += is_off ? 1 : 0;
}

/* The new body is killed at a random one of its own instructions; the truth: the original up to
 * there. */
static void execute_killed(sim_lab *lab, sim_world world, sim_rand *rnd, sim_stats *stats,
                           sim_report *report) {
    bool is_off = false;
    rewritten *r = &lab->planned;
    sim_run_original(&lab->original, &world, &lab->trace, NULL, report);
    sim_run_new(&r->prog, &world, &lab->trace, &r->counters, &lab->new_trace, report);
    if (report->failed || lab->new_trace.steps == 0) {
        return;
    }
    sim_world killed = world;
    killed.max_new = 1 + sim_below(rnd, lab->new_trace.steps);
    sim_run_new(&r->prog, &killed, &lab->trace, &r->counters, &lab->new_trace, report);
    world.max_old = lab->new_trace.count;
    sim_run_original(&lab->original, &world, &lab->trace, &lab->truth, report);
    if (!report->failed) {
        sim_check_values(&lab->body, &lab->original, r->plan, &r->counters, &lab->truth, 1, &is_off,
                         report);
    }
    stats->executions[SIM_END_KILL]++;
    stats->killed_off += is_off ? 1 : 0;
}

static void execute_all(sim_lab *lab, sim_rand *rnd, sim_stats *stats, sim_report *report) {
    static const sim_world worlds[] = {
        {.max_old = 300},
        {.throw_per_mille = 40, .hang_per_mille = 4, .crash_percent = 15, .max_old = 300},
        {.throw_per_mille = 200, .hang_per_mille = 10, .crash_percent = 15, .max_old = 300},
    };
    for (size_t i = 0; i < sizeof(worlds) / sizeof(worlds[0]) && !report->failed; i++) {
        sim_world world = worlds[i];
        world.seed = sim_next(rnd);
        execute(lab, &world, stats, report);
    }
    if (!report->failed) {
        sim_world world = worlds[1 + sim_below(rnd, 2)];
        world.seed = sim_next(rnd);
        execute_killed(lab, world, rnd, stats, report);
    }
}

static void count_body(const sim_lab *lab, sim_stats *stats) {
    const probe_plan *plan = lab->planned.plan;
    uint32_t forks = 0;
    stats->bodies++;
    stats->insns += lab->body.count;
    stats->bytes += lab->body.size;
    stats->with_clauses += lab->body.clause_count > 0 ? 1 : 0;
    stats->counters += plan->counter_count;
    for (uint32_t i = 0; i < plan->branch_count; i++) {
        bool is_fork = plan->branches[i].kind == PROBE_BRANCH_FORK;
        forks += is_fork && plan->branches[i].is_reachable ? 1 : 0;
    }
    for (uint32_t v = 0; v < plan->node_count; v++) {
        stats->wanted += plan->nodes[v].is_wanted && plan->nodes[v].is_reachable ? 1 : 0;
    }
    stats->forks += forks;
    stats->with_forks += forks > 0 ? 1 : 0;
}

bool sim_lab_body(sim_lab *lab, uint64_t seed, sim_stats *stats, sim_report *report) {
    report->failed = false;
    cc_arena_reset(lab->arena);
    if (!make_body(lab, seed, stats, report)) {
        stats->failures += report->failed ? 1 : 0;
        return !report->failed;
    }
    sim_rand rnd;
    sim_seed(&rnd, seed ^ 0x5DEECE66Du);
    il_resolver resolver = sim_resolver(&lab->body);
    choose_probe(lab, &rnd);
    if (!choose_suspensions(lab, &rnd)) {
        sim_fail(report, "out of memory");
        return false;
    }
    lab->has_oracle = seed % 2 == 0;
    make_plans(lab, &resolver, report);
    if (!report->failed) {
        make_new(lab, &lab->planned, &resolver, report);
    }
    if (!report->failed && lab->has_oracle) {
        make_new(lab, &lab->oracle, &resolver, report);
    }
    sim_rand calls_rnd;
    sim_seed(&calls_rnd, seed ^ 0xCA115u);
    if (!report->failed) {
        make_called(lab, &calls_rnd, report);
    }
    if (!report->failed && seed % 4 == 0) {
        repeat(lab, &resolver, report);
    }
    if (!report->failed) {
        sim_make_claims(&lab->claims, &lab->decoded, lab->arena, report);
    }
    if (!report->failed) {
        count_body(lab, stats);
        execute_all(lab, &rnd, stats, report);
        stats->constants += lab->claims.constants;
        stats->unreached += lab->claims.unreached;
    }
    stats->failures += report->failed ? 1 : 0;
    return !report->failed;
}

uint32_t sim_lab_insns(const sim_lab *lab) {
    return lab->body.count;
}

static void print_clauses(const il_body *body, cc_buf *out) {
    static const char *const kinds[] = {"catch", "filter", "finally", "?", "fault"};
    for (uint32_t i = 0; i < body->clause_count; i++) {
        const il_clause *k = &body->clauses[i];
        cc_buf_printf(out, "  .try %u..%u %s %u..%u", k->try_start, k->try_end, kinds[k->kind],
                      k->handler_start, k->handler_end);
        if (k->kind == IL_CLAUSE_FILTER) {
            cc_buf_printf(out, " filter at %u", k->filter_start);
        }
        cc_buf_puts(out, "\n");
    }
}

static bool is_branch(const il_insn *insn) {
    uint8_t operand = il_op_get((il_op)insn->op)->operand;
    return operand == IL_OPERAND_BRANCH8 || operand == IL_OPERAND_BRANCH32;
}

static void print_body(const il_body *body, const sim_case *c, cc_buf *out) {
    for (uint32_t i = 0; i < body->insn_count; i++) {
        uint16_t flags = c == NULL ? 0 : c->instrs[i].flags;
        cc_buf_printf(out, "%4u %c%s ", i,
                      (flags & SIM_FLAG_VISIBLE) != 0  ? '*'
                      : (flags & SIM_FLAG_HIDDEN) != 0 ? '-'
                                                       : ' ',
                      (flags & SIM_FLAG_FORK) != 0     ? "F"
                      : (flags & SIM_FLAG_REPEAT) != 0 ? "R"
                                                       : " ");
        il_print_insn(body, i, out);
        if (is_branch(&body->insns[i])) {
            cc_buf_printf(out, "  -> %u", body->insns[i].target);
        }
        cc_buf_puts(out, "\n");
    }
    print_clauses(body, out);
}

void sim_lab_print(const sim_lab *lab, cc_buf *out) {
    const sim_case *c = &lab->body;
    cc_buf_printf(out, "seed %llu: %u units, * visible point, - hidden, F operand, R repetition\n",
                  (unsigned long long)c->seed, c->count);
    print_body(&lab->decoded, c, out);
    cc_buf_puts(out, "bytes:");
    for (uint32_t i = 0; i < c->size; i++) {
        cc_buf_printf(out, " %02x", c->bytes[i]);
    }
    cc_buf_puts(out, "\n");
}

void sim_stats_add(sim_stats *to, const sim_stats *from) {
    uint64_t *a = (uint64_t *)to;
    const uint64_t *b = (const uint64_t *)from;
    for (size_t i = 0; i < sizeof *to / sizeof *a; i++) {
        a[i] += b[i];
    }
}
