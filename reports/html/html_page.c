/* The page of a source file: its path, its figures, its lines beside its methods, and a strip that
 * shows the places of misses; see html.h. */
#include <inttypes.h>

#include "base/cc_file.h"
#include "clrcov/version.h"
#include "reports/html/html_escape.h"
#include "reports/html/html_source.h"

/* --- the head --------------------------------------------------------------------------------- */

/* Begins a <nav> with a distinct label: with all pages in one file, each source has these
 * elements. */
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

static void put_share(cc_buf *out, const char *name, const rep_bounds *bounds, uint64_t covered,
                      uint64_t valid) {
    cc_buf_printf(out, "<li>%s <strong", name);
    html_level(out, bounds, covered, valid);
    cc_buf_putc(out, '>');
    html_percent(out, covered, valid);
    cc_buf_printf(out, "</strong> <span>%" PRIu64 "/%" PRIu64 "</span></li>\n", covered, valid);
}

static void put_figures(cc_buf *out, const html_site *site, const html_file *file) {
    const cov_totals *t = &file->totals;
    const rep_bounds *bounds = site->levels->file;
    cc_buf_puts(out, "<ul class=\"figures\">\n");
    put_share(out, "Lines", &bounds[REP_LINES], t->lines_covered, t->lines_valid);
    put_share(out, "Branches", &bounds[REP_BRANCHES], t->branches_covered, t->branches_valid);
    put_share(out, "Methods", &bounds[REP_METHODS], t->methods_covered, t->methods_valid);
    cc_buf_printf(out, "<li>Complexity <strong>%" PRIu64 "</strong></li>\n<li>Risk <strong>",
                  t->complexity);
    html_risk(out, file->risk);
    cc_buf_puts(out, "</strong></li>\n</ul>\n");
}

/* Appends a link to the file in the commit; the script adds the current line. */
static void put_host(cc_buf *out, const html_site *site, const html_file *file) {
    const char *host = html_host(site, file->file);
    if (host == NULL) {
        return;
    }
    cc_buf_puts(out, "<p><a class=\"host\" rel=\"noreferrer\" href=\"");
    html_host_address(out, site, file->file, 0);
    cc_buf_printf(out, "\">At %s</a></p>\n", host);
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

/* Appends links to the neighbouring files with lines, in the order of the index. */
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
    put_figures(out, site, s->file);
    put_host(out, site, s->file);
    cc_buf_puts(out, "</header>\n");
    cc_buf_printf(out, "<%s class=\"source\" data-language=\"%s\">\n",
                  site->is_single ? "div" : "main", language_of(s));
    put_notices(out, s);
    cc_buf_puts(out, "<div class=\"sheet\">\n");
    html_methods(out, s, index);
    cc_buf_puts(out, "<div class=\"lines\">\n");
    html_lines(out, s);
    cc_buf_puts(out, "</div>\n</div>\n");
    html_who_lists(out, s);
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
    html_head(out, site, &s->file->totals, cc_path_base(s->file->file->path), "../");
    cc_buf_puts(out, "<body class=\"page\">\n");
    put_body(out, s, index);
    cc_buf_puts(out, "<footer><p>clrcov " CLRCOV_VERSION "</p></footer>\n"
                     "<script src=\"../app.js\"></script>\n</body>\n</html>\n");
}

cc_err html_page(cc_buf *out, const html_site *site, uint32_t index) {
    html_source s;
    cc_err err = html_source_open(&s, site, &site->files[index]);
    if (err == CC_OK) {
        s.who = html_who_open(&s);
        put_page(out, &s, index);
        html_who_close(s.who);
    }
    html_source_close(&s);
    return err;
}
