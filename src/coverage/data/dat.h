/* The data file (docs/data.md): the input of a report of some runs, in SQLite. It is portable:
 * reports need no image and no source text, on any machine.
 *
 * Files are untrusted: the reader checks each number before it uses it, and runs no view, trigger
 * or function of the file. Memory is of the given arena. Threads: no shared state; several threads
 * may read files at once.
 *
 * Errors: CC_E_NOTFOUND and CC_E_IO with the path in the message; CC_E_FORMAT: damaged, or not a
 * data file; CC_E_UNSUPPORTED: written by a later version; CC_E_NOMEM. */
#ifndef DAT_H
#define DAT_H

#include "coverage/model/cov_history.h"
#include "coverage/model/cov_raw.h"

enum { DAT_VERSION = 1 }; /* of the schema: PRAGMA user_version */

/* The file begins like a file of SQLite. */
bool dat_is_file(const char *path);

/* Writes the whole file, or leaves an old one as it is. Fills in the digests of raw's assemblies.
 * CC_E_IO when it cannot be written, or when the path is a device or pipe. */
CC_NODISCARD cc_err dat_write(const char *path, cov_raw *raw);

CC_NODISCARD cc_err dat_read(cov_raw **out, const char *path, cc_arena *arena);

/* Errors of dat_read(), as far as kind and version show them. */
CC_NODISCARD cc_err dat_check(const char *path);

/* Reads what `clrcov impacted` needs: builds, tests, suites, members, and the members that each test
 * ran; no bodies, points or hits. */
CC_NODISCARD cc_err dat_read_map(cov_raw **out, const char *path, cc_arena *arena);

/* --- dat_part.c --------------------------------------------------------------------------------- */

/* What a caller needs of a file: sources, and what is in them. */
typedef struct dat_choice {
    /* all but documents, bodies and tests was read; NULL: nothing to do */
    void (*begin)(void *ctx, const cov_raw *heads);
    bool (*wants)(void *ctx, cc_str path); /* of a document; called after begin() */
    void *ctx;
    bool needs_files_alone; /* facts of other subjects are left out, too */
    /* a source is wanted, too, when a body of a wanted one is also in it, as a constructor is in all parts of
     * its type */
    bool takes_parts;
} dat_choice;

/* Reads the wanted sources: what a report says of their lines is what it says with the whole file. Bodies
 * that are in none of them are left out, with their hits; embedded sources and counts of runs are. */
CC_NODISCARD cc_err dat_read_chosen(cov_raw **out, const char *path, const dat_choice *choice,
                                    cc_arena *arena);

/* --- dat_merge.c ------------------------------------------------------------------------------ */

/* Merges data of runs. The result depends neither on the order nor on the grouping, and a run that
 * occurs twice counts once. Builds are equal when their digests are equal. Different builds stay
 * separate, and a report merges them by place. */
typedef struct dat_merger dat_merger;

/* Starts a merger, which the caller always closes. */
dat_merger *dat_merger_open(cc_arena *arena);
void dat_merger_close(dat_merger *merger);
/* Adds data, which belongs to the merger until its end: the merger changes the hits. */
CC_NODISCARD cc_err dat_merger_add(dat_merger *merger, cov_raw *raw);
/* Adds a file; reads only the hits of builds that are already known. */
CC_NODISCARD cc_err dat_merger_add_file(dat_merger *merger, const char *path);
/* Returns the result, borrowed from the added data and from the arena. */
cov_raw *dat_merger_finish(dat_merger *merger);

/* Merges all files, on several threads; one step of `progress` (may be NULL) per file. */
CC_NODISCARD cc_err dat_merge_files(dat_merger *merger, const char *const *paths, size_t count,
                                    cc_progress *progress);

/* --- dat_history.c: a file of its own, with the figures of commits ---------------------------- */

/* CC_E_NOTFOUND, CC_E_FORMAT, CC_E_UNSUPPORTED, CC_E_IO, CC_E_NOMEM. */
CC_NODISCARD cc_err dat_history_read(cov_history *out, const char *path, cc_arena *arena);
/* Errors of dat_history_read(), as far as kind and version show them; a missing file is none. */
CC_NODISCARD cc_err dat_history_check(const char *path);
/* Adds the row, in place of an earlier row of its commit; makes the file if it is missing. Several
 * processes may do so at once. After a failure the file is unchanged. */
CC_NODISCARD cc_err dat_history_add(const char *path, const cov_history_row *row);

#endif
