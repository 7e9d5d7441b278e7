/* The answer for one test assembly, between its build and its tests; see cmd_impact.h. */
#include <string.h>

#include "base/cc_file.h"
#include "cli/impact/cmd_impact.h"
#include "cli/project/cmd_settings.h"

enum { FILE_MODE = 0600 };

static cc_str read_line(const char *path, cc_arena *arena) {
    cc_mapped_file file;
    if (cc_file_map(&file, path, true) != CC_OK) {
        return CC_STR("");
    }
    cc_str text = cc_str_trim((cc_str){(const char *)file.bytes.data, file.bytes.len});
    cc_str kept = cc_strz(cc_arena_strdup(arena, text));
    cc_file_unmap(&file);
    return kept;
}

/* The suite of the assembly in this folder; NULL: the map does not have it. */
static const imp_suite *find_suite(const imp_answer *all, const char *root, const char *assembly) {
    cc_str folder = cc_path_dir(cc_strz(assembly));
    size_t length = strlen(root);
    if (folder.len <= length || memcmp(folder.s, root, length) != 0) {
        return NULL;
    }
    cc_str below = {folder.s + length + 1, folder.len - length - 1};
    for (uint32_t i = 0; i < all->count; i++) {
        const cov_raw_suite *suite = all->suites[i].of;
        if (cc_str_eq(suite->folder, below) &&
            cc_str_eq(suite->assembly, cc_path_stem(cc_strz(assembly)))) {
            return &all->suites[i];
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

/* The tests that run, a line each, for the report of the run. */
static cc_err write_tests(const imp_suite *of, const char *answer, cc_arena *arena) {
    cc_buf text = {0};
    for (uint32_t i = 0; i < of->count; i++) {
        cc_buf_str_put(&text, of->tests[i].type);
        cc_buf_putc(&text, '.');
        cc_buf_str_put(&text, of->tests[i].method);
        cc_buf_putc(&text, '\n');
    }
    cc_err err =
        cc_file_replace(cc_arena_printf(arena, "%s.tests", answer), cc_buf_span(&text), FILE_MODE);
    cc_buf_free(&text);
    return err;
}

static cc_err write_answer(const char *path, const char *word, const imp_suite *suite,
                           const char *assembly) {
    cc_buf text = {0};
    cc_str name = cc_path_stem(cc_strz(assembly));
    uint32_t count = suite == NULL ? 0 : suite->count;
    uint32_t all = suite == NULL ? 0 : suite->count + suite->left_out;
    const char *reason = suite == NULL        ? "no run of it is known"
                         : suite->all != NULL ? suite->all
                                              : "";
    cc_str folder = suite == NULL ? CC_STR("") : suite->of->folder;
    cc_buf_printf(&text, "%s\n%.*s\n%u\n%u\n%s\n%.*s\n", word, CC_STR_ARGS(name), count, all,
                  reason, CC_STR_ARGS(folder));
    cc_err err = cc_file_replace(path, cc_buf_span(&text), FILE_MODE);
    cc_buf_free(&text);
    return err;
}

cc_err cmd_impacted_answer(const imp_answer *all, const cmd_config *config, const char *suite,
                           const char *answer, cmd_filter_kind kind, cc_buf *out, cc_arena *arena) {
    char *path = NULL;
    CC_TRY(cc_path_real(arena, suite, &path));
    const imp_suite *of = find_suite(all, config->root, path);
    const char *word = "all";
    if (of != NULL && of->all == NULL) {
        const cmd_selection one = cmd_selection_of(of, 1);
        word = one.is_none ? "none" : "some";
        CC_TRY(write_tests(of, answer, arena));
        CC_TRY(write_filter(&one, answer, kind, arena));
    }
    cc_buf_printf(out, "%s\n", word);
    return write_answer(cc_arena_printf(arena, "%s.answer", answer), word, of, path);
}
