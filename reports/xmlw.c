/* XML as text. See xmlw.h. */
#include "reports/xmlw.h"

#include <stdlib.h>
#include <string.h>

#include "base/cc_utf.h"

enum { FLUSH_SIZE = 16 * 1024 };

static void flush(xmlw *w) {
    if (!cc_buf_ok(&w->out)) {
        w->failed = true;
    } else if (w->out.len > 0 && !w->sink_failed) {
        w->sink_failed = !w->sink.write(w->sink.ctx, w->out.data, w->out.len);
    }
    cc_buf_clear(&w->out);
}

static void put(xmlw *w, cc_str text) {
    cc_buf_bytes(&w->out, text.s, text.len);
    if (w->out.len >= FLUSH_SIZE) {
        flush(w);
    }
}

/* Completes the start of an element whose content begins. */
static void end_tag(xmlw *w) {
    if (w->is_tag_open) {
        put(w, CC_STR(">"));
        w->is_tag_open = false;
    }
}

void xmlw_open_part(xmlw *w, rep_sink sink) {
    *w = (xmlw){.sink = sink, .is_part = true};
}

void xmlw_open(xmlw *w, rep_sink sink) {
    *w = (xmlw){.sink = sink};
    put(w, CC_STR("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"));
}

cc_err xmlw_close(xmlw *w) {
    while (!w->is_part && !w->failed && w->depth > 0) {
        xmlw_end(w);
    }
    if (!w->is_part) {
        xmlw_newline(w);
    }
    flush(w);
    cc_buf_free(&w->out);
    cc_buf_free(&w->scratch);
    free(w->names);
    w->names = NULL;
    if (w->sink_failed) {
        return cc_fail(CC_E_IO, "the report could not be written");
    }
    return w->failed ? cc_fail(CC_E_NOMEM, "the XML could not be built") : CC_OK;
}

static bool remember(xmlw *w, const char *element) {
    void *names = w->names;
    if (!cc_grow(&names, &w->cap, w->depth + 1, sizeof *w->names)) {
        return false;
    }
    w->names = names;
    w->names[w->depth++] = element;
    return true;
}

void xmlw_start(xmlw *w, const char *element) {
    w->failed = w->failed || !remember(w, element);
    if (w->failed) {
        return;
    }
    end_tag(w);
    put(w, CC_STR("<"));
    put(w, cc_strz(element));
    w->is_tag_open = true;
}

void xmlw_end(xmlw *w) {
    w->failed = w->failed || w->depth == 0;
    if (w->failed) {
        return;
    }
    const char *element = w->names[--w->depth];
    if (w->is_tag_open) {
        put(w, CC_STR("/>"));
        w->is_tag_open = false;
        return;
    }
    put(w, CC_STR("</"));
    put(w, cc_strz(element));
    put(w, CC_STR(">"));
}

/* The text is written as it is: most of the texts of a report. */
static bool is_plain(cc_str text) {
    for (size_t i = 0; i < text.len; i++) {
        char c = text.s[i];
        if (c < ' ' || c > '~' || c == '&' || c == '<' || c == '>' || c == '"') {
            return false;
        }
    }
    return true;
}

static const char *escape_of(char c) {
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    default:
        return NULL;
    }
}

/* With `is_ascii` other characters become references: the encoding of the document is unknown. */
static void put_escaped(xmlw *w, cc_str text, bool is_ascii) {
    while (text.len > 0) {
        cc_str rest = text;
        uint32_t code = 0;
        (void)cc_utf8_next(&rest, &code);
        const char *escape = escape_of(text.s[0]);
        if (escape != NULL) {
            put(w, cc_strz(escape));
        } else if (is_ascii && code >= 0x80) {
            cc_buf_printf(&w->out, "&#x%X;", (unsigned)code);
        } else {
            put(w, (cc_str){text.s, text.len - rest.len});
        }
        text = rest;
    }
}

static void put_value(xmlw *w, cc_str value, bool is_ascii) {
    if (is_plain(value)) {
        put(w, value);
        return;
    }
    cc_buf_clear(&w->scratch);
    cc_utf8_clean(value, &w->scratch);
    w->failed = w->failed || !cc_buf_ok(&w->scratch);
    put_escaped(w, cc_buf_str(&w->scratch), is_ascii);
}

/* Begins an attribute; false when no start of an element is open. */
static bool begin_attr(xmlw *w, const char *name) {
    w->failed = w->failed || !w->is_tag_open;
    if (w->failed) {
        return false;
    }
    put(w, CC_STR(" "));
    put(w, cc_strz(name));
    put(w, CC_STR("=\""));
    return true;
}

void xmlw_attr(xmlw *w, const char *name, cc_str value) {
    if (begin_attr(w, name)) {
        put_value(w, value, w->is_part);
        put(w, CC_STR("\""));
    }
}

void xmlw_attr_number(xmlw *w, const char *name, uint64_t value) {
    if (begin_attr(w, name)) {
        cc_buf_dec(&w->out, value);
        put(w, CC_STR("\""));
    }
}

void xmlw_text(xmlw *w, cc_str text) {
    if (!w->failed) {
        end_tag(w);
        put_value(w, text, false);
    }
}

void xmlw_comment(xmlw *w, const char *text) {
    if (!w->failed) {
        end_tag(w);
        put(w, CC_STR("<!--"));
        put(w, cc_strz(text));
        put(w, CC_STR("-->"));
    }
}

void xmlw_raw(xmlw *w, cc_str text) {
    if (!w->failed && text.len > 0) {
        end_tag(w);
        put(w, text);
    }
}

void xmlw_newline(xmlw *w) {
    xmlw_raw(w, CC_STR("\n"));
}
