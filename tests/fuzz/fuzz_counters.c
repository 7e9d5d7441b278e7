/* Any bytes as a counters file: no read outside, and every counter that is offered can be read.
 *
 * Real files are mostly zeros between checksums that no fuzzer guesses, so the input is a short
 * form: flags (1 byte), file header (48), then segments: header (64), length of records (2),
 * records Flags: 1 the rest is the file itself; 2, 4, 8: make file header, segment headers,
 * records sound. */
#include <stdlib.h>
#include <string.h>

#include "coverage/counters/ctr.h"
#include "coverage/counters/ctr_format.h"
#include "coverage/counters/ctr_tests.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum {
    FLAG_RAW = 1,
    FLAG_FILE = 2,
    FLAG_SEGMENTS = 4,
    FLAG_RECORDS = 8,
    PAGE = CLRCOV_COUNTERS_PAGE,
    MAX_FILE = 64 * PAGE
};

static void seal_records(uint8_t *at, size_t size) {
    cc_span left = cc_span_of(at, size);
    clrcov_record_header header;
    cc_span payload;
    while (left.len >= sizeof header) {
        uint8_t *place = at + (size - left.len);
        memcpy(&header, place, sizeof header);
        if (!cc_span_slice(left, sizeof header, header.size, &payload)) {
            return;
        }
        header.zero = 0;
        header.checksum = ctr_record_checksum(header.size, header.type, payload);
        memcpy(place, &header, sizeof header);
        if (!cc_span_skip(&left, ctr_record_bytes(header.size))) {
            return;
        }
    }
}

/* The segment's own view of itself: one area for `records` bytes, one page of counters. */
static void seal_segment(uint8_t *place, uint32_t index, uint64_t offset, size_t size,
                         uint32_t records) {
    clrcov_segment_header header = {
        .magic = CLRCOV_SEGMENT_MAGIC,
        .index = index,
        .offset = offset,
        .size = size,
        .counters_offset = size - PAGE,
        .counters_size = PAGE,
        .records_size = (uint32_t)(size - PAGE - sizeof header),
        .used = ctr_used_word(records),
    };
    header.checksum = (uint32_t)cc_hash64(cc_span_of(&header, CTR_SEGMENT_HASHED));
    memcpy(place, &header, sizeof header);
}

static void seal_file(uint8_t *place) {
    clrcov_file_header header;
    memcpy(&header, place, sizeof header);
    memcpy(header.magic, CLRCOV_COUNTERS_MAGIC, sizeof header.magic);
    header.version = CLRCOV_COUNTERS_VERSION;
    header.header_size = PAGE;
    header.hits &= 1;
    header.checksum = (uint32_t)cc_hash64(cc_span_of(&header, CTR_FILE_HASHED));
    memcpy(place, &header, sizeof header);
}

/* Lays the short form out as a file; its length. `out` holds MAX_FILE zeros. */
static size_t lay_out(cc_span in, unsigned flags, uint8_t *out) {
    cc_span part;
    uint16_t records;
    size_t at = PAGE;
    if (!cc_span_take(&in, sizeof(clrcov_file_header), &part)) {
        return 0;
    }
    memcpy(out, part.data, part.len);
    if ((flags & FLAG_FILE) != 0) {
        seal_file(out);
    }
    for (uint32_t i = 0; cc_span_take(&in, sizeof(clrcov_segment_header), &part); i++) {
        cc_span bytes;
        if (!cc_span_u16(&in, &records) || !cc_span_take(&in, records, &bytes)) {
            break;
        }
        size_t size = (sizeof(clrcov_segment_header) + records + PAGE - 1) / PAGE * PAGE + PAGE;
        if (size > MAX_FILE - at) {
            break;
        }
        memcpy(out + at, part.data, part.len);
        memcpy(out + at + part.len, bytes.data, bytes.len);
        if ((flags & FLAG_RECORDS) != 0) {
            seal_records(out + at + part.len, records);
        }
        if ((flags & FLAG_SEGMENTS) != 0) {
            seal_segment(out + at, i, at, size, records);
        }
        memset(out + at + size - PAGE, 1, 64);
        at += size;
    }
    return at;
}

static uint64_t sum_counters(const ctr_file *counters) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < counters->method_count; i++) {
        const ctr_method_data *method = &counters->methods[i];
        for (uint32_t k = 0; k < method->record.count; k++) {
            sum += ctr_value(counters, method, k);
        }
    }
    return sum;
}

/* The numbers of a region are numbers of tests, its runs increase. */
static uint64_t sum_region(const ctr_tests *tests, const ctr_region *region) {
    cc_span runs = region->runs;
    ctr_run run = {0, 0};
    uint64_t end = 0;
    uint64_t sum = region->last;
    for (uint32_t i = 0; i < region->alive_count; i++) {
        sum += tests->tests[region->alive[i] - 1].begin.start_ns;
    }
    while (ctr_next_run(&runs, &run)) {
        if (run.first < end || run.count == 0 || run.first + run.count < run.first) {
            abort();
        }
        end = run.first + run.count;
    }
    return sum + end;
}

static uint64_t sum_tests(const ctr_file *counters) {
    const ctr_tests *tests = counters->tests;
    uint64_t sum = 0;
    for (uint32_t i = 0; tests != NULL && i < tests->region_count; i++) {
        if (tests->regions[i].begun > tests->count) {
            abort();
        }
        sum += sum_region(tests, &tests->regions[i]);
    }
    for (uint32_t i = 0; tests != NULL && i < tests->count; i++) {
        if (tests->tests[i].begin.test != i + 1 ||
            tests->tests[i].begin.module_id >= counters->module_count) {
            abort();
        }
        sum += tests->tests[i].end_ns;
    }
    for (uint32_t i = 0; tests != NULL && i < tests->class_count; i++) {
        sum += counters->modules[tests->classes[i].module_id].reason;
    }
    return sum;
}

/* The copy is exactly as long as it says, so that a sanitizer sees one byte too many. */
static void parse(const uint8_t *bytes, size_t size) {
    cc_arena *arena = cc_arena_new();
    uint8_t *exact = malloc(size > 0 ? size : 1);
    ctr_file *counters = NULL;
    if (arena != NULL && exact != NULL) {
        memcpy(exact, bytes, size);
        if (ctr_parse(&counters, cc_span_of(exact, size), "fuzz", arena) == CC_OK) {
            static volatile uint64_t sink;
            sink = sum_counters(counters) + sum_tests(counters);
            (void)sink;
            ctr_close(counters);
        }
    }
    free(exact);
    cc_arena_free(arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0) {
        return 0;
    }
    if ((data[0] & FLAG_RAW) != 0) {
        parse(data + 1, size - 1);
        return 0;
    }
    uint8_t *file = calloc(1, MAX_FILE);
    if (file != NULL) {
        parse(file, lay_out(cc_span_of(data + 1, size - 1), data[0], file));
    }
    free(file);
    return 0;
}
