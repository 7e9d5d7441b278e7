/* The session directory: where the processes of one run meet.
 *
 *   ${TMPDIR:-/tmp}/clrcov-UID/NAME/     mode 0700, owned by the user; NAME is time and random digits
 *     settings         what the processes need to know (text, "key value" lines)
 *     filter           sel_list in its text form
 *     lock             flock: exclusive while a CLI runs or reports the session
 *     p-*.cov          counters files
 *     reported         empty; there is a report
 *     earlier-*        reports of earlier runs, in whose place the session's would be
 *     h-*.hold         empty; a process that is part of the run without a counters file holds its lock
 *     images/HASH.dll  images and PDBs the processes saw, by content
 * Written to by processes of the same user only; everything read from it is checked all the same.
 * Links libc and base alone. */
#ifndef SES_H
#define SES_H

#include "coverage/counters/ctr.h"

#define SES_SESSION_ENV "CLRCOV_SESSION" /* absolute path of the directory */
#define SES_OUTPUT_ENV "CLRCOV_OUTPUT"   /* without the CLI: the Cobertura file to write */

typedef enum ses_probe_form { SES_PROBE_DEFAULT, SES_PROBE_CALL, SES_PROBE_INLINE } ses_probe_form;

/* Code that is instrumented although it is not in the report: none; all that is loaded but
 * System.Private.CoreLib; that, too. Not what the filter excludes. */
typedef enum ses_stress { SES_STRESS_NONE, SES_STRESS_FRAMEWORK, SES_STRESS_CORELIB } ses_stress;

typedef struct ses_settings {
    ctr_hits hits;
    ses_probe_form probe; /* exact mode */
    ses_stress stress;
    bool keeps_probes;  /* also those that were hit, when a method is compiled again */
    bool probe_all;     /* the oracle */
    bool wide;          /* force the form for addresses above 2 GiB */
    bool stats;         /* add up what the library itself does */
    bool verify;        /* verify every new body in the process; on in debug builds */
    bool no_children;   /* processes below a measured one are not measured */
    bool include_tests; /* for the report */
    bool is_joint;      /* made by ses_join(): others with the same output may join */
    char *root;         /* source root, absolute */
    char *start_dir;    /* working directory of the run */
    char *output;       /* Cobertura file, absolute; NULL: none */
} ses_settings;

typedef struct ses_session {
    char *dir;
    ses_settings settings;
    char *filter_text;
    int lock_fd; /* the session's lock after ses_create(), -1 otherwise */
    char *note;  /* of ses_base() after ses_create(), else NULL */
} ses_session;

/* "${TMPDIR:-/tmp}/clrcov-UID", created private when missing. Where that cannot be used (read-only, another
 * user's), has little room, or is not on a file system of this machine (NFS, SMB, FUSE, 9p...: shared
 * mappings there survive the process, but not always the other end), "/dev/shm/clrcov-UID" when that is
 * better. *note: a sentence when the base is not where TMPDIR says, or not as it should be; else NULL. */
CC_NODISCARD cc_err ses_base(cc_arena *arena, char **out, char **note);
/* Paths of all sessions of this user in both places, the newest first; in the arena. */
CC_NODISCARD cc_err ses_list(cc_arena *arena, char ***dirs, size_t *count);
/* Does it lie elsewhere than sessions of this user do? CC_E_NOMEM, or it cannot be resolved. */
CC_NODISCARD cc_err ses_is_foreign(const char *session_dir, cc_arena *arena, bool *out);
/* A new session: directory, settings, filter, images/. Memory of `arena`. The session's lock is held
 * (lock_fd), so that nobody prunes it before its first user is there; ses_unlock() gives it up. */
CC_NODISCARD cc_err ses_create(ses_session *out, const ses_settings *settings, cc_str filter_text,
                               cc_arena *arena);
/* Opens an existing one: checks owner, mode and that no part is a link. */
CC_NODISCARD cc_err ses_open(ses_session *out, const char *dir, cc_arena *arena);
/* For processes without a CLI that write one output (settings->output): the session that others with the
 * same output use right now, else a new one. *hold_fd: see ses_hold(). No lock is left held. */
CC_NODISCARD cc_err ses_join(ses_session *out, const ses_settings *settings, cc_str filter_text,
                             cc_arena *arena, int *hold_fd);
/* Makes this process a user of the session as long as *fd is open (it is closed by exec): for processes
 * that belong to a run and have no counters file. */
CC_NODISCARD cc_err ses_hold(const char *session_dir, int *fd);
/* Does some process still hold a counters or hold file of it? */
CC_NODISCARD cc_err ses_in_use(const char *session_dir, cc_arena *scratch, bool *in_use);
/* Paths of its counters files, sorted. */
CC_NODISCARD cc_err ses_files(const ses_session *session, cc_arena *arena, char ***paths,
                              size_t *count);
/* What a process that could not be measured left as "problem-<pid>-<random>.txt": one clean line of text. */
typedef struct ses_problem {
    uint32_t pid;
    const char *text;
} ses_problem;
/* At most 100 of them, by name, each cut at 2 KiB. Files that are odd or cannot be read are passed
 * over. */
CC_NODISCARD cc_err ses_problems(const ses_session *session, cc_arena *arena, ses_problem **out,
                                 size_t *count);
/* Stores bytes as "images/<hash><ext>" unless they are there already (written aside, then renamed);
 * the hash is of the content. */
CC_NODISCARD cc_err ses_store(const char *session_dir, cc_span bytes, const char *extension,
                              cc_hash128 *hash);
/* Path of a stored file, in the arena; NULL when out of memory. */
char *ses_stored(const char *session_dir, const cc_hash128 *hash, const char *extension,
                 cc_arena *arena);
/* Takes the session's lock; -1 in *fd when somebody else has it (no wait). CC_E_NOTFOUND when the session
 * is gone. */
CC_NODISCARD cc_err ses_lock(const char *session_dir, int *fd);
/* The same, but waits for it. */
CC_NODISCARD cc_err ses_lock_wait(const char *session_dir, int *fd);
/* -1 is fine. */
void ses_unlock(int fd);
/* Notes that the session's report was made: it need not wait for somebody who makes one. */
CC_NODISCARD cc_err ses_reported(const char *session_dir);
/* Removes finished sessions of this user that are a week old, counted from their end. Of the others those without a
 * report stay, and the newest of each working directory that is still there; then the newest `keep` of each directory,
 * as long as all together take no more than COV_KEPT_BYTES. Sessions whose lock is held, or with a living process, stay.
 */
#define COV_KEPT_SECONDS (INT64_C(7) * 24 * 3600)
#define COV_KEPT_BYTES (UINT64_C(1) << 30)
CC_NODISCARD cc_err ses_prune(size_t keep);
/* Begins the names of reports of earlier runs, at the place where the session's would have been, that were moved into the
 * session. One that has such a file is kept as long as one without a report. */
#define COV_EARLIER_REPORT "earlier-"

#endif
