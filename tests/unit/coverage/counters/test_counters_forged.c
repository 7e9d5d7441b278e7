/* Sound checksums around wrong records of tests: the reader refuses them and keeps what is before. */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cc_file.h"
#include "clrcov/counters_format.h"
#include "counters_help.h"
#include "coverage/counters/ctr_format.h"
#include "coverage/counters/ctr_tests.h"
#include "test_main.h"

typedef struct sample {
    uint8_t *bytes;
    size_t size;
    size_t records; /* offset of the first record */
} sample;

static void write_tests(ctr_writer *writer) {
    const clrcov_class_payload type = {.class_id = 77, .token = 0x02000003};
    clrcov_test_payload test = {.test = 1, .token = 0x06000001, .class_id = 77, .start_ns = 1};
    const clrcov_test_end_payload end = {1, CLRCOV_OUTCOME_ENDED, 2};
    const uint32_t alive[] = {1, 2};
    void *place = NULL;
    ctr_module_record module = help_module("/app/A.dll");
    uint32_t id;
    CU_ASSERT_EQUAL(ctr_writer_module(writer, &module, &id), CC_OK);
    help_method(writer, id, 1, 10, &place);
    uint8_t *counters = place;
    CU_ASSERT_EQUAL(ctr_writer_class(writer, &type), CC_OK);
    CU_ASSERT_EQUAL(ctr_writer_test(writer, &test), CC_OK);
    test.test = 2;
    CU_ASSERT_EQUAL(ctr_writer_test(writer, &test), CC_OK);
    counters[5] = 1;
    CU_ASSERT_EQUAL(ctr_writer_region(writer, alive, 2, 0), CC_OK);
    CU_ASSERT_EQUAL(ctr_writer_test_end(writer, &end), CC_OK);
}

static sample make_sample(bool with_tests) {
    ctr_writer *writer = help_writer(CTR_HITS_ONCE);
    void *place = NULL;
    if (with_tests) {
        write_tests(writer);
    } else {
        ctr_module_record module = help_module("/app/A.dll");
        uint32_t id;
        CU_ASSERT_EQUAL(ctr_writer_module(writer, &module, &id), CC_OK);
        help_method(writer, id, 1, 10, &place);
        ((uint8_t *)place)[5] = 1;
    }
    cc_mapped_file file;
    clrcov_file_header header;
    CU_ASSERT_EQUAL_FATAL(cc_file_map(&file, ctr_writer_path(writer), true), CC_OK);
    memcpy(&header, file.bytes.data, sizeof header);
    sample s = {malloc(file.bytes.len), file.bytes.len,
                header.header_size + sizeof(clrcov_segment_header)};
    memcpy(s.bytes, file.bytes.data, file.bytes.len);
    cc_file_unmap(&file);
    ctr_writer_close(writer);
    return s;
}

static ctr_file *parse(const sample *s) {
    ctr_file *read = NULL;
    CU_ASSERT_EQUAL_FATAL(ctr_parse(&read, cc_span_of(s->bytes, s->size), "forged", help_arena),
                          CC_OK);
    return read;
}

/* The place of the last record of the type. */
static size_t find_record(const sample *s, uint16_t type) {
    size_t found = 0;
    clrcov_record_header header;
    for (size_t at = s->records;; at += ctr_record_bytes(header.size)) {
        memcpy(&header, s->bytes + at, sizeof header);
        if (header.type == 0) {
            return found;
        }
        found = header.type == type ? at : found;
    }
}

static void seal(const sample *s, size_t at, uint32_t size) {
    clrcov_record_header header;
    memcpy(&header, s->bytes + at, sizeof header);
    header.size = size;
    cc_span payload = cc_span_of(s->bytes + at + sizeof header, size);
    header.checksum = ctr_record_checksum(size, header.type, payload);
    memcpy(s->bytes + at, &header, sizeof header);
}

static uint32_t size_of(const sample *s, size_t at) {
    clrcov_record_header header;
    memcpy(&header, s->bytes + at, sizeof header);
    return header.size;
}

static void check_damage(const sample *s, size_t at) {
    const ctr_file *read = parse(s);
    char offset[40];
    (void)snprintf(offset, sizeof offset, "at offset %zu is", at);
    CU_ASSERT_PTR_NOT_NULL_FATAL(read->damage);
    CU_ASSERT_PTR_NOT_NULL(strstr(read->damage, offset));
    CU_ASSERT_EQUAL(read->method_count, 1); /* what is before stays */
}

static void test_wrong_numbers(void) {
    static const struct {
        uint16_t type;
        uint32_t offset; /* in the payload */
        uint32_t value;
    } rows[] = {
        {CLRCOV_RECORD_TEST, 0, 0}, /* the second test has another number */
        {CLRCOV_RECORD_TEST, 0, 1},
        {CLRCOV_RECORD_TEST, 0, 3},
        {CLRCOV_RECORD_TEST, 4, 1},     /* no such module */
        {CLRCOV_RECORD_TEST_END, 0, 0}, /* no such test */
        {CLRCOV_RECORD_TEST_END, 0, 3},
        {CLRCOV_RECORD_TEST_END, 4, 3}, /* no such outcome */
        {CLRCOV_RECORD_REGION, 0, 3},   /* more tests than began */
        {CLRCOV_RECORD_REGION, 0, UINT32_MAX},
        {CLRCOV_RECORD_REGION, 4, 3}, /* the last test did not begin */
        {CLRCOV_RECORD_REGION, 4, UINT32_MAX - 1},
        {CLRCOV_RECORD_REGION, 8, 0},  /* the first test that ran */
        {CLRCOV_RECORD_REGION, 12, 3}, /* the second */
        {CLRCOV_RECORD_CLASS, 8, 1},   /* no such module */
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        sample s = make_sample(true);
        size_t at = find_record(&s, rows[i].type);
        memcpy(s.bytes + at + sizeof(clrcov_record_header) + rows[i].offset, &rows[i].value, 4);
        seal(&s, at, size_of(&s, at));
        check_damage(&s, at);
        free(s.bytes);
    }
}

static void test_short_payloads(void) {
    static const uint16_t types[] = {CLRCOV_RECORD_TEST, CLRCOV_RECORD_TEST_END,
                                     CLRCOV_RECORD_CLASS};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        sample s = make_sample(true);
        size_t at = find_record(&s, types[i]);
        seal(&s, at, size_of(&s, at) - 1);
        check_damage(&s, at);
        free(s.bytes);
    }
    for (uint32_t size = 0; size < sizeof(clrcov_region_payload) + 2 * sizeof(uint32_t); size++) {
        sample s = make_sample(true);
        size_t at = find_record(&s, CLRCOV_RECORD_REGION);
        seal(&s, at, size);
        check_damage(&s, at);
        free(s.bytes);
    }
}

/* What the sample has where nothing is forged. */
static void test_sound(void) {
    sample s = make_sample(true);
    const ctr_file *read = parse(&s);
    CU_ASSERT_PTR_NULL(read->damage);
    CU_ASSERT_PTR_NOT_NULL_FATAL(read->tests);
    CU_ASSERT_EQUAL(read->tests->count, 2);
    CU_ASSERT_EQUAL(read->tests->region_count, 1);
    CU_ASSERT_EQUAL(ctr_value(read, &read->methods[0], 5), 1);
    free(s.bytes);
}

/* A run that leaves the file names no counter, and ends the list. */
static void test_run_outside(void) {
    sample s = make_sample(true);
    size_t at = find_record(&s, CLRCOV_RECORD_REGION);
    size_t runs = at + sizeof(clrcov_record_header) + sizeof(clrcov_region_payload) + 8;
    size_t size = at + sizeof(clrcov_record_header) + size_of(&s, at) - runs;
    CU_ASSERT_EQUAL_FATAL(size, 4); /* a gap of three bytes, one counter */
    s.bytes[runs + 2] = 0x7F;
    seal(&s, at, size_of(&s, at));
    const ctr_file *read = parse(&s);
    CU_ASSERT_PTR_NULL(read->damage);
    for (uint32_t i = 0; i < 10; i++) {
        CU_ASSERT_EQUAL(ctr_value(read, &read->methods[0], i), 0);
    }
    free(s.bytes);
}

static void test_bad_runs(void) {
    static const struct {
        uint8_t bytes[24];
        size_t size, sound; /* runs before the malformed one */
    } rows[] = {
        {{5, 3, 0, 1}, 4, 2},
        {{5, 0}, 2, 0}, /* a run without counters */
        {{5}, 1, 0},    /* no number of counters */
        {{0x85}, 1, 0}, /* ends within a number */
        {{5, 3, 0x80}, 3, 1},
        {{1, 1, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1, 1}, 13, 1},
        {{1, 1, 1, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1}, 13, 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cc_span runs = cc_span_of(rows[i].bytes, rows[i].size);
        ctr_run run = {0, 0};
        size_t sound = 0;
        while (ctr_next_run(&runs, &run)) {
            sound++;
        }
        CU_ASSERT_EQUAL(sound, rows[i].sound);
    }
}

static void test_older_versions(void) {
    for (uint32_t version = CLRCOV_COUNTERS_OLDEST; version <= CLRCOV_COUNTERS_VERSION; version++) {
        sample s = make_sample(false);
        clrcov_file_header header;
        memcpy(&header, s.bytes, sizeof header);
        CU_ASSERT_EQUAL(header.version, 3);
        header.version = version;
        header.checksum = (uint32_t)cc_hash64(cc_span_of(&header, CTR_FILE_HASHED));
        memcpy(s.bytes, &header, sizeof header);
        const ctr_file *read = parse(&s);
        CU_ASSERT_PTR_NULL(read->damage);
        CU_ASSERT_PTR_NULL(read->tests);
        CU_ASSERT_EQUAL_FATAL(read->method_count, 1);
        CU_ASSERT_EQUAL(ctr_value(read, &read->methods[0], 5), 1);
        CU_ASSERT_EQUAL(ctr_value(read, &read->methods[0], 6), 0);
        free(s.bytes);
    }
}

static const test_case cases[] = {
    {"what is not forged", test_sound},
    {"numbers that nothing has", test_wrong_numbers},
    {"payloads that end early", test_short_payloads},
    {"a run outside the file", test_run_outside},
    {"malformed runs", test_bad_runs},
    {"older versions", test_older_versions},
};

int main(void) {
    bool is_ready = help_begin();
    int result = is_ready ? test_run("forged records", cases, sizeof cases / sizeof *cases) : 2;
    return help_end() ? result : 2;
}
