/* Test classes: a page for each, with the lines that its tests run; a table of them in the index. See
 * html.h. */
#include <inttypes.h>
#include <string.h>

#include "clrcov/version.h"
#include "reports/html/html.h"
#include "reports/html/html_escape.h"

/* --- classes ---------------------------------------------------------------------------------- */

static bool is_same_class(const cov_test *a, const cov_test *b) {
    return cc_str_eq(a->type, b->type) && cc_str_eq(a->assembly, b->assembly);
}

static const char *name_page(const html_site *site, const cov_test *test, uint32_t number) {
    if (site->is_single) {
        return cc_arena_printf(site->arena, "c%" PRIu32, number);
    }
    const char *name =
        cc_arena_printf(site->arena, "%.*s %.*s", CC_STR_ARGS(test->assembly),
                        CC_STR_ARGS(test->type));
    return html_page_name(REP_HTML_TESTS, cc_strz(name), test->type, site->arena);
}

/* Tests are by assembly, then class. */
void html_tests_make(html_site *site) {
    const cov_model *model = site->model;
    site->class_of = CC_NEW_ARRAY(site->arena, uint32_t, model->test_count);
    site->classes = CC_NEW_ARRAY(site->arena, html_test_class, model->test_count);
    for (uint32_t i = 0; i < model->test_count; i++) {
        const cov_test *test = &model->tests[i];
        if (i == 0 || !is_same_class(test, &model->tests[i - 1])) {
            html_test_class *made = &site->classes[site->class_count++];
            *made = (html_test_class){test, i, 0, name_page(site, test, site->class_count)};
        }
        site->classes[site->class_count - 1].count++;
        site->class_of[i] = site->class_count - 1;
    }
}

/* --- links ------------------------------------------------------------------------------------ */

static void put_test_id(cc_buf *out, const html_site *site, uint32_t test) {
    const html_test_class *of = &site->classes[site->class_of[test]];
    cc_buf_printf(out, "%sm%" PRIu32, site->is_single ? of->page : "", test - of->first + 1);
}

static void put_class_link(cc_buf *out, const html_site *site, const html_test_class *of,
                           const char *base) {
    cc_buf_printf(out, "<a href=\"%s%s\">", site->is_single ? "#" : base, of->page);
    html_text(out, of->test->type);
    cc_buf_puts(out, "</a>");
}

void html_test_link(cc_buf *out, const html_site *site, uint32_t test, const char *base) {
    const cov_test *of = &site->model->tests[test];
    if (site->is_single) {
        cc_buf_puts(out, "<a href=\"#");
    } else {
        cc_buf_printf(out, "<a href=\"%s%s#", base, site->classes[site->class_of[test]].page);
    }
    put_test_id(out, site, test);
    cc_buf_puts(out, "\">");
    html_text(out, of->type);
    cc_buf_putc(out, '.');
    html_text(out, of->method);
    cc_buf_puts(out, "</a>");
}

/* --- the index -------------------------------------------------------------------------------- */

void html_tests_index(cc_buf *out, const html_site *site) {
    if (site->class_count == 0) {
        return;
    }
    cc_buf_printf(out,
                  "<section aria-labelledby=\"tests\">\n<h2 id=\"tests\">Tests</h2>\n"
                  "<details><summary>%" PRIu32 " test%s of %" PRIu32 " class%s</summary>\n"
                  "<div class=\"wide\"><table>\n<caption>Test classes</caption>\n<thead><tr>"
                  "<th scope=\"col\">Class</th><th scope=\"col\">Assembly</th>"
                  "<th scope=\"col\">Tests</th></tr></thead>\n<tbody>\n",
                  site->model->test_count, site->model->test_count == 1 ? "" : "s",
                  site->class_count, site->class_count == 1 ? "" : "es");
    for (uint32_t i = 0; i < site->class_count; i++) {
        const html_test_class *of = &site->classes[i];
        cc_buf_puts(out, "<tr><th scope=\"row\">");
        put_class_link(out, site, of, "");
        cc_buf_puts(out, "</th><td>");
        html_text(out, of->test->assembly);
        cc_buf_printf(out, "</td><td>%" PRIu32 "</td></tr>\n", of->count);
    }
    cc_buf_puts(out, "</tbody>\n</table></div>\n</details>\n</section>\n");
}

/* --- lines of a test -------------------------------------------------------------------------- */

static bool has_test(const cov_line_tests *tests, uint32_t test) {
    uint32_t low = 0;
    uint32_t high = tests->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (tests->tests[middle] < test) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < tests->count && tests->tests[low] == test;
}

static void put_range(cc_buf *out, const html_site *site, const html_file *file, uint32_t first,
                      uint32_t last) {
    cc_buf_puts(out, " <a href=\"");
    html_link(out, site, file, first, site->is_single ? "" : "../");
    cc_buf_printf(out, "\">%" PRIu32, first);
    if (last > first) {
        cc_buf_printf(out, "-%" PRIu32, last);
    }
    cc_buf_puts(out, "</a>");
}

static void put_file(cc_buf *out, const html_site *site, const html_file *file, uint32_t test) {
    const cov_file *of = file->file;
    bool is_named = false;
    for (uint32_t i = 0; i < of->line_count; i++) {
        uint32_t last = i;
        if (!has_test(&of->tests[i], test)) {
            continue;
        }
        if (!is_named) {
            cc_buf_puts(out, "<li>");
            html_text(out, of->path);
            cc_buf_putc(out, ':');
            is_named = true;
        }
        while (last + 1 < of->line_count && has_test(&of->tests[last + 1], test) &&
               of->lines[last + 1]->number == of->lines[last]->number + 1) {
            last++;
        }
        put_range(out, site, file, of->lines[i]->number, of->lines[last]->number);
        i = last;
    }
    if (is_named) {
        cc_buf_puts(out, "</li>\n");
    }
}

static void put_test(cc_buf *out, const html_site *site, uint32_t test) {
    static const char *const outcomes[] = {[COV_OUTCOME_OPEN] = "",
                                           [COV_OUTCOME_ENDED] = "",
                                           [COV_OUTCOME_THREW] = " (threw an exception)"};
    const cov_test *of = &site->model->tests[test];
    cc_buf_printf(out, "<h%d id=\"", site->is_single ? 3 : 2);
    put_test_id(out, site, test);
    cc_buf_puts(out, "\">");
    html_text(out, of->method);
    cc_buf_puts(out, outcomes[of->outcome]);
    cc_buf_printf(out, "</h%d>\n<ul>\n", site->is_single ? 3 : 2);
    size_t before = out->len;
    for (uint32_t i = 0; i < site->model->file_count; i++) {
        put_file(out, site, &site->files[i], test);
    }
    if (out->len == before) {
        cc_buf_puts(out, "<li>No line of the report</li>\n");
    }
    cc_buf_puts(out, "</ul>\n");
}

/* --- the page --------------------------------------------------------------------------------- */

static void put_body(cc_buf *out, const html_site *site, const html_test_class *of) {
    const char *heading = site->is_single ? "h2" : "h1";
    cc_buf_puts(out, "<header class=\"file\">\n<nav aria-label=\"Above ");
    html_text(out, of->test->type);
    cc_buf_printf(out, "\"><a class=\"up\" href=\"%s\">Coverage of ",
                  site->is_single ? "#" : "../" REP_HTML_FRONT);
    html_text(out, site->name);
    cc_buf_printf(out, "</a></nav>\n<%s>", heading);
    html_text(out, of->test->type);
    cc_buf_printf(out, "</%s>\n</header>\n<%s class=\"tests\">\n", heading,
                  site->is_single ? "div" : "main");
    cc_buf_puts(out, "<p>The lines that each test ran, and the set-up and tear-down of the class."
                     "</p>\n");
    for (uint32_t i = 0; i < of->count; i++) {
        put_test(out, site, of->first + i);
    }
    cc_buf_printf(out, "</%s>\n", site->is_single ? "div" : "main");
}

void html_tests_page(cc_buf *out, const html_site *site, uint32_t index) {
    const html_test_class *of = &site->classes[index];
    if (site->is_single) {
        cc_buf_printf(out, "<article id=\"%s\" class=\"page\">\n", of->page);
        put_body(out, site, of);
        cc_buf_puts(out, "</article>\n");
        return;
    }
    html_head(out, site, &site->model->totals, of->test->type, "../");
    cc_buf_puts(out, "<body class=\"page\">\n");
    put_body(out, site, of);
    cc_buf_puts(out, "<footer><p>clrcov " CLRCOV_VERSION "</p></footer>\n"
                     "<script src=\"../app.js\"></script>\n</body>\n</html>\n");
}
