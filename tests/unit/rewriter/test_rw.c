/* Rewriting: what the test files share, and main. */
#include "test_rw.h"

#include <stdlib.h>
#include <string.h>

#include "test_main.h"

static bool call_effect(void *ctx, il_op op, uint32_t token, il_call_effect *out) {
    (void)ctx;
    (void)op;
    out->pops = token & 0xF;
    out->pushes = token >> 4 & 0xF;
    out->result = token >> 8 == 0xB ? IL_TYPE_BOOL : IL_TYPE_OTHER;
    return token != 0xFFF; /* the one unknown call */
}

static il_type no_type(void *ctx, uint32_t token) {
    (void)ctx;
    (void)token;
    return IL_TYPE_UNKNOWN;
}

static il_type return_type(void *ctx) {
    return ((rw_case *)ctx)->returns_bool ? IL_TYPE_BOOL : IL_TYPE_OTHER;
}

static bool returns_void(void *ctx) {
    return ((rw_case *)ctx)->is_void;
}

void rw_case_new(rw_case *c, const char *text) {
    memset(c, 0, sizeof(*c));
    c->arena = cc_arena_new();
    if (c->arena == NULL) {
        abort();
    }
    c->a = il_asm_new(c->arena);
    c->is_void = true;
    c->probe = (rw_probe){.kind = RW_PROBE_STORE, .base = 0x41200000, .stride = 1};
    il_asm_text(c->a, text);
}

void rw_case_free(rw_case *c) {
    cc_arena_free(c->arena);
}

static uint32_t collect_points(const rw_case *c, probe_point *points) {
    uint32_t count = 0;
    for (uint32_t label = RW_POINT; label < RW_POINT_END; label++) {
        if (il_asm_has_label(c->a, label)) {
            points[count++] = (probe_point){il_asm_offset(c->a, label), false};
        }
    }
    return count;
}

void rw_case_plan(rw_case *c, bool all) {
    probe_point points[RW_POINT_END - RW_POINT];
    uint32_t count = collect_points(c, points);
    probe_options options = {all};
    c->resolver = (il_resolver){.ctx = c,
                                .call = call_effect,
                                .field = no_type,
                                .local = no_type,
                                .arg = no_type,
                                .returns = return_type,
                                .returns_void = returns_void};
    if (il_decode(&c->body, il_asm_finish(c->a), c->arena) != CC_OK ||
        probe_plan_make(&c->plan, &c->body, points, count, &c->resolver, &options, c->arena) !=
            CC_OK) {
        CU_FAIL_FATAL("no plan");
    }
}

void rw_case_keep(rw_case *c, uint64_t keep) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < c->plan->node_count; i++) {
        uint32_t *counter = &c->plan->nodes[i].counter;
        if (*counter != PROBE_NONE) {
            *counter = (keep >> *counter % 64 & 1) != 0 ? count++ : PROBE_NONE;
        }
    }
    c->plan->counter_count = count;
}

cc_err rw_case_verify(const rw_case *c) {
    cc_arena *own = cc_arena_new();
    cc_err err = rw_verify(&c->result, c->plan, &c->probe, &c->resolver, own);
    cc_arena_free(own);
    return err;
}

static void expect_ok(cc_err err) {
    if (err != CC_OK) {
        fprintf(stderr, "\n    %s\n", cc_error_message());
    }
    CU_ASSERT_EQUAL(err, CC_OK);
}

void rw_case_rewrite(rw_case *c) {
    expect_ok(rw_rewrite(&c->result, c->plan, &c->probe, c->arena));
    expect_ok(rw_case_verify(c));
}

/* What listing needs: the item number of each instruction of the new body. */
typedef struct listing {
    il_body body;
    uint32_t *item; /* by instruction; inside a probe: the probe's */
    uint32_t *counter;
} listing;

static void number_items(const rw_case *c, listing *l) {
    uint32_t next = 0;
    uint32_t site = 0;
    uint32_t probe_end = 0;
    for (uint32_t u = 0; u < l->body.insn_count; u++) {
        uint32_t offset = l->body.insns[u].offset;
        l->counter[u] = PROBE_NONE;
        if (site < c->result.site_count && c->result.sites[site].offset == offset) {
            l->counter[u] = c->result.sites[site++].counter;
            probe_end = offset + c->result.sites[site - 1].size;
        }
        bool inside = l->counter[u] == PROBE_NONE && offset < probe_end;
        l->item[u] = inside ? next - 1 : next++;
    }
}

static void print_item(const listing *l, uint32_t u, cc_buf *out) {
    const il_insn *insn = &l->body.insns[u];
    if (l->counter[u] != PROBE_NONE) {
        cc_buf_printf(out, "#%u", l->counter[u]);
        return;
    }
    const il_op_info *info = il_op_get((il_op)insn->op);
    cc_buf_puts(out, (insn->prefixes & IL_PREFIX_TAIL) != 0 ? "tail. " : "");
    cc_buf_puts(out, (insn->prefixes & IL_PREFIX_VOLATILE) != 0 ? "volatile. " : "");
    cc_buf_puts(out, il_op_get((il_op)info->long_form)->name);
    if (info->operand == IL_OPERAND_BRANCH8 || info->operand == IL_OPERAND_BRANCH32) {
        cc_buf_printf(out, " >%u", l->item[insn->target]);
    }
    for (uint32_t k = 0; k < insn->target_count; k++) {
        cc_buf_printf(out, " >%u", l->item[l->body.targets[insn->target + k]]);
    }
}

void rw_case_expect(const rw_case *c, const char *text) {
    listing l;
    CU_ASSERT_EQUAL_FATAL(il_decode(&l.body, c->result.body, c->arena), CC_OK);
    l.item = CC_NEW_ARRAY(c->arena, uint32_t, l.body.insn_count);
    l.counter = CC_NEW_ARRAY(c->arena, uint32_t, l.body.insn_count);
    number_items(c, &l);
    cc_buf out = {0};
    for (uint32_t u = 0; u < l.body.insn_count; u++) {
        if (u == 0 || l.item[u] != l.item[u - 1]) {
            cc_buf_puts(&out, u == 0 ? "" : "; ");
            print_item(&l, u, &out);
        }
    }
    cc_buf_u8(&out, 0);
    bool same = strcmp((const char *)out.data, text) == 0;
    if (!same) {
        fprintf(stderr, "\n    is  %s\n    not %s\n", (const char *)out.data, text);
    }
    CU_ASSERT_TRUE(same);
    cc_buf_free(&out);
}

void rw_expect(const char *text, const char *expected) {
    rw_case c;
    rw_case_new(&c, text);
    rw_case_plan(&c, true);
    rw_case_rewrite(&c);
    rw_case_expect(&c, expected);
    rw_case_free(&c);
}

static const test_case cases[] = {
    {"place: a plan without counters changes nothing", test_rw_nothing_to_do},
    {"place: probes stand before their atom", test_rw_atoms},
    {"place: brtrue and brfalse are inverted in place", test_rw_brtrue},
    {"place: an edge hands its probe on, the branch stays as it is", test_rw_hands_probes_on},
    {"place: other conditionals get a stub", test_rw_other_conditionals},
    {"place: an arm without counter gets nothing", test_rw_single_arms},
    {"place: switch with stubs, default entries and next", test_rw_switch},
    {"place: switch with some counters", test_rw_switch_single_arms},
    {"place: value forks", test_rw_forks},
    {"place: value forks with one counter or none", test_rw_fork_arms},
    {"place: an atom that is a fork only", test_rw_empty_fork_atom},
    {"place: fork and stubs in a filter leave endfilter last", test_rw_fork_in_filter},
    {"place: a tail call keeps its ret", test_rw_tail_calls},
    {"place: prefixes stay with their instruction", test_rw_prefixes_stay},
    {"place: region bounds stand before probes", test_rw_region_bounds},
    {"form: a getter grows by one probe", test_rw_getter_grows_by_one_probe},
    {"form: bytes of every kind of probe", test_rw_probe_forms},
    {"form: a check in loops alone", test_rw_checks_in_loops},
    {"form: addresses from 2 GiB on are wide", test_rw_wide_addresses},
    {"form: header fields are kept", test_rw_header},
    {"form: max stack has a limit", test_rw_max_stack_limit},
    {"form: lanes", test_rw_lane_form},
    {"form: branches are short where they reach", test_rw_short_branches},
    {"form: the map leads to the probe before", test_rw_map},
    {"form: a long map is shortened, lines stay", test_rw_map_is_shortened},
    {"form: clauses are fat and in the order read", test_rw_clauses_keep_order},
    {"form: twice the same bytes", test_rw_deterministic},
    {"form: code that runs off its end is refused", test_rw_runs_off},
    {"form: addresses that wrap around are refused", test_rw_addresses_overflow},
    {"shapes: all, in every form", test_rw_all_shapes},
    {"shapes: with any part of the counters", test_rw_any_subset},
    {"shapes: 64 KiB and 1 MiB of code", test_rw_large_bodies},
    {"shapes: thousands of nested regions", test_rw_nested_regions},
    {"shapes: switch of 300 arms and of none", test_rw_wide_switch},
    {"calls: a fault handler around the body", test_calls_whole},
    {"calls: the value is kept over the end", test_calls_value},
    {"calls: the beginning alone", test_calls_begin_only},
    {"calls: tail. goes, other prefixes stay", test_calls_prefixes},
    {"calls: the targets of a switch", test_calls_switch},
    {"calls: the new clause is the last", test_calls_clauses},
    {"calls: members that complete a task", test_calls_members},
    {"calls: header and map", test_calls_header},
    {"calls: bodies that cannot have an end", test_calls_refused},
    {"calls: a refused body stays as it was", test_calls_damaged},
    {"verify: every flipped bit is seen", test_rw_verify_sees_every_bit},
    {"verify: missing entries", test_rw_verify_sees_missing_entries},
    {"verify: wrong map, sites and sizes are seen", test_rw_verify_sees_wrong_result},
    {"verify: probes of another plan are seen", test_rw_verify_sees_wrong_plan},
    {"verify: edges count, not the way stubs are written", test_rw_verify_judges_by_edges},
    {"verify: unknown tokens are no error", test_rw_verify_needs_no_tokens},
    {"verify: faults of the original are no error", test_rw_verify_forgives_the_original},
    {"verify: rules of the stack", test_rw_depth_rules},
    {"verify: rules of regions", test_rw_region_rules},
    {"verify: rules of filters and of entering a try", test_rw_filter_and_entry_rules},
};

TEST_MAIN("rewriter rw", cases)
