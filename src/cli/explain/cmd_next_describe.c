/* What was missed in a member, in words, and the test that is nearest to it; see cmd_next.h. */
#include <inttypes.h>

#include "base/cc_list.h"
#include "cli/explain/cmd_explain.h"
#include "cli/explain/cmd_next.h"
#include "reports/rep_ranges.h"

/* --- words ------------------------------------------------------------------------------------ */

static void add_text(cc_list *to, const cc_buf *text) {
    cc_list_add(to, cc_arena_strdup(to->arena, cc_buf_str(text)));
}

/* "lines 12-15, 20 did not run" */
static void add_missed_lines(const cov_method *method, cc_list *to) {
    cc_buf text = {0};
    rep_range range;
    uint32_t count = 0;
    for (uint32_t at = 0; rep_next_range(method->lines, method->line_count, &at, &range);) {
        cc_buf_puts(&text, count == 0 ? "" : ", ");
        cc_buf_printf(&text, "%" PRIu32, range.first);
        if (range.last > range.first) {
            cc_buf_printf(&text, "-%" PRIu32, range.last);
        }
        count += range.last > range.first ? 2 : 1;
    }
    if (count > 0) {
        cc_buf sentence = {0};
        cc_str lines = cc_buf_str(&text);
        cc_buf_printf(&sentence, "%s %.*s did not run", count == 1 ? "line" : "lines",
                      CC_STR_ARGS(lines));
        add_text(to, &sentence);
        cc_buf_free(&sentence);
    }
    cc_buf_free(&text);
}

/* "line 12: `b` in `a && b` was never false" */
static void add_line_words(rep_words *words, const cov_line *line, cc_list *to) {
    cc_buf text = {0};
    for (uint32_t i = 0; line->hits > 0 && i < line->branch_count; i++) {
        cc_buf_clear(&text);
        cc_buf_printf(&text, "line %" PRIu32 ": ", line->number);
        if (rep_words_branch(words, line, i, &text)) {
            add_text(to, &text);
        }
    }
    cc_buf_free(&text);
}

static void add_words(const cov_model *model, const cmd_next_item *item, cc_list *to) {
    cmd_words words;
    if (cmd_words_open(&words, model, item->cls->file, to->arena) == CC_OK) {
        for (uint32_t i = 0; i < item->method->line_count; i++) {
            add_line_words(&words.words, item->method->lines[i], to);
        }
    }
    cmd_words_close(&words);
}

/* --- the nearest test ------------------------------------------------------------------------- */

/* The test that runs most of the lines; of equal ones the first. NULL: none. */
static const cov_test *most_of(const cov_model *model, const cov_file *file, cov_line *const *lines,
                               uint32_t count, cc_arena *arena) {
    uint32_t *counts = CC_NEW_ARRAY(arena, uint32_t, model->test_count);
    uint32_t most = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = cov_file_index(file, lines[i]->number);
        for (uint32_t k = 0; at < file->line_count && k < file->tests[at].count; k++) {
            counts[file->tests[at].tests[k]]++;
        }
    }
    for (uint32_t i = 1; i < model->test_count; i++) {
        most = counts[i] > counts[most] ? i : most;
    }
    return counts[most] > 0 ? &model->tests[most] : NULL;
}

static void find_test(const cov_model *model, cmd_next_item *item, cc_arena *arena) {
    const cov_file *file = item->cls->file;
    if (model->test_count == 0 || file->tests == NULL) {
        return;
    }
    item->nearness = CMD_NEXT_SAME_MEMBER;
    item->test = most_of(model, file, item->method->lines, item->method->line_count, arena);
    if (item->test == NULL) {
        item->nearness = CMD_NEXT_SAME_TYPE;
        item->test = most_of(model, file, item->cls->lines, item->cls->line_count, arena);
    }
    if (item->test == NULL) {
        item->nearness = CMD_NEXT_SAME_FILE;
        item->test = most_of(model, file, file->lines, file->line_count, arena);
    }
    if (item->test == NULL) {
        item->nearness = CMD_NEXT_NO_TEST;
    }
}

void cmd_next_describe(const cov_model *model, cmd_next_item *item, cc_arena *arena) {
    cc_list words = {.arena = arena};
    add_missed_lines(item->method, &words);
    if (item->missed_outcomes > 0) {
        add_words(model, item, &words);
    }
    item->words = CC_NEW_ARRAY(arena, cc_str, words.count);
    item->word_count = words.count;
    for (uint32_t i = 0; i < words.count; i++) {
        item->words[i] = cc_strz(words.items[i]);
    }
    find_test(model, item, arena);
}
