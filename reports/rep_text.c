/* Text in pieces; see rep_text.h. */
#include "reports/rep_text.h"

#include <inttypes.h>

#include "base/cc_utf.h"

enum { FLUSH_SIZE = 1 << 16 };

void rep_text_open(rep_text *t, rep_sink sink) {
    *t = (rep_text){.sink = sink};
}

void rep_text_open_log(rep_text *t, rep_sink sink) {
    *t = (rep_text){.sink = sink, .filter = cc_log_put};
}

void rep_text_open_json(rep_text *t, rep_sink sink) {
    *t = (rep_text){.sink = sink, .filter = cc_log_put_json};
}

static void filter_text(rep_text *t) {
    cc_buf filtered = {0};
    t->filter(&t->log, cc_buf_str(&t->buf), &filtered);
    cc_buf_free(&t->buf);
    t->buf = filtered;
}

/* After a failure of the sink the text is dropped, so that it does not grow to the size of the report. */
static void write_out(rep_text *t) {
    if (t->filter != NULL && cc_buf_ok(&t->buf)) {
        filter_text(t);
    }
    if (cc_buf_ok(&t->buf) && t->buf.len > 0) {
        t->has_failed = t->has_failed || !t->sink.write(t->sink.ctx, t->buf.data, t->buf.len);
        cc_buf_clear(&t->buf);
    }
}

void rep_text_flush(rep_text *t) {
    if (t->buf.len >= FLUSH_SIZE) {
        write_out(t);
    }
}

cc_err rep_text_close(rep_text *t) {
    write_out(t);
    bool has_memory = cc_buf_ok(&t->buf);
    cc_buf_free(&t->buf);
    if (!has_memory) {
        return cc_fail(CC_E_NOMEM, "out of memory for the report");
    }
    return t->has_failed ? cc_fail(CC_E_IO, "the report could not be written") : CC_OK;
}

void rep_put_shared(cc_buf *out, uint64_t lines) {
    cc_buf_printf(out, "Several assemblies share %" PRIu64 " line%s, which the total counts once",
                  lines, lines == 1 ? "" : "s");
}

void rep_absolute_path(cc_buf *out, const cov_model *model, const cov_file *file) {
    if (!cc_str_starts(file->path, "/")) {
        cc_buf_str_put(out, model->root);
        cc_buf_puts(out, cc_str_ends(model->root, "/") ? "" : "/");
    }
    cc_buf_str_put(out, file->path);
}

/* Everything but a quote, a backslash and control characters stands for itself. */
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

void rep_json_string(cc_buf *out, cc_str text) {
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
