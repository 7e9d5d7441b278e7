/* Reports of runs with `--impacted`; see cmd_completion.h. */
#include "cli/report/cmd_completion.h"

#include "base/cc_file.h"
#include "base/cc_map.h"
#include "coverage/data/dat.h"

static bool read_text(const char *path, cc_str *out, cc_arena *arena) {
    cc_mapped_file file;
    if (cc_file_map(&file, path, true) != CC_OK) {
        return false;
    }
    *out = cc_strz(cc_arena_strdup(arena, (cc_str){(const char *)file.bytes.data, file.bytes.len}));
    cc_file_unmap(&file);
    return true;
}

/* The tests that ran, by name. */
static cc_map *read_tests(const char *path, cc_arena *arena) {
    cc_map *ran = cc_map_new();
    cc_str text = {"", 0};
    cc_str name = {"", 0};
    (void)read_text(path, &text, arena);
    while (cc_str_next(&text, '\n', &name)) {
        *cc_map_put_str(ran, name) = ran;
    }
    return ran;
}

static void leave_out(const cov_raw *data, cc_str assembly, const cc_map *ran, bool *is_left_out,
                      cc_arena *arena) {
    for (uint32_t i = 0; i < data->test_count; i++) {
        const cov_test *test = &data->tests[i];
        const char *name =
            cc_arena_printf(arena, "%.*s.%.*s", CC_STR_ARGS(test->type), CC_STR_ARGS(test->method));
        if (cc_str_eq(test->assembly, assembly)) {
            is_left_out[i] = cc_map_get_str(ran, cc_strz(name)) == NULL;
        }
    }
}

/* Of a suite that runs as a whole, nothing is left out. */
static void take_answer(const cov_raw *data, const char *folder, const char *name,
                        bool *is_left_out, cc_arena *arena) {
    cc_str text = {"", 0};
    if (!cc_str_ends(cc_strz(name), ".answer") ||
        !read_text(cc_path_join(arena, folder, name), &text, arena)) {
        return;
    }
    cc_str word = cc_str_cut(&text, '\n');
    cc_str assembly = cc_str_cut(&text, '\n');
    if (!cc_str_eqz(word, "some") && !cc_str_eqz(word, "none")) {
        return;
    }
    cc_map *ran = read_tests(
        cc_arena_printf(arena, "%s/%.*s.tests", folder, CC_STR_ARGS(cc_path_stem(cc_strz(name)))),
        arena);
    leave_out(data, assembly, ran, is_left_out, arena);
    cc_map_free(ran);
}

const cov_completion *cmd_find_completion(const char *session_dir, cc_arena *arena) {
    const char *folder = cc_path_join(arena, session_dir, CMD_ANSWERS);
    char **names = NULL;
    size_t count = 0;
    cc_str map = {"", 0};
    cov_raw *data = NULL;
    if (!read_text(cc_path_join(arena, folder, CMD_ANSWERS_MAP), &map, arena) ||
        cc_dir_list(arena, folder, &names, &count) != CC_OK ||
        dat_read(&data, map.s, arena) != CC_OK) {
        return NULL;
    }
    bool *is_left_out = CC_NEW_ARRAY(arena, bool, data->test_count);
    for (size_t i = 0; i < count; i++) {
        take_answer(data, folder, names[i], is_left_out, arena);
    }
    cov_completion *out = CC_NEW(arena, cov_completion);
    *out = (cov_completion){data, is_left_out};
    return out;
}
