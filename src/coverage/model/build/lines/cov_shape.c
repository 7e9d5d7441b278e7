/* From what was united to the model; see cov_shape.h. */
#include "coverage/model/build/lines/cov_shape_steps.h"

static void add_file_totals(cov_model *model) {
    for (uint32_t i = 0; i < model->file_count; i++) {
        for (uint32_t k = 0; k < model->files[i].line_count; k++) {
            cov_line_add(&model->totals, model->files[i].lines[k]);
        }
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

void cov_shape_make(cov_shape *shape) {
    cov_methods methods;
    cov_left_out_find(shape->c, shape->from);
    cov_unite_unsigned(shape->from);
    cov_methods_begin(&methods, shape);
    cov_files_make(shape);
    cov_methods_fill(&methods, shape);
    cov_packages_make(shape, &methods);
    cov_line_tests_make(shape);
    add_file_totals(shape->to);
    add_method_totals(shape->to, &methods);
    shape->to->nothing_measured |= shape->to->totals.lines_valid == 0;
}
