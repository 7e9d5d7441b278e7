/* Set-up and tear-down of tests: constructors of classes with tests, and methods of objects that a
 * test framework calls before or after tests, which an attribute says, in classes with tests also
 * the name that an interface gives them. See mth_find_flow_parts(). */
#include "method/mth_set_up.h"
#include "metadata/md_columns.h"
#include "method/mth_test_attributes.h"

#include <string.h>

enum { MOST_BASES = 16 };

typedef struct finder {
    const md_tables *tables;
    mth_test *tests;
    bool *has_tests; /* by rid of the TypeDef, those of its own */
    bool has_any;
} finder;

static bool is_test(const mth_test *test) {
    return test->part == MTH_TEST_WHOLE || test->part == MTH_TEST_START ||
           test->part == MTH_TEST_OPEN;
}

/* The method belongs to an object, and has a body. */
static bool is_of_object(const finder *f, uint32_t rid, md_methoddef *method) {
    enum { HAS_THIS = 0x20 };
    return md_get_methoddef(f->tables, rid, method) == CC_OK && method->rva != 0 &&
           method->signature.len > 0 && (method->signature.data[0] & HAS_THIS) != 0;
}

static cc_span value_of(const finder *f, uint32_t rid) {
    enum { VOID = 0x01 };
    cc_span type = {NULL, 0};
    bool has_one =
        md_return_type(f->tables, rid, &type) && !(type.len == 1 && type.data[0] == VOID);
    return has_one ? type : (cc_span){NULL, 0};
}

static void add(finder *f, uint32_t rid) {
    if (f->tests[rid].part == MTH_TEST_NONE) {
        f->tests[rid] =
            (mth_test){.part = MTH_TEST_SET_UP, .method = rid, .value = value_of(f, rid)};
        f->has_any = true;
    }
}

/* --- by attribute ----------------------------------------------------------------------------- */

static bool is_set_up(const finder *f, uint32_t constructor) {
    cc_buf type = {0};
    cc_str member = {"", 0};
    bool is_one = md_member_name(f->tables, constructor, &type, &member) == CC_OK &&
                  (mth_roles_of_attribute(cc_buf_str(&type)) & MTH_ROLE_SET_UP) != 0;
    cc_buf_free(&type);
    return is_one;
}

static void find_by_attribute(finder *f) {
    uint32_t rows = md_row_count(f->tables, MD_CUSTOM_ATTRIBUTE);
    uint32_t count = md_row_count(f->tables, MD_METHODDEF);
    for (uint32_t row = 1; row <= rows; row++) {
        uint32_t parent = 0;
        uint32_t constructor = 0;
        md_methoddef method;
        if (md_cell(f->tables, MD_CUSTOM_ATTRIBUTE, row, MD_COL_CUSTOM_ATTRIBUTE_PARENT, &parent) &&
            MD_TOKEN_TABLE(parent) == MD_METHODDEF && MD_TOKEN_RID(parent) <= count &&
            f->tests[MD_TOKEN_RID(parent)].part == MTH_TEST_NONE &&
            is_of_object(f, MD_TOKEN_RID(parent), &method) &&
            md_cell(f->tables, MD_CUSTOM_ATTRIBUTE, row, MD_COL_CUSTOM_ATTRIBUTE_TYPE,
                    &constructor) &&
            is_set_up(f, constructor)) {
            add(f, MD_TOKEN_RID(parent));
        }
    }
}

/* --- by name ---------------------------------------------------------------------------------- */

bool mth_is_set_up_name(cc_str name) {
    static const char *const names[] = {"Dispose", "DisposeAsync", "InitializeAsync", NULL};
    size_t start = name.len;
    while (start > 0 && name.s[start - 1] != '.') {
        start--;
    }
    return cc_str_is_one_of((cc_str){name.s + start, name.len - start}, names);
}

static bool is_named(cc_str name) {
    return cc_str_eqz(name, ".ctor") || mth_is_set_up_name(name);
}

/* Tests of its own, or of a base class of the assembly. */
static bool inherits_tests(const finder *f, uint32_t type) {
    for (int i = 0; i < MOST_BASES && type != 0; i++) {
        if (f->has_tests[type]) {
            return true;
        }
        type = mth_base_type(f->tables, type);
    }
    return false;
}

static void find_by_name(finder *f) {
    uint32_t count = md_row_count(f->tables, MD_TYPEDEF);
    for (uint32_t rid = 1; rid <= count; rid++) {
        md_typedef type;
        if (md_get_typedef(f->tables, rid, &type) != CC_OK || !inherits_tests(f, rid)) {
            continue;
        }
        for (uint32_t row = type.first_method; row < type.end_method; row++) {
            md_methoddef method;
            if (is_of_object(f, row, &method) && is_named(method.name)) {
                add(f, row);
            }
        }
    }
}

static void mark_types(finder *f) {
    uint32_t count = md_row_count(f->tables, MD_METHODDEF);
    for (uint32_t rid = 1; rid <= count; rid++) {
        if (is_test(&f->tests[rid])) {
            f->has_tests[md_owner_of_method(f->tables, rid)] = true;
        }
        if (f->tests[rid].part == MTH_TEST_START) {
            f->tests[rid].value = value_of(f, rid);
        }
    }
}

/* Tests that run at the same time have no time between them. */
static void forget_boundaries(finder *f, size_t count) {
    for (size_t i = 0; i < count; i++) {
        f->tests[i].is_boundary = false;
    }
}

cc_err mth_find_flow_parts(const md_image *image, const mth_test *tests, cc_arena *arena,
                           const mth_test **out) {
    finder f = {.tables = md_image_tables(image), .has_any = tests != NULL};
    size_t count = (size_t)md_row_count(f.tables, MD_METHODDEF) + 1;
    f.tests = CC_NEW_ARRAY(arena, mth_test, count);
    f.has_tests = CC_NEW_ARRAY(arena, bool, (size_t)md_row_count(f.tables, MD_TYPEDEF) + 1);
    *out = NULL;
    if (f.tests == NULL || f.has_tests == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory for the tests of an assembly");
    }
    if (tests != NULL) {
        memcpy(f.tests, tests, count * sizeof *tests);
    }
    forget_boundaries(&f, count);
    mark_types(&f);
    find_by_attribute(&f);
    find_by_name(&f);
    *out = f.has_any ? f.tests : NULL;
    return CC_OK;
}
