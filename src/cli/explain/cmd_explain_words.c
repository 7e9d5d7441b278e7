/* The sentences about arms that were not taken; see cmd_explain.h. */
#include "cli/explain/cmd_explain.h"

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
cc_err cmd_words_open(cmd_words *out, const cov_model *model, const cov_file *file,
                      cc_arena *arena) {
    cov_text *text = &out->text;
    cov_text_open(text, model->root, file, arena);
    bool is_known = text->kind == COV_TEXT_COMPILED || text->kind == COV_TEXT_EMBEDDED;
    cc_str shown = {(const char *)text->bytes.data, is_known ? text->bytes.len : 0};
    return rep_words_open(&out->words, file, shown);
}

void cmd_words_close(cmd_words *words) {
    rep_words_close(&words->words);
    cov_text_close(&words->text);
}

static cc_err add_words(const cov_model *model, cmd_line_answer *answer, cc_arena *arena) {
    cmd_words words;
    cc_err err = cmd_words_open(&words, model, answer->shown, arena);
    if (err == CC_OK) {
        add_sentences(answer, &words.words, arena);
    }
    cmd_words_close(&words);
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
