/* The session directory: where the processes of one run meet.
 *
 *   ${TMPDIR:-/tmp}/clrcov-UID/NAME/     mode 0700, owned by the user; NAME is time and random digits
 *     settings         what the processes need to know (text, "key value" lines)
 *     filter           sel_list in its text form
 *     lock             flock: exclusive while a CLI runs or reports the session
 *     p-*.cov          counters files
 *     images/HASH.dll  images and PDBs the processes saw, by content
 * Written to by processes of the same user only; everything read from it is checked all the same.
 * Links libc and base alone. */
#ifndef COV_SESSION_H
#define COV_SESSION_H

#include "coverage/cov_counters.h"

#define COV_SESSION_ENV "CLRCOV_SESSION" /* absolute path of the directory */
#define COV_OUTPUT_ENV "CLRCOV_OUTPUT"   /* without the CLI: the Cobertura file to write */

typedef enum cov_probe_form { COV_PROBE_DEFAULT, COV_PROBE_CALL, COV_PROBE_INLINE } cov_probe_form;

typedef struct cov_settings {
    cov_hits hits;
    cov_probe_form probe;    /* exact mode */
    bool probe_all;          /* the oracle */
    bool wide;               /* force the form for addresses above 2 GiB */
    bool verify;             /* verify every new body in the process; on in debug builds */
    bool include_tests;      /* for the report */
    char *root;              /* source root, absolute */
    char *start_dir;         /* working directory of the run */
    char *output;            /* Cobertura file, absolute; NULL: none */
} cov_settings;

typedef struct cov_session {
    char *dir;
    cov_settings settings;
    char *filter_text;
} cov_session;

/* "${TMPDIR:-/tmp}/clrcov-UID", created private when missing. */
CC_NODISCARD cc_err cov_session_base(cc_arena *arena, char **out);
/* A new session: directory, settings, filter, images/. Memory of `arena`. */
CC_NODISCARD cc_err cov_session_create(cov_session *out, const cov_settings *settings,
                                       cc_str filter_text, cc_arena *arena);
/* Opens an existing one: checks owner, mode and that no part is a link. */
CC_NODISCARD cc_err cov_session_open(cov_session *out, const char *dir, cc_arena *arena);
/* Paths of its counters files, sorted. */
CC_NODISCARD cc_err cov_session_files(const cov_session *session, cc_arena *arena, char ***paths,
                                      size_t *count);
/* Stores bytes as "images/<hash><ext>" unless they are there already (written aside, then renamed);
 * the hash is of the content. */
CC_NODISCARD cc_err cov_session_store(const char *session_dir, cc_span bytes, const char *extension,
                                      cc_hash128 *hash);
/* Path of a stored file, in the arena. */
char *cov_session_stored(const char *session_dir, const cc_hash128 *hash, const char *extension,
                         cc_arena *arena);
/* Takes the session's lock; -1 in *fd when somebody else has it (no wait). */
CC_NODISCARD cc_err cov_session_lock(const char *session_dir, int *fd);
void cov_session_unlock(int fd);
/* Removes finished sessions of this user but the newest `keep`; sessions whose lock is held, or with a
 * living process, stay. */
CC_NODISCARD cc_err cov_session_prune(size_t keep);
/* The newest session started from `start_dir`; CC_E_NOTFOUND when there is none. */
CC_NODISCARD cc_err cov_session_newest(const char *start_dir, cc_arena *arena, char **dir);

#endif
