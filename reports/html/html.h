/* Internal to the pages: the data of all pages, made once (html_site.c), and their parts. Text goes
 * to a buffer, which records a lack of memory. Threads: a site is immutable after its creation; any
 * number of threads may make pages from it. */
#ifndef HTML_H
#define HTML_H

#include "reports/rep.h"
#include "reports/rep_by_file.h"
#include "reports/rep_level.h"

/* A source file with its page. */
typedef struct html_file {
    const cov_file *file;
    const char *page;  /* "src/Basket.cs-0123456789abcdef.html"; with all pages in one file "f12" */
    cov_totals totals; /* methods and complexity are of its classes in this file */
    uint64_t risk;     /* hundredths: the highest CRAP score of its methods */
    const cov_fact *const *facts; /* members with lines in the file, the largest first */
    uint32_t fact_count;
    const patch_covered *changed; /* NULL: no line with code changed */
    const cmp_file *compared;     /* of live pages: new lines in the file; NULL: none */
} html_file;

/* Types of one assembly in one namespace. */
typedef struct html_space {
    cc_str name;       /* "": none */
    uint32_t assembly; /* index in the model */
    cov_totals totals; /* each line once */
    uint64_t risk;
    const cov_class *const *classes; /* by name, then file */
    uint32_t class_count;
} html_space;

/* A class with tests. */
typedef struct html_test_class {
    const cov_test *test; /* the first one */
    uint32_t first;       /* its index in the model */
    uint32_t count;       /* the tests of a class follow each other */
    const char *page;     /* "tests/CartTests-0123456789abcdef.html"; in one file "c3" */
} html_test_class;

typedef struct html_site {
    const rep_input *in;
    const cov_model *model;
    cc_arena *arena;
    bool is_single;           /* all pages are one file */
    cc_str name;              /* name of the measured project, else the last part of the root */
    const rep_origin *origin; /* never NULL */
    const rep_levels *levels; /* never NULL */
    html_file *files;         /* as in the model */
    rep_by_file by;
    html_space *spaces; /* by assembly, then name */
    uint32_t space_count;
    html_test_class *classes; /* of runs with `--per-test` */
    uint32_t class_count;
    uint32_t *class_of; /* by test */
} html_site;

/* --- html_site.c: the whole report
 * ------------------------------------------------------------- */

/* Memory of `arena`. */
void html_site_make(html_site *out, const rep_input *in, bool is_single, cc_arena *arena);
const html_file *html_file_of(const html_site *site, const cov_file *file);
/* html_spaces.c: fills in the namespaces. */
void html_spaces_make(html_site *site);
/* Makes the name of a page, "FOLDER/SHOWN-HASH.html", from a text that identifies its content; equal
 * in each report, so that links to it stay valid. */
const char *html_page_name(const char *folder, cc_str identity, cc_str shown, cc_arena *arena);

/* --- html_tests.c: tests ---------------------------------------------------------------------- */

#define REP_HTML_TESTS "tests/"
/* Fills in the classes. */
void html_tests_make(html_site *site);
/* Appends the table of classes, or nothing. */
void html_tests_index(cc_buf *out, const html_site *site);
/* Appends the page of a class; with all pages in one file its <article>. */
void html_tests_page(cc_buf *out, const html_site *site, uint32_t index);
/* Appends the name of a test, as a link for a page at `base`. */
void html_test_link(cc_buf *out, const html_site *site, uint32_t test, const char *base);

/* --- html_parts.c: pieces of all pages -------------------------------------------------------- */

/* Appends the head of a page up to the content of <body>. The title begins with the figure, then
 * `name`, which may be empty, and the name of the project. `base`: "" or "../". */
void html_head(cc_buf *out, const html_site *site, const cov_totals *totals, cc_str name,
               const char *base);
/* Append "83.3%" or "n/a"; the risk with one decimal, rounded up like all risks. */
void html_percent(cc_buf *out, uint64_t covered, uint64_t valid);
void html_risk(cc_buf *out, uint64_t hundredths);
/* Appends ` class="good"`, "fair", "poor"; nothing when there is nothing to cover. */
void html_level(cc_buf *out, const rep_bounds *bounds, uint64_t covered, uint64_t valid);
/* Appends a cell: "83.3%", and the counts if there is room for them. */
void html_share(cc_buf *out, uint64_t covered, uint64_t valid);
/* Appends a path, which may wrap after its folders. */
void html_path(cc_buf *out, cc_str path);
/* Appends a bar: the covered part, then the missed part. It is hidden from screen readers: the
 * figure is beside it. */
void html_bar(cc_buf *out, uint64_t covered, uint64_t valid);
/* Appends the address of a line of the file, for a page at `base`. line 0: the start of the
 * file. */
void html_link(cc_buf *out, const html_site *site, const html_file *file, uint32_t line,
               const char *base);
/* Appends <td> elements: lines with percentage and counts, missed lines, branches and methods with
 * percentage and counts; complexity; risk. `bounds`: of lines, branches, methods. */
void html_figures(cc_buf *out, const cov_totals *totals, uint64_t risk, const rep_bounds *bounds);
/* Their headings. */
void html_figure_headings(cc_buf *out);

/* html_origin.c: date, commit, branch, program and other known facts about the runs; a paragraph,
 * or nothing. */
void html_origin(cc_buf *out, const html_site *site);
/* The legend: the meaning of the colours of figures and of the parts of bars. */
void html_legend(cc_buf *out, const html_site *site);

/* --- html_host.c: the server that shows the repository ---------------------------------------- */

/* Returns "GitHub"; NULL: no known server shows the file as it was measured. file
 * NULL: the commit itself. */
const char *html_host(const html_site *site, const cov_file *file);
/* Appends the server's address of a line; line 0: of the file; file NULL: of the commit. Needs
 * html_host(). Escaped. */
void html_host_address(cc_buf *out, const html_site *site, const cov_file *file, uint32_t line);

/* --- the index -------------------------------------------------------------------------------- */

/* html_index.c: the common part of a single file and index.html, from <header> on. */
void html_index(cc_buf *out, const html_site *site);
/* html_patch.c: the coverage of a change; needs in->patch. */
void html_patch(cc_buf *out, const html_site *site);
/* html_live.c: the new lines of live pages, before everything else; needs in->compared. */
void html_live(cc_buf *out, const html_site *site);
/* The line ran, or a further part of it ran, since the state with which live pages are compared. */
bool html_is_new(const html_file *file, const cov_line *line);
/* "live.js", from which open pages read the number of the latest version. */
void html_live_script(cc_buf *out, const html_site *site);
/* html_trend.c: figures of earlier commits; nothing without in->history. */
void html_trend(cc_buf *out, const html_site *site);
/* html_notes.c: gates before the figures; after the figures risks, omitted assemblies,
 * sentences. */
void html_gates(cc_buf *out, const html_site *site);
void html_notes(cc_buf *out, const html_site *site);
/* html_data.c: the rows of the trees for the script, as JSON. */
void html_data(cc_buf *out, const html_site *site);

/* --- the pages -------------------------------------------------------------------------------- */

/* html_page.c: the page of file number `index`; with all pages in one file its <article>. Reads the
 * source. CC_E_NOMEM. */
CC_NODISCARD cc_err html_page(cc_buf *out, const html_site *site, uint32_t index);

/* --- what CMake embeds ------------------------------------------------------------------------ */

/* style.css; app.js is prism.js and app.js of this folder; icon.svg. Zero-terminated. */
extern const char html_style[], html_script[], html_icon[];
extern const size_t html_style_size, html_script_size, html_icon_size;

#endif
