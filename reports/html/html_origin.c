/* The origin of the figures, and the meaning of their colours; see html.h. */
#include <inttypes.h>
#include <stdio.h>

#include "base/cc_os.h"
#include "reports/html/html.h"
#include "reports/html/html_escape.h"

enum { SHORT_HASH = 9 };

/* --- the runs --------------------------------------------------------------------------------- */

/* "2026-11-24 14:57 UTC" */
static void put_time(cc_buf *out, uint64_t seconds) {
    char day[CC_DAY_SIZE];
    cc_os_day(seconds, day);
    if (seconds == 0 || day[0] == '\0') {
        return;
    }
    unsigned minutes = (unsigned)(seconds / 60 % (24 * 60));
    cc_buf_printf(out, "<li><time datetime=\"%sT%02u:%02uZ\">%s %02u:%02u UTC</time></li>\n", day,
                  minutes / 60, minutes % 60, day, minutes / 60, minutes % 60);
}

static void put_commit(cc_buf *out, const html_site *site) {
    cc_str commit = site->origin->commit;
    bool has_host = html_host(site, NULL) != NULL;
    if (commit.len == 0) {
        return;
    }
    cc_buf_puts(out, "<li>Commit ");
    if (has_host) {
        cc_buf_puts(out, "<a href=\"");
        html_host_address(out, site, NULL, 0);
        cc_buf_puts(out, "\" rel=\"noreferrer\">");
    }
    cc_buf_puts(out, "<code>");
    html_text(out, (cc_str){commit.s, commit.len < SHORT_HASH ? commit.len : SHORT_HASH});
    cc_buf_puts(out, has_host ? "</code></a></li>\n" : "</code></li>\n");
}

static void put_piece(cc_buf *out, const char *name, cc_str text) {
    if (text.len > 0) {
        cc_buf_printf(out, "<li>%s<code>", name);
        html_text(out, text);
        cc_buf_puts(out, "</code></li>\n");
    }
}

void html_origin(cc_buf *out, const html_site *site) {
    const cov_model *model = site->model;
    cc_buf list = {0};
    put_time(&list, model->timestamp);
    put_commit(&list, site);
    put_piece(&list, "Branch ", site->origin->branch);
    put_piece(&list, "Measured ", site->origin->program);
    if (model->hits == CTR_HITS_EXACT) {
        cc_buf_puts(&list, "<li>Exact hits</li>\n");
    }
    if (list.len > 0) {
        cc_buf_puts(out, "<ul class=\"origin\">\n");
        cc_buf_span_put(out, cc_buf_span(&list));
        cc_buf_puts(out, "</ul>\n");
    }
    cc_buf_free(&list);
}

/* --- the legend ------------------------------------------------------------------------------- */

/* Appends "80%", "80.5%": as the user wrote the threshold. */
static void put_bound(cc_buf *out, int32_t bound) {
    enum { POINT = REP_WHOLE / 100 };
    cc_buf_printf(out, "%" PRId32, bound / POINT);
    int32_t rest = bound % POINT;
    for (int32_t unit = POINT / 10; rest > 0; unit /= 10) {
        cc_buf_puts(out, unit == POINT / 10 ? "." : "");
        cc_buf_putc(out, (char)('0' + rest / unit));
        rest %= unit;
    }
    cc_buf_putc(out, '%');
}

static bool is_same(const rep_bounds *a, const rep_bounds *b) {
    return a->good == b->good && a->fair == b->fair && a->is_gate == b->is_gate;
}

static void put_bounds(cc_buf *out, const char *what, const rep_bounds *b) {
    cc_buf_printf(out, "<li>%s <span class=\"good\">", what);
    put_bound(out, b->good);
    cc_buf_puts(out, b->is_gate ? " or more, as the gate asks</span>" : " or more</span>");
    if (b->fair < b->good && b->fair > 0) {
        cc_buf_puts(out, " <span class=\"fair\">");
        put_bound(out, b->fair);
        cc_buf_puts(out, " or more</span>");
    }
    cc_buf_puts(out, " <span class=\"poor\">less</span></li>\n");
}

/* Appends one row when all measures have equal bounds. */
static void put_all(cc_buf *out, const rep_bounds *all) {
    static const char *const names[REP_MEASURES] = {"Lines", "Branches", "Methods"};
    char what[64];
    bool is_one =
        is_same(&all[REP_LINES], &all[REP_BRANCHES]) && is_same(&all[REP_LINES], &all[REP_METHODS]);
    for (int i = 0; i < (is_one ? 1 : REP_MEASURES); i++) {
        (void)snprintf(what, sizeof what, "%s%s:", is_one ? "Figures" : names[i],
                       all[i].is_gate ? "" : ", no gate");
        put_bounds(out, what, &all[i]);
    }
}

/* Appends the bounds of files, if they differ. */
static void put_files(cc_buf *out, const rep_levels *levels) {
    static const char *const names[REP_MEASURES] = {
        "Lines of a file:", "Branches of a file:", "Methods of a file:"};
    for (int i = 0; i < REP_MEASURES; i++) {
        if (!is_same(&levels->all[i], &levels->file[i])) {
            put_bounds(out, names[i], &levels->file[i]);
        }
    }
}

void html_legend(cc_buf *out, const html_site *site) {
    cc_buf_puts(out, "<ul class=\"legend\">\n<li>Bars: <span class=\"ran\">ran</span> "
                     "<span class=\"not\">did not run</span></li>\n");
    put_all(out, site->levels->all);
    put_files(out, site->levels);
    cc_buf_puts(out, "</ul>\n");
}
