/* Portable PDBs: the golden ones, and blobs made by hand. */
#include <CUnit/CUnit.h>
#include <string.h>

#include "metadata/golden.h"
#include "metadata/pdb.h"
#include "metadata/test_metadata.h"
#include "tests/tools/md_make.h"

#define GOLDEN "golden/metadata/"

static pdb_file *open_debug(cc_arena *arena) {
    pdb_file *pdb = NULL;
    CU_ASSERT_EQUAL_FATAL(pdb_open(&pdb, golden_bytes(arena, GOLDEN "debug/Shapes.pdb"), arena),
                          CC_OK);
    return pdb;
}

void test_state_machines(void) {
    enum { FETCH = 0x0A, COUNT = 0x0B, COUNT_MOVE_NEXT = 0x11, FETCH_MOVE_NEXT = 0x18 };
    cc_arena *arena = cc_arena_new();
    pdb_file *pdb = open_debug(arena);
    CU_ASSERT_EQUAL(pdb_kickoff_of(pdb, FETCH_MOVE_NEXT), FETCH);
    CU_ASSERT_EQUAL(pdb_kickoff_of(pdb, COUNT_MOVE_NEXT), COUNT);
    CU_ASSERT_EQUAL(pdb_kickoff_of(pdb, FETCH), 0);
    CU_ASSERT_EQUAL(pdb_kickoff_of(pdb, 0), 0);
    CU_ASSERT_TRUE(pdb_is_async(pdb, FETCH_MOVE_NEXT));
    CU_ASSERT_FALSE(pdb_is_async(pdb, COUNT_MOVE_NEXT));
    cc_arena_free(arena);
}

/* Row of the method with this name in the image; 0: none. */
static uint32_t method_named(const md_tables *t, const char *name) {
    md_methoddef method;
    for (uint32_t rid = 1; rid <= md_row_count(t, MD_METHODDEF); rid++) {
        if (md_get_methoddef(t, rid, &method) == CC_OK && cc_str_eqz(method.name, name)) {
            return rid;
        }
    }
    return 0;
}

/* Search() declares `found`, `w` and `e`; the enumerator and the result of each test, which are
 * locals as well, have no names. */
void test_variables(void) {
    cc_arena *arena = cc_arena_new();
    md_image *image = NULL;
    pdb_variable *variables = NULL;
    uint32_t count = 0;
    CU_ASSERT_EQUAL_FATAL(md_image_open(&image, golden_bytes(arena, GOLDEN "debug/Shapes.dll"),
                                        MD_LAYOUT_FLAT, arena),
                          CC_OK);
    uint32_t search = method_named(md_image_tables(image), "Search");
    pdb_file *pdb = open_debug(arena);
    CU_ASSERT_EQUAL_FATAL(pdb_get_variables(pdb, search, arena, &variables, &count), CC_OK);
    CU_ASSERT_EQUAL_FATAL(count, 3);
    for (uint32_t i = 0; i < count; i++) {
        CU_ASSERT(variables[i].start < variables[i].end);
        CU_ASSERT(i == 0 || variables[i].slot > variables[0].slot);
        CU_ASSERT(variables[i].end <= variables[0].end); /* the scope of `found` is the method */
    }
    CU_ASSERT_EQUAL(pdb_get_variables(pdb, 0, arena, &variables, &count), CC_OK);
    CU_ASSERT_EQUAL(count, 0);
    CU_ASSERT_EQUAL(pdb_get_variables(pdb, 0xFFFFFF, arena, &variables, &count), CC_OK);
    CU_ASSERT_EQUAL(count, 0);
    cc_arena_free(arena);
}

static void check_documents(const pdb_file *pdb, cc_arena *arena) {
    pdb_document document;
    CU_ASSERT_EQUAL_FATAL(pdb_document_count(pdb), 2);
    CU_ASSERT_EQUAL(pdb_get_document(pdb, 1, arena, &document), CC_OK);
    CU_ASSERT_TRUE(cc_str_eqz(document.name, "/_/Shapes.cs"));
    CU_ASSERT_EQUAL(document.language, PDB_LANG_CSHARP);
    CU_ASSERT_EQUAL(document.checksum_kind, PDB_SUM_SHA256);
    CU_ASSERT_EQUAL(document.checksum.len, 32);
    CU_ASSERT_EQUAL(pdb_get_document(pdb, 2, arena, &document), CC_OK);
    CU_ASSERT_TRUE(cc_str_eqz(document.name, "/_/Generated.cs"));
    CU_ASSERT_EQUAL(pdb_get_document(pdb, 3, arena, &document), CC_E_FORMAT);
    CU_ASSERT_EQUAL(pdb_get_document(pdb, 0, arena, &document), CC_E_FORMAT);
    cc_span json = pdb_source_link(pdb);
    CU_ASSERT_TRUE(json.len > 12 && memcmp(json.data, "{\"documents\"", 12) == 0);
}

void test_documents(void) {
    cc_arena *arena = cc_arena_new();
    pdb_file *pdb = open_debug(arena);
    check_documents(pdb, arena);
    CU_ASSERT_FALSE(pdb_has_embedded_source(pdb, 1));
    cc_str value = {"", 0};
    CU_ASSERT_TRUE(pdb_has_compilation_options(pdb));
    CU_ASSERT_TRUE(pdb_compilation_option(pdb, "language", &value));
    CU_ASSERT_TRUE(cc_str_eqz(value, "C#"));
    CU_ASSERT_FALSE(pdb_compilation_option(pdb, "no such option", &value));
    CU_ASSERT_EQUAL(pdb_optimised(pdb), PDB_OPTIMISATION_OFF);
    cc_arena_free(arena);
}

void test_embedded(void) {
    cc_arena *arena = cc_arena_new();
    md_image *image = NULL;
    md_debug_info info;
    cc_span bytes;
    pdb_file *pdb = NULL;
    bytes = golden_bytes(arena, GOLDEN "release/Shapes.dll");
    CU_ASSERT_EQUAL_FATAL(md_image_open(&image, bytes, MD_LAYOUT_FLAT, arena), CC_OK);
    CU_ASSERT_EQUAL_FATAL(md_image_debug_info(image, &info), CC_OK);
    CU_ASSERT_EQUAL_FATAL(pdb_inflate(&info, arena, &bytes), CC_OK);
    CU_ASSERT_EQUAL(bytes.len, info.embedded_size);
    CU_ASSERT_EQUAL_FATAL(pdb_open(&pdb, bytes, arena), CC_OK);
    CU_ASSERT_TRUE(pdb_matches(pdb, &info));
    check_documents(pdb, arena);
    CU_ASSERT_TRUE(pdb_has_embedded_source(pdb, 1));
    CU_ASSERT_TRUE(pdb_has_embedded_source(pdb, 2));
    CU_ASSERT_FALSE(pdb_has_embedded_source(pdb, 3));
    CU_ASSERT_EQUAL(pdb_optimised(pdb), PDB_OPTIMISATION_ON);
    cc_span source = {NULL, 0};
    CU_ASSERT_TRUE_FATAL(pdb_embedded_source(pdb, 1, &source));
    CU_ASSERT_EQUAL(pdb_inflate_source(source, arena, &bytes), CC_OK);
    CU_ASSERT_TRUE(cc_span_eq(bytes, golden_bytes(arena, GOLDEN "Shapes.cs")));
    /* the compiler of F# writes no options down */
    bytes = golden_bytes(arena, "golden/idioms/Release/IdiomsFSharp.pdb");
    CU_ASSERT_EQUAL_FATAL(pdb_open(&pdb, bytes, arena), CC_OK);
    CU_ASSERT_EQUAL(pdb_optimised(pdb), PDB_OPTIMISATION_UNKNOWN);
    cc_arena_free(arena);
}

/* A number before tells the size of what is deflated, 0 of a text that is not. */
void test_embedded_forms(void) {
    static const struct {
        const char *bytes;
        size_t size;
        cc_err expected;
        const char *text;
    } rows[] = {
        {"\0\0\0\0abc", 7, CC_OK, "abc"},
        {"\0\0\0\0", 4, CC_OK, ""},
        {"\3\0\0\0\x01\x03\x00\xFC\xFF"
         "abc",
         12, CC_OK, "abc"},
        {"\4\0\0\0\x01\x03\x00\xFC\xFF"
         "abc",
         12, CC_E_FORMAT, ""},
        {"\3\0\0\0\x01\x03", 6, CC_E_FORMAT, ""},
        {"\0\0\x10\0\x01\x03", 6, CC_E_FORMAT, ""},
        {"\1\0\0\1\x01\x03", 6, CC_E_LIMIT, ""}, /* PDB_MAX_SOURCE and one */
        {"\xFF\xFF\xFF\xFF"
         "abc",
         7, CC_E_FORMAT, ""},
        {"\0\0\0", 3, CC_E_FORMAT, ""},
        {"", 0, CC_E_FORMAT, ""},
    };
    cc_arena *arena = cc_arena_new();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cc_span text = {NULL, 0};
        cc_span stored = cc_span_of(rows[i].bytes, rows[i].size);
        CU_ASSERT_EQUAL(pdb_inflate_source(stored, arena, &text), rows[i].expected);
        CU_ASSERT_TRUE(cc_span_eq(text, cc_span_of(rows[i].text, strlen(rows[i].text))));
    }
    cc_arena_free(arena);
}

void test_inflate_refuses(void) {
    /* A stored block of three bytes. */
    static const uint8_t stored[] = {0x01, 0x03, 0x00, 0xFC, 0xFF, 'a', 'b', 'c'};
    cc_arena *arena = cc_arena_new();
    cc_span out = {NULL, 0};
    md_debug_info info = {.embedded = cc_span_of(stored, sizeof stored), .embedded_size = 3};
    CU_ASSERT_EQUAL(pdb_inflate(&info, arena, &out), CC_OK);
    CU_ASSERT_TRUE(out.len == 3 && memcmp(out.data, "abc", 3) == 0);
    info.embedded_size = 2;
    CU_ASSERT_EQUAL(pdb_inflate(&info, arena, &out), CC_E_FORMAT);
    info.embedded_size = 4;
    CU_ASSERT_EQUAL(pdb_inflate(&info, arena, &out), CC_E_FORMAT);
    info.embedded_size = 1u << 29;
    CU_ASSERT_EQUAL(pdb_inflate(&info, arena, &out), CC_E_FORMAT);
    CU_ASSERT_TRUE(cc_arena_size(arena) < 1u << 20);
    info.embedded_size = PDB_MAX_INFLATED + 1;
    CU_ASSERT_EQUAL(pdb_inflate(&info, arena, &out), CC_E_LIMIT);
    info.embedded = (cc_span){NULL, 0};
    CU_ASSERT_EQUAL(pdb_inflate(&info, arena, &out), CC_E_NOTFOUND);
    for (size_t len = 0; len < sizeof stored; len++) {
        info = (md_debug_info){.embedded = cc_span_of(stored, len), .embedded_size = 3};
        CU_ASSERT_EQUAL(pdb_inflate(&info, arena, &out), CC_E_FORMAT);
    }
    cc_arena_free(arena);
}

void test_windows_pdb(void) {
    static const char bytes[] = "Microsoft C/C++ MSF 7.00\r\n\032DS";
    cc_arena *arena = cc_arena_new();
    pdb_file *pdb = NULL;
    CU_ASSERT_EQUAL(pdb_open(&pdb, cc_span_of(bytes, sizeof bytes), arena), CC_E_UNSUPPORTED);
    CU_ASSERT_PTR_NOT_NULL(strstr(cc_error_message(), "portable"));
    cc_arena_free(arena);
}

/* A PDB of one method whose points blob is given, and two documents. `row_document`: the column. */
static cc_err points_of(cc_span blob, uint16_t row_document, cc_arena *arena, pdb_point **points,
                        uint32_t *count) {
    static const uint8_t documents[2 * 8] = {0};
    cc_buf heap = {0};
    cc_buf rows = {0};
    cc_buf pdb_stream = {0};
    cc_buf root = {0};
    pdb_file *pdb = NULL;
    cc_buf_u8(&heap, 0);
    cc_buf_u8(&heap, (uint8_t)blob.len);
    cc_buf_span_put(&heap, blob);
    cc_buf_u16(&rows, row_document);
    cc_buf_u16(&rows, 1);
    for (int i = 0; i < 32; i++) {
        cc_buf_u8(&pdb_stream, 0);
    }
    make_metadata m = {.blobs = cc_buf_span(&heap),
                       .pdb = cc_buf_span(&pdb_stream),
                       .tables = {{MD_DOCUMENT, 2, {documents, sizeof documents}},
                                  {MD_METHOD_DEBUG_INFORMATION, 1, cc_buf_span(&rows)}}};
    make_root(&root, &m);
    CU_ASSERT_EQUAL_FATAL(pdb_open(&pdb, cc_arena_copy(arena, cc_buf_span(&root)), arena), CC_OK);
    cc_buf_free(&heap);
    cc_buf_free(&rows);
    cc_buf_free(&pdb_stream);
    cc_buf_free(&root);
    return pdb_get_points(pdb, 1, arena, points, count);
}

#define POINTS(row_document, ...)                                                                  \
    points_of(cc_span_of((const uint8_t[]){__VA_ARGS__}, sizeof((const uint8_t[]){__VA_ARGS__})),  \
              row_document, arena, &points, &count)

void test_point_records(void) {
    cc_arena *arena = cc_arena_new();
    pdb_point *points = NULL;
    uint32_t count = 0;
    /* locals 0; document 1; 0: hidden; 2: line 10 col 5 to 12 col 3 (-2); document 2; 4: line 9
     * (-1), col 1 (-4), one line, 3 columns. */
    CU_ASSERT_EQUAL(POINTS(0, 0, 1, 0, 0, 0, 2, 2, 0x7D, 10, 5, 0, 2, 4, 0, 3, 0x7F, 0x79), CC_OK);
    CU_ASSERT_EQUAL_FATAL(count, 3);
    CU_ASSERT_TRUE(points[0].hidden && points[0].offset == 0 && points[0].document == 1);
    CU_ASSERT_EQUAL(points[0].start_line, 0);
    CU_ASSERT_TRUE(!points[1].hidden && points[1].offset == 2 && points[1].document == 1);
    CU_ASSERT_TRUE(points[1].start_line == 10 && points[1].end_line == 12);
    CU_ASSERT_TRUE(points[1].start_column == 5 && points[1].end_column == 3);
    CU_ASSERT_TRUE(!points[2].hidden && points[2].offset == 6 && points[2].document == 2);
    CU_ASSERT_TRUE(points[2].start_line == 9 && points[2].end_line == 9);
    CU_ASSERT_TRUE(points[2].start_column == 1 && points[2].end_column == 4);
    /* A point on line 0 or 0xFEEFEE is on no line: hidden. */
    CU_ASSERT_EQUAL(POINTS(1, 0, 0, 0, 1, 0, 0, 3, 0, 1, 0x0E, 0x02), CC_OK);
    CU_ASSERT_TRUE(count == 2 && points[0].hidden && points[1].start_line == 7);
    CU_ASSERT_EQUAL(POINTS(1, 0, 0, 0, 1, 0xC0, 0xFE, 0xEF, 0xEE, 1), CC_OK);
    CU_ASSERT_TRUE(count == 1 && points[0].hidden);
    /* No records: no points. */
    CU_ASSERT_EQUAL(POINTS(1, 0), CC_OK);
    CU_ASSERT_EQUAL(count, 0);
    cc_arena_free(arena);
}

void test_point_lies(void) {
    static const uint8_t whole[] = {0, 1, 0, 0, 0, 2, 2, 0x7D, 10, 5, 0, 2, 4, 0, 3, 0x7F, 0x79};
    /* Lengths at which the blob is whole: after the header and after each record. */
    static const uint8_t sound[] = {2, 5, 10, 12};
    cc_arena *arena = cc_arena_new();
    pdb_point *points = NULL;
    uint32_t count = 0;
    for (uint8_t len = 0; len < sizeof whole; len++) {
        cc_err err = points_of(cc_span_of(whole, len), 0, arena, &points, &count);
        bool is_sound = memchr(sound, len, sizeof sound) != NULL;
        CU_ASSERT_EQUAL(err, is_sound ? CC_OK : CC_E_FORMAT);
    }
    CU_ASSERT_EQUAL(POINTS(3, 0), CC_E_FORMAT);                         /* no document 3 */
    CU_ASSERT_EQUAL(POINTS(0, 0, 0), CC_E_FORMAT);                      /* document 0 */
    CU_ASSERT_EQUAL(POINTS(1, 0, 0, 0, 0, 0, 9, 1, 0, 0), CC_E_FORMAT); /* document 9 */
    CU_ASSERT_EQUAL(POINTS(1, 0, 0, 0, 1, 5, 5, 1, 0, 1, 0x7F, 0x75), CC_E_FORMAT); /* column < 0 */
    CU_ASSERT_EQUAL(POINTS(1, 0, 0, 0, 1, 5, 5, 1, 0, 1, 0x75, 0x00), CC_E_FORMAT); /* line < 0 */
    CU_ASSERT_EQUAL(POINTS(1, 0, 0, 1, 0, 0xDF, 0xFF, 0xFF, 0xFF, 1), CC_E_FORMAT); /* line 2^29 */
    CU_ASSERT_EQUAL(POINTS(1, 0, 0, 0, 1, 5, 0xC0, 1, 0, 0), CC_E_FORMAT); /* column 2^16 */
    CU_ASSERT_EQUAL(POINTS(1, 0, 0xDF, 0xFF, 0xFF, 0xFF, 0, 0, 1, 0, 0), CC_E_FORMAT); /* offset */
    cc_arena_free(arena);
}
