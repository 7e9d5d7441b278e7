/* Any bytes as a patch: what is read is in order, each added line is new, and a line that stayed
 * has a number of before. */
#include <stdlib.h>

#include "coverage/patch/patch.h"
#include "tests/fuzz/fuzz.h"

static void check_file(const patch_file *file) {
    uint32_t end = 0;
    for (uint32_t i = 0; i < file->added_count; i++) {
        const patch_range *range = &file->added[i];
        fuzz_require(range->first > end || (i == 0 && range->first == 0), "ranges are in order");
        fuzz_require(range->last >= range->first, "a range has lines");
        fuzz_require(patch_old_line(file, range->first) == 0, "an added line is new");
        end = range->last;
    }
    for (uint32_t i = 1; i < file->hunk_count; i++) {
        const patch_hunk *a = &file->hunks[i - 1];
        fuzz_require(file->hunks[i].new_first >= a->new_first + a->new_count, "hunks are in order");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    patch_change change;
    cc_arena *arena = cc_arena_new();
    if (arena != NULL && patch_parse(&change, (cc_str){(const char *)data, size}, arena) == CC_OK) {
        for (uint32_t i = 0; i < change.file_count; i++) {
            check_file(&change.files[i]);
        }
    }
    cc_arena_free(arena);
    return 0;
}
