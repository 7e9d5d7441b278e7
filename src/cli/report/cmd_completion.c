/* Reports of runs with `--impacted`; see cmd_completion.h. */
#include "cli/report/cmd_completion.h"

#include <string.h>

#include "base/cc_map.h"
#include "cli/core/cmd.h"
#include "cli/report/cmd_answers.h"
#include "coverage/data/dat.h"

/* Of a suite that runs as a whole, nothing is left out. A suite for another framework may have
 * answered that the test runs. */
static void leave_out(const cov_raw *data, const cmd_suite_answer *answer, bool *is_left_out,
                      cc_arena *arena) {
    cc_map *ran = cc_map_new();
    cc_str rest = answer->tests;
    cc_str name = {"", 0};
    while (cc_str_next(&rest, '\n', &name)) {
        *cc_map_put_str(ran, name) = ran;
    }
    for (uint32_t i = 0; i < data->test_count; i++) {
        const cov_test *test = &data->tests[i];
        if (is_left_out[i] || !cc_str_eq(test->assembly, answer->assembly)) {
            continue;
        }
        const char *full =
            cc_arena_printf(arena, "%.*s.%.*s", CC_STR_ARGS(test->type), CC_STR_ARGS(test->method));
        is_left_out[i] = cc_map_get_str(ran, cc_strz(full)) == NULL;
    }
    cc_map_free(ran);
}

static void mark_idle(const cov_raw *data, const cmd_suite_answer *of, bool *is_idle) {
    for (uint32_t i = 0; i < data->suite_count; i++) {
        if (cc_str_eq(data->suites[i].assembly, of->assembly) &&
            cc_str_eq(data->suites[i].folder, of->folder)) {
            is_idle[i] = true;
        }
    }
}

static bool has_any(const bool *flags, uint32_t count) {
    return count > 0 && memchr(flags, true, count) != NULL;
}

const cov_completion *cmd_find_completion(const char *session_dir, cc_arena *arena) {
    const char *map_file =
        cc_arena_printf(arena, "%s/" CMD_ANSWERS "/" CMD_ANSWERS_MAP, session_dir);
    cmd_suite_answer *answers = NULL;
    size_t count = 0;
    cc_str map = {"", 0};
    cov_raw *data = NULL;
    if (cc_file_read(arena, map_file, CMD_MOST_TEXT, &map) != CC_OK ||
        !cmd_read_answers(session_dir, &answers, &count, arena) ||
        dat_read(&data, map.s, arena) != CC_OK) {
        return NULL;
    }
    bool *is_left_out = CC_NEW_ARRAY(arena, bool, data->test_count);
    bool *is_idle = CC_NEW_ARRAY(arena, bool, data->suite_count);
    for (size_t i = 0; i < count; i++) {
        if (answers[i].kind != CMD_ANSWER_ALL) {
            leave_out(data, &answers[i], is_left_out, arena);
        }
        if (answers[i].kind == CMD_ANSWER_NONE) {
            mark_idle(data, &answers[i], is_idle);
        }
    }
    if (!has_any(is_left_out, data->test_count) && !has_any(is_idle, data->suite_count)) {
        return NULL; /* everything ran, so that nothing of earlier runs counts */
    }
    cov_completion *out = CC_NEW(arena, cov_completion);
    *out = (cov_completion){data, is_left_out, is_idle};
    return out;
}
