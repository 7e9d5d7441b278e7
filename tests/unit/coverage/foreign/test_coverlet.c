/* Reports as coverlet writes them: paths of Windows, and names of methods. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cc_file.h"
#include "coverage/foreign/foreign.h"
#include "test_main.h"

static cc_arena *arena;

static cc_err parse_below(cov_raw **out, const char *root, const char *text) {
    const foreign_request request = {.root = root};
    cc_str all = cc_strz(text);
    return foreign_parse(out, cc_span_of(all.s, all.len), "r.xml", &request, arena);
}

/* --- paths of Windows ------------------------------------------------------------------------- */

/* A root with src/Cart.cs, and with a file whose name has a backslash. */
static char *make_root(void) {
    char *top = cc_arena_strdup(arena, CC_STR("/tmp/clrcov-coverlet-XXXXXX"));
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(top));
    CU_ASSERT_EQUAL_FATAL(cc_dir_make(cc_path_join(arena, top, "src"), 0755), CC_OK);
    static const char *const files[] = {"src/Cart.cs", "odd\\Name.cs"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        const char *path = cc_path_join(arena, top, files[i]);
        CU_ASSERT_EQUAL_FATAL(cc_file_write(path, cc_span_of("x", 1), 0644), CC_OK);
    }
    return top;
}

static const char *cobertura_of(const char *folder, const char *file) {
    return cc_arena_printf(
        arena,
        "<coverage><sources><source>%s</source></sources><packages><package name=\"P\"><classes>"
        "<class name=\"C\" filename=\"%s\"><lines><line number=\"1\" hits=\"1\"/></lines></class>"
        "<class name=\"D\" filename=\"/gone.cs\"><lines><line number=\"1\" hits=\"1\"/></lines>"
        "</class></classes></package></packages></coverage>",
        folder, file);
}

static void test_paths_of_windows(void) {
    static const struct {
        const char *folder, *file, *path;
        bool is_missing, is_outside_root;
    } rows[] = {
        {"D:\\a\\1\\s\\", "src\\Cart.cs", "src/Cart.cs", false, false},
        {"/", "src\\Cart.cs", "src/Cart.cs", false, false},
        {"/", "odd\\Name.cs", "odd\\Name.cs", false, false},
        {"D:\\a\\1\\s\\", "src\\Gone.cs", "src/Gone.cs", true, false},
        {"/", "D:\\src\\Gone.cs", "D:\\src\\Gone.cs", true, true},
    };
    char *top = make_root();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cov_raw *raw = NULL;
        const char *text = cobertura_of(rows[i].folder, rows[i].file);
        CU_ASSERT_EQUAL_FATAL(parse_below(&raw, top, text), CC_OK);
        const cov_raw_document *document = &raw->assemblies[0].documents[0];
        CU_ASSERT_TRUE(cc_str_eqz(document->path, rows[i].path));
        CU_ASSERT_EQUAL(document->is_missing, rows[i].is_missing);
        CU_ASSERT_EQUAL(document->is_outside_root, rows[i].is_outside_root);
        CU_ASSERT_EQUAL_FATAL(raw->warning_count, 1);
        CU_ASSERT_TRUE(cc_str_eqz(raw->warnings[0],
                                  rows[i].is_missing
                                      ? "r.xml: 2 of 2 sources not found; use --map FROM=TO"
                                      : "r.xml: 1 of 2 sources not found; use --map FROM=TO"));
    }
    (void)!cc_dir_remove(top);
}

/* --- names of methods --------------------------------------------------------------------------- */

static cov_model *model_of(const char *const *texts, size_t count) {
    sel_list filter;
    cov_raw *data[2];
    cov_model *model = NULL;
    for (size_t i = 0; i < count; i++) {
        CU_ASSERT_EQUAL_FATAL(parse_below(&data[i], "/nowhere", texts[i]), CC_OK);
    }
    sel_init(&filter, arena, NULL);
    const cov_request request = {
        .root = "/nowhere", .selection = {.filter = &filter}, .data = data, .data_count = count};
    CU_ASSERT_EQUAL_FATAL(cov_model_build(&model, &request, arena), CC_OK);
    return model;
}

/* The methods of the first assembly, by class: "Type.Method(Args):FIRST-LAST", separated by blanks. */
static const char *methods_of(const cov_model *model) {
    cc_buf out = {0};
    const cov_package *package = &model->packages[0];
    for (uint32_t i = 0; i < package->class_count; i++) {
        const cov_class *cls = &package->classes[i];
        for (uint32_t k = 0; k < cls->method_count; k++) {
            const cov_method *m = &cls->methods[k];
            cc_buf_printf(&out, "%s%.*s.%.*s%.*s:%u-%u", out.len > 0 ? " " : "",
                          CC_STR_ARGS(cls->name), CC_STR_ARGS(m->name), CC_STR_ARGS(m->signature),
                          m->lines[0]->number, m->lines[m->line_count - 1]->number);
        }
    }
    const char *text = cc_arena_strdup(arena, cc_buf_str(&out));
    cc_buf_free(&out);
    return text;
}

static void check_methods_of(const char *const *texts, size_t count, const char *expected) {
    const char *got = methods_of(model_of(texts, count));
    bool is_same = cc_str_eqz(cc_strz(got), expected);
    if (!is_same) {
        printf("\n    %s\n", got);
    }
    CU_ASSERT_TRUE(is_same);
}

static void check_methods(const char *text, const char *expected) {
    check_methods_of(&text, 1, expected);
}

/* coverlet's FN has the line before the first line of the method, and the lines follow. */
static void test_lcov_of_coverlet(void) {
    check_methods("SF:Cart.cs\n"
                  "FN:3,System.Void Shop.Cart::Add(System.Int32)\nDA:4,1\n"
                  "FN:4,System.Int32 Shop.Cart::get_Count()\nDA:5,0\n"
                  "FN:4,System.Void Shop.Cart::set_Count(System.Int32)\nDA:5,0\n"
                  "FN:6,System.Collections.Generic.List`1<System.Int32> Shop.Cart/Item::All(A::B)\n"
                  "DA:7,1\nDA:9,1\n"
                  "FN:7,System.Int32& modreq(System.InAttribute) Shop.Cart/Item::Ref()\nDA:8,1\n"
                  "FN:9,A Shop.Cart/Item::op_Implicit(B)A\nDA:10,1\n"
                  "end_of_record\n",
                  "Shop.Cart.Add(System.Int32):4-4 Shop.Cart.get_Count():5-5 "
                  "Shop.Cart.set_Count(System.Int32):5-5 Shop.Cart/Item.All(A::B):7-9 "
                  "Shop.Cart/Item.Ref():8-8 Shop.Cart/Item.op_Implicit(B)A:10-10");
}

/* The program lcov writes all functions first. */
static void test_lcov_of_coverlet_merged(void) {
    check_methods("SF:Cart.cs\nFN:3,System.Void Shop.Cart::Add()\nFN:4,System.Void Shop.Cart::B()\n"
                  "FNDA:1,System.Void Shop.Cart::Add()\nDA:4,1\nDA:5,0\nDA:6,0\nend_of_record\n",
                  "Shop.Cart.Add():4-4 Shop.Cart.B():5-6");
}

static void test_names_of_lcov(void) {
    check_methods(
        "SF:a.cs\nFN:1,main\nFN:2,shop::Cart::add(int)\nFN:3,Shop.Cart.Add(System.Int32)\n"
        "FN:4,Shop.Cart..ctor()\nDA:1,1\nDA:2,1\nDA:3,1\nDA:4,1\nend_of_record\n",
        "Shop.Cart.Add(System.Int32):3-3 Shop.Cart..ctor():4-4 a.main():1-1 "
        "shop::Cart.add(int):2-2");
}

/* From lcov 2.2 on a function has a number, and may have several names. */
static void test_functions_by_number(void) {
    cov_raw *raw = NULL;
    check_methods("SF:Cart.cs\nFNL:0,1,2\nFNA:0,1,Shop.Cart.Add()\nFNL:7,3\n"
                  "FNA:7,0,Shop.Cart.Remove(A,B)\nFNF:2\nFNH:1\nDA:1,1\nDA:2,1\nDA:3,0\n"
                  "end_of_record\nSF:Other.cs\nFNL:0,5\nFNA:0,1,Shop.Other.M()\nDA:5,1\n"
                  "end_of_record\n",
                  "Shop.Cart.Add():1-2 Shop.Cart.Remove(A,B):3-3 Shop.Other.M():5-5");
    CU_ASSERT_EQUAL(parse_below(&raw, "/nowhere", "SF:a.cs\nFNL:0\nend_of_record\n"), CC_E_FORMAT);
    CU_ASSERT_PTR_NOT_NULL(strstr(cc_error_message(), "line 2: FNL needs an index and a line"));
    CU_ASSERT_EQUAL(parse_below(&raw, "/nowhere",
                                "SF:a.cs\nFNL:0,1\nend_of_record\nSF:b.cs\n"
                                "FNA:0,1,M\nend_of_record\n"),
                    CC_E_FORMAT);
    CU_ASSERT_PTR_NOT_NULL(strstr(cc_error_message(), "line 5: FNA needs the index of an FNL"));
}

static void test_remarks_of_lcov(void) {
    static const struct {
        const char *name;
        bool is_lower_bound;
        uint32_t tests_left_out;
    } rows[] = {
        {"", false, 0},
        {"lower_bounds", true, 0},
        {"tests_left_out_3", false, 3},
        {"lower_bounds_tests_left_out_12", true, 12},
        {"lower_bounds_of_mine", false, 0},
        {"tests_left_out_x", false, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cov_raw *raw = NULL;
        const char *text = cc_arena_printf(
            arena, "TN:%s\nSF:a.cs\nDA:1,1\nend_of_record\nTN:\nSF:b.cs\nend_of_record\n",
            rows[i].name);
        CU_ASSERT_EQUAL_FATAL(parse_below(&raw, "/nowhere", text), CC_OK);
        CU_ASSERT_EQUAL(raw->runs[0].is_lower_bound, rows[i].is_lower_bound);
        CU_ASSERT_EQUAL(raw->runs[0].tests_left_out, rows[i].tests_left_out);
    }
}

#define JSON(classes) "{\"Shop.dll\":{\"Cart.cs\":{" classes "}}}"
#define METHOD(name, lines) "\"" name "\":{\"Lines\":{" lines "},\"Branches\":[]}"

static const char pieces[] = JSON("\"Shop.Cart/<AddAsync>d__3\":{" METHOD(
    "V Shop.Cart/<AddAsync>d__3::MoveNext()",
    "\"4\":1,\"6\":1") "},"
                       "\"Shop.Cart/<>c\":{" METHOD(
                           "V Shop.Cart/<>c::<Find>b__1_0(A)",
                           "\"12\":1") "},"
                                       "\"Shop.Cart/<>c__DisplayClass4_0\":{" METHOD(
                                           "V Shop.Cart/<>c__DisplayClass4_0::<Find>b__0(A)",
                                           "\"22\":1") "},"
                                                       "\"Shop.Cart/<>c/<<Run>b__5_0>d\":{" METHOD(
                                                           "V "
                                                           "Shop.Cart/<>c/"
                                                           "<<Run>b__5_0>d::MoveNext()",
                                                           "\"32\":1") "},"
                                                                       "\"Shop.Cart\":{" METHOD(
                                                                           "V "
                                                                           "Shop.Cart::<Run>g__"
                                                                           "Step|5_1()",
                                                                           "\"34\":1") "}");

/* What a compiler makes of a method is not another method: alone, and beside data that has the
 * signatures. */
static void test_pieces_of_methods(void) {
    static const char methods[] = JSON("\"Shop.Cart\":{" METHOD(
        "V Shop.Cart::AddAsync(System.Int32)",
        "\"4\":1,\"5\":"
        "0") "," METHOD("V Shop.Cart::Find(System.Int32)",
                        "\"11\":1,\"13\":1") "," METHOD("V Shop.Cart::Find(System.String)",
                                                        "\"21\":1,\"23\":1") "}");
    static const char *const both[] = {pieces, methods};
    static const char *const swapped[] = {methods, pieces};
    static const char together[] =
        "Shop.Cart.AddAsync(System.Int32):4-6 Shop.Cart.Find(System.Int32):11-13 "
        "Shop.Cart.Find(System.String):21-23 Shop.Cart.Run():32-34";
    check_methods(pieces, "Shop.Cart.AddAsync():4-6 Shop.Cart.Find():12-22 Shop.Cart.Run():32-34");
    check_methods_of(both, 2, together);
    check_methods_of(swapped, 2, together);
}

static void test_pieces_in_other_formats(void) {
    check_methods("<coverage><packages><package name=\"P\"><classes>"
                  "<class name=\"Shop.Cart.&lt;Add&gt;d__3\" filename=\"a.cs\"><methods>"
                  "<method name=\"MoveNext\" signature=\"()\"><lines>"
                  "<line number=\"1\" hits=\"1\"/></lines></method></methods><lines/></class>"
                  "<class name=\"Program\" filename=\"a.cs\"><methods>"
                  "<method name=\"&lt;Main&gt;$\" signature=\"(A)\"><lines>"
                  "<line number=\"3\" hits=\"1\"/></lines></method></methods><lines/></class>"
                  "</classes></package></packages></coverage>",
                  "Program.<Main>$(A):3-3 Shop.Cart.Add():1-1");
    check_methods("SF:a.cs\nFN:1,V Shop.Cart/<Add>d__1`1::MoveNext()\nDA:2,1\nend_of_record\n",
                  "Shop.Cart.Add():2-2");
}

static const test_case cases[] = {
    {"lambdas, iterators and async methods are parts of methods", test_pieces_of_methods},
    {"the same in Cobertura and lcov", test_pieces_in_other_formats},
    {"remarks in clrcov's own lcov", test_remarks_of_lcov},
    {"functions by number in lcov", test_functions_by_number},
    {"lcov of coverlet: each method has its own lines", test_lcov_of_coverlet},
    {"lcov of coverlet, merged by lcov", test_lcov_of_coverlet_merged},
    {"names of functions in lcov", test_names_of_lcov},
    {"paths of Windows, and what is not found", test_paths_of_windows},
};

int main(void) {
    arena = cc_arena_new();
    int failed = arena == NULL || test_run("coverlet", cases, sizeof cases / sizeof *cases);
    cc_arena_free(arena);
    return failed;
}
