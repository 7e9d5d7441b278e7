/* The trend: figures of earlier commits as a chart and as a table; see html.h. The chart has no
 * text, which would be stretched with it: its label and the table have the text. */
#include <inttypes.h>

#include "base/cc_os.h"
#include "reports/html/html.h"
#include "reports/html/html_escape.h"
#include "reports/rep_number.h"

enum {
    MOST_POINTS = 100, /* maximum of points in the chart: the latest commits */
    MOST_ROWS = 10,    /* of the table */
    SHORT_HASH = 9,
    WHOLE = 10000, /* hundredths of a percent */
    STEP = 500,    /* the chart begins and ends at a multiple of this */
    WIDTH = 1000,  /* of the chart */
    HEIGHT = 100
};

typedef struct trend {
    const cov_history_row *rows; /* the commits of the chart, by time */
    uint32_t count;
    uint32_t low, high; /* hundredths: the lower and the upper edge */
    bool has_branches;
} trend;

static uint32_t lines_of(const cov_history_row *row) {
    return rep_hundredths(row->totals.lines_covered, row->totals.lines_valid);
}

static uint32_t branches_of(const cov_history_row *row) {
    return rep_hundredths(row->totals.branches_covered, row->totals.branches_valid);
}

typedef uint32_t figure_of(const cov_history_row *row);

/* --- the chart -------------------------------------------------------------------------------- */

static void widen(trend *t, uint32_t figure) {
    t->low = figure < t->low ? figure : t->low;
    t->high = figure > t->high ? figure : t->high;
}

static trend trend_of(const cov_history *history) {
    uint32_t count = history->count < MOST_POINTS ? history->count : MOST_POINTS;
    trend t = {.rows = history->rows + (history->count - count), .count = count, .low = WHOLE};
    for (uint32_t i = 0; i < count; i++) {
        t.has_branches = t.has_branches || t.rows[i].totals.branches_valid > 0;
    }
    for (uint32_t i = 0; i < count; i++) {
        widen(&t, lines_of(&t.rows[i]));
        widen(&t, t.has_branches ? branches_of(&t.rows[i]) : t.low);
    }
    t.low = t.low < WHOLE ? t.low / STEP * STEP : WHOLE - STEP;
    t.high = (t.high + STEP - 1) / STEP * STEP;
    t.high = t.high > t.low ? t.high : t.low + STEP;
    return t;
}

/* Appends "120.5 33.2". */
static void put_point(cc_buf *out, const trend *t, uint32_t index, figure_of *figure) {
    uint32_t x = index * WIDTH * 10 / (t->count - 1);
    uint32_t y = (t->high - figure(&t->rows[index])) * HEIGHT * 10 / (t->high - t->low);
    cc_buf_printf(out, "%" PRIu32 ".%" PRIu32 " %" PRIu32 ".%" PRIu32, x / 10, x % 10, y / 10,
                  y % 10);
}

static void put_curve(cc_buf *out, const trend *t, const char *kind, figure_of *figure) {
    cc_buf_printf(out, "<path class=\"%s\" d=\"", kind);
    for (uint32_t i = 0; i < t->count; i++) {
        cc_buf_putc(out, i == 0 ? 'M' : 'L');
        put_point(out, t, i, figure);
    }
    cc_buf_puts(out, "\"/>\n");
}

static cc_str short_of(cc_str commit) {
    return (cc_str){commit.s, commit.len < SHORT_HASH ? commit.len : SHORT_HASH};
}

/* A dot is a line without length whose ends are round. */
static void put_dots(cc_buf *out, const trend *t) {
    for (uint32_t i = 0; i < t->count; i++) {
        cc_buf_puts(out, "<path class=\"dot\" d=\"M");
        put_point(out, t, i, lines_of);
        cc_buf_puts(out, "h0\"><title>");
        html_text(out, short_of(t->rows[i].commit));
        cc_buf_puts(out, ": ");
        html_percent(out, t->rows[i].totals.lines_covered, t->rows[i].totals.lines_valid);
        cc_buf_puts(out, " of lines</title></path>\n");
    }
}

static void put_label(cc_buf *out, const trend *t) {
    const cov_totals *first = &t->rows[0].totals;
    const cov_totals *last = &t->rows[t->count - 1].totals;
    cc_buf_puts(out, "Lines from ");
    html_percent(out, first->lines_covered, first->lines_valid);
    cc_buf_puts(out, " to ");
    html_percent(out, last->lines_covered, last->lines_valid);
    if (t->has_branches) {
        cc_buf_puts(out, ", branches from ");
        html_percent(out, first->branches_covered, first->branches_valid);
        cc_buf_puts(out, " to ");
        html_percent(out, last->branches_covered, last->branches_valid);
    }
    cc_buf_printf(out, " over %" PRIu32 " commits", t->count);
}

static void put_chart(cc_buf *out, const trend *t) {
    cc_buf_printf(out,
                  "<figure>\n<div class=\"plot\"><span>%" PRIu32 "%%</span><span>%" PRIu32
                  "%%</span>\n<svg viewBox=\"0 0 %d %d\" preserveAspectRatio=\"none\" "
                  "role=\"img\" aria-label=\"",
                  t->high / 100, t->low / 100, WIDTH, HEIGHT);
    put_label(out, t);
    cc_buf_printf(out, "\">\n<path class=\"grid\" d=\"M0 0H%dM0 %dH%dM0 %dH%d\"/>\n", WIDTH,
                  HEIGHT / 2, WIDTH, HEIGHT, WIDTH);
    if (t->has_branches) {
        put_curve(out, t, "branches", branches_of);
    }
    put_curve(out, t, "lines", lines_of);
    put_dots(out, t);
    cc_buf_puts(out, "</svg></div>\n<figcaption><span class=\"lines\">Lines</span>");
    cc_buf_puts(out, t->has_branches ? " <span class=\"branches\">Branches</span>" : "");
    cc_buf_puts(out, "</figcaption>\n</figure>\n");
}

/* --- the table -------------------------------------------------------------------------------- */

/* Appends a row. `before`: the commit before it; NULL: there is none. */
static void put_row(cc_buf *out, const cov_history_row *row, const cov_history_row *before) {
    const cov_totals *t = &row->totals;
    char day[CC_DAY_SIZE] = "";
    char step[REP_NUMBER_SIZE] = "";
    if (row->time > 0) {
        cc_os_day(row->time, day);
    }
    if (before != NULL) {
        rep_short_step(lines_of(before), lines_of(row), step);
    }
    cc_buf_puts(out, "<tr><th scope=\"row\"><code>");
    html_text(out, short_of(row->commit));
    cc_buf_printf(out, "</code></th><td>%s</td>", day);
    html_share(out, t->lines_covered, t->lines_valid);
    cc_buf_puts(out, "<td>");
    html_text(out, cc_strz(step));
    cc_buf_puts(out, "</td>");
    html_share(out, t->branches_covered, t->branches_valid);
    html_share(out, t->methods_covered, t->methods_valid);
    cc_buf_puts(out, "</tr>\n");
}

/* Appends rows, the newest first. */
static void put_table(cc_buf *out, const cov_history *history) {
    cc_buf_puts(out,
                "<div class=\"wide\"><table>\n<caption>Figures of the latest commits</caption>\n"
                "<thead><tr><th scope=\"col\">Commit</th><th scope=\"col\">Day</th>"
                "<th scope=\"col\">Lines</th><th scope=\"col\">Change</th>"
                "<th scope=\"col\">Branches</th>"
                "<th scope=\"col\">Methods</th></tr></thead>\n<tbody>\n");
    for (uint32_t i = history->count; i > 0 && history->count - i < MOST_ROWS; i--) {
        put_row(out, &history->rows[i - 1], i > 1 ? &history->rows[i - 2] : NULL);
    }
    cc_buf_puts(out, "</tbody>\n</table></div>\n");
}

void html_trend(cc_buf *out, const html_site *site) {
    const cov_history *history = site->in->history;
    if (history == NULL || history->count == 0) {
        return;
    }
    cc_buf_puts(out, "<section class=\"trend\" aria-labelledby=\"trend\">\n"
                     "<h2 id=\"trend\">Trend</h2>\n");
    if (history->count > 1) {
        const trend t = trend_of(history);
        put_chart(out, &t);
    }
    put_table(out, history);
    cc_buf_puts(out, "</section>\n");
}
