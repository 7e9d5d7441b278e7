/* From what was united to the model; see cov_shape.h. */
#include "coverage/model/build/lines/cov_shape_steps.h"

static void add_file_totals(cov_model *model) {
    for (uint32_t i = 0; i < model->file_count; i++) {
        cov_totals t = cov_lines_totals(model->files[i].lines, model->files[i].line_count);
        model->totals.lines_valid += t.lines_valid;
        model->totals.lines_covered += t.lines_covered;
        model->totals.branches_valid += t.branches_valid;
        model->totals.branches_covered += t.branches_covered;
    }
}

/* A method counts in each assembly that has it. */
static void add_method_totals(cov_model *model, const cov_methods *methods) {
    model->totals.methods_valid = methods->count;
    for (uint32_t i = 0; i < methods->count; i++) {
        model->totals.complexity += methods->items[i].method.complexity;
        model->totals.methods_covered += methods->items[i].was_entered ? 1 : 0;
    }
}

cc_err cov_shape_make(cov_shape *shape) {
    cov_methods methods;
    CC_TRY(cov_left_out_find(shape->c, shape->from));
    cov_methods_begin(&methods, shape);
    cov_files_make(shape);
    cov_methods_fill(&methods, shape);
    cov_packages_make(shape, &methods);
    add_file_totals(shape->to);
    add_method_totals(shape->to, &methods);
    return CC_OK;
}
