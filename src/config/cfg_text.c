/* Quotes of foreign text in messages. */
#include <string.h>

#include "base/cc_utf.h"
#include "config/cfg_internal.h"

enum { MAX_QUOTED = 60 };

const char *cfg_quote(cc_str text, char out[CFG_QUOTE_SIZE]) {
    cc_str rest = text;
    uint32_t c;
    size_t count = 0;
    while (count < MAX_QUOTED && cc_utf8_next(&rest, &c)) {
        count++;
    }
    cc_buf buf = {0};
    cc_utf8_clean((cc_str){text.s, text.len - rest.len}, &buf);
    cc_buf_puts(&buf, rest.len > 0 ? "..." : "");
    size_t len = buf.len < CFG_QUOTE_SIZE ? buf.len : CFG_QUOTE_SIZE - 1;
    memcpy(out, cc_buf_str(&buf).s, len);
    out[len] = '\0';
    cc_buf_free(&buf);
    return out;
}
