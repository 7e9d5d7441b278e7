/* The counters file: what one measured process leaves behind, however it ends.
 *
 * Layout (all little-endian; include/clrcov/counters_format.h has the structs):
 *   file header, one page: magic, version, process facts
 *   segments, each page-aligned: segment header, record area, counter area (page-aligned)
 * A segment is created whole (posix_fallocate, so a full disk is an error at creation and never SIGBUS
 * later), mapped MAP_SHARED below 2 GiB when possible, and never truncated, remapped or unmapped while the
 * process lives; when a record or counter area is full the next, larger segment is appended. Records are
 * appended with a checksum and published by a release store of the record area's length: a reader sees
 * whole records after kill -9. Counters are bytes (once) or 64-bit (exact), zero at first.
 * The file says nothing about meaning: a method record is {module, token, plan key, first counter, count}.
 * While the process lives it holds a shared flock on the file: that is how others know.
 * Links libc and base alone: this is the part that lives in the user's process. */
#ifndef COV_COUNTERS_H
#define COV_COUNTERS_H

#include "base/cc_arena.h"
#include "base/cc_err.h"
#include "base/cc_hash.h"
#include "clrcov/counters_format.h"

typedef enum cov_hits { COV_HITS_ONCE = 0, COV_HITS_EXACT = 1 } cov_hits;

/* Why an assembly that a process loaded is not measured. Names are part of the interface. */
typedef enum cov_reason {
    COV_MEASURED = 0,
    COV_FRAMEWORK,
    COV_NO_PDB,
    COV_SOURCES_NOT_FOUND,
    COV_FILTER,
    COV_TEST_ASSEMBLY,
    COV_NATIVE_IMAGE_REFUSED,
    COV_IN_MEMORY_NO_SYMBOLS,
    COV_DYNAMIC,
    COV_EXCLUDED_BY_ATTRIBUTE,
    COV_BAD_IMAGE,    /* image or PDB could not be read; detail says why */
    COV_NEVER_LOADED, /* in the report with 0, from the folder of the entry assembly */
    COV_PDB_MISMATCH, /* there is a PDB, but of another build; detail names it */
    /* Of types, members and files only: */
    COV_AUTO_PROPERTY, /* accessor that the compiler wrote */
    COV_COMPILER_MADE, /* without a sequence point of its own, or a record's copy constructor */
    COV_REASON_COUNT
} cov_reason;
const char *cov_reason_name(cov_reason reason); /* "framework", "no PDB", ... */

/* --- write side: thread-safe; no call blocks on another process ------------------------------------- */

typedef struct cov_writer cov_writer;

typedef struct cov_process {
    cc_str executable;     /* path of the process' executable */
    cc_str entry_assembly; /* path of the managed entry assembly, "" when unknown */
    cc_str command_line;   /* arguments joined by NUL, for messages; cut at 1 KiB */
    cov_hits hits;
} cov_process;

/* Creates "<session>/p-<pid>-<random>.cov" (mode 0600, never an existing file), with its first segment. */
CC_NODISCARD cc_err cov_writer_open(cov_writer **out, const char *session_dir,
                                    const cov_process *process);
/* Path of the file; borrowed. */
const char *cov_writer_path(const cov_writer *writer);
/* Gives up the file's lock: from now on others take this process for finished. Counters stay mapped and
 * may still be written; for Shutdown, before a reporter is started that waits for the lock. */
void cov_writer_release(cov_writer *writer);
/* For tests: unmaps and closes. The profiler never calls it. NULL is fine. */
void cov_writer_close(cov_writer *writer);
/* Texts in records are cut at this many bytes. */
#define COV_MAX_TEXT 32768u
/* Counters of one cov_writer_reserve(); more is CC_E_LIMIT. */
#define COV_MAX_RESERVE (1u << 24)

typedef struct cov_module_record {
    uint8_t mvid[16];
    uint8_t pdb_id[20]; /* zeros when there is none */
    cc_hash128
        image_hash; /* name of the stored image in the session, "images/<hex>.dll"; zeros: none */
    cc_hash128 pdb_hash;   /* "images/<hex>.pdb"; zeros: none or embedded */
    bool is_mapped_layout; /* the stored image is in MD_LAYOUT_MAPPED form */
    bool is_ready_to_run;
    cov_reason reason; /* COV_MEASURED or why not */
    cc_str path;       /* as the runtime names it; "" in memory */
    cc_str name;       /* simple assembly name */
    cc_str detail;     /* for COV_BAD_IMAGE and the like; else "" */
} cov_module_record;
/* Publishes a module record; *module_id is its number in this file, from 0. */
CC_NODISCARD cc_err cov_writer_module(cov_writer *writer, const cov_module_record *record,
                                      uint32_t *module_id);

/* `count` zeroed counters that nobody else has; address in *counters (1 or 8 bytes each), and what a method
 * record needs in *first. count 0 is an error. */
CC_NODISCARD cc_err cov_writer_reserve(cov_writer *writer, uint32_t count, void **counters,
                                       uint64_t *first);
typedef struct cov_method_record {
    uint32_t module_id;
    uint32_t token;
    uint64_t plan_key;
    uint64_t first; /* from cov_writer_reserve; file offset of the first counter */
    uint32_t count;
    bool plan_all;    /* made with probe_options.all */
    bool plan_blocks; /* made with a point where each block begins: mth_open_blocks() */
} cov_method_record;
/* Published before the runtime gets the new body, so that no counter of running code lacks its record. */
CC_NODISCARD cc_err cov_writer_method(cov_writer *writer, const cov_method_record *record);

/* A method that was left alone (mth_skip as a number) with the message of the moment. */
CC_NODISCARD cc_err cov_writer_skip(cov_writer *writer, uint32_t module_id, uint32_t token,
                                    uint32_t skip, cc_str detail);
/* So many methods are not measured and no record can say so, for want of space. Takes no space and
 * cannot fail. */
void cov_writer_refused(cov_writer *writer, uint32_t methods);
/* Where the library adds up its own work; atomically, by many threads. Zero at first. */
clrcov_work *cov_writer_work(const cov_writer *writer);
/* Something a reader should tell the user ("JIT refused method ..."). */
CC_NODISCARD cc_err cov_writer_note(cov_writer *writer, cc_str text);

/* --- read side ---------------------------------------------------------------------------------------- */

typedef struct cov_method_data {
    cov_method_record record;
    bool is_skip; /* a skip record: `skip` and `detail` hold, no counters */
    uint32_t skip;
    cc_str detail;
    cc_span
        counters; /* count * width bytes of the mapping; may still grow when the process lives */
} cov_method_data;

typedef struct cov_counters {
    const char *path;
    uint32_t pid;
    uint64_t
        start_time_ns; /* CLOCK_REALTIME at creation; with pid and random part the run's identity */
    uint64_t random;
    cov_hits hits;
    cov_process process;
    bool is_alive; /* somebody still holds its lock */
    cov_module_record *modules;
    uint32_t module_count;
    cov_method_data *methods; /* in order of publication */
    uint32_t method_count;
    cc_str *notes;
    uint32_t note_count;
    clrcov_work work;
    uint32_t refused; /* methods that are not measured for want of space; no record names them */
    const char
        *damage;   /* NULL, or what could not be read (records after it are lost), a sentence */
    void *mapping; /* of cov_counters_open(); private */
    size_t mapping_size;
} cov_counters;

/* Reads a counters file, of a dead or a living process. Memory of `arena`; the mapping stays until
 * cov_counters_close(). Damage inside is no failure: whole records are kept and `damage` tells the rest.
 * A file that is not a counters file is CC_E_FORMAT; of another version CC_E_UNSUPPORTED. */
CC_NODISCARD cc_err cov_counters_open(cov_counters **out, const char *path, cc_arena *arena);
/* The same from bytes (aligned to 8) that the caller keeps: no file, nobody alive, nothing to close.
 * Strings are copied to the arena, counters stay views of `bytes`. */
CC_NODISCARD cc_err cov_counters_parse(cov_counters **out, cc_span bytes, const char *path,
                                       cc_arena *arena);
/* Ends the mapping; the methods' counters are gone then, all else stays. NULL is fine. */
void cov_counters_close(cov_counters *counters);
/* Value of counter `index` of a method, loaded atomically. */
uint64_t cov_counter_value(const cov_counters *counters, const cov_method_data *method,
                           uint32_t index);

#endif
