/* Checksums of sources by libmd; see mod_checksum.h. */
#include "coverage/module/mod_checksum.h"

#include <sys/types.h>

#include <sha1.h>
#include <sha2.h>
#include <string.h>

_Static_assert(SHA256_DIGEST_LENGTH == MOD_CHECKSUM_BYTES &&
                   SHA1_DIGEST_LENGTH <= MOD_CHECKSUM_BYTES,
               "every kind of checksum has room");

/* How clrcov changes line ends before hashing. */
typedef enum form { FORM_AS_IS, FORM_LF, FORM_CRLF } form;

typedef struct hasher {
    bool is_sha1;
    SHA1_CTX sha1;
    SHA2_CTX sha256;
} hasher;

static void feed(hasher *h, const uint8_t *bytes, size_t count) {
    if (count == 0) {
        return;
    }
    if (h->is_sha1) {
        SHA1Update(&h->sha1, bytes, count);
    } else {
        SHA256Update(&h->sha256, bytes, count);
    }
}

/* Hashes line by line: the text of the line, then the line end of this form. */
static void feed_lines(hasher *h, cc_span content, form wanted) {
    while (content.len > 0) {
        const uint8_t *end = memchr(content.data, '\n', content.len);
        size_t length = end == NULL ? content.len : (size_t)(end - content.data);
        bool has_cr = end != NULL && length > 0 && content.data[length - 1] == '\r';
        feed(h, content.data, has_cr ? length - 1 : length);
        if (end != NULL) {
            const uint8_t *ending = (const uint8_t *)(wanted == FORM_CRLF ? "\r\n" : "\n");
            feed(h, ending, wanted == FORM_CRLF ? 2 : 1);
        }
        (void)cc_span_skip(&content, end == NULL ? length : length + 1);
    }
}

static void sum(uint8_t digest[MOD_CHECKSUM_BYTES], cc_span content, pdb_checksum kind,
                form wanted) {
    hasher h = {.is_sha1 = kind == PDB_SUM_SHA1};
    SHA1Init(&h.sha1);
    SHA256Init(&h.sha256);
    if (wanted == FORM_AS_IS) {
        feed(&h, content.data, content.len);
    } else {
        feed_lines(&h, content, wanted);
    }
    if (h.is_sha1) {
        SHA1Final(digest, &h.sha1);
    } else {
        SHA256Final(digest, &h.sha256);
    }
}

static size_t size_of_kind(pdb_checksum kind) {
    return kind == PDB_SUM_SHA1 ? SHA1_DIGEST_LENGTH : SHA256_DIGEST_LENGTH;
}

bool mod_checksum_is_known(pdb_checksum kind) {
    return kind == PDB_SUM_SHA1 || kind == PDB_SUM_SHA256;
}

bool mod_checksums_make(mod_checksums *out, pdb_checksum kind, cc_span text) {
    out->kind = PDB_SUM_NONE;
    if (!mod_checksum_is_known(kind)) {
        return false;
    }
    out->kind = kind;
    for (int i = 0; i < MOD_CHECKSUM_FORMS; i++) {
        sum(out->forms[i], text, kind, (form)i);
    }
    return true;
}

mod_checksum_result mod_checksums_compare(const mod_checksums *sums, const pdb_document *document) {
    size_t size = size_of_kind(sums->kind);
    if (!mod_checksum_is_known(sums->kind) || sums->kind != document->checksum_kind) {
        return MOD_CHECKSUM_UNKNOWN;
    }
    for (int i = 0; i < MOD_CHECKSUM_FORMS && document->checksum.len == size; i++) {
        if (memcmp(sums->forms[i], document->checksum.data, size) == 0) {
            return MOD_CHECKSUM_SAME;
        }
    }
    return MOD_CHECKSUM_CHANGED;
}

mod_checksum_result mod_checksum_compare_text(const pdb_document *document, cc_span text) {
    pdb_checksum kind = document->checksum_kind;
    if (!mod_checksum_is_known(kind)) {
        return MOD_CHECKSUM_UNKNOWN;
    }
    for (int i = 0; i < MOD_CHECKSUM_FORMS; i++) {
        uint8_t digest[MOD_CHECKSUM_BYTES];
        sum(digest, text, kind, (form)i);
        if (document->checksum.len == size_of_kind(kind) &&
            memcmp(digest, document->checksum.data, document->checksum.len) == 0) {
            return MOD_CHECKSUM_SAME;
        }
    }
    return MOD_CHECKSUM_CHANGED;
}
