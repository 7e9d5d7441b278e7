/* Which sources reports may read, and that no other file is opened. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "coverage/module/mod_file.h"
#include "source/src_lines.h"
#include "test_main.h"

/* --- the decision ----------------------------------------------------------------------------- */

typedef struct access_case {
    const char *root, *file;
    mod_access foreign; /* with and without a checksum */
    mod_access local;   /* with a checksum */
} access_case;

static void test_access(void) {
    static const access_case cases[] = {
        {"/repo", "/repo/a.cs", MOD_ACCESS_FREE, MOD_ACCESS_FREE},
        {"/repo", "/repo/a/b.c/d.cs", MOD_ACCESS_FREE, MOD_ACCESS_FREE},
        {"/.home/repo", "/.home/repo/a.cs", MOD_ACCESS_FREE, MOD_ACCESS_FREE},
        {"/repo", "/repo/.env", MOD_ACCESS_NONE, MOD_ACCESS_SAME},
        {"/repo", "/repo/.git/config", MOD_ACCESS_NONE, MOD_ACCESS_SAME},
        {"/repo", "/repo/a/.hidden/b.cs", MOD_ACCESS_NONE, MOD_ACCESS_SAME},
        {"/repo", "/repo/../etc/passwd", MOD_ACCESS_NONE, MOD_ACCESS_SAME},
        {"/repo", "/repo/./a.cs", MOD_ACCESS_NONE, MOD_ACCESS_SAME},
        {"/repo", "/repo2/a.cs", MOD_ACCESS_NONE, MOD_ACCESS_SAME},
        {"/repo", "/repo", MOD_ACCESS_NONE, MOD_ACCESS_SAME},
        {"/repo", "/etc/passwd", MOD_ACCESS_NONE, MOD_ACCESS_SAME},
        {"/repo", "a.cs", MOD_ACCESS_NONE, MOD_ACCESS_SAME},
        {"/repo", "", MOD_ACCESS_NONE, MOD_ACCESS_SAME},
        {"/", "/etc/passwd", MOD_ACCESS_NONE, MOD_ACCESS_SAME},
        {"", "/etc/passwd", MOD_ACCESS_NONE, MOD_ACCESS_SAME},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cc_str root = cc_strz(cases[i].root);
        cc_str file = cc_strz(cases[i].file);
        mod_access free_only =
            cases[i].foreign == MOD_ACCESS_FREE ? MOD_ACCESS_FREE : MOD_ACCESS_NONE;
        CU_ASSERT_EQUAL(mod_access_of(root, file, MOD_ORIGIN_FOREIGN, false), cases[i].foreign);
        CU_ASSERT_EQUAL(mod_access_of(root, file, MOD_ORIGIN_FOREIGN, true), cases[i].foreign);
        CU_ASSERT_EQUAL(mod_access_of(root, file, MOD_ORIGIN_LOCAL, false), free_only);
        CU_ASSERT_EQUAL(mod_access_of(root, file, MOD_ORIGIN_LOCAL, true), cases[i].local);
    }
}

/* --- opening ---------------------------------------------------------------------------------- */

static const char content[] = "class Text { }\n";

typedef struct scene {
    char made[32];
    char *dir;
    const char *root;
    cc_arena *arena;
    mod_checksums sums;
} scene;

static char *in(const scene *s, const char *name) {
    return cc_path_join(s->arena, s->dir, name);
}

static void put(const scene *s, const char *name) {
    cc_span text = cc_span_of(content, strlen(content));
    CU_ASSERT_EQUAL_FATAL(cc_file_write(in(s, name), text, 0644), CC_OK);
}

static void link_to(const scene *s, const char *target, const char *name) {
    CU_ASSERT_EQUAL_FATAL(symlink(target, in(s, name)), 0);
}

static void open_scene(scene *s) {
    *s = (scene){.made = "/tmp/clrcov-file-XXXXXX", .arena = cc_arena_new()};
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(s->made));
    CU_ASSERT_EQUAL_FATAL(cc_path_real(s->arena, s->made, &s->dir), CC_OK);
    s->root = in(s, "root");
    CU_ASSERT_EQUAL_FATAL(cc_dir_make_all(in(s, "root/a/.git"), 0755), CC_OK);
    put(s, "root/a/good.cs");
    put(s, "root/a/.git/config");
    put(s, "outside.cs");
    link_to(s, "../outside.cs", "root/out.cs");
    link_to(s, "..", "root/up");
    link_to(s, "a/.git/config", "root/config.cs");
    link_to(s, in(s, "root/a"), "root/absolute");
    link_to(s, in(s, "root"), "way");
    CU_ASSERT_EQUAL(mkfifo(in(s, "root/pipe.cs"), 0644), 0);
    CU_ASSERT_TRUE(
        mod_checksums_make(&s->sums, PDB_SUM_SHA256, cc_span_of(content, strlen(content))));
}

static void close_scene(scene *s) {
    CU_ASSERT_EQUAL(cc_dir_remove(s->dir), CC_OK);
    cc_arena_free(s->arena);
}

static mod_claim claim_of(const scene *s, const char *path, mod_origin origin) {
    return (mod_claim){.root = s->root,
                       .path = path[0] == '/' ? path : in(s, path),
                       .origin = origin,
                       .checksum_kind = PDB_SUM_SHA256,
                       .checksum = {s->sums.forms[0], MOD_CHECKSUM_BYTES}};
}

static mod_file_state state_of(const mod_claim *claim) {
    cc_mapped_file file;
    mod_file_state state = mod_file_open(&file, claim);
    bool is_whole = cc_span_eq(file.bytes, cc_span_of(content, strlen(content)));
    CU_ASSERT_EQUAL(state == MOD_FILE_READ, is_whole);
    cc_file_unmap(&file);
    return state;
}

static mod_file_state foreign_state(const scene *s, const char *path) {
    mod_claim claim = claim_of(s, path, MOD_ORIGIN_FOREIGN);
    return state_of(&claim);
}

static mod_file_state local_state(const scene *s, const char *path) {
    mod_claim claim = claim_of(s, path, MOD_ORIGIN_LOCAL);
    return state_of(&claim);
}

static void test_open_foreign(void) {
    scene s;
    open_scene(&s);
    CU_ASSERT_EQUAL(foreign_state(&s, "root/a/good.cs"), MOD_FILE_READ);
    CU_ASSERT_EQUAL(foreign_state(&s, "root/absolute/good.cs"), MOD_FILE_READ);
    CU_ASSERT_EQUAL(foreign_state(&s, "way/a/good.cs"), MOD_FILE_READ);
    CU_ASSERT_EQUAL(foreign_state(&s, "root/a/../a/./good.cs"), MOD_FILE_READ);
    CU_ASSERT_EQUAL(foreign_state(&s, "root/a/none.cs"), MOD_FILE_ABSENT);
    CU_ASSERT_EQUAL(foreign_state(&s, "root/pipe.cs"), MOD_FILE_ABSENT);
    CU_ASSERT_EQUAL(foreign_state(&s, "root/a"), MOD_FILE_ABSENT);
    static const char *const outside[] = {
        "outside.cs",         "root/out.cs",        "root/up/outside.cs", "root/a/../../outside.cs",
        "root/a/.git/config", "root/config.cs",     "way/../outside.cs",  "none.cs",
        "/etc/passwd",        "/proc/self/environ", "/dev/zero"};
    for (size_t i = 0; i < sizeof outside / sizeof *outside; i++) {
        CU_ASSERT_EQUAL(foreign_state(&s, outside[i]), MOD_FILE_OUTSIDE);
    }
    close_scene(&s);
}

/* Linked files of projects may be anywhere: their checksum says what they are. */
static void test_open_local(void) {
    scene s;
    open_scene(&s);
    CU_ASSERT_EQUAL(local_state(&s, "outside.cs"), MOD_FILE_READ);
    CU_ASSERT_EQUAL(local_state(&s, "root/out.cs"), MOD_FILE_READ);
    CU_ASSERT_EQUAL(local_state(&s, "root/a/.git/config"), MOD_FILE_READ);
    CU_ASSERT_EQUAL(local_state(&s, "none.cs"), MOD_FILE_ABSENT);
    CU_ASSERT_EQUAL(local_state(&s, "/dev/zero"), MOD_FILE_ABSENT);
    CU_ASSERT_EQUAL(local_state(&s, "/etc/passwd"), MOD_FILE_CHANGED);
    mod_claim claim = claim_of(&s, "outside.cs", MOD_ORIGIN_LOCAL);
    claim.checksum_kind = PDB_SUM_NONE;
    CU_ASSERT_EQUAL(state_of(&claim), MOD_FILE_OUTSIDE);
    claim.checksum_kind = PDB_SUM_OTHER;
    CU_ASSERT_NOT_EQUAL(state_of(&claim), MOD_FILE_READ);
    close_scene(&s);
}

/* A comparison tells nothing of a file that may not be read. */
static void test_compare(void) {
    scene s;
    open_scene(&s);
    mod_claim claim = claim_of(&s, "outside.cs", MOD_ORIGIN_FOREIGN);
    CU_ASSERT_EQUAL(mod_file_compare(&claim), MOD_CHECKSUM_UNKNOWN);
    claim = claim_of(&s, "/etc/passwd", MOD_ORIGIN_FOREIGN);
    CU_ASSERT_EQUAL(mod_file_compare(&claim), MOD_CHECKSUM_UNKNOWN);
    claim.origin = MOD_ORIGIN_LOCAL;
    CU_ASSERT_EQUAL(mod_file_compare(&claim), MOD_CHECKSUM_CHANGED);
    claim = claim_of(&s, "outside.cs", MOD_ORIGIN_LOCAL);
    CU_ASSERT_EQUAL(mod_file_compare(&claim), MOD_CHECKSUM_SAME);
    claim = claim_of(&s, "root/a/good.cs", MOD_ORIGIN_FOREIGN);
    CU_ASSERT_EQUAL(mod_file_compare(&claim), MOD_CHECKSUM_SAME);
    close_scene(&s);
}

static void test_too_large(void) {
    scene s;
    open_scene(&s);
    CU_ASSERT_EQUAL(truncate(in(&s, "root/a/good.cs"), (off_t)SRC_MOST_BYTES + 1), 0);
    CU_ASSERT_EQUAL(truncate(in(&s, "outside.cs"), (off_t)1 << 40), 0);
    CU_ASSERT_EQUAL(foreign_state(&s, "root/a/good.cs"), MOD_FILE_TOO_LARGE);
    CU_ASSERT_EQUAL(local_state(&s, "outside.cs"), MOD_FILE_TOO_LARGE);
    close_scene(&s);
}

static const test_case cases[] = {
    {"file: a source may be read below the root, or by a checksum of this machine", test_access},
    {"file: who is not of this machine opens nothing outside the root", test_open_foreign},
    {"file: the checksum of a PDB of this machine opens its file", test_open_local},
    {"file: a comparison tells nothing of other files", test_compare},
    {"file: a source that is too large is not read", test_too_large},
};

TEST_MAIN("file", cases)
