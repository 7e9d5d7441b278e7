/* An image with an embedded PDB: inflate, read, and make the plan of every method from both.
 * Input: the image; or, when it does not begin with "MZ", the size of the PDB (4 bytes) and its
 * deflate stream. */
#include <string.h>

#include "method/mth.h"
#include "tests/fuzz/fuzz.h"
#include "tests/tools/walk.h"

enum { MAX_INFLATED = 1 << 20 }; /* so that no input is slow */

static void plan_methods(const md_image *image, const pdb_file *pdb) {
    static const probe_options options = {.all = false};
    cc_arena *arena = cc_arena_new();
    uint32_t methods = md_row_count(md_image_tables(image), MD_METHODDEF);
    for (uint32_t rid = 1; arena != NULL && rid <= methods; rid++) {
        mth_method method;
        mth_skip skip = MTH_OK;
        cc_err err = mth_open(&method, &skip, image, pdb, MD_TOKEN(MD_METHODDEF, rid),
                              (cc_span){NULL, 0}, &options, arena);
        if (err != CC_OK) {
            break;
        }
        cc_arena_reset(arena);
    }
    cc_arena_free(arena);
}

static void read_all(cc_span bytes, cc_arena *arena) {
    static const walk_sink silent = {0};
    walk_counts counts = {0};
    md_image *image = NULL;
    md_debug_info info;
    cc_span inflated = {NULL, 0};
    pdb_file *pdb = NULL;
    if (md_image_open(&image, bytes, MD_LAYOUT_FLAT, arena) == CC_OK &&
        md_image_debug_info(image, &info) == CC_OK && info.embedded_size <= MAX_INFLATED &&
        pdb_inflate(&info, arena, &inflated) == CC_OK && pdb_open(&pdb, inflated, arena) == CC_OK) {
        (void)pdb_matches(pdb, &info);
        walk_pdb(pdb, &counts, &silent);
        plan_methods(image, pdb);
    }
}

static void inflate(cc_span in, cc_arena *arena) {
    static const walk_sink silent = {0};
    walk_counts counts = {0};
    md_debug_info info = {0};
    cc_span inflated = {NULL, 0};
    pdb_file *pdb = NULL;
    if (!cc_span_u32(&in, &info.embedded_size) || info.embedded_size > MAX_INFLATED) {
        return;
    }
    info.embedded = in;
    if (pdb_inflate(&info, arena, &inflated) == CC_OK) {
        fuzz_require(inflated.len == info.embedded_size, "the PDB is as long as the image says");
        if (pdb_open(&pdb, inflated, arena) == CC_OK) {
            walk_pdb(pdb, &counts, &silent);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    cc_arena *arena = cc_arena_new();
    bool is_image = size >= 2 && memcmp(data, "MZ", 2) == 0;
    if (arena != NULL && !is_image) {
        inflate(cc_span_of(data, size), arena);
    } else if (arena != NULL) {
        read_all(cc_span_of(data, size), arena);
    }
    cc_arena_free(arena);
    return 0;
}
