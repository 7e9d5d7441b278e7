/* The writers: a folder of pages, or one file. Several threads make the pages; see html.h. */
#include <stdatomic.h>

#include "base/cc_crew.h"
#include "reports/html/html.h"
#include "reports/rep_text.h"

static cc_err fail_write(void) {
    return cc_fail(CC_E_IO, "the pages could not be written");
}

/* Files without lines have no page. */
static uint32_t list_pages(const html_site *site, uint32_t *out) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < site->model->file_count; i++) {
        if (site->model->files[i].line_count > 0) {
            out[count++] = i;
        }
    }
    return count;
}

/* --- the folder ------------------------------------------------------------------------------- */

typedef struct making {
    const html_site *site;
    rep_folder folder;
    const uint32_t *pages;
    cc_buf room[CC_CREW_MOST]; /* by thread */
    atomic_int failed;         /* cc_err of the first failure */
} making;

static void make_page(void *ctx, unsigned worker, size_t index) {
    making *m = ctx;
    cc_buf *out = &m->room[worker];
    uint32_t page = m->pages[index];
    if (atomic_load(&m->failed) != CC_OK) {
        return;
    }
    cc_buf_clear(out);
    cc_err err = html_page(out, m->site, page);
    if (err == CC_OK &&
        !m->folder.put(m->folder.ctx, m->site->files[page].page, cc_buf_span(out))) {
        err = CC_E_IO;
    }
    int none = CC_OK;
    if (err != CC_OK) {
        (void)atomic_compare_exchange_strong(&m->failed, &none, (int)err);
    }
}

static cc_err make_pages(const html_site *site, rep_folder folder) {
    uint32_t *pages = CC_NEW_ARRAY(site->arena, uint32_t, site->model->file_count);
    making m = {.site = site, .folder = folder, .pages = pages};
    cc_crew_run(list_pages(site, pages), make_page, &m);
    for (size_t i = 0; i < CC_CREW_MOST; i++) {
        cc_buf_free(&m.room[i]);
    }
    int failed = atomic_load(&m.failed);
    return failed == CC_OK ? CC_OK : fail_write();
}

static cc_err put_test_pages(const html_site *site, rep_folder folder) {
    cc_buf out = {0};
    bool is_written = true;
    for (uint32_t i = 0; is_written && i < site->class_count; i++) {
        cc_buf_clear(&out);
        html_tests_page(&out, site, i);
        is_written = folder.put(folder.ctx, site->classes[i].page, cc_buf_span(&out));
    }
    cc_buf_free(&out);
    return is_written ? CC_OK : fail_write();
}

static cc_err put_index(const html_site *site, rep_folder folder) {
    cc_buf out = {0};
    html_head(&out, site, &site->model->totals, (cc_str){"", 0}, "");
    cc_buf_puts(&out, "<body>\n");
    html_index(&out, site);
    cc_buf_puts(&out, "</body>\n</html>\n");
    bool is_written = folder.put(folder.ctx, REP_HTML_FRONT, cc_buf_span(&out));
    cc_buf_free(&out);
    return is_written ? CC_OK : fail_write();
}

static cc_err put_assets(rep_folder folder) {
    bool is_written =
        folder.put(folder.ctx, "style.css", cc_span_of(html_style, html_style_size)) &&
        folder.put(folder.ctx, "app.js", cc_span_of(html_script, html_script_size)) &&
        folder.put(folder.ctx, "icon.svg", cc_span_of(html_icon, html_icon_size));
    return is_written ? CC_OK : fail_write();
}

static cc_err put_live_script(const html_site *site, rep_folder folder) {
    cc_buf out = {0};
    html_live_script(&out, site);
    bool is_written = cc_buf_ok(&out) && folder.put(folder.ctx, "live.js", cc_buf_span(&out));
    cc_buf_free(&out);
    return is_written ? CC_OK : fail_write();
}

cc_err rep_html(const rep_input *in, rep_folder folder) {
    html_site site;
    cc_arena *arena = cc_arena_new();
    html_site_make(&site, in, false, arena);
    cc_err err = put_assets(folder);
    err = err == CC_OK ? make_pages(&site, folder) : err;
    err = err == CC_OK ? put_test_pages(&site, folder) : err;
    err = err == CC_OK && in->live != 0 ? put_live_script(&site, folder) : err;
    err = err == CC_OK ? put_index(&site, folder) : err;
    cc_arena_free(arena);
    return err;
}

/* --- one file --------------------------------------------------------------------------------- */

typedef struct joining {
    const html_site *site;
    const uint32_t *pages;
    cc_buf room[CC_CREW_AHEAD]; /* by slot */
    cc_err failed[CC_CREW_AHEAD];
} joining;

static void make_article(void *ctx, unsigned worker, size_t index) {
    joining *j = ctx;
    size_t slot = index % CC_CREW_AHEAD;
    (void)worker;
    cc_buf_clear(&j->room[slot]);
    j->failed[slot] = html_page(&j->room[slot], j->site, j->pages[index]);
}

static cc_err put_articles(rep_text *text, const html_site *site) {
    uint32_t *pages = CC_NEW_ARRAY(site->arena, uint32_t, site->model->file_count);
    joining j = {.site = site, .pages = pages};
    uint32_t count = list_pages(site, pages);
    cc_err err = CC_OK;
    cc_crew *crew = cc_crew_start(count, make_article, &j);
    for (uint32_t i = 0; crew != NULL && err == CC_OK && i < count; i++) {
        cc_crew_take(crew);
        size_t slot = i % CC_CREW_AHEAD;
        err = j.failed[slot];
        cc_buf_span_put(&text->buf, cc_buf_span(&j.room[slot]));
        rep_text_flush(text);
        cc_crew_next(crew);
    }
    cc_crew_end(crew);
    for (size_t i = 0; i < CC_CREW_AHEAD; i++) {
        cc_buf_free(&j.room[i]);
    }
    return err;
}

cc_err rep_html_file(const rep_input *in, rep_sink sink) {
    html_site site;
    rep_text text;
    cc_arena *arena = cc_arena_new();
    rep_text_open(&text, sink);
    html_site_make(&site, in, true, arena);
    html_head(&text.buf, &site, &site.model->totals, (cc_str){"", 0}, "");
    cc_buf_puts(&text.buf, "<body>\n<div id=\"index\">\n");
    html_index(&text.buf, &site);
    cc_buf_puts(&text.buf, "</div>\n");
    cc_err err = put_articles(&text, &site);
    for (uint32_t i = 0; i < site.class_count; i++) {
        html_tests_page(&text.buf, &site, i);
        rep_text_flush(&text);
    }
    cc_buf_puts(&text.buf, "</body>\n</html>\n");
    cc_err closed = rep_text_close(&text);
    cc_arena_free(arena);
    return err == CC_OK ? closed : err;
}
