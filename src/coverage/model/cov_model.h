/* The coverage model: the content of all reports. Made from counters files, images and PDBs; no
 * file is opened after cov_model_build() returns, and nothing in it depends on the order in which
 * processes ran.
 *
 *     package (assembly) > class (type in one file) > method > lines
 *     file > lines: every (file, line) once, for totals
 *
 * Points and arms with the same file, span and ordinal are united wherever they come from
 * (docs/coverage-rules.md: initialisers copied into constructors, F# inline, two target frameworks,
 * a file linked twice), so a line is the same object in every class that shows it. Threads:
 * immutable after building. */
#ifndef COV_MODEL_H
#define COV_MODEL_H

#include "base/cc_progress.h"
#include "coverage/counters/ctr.h"
#include "coverage/decision/core/dec_test.h"
#include "coverage/module/mod_file.h"
#include "coverage/module/mod_left_out.h"
#include "coverage/module/mod_request.h"

/* A place in a source file, as in the PDB: lines and columns from 1; the end column is
 * exclusive. */
typedef struct cov_span {
    uint32_t start_line, start_column, end_line, end_column;
} cov_span;

/* One arm of a branch, in the order of the source. */
typedef struct cov_arm {
    bool is_taken;
    uint32_t line; /* the line of this file to which it leads directly; 0: unknown */
    bool mark;     /* for the builder */
} cov_arm;

/* A branch of the source: an if, one operand of &&, a switch. */
typedef struct cov_branch {
    cov_span span;  /* of the sequence point that it belongs to */
    bool is_switch; /* more than two arms, or made from a switch */
    /* what it tests, and the arm on which the test holds; `x >= y` tests whether x is less */
    dec_test test;
    uint32_t holds;
    uint32_t arm_count;
    uint32_t arms_taken;
    cov_arm *arms;
} cov_branch;

/* There are many: the order of members avoids padding. */
typedef struct cov_line {
    uint32_t number; /* 1-based */
    uint32_t mark;   /* for the builder */
    uint64_t hits;
    uint32_t point_count, points_hit; /* sequence points that own the line */
    uint32_t branch_count;
    bool has_whole;                 /* for the builder: a foreign report has the line */
    cov_branch *branches;           /* by column, then ordinal */
    uint32_t arm_count, arms_taken; /* sums over branches */
} cov_line;

typedef enum cov_outcome { COV_OUTCOME_OPEN, COV_OUTCOME_ENDED, COV_OUTCOME_THREW } cov_outcome;

/* A test method of one class; its rows are one test. */
typedef struct cov_test {
    cc_str assembly, type, method; /* the class that ran: "Ns.Outer+Inner" */
    /* of the last run: how the method ended, an exception before all; and how often it ran */
    cov_outcome outcome;
    uint32_t runs;
    bool is_overlapped; /* another test ran at the same time: it may have less than its hits */
    uint64_t last_run;  /* cov_raw_run.started */
} cov_test;

/* The tests that hit a line. */
typedef struct cov_line_tests {
    const uint32_t *tests; /* indexes in cov_model.tests, increasing */
    uint32_t count;
    bool is_shared; /* code that belongs to every test hit it (docs/per-test.md) */
    /* by arm, one branch of the line after the other: the tests that took it; NULL: there is no arm, or
     * they are not known (wants_arm_tests) */
    const struct cov_line_tests *arms;
} cov_line_tests;

/* hits 0: missed; some point or arm not reached: partial. */
typedef enum cov_state { COV_LINE_MISSED, COV_LINE_PARTIAL, COV_LINE_COVERED } cov_state;
cov_state cov_line_state(const cov_line *line);

typedef struct cov_file {
    cc_str path; /* relative to the root with '/', or absolute when outside of it */
    bool is_outside_root;
    bool is_changed;   /* the source's checksum differs from the PDB's */
    cc_span checksum;  /* of the text that was compiled, as in the PDB; empty: not known */
    mod_origin origin; /* of the checksum */
    /* that text itself, see cov_text_open(); empty: it is not known, or the file is that text */
    cc_span embedded;
    cov_line **lines; /* by number */
    uint32_t line_count;
    cov_line_tests *tests;        /* by index of the line; NULL: not known (wants_tests) */
    const mod_left_out *left_out; /* lines that comments or rules leave out; NULL: none */
} cov_file;

/* Index of the line with this number among lines in order; `count` when none has it. */
uint32_t cov_line_index(cov_line *const *lines, uint32_t count, uint32_t number);
/* Index of the line with this number; line_count when it is not coverable. */
uint32_t cov_file_index(const cov_file *file, uint32_t number);
/* The line with this number; NULL when it is not coverable. */
cov_line *cov_file_line(const cov_file *file, uint32_t number);

/* The path of a source is not relative to the root: it is one outside of it, or of another system, as
 * "C:\\src\\A.cs". */
bool cov_path_is_absolute(cc_str path);

typedef enum cov_text_kind {
    COV_TEXT_NONE,
    COV_TEXT_COMPILED, /* the file, which is what was compiled as far as anybody knows */
    COV_TEXT_EMBEDDED, /* what the compiler embedded: the file does not exist, or has another text */
    COV_TEXT_CHANGED   /* the file, which was changed since */
} cov_text_kind;

/* The text of a source. Every report that shows or asks a source reads it in this way. */
typedef struct cov_text {
    cov_text_kind kind;
    cc_span bytes;
    bool is_outside;   /* there may be a file, which no report may read (mod_file.h) */
    bool is_too_large; /* more than SRC_MOST_BYTES or SRC_MOST_LINES */
    cc_mapped_file file;
} cov_text;

/* Opens the text; cov_text_close() frees it. What was embedded is inflated into the arena, or
 * borrowed from the file's `embedded`. Out of memory counts as no text. */
void cov_text_open(cov_text *out, cc_str root, const cov_file *file, cc_arena *arena);
void cov_text_close(cov_text *text);

/* A sequence point of a method. */
typedef struct cov_spot {
    cov_span span;
    uint64_t hits;
} cov_spot;

typedef struct cov_method {
    cc_str name, signature; /* unique together within class and file */
    uint32_t complexity;    /* arms - decisions + 1 */
    /* one of its own points was hit; its lines may also have points of others */
    bool is_entered;
    /* shared with the file; of a file that several assemblies have, lines with what ran in this one */
    cov_line **lines;
    uint32_t line_count;
    cov_spot *spots; /* with wants_points: those that own lines, by place; else none */
    uint32_t spot_count;
} cov_method;

typedef struct cov_class {
    cc_str name; /* full CLR name, nested with '/' */
    const cov_file *file;
    cov_method *methods;
    uint32_t method_count;
    cov_line **lines; /* the union of the methods' lines, by number */
    uint32_t line_count;
} cov_class;

typedef struct cov_totals {
    uint64_t lines_valid, lines_covered, branches_valid, branches_covered, complexity;
    /* methods with lines; the entered ones of them */
    uint64_t methods_valid, methods_covered;
} cov_totals;

typedef struct cov_package {
    cc_str name;        /* simple assembly name */
    cov_class *classes; /* by name, then file */
    uint32_t class_count;
    bool never_loaded;
    cov_totals totals; /* each line once, also when several classes show it */
} cov_package;

/* An assembly that is not in the report. */
typedef struct cov_omitted {
    cc_str name;
    ctr_reason reason;
    cc_str detail;
} cov_omitted;

/* It is of the project, as far as the reason says: it has symbols and sources, or a rule names it; it did not come with a
 * package or the framework. */
bool cov_omitted_is_own(const cov_omitted *omitted);

/* An assembly that was instrumented without being in the report (ses_stress). Sums over the
 * processes. */
typedef struct cov_stressed {
    cc_str name;
    uint64_t methods, methods_entered;
    uint64_t probes, probes_hit;
} cov_stressed;

/* Why something is in the report or not: for `clrcov explain`. */
typedef enum cov_subject {
    COV_SUBJECT_ASSEMBLY,
    COV_SUBJECT_TYPE,
    COV_SUBJECT_MEMBER,
    COV_SUBJECT_FILE
} cov_subject;

typedef struct cov_fact {
    cov_subject subject;
    cc_str assembly; /* simple name */
    cc_str type;     /* full CLR name; of a member: the name of its type; else "" */
    /* assembly: simple name; member: name and signature; type: its name; file: its path as in
     * cov_file, or as in the PDB when it was not found */
    cc_str name;
    cc_str path; /* assembly: where it was loaded from; member: its file; else "" */
    uint32_t first_line, last_line; /* of a member; 0: none */
    /* CTR_MEASURED: in. Assembly: CTR_REASON_NEVER_LOADED without a detail: in, with 0 hits; with a
     * detail: left out. */
    ctr_reason reason;
    /* assembly: some process loaded it; member: it was entered or compiled with probes */
    bool has_data;
    /* the rule that decided, the file that is missing, why processes did not instrument a member,
     * ...; "" */
    cc_str detail;
} cov_fact;

typedef struct cov_model {
    cc_str root; /* absolute source root, no trailing slash */
    /* start of the latest run, in seconds since 1970, so that reports of the same data are equal;
     * 0: not known */
    uint64_t timestamp;
    ctr_hits hits;
    cov_package *packages; /* by name */
    uint32_t package_count;
    cov_file *files; /* by path */
    uint32_t file_count;
    cov_omitted *omitted; /* by reason, then name; each assembly once */
    uint32_t omitted_count;
    cov_stressed *stressed; /* by name */
    uint32_t stressed_count;
    cc_str *lost; /* sentences: what was measured but could not be used, sorted */
    uint32_t lost_count;
    /* paths of the files and folders outside of the sessions that decide what the model has */
    const char *const *inputs;
    uint32_t input_count;
    cc_str *warnings; /* sentences: rules that matched nothing, changed sources, living processes */
    uint32_t warning_count;
    /* "ASSEMBLY: PATH" of each source file with code that does not exist, sorted; the path is the
     * path in the PDB */
    cc_str *missing;
    uint32_t missing_count;
    /* with wants_facts: by subject, assembly, type, name; each once for each build */
    cov_fact *facts;
    uint32_t fact_count;
    cov_test *tests; /* with wants_tests: of runs with `--per-test`, by assembly, type, method */
    uint32_t test_count;
    uint32_t generated_methods; /* left out because a tool wrote them */
    uint32_t process_count;
    uint32_t alive_count;
    /* no process loaded an assembly that is in, or these have no lines */
    bool nothing_measured;
    /* with wants_raw: what was measured in the sessions; else NULL. The runs and settings are the
     * caller's to fill in */
    struct cov_raw *raw;
    /* some input does not tell arms apart, so that figures are lower bounds */
    bool is_lower_bound;
    /* tests that did not run, because no change affects them: their hits are from an earlier run */
    uint32_t tests_left_out;
    /* lines that several assemblies have: each of them counts it, and the totals count it once */
    uint64_t shared_lines;
    /* over the files: each (file, line) once; complexity and methods over the assemblies, where a
     * method of a shared line counts as entered when it was in any of them */
    cov_totals totals;
} cov_model;

/* The file with this path, the package with this name; NULL: the report does not have it. */
const cov_file *cov_find_file(const cov_model *model, cc_str path);
const cov_package *cov_find_package(const cov_model *model, cc_str name);
/* No rule leaves it out: it is measured, or would be if it was loaded. */
bool cov_fact_is_in(const cov_fact *fact);

/* Sums over some lines, without complexity. */
void cov_line_add(cov_totals *to, const cov_line *line);
cov_totals cov_lines_totals(cov_line *const *lines, uint32_t count);
cov_totals cov_class_totals(const cov_class *cls);

/* Change risk: complexity squared times the cube of the part of the lines that did not run, plus
 * the complexity; in hundredths, rounded up. A method without lines counts as covered. */
uint64_t cov_crap_hundredths(const cov_method *method);

enum { COV_WORST_RISKS = 3 };
typedef struct cov_risk {
    const cov_class *cls;
    const cov_method *method;
    uint64_t score; /* hundredths */
} cov_risk;
/* The methods with a higher score than `limit` (hundredths). */
typedef struct cov_risks {
    /* the highest score first; of equal ones the first in the model */
    cov_risk worst[COV_WORST_RISKS];
    uint64_t count; /* all of them */
} cov_risks;
cov_risks cov_find_risks(const cov_model *model, uint64_t limit);

/* --- the request ------------------------------------------------------------------------------ */

/* What tests that were left out ran before: it completes a run with `--impacted`. */
typedef struct cov_completion {
    const struct cov_raw *data; /* of the run that has the map, with its points */
    const bool *is_left_out;    /* by test of the data; a suite for another framework may run it */
    const bool *is_idle; /* by suite of the data: it was asked, and no change affects its tests */
} cov_completion;

typedef struct cov_request {
    const char *const *session_dirs;
    size_t session_count;
    /* Instead of sessions, before any run: folders whose assemblies are judged as if they had never
     * been loaded, each folder by itself (subfolders are not searched). When a build is in several
     * folders, the newest counts. */
    const char *const *folders;
    size_t folder_count;
    const char *root;            /* source root, absolute, resolved */
    const mod_mapping *mappings; /* the longest `from` that is a prefix wins */
    size_t mapping_count;
    mod_selection selection;
    bool include_tests;
    bool has_no_tests; /* the run did not measure test assemblies: include_tests has no effect */
    bool no_branches;  /* lines only */
    /* code that is reached only through a call of a [DoesNotReturn] method is shown */
    bool keep_after_no_return;
    /* unless these are kept: full names of exceptions whose throw marks code as unreachable */
    const char *const *unreachable_exceptions;
    size_t unreachable_exception_count;
    bool ignore_unloaded; /* assemblies that no process loaded are left out */
    bool raw_branches;    /* idioms off: every branch of the IL as it is (for contributors) */
    bool wants_facts;     /* fill cov_model.facts */
    bool wants_points;    /* fill cov_method.spots */
    bool wants_raw;       /* fill cov_model.raw */
    bool wants_tests;     /* fill cov_model.tests and cov_file.tests */
    bool wants_arm_tests; /* with wants_tests: fill cov_line_tests.arms */
    cc_str tests_of; /* with wants_tests: only lines of files of this name need tests; "": all */
    /* the sessions come from elsewhere: nothing in them opens a file outside the root */
    bool is_foreign;
    /* in addition to sessions: what was read from data files. Rules for assemblies, types, members and
     * files apply to it */
    struct cov_raw *const *data;
    size_t data_count;
    /* documents and bodies of data go as soon as the report has them (cov_raw_drop_rows()); not with
     * wants_tests: tests refer to points until the end */
    bool drops_data;
    uint64_t timestamp; /* when the sessions' run began; 0: not known */
    /* the time that the report states instead (SOURCE_DATE_EPOCH) */
    bool has_source_date;
    uint64_t source_date;
    const cov_completion *completion; /* NULL: everything ran */
    cc_progress *progress;            /* a step for each build of an assembly; NULL: nobody looks */
    struct cov_shadow *shadow;        /* what was made while the command ran; NULL: nothing */
} cov_request;

/* Reads everything and builds the model in `arena`. Defects of single files or methods are listed
 * in `lost` and do not fail the call. CC_E_NOTFOUND when a session directory does not exist; *out is
 * NULL on any error. CC_E_LIMIT when the progress was cancelled. */
CC_NODISCARD cc_err cov_model_build(cov_model **out, const cov_request *request, cc_arena *arena);

#endif
