/* The index: figures, the most important parts, and the files; see html.h. The tree of the script
 * is here a plain table, for browsers without scripts. */
#include <inttypes.h>

#include "clrcov/version.h"
#include "reports/html/html.h"
#include "reports/html/html_escape.h"
#include "reports/rep_remarks.h"
#include "reports/rep_text.h"

/* --- figures ---------------------------------------------------------------------------------- */

static void put_card(cc_buf *out, const char *name, const rep_bounds *bounds, uint64_t covered,
                     uint64_t valid) {
    cc_buf_printf(out, "<div><dt>%s</dt><dd><strong", name);
    html_level(out, bounds, covered, valid);
    cc_buf_putc(out, '>');
    html_percent(out, covered, valid);
    cc_buf_printf(out, "</strong> <span>%" PRIu64 " of %" PRIu64 "</span>", covered, valid);
    html_bar(out, covered, valid);
    cc_buf_puts(out, "</dd></div>\n");
}

static uint64_t highest_risk(const html_site *site) {
    uint64_t risk = 0;
    for (uint32_t i = 0; i < site->model->file_count; i++) {
        risk = site->files[i].risk > risk ? site->files[i].risk : risk;
    }
    return risk;
}

static void put_totals(cc_buf *out, const html_site *site) {
    const cov_totals *t = &site->model->totals;
    const rep_bounds *bounds = site->levels->all;
    cc_buf_puts(out, "<section aria-labelledby=\"totals\">\n<h2 id=\"totals\">Totals</h2>\n"
                     "<dl class=\"cards\">\n");
    put_card(out, "Lines", &bounds[REP_LINES], t->lines_covered, t->lines_valid);
    put_card(out, "Branches", &bounds[REP_BRANCHES], t->branches_covered, t->branches_valid);
    put_card(out, "Methods", &bounds[REP_METHODS], t->methods_covered, t->methods_valid);
    cc_buf_printf(out,
                  "<div><dt>Complexity</dt><dd><strong>%" PRIu64
                  "</strong> <span>of all methods</span></dd></div>\n"
                  "<div><dt>Risk</dt><dd><strong>",
                  t->complexity);
    html_risk(out, highest_risk(site));
    cc_buf_puts(out, "</strong> <span>highest CRAP score</span></dd></div>\n</dl>\n");
    html_legend(out, site);
    rep_put_remarks(out, site->model, "<p class=\"notice\">", ".</p>\n");
    cc_buf_puts(out, "</section>\n");
}

/* --- files ------------------------------------------------------------------------------------ */

static void put_file(cc_buf *out, const html_site *site, const html_file *file) {
    cc_buf_puts(out, "<tr><th scope=\"row\"><a href=\"");
    html_link(out, site, file, 0, "");
    cc_buf_puts(out, "\">");
    html_text(out, file->file->path);
    cc_buf_puts(out, "</a></th>");
    html_figures(out, &file->totals, file->risk, site->levels->file);
    cc_buf_puts(out, "</tr>\n");
}

static void put_files(cc_buf *out, const html_site *site) {
    cc_buf_puts(out, "<div class=\"wide plain\"><table>\n<caption>Source files</caption>\n"
                     "<thead><tr><th scope=\"col\">File</th>");
    html_figure_headings(out);
    cc_buf_puts(out, "</tr></thead>\n<tbody>\n");
    for (uint32_t i = 0; i < site->model->file_count; i++) {
        if (site->model->files[i].line_count > 0) {
            put_file(out, site, &site->files[i]);
        }
    }
    cc_buf_puts(out, "</tbody>\n</table></div>\n");
}

static void put_script(cc_buf *out, const html_site *site) {
    if (site->is_single) {
        cc_buf_puts(out, "<script>\n");
        cc_buf_bytes(out, html_script, html_script_size);
        cc_buf_puts(out, "</script>\n");
    } else {
        cc_buf_puts(out, "<script src=\"app.js\"></script>\n");
    }
}

/* The data and the script are before the plain table, which the script hides: the tree exists
 * before the browser reads the table. */
static void put_tree(cc_buf *out, const html_site *site) {
    cc_buf_puts(out, "<section id=\"tree\" aria-labelledby=\"code\">\n<h2 id=\"code\">Code</h2>\n"
                     "<script type=\"application/json\" id=\"data\">\n");
    html_data(out, site);
    cc_buf_puts(out, "</script>\n");
    put_script(out, site);
    put_files(out, site);
    cc_buf_puts(out, "</section>\n");
}

/* --- the page --------------------------------------------------------------------------------- */

static void put_header(cc_buf *out, const html_site *site) {
    cc_buf_puts(out, "<header class=\"top\">\n<h1>Coverage of ");
    html_text(out, site->name);
    cc_buf_puts(out, "</h1>\n");
    html_origin(out, site);
    cc_buf_puts(out, "</header>\n");
}

void html_index(cc_buf *out, const html_site *site) {
    put_header(out, site);
    cc_buf_puts(out, "<main>\n");
    if (site->in->live != 0 && site->in->compared != NULL) {
        html_live(out, site);
    }
    if (site->in->patch != NULL) {
        html_patch(out, site);
    }
    html_gates(out, site);
    put_totals(out, site);
    html_trend(out, site);
    put_tree(out, site);
    html_tests_index(out, site);
    html_notes(out, site);
    cc_buf_puts(out, "</main>\n<footer><p>clrcov " CLRCOV_VERSION "</p></footer>\n");
}
