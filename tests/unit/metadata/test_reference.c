/* References to other assemblies: signatures that are the same on both sides, where types are
 * defined, forwarders. */
#include <CUnit/CUnit.h>
#include <stdlib.h>
#include <string.h>

#include "metadata/golden.h"
#include "metadata/md_int.h"
#include "metadata/test_metadata.h"

#define FOLDER "golden/noreturn/Release/"

static const md_tables *open_tables(cc_arena *arena, const char *path) {
    md_image *image = NULL;
    CU_ASSERT_EQUAL_FATAL(md_image_open(&image, golden_bytes(arena, path), MD_LAYOUT_FLAT, arena),
                          CC_OK);
    return md_image_tables(image);
}

/* "Type.Name signature" of a method token; in the arena. */
static const char *spelled(const md_tables *t, uint32_t token, cc_arena *arena) {
    cc_buf type = {0};
    cc_buf sig = {0};
    cc_str name = {"", 0};
    CU_ASSERT_EQUAL(md_member_name(t, token, &type, &name), CC_OK);
    CU_ASSERT_EQUAL(md_member_signature(t, token, &sig), CC_OK);
    char *text = cc_arena_printf(arena, "%.*s.%.*s %.*s", (int)type.len, (const char *)type.data,
                                 (int)name.len, name.s, (int)sig.len, (const char *)sig.data);
    cc_buf_free(&type);
    cc_buf_free(&sig);
    return text;
}

static uint32_t find_spelled(const md_tables *t, md_table table, const char *text,
                             cc_arena *arena) {
    for (uint32_t rid = 1; rid <= md_row_count(t, table); rid++) {
        cc_span sig = {NULL, 0};
        uint32_t token = MD_TOKEN(table, rid);
        bool is_method = md_signature_of(t, token, &sig) && sig.len > 0 && sig.data[0] != 0x06;
        if (is_method && strcmp(spelled(t, token, arena), text) == 0) {
            return token;
        }
    }
    return 0;
}

/* The same spelling for the definition and for the reference from another module. */
void test_signatures_across_modules(void) {
    static const char *const methods[] = {
        "Deep.Fail.Now 0`0 System.Void()",
        "Deep.Fail/Inner.Now 0`0 System.Void()",
        "Deep.Fail.Over 0`0 System.Void(System.Int32,System.Collections.Generic.List`1<System."
        "String>)",
        "Deep.Fail.Over 0`0 System.Void(System.Int32,System.Collections.Generic.List`1<System."
        "Int32>)",
        "Deep.Fail.Generic 16`1 !!0(!!0)",
        "Deep.Fail.Generic 16`2 !!0(!!0)",
        "Deep.Fail.Later 0`0 System.Threading.Tasks.Task()",
        "Deep.Box`1.Open 32`0 System.Void(!0)",
    };
    cc_arena *arena = cc_arena_new();
    const md_tables *deep = open_tables(arena, FOLDER "Deep.dll");
    const md_tables *caller = open_tables(arena, FOLDER "Caller.dll");
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++) {
        CU_ASSERT_NOT_EQUAL(find_spelled(deep, MD_METHODDEF, methods[i], arena), 0);
        CU_ASSERT_NOT_EQUAL(find_spelled(caller, MD_MEMBERREF, methods[i], arena), 0);
    }
    cc_buf out = {0};
    CU_ASSERT_NOT_EQUAL(md_member_signature(deep, MD_TOKEN(MD_METHODDEF, 9999), &out), CC_OK);
    CU_ASSERT_NOT_EQUAL(md_member_signature(deep, MD_TOKEN(MD_TYPEDEF, 1), &out), CC_OK);
    CU_ASSERT_EQUAL(out.len, 0);
    cc_buf_free(&out);
    cc_arena_free(arena);
}

static void check_scope(const md_tables *t, const char *method, const char *assembly,
                        cc_arena *arena) {
    cc_str name = {"", 0};
    uint32_t token = find_spelled(t, MD_MEMBERREF, method, arena);
    uint32_t scope = md_member_scope(t, token);
    CU_ASSERT_EQUAL_FATAL(MD_TOKEN_TABLE(scope), MD_ASSEMBLYREF);
    CU_ASSERT(md_assembly_ref_name(t, MD_TOKEN_RID(scope), &name));
    CU_ASSERT(cc_str_eqz(name, assembly));
}

void test_member_scopes(void) {
    cc_arena *arena = cc_arena_new();
    const md_tables *t = open_tables(arena, FOLDER "Caller.dll");
    check_scope(t, "Deep.Fail/Inner.Now 0`0 System.Void()", "Facade", arena); /* nested */
    check_scope(t, "Deep.Box`1.Open 32`0 System.Void(!0)", "Facade", arena);  /* a TypeSpec */
    check_scope(t, "System.Environment.Exit 0`0 System.Void(System.Int32)", "System.Runtime",
                arena);
    uint32_t own = find_spelled(t, MD_MEMBERREF, "Caller.Cage`1.Fail 32`0 System.Void()", arena);
    CU_ASSERT_NOT_EQUAL(own, 0);
    CU_ASSERT_EQUAL(md_member_scope(t, own), 0);
    CU_ASSERT_EQUAL(md_member_scope(t, MD_TOKEN(MD_METHODDEF, 1)), 0);
    CU_ASSERT_EQUAL(md_member_scope(t, MD_TOKEN(MD_MEMBERREF, 99999)), 0);
    CU_ASSERT_EQUAL(md_member_scope(t, 0), 0);
    cc_str name = {"", 0};
    CU_ASSERT_FALSE(md_assembly_ref_name(t, 0, &name));
    CU_ASSERT_FALSE(md_assembly_ref_name(t, 9999, &name));
    CU_ASSERT_TRUE(md_refers_to(t, "System.Object", ".ctor"));
    CU_ASSERT_FALSE(md_refers_to(t, "System.Objects", ".ctor"));
    CU_ASSERT_FALSE(md_refers_to(t, "System.Object", "GetILAsByteArray"));
    cc_arena_free(arena);
}

void test_exported_types(void) {
    static const char *const wanted[] = {"Deep.Fail", "Deep.Fail/Inner", "Deep.Box`1"};
    cc_arena *arena = cc_arena_new();
    const md_tables *t = open_tables(arena, FOLDER "Facade.dll");
    unsigned found = 0;
    uint32_t count = md_row_count(t, MD_EXPORTED_TYPE);
    for (uint32_t rid = 1; rid <= count; rid++) {
        cc_buf name = {0};
        cc_str assembly = {"", 0};
        uint32_t reference = 0;
        CU_ASSERT_EQUAL(md_exported_type(t, rid, &name, &reference), CC_OK);
        CU_ASSERT(md_assembly_ref_name(t, reference, &assembly));
        CU_ASSERT(cc_str_eqz(assembly, "Deep"));
        for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++) {
            found |= cc_str_eqz(cc_buf_str(&name), wanted[i]) ? 1u << i : 0;
        }
        cc_buf_free(&name);
    }
    CU_ASSERT_EQUAL(count, 3);
    CU_ASSERT_EQUAL(found, 7);
    cc_buf name = {0};
    uint32_t reference = 0;
    CU_ASSERT_NOT_EQUAL(md_exported_type(t, count + 1, &name, &reference), CC_OK);
    CU_ASSERT_NOT_EQUAL(md_exported_type(t, 0, &name, &reference), CC_OK);
    CU_ASSERT_EQUAL(name.len, 0);
    cc_buf_free(&name);
    cc_arena_free(arena);
}

/* A facade cut anywhere is refused, or tells what is left of it. */
void test_references_truncated(void) {
    cc_arena *arena = cc_arena_new();
    cc_span whole = golden_bytes(arena, FOLDER "Facade.dll");
    for (size_t length = 0; length < whole.len; length++) {
        cc_arena *scratch = cc_arena_new();
        md_image *image = NULL;
        uint8_t *copy = (uint8_t *)malloc(length + 1); /* its end is the end of a block */
        CU_ASSERT_PTR_NOT_NULL_FATAL(copy);
        memcpy(copy, whole.data, length);
        if (md_image_open(&image, cc_span_of(copy, length), MD_LAYOUT_FLAT, scratch) == CC_OK) {
            const md_tables *t = md_image_tables(image);
            for (uint32_t rid = 1; rid <= md_row_count(t, MD_EXPORTED_TYPE); rid++) {
                cc_buf name = {0};
                uint32_t reference = 0;
                cc_err err = md_exported_type(t, rid, &name, &reference);
                CU_ASSERT(err == CC_OK || name.len == 0);
                cc_buf_free(&name);
            }
        }
        free(copy);
        cc_arena_free(scratch);
    }
    cc_arena_free(arena);
}
