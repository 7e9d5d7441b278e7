/* Answers for test assemblies; see cmd_answers.h. */
#include "cli/report/cmd_answers.h"

#include "base/cc_buf.h"
#include "base/cc_file.h"
#include "cli/core/cmd.h"

enum { FILE_MODE = 0600 };

#define ENDING ".answer"

static const char *const words[] = {"all", "some", "none"};
enum { WORDS = sizeof words / sizeof *words };

const char *cmd_answer_word(cmd_answer_kind kind) {
    return words[kind];
}

static cc_err write_file(const char *path, cc_buf *text) {
    cc_err err = cc_buf_ok(text) ? cc_file_replace(path, cc_buf_span(text), FILE_MODE)
                                 : cc_fail(CC_E_NOMEM, "out of memory");
    cc_buf_free(text);
    return err;
}

cc_err cmd_write_answer(const char *path, const cmd_suite_answer *answer, cc_arena *scratch) {
    cc_buf text = {0};
    if (answer->kind != CMD_ANSWER_ALL) {
        cc_buf_str_put(&text, answer->tests);
        CC_TRY(write_file(cc_arena_printf(scratch, "%s.tests", path), &text));
    }
    text = (cc_buf){0};
    cc_buf_printf(&text, "%s\n%.*s\n%u\n%u\n%.*s\n%.*s\n", words[answer->kind],
                  CC_STR_ARGS(answer->assembly), answer->count, answer->all,
                  CC_STR_ARGS(answer->reason), CC_STR_ARGS(answer->folder));
    return write_file(cc_arena_printf(scratch, "%s" ENDING, path), &text);
}

static bool read_kind(cc_str word, cmd_answer_kind *out) {
    for (size_t i = 0; i < WORDS; i++) {
        if (cc_str_eqz(word, words[i])) {
            *out = (cmd_answer_kind)i;
            return true;
        }
    }
    return false;
}

static bool read_number(cc_str digits, uint32_t *out) {
    uint64_t number = 0;
    bool is_one = cc_str_number(digits, UINT32_MAX, &number);
    *out = (uint32_t)number;
    return is_one;
}

/* `name`: a file of the folder. */
static bool read_answer(const char *folder, cc_str name, cmd_suite_answer *out, cc_arena *arena) {
    cc_str rest = {"", 0};
    const char *path = cc_arena_printf(arena, "%s/%.*s", folder, CC_STR_ARGS(name));
    if (!cc_str_ends(name, ENDING) || cc_file_read(arena, path, CMD_MOST_TEXT, &rest) != CC_OK ||
        !read_kind(cc_str_cut(&rest, '\n'), &out->kind)) {
        return false;
    }
    out->assembly = cc_str_cut(&rest, '\n');
    bool is_fine = read_number(cc_str_cut(&rest, '\n'), &out->count) &&
                   read_number(cc_str_cut(&rest, '\n'), &out->all);
    out->reason = cc_str_cut(&rest, '\n');
    out->folder = cc_str_cut(&rest, '\n');
    out->tests = CC_STR("");
    path = cc_arena_printf(arena, "%s/%.*s.tests", folder, CC_STR_ARGS(cc_path_stem(name)));
    return is_fine && (out->kind == CMD_ANSWER_ALL ||
                       cc_file_read(arena, path, CMD_MOST_TEXT, &out->tests) == CC_OK);
}

bool cmd_read_answers(const char *session_dir, cmd_suite_answer **out, size_t *count,
                      cc_arena *arena) {
    const char *folder = cc_path_join(arena, session_dir, CMD_ANSWERS);
    char **names = NULL;
    size_t name_count = 0;
    if (cc_dir_list(arena, folder, &names, &name_count) != CC_OK) {
        return false;
    }
    *out = CC_NEW_ARRAY(arena, cmd_suite_answer, name_count);
    *count = 0;
    for (size_t i = 0; i < name_count; i++) {
        if (read_answer(folder, cc_strz(names[i]), &(*out)[*count], arena)) {
            ++*count;
        }
    }
    return true;
}
