/* Lists, maps and sorted arrays as arrays of the arena; texts by key; letters in other words. */
#include <stdlib.h>
#include <string.h>

#include <CUnit/CUnit.h>

#include "base/cc_escape.h"
#include "base/cc_file.h"
#include "base/cc_list.h"
#include "base/cc_map.h"
#include "base/cc_proc.h"
#include "base/cc_sort.h"
#include "base/test_base.h"

void test_copies_of_arrays(void) {
    cc_arena *arena = cc_arena_new();
    uint32_t few[] = {3, 5};
    uint32_t *wide = cc_arena_widen(arena, few, 2, 4, sizeof *wide);
    CU_ASSERT_TRUE(wide[0] == 3 && wide[1] == 5 && wide[2] == 0 && wide[3] == 0);
    CU_ASSERT_PTR_NOT_NULL(cc_arena_widen(arena, NULL, 0, 1, sizeof *wide));
    CU_ASSERT_PTR_NULL(cc_arena_widen(arena, NULL, 0, SIZE_MAX, sizeof *wide));
    cc_list list = {.arena = arena};
    cc_list_add(&list, &few[1]);
    cc_list_add(&list, &few[0]);
    const uint32_t *values = cc_list_values(&list, arena, sizeof *values);
    CU_ASSERT_TRUE(values[0] == 5 && values[1] == 3);
    cc_arena_free(arena);
}

static int compare_values(const void *a, const void *b) {
    const uint32_t *const *x = a;
    const uint32_t *const *y = b;
    return cc_compare(**x, **y);
}

void test_map_values(void) {
    cc_arena *arena = cc_arena_new();
    cc_map *map = cc_map_new();
    uint32_t numbers[] = {7, 2, 4};
    const cc_str keys[][2] = {
        {CC_STR("a"), CC_STR("bc")}, {CC_STR("ab"), CC_STR("c")}, {CC_STR("abc"), CC_STR("")}};
    for (size_t i = 0; i < 3; i++) {
        *cc_map_put_texts(map, keys[i], 2) = &numbers[i];
    }
    CU_ASSERT_EQUAL(cc_map_count(map), 3);
    CU_ASSERT_PTR_EQUAL(*cc_map_put_texts(map, keys[1], 2), &numbers[1]);
    const uint32_t *values = cc_map_values(map, sizeof *values, arena);
    CU_ASSERT_TRUE(values[0] == 7 && values[1] == 2 && values[2] == 4);
    void **sorted = cc_map_sorted(map, arena, compare_values);
    CU_ASSERT_TRUE(sorted[0] == &numbers[1] && sorted[1] == &numbers[2]);
    CU_ASSERT_PTR_EQUAL(sorted[2], &numbers[0]);
    cc_map_free(map);
    cc_arena_free(arena);
}

static int compare_with_key(const void *item, const void *key) {
    return cc_compare(*(const uint64_t *)item, *(const uint64_t *)key);
}

static size_t find_first(uint64_t key) {
    static const uint64_t items[] = {1, 4, 4, 9};
    return cc_find_first(items, 4, sizeof items[0], &key, compare_with_key);
}

void test_find_first(void) {
    CU_ASSERT_TRUE(cc_compare(1, UINT64_MAX) < 0 && cc_compare(2, 2) == 0 && cc_compare(2, 1) > 0);
    CU_ASSERT_EQUAL(find_first(0), 0);
    CU_ASSERT_EQUAL(find_first(4), 1);
    CU_ASSERT_EQUAL(find_first(5), 3);
    CU_ASSERT_EQUAL(find_first(9), 3);
    CU_ASSERT_EQUAL(find_first(10), 4);
    uint64_t key = 1;
    CU_ASSERT_EQUAL(cc_find_first(NULL, 0, sizeof key, &key, compare_with_key), 0);
}

void test_texts_by_key(void) {
    static const cc_pair pairs[] = {{"None", "keep"}, {"All", "skip"}, {NULL, NULL}};
    CU_ASSERT_STRING_EQUAL(cc_find_value(pairs, CC_STR("All")), "skip");
    CU_ASSERT_PTR_NULL(cc_find_value(pairs, CC_STR("all")));
    CU_ASSERT_STRING_EQUAL(cc_find_value_nocase(pairs, CC_STR("all")), "skip");
    CU_ASSERT_PTR_NULL(cc_find_value_nocase(pairs, CC_STR("al")));
    static const char *const written[] = {"&lt;", "&amp;"};
    cc_buf out = {0};
    cc_replace(&out, CC_STR("a<b&&\0c"), "<&", written);
    CU_ASSERT_TRUE(cc_str_eq(cc_buf_str(&out), CC_STR("a&lt;b&amp;&amp;\0c")));
    cc_buf_free(&out);
    CU_ASSERT_TRUE(cc_str_eqz(cc_str_without_mark(CC_STR("\xEF\xBB\xBF\xEF")), "\xEF"));
    CU_ASSERT_TRUE(cc_str_eqz(cc_str_without_mark(CC_STR("\xEF\xBB")), "\xEF\xBB"));
    cc_arena *arena = cc_arena_new();
    CU_ASSERT_STRING_EQUAL(cc_arena_slashes(arena, CC_STR("a\\b/c\\")), "a/b/c/");
    CU_ASSERT_TRUE(cc_str_eqz(cc_arena_str(arena, CC_STR("x")), "x"));
    CU_ASSERT_EQUAL(cc_arena_str(arena, (cc_str){NULL, 0}).len, 0);
    cc_arena_free(arena);
}

void test_variables(void) {
    CU_ASSERT_EQUAL(setenv("CC_TEST_EMPTY", "", 1), 0);
    CU_ASSERT_EQUAL(setenv("CC_TEST_FULL", "x", 1), 0);
    CU_ASSERT_EQUAL(unsetenv("CC_TEST_NONE"), 0);
    CU_ASSERT_PTR_NULL(cc_proc_variable("CC_TEST_NONE"));
    CU_ASSERT_PTR_NULL(cc_proc_variable("CC_TEST_EMPTY"));
    CU_ASSERT_STRING_EQUAL(cc_proc_variable("CC_TEST_FULL"), "x");
}

void test_whole_files(void) {
    cc_arena *arena = cc_arena_new();
    char *dir = cc_arena_strdup(arena, CC_STR("/tmp/cc-lists-XXXXXX"));
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(dir));
    char *path = NULL;
    CU_ASSERT_EQUAL(cc_path_resolve(arena, dir, "x/../a", &path), CC_OK);
    CU_ASSERT_STRING_EQUAL(path, cc_path_join(arena, dir, "a"));
    cc_str text;
    CU_ASSERT_EQUAL(cc_file_read(arena, path, SIZE_MAX, &text), CC_E_NOTFOUND);
    CU_ASSERT_FALSE(cc_file_contains(path, 5, CC_STR("b")));
    CU_ASSERT_EQUAL(cc_file_write(path, cc_span_of("ab\0cd", 5), 0600), CC_OK);
    CU_ASSERT_EQUAL(cc_file_read(arena, path, 1, &text), CC_E_LIMIT);
    CU_ASSERT_EQUAL(cc_file_read(arena, path, SIZE_MAX, &text), CC_OK);
    CU_ASSERT_TRUE(cc_str_eq(text, CC_STR("ab\0cd")) && text.s[5] == '\0');
    CU_ASSERT_TRUE(cc_file_contains(path, 5, CC_STR("cd")));
    CU_ASSERT_FALSE(cc_file_contains(path, 4, CC_STR("cd")));
    CU_ASSERT_EQUAL(cc_path_resolve(arena, "/x", dir, &path), CC_OK);
    CU_ASSERT_STRING_EQUAL(path, dir);
    CU_ASSERT_EQUAL(cc_dir_remove(dir), CC_OK);
    cc_arena_free(arena);
}
