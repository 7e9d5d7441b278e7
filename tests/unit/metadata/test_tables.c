/* Tables and heaps made by hand: widths, searching, runs, refusals; images around them. */
#include <CUnit/CUnit.h>
#include <stdlib.h>
#include <string.h>

#include "metadata/md_columns.h"
#include "metadata/test_metadata.h"
#include "tests/tools/md_make.h"

#define STRINGS(text) cc_span_of("" text, sizeof(text))
#define BYTES(...)                                                                                 \
    cc_span_of((const uint8_t[]){__VA_ARGS__}, sizeof((const uint8_t[]){__VA_ARGS__}))

/* Opens hand-made metadata whose bytes are put into the arena. */
static cc_err open_made(md_tables **t, const make_metadata *m, cc_arena *arena) {
    cc_buf root = {0};
    make_root(&root, m);
    cc_span bytes = cc_arena_copy(arena, cc_buf_span(&root));
    cc_buf_free(&root);
    return md_tables_open(t, bytes, NULL, arena);
}

static uint32_t cell(const md_tables *t, md_table table, uint32_t rid, uint32_t col) {
    uint32_t value = 0xBAD;
    CU_ASSERT_TRUE(md_cell(t, table, rid, col, &value));
    return value;
}

void test_wide_heaps(void) {
    cc_arena *arena = cc_arena_new();
    md_tables *t = NULL;
    cc_str name;
    uint8_t mvid[16];
    make_metadata m = {
        .heap_sizes = 7,
        .strings = STRINGS("\0first\0second"),
        .guids = BYTES(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16),
        .tables = {{MD_MODULE, 1, BYTES(0, 0, 7, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)}}};
    CU_ASSERT_EQUAL_FATAL(open_made(&t, &m, arena), CC_OK);
    CU_ASSERT_EQUAL(md_assembly_name(t, &name), CC_OK);
    CU_ASSERT_TRUE(cc_str_eqz(name, "second"));
    CU_ASSERT_EQUAL(md_mvid(t, mvid), CC_OK);
    CU_ASSERT_EQUAL(mvid[15], 16);
    m.heap_sizes = 0; /* then the row has 10 bytes: still inside, but it says something else */
    CU_ASSERT_EQUAL_FATAL(open_made(&t, &m, arena), CC_OK);
    CU_ASSERT_EQUAL(cell(t, MD_MODULE, 1, MD_COL_MODULE_MVID), 0);
    m.heap_sizes = 7;
    m.tables[0].bytes.len--;
    m.table_stream = "#-";
    CU_ASSERT_EQUAL(open_made(&t, &m, arena), CC_E_TRUNCATED);
    m.table_stream = "#x";
    CU_ASSERT_EQUAL(open_made(&t, &m, arena), CC_E_FORMAT);
    cc_arena_free(arena);
}

/* TypeDef rows of nothing but zeros, then one InterfaceImpl. */
static cc_err open_with_types(md_tables **t, uint32_t types, cc_span interface, cc_arena *arena) {
    size_t row = types >= 1u << 14 ? 16 : 14; /* Extends widens with the table itself */
    uint8_t *rows = cc_arena_alloc(arena, types, row);
    CU_ASSERT_PTR_NOT_NULL_FATAL(rows);
    make_metadata m = {
        .tables = {{MD_TYPEDEF, types, {rows, types * row}}, {MD_INTERFACE_IMPL, 1, interface}}};
    return open_made(t, &m, arena);
}

void test_wide_coded_index(void) {
    cc_arena *arena = cc_arena_new();
    md_tables *t = NULL;
    CU_ASSERT_EQUAL_FATAL(open_with_types(&t, (1u << 14) - 1, BYTES(9, 0, 0x15, 0), arena), CC_OK);
    CU_ASSERT_EQUAL(cell(t, MD_INTERFACE_IMPL, 1, MD_COL_INTERFACE_IMPL_CLASS), 9);
    CU_ASSERT_EQUAL(cell(t, MD_INTERFACE_IMPL, 1, MD_COL_INTERFACE_IMPL_INTERFACE),
                    MD_TOKEN(MD_TYPEREF, 5));
    cc_span wide = BYTES(9, 0, 0x04, 0x00, 0x01, 0);
    CU_ASSERT_EQUAL_FATAL(open_with_types(&t, 1u << 14, wide, arena), CC_OK);
    CU_ASSERT_EQUAL(cell(t, MD_INTERFACE_IMPL, 1, MD_COL_INTERFACE_IMPL_INTERFACE),
                    MD_TOKEN(MD_TYPEDEF, 0x4001));
    uint32_t value = 0;
    CU_ASSERT_FALSE(md_cell(t, MD_INTERFACE_IMPL, 0, 0, &value));
    CU_ASSERT_FALSE(md_cell(t, MD_INTERFACE_IMPL, 2, 0, &value));
    CU_ASSERT_FALSE(md_cell(t, MD_INTERFACE_IMPL, 1, 2, &value));
    CU_ASSERT_FALSE(md_cell(t, MD_METHODDEF, 1, 0, &value));
    wide = BYTES(9, 0, 0x03, 0, 0, 0); /* tag 3 means no table */
    CU_ASSERT_EQUAL_FATAL(open_with_types(&t, 1u << 14, wide, arena), CC_OK);
    CU_ASSERT_FALSE(md_cell(t, MD_INTERFACE_IMPL, 1, MD_COL_INTERFACE_IMPL_INTERFACE, &value));
    wide = BYTES(9, 0, 0x00, 0, 0, 0); /* nil */
    CU_ASSERT_EQUAL_FATAL(open_with_types(&t, 1u << 14, wide, arena), CC_OK);
    CU_ASSERT_EQUAL(cell(t, MD_INTERFACE_IMPL, 1, MD_COL_INTERFACE_IMPL_INTERFACE), 0);
    wide = BYTES(9, 0, 0, 0, 0, 0x40); /* more than a token can name */
    CU_ASSERT_EQUAL_FATAL(open_with_types(&t, 1u << 14, wide, arena), CC_OK);
    CU_ASSERT_FALSE(md_cell(t, MD_INTERFACE_IMPL, 1, MD_COL_INTERFACE_IMPL_INTERFACE, &value));
    cc_arena_free(arena);
}

/* A FieldLayout row whose Field column is two or four bytes wide. */
static uint32_t layout_field(uint32_t fields, cc_span row, cc_arena *arena) {
    md_tables *t = NULL;
    uint8_t *rows = cc_arena_alloc(arena, fields, 6);
    CU_ASSERT_PTR_NOT_NULL_FATAL(rows);
    make_metadata m = {
        .tables = {{MD_FIELD, fields, {rows, (size_t)fields * 6}}, {MD_FIELD_LAYOUT, 1, row}}};
    CU_ASSERT_EQUAL_FATAL(open_made(&t, &m, arena), CC_OK);
    return cell(t, MD_FIELD_LAYOUT, 1, MD_COL_FIELD_LAYOUT_FIELD);
}

void test_wide_rid(void) {
    cc_arena *arena = cc_arena_new();
    CU_ASSERT_EQUAL(layout_field(0xFFFF, BYTES(0, 0, 0, 0, 0x34, 0x12), arena), 0x1234);
    CU_ASSERT_EQUAL(layout_field(0x10000, BYTES(0, 0, 0, 0, 0, 0, 1, 0), arena), 0x10000);
    cc_arena_free(arena);
}

void test_extra_data(void) {
    cc_arena *arena = cc_arena_new();
    md_tables *t = NULL;
    make_metadata m = {.heap_sizes = 0x40,
                       .tables = {{MD_PARAM, 2, BYTES(1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0)}}};
    CU_ASSERT_EQUAL_FATAL(open_made(&t, &m, arena), CC_OK);
    CU_ASSERT_EQUAL(cell(t, MD_PARAM, 2, MD_COL_PARAM_SEQUENCE), 5);
    cc_arena_free(arena);
}

void test_unsorted_search(void) {
    static const uint8_t nested[] = {9, 0, 1, 0, 3, 0, 2, 0, 3, 0, 4, 0, 7, 0, 5, 0};
    cc_arena *arena = cc_arena_new();
    md_tables *t = NULL;
    uint32_t count = 0;
    make_metadata m = {.tables = {{MD_NESTED_CLASS, 4, {nested, sizeof nested}}}};
    CU_ASSERT_EQUAL_FATAL(open_made(&t, &m, arena), CC_OK);
    CU_ASSERT_EQUAL(md_find(t, MD_NESTED_CLASS, 0, 3, &count), 2);
    CU_ASSERT_EQUAL(count, 2);
    CU_ASSERT_EQUAL(md_find(t, MD_NESTED_CLASS, 0, 7, &count), 4);
    CU_ASSERT_EQUAL(md_find(t, MD_NESTED_CLASS, 0, 8, &count), 0);
    CU_ASSERT_EQUAL(count, 0);
    CU_ASSERT_EQUAL(md_find(t, MD_NESTED_CLASS, 1, 5, &count), 4); /* not the key */
    static const uint8_t sorted[] = {1, 0, 1, 0, 3, 0, 2, 0, 3, 0, 4, 0, 7, 0, 5, 0};
    m.tables[0].bytes = cc_span_of(sorted, sizeof sorted);
    m.sorted = UINT64_C(1) << MD_NESTED_CLASS;
    CU_ASSERT_EQUAL_FATAL(open_made(&t, &m, arena), CC_OK);
    CU_ASSERT_EQUAL(md_find(t, MD_NESTED_CLASS, 0, 1, &count), 1);
    CU_ASSERT_EQUAL(md_find(t, MD_NESTED_CLASS, 0, 3, &count), 2);
    CU_ASSERT_EQUAL(count, 2);
    CU_ASSERT_EQUAL(md_find(t, MD_NESTED_CLASS, 0, 7, &count), 4);
    CU_ASSERT_EQUAL(md_find(t, MD_NESTED_CLASS, 0, 0, &count), 0);
    CU_ASSERT_EQUAL(md_find(t, MD_NESTED_CLASS, 0, 0x10003, &count), 0);
    cc_arena_free(arena);
}

/* Types whose MethodList column is given, above `methods` methods of zeros. */
static void open_runs(md_tables **t, const uint8_t *lists, uint32_t types, uint32_t methods,
                      cc_arena *arena) {
    uint8_t *type_rows = cc_arena_alloc(arena, types, 14);
    uint8_t *method_rows = cc_arena_alloc(arena, methods, 14);
    CU_ASSERT_TRUE_FATAL(type_rows != NULL && method_rows != NULL);
    for (uint32_t i = 0; i < types; i++) {
        type_rows[14 * i + 12] = lists[i];
    }
    make_metadata m = {.tables = {{MD_TYPEDEF, types, {type_rows, (size_t)types * 14}},
                                  {MD_METHODDEF, methods, {method_rows, (size_t)methods * 14}}}};
    CU_ASSERT_EQUAL_FATAL(open_made(t, &m, arena), CC_OK);
}

void test_empty_runs(void) {
    /* Types 1 and 2 are empty, 3 has method 1, 4 is empty, 5 has 2 and 3, 6 and 7 are empty. */
    static const uint8_t lists[] = {1, 1, 1, 2, 2, 4, 4};
    cc_arena *arena = cc_arena_new();
    md_tables *t = NULL;
    open_runs(&t, lists, 7, 3, arena);
    CU_ASSERT_EQUAL(md_owner_of_method(t, 0), 0);
    CU_ASSERT_EQUAL(md_owner_of_method(t, 1), 3);
    CU_ASSERT_EQUAL(md_owner_of_method(t, 2), 5);
    CU_ASSERT_EQUAL(md_owner_of_method(t, 3), 5);
    CU_ASSERT_EQUAL(md_owner_of_method(t, 4), 0);
    md_typedef type;
    CU_ASSERT_EQUAL(md_get_typedef(t, 7, &type), CC_OK);
    CU_ASSERT_TRUE(type.first_method == 4 && type.end_method == 4);
    CU_ASSERT_EQUAL(type.first_field, type.end_field);
    cc_arena_free(arena);
}

void test_lying_runs(void) {
    static const uint8_t descending[] = {3, 1};
    static const uint8_t beyond[] = {1, 9};
    cc_arena *arena = cc_arena_new();
    md_tables *t = NULL;
    md_typedef type;
    open_runs(&t, descending, 2, 3, arena);
    CU_ASSERT_EQUAL(md_get_typedef(t, 1, &type), CC_E_FORMAT);
    CU_ASSERT_EQUAL(md_owner_of_method(t, 3), 2);
    open_runs(&t, beyond, 2, 3, arena);
    CU_ASSERT_EQUAL(md_get_typedef(t, 1, &type), CC_E_FORMAT);
    CU_ASSERT_EQUAL(md_owner_of_method(t, 2), 0);
    CU_ASSERT_EQUAL(md_get_typedef(t, 3, &type), CC_E_FORMAT);
    cc_arena_free(arena);
}

void test_refused_tables(void) {
    cc_arena *arena = cc_arena_new();
    md_tables *t = NULL;
    make_metadata m = {.tables = {{MD_METHOD_PTR, 1, BYTES(1, 0)}}};
    CU_ASSERT_EQUAL(open_made(&t, &m, arena), CC_E_UNSUPPORTED);
    CU_ASSERT_PTR_NOT_NULL(strstr(cc_error_message(), "indirection"));
    m.tables[0].table = 0x2D;
    CU_ASSERT_EQUAL(open_made(&t, &m, arena), CC_E_UNSUPPORTED);
    m.tables[0].table = 0x3F;
    CU_ASSERT_EQUAL(open_made(&t, &m, arena), CC_E_UNSUPPORTED);
    m.tables[0] = (make_table){MD_PARAM, 0x1000000, BYTES(1, 0)};
    CU_ASSERT_EQUAL(open_made(&t, &m, arena), CC_E_FORMAT);
    cc_span not_metadata = BYTES(1, 2, 3, 4, 5, 6, 7, 8);
    CU_ASSERT_EQUAL(md_tables_open(&t, not_metadata, NULL, arena), CC_E_FORMAT);
    cc_arena_free(arena);
}

void test_heaps(void) {
    cc_arena *arena = cc_arena_new();
    md_tables *t = NULL;
    cc_str s;
    cc_span b;
    uint8_t guid[16];
    static const uint8_t blobs[] = {0, 2, 'x', 'y', 3, 'z'};
    static const uint8_t user[] = {0, 3, 'h', 0, 0, 2, 'i', 0};
    static const uint8_t unterminated[] = {0, 'a', 0, 'b'};
    make_metadata m = {.strings = cc_span_of(unterminated, sizeof unterminated),
                       .blobs = cc_span_of(blobs, sizeof blobs),
                       .user_strings = cc_span_of(user, sizeof user)};
    CU_ASSERT_EQUAL_FATAL(open_made(&t, &m, arena), CC_OK);
    CU_ASSERT_TRUE(md_string(t, 0, &s) && s.len == 0);
    CU_ASSERT_TRUE(md_string(t, 1, &s) && cc_str_eqz(s, "a"));
    CU_ASSERT_FALSE(md_string(t, 3, &s));
    CU_ASSERT_FALSE(md_string(t, 4, &s));
    CU_ASSERT_FALSE(md_string(t, UINT32_MAX, &s));
    CU_ASSERT_TRUE(md_blob(t, 1, &b) && b.len == 2 && b.data[1] == 'y');
    CU_ASSERT_FALSE(md_blob(t, 4, &b));
    CU_ASSERT_FALSE(md_blob(t, 6, &b));
    CU_ASSERT_TRUE(md_guid(t, 0, guid));
    CU_ASSERT_FALSE(md_guid(t, 1, guid));
    CU_ASSERT_FALSE(md_guid(t, UINT32_MAX, guid));
    CU_ASSERT_TRUE(md_user_string(t, 1, &b) && b.len == 2 && b.data[0] == 'h');
    CU_ASSERT_FALSE(md_user_string(t, 5, &b)); /* even: half a character */
    CU_ASSERT_EQUAL(md_tables_stream(t, "#US").len, sizeof user);
    CU_ASSERT_PTR_NULL(md_tables_stream(t, "#Pdb").data);
    cc_arena_free(arena);
}

static void check_unsigned(cc_span in, uint32_t expected) {
    uint32_t value = 0;
    for (size_t len = 0; len < in.len; len++) {
        cc_span cut = {in.data, len};
        CU_ASSERT_FALSE(md_compressed(&cut, &value));
        CU_ASSERT_EQUAL(cut.len, len); /* a failed read changes nothing */
    }
    CU_ASSERT_TRUE(md_compressed(&in, &value));
    CU_ASSERT_EQUAL(value, expected);
    CU_ASSERT_EQUAL(in.len, 0);
}

static void check_signed(cc_span in, int32_t expected) {
    int32_t value = 0;
    CU_ASSERT_TRUE(md_compressed_signed(&in, &value));
    CU_ASSERT_EQUAL(value, expected);
    CU_ASSERT_EQUAL(in.len, 0);
}

/* The tables of II.23.2. */
void test_compressed(void) {
    uint32_t value = 0;
    check_unsigned(BYTES(0x03), 0x03);
    check_unsigned(BYTES(0x7F), 0x7F);
    check_unsigned(BYTES(0x80, 0x80), 0x80);
    check_unsigned(BYTES(0xAE, 0x57), 0x2E57);
    check_unsigned(BYTES(0xBF, 0xFF), 0x3FFF);
    check_unsigned(BYTES(0xC0, 0x00, 0x40, 0x00), 0x4000);
    check_unsigned(BYTES(0xDF, 0xFF, 0xFF, 0xFF), 0x1FFFFFFF);
    cc_span reserved = BYTES(0xE0, 0, 0, 0);
    CU_ASSERT_FALSE(md_compressed(&reserved, &value));
    check_signed(BYTES(0x06), 3);
    check_signed(BYTES(0x7B), -3);
    check_signed(BYTES(0x80, 0x80), 64);
    check_signed(BYTES(0x01), -64);
    check_signed(BYTES(0xC0, 0x00, 0x40, 0x00), 8192);
    check_signed(BYTES(0x80, 0x01), -8192);
    check_signed(BYTES(0xDF, 0xFF, 0xFF, 0xFE), 268435455);
    check_signed(BYTES(0xC0, 0x00, 0x00, 0x01), -268435456);
}

static void check_image(const make_pe *pe, cc_span root) {
    cc_arena *arena = cc_arena_new();
    cc_buf bytes = {0};
    md_image *image = NULL;
    cc_str name;
    cc_span at = {NULL, 0};
    make_image(&bytes, pe, root);
    cc_span whole = cc_arena_copy(arena, cc_buf_span(&bytes));
    CU_ASSERT_EQUAL_FATAL(md_image_open(&image, whole, pe->layout, arena), CC_OK);
    CU_ASSERT_EQUAL(md_assembly_name(md_image_tables(image), &name), CC_OK);
    CU_ASSERT_TRUE(cc_str_eqz(name, "made"));
    CU_ASSERT_EQUAL(md_image_is_ready_to_run(image), pe->is_ready_to_run);
    CU_ASSERT_EQUAL(md_image_timestamp(image), pe->timestamp);
    CU_ASSERT_EQUAL(md_image_entry_point(image), pe->entry_point);
    CU_ASSERT_EQUAL(md_image_at_rva(image, MAKE_RVA + 72, &at), CC_OK);
    CU_ASSERT_TRUE(at.len >= 4 && memcmp(at.data, "BSJB", 4) == 0);
    CU_ASSERT_EQUAL(md_image_at_rva(image, MAKE_RVA - 1, &at), CC_E_FORMAT);
    for (size_t len = 0; len + 8 < whole.len; len++) { /* 8: the native header may be missing */
        uint8_t *exact = malloc(len + 1);
        CU_ASSERT_PTR_NOT_NULL_FATAL(exact);
        memcpy(exact, whole.data, len);
        CU_ASSERT_NOT_EQUAL(md_image_open(&image, cc_span_of(exact, len), pe->layout, arena),
                            CC_OK);
        free(exact);
    }
    cc_buf_free(&bytes);
    cc_arena_free(arena);
}

void test_images(void) {
    cc_buf root = {0};
    make_metadata m = {.strings = STRINGS("\0made"),
                       .tables = {{MD_MODULE, 1, BYTES(0, 0, 1, 0, 0, 0, 0, 0, 0, 0)}}};
    make_root(&root, &m);
    for (unsigned i = 0; i < 8; i++) {
        make_pe pe = {.is_plus = (i & 1) != 0,
                      .layout = (i & 2) != 0 ? MD_LAYOUT_MAPPED : MD_LAYOUT_FLAT,
                      .is_ready_to_run = (i & 4) != 0,
                      .timestamp = 0x12345678,
                      .entry_point = 0x06000001};
        check_image(&pe, cc_buf_span(&root));
    }
    cc_buf_free(&root);
}

void test_nested_loop(void) {
    static const uint8_t nested[] = {1, 0, 1, 0};
    static const uint8_t reference[] = {7, 0, 1, 0, 0, 0}; /* scope: TypeRef 1, itself */
    uint8_t type_row[14] = {0, 0, 0, 0, 1};
    cc_arena *arena = cc_arena_new();
    md_tables *t = NULL;
    cc_buf name = {0};
    make_metadata m = {.strings = STRINGS("\0T"),
                       .tables = {{MD_TYPEREF, 1, {reference, sizeof reference}},
                                  {MD_TYPEDEF, 1, {type_row, sizeof type_row}},
                                  {MD_NESTED_CLASS, 1, {nested, sizeof nested}}}};
    CU_ASSERT_EQUAL_FATAL(open_made(&t, &m, arena), CC_OK);
    cc_buf_puts(&name, "kept");
    CU_ASSERT_EQUAL(md_type_name(t, MD_TOKEN(MD_TYPEDEF, 1), &name), CC_E_LIMIT);
    CU_ASSERT_EQUAL(md_type_name(t, MD_TOKEN(MD_TYPEREF, 1), &name), CC_E_LIMIT);
    CU_ASSERT_EQUAL(md_type_name(t, MD_TOKEN(MD_TYPEREF, 2), &name), CC_E_FORMAT);
    CU_ASSERT_EQUAL(md_type_name(t, 0, &name), CC_E_FORMAT);
    CU_ASSERT_TRUE(cc_str_eqz(cc_buf_str(&name), "kept"));
    cc_buf_free(&name);
    cc_arena_free(arena);
}
