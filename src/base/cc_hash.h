/* Content hashes (XXH3). Not cryptographic: they distinguish versions and do not protect. */
#ifndef CC_HASH_H
#define CC_HASH_H

#include "base/cc_span.h"

typedef struct cc_hash128 {
    uint8_t bytes[16];
} cc_hash128;

uint64_t cc_hash64(cc_span bytes);
cc_hash128 cc_hash128_of(cc_span bytes);
/* 32 lower-case hexadecimal digits and a NUL. */
void cc_hash128_hex(const cc_hash128 *hash, char out[33]);

#endif
