/* Parts of `clrcov impacted`. Threads: one. */
#ifndef CMD_IMPACT_H
#define CMD_IMPACT_H

#include "cli/core/cmd_config.h"
#include "coverage/impact/imp.h"

/* Sets what the configuration says of the request; `config` must outlive it. */
void cmd_impact_settings(imp_request *out, const cmd_config *config, cc_arena *arena);

/* The tests that run, in a form that a runner takes. */
typedef enum cmd_filter_kind {
    CMD_FILTER_NONE,
    CMD_FILTER_LIST,       /* a name per line; "* ASSEMBLY" for all tests of a suite */
    CMD_FILTER_VSTEST,     /* an expression for `dotnet test --filter` */
    CMD_FILTER_MTP,        /* options of Microsoft.Testing.Platform: NUnit, MSTest */
    CMD_FILTER_XUNIT_MTP,  /* options of xunit 3 there */
    CMD_FILTER_TUNIT,      /* options of TUnit */
    CMD_FILTER_RUNSETTINGS /* a file for `dotnet test --settings` */
} cmd_filter_kind;

extern const char *const cmd_filter_names[]; /* of the option, NULL-terminated */

/* The tests of some suites as one. */
typedef struct cmd_selection {
    const imp_suite *suites;
    uint32_t count;
    bool is_all;  /* some suite runs as a whole: a filter cannot say so, and everything runs */
    bool is_none; /* nothing runs */
} cmd_selection;

cmd_selection cmd_selection_of(const imp_suite *suites, uint32_t count);
/* Appends the condition of VSTest alone. */
void cmd_put_condition(cc_buf *out, const cmd_selection *of);
/* Appends the filter; nothing where everything runs, or where a filter of this kind cannot name one of
 * the tests. A filter of nothing matches no test. */
void cmd_put_filter(cc_buf *out, const cmd_selection *of, cmd_filter_kind kind);

void cmd_impacted_text(const imp_answer *answer, cc_buf *out);
/* docs/impacted.md describes the form. */
void cmd_impacted_json(const imp_answer *answer, cc_buf *out);
/* Appends why each test of this name runs, or that it does not; false: there is no such test. */
bool cmd_impacted_explain(const imp_answer *answer, const cov_raw *data, const char *name,
                          cc_buf *out);

/* --- cmd_impacted_answer.c: for clrcov run --impacted ------------------------------------------ */

/* The suite of the assembly in its folder; NULL: the data does not have it. `assembly`: a real path. */
const cov_raw_suite *cmd_find_suite(const cov_raw *data, const char *root, const char *assembly);
/* Answers for the assembly, whose suite is `of` (NULL: no run is known): appends "all", "some" or
 * "none", and writes the answer (cmd_answers.h) to PATH.answer. Where not all tests run, writes the
 * filter: PATH.runsettings (`kind` CMD_FILTER_RUNSETTINGS) from the file of the user that
 * PATH.settings names, with the filter of the user that PATH.filter holds; else PATH.rsp. Errors of
 * the file system. */
CC_NODISCARD cc_err cmd_impacted_answer(const imp_suite *of, const char *assembly, const char *path,
                                        cmd_filter_kind kind, cc_buf *out, cc_arena *arena);

#endif
