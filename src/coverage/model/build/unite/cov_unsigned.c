/* Methods whose parameters no report names: the lambdas, iterators and async methods of other tools'
 * reports have the name of the user's method alone. See cov_united.h. */
#include "coverage/model/build/unite/cov_united.h"

#include "base/cc_list.h"

/* Methods of one name in one class and file. */
typedef struct namesakes {
    cc_list methods; /* cov_entry */
} namesakes;

typedef struct line_range {
    uint32_t first, last;
} line_range;

static line_range lines_of(const cov_entry *entry) {
    line_range range = {UINT32_MAX, 0};
    for (uint32_t i = 0; i < entry->points.count; i++) {
        const cov_span *span = &((const cov_point *)entry->points.items[i])->span;
        range.first = span->start_line < range.first ? span->start_line : range.first;
        range.last = span->end_line > range.last ? span->end_line : range.last;
    }
    return range;
}

static namesakes *namesakes_of(const cov_united *united, cc_map *all, const cov_entry *entry) {
    const cc_str key[] = {entry->package, entry->class_name, entry->name, entry->source->path};
    void **slot = cc_map_put_texts(all, key, sizeof key / sizeof *key);
    if (*slot == NULL) {
        namesakes *made = CC_NEW(united->work, namesakes);
        made->methods.arena = united->work;
        *slot = made;
    }
    return *slot;
}

/* Returns the only method, or the only one that shares lines with the piece; NULL: neither. */
static cov_entry *method_around(const namesakes *named, const cov_entry *piece) {
    line_range lines = lines_of(piece);
    cov_entry *found = NULL;
    uint32_t count = 0;
    for (uint32_t i = 0; i < named->methods.count; i++) {
        cov_entry *method = named->methods.items[i];
        line_range around = lines_of(method);
        if (named->methods.count == 1 ||
            (around.first <= lines.last && lines.first <= around.last)) {
            found = method;
            count++;
        }
    }
    return count == 1 ? found : NULL;
}

static cov_entry *method_without_parameters(cov_united *united, const cov_entry *piece) {
    cov_entry like = *piece;
    like.signature = CC_STR("()");
    return cov_united_entry(united, &like);
}

static void add_items(cc_list *to, const cc_list *from) {
    for (uint32_t i = 0; i < from->count; i++) {
        cc_list_add(to, from->items[i]);
    }
}

static void join(cov_united *united, cc_map *all, const cov_entry *piece) {
    cov_entry *method = method_around(namesakes_of(united, all, piece), piece);
    method = method != NULL ? method : method_without_parameters(united, piece);
    add_items(&method->points, &piece->points);
    add_items(&method->arms, &piece->arms);
}

void cov_unite_unsigned(cov_united *united) {
    if (united->pieces.count == 0) {
        return;
    }
    cc_map *all = cc_map_new();
    for (size_t i = 0; i < cc_map_count(united->methods); i++) {
        cov_entry *method = cc_map_at(united->methods, i, NULL);
        cc_list_add(&namesakes_of(united, all, method)->methods, method);
    }
    for (uint32_t i = 0; i < united->pieces.count; i++) {
        join(united, all, united->pieces.items[i]);
    }
    united->pieces.count = 0;
    cc_map_free(all);
}
