/* Fixture of the probe plan's tests, and their main. */
#include "test_plan.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "il_asm.h"
#include "test_main.h"

static il_type type_of_digit(uint32_t token) {
    switch (token & 15u) {
    case 2:
        return IL_TYPE_BOOL;
    case 0:
    case 1:
        return IL_TYPE_OTHER;
    case 5:
        return IL_TYPE_BOOLS;
    default:
        return IL_TYPE_UNKNOWN;
    }
}

static bool resolve_call(void *ctx, il_op op, uint32_t token, il_call_effect *out) {
    (void)ctx;
    uint32_t pushes = op == IL_NEWOBJ || (token & 15u) != 0 ? 1 : 0;
    *out = (il_call_effect){token >> 4 & 15u, pushes, type_of_digit(token)};
    return (token & 15u) != 4;
}

static il_type resolve_argument(void *ctx, il_op op, uint32_t token, uint32_t above) {
    (void)ctx;
    (void)op;
    return type_of_digit(token >> (8 + 4 * above));
}

static il_type resolve_token(void *ctx, uint32_t token) {
    (void)ctx;
    return type_of_digit(token);
}

static il_type resolve_variable(void *ctx, uint32_t index) {
    (void)ctx;
    return index < 10   ? IL_TYPE_OTHER
           : index < 20 ? IL_TYPE_BOOL
           : index < 40 ? IL_TYPE_UNKNOWN
                        : IL_TYPE_BOOLS;
}

static il_type resolve_returns(void *ctx) {
    return *(const il_type *)ctx;
}

static bool resolve_returns_void(void *ctx) {
    (void)ctx;
    return false;
}

static void read_points(plan_fixture *f, const char *text) {
    f->points = cc_arena_alloc(f->arena, strlen(text) + 1, sizeof *f->points);
    const char *at = text;
    while (*at != '\0') {
        char *end = NULL;
        unsigned long insn = strtoul(at, &end, 10);
        bool is_hidden = *end == 'h';
        f->points[f->point_count++] = (probe_point){f->body.insns[insn].offset, is_hidden};
        at = end + (is_hidden ? 1 : 0);
        at += strspn(at, " ");
    }
}

plan_fixture *plan_new(const plan_case *c) {
    cc_arena *arena = cc_arena_new();
    plan_fixture *f = cc_arena_alloc(arena, 1, sizeof *f);
    f->arena = arena;
    il_asm *a = il_asm_new(arena);
    il_asm_text(a, c->text);
    for (uint32_t i = 0; i < c->clause_count; i++) {
        const plan_clause *k = &c->clauses[i];
        il_asm_clause(a, k->kind, k->try_start, k->try_end, k->handler_start, k->handler_end,
                      k->last);
    }
    if (il_decode(&f->body, il_asm_finish(a), arena) != CC_OK) {
        printf("\nbody does not decode: %s\n", cc_error_message());
        abort();
    }
    read_points(f, c->points);
    il_type *returns = cc_arena_alloc(arena, 1, sizeof *returns);
    *returns = c->returns;
    f->resolver = (il_resolver){.ctx = returns,
                                .call = resolve_call,
                                .argument = resolve_argument,
                                .type = resolve_token,
                                .field = resolve_token,
                                .local = resolve_variable,
                                .arg = resolve_variable,
                                .returns = resolve_returns,
                                .returns_void = resolve_returns_void};
    probe_options options = {c->all};
    f->err = probe_plan_make(&f->plan, &f->body, f->points, f->point_count, &f->resolver, &options,
                             arena);
    return f;
}

void plan_free(plan_fixture *f) {
    cc_arena_free(f->arena);
}

static void put_name(const probe_plan *plan, uint32_t v, cc_buf *out) {
    const probe_node *node = &plan->nodes[v];
    if (node->is_edge) {
        const probe_branch *branch = &plan->branches[node->branch];
        cc_buf_printf(out, "%c%u.%u", branch->kind == PROBE_BRANCH_FORK ? 'v' : 'e',
                      node->first_insn, v - branch->first_node);
    } else {
        cc_buf_printf(out, "a%u%s", node->first_insn,
                      node->end_insn == node->first_insn ? "f" : "");
    }
}

static void put_node(const probe_plan *plan, uint32_t v, cc_buf *out) {
    const probe_node *node = &plan->nodes[v];
    put_name(plan, v, out);
    if (!node->is_reachable) {
        cc_buf_puts(out, "!");
    } else if (node->counter != PROBE_NONE) {
        cc_buf_printf(out, "#%u", node->counter);
    } else if (node->source_count == 0) {
        cc_buf_puts(out, "-");
    }
    for (uint32_t i = 0; i < node->source_count; i++) {
        cc_buf_puts(out, i == 0 ? "=" : "+");
        put_name(plan, node->sources[i], out);
    }
}

static const char *in_arena(plan_fixture *f, cc_buf *buf) {
    const char *text = cc_arena_strdup(f->arena, cc_buf_str(buf));
    cc_buf_free(buf);
    return text;
}

const char *plan_text(plan_fixture *f) {
    cc_buf buf = {0};
    for (uint32_t v = 0; v < f->plan->node_count; v++) {
        cc_buf_puts(&buf, v == 0 ? "" : " ");
        put_node(f->plan, v, &buf);
    }
    return in_arena(f, &buf);
}

const char *plan_forks(plan_fixture *f) {
    cc_buf buf = {0};
    for (uint32_t i = 0; i < f->plan->branch_count; i++) {
        const probe_branch *branch = &f->plan->branches[i];
        if (branch->kind == PROBE_BRANCH_FORK) {
            cc_buf_printf(&buf, "%s%u%s%s", buf.len == 0 ? "" : " ", branch->insn,
                          branch->is_part ? "p" : "", branch->is_reachable ? "" : "!");
        }
    }
    cc_buf_puts(&buf, "|");
    size_t start = buf.len;
    for (uint32_t i = 0; i < f->plan->branch_count; i++) {
        if (f->plan->branches[i].is_repeated) {
            cc_buf_printf(&buf, "%s%u", buf.len == start ? "" : " ", f->plan->branches[i].insn);
        }
    }
    for (uint32_t i = 0; i < f->plan->choice_count; i++) {
        const probe_choice *choice = &f->plan->choices[i];
        cc_buf_puts(&buf, i == 0 ? "|" : " ");
        for (uint32_t k = 0; k < choice->fork_count; k++) {
            cc_buf_printf(&buf, "%s%u", k == 0 ? "" : "+",
                          f->plan->branches[choice->forks[k]].insn);
        }
    }
    return in_arena(f, &buf);
}

const char *plan_values(plan_fixture *f, const uint64_t *counters) {
    const probe_plan *plan = f->plan;
    uint64_t *values = cc_arena_alloc(f->arena, plan->node_count, sizeof *values);
    CU_ASSERT_EQUAL_FATAL(probe_values(plan, counters, values), CC_OK);
    cc_buf buf = {0};
    for (uint32_t i = 0; i < plan->point_count; i++) {
        cc_buf_puts(&buf, i == 0 ? "" : " ");
        if (plan->node_of_point[i] == PROBE_NONE) {
            cc_buf_puts(&buf, "h");
        } else {
            cc_buf_dec(&buf, values[plan->node_of_point[i]]);
        }
    }
    cc_buf_puts(&buf, " |");
    for (uint32_t b = 0; b < plan->branch_count; b++) {
        for (uint32_t a = 0; a < plan->branches[b].arm_count; a++) {
            cc_buf_puts(&buf, a == 0 ? " " : "/");
            cc_buf_dec(&buf, probe_arm_value(&plan->branches[b].arms[a], values));
        }
    }
    return in_arena(f, &buf);
}

static void expect_text(const char *body, const char *actual, const char *expected) {
    if (strcmp(actual, expected) != 0) {
        printf("\nbody:     %s\nexpected: %s\nactual:   %s\n", body, expected, actual);
    }
    CU_ASSERT_STRING_EQUAL(actual, expected);
}

void plan_expect(const plan_case *c, const char *nodes) {
    plan_fixture *f = plan_new(c);
    CU_ASSERT_EQUAL_FATAL(f->err, CC_OK);
    plan_check_invariants(f->plan);
    expect_text(c->text, plan_text(f), nodes);
    plan_free(f);
}

void plan_expect_forks(const plan_case *c, const char *forks) {
    plan_fixture *f = plan_new(c);
    CU_ASSERT_EQUAL_FATAL(f->err, CC_OK);
    plan_check_invariants(f->plan);
    expect_text(c->text, plan_forks(f), forks);
    plan_free(f);
}

void plan_expect_values(const plan_case *c, const uint64_t *counters, uint32_t counter_count,
                        const char *values) {
    plan_fixture *f = plan_new(c);
    CU_ASSERT_EQUAL_FATAL(f->err, CC_OK);
    CU_ASSERT_EQUAL_FATAL(f->plan->counter_count, counter_count);
    expect_text(c->text, plan_values(f, counters), values);
    plan_free(f);
}

static void check_node(const probe_plan *plan, uint32_t v, uint32_t *next_counter) {
    const probe_node *node = &plan->nodes[v];
    if (node->counter != PROBE_NONE) {
        CU_ASSERT_EQUAL(node->counter, *next_counter);
        (*next_counter)++;
        CU_ASSERT_TRUE(node->is_reachable);
        CU_ASSERT_EQUAL(node->source_count, 0);
    }
    if (node->is_wanted && node->is_reachable) {
        CU_ASSERT_TRUE(node->counter != PROBE_NONE || node->source_count > 0);
    }
}

void plan_check_invariants(const probe_plan *plan) {
    uint32_t next_counter = 0;
    uint32_t wanted = 0;
    uint32_t inferred = 0;
    bool *is_known = calloc((size_t)plan->node_count + 1, 1);
    CU_ASSERT_PTR_NOT_NULL_FATAL(is_known);
    for (uint32_t v = 0; v < plan->node_count; v++) {
        check_node(plan, v, &next_counter);
        wanted += plan->nodes[v].is_wanted && plan->nodes[v].is_reachable ? 1 : 0;
        inferred += plan->nodes[v].source_count > 0 ? 1 : 0;
        is_known[v] = plan->nodes[v].counter != PROBE_NONE;
    }
    CU_ASSERT_EQUAL(plan->counter_count, next_counter);
    CU_ASSERT_TRUE(plan->counter_count <= wanted);
    CU_ASSERT_EQUAL(plan->value_order_count, inferred);
    /* In order: so every chain of sources ends at counters, and there is no circle. */
    for (uint32_t i = 0; i < plan->value_order_count; i++) {
        const probe_node *node = &plan->nodes[plan->value_order[i]];
        CU_ASSERT_TRUE(node->is_reachable);
        for (uint32_t k = 0; k < node->source_count; k++) {
            CU_ASSERT_TRUE(is_known[node->sources[k]]);
        }
        is_known[plan->value_order[i]] = true;
    }
    free(is_known);
}

int main(void) {
    test_case cases[256];
    size_t count = 0;
    const struct {
        const plan_test *cases;
        size_t count;
    } parts[] = {
        {plan_fork_cases, plan_fork_case_count},     {plan_store_cases, plan_store_case_count},
        {plan_choice_cases, plan_choice_case_count}, {plan_first_cases, plan_first_case_count},
        {plan_infer_cases, plan_infer_case_count},   {plan_limit_cases, plan_limit_case_count}};
    for (size_t p = 0; p < sizeof parts / sizeof parts[0]; p++) {
        for (size_t i = 0; i < parts[p].count && count < 256; i++) {
            cases[count++] = (test_case){parts[p].cases[i].name, parts[p].cases[i].run};
        }
    }
    return test_run("probe plan", cases, count);
}
