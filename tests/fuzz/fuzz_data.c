/* Any bytes as a data file: an error, or data of which a model can be made. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cc_file.h"
#include "coverage/data/dat.h"
#include "tests/fuzz/fuzz.h"

/* The tests of each line are in order, and there. */
static void check_tests(const cov_model *model) {
    for (uint32_t i = 0; i < model->file_count; i++) {
        const cov_file *file = &model->files[i];
        for (uint32_t k = 0; file->tests != NULL && k < file->line_count; k++) {
            const cov_line_tests *of = &file->tests[k];
            for (uint32_t t = 0; t < of->count; t++) {
                fuzz_require(of->tests[t] < model->test_count, "a test of a line");
                fuzz_require(t == 0 || of->tests[t - 1] < of->tests[t], "the order of tests");
            }
        }
    }
}

static void make_model(cov_raw *raw, cc_arena *arena) {
    sel_list filter;
    cov_model *model = NULL;
    cov_raw *const data[] = {raw};
    sel_init(&filter, arena, NULL);
    const cov_request request = {.root = "/nowhere",
                                 .selection = {.filter = &filter},
                                 .data = data,
                                 .data_count = 1,
                                 .drops_data = true,
                                 .wants_tests = true};
    fuzz_require(cov_model_build(&model, &request, arena) == CC_OK, "a model");
    check_tests(model);
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
