/* The sentences about arms that were not taken, for lines that `clrcov explain` answers about. The
 * operands' names come from the source file, or, where it is gone or was changed since it was
 * compiled, from what the compiler embedded of it. */
#include "cli/explain/cmd_explain.h"
#include "reports/rep_words.h"

static void add_sentences(cmd_line_answer *answer, rep_words *words, cc_arena *arena) {
    const cov_line *line = answer->line;
    cc_buf text = {0};
    answer->missed = CC_NEW_ARRAY(arena, cc_str, line->branch_count);
    for (uint32_t i = 0; i < line->branch_count; i++) {
        cc_buf_clear(&text);
        (void)rep_words_branch(words, line, i, &text);
        answer->missed[i] = (cc_str){cc_arena_strdup(arena, cc_buf_str(&text)), text.len};
    }
    cc_buf_free(&text);
}

/* Nothing is said of places in a text that was not compiled. */
static cc_err add_words(const cov_model *model, cmd_line_answer *answer, cc_arena *arena) {
    cov_text text;
    rep_words words;
    cov_text_open(&text, model->root, answer->shown, arena);
    bool is_known = text.kind == COV_TEXT_COMPILED || text.kind == COV_TEXT_EMBEDDED;
    cc_str shown =
        is_known ? (cc_str){(const char *)text.bytes.data, text.bytes.len} : (cc_str){"", 0};
    cc_err err = rep_words_open(&words, answer->shown, shown);
    if (err == CC_OK) {
        add_sentences(answer, &words, arena);
    }
    rep_words_close(&words);
    cov_text_close(&text);
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
