/* Folders that are written as a whole. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <CUnit/CUnit.h>

#include "base/cc_file.h"
#include "base/cc_folder.h"
#include "base/test_base.h"

static bool is_any(cc_str name) {
    return name.len > 0;
}

static bool is_page(cc_str name) {
    return cc_str_ends(name, ".html");
}

static const cc_folder_kind kind = {"list.txt", "index.html", is_any, false};
static const cc_folder_kind pages = {"list.txt", "index.html", is_page, false};
static const cc_folder_kind ignored = {"list.txt", "index.html", is_page, true};

typedef struct scene {
    char dir[64];
    cc_arena *arena;
    const char *path; /* of the folder */
} scene;

static void open_scene(scene *s) {
    strcpy(s->dir, "/tmp/clrcov-test-XXXXXX");
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(s->dir));
    s->arena = cc_arena_new();
    s->path = cc_path_join(s->arena, s->dir, "new/pages");
}

static void close_scene(scene *s) {
    CU_ASSERT_EQUAL(cc_dir_remove(s->dir), CC_OK);
    cc_arena_free(s->arena);
}

static const char *at(const scene *s, const char *name) {
    return cc_path_join(s->arena, s->path, name);
}

static bool has(const scene *s, const char *name, const char *text) {
    cc_mapped_file file;
    if (cc_file_map(&file, at(s, name), true) != CC_OK) {
        return false;
    }
    bool is_same = cc_span_eq(file.bytes, cc_span_of(text, strlen(text)));
    cc_file_unmap(&file);
    return is_same;
}

/* Writes files whose content is `text`; NULL ends the names. */
static cc_err put_kind(const scene *s, const cc_folder_kind *of, const char *const *names,
                       const char *text, bool is_whole) {
    cc_folder *folder;
    CC_TRY(cc_folder_open(&folder, s->path, of));
    for (size_t i = 0; names[i] != NULL; i++) {
        (void)cc_folder_put(folder, names[i], cc_span_of(text, strlen(text)));
    }
    return cc_folder_close(folder, is_whole);
}

static cc_err put_all(const scene *s, const char *const *names, const char *text, bool is_whole) {
    return put_kind(s, &kind, names, text, is_whole);
}

void test_folder_whole_or_not(void) {
    scene s;
    open_scene(&s);
    static const char *const names[] = {"src/a.html", "index.html", NULL};
    static const char *const others[] = {"src/b.html", "index.html", NULL};
    CU_ASSERT_EQUAL(put_all(&s, names, "one", false), CC_OK);
    CU_ASSERT_FALSE(cc_path_exists(s.path));
    CU_ASSERT_EQUAL(put_all(&s, names, "one", true), CC_OK);
    CU_ASSERT_TRUE(has(&s, "src/a.html", "one") && has(&s, "index.html", "one"));
    CU_ASSERT_EQUAL(put_all(&s, others, "two", false), CC_OK);
    CU_ASSERT_TRUE(has(&s, "src/a.html", "one") && has(&s, "index.html", "one"));
    CU_ASSERT_FALSE(cc_path_exists(at(&s, "src/b.html")));
    CU_ASSERT_EQUAL(put_all(&s, others, "two", true), CC_OK);
    CU_ASSERT_TRUE(has(&s, "src/b.html", "two") && has(&s, "index.html", "two"));
    CU_ASSERT_FALSE(cc_path_exists(at(&s, "src/a.html")));
    char **all;
    size_t count;
    CU_ASSERT_EQUAL(cc_dir_list(s.arena, s.path, &all, &count), CC_OK);
    CU_ASSERT_EQUAL(count, 3); /* the front, the list, src */
    close_scene(&s);
}

void test_folder_keeps_what_others_wrote(void) {
    scene s;
    open_scene(&s);
    static const char *const names[] = {"src/a.html", "index.html", NULL};
    static const char *const more[] = {"notes.txt", "src/a.html", "index.html", NULL};
    CU_ASSERT_EQUAL(put_all(&s, names, "one", true), CC_OK);
    CU_ASSERT_EQUAL(cc_file_write(at(&s, "notes.txt"), cc_span_of("mine", 4), 0644), CC_OK);
    CU_ASSERT_EQUAL(cc_file_write(at(&s, "src/mine"), cc_span_of("mine", 4), 0644), CC_OK);
    CU_ASSERT_EQUAL(put_all(&s, names, "two", true), CC_OK);
    CU_ASSERT_TRUE(has(&s, "notes.txt", "mine") && has(&s, "src/mine", "mine"));
    CU_ASSERT_EQUAL(put_all(&s, more, "three", true), CC_E_IO);
    CU_ASSERT_PTR_NOT_NULL(strstr(cc_error_message(), "notes.txt"));
    CU_ASSERT_TRUE(has(&s, "notes.txt", "mine") && has(&s, "index.html", "two"));
    close_scene(&s);
}

void test_folder_refuses(void) {
    scene s;
    open_scene(&s);
    static const char *const names[] = {"index.html", NULL};
    static const char *const bad[] = {"../x", NULL};
    static const char *const hidden[] = {"src/.x", NULL};
    CU_ASSERT_EQUAL(cc_dir_make_all(s.path, 0777), CC_OK);
    CU_ASSERT_EQUAL(put_all(&s, bad, "one", true), CC_E_IO);
    CU_ASSERT_EQUAL(put_all(&s, hidden, "one", true), CC_E_IO);
    CU_ASSERT_TRUE(cc_path_exists(s.path)); /* it was there before */
    CU_ASSERT_EQUAL(cc_file_write(at(&s, "index.html"), cc_span_of("mine", 4), 0644), CC_OK);
    CU_ASSERT_EQUAL(put_all(&s, names, "one", true), CC_E_IO);
    CU_ASSERT_PTR_NOT_NULL(strstr(cc_error_message(), "not written by clrcov"));
    CU_ASSERT_TRUE(has(&s, "index.html", "mine"));
    CU_ASSERT_EQUAL(cc_folder_check(at(&s, "index.html"), &kind), CC_E_IO);
    close_scene(&s);
}

/* A list that someone else made names nothing outside of the folder; a dead writer's files go. */
void test_folder_distrusts_lists(void) {
    scene s;
    open_scene(&s);
    static const char *const names[] = {"index.html", NULL};
    static const char list[] = "../outside\n/etc/x\n.hidden\nsrc/../../outside\nsub/gone";
    const char *outside = cc_path_join(s.arena, s.dir, "new/outside");
    CU_ASSERT_EQUAL(cc_dir_make_all(at(&s, ".clrcov-new/src"), 0777), CC_OK);
    CU_ASSERT_EQUAL(cc_dir_make_all(at(&s, "sub"), 0777), CC_OK);
    CU_ASSERT_EQUAL(cc_file_write(at(&s, "sub/gone"), cc_span_of("x", 1), 0644), CC_OK);
    CU_ASSERT_EQUAL(cc_file_write(at(&s, ".hidden"), cc_span_of("x", 1), 0644), CC_OK);
    CU_ASSERT_EQUAL(cc_file_write(outside, cc_span_of("x", 1), 0644), CC_OK);
    CU_ASSERT_EQUAL(cc_file_write(at(&s, "list.txt"), cc_span_of(list, strlen(list)), 0644), CC_OK);
    CU_ASSERT_EQUAL(put_all(&s, names, "one", true), CC_OK);
    CU_ASSERT_TRUE(cc_path_exists(outside) && cc_path_exists(at(&s, ".hidden")));
    CU_ASSERT_FALSE(cc_path_exists(at(&s, "sub/gone")) || cc_path_exists(at(&s, ".clrcov-new")));
    close_scene(&s);
}

/* What the list names moves; what others put there stays, and nothing is read through a link. */
void test_folder_move(void) {
    scene s;
    open_scene(&s);
    static const char *const names[] = {"src/a.html", "src/b.html", "index.html", NULL};
    const char *to = cc_path_join(s.arena, s.dir, "moved");
    CU_ASSERT_EQUAL_FATAL(put_all(&s, names, "old", true), CC_OK);
    CU_ASSERT_EQUAL(cc_folder_move(s.path, to, &kind), CC_OK);
    CU_ASSERT_FALSE(cc_path_exists(s.path));
    CU_ASSERT_EQUAL(cc_folder_move(s.path, to, &kind), CC_E_NOTFOUND);
    s.path = to;
    CU_ASSERT_TRUE(has(&s, "src/a.html", "old"));
    CU_ASSERT_TRUE(has(&s, "index.html", "old"));

    CU_ASSERT_EQUAL(cc_file_write(at(&s, "mine.txt"), cc_span_of("mine", 4), 0644), CC_OK);
    cc_file_remove(at(&s, "src/b.html"));
    CU_ASSERT_EQUAL(symlink("/etc/passwd", at(&s, "src/b.html")), 0);
    const char *again = cc_path_join(s.arena, s.dir, "again");
    CU_ASSERT_EQUAL(cc_folder_move(s.path, again, &kind), CC_OK);
    CU_ASSERT_TRUE(has(&s, "mine.txt", "mine"));
    CU_ASSERT_FALSE(cc_path_exists(at(&s, "index.html")));
    CU_ASSERT_FALSE(cc_path_exists(at(&s, "list.txt")));
    s.path = again;
    CU_ASSERT_TRUE(has(&s, "src/a.html", "old"));
    CU_ASSERT_FALSE(cc_path_exists(at(&s, "src/b.html")));
    close_scene(&s);
}

static void write_at(const char *path, const char *text) {
    CU_ASSERT_EQUAL(cc_file_write(path, cc_span_of(text, strlen(text)), 0644), CC_OK);
}

/* A list that somebody else made does not choose what is removed or replaced. */
void test_folder_removes_own_names_only(void) {
    scene s;
    open_scene(&s);
    static const char *const names[] = {"index.html", NULL};
    static const char *const foreign[] = {"Program.cs", "index.html", NULL};
    CU_ASSERT_EQUAL(cc_dir_make_all(at(&s, "src"), 0777), CC_OK);
    write_at(at(&s, "list.txt"), "Program.cs\nsrc/Shop.cs\nsrc/old.html\n");
    write_at(at(&s, "Program.cs"), "mine");
    write_at(at(&s, "src/Shop.cs"), "mine");
    write_at(at(&s, "src/old.html"), "page");
    CU_ASSERT_EQUAL(put_kind(&s, &pages, names, "one", true), CC_OK);
    CU_ASSERT_TRUE(has(&s, "Program.cs", "mine") && has(&s, "src/Shop.cs", "mine"));
    CU_ASSERT_FALSE(cc_path_exists(at(&s, "src/old.html")));
    CU_ASSERT_EQUAL(put_kind(&s, &pages, foreign, "two", true), CC_E_IO);
    CU_ASSERT_TRUE(has(&s, "Program.cs", "mine") && has(&s, "index.html", "one"));
    close_scene(&s);
}

/* A folder that was made for the files keeps them out of commits; one of the user's stays as it is. */
void test_folder_is_ignored(void) {
    scene s;
    open_scene(&s);
    static const char *const names[] = {"src/a.html", "index.html", NULL};
    const char *to = cc_path_join(s.arena, s.dir, "moved");
    CU_ASSERT_EQUAL(put_kind(&s, &ignored, names, "one", false), CC_OK);
    CU_ASSERT_FALSE(cc_path_exists(s.path));
    CU_ASSERT_EQUAL(put_kind(&s, &ignored, names, "one", true), CC_OK);
    CU_ASSERT_TRUE(has(&s, ".gitignore", CC_FOLDER_IGNORE_TEXT));
    cc_file_remove(at(&s, ".gitignore"));
    CU_ASSERT_EQUAL(put_kind(&s, &ignored, names, "two", true), CC_OK);
    CU_ASSERT_FALSE(cc_path_exists(at(&s, ".gitignore"))); /* somebody removed it */
    write_at(at(&s, ".gitignore"), CC_FOLDER_IGNORE_TEXT);
    CU_ASSERT_EQUAL(cc_folder_move(s.path, to, &ignored), CC_OK);
    CU_ASSERT_FALSE(cc_path_exists(s.path));
    s.path = to;
    CU_ASSERT_TRUE(has(&s, ".gitignore", CC_FOLDER_IGNORE_TEXT));
    cc_file_remove(at(&s, ".gitignore"));
    write_at(at(&s, ".gitignore"), "mine");
    CU_ASSERT_EQUAL(put_kind(&s, &ignored, names, "three", true), CC_OK);
    CU_ASSERT_TRUE(has(&s, ".gitignore", "mine"));
    const char *again = cc_path_join(s.arena, s.dir, "again");
    CU_ASSERT_EQUAL(cc_folder_move(s.path, again, &ignored), CC_OK);
    CU_ASSERT_TRUE(has(&s, ".gitignore", "mine"));
    s.path = cc_path_join(s.arena, s.dir, "users");
    CU_ASSERT_EQUAL(cc_dir_make(s.path, 0777), CC_OK);
    CU_ASSERT_EQUAL(put_kind(&s, &ignored, names, "one", true), CC_OK);
    CU_ASSERT_FALSE(cc_path_exists(at(&s, ".gitignore")));
    close_scene(&s);
}

/* `src` and the writer's own folder may be links that lead elsewhere. */
void test_folder_follows_no_links(void) {
    scene s;
    open_scene(&s);
    static const char *const names[] = {"index.html", "src/new.html", NULL};
    static const char *const front[] = {"index.html", NULL};
    const char *elsewhere = cc_path_join(s.arena, s.dir, "elsewhere");
    const char *page = cc_path_join(s.arena, elsewhere, "old.html");
    CU_ASSERT_EQUAL(cc_dir_make_all(s.path, 0777), CC_OK);
    CU_ASSERT_EQUAL(cc_dir_make(elsewhere, 0777), CC_OK);
    write_at(page, "mine");
    write_at(at(&s, "list.txt"), "src/old.html\nsrc/new.html\nindex.html\n");
    CU_ASSERT_EQUAL(symlink(elsewhere, at(&s, "src")), 0);
    CU_ASSERT_EQUAL(symlink(elsewhere, at(&s, ".clrcov-new")), 0);
    CU_ASSERT_EQUAL(put_kind(&s, &pages, names, "one", true), CC_E_IO);
    CU_ASSERT_PTR_NOT_NULL(strstr(cc_error_message(), "src: is a link"));
    CU_ASSERT_FALSE(cc_path_exists(at(&s, "index.html")));
    CU_ASSERT_EQUAL(put_kind(&s, &pages, front, "one", true), CC_OK);
    CU_ASSERT_TRUE(has(&s, "index.html", "one") && cc_path_exists(page));
    char **all;
    size_t count;
    CU_ASSERT_EQUAL(cc_dir_list(s.arena, elsewhere, &all, &count), CC_OK);
    CU_ASSERT_EQUAL(count, 1);
    close_scene(&s);
}

void test_dir_remove_follows_no_link(void) {
    scene s;
    open_scene(&s);
    const char *elsewhere = cc_path_join(s.arena, s.dir, "elsewhere");
    const char *file = cc_path_join(s.arena, elsewhere, "file");
    const char *link = cc_path_join(s.arena, s.dir, "link");
    CU_ASSERT_EQUAL(cc_dir_make(elsewhere, 0777), CC_OK);
    write_at(file, "mine");
    CU_ASSERT_EQUAL(symlink(elsewhere, link), 0);
    CU_ASSERT_EQUAL(cc_dir_remove(link), CC_OK);
    CU_ASSERT_TRUE(cc_path_exists(file));
    CU_ASSERT_FALSE(cc_path_exists(link));
    close_scene(&s);
}
