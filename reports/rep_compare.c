/* Two reports beside each other: text for a terminal, Markdown, JSON. Files with lower coverage
 * come first. */
#include <inttypes.h>

#include "base/cc_utf.h"
#include "reports/rep_escape.h"
#include "reports/rep_number.h"
#include "reports/rep_remarks.h"
#include "reports/rep_text.h"

enum { MOST_FILES = 50, MOST_RANGES = 12 };

static void put_figure(cc_buf *out, uint64_t covered, uint64_t valid) {
    char percent[REP_NUMBER_SIZE];
    rep_percent(covered, valid, percent);
    cc_buf_printf(out, "%s (%" PRIu64 "/%" PRIu64 ")", percent, covered, valid);
}

/* Appends "12-14, 20": consecutive numbers are a range. */
static void put_numbers(cc_buf *out, const cmp_line *lines, uint32_t count) {
    uint32_t ranges = 0;
    for (uint32_t i = 0; i < count;) {
        uint32_t first = lines[i].after->number;
        uint32_t last = first;
        while (++i < count && lines[i].after->number == last + 1) {
            last++;
        }
        if (ranges++ == MOST_RANGES) {
            cc_buf_puts(out, ", ...");
            return;
        }
        cc_buf_printf(out, last == first ? "%s%" PRIu32 : "%s%" PRIu32 "-%" PRIu32,
                      ranges == 1 ? "" : ", ", first, last);
    }
}

/* Makes the remark about a file beside its figures; "" when there is none. */
static const char *remark(const cmp_file *file) {
    return file->before == NULL  ? "new"
           : file->after == NULL ? "gone"
           : file->is_other_text ? "its text changed"
                                 : "";
}

/* Appends the three rows of totals, "Lines: A -> B". */
typedef struct row {
    const char *name;
    uint64_t from_covered, from_valid, to_covered, to_valid;
} row;

enum { ROWS = 3 };

static bool is_lower_bound(const cmp_result *c) {
    return c->before->is_lower_bound || c->after->is_lower_bound;
}

static uint32_t tests_left_out(const cmp_result *c) {
    uint32_t before = c->before->tests_left_out;
    return c->after->tests_left_out > before ? c->after->tests_left_out : before;
}

static void put_remarks(cc_buf *out, const cmp_result *c, const char *before, const char *after) {
    const rep_remarks remarks = rep_remarks_of(is_lower_bound(c), tests_left_out(c));
    rep_put_each_remark(out, &remarks, before, after);
}

static void totals_of(const cmp_result *c, row out[ROWS]) {
    const cov_totals *a = &c->before->totals;
    const cov_totals *b = &c->after->totals;
    out[0] = (row){"Lines", a->lines_covered, a->lines_valid, b->lines_covered, b->lines_valid};
    out[1] = (row){"Branches", a->branches_covered, a->branches_valid, b->branches_covered,
                   b->branches_valid};
    out[2] = (row){"Methods", a->methods_covered, a->methods_valid, b->methods_covered,
                   b->methods_valid};
}

/* --- text ------------------------------------------------------------------------------------- */

static void put_change(cc_buf *out, const char *word, const cmp_line *lines, uint32_t count) {
    if (count > 0) {
        cc_buf_printf(out, "  %s: ", word);
        put_numbers(out, lines, count);
    }
}

static void put_text_file(cc_buf *out, const cmp_file *file) {
    char from[REP_NUMBER_SIZE];
    char to[REP_NUMBER_SIZE];
    rep_percent(file->from.lines_covered, file->from.lines_valid, from);
    rep_percent(file->to.lines_covered, file->to.lines_valid, to);
    cc_buf_printf(out, "%8s -> %8s  ", file->before == NULL ? "-" : from,
                  file->after == NULL ? "-" : to);
    cc_utf8_clean(file->path, out);
    if (remark(file)[0] != '\0') {
        cc_buf_printf(out, "  (%s)", remark(file));
    }
    put_change(out, "worse", file->worse, file->worse_count);
    put_change(out, "better", file->better, file->better_count);
    cc_buf_putc(out, '\n');
}

cc_err rep_compare_text(const rep_input *in, rep_sink sink) {
    const cmp_result *c = in->compared;
    rep_text text;
    row rows[ROWS];
    rep_text_open_log(&text, sink);
    for (uint32_t i = 0; i < c->file_count; i++) {
        put_text_file(&text.buf, &c->files[i]);
        rep_text_flush(&text);
    }
    totals_of(c, rows);
    for (int i = 0; i < ROWS; i++) {
        cc_buf_printf(&text.buf, "%s: ", rows[i].name);
        put_figure(&text.buf, rows[i].from_covered, rows[i].from_valid);
        cc_buf_puts(&text.buf, " -> ");
        put_figure(&text.buf, rows[i].to_covered, rows[i].to_valid);
        cc_buf_putc(&text.buf, '\n');
    }
    cc_buf_printf(&text.buf, "Lines covered worse: %" PRIu32 ", better: %" PRIu32 "\n",
                  c->worse_count, c->better_count);
    put_remarks(&text.buf, c, "", "\n");
    return rep_text_close(&text);
}

/* --- Markdown --------------------------------------------------------------------------------- */

static void put_markdown_file(cc_buf *out, const cmp_file *file) {
    cc_buf_puts(out, "| ");
    rep_markdown_text(out, file->path);
    cc_buf_printf(out, "%s%s | ", remark(file)[0] != '\0' ? ", " : "", remark(file));
    cc_buf_puts(out, file->before == NULL ? "-" : "");
    if (file->before != NULL) {
        put_figure(out, file->from.lines_covered, file->from.lines_valid);
    }
    cc_buf_puts(out, file->after == NULL ? " | -" : " | ");
    if (file->after != NULL) {
        put_figure(out, file->to.lines_covered, file->to.lines_valid);
    }
    cc_buf_puts(out, " | ");
    put_numbers(out, file->worse, file->worse_count);
    cc_buf_puts(out, " | ");
    put_numbers(out, file->better, file->better_count);
    cc_buf_puts(out, " |\n");
}

static void put_markdown_files(cc_buf *out, const rep_input *in) {
    const cmp_result *c = in->compared;
    if (c->file_count == 0) {
        return;
    }
    cc_buf_puts(out, "\n| File | Lines before | Lines after | Worse | Better |\n"
                     "| --- | ---: | ---: | --- | --- |\n");
    for (uint32_t i = 0; i < c->file_count && i < MOST_FILES; i++) {
        put_markdown_file(out, &c->files[i]);
    }
    if (c->file_count > MOST_FILES) {
        cc_buf_printf(out, "\n%" PRIu32 " more files are not listed.\n",
                      c->file_count - MOST_FILES);
    }
}

cc_err rep_compare_markdown(const rep_input *in, rep_sink sink) {
    const cmp_result *c = in->compared;
    rep_text text;
    row rows[ROWS];
    rep_text_open(&text, sink);
    cc_buf_printf(&text.buf,
                  "## %" PRIu32 " lines covered worse, %" PRIu32 " better\n\n"
                  "| | Before | After |\n| --- | ---: | ---: |\n",
                  c->worse_count, c->better_count);
    totals_of(c, rows);
    for (int i = 0; i < ROWS; i++) {
        cc_buf_printf(&text.buf, "| %s | ", rows[i].name);
        put_figure(&text.buf, rows[i].from_covered, rows[i].from_valid);
        cc_buf_puts(&text.buf, " | ");
        put_figure(&text.buf, rows[i].to_covered, rows[i].to_valid);
        cc_buf_puts(&text.buf, " |\n");
    }
    put_markdown_files(&text.buf, in);
    put_remarks(&text.buf, c, "\n", ".\n");
    return rep_text_close(&text);
}

/* --- JSON ------------------------------------------------------------------------------------- */

/* Appends the figures. For a file, which has no figures of methods, `has_methods` is false. */
static void put_json_totals(cc_json *json, const char *key, const cov_totals *t, bool has_methods) {
    cc_json_begin(json, key, '{');
    rep_put_part(json, "lines", t->lines_covered, t->lines_valid);
    rep_put_part(json, "branches", t->branches_covered, t->branches_valid);
    if (has_methods) {
        rep_put_part(json, "methods", t->methods_covered, t->methods_valid);
    }
    cc_json_end(json, '}');
}

static void put_json_state(cc_json *json, const char *key, const cov_line *line) {
    static const char *const names[] = {[COV_LINE_MISSED] = "missed",
                                        [COV_LINE_PARTIAL] = "partial",
                                        [COV_LINE_COVERED] = "covered"};
    cc_json_begin(json, key, '{');
    cc_json_text(json, "state", cc_strz(names[cov_line_state(line)]));
    cc_json_number(json, "hits", line->hits);
    cc_json_number(json, "arms", line->arm_count);
    cc_json_number(json, "armsTaken", line->arms_taken);
    cc_json_end(json, '}');
}

static void put_json_lines(cc_json *json, const char *key, const cmp_line *lines, uint32_t count) {
    cc_json_begin(json, key, '[');
    for (uint32_t i = 0; i < count; i++) {
        cc_json_begin(json, NULL, '{');
        cc_json_number(json, "number", lines[i].after->number);
        put_json_state(json, "before", lines[i].before);
        put_json_state(json, "after", lines[i].after);
        cc_json_end(json, '}');
    }
    cc_json_end(json, ']');
}

static void put_json_file(cc_json *json, const cmp_file *file) {
    cc_json_line(json);
    cc_json_begin(json, NULL, '{');
    cc_json_text(json, "path", file->path);
    if (file->before != NULL) {
        put_json_totals(json, "before", &file->from, false);
    }
    if (file->after != NULL) {
        put_json_totals(json, "after", &file->to, false);
    }
    cc_json_truth(json, "hasOtherText", file->is_other_text);
    put_json_lines(json, "worse", file->worse, file->worse_count);
    put_json_lines(json, "better", file->better, file->better_count);
    cc_json_end(json, '}');
}

cc_err rep_compare_json(const rep_input *in, rep_sink sink) {
    const cmp_result *c = in->compared;
    rep_text text;
    cc_json json = {.out = &text.buf};
    rep_text_open_json(&text, sink);
    cc_json_begin(&json, NULL, '{');
    cc_json_number(&json, "schema", 1);
    cc_json_truth(&json, "lowerBound", is_lower_bound(c));
    cc_json_number(&json, "testsLeftOut", tests_left_out(c));
    put_json_totals(&json, "before", &c->before->totals, true);
    put_json_totals(&json, "after", &c->after->totals, true);
    cc_json_begin(&json, "files", '[');
    for (uint32_t i = 0; i < c->file_count; i++) {
        put_json_file(&json, &c->files[i]);
        rep_text_flush(&text);
    }
    cc_json_end(&json, ']');
    cc_json_end(&json, '}');
    cc_buf_putc(&text.buf, '\n');
    return rep_text_close(&text);
}
