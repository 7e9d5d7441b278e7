/* Any bytes as a data file: an error, or data of which a model can be made. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cc_file.h"
#include "coverage/data/dat.h"
#include "tests/fuzz/fuzz.h"

static void make_model(cov_raw *raw, cc_arena *arena) {
    sel_list filter;
    cov_model *model = NULL;
    cov_raw *const data[] = {raw};
    sel_init(&filter, arena, NULL);
    const cov_request request = {.root = "/nowhere",
                                 .selection = {.filter = &filter},
                                 .data = data,
                                 .data_count = 1,
                                 .drops_data = true};
    fuzz_require(cov_model_build(&model, &request, arena) == CC_OK, "a model");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static char path[64];
    cov_raw *raw = NULL;
    cc_arena *arena = cc_arena_new();
    if (path[0] == '\0') {
        (void)strcpy(path, "/dev/shm/clrcov-fuzz-XXXXXX");
        int fd = mkstemp(path);
        fuzz_require(fd >= 0, "a file");
        (void)close(fd);
    }
    if (arena != NULL && cc_file_write(path, cc_span_of(data, size), 0600) == CC_OK &&
        dat_read(&raw, path, arena) == CC_OK) {
        make_model(raw, arena);
    }
    cc_arena_free(arena);
    return 0;
}
