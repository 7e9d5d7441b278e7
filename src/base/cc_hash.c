/* XXH3, compiled in so that the library in the user's process needs only libc. */
#include "base/cc_hash.h"

#include <string.h>

#define XXH_INLINE_ALL
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wcast-qual"
#pragma GCC diagnostic ignored "-Wswitch-enum"
#pragma GCC diagnostic ignored "-Wundef"
#include <xxhash.h>
#pragma GCC diagnostic pop

uint64_t cc_hash64(cc_span bytes) {
    return XXH3_64bits(bytes.data, bytes.len);
}

cc_hash128 cc_hash128_of(cc_span bytes) {
    XXH128_canonical_t canonical;
    XXH128_canonicalFromHash(&canonical, XXH3_128bits(bytes.data, bytes.len));
    cc_hash128 out;
    memcpy(out.bytes, canonical.digest, sizeof out.bytes);
    return out;
}

void cc_hash128_hex(const cc_hash128 *hash, char out[33]) {
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < sizeof hash->bytes; i++) {
        out[2 * i] = digits[hash->bytes[i] >> 4];
        out[2 * i + 1] = digits[hash->bytes[i] & 15];
    }
    out[32] = '\0';
}
