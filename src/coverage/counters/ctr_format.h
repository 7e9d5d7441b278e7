/* What both sides of the counters file share. Internal to this room. */
#ifndef CTR_FORMAT_H
#define CTR_FORMAT_H

#include <stddef.h>

#include "base/cc_hash.h"
#include "clrcov/counters_format.h"

#define CTR_FILE_HASHED offsetof(clrcov_file_header, checksum)
#define CTR_SEGMENT_HASHED offsetof(clrcov_segment_header, checksum)

_Static_assert(sizeof(clrcov_file_header) == 56, "file header layout");
_Static_assert(sizeof(clrcov_work) == 72, "work layout");
_Static_assert(CTR_FILE_HASHED == 40, "file header layout");
_Static_assert(sizeof(clrcov_segment_header) == 64, "segment header layout");
_Static_assert(CTR_SEGMENT_HASHED == 44, "segment header layout");
_Static_assert(sizeof(clrcov_record_header) == 12, "record header layout");
_Static_assert(sizeof(clrcov_module_payload) == 80, "module payload layout");
_Static_assert(sizeof(clrcov_method_payload) == 32, "method payload layout");
_Static_assert(sizeof(clrcov_lane_payload) == 24, "lane payload layout");
_Static_assert(sizeof(clrcov_test_payload) == 32, "test payload layout");
_Static_assert(sizeof(clrcov_test_end_payload) == 16, "test end payload layout");
_Static_assert(sizeof(clrcov_region_payload) == 8, "region payload layout");
_Static_assert(sizeof(clrcov_class_payload) == 16, "class payload layout");
_Static_assert(sizeof(uintptr_t) == 8, "counters are addressed with 64 bits");
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
               "structs are written as they lie in memory");

/* clrcov_method_payload.flags */
#define CTR_METHOD_ALL 1u
#define CTR_METHOD_BLOCKS 2u

/* Size in bytes of a record with its padding. */
static inline size_t ctr_record_bytes(size_t payload) {
    return (sizeof(clrcov_record_header) + payload + 7) & ~(size_t)7;
}

/* Convert a number to the form of the `used` and `refused` words, and back; false when the word is
 * invalid. */
static inline uint64_t ctr_used_word(uint32_t length) {
    return (uint64_t)~length << 32 | length;
}
static inline bool ctr_used_length(uint64_t word, uint32_t *length) {
    *length = (uint32_t)word;
    return word == ctr_used_word(*length);
}

static inline uint32_t ctr_record_checksum(uint32_t size, uint16_t type, cc_span payload) {
    struct {
        uint32_t size;
        uint16_t type, zero;
        uint64_t payload;
    } parts = {size, type, 0, cc_hash64(payload)};
    return (uint32_t)cc_hash64(cc_span_of(&parts, sizeof parts));
}

#endif
