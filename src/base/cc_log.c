/* Commands of build servers in text. See cc_log.h. */
#include "base/cc_log.h"

static bool is_space(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* The text would contain a command if `c` followed. */
static bool is_command(const cc_log *log, char c) {
    return c == log->last && (c == '#' || (c == ':' && !log->is_in_line));
}

static void step(cc_log *log, char c) {
    if ((unsigned char)c >= 0x80) {
        log->is_in_line = false;
        return;
    }
    bool may_begin = is_space(c) || (c == ':' && log->last != ':');
    if (c == '\n' || c == '\r') {
        log->is_in_line = false;
    } else if (!may_begin) {
        log->is_in_line = true;
    }
    log->last = c;
}

void cc_log_put(cc_log *log, cc_str text, cc_buf *out) {
    for (size_t i = 0; i < text.len; i++) {
        char c = text.s[i];
        if (is_command(log, c)) {
            cc_buf_putc(out, ' ');
        }
        cc_buf_putc(out, c);
        step(log, c);
    }
}

void cc_log_put_json(cc_log *log, cc_str text, cc_buf *out) {
    for (size_t i = 0; i < text.len; i++) {
        char c = text.s[i];
        if (c == '#' && log->last == '#') {
            cc_buf_puts(out, "\\u0023");
        } else {
            cc_buf_putc(out, c);
        }
        step(log, c);
    }
}
