/* Damaged input: every truncation and every flipped byte of a golden file gives an error or an
 * answer, and no read outside (the bytes are copied to memory of exactly their size; a sanitizer
 * watches). */
#include <CUnit/CUnit.h>
#include <stdlib.h>
#include <string.h>

#include "metadata/golden.h"
#include "metadata/test_metadata.h"
#include "tests/tools/walk.h"

#define GOLDEN "golden/metadata/"

typedef bool (*reader)(cc_span bytes, cc_arena *arena);

static const walk_sink SILENT = {0};

static bool read_pdb(cc_span bytes, cc_arena *arena) {
    pdb_file *pdb = NULL;
    walk_counts counts = {0};
    if (pdb_open(&pdb, bytes, arena) != CC_OK) {
        return false;
    }
    walk_pdb(pdb, &counts, &SILENT);
    return counts.errors == 0;
}

/* True when all of it could be read. */
static bool read_image(cc_span bytes, cc_arena *arena) {
    md_image *image = NULL;
    md_debug_info info;
    cc_span embedded;
    walk_counts counts = {0};
    if (md_image_open(&image, bytes, MD_LAYOUT_FLAT, arena) != CC_OK) {
        return false;
    }
    walk_image(image, &counts, &SILENT);
    if (md_image_debug_info(image, &info) != CC_OK) {
        return false;
    }
    if (info.embedded.data != NULL) {
        return pdb_inflate(&info, arena, &embedded) == CC_OK && read_pdb(embedded, arena) &&
               counts.errors == 0;
    }
    return counts.errors == 0;
}

/* The reader on a copy of exactly `len` bytes. */
static bool read_copy(reader read, const uint8_t *bytes, size_t len, cc_arena *arena) {
    uint8_t *exact = malloc(len > 0 ? len : 1);
    if (exact == NULL) {
        return false;
    }
    memcpy(exact, bytes, len);
    bool sound = read(cc_span_of(exact, len), arena);
    free(exact);
    cc_arena_reset(arena);
    return sound;
}

/* Number of truncations that could still be read whole; every `step`-th is tried. */
static size_t truncate_all(reader read, const char *path, size_t step) {
    cc_arena *keep = cc_arena_new();
    cc_arena *arena = cc_arena_new();
    cc_span bytes = golden_bytes(keep, path);
    size_t sound = 0;
    CU_ASSERT_TRUE(read_copy(read, bytes.data, bytes.len, arena));
    for (size_t len = 0; len < bytes.len; len += step) {
        sound += read_copy(read, bytes.data, len, arena) ? 1 : 0;
    }
    cc_arena_free(arena);
    cc_arena_free(keep);
    return sound;
}

/* Number of flips that made a difference to soundness; every `step`-th byte is tried. */
static size_t flip_all(reader read, const char *path, size_t step) {
    cc_arena *keep = cc_arena_new();
    cc_arena *arena = cc_arena_new();
    cc_span bytes = golden_bytes(keep, path);
    uint8_t *copy = malloc(bytes.len);
    size_t noticed = 0;
    CU_ASSERT_PTR_NOT_NULL_FATAL(copy);
    memcpy(copy, bytes.data, bytes.len);
    for (size_t i = 0; i < bytes.len; i += step) {
        copy[i] = (uint8_t)(bytes.data[i] ^ (i % 3 == 0 ? 0xFF : i % 3 == 1 ? 0x80 : 0x01));
        noticed += read_copy(read, copy, bytes.len, arena) ? 0 : 1;
        copy[i] = bytes.data[i];
    }
    free(copy);
    cc_arena_free(arena);
    cc_arena_free(keep);
    return noticed;
}

void test_image_truncated(void) {
    /* Only zero padding at the end, and the relocations, may be missing unnoticed. */
    CU_ASSERT_TRUE(truncate_all(read_image, GOLDEN "debug/Shapes.dll", 1) < 2048);
    CU_ASSERT_TRUE(truncate_all(read_image, GOLDEN "release/Shapes.dll", 7) < 300);
}

void test_image_flipped(void) {
    CU_ASSERT_TRUE(flip_all(read_image, GOLDEN "debug/Shapes.dll", 3) > 160);
    CU_ASSERT_TRUE(flip_all(read_image, GOLDEN "release/Shapes.dll", 7) > 70);
}

void test_pdb_truncated(void) {
    CU_ASSERT_EQUAL(truncate_all(read_pdb, GOLDEN "debug/Shapes.pdb", 1), 0);
}

void test_pdb_flipped(void) {
    CU_ASSERT_TRUE(flip_all(read_pdb, GOLDEN "debug/Shapes.pdb", 1) > 100);
}
