/* coverlet's JSON: module > file > class > method > lines and branches, for MergeWith and tools that read it. Paths are
 * absolute, as coverlet's. Its keys of methods begin with the return type, which is not known here. */
#include <inttypes.h>

#include "reports/rep_by_file.h"
#include "reports/rep_text.h"

typedef struct writing {
    rep_text text;
    const cov_model *model;
    rep_by_file by_file;
} writing;

/* "a": ; with a comma in front unless it is the first one. */
static void put_key(cc_buf *out, cc_str key, bool is_first) {
    cc_buf_puts(out, is_first ? "" : ",");
    rep_json_string(out, key);
    cc_buf_putc(out, ':');
}

static void put_lines(cc_buf *out, const cov_method *m) {
    cc_buf_puts(out, "{\"Lines\":{");
    for (uint32_t i = 0; i < m->line_count; i++) {
        uint64_t hits = m->lines[i]->hits; /* readers of JSON have signed numbers */
        cc_buf_printf(out, "%s\"%" PRIu32 "\":%" PRIu64, i == 0 ? "" : ",", m->lines[i]->number,
                      hits < INT64_MAX ? hits : INT64_MAX);
    }
    cc_buf_puts(out, "},\"Branches\":[");
}

static void put_arms(cc_buf *out, const cov_line *line, uint32_t *offset, uint32_t *ordinal) {
    for (uint32_t k = 0; k < line->branch_count; k++, ++*offset) {
        const cov_branch *branch = &line->branches[k];
        for (uint32_t a = 0; a < branch->arm_count; a++) {
            cc_buf_printf(out,
                          "%s{\"Line\":%" PRIu32 ",\"Offset\":%" PRIu32 ",\"EndOffset\":%" PRIu32
                          ",\"Path\":%" PRIu32 ",\"Ordinal\":%" PRIu32 ",\"Hits\":%d}",
                          *ordinal == 0 ? "" : ",", line->number, *offset, *offset + 1, a, *ordinal,
                          branch->arms[a].is_taken ? 1 : 0);
            ++*ordinal;
        }
    }
}

static void put_method(cc_buf *out, const cov_class *cls, const cov_method *m, bool is_first) {
    cc_buf name = {0};
    uint32_t offset = 0;
    uint32_t ordinal = 0;
    cc_buf_str_put(&name, cls->name);
    cc_buf_puts(&name, "::");
    cc_buf_str_put(&name, m->name);
    cc_buf_str_put(&name, m->signature);
    put_key(out, cc_buf_str(&name), is_first);
    out->failed = out->failed || !cc_buf_ok(&name);
    cc_buf_free(&name);
    put_lines(out, m);
    for (uint32_t i = 0; i < m->line_count; i++) {
        put_arms(out, m->lines[i], &offset, &ordinal);
    }
    cc_buf_puts(out, "]}");
}

static void put_class(writing *to, const cov_class *cls, bool is_first) {
    cc_buf *out = &to->text.buf;
    put_key(out, cls->name, is_first);
    cc_buf_putc(out, '{');
    for (uint32_t i = 0; i < cls->method_count; i++) {
        put_method(out, cls, &cls->methods[i], i == 0);
        rep_text_flush(&to->text);
    }
    cc_buf_putc(out, '}');
}

static void put_path(writing *to, const cov_file *file, bool is_first) {
    cc_buf path = {0};
    rep_absolute_path(&path, to->model, file);
    put_key(&to->text.buf, cc_buf_str(&path), is_first);
    to->text.buf.failed = to->text.buf.failed || !cc_buf_ok(&path);
    cc_buf_free(&path);
}

/* The classes of the package in one file. */
static void put_file(writing *to, const cov_package *package, uint32_t file, bool is_first) {
    bool any = false;
    put_path(to, &to->model->files[file], is_first);
    cc_buf_putc(&to->text.buf, '{');
    for (uint32_t i = to->by_file.first[file]; i < to->by_file.first[file + 1]; i++) {
        if (to->by_file.packages[i] == package) {
            put_class(to, to->by_file.classes[i], !any);
            any = true;
        }
    }
    cc_buf_putc(&to->text.buf, '}');
}

/* is_put: by file; cleared again. */
static void put_module(writing *to, const cov_package *package, bool is_first, bool *is_put) {
    cc_buf *out = &to->text.buf;
    cc_buf name = {0};
    bool any = false;
    cc_buf_str_put(&name, package->name);
    cc_buf_puts(&name, ".dll");
    put_key(out, cc_buf_str(&name), is_first);
    out->failed = out->failed || !cc_buf_ok(&name);
    cc_buf_free(&name);
    cc_buf_putc(out, '{');
    for (uint32_t i = 0; i < package->class_count; i++) {
        uint32_t file = (uint32_t)(package->classes[i].file - to->model->files);
        if (!is_put[file]) {
            is_put[file] = true;
            put_file(to, package, file, !any);
            any = true;
        }
    }
    for (uint32_t i = 0; i < package->class_count; i++) {
        is_put[package->classes[i].file - to->model->files] = false;
    }
    cc_buf_putc(out, '}');
}

static cc_err put_modules(writing *to, rep_sink sink, cc_arena *arena) {
    bool *is_put = CC_NEW_ARRAY(arena, bool, to->model->file_count);
    if (is_put == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory for the report");
    }
    CC_TRY(rep_by_file_open(&to->by_file, to->model, arena));
    rep_text_open_json(&to->text, sink);
    cc_buf_putc(&to->text.buf, '{');
    for (uint32_t i = 0; i < to->model->package_count; i++) {
        put_module(to, &to->model->packages[i], i == 0, is_put);
    }
    cc_buf_puts(&to->text.buf, "}\n");
    return rep_text_close(&to->text);
}

/* The format has no room for the mark of lower bounds. */
cc_err rep_coverlet(const rep_input *in, rep_sink sink) {
    writing to = {.model = in->model};
    if (in->model->is_lower_bound && in->notes != NULL) {
        cc_buf_puts(in->notes, "coverlet: " REP_LOWER_BOUND "\n");
    }
    cc_arena *arena = cc_arena_new();
    cc_err err = arena == NULL ? cc_fail(CC_E_NOMEM, "out of memory for the report")
                               : put_modules(&to, sink, arena);
    cc_arena_free(arena);
    return err;
}
