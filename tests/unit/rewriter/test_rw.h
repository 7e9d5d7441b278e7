/* Tests of rewriting; the tables of all files are run by test_rw.c.
 *
 * Bodies are written as il_asm text. Labels from RW_POINT on are visible sequence points. Tokens of
 * calls say their effect: low digit pops, next digit pushes, 0xB00 in the digits above: returns
 * bool (call 0xB12: two arguments, one bool). */
#ifndef TEST_RW_H
#define TEST_RW_H

#include "rewriter/rewrite/rw.h"

#include "il_asm.h"

enum { RW_POINT = 50, RW_POINT_END = 80 };

typedef struct rw_case {
    cc_arena *arena;
    il_asm *a;
    bool is_void; /* what `ret` pops; true by rw_case_new() */
    bool returns_bool;
    il_resolver resolver;
    il_body body;
    probe_plan *plan;
    rw_probe probe;
    rw_result result;
} rw_case;

/* A case with a fat-free assembler, once-mode probes at a low address. */
void rw_case_new(rw_case *c, const char *text);
void rw_case_free(rw_case *c);
/* Decodes and plans: the oracle (every point and every arm has a counter) or the plan proper. */
void rw_case_plan(rw_case *c, bool all);
/* Takes the counters away whose bit in `keep` is not set (counter modulo 64), keeps the rest
 * dense. */
void rw_case_keep(rw_case *c, uint64_t keep);
/* Rewrites and verifies; both must succeed. */
void rw_case_rewrite(rw_case *c);
cc_err rw_case_verify(const rw_case *c);

/* The new code as text: instructions separated by "; ", probes as "#counter", branches in their
 * long form, targets as ">" and the number of the item (instruction or probe) they lead to. */
void rw_case_expect(const rw_case *c, const char *listing);

/* Oracle plan, rewriting and listing of a text in one. */
void rw_expect(const char *text, const char *listing);

/* test_rw_place.c */
void test_rw_nothing_to_do(void);
void test_rw_atoms(void);
void test_rw_brtrue(void);
void test_rw_hands_probes_on(void);
void test_rw_other_conditionals(void);
void test_rw_single_arms(void);
void test_rw_switch(void);
void test_rw_switch_single_arms(void);
void test_rw_forks(void);
void test_rw_fork_arms(void);
void test_rw_empty_fork_atom(void);
void test_rw_fork_in_filter(void);
void test_rw_tail_calls(void);
void test_rw_prefixes_stay(void);
void test_rw_region_bounds(void);

/* test_rw_form.c */
void test_rw_getter_grows_by_one_probe(void);
void test_rw_probe_forms(void);
void test_rw_checks_in_loops(void);
void test_rw_wide_addresses(void);
void test_rw_header(void);
void test_rw_max_stack_limit(void);
void test_rw_lane_form(void);
void test_rw_short_branches(void);
void test_rw_map(void);
void test_rw_map_is_shortened(void);
void test_rw_clauses_keep_order(void);
void test_rw_deterministic(void);
void test_rw_runs_off(void);
void test_rw_addresses_overflow(void);

/* test_rw_shapes.c */
void test_rw_all_shapes(void);
void test_rw_any_subset(void);
void test_rw_large_bodies(void);
void test_rw_nested_regions(void);
void test_rw_wide_switch(void);

/* test_rw_verify.c */
void test_rw_verify_sees_every_bit(void);
void test_rw_verify_sees_missing_entries(void);
void test_rw_verify_sees_wrong_result(void);
void test_rw_verify_sees_wrong_plan(void);
void test_rw_verify_judges_by_edges(void);
void test_rw_verify_needs_no_tokens(void);
void test_rw_verify_forgives_the_original(void);
void test_rw_depth_rules(void);
void test_rw_region_rules(void);
void test_rw_filter_and_entry_rules(void);

/* test_rw_calls.c */
void test_calls_whole(void);
void test_calls_value(void);
void test_calls_begin_only(void);
void test_calls_prefixes(void);
void test_calls_switch(void);
void test_calls_clauses(void);
void test_calls_members(void);
void test_calls_header(void);
void test_calls_refused(void);
void test_calls_damaged(void);

#endif
