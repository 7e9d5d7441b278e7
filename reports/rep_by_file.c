/* The classes of each file; see rep_by_file.h. */
#include "reports/rep_by_file.h"

typedef void visit_class(rep_by_file *by, uint32_t file, const cov_package *package,
                         const cov_class *cls);

static void count_class(rep_by_file *by, uint32_t file, const cov_package *package,
                        const cov_class *cls) {
    (void)package;
    (void)cls;
    by->first[file + 1]++;
}

/* first[file] moves to the end of the file's classes meanwhile. */
static void put_class(rep_by_file *by, uint32_t file, const cov_package *package,
                      const cov_class *cls) {
    by->packages[by->first[file]] = package;
    by->classes[by->first[file]++] = cls;
}

static void each_class(rep_by_file *by, const cov_model *model, visit_class *visit) {
    for (uint32_t i = 0; i < model->package_count; i++) {
        for (uint32_t k = 0; k < model->packages[i].class_count; k++) {
            const cov_class *cls = &model->packages[i].classes[k];
            visit(by, (uint32_t)(cls->file - model->files), &model->packages[i], cls);
        }
    }
}

void rep_by_file_open(rep_by_file *out, const cov_model *model, cc_arena *arena) {
    out->first = CC_NEW_ARRAY(arena, uint32_t, (size_t)model->file_count + 1);
    each_class(out, model, count_class);
    for (uint32_t i = 0; i < model->file_count; i++) {
        out->first[i + 1] += out->first[i];
    }
    out->classes = CC_NEW_ARRAY(arena, const cov_class *, out->first[model->file_count]);
    out->packages = CC_NEW_ARRAY(arena, const cov_package *, out->first[model->file_count]);
    each_class(out, model, put_class);
    for (uint32_t i = model->file_count; i > 0; i--) {
        out->first[i] = out->first[i - 1];
    }
    out->first[0] = 0;
}
