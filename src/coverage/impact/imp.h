/* Which tests a change affects: the builds that are there are compared with the builds that ran, and
 * the files on which tests may depend with what these held. docs/impacted.md has the rules.
 *
 * What is not known runs: every test that is left out is known to run nothing that changed.
 * Memory of the given arena. Threads: one; reading builds uses others. */
#ifndef IMP_H
#define IMP_H

#include "coverage/model/cov_raw.h"

/* What a user says about files that tests read (clrcov.xml). */
typedef struct imp_reads {
    cc_str files; /* pattern of paths, relative to the root */
    cc_str tests; /* pattern of full names, or "none" */
} imp_reads;

typedef struct imp_lines {
    uint32_t first, last;
} imp_lines;

/* A source that changed, as a version control system says. Reasons name it; it decides nothing. */
typedef struct imp_text {
    cc_str path;      /* relative to the root */
    imp_lines *lines; /* of the file that is there, ascending */
    uint32_t count;
} imp_text;

typedef struct imp_request {
    const cov_raw *data;       /* of runs with `--per-test` */
    const cov_raw_suite *only; /* of the data: nothing is decided for others; NULL: all of them */
    const char *root;          /* source root, absolute */
    const imp_reads *reads;
    size_t read_count;
    const imp_text *texts;
    uint32_t text_count;
    const char
        *test_attributes; /* full names, separated by commas, beside those of mth_find_tests() */
} imp_request;

/* A test that runs. */
typedef struct imp_test {
    cc_str type, method;   /* "Ns.Outer+Inner" */
    const char *reason;    /* a clause: "Shop.Cart.Add(System.Int32) changed" */
    const cov_test *known; /* NULL: no run has it */
    /* NUnit: its name may have arguments after the class, or "()" after the method */
    bool has_class_arguments, has_result;
} imp_test;

/* A test assembly of the data. */
typedef struct imp_suite {
    const cov_raw_suite *of;
    const char *all; /* why every test runs; NULL: only those of `tests` */
    imp_test *tests; /* by type, method */
    uint32_t count;
    uint32_t left_out; /* tests that need not run; 0 with `all` */
} imp_suite;

typedef struct imp_answer {
    imp_suite *suites; /* in the order of the data */
    uint32_t count;
} imp_answer;

/* CC_E_IO and others where the root cannot be read; what cannot be read below it counts as
 * changed. */
CC_NODISCARD cc_err imp_select(imp_answer *out, const imp_request *request, cc_arena *arena);

/* --- imp_files.c ------------------------------------------------------------------------------ */

/* Lists the files in a folder and below it with digests of what they hold; leaves out what no test
 * reads (symbols, documentation of assemblies). A file that was changed after `since_ns` (since 1970;
 * 0: none) is COV_INPUT_WRITTEN. A link counts as its file; links to folders are not followed. */
void imp_list_folder(cov_raw_inputs *out, const char *folder, uint64_t since_ns, cc_arena *arena);
/* Lists the files of a source tree in this way; leaves out folders of builds and of tools, what
 * compilers read, and reports. */
void imp_list_tree(cov_raw_inputs *out, const char *root, uint64_t since_ns, cc_arena *arena);
/* The system of this machine: "linux-x64". */
const char *imp_system(void);

#endif
