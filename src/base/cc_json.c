/* JSON piece by piece. See cc_json.h. */
#include "base/cc_json.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/cc_utf.h"

/* --- strings ---------------------------------------------------------------------------------- */

/* A JSON string contains every character unescaped except a quote, a backslash and control
 * characters. */
static size_t plain_length(cc_str text) {
    size_t n = 0;
    while (n < text.len && text.s[n] >= 0x20 && text.s[n] < 0x7F && text.s[n] != '"' &&
           text.s[n] != '\\') {
        n++;
    }
    return n;
}

static void put_code(cc_buf *out, uint32_t code, cc_str bytes) {
    if (code == '"' || code == '\\') {
        cc_buf_putc(out, '\\');
        cc_buf_putc(out, (char)code);
    } else if (code < 0x20 || code == 0x7F || (code >= 0x80 && code < 0xA0)) {
        cc_buf_printf(out, "\\u%04x", code);
    } else if (code == 0xFFFD) {
        cc_buf_puts(out, "\xEF\xBF\xBD");
    } else {
        cc_buf_str_put(out, bytes);
    }
}

void cc_json_quote(cc_buf *out, cc_str text) {
    cc_buf_putc(out, '"');
    while (text.len > 0) {
        size_t plain = plain_length(text);
        cc_buf_str_put(out, (cc_str){text.s, plain});
        text = (cc_str){text.s + plain, text.len - plain};
        cc_str before = text;
        uint32_t code = 0;
        if (cc_utf8_next(&text, &code)) {
            put_code(out, code, (cc_str){before.s, before.len - text.len});
        }
    }
    cc_buf_putc(out, '"');
}

/* --- places of values ------------------------------------------------------------------------- */

static uint64_t level_bit(const cc_json *w) {
    return UINT64_C(1) << w->depth;
}

static void put_indent(cc_json *w) {
    cc_buf_putc(w->out, '\n');
    for (unsigned i = 0; i < w->depth * w->indent; i++) {
        cc_buf_putc(w->out, ' ');
    }
}

/* Writes the comma after the previous value, and the line break of this value. */
static void put_place(cc_json *w) {
    bool is_placed = w->is_placed;
    w->is_placed = false;
    if (is_placed) {
        return;
    }
    if ((w->filled & level_bit(w)) != 0) {
        cc_buf_putc(w->out, ',');
    }
    if (w->indent > 0 && w->depth > 0) {
        put_indent(w);
    }
    w->filled |= level_bit(w);
}

static void put_colon(cc_json *w) {
    cc_buf_puts(w->out, w->indent > 0 ? ": " : ":");
}

void cc_json_next(cc_json *w, const char *key) {
    put_place(w);
    if (key != NULL) {
        cc_buf_putc(w->out, '"');
        cc_buf_puts(w->out, key);
        cc_buf_putc(w->out, '"');
        put_colon(w);
    }
}

void cc_json_key(cc_json *w, cc_str key) {
    put_place(w);
    cc_json_quote(w->out, key);
    put_colon(w);
    w->is_placed = true;
}

void cc_json_line(cc_json *w) {
    put_place(w);
    cc_buf_putc(w->out, '\n');
    w->is_placed = true;
}

/* --- values ----------------------------------------------------------------------------------- */

void cc_json_begin(cc_json *w, const char *key, char bracket) {
    cc_json_next(w, key);
    cc_buf_putc(w->out, bracket);
    w->depth++;
    w->filled &= ~level_bit(w);
}

void cc_json_end(cc_json *w, char bracket) {
    bool is_filled = (w->filled & level_bit(w)) != 0;
    w->depth--;
    if (is_filled && w->indent > 0) {
        put_indent(w);
    }
    cc_buf_putc(w->out, bracket);
}

void cc_json_text(cc_json *w, const char *key, cc_str text) {
    cc_json_next(w, key);
    cc_json_quote(w->out, text);
}

void cc_json_number(cc_json *w, const char *key, uint64_t number) {
    cc_json_next(w, key);
    cc_buf_dec(w->out, number);
}

void cc_json_real(cc_json *w, const char *key, double number) {
    char digits[32];
    (void)snprintf(digits, sizeof digits, "%.17g", number);
    cc_json_next(w, key);
    cc_buf_puts(w->out, digits);
    cc_buf_puts(w->out, strpbrk(digits, ".e") == NULL ? ".0" : "");
}

void cc_json_truth(cc_json *w, const char *key, bool truth) {
    cc_json_next(w, key);
    cc_buf_puts(w->out, truth ? "true" : "false");
}

void cc_json_null(cc_json *w, const char *key) {
    cc_json_next(w, key);
    cc_buf_puts(w->out, "null");
}
