/* Pieces of all pages; see html.h. */
#include <inttypes.h>

#include "clrcov/version.h"
#include "reports/html/html.h"
#include "reports/html/html_escape.h"
#include "reports/rep_number.h"

/* "87.1% - Cart.cs - Shop - coverage" */
static void put_title(cc_buf *out, const html_site *site, const cov_totals *t, cc_str name) {
    html_percent(out, t->lines_covered, t->lines_valid);
    cc_buf_puts(out, " - ");
    html_text(out, name);
    cc_buf_puts(out, name.len > 0 ? " - " : "");
    html_text(out, site->name);
    cc_buf_puts(out, " - coverage");
}

void html_head(cc_buf *out, const html_site *site, const cov_totals *totals, cc_str name,
               const char *base) {
    cc_buf_puts(out, "<!DOCTYPE html>\n<html lang=\"en\"");
    if (site->in->live != 0) {
        cc_buf_printf(out, " data-live=\"%016" PRIx64 "\"", site->in->live);
    }
    cc_buf_puts(out, ">\n<head>\n<meta charset=\"utf-8\">\n"
                     "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                     "<meta name=\"color-scheme\" content=\"light dark\">\n"
                     "<meta name=\"generator\" content=\"clrcov " CLRCOV_VERSION "\">\n<title>");
    put_title(out, site, totals, name);
    cc_buf_puts(out, "</title>\n");
    if (site->is_single) {
        cc_buf_puts(out, "<link rel=\"icon\" href=\"data:,\">\n<style>\n");
        cc_buf_bytes(out, html_style, html_style_size);
        cc_buf_puts(out, "</style>\n");
    } else {
        cc_buf_printf(out,
                      "<link rel=\"icon\" href=\"%sicon.svg\">\n"
                      "<link rel=\"stylesheet\" href=\"%sstyle.css\">\n",
                      base, base);
    }
    if (site->in->live != 0) {
        cc_buf_puts(out, "<noscript><meta http-equiv=\"refresh\" content=\"2\"></noscript>\n");
    }
    cc_buf_puts(out, "</head>\n");
}

void html_percent(cc_buf *out, uint64_t covered, uint64_t valid) {
    char text[REP_NUMBER_SIZE];
    rep_short_percent(covered, valid, text);
    html_text(out, cc_strz(text));
}

void html_risk(cc_buf *out, uint64_t hundredths) {
    uint64_t tenths = hundredths / 10 + (hundredths % 10 > 0 ? 1 : 0);
    cc_buf_printf(out, "%" PRIu64 ".%" PRIu64, tenths / 10, tenths % 10);
}

void html_level(cc_buf *out, const rep_bounds *bounds, uint64_t covered, uint64_t valid) {
    static const char *const names[] = {[REP_LEVEL_NONE] = "",
                                        [REP_LEVEL_POOR] = " class=\"poor\"",
                                        [REP_LEVEL_FAIR] = " class=\"fair\"",
                                        [REP_LEVEL_GOOD] = " class=\"good\""};
    cc_buf_puts(out, names[rep_level_of(bounds, covered, valid)]);
}

void html_share(cc_buf *out, uint64_t covered, uint64_t valid) {
    cc_buf_puts(out, "<td class=\"main\">");
    html_percent(out, covered, valid);
    cc_buf_printf(out, " <span class=\"counts\">%" PRIu64 "/%" PRIu64 "</span></td>", covered,
                  valid);
}

void html_path(cc_buf *out, cc_str path) {
    size_t start = 0;
    for (size_t i = 1; i <= path.len; i++) {
        if (i == path.len || path.s[i - 1] == '/') {
            cc_buf_puts(out, start > 0 ? "<wbr>" : "");
            html_text(out, (cc_str){path.s + start, i - start});
            start = i;
        }
    }
}

void html_bar(cc_buf *out, uint64_t covered, uint64_t valid) {
    uint32_t parts = rep_hundredths(covered, valid);
    uint32_t rest = 10000 - parts;
    if (valid == 0) {
        return;
    }
    cc_buf_printf(out,
                  "<svg class=\"bar\" viewBox=\"0 0 100 1\" preserveAspectRatio=\"none\" "
                  "aria-hidden=\"true\"><rect class=\"ran\" width=\"%" PRIu32 ".%02" PRIu32
                  "\" height=\"1\"/><rect class=\"not\" x=\"%" PRIu32 ".%02" PRIu32
                  "\" width=\"%" PRIu32 ".%02" PRIu32 "\" height=\"1\"/></svg>",
                  parts / 100, parts % 100, parts / 100, parts % 100, rest / 100, rest % 100);
}

void html_link(cc_buf *out, const html_site *site, const html_file *file, uint32_t line,
               const char *base) {
    if (site->is_single) {
        cc_buf_printf(out, "#%s", file->page);
    } else {
        cc_buf_puts(out, base);
        cc_buf_puts(out, file->page);
    }
    if (line > 0) {
        cc_buf_printf(out, "%sL%" PRIu32, site->is_single ? "" : "#", line);
    }
}

static void put_share(cc_buf *out, const rep_bounds *bounds, uint64_t covered, uint64_t valid) {
    cc_buf_puts(out, "<td");
    html_level(out, bounds, covered, valid);
    cc_buf_putc(out, '>');
    html_percent(out, covered, valid);
    cc_buf_printf(out, "</td><td>%" PRIu64 "/%" PRIu64 "</td>", covered, valid);
}

void html_figures(cc_buf *out, const cov_totals *t, uint64_t risk, const rep_bounds *bounds) {
    put_share(out, &bounds[REP_LINES], t->lines_covered, t->lines_valid);
    cc_buf_printf(out, "<td>%" PRIu64 "</td>", t->lines_valid - t->lines_covered);
    put_share(out, &bounds[REP_BRANCHES], t->branches_covered, t->branches_valid);
    put_share(out, &bounds[REP_METHODS], t->methods_covered, t->methods_valid);
    cc_buf_printf(out, "<td>%" PRIu64 "</td><td>", t->complexity);
    html_risk(out, risk);
    cc_buf_puts(out, "</td>");
}

void html_figure_headings(cc_buf *out) {
    cc_buf_puts(out, "<th scope=\"col\" colspan=\"2\">Lines</th><th scope=\"col\">Missed</th>"
                     "<th scope=\"col\" colspan=\"2\">Branches</th>"
                     "<th scope=\"col\" colspan=\"2\">Methods</th>"
                     "<th scope=\"col\">Complexity</th><th scope=\"col\">Risk</th>");
}
