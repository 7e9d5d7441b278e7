/* The golden assemblies against what independent readers said of them (tests/golden/metadata). */
#include <CUnit/CUnit.h>
#include <inttypes.h>
#include <string.h>

#include "metadata/golden.h"
#include "metadata/test_metadata.h"
#include "tests/tools/walk.h"

#define GOLDEN "golden/metadata/"

typedef struct fixture {
    cc_arena *arena;
    md_image *image;
    const md_tables *t;
} fixture;

static fixture open_golden(const char *path) {
    fixture f = {.arena = cc_arena_new()};
    cc_span bytes = golden_bytes(f.arena, path);
    CU_ASSERT_EQUAL_FATAL(md_image_open(&f.image, bytes, MD_LAYOUT_FLAT, f.arena), CC_OK);
    f.t = md_image_tables(f.image);
    return f;
}

static void count_error(void *ctx, uint32_t token) {
    (void)ctx;
    (void)token;
    CU_FAIL("an error in a golden file");
}

static void write_method(void *ctx, uint32_t token, cc_str type, cc_str name, cc_str signature,
                         cc_str returns) {
    cc_buf *out = ctx;
    cc_buf_printf(out, "%08" PRIx32 "\t%.*s\t%.*s\t%.*s\t%.*s\n", token, (int)type.len, type.s,
                  (int)name.len, name.s, (int)signature.len, signature.s, (int)returns.len,
                  returns.s);
}

static void write_point(void *ctx, uint32_t token, const pdb_point *p) {
    cc_buf *out = ctx;
    cc_buf_printf(out,
                  "%08" PRIx32 "\t%" PRIu32 "\t%" PRIu32 "\t%d\t%" PRIu32 "\t%" PRIu32 "\t%" PRIu32
                  "\t%" PRIu32 "\n",
                  token, p->offset, p->document, p->hidden, p->start_line, p->start_column,
                  p->end_line, p->end_column);
}

static walk_counts write_names(const md_image *image, cc_buf *out) {
    walk_counts counts = {0};
    walk_sink sink = {.ctx = out, .error = count_error, .method = write_method};
    walk_image(image, &counts, &sink);
    return counts;
}

static void names_equal(const char *image_path, const char *expected_path) {
    fixture f = open_golden(image_path);
    cc_buf out = {0};
    walk_counts counts = write_names(f.image, &out);
    CU_ASSERT_EQUAL(counts.errors, 0);
    CU_ASSERT_TRUE(counts.methods > 20);
    CU_ASSERT_TRUE(cc_span_eq(cc_buf_span(&out), golden_bytes(f.arena, expected_path)));
    cc_buf_free(&out);
    cc_arena_free(f.arena);
}

void test_names_equal_cecil(void) {
    names_equal(GOLDEN "debug/Shapes.dll", GOLDEN "debug/names.txt");
    names_equal(GOLDEN "release/Shapes.dll", GOLDEN "release/names.txt");
}

static void points_equal(cc_span pdb_bytes, const char *expected_path, cc_arena *arena) {
    pdb_file *pdb = NULL;
    cc_buf out = {0};
    walk_counts counts = {0};
    walk_sink sink = {.ctx = &out, .error = count_error, .point = write_point};
    CU_ASSERT_EQUAL_FATAL(pdb_open(&pdb, pdb_bytes, arena), CC_OK);
    walk_pdb(pdb, &counts, &sink);
    CU_ASSERT_EQUAL(counts.errors, 0);
    CU_ASSERT_TRUE(cc_span_eq(cc_buf_span(&out), golden_bytes(arena, expected_path)));
    cc_buf_free(&out);
}

void test_points_equal_srm(void) {
    fixture f = open_golden(GOLDEN "release/Shapes.dll");
    md_debug_info info;
    cc_span embedded;
    points_equal(golden_bytes(f.arena, GOLDEN "debug/Shapes.pdb"), GOLDEN "debug/points.txt",
                 f.arena);
    CU_ASSERT_EQUAL_FATAL(md_image_debug_info(f.image, &info), CC_OK);
    CU_ASSERT_EQUAL_FATAL(pdb_inflate(&info, f.arena, &embedded), CC_OK);
    points_equal(embedded, GOLDEN "release/points.txt", f.arena);
    cc_arena_free(f.arena);
}

void test_mapped_equals_flat(void) {
    fixture f = open_golden(GOLDEN "release/Shapes.dll");
    cc_span mapped = golden_mapped(f.arena, md_image_bytes(f.image));
    md_image *image = NULL;
    md_debug_info info;
    md_debug_info mapped_info;
    cc_buf out = {0};
    CU_ASSERT_EQUAL_FATAL(md_image_open(&image, mapped, MD_LAYOUT_MAPPED, f.arena), CC_OK);
    CU_ASSERT_EQUAL(md_image_layout(image), MD_LAYOUT_MAPPED);
    CU_ASSERT_EQUAL(md_image_layout(f.image), MD_LAYOUT_FLAT);
    (void)write_names(image, &out);
    CU_ASSERT_TRUE(
        cc_span_eq(cc_buf_span(&out), golden_bytes(f.arena, GOLDEN "release/names.txt")));
    CU_ASSERT_EQUAL(md_image_debug_info(f.image, &info), CC_OK);
    CU_ASSERT_EQUAL(md_image_debug_info(image, &mapped_info), CC_OK);
    CU_ASSERT_TRUE(info.embedded.len > 0);
    CU_ASSERT_TRUE(cc_span_eq(info.embedded, mapped_info.embedded));
    cc_span body;
    cc_span mapped_body;
    md_methoddef method;
    CU_ASSERT_EQUAL(md_get_methoddef(f.t, 2, &method), CC_OK);
    CU_ASSERT_EQUAL(md_image_at_rva(f.image, method.rva, &body), CC_OK);
    CU_ASSERT_EQUAL(md_image_at_rva(image, method.rva, &mapped_body), CC_OK);
    CU_ASSERT_TRUE(body.len >= 16 && mapped_body.len >= 16 &&
                   memcmp(body.data, mapped_body.data, 16) == 0);
    cc_buf_free(&out);
    cc_arena_free(f.arena);
}

void test_extent(void) {
    fixture f = open_golden(GOLDEN "debug/Shapes.dll");
    cc_span bytes = md_image_bytes(f.image);
    cc_span page = {bytes.data, 0x400};
    size_t size = 0;
    CU_ASSERT_EQUAL(md_image_extent(page, MD_LAYOUT_FLAT, &size), CC_OK);
    CU_ASSERT_EQUAL(size, bytes.len);
    CU_ASSERT_EQUAL(md_image_extent(page, MD_LAYOUT_MAPPED, &size), CC_OK);
    CU_ASSERT_TRUE(size > bytes.len && size % 0x1000 == 0);
    CU_ASSERT_EQUAL(md_image_extent((cc_span){bytes.data, 0x40}, MD_LAYOUT_FLAT, &size),
                    CC_E_TRUNCATED);
    cc_span nothing = {NULL, 0};
    CU_ASSERT_EQUAL(md_image_at_rva(f.image, 0xFFFFFF00, &nothing), CC_E_FORMAT);
    CU_ASSERT_EQUAL(md_image_at_rva(f.image, 0, &nothing), CC_E_FORMAT);
    cc_arena_free(f.arena);
}

void test_debug_info(void) {
    fixture f = open_golden(GOLDEN "debug/Shapes.dll");
    md_debug_info info;
    pdb_file *pdb = NULL;
    uint8_t id[20];
    CU_ASSERT_EQUAL(md_image_debug_info(f.image, &info), CC_OK);
    CU_ASSERT_TRUE(info.has_codeview && info.is_portable && info.is_reproducible);
    CU_ASSERT_TRUE(cc_str_eqz(info.pdb_path, "/_/debug/Shapes.pdb"));
    CU_ASSERT_TRUE(cc_str_eqz(info.checksum_algorithm, "SHA256"));
    CU_ASSERT_EQUAL(info.checksum.len, 32);
    CU_ASSERT_PTR_NULL(info.embedded.data);
    cc_span bytes = golden_bytes(f.arena, GOLDEN "debug/Shapes.pdb");
    CU_ASSERT_EQUAL_FATAL(pdb_open(&pdb, bytes, f.arena), CC_OK);
    CU_ASSERT_TRUE(pdb_matches(pdb, &info));
    pdb_id(pdb, id);
    CU_ASSERT_EQUAL(memcmp(id, info.pdb_id, sizeof id), 0);
    info.pdb_id[19] ^= 1;
    CU_ASSERT_FALSE(pdb_matches(pdb, &info));
    CU_ASSERT_FALSE(md_image_is_ready_to_run(f.image));
    CU_ASSERT_EQUAL(md_image_entry_point(f.image), 0);
    CU_ASSERT_NOT_EQUAL(md_image_timestamp(f.image), 0);
    cc_arena_free(f.arena);
}

/* TypeDef rid by full name; 0 when there is none. */
static uint32_t type_named(const md_tables *t, const char *name) {
    cc_buf text = {0};
    uint32_t found = 0;
    for (uint32_t rid = 1; found == 0 && rid <= md_row_count(t, MD_TYPEDEF); rid++) {
        cc_buf_clear(&text);
        CU_ASSERT_EQUAL(md_type_name(t, MD_TOKEN(MD_TYPEDEF, rid), &text), CC_OK);
        found = cc_str_eqz(cc_buf_str(&text), name) ? rid : 0;
    }
    cc_buf_free(&text);
    CU_ASSERT_NOT_EQUAL(found, 0);
    return found;
}

static uint32_t method_named(const md_tables *t, const char *type, const char *name) {
    md_typedef owner;
    CU_ASSERT_EQUAL_FATAL(md_get_typedef(t, type_named(t, type), &owner), CC_OK);
    for (uint32_t rid = owner.first_method; rid < owner.end_method; rid++) {
        md_methoddef method;
        CU_ASSERT_EQUAL(md_get_methoddef(t, rid, &method), CC_OK);
        if (cc_str_eqz(method.name, name)) {
            return rid;
        }
    }
    CU_FAIL("no such method");
    return 0;
}

void test_attributes(void) {
    fixture f = open_golden(GOLDEN "debug/Shapes.dll");
    uint32_t shapes = MD_TOKEN(MD_TYPEDEF, type_named(f.t, "Golden.Shapes`1"));
    uint32_t fetch = MD_TOKEN(MD_METHODDEF, method_named(f.t, "Golden.Machines", "Fetch"));
    uint32_t cursor = 0;
    cc_buf name = {0};
    cc_span value = {NULL, 0};
    bool found = false;
    while (md_next_attribute(f.t, shapes, &cursor, &name, &value)) {
        if (cc_str_eqz(cc_buf_str(&name), "System.ObsoleteAttribute")) {
            /* prolog 0x0001, then the string with its length */
            found =
                value.len >= 9 && value.data[2] == 6 && memcmp(value.data + 3, "shapes", 6) == 0;
        }
        cc_buf_clear(&name);
    }
    CU_ASSERT_TRUE(found);
    CU_ASSERT_FALSE(md_next_attribute(f.t, shapes, &cursor, &name, &value));
    CU_ASSERT_TRUE(md_has_attribute(f.t, shapes, "System.ObsoleteAttribute"));
    CU_ASSERT_FALSE(md_has_attribute(f.t, shapes, "System.Obsolete"));
    CU_ASSERT_TRUE(
        md_has_attribute(f.t, fetch, "System.Runtime.CompilerServices.AsyncStateMachineAttribute"));
    CU_ASSERT_TRUE(
        md_has_attribute(f.t, MD_TOKEN(MD_ASSEMBLY, 1),
                         "System.Runtime.CompilerServices.RuntimeCompatibilityAttribute"));
    CU_ASSERT_FALSE(md_has_attribute(f.t, MD_TOKEN(MD_TYPEDEF, 0xFFFFFF), "System.Obsolete"));
    cc_buf_free(&name);
    cc_arena_free(f.arena);
}

void test_interfaces(void) {
    fixture f = open_golden(GOLDEN "debug/Shapes.dll");
    uint32_t shapes = type_named(f.t, "Golden.Shapes`1");
    uint32_t count = type_named(f.t, "Golden.Machines/<Count>d__1");
    CU_ASSERT_TRUE(md_implements(f.t, shapes, "System.IDisposable"));
    CU_ASSERT_FALSE(md_implements(f.t, shapes, "System.Collections.IEnumerator"));
    CU_ASSERT_TRUE(md_implements(f.t, count, "System.Collections.IEnumerator"));
    CU_ASSERT_TRUE(md_implements(f.t, count, "System.Collections.Generic.IEnumerator`1"));
    CU_ASSERT_EQUAL(md_enclosing_type(f.t, count), type_named(f.t, "Golden.Machines"));
    CU_ASSERT_EQUAL(md_enclosing_type(f.t, shapes), 0);
    cc_arena_free(f.arena);
}

void test_members(void) {
    fixture f = open_golden(GOLDEN "debug/Shapes.dll");
    uint32_t shapes = type_named(f.t, "Golden.Shapes`1");
    cc_buf type = {0};
    cc_str name;
    bool field_found = false;
    bool get_result_found = false;
    for (uint32_t rid = 1; rid <= md_row_count(f.t, MD_MEMBERREF); rid++) {
        uint32_t token = MD_TOKEN(MD_MEMBERREF, rid);
        cc_buf_clear(&type);
        CU_ASSERT_EQUAL(md_member_name(f.t, token, &type, &name), CC_OK);
        cc_str alone = {"", 0};
        CU_ASSERT_EQUAL(md_member_name(f.t, token, NULL, &alone), CC_OK);
        CU_ASSERT_TRUE(cc_str_eq(alone, name));
        cc_str type_name = cc_buf_str(&type);
        if (cc_str_eqz(name, "flag")) { /* used inside its own type: through Shapes`1<!0> */
            field_found = cc_str_eqz(type_name, "Golden.Shapes`1") &&
                          md_member_owner(f.t, token) == shapes &&
                          md_field_kind(f.t, token) == MD_KIND_BOOL;
        } else if (cc_str_eqz(name, "GetResult")) {
            get_result_found =
                cc_str_eqz(type_name, "System.Runtime.CompilerServices.TaskAwaiter`1") &&
                md_member_owner(f.t, token) == 0 && md_method_in_module(f.t, token) == 0;
        }
    }
    CU_ASSERT_TRUE(field_found);
    CU_ASSERT_TRUE(get_result_found);
    uint32_t map = method_named(f.t, "Golden.Shapes`1", "Map");
    CU_ASSERT_EQUAL(md_owner_of_method(f.t, map), shapes);
    CU_ASSERT_EQUAL(md_method_in_module(f.t, MD_TOKEN(MD_METHODDEF, map)), map);
    CU_ASSERT_EQUAL(md_member_owner(f.t, MD_TOKEN(MD_METHODDEF, map)), shapes);
    CU_ASSERT_NOT_EQUAL(md_member_name(f.t, MD_TOKEN(MD_MEMBERREF, 0xFFFF), &type, &name), CC_OK);
    cc_buf_free(&type);
    cc_arena_free(f.arena);
}

void test_callsites(void) {
    fixture f = open_golden(GOLDEN "debug/Shapes.dll");
    md_callsite site;
    uint32_t map = MD_TOKEN(MD_METHODDEF, method_named(f.t, "Golden.Shapes`1", "Map"));
    CU_ASSERT_TRUE(md_callsite_of(f.t, map, &site));
    CU_ASSERT_TRUE(site.params == 4 && site.has_this && !site.returns_void);
    CU_ASSERT_EQUAL(site.result, MD_KIND_UNKNOWN);
    uint32_t flag = MD_TOKEN(MD_METHODDEF, method_named(f.t, "Golden.Shapes`1", "get_Flag"));
    CU_ASSERT_TRUE(md_callsite_of(f.t, flag, &site));
    CU_ASSERT_EQUAL(site.result, MD_KIND_BOOL);
    uint32_t pointers = MD_TOKEN(MD_METHODDEF, method_named(f.t, "Golden.Shapes`1", "Pointers"));
    CU_ASSERT_TRUE(md_callsite_of(f.t, pointers, &site));
    CU_ASSERT_TRUE(site.params == 3 && !site.has_this && site.returns_void);
    bool calli_found = false;
    for (uint32_t rid = 1; rid <= md_row_count(f.t, MD_STANDALONE_SIG); rid++) {
        if (md_callsite_of(f.t, MD_TOKEN(MD_STANDALONE_SIG, rid), &site)) {
            calli_found = site.params == 2 && site.returns_void && !site.has_this;
        }
    }
    CU_ASSERT_TRUE(calli_found);
    uint32_t set_flag = MD_TOKEN(MD_METHODDEF, method_named(f.t, "Golden.Shapes`1", "set_Flag"));
    CU_ASSERT_EQUAL(md_parameter_kind(f.t, set_flag, 0), MD_KIND_BOOL);
    CU_ASSERT_EQUAL(md_parameter_kind(f.t, set_flag, 1), MD_KIND_UNKNOWN);
    CU_ASSERT_EQUAL(md_parameter_kind(f.t, map, 2), MD_KIND_BOOLS); /* ref bool, after others */
    CU_ASSERT_EQUAL(md_parameter_kind(f.t, MD_TOKEN(MD_FIELD, 1), 0), MD_KIND_UNKNOWN);
    CU_ASSERT_FALSE(md_callsite_of(f.t, MD_TOKEN(MD_FIELD, 1), &site));
    CU_ASSERT_FALSE(md_callsite_of(f.t, MD_TOKEN(MD_METHODDEF, 0x1000), &site));
    cc_arena_free(f.arena);
}

void test_kinds(void) {
    fixture f = open_golden(GOLDEN "debug/Shapes.dll");
    md_kind *kinds = NULL;
    uint32_t count = 0;
    md_callsite self;
    uint32_t set_flag = method_named(f.t, "Golden.Shapes`1", "set_Flag");
    CU_ASSERT_EQUAL(md_arg_kinds(f.t, set_flag, f.arena, &kinds, &count, &self), CC_OK);
    CU_ASSERT_EQUAL_FATAL(count, 2);
    CU_ASSERT_TRUE(kinds[0] == MD_KIND_OTHER && kinds[1] == MD_KIND_BOOL && self.returns_void);
    uint32_t map = method_named(f.t, "Golden.Shapes`1", "Map");
    CU_ASSERT_EQUAL(md_arg_kinds(f.t, map, f.arena, &kinds, &count, &self), CC_OK);
    CU_ASSERT_EQUAL_FATAL(count, 5);
    CU_ASSERT_EQUAL(kinds[3], MD_KIND_BOOLS); /* ref bool */
    uint32_t draw = method_named(f.t, "Golden.IShape", "Draw");
    CU_ASSERT_EQUAL(md_arg_kinds(f.t, draw, f.arena, &kinds, &count, &self), CC_OK);
    CU_ASSERT_EQUAL(self.result, MD_KIND_BOOL);
    bool has_bool_local = false;
    for (uint32_t rid = 1; rid <= md_row_count(f.t, MD_STANDALONE_SIG); rid++) {
        uint32_t token = MD_TOKEN(MD_STANDALONE_SIG, rid);
        cc_err err = md_local_kinds(f.t, token, f.arena, &kinds, &count);
        for (uint32_t i = 0; err == CC_OK && i < count; i++) {
            has_bool_local |= kinds[i] == MD_KIND_BOOL;
        }
    }
    CU_ASSERT_TRUE(has_bool_local);
    CU_ASSERT_EQUAL(md_local_kinds(f.t, 0, f.arena, &kinds, &count), CC_OK);
    CU_ASSERT_EQUAL(count, 0);
    CU_ASSERT_EQUAL(md_local_kinds(f.t, MD_TOKEN(MD_FIELD, 1), f.arena, &kinds, &count),
                    CC_E_FORMAT);
    CU_ASSERT_EQUAL(md_field_kind(f.t, MD_TOKEN(MD_FIELD, 1)), MD_KIND_BOOL);
    CU_ASSERT_EQUAL(md_field_kind(f.t, MD_TOKEN(MD_FIELD, 2)), MD_KIND_UNKNOWN);
    CU_ASSERT_EQUAL(md_type_kind(f.t, MD_TOKEN(MD_TYPEDEF, 2)), MD_KIND_OTHER);
    CU_ASSERT_EQUAL(md_type_kind(f.t, MD_TOKEN(MD_TYPEREF, 0xFFFF)), MD_KIND_UNKNOWN);
    CU_ASSERT_EQUAL(md_type_kind(f.t, MD_TOKEN(MD_TYPESPEC, 0xFFFF)), MD_KIND_UNKNOWN);
    cc_arena_free(f.arena);
}
