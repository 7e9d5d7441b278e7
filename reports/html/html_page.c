/* The page of a source file: where it is, its figures, its methods, its lines, and a strip that shows where it has misses;
 * see html.h. */
#include <inttypes.h>

#include "base/cc_file.h"
#include "clrcov/version.h"
#include "reports/html/html_escape.h"
#include "reports/html/html_source.h"

/* --- the head --------------------------------------------------------------------------------- */

/* Names differ: in a single file each source has these. */
static void put_nav(cc_buf *out, const char *kind, const char *label, const html_file *file) {
    cc_buf_printf(out, "<nav%s aria-label=\"%s ", kind, label);
    html_text(out, file->file->path);
    cc_buf_puts(out, "\">");
}

static void put_path(cc_buf *out, const html_site *site, const html_file *file) {
    put_nav(out, "", "Above", file);
    cc_buf_printf(out, "<a class=\"up\" href=\"%s\">Coverage of ",
                  site->is_single ? "#" : "../" REP_HTML_FRONT);
    html_text(out, site->name);
    cc_buf_puts(out, "</a> <span>");
    html_text(out, cc_path_dir(file->file->path));
    cc_buf_puts(out, "</span></nav>\n");
}

static void put_share(cc_buf *out, const char *name, uint64_t covered, uint64_t valid) {
    cc_buf_printf(out, "<li>%s <strong>", name);
    html_percent(out, covered, valid);
    cc_buf_printf(out, "</strong> <span>%" PRIu64 "/%" PRIu64 "</span></li>\n", covered, valid);
}

static void put_figures(cc_buf *out, const html_file *file) {
    const cov_totals *t = &file->totals;
    cc_buf_puts(out, "<ul class=\"figures\">\n");
    put_share(out, "Lines", t->lines_covered, t->lines_valid);
    put_share(out, "Branches", t->branches_covered, t->branches_valid);
    put_share(out, "Methods", t->methods_covered, t->methods_valid);
    cc_buf_printf(out, "<li>Complexity <strong>%" PRIu64 "</strong></li>\n<li>Risk <strong>",
                  t->complexity);
    html_risk(out, file->risk);
    cc_buf_puts(out, "</strong></li>\n</ul>\n");
}

static void put_other(cc_buf *out, const html_site *site, const html_file *file, const char *rel,
                      const char *text) {
    cc_buf_printf(out, "<a rel=\"%s\" href=\"", rel);
    if (site->is_single) {
        html_link(out, site, file, 0, "");
    } else {
        cc_str page = cc_path_base(cc_strz(file->page));
        cc_buf_str_put(out, page);
    }
    cc_buf_printf(out, "\" title=\"");
    html_text(out, file->file->path);
    cc_buf_printf(out, "\">%s</a>\n", text);
}

/* The files beside this one that have lines, in the order of the index. */
static void put_others(cc_buf *out, const html_site *site, uint32_t index) {
    uint32_t at = index;
    put_nav(out, " class=\"others\"", "Beside", &site->files[index]);
    cc_buf_putc(out, '\n');
    while (at > 0 && site->model->files[at - 1].line_count == 0) {
        at--;
    }
    if (at > 0) {
        put_other(out, site, &site->files[at - 1], "prev", "Previous file");
    }
    at = index + 1;
    while (at < site->model->file_count && site->model->files[at].line_count == 0) {
        at++;
    }
    if (at < site->model->file_count) {
        put_other(out, site, &site->files[at], "next", "Next file");
    }
    cc_buf_puts(out, "</nav>\n");
}

static const char *why_no_text(const cov_text *text) {
    if (text->is_outside) {
        return "This file is outside the source root, or hidden in it: its text is not shown";
    }
    return text->is_too_large ? "The text of this file is too large to be shown"
                              : "The text of this file was not there when the report was made";
}

static void put_notices(cc_buf *out, const html_source *s) {
    if (s->found.kind == COV_TEXT_EMBEDDED) {
        cc_buf_printf(out,
                      "<p class=\"notice\" role=\"note\">%s: this is the text that was compiled, "
                      "from the PDB.</p>\n",
                      s->found.is_outside         ? "The file is outside the source root"
                      : s->file->file->is_changed ? "The file was changed since"
                                                  : "The file is not there");
    }
    if (s->found.kind == COV_TEXT_CHANGED) {
        cc_buf_puts(out, "<p class=\"notice\" role=\"note\">This file is not the one that was "
                         "compiled: it was changed since. Lines may not be what their marks "
                         "say.</p>\n");
    }
    if (s->text.line_count == 0) {
        cc_buf_printf(out,
                      "<p class=\"notice\" role=\"note\">%s. Lines with code stand without "
                      "it.</p>\n",
                      why_no_text(&s->found));
    }
}

/* --- methods ---------------------------------------------------------------------------------- */

static void put_method(cc_buf *out, const html_site *site, const html_file *file,
                       const cov_class *cls, const cov_method *m) {
    cov_totals t = cov_lines_totals(m->lines, m->line_count);
    t.methods_valid = 1;
    t.methods_covered = m->is_entered ? 1 : 0;
    cc_buf_puts(out, "<tr><th scope=\"row\"><a href=\"#");
    cc_buf_printf(out, "%sL%" PRIu32 "\">", site->is_single ? file->page : "", m->lines[0]->number);
    html_text(out, m->name);
    html_text(out, m->signature);
    cc_buf_puts(out, "</a> <span>");
    html_text(out, cls->name);
    cc_buf_puts(out, "</span></th><td>");
    html_percent(out, t.lines_covered, t.lines_valid);
    cc_buf_printf(out, "</td><td>%" PRIu64 "/%" PRIu64 "</td><td>", t.lines_covered, t.lines_valid);
    html_percent(out, t.branches_covered, t.branches_valid);
    cc_buf_printf(out, "</td><td>%" PRIu64 "/%" PRIu64 "</td><td>%s</td><td>%" PRIu32 "</td><td>",
                  t.branches_covered, t.branches_valid, m->is_entered ? "yes" : "no",
                  m->complexity);
    html_risk(out, cov_crap_hundredths(m));
    cc_buf_puts(out, "</td></tr>\n");
}

static void put_methods(cc_buf *out, const html_site *site, uint32_t index) {
    const html_file *file = &site->files[index];
    if (file->totals.methods_valid == 0) {
        return;
    }
    cc_buf_printf(out,
                  "<details class=\"methods\">\n<summary>%" PRIu64 " method%s</summary>\n"
                  "<div class=\"wide\"><table>\n<caption>Methods</caption>\n<thead><tr>"
                  "<th scope=\"col\">Method</th><th scope=\"col\" colspan=\"2\">Lines</th>"
                  "<th scope=\"col\" colspan=\"2\">Branches</th>"
                  "<th scope=\"col\">Entered</th><th scope=\"col\">Complexity</th>"
                  "<th scope=\"col\">Risk</th></tr></thead>\n<tbody>\n",
                  file->totals.methods_valid, file->totals.methods_valid == 1 ? "" : "s");
    for (uint32_t i = site->by.first[index]; i < site->by.first[index + 1]; i++) {
        const cov_class *cls = site->by.classes[i];
        for (uint32_t k = 0; k < cls->method_count; k++) {
            if (cls->methods[k].line_count > 0) {
                put_method(out, site, file, cls, &cls->methods[k]);
            }
        }
    }
    cc_buf_puts(out, "</tbody>\n</table></div>\n</details>\n");
}

/* --- the strip -------------------------------------------------------------------------------- */

enum { STRIP_MARKS = 400 }; /* misses nearer than a part of the file are one mark */

static void put_mark(cc_buf *out, const char *state, uint32_t first, uint32_t last) {
    cc_buf_printf(out, "<rect class=\"%s\" y=\"%" PRIu32 "\" width=\"1\" height=\"%" PRIu32 "\"/>",
                  state, first - 1, last - first + 1);
}

static void put_strip(cc_buf *out, const html_source *s) {
    const cov_file *file = s->file->file;
    uint32_t gap = s->line_count / STRIP_MARKS + 1;
    cov_state state = COV_LINE_COVERED;
    uint32_t first = 0;
    uint32_t last = 0;
    cc_buf_printf(out,
                  "<svg class=\"strip\" viewBox=\"0 0 1 %" PRIu32
                  "\" preserveAspectRatio=\"none\" aria-hidden=\"true\">",
                  s->line_count);
    for (uint32_t i = 0; i <= file->line_count; i++) {
        cov_state own = i < file->line_count ? cov_line_state(file->lines[i]) : COV_LINE_COVERED;
        bool goes_on = i < file->line_count && own == state && first > 0 &&
                       file->lines[i]->number <= last + gap;
        if (!goes_on && first > 0 && (own != COV_LINE_COVERED || i == file->line_count)) {
            put_mark(out, state == COV_LINE_MISSED ? "m" : "p", first, last);
            first = 0;
        }
        if (own != COV_LINE_COVERED) {
            first = first == 0 ? file->lines[i]->number : first;
            last = file->lines[i]->number;
            state = own;
        }
    }
    cc_buf_puts(out, "</svg>\n");
}

/* --- the page --------------------------------------------------------------------------------- */

static const char *language_of(const html_source *s) {
    static const char *const names[] = {[SRC_LANGUAGE_OTHER] = "",
                                        [SRC_LANGUAGE_CSHARP] = "csharp",
                                        [SRC_LANGUAGE_FSHARP] = "fsharp",
                                        [SRC_LANGUAGE_VB] = "vbnet"};
    return names[s->text.language];
}

static void put_body(cc_buf *out, html_source *s, uint32_t index) {
    const html_site *site = s->site;
    const char *heading = site->is_single ? "h2" : "h1";
    cc_buf_puts(out, "<header class=\"file\">\n");
    put_path(out, site, s->file);
    cc_buf_printf(out, "<%s>", heading);
    html_text(out, cc_path_base(s->file->file->path));
    cc_buf_printf(out, "</%s>\n", heading);
    put_figures(out, s->file);
    cc_buf_puts(out, "</header>\n");
    cc_buf_printf(out, "<%s class=\"source\" data-language=\"%s\">\n",
                  site->is_single ? "div" : "main", language_of(s));
    put_notices(out, s);
    put_methods(out, site, index);
    html_lines(out, s);
    put_strip(out, s);
    cc_buf_printf(out, "</%s>\n", site->is_single ? "div" : "main");
    put_others(out, site, index);
}

static void put_page(cc_buf *out, html_source *s, uint32_t index) {
    const html_site *site = s->site;
    if (site->is_single) {
        cc_buf_printf(out, "<article id=\"%s\" class=\"page\">\n", s->file->page);
        put_body(out, s, index);
        cc_buf_puts(out, "</article>\n");
        return;
    }
    html_head(out, site, cc_path_base(s->file->file->path), "../");
    cc_buf_puts(out, "<body class=\"page\">\n");
    put_body(out, s, index);
    cc_buf_puts(out, "<footer><p>clrcov " CLRCOV_VERSION "</p></footer>\n"
                     "<script src=\"../app.js\"></script>\n</body>\n</html>\n");
}

cc_err html_page(cc_buf *out, const html_site *site, uint32_t index) {
    html_source s;
    cc_err err = html_source_open(&s, site, &site->files[index]);
    if (err == CC_OK) {
        put_page(out, &s, index);
    }
    html_source_close(&s);
    return err == CC_OK && !cc_buf_ok(out) ? cc_fail(CC_E_NOMEM, "out of memory for a page") : err;
}
