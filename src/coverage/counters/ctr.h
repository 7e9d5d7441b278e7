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
#ifndef CTR_H
#define CTR_H

#include "base/cc_arena.h"
#include "base/cc_err.h"
#include "base/cc_hash.h"
#include "clrcov/counters_format.h"

typedef enum ctr_hits { CTR_HITS_ONCE = 0, CTR_HITS_EXACT = 1 } ctr_hits;

/* Why an assembly that a process loaded is not measured. Names are part of the interface. */
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
    CTR_REASON_BAD_IMAGE,    /* image or PDB could not be read; detail says why */
    CTR_REASON_NEVER_LOADED, /* in the report with 0, from the folder of the entry assembly */
    CTR_REASON_PDB_MISMATCH, /* there is a PDB, but of another build; detail names it */
    /* Of types, members and files only: */
    CTR_REASON_AUTO_PROPERTY, /* accessor that the compiler wrote */
    CTR_REASON_COMPILER_MADE, /* without a sequence point of its own, or a record's copy constructor */
    /* Of assemblies again: */
    CTR_REASON_NOT_STORED, /* its image or PDB could not be stored in the session; detail says why */
    CTR_REASON_COUNT
} ctr_reason;
const char *ctr_reason_name(ctr_reason reason); /* "framework", "no PDB", ... */

/* --- write side: thread-safe; no call blocks on another process ------------------------------------- */

typedef struct ctr_writer ctr_writer;

typedef struct ctr_process {
    cc_str executable;     /* path of the process' executable */
    cc_str entry_assembly; /* path of the managed entry assembly, "" when unknown */
    cc_str command_line;   /* arguments joined by NUL, for messages; cut at 1 KiB */
    ctr_hits hits;
} ctr_process;

/* Creates "<session>/p-<pid>-<random>.cov" (mode 0600, never an existing file), with its first segment. */
CC_NODISCARD cc_err ctr_writer_open(ctr_writer **out, const char *session_dir,
                                    const ctr_process *process);
/* Path of the file; borrowed. */
const char *ctr_writer_path(const ctr_writer *writer);
/* Gives up the file's lock: from now on others take this process for finished. Counters stay mapped and
 * may still be written; for Shutdown, before a reporter is started that waits for the lock. */
void ctr_writer_release(ctr_writer *writer);
/* For tests: unmaps and closes. The profiler never calls it. NULL is fine. */
void ctr_writer_close(ctr_writer *writer);
/* Texts in records are cut at this many bytes. */
#define CTR_MAX_TEXT 32768u
/* Counters of one ctr_writer_reserve(); more is CC_E_LIMIT. */
#define CTR_MAX_RESERVE (1u << 24)

typedef struct ctr_module_record {
    uint8_t mvid[16];
    uint8_t pdb_id[20]; /* zeros when there is none */
    cc_hash128
        image_hash; /* name of the stored image in the session, "images/<hex>.dll"; zeros: none */
    cc_hash128 pdb_hash;   /* "images/<hex>.pdb"; zeros: none or embedded */
    bool is_mapped_layout; /* the stored image is in MD_LAYOUT_MAPPED form */
    bool is_ready_to_run;
    ctr_reason reason; /* CTR_MEASURED or why not */
    cc_str path;       /* as the runtime names it; "" in memory */
    cc_str name;       /* simple assembly name */
    cc_str detail;     /* for CTR_REASON_BAD_IMAGE and the like; else "" */
} ctr_module_record;
/* Publishes a module record; *module_id is its number in this file, from 0. */
CC_NODISCARD cc_err ctr_writer_module(ctr_writer *writer, const ctr_module_record *record,
                                      uint32_t *module_id);

/* `count` zeroed counters that nobody else has; address in *counters (1 or 8 bytes each), and what a method
 * record needs in *first. count 0 is an error. */
CC_NODISCARD cc_err ctr_writer_reserve(ctr_writer *writer, uint32_t count, void **counters,
                                       uint64_t *first);
typedef struct ctr_method_record {
    uint32_t module_id;
    uint32_t token;
    uint64_t plan_key;
    uint64_t first; /* from ctr_writer_reserve; file offset of the first counter */
    uint32_t count;
    bool plan_all;    /* made with probe_options.all */
    bool plan_blocks; /* made with a point where each block begins: mth_open_blocks() */
} ctr_method_record;
/* Published before the runtime gets the new body, so that no counter of running code lacks its record. */
CC_NODISCARD cc_err ctr_writer_method(ctr_writer *writer, const ctr_method_record *record);

/* A method that was left alone (mth_skip as a number) with the message of the moment. */
CC_NODISCARD cc_err ctr_writer_skip(ctr_writer *writer, uint32_t module_id, uint32_t token,
                                    uint32_t skip, cc_str detail);
/* So many methods are not measured and no record can say so, for want of space. Takes no space and
 * cannot fail. */
void ctr_writer_refused(ctr_writer *writer, uint32_t methods);
/* Where the library adds up its own work; atomically, by many threads. Zero at first. */
clrcov_work *ctr_writer_work(const ctr_writer *writer);
/* Something a reader should tell the user ("JIT refused method ..."). */
CC_NODISCARD cc_err ctr_writer_note(ctr_writer *writer, cc_str text);

/* --- read side ---------------------------------------------------------------------------------------- */

typedef struct ctr_method_data {
    ctr_method_record record;
    bool is_skip; /* a skip record: `skip` and `detail` hold, no counters */
    uint32_t skip;
    cc_str detail;
    cc_span
        counters; /* count * width bytes of the mapping; may still grow when the process lives */
} ctr_method_data;

typedef struct ctr_file {
    const char *path;
    uint32_t pid;
    uint64_t
        start_time_ns; /* CLOCK_REALTIME at creation; with pid and random part the run's identity */
    uint64_t random;
    ctr_hits hits;
    ctr_process process;
    bool is_alive; /* somebody still holds its lock */
    ctr_module_record *modules;
    uint32_t module_count;
    ctr_method_data *methods; /* in order of publication */
    uint32_t method_count;
    cc_str *notes;
    uint32_t note_count;
    clrcov_work work;
    uint32_t refused; /* methods that are not measured for want of space; no record names them */
    const char
        *damage;   /* NULL, or what could not be read (records after it are lost), a sentence */
    void *mapping; /* of ctr_open(); private */
    size_t mapping_size;
} ctr_file;

/* Reads a counters file, of a dead or a living process. Memory of `arena`; the mapping stays until
 * ctr_close(). Damage inside is no failure: whole records are kept and `damage` tells the rest.
 * A file that is not a counters file is CC_E_FORMAT; of another version CC_E_UNSUPPORTED. */
CC_NODISCARD cc_err ctr_open(ctr_file **out, const char *path, cc_arena *arena);
/* The same from bytes (aligned to 8) that the caller keeps: no file, nobody alive, nothing to close.
 * Strings are copied to the arena, counters stay views of `bytes`. */
CC_NODISCARD cc_err ctr_parse(ctr_file **out, cc_span bytes, const char *path, cc_arena *arena);
/* Ends the mapping; the methods' counters are gone then, all else stays. NULL is fine. */
void ctr_close(ctr_file *counters);
/* Value of counter `index` of a method, loaded atomically. */
uint64_t ctr_value(const ctr_file *counters, const ctr_method_data *method, uint32_t index);

#endif
