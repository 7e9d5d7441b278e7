/* Where documents lie: mappings, deterministic names, Source Link, checksums, case, links; on real
 * trees. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cc_buf.h"
#include "base/cc_file.h"
#include "coverage/module/mod_file.h"
#include "coverage/module/mod_root.h"
#include "coverage/module/mod_root_path.h"
#include "coverage/module/mod_source_link.h"
#include "test_main.h"

#define COMMIT "0123456789abcdef0123456789abcdef01234567"

/* --- a tree for each test --------------------------------------------------------------------- */

typedef struct tree {
    cc_arena *arena;
    char made[32];
    char *top; /* resolved */
} tree;

static tree tree_new(void) {
    tree t = {.arena = cc_arena_new(), .made = "/tmp/clrcov-root-XXXXXX"};
    CU_ASSERT_PTR_NOT_NULL_FATAL(t.arena);
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(t.made));
    CU_ASSERT_EQUAL_FATAL(cc_path_real(t.arena, t.made, &t.top), CC_OK);
    return t;
}

static void tree_free(tree *t) {
    CU_ASSERT_EQUAL(cc_dir_remove(t->top), CC_OK);
    cc_arena_free(t->arena);
}

static char *at(tree *t, const char *name) {
    char *path = cc_path_join(t->arena, t->top, name);
    CU_ASSERT_PTR_NOT_NULL_FATAL(path);
    return path;
}

/* Makes the file and the directories above it. */
static void put_text(tree *t, const char *name, const char *text) {
    for (const char *slash = strchr(name, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        char *part = cc_arena_strdup(t->arena, (cc_str){name, (size_t)(slash - name)});
        CU_ASSERT_EQUAL_FATAL(cc_dir_make(at(t, part), 0700), CC_OK);
    }
    CU_ASSERT_EQUAL_FATAL(cc_file_write(at(t, name), cc_span_of(text, strlen(text)), 0644), CC_OK);
}

static void put(tree *t, const char *name) {
    put_text(t, name, name);
}

static mod_root *open_root(tree *t, const char *name, const mod_mapping *mappings, size_t count) {
    mod_root *root = NULL;
    CU_ASSERT_EQUAL_FATAL(mod_root_open(&root, at(t, name), mappings, count, t->arena), CC_OK);
    return root;
}

static const mod_location *place_of(mod_root *root, const pdb_document *document,
                                    const mod_source_link *links) {
    return mod_root_find(root, document, links);
}

/* Where a document without checksum lies: its path in the root, "!" and its path outside of it,
 * "-" when it is nowhere. */
static const char *where(tree *t, mod_root *root, const char *name, const mod_source_link *links) {
    pdb_document document = {.name = cc_strz(name)};
    const mod_location *place = place_of(root, &document, links);
    if (place->kind == MOD_LOCATION_MISSING) {
        CU_ASSERT_PTR_NULL(place->file);
        return "-";
    }
    CU_ASSERT(cc_path_exists(place->file));
    bool is_outside = place->kind == MOD_LOCATION_OUTSIDE;
    size_t skip = is_outside ? strlen(t->top) + 1 : 0;
    return cc_arena_printf(t->arena, "%s%.*s", is_outside ? "!" : "", (int)(place->path.len - skip),
                           place->path.s + skip);
}

#define CHECK(root, name, expected) CU_ASSERT_STRING_EQUAL(where(&t, root, name, NULL), expected)
#define CHECK_LINKED(root, name, links, expected)                                                  \
    CU_ASSERT_STRING_EQUAL(where(&t, root, name, links), expected)

static mod_checksum_result compare_at(tree *t, const pdb_document *document, const char *name) {
    const mod_claim claim = {.root = t->top,
                             .path = at(t, name),
                             .checksum_kind = document->checksum_kind,
                             .checksum = document->checksum};
    return mod_file_compare(&claim);
}

static bool sums_at(tree *t, mod_checksums *sums, pdb_checksum kind, const char *name) {
    cc_mapped_file file;
    CU_ASSERT_EQUAL_FATAL(cc_file_look(&file, at(t, name)), CC_OK);
    bool is_made = mod_checksums_make(sums, kind, file.bytes);
    cc_file_unmap(&file);
    return is_made;
}

/* A document compiled from this text. */
static pdb_document compiled(tree *t, const char *name, const char *text) {
    mod_checksums sums;
    put_text(t, "compiled.tmp", text);
    CU_ASSERT_FATAL(sums_at(t, &sums, PDB_SUM_SHA256, "compiled.tmp"));
    cc_file_remove(at(t, "compiled.tmp"));
    return (pdb_document){
        .name = cc_strz(name),
        .checksum_kind = PDB_SUM_SHA256,
        .checksum = cc_arena_copy(t->arena, cc_span_of(sums.forms[0], MOD_CHECKSUM_BYTES))};
}

static const char *where_compiled(tree *t, mod_root *root, const char *name, const char *text) {
    pdb_document document = compiled(t, name, text);
    const mod_location *place = place_of(root, &document, NULL);
    return place->kind == MOD_LOCATION_MISSING
               ? cc_arena_printf(t->arena, "- %u", place->alike)
               : cc_arena_printf(t->arena, "%.*s", (int)place->path.len, place->path.s);
}

/* --- paths as text ---------------------------------------------------------------------------- */

static void check_plain(cc_arena *arena, const char *path, const char *expected) {
    CU_ASSERT_STRING_EQUAL(mod_path_plain(arena, cc_strz(path)), expected);
}

static void test_plain_paths(void) {
    cc_arena *arena = cc_arena_new();
    check_plain(arena, "/a/b", "/a/b");
    check_plain(arena, "/a//./b/", "/a/b");
    check_plain(arena, "/a/../b", "/b");
    check_plain(arena, "/../../b", "/b");
    check_plain(arena, "/", "/");
    check_plain(arena, "/..", "/");
    check_plain(arena, "", "");
    check_plain(arena, ".", "");
    check_plain(arena, "a/../../b", "b");
    check_plain(arena, "C:\\src\\a.cs", "C:/src/a.cs");
    check_plain(arena, "c:\\", "c:");
    check_plain(arena, "C:/src\\..\\..\\x", "C:/x");
    check_plain(arena, "\\\\server\\share\\a.cs", "/server/share/a.cs");
    check_plain(arena, "/_/src\\a.cs", "/_/src/a.cs");
    check_plain(arena, "/home/a\\b", "/home/a\\b");
    CU_ASSERT_PTR_NULL(mod_path_plain(arena, (cc_str){"a\0b", 3}));
    cc_arena_free(arena);
}

static void expect_shown(cc_str name, const char *expected) {
    CU_ASSERT_TRUE(cc_str_eqz(mod_path_shown(name), expected));
}

static void test_shown_names(void) {
    expect_shown(CC_STR("/src/A.cs"), "/src/A.cs");
    expect_shown(CC_STR("A.cs"), "A.cs");
    expect_shown(CC_STR("C:\\src\\A.cs"), "C:\\src\\A.cs");
    expect_shown(CC_STR("///src//A.cs"), "/src//A.cs");
    expect_shown(CC_STR("/"), "");
    expect_shown(CC_STR("//"), "");
    expect_shown(CC_STR(""), "");
    expect_shown((cc_str){"\0A.cs", 5}, "");
    expect_shown((cc_str){"A\0.cs", 5}, "");
}

static bool below(const char *path, const char *prefix, bool fold, const char *expected) {
    cc_str rest = {"", 0};
    return mod_path_below(cc_strz(path), cc_strz(prefix), fold, &rest) &&
           cc_str_eqz(rest, expected);
}

static void test_whole_components(void) {
    CU_ASSERT(below("/src/a", "/src", false, "a"));
    CU_ASSERT(below("/src", "/src", false, ""));
    CU_ASSERT(below("/src/a", "/", false, "src/a"));
    CU_ASSERT(below("C:/Src/a", "c:/src", true, "a"));
    CU_ASSERT_FALSE(below("C:/Src/a", "c:/src", false, "a"));
    CU_ASSERT_FALSE(below("/src2/a", "/src", false, "a"));
    CU_ASSERT_FALSE(below("/sr", "/src", false, ""));
    CU_ASSERT_FALSE(below("/src", "", false, "src"));
    CU_ASSERT(mod_path_ends(CC_STR("x/a/b.cs"), CC_STR("a/b.cs"), false));
    CU_ASSERT(mod_path_ends(CC_STR("a/b.cs"), CC_STR("a/b.cs"), false));
    CU_ASSERT(mod_path_ends(CC_STR("x/A/B.cs"), CC_STR("a/b.cs"), true));
    CU_ASSERT_FALSE(mod_path_ends(CC_STR("xa/b.cs"), CC_STR("a/b.cs"), false));
    CU_ASSERT_FALSE(mod_path_ends(CC_STR("a/b.cs"), CC_STR(""), false));
}

/* --- own names and the root ------------------------------------------------------------------- */

static void test_own_names(void) {
    tree t = tree_new();
    put(&t, "repo/src/A.cs");
    put(&t, "repo/my dir/\xC3\xA4 \xE2\x82\xAC.cs");
    put(&t, "Out.cs");
    mod_root *root = open_root(&t, "repo", NULL, 0);
    CHECK(root, at(&t, "repo/src/A.cs"), "src/A.cs");
    CHECK(root, at(&t, "repo/src/../src/./A.cs"), "src/A.cs");
    CHECK(root, at(&t, "repo/my dir/\xC3\xA4 \xE2\x82\xAC.cs"), "my dir/\xC3\xA4 \xE2\x82\xAC.cs");
    CHECK(root, at(&t, "Out.cs"), "!Out.cs");
    CHECK(root, at(&t, "repo/src"), "-");
    CHECK(root, at(&t, "repo/src/a.cs"), "-"); /* of this machine: case is what it is */
    CHECK(root, "src/A.cs", "-");
    CHECK(root, "", "-");
    CHECK(root, "/", "-");
    pdb_document nul = {.name = {"/_/a\0b.cs", 9}};
    CU_ASSERT_EQUAL(place_of(root, &nul, NULL)->kind, MOD_LOCATION_MISSING);
    mod_root_close(root);
    tree_free(&t);
}

static void test_the_top_as_root(void) {
    tree t = tree_new();
    put(&t, "A.cs");
    mod_root *root = NULL;
    CU_ASSERT_EQUAL_FATAL(mod_root_open(&root, "/", NULL, 0, t.arena), CC_OK);
    CHECK(root, at(&t, "A.cs"), at(&t, "A.cs") + 1);
    mod_root_close(root);
    tree_free(&t);
}

static void test_links_are_resolved(void) {
    tree t = tree_new();
    put(&t, "repo/src/A.cs");
    put(&t, "elsewhere/B.cs");
    CU_ASSERT_EQUAL(symlink(at(&t, "repo"), at(&t, "checkout")), 0);
    CU_ASSERT_EQUAL(symlink("../elsewhere/B.cs", at(&t, "repo/B.cs")), 0);
    CU_ASSERT_EQUAL(symlink("src/A.cs", at(&t, "repo/Again.cs")), 0);
    CU_ASSERT_EQUAL(symlink("nowhere", at(&t, "repo/Dead.cs")), 0);
    mod_root *root = open_root(&t, "repo", NULL, 0);
    CHECK(root, at(&t, "checkout/src/A.cs"), "src/A.cs");
    CHECK(root, at(&t, "repo/B.cs"), "!elsewhere/B.cs");
    CHECK(root, at(&t, "repo/Again.cs"), "src/A.cs");
    CHECK(root, at(&t, "repo/Dead.cs"), "-");
    mod_root_close(root);
    tree_free(&t);
}

/* --- mappings --------------------------------------------------------------------------------- */

static void test_mappings(void) {
    tree t = tree_new();
    put(&t, "repo/src/A.cs");
    put(&t, "repo/gen/G.cs");
    put(&t, "repo/src/Both.cs");
    put(&t, "out/O.cs");
    const mod_mapping mappings[] = {
        {"/build", at(&t, "repo")},
        {"/build/src/generated/", at(&t, "repo/gen")},
        {"C:\\Code\\app", at(&t, "repo/src")},
        {"\\\\server\\share", at(&t, "repo")},
        {"/_/", at(&t, "repo/src")},
        {"/out", at(&t, "out")},
        {at(&t, "repo/gone"), at(&t, "repo/missing")},
        {"", at(&t, "out")},
    };
    mod_root *root = open_root(&t, "repo", mappings, sizeof mappings / sizeof mappings[0]);
    CHECK(root, "/build/src/A.cs", "src/A.cs");
    CHECK(root, "/build/./src/x/../A.cs", "src/A.cs");
    CHECK(root, "/build/src/generated/G.cs", "gen/G.cs"); /* the longest wins */
    CHECK(root, "/build/src/generated/A.cs", "-");
    CHECK(root, "/builder/src/A.cs", "-"); /* whole components */
    CHECK(root, "C:\\Code\\app\\A.cs", "src/A.cs");
    CHECK(root, "c:/code/APP/a.cs", "src/A.cs");
    CHECK(root, "D:\\Code\\app\\A.cs", "-");
    CHECK(root, "\\\\SERVER\\share\\src\\A.cs", "src/A.cs");
    CHECK(root, "/_/A.cs", "src/A.cs");
    CHECK(root, "/out/O.cs", "!out/O.cs");
    pdb_document said = compiled(&t, "/build/src/A.cs", "something else");
    const mod_location *place = place_of(root, &said, NULL);
    CU_ASSERT_EQUAL(place->kind, MOD_LOCATION_INSIDE); /* what the user says is not doubted */
    CU_ASSERT_FALSE(place->is_mapped);
    mod_root_close(root);
    tree_free(&t);
}

static void test_mapping_to_nothing_falls_through(void) {
    tree t = tree_new();
    put(&t, "repo/src/A.cs");
    const mod_mapping mappings[] = {{"/_", at(&t, "nowhere")}, {t.top, at(&t, "nowhere")}};
    mod_root *root = open_root(&t, "repo", mappings, 2);
    CHECK(root, "/_/src/A.cs", "src/A.cs");
    CHECK(root, at(&t, "repo/src/A.cs"), "src/A.cs");
    mod_root_close(root);
    tree_free(&t);
}

/* Compiled where case does not matter: found when one file alone fits. */
static void test_case_of_mapped_names(void) {
    tree t = tree_new();
    put(&t, "repo/Src/One/File.cs");
    put(&t, "repo/Src/Two/file.cs");
    put(&t, "repo/Src/Two/FILE.cs");
    put(&t, "repo/src/Two/Other.cs");
    const mod_mapping mappings[] = {{"/m", at(&t, "repo")}};
    mod_root *root = open_root(&t, "repo", mappings, 1);
    CHECK(root, "/m/src/one/file.cs", "Src/One/File.cs"); /* through the wrong one of two folders */
    CHECK(root, "/m/SRC/TWO/other.cs", "src/Two/Other.cs");
    CHECK(root, "/m/src/two/FILE.cs", "-"); /* two fit, none as written */
    CHECK(root, "/m/Src/Two/FILE.cs", "Src/Two/FILE.cs");
    CHECK(root, "/_/src/one/FILE.cs", "Src/One/File.cs");
    CHECK(root, "/_/src/two/file.CS", "-");
    mod_root_close(root);
    tree_free(&t);
}

/* --- deterministic names ---------------------------------------------------------------------- */

static void test_deterministic_names(void) {
    tree t = tree_new();
    put(&t, "repo/src/A.cs");
    put(&t, "repo/src/Twice.cs");
    put(&t, "repo/sub/Twice.cs");
    put(&t, "repo/sub/Deep.cs");
    put(&t, "repo/bin/Built.cs");
    put(&t, "repo/node_modules/Package.cs");
    mod_root *root = open_root(&t, "repo", NULL, 0);
    CHECK(root, "/_/src/A.cs", "src/A.cs");
    CHECK(root, "/_2/src/A.cs", "src/A.cs");
    CHECK(root, "/_12/src\\A.cs", "src/A.cs");
    CHECK(root, "/_/repo/src/A.cs", "src/A.cs"); /* the root is a part of what was compiled */
    CHECK(root, "/_/Deep.cs", "sub/Deep.cs");
    CHECK(root, "/_/Twice.cs", "-");
    CHECK(root, "/_/Built.cs", "-");
    CHECK(root, "/_/Package.cs", "-");
    CHECK(root, "/_/bin/Built.cs", "bin/Built.cs"); /* said in full */
    CHECK(root, "/_/eep.cs", "-");
    CHECK(root, "/_/", "-");
    CHECK(root, "/_x/src/A.cs", "-");
    CHECK(root, "/__/src/A.cs", "-");
    CHECK(root, "C:\\src\\A.cs", "-");
    mod_root_close(root);
    tree_free(&t);
}

static void test_root_inside_the_repository(void) {
    tree t = tree_new();
    put(&t, "repo/.git/HEAD");
    put(&t, "repo/src/App/A.cs");
    put(&t, "repo/lib/L.cs");
    mod_root *root = open_root(&t, "repo/src/App", NULL, 0);
    CHECK(root, "/_/src/App/A.cs", "A.cs");
    CHECK(root, "/_/lib/L.cs", "!repo/lib/L.cs"); /* of the repository, not of the root */
    CHECK(root, "/_/App/A.cs", "A.cs");
    mod_root_close(root);
    tree_free(&t);
}

/* "/_/" of each project: only the text tells one Program.cs from the other. */
static void test_checksums_decide(void) {
    tree t = tree_new();
    put_text(&t, "repo/Program.cs", "zero");
    put_text(&t, "repo/One/Program.cs", "one");
    put_text(&t, "repo/Two/Program.cs", "two");
    put_text(&t, "repo/One/Same.cs", "same");
    put_text(&t, "repo/Two/Same.cs", "same");
    put_text(&t, "repo/One/Only.cs", "only");
    mod_root *root = open_root(&t, "repo", NULL, 0);
    CU_ASSERT_STRING_EQUAL(where_compiled(&t, root, "/_/Program.cs", "one"), "One/Program.cs");
    CU_ASSERT_STRING_EQUAL(where_compiled(&t, root, "/_/Program.cs", "two"), "Two/Program.cs");
    CU_ASSERT_STRING_EQUAL(where_compiled(&t, root, "/_/Program.cs", "zero"), "Program.cs");
    /* Changed since: the one at the place that the name says. */
    CU_ASSERT_STRING_EQUAL(where_compiled(&t, root, "/_/Program.cs", "new"), "Program.cs");
    CU_ASSERT_STRING_EQUAL(where_compiled(&t, root, "/_/Two/Program.cs", "x"), "Two/Program.cs");
    CU_ASSERT_STRING_EQUAL(where_compiled(&t, root, "/_/Only.cs", "changed"), "One/Only.cs");
    CU_ASSERT_STRING_EQUAL(where_compiled(&t, root, "/_/Same.cs", "same"), "- 2");
    CU_ASSERT_STRING_EQUAL(where_compiled(&t, root, "/_/Same.cs", "other"), "- 2");
    mod_root_close(root);
    tree_free(&t);
}

static void test_doubted_places(void) {
    tree t = tree_new();
    put_text(&t, "repo/A.cs", "a");
    mod_root *root = open_root(&t, "repo", NULL, 0);
    pdb_document deterministic = compiled(&t, "/_/A.cs", "b");
    CU_ASSERT(place_of(root, &deterministic, NULL)->is_mapped);
    pdb_document own = compiled(&t, at(&t, "repo/A.cs"), "b");
    CU_ASSERT_FALSE(place_of(root, &own, NULL)->is_mapped);
    CU_ASSERT_PTR_EQUAL(place_of(root, &own, NULL), place_of(root, &own, NULL));
    mod_root_close(root);
    tree_free(&t);
}

/* --- the tree --------------------------------------------------------------------------------- */

static void test_projects(void) {
    tree t = tree_new();
    put(&t, "repo/src/Shop/Shop.csproj");
    put(&t, "repo/src/Rates/rates.fsproj");
    put(&t, "repo/bin/Built.csproj");
    mod_root *root = open_root(&t, "repo", NULL, 0);
    static const struct {
        const char *name;
        bool has;
    } rows[] = {{"Shop", true}, {"Rates", true}, {"hop", false}, {"Built", false}, {"", false}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        CU_ASSERT_EQUAL(mod_root_has_project(root, cc_strz(rows[i].name)), rows[i].has);
    }
    mod_root_close(root);
    tree_free(&t);
}

static void test_links_in_the_tree(void) {
    tree t = tree_new();
    put(&t, "repo/src/A.cs");
    put(&t, "outside/B.cs");
    CU_ASSERT_EQUAL(symlink(".", at(&t, "repo/loop")), 0);
    CU_ASSERT_EQUAL(symlink("..", at(&t, "repo/src/up")), 0);
    CU_ASSERT_EQUAL(symlink("self", at(&t, "repo/self")), 0);
    CU_ASSERT_EQUAL(symlink("src/A.cs", at(&t, "repo/A.cs")), 0);
    CU_ASSERT_EQUAL(symlink(at(&t, "outside"), at(&t, "repo/linked")), 0);
    CU_ASSERT_EQUAL(symlink("missing", at(&t, "repo/Dead.cs")), 0);
    mod_root *root = open_root(&t, "repo", NULL, 0);
    CHECK(root, "/_/x/A.cs", "-");
    CHECK(root, "/_/src/A.cs", "src/A.cs");
    CHECK(root, "/_/A.cs", "src/A.cs"); /* one file by two names is one file */
    CHECK(root, "/_/B.cs", "-");        /* what is linked from elsewhere is not searched */
    CHECK(root, "/_/linked/B.cs", "!outside/B.cs"); /* but found when the name says so */
    CHECK(root, "/_/Dead.cs", "-");
    mod_root_close(root);
    tree_free(&t);
}

static void test_unreadable_directories(void) {
    tree t = tree_new();
    put(&t, "repo/closed/A.cs");
    put(&t, "repo/open/B.cs");
    CU_ASSERT_EQUAL(chmod(at(&t, "repo/closed"), 0), 0);
    mod_root *root = open_root(&t, "repo", NULL, 0);
    CHECK(root, "/_/B.cs", "open/B.cs");
    if (geteuid() != 0) { /* nothing is closed to root */
        CHECK(root, "/_/A.cs", "-");
        CHECK(root, "/_/closed/A.cs", "-");
    }
    CU_ASSERT_EQUAL(chmod(at(&t, "repo/closed"), 0700), 0);
    mod_root_close(root);
    tree_free(&t);
}

/* After the limit nothing is known to be the only one: checksums alone are believed. */
static void test_limit_of_the_tree(void) {
    tree t = tree_new();
    put_text(&t, "repo/a/One.cs", "1");
    put_text(&t, "repo/a/Two.cs", "2");
    put_text(&t, "repo/b/One.cs", "1b");
    mod_root *whole = open_root(&t, "repo", NULL, 0);
    mod_root_set_limit(whole, 3);
    CHECK(whole, "/_/Two.cs", "a/Two.cs");
    CU_ASSERT_FALSE(mod_root_is_cut(whole));
    mod_root_close(whole);
    mod_root *root = open_root(&t, "repo", NULL, 0);
    mod_root_set_limit(root, 2);
    CHECK(root, "/_/One.cs", "-");
    CU_ASSERT(mod_root_is_cut(root));
    CU_ASSERT_STRING_EQUAL(where_compiled(&t, root, "/_/One.cs", "1"), "a/One.cs");
    CU_ASSERT_STRING_EQUAL(where_compiled(&t, root, "/_/One.cs", "1b"), "- 1");
    CHECK(root, "/_/b/One.cs", "b/One.cs");
    mod_root_close(root);
    tree_free(&t);
}

/* --- Source Link ------------------------------------------------------------------------------ */

static const mod_source_link *parse(tree *t, const char *json) {
    const mod_source_link *links = NULL;
    CU_ASSERT_EQUAL_FATAL(mod_source_link_parse(&links, cc_span_of(json, strlen(json)), t->arena),
                          CC_OK);
    return links;
}

/* The folder that a URL stands for; "none" when the entry is left out. */
static const char *folder_of(tree *t, const char *url) {
    const mod_source_link *links =
        parse(t, cc_arena_printf(t->arena, "{\"documents\": {\"/_/*\": \"%s\"}}", url));
    return links->count == 0 ? "none" : links->items[0].folder.s;
}

static void test_urls(void) {
    tree t = tree_new();
    CU_ASSERT_STRING_EQUAL(folder_of(&t, "https://raw.host/org/repo/" COMMIT "/*"), "");
    CU_ASSERT_STRING_EQUAL(folder_of(&t, "https://raw.host/org/repo/" COMMIT "/src/App/*"),
                           "src/App/");
    CU_ASSERT_STRING_EQUAL(folder_of(&t, "https://host/org/repo/-/raw/" COMMIT "/a%20b/*"), "a b/");
    CU_ASSERT_STRING_EQUAL(folder_of(&t,
                                     "https://host/org/_apis/git/repositories/r/items?api-"
                                     "version=1.0&versionType=commit&version=" COMMIT "&path=/*"),
                           "");
    CU_ASSERT_STRING_EQUAL(folder_of(&t, "https://host/x/items?version=" COMMIT "&path=/s/*"),
                           "s/");
    CU_ASSERT_STRING_EQUAL(folder_of(&t, "https://host/projects/P/repos/R/raw/s/*?at=" COMMIT),
                           "s/");
    CU_ASSERT_STRING_EQUAL(folder_of(&t, "https://host/r.git;a=blob_plain;hb=" COMMIT ";f=s/*"),
                           "s/");
    CU_ASSERT_STRING_EQUAL(folder_of(&t, "https://api.host/2.0/o/r/src/" COMMIT "/*"), "");
    CU_ASSERT_STRING_EQUAL(folder_of(&t, "https://host/org/repo/raw/main/*"), "none");
    CU_ASSERT_STRING_EQUAL(folder_of(&t, "https://host/org/repo/" COMMIT "/a/../../b/*"), "none");
    CU_ASSERT_STRING_EQUAL(folder_of(&t, "https://host/org/repo/" COMMIT "/%00/*"), "none");
    CU_ASSERT_STRING_EQUAL(folder_of(&t, "https://host/" COMMIT "/*/*"), "none");
    CU_ASSERT_STRING_EQUAL(folder_of(&t, "https://host/" COMMIT "/"), "none");
    CU_ASSERT_STRING_EQUAL(folder_of(&t, "*"), "none");
    CU_ASSERT_STRING_EQUAL(folder_of(&t, ""), "none");
    tree_free(&t);
}

static void test_links_json(void) {
    static const char *const bad[] = {"{",
                                      "[]",
                                      "{}",
                                      "{\"documents\": []}",
                                      "{\"documents\": {}} x",
                                      "\"documents\"",
                                      "{\"documents\": {\"a\": \"\\ud800\"}}"};
    tree t = tree_new();
    const mod_source_link *links = NULL;
    CU_ASSERT_EQUAL(mod_source_link_parse(&links, (cc_span){NULL, 0}, t.arena), CC_OK);
    CU_ASSERT_PTR_NULL(links);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        CU_ASSERT_EQUAL(mod_source_link_parse(&links, cc_span_of(bad[i], strlen(bad[i])), t.arena),
                        CC_E_FORMAT);
        CU_ASSERT_PTR_NULL(links);
    }
    CU_ASSERT_EQUAL(
        mod_source_link_parse(&links, cc_span_of("{", MOD_SOURCE_LINK_MAX_BYTES + 1), t.arena),
        CC_E_LIMIT);
    const char *odd =
        "\xEF\xBB\xBF{\"documents\": {\"/_/*\": 1, \"*\": \"https://h/" COMMIT
        "/*\", \"/a*b*\": \"https://h/" COMMIT "/*\", \"/x/y.cs\": \"https://h/" COMMIT
        "/z.cs\", \"/w*\": \"https://h/" COMMIT "/v*\"}, \"more\": null}";
    links = parse(&t, odd);
    CU_ASSERT_EQUAL_FATAL(links->count, 2);
    const char *path = mod_source_link_path(links, 0, CC_STR("/w/1.cs"), t.arena);
    CU_ASSERT_STRING_EQUAL(path, "v/1.cs");
    path = mod_source_link_path(links, 1, CC_STR("/x/y.cs"), t.arena);
    CU_ASSERT_STRING_EQUAL(path, "z.cs");
    path = mod_source_link_path(links, 1, CC_STR("/x/y.csx"), t.arena);
    CU_ASSERT_PTR_NULL(path);
    tree_free(&t);
}

static void test_links_truncated(void) {
    tree t = tree_new();
    const char *json = "{\"documents\": {\"/_/*\": \"https://h/" COMMIT "/*\"}}";
    for (size_t length = 1; length < strlen(json); length++) {
        const mod_source_link *links = NULL;
        CU_ASSERT_EQUAL(mod_source_link_parse(&links, cc_span_of(json, length), t.arena),
                        CC_E_FORMAT);
    }
    tree_free(&t);
}

static void test_places_by_links(void) {
    tree t = tree_new();
    put(&t, "repo/.git/HEAD");
    put(&t, "repo/src/App/A.cs");
    put(&t, "repo/A.cs");
    put(&t, "repo/ext/sub/S.cs");
    mod_root *root = open_root(&t, "repo", NULL, 0);
    const mod_source_link *links =
        parse(&t, "{\"documents\": {\"/_/*\": \"https://h/o/r/" COMMIT "/src/App/*\","
                  "\"C:\\\\agent\\\\1\\\\s\\\\*\": \"https://h/o/r/" COMMIT "/*\","
                  "\"/agent/s/*\": \"https://h/o/r/" COMMIT "/*\"}}");
    CHECK_LINKED(root, "/_/A.cs", links, "src/App/A.cs");
    CHECK(root, "/_/A.cs", "A.cs"); /* the same name of another PDB */
    CHECK_LINKED(root, "c:\\AGENT\\1\\s\\src\\App\\a.cs", links, "src/App/A.cs");
    CHECK_LINKED(root, "/agent/s/src/App/A.cs", links, "src/App/A.cs");
    CHECK_LINKED(root, "/agent/src/App/A.cs", links, "-");
    CHECK_LINKED(root, "/agent/s/src/App/Gone.cs", links, "-");
    mod_root_close(root);
    tree_free(&t);
}

/* The repository that is mapped may be a submodule of ours, or ours a submodule of it. */
static void test_submodules(void) {
    tree t = tree_new();
    const char *json = "{\"documents\": {\"/_/*\": \"https://h/o/r/" COMMIT "/*\","
                       "\"/_/ext/sub/*\": \"https://h/o/sub/" COMMIT "/*\"}}";
    put(&t, "repo/.git/HEAD");
    put(&t, "repo/ext/sub/.git");
    put(&t, "repo/ext/sub/S.cs");
    const mod_source_link *links = parse(&t, json);
    mod_root *whole = open_root(&t, "repo", NULL, 0);
    CHECK_LINKED(whole, "/_/ext/sub/S.cs", links, "ext/sub/S.cs");
    mod_root_close(whole);
    mod_root *sub = open_root(&t, "repo/ext/sub", NULL, 0);
    CHECK_LINKED(sub, "/_/ext/sub/S.cs", links, "S.cs");
    mod_root_close(sub);
    tree_free(&t);
}

/* --- checksums -------------------------------------------------------------------------------- */

static void test_sums(void) {
    static const uint8_t sha1[] = {0x11, 0xf6, 0xad, 0x8e, 0xc5, 0x2a, 0x29, 0x84, 0xab, 0xaa,
                                   0xfd, 0x7c, 0x3b, 0x51, 0x65, 0x03, 0x78, 0x5c, 0x20, 0x72};
    static const uint8_t sha256[] = {0x2d, 0x71, 0x16, 0x42, 0xb7, 0x26, 0xb0, 0x44,
                                     0x01, 0x62, 0x7c, 0xa9, 0xfb, 0xac, 0x32, 0xf5,
                                     0xc8, 0x53, 0x0f, 0xb1, 0x90, 0x3c, 0xc4, 0xdb,
                                     0x02, 0x25, 0x87, 0x17, 0x92, 0x1a, 0x48, 0x81};
    tree t = tree_new();
    put_text(&t, "x.cs", "x");
    put_text(&t, "y.cs", "y");
    pdb_document a = {.checksum_kind = PDB_SUM_SHA1, .checksum = {sha1, sizeof sha1}};
    pdb_document b = {.checksum_kind = PDB_SUM_SHA256, .checksum = {sha256, sizeof sha256}};
    CU_ASSERT_EQUAL(compare_at(&t, &a, "x.cs"), MOD_CHECKSUM_SAME);
    CU_ASSERT_EQUAL(compare_at(&t, &b, "x.cs"), MOD_CHECKSUM_SAME);
    CU_ASSERT_EQUAL(compare_at(&t, &a, "y.cs"), MOD_CHECKSUM_CHANGED);
    CU_ASSERT_EQUAL(compare_at(&t, &b, "y.cs"), MOD_CHECKSUM_CHANGED);
    CU_ASSERT_EQUAL(compare_at(&t, &b, "none.cs"), MOD_CHECKSUM_UNKNOWN);
    pdb_document none = {.checksum_kind = PDB_SUM_NONE};
    CU_ASSERT_EQUAL(compare_at(&t, &none, "x.cs"), MOD_CHECKSUM_UNKNOWN);
    b.checksum.len--;
    CU_ASSERT_EQUAL(compare_at(&t, &b, "x.cs"), MOD_CHECKSUM_CHANGED);
    mod_checksums sums;
    CU_ASSERT(sums_at(&t, &sums, PDB_SUM_SHA1, "x.cs"));
    CU_ASSERT_EQUAL(mod_checksums_compare(&sums, &a), MOD_CHECKSUM_SAME);
    CU_ASSERT_EQUAL(mod_checksums_compare(&sums, &b), MOD_CHECKSUM_UNKNOWN);
    CU_ASSERT_FALSE(sums_at(&t, &sums, PDB_SUM_OTHER, "x.cs"));
    tree_free(&t);
}

/* A checkout on another system has other line ends, and the same lines. */
static void test_sums_of_line_ends(void) {
    tree t = tree_new();
    put_text(&t, "lf.cs", "a\n\nb");
    put_text(&t, "crlf.cs", "a\r\n\r\nb");
    put_text(&t, "cr.cs", "a\r\rb");
    put_text(&t, "less.cs", "a\nb");
    pdb_document windows = compiled(&t, "x", "a\r\n\r\nb");
    pdb_document unix = compiled(&t, "x", "a\n\nb");
    CU_ASSERT_EQUAL(compare_at(&t, &windows, "lf.cs"), MOD_CHECKSUM_SAME);
    CU_ASSERT_EQUAL(compare_at(&t, &unix, "crlf.cs"), MOD_CHECKSUM_SAME);
    CU_ASSERT_EQUAL(compare_at(&t, &unix, "cr.cs"), MOD_CHECKSUM_CHANGED);
    CU_ASSERT_EQUAL(compare_at(&t, &unix, "less.cs"), MOD_CHECKSUM_CHANGED);
    tree_free(&t);
}

/* Paths for rules of files: those of a document that is not there say where it would be. */
static void check_rule_paths(tree *t, mod_root *root, const char *name, const char *relative,
                             const char *absolute) {
    pdb_document document = {.name = cc_strz(name)};
    const mod_location *place = place_of(root, &document, NULL);
    CU_ASSERT_TRUE(cc_str_eqz(place->relative, relative));
    CU_ASSERT_TRUE(cc_str_eqz(place->absolute, absolute));
    (void)t;
}

static void test_rule_paths(void) {
    tree t = tree_new();
    put(&t, "repo/src/A.cs");
    put(&t, "else/B.cs");
    mod_root *root = open_root(&t, "repo", NULL, 0);
    check_rule_paths(&t, root, at(&t, "repo/src/A.cs"), "src/A.cs", at(&t, "repo/src/A.cs"));
    check_rule_paths(&t, root, at(&t, "repo/obj/G.cs"), "obj/G.cs", at(&t, "repo/obj/G.cs"));
    check_rule_paths(&t, root, "gen/G.cs", "gen/G.cs", at(&t, "repo/gen/G.cs"));
    check_rule_paths(&t, root, at(&t, "else/B.cs"), at(&t, "else/B.cs"), at(&t, "else/B.cs"));
    check_rule_paths(&t, root, "/no/where.cs", "/no/where.cs", "/no/where.cs");
    check_rule_paths(&t, root, "/_/obj/G.cs", "/_/obj/G.cs", "/_/obj/G.cs");
    check_rule_paths(&t, root, "C:\\no\\W.cs", "C:\\no\\W.cs", "C:\\no\\W.cs");
    mod_root_close(root);
    tree_free(&t);
}

static const test_case cases[] = {
    {"places: rules get the paths of what is not there, too", test_rule_paths},
    {"paths: Windows and deterministic names become plain", test_plain_paths},
    {"names of documents that are not there, as they are shown", test_shown_names},
    {"paths: prefixes and ends are whole components", test_whole_components},
    {"places: a name of this machine is itself", test_own_names},
    {"places: the top of the file system may be the root", test_the_top_as_root},
    {"places: links are resolved, also out of the root", test_links_are_resolved},
    {"mappings: the longest wins, on any system's paths", test_mappings},
    {"mappings: to nothing, the other ways are tried", test_mapping_to_nothing_falls_through},
    {"case: ignored when one file alone fits", test_case_of_mapped_names},
    {"deterministic: by position, then by the only such end", test_deterministic_names},
    {"deterministic: the root may lie inside the repository", test_root_inside_the_repository},
    {"deterministic: checksums choose between projects", test_checksums_decide},
    {"deterministic: a place is doubted, an own name is not", test_doubted_places},
    {"a project of the assembly's name", test_projects},
    {"tree: links neither loop nor lead out", test_links_in_the_tree},
    {"tree: closed directories are passed over", test_unreadable_directories},
    {"tree: after the limit checksums alone decide", test_limit_of_the_tree},
    {"links: the folder after the commit, for every host", test_urls},
    {"links: JSON that is none is refused, odd entries are left out", test_links_json},
    {"links: every truncation is refused", test_links_truncated},
    {"links: documents of other machines are found", test_places_by_links},
    {"links: submodules, from both sides", test_submodules},
    {"sums: SHA-1 and SHA-256", test_sums},
    {"sums: line ends are no change", test_sums_of_line_ends},
};

TEST_MAIN("root", cases)
