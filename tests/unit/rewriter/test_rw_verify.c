/* The verifier sees what is wrong. */
#include "test_rw.h"

#include <CUnit/CUnit.h>
#include <string.h>

#include "rewriter/rewrite/rw_check.h"

static const char text[] =
    "@0: @50: ldarg.0; brtrue.s @1; ldarg.0; ldarg.0; blt @50; leave @9; @1: ldarg.0; brfalse @2;"
    "call 0xB10; br @3; @2: ldc.i4.0; @3: pop; ldarg.0; switch @1 @4; @4: leave @9;"
    "@5: pop; ldc.i4.1; endfilter; @6: @51: pop; leave @9; @7: volatile. ldsfld 4; pop; endfinally;"
    "@9: nop; ldarg.0; brtrue @52; tail. call 0; @52: ret;"
    ".filter @0 @5 @6 @7 @5; .finally @0 @7 @7 @9";

/* By instruction: the method is suspended in `call 0xB10`. */
static const bool in_call[64] = {[8] = true};
/* For the lanes of begin(); NULL: it is never suspended. */
static const bool *suspended;

static void begin(rw_case *c, rw_probe_kind kind) {
    rw_case_new(c, text);
    c->probe.kind = kind;
    c->probe.stride =
        kind == RW_PROBE_STORE || kind == RW_PROBE_CHECKED || kind == RW_PROBE_TEST ? 1 : 8;
    c->probe.function = 0x41000000;
    c->probe.token = kind == RW_PROBE_INLINE ? 0x0A000001 : 0x11000001;
    c->probe.base = kind == RW_PROBE_LANE ? 0x40 : c->probe.base;
    c->probe.lane = (rw_lane){0x0A000002, 0x42000000, 0x11000002, 1, suspended};
    rw_case_plan(c, true);
    rw_case_rewrite(c);
}

/* Bits that say nothing: padding after the code, the unused field of the finally clause, and the
 * bit that counts the section header in the section's size or does not. */
static bool is_free(const rw_case *c, size_t bit) {
    size_t code_end = 12 + (size_t)c->result.code_size;
    size_t section = (code_end + 3) & ~(size_t)3;
    size_t at = bit / 8;
    return (at >= code_end && at < section) || at >= c->result.body.len - 4 ||
           bit == (section + 1) * 8 + 2;
}

static void flip_bits(rw_probe_kind kind) {
    rw_case c;
    begin(&c, kind);
    cc_span copy = cc_arena_copy(c.arena, c.result.body);
    uint8_t *bytes = (uint8_t *)(uintptr_t)copy.data;
    c.result.body = copy;
    unsigned unseen = 0;
    for (size_t bit = 0; bit < copy.len * 8; bit++) {
        bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
        cc_err err = rw_case_verify(&c);
        unseen += (err == CC_OK) != is_free(&c, bit) ? 1 : 0;
        CU_ASSERT_TRUE(err == CC_OK || err == CC_E_MISMATCH);
        bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    CU_ASSERT_EQUAL(unseen, 0);
    CU_ASSERT_EQUAL(rw_case_verify(&c), CC_OK);
    rw_case_free(&c);
}

void test_rw_verify_sees_every_bit(void) {
    flip_bits(RW_PROBE_STORE);
    flip_bits(RW_PROBE_CHECKED);
    flip_bits(RW_PROBE_CALL);
    flip_bits(RW_PROBE_INLINE);
    flip_bits(RW_PROBE_LANE);
    flip_bits(RW_PROBE_TEST);
    suspended = in_call;
    flip_bits(RW_PROBE_LANE);
    flip_bits(RW_PROBE_TEST);
    suspended = NULL;
}

/* An entry after the suspension and one in each handler and filter, or the verifier complains. */
void test_rw_verify_sees_missing_entries(void) {
    rw_case c;
    suspended = in_call;
    begin(&c, RW_PROBE_LANE);
    CU_ASSERT_EQUAL(rw_case_verify(&c), CC_OK);
    c.probe.lane.suspends = NULL;
    CU_ASSERT_EQUAL(rw_case_verify(&c), CC_E_MISMATCH);
    suspended = NULL;
    rw_case_free(&c);
    begin(&c, RW_PROBE_LANE);
    c.probe.lane.suspends = in_call;
    CU_ASSERT_EQUAL(rw_case_verify(&c), CC_E_MISMATCH);
    rw_case_free(&c);
}

#define EXPECT_SEEN(c, field, value)                                                               \
    do {                                                                                           \
        rw_result kept = (c)->result;                                                              \
        (c)->result.field = (value);                                                               \
        CU_ASSERT_EQUAL(rw_case_verify(c), CC_E_MISMATCH);                                         \
        (c)->result = kept;                                                                        \
    } while (0)

void test_rw_verify_sees_wrong_result(void) {
    rw_case c;
    begin(&c, RW_PROBE_STORE);
    EXPECT_SEEN(&c, body.len, kept.body.len - 1);
    EXPECT_SEEN(&c, code_offset, 1);
    EXPECT_SEEN(&c, code_size, kept.code_size - 1);
    EXPECT_SEEN(&c, map_count, kept.map_count - 1);
    EXPECT_SEEN(&c, site_count, kept.site_count - 1);
    EXPECT_SEEN(&c, probe_size, 12);
    for (uint32_t i = 0; i < c.result.map_count; i++) {
        c.result.map[i].new_offset++;
        CU_ASSERT_EQUAL(rw_case_verify(&c), CC_E_MISMATCH);
        c.result.map[i].new_offset--;
        c.result.map[i].old_offset++;
        CU_ASSERT_EQUAL(rw_case_verify(&c), CC_E_MISMATCH);
        c.result.map[i].old_offset--;
    }
    for (uint32_t i = 0; i < c.result.site_count; i++) {
        c.result.sites[i].counter++;
        CU_ASSERT_EQUAL(rw_case_verify(&c), CC_E_MISMATCH);
        c.result.sites[i].counter--;
        c.result.sites[i].offset = i % 2 == 0 ? UINT32_MAX : c.result.sites[i].offset - 1;
        CU_ASSERT_EQUAL(rw_case_verify(&c), CC_E_MISMATCH);
        CU_ASSERT_EQUAL(rw_rewrite(&c.result, c.plan, &c.probe, c.arena), CC_OK);
    }
    CU_ASSERT_EQUAL(rw_case_verify(&c), CC_OK);
    rw_case_free(&c);
}

/* Two counters exchanged, one left out, one too many: places no longer fit. */
void test_rw_verify_sees_wrong_plan(void) {
    rw_case c;
    begin(&c, RW_PROBE_STORE);
    probe_node *nodes = c.plan->nodes;
    uint32_t last = PROBE_NONE;
    for (uint32_t i = 0; i < c.plan->node_count; i++) {
        uint32_t counter = nodes[i].counter;
        nodes[i].counter = counter == PROBE_NONE ? 0 : PROBE_NONE;
        CU_ASSERT_EQUAL(rw_case_verify(&c), CC_E_MISMATCH);
        nodes[i].counter = counter;
        if (counter != PROBE_NONE && last != PROBE_NONE) {
            nodes[i].counter = nodes[last].counter;
            nodes[last].counter = counter;
            CU_ASSERT_EQUAL(rw_case_verify(&c), CC_E_MISMATCH);
            nodes[last].counter = nodes[i].counter;
            nodes[i].counter = counter;
        }
        last = counter == PROBE_NONE ? last : i;
    }
    CU_ASSERT_EQUAL(rw_case_verify(&c), CC_OK);
    rw_case_free(&c);
}

/* A new body by hand for ldarg.0; ldarg.0; beq @1; nop; @1: ret without probes; labels 10 to 14
 * stand before the copies. */
static cc_err verify_by_hand(const char *new_text) {
    rw_case c;
    rw_case_new(&c, "ldarg.0; ldarg.0; beq @1; nop; @1: ret");
    rw_case_plan(&c, true);
    rw_case_keep(&c, 0);
    il_asm *a = il_asm_new(c.arena);
    il_asm_form(a, IL_ASM_FAT, IL_ASM_EH_AUTO);
    il_asm_text(a, new_text);
    rw_map_entry map[5];
    for (uint32_t i = 0; i < 5; i++) {
        map[i] = (rw_map_entry){c.body.insns[i].offset, il_asm_offset(a, 10 + i), 1};
    }
    cc_span body = il_asm_finish(a);
    c.result = (rw_result){.body = body,
                           .code_offset = 12,
                           .code_size = (uint32_t)body.len - 12,
                           .map = map,
                           .map_count = 5,
                           .probe_size = 8};
    cc_err err = rw_case_verify(&c);
    rw_case_free(&c);
    return err;
}

void test_rw_verify_judges_by_edges(void) {
    CU_ASSERT_EQUAL(
        verify_by_hand("@10: ldarg.0; @11: ldarg.0; @12: beq.s @14; @13: nop; @14: ret"), CC_OK);
    CU_ASSERT_EQUAL(verify_by_hand("@10: ldarg.0; @11: ldarg.0; @12: beq @1; br @13; @1: br @14;"
                                   "@13: nop; @14: ret"),
                    CC_OK);
    /* nobody gets to the nop; somebody gets to the nop; arms exchanged; another branch */
    CU_ASSERT_EQUAL(verify_by_hand("@10: ldarg.0; @11: ldarg.0; @12: beq @1; br @13; nop;"
                                   "@1: br @14; @13: nop; @14: ret"),
                    CC_E_MISMATCH);
    CU_ASSERT_EQUAL(verify_by_hand("@10: ldarg.0; @11: ldarg.0; @12: beq @1; br @13; @1: nop;"
                                   "br @14; @13: nop; @14: ret"),
                    CC_E_MISMATCH);
    CU_ASSERT_EQUAL(verify_by_hand("@10: ldarg.0; @11: ldarg.0; @12: beq @1; br @14; @1: br @13;"
                                   "@13: nop; @14: ret"),
                    CC_E_MISMATCH);
    CU_ASSERT_EQUAL(
        verify_by_hand("@10: ldarg.0; @11: ldarg.0; @12: bge.s @14; @13: nop; @14: ret"),
        CC_E_MISMATCH);
    CU_ASSERT_EQUAL(
        verify_by_hand("@10: ldarg.0; @11: ldarg.0; @12: beq.s @14; @13: nop; @14: ret; ret"),
        CC_E_MISMATCH);
}

void test_rw_verify_needs_no_tokens(void) {
    rw_case c;
    rw_case_new(&c, "@50: call 0xFFF; brtrue @51; call 0x10; pop; @51: ret");
    rw_case_plan(&c, true);
    rw_case_rewrite(&c);
    CU_ASSERT_EQUAL(rw_verify(&c.result, c.plan, &c.probe, NULL, c.arena), CC_OK);
    rw_case_free(&c);
}

void test_rw_verify_forgives_the_original(void) {
    static const char *const texts[] = {
        "@50: pop; ret",                               /* underflow */
        "@50: ldarg.0; brtrue @51; ldarg.0; @51: ret", /* depths differ at a join */
        "@50: ret; @51: pop; br @51",                  /* in dead code only */
        "@0: @50: nop; br @9; @1: endfinally; @9: ret; .finally @0 @1 @1 @9", /* br out of a try */
        "@50: tail. call 0; nop; ret",                                        /* no ret after it */
        "@0: @50: ret; @1: endfinally; .finally @0 @1 @1 @9; @9: ret",
    };
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        rw_case c;
        rw_case_new(&c, texts[i]);
        rw_case_plan(&c, true);
        rw_case_rewrite(&c);
        rw_case_free(&c);
    }
}

static cc_err depth_of(const char *body_text, uint16_t max_stack, bool dead_too) {
    rw_case c;
    rw_case_new(&c, body_text);
    il_asm_form(c.a, IL_ASM_FAT, IL_ASM_EH_AUTO); /* a tiny header says 8 */
    il_asm_max_stack(c.a, max_stack);
    rw_case_plan(&c, true);
    cc_err err = rw_check_depth(&c.body, &c.resolver, NULL, dead_too, c.arena);
    rw_case_free(&c);
    return err;
}

void test_rw_depth_rules(void) {
    CU_ASSERT_EQUAL(depth_of("ldarg.0; ldarg.0; add; pop; ret", 2, true), CC_OK);
    CU_ASSERT_EQUAL(depth_of("ldarg.0; ldarg.0; add; pop; ret", 1, true), CC_E_MISMATCH);
    CU_ASSERT_EQUAL(depth_of("ldarg.0; add; ret", 2, true), CC_E_MISMATCH);
    CU_ASSERT_EQUAL(depth_of("call 0x11; ret", 2, true), CC_E_MISMATCH);
    CU_ASSERT_EQUAL(depth_of("call 0xFFF; add; ret", 2, true), CC_OK);
    CU_ASSERT_EQUAL(depth_of("ldarg.0; @1: ldarg.0; brtrue @1; pop; ret", 2, true), CC_OK);
    CU_ASSERT_EQUAL(depth_of("@1: ldarg.0; ldarg.0; brtrue @1; pop; ret", 9, true), CC_E_MISMATCH);
    /* a join of an unknown depth with a known one: the known one counts */
    CU_ASSERT_EQUAL(depth_of("ldarg.0; brtrue @1; call 0xFFF; @1: pop; ret", 2, true),
                    CC_E_MISMATCH);
    CU_ASSERT_EQUAL(depth_of("@1: ldarg.0; switch @1 @2; ldarg.0; @2: ret", 2, true),
                    CC_E_MISMATCH);
    /* dead code starts at 0 and may join live code */
    CU_ASSERT_EQUAL(depth_of("ret; @1: pop; br @1", 2, true), CC_E_MISMATCH);
    CU_ASSERT_EQUAL(depth_of("ret; @1: pop; br @1", 2, false), CC_OK);
    CU_ASSERT_EQUAL(depth_of("@1: ret; nop; br @1", 2, true), CC_OK);
    /* handlers */
    static const char handlers[] =
        "@0: ldarg.0; leave @9; @1: pop; ldc.i4.0; endfilter; @2: pop; leave @9; @3: pop; rethrow;"
        "@4: endfinally; @9: ret; .filter @0 @1 @2 @3 @1; .catch @0 @1 @3 @4 1;"
        ".finally @0 @4 @4 @9";
    CU_ASSERT_EQUAL(depth_of(handlers, 1, true), CC_OK);
    CU_ASSERT_EQUAL(depth_of("@0: leave @9; @1: leave @9; @9: ret; .catch @0 @1 @1 @9 1", 1, true),
                    CC_OK);
    CU_ASSERT_EQUAL(
        depth_of("@0: leave @9; @1: pop; endfinally; @9: ret; .fault @0 @1 @1 @9", 1, true),
        CC_E_MISMATCH);
}

static cc_err regions_of(const char *body_text) {
    rw_case c;
    rw_case_new(&c, body_text);
    il_body body;
    CU_ASSERT_EQUAL_FATAL(il_decode(&body, il_asm_finish(c.a), c.arena), CC_OK);
    cc_err err = rw_check_regions(&body, c.arena);
    rw_case_free(&c);
    return err;
}

/* A try with handler around `inside`, and `handler` in the handler; @9 is outside. */
static cc_err regions_with(const char *before, const char *inside, const char *handler,
                           const char *clause) {
    rw_case c;
    rw_case_new(&c, before);
    il_asm_text(c.a, "; nop; @0: nop; @5: nop; ");
    il_asm_text(c.a, inside);
    il_asm_text(c.a, "; leave @9; @1: nop; @6: nop; ");
    il_asm_text(c.a, handler);
    il_asm_text(c.a, "; rethrow; @9: ret; ");
    il_asm_text(c.a, clause);
    il_body body;
    CU_ASSERT_EQUAL_FATAL(il_decode(&body, il_asm_finish(c.a), c.arena), CC_OK);
    cc_err err = rw_check_regions(&body, c.arena);
    rw_case_free(&c);
    return err;
}

void test_rw_region_rules(void) {
    static const char catch[] = ".catch @0 @1 @1 @9 1";
    static const char finally[] = ".finally @0 @1 @1 @9";
    CU_ASSERT_EQUAL(regions_with("br @0", "ldarg.0; brtrue @0", "ldarg.0; brtrue @6", catch),
                    CC_OK);
    CU_ASSERT_EQUAL(regions_with("br @5", "nop", "nop", catch), CC_E_MISMATCH);
    CU_ASSERT_EQUAL(regions_with("br @1", "nop", "nop", catch), CC_E_MISMATCH);
    CU_ASSERT_EQUAL(regions_with("nop", "br @9", "nop", catch), CC_E_MISMATCH);
    CU_ASSERT_EQUAL(regions_with("nop", "br @1", "nop", catch), CC_E_MISMATCH);
    CU_ASSERT_EQUAL(regions_with("nop", "ldarg.0; switch @0 @9", "nop", catch), CC_E_MISMATCH);
    CU_ASSERT_EQUAL(regions_with("nop", "ret", "nop", catch), CC_E_MISMATCH);
    CU_ASSERT_EQUAL(regions_with("nop", "endfinally", "nop", finally), CC_E_MISMATCH);
    CU_ASSERT_EQUAL(regions_with("nop", "nop", "endfinally", finally), CC_OK);
    CU_ASSERT_EQUAL(regions_with("nop", "nop", "endfinally", catch), CC_E_MISMATCH);
    CU_ASSERT_EQUAL(regions_with("nop", "nop", "leave @9", catch), CC_OK);
    CU_ASSERT_EQUAL(regions_with("nop", "nop", "leave @9", finally), CC_E_MISMATCH);
    CU_ASSERT_EQUAL(regions_with("nop", "nop", "leave @6", finally), CC_OK);
    CU_ASSERT_EQUAL(regions_with("ldarg.0; endfilter", "nop", "nop", catch), CC_E_MISMATCH);
    /* falling over borders */
    CU_ASSERT_EQUAL(regions_of("@0: nop; @1: endfinally; @9: ret; .finally @0 @1 @1 @9"),
                    CC_E_MISMATCH);
    CU_ASSERT_EQUAL(regions_of("@0: leave @9; @1: nop; @9: ret; .finally @0 @1 @1 @9"),
                    CC_E_MISMATCH);
    CU_ASSERT_EQUAL(regions_of("nop; ret; nop"), CC_E_MISMATCH);
    CU_ASSERT_EQUAL(regions_of("tail. call 0; nop; ret"), CC_E_MISMATCH);
    CU_ASSERT_EQUAL(regions_of("ret; tail. call 0"), CC_E_MISMATCH);
}

void test_rw_filter_and_entry_rules(void) {
    /* filters end with their only endfilter */
    CU_ASSERT_EQUAL(regions_of("@0: leave @9; @1: pop; ldc.i4.1; endfilter; @3: rethrow; @9: ret;"
                               ".filter @0 @1 @3 @9 @1"),
                    CC_OK);
    CU_ASSERT_EQUAL(regions_of("@0: leave @9; @1: endfilter; pop; endfilter; @3: rethrow; @9: ret;"
                               ".filter @0 @1 @3 @9 @1"),
                    CC_E_MISMATCH);
    CU_ASSERT_EQUAL(regions_of("@0: leave @9; @1: throw; @3: rethrow; @9: ret;"
                               ".filter @0 @1 @3 @9 @1"),
                    CC_E_MISMATCH);
    CU_ASSERT_EQUAL(regions_of("@0: leave @9; @1: leave @9; endfilter; @3: rethrow; @9: ret;"
                               ".filter @0 @1 @3 @9 @1"),
                    CC_E_MISMATCH);
    /* trys that start together are entered together, not past a start of their own */
    CU_ASSERT_EQUAL(regions_of("br @0; @0: nop; leave @9; @1: endfinally; @2: endfinally; @9: ret;"
                               ".finally @0 @1 @1 @2; .finally @0 @2 @2 @9"),
                    CC_OK);
    CU_ASSERT_EQUAL(regions_of("br @4; @0: nop; @4: nop; leave @9; @1: endfinally; @2: endfinally;"
                               "@9: ret; .finally @4 @1 @1 @2; .finally @0 @2 @2 @9"),
                    CC_E_MISMATCH);
}
