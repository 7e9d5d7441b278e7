/* The coverage of a change: text for a terminal, Markdown, annotations, JSON. Changed lines come
 * first, then unchanged lines that no longer run. Changed files that the report does not have come
 * last: they reveal a wrong path. */
#include <inttypes.h>

#include "base/cc_utf.h"
#include "reports/rep_annotate.h"
#include "reports/rep_escape.h"
#include "reports/rep_number.h"
#include "reports/rep_patch_tests.h"
#include "reports/rep_ranges.h"
#include "reports/rep_remarks.h"
#include "reports/rep_text.h"

enum { MOST_FILES = 50, MOST_LOST = 20, MOST_SIZE = 30000 /* limit of Markdown in bytes */ };

/* The ranges of changed lines that did not run, and changed lines that ran in part. */
static void put_missing(cc_buf *out, const patch_covered *c) {
    const char *separator = "";
    rep_range range;
    for (uint32_t at = 0; rep_next_changed(c, &at, &range);) {
        cc_buf_printf(out, range.first == range.last ? "%s%" PRIu32 : "%s%" PRIu32 "-%" PRIu32,
                      separator, range.first, range.last);
        separator = ", ";
    }
    for (uint32_t i = 0; i < c->line_count; i++) {
        if (cov_line_state(c->lines[i]) == COV_LINE_PARTIAL) {
            cc_buf_puts(out, separator);
            rep_put_missing(out, &c->lines[i], 1);
            separator = ", ";
        }
    }
}

static uint32_t count_partial(const patch_cover *p) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < p->file_count; i++) {
        for (uint32_t k = 0; k < p->files[i].line_count; k++) {
            count += cov_line_state(p->files[i].lines[k]) == COV_LINE_PARTIAL ? 1 : 0;
        }
    }
    return count;
}

/* Appends "Patch coverage: 75.00% (3 of 4 changed lines with code ran, 1 of them in part)". */
static void put_total(cc_buf *out, const patch_cover *p) {
    char percent[REP_NUMBER_SIZE];
    uint32_t partial = count_partial(p);
    const cov_totals *t = &p->totals;
    if (t->lines_valid == 0) {
        cc_buf_puts(out, "Patch coverage: n/a (no changed line has code)");
        return;
    }
    rep_percent(t->lines_covered, t->lines_valid, percent);
    cc_buf_printf(out,
                  "Patch coverage: %s (%" PRIu64 " of %" PRIu64 " changed line%s with code ran",
                  percent, t->lines_covered, t->lines_valid, cc_plural(t->lines_valid));
    if (partial > 0) {
        cc_buf_printf(out, ", %" PRIu32 " of them in part", partial);
    }
    cc_buf_putc(out, ')');
}

/* Appends the unchanged lines that no longer run, with `bullet` before each; *shown is their
 * number. */
static void put_lost(cc_buf *out, const patch_cover *p, const char *bullet,
                     void (*put_path)(cc_buf *out, cc_str path), uint32_t *shown) {
    *shown = p->lost_count < MOST_LOST ? p->lost_count : MOST_LOST;
    for (uint32_t i = 0; i < *shown; i++) {
        cc_buf_puts(out, bullet);
        put_path(out, p->lost[i].file->path);
        cc_buf_printf(out, ":%" PRIu32 "\n", p->lost[i].line->number);
    }
    if (*shown < p->lost_count) {
        cc_buf_printf(out, "%sand %" PRIu32 " more\n", bullet, p->lost_count - *shown);
    }
}

/* --- text ------------------------------------------------------------------------------------- */

static void put_text_file(cc_buf *out, const patch_covered *c) {
    char percent[REP_NUMBER_SIZE];
    rep_percent(c->totals.lines_covered, c->totals.lines_valid, percent);
    cc_buf_printf(out, "%8s  %" PRIu64 "/%" PRIu64 "  ", percent, c->totals.lines_covered,
                  c->totals.lines_valid);
    cc_utf8_clean(c->file->path, out);
    cc_buf_puts(out, "  ");
    put_missing(out, c);
    cc_buf_putc(out, '\n');
}

static void put_plain(cc_buf *out, cc_str text) {
    cc_utf8_clean(text, out);
}

cc_err rep_patch_text(const rep_input *in, rep_sink sink) {
    const patch_cover *p = in->patch;
    rep_text text;
    rep_text_open_log(&text, sink);
    cc_buf *out = &text.buf;
    for (uint32_t i = 0; i < p->file_count; i++) {
        put_text_file(out, &p->files[i]);
    }
    if (p->lost_count > 0) {
        cc_buf_printf(out, "%" PRIu32 " unchanged line%s ran before, but not now:\n", p->lost_count,
                      cc_plural(p->lost_count));
        uint32_t shown = 0;
        put_lost(out, p, "  ", put_plain, &shown);
    }
    for (uint32_t i = 0; i < p->unknown_count; i++) {
        cc_buf_puts(out, "Not in the report: ");
        cc_utf8_clean(p->unknown[i], out);
        cc_buf_puts(out, " (clrcov explain gives the reason)\n");
    }
    if (p->test_count > 0) {
        cc_buf_printf(out, "Left out: %" PRIu32 " test file%s\n", p->test_count,
                      cc_plural(p->test_count));
    }
    rep_put_patch_tests(out, in);
    put_total(out, p);
    cc_buf_puts(out, ", ");
    cc_utf8_clean(cc_strz(in->patch_name), out);
    cc_buf_putc(out, '\n');
    rep_put_remarks(out, in->model, "", "\n");
    return rep_text_close(&text);
}

/* --- Markdown --------------------------------------------------------------------------------- */

/* Notes, here and in the log, that a list ends early. */
static void note_cut(const rep_input *in, uint32_t shown, uint32_t all, const char *what) {
    if (shown < all && in->notes != NULL) {
        cc_buf_printf(in->notes, "markdown: the report lists %" PRIu32 " of %" PRIu32 " %s\n",
                      shown, all, what);
    }
}

static void put_markdown_file(cc_buf *out, const patch_covered *c) {
    char percent[REP_NUMBER_SIZE];
    cc_buf missing = {0};
    put_missing(&missing, c);
    rep_percent(c->totals.lines_covered, c->totals.lines_valid, percent);
    cc_buf_puts(out, "| ");
    rep_markdown_text(out, c->file->path);
    cc_buf_printf(out, " | %s | %" PRIu64 "/%" PRIu64 " | ", percent, c->totals.lines_covered,
                  c->totals.lines_valid);
    rep_markdown_missing(out, cc_buf_str(&missing));
    cc_buf_puts(out, " |\n");
    cc_buf_free(&missing);
}

static void put_markdown_files(cc_buf *out, const rep_input *in) {
    const patch_cover *p = in->patch;
    uint32_t shown = 0;
    if (p->file_count == 0) {
        return;
    }
    cc_buf_puts(out, "\n| File | Lines | | Missing |\n| --- | ---: | ---: | --- |\n");
    while (shown < p->file_count && shown < MOST_FILES && out->len < MOST_SIZE) {
        put_markdown_file(out, &p->files[shown++]);
    }
    if (shown < p->file_count) {
        cc_buf_printf(out, "\n%" PRIu32 " more files are not listed.\n", p->file_count - shown);
    }
    note_cut(in, shown, p->file_count, "changed files");
}

static void put_markdown_lost(cc_buf *out, const rep_input *in) {
    uint32_t shown = 0;
    if (in->patch->lost_count == 0) {
        return;
    }
    cc_buf_printf(out, "\n%" PRIu32 " unchanged line%s ran before, but not now:\n\n",
                  in->patch->lost_count, cc_plural(in->patch->lost_count));
    put_lost(out, in->patch, "- ", rep_markdown_text, &shown);
    note_cut(in, shown, in->patch->lost_count, "lines that no longer run");
}

static void put_markdown_unknown(cc_buf *out, const rep_input *in) {
    const patch_cover *p = in->patch;
    uint32_t shown = 0;
    if (p->unknown_count == 0) {
        return;
    }
    cc_buf_puts(out, "\nChanged, but not in the report:\n\n");
    while (shown < p->unknown_count && shown < MOST_FILES && out->len < MOST_SIZE) {
        cc_buf_puts(out, "- ");
        rep_markdown_text(out, p->unknown[shown++]);
        cc_buf_putc(out, '\n');
    }
    if (shown < p->unknown_count) {
        cc_buf_printf(out, "- and %" PRIu32 " more\n", p->unknown_count - shown);
    }
    note_cut(in, shown, p->unknown_count, "changed files that are not in the report");
}

void rep_put_patch_markdown(cc_buf *out, const rep_input *in) {
    cc_buf_puts(out, "## ");
    put_total(out, in->patch);
    cc_buf_puts(out, ", ");
    rep_markdown_text(out, cc_strz(in->patch_name));
    cc_buf_putc(out, '\n');
    put_markdown_files(out, in);
    put_markdown_lost(out, in);
    put_markdown_unknown(out, in);
    if (in->patch->test_count > 0) {
        cc_buf_printf(out, "\nLeft out: %" PRIu32 " test file%s\n", in->patch->test_count,
                      cc_plural(in->patch->test_count));
    }
}

cc_err rep_patch_markdown(const rep_input *in, rep_sink sink) {
    rep_text text;
    rep_text_open(&text, sink);
    rep_put_patch_markdown(&text.buf, in);
    rep_put_remarks(&text.buf, in->model, "\n", ".\n");
    rep_put_gates_markdown(&text.buf, in);
    return rep_text_close(&text);
}

/* --- annotations ------------------------------------------------------------------------------ */

cc_err rep_patch_github(const rep_input *in, rep_sink sink) {
    return rep_annotate(in, sink, &rep_annotator_github, true);
}

cc_err rep_patch_azure(const rep_input *in, rep_sink sink) {
    return rep_annotate(in, sink, &rep_annotator_azure, true);
}

/* --- JSON ------------------------------------------------------------------------------------- */

static void put_json_file(cc_json *json, const cov_model *model, const patch_covered *c) {
    cc_json_line(json);
    cc_json_begin(json, NULL, '{');
    cc_json_text(json, "path", c->file->path);
    cc_json_begin(json, "lines", '[');
    for (uint32_t i = 0; i < c->line_count; i++) {
        const cov_line *line = c->lines[i];
        cc_json_begin(json, NULL, '{');
        cc_json_number(json, "number", line->number);
        cc_json_number(json, "hits", line->hits);
        cc_json_number(json, "arms", line->arm_count);
        cc_json_number(json, "armsTaken", line->arms_taken);
        cc_json_truth(json, "isPartial", cov_line_state(line) == COV_LINE_PARTIAL);
        rep_put_line_tests(json, model, c->file, line);
        cc_json_end(json, '}');
    }
    cc_json_end(json, ']');
    cc_json_end(json, '}');
}

/* Appends the data that is in no changed line of the report. */
static void put_json_rest(cc_json *json, const patch_cover *p) {
    cc_json_begin(json, "lost", '[');
    for (uint32_t i = 0; i < p->lost_count; i++) {
        cc_json_begin(json, NULL, '{');
        cc_json_text(json, "path", p->lost[i].file->path);
        cc_json_number(json, "number", p->lost[i].line->number);
        cc_json_number(json, "before", p->lost[i].old_line);
        cc_json_end(json, '}');
    }
    cc_json_end(json, ']');
    cc_json_begin(json, "unknown", '[');
    for (uint32_t i = 0; i < p->unknown_count; i++) {
        cc_json_text(json, NULL, p->unknown[i]);
    }
    cc_json_end(json, ']');
    cc_json_number(json, "testFiles", p->test_count);
}

cc_err rep_patch_json(const rep_input *in, rep_sink sink) {
    const patch_cover *p = in->patch;
    const cov_totals *t = &p->totals;
    rep_text text;
    cc_json json = {.out = &text.buf};
    rep_text_open_json(&text, sink);
    cc_json_begin(&json, NULL, '{');
    cc_json_number(&json, "schema", 1);
    cc_json_text(&json, "patch", cc_strz(in->patch_name));
    cc_json_truth(&json, "lowerBound", in->model->is_lower_bound);
    cc_json_number(&json, "testsLeftOut", in->model->tests_left_out);
    rep_put_part(&json, "lines", t->lines_covered, t->lines_valid);
    rep_put_part(&json, "branches", t->branches_covered, t->branches_valid);
    rep_put_part(&json, "methods", t->methods_covered, t->methods_valid);
    cc_json_begin(&json, "files", '[');
    for (uint32_t i = 0; i < p->file_count; i++) {
        put_json_file(&json, in->model, &p->files[i]);
        rep_text_flush(&text);
    }
    cc_json_end(&json, ']');
    put_json_rest(&json, p);
    cc_json_end(&json, '}');
    cc_buf_putc(&text.buf, '\n');
    return rep_text_close(&text);
}
