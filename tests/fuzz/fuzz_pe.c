/* A managed image: everything the metadata room can tell of it, as a file and as a mapped image. */
#include "tests/tools/walk.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void walk_layout(cc_span bytes, md_layout layout, cc_arena *arena) {
    static const walk_sink silent = {0};
    walk_counts counts = {0};
    md_image *image = NULL;
    size_t extent = 0;
    if (md_image_extent(bytes, layout, &extent) == CC_OK &&
        md_image_open(&image, bytes, layout, arena) == CC_OK) {
        walk_image(image, &counts, &silent);
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
