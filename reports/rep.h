/* Report writers: each writes a finished model to a sink as text. One file for each format.
 *
 * The same model gives the same bytes; lines end in LF; no locale is used. Names in the model may
 * contain any bytes: writers escape them. The caller keeps model and sink; writers keep no
 * reference to them. Threads: one. */
#ifndef REP_H
#define REP_H

#include "coverage/model/cov_model.h"

/* Destination of text. `write` returns false when it cannot write; the writer then stops and
 * fails. */
typedef struct rep_sink {
    bool (*write)(void *ctx, const void *data, size_t len);
    void *ctx;
} rep_sink;

/* Cobertura (coverage-04), compact, one source root, rates with four decimals rounded down.
 * CC_E_IO: the sink failed; CC_E_NOMEM. */
CC_NODISCARD cc_err rep_cobertura(const cov_model *model, rep_sink sink);

/* The table for a terminal: a row for each assembly, TOTAL, "Total coverage: N%", then the number
 * of measured assemblies, the omitted ones with reasons, lost data, warnings. `width` in columns
 * (0: 80). `verbose`: every omitted assembly by name. Errors as above. */
CC_NODISCARD cc_err rep_table(const cov_model *model, rep_sink sink, unsigned width, bool verbose);

#endif
