/* The coverage of a patch; see patch.h. */
#include <string.h>

#include "base/cc_list.h"
#include "base/cc_map.h"
#include "base/cc_sort.h"
#include "coverage/patch/patch.h"

typedef struct covering {
    patch_cover *out;
    const cov_model *model;
    const cov_model *before;
    cc_map *files;     /* path -> cov_file */
    cc_map *tests;     /* path -> cov_fact of a source of a test assembly */
    cc_map *old_files; /* path -> cov_file of the base model */
    cc_map *changes;   /* path -> patch_file */
    cc_list covered;   /* patch_covered */
    cc_list unknown;   /* cc_str */
    cc_list lost;      /* patch_lost */
    cc_arena *arena;
} covering;

static void index_files(cc_map *map, const cov_model *model) {
    for (uint32_t i = 0; model != NULL && i < model->file_count; i++) {
        void **slot = cc_map_put_str(map, model->files[i].path);
        *slot = &model->files[i];
    }
}

static void index_tests(cc_map *map, const cov_model *model) {
    for (uint32_t i = 0; i < model->fact_count; i++) {
        cov_fact *fact = &model->facts[i];
        if (fact->subject != COV_SUBJECT_FILE || fact->reason != CTR_REASON_TEST_ASSEMBLY) {
            continue;
        }
        void **slot = cc_map_put_str(map, fact->name);
        *slot = fact;
    }
}

/* --- changed lines ---------------------------------------------------------------------------- */

/* Finds the lines of the file within the ranges; both are ascending. */
static void pick_lines(patch_covered *to, const patch_file *change, const cov_file *file) {
    uint32_t range = 0;
    for (uint32_t i = 0; i < file->line_count && range < change->added_count;) {
        cov_line *line = file->lines[i];
        if (line->number > change->added[range].last) {
            range++;
            continue;
        }
        if (line->number >= change->added[range].first) {
            to->lines[to->line_count++] = line;
            cov_line_add(&to->totals, line);
        }
        i++;
    }
}

/* Methods with a changed line count once, entered or not. */
static bool has_any(const cov_method *method, const patch_covered *c) {
    for (uint32_t i = 0, k = 0; i < method->line_count && k < c->line_count;) {
        if (method->lines[i]->number == c->lines[k]->number) {
            return true;
        }
        if (method->lines[i]->number < c->lines[k]->number) {
            i++;
        } else {
            k++;
        }
    }
    return false;
}

static void count_methods_of(const cov_class *cls, patch_covered *c) {
    for (uint32_t i = 0; i < cls->method_count; i++) {
        bool is_in = has_any(&cls->methods[i], c);
        c->totals.methods_valid += is_in ? 1 : 0;
        c->totals.methods_covered += is_in && cls->methods[i].is_entered ? 1 : 0;
    }
}

static void count_methods(const covering *v) {
    patch_covered **of_file = CC_NEW_ARRAY(v->arena, patch_covered *, v->model->file_count);
    for (uint32_t i = 0; i < v->covered.count; i++) {
        patch_covered *c = v->covered.items[i];
        of_file[c->file - v->model->files] = c;
    }
    for (uint32_t i = 0; i < v->model->package_count; i++) {
        for (uint32_t k = 0; k < v->model->packages[i].class_count; k++) {
            const cov_class *cls = &v->model->packages[i].classes[k];
            patch_covered *c = of_file[cls->file - v->model->files];
            if (c != NULL) {
                count_methods_of(cls, c);
            }
        }
    }
}

static bool is_source(cc_str path) {
    return cc_str_ends(path, ".cs") || cc_str_ends(path, ".fs") || cc_str_ends(path, ".vb") ||
           cc_str_ends(path, ".razor") || cc_str_ends(path, ".cshtml");
}

static void add_unknown(covering *v, const patch_file *change) {
    bool is_asked = is_source(change->path) && !change->is_deleted && change->added_count > 0;
    if (is_asked && cc_map_get_str(v->tests, change->path) != NULL) {
        v->out->test_count++;
    } else if (is_asked) {
        cc_str *path = CC_NEW(v->arena, cc_str);
        *path = change->path;
        cc_list_add(&v->unknown, path);
    }
}

static void add_change(covering *v, const patch_file *change) {
    const cov_file *file = cc_map_get_str(v->files, change->path);
    if (file == NULL) {
        add_unknown(v, change);
        return;
    }
    patch_covered *c = CC_NEW(v->arena, patch_covered);
    cov_line **lines = CC_NEW_ARRAY(v->arena, cov_line *, file->line_count);
    *c = (patch_covered){.change = change, .file = file, .lines = lines};
    pick_lines(c, change, file);
    if (c->line_count > 0) {
        cc_list_add(&v->covered, c);
    }
}

/* --- lost lines ------------------------------------------------------------------------------- */

/* The file of before, and the number that the line had there. */
static void look_at_line(covering *v, const cov_file *file, const cov_file *old,
                         const patch_file *change, cov_line *line) {
    uint32_t number = change == NULL ? line->number : patch_old_line(change, line->number);
    const cov_line *was = number == 0 ? NULL : cov_file_line(old, number);
    if (was == NULL || was->hits == 0) {
        return;
    }
    patch_lost *lost = CC_NEW(v->arena, patch_lost);
    *lost = (patch_lost){file, line, number};
    cc_list_add(&v->lost, lost);
}

static void find_lost(covering *v) {
    for (uint32_t i = 0; v->before != NULL && i < v->model->file_count; i++) {
        const cov_file *file = &v->model->files[i];
        const patch_file *change = cc_map_get_str(v->changes, file->path);
        cc_str old_path = change == NULL ? file->path : change->old_path;
        const cov_file *old = cc_map_get_str(v->old_files, old_path);
        for (uint32_t k = 0; old != NULL && k < file->line_count; k++) {
            if (file->lines[k]->hits == 0) {
                look_at_line(v, file, old, change, file->lines[k]);
            }
        }
    }
}

/* --- the whole -------------------------------------------------------------------------------- */

static int compare_covered(const void *a, const void *b) {
    return cc_str_cmp(((const patch_covered *)a)->file->path,
                      ((const patch_covered *)b)->file->path);
}

static int compare_texts(const void *a, const void *b) {
    return cc_str_cmp(*(const cc_str *)a, *(const cc_str *)b);
}

static void *items_of(const covering *v, const cc_list *list, size_t size) {
    char *items = cc_arena_alloc(v->arena, list->count, size);
    for (uint32_t i = 0; items != NULL && i < list->count; i++) {
        memcpy(items + i * size, list->items[i], size);
    }
    return items;
}

static void add_totals(cov_totals *to, const cov_totals *t) {
    to->lines_valid += t->lines_valid;
    to->lines_covered += t->lines_covered;
    to->branches_valid += t->branches_valid;
    to->branches_covered += t->branches_covered;
    to->methods_valid += t->methods_valid;
    to->methods_covered += t->methods_covered;
}

static void finish(const covering *v) {
    patch_cover *out = v->out;
    out->files = items_of(v, &v->covered, sizeof *out->files);
    out->file_count = v->covered.count;
    out->unknown = items_of(v, &v->unknown, sizeof *out->unknown);
    out->unknown_count = v->unknown.count;
    out->lost = items_of(v, &v->lost, sizeof *out->lost);
    out->lost_count = v->lost.count;
    cc_sort(out->files, out->file_count, sizeof *out->files, compare_covered);
    cc_sort(out->unknown, out->unknown_count, sizeof *out->unknown, compare_texts);
    for (uint32_t i = 0; i < out->file_count; i++) {
        add_totals(&out->totals, &out->files[i].totals);
    }
}

static void cover(covering *v, const patch_change *change) {
    index_files(v->files, v->model);
    index_files(v->old_files, v->before);
    index_tests(v->tests, v->model);
    for (uint32_t i = 0; i < change->file_count; i++) {
        void **slot = cc_map_put_str(v->changes, change->files[i].path);
        *slot = &change->files[i];
        add_change(v, &change->files[i]);
    }
    count_methods(v);
    find_lost(v);
    finish(v);
}

void patch_cover_make(patch_cover *out, const patch_change *change, const cov_model *model,
                      const cov_model *before, cc_arena *arena) {
    covering v = {.out = out,
                  .model = model,
                  .before = before,
                  .files = cc_map_new(),
                  .tests = cc_map_new(),
                  .old_files = cc_map_new(),
                  .changes = cc_map_new(),
                  .arena = arena};
    v.covered.arena = v.unknown.arena = v.lost.arena = arena;
    *out = (patch_cover){.file_count = 0};
    cover(&v, change);
    cc_map_free(v.files);
    cc_map_free(v.tests);
    cc_map_free(v.old_files);
    cc_map_free(v.changes);
}
