/* Pages that clrcov makes repeatedly while a program runs: new lines come first; see html.h. */
#include <inttypes.h>

#include "reports/html/html.h"
#include "reports/html/html_escape.h"

enum { MOST_FILES = 50, MOST_PLACES = 20 };

bool html_is_new(const html_file *file, const cov_line *line) {
    const cmp_file *c = file->compared;
    uint32_t low = 0;
    uint32_t high = c == NULL ? 0 : c->better_count;
    if (c != NULL && c->before == NULL) {
        return cov_line_state(line) != COV_LINE_MISSED;
    }
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (c->better[middle].after->number == line->number) {
            return true;
        }
        low = c->better[middle].after->number < line->number ? middle + 1 : low;
        high = c->better[middle].after->number < line->number ? high : middle;
    }
    return false;
}

static uint32_t count_new(const html_file *file) {
    uint32_t count = 0;
    for (uint32_t i = 0; file->compared != NULL && i < file->file->line_count; i++) {
        count += html_is_new(file, file->file->lines[i]) ? 1 : 0;
    }
    return count;
}

static void put_place(cc_buf *out, const html_site *site, const html_file *file, uint32_t first,
                      uint32_t last) {
    const cov_file *f = file->file;
    cc_buf_puts(out, "<a href=\"");
    html_link(out, site, file, f->lines[first]->number, "");
    cc_buf_printf(out, "\">%" PRIu32, f->lines[first]->number);
    if (last > first) {
        cc_buf_printf(out, "\xE2\x80\x93%" PRIu32, f->lines[last]->number);
    }
    cc_buf_puts(out, "</a>");
}

/* Consecutive lines with code are one place. */
static void put_places(cc_buf *out, const html_site *site, const html_file *file) {
    const cov_file *f = file->file;
    uint32_t places = 0;
    for (uint32_t i = 0; i < f->line_count; i++) {
        uint32_t first = i;
        while (i < f->line_count && html_is_new(file, f->lines[i])) {
            i++;
        }
        if (i > first && places == MOST_PLACES) {
            cc_buf_puts(out, " and more");
            return;
        }
        if (i > first) {
            cc_buf_puts(out, places++ > 0 ? ", " : "");
            put_place(out, site, file, first, i - 1);
        }
    }
}

static void put_file(cc_buf *out, const html_site *site, const html_file *file, uint32_t count) {
    cc_buf_puts(out, "<tr><th scope=\"row\"><a href=\"");
    html_link(out, site, file, 0, "");
    cc_buf_puts(out, "\">");
    html_text(out, file->file->path);
    cc_buf_printf(out, "</a></th><td>%" PRIu32 "</td><td>", count);
    put_places(out, site, file);
    cc_buf_puts(out, "</td></tr>\n");
}

static void put_files(cc_buf *out, const html_site *site) {
    uint32_t files = 0;
    for (uint32_t i = 0; i < site->model->file_count; i++) {
        uint32_t count = count_new(&site->files[i]);
        if (count > 0 && files == 0) {
            cc_buf_puts(
                out, "<div class=\"wide\"><table class=\"patch\">\n<caption>New lines</caption>\n"
                     "<thead><tr><th scope=\"col\">File</th><th scope=\"col\">New</th>"
                     "<th scope=\"col\">Lines</th></tr></thead>\n<tbody>\n");
        }
        if (count > 0 && files++ < MOST_FILES) {
            put_file(out, site, &site->files[i], count);
        }
    }
    if (files == 0) {
        cc_buf_puts(out, "<p>Nothing ran that had not run before.</p>\n");
        return;
    }
    cc_buf_puts(out, "</tbody>\n</table></div>\n");
    if (files > MOST_FILES) {
        cc_buf_printf(out, "<p>And %" PRIu32 " more files.</p>\n", files - MOST_FILES);
    }
}

void html_live(cc_buf *out, const html_site *site) {
    cc_buf_puts(out, "<section class=\"change\" aria-labelledby=\"new\">\n<h2 id=\"new\">New ");
    html_text(out, cc_strz(site->in->since));
    cc_buf_puts(out, "</h2>\n");
    put_files(out, site);
    cc_buf_puts(out, "</section>\n");
}

void html_live_script(cc_buf *out, const html_site *site) {
    cc_buf_printf(out, "clrcovLive('%016" PRIx64 "');\n", site->in->live);
}
