/* Numbers as LEB128. */
#include <CUnit/CUnit.h>
#include <string.h>

#include "base/cc_leb.h"
#include "base/test_base.h"

typedef struct number {
    uint64_t value;
    size_t size;
    uint8_t bytes[10];
} number;

static const number numbers[] = {
    {0, 1, {0}},
    {1, 1, {1}},
    {0x7F, 1, {0x7F}},
    {0x80, 2, {0x80, 0x01}},
    {0x3FFF, 2, {0xFF, 0x7F}},
    {0x4000, 3, {0x80, 0x80, 0x01}},
    {624485, 3, {0xE5, 0x8E, 0x26}},
    {UINT32_MAX, 5, {0xFF, 0xFF, 0xFF, 0xFF, 0x0F}},
    {(uint64_t)UINT32_MAX + 1, 5, {0x80, 0x80, 0x80, 0x80, 0x10}},
    {UINT64_MAX >> 1, 9, {0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F}},
    {(UINT64_MAX >> 1) + 1, 10, {0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01}},
    {UINT64_MAX, 10, {0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01}},
};

enum { NUMBERS = sizeof numbers / sizeof *numbers };

void test_leb_numbers(void) {
    for (size_t i = 0; i < NUMBERS; i++) {
        const number *n = &numbers[i];
        cc_buf buf = {0};
        cc_leb_put(&buf, n->value);
        CU_ASSERT_EQUAL_FATAL(buf.len, n->size);
        CU_ASSERT_EQUAL(memcmp(buf.data, n->bytes, n->size), 0);
        cc_buf_u8(&buf, 0x55); /* belongs to what follows */
        cc_span in = cc_buf_span(&buf);
        uint64_t value = 0;
        CU_ASSERT(cc_leb_take(&in, &value));
        CU_ASSERT_EQUAL(value, n->value);
        CU_ASSERT_EQUAL(in.len, 1);
        cc_buf_free(&buf);
    }
}

/* Each power of two and its neighbours, one after the other in one buffer. */
void test_leb_borders(void) {
    cc_buf buf = {0};
    for (unsigned bit = 0; bit < 64; bit++) {
        for (uint64_t k = 0; k < 3; k++) {
            cc_leb_put(&buf, (UINT64_C(1) << bit) - 1 + k);
        }
    }
    cc_span in = cc_buf_span(&buf);
    uint64_t value = 0;
    for (unsigned bit = 0; bit < 64; bit++) {
        for (uint64_t k = 0; k < 3; k++) {
            CU_ASSERT(cc_leb_take(&in, &value));
            CU_ASSERT_EQUAL(value, (UINT64_C(1) << bit) - 1 + k);
        }
    }
    CU_ASSERT_EQUAL(in.len, 0);
    CU_ASSERT_FALSE(cc_leb_take(&in, &value));
    cc_buf_free(&buf);
}

void test_leb_truncated(void) {
    for (size_t i = 0; i < NUMBERS; i++) {
        for (size_t len = 0; len < numbers[i].size; len++) {
            cc_span in = cc_span_of(numbers[i].bytes, len);
            uint64_t value = 0;
            CU_ASSERT_FALSE(cc_leb_take(&in, &value));
        }
    }
}

void test_leb_too_long(void) {
    static const uint8_t bit_64[] = {0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x02};
    static const uint8_t eleven[] = {0x80, 0x80, 0x80, 0x80, 0x80, 0x80,
                                     0x80, 0x80, 0x80, 0x81, 0x00};
    static const uint8_t padded[] = {0x85, 0x80, 0x00}; /* 5, with zeros above it */
    uint64_t value = 0;
    cc_span in = cc_span_of(bit_64, sizeof bit_64);
    CU_ASSERT_FALSE(cc_leb_take(&in, &value));
    in = cc_span_of(eleven, sizeof eleven);
    CU_ASSERT_FALSE(cc_leb_take(&in, &value));
    in = cc_span_of(padded, sizeof padded);
    CU_ASSERT(cc_leb_take(&in, &value) && value == 5 && in.len == 0);
}

void test_leb_u32(void) {
    for (size_t i = 0; i < NUMBERS; i++) {
        cc_span in = cc_span_of(numbers[i].bytes, numbers[i].size);
        uint32_t value = 0;
        bool fits = numbers[i].value <= UINT32_MAX;
        CU_ASSERT_EQUAL(cc_leb_take_u32(&in, &value), fits);
        CU_ASSERT_EQUAL(value, fits ? numbers[i].value : 0);
    }
}
