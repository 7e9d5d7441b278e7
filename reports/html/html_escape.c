/* Foreign text in pages; see html_escape.h. */
#include "reports/html/html_escape.h"

#include "base/cc_json.h"
#include "base/cc_utf.h"

enum { PICTURES = 0x2400, PICTURE_OF_DELETE = 0x2421, REPLACEMENT = 0xFFFD };

/* Characters that reorder other characters, or that are invisible: malicious sources use them to
 * disguise code. Source: Unicode 15, property Bidi_Control, general categories Zl, Zp and Cc; tags.
 * Joiners stay, because words need them. */
static bool is_hidden(uint32_t code) {
    return (code >= 0x80 && code < 0xA0) || code == 0x61C || code == 0x200B || code == 0x200E ||
           code == 0x200F || (code >= 0x2028 && code <= 0x202E) ||
           (code >= 0x2060 && code <= 0x2069) || code == 0xFEFF ||
           (code >= 0xE0000 && code <= 0xE007F);
}

static bool is_no_character(uint32_t code) {
    return (code & 0xFFFE) == 0xFFFE || (code >= 0xFDD0 && code <= 0xFDEF);
}

static void put_code(cc_buf *out, uint32_t code) {
    const uint8_t bytes[] = {(uint8_t)(0xE0 | code >> 12), (uint8_t)(0x80 | (code >> 6 & 0x3F)),
                             (uint8_t)(0x80 | (code & 0x3F))};
    cc_buf_bytes(out, bytes, sizeof bytes);
}

static void put_special(cc_buf *out, uint32_t code, cc_str bytes) {
    if (code < 0x20 && code != '\t') {
        put_code(out, PICTURES + code);
    } else if (code == 0x7F) {
        put_code(out, PICTURE_OF_DELETE);
    } else if (is_hidden(code)) {
        cc_buf_printf(out, "[U+%04X]", code);
    } else if (code == REPLACEMENT || is_no_character(code)) {
        put_code(out, REPLACEMENT);
    } else {
        cc_buf_str_put(out, bytes);
    }
}

/* Returns the length of the text that needs no escape. */
static size_t plain_length(cc_str text, bool is_markup) {
    size_t n = 0;
    while (n < text.len) {
        char c = text.s[n];
        bool is_escaped = is_markup && (c == '<' || c == '>' || c == '&' || c == '"' || c == '\'');
        if (is_escaped || ((c < 0x20 || c >= 0x7F) && c != '\t')) {
            break;
        }
        n++;
    }
    return n;
}

static const char *entity_of(char c) {
    switch (c) {
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '&':
        return "&amp;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    default:
        return NULL;
    }
}

static void put_text(cc_buf *out, cc_str text, bool is_markup) {
    while (text.len > 0) {
        size_t plain = plain_length(text, is_markup);
        cc_buf_str_put(out, (cc_str){text.s, plain});
        text = (cc_str){text.s + plain, text.len - plain};
        cc_str before = text;
        uint32_t code = 0;
        if (!cc_utf8_next(&text, &code)) {
            break;
        }
        const char *entity = is_markup && code < 0x80 ? entity_of((char)code) : NULL;
        if (entity != NULL) {
            cc_buf_puts(out, entity);
        } else {
            put_special(out, code, (cc_str){before.s, before.len - text.len});
        }
    }
}

void html_text(cc_buf *out, cc_str text) {
    put_text(out, text, true);
}

void html_visible(cc_buf *out, cc_str text) {
    put_text(out, text, false);
}

void html_json(cc_buf *out, cc_str text) {
    cc_buf visible = {0};
    cc_buf quoted = {0};
    html_visible(&visible, text);
    cc_json_quote(&quoted, cc_buf_str(&visible));
    for (size_t i = 0; i < quoted.len; i++) {
        if (quoted.data[i] == '<') {
            cc_buf_puts(out, "\\u003c");
        } else {
            cc_buf_u8(out, quoted.data[i]);
        }
    }
    cc_buf_free(&quoted);
    cc_buf_free(&visible);
}
