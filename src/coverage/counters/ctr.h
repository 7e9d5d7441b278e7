/* The counters file: what one measured process leaves, however it ends.
 *
 * Layout (all little-endian; include/clrcov/counters_format.h has the structs):
 *
 *   file header, one page: magic, version, process facts
 *   segments, each page-aligned: segment header, record area, counter area (page-aligned)
 *
 * The writer creates a segment completely (posix_fallocate, so a full disk is an error at creation
 * and never a SIGBUS later). It maps the segment MAP_SHARED below 2 GiB when possible, and never
 * truncates, remaps or unmaps it while the process lives. When a record or counter area is full, it
 * appends the next, larger segment. The writer appends records with a checksum and publishes them
 * by a release store of the record area's length: a reader sees only complete records, also after
 * kill -9. Counters are bytes (once) or 64-bit (exact), initially zero. With exact counts, threads
 * may count in their own copies, lanes, so that they need no atomic addition; a reader adds the
 * copies. The file does not interpret the counters: a method record is {module, token, plan key,
 * first counter, count}. While the process lives it holds a shared flock on the file, by which
 * other processes see that it lives. The program may close any descriptor and reuse its number. So
 * the lock needs no descriptor. The writer checks the file's descriptor before each use and opens
 * the file again by its path.
 *
 * Uses libc and base only, because it runs in the user's process. */
#ifndef CTR_H
#define CTR_H

#include "base/cc_arena.h"
#include "base/cc_err.h"
#include "base/cc_hash.h"
#include "clrcov/counters_format.h"

typedef enum ctr_hits { CTR_HITS_ONCE = 0, CTR_HITS_EXACT = 1 } ctr_hits;

/* Why an assembly that a process loaded is not measured. The names are part of the interface. */
typedef enum ctr_reason {
    CTR_MEASURED = 0,
    CTR_REASON_FRAMEWORK,
    CTR_REASON_NO_PDB,
    CTR_REASON_SOURCES_NOT_FOUND,
    CTR_REASON_FILTER,
    CTR_REASON_TEST_ASSEMBLY,
    CTR_REASON_NATIVE_IMAGE_REFUSED,
    CTR_REASON_IN_MEMORY_NO_SYMBOLS,
    CTR_REASON_DYNAMIC,
    CTR_REASON_EXCLUDED_BY_ATTRIBUTE,
    CTR_REASON_BAD_IMAGE, /* clrcov could not read the image or PDB; detail has the reason */
    /* in the report with 0 hits, from the folder of the entry assembly */
    CTR_REASON_NEVER_LOADED,
    CTR_REASON_PDB_MISMATCH, /* the PDB is of another build; detail is its path */
    /* For types, members and files only: */
    CTR_REASON_AUTO_PROPERTY, /* compiler-made accessor */
    /* no own sequence point, or a record's copy constructor */
    CTR_REASON_COMPILER_MADE,
    /* For assemblies only: the process could not store the image or PDB in the session; detail has
     * the reason. */
    CTR_REASON_NOT_STORED,
    CTR_REASON_THIRD_PARTY, /* it came with a package, and its sources do not exist here */
    /* For assemblies, files and members: a tool wrote it; detail is the evidence. */
    CTR_REASON_GENERATED,
    CTR_REASON_COUNT
} ctr_reason;
const char *ctr_reason_name(ctr_reason reason); /* "framework", "no PDB", ... */

/* --- write side: thread-safe; no call waits for another process ------------------------------- */

typedef struct ctr_writer ctr_writer;

typedef struct ctr_process {
    cc_str executable;     /* path of the process' executable */
    cc_str entry_assembly; /* path of the managed entry assembly, "" when unknown */
    cc_str command_line;   /* arguments joined by NUL, for messages; cut at 1 KiB */
    ctr_hits hits;
} ctr_process;

/* Creates "<session>/p-<pid>-<random>.cov" (mode 0600, never an existing file), with its first
 * segment. Errors of the file system, CC_E_NOMEM; *out is set on success only. */
CC_NODISCARD cc_err ctr_writer_open(ctr_writer **out, const char *session_dir,
                                    const ctr_process *process);
/* Returns the path of the file; borrowed. */
const char *ctr_writer_path(const ctr_writer *writer);
/* Releases the file's lock: other processes then consider this process finished. Counters stay
 * mapped and may still be written. For Shutdown, before the start of a reporter that waits for the
 * lock. */
void ctr_writer_release(ctr_writer *writer);
/* Ends measuring although the process continues: releases the lock, and closes the file. Counters
 * stay mapped; the writer appends nothing more. */
void ctr_writer_end(ctr_writer *writer);
/* For tests: unmaps and closes. The profiler never calls it. NULL is allowed. */
void ctr_writer_close(ctr_writer *writer);
/* Maximum number of bytes of texts in records; the writer truncates longer texts. */
#define CTR_MAX_TEXT 32768u
/* Maximum number of counters of one ctr_writer_reserve(); more is CC_E_LIMIT. */
#define CTR_MAX_RESERVE (1u << 24)

typedef struct ctr_module_record {
    uint8_t mvid[16];
    uint8_t pdb_id[20]; /* zeros when there is none */
    /* name of the stored image in the session, "images/<hex>.dll"; zeros: none */
    cc_hash128 image_hash;
    cc_hash128 pdb_hash;   /* "images/<hex>.pdb"; zeros: none or embedded */
    bool is_mapped_layout; /* the stored image is in MD_LAYOUT_MAPPED form */
    bool is_ready_to_run;
    ctr_reason reason; /* CTR_MEASURED, or why it is not measured */
    cc_str path;       /* as the runtime names it; "" in memory */
    cc_str name;       /* simple assembly name */
    cc_str detail;     /* for CTR_REASON_BAD_IMAGE and similar reasons; else "" */
} ctr_module_record;
/* Publishes a module record; *module_id is its number in this file, from 0. */
CC_NODISCARD cc_err ctr_writer_module(ctr_writer *writer, const ctr_module_record *record,
                                      uint32_t *module_id);

/* Reserves `count` zeroed counters for the caller alone: their address in *counters (1 or 8 bytes
 * each), and the value for a method record in *first. CC_E_USAGE for count 0, CC_E_LIMIT, errors of
 * the file system. */
CC_NODISCARD cc_err ctr_writer_reserve(ctr_writer *writer, uint32_t count, void **counters,
                                       uint64_t *first);
typedef struct ctr_method_record {
    uint32_t module_id;
    uint32_t token;
    uint64_t plan_key;
    uint64_t first; /* from ctr_writer_reserve; file offset of the first counter */
    uint32_t count;
    bool plan_all;    /* made with probe_options.all */
    bool plan_blocks; /* made with a point at the start of each block: mth_open_blocks() */
} ctr_method_record;
/* Publishes a method record. The caller calls this before the runtime gets the new body, so that no
 * counter of running code lacks its record. */
CC_NODISCARD cc_err ctr_writer_method(ctr_writer *writer, const ctr_method_record *record);

/* Makes a lane for the `count` exact counters from the file offset `shared`, which were reserved at
 * once: `count` zeroed counters to which one thread may add without a lock, with their record. A
 * lane is never freed: the next thread that gets the lane continues to count in it. Errors as for
 * ctr_writer_reserve(). */
CC_NODISCARD cc_err ctr_writer_lane(ctr_writer *writer, uint64_t shared, uint32_t count,
                                    uint64_t **counters);

/* Publishes a method that was not instrumented (mth_skip as a number), with the current message. */
CC_NODISCARD cc_err ctr_writer_skip(ctr_writer *writer, uint32_t module_id, uint32_t token,
                                    uint32_t skip, cc_str detail);
/* Adds to the number of methods that are not measured and have no record, because the last call of
 * a function above found no room. Needs no space and cannot fail. */
void ctr_writer_refused(ctr_writer *writer, uint32_t methods);
/* Returns the sums of the library's own work, to which many threads add atomically. Initially
 * zero. */
clrcov_work *ctr_writer_work(const ctr_writer *writer);
/* Publishes a message that a reader shows to the user ("JIT refused method ..."). */
CC_NODISCARD cc_err ctr_writer_note(ctr_writer *writer, cc_str text);

/* --- read side -------------------------------------------------------------------------------- */

typedef struct ctr_method_data {
    ctr_method_record record;
    bool is_skip; /* a skip record: has `skip` and `detail`, and no counters */
    uint32_t skip;
    cc_str detail;
    /* count * width bytes of the mapping; may still change while the process lives */
    cc_span counters;
    /* Lanes with copies of the counters, which the reader adds; the copy of the first counter is
     * `lane_offset` bytes after the start of each lane. They may still change, too. */
    const uint8_t *const *lanes;
    uint32_t lane_count;
    uint64_t lane_offset;
} ctr_method_data;

typedef struct ctr_file {
    const char *path;
    uint32_t pid;
    /* CLOCK_REALTIME at creation; identifies the run together with pid and random */
    uint64_t start_time_ns;
    uint64_t random;
    ctr_hits hits;
    ctr_process process;
    bool is_alive; /* a process still holds the file's lock */
    ctr_module_record *modules;
    uint32_t module_count;
    ctr_method_data *methods; /* in order of publication */
    uint32_t method_count;
    cc_str *notes;
    uint32_t note_count;
    clrcov_work work;
    /* methods that are not measured because there was no space; they have no record */
    uint32_t refused;
    clrcov_refusal refusal; /* cause for the last of these methods */
    bool is_cut;            /* the file was truncated while the process ran: hits are missing */
    /* NULL, or a sentence about the unreadable part (the records after it are lost) */
    const char *damage;
    const struct ctr_tests *tests; /* which test hit which counters (ctr_tests.h); NULL: no tests */
    void *mapping;                 /* set by ctr_open(); private */
    size_t mapping_size;
} ctr_file;

/* Reads a counters file, of a dead or a living process. Memory of `arena`; the file stays mapped
 * until ctr_close(). Damage inside is not an error: the reader keeps complete records, and `damage`
 * describes the rest. CC_E_FORMAT for a file that is not a counters file; CC_E_UNSUPPORTED for
 * another version. */
CC_NODISCARD cc_err ctr_open(ctr_file **out, const char *path, cc_arena *arena);
/* Like ctr_open(), from bytes (aligned to 8) that the caller keeps: without a file, is_alive is
 * false, and nothing needs closing. Strings are copied to the arena, counters remain views of
 * `bytes`. */
CC_NODISCARD cc_err ctr_parse(ctr_file **out, cc_span bytes, const char *path, cc_arena *arena);
/* Unmaps the file; the methods' counters and lanes are then empty, everything else stays valid.
 * NULL is allowed. */
void ctr_close(ctr_file *counters);
/* Returns the value of counter `index` of a method plus its copies in lanes; loads each of them
 * atomically. */
uint64_t ctr_value(const ctr_file *counters, const ctr_method_data *method, uint32_t index);

/* Sets all counters in the file of a living process to zero; the process continues to count
 * meanwhile. A hit counts before or after the moment at which its counter is set. Lanes belong to
 * their threads, so the function does not write to them: it sets a counter with lanes to the value
 * that makes the sum zero. Errors of ctr_open() and of the file system. */
CC_NODISCARD cc_err ctr_reset(const char *path);

#endif
