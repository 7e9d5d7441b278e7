/* See golden.h. */
#include "metadata/golden.h"

#include <CUnit/CUnit.h>
#include <string.h>

#include "base/cc_file.h"

cc_span golden_bytes(cc_arena *arena, const char *path) {
    cc_mapped_file file;
    if (cc_file_map(&file, path, false) != CC_OK) {
        CU_FAIL_FATAL("a golden file cannot be read");
    }
    cc_span copy = cc_arena_copy(arena, file.bytes);
    cc_file_unmap(&file);
    CU_ASSERT_PTR_NOT_NULL_FATAL(copy.data);
    return copy;
}

static uint32_t u32_at(const uint8_t *p) {
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

/* The golden files are sound, so their headers are read without checks. */
cc_span golden_mapped(cc_arena *arena, cc_span flat) {
    size_t size = 0;
    CU_ASSERT_EQUAL_FATAL(md_image_extent(flat, MD_LAYOUT_MAPPED, &size), CC_OK);
    uint8_t *mapped = cc_arena_alloc(arena, size, 1);
    CU_ASSERT_PTR_NOT_NULL_FATAL(mapped);
    const uint8_t *pe = flat.data + u32_at(flat.data + 0x3C);
    const uint8_t *section = pe + 24 + pe[20];
    memcpy(mapped, flat.data, u32_at(pe + 24 + 60));
    for (unsigned i = 0; i < pe[6]; i++, section += 40) {
        uint32_t virtual_size = u32_at(section + 8);
        uint32_t raw_size = u32_at(section + 16);
        memcpy(mapped + u32_at(section + 12), flat.data + u32_at(section + 20),
               virtual_size < raw_size ? virtual_size : raw_size);
    }
    return cc_span_of(mapped, size);
}
