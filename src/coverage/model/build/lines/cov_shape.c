/* From what was measured to the model: lines of the files, then methods, classes and packages of
 * them, sorted by text so that the order of processes has no effect. See cov_build.h. */
#include <stdlib.h>
#include <string.h>

#include "base/cc_sort.h"
#include "coverage/model/build/cov_build.h"

/* --- entries ---------------------------------------------------------------------------------- */

static void put_part(cc_buf *key, cc_str part) {
    cc_buf_u64(key, part.len);
    cc_buf_str_put(key, part);
}

static cov_shape_method *new_entry(cov_build *b, const cov_shape_method *like) {
    cov_shape_method *entry = CC_NEW(b->c.arena, cov_shape_method);
    *entry = *like;
    cc_str *const texts[] = {&entry->package, &entry->class_name, &entry->name, &entry->signature};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        char *copy = cc_arena_strdup(b->c.arena, *texts[i]);
        *texts[i] = (cc_str){copy, texts[i]->len};
    }
    entry->points.arena = b->c.work;
    entry->arms.arena = b->c.work;
    return entry;
}

void cov_shape_get(cov_build *b, cc_str package, cc_str class_name, cc_str name, cc_str signature,
                   cov_source *source, cov_shape_method **out) {
    cov_shape_method like = {.package = package,
                             .class_name = class_name,
                             .name = name,
                             .signature = signature,
                             .source = source};
    cc_buf key = {0};
    put_part(&key, package);
    put_part(&key, class_name);
    put_part(&key, name);
    put_part(&key, signature);
    put_part(&key, source->path);
    void **slot = cc_buf_ok(&key) ? cc_map_put(b->methods, cc_buf_span(&key)) : NULL;
    cc_buf_free(&key);
    if (slot != NULL && *slot == NULL) {
        *slot = new_entry(b, &like);
    }
    *out = slot == NULL ? NULL : (cov_shape_method *)*slot;
}

/* --- files of several assemblies --------------------------------------------------------------- */

/* The part of the entry's assembly; NULL: no other assembly has the file. */
static cov_part *part_of(const cov_shape_method *entry) {
    cov_part *part = entry->source->parts;
    while (part != NULL && !cc_str_eq(part->package, entry->package)) {
        part = part->next;
    }
    return part;
}

/* A method has the points of its assembly. To be called before points are sorted. */
static void use_own_points(const cov_build *b) {
    for (size_t i = 0; i < cc_map_count(b->methods); i++) {
        cov_shape_method *entry = (cov_shape_method *)cc_map_at(b->methods, i, NULL);
        cov_part *part = part_of(entry);
        for (uint32_t k = 0; k < entry->points.count; k++) {
            const cov_point *point = entry->points.items[k];
            entry->was_entered = entry->was_entered || point->hits > 0;
            entry->points.items[k] = part == NULL
                                         ? entry->points.items[k]
                                         : cov_point_at(&b->points, &part->source, &point->span);
        }
    }
}

/* --- methods ---------------------------------------------------------------------------------- */

static int compare_lines(const void *a, const void *b) {
    uint32_t x = (*(cov_line *const *)a)->number;
    uint32_t y = (*(cov_line *const *)b)->number;
    return (x > y) - (x < y);
}

static uint32_t sort_unique(cov_line **lines, uint32_t count) {
    uint32_t kept = 0;
    cc_sort(lines, count, sizeof(cov_line *), compare_lines);
    for (uint32_t i = 0; i < count; i++) {
        if (kept == 0 || lines[kept - 1] != lines[i]) {
            lines[kept++] = lines[i];
        }
    }
    return kept;
}

/* The lines that the points own; a point that occurs twice gives its lines twice, duplicates are
 * removed below. */
static void method_lines(cov_build *b, const cov_shape_method *entry, cov_method *method) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < entry->points.count; i++) {
        count += ((const cov_point *)entry->points.items[i])->line_count;
    }
    method->lines = CC_NEW_ARRAY(b->c.arena, cov_line *, count);
    uint32_t at = 0;
    for (uint32_t i = 0; i < entry->points.count; i++) {
        const cov_point *point = (const cov_point *)entry->points.items[i];
        method->is_entered = method->is_entered || point->hits > 0;
        for (uint32_t k = 0; k < point->line_count; k++) {
            method->lines[at++] = point->lines[k];
        }
    }
    method->line_count = sort_unique(method->lines, count);
}

static int compare_spots(const void *a, const void *b) {
    return cov_span_cmp(&((const cov_spot *)a)->span, &((const cov_spot *)b)->span);
}

/* The points of the method that own lines, each once. */
static void method_spots(cov_build *b, const cov_shape_method *entry, cov_method *method) {
    cov_spot *spots = CC_NEW_ARRAY(b->c.arena, cov_spot, entry->points.count);
    uint32_t count = 0;
    for (uint32_t i = 0; i < entry->points.count; i++) {
        const cov_point *point = (const cov_point *)entry->points.items[i];
        if (point->line_count > 0) {
            bool is_once = b->model->hits == CTR_HITS_ONCE && point->hits > 0;
            spots[count++] = (cov_spot){point->span, is_once ? 1 : point->hits};
        }
    }
    cc_sort(spots, count, sizeof(cov_spot), compare_spots);
    for (uint32_t i = 0; i < count; i++) {
        if (i == 0 || compare_spots(&spots[i - 1], &spots[i]) != 0) {
            spots[method->spot_count++] = spots[i];
        }
    }
    method->spots = spots;
}

static int compare_addresses(const void *a, const void *b) {
    uintptr_t x = (uintptr_t) * (void *const *)a;
    uintptr_t y = (uintptr_t) * (void *const *)b;
    return (x > y) - (x < y);
}

/* The line of the decision is in the report. */
static bool is_shown(const cov_arms *arms) {
    const cov_point *point = arms->point;
    uint32_t last = point->source->most_lines;
    return mod_left_out_of(point->source->left_out, point->span.start_line) == NULL &&
           (last == 0 || point->span.start_line <= last);
}

/* arms - decisions + 1, each decision once. */
static uint32_t complexity_of(const cov_shape_method *entry) {
    uint32_t complexity = 1;
    for (uint32_t i = 0; i < entry->arms.count; i++) {
        cov_arms *arms = (cov_arms *)entry->arms.items[i];
        entry->arms.items[i] = arms->same != NULL ? arms->same : arms;
    }
    if (entry->arms.count > 1) {
        qsort(entry->arms.items, entry->arms.count, sizeof(void *), compare_addresses);
    }
    for (uint32_t i = 0; i < entry->arms.count; i++) {
        const cov_arms *arms = (const cov_arms *)entry->arms.items[i];
        bool is_new = i == 0 || arms != entry->arms.items[i - 1];
        complexity += is_new && is_shown(arms) ? arms->arm_count - 1 : 0;
    }
    return complexity;
}

typedef struct shaped {
    const cov_shape_method *entry;
    cov_method method;
} shaped;

static int compare_shaped(const void *a, const void *b) {
    const shaped *x = (const shaped *)a;
    const shaped *y = (const shaped *)b;
    int order = cc_str_cmp(x->entry->package, y->entry->package);
    order = order != 0 ? order : cc_str_cmp(x->entry->class_name, y->entry->class_name);
    order = order != 0 ? order : cc_str_cmp(x->entry->source->path, y->entry->source->path);
    if (order != 0) {
        return order;
    }
    uint32_t first = x->method.lines[0]->number;
    uint32_t second = y->method.lines[0]->number;
    if (first != second) {
        return first < second ? -1 : 1;
    }
    order = cc_str_cmp(x->method.name, y->method.name);
    return order != 0 ? order : cc_str_cmp(x->method.signature, y->method.signature);
}

static void shape_methods(cov_build *b, shaped **out, uint32_t *out_count) {
    size_t count = cc_map_count(b->methods);
    shaped *all = CC_NEW_ARRAY(b->c.work, shaped, count);
    uint32_t kept = 0;
    for (size_t i = 0; all != NULL && i < count; i++) {
        cc_span key;
        const cov_shape_method *entry = (const cov_shape_method *)cc_map_at(b->methods, i, &key);
        shaped *s = &all[kept];
        *s = (shaped){.entry = entry,
                      .method = {.name = entry->name, .signature = entry->signature}};
        method_lines(b, entry, &s->method);
        if (s->method.line_count > 0) {
            s->method.complexity = complexity_of(entry);
            if (b->c.request->wants_points) {
                method_spots(b, entry, &s->method);
            }
            kept++;
        }
    }
    if (kept > 1) {
        qsort(all, kept, sizeof(shaped), compare_shaped);
    }
    *out = all;
    *out_count = kept;
}

/* --- classes and packages --------------------------------------------------------------------- */

static bool same_class(const shaped *a, const shaped *b) {
    return cc_str_eq(a->entry->package, b->entry->package) &&
           cc_str_eq(a->entry->class_name, b->entry->class_name) &&
           a->entry->source == b->entry->source;
}

static cc_err make_class(cov_build *b, const shaped *first, uint32_t count, cov_class *cls) {
    uint32_t lines = 0;
    cls->name = first->entry->class_name;
    cls->file = first->entry->source->file;
    cls->methods = CC_NEW_ARRAY(b->c.arena, cov_method, count);
    for (uint32_t i = 0; i < count; i++) {
        lines += first[i].method.line_count;
    }
    cls->lines = CC_NEW_ARRAY(b->c.arena, cov_line *, lines);
    uint32_t at = 0;
    for (uint32_t i = 0; i < count; i++) {
        cls->methods[cls->method_count++] = first[i].method;
        for (uint32_t k = 0; k < first[i].method.line_count; k++) {
            cls->lines[at++] = first[i].method.lines[k];
        }
    }
    cls->line_count = sort_unique(cls->lines, lines);
    return CC_OK;
}

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

/* The classes of the package from methods[*at] on, which are sorted by package. */
static cc_err make_package(cov_build *b, cov_package *package, const shaped *methods,
                           uint32_t count, uint32_t *at) {
    uint32_t end = *at;
    while (end < count && cc_str_eq(methods[end].entry->package, package->name)) {
        end++;
    }
    package->classes = CC_NEW_ARRAY(b->c.arena, cov_class, end - *at);
    while (*at < end) {
        uint32_t first = *at;
        while (*at < end && same_class(&methods[first], &methods[*at])) {
            ++*at;
        }
        CC_TRY(
            make_class(b, &methods[first], *at - first, &package->classes[package->class_count++]));
    }
    return CC_OK;
}

static int compare_packages(const void *a, const void *b) {
    return cc_str_cmp(((const cov_package *)a)->name, ((const cov_package *)b)->name);
}

/* Nothing remains of the package, because of a rule or the like: it is left out as a whole. */
static void leave_out_empty(cov_build *b, const cov_package *package, bool *is_out) {
    const mod_verdict *why = (const mod_verdict *)cc_map_get_str(b->why_empty, package->name);
    *is_out = package->class_count == 0 && why != NULL;
    if (!*is_out) {
        return;
    }
    void **slot = cc_map_put_str(b->packages, package->name);
    *slot = NULL;
    cov_fact_emptied(b, package->name, why);
    cov_add_omitted(&b->c, package->name, why->reason, why->detail);
}

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
static void add_method_totals(cov_model *model, const shaped *methods, uint32_t count) {
    model->totals.methods_valid = count;
    for (uint32_t i = 0; i < count; i++) {
        model->totals.complexity += methods[i].method.complexity;
        model->totals.methods_covered += methods[i].entry->was_entered ? 1 : 0;
    }
}

static cc_err finish_packages(cov_build *b, const shaped *methods, uint32_t count) {
    cov_model *model = b->model;
    size_t packages = cc_map_count(b->packages);
    uint32_t at = 0;
    cov_package *all = CC_NEW_ARRAY(b->c.work, cov_package, packages);
    model->packages = CC_NEW_ARRAY(b->c.arena, cov_package, packages);
    for (size_t i = 0; i < packages; i++) {
        cc_span key;
        all[i] = *(const cov_package *)cc_map_at(b->packages, i, &key);
    }
    if (packages > 1) {
        qsort(all, packages, sizeof(cov_package), compare_packages);
    }
    for (size_t i = 0; i < packages; i++) {
        bool is_out = false;
        CC_TRY(make_package(b, &all[i], methods, count, &at));
        add_totals(&all[i], (uint32_t)i + 1);
        leave_out_empty(b, &all[i], &is_out);
        if (!is_out) {
            model->packages[model->package_count++] = all[i];
        }
    }
    add_file_totals(model);
    add_method_totals(model, methods, count);
    return CC_OK;
}

cc_err cov_shape_finish(cov_build *b) {
    shaped *methods = NULL;
    uint32_t count = 0;
    use_own_points(b);
    cov_shape_files(b);
    shape_methods(b, &methods, &count);
    return finish_packages(b, methods, count);
}
