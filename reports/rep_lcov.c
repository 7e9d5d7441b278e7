/* lcov's trace file (geninfo(1)): one section per file. Function names have no comma, because
 * readers cut them there; blocks of branches are 0, 1, 2 on each line; `-` for arms of a line that
 * never ran. Paths are relative to the source root, as in the repository. */
#include <inttypes.h>

#include "base/cc_utf.h"
#include "reports/rep_by_file.h"
#include "reports/rep_text.h"

typedef struct writing {
    rep_text text;
    const cov_model *model;
    rep_by_file by_file;
} writing;

/* Appends one line of text, without commas. */
static void put_name(cc_buf *out, cc_str name) {
    cc_buf clean = {0};
    cc_utf8_clean(name, &clean);
    for (size_t i = 0; i < clean.len; i++) {
        cc_buf_putc(out, clean.data[i] == ',' ? ';' : (char)clean.data[i]);
    }
    cc_buf_free(&clean);
}

static void put_function(cc_buf *out, const cov_class *cls, const cov_method *method) {
    put_name(out, cls->name);
    cc_buf_putc(out, '.');
    put_name(out, method->name);
    put_name(out, method->signature);
    cc_buf_putc(out, '\n');
}

/* The count of a method is the count of its first line. Another method may share that line, so a
 * method that was not entered counts at most once. */
static uint64_t hits_of(const cov_method *method) {
    uint64_t hits = method->lines[0]->hits;
    return !method->is_entered ? 0 : hits > 0 ? hits : 1;
}

static void put_functions(writing *to, uint32_t file) {
    cc_buf *out = &to->text.buf;
    uint32_t found = 0;
    uint32_t hit = 0;
    for (uint32_t i = to->by_file.first[file]; i < to->by_file.first[file + 1]; i++) {
        const cov_class *cls = to->by_file.classes[i];
        for (uint32_t k = 0; k < cls->method_count; k++) {
            const cov_method *method = &cls->methods[k];
            cc_buf_printf(out, "FN:%" PRIu32 ",", method->lines[0]->number);
            put_function(out, cls, method);
            cc_buf_printf(out, "FNDA:%" PRIu64 ",", hits_of(method));
            put_function(out, cls, method);
            found++;
            hit += method->is_entered ? 1 : 0;
            rep_text_flush(&to->text);
        }
    }
    cc_buf_printf(out, "FNF:%" PRIu32 "\nFNH:%" PRIu32 "\n", found, hit);
}

static void put_branch(cc_buf *out, const cov_line *line, uint32_t block) {
    const cov_branch *branch = &line->branches[block];
    for (uint32_t i = 0; i < branch->arm_count; i++) {
        cc_buf_printf(out, "BRDA:%" PRIu32 ",%" PRIu32 ",%" PRIu32 ",%s\n", line->number, block, i,
                      branch->arms[i].is_taken ? "1"
                      : line->hits > 0         ? "0"
                                               : "-");
    }
}

static void put_line(cc_buf *out, const cov_line *line) {
    cc_buf_puts(out, "DA:");
    cc_buf_dec(out, line->number);
    cc_buf_putc(out, ',');
    cc_buf_dec(out, line->hits);
    cc_buf_putc(out, '\n');
}

/* Every reader takes only a single word as the name of the test; foreign_lcov.c reads it. */
static void put_test_name(cc_buf *out, const cov_model *model) {
    cc_buf_puts(out, "TN:");
    if (model->is_lower_bound) {
        cc_buf_puts(out, "lower_bounds");
    }
    if (model->tests_left_out > 0) {
        cc_buf_puts(out, model->is_lower_bound ? "_tests_left_out_" : "tests_left_out_");
        cc_buf_dec(out, model->tests_left_out);
    }
    cc_buf_putc(out, '\n');
}

static void put_file(writing *to, uint32_t index) {
    const cov_file *file = &to->model->files[index];
    cov_totals totals = cov_lines_totals(file->lines, file->line_count);
    cc_buf *out = &to->text.buf;
    put_test_name(out, to->model);
    cc_buf_puts(out, "SF:");
    cc_utf8_clean(file->path, out);
    cc_buf_putc(out, '\n');
    put_functions(to, index);
    for (uint32_t i = 0; i < file->line_count; i++) {
        for (uint32_t k = 0; k < file->lines[i]->branch_count; k++) {
            put_branch(out, file->lines[i], k);
        }
        rep_text_flush(&to->text);
    }
    cc_buf_printf(out, "BRF:%" PRIu64 "\nBRH:%" PRIu64 "\n", totals.branches_valid,
                  totals.branches_covered);
    for (uint32_t i = 0; i < file->line_count; i++) {
        put_line(out, file->lines[i]);
        rep_text_flush(&to->text);
    }
    cc_buf_printf(out, "LF:%" PRIu64 "\nLH:%" PRIu64 "\nend_of_record\n", totals.lines_valid,
                  totals.lines_covered);
}

cc_err rep_lcov(const rep_input *in, rep_sink sink) {
    writing to = {.model = in->model};
    cc_arena *arena = cc_arena_new();
    rep_by_file_open(&to.by_file, in->model, arena);
    rep_text_open(&to.text, sink);
    for (uint32_t i = 0; i < in->model->file_count; i++) {
        if (in->model->files[i].line_count > 0) {
            put_file(&to, i);
        }
    }
    cc_err err = rep_text_close(&to.text);
    cc_arena_free(arena);
    return err;
}
