/* The state of the writer of a counters file. Internal to this room. */
#ifndef CTR_WRITER_H
#define CTR_WRITER_H

#include <pthread.h>

#include "base/cc_buf.h"
#include "base/cc_kept.h"
#include "coverage/counters/ctr.h"

typedef struct ctr_segment {
    uint8_t *base;
    size_t size;
    uint64_t offset; /* in the file */
    struct ctr_segment *previous;
} ctr_segment;

struct ctr_writer {
    pthread_mutex_t mutex; /* guards all fields below except `path` and `width` */
    ctr_segment *current;
    uint32_t segment_count;
    uint32_t records_size, records_used; /* of the current segment */
    uint64_t counters_size, counters_used;
    uint64_t file_end;
    uint32_t module_count;
    uint32_t refused;
    clrcov_file_header *header; /* mapped while the writer lives */
    unsigned width;             /* bytes of a counter */
    uint64_t align;             /* of segments: page size of the system */
    cc_kept file;
    cc_hold life; /* the lock, by which other processes see that the process lives */
    bool has_ended;
    clrcov_refusal refusal; /* the last reason for a lack of room */
    char *path;
    cc_buf runs; /* of the last region, see ctr_writer_region() */
};

static inline clrcov_segment_header *ctr_segment_header(const ctr_segment *seg) {
    return (clrcov_segment_header *)(void *)seg->base;
}

/* Copies the record after the other records and publishes it. The caller holds the mutex. Errors of
 * the file system, CC_E_NOMEM. */
CC_NODISCARD cc_err ctr_append_record(ctr_writer *writer, clrcov_record_type type, cc_span payload);

#endif
