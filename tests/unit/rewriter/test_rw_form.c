/* Form of the new body: probe bytes, header, short branches, map, clauses. */
#include "test_rw.h"

#include <CUnit/CUnit.h>
#include <string.h>

static const char getter[] = "@50: ldarg.0; ldfld 4; ret";

static cc_span new_code(const rw_case *c) {
    return cc_span_of(c->result.body.data + c->result.code_offset, c->result.code_size);
}

void test_rw_getter_grows_by_one_probe(void) {
    rw_case c;
    rw_case_new(&c, getter);
    c.is_void = false;
    rw_case_plan(&c, false);
    rw_case_rewrite(&c);
    CU_ASSERT_EQUAL(c.body.code.len, 7);
    CU_ASSERT_EQUAL(c.result.code_size, 15);
    CU_ASSERT_EQUAL(c.result.probe_size, 8);
    rw_case_free(&c);
}

static void expect_probe(const rw_probe *probe, const char *bytes, size_t len) {
    rw_case c;
    rw_case_new(&c, getter);
    c.is_void = false;
    c.probe = *probe;
    rw_case_plan(&c, false);
    rw_case_rewrite(&c);
    CU_ASSERT_EQUAL(c.result.probe_size, len);
    CU_ASSERT_EQUAL_FATAL(c.result.code_size, 7 + len);
    CU_ASSERT_EQUAL(memcmp(new_code(&c).data, bytes, len), 0);
    CU_ASSERT_EQUAL(memcmp(new_code(&c).data + len, c.body.code.data, 7), 0);
    rw_case_free(&c);
}

void test_rw_probe_forms(void) {
    rw_probe p = {.kind = RW_PROBE_STORE, .base = 0x41200304, .stride = 1};
    expect_probe(&p, "\x20\x04\x03\x20\x41\xE0\x17\x52", 8);
    p.force_wide = true;
    expect_probe(&p, "\x21\x04\x03\x20\x41\0\0\0\0\xE0\x17\x52", 12);
    p.kind = RW_PROBE_CHECKED; /* no loop */
    expect_probe(&p, "\x21\x04\x03\x20\x41\0\0\0\0\xE0\x17\x52", 12);
    p.force_wide = false;
    expect_probe(&p, "\x20\x04\x03\x20\x41\xE0\x17\x52", 8);
    p = (rw_probe){.kind = RW_PROBE_CALL,
                   .base = 0x41200308,
                   .stride = 8,
                   .function = 0x7F0102030405,
                   .token = 0x11000002};
    expect_probe(&p, "\x20\x08\x03\x20\x41\xE0\x21\x05\x04\x03\x02\x01\x7F\0\0\xE0\x29\2\0\0\x11",
                 21);
    p.function = 0x1000;
    expect_probe(&p, "\x20\x08\x03\x20\x41\xE0\x20\0\x10\0\0\xE0\x29\2\0\0\x11", 17);
    p.force_wide = true;
    expect_probe(&p, "\x21\x08\x03\x20\x41\0\0\0\0\xE0\x21\0\x10\0\0\0\0\0\0\xE0\x29\2\0\0\x11",
                 25);
    p = (rw_probe){
        .kind = RW_PROBE_INLINE, .base = 0x7F0102030408, .stride = 8, .token = 0x0A000009};
    expect_probe(&p, "\x21\x08\x04\x03\x02\x01\x7F\0\0\xE0\x28\x09\0\0\x0A\x26", 16);
    p.base = 0x41200308;
    expect_probe(&p, "\x20\x08\x03\x20\x41\xE0\x28\x09\0\0\x0A\x26", 12);
}

/* The entry is before the code once, also where branches lead to the first instruction and a
 * try begins with it; the map gives it to the first instruction. */
void test_rw_lane_form(void) {
    static const char entry[] =
        "\x7E\x09\0\0\x0A\x0C\x08\x2D\x1B"          /* ldsfld; stloc.2; ldloc.2; brtrue.s */
        "\x20\x30\x12\0\x43\xE0\x4D\x0C"            /* giver; conv.u; ldind.i; stloc.2 */
        "\x20\x30\x12\0\x43\xE0\x08"                /* giver; conv.u; ldloc.2 */
        "\x29\x07\0\0\x11\x0C\x08\x80\x09\0\0\x0A"; /* calli; ...; stsfld */
    /* The constant has the size of an address and needs no conversion: see put_add(). */
    char probe[] = "\x08\x21\x40\0\0\0\0\0\0\0\x58\x25\x4D\x17\x58\xDF";
    enum { ENTRY = sizeof entry - 1, PROBE = sizeof probe - 1 };
    rw_case c;
    rw_case_new(&c, "@0: @50: ldarg.0; brtrue @0; leave @2; @1: pop; leave @2; @2: nop; ret; "
                    ".catch @0 @1 @1 @2");
    c.probe = (rw_probe){.kind = RW_PROBE_LANE,
                         .base = 0x40,
                         .stride = 8,
                         .token = 0x11000007,
                         .lane = {0x0A000009, 0x43001230, 0x11000008, 2, NULL}};
    rw_case_plan(&c, false);
    rw_case_rewrite(&c);
    CU_ASSERT_EQUAL(c.result.entry_size, ENTRY);
    CU_ASSERT_EQUAL(c.result.probe_size, PROBE);
    CU_ASSERT_EQUAL(memcmp(new_code(&c).data, entry, ENTRY), 0);
    CU_ASSERT_EQUAL(c.result.map[0].new_offset, 0);
    CU_ASSERT(c.result.site_count > 1);
    for (uint32_t i = 0; i < c.result.site_count; i++) {
        probe[2] = (char)(0x40 + 8 * c.result.sites[i].counter);
        CU_ASSERT_EQUAL(memcmp(new_code(&c).data + c.result.sites[i].offset, probe, PROBE), 0);
    }
    il_body body;
    CU_ASSERT_EQUAL_FATAL(il_decode(&body, c.result.body, c.arena), CC_OK);
    CU_ASSERT_EQUAL(body.local_sig, 0x11000008);
    CU_ASSERT_EQUAL(body.insns[body.clauses[0].try_start].offset, ENTRY);
    CU_ASSERT_EQUAL(body.max_stack, c.body.max_stack + 3);
    c.probe.lane.local = RW_MAX_LOCAL + 1;
    CU_ASSERT_EQUAL(rw_rewrite(&c.result, c.plan, &c.probe, c.arena), CC_E_USAGE);
    c.probe.lane.local = 256;
    c.probe.base = 0x7FFFFFF8; /* no offset in a lane is that large */
    CU_ASSERT_EQUAL(rw_rewrite(&c.result, c.plan, &c.probe, c.arena), CC_E_USAGE);
    rw_case_free(&c);
}

/* A probe in a loop checks whether the byte is 1 already; those before the loop and after it
 * do not. */
static void expect_checks(bool wide, const char *bytes, uint32_t check_size, uint32_t size) {
    rw_case c;
    rw_case_new(&c, "@50: call 0; @1: @51: call 0; ldarg.0; brtrue @1; @52: call 0; ret");
    c.probe.kind = RW_PROBE_CHECKED;
    c.probe.base = 0x41200304;
    c.probe.force_wide = wide;
    rw_case_plan(&c, false);
    rw_case_rewrite(&c);
    CU_ASSERT_FATAL(c.result.site_count >= 3);
    unsigned checks = 0;
    for (uint32_t i = 0; i < c.result.site_count; i++) {
        const rw_site *site = &c.result.sites[i];
        bool is_checked = site->size == check_size;
        CU_ASSERT(is_checked || site->size == size);
        checks += is_checked;
        if (is_checked) {
            const uint8_t *at = new_code(&c).data + site->offset;
            CU_ASSERT_EQUAL(at[1], 0x04 + site->counter);
            CU_ASSERT_EQUAL(memcmp(at + 2, bytes + 2, check_size - size - 2), 0);
        }
    }
    CU_ASSERT(checks > 0 && checks < c.result.site_count);
    CU_ASSERT_EQUAL(c.result.sites[0].size, size);
    CU_ASSERT_EQUAL(c.result.sites[1].size, check_size);
    CU_ASSERT_EQUAL(c.result.sites[c.result.site_count - 1].size, size);
    rw_case_free(&c);
}

void test_rw_checks_in_loops(void) {
    expect_checks(false, "\x20\x04\x03\x20\x41\xE0\x47\x17\x2E\x08", 18, 8);
    expect_checks(true, "\x21\x04\x03\x20\x41\0\0\0\0\xE0\x47\x17\x2E\x0C", 26, 12);
}

static uint32_t probe_size_of(uint64_t base, uint32_t stride) {
    rw_case c;
    rw_case_new(&c, "@50: call 0; @51: ret");
    c.probe.base = base;
    c.probe.stride = stride;
    rw_case_plan(&c, false);
    rw_case_rewrite(&c);
    CU_ASSERT_EQUAL(c.result.site_count, 2);
    uint32_t size = c.result.probe_size;
    rw_case_free(&c);
    return size;
}

void test_rw_wide_addresses(void) {
    CU_ASSERT_EQUAL(probe_size_of(0x7FFFFFFE, 1), 8);
    CU_ASSERT_EQUAL(probe_size_of(0x7FFFFFFF, 1), 12); /* the second counter is beyond */
    CU_ASSERT_EQUAL(probe_size_of(0x7FFFFFF8, 8), 12);
    CU_ASSERT_EQUAL(probe_size_of(0x80000000, 1), 12);
    CU_ASSERT_EQUAL(probe_size_of(0xFFFFFFFFFFFFFF00, 1), 12);
}

static uint16_t read16(const uint8_t *p) {
    return (uint16_t)(p[0] | p[1] << 8);
}

void test_rw_header(void) {
    rw_case c;
    rw_case_new(&c, getter);
    c.is_void = false;
    il_asm_locals(c.a, 0x11000009, true);
    il_asm_max_stack(c.a, 300);
    rw_case_plan(&c, false);
    rw_case_rewrite(&c);
    il_body body;
    CU_ASSERT_EQUAL_FATAL(il_decode(&body, c.result.body, c.arena), CC_OK);
    CU_ASSERT_EQUAL(read16(c.result.body.data), 0x3013);
    CU_ASSERT_EQUAL(body.local_sig, 0x11000009);
    CU_ASSERT_TRUE(body.init_locals);
    CU_ASSERT_EQUAL(body.max_stack, 302);
    CU_ASSERT_EQUAL(body.total_size, c.result.body.len);
    CU_ASSERT_EQUAL((uintptr_t)c.result.body.data % 4, 0);
    rw_case_free(&c);
    rw_case_new(&c, getter); /* tiny */
    c.is_void = false;
    rw_case_plan(&c, false);
    rw_case_rewrite(&c);
    CU_ASSERT_EQUAL(read16(c.result.body.data), 0x3003);
    CU_ASSERT_EQUAL(read16(c.result.body.data + 2), 10);
    rw_case_free(&c);
}

/* The max stack of the new body, 0 when it is refused for it. `insns` is without the ret. */
static uint16_t new_max_stack(uint16_t max_stack, uint32_t insns, uint64_t keep) {
    rw_case c;
    rw_case_new(&c, "@50: nop");
    for (uint32_t i = 1; i < insns; i++) {
        il_asm_op(c.a, IL_NOP);
    }
    il_asm_op(c.a, IL_RET);
    il_asm_max_stack(c.a, max_stack);
    rw_case_plan(&c, false);
    rw_case_keep(&c, keep);
    cc_err err = rw_rewrite(&c.result, c.plan, &c.probe, c.arena);
    if (err == CC_OK) {
        CU_ASSERT_EQUAL(rw_case_verify(&c), CC_OK);
    } else {
        CU_ASSERT_EQUAL(err, CC_E_LIMIT);
    }
    uint16_t got = err == CC_OK ? read16(c.result.body.data + 2) : 0;
    rw_case_free(&c);
    return got;
}

/* The header holds 65,535. A body that declares as much and cannot use it is rewritten all the
 * same. */
void test_rw_max_stack_limit(void) {
    CU_ASSERT_EQUAL(new_max_stack(65533, 1, 1), 65535);
    CU_ASSERT_EQUAL(new_max_stack(65534, 1, 1), 65535);
    CU_ASSERT_EQUAL(new_max_stack(65535, 1, 1), 65535);
    CU_ASSERT_EQUAL(new_max_stack(65535, 1, 0), 65535);
    CU_ASSERT_EQUAL(new_max_stack(65533, 70000, 1), 65535);
    CU_ASSERT_EQUAL(new_max_stack(65534, 65531, 1), 65535);
    CU_ASSERT_EQUAL(new_max_stack(65534, 65532, 1), 0);
    CU_ASSERT_EQUAL(new_max_stack(65535, 65532, 0), 65535);
}

/* Size of the new code of: first; `gap` nops; last -- without any probe. */
static uint32_t size_with_gap(const char *first, unsigned gap, const char *last) {
    rw_case c;
    rw_case_new(&c, first);
    for (unsigned i = 0; i < gap; i++) {
        il_asm_op(c.a, IL_NOP);
    }
    il_asm_text(c.a, last);
    rw_case_plan(&c, true);
    rw_case_keep(&c, 0);
    rw_case_rewrite(&c);
    uint32_t size = c.result.code_size;
    rw_case_free(&c);
    return size;
}

void test_rw_short_branches(void) {
    CU_ASSERT_EQUAL(size_with_gap("br @1", 127, "@1: ret"), 2 + 127 + 1);
    CU_ASSERT_EQUAL(size_with_gap("br @1", 128, "@1: ret"), 5 + 128 + 1);
    CU_ASSERT_EQUAL(size_with_gap("@1: nop", 125, "br @1; ret"), 126 + 2 + 1);
    CU_ASSERT_EQUAL(size_with_gap("@1: nop", 126, "br @1; ret"), 127 + 5 + 1);
    CU_ASSERT_EQUAL(size_with_gap("leave @1", 10, "@1: ret"), 2 + 10 + 1);
    /* the inner one has to get short first */
    CU_ASSERT_EQUAL(size_with_gap("br @1; br @2", 125, "@1: nop; nop; @2: ret"), 4 + 125 + 3);
    CU_ASSERT_EQUAL(size_with_gap("volatile. br @1", 127, "@1: ret"), 4 + 127 + 1);
}

void test_rw_map(void) {
    rw_case c;
    rw_case_new(&c, "@50: ldarg.0; brtrue.s @51; @52: nop; @51: ret");
    rw_case_plan(&c, true);
    rw_case_rewrite(&c);
    /* #0 8, ldarg 1, brfalse.s 2, #4 8, br.s 2, #3 8; #1 8, nop 1; #2, ret */
    static const rw_map_entry map[] = {{0, 0, 1}, {1, 9, 1}, {3, 29, 1}, {4, 38, 1}};
    CU_ASSERT_EQUAL_FATAL(c.result.map_count, 4);
    CU_ASSERT_EQUAL(memcmp(c.result.map, map, sizeof(map)), 0);
    static const uint32_t sites[] = {0, 11, 21, 29, 38};
    CU_ASSERT_EQUAL_FATAL(c.result.site_count, 5);
    for (size_t i = 0; i < 5; i++) {
        CU_ASSERT_EQUAL(c.result.sites[i].offset, sites[i]);
    }
    CU_ASSERT_EQUAL(c.result.code_size, 47);
    rw_case_free(&c);
}

/* Old offset that the runtime finds for a place in the new code: that of the last entry at or
 * below. */
static uint32_t found(const rw_map_entry *map, uint32_t count, uint32_t new_offset) {
    uint32_t last = 0;
    while (last + 1 < count && map[last + 1].new_offset <= new_offset) {
        last++;
    }
    return map[last].old_offset;
}

/* `groups` times "nop; nop; call; pop"; a point at every `every`th group's second nop. */
static uint32_t add_groups(rw_case *c, uint32_t groups, uint32_t every, uint32_t *points) {
    uint32_t count = 0;
    points[count++] = 0;
    for (uint32_t i = 0; i < groups; i++) {
        il_asm_op(c->a, IL_NOP);
        if (i % every == every - 1) {
            points[count++] = il_asm_pos(c->a);
        }
        il_asm_op(c->a, IL_NOP);
        il_asm_token(c->a, IL_CALL, 0x10);
        il_asm_op(c->a, IL_POP);
    }
    il_asm_op(c->a, IL_RET);
    return count;
}

/* How many entries are left; `exact`: every instruction that may throw keeps its own offset. */
static uint32_t shortened(uint32_t groups, uint32_t every, bool *exact) {
    rw_case c;
    rw_case_new(&c, "@50: nop");
    uint32_t *points = CC_NEW_ARRAY(c.arena, uint32_t, groups + 1);
    uint32_t point_count = add_groups(&c, groups, every, points);
    rw_case_plan(&c, false);
    rw_case_rewrite(&c);
    const rw_result *r = &c.result;
    rw_map_entry *map = CC_NEW_ARRAY(c.arena, rw_map_entry, r->map_count);
    memcpy(map, r->map, r->map_count * sizeof(*map));
    uint32_t count = rw_shorten_map(map, r->map_count, &c.body, points, point_count);
    CU_ASSERT_EQUAL(map[0].old_offset, 0);
    CU_ASSERT_EQUAL(map[0].new_offset, 0);
    *exact = true;
    uint32_t wrong_lines = 0;
    uint32_t line = 0;
    for (uint32_t i = 0; i < r->map_count; i += 7) { /* groups of four: instructions of all kinds */
        uint32_t offset = c.body.insns[i].offset;
        uint32_t old = found(map, count, r->map[i].new_offset);
        bool may_throw = il_op_get((il_op)c.body.insns[i].op)->may_throw;
        *exact = *exact && (!may_throw || old == offset);
        while (line + 1 < point_count && points[line + 1] <= offset) {
            line++;
        }
        wrong_lines += old < points[line] || old > offset;
    }
    CU_ASSERT_EQUAL(wrong_lines, 0);
    rw_case_free(&c);
    return count;
}

/* The runtime's work is quadratic in the length of the map. */
void test_rw_map_is_shortened(void) {
    bool exact = false;
    CU_ASSERT_EQUAL(shortened(1, 10, &exact), 1 + 1); /* calls and points */
    CU_ASSERT_TRUE(exact);
    CU_ASSERT_EQUAL(shortened(1024, 10, &exact), 1 + 1024 + 102);
    CU_ASSERT_TRUE(exact);
    CU_ASSERT_EQUAL(shortened(3800, 100, &exact), 1 + 3800 + 38);
    CU_ASSERT_TRUE(exact);
    CU_ASSERT_EQUAL(shortened(4200, 100, &exact), 1 + 42); /* points alone */
    CU_ASSERT_FALSE(exact);
}

void test_rw_clauses_keep_order(void) {
    rw_case c;
    rw_case_new(&c, "@0: @50: nop; leave.s @9; @1: pop; ldc.i4.1; endfilter; @2: @51: pop;"
                    "leave.s @9; @3: pop; @52: leave.s @9; @4: endfinally; @5: @53: endfinally;"
                    "@9: ret");
    il_asm_text(c.a, ".filter @0 @1 @2 @3 @1; .catch @0 @1 @3 @4 0x01000044; .finally @0 @4 @4 @5;"
                     ".fault @0 @5 @5 @9");
    rw_case_plan(&c, true);
    rw_case_rewrite(&c);
    il_body body;
    CU_ASSERT_EQUAL_FATAL(il_decode(&body, c.result.body, c.arena), CC_OK);
    CU_ASSERT_EQUAL_FATAL(body.clause_count, 4);
    static const il_clause_kind kinds[] = {IL_CLAUSE_FILTER, IL_CLAUSE_CATCH, IL_CLAUSE_FINALLY,
                                           IL_CLAUSE_FAULT};
    for (uint32_t i = 0; i < 4; i++) {
        CU_ASSERT_EQUAL(body.clauses[i].kind, kinds[i]);
    }
    CU_ASSERT_EQUAL(body.clauses[1].class_token, 0x01000044);
    size_t section = (12 + c.result.code_size + 3) & ~(size_t)3;
    CU_ASSERT_EQUAL(c.result.body.len, section + 4 + 4 * 24);
    CU_ASSERT_EQUAL(c.result.body.data[section], 0x41);
    CU_ASSERT_EQUAL(c.result.body.data[section + 1], 100);
    rw_case_free(&c);
}

void test_rw_deterministic(void) {
    rw_case c;
    rw_case_new(&c, "@50: ldarg.0; switch @51 @52; ldarg.0; brtrue @50; @51: nop; @52: ret");
    rw_case_plan(&c, true);
    rw_case_rewrite(&c);
    cc_span first = c.result.body;
    rw_case_rewrite(&c);
    CU_ASSERT_TRUE(cc_span_eq(first, c.result.body));
    CU_ASSERT_PTR_NOT_EQUAL(first.data, c.result.body.data);
    rw_case_free(&c);
}

void test_rw_runs_off(void) {
    static const char *const texts[] = {"nop", "ret; nop", "@0: ldarg.0; brtrue @0", "call 0",
                                        "@0: ldarg.0; switch @0"};
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        rw_case c;
        rw_case_new(&c, texts[i]);
        rw_case_plan(&c, true);
        CU_ASSERT_EQUAL(rw_rewrite(&c.result, c.plan, &c.probe, c.arena), CC_E_FORMAT);
        rw_case_free(&c);
    }
}

void test_rw_addresses_overflow(void) {
    rw_case c;
    rw_case_new(&c, "@50: call 0; @51: ret");
    rw_case_plan(&c, false);
    c.probe.base = UINT64_MAX;
    CU_ASSERT_EQUAL(rw_rewrite(&c.result, c.plan, &c.probe, c.arena), CC_E_USAGE);
    c.probe.base = UINT64_MAX - 7;
    c.probe.stride = 8;
    CU_ASSERT_EQUAL(rw_rewrite(&c.result, c.plan, &c.probe, c.arena), CC_E_USAGE);
    rw_case_free(&c);
}
