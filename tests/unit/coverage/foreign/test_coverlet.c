/* Reports as coverlet writes them: paths of Windows, and names of methods. */
#include <stdio.h>
#include <stdlib.h>

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
        bool is_missing;
    } rows[] = {
        {"D:\\a\\1\\s\\", "src\\Cart.cs", "src/Cart.cs", false},
        {"/", "src\\Cart.cs", "src/Cart.cs", false},
        {"/", "odd\\Name.cs", "odd\\Name.cs", false},
        {"D:\\a\\1\\s\\", "src\\Gone.cs", "src/Gone.cs", true},
    };
    char *top = make_root();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cov_raw *raw = NULL;
        const char *text = cobertura_of(rows[i].folder, rows[i].file);
        CU_ASSERT_EQUAL_FATAL(parse_below(&raw, top, text), CC_OK);
        const cov_raw_document *document = &raw->assemblies[0].documents[0];
        CU_ASSERT_TRUE(cc_str_eqz(document->path, rows[i].path));
        CU_ASSERT_EQUAL(document->is_missing, rows[i].is_missing);
        CU_ASSERT_EQUAL_FATAL(raw->warning_count, 1);
        CU_ASSERT_TRUE(cc_str_eqz(raw->warnings[0],
                                  rows[i].is_missing
                                      ? "r.xml: 2 of 2 sources not found; use --map FROM=TO"
                                      : "r.xml: 1 of 2 sources not found; use --map FROM=TO"));
    }
    (void)!cc_dir_remove(top);
}

static const test_case cases[] = {
    {"paths of Windows, and what is not found", test_paths_of_windows},
};

int main(void) {
    arena = cc_arena_new();
    int failed = arena == NULL || test_run("coverlet", cases, sizeof cases / sizeof *cases);
    cc_arena_free(arena);
    return failed;
}
