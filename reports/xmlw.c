/* XML, written straight into a buffer that goes to the sink when it is full; see xmlw.h.
 * Not libxml2's writer: a report of a million lines has ten million attributes, and each cost it a
 * search in a list and several calls. */
#include "reports/xmlw.h"

#include <string.h>

#include "base/cc_utf.h"

enum { FLUSH_AT = 64 * 1024 };

static void put(xmlw *w, const char *text, size_t len) {
    cc_buf_bytes(&w->out, text, len);
}

static void flush(xmlw *w) {
    if (cc_buf_ok(&w->out) && w->out.len > 0 && !w->sink_failed) {
        w->sink_failed = !w->sink.write(w->sink.ctx, w->out.data, w->out.len);
    }
    w->failed = w->failed || !cc_buf_ok(&w->out);
    cc_buf_clear(&w->out);
}

/* Ends the tag that is being written, if there is one: content follows. */
static void end_tag(xmlw *w) {
    if (w->is_in_tag) {
        put(w, ">", 1);
        w->is_in_tag = false;
    }
}

void xmlw_open(xmlw *w, rep_sink sink) {
    static const char declaration[] = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
    *w = (xmlw){.sink = sink};
    put(w, declaration, sizeof declaration - 1);
}

cc_err xmlw_close(xmlw *w) {
    while (w->depth > 0) {
        xmlw_end(w);
    }
    put(w, "\n", 1);
    flush(w);
    w->failed = w->failed || !cc_buf_ok(&w->scratch);
    cc_buf_free(&w->scratch);
    cc_buf_free(&w->out);
    if (w->sink_failed) {
        return cc_fail(CC_E_IO, "the report could not be written");
    }
    return w->failed ? cc_fail(CC_E_NOMEM, "the XML could not be put together") : CC_OK;
}

void xmlw_start(xmlw *w, const char *element) {
    if (w->depth == XMLW_MAX_DEPTH) {
        w->failed = true;
        return;
    }
    end_tag(w);
    if (w->out.len >= FLUSH_AT) {
        flush(w);
    }
    w->open[w->depth++] = element;
    put(w, "<", 1);
    put(w, element, strlen(element));
    w->is_in_tag = true;
}

void xmlw_end(xmlw *w) {
    if (w->depth == 0) {
        w->failed = true;
        return;
    }
    const char *element = w->open[--w->depth];
    if (w->is_in_tag) {
        put(w, "/>", 2);
        w->is_in_tag = false;
        return;
    }
    put(w, "</", 2);
    put(w, element, strlen(element));
    put(w, ">", 1);
}

/* --- text ------------------------------------------------------------------------------------- */

/* What stands for a byte of cleaned text; NULL: itself. */
static const char *entity(char c) {
    switch (c) {
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '&':
        return "&amp;";
    case '"':
        return "&quot;";
    default:
        return NULL;
    }
}

/* Well-formed, without control characters and what XML does not take; valid until the next call. */
static cc_str cleaned(xmlw *w, cc_str text) {
    for (size_t i = 0; i < text.len; i++) {
        if (text.s[i] < ' ' || text.s[i] > '~') { /* also where char is unsigned */
            cc_buf_clear(&w->scratch);
            cc_utf8_clean(text, &w->scratch);
            w->failed = w->failed || !cc_buf_ok(&w->scratch);
            return cc_buf_str(&w->scratch);
        }
    }
    return text;
}

static void put_escaped(xmlw *w, cc_str given) {
    cc_str text = cleaned(w, given);
    size_t from = 0;
    for (size_t i = 0; i < text.len; i++) {
        const char *other = entity(text.s[i]);
        if (other != NULL) {
            put(w, text.s + from, i - from);
            put(w, other, strlen(other));
            from = i + 1;
        }
    }
    put(w, text.s + from, text.len - from);
}

static void start_attr(xmlw *w, const char *name) {
    w->failed = w->failed || !w->is_in_tag;
    put(w, " ", 1);
    put(w, name, strlen(name));
    put(w, "=\"", 2);
}

void xmlw_attr(xmlw *w, const char *name, cc_str value) {
    start_attr(w, name);
    put_escaped(w, value);
    put(w, "\"", 1);
}

void xmlw_attr_number(xmlw *w, const char *name, uint64_t value) {
    start_attr(w, name);
    cc_buf_dec(&w->out, value);
    put(w, "\"", 1);
}

void xmlw_text(xmlw *w, cc_str text) {
    end_tag(w);
    put_escaped(w, text);
}

void xmlw_newline(xmlw *w) {
    end_tag(w);
    put(w, "\n", 1);
}
