/* Cobertura, coverage-04. All known readers accept the values: one source root and paths relative
 * to it, branch="true" in lower case and only on lines with branches, whole percents, conditions
 * numbered from 0, hits that fit 32 bits. A line has equal figures under method and class. The root
 * has all its attributes; clrcov writes no DOCTYPE. Specification: the DTD coverage-04;
 * tests/integration/cobertura.rng. */
#include "clrcov/version.h"
#include "reports/rep.h"
#include "reports/rep_lines.h"
#include "reports/rep_number.h"
#include "reports/rep_remarks.h"
#include "reports/rep_text.h"

static void rate(xmlw *w, const char *name, uint64_t covered, uint64_t valid) {
    char text[REP_NUMBER_SIZE];
    rep_rate(covered, valid, text);
    xmlw_attr(w, name, cc_strz(text));
}

static void rates(xmlw *w, const cov_totals *t) {
    rate(w, "line-rate", t->lines_covered, t->lines_valid);
    rate(w, "branch-rate", t->branches_covered, t->branches_valid);
}

/* State of a report that is being written. */
typedef struct writing {
    xmlw w;
    rep_lines lines;
} writing;

static void one_method(writing *to, const cov_method *method) {
    xmlw *w = &to->w;
    cov_totals totals = cov_lines_totals(method->lines, method->line_count);
    xmlw_start(w, "method");
    xmlw_attr(w, "name", method->name);
    xmlw_attr(w, "signature", method->signature);
    rates(w, &totals);
    xmlw_attr_number(w, "complexity", method->complexity);
    rep_lines_write(&to->lines, w, method->lines, method->line_count);
    xmlw_end(w);
}

static void one_class(writing *to, const cov_class *cls) {
    xmlw *w = &to->w;
    cov_totals totals = cov_class_totals(cls);
    cc_str path = cls->file->path;
    if (cls->file->is_outside_root && cc_str_starts(path, "/")) {
        path = (cc_str){path.s + 1, path.len - 1}; /* relative to the second source, "/" */
    }
    xmlw_newline(w);
    xmlw_start(w, "class");
    xmlw_attr(w, "name", cls->name);
    xmlw_attr(w, "filename", path);
    rates(w, &totals);
    xmlw_attr_number(w, "complexity", totals.complexity);
    xmlw_start(w, "methods");
    for (uint32_t i = 0; i < cls->method_count; i++) {
        one_method(to, &cls->methods[i]);
    }
    xmlw_end(w);
    rep_lines_write(&to->lines, w, cls->lines, cls->line_count);
    xmlw_end(w);
}

static void one_package(writing *to, const cov_package *package) {
    xmlw *w = &to->w;
    xmlw_newline(w);
    xmlw_start(w, "package");
    xmlw_attr(w, "name", package->name);
    rates(w, &package->totals);
    xmlw_attr_number(w, "complexity", package->totals.complexity);
    xmlw_start(w, "classes");
    for (uint32_t i = 0; i < package->class_count; i++) {
        one_class(to, &package->classes[i]);
    }
    xmlw_end(w);
    xmlw_end(w);
}

static void source(xmlw *w, cc_str path) {
    xmlw_start(w, "source");
    xmlw_text(w, path);
    xmlw_end(w);
}

static void sources(xmlw *w, const cov_model *model) {
    bool any_outside = false;
    for (uint32_t i = 0; i < model->file_count; i++) {
        any_outside = any_outside || model->files[i].is_outside_root;
    }
    xmlw_newline(w);
    xmlw_start(w, "sources");
    source(w, model->root);
    if (any_outside) {
        source(w, CC_STR("/"));
    }
    xmlw_end(w);
}

static void document(writing *to, const cov_model *model) {
    const cov_totals *t = &model->totals;
    xmlw *w = &to->w;
    xmlw_start(w, "coverage");
    rates(w, t);
    xmlw_attr_number(w, "lines-covered", t->lines_covered);
    xmlw_attr_number(w, "lines-valid", t->lines_valid);
    xmlw_attr_number(w, "branches-covered", t->branches_covered);
    xmlw_attr_number(w, "branches-valid", t->branches_valid);
    xmlw_attr_number(w, "complexity", t->complexity);
    xmlw_attr(w, "version", cc_strz(CLRCOV_VERSION));
    xmlw_attr_number(w, "timestamp", model->timestamp);
    rep_put_comments(w, model);
    sources(w, model);
    xmlw_newline(w);
    xmlw_start(w, "packages");
    for (uint32_t i = 0; i < model->package_count; i++) {
        one_package(to, &model->packages[i]);
    }
}

cc_err rep_cobertura(const rep_input *in, rep_sink sink) {
    writing to;
    rep_lines_open(&to.lines);
    xmlw_open(&to.w, sink);
    document(&to, in->model);
    cc_err err = xmlw_close(&to.w);
    rep_lines_close(&to.lines);
    return err;
}
