/* Damaged counters files: one wrong byte or a missing end never invents a record. */
#include "counters_help.h"

#include <stdlib.h>
#include <string.h>

#include "base/cc_file.h"
#include "base/cc_os.h"
#include "clrcov/counters_format.h"
#include "test_main.h"

enum { METHODS = 40 };

/* A page of header, then an area of records and one of counters, each 16 KiB or a page. */
typedef struct sample {
    uint8_t *bytes;
    size_t size;
    size_t first_counter;
    ctr_file *whole; /* what it says undamaged */
} sample;

/* A file with every kind of record and one segment. */
static sample make_sample(void) {
    ctr_writer *writer = help_writer(CTR_HITS_ONCE);
    ctr_module_record module = help_module("/app/A.dll");
    uint32_t id;
    CU_ASSERT_EQUAL(ctr_writer_module(writer, &module, &id), CC_OK);
    for (uint32_t i = 0; i < METHODS; i++) {
        uint8_t *place;
        help_method(writer, id, i, 3, (void **)&place);
        place[i % 3] = 1;
        if (i % 8 == 0) {
            CU_ASSERT_EQUAL(ctr_writer_skip(writer, id, i, 2, CC_STR("s")), CC_OK);
            CU_ASSERT_EQUAL(ctr_writer_note(writer, CC_STR("n")), CC_OK);
        }
    }
    size_t page = cc_os_page_size();
    size_t area = page > 16 * 1024 ? page : 16 * 1024;
    cc_mapped_file file;
    CU_ASSERT_EQUAL_FATAL(cc_file_map(&file, ctr_writer_path(writer), true), CC_OK);
    CU_ASSERT_EQUAL(file.bytes.len, page + 2 * area);
    sample s = {malloc(file.bytes.len), file.bytes.len, page + area, NULL};
    memcpy(s.bytes, file.bytes.data, file.bytes.len);
    cc_file_unmap(&file);
    ctr_writer_close(writer);
    cc_span kept = cc_arena_copy(help_arena, cc_span_of(s.bytes, s.size));
    CU_ASSERT_EQUAL_FATAL(ctr_parse(&s.whole, kept, "whole", help_arena), CC_OK);
    CU_ASSERT_PTR_NULL(s.whole->damage);
    return s;
}

static bool same_module(const ctr_module_record *a, const ctr_module_record *b) {
    return memcmp(a->mvid, b->mvid, 16) == 0 && memcmp(a->pdb_id, b->pdb_id, 20) == 0 &&
           cc_str_eq(a->path, b->path) && cc_str_eq(a->name, b->name) && a->reason == b->reason;
}

static bool same_method(const ctr_method_data *a, const ctr_method_data *b) {
    return memcmp(&a->record, &b->record, sizeof a->record) == 0 && a->is_skip == b->is_skip &&
           a->skip == b->skip && cc_str_eq(a->detail, b->detail);
}

/* Is what was read a front part of what was written? Counts counters that differ. */
static bool is_front_of(const ctr_file *part, const ctr_file *whole, size_t *differ) {
    bool same = part->module_count <= whole->module_count &&
                part->method_count <= whole->method_count && part->note_count <= whole->note_count;
    for (uint32_t i = 0; same && i < part->module_count; i++) {
        same = same_module(&part->modules[i], &whole->modules[i]);
    }
    for (uint32_t i = 0; same && i < part->method_count; i++) {
        same = same_method(&part->methods[i], &whole->methods[i]);
        for (uint32_t k = 0; same && k < part->methods[i].record.count; k++) {
            *differ +=
                ctr_value(part, &part->methods[i], k) != ctr_value(whole, &whole->methods[i], k);
        }
    }
    return same;
}

static bool is_complete(const ctr_file *part, const ctr_file *whole) {
    return part->module_count == whole->module_count && part->method_count == whole->method_count &&
           part->note_count == whole->note_count;
}

typedef struct tally {
    size_t wrong;   /* more, or other, than was written */
    size_t silent;  /* less than was written, and no word about it */
    size_t refused; /* the whole file */
} tally;

/* Reads the sample with the byte at `i` changed. */
static void flip(sample *s, size_t i, uint8_t change, tally *t) {
    cc_arena *own = cc_arena_new();
    ctr_file *read = NULL;
    size_t differ = 0;
    s->bytes[i] ^= change;
    cc_err err = ctr_parse(&read, cc_span_of(s->bytes, s->size), "flipped", own);
    if (err != CC_OK) {
        t->refused++;
        t->wrong += i >= sizeof(clrcov_file_header);
    } else {
        t->wrong +=
            !is_front_of(read, s->whole, &differ) || differ > (i >= s->first_counter ? 1 : 0);
        t->wrong += read->refused != 0;
        t->silent += read->damage == NULL && !is_complete(read, s->whole);
    }
    s->bytes[i] ^= change;
    cc_arena_free(own);
}

static void test_every_flip(void) {
    sample s = make_sample();
    tally one_bit = {0};
    tally all_bits = {0};
    for (size_t i = 0; i < s.size; i++) {
        flip(&s, i, (uint8_t)(1u << i % 8), &one_bit);
        flip(&s, i, 0xFF, &all_bits);
    }
    CU_ASSERT_EQUAL(one_bit.wrong + all_bits.wrong, 0);
    CU_ASSERT_EQUAL(one_bit.silent + all_bits.silent, 0);
    /* After the checksum come a word that means nothing here and one that proves itself. */
    CU_ASSERT_EQUAL(one_bit.refused, offsetof(clrcov_file_header, refusal));
    CU_ASSERT_EQUAL(all_bits.refused, offsetof(clrcov_file_header, refusal));
    free(s.bytes);
}

static void test_every_truncation(void) {
    sample s = make_sample();
    size_t wrong = 0;
    size_t silent = 0;
    for (size_t len = 0; len < s.size; len++) {
        cc_arena *own = cc_arena_new();
        /* Exactly as long as it says, so that a sanitizer sees one byte too many. */
        uint8_t *cut = malloc(len > 0 ? len : 1);
        memcpy(cut, s.bytes, len);
        ctr_file *read = NULL;
        size_t differ = 0;
        cc_err err = ctr_parse(&read, cc_span_of(cut, len), "cut", own);
        if (err == CC_OK) {
            wrong += !is_front_of(read, s.whole, &differ) || differ > 0;
            silent += read->damage == NULL;
        }
        free(cut);
        cc_arena_free(own);
    }
    CU_ASSERT_EQUAL(wrong, 0);
    CU_ASSERT_EQUAL(silent, 0);
    free(s.bytes);
}

static void test_not_one_of_ours(void) {
    ctr_file *read = NULL;
    char *path = cc_path_join(help_arena, help_dir, "text");
    CU_ASSERT_EQUAL(ctr_open(&read, path, help_arena), CC_E_NOTFOUND);
    CU_ASSERT_EQUAL(cc_file_write(path, cc_span_of("hello", 5), 0600), CC_OK);
    CU_ASSERT_EQUAL(ctr_open(&read, path, help_arena), CC_E_FORMAT);
    CU_ASSERT_EQUAL(cc_file_write(path, cc_span_of("", 0), 0600), CC_OK);
    CU_ASSERT_EQUAL(ctr_open(&read, path, help_arena), CC_E_FORMAT);
    sample s = make_sample();
    s.bytes[8] = CLRCOV_COUNTERS_VERSION + 1;
    CU_ASSERT_EQUAL(ctr_parse(&read, cc_span_of(s.bytes, s.size), "new", help_arena),
                    CC_E_UNSUPPORTED);
    free(s.bytes);
}

static const test_case cases[] = {
    {"one wrong byte never invents a record", test_every_flip},
    {"a cut file never invents a record", test_every_truncation},
    {"other files and versions are refused", test_not_one_of_ours},
};

int main(void) {
    bool is_ready = help_begin();
    int result = is_ready ? test_run("damaged counters", cases, sizeof cases / sizeof *cases) : 2;
    return help_end() ? result : 2;
}
