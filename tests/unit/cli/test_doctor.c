/* What `clrcov doctor` finds out by itself: for which machine and C library a file is made, and
 * where built assemblies lie. */
#include "test_cli.h"

#include <CUnit/CUnit.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cc_file.h"
#include "cli/core/cmd_folders.h"
#include "cli/load/cmd_elf.h"

static cc_span own_image(cc_mapped_file *file) {
    CU_ASSERT_EQUAL_FATAL(cc_file_map(file, cli_self, false), CC_OK);
    return file->bytes;
}

void test_elf_own(void) {
    cmd_elf elf;
    CU_ASSERT_EQUAL_FATAL(cmd_elf_read(&elf, cli_self), CC_OK);
#if defined __x86_64__
    CU_ASSERT_STRING_EQUAL(elf.machine, "x64");
#elif defined __aarch64__
    CU_ASSERT_STRING_EQUAL(elf.machine, "arm64");
#endif
#ifdef __GLIBC__
    CU_ASSERT_STRING_EQUAL(elf.libc, "glibc");
#else
    CU_ASSERT_STRING_EQUAL(elf.libc, "musl");
#endif
}

void test_elf_damaged(void) {
    static const char text[] = "no program";
    cmd_elf elf;
    cc_mapped_file file;
    CU_ASSERT_EQUAL(cmd_elf_read(&elf, "no-such-file"), CC_E_NOTFOUND);
    CU_ASSERT_EQUAL(cmd_elf_parse(&elf, cc_span_of(text, sizeof text)), CC_E_FORMAT);
    cc_span whole = own_image(&file);
    size_t header = whole.len < 64 ? whole.len : 64;
    for (size_t len = 0; len < header; len++) {
        /* A copy, so that a read after the end is seen. */
        uint8_t *copy = malloc(len == 0 ? 1 : len);
        CU_ASSERT_PTR_NOT_NULL_FATAL(copy);
        memcpy(copy, whole.data, len);
        cc_err err = cmd_elf_parse(&elf, cc_span_of(copy, len));
        CU_ASSERT_TRUE(err == CC_E_FORMAT || len >= 58);
        free(copy);
    }
    for (size_t len = 64; len < whole.len; len += len < 2048 ? 13 : whole.len / 16 + 1) {
        uint8_t *copy = malloc(len);
        CU_ASSERT_PTR_NOT_NULL_FATAL(copy);
        memcpy(copy, whole.data, len);
        cc_err err = cmd_elf_parse(&elf, cc_span_of(copy, len));
        CU_ASSERT_TRUE(err == CC_OK || err == CC_E_FORMAT);
        free(copy);
    }
    cc_file_unmap(&file);
}

/* Another machine in the header. */
void test_elf_machines(void) {
    cc_mapped_file file;
    cmd_elf elf;
    cc_span whole = own_image(&file);
    uint8_t *copy = cc_arena_alloc(cli_arena, whole.len, 1);
    memcpy(copy, whole.data, whole.len);
    copy[18] = 183;
    copy[19] = 0;
    CU_ASSERT_EQUAL(cmd_elf_parse(&elf, cc_span_of(copy, whole.len)), CC_OK);
    CU_ASSERT_STRING_EQUAL(elf.machine, "arm64");
    copy[19] = 0x7F;
    CU_ASSERT_EQUAL(cmd_elf_parse(&elf, cc_span_of(copy, whole.len)), CC_OK);
    CU_ASSERT_STRING_EQUAL(elf.machine, "unknown");
    copy[4] = 1; /* 32 bits */
    CU_ASSERT_EQUAL(cmd_elf_parse(&elf, cc_span_of(copy, whole.len)), CC_E_FORMAT);
    cc_file_unmap(&file);
}

/* --- folders ---------------------------------------------------------------------------------- */

static void make_file(const char *path) {
    CU_ASSERT_EQUAL(cc_file_write(path, cc_span_of("", 0), 0600), CC_OK);
}

void test_folders(void) {
    static const char *const dirs[] = {"tree",         "tree/bin",           "tree/bin/app",
                                       "tree/bin/lib", "tree/bin/nopdb",     "tree/bin/raw",
                                       "tree/obj",     "tree/.hidden",       "tree/node_modules",
                                       "tree/dotnet",  "tree/dotnet/shared", "tree/dotnet/host"};
    static const char *const files[] = {"tree/bin/app/App.runtimeconfig.json",
                                        "tree/bin/lib/A.dll",
                                        "tree/bin/lib/B.txt",
                                        "tree/bin/lib/A.pdb",
                                        "tree/bin/raw/C.dll",
                                        "tree/bin/nopdb/E.deps.json",
                                        "tree/bin/raw/D.pdb",
                                        "tree/obj/A.dll",
                                        "tree/obj/A.pdb",
                                        "tree/.hidden/A.dll",
                                        "tree/dotnet/dotnet",
                                        "tree/dotnet/shared/X.runtimeconfig.json",
                                        "tree/.hidden/A.pdb",
                                        "tree/node_modules/X.runtimeconfig.json"};
    for (size_t i = 0; i < sizeof dirs / sizeof *dirs; i++) {
        CU_ASSERT_EQUAL_FATAL(mkdir(dirs[i], 0700), 0);
    }
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        make_file(files[i]);
    }
    CU_ASSERT_EQUAL(symlink("../bin", "tree/bin/loop"), 0);
    cmd_folder_list found;
    const char *top = cc_path_join(cli_arena, cli_dir, "tree");
    CU_ASSERT_EQUAL_FATAL(cmd_find_folders(&found, top, 3, cli_arena), CC_OK);
    CU_ASSERT_EQUAL_FATAL(found.count, 3);
    CU_ASSERT_STRING_EQUAL(found.paths[0], cc_path_join(cli_arena, top, "bin/app"));
    CU_ASSERT_STRING_EQUAL(found.paths[1], cc_path_join(cli_arena, top, "bin/lib"));
    CU_ASSERT_STRING_EQUAL(found.paths[2], cc_path_join(cli_arena, top, "bin/nopdb"));
    CU_ASSERT_FALSE(found.is_cut);
    CU_ASSERT_EQUAL_FATAL(cmd_find_folders(&found, top, 2, cli_arena), CC_OK);
    CU_ASSERT_EQUAL(found.count, 2);
    CU_ASSERT_TRUE(found.is_cut);
    CU_ASSERT_EQUAL(cc_dir_remove("tree"), CC_OK);
    CU_ASSERT_EQUAL_FATAL(cmd_find_folders(&found, top, 2, cli_arena), CC_OK);
    CU_ASSERT_EQUAL(found.count, 0);
}

static cc_err count_folder(void *ctx, const char *folder, char *const *names, size_t count) {
    (void)folder;
    (void)names;
    (void)count;
    ++*(size_t *)ctx;
    return CC_OK;
}

/* What is too deep is left out, and so is another file system: /dev has some below it. */
void test_folders_cut(void) {
    size_t visited = 0;
    cmd_walk walk = {.visit = count_folder, .ctx = &visited};
    char path[512] = "deep";
    for (size_t i = 0; i < 20; i++) {
        CU_ASSERT_EQUAL_FATAL(mkdir(path, 0700), 0);
        (void)strcat(path, "/d");
    }
    CU_ASSERT_EQUAL(cmd_walk_folders(&walk, cc_path_join(cli_arena, cli_dir, "deep")), CC_OK);
    CU_ASSERT_EQUAL(visited, 17);
    CU_ASSERT_TRUE(walk.is_cut);
    CU_ASSERT_EQUAL(cc_dir_remove("deep"), CC_OK);
    uint64_t device = 0;
    uint64_t below = 0;
    if (cc_path_is_own_dir("/dev", &device) && cc_path_is_own_dir("/dev/pts", &below) &&
        device != below) {
        CU_ASSERT_EQUAL(cmd_walk_folders(&walk, "/dev"), CC_OK);
        CU_ASSERT_TRUE(walk.is_cut);
    }
}
