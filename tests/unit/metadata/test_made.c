/* Images, members and documents made by hand: what the golden files do not show. */
#include <CUnit/CUnit.h>
#include <string.h>

#include "metadata/pdb.h"
#include "metadata/test_metadata.h"
#include "tests/tools/md_make.h"

#define BYTES(...)                                                                                 \
    cc_span_of((const uint8_t[]){__VA_ARGS__}, sizeof((const uint8_t[]){__VA_ARGS__}))

enum {
    ENTRY = 28,
    CODEVIEW = 2,
    REPRODUCIBLE = 16,
    EMBEDDED = 17,
    CHECKSUM = 19,
    PORTABLE = 0x504D
};

static void put_entry(cc_buf *out, uint32_t type, uint16_t minor, uint32_t stamp, uint32_t rva,
                      uint32_t size) {
    cc_buf_u32(out, 0);
    cc_buf_u32(out, stamp);
    cc_buf_u16(out, 0x100);
    cc_buf_u16(out, minor);
    cc_buf_u32(out, type);
    cc_buf_u32(out, size);
    cc_buf_u32(out, rva);
    cc_buf_u32(out, rva == 0 ? 0 : rva - MAKE_RVA + MAKE_HEADERS);
}

static void put_codeview(cc_buf *out, uint8_t first, const char *path) {
    cc_buf_puts(out, "RSDS");
    for (uint8_t i = 0; i < 16; i++) {
        cc_buf_u8(out, (uint8_t)(first + i));
    }
    cc_buf_u32(out, 1);
    cc_buf_puts(out, path);
    cc_buf_u8(out, 0);
}

static void put_root(cc_buf *out) {
    make_metadata m = {.strings = cc_span_of("\0made", 6),
                       .tables = {{MD_MODULE, 1, BYTES(0, 0, 1, 0, 0, 0, 0, 0, 0, 0)}}};
    make_root(out, &m);
}

/* The debug information of an image with this debug data. */
static cc_err info_of(cc_span debug, uint32_t directory, md_layout layout, cc_arena *arena,
                      md_debug_info *info) {
    cc_buf root = {0};
    cc_buf bytes = {0};
    md_image *image = NULL;
    put_root(&root);
    make_pe pe = {.layout = layout, .debug = debug, .debug_directory = directory};
    make_image(&bytes, &pe, cc_buf_span(&root));
    cc_span copy = cc_arena_copy(arena, cc_buf_span(&bytes));
    cc_buf_free(&root);
    cc_buf_free(&bytes);
    CU_ASSERT_EQUAL_FATAL(md_image_open(&image, copy, layout, arena), CC_OK);
    return md_image_debug_info(image, info);
}

static uint32_t debug_rva(void) {
    cc_buf root = {0};
    put_root(&root);
    uint32_t rva = make_debug_rva(cc_buf_span(&root));
    cc_buf_free(&root);
    return rva;
}

/* Four entries; then a native and a portable CodeView record of 30 bytes each. */
static void put_debug(cc_buf *out) {
    uint32_t data = debug_rva() + 4 * ENTRY;
    put_entry(out, CODEVIEW, 0, 0x11111111, data, 30);
    put_entry(out, CODEVIEW, PORTABLE, 0x44332211, data + 30, 30);
    put_entry(out, CODEVIEW, 0, 0x33333333, data, 30);
    put_entry(out, 21, 0, 0, 0xFFFFFFF0, 9999); /* unknown kinds are not looked at */
    put_codeview(out, 0x80, "n.pdb");
    put_codeview(out, 0x10, "p.pdb");
}

void test_debug_entries(void) {
    cc_arena *arena = cc_arena_new();
    cc_buf debug = {0};
    md_debug_info info;
    put_debug(&debug);
    for (int i = 0; i < 2; i++) {
        md_layout layout = i == 0 ? MD_LAYOUT_FLAT : MD_LAYOUT_MAPPED;
        CU_ASSERT_EQUAL(info_of(cc_buf_span(&debug), 4 * ENTRY, layout, arena, &info), CC_OK);
        CU_ASSERT_TRUE(info.has_codeview && info.is_portable && !info.is_reproducible);
        CU_ASSERT_TRUE(cc_str_eqz(info.pdb_path, "p.pdb"));
        CU_ASSERT_TRUE(info.pdb_id[0] == 0x10 && info.pdb_id[15] == 0x1F);
        CU_ASSERT_TRUE(info.pdb_id[16] == 0x11 && info.pdb_id[19] == 0x44);
    }
    CU_ASSERT_EQUAL(info_of(cc_buf_span(&debug), ENTRY, MD_LAYOUT_FLAT, arena, &info), CC_OK);
    CU_ASSERT_TRUE(info.has_codeview && !info.is_portable);
    CU_ASSERT_EQUAL(info_of(cc_buf_span(&debug), 0, MD_LAYOUT_FLAT, arena, &info), CC_OK);
    CU_ASSERT_FALSE(info.has_codeview);
    cc_buf_free(&debug);
    cc_arena_free(arena);
}

static cc_err info_of_entry(uint32_t type, uint32_t rva, uint32_t size, const char *data,
                            cc_arena *arena) {
    cc_buf debug = {0};
    md_debug_info info;
    put_entry(&debug, type, PORTABLE, 0, rva, size);
    cc_buf_puts(&debug, data);
    cc_err err = info_of(cc_buf_span(&debug), ENTRY, MD_LAYOUT_FLAT, arena, &info);
    cc_buf_free(&debug);
    return err;
}

void test_debug_lies(void) {
    cc_arena *arena = cc_arena_new();
    md_debug_info info;
    uint32_t data = debug_rva() + ENTRY;
    CU_ASSERT_EQUAL(info_of_entry(CODEVIEW, 0xFFFFF000, 24, "", arena), CC_E_TRUNCATED);
    CU_ASSERT_EQUAL(info_of_entry(CODEVIEW, 0, 24, "", arena), CC_E_FORMAT);
    CU_ASSERT_EQUAL(info_of_entry(CODEVIEW, data, 8, "RSDSxxxx", arena), CC_E_TRUNCATED);
    CU_ASSERT_EQUAL(info_of_entry(CODEVIEW, data, 8, "NB10xxxx", arena), CC_OK);
    CU_ASSERT_EQUAL(info_of_entry(EMBEDDED, data, 7, "MPDBxxx", arena), CC_E_TRUNCATED);
    CU_ASSERT_EQUAL(info_of_entry(EMBEDDED, data, 8, "MPDCxxxx", arena), CC_E_FORMAT);
    CU_ASSERT_EQUAL(info_of_entry(CHECKSUM, data, 4, "SHA2", arena), CC_E_TRUNCATED);
    CU_ASSERT_EQUAL(info_of_entry(REPRODUCIBLE, 0, 0, "", arena), CC_OK);
    CU_ASSERT_EQUAL(info_of(BYTES(0, 0, 0, 0), 28, MD_LAYOUT_FLAT, arena, &info), CC_E_TRUNCATED);
    cc_arena_free(arena);
}

static cc_err open_changed(size_t offset, uint8_t value, const make_pe *pe) {
    cc_arena *arena = cc_arena_new();
    cc_buf root = {0};
    cc_buf bytes = {0};
    md_image *image = NULL;
    put_root(&root);
    make_image(&bytes, pe, cc_buf_span(&root));
    bytes.data[offset] = value;
    cc_err err = md_image_open(&image, cc_buf_span(&bytes), pe->layout, arena);
    cc_buf_free(&root);
    cc_buf_free(&bytes);
    cc_arena_free(arena);
    return err;
}

void test_not_managed(void) {
    enum { PE = 0x40, SECTION_COUNT = PE + 6, OPTIONAL_SIZE = PE + 20, OPTIONAL_MAGIC = PE + 24 };
    make_pe managed = {.is_plus = true};
    make_pe native = {.is_plus = true, .is_native = true};
    CU_ASSERT_EQUAL(open_changed(0, 'M', &managed), CC_OK);
    CU_ASSERT_EQUAL(open_changed(0, 'M', &native), CC_E_UNSUPPORTED);
    CU_ASSERT_PTR_NOT_NULL(strstr(cc_error_message(), "no CLI header"));
    CU_ASSERT_EQUAL(open_changed(0, 'N', &managed), CC_E_FORMAT);
    CU_ASSERT_EQUAL(open_changed(PE, 'Q', &managed), CC_E_FORMAT);
    CU_ASSERT_EQUAL(open_changed(SECTION_COUNT, 97, &managed), CC_E_LIMIT);
    CU_ASSERT_EQUAL(open_changed(OPTIONAL_MAGIC, 0x07, &managed), CC_E_FORMAT);
    CU_ASSERT_EQUAL(open_changed(OPTIONAL_SIZE, 0, &managed), CC_E_FORMAT);
    CU_ASSERT_EQUAL(open_changed(OPTIONAL_SIZE, 60, &managed), CC_E_TRUNCATED);
}

/* TypeDef 1 "T" with methods 1 "m" and 2 "m" of other signatures; TypeSpec 1 is T<int>.
 * MemberRefs: 1 is T<int>.m with the second signature, 2 has a signature that no method has, 3
 * is a global function of another module, 4 a call of method 2 with its own signature. */
void test_method_after_member_ref(void) {
    static const uint8_t type_def[14] = {0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 1, 0};
    static const uint8_t methods[28] = {0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 1, 0, 1, 0,
                                        0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 5, 0, 1, 0};
    static const uint8_t members[] = {12, 0, 3, 0, 5, 0, 12, 0, 3, 0, 9, 0,
                                      10, 0, 3, 0, 5, 0, 19, 0, 3, 0, 5, 0};
    static const uint8_t blobs[] = {0,    3, 0x20, 0, 1,    3,    0x20, 0, 2,   3,
                                    0x20, 0, 8,    5, 0x15, 0x12, 0x04, 1, 0x08};
    cc_arena *arena = cc_arena_new();
    cc_buf root = {0};
    cc_buf type = {0};
    cc_str name;
    md_tables *t = NULL;
    make_metadata m = {.strings = cc_span_of("\0T\0m", 5),
                       .blobs = cc_span_of(blobs, sizeof blobs),
                       .tables = {{MD_TYPEDEF, 1, {type_def, sizeof type_def}},
                                  {MD_METHODDEF, 2, {methods, sizeof methods}},
                                  {MD_MEMBERREF, 4, {members, sizeof members}},
                                  {MD_MODULEREF, 1, BYTES(3, 0)},
                                  {MD_TYPESPEC, 1, BYTES(13, 0)},
                                  {MD_METHODSPEC, 1, BYTES(3, 0, 0, 0)}}};
    make_root(&root, &m);
    CU_ASSERT_EQUAL_FATAL(md_tables_open(&t, cc_buf_span(&root), NULL, arena), CC_OK);
    CU_ASSERT_EQUAL(md_method_in_module(t, MD_TOKEN(MD_MEMBERREF, 1)), 2);
    CU_ASSERT_EQUAL(md_member_owner(t, MD_TOKEN(MD_MEMBERREF, 1)), 1);
    CU_ASSERT_EQUAL(md_method_in_module(t, MD_TOKEN(MD_METHODSPEC, 1)), 2);
    CU_ASSERT_EQUAL(md_method_in_module(t, MD_TOKEN(MD_MEMBERREF, 2)), 0);
    CU_ASSERT_EQUAL(md_method_in_module(t, MD_TOKEN(MD_MEMBERREF, 3)), 0);
    CU_ASSERT_EQUAL(md_method_in_module(t, MD_TOKEN(MD_MEMBERREF, 4)), 2);
    CU_ASSERT_EQUAL(md_method_in_module(t, MD_TOKEN(MD_METHODDEF, 3)), 0);
    CU_ASSERT_EQUAL(md_member_name(t, MD_TOKEN(MD_METHODSPEC, 1), &type, &name), CC_OK);
    CU_ASSERT_TRUE(cc_str_eqz(cc_buf_str(&type), "T") && cc_str_eqz(name, "m"));
    cc_buf_clear(&type);
    CU_ASSERT_EQUAL(md_member_name(t, MD_TOKEN(MD_MEMBERREF, 3), &type, &name), CC_OK);
    CU_ASSERT_TRUE(cc_str_eqz(cc_buf_str(&type), "<Module>"));
    cc_buf_clear(&type);
    CU_ASSERT_EQUAL(md_type_name(t, MD_TOKEN(MD_TYPESPEC, 1), &type), CC_OK);
    CU_ASSERT_TRUE(cc_str_eqz(cc_buf_str(&type), "T<System.Int32>"));
    cc_buf_free(&root);
    cc_buf_free(&type);
    cc_arena_free(arena);
}

/* Name of document 1 of a PDB whose #Blob heap and name index are given; NULL when it is
 * refused. */
static const char *document_name(cc_span blobs, uint8_t name, cc_arena *arena) {
    uint8_t row[8] = {name};
    static const uint8_t pdb_stream[32] = {0};
    cc_buf root = {0};
    pdb_file *pdb = NULL;
    pdb_document document;
    make_metadata m = {.blobs = blobs,
                       .pdb = {pdb_stream, sizeof pdb_stream},
                       .tables = {{MD_DOCUMENT, 1, {row, sizeof row}}}};
    make_root(&root, &m);
    cc_span copy = cc_arena_copy(arena, cc_buf_span(&root));
    cc_buf_free(&root);
    CU_ASSERT_EQUAL_FATAL(pdb_open(&pdb, copy, arena), CC_OK);
    if (pdb_get_document(pdb, 1, arena, &document) != CC_OK) {
        return NULL;
    }
    CU_ASSERT_EQUAL(document.language, PDB_LANG_OTHER);
    CU_ASSERT_EQUAL(document.checksum_kind, PDB_SUM_NONE);
    return cc_arena_strdup(arena, document.name);
}

void test_document_names(void) {
    cc_arena *arena = cc_arena_new();
    cc_span slash = BYTES(0, 1, 'a', 2, 'b', 'c', 5, '/', 0, 1, 3, 1);
    CU_ASSERT_STRING_EQUAL(document_name(slash, 6, arena), "/a/bc/a");
    cc_span none = BYTES(0, 1, 'a', 2, 'b', 'c', 3, 0, 1, 3);
    CU_ASSERT_STRING_EQUAL(document_name(none, 6, arena), "abc");
    cc_span wide = BYTES(0, 1, 'a', 4, 0xC3, 0xA9, 1, 1);
    CU_ASSERT_STRING_EQUAL(document_name(wide, 3, arena), "a\xC3\xA9"
                                                          "a");
    CU_ASSERT_STRING_EQUAL(document_name(BYTES(0), 0, arena), "");
    CU_ASSERT_PTR_NULL(document_name(BYTES(0, 2, '/', 9), 1, arena));    /* no such part */
    CU_ASSERT_PTR_NULL(document_name(BYTES(0, 2, '/', 0x80), 1, arena)); /* half an index */
    CU_ASSERT_PTR_NULL(document_name(BYTES(0, 1, 0xC3), 1, arena));      /* half a separator */
    CU_ASSERT_PTR_NULL(document_name(BYTES(0, 9, '/'), 1, arena));       /* blob runs out */
    cc_arena_free(arena);
}
