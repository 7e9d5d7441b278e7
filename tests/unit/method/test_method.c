/* Unit tests of src/method on the golden assembly: plan, key, resolver, and the reasons to leave
 * a method alone. Runs in the tests directory. */
#include <string.h>

#include "base/cc_file.h"
#include "method/mth.h"
#include "test_main.h"

#define GOLDEN "golden/metadata/"

enum {
    DRAW = 0x06000001,
    SET_FLAG = 0x06000004,
    SEARCH = 0x06000008,
    FETCH = 0x0600000A,
    MOVE_NEXT = 0x06000018,
    INT32 = 0x01000027
};

typedef struct fixture {
    cc_arena *arena;
    cc_mapped_file dll, pdb_bytes;
    md_image *image;
    pdb_file *pdb;
} fixture;

static const probe_options INFER = {.all = false};
static const cc_span AT_RVA = {NULL, 0};

static fixture open_golden(void) {
    fixture f = {.arena = cc_arena_new()};
    CU_ASSERT_EQUAL_FATAL(cc_file_map(&f.dll, GOLDEN "debug/Shapes.dll", false), CC_OK);
    CU_ASSERT_EQUAL_FATAL(cc_file_map(&f.pdb_bytes, GOLDEN "debug/Shapes.pdb", false), CC_OK);
    CU_ASSERT_EQUAL_FATAL(md_image_open(&f.image, f.dll.bytes, MD_LAYOUT_FLAT, f.arena), CC_OK);
    CU_ASSERT_EQUAL_FATAL(pdb_open(&f.pdb, f.pdb_bytes.bytes, f.arena), CC_OK);
    return f;
}

static void close_golden(fixture *f) {
    cc_arena_free(f->arena);
    cc_file_unmap(&f->dll);
    cc_file_unmap(&f->pdb_bytes);
}

static mth_skip open_method(fixture *f, mth_method *m, uint32_t token, cc_span body) {
    mth_skip skip = MTH_SKIP_RUNTIME;
    cc_err err = mth_open(m, &skip, f->image, f->pdb, token, body, &INFER, f->arena);
    CU_ASSERT_EQUAL(err, CC_OK);
    return skip;
}

/* The body's own bytes, in memory of their own. */
static uint8_t *body_copy(fixture *f, const mth_method *m, size_t *len) {
    md_methoddef row;
    cc_span bytes;
    CU_ASSERT_EQUAL(md_get_methoddef(md_image_tables(f->image), MD_TOKEN_RID(m->token), &row),
                    CC_OK);
    CU_ASSERT_EQUAL_FATAL(md_image_at_rva(f->image, row.rva, &bytes), CC_OK);
    *len = m->body.total_size;
    uint8_t *copy = cc_arena_alloc(f->arena, *len, 1);
    CU_ASSERT_TRUE_FATAL(copy != NULL && *len <= bytes.len);
    memcpy(copy, bytes.data, *len);
    return copy;
}

static void test_opens(void) {
    fixture f = open_golden();
    mth_method m;
    CU_ASSERT_EQUAL(open_method(&f, &m, SEARCH, AT_RVA), MTH_OK);
    CU_ASSERT_EQUAL(m.token, SEARCH);
    CU_ASSERT_EQUAL(m.point_count, m.plan->point_count);
    CU_ASSERT_TRUE(m.point_count > 15 && m.plan->counter_count > 5 && m.body.clause_count == 2);
    CU_ASSERT_PTR_EQUAL(m.plan->body, &m.body);
    CU_ASSERT_NOT_EQUAL(m.key, 0);
    CU_ASSERT_EQUAL(open_method(&f, &m, MOVE_NEXT, AT_RVA), MTH_OK);
    CU_ASSERT_TRUE(m.plan->branch_count > 0);
    close_golden(&f);
}

static void test_key_is_the_bytes(void) {
    fixture f = open_golden();
    mth_method from_file;
    mth_method from_memory;
    size_t len = 0;
    CU_ASSERT_EQUAL(open_method(&f, &from_file, SEARCH, AT_RVA), MTH_OK);
    uint8_t *copy = body_copy(&f, &from_file, &len);
    CU_ASSERT_EQUAL(open_method(&f, &from_memory, SEARCH, cc_span_of(copy, len)), MTH_OK);
    CU_ASSERT_EQUAL(from_memory.key, from_file.key);
    CU_ASSERT_EQUAL(from_memory.plan->counter_count, from_file.plan->counter_count);
    CU_ASSERT_EQUAL((copy[0] & 3), 3);
    copy[2]++; /* max stack */
    CU_ASSERT_EQUAL(open_method(&f, &from_memory, SEARCH, cc_span_of(copy, len)), MTH_OK);
    CU_ASSERT_NOT_EQUAL(from_memory.key, from_file.key);
    copy[2]--;
    copy[len - 4]++; /* the type or filter of the last clause */
    mth_skip skip = open_method(&f, &from_memory, SEARCH, cc_span_of(copy, len));
    CU_ASSERT_TRUE(skip == MTH_SKIP_BAD_BODY || from_memory.key != from_file.key);
    close_golden(&f);
}

static void test_key_is_the_options(void) {
    fixture f = open_golden();
    mth_method inferred;
    mth_method all;
    mth_skip skip = MTH_OK;
    probe_options every = {.all = true};
    CU_ASSERT_EQUAL(open_method(&f, &inferred, SEARCH, AT_RVA), MTH_OK);
    CU_ASSERT_EQUAL(mth_open(&all, &skip, f.image, f.pdb, SEARCH, AT_RVA, &every, f.arena), CC_OK);
    CU_ASSERT_EQUAL(skip, MTH_OK);
    CU_ASSERT_NOT_EQUAL(all.key, inferred.key);
    CU_ASSERT_TRUE(all.plan->counter_count > inferred.plan->counter_count);
    close_golden(&f);
}

/* The PDB with another value in a byte of the method's points: its key differs, or it is
 * refused. */
static void test_key_is_the_points(void) {
    fixture f = open_golden();
    mth_method m;
    uint32_t index = 0;
    cc_span blob;
    CU_ASSERT_EQUAL(open_method(&f, &m, SEARCH, AT_RVA), MTH_OK);
    uint64_t key = m.key;
    const md_tables *t = pdb_tables(f.pdb);
    CU_ASSERT_TRUE(md_cell(t, MD_METHOD_DEBUG_INFORMATION, MD_TOKEN_RID(SEARCH), 1, &index));
    CU_ASSERT_TRUE(md_blob(t, index, &blob));
    size_t at = (size_t)(blob.data - f.pdb_bytes.bytes.data);
    cc_span copy = cc_arena_copy(f.arena, f.pdb_bytes.bytes);
    uint8_t *bytes = cc_arena_alloc(f.arena, copy.len, 1);
    CU_ASSERT_PTR_NOT_NULL_FATAL(bytes);
    memcpy(bytes, copy.data, copy.len);
    bytes[at + 6]++; /* header 1, first record 5: the second record's offset */
    CU_ASSERT_EQUAL_FATAL(pdb_open(&f.pdb, cc_span_of(bytes, copy.len), f.arena), CC_OK);
    mth_skip skip = open_method(&f, &m, SEARCH, AT_RVA);
    CU_ASSERT_TRUE(skip == MTH_SKIP_BAD_POINTS || (skip == MTH_OK && m.key != key));
    bytes[at + 6]--;
    bytes[at + 5]++; /* an end column: no part of the plan */
    CU_ASSERT_EQUAL(open_method(&f, &m, SEARCH, AT_RVA), MTH_OK);
    CU_ASSERT_EQUAL(m.key, key);
    close_golden(&f);
}

/* Without symbols: a point at each block, other than the PDB's; also for what has no visible
 * point. */
static void test_points_at_blocks(void) {
    fixture f = open_golden();
    mth_method m;
    mth_method with_pdb;
    mth_skip skip = MTH_OK;
    CU_ASSERT_EQUAL(open_method(&f, &with_pdb, SEARCH, AT_RVA), MTH_OK);
    cc_err err = mth_open_blocks(&m, &skip, f.image, SEARCH, AT_RVA, &INFER, f.arena);
    CU_ASSERT(err == CC_OK && skip == MTH_OK);
    CU_ASSERT_TRUE(m.point_count > 5 && m.points[0].offset == 0 && !m.points[0].hidden);
    for (uint32_t i = 1; i < m.point_count; i++) {
        CU_ASSERT_TRUE(m.points[i].offset > m.points[i - 1].offset && !m.points[i].hidden);
    }
    CU_ASSERT_TRUE(m.plan->counter_count > 5 && m.key != with_pdb.key);
    err = mth_open_blocks(&m, &skip, f.image, FETCH, AT_RVA, &INFER, f.arena);
    CU_ASSERT(err == CC_OK && skip == MTH_OK && m.plan->counter_count > 0);
    err = mth_open_blocks(&m, &skip, f.image, DRAW, AT_RVA, &INFER, f.arena);
    CU_ASSERT(err == CC_OK && skip == MTH_SKIP_NO_BODY);
    close_golden(&f);
}

static void test_skips(void) {
    static const uint8_t garbage[] = {0xFF, 0xFF, 0xFF, 0xFF};
    static const uint8_t one_nop[] = {0x0A, 0x00, 0x2A}; /* tiny: nop, ret */
    fixture f = open_golden();
    mth_method m;
    mth_skip skip = MTH_OK;
    CU_ASSERT_EQUAL(open_method(&f, &m, DRAW, AT_RVA), MTH_SKIP_NO_BODY);
    CU_ASSERT_EQUAL(open_method(&f, &m, FETCH, AT_RVA), MTH_SKIP_NO_POINTS);
    cc_span bad = cc_span_of(garbage, sizeof garbage);
    CU_ASSERT_EQUAL(open_method(&f, &m, SEARCH, bad), MTH_SKIP_BAD_BODY);
    CU_ASSERT_NOT_EQUAL(strlen(cc_error_message()), 0);
    cc_span other = cc_span_of(one_nop, sizeof one_nop);
    CU_ASSERT_EQUAL(open_method(&f, &m, SEARCH, other), MTH_SKIP_BAD_POINTS);
    CU_ASSERT_EQUAL(open_method(&f, &m, 0x0600FFFF, AT_RVA), MTH_SKIP_BAD_METADATA);
    pdb_file *pdb = f.pdb;
    f.pdb = NULL;
    CU_ASSERT_EQUAL(open_method(&f, &m, SEARCH, AT_RVA), MTH_SKIP_NO_POINTS);
    f.pdb = pdb;
    CU_ASSERT_EQUAL(mth_open(&m, &skip, f.image, pdb, 0x02000001, AT_RVA, &INFER, f.arena),
                    CC_E_USAGE);
    close_golden(&f);
}

static void test_skip_names(void) {
    for (int a = MTH_OK; a <= MTH_SKIP_RUNTIME; a++) {
        CU_ASSERT_STRING_NOT_EQUAL(mth_skip_name((mth_skip)a), "unknown");
        for (int b = a + 1; b <= MTH_SKIP_RUNTIME; b++) {
            CU_ASSERT_STRING_NOT_EQUAL(mth_skip_name((mth_skip)a), mth_skip_name((mth_skip)b));
        }
    }
}

/* MemberRef token of a method or field by its name. */
static uint32_t member_ref(const md_tables *t, const char *wanted) {
    cc_buf type = {0};
    cc_str name;
    uint32_t found = 0;
    for (uint32_t rid = 1; found == 0 && rid <= md_row_count(t, MD_MEMBERREF); rid++) {
        uint32_t token = MD_TOKEN(MD_MEMBERREF, rid);
        CU_ASSERT_EQUAL(md_member_name(t, token, &type, &name), CC_OK);
        found = cc_str_eqz(name, wanted) ? token : 0;
    }
    cc_buf_free(&type);
    CU_ASSERT_NOT_EQUAL(found, 0);
    return found;
}

static uint32_t calli_sig(const md_tables *t) {
    md_callsite site;
    for (uint32_t rid = 1; rid <= md_row_count(t, MD_STANDALONE_SIG); rid++) {
        if (md_callsite_of(t, MD_TOKEN(MD_STANDALONE_SIG, rid), &site)) {
            return MD_TOKEN(MD_STANDALONE_SIG, rid);
        }
    }
    return 0;
}

static void test_resolver_calls(void) {
    fixture f = open_golden();
    const md_tables *t = md_image_tables(f.image);
    il_resolver r;
    il_call_effect effect;
    CU_ASSERT_EQUAL_FATAL(mth_resolver(&r, t, MD_TOKEN_RID(SEARCH), 0, f.arena), CC_OK);
    CU_ASSERT_TRUE(r.call(r.ctx, IL_CALL, member_ref(t, "op_Equality"), &effect));
    CU_ASSERT_TRUE(effect.pops == 2 && effect.pushes == 1 && effect.result == IL_TYPE_BOOL);
    CU_ASSERT_TRUE(r.call(r.ctx, IL_CALLVIRT, member_ref(t, "Invoke"), &effect));
    CU_ASSERT_TRUE(effect.pops == 2 && effect.pushes == 1 && effect.result == IL_TYPE_UNKNOWN);
    CU_ASSERT_TRUE(r.call(r.ctx, IL_NEWOBJ, member_ref(t, ".ctor"), &effect));
    uint32_t with_new = effect.pops;
    CU_ASSERT_EQUAL(effect.pushes, 1);
    CU_ASSERT_TRUE(r.call(r.ctx, IL_CALL, member_ref(t, ".ctor"), &effect));
    CU_ASSERT_TRUE(effect.pops == with_new + 1 && effect.pushes == 0);
    CU_ASSERT_TRUE(r.call(r.ctx, IL_CALLI, calli_sig(t), &effect));
    CU_ASSERT_TRUE(effect.pops == 3 && effect.pushes == 0);
    CU_ASSERT_FALSE(r.call(r.ctx, IL_CALL, MD_TOKEN(MD_MEMBERREF, 0xFFFF), &effect));
    /* From the last argument down; `this` and the pointer of calli are not arguments. */
    uint32_t equality = member_ref(t, "op_Equality");
    CU_ASSERT_EQUAL(r.argument(r.ctx, IL_CALL, equality, 1), IL_TYPE_OTHER);
    CU_ASSERT_EQUAL(r.argument(r.ctx, IL_CALL, equality, 2), IL_TYPE_OTHER);
    CU_ASSERT_EQUAL(r.argument(r.ctx, IL_CALLVIRT, member_ref(t, "Invoke"), 0), IL_TYPE_UNKNOWN);
    CU_ASSERT_EQUAL(r.argument(r.ctx, IL_CALLI, calli_sig(t), 0), IL_TYPE_OTHER);
    CU_ASSERT_EQUAL(r.argument(r.ctx, IL_CALL, SET_FLAG, 0), IL_TYPE_BOOL);
    CU_ASSERT_EQUAL(r.argument(r.ctx, IL_CALL, SET_FLAG, 1), IL_TYPE_OTHER);
    CU_ASSERT_EQUAL(r.type(r.ctx, INT32), IL_TYPE_OTHER);
    CU_ASSERT_EQUAL(r.field(r.ctx, member_ref(t, "flag")), IL_TYPE_BOOL);
    CU_ASSERT_EQUAL(r.field(r.ctx, MD_TOKEN(MD_FIELD, 0xFFFF)), IL_TYPE_UNKNOWN);
    CU_ASSERT_EQUAL(r.returns(r.ctx), IL_TYPE_OTHER);
    CU_ASSERT_FALSE(r.returns_void(r.ctx));
    CU_ASSERT_EQUAL(r.arg(r.ctx, 0), IL_TYPE_OTHER); /* static: the first parameter */
    CU_ASSERT_EQUAL(r.arg(r.ctx, 2), IL_TYPE_UNKNOWN);
    CU_ASSERT_EQUAL(r.local(r.ctx, 0), IL_TYPE_UNKNOWN);
    close_golden(&f);
}

static void test_resolver_types(void) {
    fixture f = open_golden();
    mth_method m;
    CU_ASSERT_EQUAL(open_method(&f, &m, SEARCH, AT_RVA), MTH_OK);
    bool has_bool = false;
    for (uint32_t i = 0; i < 8; i++) {
        has_bool |= m.resolver.local(m.resolver.ctx, i) == IL_TYPE_BOOL;
    }
    CU_ASSERT_TRUE(has_bool); /* Debug code stores w == word */
    il_resolver r;
    const md_tables *t = md_image_tables(f.image);
    CU_ASSERT_EQUAL(mth_resolver(&r, t, MD_TOKEN_RID(DRAW), 0, f.arena), CC_OK);
    CU_ASSERT_EQUAL(r.returns(r.ctx), IL_TYPE_BOOL);
    CU_ASSERT_EQUAL(mth_resolver(&r, t, MD_TOKEN_RID(DRAW), 0x11000FFF, f.arena), CC_E_FORMAT);
    CU_ASSERT_EQUAL(mth_resolver(&r, t, 0xFFFF, 0, f.arena), CC_E_FORMAT);
    close_golden(&f);
}

static const test_case cases[] = {
    {"open: body, points, plan and key of a method", test_opens},
    {"key: the same from the file and from memory, another for other bytes", test_key_is_the_bytes},
    {"key: another for other options", test_key_is_the_options},
    {"key: another for other offsets, the same for other columns", test_key_is_the_points},
    {"code without symbols: a point where each block begins", test_points_at_blocks},
    {"skip: every reason is told apart", test_skips},
    {"skip: names are unique", test_skip_names},
    {"resolver: pops and pushes of calls", test_resolver_calls},
    {"resolver: types of locals, arguments and returns", test_resolver_types},
};

TEST_MAIN("method", cases)
