/* Facts of an assembly; see mod_assembly.h. libmd provides SHA-1. */
#include "coverage/module/mod_assembly.h"

#include <sys/types.h>

#include <sha1.h>

enum { TOKEN_SIZE = 8 };

void mod_key_token(cc_span key, char out[17]) {
    static const char digits[] = "0123456789abcdef";
    uint8_t digest[SHA1_DIGEST_LENGTH];
    SHA1_CTX ctx;
    out[0] = 0;
    if (key.len == 0) {
        return;
    }
    SHA1Init(&ctx);
    SHA1Update(&ctx, key.data, key.len);
    SHA1Final(digest, &ctx);
    for (size_t i = 0; i < TOKEN_SIZE; i++) {
        uint8_t byte = digest[SHA1_DIGEST_LENGTH - 1 - i];
        out[2 * i] = digits[byte >> 4];
        out[2 * i + 1] = digits[byte & 15];
    }
    out[2 * TOKEN_SIZE] = 0;
}

/* The blob is the prolog 0x0001, a compressed length and the text; the byte 0xFF means null. */
static cc_str first_text(cc_span value) {
    uint16_t prolog = 0;
    uint32_t length = 0;
    cc_span text = {NULL, 0};
    bool is_text = cc_span_u16(&value, &prolog) && prolog == 1 && value.len > 0 &&
                   value.data[0] != 0xFF && md_compressed(&value, &length) &&
                   cc_span_take(&value, length, &text);
    return is_text ? (cc_str){(const char *)text.data, text.len} : (cc_str){"", 0};
}

cc_str mod_assembly_text(const md_tables *tables, const char *attribute) {
    cc_buf name = {0};
    cc_str result = {"", 0};
    cc_span value = {NULL, 0};
    uint32_t cursor = 0;
    bool found = false;
    while (!found && md_next_attribute(tables, MD_TOKEN(MD_ASSEMBLY, 1), &cursor, &name, &value)) {
        found = cc_str_eqz(cc_buf_str(&name), attribute);
        result = found ? first_text(value) : result;
        cc_buf_clear(&name);
    }
    cc_buf_free(&name);
    return result;
}

void mod_assembly_read(const md_tables *tables, mod_assembly *out) {
    out->company = mod_assembly_text(tables, "System.Reflection.AssemblyCompanyAttribute");
    out->framework =
        mod_assembly_text(tables, "System.Runtime.Versioning.TargetFrameworkAttribute");
    mod_key_token(md_assembly_public_key(tables), out->key);
}

bool mod_is_rewritten_by_coverlet(const md_tables *tables) {
    uint32_t count = md_row_count(tables, MD_TYPEDEF);
    for (uint32_t rid = 1; rid <= count; rid++) {
        md_typedef row;
        if (md_get_typedef(tables, rid, &row) == CC_OK &&
            cc_str_eqz(row.space, "Coverlet.Core.Instrumentation.Tracker")) {
            return true;
        }
    }
    return false;
}
