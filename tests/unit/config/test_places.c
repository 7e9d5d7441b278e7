/* Discovery of clrcov.xml, and the environment. */
#include "test_config.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cc_file.h"

/* top/repo/.git, top/repo/a/b, with clrcov.xml in top. */
typedef struct tree {
    cc_arena *arena;
    const char *top, *repo, *a, *b;
} tree;

static void make_tree(tree *t) {
    t->arena = cc_arena_new();
    t->top = make_directory(t->arena);
    t->repo = cc_path_join(t->arena, t->top, "repo");
    t->a = cc_path_join(t->arena, t->repo, "a");
    t->b = cc_path_join(t->arena, t->a, "b");
    const char *const all[] = {t->repo, t->a, t->b};
    for (size_t i = 0; i < 3; i++) {
        CU_ASSERT_EQUAL_FATAL(cc_dir_make(all[i], 0755), CC_OK);
    }
    write_file(t->arena, t->top, "clrcov.xml", "<clrcov version='1'/>");
}

static void end_tree(tree *t) {
    CU_ASSERT_EQUAL(cc_dir_remove(t->top), CC_OK);
    cc_arena_free(t->arena);
}

/* What is found from `start`: "dir/clrcov.xml", or nothing when `dir` is NULL. */
static void assert_found(tree *t, const char *start, const char *dir) {
    const char *found = "";
    CU_ASSERT_EQUAL(cfg_find_file(NULL, NULL, start, t->arena, &found), CC_OK);
    if (dir == NULL) {
        CU_ASSERT_PTR_NULL(found);
    } else {
        assert_text(found, cc_path_join(t->arena, dir, "clrcov.xml"));
    }
}

/* A link to nowhere is an error where it would be used, and only there. */
void test_link_to_nowhere(void) {
    tree t;
    const char *found = NULL;
    make_tree(&t);
    CU_ASSERT_EQUAL(cc_dir_make(cc_path_join(t.arena, t.repo, ".git"), 0755), CC_OK);
    const char *link = cc_path_join(t.arena, t.a, "clrcov.xml");
    CU_ASSERT_EQUAL_FATAL(symlink("gone.xml", link), 0);
    CU_ASSERT_EQUAL(cfg_find_file(NULL, NULL, t.b, t.arena, &found), CC_E_USAGE);
    CU_ASSERT_PTR_NOT_NULL(strstr(cc_error_message(), link));
    CU_ASSERT_EQUAL(cfg_find_file(NULL, NULL, t.repo, t.arena, &found), CC_OK);
    write_file(t.arena, t.a, "gone.xml", "");
    assert_found(&t, t.b, t.a);
    end_tree(&t);
}

void test_up_to_the_repository(void) {
    tree t;
    make_tree(&t);
    CU_ASSERT_EQUAL(cc_dir_make(cc_path_join(t.arena, t.repo, ".git"), 0755), CC_OK);
    assert_found(&t, t.b, NULL);
    assert_found(&t, t.repo, NULL);
    write_file(t.arena, t.repo, "clrcov.xml", "");
    assert_found(&t, t.b, t.repo);
    assert_found(&t, t.repo, t.repo);
    write_file(t.arena, t.a, "clrcov.xml", "");
    assert_found(&t, t.b, t.a);
    assert_found(&t, t.a, t.a);
    assert_found(&t, t.repo, t.repo);
    end_tree(&t);
}

void test_git_as_a_file(void) {
    tree t;
    make_tree(&t);
    write_file(t.arena, t.a, ".git", "gitdir: ../.git/modules/a\n");
    write_file(t.arena, t.repo, "clrcov.xml", "");
    assert_found(&t, t.b, NULL);
    write_file(t.arena, t.a, "clrcov.xml", "");
    assert_found(&t, t.b, t.a);
    end_tree(&t);
}

void test_without_repository(void) {
    tree t;
    make_tree(&t);
    assert_found(&t, t.b, NULL);
    assert_found(&t, t.top, t.top);
    write_file(t.arena, t.b, "clrcov.xml", "");
    assert_found(&t, t.b, t.b);
    assert_found(&t, t.a, NULL);
    end_tree(&t);
}

void test_relative_start(void) {
    tree t;
    make_tree(&t);
    char *old = NULL;
    CU_ASSERT_EQUAL_FATAL(cc_path_absolute(t.arena, ".", &old), CC_OK);
    CU_ASSERT_EQUAL_FATAL(chdir(t.b), 0);
    CU_ASSERT_EQUAL(cc_dir_make(cc_path_join(t.arena, t.repo, ".git"), 0755), CC_OK);
    write_file(t.arena, t.a, "clrcov.xml", "<clrcov version='1'>\n<collect hits='x'/></clrcov>");
    assert_found(&t, ".", t.a);
    assert_found(&t, "/", NULL);
    /* Messages name a file below the working directory without that directory. */
    cfg_layer layer;
    cfg_layer_init(&layer, CFG_FILE, t.arena);
    CU_ASSERT_EQUAL(cfg_read_file(&layer, cc_path_join(t.arena, t.a, "clrcov.xml")), CC_E_USAGE);
    assert_message(cc_error_message(), cc_arena_printf(t.arena, "%s/clrcov.xml:2: ", t.a), "hits");
    CU_ASSERT_EQUAL_FATAL(chdir(t.repo), 0);
    CU_ASSERT_EQUAL(cfg_read_file(&layer, cc_path_join(t.arena, t.a, "clrcov.xml")), CC_E_USAGE);
    assert_message(cc_error_message(), "a/clrcov.xml:2: ", "hits");
    write_file(t.arena, t.a, "clrcov.xml", "<clrcov version='1'>\n<root path='../x'/></clrcov>");
    CU_ASSERT_EQUAL(cfg_read_file(&layer, "a/clrcov.xml"), CC_OK);
    cfg_values values;
    const cfg_layer *layers[] = {&layer};
    CU_ASSERT_EQUAL(cfg_resolve(&values, layers, 1, t.arena), CC_OK);
    assert_text(values.root, cc_path_join(t.arena, t.repo, "x"));
    assert_text(values.origin[CFG_ROOT], "a/clrcov.xml:2");
    CU_ASSERT_EQUAL_FATAL(chdir(old), 0);
    end_tree(&t);
}

void test_named_files(void) {
    tree t;
    make_tree(&t);
    const char *found = NULL;
    const char *own = cc_path_join(t.arena, t.top, "own.xml");
    const char *other = cc_path_join(t.arena, t.top, "other.xml");
    CU_ASSERT_EQUAL(cfg_find_file(own, other, t.top, t.arena, &found), CC_E_USAGE);
    assert_message(cc_error_message(), "--config: file '", "own.xml' not found");
    CU_ASSERT_PTR_NULL(found);
    CU_ASSERT_EQUAL(cfg_find_file(NULL, other, t.top, t.arena, &found), CC_E_USAGE);
    assert_message(cc_error_message(), "CLRCOV_CONFIG: file '", "other.xml' not found");
    write_file(t.arena, t.top, "other.xml", "");
    CU_ASSERT_EQUAL(cfg_find_file(NULL, other, t.top, t.arena, &found), CC_OK);
    assert_text(found, other);
    CU_ASSERT_EQUAL(cfg_find_file(own, other, t.top, t.arena, &found), CC_E_USAGE);
    write_file(t.arena, t.top, "own.xml", "");
    CU_ASSERT_EQUAL(cfg_find_file(own, other, t.top, t.arena, &found), CC_OK);
    assert_text(found, own);
    CU_ASSERT_EQUAL(cfg_find_file("", NULL, t.top, t.arena, &found), CC_E_USAGE);
    CU_ASSERT_EQUAL(cfg_find_file(NULL, "", t.top, t.arena, &found), CC_OK);
    assert_text(found, cc_path_join(t.arena, t.top, "clrcov.xml"));
    end_tree(&t);
}

/* --- the environment -------------------------------------------------------------------------- */

void test_environment(void) {
    char *const environment[] = {
        (char[]){"PATH=/bin"},
        (char[]){"CLRCOV_HITS=exact"},
        (char[]){"CLRCOV_WAIT="},
        (char[]){"CLRCOV_EXCLUDE= type:A ;;[B]*,[C]*\nfile:x/**;"},
        (char[]){"CLRCOV_MAP=/a=/b;C:\\x=y=z"},
        (char[]){"CLRCOV_INCLUDE=;\n ;"},
        (char[]){"CLRCOV_ROOT=some where"},
        (char[]){"CLRCOV_SESSION=abc"},
        (char[]){"CLRCOV_FAIL_UNDER_LINES=1"},
        (char[]){"CLRCOV_HITS_=1"},
        (char[]){"CLRCOV_SESION=1"},
        (char[]){"CLRCOV_COMPLETELY_DIFFERENT_THING="},
        (char[]){"CLRCOV_\x1b[31m=1"},
        (char[]){"CLRCOV_NOTHING"},
        (char[]){"clrcov_hits=1"},
        (char[]){"CLRCOVX=1"},
        NULL,
    };
    static const char *const known[] = {"CLRCOV_SESSION", "CLRCOV_CONFIG", NULL};
    cc_arena *arena = cc_arena_new();
    cfg_layer layer;
    cfg_layer_init(&layer, CFG_ENVIRONMENT, arena);
    cc_buf warnings = {0};
    cfg_read_environment(&layer, environment, "/w", known, &warnings);
    cc_buf_u8(&warnings, 0);
    assert_text((const char *)warnings.data,
                "CLRCOV_FAIL_UNDER_LINES: unknown variable; did you mean CLRCOV_FAIL_UNDER_LINE?\n"
                "CLRCOV_HITS_: unknown variable; did you mean CLRCOV_HITS?\n"
                "CLRCOV_SESION: unknown variable; did you mean CLRCOV_SESSION?\n"
                "CLRCOV_COMPLETELY_DIFFERENT_THING: unknown variable\n"
                "CLRCOV_\xEF\xBF\xBD[31m: unknown variable\n");
    cc_buf_free(&warnings);
    cfg_values values;
    const cfg_layer *layers[] = {&layer};
    CU_ASSERT_EQUAL_FATAL(cfg_resolve(&values, layers, 1, arena), CC_OK);
    CU_ASSERT_EQUAL(values.hits, CFG_HITS_EXACT);
    assert_text(values.origin[CFG_HITS], "CLRCOV_HITS");
    assert_text(values.origin[CFG_WAIT], "default");
    assert_text(values.origin[CFG_INCLUDE], "default");
    CU_ASSERT_EQUAL_FATAL(values.exclude.count, 4);
    assert_text(values.exclude.items[0], "type:A");
    assert_text(values.exclude.items[1], "[B]*");
    assert_text(values.exclude.items[2], "[C]*");
    assert_text(values.exclude.items[3], "file:x/**");
    assert_text(values.exclude.origins[3], "CLRCOV_EXCLUDE");
    CU_ASSERT_EQUAL_FATAL(values.maps.count, 2);
    assert_text(values.maps.items[1].from, "C:\\x=y");
    assert_text(values.maps.items[1].to, "/w/z");
    assert_text(values.root, "/w/some where");
    cc_arena_free(arena);
}

void test_wrong_environment(void) {
    char *const environment[] = {(char[]){"CLRCOV_WAIT=soon"}, NULL};
    cc_arena *arena = cc_arena_new();
    cfg_layer layer;
    cfg_layer_init(&layer, CFG_ENVIRONMENT, arena);
    cc_buf warnings = {0};
    cfg_read_environment(&layer, environment, "/w", NULL, &warnings);
    CU_ASSERT_EQUAL(warnings.len, 0);
    cfg_values values;
    const cfg_layer *layers[] = {&layer};
    CU_ASSERT_EQUAL(cfg_resolve(&values, layers, 1, arena), CC_E_USAGE);
    assert_message(cc_error_message(), "CLRCOV_WAIT: takes seconds", "not 'soon'");
    cc_buf_free(&warnings);
    cc_arena_free(arena);
}
