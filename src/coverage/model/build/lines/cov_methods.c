/* Methods with their lines; see cov_shape_steps.h. */
#include "coverage/model/build/lines/cov_shape_steps.h"

#include "base/cc_sort.h"

/* --- points ----------------------------------------------------------------------------------- */

/* A method of a file that several assemblies have gets the points of its own. */
static void use_own_points(const cov_points *points, cov_entry *entry) {
    cov_part *part = cov_part_find(entry->source, entry->package);
    for (uint32_t i = 0; part != NULL && i < entry->points.count; i++) {
        const cov_point *point = entry->points.items[i];
        entry->points.items[i] = cov_point_at(points, &part->source, &point->span);
    }
}

static bool is_any_hit(const cov_entry *entry) {
    for (uint32_t i = 0; i < entry->points.count; i++) {
        if (((const cov_point *)entry->points.items[i])->hits > 0) {
            return true;
        }
    }
    return false;
}

void cov_methods_begin(cov_methods *out, const cov_shape *shape) {
    const cov_united *from = shape->from;
    size_t count = cc_map_count(from->methods);
    *out = (cov_methods){CC_NEW_ARRAY(from->work, cov_shaped, count), (uint32_t)count};
    for (size_t i = 0; i < count; i++) {
        cov_entry *entry = cc_map_at(from->methods, i, NULL);
        out->items[i] = (cov_shaped){.entry = entry, .was_entered = is_any_hit(entry)};
        use_own_points(&from->points, entry);
    }
}

/* --- lines ------------------------------------------------------------------------------------ */

static int compare_lines(const void *a, const void *b) {
    uint32_t x = (*(cov_line *const *)a)->number;
    uint32_t y = (*(cov_line *const *)b)->number;
    return (x > y) - (x < y);
}

uint32_t cov_sort_lines(cov_line **lines, uint32_t count) {
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
static void add_lines(cc_arena *arena, const cov_entry *entry, cov_method *method) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < entry->points.count; i++) {
        count += ((const cov_point *)entry->points.items[i])->line_count;
    }
    method->lines = CC_NEW_ARRAY(arena, cov_line *, count);
    uint32_t at = 0;
    for (uint32_t i = 0; i < entry->points.count; i++) {
        const cov_point *point = entry->points.items[i];
        for (uint32_t k = 0; k < point->line_count; k++) {
            method->lines[at++] = point->lines[k];
        }
    }
    method->line_count = cov_sort_lines(method->lines, count);
}

static int compare_spots(const void *a, const void *b) {
    return cov_span_cmp(&((const cov_spot *)a)->span, &((const cov_spot *)b)->span);
}

/* The points of the method that own lines, each once. */
static void add_spots(const cov_shape *shape, const cov_entry *entry, cov_method *method) {
    cov_spot *spots = CC_NEW_ARRAY(shape->c->arena, cov_spot, entry->points.count);
    uint32_t count = 0;
    for (uint32_t i = 0; i < entry->points.count; i++) {
        const cov_point *point = entry->points.items[i];
        if (point->line_count > 0) {
            bool is_once = shape->to->hits == CTR_HITS_ONCE && point->hits > 0;
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

/* --- complexity ------------------------------------------------------------------------------- */

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
static uint32_t complexity_of(const cov_entry *entry) {
    uint32_t complexity = 1;
    for (uint32_t i = 0; i < entry->arms.count; i++) {
        cov_arms *arms = entry->arms.items[i];
        entry->arms.items[i] = arms->same != NULL ? arms->same : arms;
    }
    cc_sort(entry->arms.items, entry->arms.count, sizeof(void *), compare_addresses);
    for (uint32_t i = 0; i < entry->arms.count; i++) {
        const cov_arms *arms = entry->arms.items[i];
        bool is_new = i == 0 || arms != entry->arms.items[i - 1];
        complexity += is_new && is_shown(arms) ? arms->arm_count - 1 : 0;
    }
    return complexity;
}

/* --- methods ---------------------------------------------------------------------------------- */

static int compare_methods(const void *a, const void *b) {
    const cov_shaped *x = a;
    const cov_shaped *y = b;
    int order = cc_str_cmp(x->entry->package, y->entry->package);
    order = order != 0 ? order : cc_str_cmp(x->entry->class_name, y->entry->class_name);
    order = order != 0 ? order : cc_str_cmp(x->entry->source->path, y->entry->source->path);
    order = order != 0 ? order : cc_compare(x->method.lines[0]->number, y->method.lines[0]->number);
    order = order != 0 ? order : cc_str_cmp(x->method.name, y->method.name);
    return order != 0 ? order : cc_str_cmp(x->method.signature, y->method.signature);
}

void cov_methods_fill(cov_methods *methods, const cov_shape *shape) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < methods->count; i++) {
        cov_shaped *s = &methods->items[i];
        const cov_entry *entry = s->entry;
        s->method = (cov_method){
            .name = entry->name, .signature = entry->signature, .is_entered = is_any_hit(entry)};
        add_lines(shape->c->arena, entry, &s->method);
        if (s->method.line_count == 0) {
            continue;
        }
        s->method.complexity = complexity_of(entry);
        if (shape->c->request->wants_points) {
            add_spots(shape, entry, &s->method);
        }
        methods->items[kept++] = *s;
    }
    methods->count = kept;
    cc_sort(methods->items, kept, sizeof *methods->items, compare_methods);
}
