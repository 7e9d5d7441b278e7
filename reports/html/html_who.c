/* The tests of the lines of a source file: a number beside each line, which leads to the list of its
 * tests below the lines. Lines with equal tests share a list; see html_source.h. */
#include <inttypes.h>

#include "base/cc_map.h"
#include "reports/html/html_escape.h"
#include "reports/html/html_source.h"

/* A list: tests, and lines that have exactly these. */
struct html_who {
    cc_map *sets;     /* tests -> html_set */
    uint32_t *set_of; /* by index of the line: number of the set; 0: no test */
};

typedef struct html_set {
    uint32_t number;
    const cov_line_tests *tests;
    uint32_t line_count;
} html_set;

static cc_span key_of(const cov_line_tests *tests) {
    return cc_span_of(tests->tests, tests->count * sizeof *tests->tests);
}

html_who *html_who_open(const html_source *s) {
    const cov_file *file = s->file->file;
    if (file->tests == NULL) {
        return NULL;
    }
    html_who *who = CC_NEW(s->arena, html_who);
    *who = (html_who){cc_map_new(), CC_NEW_ARRAY(s->arena, uint32_t, file->line_count)};
    for (uint32_t i = 0; i < file->line_count; i++) {
        if (file->tests[i].count == 0) {
            continue;
        }
        void **slot = cc_map_put(who->sets, key_of(&file->tests[i]));
        if (*slot == NULL) {
            html_set *set = CC_NEW(s->arena, html_set);
            *set = (html_set){(uint32_t)cc_map_count(who->sets), &file->tests[i], 0};
            *slot = set;
        }
        html_set *set = *slot;
        set->line_count++;
        who->set_of[i] = set->number;
    }
    return who;
}

void html_who_close(html_who *who) {
    if (who != NULL) {
        cc_map_free(who->sets);
    }
}

/* The list's id is inside the element that opens: browsers open it for the link. */
static void put_id(cc_buf *out, const html_source *s, uint32_t set) {
    cc_buf_printf(out, "%st%" PRIu32, s->site->is_single ? s->file->page : "", set);
}

void html_who_number(cc_buf *out, const html_source *s, uint32_t index) {
    const html_who *who = s->who;
    if (who == NULL || who->set_of[index] == 0) {
        return;
    }
    uint32_t count = s->file->file->tests[index].count;
    cc_buf_puts(out, "<a class=\"who\" href=\"#");
    put_id(out, s, who->set_of[index]);
    cc_buf_printf(out, "\" aria-label=\"%" PRIu32 " test%s\">%" PRIu32 "</a>", count,
                  count == 1 ? "" : "s", count);
}

/* --- the lists -------------------------------------------------------------------------------- */

static void put_range(cc_buf *out, const html_source *s, uint32_t first, uint32_t last) {
    cc_buf_printf(out, " <a href=\"#%sL%" PRIu32 "\">%" PRIu32,
                  s->site->is_single ? s->file->page : "", first, first);
    if (last > first) {
        cc_buf_printf(out, "-%" PRIu32, last);
    }
    cc_buf_puts(out, "</a>");
}

/* The lines of the set, neighbours as ranges. */
static void put_lines(cc_buf *out, const html_source *s, uint32_t set) {
    const cov_file *file = s->file->file;
    const uint32_t *set_of = s->who->set_of;
    for (uint32_t i = 0; i < file->line_count; i++) {
        uint32_t last = i;
        if (set_of[i] != set) {
            continue;
        }
        while (last + 1 < file->line_count && set_of[last + 1] == set &&
               file->lines[last + 1]->number == file->lines[last]->number + 1) {
            last++;
        }
        put_range(out, s, file->lines[i]->number, file->lines[last]->number);
        i = last;
    }
}

static void put_set(cc_buf *out, const html_source *s, const html_set *set) {
    uint32_t count = set->tests->count;
    cc_buf_printf(out, "<details><summary>%" PRIu32 " test%s of %" PRIu32 " line%s</summary>\n<p>",
                  count, count == 1 ? "" : "s", set->line_count, set->line_count == 1 ? "" : "s");
    cc_buf_puts(out, set->line_count == 1 ? "Line" : "Lines");
    put_lines(out, s, set->number);
    cc_buf_puts(out, "</p>\n<ul id=\"");
    put_id(out, s, set->number);
    cc_buf_puts(out, "\">\n");
    for (uint32_t i = 0; i < count; i++) {
        cc_buf_puts(out, "<li>");
        html_test_link(out, s->site, set->tests->tests[i], s->site->is_single ? "" : "../");
        cc_buf_puts(out, "</li>\n");
    }
    cc_buf_puts(out, "</ul>\n</details>\n");
}

void html_who_lists(cc_buf *out, const html_source *s) {
    const html_who *who = s->who;
    if (who == NULL || cc_map_count(who->sets) == 0) {
        return;
    }
    cc_buf_printf(out, "<section class=\"tests\" aria-labelledby=\"%stests\">\n<h2 id=\"%stests\">",
                  s->site->is_single ? s->file->page : "", s->site->is_single ? s->file->page : "");
    cc_buf_puts(out, "Tests</h2>\n");
    for (size_t i = 0; i < cc_map_count(who->sets); i++) {
        put_set(out, s, cc_map_at(who->sets, i, NULL));
    }
    cc_buf_puts(out, "</section>\n");
}
