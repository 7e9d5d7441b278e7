/* The coverage of a change, before everything else; see html.h. Changed lines that did not run come
 * first, then lines that ran before and no longer run, then changed files that the report does not
 * have. */
#include <inttypes.h>

#include "reports/html/html.h"
#include "reports/html/html_escape.h"
#include "reports/rep_ranges.h"

enum { MOST_LOST = 200 };

typedef struct places {
    cc_buf *out;
    const html_site *site;
    const html_file *file;
    bool is_first;
} places;

static void put_place(places *p, uint32_t first, uint32_t last, const char *kind) {
    cc_buf_puts(p->out, p->is_first ? "" : ", ");
    cc_buf_printf(p->out, "<a class=\"%s\" href=\"", kind);
    html_link(p->out, p->site, p->file, first, "");
    cc_buf_printf(
        p->out, first == last ? "\">%" PRIu32 "</a>" : "\">%" PRIu32 "\xE2\x80\x93%" PRIu32 "</a>",
        first, last);
    p->is_first = false;
}

static void put_missing(cc_buf *out, const html_site *site, const patch_covered *c) {
    places p = {out, site, html_file_of(site, c->file), true};
    rep_range range;
    for (uint32_t at = 0; rep_next_changed(c, &at, &range);) {
        put_place(&p, range.first, range.last, "missed");
    }
    for (uint32_t i = 0; i < c->line_count; i++) {
        if (cov_line_state(c->lines[i]) == COV_LINE_PARTIAL) {
            put_place(&p, c->lines[i]->number, c->lines[i]->number, "partial");
        }
    }
    cc_buf_puts(out, p.is_first ? "all ran" : "");
}

static void put_file(cc_buf *out, const html_site *site, const patch_covered *c) {
    cc_buf_puts(out, "<tr><th scope=\"row\"><a href=\"");
    html_link(out, site, html_file_of(site, c->file), 0, "");
    cc_buf_puts(out, "\">");
    html_path(out, c->file->path);
    cc_buf_puts(out, "</a></th>");
    html_share(out, c->totals.lines_covered, c->totals.lines_valid);
    cc_buf_puts(out, "<td>");
    put_missing(out, site, c);
    cc_buf_puts(out, "</td></tr>\n");
}

static void put_files(cc_buf *out, const html_site *site, const patch_cover *p) {
    if (p->file_count == 0) {
        return;
    }
    cc_buf_puts(out,
                "<div class=\"wide\"><table class=\"patch\">\n<caption>Changed lines</caption>\n"
                "<thead><tr><th scope=\"col\">File</th><th scope=\"col\">Lines"
                "</th><th scope=\"col\">Did not run, or in part</th></tr></thead>\n<tbody>\n");
    for (uint32_t i = 0; i < p->file_count; i++) {
        put_file(out, site, &p->files[i]);
    }
    cc_buf_puts(out, "</tbody>\n</table></div>\n");
}

static void put_lost(cc_buf *out, const html_site *site, const patch_cover *p) {
    if (p->lost_count == 0) {
        return;
    }
    cc_buf_printf(out,
                  "<h3>Lost elsewhere</h3>\n<p>%" PRIu32 " line%s did not change, ran before "
                  "and did not run now.</p>\n<ul class=\"list\">\n",
                  p->lost_count, p->lost_count == 1 ? "" : "s");
    uint32_t i = 0;
    while (i < p->lost_count && i < MOST_LOST) {
        const cov_file *file = p->lost[i].file;
        places one = {out, site, html_file_of(site, file), true};
        cc_buf_puts(out, "<li>");
        html_path(out, file->path);
        cc_buf_puts(out, ": ");
        for (; i < p->lost_count && i < MOST_LOST && p->lost[i].file == file; i++) {
            put_place(&one, p->lost[i].line->number, p->lost[i].line->number, "missed");
        }
        cc_buf_puts(out, "</li>\n");
    }
    cc_buf_puts(out, "</ul>\n");
    if (p->lost_count > MOST_LOST) {
        cc_buf_printf(out, "<p>And %" PRIu32 " more.</p>\n", p->lost_count - MOST_LOST);
    }
}

static void put_unknown(cc_buf *out, const patch_cover *p) {
    if (p->unknown_count == 0) {
        return;
    }
    cc_buf_puts(out, "<h3>Changed, and not in the report</h3>\n<ul class=\"list\">\n");
    for (uint32_t i = 0; i < p->unknown_count; i++) {
        cc_buf_puts(out, "<li>");
        html_text(out, p->unknown[i]);
        cc_buf_puts(out, "</li>\n");
    }
    cc_buf_puts(out, "</ul>\n");
}

void html_patch(cc_buf *out, const html_site *site) {
    const patch_cover *p = site->in->patch;
    cc_buf_puts(out, "<section class=\"change\" aria-labelledby=\"patch\">\n"
                     "<h2 id=\"patch\">Change ");
    html_text(out, cc_strz(site->in->patch_name == NULL ? "" : site->in->patch_name));
    cc_buf_puts(out, "</h2>\n<p>");
    if (p->totals.lines_valid == 0) {
        cc_buf_puts(out, "No changed line has code.");
    } else {
        cc_buf_puts(out, "<strong>");
        html_percent(out, p->totals.lines_covered, p->totals.lines_valid);
        cc_buf_printf(out, "</strong> %" PRIu64 " of %" PRIu64 " changed lines with code ran",
                      p->totals.lines_covered, p->totals.lines_valid);
        html_bar(out, p->totals.lines_covered, p->totals.lines_valid);
    }
    cc_buf_puts(out, "</p>\n");
    put_files(out, site, p);
    put_lost(out, site, p);
    put_unknown(out, p);
    cc_buf_puts(out, "</section>\n");
}
