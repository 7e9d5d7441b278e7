/* Percent escapes. See cc_escape.h. */
#include "base/cc_escape.h"

#include <string.h>

static const char digits[] = "0123456789ABCDEF";

static bool is_plain(char c, char also) {
    unsigned char byte = (unsigned char)c;
    return byte >= 0x20 && byte != 0x7F && c != '%' && (also == 0 || c != also);
}

void cc_escape(cc_buf *out, cc_str text, char also) {
    for (size_t i = 0; i < text.len; i++) {
        unsigned char byte = (unsigned char)text.s[i];
        if (is_plain(text.s[i], also)) {
            cc_buf_putc(out, text.s[i]);
        } else {
            cc_buf_putc(out, '%');
            cc_buf_putc(out, digits[byte >> 4]);
            cc_buf_putc(out, digits[byte & 15]);
        }
    }
}

/* Returns the value of a hexadecimal digit; -1: not a digit. */
static int digit(char c) {
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* Takes the first character; false when it is malformed. */
static bool take(cc_str *text, char also, char *out) {
    size_t used = 1;
    *out = text->s[0];
    if (*out == '%') {
        int high = text->len > 2 ? digit(text->s[1]) : -1;
        int low = text->len > 2 ? digit(text->s[2]) : -1;
        if (high < 0 || low < 0) {
            return false;
        }
        *out = (char)(high * 16 + low);
        used = 3;
    } else if (!is_plain(*out, also)) {
        return false;
    }
    *text = (cc_str){text->s + used, text->len - used};
    return true;
}

bool cc_unescape(char *out, size_t *len, cc_str text, char also) {
    *len = 0;
    while (text.len > 0) {
        if (!take(&text, also, &out[*len])) {
            return false;
        }
        (*len)++;
    }
    out[*len] = 0;
    return true;
}

void cc_replace(cc_buf *out, cc_str text, const char *special, const char *const *written) {
    for (size_t i = 0; i < text.len; i++) {
        const char *at = text.s[i] == '\0' ? NULL : strchr(special, text.s[i]);
        if (at == NULL) {
            cc_buf_putc(out, text.s[i]);
        } else {
            cc_buf_puts(out, written[at - special]);
        }
    }
}
