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

/* An answer of cmd_impacted_answer(). */
typedef struct answer {
    cc_str word, assembly, folder;
} answer;

static answer parse(cc_str text) {
    answer out = {.word = cc_str_cut(&text, '\n')};
    out.assembly = cc_str_cut(&text, '\n');
    (void)cc_str_cut(&text, '\n'); /* how many run */
    (void)cc_str_cut(&text, '\n'); /* of how many */
    (void)cc_str_cut(&text, '\n'); /* why all */
    out.folder = cc_str_cut(&text, '\n');
    return out;
}

/* A suite for another framework may have answered that the test runs. */
static void leave_out(const cov_raw *data, cc_str assembly, const cc_map *ran, bool *is_left_out,
                      cc_arena *arena) {
    for (uint32_t i = 0; i < data->test_count; i++) {
        const cov_test *test = &data->tests[i];
        const char *name =
            cc_arena_printf(arena, "%.*s.%.*s", CC_STR_ARGS(test->type), CC_STR_ARGS(test->method));
        if (cc_str_eq(test->assembly, assembly) && cc_map_get_str(ran, cc_strz(name)) == NULL) {
            is_left_out[i] = true;
        }
    }
}

static void mark_idle(const cov_raw *data, const answer *of, bool *is_idle) {
    for (uint32_t i = 0; i < data->suite_count; i++) {
        if (cc_str_eq(data->suites[i].assembly, of->assembly) &&
            cc_str_eq(data->suites[i].folder, of->folder)) {
            is_idle[i] = true;
        }
    }
}

/* Of a suite that runs as a whole, nothing is left out. */
static void take_answer(const cov_raw *data, const char *folder, const char *name,
                        bool *is_left_out, bool *is_idle, cc_arena *arena) {
    cc_str text = {"", 0};
    if (!cc_str_ends(cc_strz(name), ".answer") ||
        !read_text(cc_path_join(arena, folder, name), &text, arena)) {
        return;
    }
    const answer of = parse(text);
    bool is_none = cc_str_eqz(of.word, "none");
    if (!is_none && !cc_str_eqz(of.word, "some")) {
        return;
    }
    cc_map *ran = read_tests(
        cc_arena_printf(arena, "%s/%.*s.tests", folder, CC_STR_ARGS(cc_path_stem(cc_strz(name)))),
        arena);
    leave_out(data, of.assembly, ran, is_left_out, arena);
    cc_map_free(ran);
    if (is_none) {
        mark_idle(data, &of, is_idle);
    }
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
    bool *is_idle = CC_NEW_ARRAY(arena, bool, data->suite_count);
    for (size_t i = 0; i < count; i++) {
        take_answer(data, folder, names[i], is_left_out, is_idle, arena);
    }
    cov_completion *out = CC_NEW(arena, cov_completion);
    *out = (cov_completion){data, is_left_out, is_idle};
    return out;
}
