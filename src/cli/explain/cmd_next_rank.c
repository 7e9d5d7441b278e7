/* The order of members; see cmd_next.h. */
#include "base/cc_sort.h"
#include "cli/explain/cmd_next.h"

enum { HUNDREDTHS = 100 };

/* --- one member ------------------------------------------------------------------------------- */

/* The changed lines of a file that did not run; NULL: the file did not change. */
static const patch_covered *changes_of(const patch_cover *changes, const cov_file *file) {
    for (uint32_t i = 0; changes != NULL && i < changes->file_count; i++) {
        if (changes->files[i].file == file) {
            return &changes->files[i];
        }
    }
    return NULL;
}

static uint32_t count_changes(const patch_covered *changes, const cov_method *method) {
    uint32_t first = method->lines[0]->number;
    uint32_t last = method->lines[method->line_count - 1]->number;
    uint32_t count = 0;
    for (uint32_t i = 0; changes != NULL && i < changes->line_count; i++) {
        const cov_line *line = changes->lines[i];
        bool is_in = line->number >= first && line->number <= last;
        count += is_in && cov_line_state(line) != COV_LINE_COVERED ? 1 : 0;
    }
    return count;
}

static void count_lines(const cov_method *method, cmd_next_item *item) {
    for (uint32_t i = 0; i < method->line_count; i++) {
        const cov_line *line = method->lines[i];
        item->missed_lines += line->hits == 0 ? 1 : 0;
        item->missed_outcomes += line->arm_count - line->arms_taken;
    }
}

/* The most hits of a line from the first to the last one of the member. */
static uint64_t most_hits(const cov_file *file, const cov_method *method) {
    uint32_t last = method->lines[method->line_count - 1]->number;
    uint64_t most = 0;
    for (uint32_t i = cov_file_index(file, method->lines[0]->number);
         i < file->line_count && file->lines[i]->number <= last; i++) {
        most = file->lines[i]->hits > most ? file->lines[i]->hits : most;
    }
    return most;
}

/* A member that is fully covered keeps its complexity as risk. */
static cmd_next_item item_of(const cov_model *model, const cov_package *package,
                             const cov_class *cls, const cov_method *method) {
    cmd_next_item item = {.package = package, .cls = cls, .method = method};
    uint64_t least = (uint64_t)method->complexity * HUNDREDTHS;
    item.risk = cov_crap_hundredths(method);
    item.gain = item.risk > least ? item.risk - least : 0;
    count_lines(method, &item);
    item.hits = model->hits == CTR_HITS_EXACT ? most_hits(cls->file, method) : 0;
    return item;
}

/* --- the order -------------------------------------------------------------------------------- */

static int descending(uint64_t a, uint64_t b) {
    return (a < b) - (a > b);
}

static int compare_items(const void *a, const void *b) {
    const cmd_next_item *x = a;
    const cmd_next_item *y = b;
    int order = descending(x->missed_changes, y->missed_changes);
    order = order != 0 ? order : descending(x->gain, y->gain);
    order = order != 0 ? order
                       : descending((uint64_t)x->missed_lines + x->missed_outcomes,
                                    (uint64_t)y->missed_lines + y->missed_outcomes);
    order = order != 0 ? order : descending(x->hits, y->hits);
    order = order != 0 ? order : cc_str_cmp(x->cls->file->path, y->cls->file->path);
    order =
        order != 0 ? order : -descending(x->method->lines[0]->number, y->method->lines[0]->number);
    order = order != 0 ? order : cc_str_cmp(x->cls->name, y->cls->name);
    order = order != 0 ? order : cc_str_cmp(x->method->name, y->method->name);
    return order != 0 ? order : cc_str_cmp(x->method->signature, y->method->signature);
}

static uint32_t count_methods(const cov_model *model) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < model->package_count; i++) {
        for (uint32_t k = 0; k < model->packages[i].class_count; k++) {
            count += model->packages[i].classes[k].method_count;
        }
    }
    return count;
}

static void add_class(cmd_next_list *to, const cov_package *package, const cov_class *cls,
                      const patch_covered *changes) {
    for (uint32_t i = 0; i < cls->method_count; i++) {
        const cov_method *method = &cls->methods[i];
        if (method->line_count == 0) {
            continue;
        }
        cmd_next_item item = item_of(to->model, package, cls, method);
        item.missed_changes = count_changes(changes, method);
        if (item.missed_lines > 0 || item.missed_outcomes > 0) {
            to->items[to->count++] = item;
        }
    }
}

void cmd_next_rank(cmd_next_list *out, const cov_model *model, const patch_cover *changes,
                   cc_arena *arena) {
    *out = (cmd_next_list){.model = model};
    out->items = CC_NEW_ARRAY(arena, cmd_next_item, count_methods(model));
    for (uint32_t i = 0; i < model->package_count; i++) {
        const cov_package *package = &model->packages[i];
        for (uint32_t k = 0; k < package->class_count; k++) {
            const cov_class *cls = &package->classes[k];
            add_class(out, package, cls, changes_of(changes, cls->file));
        }
    }
    cc_sort(out->items, out->count, sizeof *out->items, compare_items);
}
