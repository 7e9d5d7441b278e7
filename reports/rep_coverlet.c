/* coverlet's JSON: module > file > class > method > lines and branches, for MergeWith and tools
 * that read it. Paths are absolute, like coverlet's. coverlet's keys of methods begin with the
 * return type, which the model does not have. */
#include <inttypes.h>
#include <stdio.h>

#include "reports/rep_by_file.h"
#include "reports/rep_remarks.h"
#include "reports/rep_text.h"

typedef struct writing {
    rep_text text;
    cc_json json; /* appends to the text */
    const cov_model *model;
    rep_by_file by_file;
} writing;

static void put_lines(cc_json *json, const cov_method *m) {
    cc_json_begin(json, "Lines", '{');
    for (uint32_t i = 0; i < m->line_count; i++) {
        char number[16];
        uint64_t hits = m->lines[i]->hits; /* readers of JSON have signed numbers */
        (void)snprintf(number, sizeof number, "%" PRIu32, m->lines[i]->number);
        cc_json_number(json, number, hits < INT64_MAX ? hits : INT64_MAX);
    }
    cc_json_end(json, '}');
}

static void put_arms(cc_json *json, const cov_line *line, uint32_t *offset, uint32_t *ordinal) {
    for (uint32_t k = 0; k < line->branch_count; k++, ++*offset) {
        const cov_branch *branch = &line->branches[k];
        for (uint32_t a = 0; a < branch->arm_count; a++) {
            cc_json_begin(json, NULL, '{');
            cc_json_number(json, "Line", line->number);
            cc_json_number(json, "Offset", *offset);
            cc_json_number(json, "EndOffset", *offset + 1);
            cc_json_number(json, "Path", a);
            cc_json_number(json, "Ordinal", (*ordinal)++);
            cc_json_number(json, "Hits", branch->arms[a].is_taken);
            cc_json_end(json, '}');
        }
    }
}

/* Writes the text as a key, and frees it. */
static void put_key(cc_json *json, cc_buf *key) {
    cc_json_key(json, cc_buf_str(key));
    cc_buf_free(key);
}

static void put_method(cc_json *json, const cov_class *cls, const cov_method *m) {
    cc_buf name = {0};
    uint32_t offset = 0;
    uint32_t ordinal = 0;
    cc_buf_str_put(&name, cls->name);
    cc_buf_puts(&name, "::");
    cc_buf_str_put(&name, m->name);
    cc_buf_str_put(&name, m->signature);
    put_key(json, &name);
    cc_json_begin(json, NULL, '{');
    put_lines(json, m);
    cc_json_begin(json, "Branches", '[');
    for (uint32_t i = 0; i < m->line_count; i++) {
        put_arms(json, m->lines[i], &offset, &ordinal);
    }
    cc_json_end(json, ']');
    cc_json_end(json, '}');
}

static void put_class(writing *to, const cov_class *cls) {
    cc_json_key(&to->json, cls->name);
    cc_json_begin(&to->json, NULL, '{');
    for (uint32_t i = 0; i < cls->method_count; i++) {
        put_method(&to->json, cls, &cls->methods[i]);
        rep_text_flush(&to->text);
    }
    cc_json_end(&to->json, '}');
}

/* Writes the classes of the package in one file. */
static void put_file(writing *to, const cov_package *package, uint32_t file) {
    cc_buf path = {0};
    rep_absolute_path(&path, to->model, &to->model->files[file]);
    put_key(&to->json, &path);
    cc_json_begin(&to->json, NULL, '{');
    for (uint32_t i = to->by_file.first[file]; i < to->by_file.first[file + 1]; i++) {
        if (to->by_file.packages[i] == package) {
            put_class(to, to->by_file.classes[i]);
        }
    }
    cc_json_end(&to->json, '}');
}

/* is_put: by file; the function clears it again. */
static void put_module(writing *to, const cov_package *package, bool *is_put) {
    cc_buf name = {0};
    cc_buf_str_put(&name, package->name);
    cc_buf_puts(&name, ".dll");
    put_key(&to->json, &name);
    cc_json_begin(&to->json, NULL, '{');
    for (uint32_t i = 0; i < package->class_count; i++) {
        uint32_t file = (uint32_t)(package->classes[i].file - to->model->files);
        if (!is_put[file]) {
            is_put[file] = true;
            put_file(to, package, file);
        }
    }
    for (uint32_t i = 0; i < package->class_count; i++) {
        is_put[package->classes[i].file - to->model->files] = false;
    }
    cc_json_end(&to->json, '}');
}

static cc_err put_modules(writing *to, rep_sink sink, cc_arena *arena) {
    bool *is_put = CC_NEW_ARRAY(arena, bool, to->model->file_count);
    rep_by_file_open(&to->by_file, to->model, arena);
    rep_text_open_json(&to->text, sink);
    to->json.out = &to->text.buf;
    cc_json_begin(&to->json, NULL, '{');
    for (uint32_t i = 0; i < to->model->package_count; i++) {
        put_module(to, &to->model->packages[i], is_put);
    }
    cc_json_end(&to->json, '}');
    cc_buf_putc(&to->text.buf, '\n');
    return rep_text_close(&to->text);
}

/* The format has no field for remarks. */
cc_err rep_coverlet(const rep_input *in, rep_sink sink) {
    writing to = {.model = in->model};
    if (in->notes != NULL) {
        rep_put_remarks(in->notes, in->model, "coverlet: ", "\n");
    }
    cc_arena *arena = cc_arena_new();
    cc_err err = put_modules(&to, sink, arena);
    cc_arena_free(arena);
    return err;
}
