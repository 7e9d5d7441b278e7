/* A small writer of XML; see xmlw.h. */
#include "reports/xmlw.h"

#include "base/cc_utf.h"

enum { CHUNK = 1 << 16 };

static void flush(xmlw *w) {
    if (w->out.len > 0 && !w->failed) {
        w->failed = !w->sink.write(w->sink.ctx, w->out.data, w->out.len);
    }
    cc_buf_clear(&w->out);
}

void xmlw_open(xmlw *w, rep_sink sink) {
    *w = (xmlw){.sink = sink};
    cc_buf_puts(&w->out, "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n");
}

/* Closes the start tag; the place where the buffer is emptied, between two pieces. */
static void end_tag(xmlw *w, const char *end) {
    if (w->in_tag) {
        cc_buf_puts(&w->out, end);
        w->in_tag = false;
    }
    if (w->out.len >= CHUNK) {
        w->failed = w->failed || !cc_buf_ok(&w->out);
        flush(w);
    }
}

cc_err xmlw_close(xmlw *w) {
    while (w->depth > 0) {
        xmlw_end(w);
    }
    cc_buf_putc(&w->out, '\n');
    bool no_memory = !cc_buf_ok(&w->out) || !cc_buf_ok(&w->scratch);
    if (!no_memory) {
        flush(w);
    }
    cc_buf_free(&w->out);
    cc_buf_free(&w->scratch);
    if (no_memory) {
        return cc_fail(CC_E_NOMEM, "out of memory while writing XML");
    }
    return w->failed ? cc_fail(CC_E_IO, "the report could not be written") : CC_OK;
}

void xmlw_start(xmlw *w, const char *element) {
    end_tag(w, ">");
    if (w->depth == XMLW_MAX_DEPTH) {
        w->failed = true;
        return;
    }
    w->open[w->depth++] = element;
    cc_buf_putc(&w->out, '<');
    cc_buf_puts(&w->out, element);
    w->in_tag = true;
}

void xmlw_end(xmlw *w) {
    if (w->depth == 0) {
        w->failed = true;
        return;
    }
    const char *element = w->open[--w->depth];
    if (w->in_tag) {
        end_tag(w, "/>");
        return;
    }
    end_tag(w, "");
    cc_buf_puts(&w->out, "</");
    cc_buf_puts(&w->out, element);
    cc_buf_putc(&w->out, '>');
}

static bool is_plain(cc_str s) {
    for (size_t i = 0; i < s.len; i++) {
        unsigned char c = (unsigned char)s.s[i];
        if (c < 0x20 || c >= 0x7F || c == '<' || c == '>' || c == '&' || c == '"') {
            return false;
        }
    }
    return true;
}

static void put_escaped(xmlw *w, cc_str s) {
    if (is_plain(s)) {
        cc_buf_str_put(&w->out, s);
        return;
    }
    cc_buf_clear(&w->scratch);
    cc_utf8_clean(s, &w->scratch);
    for (size_t i = 0; i < w->scratch.len; i++) {
        char c = (char)w->scratch.data[i];
        if (c == '<') {
            cc_buf_puts(&w->out, "&lt;");
        } else if (c == '>') {
            cc_buf_puts(&w->out, "&gt;");
        } else if (c == '&') {
            cc_buf_puts(&w->out, "&amp;");
        } else if (c == '"') {
            cc_buf_puts(&w->out, "&quot;");
        } else {
            cc_buf_putc(&w->out, c);
        }
    }
}

static void start_attr(xmlw *w, const char *name) {
    w->failed = w->failed || !w->in_tag;
    cc_buf_putc(&w->out, ' ');
    cc_buf_puts(&w->out, name);
    cc_buf_puts(&w->out, "=\"");
}

void xmlw_attr(xmlw *w, const char *name, cc_str value) {
    start_attr(w, name);
    put_escaped(w, value);
    cc_buf_putc(&w->out, '"');
}

void xmlw_attr_number(xmlw *w, const char *name, uint64_t value) {
    start_attr(w, name);
    cc_buf_dec(&w->out, value);
    cc_buf_putc(&w->out, '"');
}

void xmlw_text(xmlw *w, cc_str text) {
    end_tag(w, ">");
    put_escaped(w, text);
}

void xmlw_newline(xmlw *w) {
    end_tag(w, ">");
    cc_buf_putc(&w->out, '\n');
}
