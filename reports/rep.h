/* Report writers: each writes a finished model to a sink as text. One source file per format.
 *
 * The bytes of a report depend only on its input; lines end with LF; writers use no locale. Names
 * in the model may contain any bytes: writers escape them. The caller keeps model and sink; writers
 * keep no reference to them. Threads: one. */
#ifndef REP_H
#define REP_H

#include "base/cc_buf.h"
#include "coverage/compare/cmp.h"
#include "coverage/model/cov_history.h"
#include "coverage/model/cov_model.h"
#include "coverage/patch/patch.h"

/* Destination of text. `write` returns false when it cannot write; the writer then stops and
 * fails. */
typedef struct rep_sink {
    bool (*write)(void *ctx, const void *data, size_t len);
    void *ctx;
} rep_sink;

/* Destination of a report of several files. `put` writes one complete file; several threads may
 * call it at once. It returns false when it cannot write; the writer then stops and fails. Names
 * are relative, with '/'. */
typedef struct rep_folder {
    bool (*put)(void *ctx, const char *name, cc_span bytes);
    void *ctx;
} rep_folder;

/* A threshold and its verdict. */
typedef struct rep_gate {
    const char *text;
    bool is_met;
} rep_gate;

/* The lowest percentages of good and fair figures, in ten-thousandths of a percent (80.5 %:
 * 805000). */
typedef struct rep_bounds {
    int32_t good, fair;
    bool is_gate; /* a threshold defines the good figures */
} rep_bounds;

typedef enum rep_measure { REP_LINES, REP_BRANCHES, REP_METHODS, REP_MEASURES } rep_measure;

/* The bounds of sums, and the bounds of single files. */
typedef struct rep_levels {
    rep_bounds all[REP_MEASURES], file[REP_MEASURES];
} rep_levels;

/* The server that shows the repository. */
typedef enum rep_host { REP_HOST_NONE, REP_HOST_GITHUB, REP_HOST_GITLAB, REP_HOST_AZURE } rep_host;

/* The origin of the figures. Fields that are unknown, or that differ between runs, are empty. */
typedef struct rep_origin {
    cc_str project; /* name of the repository, or of the folder */
    cc_str program; /* "dotnet test": never the whole command line, which may contain secrets */
    cc_str commit;  /* hash of the commit */
    cc_str branch;  /* "main" */
    /* not NONE: the server shows the commit with these sources, as they were measured */
    rep_host host;
    cc_str repository; /* "https://github.com/owner/name": without user name and password */
    cc_str folder;     /* path of the source root in the repository; "": it is the root */
} rep_origin;

/* What a row of the table shows. */
typedef enum rep_by { REP_BY_ASSEMBLY, REP_BY_FILE, REP_BY_TYPE, REP_BY_METHOD, REP_BY_DIR } rep_by;
/* Order of the rows: as in the model; most missed lines first; most executions first, with exact
 * counts only. */
typedef enum rep_sort { REP_SORT_NAME, REP_SORT_MISSED, REP_SORT_HITS } rep_sort;

/* The input of a report. Everything is borrowed. */
typedef struct rep_input {
    const cov_model *model;
    const rep_gate *gates;
    uint32_t gate_count;
    const rep_levels *levels;   /* verdicts of the thresholds; NULL: there are none */
    const rep_origin *origin;   /* NULL: unknown */
    const patch_cover *patch;   /* NULL: no patch was requested */
    const char *patch_name;     /* "since origin/main" */
    const cmp_result *compared; /* NULL: nothing was compared */
    /* Live pages, made repeatedly while a program runs: the number of this version, not 0. The
     * pages first show what is better in `compared`, as new `since` ("since the reset"). 0: clrcov
     * makes the pages once. */
    uint64_t live;
    const char *since;
    const cov_history *history; /* NULL: none was requested */
    /* path of the report, for messages about it; "-" for standard output */
    const char *path;
    unsigned width;  /* width of a terminal, in columns; 0: a log */
    rep_by by;       /* of the table */
    rep_sort sort;   /* its rows */
    bool is_colored; /* percentages of the table, for a terminal */
    bool is_verbose; /* name each omitted assembly */
    cc_buf *notes;   /* gets one sentence per line about each list that a limit cut; may be NULL */
} rep_input;

/* CC_E_IO: the sink failed; CC_E_NOMEM. */
typedef cc_err rep_writer(const rep_input *in, rep_sink sink);
typedef cc_err rep_folder_writer(const rep_input *in, rep_folder folder);

/* Writes Cobertura (coverage-04), compact, with one source root and rates with four decimals
 * rounded down. */
CC_NODISCARD cc_err rep_cobertura(const rep_input *in, rep_sink sink);
/* Writes lcov's trace file; paths are relative to the root. */
CC_NODISCARD cc_err rep_lcov(const rep_input *in, rep_sink sink);
/* Writes OpenCover, with the columns of sequence points: needs cov_request.wants_points. */
CC_NODISCARD cc_err rep_opencover(const rep_input *in, rep_sink sink);
/* Writes coverlet's JSON. */
CC_NODISCARD cc_err rep_coverlet(const rep_input *in, rep_sink sink);
/* Writes Sonar's generic test coverage. */
CC_NODISCARD cc_err rep_sonar(const rep_input *in, rep_sink sink);
/* Writes clrcov's own JSON (docs/coverage.schema.json). */
CC_NODISCARD cc_err rep_json(const rep_input *in, rep_sink sink);
/* Writes a summary in Markdown, for people. */
CC_NODISCARD cc_err rep_markdown(const rep_input *in, rep_sink sink);
/* Writes messages for the logs of build servers. */
CC_NODISCARD cc_err rep_teamcity(const rep_input *in, rep_sink sink);
CC_NODISCARD cc_err rep_github(const rep_input *in, rep_sink sink);
CC_NODISCARD cc_err rep_azure(const rep_input *in, rep_sink sink);
/* Writes an SVG with the percentage of lines. */
CC_NODISCARD cc_err rep_badge(const rep_input *in, rep_sink sink);
/* Writes the table for a terminal: rows, TOTAL, "Total coverage: N%", then the number of measured
 * assemblies, the omitted assemblies with reasons, lost data, warnings. */
CC_NODISCARD cc_err rep_table(const rep_input *in, rep_sink sink);
/* Writes only the table's last lines: lost data and warnings. Nothing when there are none. */
CC_NODISCARD cc_err rep_problems(const rep_input *in, rep_sink sink);

/* --- html/html_report.c: pages ---------------------------------------------------------------- */

/* The name of the page to open. */
#define REP_HTML_FRONT "index.html"
/* Writes pages for a browser: the index, one page per source file, a style sheet, a script. The
 * writer reads the sources below the root. Needs cov_request.wants_points (columns) and wants_facts
 * (reasons). */
CC_NODISCARD cc_err rep_html(const rep_input *in, rep_folder folder);
/* rep_html() writes files with this name. */
bool rep_html_is_page(cc_str name);
/* Writes all pages into one file. */
CC_NODISCARD cc_err rep_html_file(const rep_input *in, rep_sink sink);

/* --- rep_patch.c: the coverage of a patch; all need in->patch --------------------------------- */

CC_NODISCARD cc_err rep_patch_text(const rep_input *in, rep_sink sink);
CC_NODISCARD cc_err rep_patch_markdown(const rep_input *in, rep_sink sink);
CC_NODISCARD cc_err rep_patch_github(const rep_input *in, rep_sink sink);
CC_NODISCARD cc_err rep_patch_azure(const rep_input *in, rep_sink sink);
CC_NODISCARD cc_err rep_patch_json(const rep_input *in, rep_sink sink);

/* --- rep_compare.c: the comparison of two reports; all need in->compared ---------------------- */

CC_NODISCARD cc_err rep_compare_text(const rep_input *in, rep_sink sink);
CC_NODISCARD cc_err rep_compare_markdown(const rep_input *in, rep_sink sink);
CC_NODISCARD cc_err rep_compare_json(const rep_input *in, rep_sink sink);

#endif
