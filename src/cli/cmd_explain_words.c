/* The sentences about arms that were not taken, for lines that `clrcov explain` answers about. The
 * operands' names come from the source file, or, where it is gone or was changed since it was
 * compiled, from what the compiler embedded of it. */
#include "base/cc_file.h"
#include "cli/cmd_explain.h"
#include "reports/rep_words.h"

static cc_err add_sentences(cmd_line_answer *answer, rep_words *words, cc_arena *arena) {
    const cov_line *line = answer->line;
    cc_buf text = {0};
    answer->missed = CC_NEW_ARRAY(arena, cc_str, line->branch_count);
    for (uint32_t i = 0; answer->missed != NULL && i < line->branch_count; i++) {
        cc_buf_clear(&text);
        (void)rep_words_branch(words, line, i, &text);
        const char *copy = cc_arena_strdup(arena, cc_buf_str(&text));
        answer->missed[i] = (cc_str){copy, text.len};
        if (copy == NULL || !cc_buf_ok(&text)) {
            answer->missed = NULL;
        }
    }
    cc_buf_free(&text);
    return answer->missed != NULL ? CC_OK : cc_fail(CC_E_NOMEM, "out of memory for an answer");
}

static cc_str embedded_text(const cov_file *file, cc_arena *arena) {
    cc_span text;
    return cov_embedded(file->embedded, file->checksum, arena, &text)
               ? (cc_str){(const char *)text.data, text.len}
               : (cc_str){"", 0};
}

static cc_err add_words(const cov_model *model, cmd_line_answer *answer, cc_arena *arena) {
    const char *path = cmd_source_path(model, answer->file->name, arena);
    cc_mapped_file file = {0};
    if (path == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory for an answer");
    }
    bool is_there = !answer->shown->is_changed && cc_file_map(&file, path, false) == CC_OK;
    cc_str text = is_there ? (cc_str){(const char *)file.bytes.data, file.bytes.len}
                           : embedded_text(answer->shown, arena);
    rep_words words;
    cc_err err = rep_words_open(&words, answer->shown, text);
    err = err == CC_OK ? add_sentences(answer, &words, arena) : err;
    rep_words_close(&words);
    if (is_there) {
        cc_file_unmap(&file);
    }
    return err;
}

cc_err cmd_answer_words(cmd_answer *answer, cc_arena *arena) {
    for (uint32_t i = 0; i < answer->line_count; i++) {
        cmd_line_answer *line = &answer->lines[i];
        if (line->line != NULL && line->line->hits > 0 && line->line->branch_count > 0) {
            CC_TRY(add_words(answer->model, line, arena));
        }
    }
    return CC_OK;
}
