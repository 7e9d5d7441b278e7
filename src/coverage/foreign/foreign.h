/* Reports of other tools as data: Cobertura, OpenCover, lcov's trace files, coverlet's JSON. clrcov
 * invents no missing facts: lines without columns are points of a whole line. Where a report only
 * counts arms, the first arms count as covered, and the run states that its figures are lower
 * bounds.
 *
 * A file whose name has '\' is looked for with '/' where a folder of the report is one of Windows, or
 * where there is no file of that name. Files that are not found are counted in one warning.
 *
 * Foreign text: no network, no external entities; the reader checks each number. Threads: pure
 * functions except for the files. */
#ifndef FOREIGN_H
#define FOREIGN_H

#include "coverage/model/cov_raw.h"
#include "coverage/module/mod_request.h"

typedef struct foreign_request {
    const char *root; /* source root, absolute */
    const mod_mapping *mappings;
    size_t mapping_count;
} foreign_request;

/* Reads a file of any of these formats, which its content identifies. Its only run has an id made
 * of the content, so that a file counts once. CC_E_FORMAT: another format, or damaged, with the
 * place; CC_E_NOTFOUND, CC_E_IO, CC_E_LIMIT, CC_E_NOMEM; the path is in the message. Memory of the
 * arena. */
CC_NODISCARD cc_err foreign_read(cov_raw **out, const char *path, const foreign_request *request,
                                 cc_arena *arena);
/* Like foreign_read(), for bytes; `path` is for messages. */
CC_NODISCARD cc_err foreign_parse(cov_raw **out, cc_span bytes, const char *path,
                                  const foreign_request *request, cc_arena *arena);

#endif
