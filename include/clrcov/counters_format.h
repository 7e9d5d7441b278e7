/* The counters file, byte by byte. Version 3. All integers are little-endian; all padding has a
 * name.
 *
 *   file     = header area, segment, segment, ...
 *   header area: clrcov_file_header, clrcov_work, then zeros up to `header_size`
 *   segment  = clrcov_segment_header, record area, zeros up to `counters_offset`, counter area
 *   record   = clrcov_record_header, payload of `size` bytes, zeros up to a multiple of 8
 *
 * - Segments are contiguous. The list ends where the magic of the next header is 0, or at the end
 *   of the file. Once its magic is written, a segment keeps its size and place.
 * - Records of a segment begin directly after its header. The low half of `used` is their length in
 *   bytes, the high half its complement: one store publishes a record, and a reader detects a
 *   damaged length. A process that is killed leaves only complete records.
 * - Counters are bytes (hits 0: once; every value except 0 is a hit) or 64-bit integers (hits 1:
 *   exact), initially zero.
 * - A lane is a copy of counters in which one thread counts. The value of a counter is the sum of
 *   the counter and its copies in all lanes, modulo 2^64. Lanes do not overlap. Version 1 has no
 *   lanes.
 * - In a run with `--per-test`, a region is the time between two boundaries: a test begins or ends.
 *   At a boundary the library records the counters that were hit in the region, and clears them. So
 *   a counter was hit when its byte is not 0 or a region names it. The counters that are set at the
 *   end of the file belong to the region that never ended. Versions before 3 have no tests.
 * - Where tests have lanes of their own, which are not in the file, a region has what such a lane
 *   had. Then no counter is cleared, and those that no region names belong to every test.
 * - Checksums are the low 32 bits of XXH3-64 (seed 0). */
#ifndef CLRCOV_COUNTERS_FORMAT_H
#define CLRCOV_COUNTERS_FORMAT_H

#include <stdint.h>

#define CLRCOV_COUNTERS_MAGIC "CLRCOV\n\x1a" /* 8 bytes, without the terminating NUL */
#define CLRCOV_COUNTERS_VERSION 3u
#define CLRCOV_COUNTERS_OLDEST 1u        /* that clrcov reads */
#define CLRCOV_SEGMENT_MAGIC 0x474D4753u /* "SGMG" */
/* Header area, segment sizes and counter areas are multiples of this. */
#define CLRCOV_COUNTERS_PAGE 4096u

typedef struct clrcov_file_header {
    char magic[8];
    uint32_t version;
    uint32_t header_size; /* bytes before the first segment */
    uint32_t hits;        /* 0 once, 1 exact */
    uint32_t pid;
    uint64_t start_time_ns; /* since 1970, when the file was created */
    uint64_t random;
    uint32_t checksum; /* of the preceding 40 bytes */
    uint16_t refusal;  /* clrcov_refusal: the cause for the last method in `refused` */
    uint16_t is_cut;   /* 1: the file was truncated while the process ran; hits are missing */
    /* methods that got no counters or record for lack of room; low half: the number, high half: its
     * complement; 0: none. The process writes `refusal`, `is_cut` and this as it runs */
    uint64_t refused;
} clrcov_file_header;

/* Why there was no room for a method. Readers treat other values as CLRCOV_REFUSED_SPACE. */
typedef enum clrcov_refusal {
    CLRCOV_REFUSED_SPACE = 0,      /* no space on the file system, or quota exceeded */
    CLRCOV_REFUSED_FILE_LIMIT = 1, /* the file size limit of the process */
    CLRCOV_REFUSED_FILE_GONE = 2,  /* the program closed the file, which is no longer at its path */
    CLRCOV_REFUSED_OPEN = 3,       /* the program closed the file, which cannot be opened again */
    CLRCOV_REFUSED_MEMORY = 4      /* no memory, or no address space to map the file */
} clrcov_refusal;

/* What the library did in the process, for `clrcov run --stats`; without --stats all zero. The
 * library writes each number separately as the process runs. Nanoseconds are processor time of the
 * threads. They include reading the clock: once for each thing that is counted, and in callbacks
 * twice more for each module and method. */
typedef struct clrcov_work {
    uint64_t start_ns;    /* from Initialize to its end */
    uint64_t callbacks;   /* all others */
    uint64_t callback_ns; /* with everything that they do */
    uint64_t modules;     /* of these: modules examined, in scope or not */
    uint64_t module_ns;
    uint64_t methods; /* of these: new bodies made and given to the runtime */
    uint64_t method_ns;
    uint64_t look_ns; /* of one reading of the clock */
    uint64_t erased;  /* bodies given again, without the probes that were hit */
} clrcov_work;

typedef struct clrcov_segment_header {
    uint32_t magic;           /* written last */
    uint32_t index;           /* from 0 */
    uint64_t offset;          /* of this header in the file */
    uint64_t size;            /* of the whole segment */
    uint64_t counters_offset; /* from the start of the segment */
    uint64_t counters_size;   /* up to the end of the segment */
    uint32_t records_size;    /* room for records after this header */
    uint32_t checksum;        /* of the preceding 44 bytes */
    uint64_t used;            /* low half: bytes of records; high half: its complement */
    uint64_t counters_used;   /* bytes handed out; for tools, readers ignore it */
} clrcov_segment_header;

typedef enum clrcov_record_type {
    CLRCOV_RECORD_PROCESS =
        1, /* string executable, entry assembly, command line (arguments joined by NUL) */
    CLRCOV_RECORD_MODULE = 2, /* clrcov_module_payload, string path, name, detail */
    CLRCOV_RECORD_METHOD = 3, /* clrcov_method_payload */
    CLRCOV_RECORD_SKIP = 4,   /* u32 module, u32 token, u32 skip, string detail */
    CLRCOV_RECORD_NOTE = 5,   /* string */
    CLRCOV_RECORD_LANE = 6,   /* clrcov_lane_payload; since version 2 */
    /* since version 3 */
    CLRCOV_RECORD_TEST = 7,     /* clrcov_test_payload */
    CLRCOV_RECORD_TEST_END = 8, /* clrcov_test_end_payload */
    CLRCOV_RECORD_REGION = 9,   /* clrcov_region_payload, `alive` numbers of tests (u32), runs */
    CLRCOV_RECORD_CLASS = 10    /* clrcov_class_payload */
} clrcov_record_type; /* string: u32 length, that many bytes of UTF-8; readers ignore other types */

typedef struct clrcov_record_header {
    uint32_t size; /* of the payload */
    uint16_t type;
    uint16_t zero;
    uint32_t checksum; /* of the preceding 8 bytes and the 64-bit XXH3 of the payload */
} clrcov_record_header;

typedef struct clrcov_module_payload {
    uint32_t module_id; /* 0, 1, 2, ... within the file */
    uint32_t reason;
    uint32_t flags; /* 1: image in mapped layout, 2: ReadyToRun */
    uint8_t mvid[16];
    uint8_t pdb_id[20];
    uint8_t image_hash[16];
    uint8_t pdb_hash[16];
} clrcov_module_payload;

typedef struct clrcov_method_payload {
    uint32_t module_id;
    uint32_t token;
    uint64_t plan_key;
    uint64_t first; /* file offset of the first counter */
    uint32_t count;
    uint32_t flags; /* 1: planned with every point and edge; 2: points at the starts of blocks */
} clrcov_method_payload;

typedef struct clrcov_lane_payload {
    uint64_t shared; /* file offset of the first counter that the lane copies */
    uint64_t first;  /* file offset of the lane's own first counter */
    uint32_t count;
    uint32_t zero;
} clrcov_lane_payload;

/* A test begins. */
typedef struct clrcov_test_payload {
    uint32_t test; /* 1, 2, 3, ... within the file */
    uint32_t module_id;
    uint32_t token;  /* MethodDef of the test method */
    uint32_t has_lane; /* 1: tests have lanes; 0: regions are times */
    uint64_t class_id; /* the runtime type of `this`, see clrcov_class_payload; 0: static */
    uint64_t start_ns; /* monotonic time */
} clrcov_test_payload;

typedef enum clrcov_outcome {
    /* No end was seen: set-up, tear-down, the next test or the end of the process ended it. With an end record: its
     * method returned a task at that time, whose work may have gone on. */
    CLRCOV_OUTCOME_OPEN = 0,
    CLRCOV_OUTCOME_ENDED = 1, /* returned */
    CLRCOV_OUTCOME_THREW = 2  /* an exception left the method */
} clrcov_outcome;

typedef struct clrcov_test_end_payload {
    uint32_t test;
    uint32_t outcome; /* clrcov_outcome */
    uint64_t end_ns;
} clrcov_test_end_payload;

/* The counters that were hit since the last boundary, as runs of counters (hits 0: of bytes): for
 * each run the number of counters between the end of the last run (the first: the start of the
 * file) and this run, and the number of counters of the run, both LEB128. */
typedef struct clrcov_region_payload {
    uint32_t alive; /* number of tests that ran in this region */
    /* the test that ended or returned last before this region; 0: none. CLRCOV_REGION_SHARED: a static
     * constructor ran, on behalf of every test that comes later. CLRCOV_REGION_OWN: the region is of
     * the tests that ran in it alone, although the last one had returned */
    uint32_t last;
} clrcov_region_payload;
#define CLRCOV_REGION_SHARED UINT32_MAX
#define CLRCOV_REGION_OWN 0x80000000u
/* Not a time, but a lane: of the tests in `alive`, or of the classes of these tests. */
#define CLRCOV_REGION_TEST (UINT32_MAX - 1)
#define CLRCOV_REGION_CLASS (UINT32_MAX - 2)

/* Where a runtime type is defined. */
typedef struct clrcov_class_payload {
    uint64_t class_id;
    uint32_t module_id;
    uint32_t token; /* TypeDef */
} clrcov_class_payload;

#endif
