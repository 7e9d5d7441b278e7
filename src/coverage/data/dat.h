/* The data file (docs/data.md): what a report of some runs is made from, in SQLite. It is portable:
 * no image and no source text is needed to make reports of it, on any machine.
 *
 * Files are read with suspicion: each number is checked before it is used, and no view, trigger or
 * function of the file runs. Memory of the given arena. Threads: none is shared; several files may
 * be read at once.
 *
 * Errors: CC_E_NOTFOUND and CC_E_IO with the path in the message; CC_E_FORMAT: damaged, or no data
 * file; CC_E_UNSUPPORTED: written by a later version; CC_E_NOMEM. */
#ifndef DAT_H
#define DAT_H

#include "coverage/model/cov_history.h"
#include "coverage/model/cov_raw.h"

enum { DAT_VERSION = 1 }; /* of the schema: PRAGMA user_version */

/* The file begins as a file of SQLite. */
bool dat_is_file(const char *path);

/* Writes the whole file, or leaves an old one as it is. Fills in the digests of raw's assemblies.
 * CC_E_IO when it cannot be written, or when the path is a device or pipe. */
CC_NODISCARD cc_err dat_write(const char *path, cov_raw *raw);

CC_NODISCARD cc_err dat_read(cov_raw **out, const char *path, cc_arena *arena);

/* --- dat_merge.c ------------------------------------------------------------------------------ */

/* Unites data of runs. The result depends neither on the order nor on the grouping, and a run that
 * occurs twice counts once. Builds are the same when their digests are; what differs stays apart,
 * and a report unites it by place. */
typedef struct dat_merger dat_merger;

/* CC_E_NOMEM; *out must be closed in any case. */
CC_NODISCARD cc_err dat_merger_open(dat_merger **out, cc_arena *arena);
void dat_merger_close(dat_merger *merger);
/* Adds data, which belongs to the merger until the end: its hits change. */
CC_NODISCARD cc_err dat_merger_add(dat_merger *merger, cov_raw *raw);
/* Adds a file; of builds that are known already only the hits are read. */
CC_NODISCARD cc_err dat_merger_add_file(dat_merger *merger, const char *path);
/* The result, borrowed from what was added and from the arena. */
CC_NODISCARD cc_err dat_merger_finish(dat_merger *merger, cov_raw **out);

/* All files, on several threads; a step of `progress` (may be NULL) for each. */
CC_NODISCARD cc_err dat_merge_files(dat_merger *merger, const char *const *paths, size_t count,
                                    cc_progress *progress);

/* --- dat_history.c: a file of its own, with the figures of commits ------------------------------- */

/* CC_E_NOTFOUND, CC_E_FORMAT, CC_E_UNSUPPORTED, CC_E_IO, CC_E_NOMEM. */
CC_NODISCARD cc_err dat_history_read(cov_history *out, const char *path, cc_arena *arena);
/* Adds the row, in place of an earlier one of its commit; makes the file where there is none.
 * Several processes may do so at once. The file is as before when it fails. */
CC_NODISCARD cc_err dat_history_add(const char *path, const cov_history_row *row);

#endif
