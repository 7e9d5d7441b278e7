/* Markdown for summaries and comments of pull requests: totals, thresholds, the files with the most
 * missed lines. GitHub takes 1 MiB for a step's summary and 65,536 characters for a comment: the
 * list of files ends before this limit. */
#include <inttypes.h>

#include "base/cc_os.h"
#include "reports/rep_escape.h"
#include "reports/rep_number.h"
#include "reports/rep_ranges.h"
#include "reports/rep_remarks.h"
#include "reports/rep_text.h"

enum { MOST_FILES = 50, MOST_SIZE = 60000, MOST_COMMITS = 10, SHORT_HASH = 9 };

static void put_figure(cc_buf *out, uint64_t covered, uint64_t valid) {
    char percent[REP_NUMBER_SIZE];
    rep_percent(covered, valid, percent);
    cc_buf_printf(out, " %s | %" PRIu64 "/%" PRIu64 " |", percent, covered, valid);
}

static void put_figures(cc_buf *out, const cov_totals *t) {
    cc_buf_puts(out, " |");
    put_figure(out, t->lines_covered, t->lines_valid);
    put_figure(out, t->branches_covered, t->branches_valid);
    put_figure(out, t->methods_covered, t->methods_valid);
    cc_buf_putc(out, '\n');
}

static void put_totals(cc_buf *out, const cov_model *m) {
    char percent[REP_NUMBER_SIZE];
    rep_percent(m->totals.lines_covered, m->totals.lines_valid, percent);
    cc_buf_printf(out, "## Coverage: %s of lines\n\n", percent);
    rep_put_remarks(out, m, "", ".\n\n");
    cc_buf_puts(out, "| Assembly | Lines | | Branches | | Methods | |\n"
                     "| --- | ---: | ---: | ---: | ---: | ---: | ---: |\n");
    for (uint32_t i = 0; i < m->package_count; i++) {
        cc_buf_puts(out, "| ");
        rep_markdown_text(out, m->packages[i].name);
        put_figures(out, &m->packages[i].totals);
    }
    cc_buf_puts(out, "| **Total**");
    put_figures(out, &m->totals);
    if (m->shared_lines > 0) {
        cc_buf_putc(out, '\n');
        rep_put_shared(out, m->shared_lines);
        cc_buf_puts(out, ".\n");
    }
}

/* Appends the change of a percentage since the previous commit, " (+1.25)". */
static void put_step(cc_buf *out, const cov_totals *from, const cov_totals *to) {
    char step[REP_NUMBER_SIZE];
    rep_step(rep_hundredths(from->lines_covered, from->lines_valid),
             rep_hundredths(to->lines_covered, to->lines_valid), step);
    cc_buf_printf(out, " (%s)", step);
}

static void put_commit(cc_buf *out, const cov_history *history, uint32_t index) {
    const cov_history_row *row = &history->rows[index];
    const cov_totals *t = &row->totals;
    char percent[REP_NUMBER_SIZE];
    char day[CC_DAY_SIZE];
    bool is_long = row->commit.len > SHORT_HASH;
    cc_buf_puts(out, "| ");
    rep_markdown_text(out, is_long ? (cc_str){row->commit.s, SHORT_HASH} : row->commit);
    cc_buf_puts(out, " | ");
    cc_os_day(row->time, day);
    rep_percent(t->lines_covered, t->lines_valid, percent);
    cc_buf_printf(out, "%s | %s", row->time > 0 ? day : "-", percent);
    if (index > 0) {
        put_step(out, &history->rows[index - 1].totals, t);
    }
    cc_buf_puts(out, " |");
    put_figure(out, t->branches_covered, t->branches_valid);
    put_figure(out, t->methods_covered, t->methods_valid);
    cc_buf_putc(out, '\n');
}

/* Appends the latest commits, the newest first. */
static void put_trend(cc_buf *out, const cov_history *history) {
    if (history == NULL || history->count == 0) {
        return;
    }
    cc_buf_puts(out, "\n### Trend\n\n| Commit | Day | Lines | Branches | | Methods | |\n"
                     "| --- | --- | ---: | ---: | ---: | ---: | ---: |\n");
    for (uint32_t i = 0; i < history->count && i < MOST_COMMITS; i++) {
        put_commit(out, history, history->count - 1 - i);
    }
}

static void put_missing(cc_buf *out, const cov_file *file) {
    cc_buf text = {0};
    rep_put_missing(&text, file->lines, file->line_count);
    rep_markdown_missing(out, cc_buf_str(&text));
    cc_buf_free(&text);
}

static void put_file(cc_buf *out, const rep_worst *worst) {
    cc_buf_puts(out, "| ");
    rep_markdown_text(out, worst->file->path);
    cc_buf_puts(out, " |");
    put_figure(out, worst->totals.lines_covered, worst->totals.lines_valid);
    put_figure(out, worst->totals.branches_covered, worst->totals.branches_valid);
    cc_buf_putc(out, ' ');
    put_missing(out, worst->file);
    cc_buf_puts(out, " |\n");
}

static void put_files(cc_buf *out, const rep_input *in, cc_arena *arena) {
    rep_worst *worst = NULL;
    uint32_t count = 0;
    uint32_t shown = 0;
    rep_find_worst(in->model, arena, &worst, &count);
    if (count == 0) {
        return;
    }
    cc_buf_printf(out, "\n<details><summary>Not covered: %" PRIu32 " file%s</summary>\n\n", count,
                  count == 1 ? "" : "s");
    cc_buf_puts(out, "| File | Lines | | Branches | | Missing |\n"
                     "| --- | ---: | ---: | ---: | ---: | --- |\n");
    while (shown < count && shown < MOST_FILES && out->len < MOST_SIZE) {
        put_file(out, &worst[shown++]);
    }
    if (shown < count) {
        cc_buf_printf(out, "\n%" PRIu32 " more files are not listed.\n", count - shown);
        if (in->notes != NULL) {
            cc_buf_printf(in->notes,
                          "markdown: the report lists %" PRIu32 " of %" PRIu32 " files\n", shown,
                          count);
        }
    }
    cc_buf_puts(out, "\n</details>\n");
}

cc_err rep_markdown(const rep_input *in, rep_sink sink) {
    rep_text text;
    cc_arena *arena = cc_arena_new();
    rep_text_open(&text, sink);
    if (in->patch != NULL) {
        rep_put_patch_markdown(&text.buf, in);
        cc_buf_putc(&text.buf, '\n');
    }
    put_totals(&text.buf, in->model);
    rep_put_gates_markdown(&text.buf, in);
    put_trend(&text.buf, in->history);
    put_files(&text.buf, in, arena);
    cc_err err = rep_text_close(&text);
    cc_arena_free(arena);
    return err;
}
