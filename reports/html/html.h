/* Internal to the pages: what all of them need to know, made once (html_site.c), and their parts. Text goes to a buffer;
 * out of memory is recorded in it. Threads: a site does not change once it is made; any number of threads may make pages
 * from it. */
#ifndef HTML_H
#define HTML_H

#include "reports/rep.h"
#include "reports/rep_by_file.h"
#include "reports/rep_level.h"

/* A source file with its page. */
typedef struct html_file {
    const cov_file *file;
    const char *page;  /* "src/Basket.cs-0123456789abcdef.html"; in a single file "f12" */
    cov_totals totals; /* methods and complexity are those of its classes in this file */
    uint64_t risk;     /* hundredths: the highest CRAP score of its methods */
    const cov_fact *const *facts; /* members whose lines are in the file, the largest first */
    uint32_t fact_count;
    const patch_covered *changed; /* NULL: no line with code changed */
    const cmp_file *compared;     /* of live pages: what is new in the file; NULL: nothing */
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

typedef struct html_site {
    const rep_input *in;
    const cov_model *model;
    cc_arena *arena;
    bool is_single; /* everything is one file */
    cc_str name;    /* of what was measured: the project, else the last part of the root */
    const rep_origin *origin; /* never NULL */
    const rep_levels *levels; /* never NULL */
    html_file *files;         /* as in the model */
    rep_by_file by;
    html_space *spaces; /* by assembly, then name */
    uint32_t space_count;
} html_site;

/* --- html_site.c: what is known of the whole report -------------------------------------------- */

/* Memory of `arena`. CC_E_NOMEM. */
CC_NODISCARD cc_err html_site_make(html_site *out, const rep_input *in, bool is_single,
                                   cc_arena *arena);
const html_file *html_file_of(const html_site *site, const cov_file *file);
/* html_spaces.c: fills in the namespaces. CC_E_NOMEM. */
CC_NODISCARD cc_err html_spaces_make(html_site *site);

/* --- html_parts.c: pieces of all pages --------------------------------------------------------- */

/* The head of a page up to the content of <body>. The title begins with the figure, then `name`, which may be empty, and
 * what was measured. `base`: "" or "../". */
void html_head(cc_buf *out, const html_site *site, const cov_totals *totals, cc_str name,
               const char *base);
/* "83.3%" or "n/a"; the risk with one decimal, rounded up as risks are. */
void html_percent(cc_buf *out, uint64_t covered, uint64_t valid);
void html_risk(cc_buf *out, uint64_t hundredths);
/* ` class="good"`, "fair", "poor"; nothing where there is nothing to cover. */
void html_level(cc_buf *out, const rep_bounds *bounds, uint64_t covered, uint64_t valid);
/* A cell: "83.3%", and the counts where there is room for them. */
void html_share(cc_buf *out, uint64_t covered, uint64_t valid);
/* A path, which may be broken behind its folders. */
void html_path(cc_buf *out, cc_str path);
/* A bar: what ran, and behind it what did not. Hidden from readers of text: beside it stands the figure. */
void html_bar(cc_buf *out, uint64_t covered, uint64_t valid);
/* The address of a line of the file, for a page at `base`. line 0: of its beginning. */
void html_link(cc_buf *out, const html_site *site, const html_file *file, uint32_t line,
               const char *base);
/* <td> elements: lines with percentage and counts, those that did not run, branches and methods with percentage and
 * counts; complexity; risk. `bounds`: of lines, branches, methods. */
void html_figures(cc_buf *out, const cov_totals *totals, uint64_t risk, const rep_bounds *bounds);
/* Their headings. */
void html_figure_headings(cc_buf *out);

/* html_origin.c: date, commit, branch, program and what else is known of the runs; a paragraph, or nothing. */
void html_origin(cc_buf *out, const html_site *site);
/* What the colours of figures and the parts of bars say. */
void html_legend(cc_buf *out, const html_site *site);

/* --- html_host.c: the server that shows the repository ------------------------------------------ */

/* "GitHub"; NULL: no server is known that shows the file as it was measured. file NULL: the commit itself. */
const char *html_host(const html_site *site, const cov_file *file);
/* Its address of a line; line 0: of the file; file NULL: of the commit. Needs html_host(). Escaped. */
void html_host_address(cc_buf *out, const html_site *site, const cov_file *file, uint32_t line);

/* --- the index ---------------------------------------------------------------------------------- */

/* html_index.c: what a single file and index.html have in common, from <header> on. */
void html_index(cc_buf *out, const html_site *site);
/* html_patch.c: what of a change ran; needs in->patch. */
void html_patch(cc_buf *out, const html_site *site);
/* html_live.c: what of live pages is new, in front of everything else; needs in->compared. */
void html_live(cc_buf *out, const html_site *site);
/* The line ran, or ran further, since what live pages are compared with. */
bool html_is_new(const html_file *file, const cov_line *line);
/* "live.js", by which open pages learn the number of the last making. */
void html_live_script(cc_buf *out, const html_site *site);
/* html_trend.c: figures of earlier commits; nothing without in->history. */
void html_trend(cc_buf *out, const html_site *site);
/* html_notes.c: gates in front of the figures; behind them risks, assemblies that are left out, sentences. */
void html_gates(cc_buf *out, const html_site *site);
void html_notes(cc_buf *out, const html_site *site);
/* html_data.c: the rows of the trees for the script, as JSON. */
void html_data(cc_buf *out, const html_site *site);

/* --- the pages ---------------------------------------------------------------------------------- */

/* html_page.c: the page of file number `index`; in a single file its <article>. Reads the source. CC_E_NOMEM. */
CC_NODISCARD cc_err html_page(cc_buf *out, const html_site *site, uint32_t index);

/* --- what CMake embeds --------------------------------------------------------------------------- */

/* style.css; app.js is prism.js and app.js of this folder; icon.svg. Zero-terminated. */
extern const char html_style[], html_script[], html_icon[];
extern const size_t html_style_size, html_script_size, html_icon_size;

#endif
