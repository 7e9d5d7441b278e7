/* The members of a build, read from an image. Input: a flat image. */
#include "coverage/members/mbr.h"
#include "metadata/md.h"
#include "tests/fuzz/fuzz.h"

static uint32_t count_rows(const md_tables *tables) {
    static const md_table of_members[] = {MD_TYPEDEF, MD_METHODDEF, MD_FIELD, MD_MANIFEST_RESOURCE};
    uint32_t count = 1; /* the assembly */
    for (size_t i = 0; i < sizeof of_members / sizeof *of_members; i++) {
        count += md_row_count(tables, of_members[i]);
    }
    return count;
}

static void read_members(const md_image *image, bool wants_links) {
    cc_arena *arena = cc_arena_new();
    mbr_build build;
    mbr_links links;
    if (mbr_read(&build, wants_links ? &links : NULL, image, arena) == CC_OK) {
        fuzz_require(build.count <= count_rows(md_image_tables(image)),
                     "a build has no more members than rows");
    }
    cc_arena_free(arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    cc_arena *arena = cc_arena_new();
    md_image *image = NULL;
    if (md_image_open(&image, cc_span_of(data, size), MD_LAYOUT_FLAT, arena) == CC_OK) {
        read_members(image, false);
        read_members(image, true);
    }
    cc_arena_free(arena);
    return 0;
}
