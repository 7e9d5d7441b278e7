/* The rows of the table; see rep_rows.h. */
#include "reports/rep_rows.h"

#include "base/cc_file.h"
#include "base/cc_map.h"
#include "base/cc_sort.h"
#include "reports/rep_ranges.h"

typedef struct listing {
    const rep_input *in;
    cc_list *rows; /* rep_row */
} listing;

static void note_line(rep_row *r, const cov_line *line, bool is_of_one_file) {
    if (line->hits > r->hits) {
        r->hits = line->hits;
        r->hottest = is_of_one_file ? line->number : 0;
    }
}

static void note_hits(rep_row *r, cov_line *const *lines, uint32_t count, bool is_of_one_file) {
    for (uint32_t i = 0; i < count; i++) {
        note_line(r, lines[i], is_of_one_file);
    }
}

static void add_row(listing *l, rep_row r) {
    rep_row *made = CC_NEW(l->rows->arena, rep_row);
    *made = r;
    note_hits(made, made->lines, made->lines != NULL ? made->line_count : 0, true);
    cc_list_add(l->rows, made);
}

static void list_assemblies(listing *l) {
    for (uint32_t i = 0; i < l->in->model->package_count; i++) {
        const cov_package *package = &l->in->model->packages[i];
        rep_row r = {.name = package->name, .totals = package->totals};
        for (uint32_t k = 0; k < package->class_count; k++) {
            note_hits(&r, package->classes[k].lines, package->classes[k].line_count, false);
        }
        add_row(l, r);
    }
}

static void list_files(listing *l) {
    for (uint32_t i = 0; i < l->in->model->file_count; i++) {
        const cov_file *file = &l->in->model->files[i];
        cov_totals totals = cov_lines_totals(file->lines, file->line_count);
        if (file->line_count > 0) {
            add_row(l, (rep_row){.name = file->path,
                                 .totals = totals,
                                 .lines = file->lines,
                                 .line_count = file->line_count});
        }
    }
}

static void add_to_folder(listing *l, cc_map *folders, const cov_file *file) {
    cc_str dir = cc_path_dir(file->path);
    dir = dir.len > 0 ? dir : CC_STR(".");
    void **slot = cc_map_put_str(folders, dir);
    if (slot != NULL && *slot == NULL) {
        add_row(l, (rep_row){.name = dir});
        *slot = l->rows->items[l->rows->count - 1];
    }
    for (uint32_t i = 0; i < file->line_count; i++) {
        cov_line_add(&((rep_row *)*slot)->totals, file->lines[i]);
        note_line(*slot, file->lines[i], false);
    }
}

static void list_folders(listing *l) {
    cc_map *folders = cc_map_new();
    for (uint32_t i = 0; i < l->in->model->file_count; i++) {
        if (l->in->model->files[i].line_count > 0) {
            add_to_folder(l, folders, &l->in->model->files[i]);
        }
    }
    cc_map_free(folders);
}

/* Two classes of the assembly have this name: parts of one type, or types that are local to
 * files. */
static bool is_one_of_two(const cov_package *package, uint32_t index) {
    const cov_class *all = package->classes;
    return (index > 0 && cc_str_eq(all[index - 1].name, all[index].name)) ||
           (index + 1 < package->class_count && cc_str_eq(all[index + 1].name, all[index].name));
}

static bool has_method(const cov_class *cls, const cov_method *like) {
    for (uint32_t i = 0; i < cls->method_count; i++) {
        if (cc_str_eq(cls->methods[i].name, like->name) &&
            cc_str_eq(cls->methods[i].signature, like->signature)) {
            return true;
        }
    }
    return false;
}

/* Another class of this name has a method of this name: both classes are local to their files. */
static bool has_twin(const cov_package *package, uint32_t index, const cov_method *method) {
    const cov_class *all = package->classes;
    for (uint32_t i = index; i > 0 && cc_str_eq(all[i - 1].name, all[index].name); i--) {
        if (has_method(&all[i - 1], method)) {
            return true;
        }
    }
    for (uint32_t i = index + 1;
         i < package->class_count && cc_str_eq(all[i].name, all[index].name); i++) {
        if (has_method(&all[i], method)) {
            return true;
        }
    }
    return false;
}

static void list_method(listing *l, const cov_package *package, uint32_t index,
                        const cov_method *m) {
    const cov_class *cls = &package->classes[index];
    bool is_one = is_one_of_two(package, index) && has_twin(package, index, m);
    cc_str file = is_one ? cc_path_base(cls->file->path) : (cc_str){"", 0};
    const char *name =
        cc_arena_printf(l->rows->arena, "%.*s.%.*s%.*s%s%.*s%s", (int)cls->name.len, cls->name.s,
                        (int)m->name.len, m->name.s, (int)m->signature.len, m->signature.s,
                        is_one ? " (" : "", (int)file.len, file.s, is_one ? ")" : "");
    add_row(l, (rep_row){.name = cc_strz(name),
                         .totals = cov_lines_totals(m->lines, m->line_count),
                         .lines = m->lines,
                         .line_count = m->line_count});
}

static void list_methods(listing *l, const cov_package *package, uint32_t index) {
    const cov_class *cls = &package->classes[index];
    for (uint32_t i = 0; i < cls->method_count; i++) {
        list_method(l, package, index, &cls->methods[i]);
    }
}

/* A type in several files has a row per file, because its lines belong to files. The name of the
 * file distinguishes such rows. */
static void list_class(listing *l, const cov_package *package, uint32_t index) {
    const cov_class *cls = &package->classes[index];
    cc_str name = cls->name;
    if (is_one_of_two(package, index)) {
        cc_str file = cc_path_base(cls->file->path);
        const char *both = cc_arena_printf(l->rows->arena, "%.*s (%.*s)", (int)name.len, name.s,
                                           (int)file.len, file.s);
        name = cc_strz(both);
    }
    add_row(l, (rep_row){.name = name,
                         .totals = cov_class_totals(cls),
                         .lines = cls->lines,
                         .line_count = cls->line_count});
}

static void list_classes(listing *l) {
    bool is_by_method = l->in->by == REP_BY_METHOD;
    for (uint32_t i = 0; i < l->in->model->package_count; i++) {
        const cov_package *package = &l->in->model->packages[i];
        for (uint32_t k = 0; k < package->class_count; k++) {
            if (is_by_method) {
                list_methods(l, package, k);
            } else {
                list_class(l, package, k);
            }
        }
    }
}

static void list_rows(listing *l) {
    switch (l->in->by) {
    case REP_BY_FILE:
        list_files(l);
        break;
    case REP_BY_DIR:
        list_folders(l);
        break;
    case REP_BY_TYPE:
    case REP_BY_METHOD:
        list_classes(l);
        break;
    case REP_BY_ASSEMBLY:
    default:
        list_assemblies(l);
    }
}

/* Compares: most missed lines first, then arms; equal rows stay in their order. */
static int compare_missed(const void *a, const void *b) {
    const rep_row *x = *(rep_row *const *)a;
    const rep_row *y = *(rep_row *const *)b;
    int order = rep_compare_missed(&x->totals, &y->totals);
    return order != 0 ? order : cc_str_cmp(x->name, y->name);
}

/* Compares: the row with the line that ran most often comes first. */
static int compare_hits(const void *a, const void *b) {
    const rep_row *x = *(rep_row *const *)a;
    const rep_row *y = *(rep_row *const *)b;
    int order = (x->hits < y->hits) - (x->hits > y->hits);
    return order != 0 ? order : cc_str_cmp(x->name, y->name);
}

static void sort_rows(const listing *l) {
    rep_sort sort = l->in->sort;
    bool is_by_hits = sort == REP_SORT_HITS && rep_has_hits(l->in);
    if (l->rows->count > 1 && (sort == REP_SORT_MISSED || is_by_hits)) {
        cc_sort(l->rows->items, l->rows->count, sizeof(void *),
                is_by_hits ? compare_hits : compare_missed);
    }
}

void rep_list_rows(const rep_input *in, cc_list *rows) {
    listing l = {in, rows};
    list_rows(&l);
    sort_rows(&l);
}

bool rep_has_hits(const rep_input *in) {
    return in->model->hits == CTR_HITS_EXACT;
}
