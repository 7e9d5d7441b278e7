/* Report writers: a finished model goes through a sink as text. One file a format.
 * Same model, same bytes; LF; no locale. Names in the model may hold anything: writers escape. */
#ifndef REP_H
#define REP_H

#include "coverage/model/cov_model.h"

/* Where text goes. `write` returns false when it cannot take any more; writers then stop and
 * fail. */
typedef struct rep_sink {
    bool (*write)(void *ctx, const void *data, size_t len);
    void *ctx;
} rep_sink;

/* Cobertura (coverage-04), compact, one source root, rates with four decimals rounded down. */
CC_NODISCARD cc_err rep_cobertura(const cov_model *model, rep_sink sink);

/* The table of a terminal: a row for each assembly, TOTAL, "Total coverage: N%", then how many were
 * measured, what was left out with its reason, what was lost, warnings. `width` columns (0: 80). `verbose`: each
 * omitted assembly by name. */
CC_NODISCARD cc_err rep_table(const cov_model *model, rep_sink sink, unsigned width, bool verbose);

#endif
