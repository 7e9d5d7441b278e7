/* Unified diffs: what is added, where a line was before, names in all their forms, and what is no
 * patch. */
#include "coverage/patch/patch.h"

#include <stdio.h>
#include <string.h>

#include "test_main.h"

static cc_arena *arena;

static cc_err parse(patch_change *out, const char *text) {
    return patch_parse(out, cc_strz(text), arena);
}

/* "3-4 9" of the added ranges. */
static const char *added(const patch_file *file) {
    const char *all = "";
    for (uint32_t i = 0; i < file->added_count; i++) {
        all = cc_arena_printf(arena, "%s%s%u-%u", all, i == 0 ? "" : " ", file->added[i].first,
                              file->added[i].last);
    }
    return all;
}

static void test_ranges(void) {
    static const struct {
        const char *hunks, *added;
    } rows[] = {
        {"@@ -0,0 +1,2 @@\n+a\n+b\n", "1-2"},
        {"@@ -5 +5 @@\n-a\n+b\n", "5-5"},
        {"@@ -5,2 +4,0 @@\n-a\n-b\n", ""},
        {"@@ -1,4 +1,5 @@\n a\n+b\n c\n-d\n+e\n f\n", "2-2 4-4"},
        {"@@ -1,4 +1,5 @@ class X\n a\n+b\n\n-d\n+e\n f\n", "2-2 4-4"},
        {"@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n",
         "1-1"},
        {"@@ -3,0 +4 @@\n+x\n@@ -9,0 +11,2 @@\n+y\n+z\n", "4-4 11-12"},
        {"@@ -1,2 +1,2 @@\n--- a/x\n-b\n+++ b/y\n+@@ -1 +1 @@\n", "1-2"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        patch_change change;
        const char *text = cc_arena_printf(arena, "--- a/A.cs\n+++ b/A.cs\n%s", rows[i].hunks);
        CU_ASSERT_EQUAL_FATAL(parse(&change, text), CC_OK);
        CU_ASSERT_EQUAL_FATAL(change.file_count, 1);
        CU_ASSERT_STRING_EQUAL(added(&change.files[0]), rows[i].added);
    }
}

static void test_old_lines(void) {
    patch_change change;
    CU_ASSERT_EQUAL_FATAL(parse(&change, "--- a/A.cs\n+++ b/A.cs\n@@ -2,0 +3,2 @@\n+x\n+y\n"
                                         "@@ -5,2 +7 @@\n-p\n-q\n+z\n@@ -9 +9,0 @@\n-r\n"),
                          CC_OK);
    static const uint32_t old[] = {0, 1, 2, 0, 0, 3, 4, 0, 7, 8, 10, 11};
    for (uint32_t line = 1; line < sizeof old / sizeof *old; line++) {
        CU_ASSERT_EQUAL(patch_old_line(&change.files[0], line), old[line]);
    }
}

static void test_names(void) {
    static const struct {
        const char *text, *path, *old_path;
        bool is_new, is_deleted, is_binary, is_submodule;
    } rows[] = {
        {"diff --git a/A.cs b/A.cs\nnew file mode 100644\n", "A.cs", "A.cs", true, false, false,
         false},
        {"diff --git a/x y b/x y\nold mode 100644\nnew mode 100755\n", "x y", "x y", false, false,
         false, false},
        {"diff --git a/A b/B\nsimilarity index 100%\nrename from A\nrename to B\n", "B", "A", false,
         false, false, false},
        {"diff --git a/A b/B\ncopy from A\ncopy to B\n--- a/A\n+++ b/B\n@@ -1 +1 @@\n-a\n+b\n", "B",
         "A", false, false, false, false},
        {"diff --git \"a/\\303\\244\\t\\\"\\\\.cs\" \"b/\\303\\244\\t\\\"\\\\.cs\"\n"
         "--- \"a/\\303\\244\\t\\\"\\\\.cs\"\n+++ \"b/\\303\\244\\t\\\"\\\\.cs\"\n@@ -1 +1 "
         "@@\n-a\n+b\n",
         "\xC3\xA4\t\"\\.cs", "\xC3\xA4\t\"\\.cs", false, false, false, false},
        {"diff --git c/src/A.cs w/src/A.cs\n--- c/src/A.cs\n+++ w/src/A.cs\n@@ -1 +1 @@\n-a\n+b\n",
         "src/A.cs", "src/A.cs", false, false, false, false},
        {"diff --git 1/A.cs 2/A.cs\r\n--- 1/A.cs\r\n+++ 2/A.cs\r\n@@ -1 +1 @@\n-a\n+b\n", "A.cs",
         "A.cs", false, false, false, false},
        {"diff --git \"i/\\303\\244.cs\" \"w/\\303\\244.cs\"\n--- \"i/\\303\\244.cs\"\n"
         "+++ \"w/\\303\\244.cs\"\n@@ -1 +1 @@\n-a\n+b\n",
         "\xC3\xA4.cs", "\xC3\xA4.cs", false, false, false, false},
        {"diff --git c/A.cs w/B.cs\nrename from A.cs\nrename to B.cs\n--- c/A.cs\n+++ w/B.cs\n"
         "@@ -1 +1 @@\n-a\n+b\n",
         "B.cs", "A.cs", false, false, false, false},
        {"diff --git c/A.cs w/A.cs\nnew file mode 100644\n--- /dev/null\n+++ w/A.cs\n"
         "@@ -0,0 +1 @@\n+a\n",
         "A.cs", "A.cs", true, false, false, false},
        {"diff --git c/A.cs i/A.cs\ndeleted file mode 100644\n--- c/A.cs\n+++ /dev/null\n"
         "@@ -1 +0,0 @@\n-a\n",
         "A.cs", "A.cs", false, true, false, false},
        {"diff --git a/A.cs a/A.cs\n--- a/A.cs\n+++ a/A.cs\n@@ -1 +1 @@\n-a\n+b\n", "a/A.cs",
         "a/A.cs", false, false, false, false}, /* of --no-prefix */
        {"--- c/A.cs\n+++ w/A.cs\n@@ -1 +1 @@\n-a\n+b\n", "w/A.cs", "c/A.cs", false, false, false,
         false},
        {"diff --git a/A b/A\ndeleted file mode 100644\n--- a/A\n+++ /dev/null\n@@ -1 +0,0 "
         "@@\n-a\n",
         "A", "A", false, true, false, false},
        {"--- /dev/null\t2026\n+++ b/A\t2026\n@@ -0,0 +1 @@\n+a\n", "A", "A", true, false, false,
         false},
        {"diff --git a/A b/A\nindex 1..2 100644\nBinary files a/A and b/A differ\n", "A", "A",
         false, false, true, false},
        {"diff --git a/S b/S\nindex 1..2 160000\n--- a/S\n+++ b/S\n@@ -1 +1 @@\n-Subproject "
         "1\n+Subproject 2\n",
         "S", "S", false, false, false, true},
        {"From 1 Mon\nSubject: x\n---\n A | 1 +\n\ndiff --git a/A b/A\n--- a/A\n+++ b/A\n@@ -0,0 "
         "+1 @@\n+a\n",
         "A", "A", false, false, false, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        patch_change change;
        CU_ASSERT_EQUAL_FATAL(parse(&change, rows[i].text), CC_OK);
        CU_ASSERT_EQUAL_FATAL(change.file_count, 1);
        const patch_file *file = &change.files[0];
        CU_ASSERT(cc_str_eqz(file->path, rows[i].path));
        CU_ASSERT(cc_str_eqz(file->old_path, rows[i].old_path));
        CU_ASSERT_EQUAL(file->is_new, rows[i].is_new);
        CU_ASSERT_EQUAL(file->is_deleted, rows[i].is_deleted);
        CU_ASSERT_EQUAL(file->is_binary, rows[i].is_binary);
        CU_ASSERT_EQUAL(file->is_submodule, rows[i].is_submodule);
    }
}

#define NO_PATCH "the patch names no file; make a unified diff with 'git diff' or 'diff -u'"

static void test_errors(void) {
    static const struct {
        const char *text, *message;
    } rows[] = {
        {"@@ -1 +1 @@\n-a\n+b\n", "line 1 of the patch: '@@' without a file"},
        {"--- a/A\n+++ b/A\n@@ -1,2 +1 @@\n-a\n+b\n",
         "line 5 of the patch: the patch ends in the middle of a hunk"},
        {"--- a/A\n+++ b/A\n@@ -1 +1 @@\n-a\n-b\n",
         "line 5 of the patch: the line contradicts the numbers of its '@@'"},
        {"--- a/A\n+++ b/A\n@@ -1 +x @@\n",
         "line 3 of the patch: the numbers of '@@' are not valid"},
        {"--- a/A\n+++ b/A\n@@ -1 +99999999999 @@\n",
         "line 3 of the patch: the numbers of '@@' are not valid"},
        {"--- a/A\n+++ b/A\n@@ -9 +9 @@\n-a\n+b\n@@ -1 +1 @@\n-a\n+b\n",
         "line 6 of the patch: hunks are not in order"},
        {"+++ b/A\n", "line 1 of the patch: '+++' without '---'"},
        {"--- a/A\n+++ b/A\n", "line 2 of the patch: A has no '@@'"},
        {"--- a/A\n+++ b/A\ndiff --git a/B b/B\nnew file mode 100644\n",
         "line 3 of the patch: A has no '@@'"},
        {"diff --cc A\nindex 1,2..3\n--- a/A\n+++ b/A\n@@@ -1,1 -1,1 +1,2 @@@\n  a\n++b\n",
         "line 1 of the patch: this is the combined diff of a merge; make the patch with 'git diff "
         "BASE...'"},
        {"--- a/A\n+++ b/A\n@@@ -1,1 -1,1 +1,2 @@@\n  a\n++b\n",
         "line 3 of the patch: this is the combined diff of a merge; make the patch with 'git diff "
         "BASE...'"},
        {"<html><body>Not found</body></html>\n", NO_PATCH},
        {" A.cs | 2 +-\n 1 file changed, 1 insertion(+), 1 deletion(-)\n", NO_PATCH},
        {"*** a/A\t2026\n--- b/A\t2026\n***************\n*** 1,2 ****\n  a\n--- 1,3 ----\n  a\n+ "
         "b\n",
         NO_PATCH},
        {"From 1\n\ndiff --git a/A b/A\n--- a/A\n+++ b/A\n@@ -0,0 +1 @@\n+a\nFrom 2\n\n"
         "diff --git a/A b/A\n--- a/A\n+++ b/A\n@@ -0,0 +1 @@\n+b\n",
         "line 14 of the patch: A is changed twice, as in a series of patches; make one patch with "
         "'git diff BASE...'"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        patch_change change;
        CU_ASSERT_EQUAL(parse(&change, rows[i].text), CC_E_FORMAT);
        CU_ASSERT_STRING_EQUAL(cc_error_message(), rows[i].message);
    }
}

/* Changes without lines, and what stands around changes. */
static void test_without_lines(void) {
    static const struct {
        const char *text;
        uint32_t files;
    } rows[] = {
        {"", 0},
        {"\n \r\n", 0},
        {"Binary files a/x.png and b/x.png differ\n", 0},
        {"diff --git a/A b/A\nold mode 100644\nnew mode 100755\n", 1},
        {"Index: A\n===\n--- A\t(revision 1)\n+++ A\t(revision 2)\n\nProperty changes on: A\n", 1},
        {"Subject: x\n\n--- no name\n---\ndiff --git a/A b/A\n--- a/A\n+++ b/A\n@@ -1 +1 @@\n-a\n"
         "+b\n-- \n2.47\n",
         1},
        {"diff --git a/L b/L\ndeleted file mode 100644\n--- a/L\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n"
         "diff --git a/L b/L\nnew file mode 120000\n--- /dev/null\n+++ b/L\n@@ -0,0 +1 @@\n+b\n",
         2},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        patch_change change;
        cc_err err = parse(&change, rows[i].text);
        if (err != CC_OK) {
            printf("\n    %s\n", cc_error_message());
        }
        CU_ASSERT_EQUAL(err, CC_OK);
        CU_ASSERT_EQUAL(change.file_count, rows[i].files);
    }
}

static const test_case cases[] = {
    {"what is added", test_ranges},
    {"where lines were", test_old_lines},
    {"names", test_names},
    {"what is no patch", test_errors},
    {"changes without lines", test_without_lines},
};

int main(void) {
    arena = cc_arena_new();
    int failed = arena == NULL || test_run("patch", cases, sizeof cases / sizeof *cases);
    cc_arena_free(arena);
    return failed;
}
