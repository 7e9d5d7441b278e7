/* Classes and packages; see cov_shape_steps.h. */
#include "coverage/model/build/lines/cov_shape_steps.h"

#include <string.h>

/* --- classes ---------------------------------------------------------------------------------- */

static bool same_class(const cov_shaped *a, const cov_shaped *b) {
    return cc_str_eq(a->entry->package, b->entry->package) &&
           cc_str_eq(a->entry->class_name, b->entry->class_name) &&
           a->entry->source == b->entry->source;
}

static void make_class(cc_arena *arena, const cov_shaped *first, uint32_t count, cov_class *cls) {
    uint32_t lines = 0;
    for (uint32_t i = 0; i < count; i++) {
        lines += first[i].method.line_count;
    }
    cls->name = first->entry->class_name;
    cls->file = first->entry->source->file;
    cls->methods = CC_NEW_ARRAY(arena, cov_method, count);
    cls->lines = CC_NEW_ARRAY(arena, cov_line *, lines);
    uint32_t at = 0;
    for (uint32_t i = 0; i < count; i++) {
        const cov_method *method = &first[i].method;
        cls->methods[cls->method_count++] = *method;
        memcpy(cls->lines + at, method->lines, method->line_count * sizeof *cls->lines);
        at += method->line_count;
    }
    cls->line_count = cov_sort_lines(cls->lines, lines);
}

/* --- packages --------------------------------------------------------------------------------- */

/* Adds the sums that do not follow from the lines. */
static void add_methods(cov_totals *to, cov_totals from) {
    to->complexity += from.complexity;
    to->methods_valid += from.methods_valid;
    to->methods_covered += from.methods_covered;
}

/* Adds the lines of the class that no earlier class of the package shows. `mark` is unique to the
 * package. */
static void add_new_lines(cov_totals *to, const cov_class *cls, uint32_t mark) {
    for (uint32_t i = 0; i < cls->line_count; i++) {
        cov_line *line = cls->lines[i];
        if (line->mark != mark) {
            line->mark = mark;
            cov_line_add(to, line);
        }
    }
}

/* Each line of the package counts once, also when two classes show it; methods count in each
 * class. */
static void add_totals(cov_package *package, uint32_t mark) {
    for (uint32_t i = 0; i < package->class_count; i++) {
        add_methods(&package->totals, cov_class_totals(&package->classes[i]));
        add_new_lines(&package->totals, &package->classes[i], mark);
    }
}

/* The classes of the package from method *at on; the methods are sorted by package. */
static void make_classes(const cov_shape *shape, const cov_methods *methods, uint32_t *at,
                         cov_package *package) {
    const cov_shaped *items = methods->items;
    uint32_t end = *at;
    while (end < methods->count && cc_str_eq(items[end].entry->package, package->name)) {
        end++;
    }
    package->classes = CC_NEW_ARRAY(shape->c->arena, cov_class, end - *at);
    while (*at < end) {
        uint32_t first = *at;
        while (*at < end && same_class(&items[first], &items[*at])) {
            ++*at;
        }
        make_class(shape->c->arena, &items[first], *at - first,
                   &package->classes[package->class_count++]);
    }
}

static int compare_assemblies(const void *a, const void *b) {
    return cc_str_cmp((*(cov_assembly *const *)a)->name, (*(cov_assembly *const *)b)->name);
}

void cov_packages_make(cov_shape *shape, const cov_methods *methods) {
    cov_model *model = shape->to;
    size_t count = cc_map_count(shape->from->assemblies);
    cov_assembly *const *all = (cov_assembly *const *)(void *)cc_map_sorted(
        shape->from->assemblies, shape->from->work, compare_assemblies);
    uint32_t at = 0;
    model->nothing_measured = true;
    model->packages = CC_NEW_ARRAY(shape->c->arena, cov_package, count);
    for (size_t i = 0; i < count; i++) {
        cov_package package = {.name = all[i]->name, .never_loaded = !all[i]->was_loaded};
        make_classes(shape, methods, &at, &package);
        if (package.class_count == 0 && all[i]->why_empty != NULL) {
            cc_list_add(&shape->emptied, all[i]);
            continue;
        }
        add_totals(&package, (uint32_t)i + 1);
        model->nothing_measured = model->nothing_measured && package.never_loaded;
        model->packages[model->package_count++] = package;
    }
}
