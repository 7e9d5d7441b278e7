/* Signatures made by hand: kinds of types that C# does not write, bounds and damage. */
#include <CUnit/CUnit.h>
#include <string.h>

#include "metadata/md_int.h"
#include "metadata/test_metadata.h"
#include "tests/tools/md_make.h"

#define SIG(...) cc_span_of((const uint8_t[]){__VA_ARGS__}, sizeof((const uint8_t[]){__VA_ARGS__}))

enum { LONG_NAME = 1 << 16 };

/* Tables with TypeRef 1 "N.C", TypeRef 2 "L" (a name of 65,536 bytes) and a generic TypeDef 1
 * with the parameter "TKey". */
static md_tables *open_names(cc_arena *arena) {
    static const uint8_t type_refs[] = {0, 0, 3, 0, 1, 0, 0, 0, 11, 0, 0, 0};
    static const uint8_t type_def[14] = {0, 0, 0, 0, 3};
    static const uint8_t parameter[] = {0, 0, 0, 0, 2, 0, 5, 0};
    md_tables *t = NULL;
    cc_buf root = {0};
    cc_buf strings = {0};
    cc_buf_bytes(&strings, "\0N\0C\0TKey\0", 10);
    cc_buf_u8(&strings, 0);
    for (int i = 0; i < LONG_NAME; i++) {
        cc_buf_putc(&strings, 'L');
    }
    cc_buf_u8(&strings, 0);
    make_metadata m = {.strings = cc_buf_span(&strings),
                       .tables = {{MD_TYPEREF, 2, {type_refs, sizeof type_refs}},
                                  {MD_TYPEDEF, 1, {type_def, sizeof type_def}},
                                  {MD_GENERIC_PARAM, 1, {parameter, sizeof parameter}}}};
    make_root(&root, &m);
    cc_span bytes = cc_arena_copy(arena, cc_buf_span(&root));
    CU_ASSERT_EQUAL_FATAL(md_tables_open(&t, bytes, NULL, arena), CC_OK);
    cc_buf_free(&root);
    cc_buf_free(&strings);
    return t;
}

static void check_name(const md_tables *t, cc_span sig, const char *expected) {
    cc_buf out = {0};
    md_generics generics = {1, 0};
    cc_span skipped = sig;
    CU_ASSERT_EQUAL(md_sig_type(t, &sig, &generics, &out), CC_OK);
    CU_ASSERT_EQUAL(sig.len, 0);
    CU_ASSERT_TRUE(cc_str_eqz(cc_buf_str(&out), expected));
    CU_ASSERT_EQUAL(md_sig_type(t, &skipped, &generics, NULL), CC_OK);
    CU_ASSERT_EQUAL(skipped.len, 0);
    cc_buf_free(&out);
}

/* Type tokens: 0x05 is TypeRef 1, 0x04 is TypeDef 1. */
void test_sig_names(void) {
    cc_arena *arena = cc_arena_new();
    md_tables *t = open_names(arena);
    check_name(t, SIG(0x08), "System.Int32");
    check_name(t, SIG(0x16), "System.TypedReference");
    check_name(t, SIG(0x12, 0x05), "N.C");
    check_name(t, SIG(0x11, 0x04), "C");
    check_name(t, SIG(0x10, 0x1D, 0x0E), "System.String[]&");
    check_name(t, SIG(0x0F, 0x0F, 0x01), "System.Void**");
    check_name(t, SIG(0x14, 0x08, 3, 0, 0), "System.Int32[,,]");
    check_name(t, SIG(0x14, 0x08, 2, 1, 5, 2, 0, 0x7F), "System.Int32[,]");
    check_name(t, SIG(0x14, 0x08, 1, 0, 0), "System.Int32[*]");
    check_name(t, SIG(0x1D, 0x14, 0x1C, 2, 0, 0), "System.Object[,][]");
    check_name(t, SIG(0x15, 0x12, 0x05, 2, 0x08, 0x1D, 0x0E), "N.C<System.Int32,System.String[]>");
    check_name(t, SIG(0x15, 0x11, 0x05, 1, 0x15, 0x12, 0x05, 1, 0x13, 0), "N.C<N.C<TKey>>");
    check_name(t, SIG(0x13, 1), "!1");
    check_name(t, SIG(0x1E, 0), "!!0");
    check_name(t, SIG(0x1F, 0x05, 0x20, 0x05, 0x10, 0x02), "System.Boolean&");
    check_name(t, SIG(0x45, 0x0F, 0x05), "System.Byte*");
    check_name(t, SIG(0x1B, 0x00, 2, 0x02, 0x08, 0x1B, 0x00, 0, 0x01),
               "method System.Boolean *(System.Int32,method System.Void *())");
    check_name(t, SIG(0x1B, 0x05, 2, 0x01, 0x08, 0x41, 0x0E),
               "method System.Void *(System.Int32,...,System.String)");
    check_name(t, SIG(0x1B, 0x10, 1, 0, 0x1E, 0), "method !!0 *()");
    cc_arena_free(arena);
}

static cc_err name_of(const md_tables *t, cc_span sig) {
    cc_buf out = {0};
    cc_err err = md_sig_type(t, &sig, NULL, &out);
    cc_buf_free(&out);
    return err;
}

void test_sig_depth(void) {
    uint8_t pointers[MD_MAX_SIG_DEPTH + 1];
    cc_arena *arena = cc_arena_new();
    md_tables *t = open_names(arena);
    memset(pointers, 0x0F, sizeof pointers);
    pointers[MD_MAX_SIG_DEPTH - 1] = 0x08; /* 255 stars below the limit */
    CU_ASSERT_EQUAL(name_of(t, cc_span_of(pointers, MD_MAX_SIG_DEPTH)), CC_OK);
    pointers[MD_MAX_SIG_DEPTH - 1] = 0x0F;
    pointers[MD_MAX_SIG_DEPTH] = 0x08;
    CU_ASSERT_EQUAL(name_of(t, cc_span_of(pointers, sizeof pointers)), CC_E_LIMIT);
    cc_arena_free(arena);
}

void test_sig_long_name(void) {
    cc_arena *arena = cc_arena_new();
    md_tables *t = open_names(arena);
    cc_span four = SIG(0x15, 0x12, 0x05, 3, 0x12, 0x09, 0x12, 0x09, 0x12, 0x09);
    cc_span six = SIG(0x15, 0x12, 0x05, 5, 0x12, 0x09, 0x12, 0x09, 0x12, 0x09, 0x12, 0x09, 0x12, 9);
    CU_ASSERT_EQUAL(name_of(t, four), CC_OK);
    CU_ASSERT_EQUAL(name_of(t, six), CC_E_LIMIT);
    cc_arena_free(arena);
}

void test_sig_truncated(void) {
    static const uint8_t whole[] = {0x1B, 0x00, 2, 0x15, 0x12, 0x05, 1,    0x08, 0x14,
                                    0x08, 2,    0, 1,    0,    0x1F, 0x05, 0x1E, 0};
    cc_arena *arena = cc_arena_new();
    md_tables *t = open_names(arena);
    CU_ASSERT_EQUAL(name_of(t, cc_span_of(whole, sizeof whole)), CC_OK);
    for (size_t len = 0; len < sizeof whole; len++) {
        CU_ASSERT_NOT_EQUAL(name_of(t, cc_span_of(whole, len)), CC_OK);
    }
    CU_ASSERT_EQUAL(name_of(t, SIG(0x00)), CC_E_FORMAT);
    CU_ASSERT_EQUAL(name_of(t, SIG(0x21)), CC_E_FORMAT);
    CU_ASSERT_EQUAL(name_of(t, SIG(0xFF)), CC_E_FORMAT);
    CU_ASSERT_EQUAL(name_of(t, SIG(0x12, 0x07)), CC_E_FORMAT); /* a tag without a table */
    CU_ASSERT_EQUAL(name_of(t, SIG(0x12, 0x0D)), CC_E_FORMAT); /* TypeRef 3 */
    CU_ASSERT_EQUAL(name_of(t, SIG(0x12, 0x06)), CC_E_FORMAT); /* a TypeSpec that is not there */
    CU_ASSERT_EQUAL(name_of(t, SIG(0x15, 0x08, 0)), CC_E_FORMAT);
    CU_ASSERT_EQUAL(name_of(t, SIG(0x14, 0x08, 33, 0, 0)), CC_E_FORMAT);
    CU_ASSERT_EQUAL(name_of(t, SIG(0x1B, 0, 9, 1)),
                    CC_E_TRUNCATED); /* more parameters than bytes */
    cc_arena_free(arena);
}

static md_kind kind_of(cc_span sig) {
    md_kind kind = MD_KIND_UNKNOWN;
    bool is_void = false;
    CU_ASSERT_TRUE(md_sig_peek(sig, &kind, &is_void));
    CU_ASSERT_FALSE(is_void);
    return kind;
}

void test_sig_peek(void) {
    md_kind kind;
    bool is_void = false;
    CU_ASSERT_EQUAL(kind_of(SIG(0x02)), MD_KIND_BOOL);
    CU_ASSERT_EQUAL(kind_of(SIG(0x1F, 0x05, 0x20, 0x05, 0x02)), MD_KIND_BOOL);
    CU_ASSERT_EQUAL(kind_of(SIG(0x45, 0x02)), MD_KIND_BOOL);
    CU_ASSERT_EQUAL(kind_of(SIG(0x10, 0x02)), MD_KIND_BOOLS); /* ref bool, bool[], bool* */
    CU_ASSERT_EQUAL(kind_of(SIG(0x1F, 0x05, 0x10, 0x20, 0x05, 0x02)), MD_KIND_BOOLS);
    CU_ASSERT_EQUAL(kind_of(SIG(0x1D, 0x02)), MD_KIND_BOOLS);
    CU_ASSERT_EQUAL(kind_of(SIG(0x45, 0x0F, 0x02)), MD_KIND_BOOLS);
    CU_ASSERT_EQUAL(kind_of(SIG(0x1D, 0x05)), MD_KIND_OTHER);
    CU_ASSERT_EQUAL(kind_of(SIG(0x1D, 0x1D, 0x02)), MD_KIND_OTHER);
    CU_ASSERT_EQUAL(kind_of(SIG(0x10, 0x13, 0x00)), MD_KIND_OTHER);
    CU_ASSERT_EQUAL(kind_of(SIG(0x1D)), MD_KIND_OTHER);
    CU_ASSERT_EQUAL(kind_of(SIG(0x08)), MD_KIND_OTHER);
    CU_ASSERT_EQUAL(kind_of(SIG(0x13, 0)), MD_KIND_UNKNOWN);
    CU_ASSERT_EQUAL(kind_of(SIG(0x1E, 0)), MD_KIND_UNKNOWN);
    CU_ASSERT_TRUE(md_sig_peek(SIG(0x1F, 0x05, 0x01), &kind, &is_void) && is_void);
    CU_ASSERT_FALSE(md_sig_peek(SIG(0x1F, 0x05), &kind, &is_void));
    CU_ASSERT_FALSE(md_sig_peek(SIG(0x1F), &kind, &is_void));
    CU_ASSERT_FALSE(md_sig_peek((cc_span){NULL, 0}, &kind, &is_void));
}
