/* The answer for one test assembly, between its build and its tests; see cmd_impact.h. */
#include "base/cc_file.h"
#include "cli/core/cmd.h"
#include "cli/impact/cmd_impact.h"
#include "cli/project/cmd_settings.h"
#include "cli/report/cmd_answers.h"

enum { FILE_MODE = 0600 };

static cc_str read_line(const char *path, cc_arena *arena) {
    cc_str text = {"", 0};
    (void)!cc_file_read(arena, path, CMD_MOST_TEXT, &text);
    return cc_strz(cc_arena_strdup(arena, cc_str_trim(text)));
}

const cov_raw_suite *cmd_find_suite(const cov_raw *data, const char *root, const char *assembly) {
    cc_str folder = cov_suite_place(cc_path_dir(cc_strz(assembly)), cc_strz(root));
    cc_str name = cc_path_stem(cc_strz(assembly));
    for (uint32_t i = 0; i < data->suite_count; i++) {
        const cov_raw_suite *suite = &data->suites[i];
        if (cc_str_eq(suite->folder, folder) && cc_str_eq(suite->assembly, name)) {
            return suite;
        }
    }
    return NULL;
}

/* The user's own filter holds as well. */
static cc_err write_settings(const cmd_selection *of, const char *answer, cc_arena *arena) {
    cc_buf filter = {0};
    cc_str own = read_line(cc_arena_printf(arena, "%s.filter", answer), arena);
    cc_str file = read_line(cc_arena_printf(arena, "%s.settings", answer), arena);
    const char *target = cc_arena_printf(arena, "%s.runsettings", answer);
    cmd_put_condition(&filter, of);
    const char *ours = cc_buf_take(&filter, arena);
    const char *both = own.len == 0 ? ours : cc_arena_printf(arena, "(%s)&(%s)", own.s, ours);
    return cmd_settings_with_filter(file.len == 0 ? NULL : file.s, target, both, arena);
}

static cc_err write_response(const cmd_selection *of, const char *answer, cmd_filter_kind kind,
                             cc_arena *arena) {
    cc_buf text = {0};
    cmd_put_filter(&text, of, kind);
    if (of->is_none) {
        cc_buf_puts(&text, "--ignore-exit-code\n8\n"); /* no test ran */
    }
    cc_err err =
        cc_file_replace(cc_arena_printf(arena, "%s.rsp", answer), cc_buf_span(&text), FILE_MODE);
    cc_buf_free(&text);
    return err;
}

static cc_err write_filter(const cmd_selection *of, const char *answer, cmd_filter_kind kind,
                           cc_arena *arena) {
    return kind == CMD_FILTER_RUNSETTINGS ? write_settings(of, answer, arena)
                                          : write_response(of, answer, kind, arena);
}

cc_err cmd_impacted_answer(const imp_suite *of, const char *assembly, const char *path,
                           cmd_filter_kind kind, cc_buf *out, cc_arena *arena) {
    cmd_suite_answer answer = {.assembly = cc_path_stem(cc_strz(assembly)),
                               .reason = CC_STR("no run of it is known")};
    if (of != NULL) {
        answer.reason = of->all == NULL ? CC_STR("") : cc_strz(of->all);
        answer.count = of->count;
        answer.all = of->count + of->left_out;
        answer.folder = of->of->folder;
    }
    if (of != NULL && of->all == NULL) {
        cc_buf names = {0};
        const cmd_selection one = cmd_selection_of(of, 1);
        answer.kind = one.is_none ? CMD_ANSWER_NONE : CMD_ANSWER_SOME;
        cmd_put_filter(&names, &one, CMD_FILTER_LIST);
        answer.tests = cc_strz(cc_buf_take(&names, arena));
        CC_TRY(write_filter(&one, path, kind, arena));
    }
    cc_buf_printf(out, "%s\n", cmd_answer_word(answer.kind));
    return cmd_write_answer(path, &answer, arena);
}
