/* The text form of the filter list: how it reaches the measured process and the session. See sel.h.
 *
 * A line is "WORD ORIGIN TEXT\n"; ORIGIN has no space in it, TEXT is the rest of the line. */
#include "select/sel_internal.h"

#include <stdio.h>
#include <string.h>

static const char *const side_names[] = {"include", "exclude"};

/* --- writing ---------------------------------------------------------------------------------- */

static bool is_plain(unsigned char c) {
    return c > ' ' && c != 0x7F && c != '%';
}

static void put_origin(cc_str origin, cc_buf *out) {
    for (size_t i = 0; i < origin.len; i++) {
        unsigned char c = (unsigned char)origin.s[i];
        if (is_plain(c)) {
            cc_buf_u8(out, c);
        } else {
            cc_buf_printf(out, "%%%02X", c);
        }
    }
}

void sel_print(const sel_list *list, cc_buf *out) {
    for (size_t i = 0; i < list->count; i++) {
        const sel_rule *rule = &list->rules[i];
        cc_buf_puts(out, side_names[rule->is_exclude]);
        cc_buf_putc(out, ' ');
        put_origin(rule->origin, out);
        cc_buf_putc(out, ' ');
        cc_buf_str_put(out, rule->text);
        cc_buf_putc(out, '\n');
    }
}

/* --- reading ---------------------------------------------------------------------------------- */

static cc_err not_understood(unsigned number) {
    return cc_fail(CC_E_FORMAT, "filter list: line %u is not understood", number);
}

/* Takes the text up to the next `end` off the front; the end goes too. */
static bool take_up_to(cc_str *in, char end, cc_str *out) {
    const char *at = in->len > 0 ? memchr(in->s, end, in->len) : NULL;
    if (at == NULL) {
        return false;
    }
    *out = (cc_str){in->s, (size_t)(at - in->s)};
    *in = (cc_str){at + 1, in->len - out->len - 1};
    return true;
}

/* -1: no hexadecimal digit as put_origin() writes them. */
static int hex_value(char c) {
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* The reverse of put_origin(). `out` has room for all of `text`. */
static bool read_origin(cc_str text, char *out, size_t *len) {
    *len = 0;
    for (size_t i = 0; i < text.len; i++) {
        char c = text.s[i];
        if (c == '%') {
            int high = i + 2 < text.len ? hex_value(text.s[i + 1]) : -1;
            int low = i + 2 < text.len ? hex_value(text.s[i + 2]) : -1;
            if (high < 0 || low < 0) {
                return false;
            }
            c = (char)(high * 16 + low);
            i += 2;
        } else if (!is_plain((unsigned char)c)) {
            return false;
        }
        out[(*len)++] = c;
    }
    return true;
}

static cc_err parse_line(sel_list *list, cc_str line, unsigned number) {
    cc_str side;
    cc_str written;
    if (!take_up_to(&line, ' ', &side) || !take_up_to(&line, ' ', &written)) {
        return not_understood(number);
    }
    bool is_exclude = cc_str_eqz(side, side_names[true]);
    if (!is_exclude && !cc_str_eqz(side, side_names[false])) {
        return not_understood(number);
    }
    size_t len;
    char *origin = CC_NEW_ARRAY(list->arena, char, written.len + 1);
    if (origin == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory");
    }
    if (!read_origin(written, origin, &len)) {
        return not_understood(number);
    }
    return sel_add(list, is_exclude, line, (cc_str){origin, len});
}

cc_err sel_parse(sel_list *list, cc_str text) {
    cc_str line;
    for (unsigned number = 1; text.len > 0; number++) {
        if (!take_up_to(&text, '\n', &line)) {
            return cc_fail(CC_E_TRUNCATED, "filter list: line %u has no end", number);
        }
        cc_err err = parse_line(list, line, number);
        if (err == CC_E_USAGE) {
            char prefix[64];
            (void)snprintf(prefix, sizeof prefix, "filter list: line %u", number);
            return cc_fail_in(CC_E_FORMAT, prefix);
        }
        CC_TRY(err);
    }
    return CC_OK;
}
