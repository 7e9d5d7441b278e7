/* The session directory, which the processes of one run share.
 *
 *   ${TMPDIR:-/tmp}/clrcov-UID/NAME/   mode 0700, owned by the user; NAME: time and random digits
 *       settings         what the processes need (text, "key value" lines)
 *       filter           sel_list in its text form
 *       lock             flock: exclusive while a CLI runs or reports the session
 *       p-*.cov          counters files
 *       name             the name of a session that several commands share
 *       reported         empty; the session's report was made
 *       reset            8 random bytes, others with each reset of the counters
 *       earlier-*        reports of earlier runs, moved from the place of the session's report
 *       h-*.hold         empty; locked by a process of the run that has no counters file
 *       images/HASH.dll  images and PDBs that the processes loaded, by content
 *
 * Only processes of one user write to it; readers check everything nevertheless. Uses libc and base
 * only. */
#ifndef SES_H
#define SES_H

#include "base/cc_kept.h"
#include "coverage/counters/ctr.h"

#define SES_SESSION_ENV "CLRCOV_SESSION" /* absolute path of the directory */
#define SES_OUTPUT_ENV "CLRCOV_OUTPUT"   /* without the CLI: the Cobertura file to write */

typedef enum ses_probe_form { SES_PROBE_DEFAULT, SES_PROBE_CALL, SES_PROBE_INLINE } ses_probe_form;

/* Code that the library instruments although it is not in the report: none; all loaded code except
 * System.Private.CoreLib; all loaded code. Never code that the filter excludes. */
typedef enum ses_stress { SES_STRESS_NONE, SES_STRESS_FRAMEWORK, SES_STRESS_CORELIB } ses_stress;

typedef struct ses_settings {
    ctr_hits hits;
    ses_probe_form probe; /* for exact mode */
    ses_stress stress;
    /* keep hit probes when the runtime compiles a method again */
    bool keeps_probes;
    bool probe_all;        /* the oracle */
    bool wide;             /* force the form for addresses above 2 GiB */
    bool stats;            /* add up the library's own work */
    bool verify;           /* verify every new body in the process; on in debug builds */
    bool no_children;      /* do not measure child processes */
    bool include_tests;    /* measure test assemblies */
    bool per_test;         /* record which test hit what (ctr_tests.h); measures test assemblies */
    bool serial;           /* with per_test: the runner was asked to run one test at a time */
    bool include_tools;    /* measure test tools that came with a package */
    bool is_joint;         /* made by ses_join(): other processes with the same output may join */
    char *root;            /* source root, absolute */
    char *start_dir;       /* working directory of the run */
    char *test_attributes; /* full names separated by commas, see per_test; NULL: none */
    char *output;          /* Cobertura file, absolute; NULL: none */
} ses_settings;

typedef struct ses_session {
    char *dir;
    ses_settings settings;
    char *filter_text;
    int lock_fd; /* the session's lock after ses_create(), else -1 */
    char *note;  /* the note of ses_base() after ses_create(), else NULL */
} ses_session;

/* "${TMPDIR:-/tmp}/clrcov-UID", created private if missing. That directory may be unusable
 * (read-only, another user's), have little room, or not be on a local file system. (On NFS, SMB,
 * FUSE, 9p... shared mappings survive the process, but not always the end of the connection.) The
 * function then takes "/dev/shm/clrcov-UID" if that is better. When neither is usable, it takes
 * another directory beside the first, with an unpredictable name. *note: a sentence when the base
 * is not in TMPDIR, or has such a fault; else NULL. Memory of `arena`. */
CC_NODISCARD cc_err ses_base(cc_arena *arena, char **out, char **note);
/* Lists the paths of all sessions of this user in all these places, newest first; in the arena. */
CC_NODISCARD cc_err ses_list(cc_arena *arena, char ***dirs, size_t *count);
/* Sets *out to whether the session is outside the places of this user's sessions. CC_E_NOMEM, or an
 * error when the path cannot be resolved. */
CC_NODISCARD cc_err ses_is_foreign(const char *session_dir, cc_arena *arena, bool *out);
/* Makes a new session: directory, settings, filter, images/. Memory of `arena`. The caller holds
 * the session's lock (lock_fd), so that no process prunes the session before its first process uses
 * it; ses_unlock() releases it. */
CC_NODISCARD cc_err ses_create(ses_session *out, const ses_settings *settings, cc_str filter_text,
                               cc_arena *arena);
/* Opens the session with this name, or makes it when it does not exist: several commands measure
 * into one session. An existing session keeps its settings and filter. The session's file `name`
 * has the name. No lock remains held; *hold makes this process a user of the session
 * (ses_hold). CC_E_USAGE for a name that is not 1 to 64 letters, digits, '-', '_' or '.'. */
CC_NODISCARD cc_err ses_create_named(ses_session *out, const char *name,
                                     const ses_settings *settings, cc_str filter_text,
                                     cc_arena *arena, cc_hold *hold);
/* Opens an existing session: checks owner, mode and that no part is a link. */
CC_NODISCARD cc_err ses_open(ses_session *out, const char *dir, cc_arena *arena);
/* For processes without a CLI that write one output (settings->output): opens the session that
 * other processes with this output use at this moment, else makes a new one. *hold: see ses_hold().
 * No other lock remains held. */
CC_NODISCARD cc_err ses_join(ses_session *out, const ses_settings *settings, cc_str filter_text,
                             cc_arena *arena, cc_hold *hold);
/* Makes this process a user of the session until cc_hold_end(), or until it ends (cc_hold): for
 * processes that belong to a run and have no counters file. */
CC_NODISCARD cc_err ses_hold(const char *session_dir, cc_hold *hold);
/* Sets *in_use to whether a process still holds a counters or hold file of the session. */
CC_NODISCARD cc_err ses_in_use(const char *session_dir, cc_arena *scratch, bool *in_use);
/* A moment of a session. Counters change without a trace in the file system, but not where
 * `is_at_rest`: then the session's files are what they were at an earlier moment of this state. */
typedef struct ses_moment {
    /* differs after any file was added or changed otherwise; 0 while a process has a file open */
    uint64_t state;
    /* Processes have measured, and none of them lives. A process may live without its lock, when it
     * has closed all descriptors, so that process ids count as well. */
    bool is_at_rest;
} ses_moment;
CC_NODISCARD cc_err ses_look(ses_moment *out, const char *session_dir, cc_arena *scratch);
/* Lists the paths of its counters files, sorted; in the arena. */
CC_NODISCARD cc_err ses_files(const ses_session *session, cc_arena *arena, char ***paths,
                              size_t *count);
/* The message that a process that could not be measured left as "problem-<pid>-<random>.txt": one
 * clean line of text. */
typedef struct ses_problem {
    uint32_t pid;
    const char *text;
} ses_problem;
/* Lists at most 100 such messages, by name, each truncated to 2 KiB; in the arena. Ignores files
 * that are unusual or unreadable. */
CC_NODISCARD cc_err ses_problems(const ses_session *session, cc_arena *arena, ses_problem **out,
                                 size_t *count);
/* Leaves such a message. Does nothing when `session_dir` is NULL, or is not the absolute path of a
 * private directory. Ignores failures, because there is no place to report them. */
void ses_leave_problem(const char *session_dir, const char *message, cc_arena *arena);
/* Stores bytes as "images/<hash><ext>" unless the file already exists (writes to another name, then
 * renames). The hash is of the content. CC_E_USAGE when the extension is not valid. */
CC_NODISCARD cc_err ses_store(const char *session_dir, cc_span bytes, const char *extension,
                              cc_hash128 *hash);
/* Returns the path of a stored file, in the arena; NULL when out of memory. */
char *ses_stored(const char *session_dir, const cc_hash128 *hash, const char *extension,
                 cc_arena *arena);
/* Takes the session's lock; *fd is -1 when another process has it (does not wait). CC_E_NOTFOUND
 * when the session was removed. */
CC_NODISCARD cc_err ses_lock(const char *session_dir, int *fd);
/* Like ses_lock(), but waits for the lock. */
CC_NODISCARD cc_err ses_lock_wait(const char *session_dir, int *fd);
/* -1 is allowed. */
void ses_unlock(int fd);
/* A name that clrcov gives to a session: no two sessions have it. */
bool ses_is_session_name(const char *name);
/* Records that the session's report was made: no other command needs to make it. */
CC_NODISCARD cc_err ses_reported(const char *session_dir);
/* Records that all counters of the session's processes have just been set to zero: ses_last_reset()
 * then returns another value. Callers call it after the last counter, so that a reader that sees
 * the new value before it reads counters reads none from before the reset. */
CC_NODISCARD cc_err ses_note_reset(const char *session_dir);
/* Sets a number that differs between any two resets of the session; 0: there was no reset.
 * CC_E_NOMEM. */
CC_NODISCARD cc_err ses_last_reset(const char *session_dir, uint64_t *out);
/* The file with the map of tests in a session, where it has one. */
#define SES_MAP_NAME "tests.clrcov"
/* The file with its name in a named session. */
#define SES_NAME_FILE "name"
/* Removes finished sessions of this user that ended a week ago or earlier. Of the younger sessions
 * it keeps the sessions without a report, and the newest and the newest with a map of each working
 * directory that still exists, and named ones of the last COV_NAMED_SECONDS. It then keeps the newest
 * `keep` of each directory as long as all together take at most
 * COV_KEPT_BYTES. Sessions whose lock is held, or that a living process uses, stay. Sessions
 * without a report also stay when the clock and the end of the newest session differ by a week or
 * more, because one of the two may be wrong. `own`, the session of this run, which used this clock,
 * does not count (NULL: there is none). */
#define COV_KEPT_SECONDS (INT64_C(7) * 24 * 3600)
/* A named session stays so long after its last command: another one may add to it. */
#define COV_NAMED_SECONDS (INT64_C(24) * 3600)
#define COV_KEPT_BYTES (UINT64_C(1) << 30)
CC_NODISCARD cc_err ses_prune(size_t keep, const char *own);
/* Prefix of the names of reports of earlier runs that were moved into the session, from the place
 * of its own report. clrcov keeps a session with such a file as long as a session without a
 * report. */
#define COV_EARLIER_REPORT "earlier-"

#endif
