/* The methods of a source file, by their first line: at the side where there is room, else above
 * the lines; see html_source.h. */
#include <inttypes.h>

#include "base/cc_sort.h"
#include "reports/html/html_escape.h"
#include "reports/html/html_source.h"

typedef struct entry {
    const cov_class *cls;
    const cov_method *method;
} entry;

static int compare_entries(const void *a, const void *b) {
    const entry *x = a;
    const entry *y = b;
    uint32_t x_line = x->method->lines[0]->number;
    uint32_t y_line = y->method->lines[0]->number;
    if (x_line != y_line) {
        return x_line < y_line ? -1 : 1;
    }
    if (x->cls != y->cls) {
        return x->cls < y->cls ? -1 : 1;
    }
    return (x->method > y->method) - (x->method < y->method);
}

static void put_share(cc_buf *out, const rep_bounds *bounds, uint64_t covered, uint64_t valid) {
    cc_buf_puts(out, "<td");
    html_level(out, bounds, covered, valid);
    cc_buf_putc(out, '>');
    html_percent(out, covered, valid);
    cc_buf_printf(out, "</td><td class=\"full\">%" PRIu64 "/%" PRIu64 "</td>", covered, valid);
}

static void put_method(cc_buf *out, const html_source *s, const entry *e) {
    const cov_method *m = e->method;
    const rep_bounds *bounds = s->site->levels->all;
    cov_totals t = cov_lines_totals(m->lines, m->line_count);
    cc_buf_puts(out, "<tr><th scope=\"row\"><a href=\"#");
    cc_buf_printf(out, "%sL%" PRIu32 "\">", s->site->is_single ? s->file->page : "",
                  m->lines[0]->number);
    html_text(out, m->name);
    cc_buf_puts(out, "<i>");
    html_text(out, m->signature);
    cc_buf_puts(out, "</i> <span>");
    html_text(out, e->cls->name);
    cc_buf_puts(out, "</span></a></th>");
    put_share(out, &bounds[REP_LINES], t.lines_covered, t.lines_valid);
    put_share(out, &bounds[REP_BRANCHES], t.branches_covered, t.branches_valid);
    cc_buf_printf(out, "<td class=\"full\">%s</td><td class=\"full\">%" PRIu32 "</td><td>",
                  m->is_entered ? "yes" : "no", m->complexity);
    html_risk(out, cov_crap_hundredths(m));
    cc_buf_puts(out, "</td></tr>\n");
}

static void put_heading(cc_buf *out, uint64_t count) {
    cc_buf_printf(
        out,
        "<details class=\"methods\" open>\n<summary>%" PRIu64 " method%s</summary>\n"
        "<div class=\"wide\"><table>\n<caption>Methods</caption>\n<thead><tr>"
        "<th scope=\"col\">Method</th><th scope=\"col\">Lines</th>"
        "<th scope=\"col\" class=\"full\"><span class=\"unseen\">Lines, counts</span></th>"
        "<th scope=\"col\">Branches</th>"
        "<th scope=\"col\" class=\"full\"><span class=\"unseen\">Branches, counts</span>"
        "</th><th scope=\"col\" class=\"full\">Entered</th>"
        "<th scope=\"col\" class=\"full\">Complexity</th>"
        "<th scope=\"col\">Risk</th></tr></thead>\n<tbody>\n",
        count, count == 1 ? "" : "s");
}

void html_methods(cc_buf *out, html_source *s, uint32_t index) {
    const rep_by_file *by = &s->site->by;
    uint64_t most = s->file->totals.methods_valid;
    uint32_t count = 0;
    entry *all = CC_NEW_ARRAY(s->arena, entry, most);
    for (uint32_t i = by->first[index]; i < by->first[index + 1]; i++) {
        const cov_class *cls = by->classes[i];
        for (uint32_t k = 0; k < cls->method_count; k++) {
            if (cls->methods[k].line_count > 0 && count < most) {
                all[count++] = (entry){cls, &cls->methods[k]};
            }
        }
    }
    if (count == 0) {
        return;
    }
    cc_sort(all, count, sizeof *all, compare_entries);
    put_heading(out, count);
    for (uint32_t i = 0; i < count; i++) {
        put_method(out, s, &all[i]);
    }
    cc_buf_puts(out, "</tbody>\n</table></div>\n</details>\n");
}
