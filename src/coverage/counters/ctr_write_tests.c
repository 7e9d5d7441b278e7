/* Regions and tests of the counters file; see ctr_tests.h. */
#include "coverage/counters/ctr_runs.h"
#include "coverage/counters/ctr_writer.h"

/* --- finding what was hit --------------------------------------------------------------------- */

/* Where the bytes of a region are: in the segments of the file, or in a lane. */
typedef struct place {
    const ctr_writer *writer;
    const ctr_lane_bytes *lane; /* NULL: the file */
} place;

static const ctr_segment *segment_at(const ctr_writer *writer, uint64_t offset) {
    const ctr_segment *seg = writer->current;
    while (seg->offset > offset) {
        seg = seg->previous;
    }
    return seg;
}

static uint8_t *byte_at(const place *in, uint64_t offset) {
    if (in->lane != NULL) {
        return in->lane->bytes + offset;
    }
    const ctr_segment *seg = segment_at(in->writer, offset);
    return seg->base + (offset - seg->offset);
}

/* Earlier segments first, so that offsets increase. */
static void search_segment(ctr_runs *s, const place *in, const ctr_segment *seg) {
    if (seg->previous != NULL) {
        search_segment(s, in, seg->previous);
    }
    const clrcov_segment_header *header = ctr_segment_header(seg);
    uint64_t used = __atomic_load_n(&header->counters_used, __ATOMIC_RELAXED);
    uint64_t start = seg->offset + header->counters_offset;
    if (in->lane == NULL || start + seg->size - header->counters_offset <= in->lane->size) {
        ctr_runs_search(s, byte_at(in, start), used, start);
    }
}

/* --- clearing --------------------------------------------------------------------------------- */

/* Byte by byte: a wider store would lose what another thread sets beside it. */
static void clear(const place *in, cc_span runs) {
    ctr_run run = {0, 0};
    while (ctr_next_run(&runs, &run)) {
        uint8_t *counter = byte_at(in, run.first);
        for (uint64_t i = 0; i < run.count; i++) {
            __atomic_store_n(counter + i, (uint8_t)0, __ATOMIC_RELAXED);
        }
    }
}

/* --- records ---------------------------------------------------------------------------------- */

static cc_err end_region(ctr_writer *writer, const ctr_lane_bytes *lane, const uint32_t *alive,
                         uint32_t count, uint32_t last) {
    clrcov_region_payload fixed = {count, last};
    const place in = {writer, lane};
    cc_buf *payload = &writer->runs;
    cc_buf_clear(payload);
    cc_buf_bytes(payload, &fixed, sizeof fixed);
    cc_buf_bytes(payload, alive, count * sizeof *alive);
    size_t head = sizeof fixed + count * sizeof *alive;
    ctr_runs s = {.out = payload};
    search_segment(&s, &in, writer->current);
    if (!cc_buf_ok(payload)) {
        return cc_fail(CC_E_NOMEM, "out of memory");
    }
    cc_span whole = cc_buf_span(payload);
    if (whole.len == head) {
        return CC_OK;
    }
    CC_TRY(ctr_append_record(writer, CLRCOV_RECORD_REGION, whole));
    clear(&in, (cc_span){whole.data + head, whole.len - head});
    return CC_OK;
}

cc_err ctr_writer_region(ctr_writer *writer, const uint32_t *alive, uint32_t count,
                         uint32_t last) {
    return ctr_writer_lane_region(writer, NULL, alive, count, last);
}

cc_err ctr_writer_lane_region(ctr_writer *writer, const ctr_lane_bytes *lane, const uint32_t *alive,
                              uint32_t count, uint32_t last) {
    pthread_mutex_lock(&writer->mutex);
    cc_err err = end_region(writer, lane, alive, count, last);
    pthread_mutex_unlock(&writer->mutex);
    return err;
}

static cc_err publish(ctr_writer *writer, clrcov_record_type type, cc_span payload) {
    pthread_mutex_lock(&writer->mutex);
    cc_err err = ctr_append_record(writer, type, payload);
    pthread_mutex_unlock(&writer->mutex);
    return err;
}

cc_err ctr_writer_test(ctr_writer *writer, const clrcov_test_payload *test) {
    return publish(writer, CLRCOV_RECORD_TEST, cc_span_of(test, sizeof *test));
}

cc_err ctr_writer_test_end(ctr_writer *writer, const clrcov_test_end_payload *end) {
    return publish(writer, CLRCOV_RECORD_TEST_END, cc_span_of(end, sizeof *end));
}

cc_err ctr_writer_class(ctr_writer *writer, const clrcov_class_payload *type) {
    return publish(writer, CLRCOV_RECORD_CLASS, cc_span_of(type, sizeof *type));
}
