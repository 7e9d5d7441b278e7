/* Lines: their state, sums over them, and the one with a number; files and packages by name. */
#include "base/cc_sort.h"

#include <stdlib.h>

#include "coverage/model/cov_model.h"

cov_state cov_line_state(const cov_line *line) {
    if (line->hits == 0) {
        return COV_LINE_MISSED;
    }
    bool all = line->points_hit == line->point_count && line->arms_taken == line->arm_count;
    return all ? COV_LINE_COVERED : COV_LINE_PARTIAL;
}

static int compare_number(const void *line, const void *number) {
    return cc_compare((*(cov_line *const *)line)->number, *(const uint32_t *)number);
}

uint32_t cov_line_index(cov_line *const *lines, uint32_t count, uint32_t number) {
    size_t at = cc_find_first(lines, count, sizeof *lines, &number, compare_number);
    return at < count && lines[at]->number == number ? (uint32_t)at : count;
}

uint32_t cov_file_index(const cov_file *file, uint32_t number) {
    return cov_line_index(file->lines, file->line_count, number);
}

cov_line *cov_file_line(const cov_file *file, uint32_t number) {
    uint32_t index = cov_file_index(file, number);
    return index < file->line_count ? file->lines[index] : NULL;
}

static int compare_file(const void *path, const void *file) {
    return cc_str_cmp(*(const cc_str *)path, ((const cov_file *)file)->path);
}

const cov_file *cov_find_file(const cov_model *model, cc_str path) {
    return model->file_count == 0 ? NULL
                                  : bsearch(&path, model->files, model->file_count,
                                            sizeof *model->files, compare_file);
}

static int compare_package(const void *name, const void *package) {
    return cc_str_cmp(*(const cc_str *)name, ((const cov_package *)package)->name);
}

const cov_package *cov_find_package(const cov_model *model, cc_str name) {
    return model->package_count == 0 ? NULL
                                     : bsearch(&name, model->packages, model->package_count,
                                               sizeof *model->packages, compare_package);
}

bool cov_fact_is_in(const cov_fact *fact) {
    return fact->reason == CTR_MEASURED || fact->reason == CTR_REASON_NEVER_LOADED;
}

void cov_line_add(cov_totals *to, const cov_line *line) {
    to->lines_valid++;
    to->lines_covered += line->hits > 0 ? 1 : 0;
    to->branches_valid += line->arm_count;
    to->branches_covered += line->arms_taken;
}

cov_totals cov_lines_totals(cov_line *const *lines, uint32_t count) {
    cov_totals totals = {0};
    for (uint32_t i = 0; i < count; i++) {
        cov_line_add(&totals, lines[i]);
    }
    return totals;
}

cov_totals cov_class_totals(const cov_class *cls) {
    cov_totals totals = cov_lines_totals(cls->lines, cls->line_count);
    for (uint32_t i = 0; i < cls->method_count; i++) {
        const cov_method *method = &cls->methods[i];
        totals.complexity += method->complexity;
        totals.methods_valid += method->line_count > 0 ? 1 : 0;
        totals.methods_covered += method->is_entered ? 1 : 0;
    }
    return totals;
}
