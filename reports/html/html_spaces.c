/* The types of each assembly by namespace; see html.h. */
#include <string.h>

#include "base/cc_sort.h"
#include "reports/html/html.h"

/* Returns the text before the last '.' of the outermost type: "Shop" of "Shop.Cart/Row". */
static cc_str space_of(cc_str type) {
    const char *nested = type.len == 0 ? NULL : memchr(type.s, '/', type.len);
    size_t len = nested == NULL ? type.len : (size_t)(nested - type.s);
    while (len > 0 && type.s[len - 1] != '.') {
        len--;
    }
    return (cc_str){type.s, len == 0 ? 0 : len - 1};
}

static int compare_classes(const void *a, const void *b) {
    const cov_class *x = *(const cov_class *const *)a;
    const cov_class *y = *(const cov_class *const *)b;
    int order = cc_str_cmp(space_of(x->name), space_of(y->name));
    order = order != 0 ? order : cc_str_cmp(x->name, y->name);
    return order != 0 ? order : cc_str_cmp(x->file->path, y->file->path);
}

static int compare_lines(const void *a, const void *b) {
    const cov_line *x = *(const cov_line *const *)a;
    const cov_line *y = *(const cov_line *const *)b;
    return (x > y) - (x < y);
}

/* Several classes may show one line, which counts once. */
static void add_lines(html_space *space, const cov_line **room) {
    size_t count = 0;
    for (uint32_t i = 0; i < space->class_count; i++) {
        const cov_class *cls = space->classes[i];
        for (uint32_t k = 0; k < cls->line_count; k++) {
            room[count++] = cls->lines[k];
        }
    }
    if (count > 1) {
        cc_sort(room, count, sizeof(void *), compare_lines);
    }
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || room[i] != room[i - 1]) {
            cov_line_add(&space->totals, room[i]);
        }
    }
}

static void add_methods(html_space *space) {
    for (uint32_t i = 0; i < space->class_count; i++) {
        const cov_class *cls = space->classes[i];
        for (uint32_t k = 0; k < cls->method_count; k++) {
            const cov_method *m = &cls->methods[k];
            uint64_t risk = cov_crap_hundredths(m);
            space->totals.methods_valid += m->line_count > 0 ? 1 : 0;
            space->totals.methods_covered += m->line_count > 0 && m->is_entered ? 1 : 0;
            space->totals.complexity += m->complexity;
            space->risk = risk > space->risk ? risk : space->risk;
        }
    }
}

static void make_space(html_space *space, uint32_t assembly, const cov_class *const *classes,
                       uint32_t count) {
    *space = (html_space){.name = space_of(classes[0]->name), .assembly = assembly};
    while (space->class_count < count &&
           cc_str_eq(space_of(classes[space->class_count]->name), space->name)) {
        space->class_count++;
    }
    space->classes = classes;
    add_methods(space);
}

static void add_package(html_site *site, uint32_t index, const cov_class **sorted) {
    const cov_package *package = &site->model->packages[index];
    uint32_t at = 0;
    for (uint32_t i = 0; i < package->class_count; i++) {
        sorted[i] = &package->classes[i];
    }
    if (package->class_count > 1) {
        cc_sort(sorted, package->class_count, sizeof(void *), compare_classes);
    }
    while (at < package->class_count) {
        html_space *space = &site->spaces[site->space_count++];
        make_space(space, index, sorted + at, package->class_count - at);
        at += space->class_count;
    }
}

static void add_totals(html_site *site) {
    size_t most = 0;
    for (uint32_t i = 0; i < site->space_count; i++) {
        size_t lines = 0;
        for (uint32_t k = 0; k < site->spaces[i].class_count; k++) {
            lines += site->spaces[i].classes[k]->line_count;
        }
        most = lines > most ? lines : most;
    }
    cc_arena *scratch = cc_arena_new();
    const cov_line **room = CC_NEW_ARRAY(scratch, const cov_line *, most);
    for (uint32_t i = 0; i < site->space_count; i++) {
        add_lines(&site->spaces[i], room);
    }
    cc_arena_free(scratch);
}

void html_spaces_make(html_site *site) {
    size_t classes = 0;
    for (uint32_t i = 0; i < site->model->package_count; i++) {
        classes += site->model->packages[i].class_count;
    }
    const cov_class **sorted = CC_NEW_ARRAY(site->arena, const cov_class *, classes);
    site->spaces = CC_NEW_ARRAY(site->arena, html_space, classes);
    for (uint32_t i = 0; i < site->model->package_count; i++) {
        add_package(site, i, sorted);
        sorted += site->model->packages[i].class_count;
    }
    add_totals(site);
}
