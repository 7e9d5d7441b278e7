/* Checksums of sources by libmd; see cov_sum.h. */
#include "coverage/cov_sum.h"

#include <sys/types.h>

#include <sha1.h>
#include <sha2.h>
#include <string.h>

#include "base/cc_file.h"

static bool same(const uint8_t *digest, size_t size, cc_span wanted) {
    return wanted.len == size && memcmp(digest, wanted.data, size) == 0;
}

static bool is_sha256(cc_span content, cc_span wanted) {
    uint8_t digest[SHA256_DIGEST_LENGTH];
    SHA2_CTX ctx;
    SHA256Init(&ctx);
    SHA256Update(&ctx, content.data, content.len);
    SHA256Final(digest, &ctx);
    return same(digest, sizeof digest, wanted);
}

static bool is_sha1(cc_span content, cc_span wanted) {
    uint8_t digest[SHA1_DIGEST_LENGTH];
    SHA1_CTX ctx;
    SHA1Init(&ctx);
    SHA1Update(&ctx, content.data, content.len);
    SHA1Final(digest, &ctx);
    return same(digest, sizeof digest, wanted);
}

cov_sum_result cov_sum_compare(const pdb_document *document, const char *file) {
    cc_mapped_file content;
    bool is_known =
        document->checksum_kind == PDB_SUM_SHA1 || document->checksum_kind == PDB_SUM_SHA256;
    if (!is_known || cc_file_map(&content, file, false) != CC_OK) {
        return COV_SUM_UNKNOWN;
    }
    bool is_same = document->checksum_kind == PDB_SUM_SHA1
                       ? is_sha1(content.bytes, document->checksum)
                       : is_sha256(content.bytes, document->checksum);
    cc_file_unmap(&content);
    return is_same ? COV_SUM_SAME : COV_SUM_CHANGED;
}
