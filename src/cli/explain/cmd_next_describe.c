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

/* Of each test the number of lines that it runs. */
static void count_lines(const cov_file *file, cov_line *const *lines, uint32_t count,
                        uint32_t *counts) {
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = cov_file_index(file, lines[i]->number);
        bool has_tests = file->tests != NULL && at < file->line_count;
        for (uint32_t k = 0; has_tests && k < file->tests[at].count; k++) {
            counts[file->tests[at].tests[k]]++;
        }
    }
}

/* The test that runs most lines; of equal ones the first. NULL: none. */
static const cov_test *most_of(const cov_model *model, const uint32_t *counts) {
    uint32_t most = 0;
    for (uint32_t i = 1; i < model->test_count; i++) {
        most = counts[i] > counts[most] ? i : most;
    }
    return counts[most] > 0 ? &model->tests[most] : NULL;
}

static void count_member(const cmd_next_item *item, uint32_t *counts) {
    count_lines(item->cls->file, item->method->lines, item->method->line_count, counts);
}

/* A partial type has a class in each of its files. */
static void count_type(const cmd_next_item *item, uint32_t *counts) {
    for (uint32_t i = 0; i < item->package->class_count; i++) {
        const cov_class *cls = &item->package->classes[i];
        if (cc_str_eq(cls->name, item->cls->name)) {
            count_lines(cls->file, cls->lines, cls->line_count, counts);
        }
    }
}

static void count_file(const cmd_next_item *item, uint32_t *counts) {
    const cov_file *file = item->cls->file;
    count_lines(file, file->lines, file->line_count, counts);
}

static void find_test(const cov_model *model, cmd_next_item *item, cc_arena *arena) {
    static const struct {
        cmd_next_near nearness;
        void (*count)(const cmd_next_item *item, uint32_t *counts);
    } steps[] = {{CMD_NEXT_SAME_MEMBER, count_member},
                 {CMD_NEXT_SAME_TYPE, count_type},
                 {CMD_NEXT_SAME_FILE, count_file}};
    if (model->test_count == 0) {
        return;
    }
    item->nearness = CMD_NEXT_NO_TEST;
    for (size_t i = 0; i < sizeof steps / sizeof *steps && item->test == NULL; i++) {
        uint32_t *counts = CC_NEW_ARRAY(arena, uint32_t, model->test_count);
        steps[i].count(item, counts);
        item->test = most_of(model, counts);
        item->nearness = item->test == NULL ? CMD_NEXT_NO_TEST : steps[i].nearness;
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
