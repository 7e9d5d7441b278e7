/* Text in pieces; see rep_text.h. */
#include "reports/rep_text.h"

#include <inttypes.h>
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

/* After a failure of the sink rep_text drops the text, so that it does not grow to the size of the
 * report. */
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
    cc_buf_free(&t->buf);
    return t->has_failed ? cc_fail(CC_E_IO, "the report could not be written") : CC_OK;
}

void rep_put_shared(cc_buf *out, uint64_t lines) {
    cc_buf_printf(out, "Several assemblies share %" PRIu64 " line%s, which the total counts once",
                  lines, lines == 1 ? "" : "s");
}

void rep_absolute_path(cc_buf *out, const cov_model *model, const cov_file *file) {
    if (!cov_path_is_absolute(file->path)) {
        cc_buf_str_put(out, model->root);
        cc_buf_puts(out, cc_str_ends(model->root, "/") ? "" : "/");
    }
    cc_buf_str_put(out, file->path);
}

void rep_put_part(cc_json *json, const char *key, uint64_t covered, uint64_t valid) {
    cc_json_begin(json, key, '{');
    cc_json_number(json, "covered", covered);
    cc_json_number(json, "valid", valid);
    cc_json_end(json, '}');
}
