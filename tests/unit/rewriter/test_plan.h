/* What the tests of the probe plan share: a body as text gives a plan, and the plan is compared as
 * text.
 *
 * Body: il_asm text; labels @90 and up are set aside for the clauses of the fixture. Tokens of
 * calls and fields: low digit 0 void, 1 not bool, 2 bool, 3 unknown type, 4 unknown to the
 * resolver; the next one: number of values popped; then the types of the arguments, the last one
 * first. Numbers are decimal. Locals and arguments: 0-9 not bool, 10-19 bool, above unknown.
 * Points: instruction indices, "h" after one makes it hidden: "0 2 5h".
 *
 * Plan as text, node by node: "a3" an atom whose first instruction is 3, "a3f" an atom that is
 * nothing but a fork before 3, "e3.1" edge atom 1 of the branch at 3, "v3.0" of the fork in
 * front of 3. Then "#2" counter 2, "=a3+e4.1" inferred, "!" unreachable, "-" not asked for. */
#ifndef TEST_PLAN_H
#define TEST_PLAN_H

#include <CUnit/CUnit.h>

#include "rewriter/plan/probe_plan.h"

typedef struct plan_clause {
    il_clause_kind kind;
    /* Labels of the text; `last` is the label of the filter of a filter clause. */
    uint32_t try_start, try_end, handler_start, handler_end, last;
} plan_clause;

typedef struct plan_case {
    const char *text;
    const char *points;
    const plan_clause *clauses;
    uint32_t clause_count;
    il_type returns; /* IL_TYPE_OTHER by default */
    bool all;
} plan_case;

typedef struct plan_fixture {
    cc_arena *arena;
    il_body body;
    probe_point *points;
    uint32_t point_count;
    il_resolver resolver;
    probe_plan *plan;
    cc_err err;
} plan_fixture;

/* The body must decode; the result of planning is in `err`. Freed by plan_free(). */
plan_fixture *plan_new(const plan_case *c);
void plan_free(plan_fixture *f);

/* All nodes as text. */
const char *plan_text(plan_fixture *f);
/* Instructions with forks before them, "p" after parts of choices, "!" after those not
 * reachable; then, after "|", instructions whose branch is a repeated decision; then, after
 * another "|" if there are any, the choices: their instructions joined by "+". */
const char *plan_forks(plan_fixture *f);
/* Values from counters, "point values | arm values", arms of one branch joined by "/". */
const char *plan_values(plan_fixture *f, const uint64_t *counters);

/* Checks by CUnit that planning gives the text; prints both on difference. */
void plan_expect(const plan_case *c, const char *nodes);
void plan_expect_forks(const plan_case *c, const char *forks);
/* Same, of the values; `counters` has as many entries as the plan has counters. */
void plan_expect_values(const plan_case *c, const uint64_t *counters, uint32_t counter_count,
                        const char *values);

/* Invariants that hold for every plan: dense counters in node order, probed nodes reachable,
 * sources in order and acyclic, wanted nodes with a counter or sources, probes <= wanted nodes. */
void plan_check_invariants(const probe_plan *plan);

#define PLAN_VALUES(c, expected, ...)                                                              \
    plan_expect_values((c), (uint64_t[]){__VA_ARGS__},                                             \
                       sizeof((uint64_t[]){__VA_ARGS__}) / sizeof(uint64_t), (expected))

/* Tests of the other files, run by the main of test_plan.c. */
typedef struct plan_test {
    const char *name;
    void (*run)(void);
} plan_test;

extern const plan_test plan_fork_cases[];
extern const size_t plan_fork_case_count;
extern const plan_test plan_store_cases[];
extern const size_t plan_store_case_count;
extern const plan_test plan_first_cases[];
extern const size_t plan_first_case_count;
extern const plan_test plan_choice_cases[];
extern const size_t plan_choice_case_count;
extern const plan_test plan_infer_cases[];
extern const size_t plan_infer_case_count;
extern const plan_test plan_limit_cases[];
extern const size_t plan_limit_case_count;

#endif
