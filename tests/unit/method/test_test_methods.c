/* Which methods are tests, on the golden assembly of tests. Runs in the tests directory. */
#include <CUnit/CUnit.h>
#include <stdlib.h>
#include <string.h>

#include "base/cc_file.h"
#include "method/mth_test_methods.h"
#include "test_main.h"

#define GOLDEN "golden/tests/"

typedef struct fixture {
    cc_arena *arena;
    uint8_t *bytes;
    size_t size;
    md_image *image;
    const md_tables *tables;
} fixture;

static void open_bytes(fixture *f) {
    CU_ASSERT_EQUAL_FATAL(
        md_image_open(&f->image, cc_span_of(f->bytes, f->size), MD_LAYOUT_FLAT, f->arena), CC_OK);
    f->tables = md_image_tables(f->image);
}

static fixture open_golden(const char *path) {
    fixture f = {.arena = cc_arena_new()};
    cc_mapped_file file;
    CU_ASSERT_EQUAL_FATAL(cc_file_map(&file, path, false), CC_OK);
    f.size = file.bytes.len;
    f.bytes = malloc(f.size);
    CU_ASSERT_PTR_NOT_NULL_FATAL(f.bytes);
    memcpy(f.bytes, file.bytes.data, f.size);
    cc_file_unmap(&file);
    open_bytes(&f);
    return f;
}

static void close_golden(fixture *f) {
    cc_arena_free(f->arena);
    free(f->bytes);
}

static uint32_t rid_of(const fixture *f, const char *name) {
    for (uint32_t rid = 1; rid <= md_row_count(f->tables, MD_METHODDEF); rid++) {
        md_methoddef method;
        if (md_get_methoddef(f->tables, rid, &method) == CC_OK && cc_str_eqz(method.name, name)) {
            return rid;
        }
    }
    CU_FAIL_FATAL("no such method");
    return 0;
}

static const mth_test *find(const fixture *f, const mth_elsewhere *other) {
    const mth_test *tests = NULL;
    CU_ASSERT_EQUAL_FATAL(mth_find_tests(f->image, other, f->arena, &tests), CC_OK);
    return tests;
}

/* What the name of a method says. */
static mth_test_part expected_part(cc_str name, bool knows_custom) {
    if (cc_str_eqz(name, ".cctor")) {
        return MTH_TEST_STATIC;
    }
    if (cc_str_starts(name, "Whole")) {
        return MTH_TEST_WHOLE;
    }
    if (cc_str_starts(name, "Start")) {
        return MTH_TEST_START;
    }
    if (cc_str_starts(name, "Open")) {
        return MTH_TEST_OPEN;
    }
    if (knows_custom && cc_str_starts(name, "Inherited")) {
        return MTH_TEST_WHOLE;
    }
    bool is_custom = cc_str_eqz(name, "NoneSlow") || cc_str_eqz(name, "NoneSlower") ||
                     cc_str_eqz(name, "NoneLocalSlow");
    return is_custom && knows_custom ? MTH_TEST_WHOLE : MTH_TEST_NONE;
}

/* The parts of all methods; state machines are looked at by check_machine(). */
static void check_parts(const fixture *f, const mth_test *tests, bool knows_custom) {
    for (uint32_t rid = 1; rid <= md_row_count(f->tables, MD_METHODDEF); rid++) {
        md_methoddef method;
        CU_ASSERT_EQUAL_FATAL(md_get_methoddef(f->tables, rid, &method), CC_OK);
        if (cc_str_eqz(method.name, "MoveNext")) {
            continue;
        }
        mth_test_part part = expected_part(method.name, knows_custom);
        if (tests[rid].part != part) {
            printf("\n    %.*s: part %d, not %d\n", CC_STR_ARGS(method.name), (int)tests[rid].part,
                   (int)part);
        }
        CU_ASSERT_EQUAL(tests[rid].part, part);
        CU_ASSERT_EQUAL(tests[rid].method, part == MTH_TEST_NONE ? 0 : rid);
    }
}

static void test_parts(void) {
    fixture f = open_golden(GOLDEN "Cases.dll");
    const mth_test *tests = find(&f, NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(tests);
    check_parts(&f, tests, false);
    close_golden(&f);
}

/* --- attributes of another assembly ----------------------------------------------------------- */

static bool knows_custom(void *ctx, cc_str assembly, cc_str name) {
    unsigned *asked = ctx;
    ++*asked;
    return cc_str_eqz(assembly, "Custom") && (cc_str_eqz(name, "Custom.SlowFactAttribute") ||
                                              cc_str_eqz(name, "Custom.SlowerFactAttribute"));
}

static const mth_elsewhere of_bases;

static bool is_in_bases(void *ctx, cc_str assembly, cc_str type, cc_str method) {
    (void)ctx;
    if (!cc_str_eqz(assembly, "Bases")) {
        return false;
    }
    fixture bases = open_golden(GOLDEN "Bases.dll");
    const mth_test *tests = NULL;
    CU_ASSERT_EQUAL(mth_find_test_methods(bases.image, &of_bases, bases.arena, &tests), CC_OK);
    bool is_one = mth_has_virtual_test(bases.tables, tests, &of_bases, type, method);
    close_golden(&bases);
    return is_one;
}

static unsigned asked_in_bases;
static const mth_elsewhere of_bases = {knows_custom, is_in_bases, &asked_in_bases};

static void test_other_assembly(void) {
    unsigned asked = 0;
    const mth_elsewhere other = {knows_custom, is_in_bases, &asked};
    fixture f = open_golden(GOLDEN "Cases.dll");
    const mth_test *tests = find(&f, &other);
    CU_ASSERT_PTR_NOT_NULL_FATAL(tests);
    check_parts(&f, tests, true);
    CU_ASSERT(asked > 2 && asked < 40); /* once for each attribute, not for each use */
    close_golden(&f);
}

static void test_virtual_tests(void) {
    fixture f = open_golden(GOLDEN "Bases.dll");
    const mth_test *tests = find(&f, NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(tests);
    CU_ASSERT(mth_has_virtual_test(f.tables, tests, NULL, CC_STR("Bases.Far`1"),
                                   CC_STR("InheritedFact")));
    CU_ASSERT(
        mth_has_virtual_test(f.tables, tests, NULL, CC_STR("Bases.Near"), CC_STR("InheritedFact")));
    CU_ASSERT_FALSE(
        mth_has_virtual_test(f.tables, tests, NULL, CC_STR("Bases.Near"), CC_STR("InheritedSlow")));
    CU_ASSERT_FALSE(
        mth_has_virtual_test(f.tables, tests, NULL, CC_STR("Bases.Near"), CC_STR("NoneVirtual")));
    CU_ASSERT_FALSE(
        mth_has_virtual_test(f.tables, tests, NULL, CC_STR("Bases.Gone"), CC_STR("InheritedFact")));
    close_golden(&f);
}

/* --- boundaries ------------------------------------------------------------------------------- */

static void test_boundaries(void) {
    static const char *const boundaries[] = {".ctor",      "Make",        "NoneSetUp",
                                             "NoneStatic", "NoneVirtual", "ToString"};
    static const char *const others[] = {"NonePlain",       "NoneAsync", "WholeTUnit",
                                         "WholeVirtual",    ".cctor",    "MoveNext",
                                         "<ToString>b__2_0"};
    fixture f = open_golden(GOLDEN "Cases.dll");
    fixture custom = open_golden(GOLDEN "Custom.dll");
    const mth_test *tests = find(&f, NULL);
    for (size_t i = 0; i < sizeof boundaries / sizeof *boundaries; i++) {
        CU_ASSERT(tests[rid_of(&f, boundaries[i])].is_boundary);
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        CU_ASSERT_FALSE(tests[rid_of(&f, others[i])].is_boundary);
    }
    CU_ASSERT_PTR_NULL(find(&custom, NULL)); /* no assembly of tests */
    close_golden(&custom);
    close_golden(&f);
}

static void test_derives(void) {
    fixture f = open_golden(GOLDEN "Custom.dll");
    unsigned asked = 0;
    const mth_elsewhere other = {knows_custom, is_in_bases, &asked};
    const cc_str none = {"", 0};
    CU_ASSERT(mth_derives_from_test(f.tables, CC_STR("Custom.SlowFactAttribute"), NULL));
    CU_ASSERT(mth_derives_from_test(f.tables, CC_STR("Custom.SlowerFactAttribute"), NULL));
    CU_ASSERT_FALSE(mth_derives_from_test(f.tables, CC_STR("Custom.NoFactAttribute"), &other));
    CU_ASSERT_FALSE(mth_derives_from_test(f.tables, CC_STR("SlowFactAttribute"), NULL));
    CU_ASSERT_FALSE(mth_derives_from_test(f.tables, none, NULL));
    CU_ASSERT_PTR_NULL(find(&f, NULL)); /* attributes are no tests */
    close_golden(&f);
}

/* --- state machines and values ---------------------------------------------------------------- */

static void check_machine(const fixture *f, const mth_test *tests, const char *name,
                          const char *machine) {
    uint32_t rid = rid_of(f, name);
    uint32_t found = 0;
    for (uint32_t i = 1; i <= md_row_count(f->tables, MD_METHODDEF); i++) {
        if (tests[i].part == MTH_TEST_MACHINE && tests[i].method == rid) {
            CU_ASSERT_EQUAL(found, 0);
            found = i;
        }
    }
    CU_ASSERT_NOT_EQUAL_FATAL(found, 0);
    md_methoddef method;
    cc_buf type = {0};
    uint32_t owner = md_owner_of_method(f->tables, found);
    CU_ASSERT_EQUAL(md_get_methoddef(f->tables, found, &method), CC_OK);
    CU_ASSERT(cc_str_eqz(method.name, "MoveNext"));
    CU_ASSERT_EQUAL(md_type_name(f->tables, MD_TOKEN(MD_TYPEDEF, owner), &type), CC_OK);
    CU_ASSERT_PTR_NOT_NULL(memmem(type.data, type.len, machine, strlen(machine)));
    cc_buf_free(&type);
}

static void test_machines(void) {
    fixture f = open_golden(GOLDEN "Cases.dll");
    const mth_test *tests = find(&f, NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(tests);
    uint32_t machines = 0;
    for (uint32_t i = 1; i <= md_row_count(f.tables, MD_METHODDEF); i++) {
        machines += tests[i].part == MTH_TEST_MACHINE;
    }
    CU_ASSERT_EQUAL(machines, 5); /* not the one of NoneAsync */
    check_machine(&f, tests, "StartTask", "<StartTask>");
    check_machine(&f, tests, "StartVoid", "<StartVoid>");
    check_machine(&f, tests, "StartGeneric", "<StartGeneric>");
    check_machine(&f, tests, "StartInner", "<StartInner>");
    close_golden(&f);
}

static void check_value(const fixture *f, const mth_test *tests, const char *name,
                        const char *bytes, size_t size) {
    cc_span value = tests[rid_of(f, name)].value;
    CU_ASSERT_EQUAL_FATAL(value.len, size);
    CU_ASSERT(size == 0 || memcmp(value.data, bytes, size) == 0);
}

/* Makes the method one that the runtime suspends: by the flag of its row, which its RVA finds. */
static void make_runtime_async(fixture *f, const char *name) {
    md_methoddef method;
    uint8_t row[8] = {0};
    CU_ASSERT_EQUAL(md_get_methoddef(f->tables, rid_of(f, name), &method), CC_OK);
    uint16_t flags = (uint16_t)method.impl_flags;
    memcpy(row, &method.rva, 4);
    memcpy(row + 4, &flags, 2);
    uint8_t *place = memmem(f->bytes, f->size, row, 6);
    CU_ASSERT_PTR_NOT_NULL_FATAL(place);
    flags |= MD_IMPL_ASYNC;
    memcpy(place + 4, &flags, 2);
    open_bytes(f);
}

static void test_values(void) {
    enum { I4 = 0x08 };
    static const char i4[] = {I4};
    fixture f = open_golden(GOLDEN "Cases.dll");
    const mth_test *tests = find(&f, NULL);
    check_value(&f, tests, "WholeInt", i4, 1);
    check_value(&f, tests, "WholeFact", NULL, 0);
    CU_ASSERT(tests[rid_of(&f, "OpenTaskOfInt")].value.len > 1); /* the task */
    check_value(&f, tests, "StartTask", NULL, 0);
    make_runtime_async(&f, "OpenTaskOfInt");
    make_runtime_async(&f, "OpenValueTask");
    tests = find(&f, NULL);
    CU_ASSERT_EQUAL(tests[rid_of(&f, "OpenTaskOfInt")].part, MTH_TEST_WHOLE);
    CU_ASSERT_EQUAL(tests[rid_of(&f, "OpenValueTask")].part, MTH_TEST_WHOLE);
    CU_ASSERT_EQUAL(tests[rid_of(&f, "OpenTask")].part, MTH_TEST_OPEN);
    check_value(&f, tests, "OpenTaskOfInt", i4, 1);
    check_value(&f, tests, "OpenValueTask", NULL, 0);
    close_golden(&f);
}

/* --- tests at the same time ------------------------------------------------------------------- */

static const mth_test *find_flow_parts(const fixture *f, const mth_test *tests) {
    const mth_test *parts = NULL;
    CU_ASSERT_EQUAL_FATAL(mth_find_flow_parts(f->image, tests, f->arena, &parts), CC_OK);
    return parts;
}

/* Constructors count in classes with tests alone. */
static void check_constructors(const fixture *f, const mth_test *parts) {
    uint32_t found = 0;
    for (uint32_t rid = 1; rid <= md_row_count(f->tables, MD_METHODDEF); rid++) {
        md_methoddef method;
        cc_buf type = {0};
        CU_ASSERT_EQUAL(md_get_methoddef(f->tables, rid, &method), CC_OK);
        if (!cc_str_eqz(method.name, ".ctor")) {
            continue;
        }
        uint32_t owner = MD_TOKEN(MD_TYPEDEF, md_owner_of_method(f->tables, rid));
        CU_ASSERT_EQUAL(md_type_name(f->tables, owner, &type), CC_OK);
        cc_str name = cc_buf_str(&type);
        bool has_tests = cc_str_eqz(name, "Cases") || cc_str_eqz(name, "Cases/Inner") ||
                         cc_str_eqz(name, "Rows`1") || cc_str_eqz(name, "RowsOfInt");
        CU_ASSERT_EQUAL(parts[rid].part, has_tests ? MTH_TEST_SET_UP : MTH_TEST_NONE);
        found += has_tests;
        cc_buf_free(&type);
    }
    CU_ASSERT_EQUAL(found, 4);
}

static void test_flow_parts(void) {
    fixture f = open_golden(GOLDEN "Cases.dll");
    const mth_test *tests = find(&f, NULL);
    const mth_test *parts = find_flow_parts(&f, tests);
    CU_ASSERT_PTR_NOT_NULL_FATAL(parts);
    CU_ASSERT_EQUAL(tests[rid_of(&f, "NoneSetUp")].part, MTH_TEST_NONE); /* as it was */
    CU_ASSERT_EQUAL(parts[rid_of(&f, "NoneSetUp")].part, MTH_TEST_SET_UP);
    CU_ASSERT_EQUAL(parts[rid_of(&f, "NoneSetUp")].method, rid_of(&f, "NoneSetUp"));
    CU_ASSERT_EQUAL(parts[rid_of(&f, "NonePlain")].part, MTH_TEST_NONE);
    CU_ASSERT_EQUAL(parts[rid_of(&f, "WholeFact")].part, MTH_TEST_WHOLE);
    check_constructors(&f, parts);
    CU_ASSERT(parts[rid_of(&f, "StartTask")].value.len > 1); /* the task */
    check_value(&f, parts, "StartVoid", NULL, 0);
    /* set-up alone, as in an assembly of base classes */
    parts = find_flow_parts(&f, NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(parts);
    CU_ASSERT_EQUAL(parts[rid_of(&f, "NoneSetUp")].part, MTH_TEST_SET_UP);
    CU_ASSERT_EQUAL(parts[rid_of(&f, "WholeFact")].part, MTH_TEST_NONE);
    close_golden(&f);
    f = open_golden("golden/metadata/debug/Shapes.dll");
    CU_ASSERT_PTR_NULL(find_flow_parts(&f, NULL));
    close_golden(&f);
}

/* --- other ------------------------------------------------------------------------------------ */

static void test_wide_fixtures(void) {
    fixture cases = open_golden(GOLDEN "Cases.dll");
    fixture custom = open_golden(GOLDEN "Custom.dll");
    fixture shapes = open_golden("golden/metadata/debug/Shapes.dll");
    CU_ASSERT_FALSE(mth_has_wide_fixtures(cases.tables));
    CU_ASSERT(mth_has_wide_fixtures(custom.tables));
    CU_ASSERT_FALSE(mth_has_wide_fixtures(shapes.tables));
    close_golden(&cases);
    close_golden(&custom);
    close_golden(&shapes);
}

static bool takes_all(void *ctx, cc_str assembly, cc_str name) {
    (void)ctx;
    return assembly.len + name.len > 0;
}

static bool takes_all_methods(void *ctx, cc_str assembly, cc_str type, cc_str method) {
    (void)ctx;
    return assembly.len + type.len + method.len > 0;
}

static void find_all(cc_span bytes, cc_arena *arena) {
    md_image *image = NULL;
    const mth_test *tests = NULL;
    if (md_image_open(&image, bytes, MD_LAYOUT_FLAT, arena) != CC_OK) {
        return;
    }
    const md_tables *tables = md_image_tables(image);
    (void)mth_has_wide_fixtures(tables);
    (void)mth_derives_from_test(tables, CC_STR("LocalerFactAttribute"), NULL);
    const mth_elsewhere other = {takes_all, takes_all_methods, NULL};
    for (int i = 0; i < 2; i++) {
        if (mth_find_tests(image, i == 0 ? NULL : &other, arena, &tests) != CC_OK ||
            tests == NULL) {
            continue;
        }
        uint32_t count = md_row_count(tables, MD_METHODDEF);
        for (uint32_t rid = 1; rid <= count; rid++) {
            CU_ASSERT_FATAL(tests[rid].method <= count);
            CU_ASSERT_FATAL((tests[rid].part == MTH_TEST_NONE) == (tests[rid].method == 0));
            CU_ASSERT_FATAL(tests[rid].part == MTH_TEST_NONE || !tests[rid].is_boundary);
        }
        const mth_test *parts = NULL;
        (void)!mth_find_flow_parts(image, tests, arena, &parts);
    }
}

/* Any byte may be wrong: a sanitizer sees what is read outside. */
static void test_damaged(void) {
    fixture f = open_golden(GOLDEN "Cases.dll");
    for (size_t i = 0; i < f.size; i++) {
        uint8_t kept = f.bytes[i];
        f.bytes[i] = (uint8_t)(kept ^ (i % 3 == 0 ? 0xFF : i % 3 == 1 ? 0x80 : 0x01));
        cc_arena *own = cc_arena_new();
        find_all(cc_span_of(f.bytes, f.size), own);
        cc_arena_free(own);
        f.bytes[i] = kept;
    }
    close_golden(&f);
}

static const test_case cases[] = {
    {"parts of methods", test_parts},
    {"attributes of another assembly", test_other_assembly},
    {"virtual tests that another assembly overrides", test_virtual_tests},
    {"what may run between two tests", test_boundaries},
    {"attributes that derive in their assembly", test_derives},
    {"state machines", test_machines},
    {"values, and methods that the runtime suspends", test_values},
    {"set-up and tear-down", test_flow_parts},
    {"fixtures for more than one class", test_wide_fixtures},
    {"damaged metadata", test_damaged},
};

TEST_MAIN("test methods", cases)
