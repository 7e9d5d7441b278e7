/* What of a change ran: text for a terminal, Markdown, annotations, JSON. Changed lines first, then what was lost in lines
 * that did not change, then the changed files that the report does not have: a wrong path hides there. */
#include <inttypes.h>

#include "base/cc_utf.h"
#include "reports/rep_annotate.h"
#include "reports/rep_escape.h"
#include "reports/rep_number.h"
#include "reports/rep_ranges.h"
#include "reports/rep_text.h"

enum { MOST_FILES = 50, MOST_LOST = 20 };

static const char *plural(uint64_t count) {
    return count == 1 ? "" : "s";
}

/* Ranges of changed lines that did not run, and changed lines that ran in part. */
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

/* "Patch coverage: 75.00% (3 of 4 changed lines with code ran, 1 of them in part)". */
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
                  percent, t->lines_covered, t->lines_valid, plural(t->lines_valid));
    if (partial > 0) {
        cc_buf_printf(out, ", %" PRIu32 " of them in part", partial);
    }
    cc_buf_putc(out, ')');
}

/* --- text --------------------------------------------------------------------------------------- */

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

static void put_lost(cc_buf *out, const patch_cover *p) {
    for (uint32_t i = 0; i < p->lost_count && i < MOST_LOST; i++) {
        cc_buf_puts(out, "  ");
        cc_utf8_clean(p->lost[i].file->path, out);
        cc_buf_printf(out, ":%" PRIu32 "\n", p->lost[i].line->number);
    }
    if (p->lost_count > MOST_LOST) {
        cc_buf_printf(out, "  and %" PRIu32 " more\n", p->lost_count - MOST_LOST);
    }
}

cc_err rep_patch_text(const rep_input *in, rep_sink sink) {
    const patch_cover *p = in->patch;
    rep_text text;
    rep_text_open(&text, sink);
    cc_buf *out = &text.buf;
    for (uint32_t i = 0; i < p->file_count; i++) {
        put_text_file(out, &p->files[i]);
    }
    if (p->lost_count > 0) {
        cc_buf_printf(out, "%" PRIu32 " unchanged line%s ran before and did not run now:\n",
                      p->lost_count, plural(p->lost_count));
        put_lost(out, p);
    }
    for (uint32_t i = 0; i < p->unknown_count; i++) {
        cc_buf_puts(out, "Not in the report: ");
        cc_utf8_clean(p->unknown[i], out);
        cc_buf_puts(out, " (clrcov explain says why)\n");
    }
    put_total(out, p);
    cc_buf_puts(out, ", ");
    cc_utf8_clean(cc_strz(in->patch_name), out);
    cc_buf_puts(out, in->model->is_lower_bound ? "\n" REP_LOWER_BOUND "\n" : "\n");
    return rep_text_close(&text);
}

/* --- Markdown ------------------------------------------------------------------------------------ */

static void put_markdown_files(cc_buf *out, const patch_cover *p) {
    cc_buf_puts(out, p->file_count == 0
                         ? ""
                         : "\n| File | Lines | | Missing |\n| --- | ---: | ---: | --- |\n");
    for (uint32_t i = 0; i < p->file_count && i < MOST_FILES; i++) {
        const patch_covered *c = &p->files[i];
        char percent[REP_NUMBER_SIZE];
        cc_buf missing = {0};
        put_missing(&missing, c);
        rep_percent(c->totals.lines_covered, c->totals.lines_valid, percent);
        cc_buf_puts(out, "| ");
        rep_markdown_text(out, c->file->path);
        cc_buf_printf(out, " | %s | %" PRIu64 "/%" PRIu64 " | ", percent, c->totals.lines_covered,
                      c->totals.lines_valid);
        rep_markdown_text(out, cc_buf_str(&missing));
        cc_buf_puts(out, " |\n");
        out->failed = out->failed || !cc_buf_ok(&missing);
        cc_buf_free(&missing);
    }
    if (p->file_count > MOST_FILES) {
        cc_buf_printf(out, "\n%" PRIu32 " more files are not listed.\n",
                      p->file_count - MOST_FILES);
    }
}

void rep_put_patch_markdown(cc_buf *out, const rep_input *in) {
    const patch_cover *p = in->patch;
    cc_buf_puts(out, "## ");
    put_total(out, p);
    cc_buf_puts(out, ", ");
    rep_markdown_text(out, cc_strz(in->patch_name));
    cc_buf_putc(out, '\n');
    put_markdown_files(out, p);
    if (p->lost_count > 0) {
        cc_buf_printf(out, "\n%" PRIu32 " unchanged line%s ran before and did not run now:\n\n",
                      p->lost_count, plural(p->lost_count));
    }
    for (uint32_t i = 0; i < p->lost_count && i < MOST_LOST; i++) {
        cc_buf_puts(out, "- ");
        rep_markdown_text(out, p->lost[i].file->path);
        cc_buf_printf(out, ":%" PRIu32 "\n", p->lost[i].line->number);
    }
    if (p->lost_count > MOST_LOST) {
        cc_buf_printf(out, "- and %" PRIu32 " more\n", p->lost_count - MOST_LOST);
    }
    cc_buf_puts(out, p->unknown_count > 0 ? "\nChanged, and not in the report:\n\n" : "");
    for (uint32_t i = 0; i < p->unknown_count && i < MOST_FILES; i++) {
        cc_buf_puts(out, "- ");
        rep_markdown_text(out, p->unknown[i]);
        cc_buf_putc(out, '\n');
    }
}

cc_err rep_patch_markdown(const rep_input *in, rep_sink sink) {
    rep_text text;
    rep_text_open(&text, sink);
    rep_put_patch_markdown(&text.buf, in);
    cc_buf_puts(&text.buf, in->model->is_lower_bound ? "\n" REP_LOWER_BOUND ".\n" : "");
    rep_put_gates_markdown(&text.buf, in);
    return rep_text_close(&text);
}

/* --- annotations --------------------------------------------------------------------------------- */

cc_err rep_patch_github(const rep_input *in, rep_sink sink) {
    return rep_annotate(in, sink, &rep_annotator_github, true);
}

cc_err rep_patch_azure(const rep_input *in, rep_sink sink) {
    return rep_annotate(in, sink, &rep_annotator_azure, true);
}

/* --- JSON ---------------------------------------------------------------------------------------- */

static void put_json_file(cc_buf *out, const patch_covered *c, bool is_first) {
    cc_buf_puts(out, is_first ? "\n{\"path\":" : ",\n{\"path\":");
    rep_json_string(out, c->file->path);
    cc_buf_puts(out, ",\"lines\":[");
    for (uint32_t i = 0; i < c->line_count; i++) {
        const cov_line *line = c->lines[i];
        cc_buf_printf(out,
                      "%s{\"number\":%" PRIu32 ",\"hits\":%" PRIu64 ",\"arms\":%" PRIu32
                      ",\"armsTaken\":%" PRIu32 ",\"isPartial\":%s}",
                      i == 0 ? "" : ",", line->number, line->hits, line->arm_count,
                      line->arms_taken,
                      cov_line_state(line) == COV_LINE_PARTIAL ? "true" : "false");
    }
    cc_buf_puts(out, "]}");
}

cc_err rep_patch_json(const rep_input *in, rep_sink sink) {
    const patch_cover *p = in->patch;
    rep_text text;
    rep_text_open(&text, sink);
    cc_buf *out = &text.buf;
    cc_buf_puts(out, "{\"schema\":1,\"patch\":");
    rep_json_string(out, cc_strz(in->patch_name));
    cc_buf_puts(out, in->model->is_lower_bound ? ",\"lowerBound\":true" : ",\"lowerBound\":false");
    cc_buf_printf(out,
                  ",\"lines\":{\"covered\":%" PRIu64 ",\"valid\":%" PRIu64
                  "},\"branches\":{\"covered\":%" PRIu64 ",\"valid\":%" PRIu64
                  "},\"methods\":{\"covered\":%" PRIu64 ",\"valid\":%" PRIu64 "},\"files\":[",
                  p->totals.lines_covered, p->totals.lines_valid, p->totals.branches_covered,
                  p->totals.branches_valid, p->totals.methods_covered, p->totals.methods_valid);
    for (uint32_t i = 0; i < p->file_count; i++) {
        put_json_file(out, &p->files[i], i == 0);
        rep_text_flush(&text);
    }
    cc_buf_puts(out, "],\"lost\":[");
    for (uint32_t i = 0; i < p->lost_count; i++) {
        cc_buf_puts(out, i == 0 ? "{\"path\":" : ",{\"path\":");
        rep_json_string(out, p->lost[i].file->path);
        cc_buf_printf(out, ",\"number\":%" PRIu32 ",\"before\":%" PRIu32 "}",
                      p->lost[i].line->number, p->lost[i].old_line);
    }
    cc_buf_puts(out, "],\"unknown\":[");
    for (uint32_t i = 0; i < p->unknown_count; i++) {
        cc_buf_puts(out, i == 0 ? "" : ",");
        rep_json_string(out, p->unknown[i]);
    }
    cc_buf_puts(out, "]}\n");
    return rep_text_close(&text);
}
