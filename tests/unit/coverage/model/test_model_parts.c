/* The model's parts that need no assembly: compiler names, lines from points. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cc_buf.h"
#include "base/cc_file.h"
#include "coverage/model/build/lines/cov_lines.h"
#include "coverage/model/build/lines/cov_owner.h"
#include "coverage/model/cov_limits.h"
#include "coverage/module/mod.h"
#include "coverage/module/mod_generated.h"
#include "coverage/module/mod_name.h"
#include "method/mth.h"
#include "test_main.h"
#include "tests/tools/md_make.h"

/* --- names ------------------------------------------------------------------------------------ */

static void check_part(const char *method, bool is_part, const char *user) {
    cc_str got = {"", 0};
    CU_ASSERT_EQUAL(mod_name_is_part(cc_strz(method), &got), is_part);
    CU_ASSERT(cc_str_eqz(got, user));
}

static void check_closure(const char *type, bool is_closure, const char *user) {
    cc_str got = {"", 0};
    CU_ASSERT_EQUAL(mod_name_is_closure(cc_strz(type), &got), is_closure);
    CU_ASSERT(cc_str_eqz(got, user));
}

static void test_names_of_methods(void) {
    check_part("<M>b__0_1", true, "M");
    check_part("<M>g__Local|3_0", true, "M");
    check_part("<<Main>$>b__0_0", true, "<Main>$");
    check_part("<.ctor>b__5_0", true, ".ctor");
    check_part("<Ns.IFace.M>b__0", true, "Ns.IFace.M");
    check_part("_Lambda$__2-0", true, "");
    check_part("add@12", true, "add");
    check_part("add@12-3", true, "add");
    check_part("add$cont@12", true, "add");
    check_part("add$cont@12-1", true, "add");
    check_part("$cont@12", true, "$cont");
    check_part("<Main>$", false, "");
    check_part("M", false, "");
    check_part(".ctor", false, "");
    check_part("get_Item", false, "");
    check_part("<", false, "");
    check_part("<>", false, "");
    check_part("", false, "");
    check_part("user@home", false, "");
    check_part("@12", false, "");
}

static void test_names_of_local_functions(void) {
    CU_ASSERT(mod_name_is_local_function(CC_STR("<M>g__Local|3_0")));
    CU_ASSERT(mod_name_is_local_function(CC_STR("<<Main>$>g__Local|0_0")));
    CU_ASSERT(!mod_name_is_local_function(CC_STR("<M>b__0_1")));
    CU_ASSERT(mod_name_is_lambda(CC_STR("<M>b__0_1")));
    CU_ASSERT(mod_name_is_lambda(CC_STR("<<Main>$>b__0_1")));
    CU_ASSERT(!mod_name_is_lambda(CC_STR("<M>g__b__|3_0")));
    CU_ASSERT(mod_name_is_lambda(CC_STR("_Lambda$__1-0")));
    CU_ASSERT(!mod_name_is_lambda(CC_STR("b__0_1")));
    CU_ASSERT(!mod_name_is_local_function(CC_STR("<M>")));
    CU_ASSERT(!mod_name_is_local_function(CC_STR("g__Local")));
    CU_ASSERT(!mod_name_is_local_function(CC_STR("")));
}

static void test_names_of_types(void) {
    check_closure("<>c", true, "");
    check_closure("<>c__DisplayClass3_0", true, "");
    check_closure("<Fetch>d__7", true, "Fetch");
    check_closure("<Fetch>d__7`1", true, "Fetch");
    check_closure("<<M>b__0_0>d", true, "<M>b__0_0");
    check_closure("<PrivateImplementationDetails>", true, "PrivateImplementationDetails");
    check_closure("VB$StateMachine_12_Fetch", true, "Fetch");
    check_closure("VB$AnonymousType_0`2", true, "");
    check_closure("_Closure$__1-0", true, "");
    check_closure("numbers@42", true, "numbers");
    check_closure("clo@7-1", true, "clo");
    check_closure("<Program>F12AB__Helper", false, "Program");
    check_closure("Cart`1", false, "");
    check_closure("", false, "");
    CU_ASSERT(cc_str_eqz(mod_name_shown(CC_STR("<Program>F12AB__Helper")), "Helper"));
    CU_ASSERT(cc_str_eqz(mod_name_shown(CC_STR("Cart`1")), "Cart`1"));
    CU_ASSERT(cc_str_eqz(mod_name_shown(CC_STR("<P>F")), "<P>F"));
}

static void test_lines_in_names(void) {
    CU_ASSERT_EQUAL(mod_name_line(CC_STR("numbers@42")), 42);
    CU_ASSERT_EQUAL(mod_name_line(CC_STR("clo@7-1")), 7);
    CU_ASSERT_EQUAL(mod_name_line(CC_STR("user@home")), 0);
    CU_ASSERT_EQUAL(mod_name_line(CC_STR("numbers")), 0);
    CU_ASSERT_EQUAL(mod_name_line(CC_STR("@12")), 0);
    CU_ASSERT(mod_name_line(CC_STR("f@99999999999999999999")) > 0); /* no overflow */
    CU_ASSERT_EQUAL(mod_name_rest_line(CC_STR("f$cont@12")), 12);
    CU_ASSERT_EQUAL(mod_name_rest_line(CC_STR("f@12")), 0);
    CU_ASSERT_EQUAL(mod_name_rest_line(CC_STR("f$cont@")), 0);
}

/* --- lines ------------------------------------------------------------------------------------ */

typedef struct spot {
    uint32_t start_line, start_column, end_line, end_column;
    uint64_t hits;
} spot;

/* "1:2 2:0" - the lines that come of the spots, with hits; a trailing '*' marks a partial line. */
static char *lines_of(const spot *spots, size_t count, bool once, cc_arena *arena) {
    cov_points points = {.arena = arena};
    cov_source source = {.path = CC_STR("a.cs"), .points = {.arena = arena}};
    cc_buf text = {0};
    for (size_t i = 0; i < count; i++) {
        cov_span span = {spots[i].start_line, spots[i].start_column, spots[i].end_line,
                         spots[i].end_column};
        cov_point_add(cov_point_at(&points, &source, &span), (uint32_t)i + 1, spots[i].hits);
    }
    CU_ASSERT_EQUAL_FATAL(cov_lines_make(&source, once, arena), CC_OK);
    for (uint32_t i = 0; i < source.file->line_count; i++) {
        const cov_line *line = source.file->lines[i];
        cc_buf_printf(&text, "%s%u:%u%s", i == 0 ? "" : " ", line->number, (unsigned)line->hits,
                      cov_line_state(line) == COV_LINE_PARTIAL ? "*" : "");
    }
    char *copy = cc_arena_strdup(arena, cc_buf_str(&text));
    cc_buf_free(&text);
    cov_source_close(&source);
    return copy;
}

#define CHECK_LINES(spots, once, expected)                                                         \
    do {                                                                                           \
        cc_arena *arena = cc_arena_new();                                                          \
        CU_ASSERT_STRING_EQUAL(lines_of(spots, sizeof(spots) / sizeof((spots)[0]), once, arena),   \
                               expected);                                                          \
        cc_arena_free(arena);                                                                      \
    } while (0)

static void test_lines_of_plain_points(void) {
    const spot one[] = {{3, 5, 5, 9, 7}, {9, 1, 9, 2, 0}};
    CHECK_LINES(one, false, "3:7 4:7 5:7 9:0");
    CHECK_LINES(one, true, "3:1 4:1 5:1 9:0");
    const spot two_on_a_line[] = {
        {4, 1, 4, 5, 2}, {4, 7, 4, 9, 5}, {5, 1, 5, 2, 0}, {5, 4, 5, 6, 3}};
    CHECK_LINES(two_on_a_line, false, "4:5 5:3*");
}

/* A lambda's body is its own: the statement around it keeps its first line and what lies
 * outside. */
static void test_nested_points_take_their_lines(void) {
    const spot lambda[] = {{1, 1, 5, 4, 1}, {2, 3, 2, 9, 0}, {4, 3, 4, 4, 0}};
    CHECK_LINES(lambda, false, "1:1 2:0 3:1 4:0 5:1");
    const spot brace_on_first_line[] = {
        {1, 1, 3, 4, 1}, {1, 20, 1, 21, 0}, {2, 3, 2, 9, 0}, {3, 1, 3, 2, 0}};
    CHECK_LINES(brace_on_first_line, false, "1:1* 2:0 3:0");
    const spot same_end[] = {{1, 1, 3, 4, 1}, {2, 3, 3, 4, 0}};
    CHECK_LINES(same_end, false, "1:1 2:0 3:0"); /* the last lambda of a query */
    const spot same_end_and_line[] = {{1, 1, 3, 4, 1}, {1, 9, 3, 4, 0}};
    CHECK_LINES(same_end_and_line, false, "1:1* 2:1* 3:1*");
    const spot same_end_thrice[] = {{1, 1, 4, 4, 1}, {1, 9, 4, 4, 2}, {3, 1, 4, 4, 0}};
    CHECK_LINES(same_end_thrice, false, "1:2 2:2 3:0 4:0");
    const spot two_deep[] = {{1, 1, 9, 2, 1}, {2, 1, 8, 2, 2}, {4, 1, 4, 5, 0}};
    CHECK_LINES(two_deep, false, "1:1 2:2 3:2 4:0 5:2 6:2 7:2 8:2 9:1");
}

static bool is_before(uint32_t line, uint32_t column, uint32_t other_line, uint32_t other_column) {
    return line < other_line || (line == other_line && column < other_column);
}

/* The rule of docs/coverage-rules.md, for points without lambdas. */
static bool is_inside(const cov_span *inner, const cov_span *outer) {
    bool ends_with = inner->end_line == outer->end_line && inner->end_column == outer->end_column;
    bool ends_before =
        is_before(inner->end_line, inner->end_column, outer->end_line, outer->end_column);
    return is_before(outer->start_line, outer->start_column, inner->start_line,
                     inner->start_column) &&
           (ends_before || (ends_with && inner->start_line > outer->start_line));
}

static bool owns_by_rule(const cov_covering *in, const cov_point *point) {
    bool has_inner = false;
    for (uint32_t i = 0; i < in->count; i++) {
        has_inner = has_inner || is_inside(&in->points[i]->span, &point->span);
    }
    return point->span.start_line == in->line || !has_inner;
}

/* A source of random points, which all cover line 8, by place. */
static void make_covering(cov_covering *out, cov_source *source, uint32_t *seed, cc_arena *arena) {
    cov_points points = {.arena = arena};
    *source = (cov_source){.path = CC_STR("a.cs"), .points = {.arena = arena}};
    for (uint32_t i = 0; i < 12; i++) {
        uint32_t r[4];
        for (int k = 0; k < 4; k++) {
            *seed = *seed * 1664525u + 1013904223u;
            r[k] = *seed >> 16;
        }
        cov_span span = {6 + r[0] % 3, 1 + r[1] % 6, 8 + r[2] % 3, 7 + r[3] % 6};
        cov_point_add(cov_point_at(&points, source, &span), i + 1, 1);
    }
    cov_points_sort(source);
    *out = (cov_covering){(cov_point **)(void *)source->points.items, source->points.count, 8};
}

static void test_owners_are_by_the_rule(void) {
    uint32_t seed = 1;
    for (int round = 0; round < 2000; round++) {
        cc_arena *arena = cc_arena_new();
        cov_source source;
        cov_covering in;
        cov_point *owners[12];
        make_covering(&in, &source, &seed, arena);
        uint32_t count = cov_find_owners(&in, owners);
        uint32_t expected = 0;
        for (uint32_t i = 0; i < in.count; i++) {
            expected += owns_by_rule(&in, in.points[i]) ? 1 : 0;
        }
        CU_ASSERT_EQUAL(count, expected);
        for (uint32_t i = 0; i < count; i++) {
            CU_ASSERT(owns_by_rule(&in, owners[i]));
        }
        cov_source_close(&source);
        cc_arena_free(arena);
    }
}

static void test_excluded_points_leave_holes(void) {
    cc_arena *arena = cc_arena_new();
    cov_points points = {.arena = arena};
    cov_source source = {.path = CC_STR("a.cs"), .points = {.arena = arena}};
    cov_span outer = {1, 1, 4, 3};
    cov_span inner = {2, 1, 3, 3};
    cov_point_add(cov_point_at(&points, &source, &outer), 1, 1);
    CU_ASSERT_PTR_NOT_NULL(cov_point_at(&points, &source, &inner));
    CU_ASSERT_EQUAL_FATAL(cov_lines_make(&source, true, arena), CC_OK);
    CU_ASSERT_EQUAL(source.file->line_count, 2);
    CU_ASSERT_EQUAL(source.file->lines[0]->number, 1);
    CU_ASSERT_EQUAL(source.file->lines[1]->number, 4);
    cov_source_close(&source);
    cc_arena_free(arena);
}

static void test_points_unite_over_bodies(void) {
    cc_arena *arena = cc_arena_new();
    cov_points points = {.arena = arena};
    cov_source source = {.path = CC_STR("a.cs"), .points = {.arena = arena}};
    cov_span span = {1, 1, 1, 9};
    cov_point *p = cov_point_at(&points, &source, &span);
    CU_ASSERT_PTR_EQUAL(p, cov_point_at(&points, &source, &span));
    cov_point_add(p, 1, 3);
    cov_point_add(p, 1, 2); /* stands twice in one body: the larger value */
    cov_point_add(p, 2, 4); /* another body adds */
    CU_ASSERT_EQUAL(p->hits, 7);
    cov_point_add(p, 3, UINT64_MAX);
    CU_ASSERT_EQUAL(p->hits, UINT64_MAX);
    cov_arms *first = cov_point_branch(&points, p, 4, 2, false);
    cov_arms *second = cov_point_branch(&points, p, 4, 2, false);
    CU_ASSERT_PTR_NOT_EQUAL(first, second);
    CU_ASSERT_PTR_EQUAL(first, cov_point_branch(&points, p, 5, 2, false));
    CU_ASSERT_PTR_NOT_EQUAL(second, cov_point_branch(&points, p, 5, 3, true));
    cov_source_close(&source);
    cc_arena_free(arena);
}

static void test_many_points_stay_apart(void) {
    enum { MANY = 5000 };
    cc_arena *arena = cc_arena_new();
    cov_points points = {.arena = arena};
    cov_source source = {.path = CC_STR("a.cs"), .points = {.arena = arena}};
    for (uint32_t i = 1; i <= MANY; i++) {
        cov_span span = {i, 1, i, 5};
        cov_point_add(cov_point_at(&points, &source, &span), i, i % 2);
    }
    CU_ASSERT_EQUAL(source.points.count, MANY);
    CU_ASSERT_EQUAL_FATAL(cov_lines_make(&source, true, arena), CC_OK);
    cov_totals totals = cov_lines_totals(source.file->lines, source.file->line_count);
    CU_ASSERT_EQUAL(totals.lines_valid, MANY);
    CU_ASSERT_EQUAL(totals.lines_covered, MANY / 2);
    cov_source_close(&source);
    cc_arena_free(arena);
}

static void test_absurd_files_are_refused(void) {
    cc_arena *arena = cc_arena_new();
    cov_points points = {.arena = arena};
    cov_source source = {.path = CC_STR("a.cs"), .points = {.arena = arena}};
    cov_span span = {1, 1, COV_MAX_FILE_LINES + 1, 5};
    CU_ASSERT_PTR_NOT_NULL(cov_point_at(&points, &source, &span));
    CU_ASSERT_EQUAL(cov_lines_make(&source, true, arena), CC_E_LIMIT);
    cov_source_close(&source);
    cc_arena_free(arena);
}

/* A type and a method whose names are empty: reports name both all the same, and tell two such
 * methods apart. */
static void test_empty_names(void) {
    static const uint8_t type[] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0};
    static const uint8_t methods[] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0,
                                      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0};
    make_metadata m = {.strings = {(const uint8_t *)"", 1},
                       .blobs = cc_span_of("\0\3\0\0\1", 5),
                       .tables = {{MD_TYPEDEF, 1, {type, sizeof type}},
                                  {MD_METHODDEF, 2, {methods, sizeof methods}}}};
    mod_module module = {.arena = cc_arena_new()};
    cc_buf root = {0};
    md_tables *t = NULL;
    cc_str name = {"", 0};
    cc_str other = {"", 0};
    cc_str signature = {"", 0};
    make_root(&root, &m);
    CU_ASSERT_EQUAL_FATAL(md_tables_open(&t, cc_buf_span(&root), NULL, module.arena), CC_OK);
    module.tables = t;
    name = mod_class_name(&module, 1, module.arena);
    CU_ASSERT(cc_str_eqz(name, "type 0x02000001"));
    mod_method_names(&module, 1, CC_STR(""), module.arena, &name, &signature);
    mod_method_names(&module, 2, CC_STR(""), module.arena, &other, &signature);
    CU_ASSERT(cc_str_eqz(name, "method 0x06000001"));
    CU_ASSERT(cc_str_eqz(other, "method 0x06000002"));
    CU_ASSERT(cc_str_eqz(signature, "()"));
    CU_ASSERT_EQUAL(md_assembly_name(t, &name), CC_E_FORMAT);
    cc_buf_free(&root);
    cc_arena_free(module.arena);
}

/* The name of an assembly that a module references, and of its one type; what the module is taken
 * for. */
static void check_framework(const char *reference, const char *type, const char *framework) {
    cc_buf strings = {0};
    cc_buf_putc(&strings, '\0');
    uint8_t at = (uint8_t)strings.len;
    cc_buf_puts(&strings, reference);
    cc_buf_putc(&strings, '\0');
    const uint8_t types[] = {0, 0, 0, 0, (uint8_t)strings.len, 0, 0, 0, 0, 0, 1, 0, 1, 0};
    cc_buf_puts(&strings, type);
    cc_buf_putc(&strings, '\0');
    const uint8_t references[] = {1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, at, 0, 0, 0, 0, 0};
    make_metadata m = {.strings = cc_buf_span(&strings),
                       .blobs = cc_span_of("\0", 1),
                       .tables = {{MD_TYPEDEF, 1, {types, sizeof types}},
                                  {MD_ASSEMBLYREF, 1, {references, sizeof references}}}};
    cc_arena *arena = cc_arena_new();
    cc_buf root = {0};
    md_tables *t = NULL;
    make_root(&root, &m);
    CU_ASSERT_EQUAL_FATAL(md_tables_open(&t, cc_buf_span(&root), NULL, arena), CC_OK);
    const char *found = mth_test_framework(t);
    if (strcmp(found == NULL ? "" : found, framework == NULL ? "" : framework) != 0) {
        printf("\n    %s, %s: taken for '%s'", reference, type, found == NULL ? "" : found);
        CU_FAIL("the framework of a test assembly");
    }
    cc_buf_free(&root);
    cc_buf_free(&strings);
    cc_arena_free(arena);
}

/* What test assemblies reference, as the frameworks' own templates and generators write it. */
static void test_frameworks(void) {
    check_framework("xunit.v3.core", "Tests", "xunit.v3.core");
    check_framework("TUnit.Core", "Tests", "TUnit.Core");
    check_framework("Expecto", "Tests", "Expecto");
    check_framework("machine.specifications", "Specs", "Machine.Specifications");
    check_framework("Fixie", "TestProject", "Fixie");
    check_framework("Reqnroll", "Steps", "Reqnroll");
    check_framework("TechTalk.SpecFlow", "Steps", "TechTalk.SpecFlow");
    check_framework("System.Runtime", "AutoGeneratedProgram", "Microsoft.NET.Test.Sdk");
    check_framework("Expecto.Flip", "Program", NULL);
    check_framework("Shouldly", "Program", NULL);
}

static void check_full(const char *full, const char *shown) {
    cc_buf name = {0};
    cc_buf_puts(&name, full);
    mod_name_show_full(&name);
    CU_ASSERT(cc_str_eqz(cc_buf_str(&name), shown));
    cc_buf_free(&name);
}

static void test_full_names(void) {
    check_full("My.App.<Program>F1A2B__Hidden", "My.App.Hidden");
    check_full("<Program>F1A2B__Hidden/Inner", "Hidden/Inner");
    check_full("My.<Program>F1A2B__Hidden`1/<>c", "My.Hidden`1/<>c");
    check_full("My.Plain/<>c__DisplayClass0_0", "My.Plain/<>c__DisplayClass0_0");
    check_full("My.<PrivateImplementationDetails>", "My.<PrivateImplementationDetails>");
    check_full("<StartupCode$My-App>.$My.Module", "My.Module");
    check_full("<StartupCode$App>.$Program/Inner@12", "Program/Inner@12");
    check_full("<StartupCode$App>.$", "<StartupCode$App>.$");
    check_full("<StartupCode$App>.Other", "<StartupCode$App>.Other");
    check_full("<StartupCode$App", "<StartupCode$App");
    check_full("", "");
}

static bool is_generated(const char *path) {
    return mod_generated_path(cc_strz(path)) != NULL;
}

static void check_generator(const char *attribute, const char *text, mod_generator expected) {
    cc_buf value = {0};
    cc_buf_span_put(&value, (cc_span){(const uint8_t *)"\1\0", 2});
    cc_buf_puts(&value, text);
    CU_ASSERT_EQUAL(mod_generated_attribute(cc_strz(attribute), (cc_span){value.data, value.len}),
                    expected);
    cc_buf_free(&value);
}

static void test_generated(void) {
    CU_ASSERT(is_generated("obj/Debug/A.cs"));
    CU_ASSERT(is_generated("C:\\work\\obj\\A.cs"));
    CU_ASSERT(is_generated("/_/src/A.G.CS"));
    CU_ASSERT(is_generated("Main.g.i.cs"));
    CU_ASSERT_FALSE(is_generated("/home/repo/objects/A.cs"));
    CU_ASSERT_FALSE(is_generated("/home/repo/src/obj.cs"));
    CU_ASSERT_FALSE(is_generated("src/A.cshtml"));
    CU_ASSERT_FALSE(is_generated(""));
    CU_ASSERT(mod_is_view(CC_STR("Pages/Index.CSHTML")));
    CU_ASSERT_FALSE(mod_is_view(CC_STR("Index.cs")));
    check_generator("System.CodeDom.Compiler.GeneratedCodeAttribute", "\6design", MOD_BY_TOOL);
    check_generator("System.CodeDom.Compiler.GeneratedCodeAttribute", "\6protoc", MOD_BY_PROTOC);
    check_generator("System.CodeDom.Compiler.GeneratedCodeAttribute", "\6prot", MOD_BY_TOOL);
    check_generator("System.CodeDom.Compiler.GeneratedCodeAttribute", "\22grpc_csharp_plugin",
                    MOD_BY_PROTOC);
    check_generator("My.GeneratedCodeAttribute", "\6protoc", MOD_BY_USER);
    check_generator("Microsoft.EntityFrameworkCore.Migrations.MigrationAttribute", "",
                    MOD_BY_MIGRATIONS);
}

static const test_case cases[] = {
    {"names: file-local types in namespaces", test_full_names},
    {"generated code: by path and by attribute", test_generated},
    {"test assemblies: what they reference", test_frameworks},
    {"names: empty ones in metadata are made from the token", test_empty_names},
    {"names: lambdas and local functions tell whose they are", test_names_of_methods},
    {"names: local functions", test_names_of_local_functions},
    {"names: closures, state machines, file-local types", test_names_of_types},
    {"names: lines in closures of F#", test_lines_in_names},
    {"lines: every line of a point, the largest hits", test_lines_of_plain_points},
    {"lines: nested points take their lines", test_nested_points_take_their_lines},
    {"lines: owners are what the rule says of each pair", test_owners_are_by_the_rule},
    {"lines: excluded points leave holes", test_excluded_points_leave_holes},
    {"points: one place is one point", test_points_unite_over_bodies},
    {"points: thousands stay apart", test_many_points_stay_apart},
    {"lines: an absurd file is refused", test_absurd_files_are_refused},
};

TEST_MAIN("model parts", cases)
