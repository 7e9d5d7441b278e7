/* XML by libxml2. See xmlw.h. */
#include "reports/xmlw.h"

#include <libxml/xmlwriter.h>
#include <limits.h>

#include "base/cc_utf.h"

/* libxml2's type of text; its own macro for this casts const away. */
static const xmlChar *chars(const char *text) {
    return (const xmlChar *)text;
}

/* Records a failure of the sink for xmlw_close() and reports success: libxml2 would print a message
 * of its own. */
static int write_to_sink(void *ctx, const char *data, int len) {
    xmlw *w = ctx;
    w->sink_failed = w->sink_failed || !w->sink.write(w->sink.ctx, data, (size_t)len);
    return len;
}

static int close_sink(void *ctx) {
    (void)ctx;
    return 0;
}

/* Records the result of a call to libxml2: bytes written, or -1. */
static void record_result(xmlw *w, int result) {
    w->failed = w->failed || result < 0;
}

void xmlw_open_part(xmlw *w, rep_sink sink) {
    *w = (xmlw){.sink = sink, .is_part = true};
    xmlOutputBufferPtr out = xmlOutputBufferCreateIO(write_to_sink, close_sink, w, NULL);
    w->xml = out == NULL ? NULL : xmlNewTextWriter(out);
    if (w->xml == NULL) {
        w->failed = true;
        if (out != NULL) {
            (void)xmlOutputBufferClose(out); /* the writer would own it */
        }
    }
}

void xmlw_open(xmlw *w, rep_sink sink) {
    xmlw_open_part(w, sink);
    w->is_part = false;
    if (!w->failed) {
        record_result(w, xmlTextWriterStartDocument(w->xml, "1.0", "utf-8", NULL));
    }
}

cc_err xmlw_close(xmlw *w) {
    if (w->xml != NULL) {
        record_result(w, w->is_part ? 0 : xmlTextWriterEndDocument(w->xml));
        record_result(w, xmlTextWriterFlush(w->xml));
        xmlFreeTextWriter(w->xml);
        w->xml = NULL;
    }
    cc_buf_free(&w->scratch);
    if (w->sink_failed) {
        return cc_fail(CC_E_IO, "the report could not be written");
    }
    if (w->failed) { /* in libxml2 */
        return cc_fail(CC_E_NOMEM, "the XML could not be built");
    }
    return CC_OK;
}

void xmlw_start(xmlw *w, const char *element) {
    if (!w->failed) {
        record_result(w, xmlTextWriterStartElement(w->xml, chars(element)));
    }
}

void xmlw_end(xmlw *w) {
    if (!w->failed) {
        record_result(w, xmlTextWriterEndElement(w->xml));
    }
}

/* The value in the form that libxml2 needs: well-formed, zero-terminated; valid until the next
 * call. */
static const xmlChar *cleaned(xmlw *w, cc_str value) {
    cc_buf_clear(&w->scratch);
    cc_utf8_clean(value, &w->scratch);
    cc_buf_u8(&w->scratch, 0);
    return w->failed ? chars("") : w->scratch.data;
}

void xmlw_attr(xmlw *w, const char *name, cc_str value) {
    const xmlChar *text = cleaned(w, value);
    if (!w->failed) {
        record_result(w, xmlTextWriterWriteAttribute(w->xml, chars(name), text));
    }
}

void xmlw_attr_number(xmlw *w, const char *name, uint64_t value) {
    cc_buf_clear(&w->scratch);
    cc_buf_dec(&w->scratch, value);
    cc_buf_u8(&w->scratch, 0);
    if (!w->failed) {
        record_result(w, xmlTextWriterWriteAttribute(w->xml, chars(name), w->scratch.data));
    }
}

void xmlw_text(xmlw *w, cc_str text) {
    const xmlChar *clean = cleaned(w, text);
    if (!w->failed) {
        record_result(w, xmlTextWriterWriteString(w->xml, clean));
    }
}

void xmlw_comment(xmlw *w, const char *text) {
    if (!w->failed) {
        record_result(w, xmlTextWriterWriteComment(w->xml, chars(text)));
    }
}

void xmlw_raw(xmlw *w, cc_str text) {
    if (!w->failed && text.len > 0) {
        record_result(w, text.len > INT_MAX
                             ? -1
                             : xmlTextWriterWriteRawLen(w->xml, chars(text.s), (int)text.len));
    }
}

void xmlw_newline(xmlw *w) {
    xmlw_raw(w, CC_STR("\n"));
}
