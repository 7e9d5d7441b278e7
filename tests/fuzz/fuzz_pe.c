/* A managed image: everything the metadata room can tell of it, as a file and as a mapped image. */
#include "tests/fuzz/fuzz.h"
#include "tests/tools/walk.h"

static void ask(const md_image *image, cc_span bytes, md_layout layout) {
    cc_span of = md_image_bytes(image);
    cc_span part = {NULL, 0};
    uint32_t rva = md_image_entry_point(image) ^ md_image_timestamp(image);
    fuzz_require(md_image_layout(image) == layout && of.data == bytes.data && of.len == bytes.len,
                 "an image is of the bytes given");
    if (md_image_at_rva(image, rva, &part) == CC_OK && !md_image_is_ready_to_run(image)) {
        fuzz_require(part.data >= bytes.data && part.len <= bytes.len &&
                         (size_t)(part.data - bytes.data) <= bytes.len - part.len,
                     "what is at an RVA is inside");
    }
}

static void walk_layout(cc_span bytes, md_layout layout, cc_arena *arena) {
    static const walk_sink silent = {0};
    walk_counts counts = {0};
    md_image *image = NULL;
    size_t extent = 0;
    if (md_image_extent(bytes, layout, &extent) == CC_OK &&
        md_image_open(&image, bytes, layout, arena) == CC_OK) {
        walk_image(image, &counts, &silent);
        ask(image, bytes, layout);
        (void)md_image_holds_foreign_code(image, arena);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    cc_arena *arena = cc_arena_new();
    if (arena != NULL) {
        walk_layout(cc_span_of(data, size), MD_LAYOUT_FLAT, arena);
        walk_layout(cc_span_of(data, size), MD_LAYOUT_MAPPED, arena);
    }
    cc_arena_free(arena);
    return 0;
}
