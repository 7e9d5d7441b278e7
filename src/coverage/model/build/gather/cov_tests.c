/* Tests, their regions, and who hit which method; see cov_tests.h. */
#include "coverage/model/build/gather/cov_tests.h"

#include <string.h>

#include "base/cc_sort.h"
#include "coverage/model/build/gather/cov_test_names.h"

#define NOT_KNOWN UINT32_MAX /* in place of a test: cov_test_is_known() */

typedef struct listing {
    cov_context *c;
    const cov_gathered *from;
    cov_tests *to;
    cc_map *tests;   /* identity -> index + 1 */
    cc_map *classes; /* identity -> index + 1 */
    cov_test_names names;
    size_t test_cap, class_of_cap, of_test_cap, of_class_cap;
    uint32_t **of_file; /* by file: index of the test by its number - 1, or NOT_KNOWN */
} listing;

void cov_numbers_add(cov_numbers *to, uint32_t number, cc_arena *arena) {
    if (to->count > 0 && to->items[to->count - 1] == number) {
        return;
    }
    to->items = cc_arena_grow(arena, to->items, to->count, &to->cap, sizeof *to->items);
    to->items[to->count++] = number;
}

/* --- tests ------------------------------------------------------------------------------------ */

/* The slot of an identity: index + 1. */
static uint32_t *slot_of(const listing *l, cc_map *map, const cov_test_name *name, bool of_method) {
    cc_buf key = {0};
    if (of_method) {
        cov_put_test_key(&key, name->assembly, name->type, name->method);
    } else {
        cov_put_class_key(&key, name->assembly, name->type);
    }
    void **slot = cc_map_put(map, cc_buf_span(&key));
    cc_buf_free(&key);
    if (*slot == NULL) {
        *slot = CC_NEW(l->c->work, uint32_t);
    }
    return *slot;
}

static uint32_t class_index(listing *l, const cov_test_name *name) {
    cov_tests *to = l->to;
    uint32_t *slot = slot_of(l, l->classes, name, false);
    if (*slot == 0) {
        to->of_class = cc_arena_grow(l->c->work, to->of_class, to->class_count, &l->of_class_cap,
                                     sizeof *to->of_class);
        to->of_class[to->class_count] = (cov_numbers){0};
        *slot = ++to->class_count;
    }
    return *slot - 1;
}

static uint32_t test_index(listing *l, const cov_test_name *name) {
    cov_tests *to = l->to;
    cc_arena *work = l->c->work;
    uint32_t *slot = slot_of(l, l->tests, name, true);
    if (*slot != 0) {
        return *slot - 1;
    }
    to->tests = cc_arena_grow(work, to->tests, to->count, &l->test_cap, sizeof *to->tests);
    to->of_test = cc_arena_grow(work, to->of_test, to->count, &l->of_test_cap, sizeof *to->of_test);
    to->class_of =
        cc_arena_grow(work, to->class_of, to->count, &l->class_of_cap, sizeof *to->class_of);
    to->tests[to->count] =
        (cov_test){.assembly = name->assembly, .type = name->type, .method = name->method};
    to->of_test[to->count] = (cov_numbers){0};
    to->class_of[to->count] = class_index(l, name);
    *slot = ++to->count;
    return *slot - 1;
}

static cov_outcome outcome_of(const ctr_test *test) {
    switch (test->outcome) {
    case CLRCOV_OUTCOME_ENDED:
        return COV_OUTCOME_ENDED;
    case CLRCOV_OUTCOME_THREW:
        return COV_OUTCOME_THREW;
    case CLRCOV_OUTCOME_OPEN:
        break;
    }
    return COV_OUTCOME_OPEN;
}

/* An exception is said before all; that a row was not ended, before that others were. */
static cov_outcome join_outcomes(const cov_test *test, cov_outcome next) {
    if (test->runs == 0 || test->outcome == next) {
        return next;
    }
    bool has_thrown = test->outcome == COV_OUTCOME_THREW || next == COV_OUTCOME_THREW;
    return has_thrown ? COV_OUTCOME_THREW : COV_OUTCOME_OPEN;
}

static void list_tests(listing *l, uint32_t index) {
    const ctr_file *file = l->from->files[index];
    l->of_file[index] = CC_NEW_ARRAY(l->c->work, uint32_t, file->tests->count);
    for (uint32_t i = 0; i < file->tests->count; i++) {
        const ctr_test *test = &file->tests->tests[i];
        l->of_file[index][i] = NOT_KNOWN;
        if (!cov_test_is_known(&l->names, file, test)) {
            continue;
        }
        cov_test_name name = cov_test_name_of(&l->names, file, test);
        uint32_t at = test_index(l, &name);
        cov_test *raw = &l->to->tests[at];
        raw->outcome = join_outcomes(raw, outcome_of(test));
        raw->runs++;
        l->of_file[index][i] = at;
    }
}

/* --- regions ---------------------------------------------------------------------------------- */

/* Between two tests: tear-down of the first one, set-up of the second one. Either may be missing at
 * the end. When tests overlap, tear-down may be of yet another one, which ended last. */
typedef struct between {
    uint32_t classes[3];
    uint32_t count;
    bool is_wide; /* what serves tests of several classes may have run */
    bool has_unknown;
} between;

static void add_side(listing *l, uint32_t file, uint32_t number, between *out) {
    const ctr_file *from = l->from->files[file];
    if (number == 0 || number > from->tests->count) {
        return;
    }
    uint32_t test = l->of_file[file][number - 1];
    if (test == NOT_KNOWN) {
        out->has_unknown = true;
        return;
    }
    out->classes[out->count++] = l->to->class_of[test];
    out->is_wide = out->is_wide ||
                   cov_test_has_wide_fixtures(&l->names, from, &from->tests->tests[number - 1]);
}

static bool is_within(const between *sides) {
    for (uint32_t i = 1; i < sides->count; i++) {
        if (sides->classes[i] != sides->classes[0]) {
            return false;
        }
    }
    return sides->count > 1;
}

/* What runs after the last test of a process, as its exit does, would run after any other one. */
static bool is_after_all(const listing *l, uint32_t file, const ctr_region *region) {
    return region->begun == l->from->files[file]->tests->count;
}

static void give_between(listing *l, uint32_t file, const ctr_region *region, uint32_t number) {
    between sides = {.count = 0};
    add_side(l, file, region->begun, &sides);
    add_side(l, file, region->begun + 1, &sides);
    if (region->last != region->begun) {
        add_side(l, file, region->last, &sides);
    }
    bool is_wide = sides.has_unknown || (sides.is_wide && !is_within(&sides));
    if (is_wide || is_after_all(l, file, region)) {
        cov_numbers_add(&l->to->shared, number, l->c->work);
    }
    for (uint32_t i = 0; i < sides.count && !is_wide; i++) {
        cov_numbers_add(&l->to->of_class[sides.classes[i]], number, l->c->work);
    }
}

/* A test that goes on, as one whose time is over, runs beside the set-up of the next one. */
static void give_to_next(listing *l, uint32_t file, const ctr_region *region, uint32_t number) {
    between sides = {.count = 0};
    add_side(l, file, region->begun + 1, &sides);
    cov_numbers_add(sides.count > 0 ? &l->to->of_class[sides.classes[0]] : &l->to->shared, number,
                    l->c->work);
}

static void give_to_tests(listing *l, uint32_t file, const ctr_region *region, uint32_t number) {
    for (uint32_t i = 0; i < region->alive_count; i++) {
        uint32_t test = l->of_file[file][region->alive[i] - 1];
        if (test == NOT_KNOWN) {
            cov_numbers_add(&l->to->shared, number, l->c->work);
            continue;
        }
        cov_numbers_add(&l->to->of_test[test], number, l->c->work);
        l->to->tests[test].is_overlapped =
            l->to->tests[test].is_overlapped || region->alive_count > 1;
    }
}

/* The lane of a test, or of the class of a test. */
static void give_lane(listing *l, uint32_t file, const ctr_region *region, uint32_t number) {
    for (uint32_t i = 0; i < region->alive_count; i++) {
        uint32_t test = l->of_file[file][region->alive[i] - 1];
        bool is_of_class = region->last == CLRCOV_REGION_CLASS;
        cov_numbers *to = &l->to->shared;
        if (test != NOT_KNOWN) {
            to = is_of_class ? &l->to->of_class[l->to->class_of[test]] : &l->to->of_test[test];
        }
        cov_numbers_add(to, number, l->c->work);
    }
}

static void give_region(listing *l, uint32_t file, const ctr_region *region, uint32_t number) {
    bool is_shared =
        region->last == CLRCOV_REGION_SHARED || (region->alive_count == 0 && region->last == 0);
    if (is_shared) {
        cov_numbers_add(&l->to->shared, number, l->c->work);
        return;
    }
    if (region->last >= CLRCOV_REGION_CLASS) {
        give_lane(l, file, region, number);
        return;
    }
    give_to_tests(l, file, region, number);
    if (region->last == CLRCOV_REGION_OWN) {
        return;
    }
    if (region->alive_count == 0 || region->is_between) {
        give_between(l, file, region, number);
    } else if (region->is_before_test) {
        give_to_next(l, file, region, number);
    }
}

/* --- uses ------------------------------------------------------------------------------------- */

/* Methods with counters, by the place of their counters in the file. */
typedef struct placed_method {
    uint64_t first;
    uint32_t count;
    uint32_t method;
} placed_method;

typedef struct placed {
    placed_method *items;
    uint32_t count;
} placed;

static int compare_places(const void *a, const void *b) {
    const placed_method *x = a;
    const placed_method *y = b;
    return (x->first > y->first) - (x->first < y->first);
}

static placed place_methods(const ctr_file *file, cc_arena *arena) {
    placed out = {CC_NEW_ARRAY(arena, placed_method, file->method_count), 0};
    for (uint32_t i = 0; i < file->method_count; i++) {
        const ctr_method_data *data = &file->methods[i];
        if (!data->is_skip) {
            out.items[out.count++] = (placed_method){data->record.first, data->record.count, i};
        }
    }
    cc_sort(out.items, out.count, sizeof *out.items, compare_places);
    return out;
}

/* The counters end after the offset, or before. */
static int compare_end(const void *method, const void *offset) {
    const placed_method *m = method;
    return m->first + m->count <= *(const uint64_t *)offset ? -1 : 1;
}

/* Where uses go. Without `uses` they are only counted. */
typedef struct filling {
    cov_use *uses;
    uint32_t *next;      /* by method */
    const uint32_t *end; /* by method; with `uses` */
    uint32_t region;
} filling;

static void take_use(const filling *f, uint32_t method, uint64_t first, uint64_t count) {
    if (f->uses == NULL) {
        f->next[method]++;
    } else if (f->next[method] < f->end[method]) {
        f->uses[f->next[method]++] = (cov_use){f->region, (uint32_t)first, (uint32_t)count};
    }
}

/* A run may go over several methods. */
static void take_run(const filling *f, const placed *in, const ctr_run *run) {
    uint64_t end = run->first + run->count;
    uint32_t first =
        (uint32_t)cc_find_first(in->items, in->count, sizeof *in->items, &run->first, compare_end);
    for (uint32_t i = first; i < in->count && in->items[i].first < end; i++) {
        const placed_method *m = &in->items[i];
        uint64_t from = run->first > m->first ? run->first : m->first;
        uint64_t to = end < m->first + m->count ? end : m->first + m->count;
        take_use(f, m->method, from - m->first, to - from);
    }
}

static void take_regions(const filling *f, const placed *in, const ctr_tests *tests,
                         uint32_t first_region) {
    filling each = *f;
    for (uint32_t i = 0; i < tests->region_count; i++) {
        cc_span runs = tests->regions[i].runs;
        ctr_run run = {0, 0};
        each.region = first_region + i;
        while (ctr_next_run(&runs, &run)) {
            take_run(&each, in, &run);
        }
    }
}

/* A process without tests: everything that it hit is one region. Where it lives, it may hit more
 * after the uses were counted; those have no room and are left to the next report. */
static void take_process(const filling *f, const ctr_file *file) {
    for (uint32_t i = 0; i < file->method_count; i++) {
        const ctr_method_data *data = &file->methods[i];
        for (uint32_t k = 0; !data->is_skip && k < data->record.count; k++) {
            if (ctr_value(file, data, k) != 0) {
                take_use(f, i, k, 1);
            }
        }
    }
}

static void take_file(const filling *f, const placed *in, const ctr_file *file, uint32_t region) {
    filling whole = *f;
    whole.region = region;
    if (file->tests != NULL) {
        take_regions(&whole, in, file->tests, region);
    } else {
        take_process(&whole, file);
    }
}

/* Turns numbers of uses into the places of the first ones. */
static uint32_t add_up(uint32_t *counts, uint32_t count) {
    uint32_t sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t own = counts[i];
        counts[i] = sum;
        sum += own;
    }
    counts[count] = sum;
    return sum;
}

static cov_file_uses find_uses(const listing *l, const ctr_file *file, uint32_t region) {
    cc_arena *work = l->c->work;
    size_t entries = (size_t)file->method_count + 1;
    placed in = place_methods(file, work);
    uint32_t *first = CC_NEW_ARRAY(work, uint32_t, entries);
    uint32_t *next = CC_NEW_ARRAY(work, uint32_t, entries);
    const filling counting = {NULL, first, NULL, 0};
    take_file(&counting, &in, file, region);
    uint32_t all = add_up(first, file->method_count);
    memcpy(next, first, entries * sizeof *next);
    cov_use *uses = CC_NEW_ARRAY(work, cov_use, all);
    const filling filling_in = {uses, next, first + 1, 0};
    take_file(&filling_in, &in, file, region);
    return (cov_file_uses){uses, first};
}

/* --- the order -------------------------------------------------------------------------------- */

static int compare_tests(const void *a, const void *b) {
    const cov_test *x = a;
    const cov_test *y = b;
    return cov_test_cmp(x, y);
}

typedef struct numbered_test {
    cov_test test; /* must be first: compare_tests() */
    cov_numbers regions;
    uint32_t class_index;
} numbered_test;

static void sort_tests(cov_tests *to, cc_arena *arena) {
    numbered_test *all = CC_NEW_ARRAY(arena, numbered_test, to->count);
    for (uint32_t i = 0; i < to->count; i++) {
        all[i] = (numbered_test){to->tests[i], to->of_test[i], to->class_of[i]};
    }
    cc_sort(all, to->count, sizeof *all, compare_tests);
    for (uint32_t i = 0; i < to->count; i++) {
        to->tests[i] = all[i].test;
        to->of_test[i] = all[i].regions;
        to->class_of[i] = all[i].class_index;
    }
}

/* --- everything ------------------------------------------------------------------------------- */

static bool has_tests(const cov_gathered *from) {
    for (uint32_t i = 0; i < from->file_count; i++) {
        if (from->files[i]->tests != NULL) {
            return true;
        }
    }
    return false;
}

static void gather_file(listing *l, uint32_t index) {
    const ctr_file *file = l->from->files[index];
    cov_tests *to = l->to;
    uint32_t first = to->region_count;
    to->files[index] = find_uses(l, file, first);
    if (file->tests == NULL) {
        cov_numbers_add(&to->shared, first, l->c->work);
        to->region_count++;
        return;
    }
    list_tests(l, index);
    for (uint32_t i = 0; i < file->tests->region_count; i++) {
        give_region(l, index, &file->tests->regions[i], first + i);
    }
    to->region_count += file->tests->region_count;
}

void cov_tests_gather(cov_context *c, const cov_gathered *gathered, cov_tests **out) {
    *out = NULL;
    if (!has_tests(gathered)) {
        return;
    }
    listing l = {.c = c, .from = gathered, .tests = cc_map_new(), .classes = cc_map_new()};
    l.to = *out = CC_NEW(c->work, cov_tests);
    l.to->files = CC_NEW_ARRAY(c->work, cov_file_uses, gathered->file_count);
    l.of_file = CC_NEW_ARRAY(c->work, uint32_t *, gathered->file_count);
    cov_test_names_open(&l.names, c);
    for (uint32_t i = 0; i < gathered->file_count && !cov_is_cancelled(c); i++) {
        gather_file(&l, i);
    }
    sort_tests(l.to, c->work);
    cov_test_names_close(&l.names);
    cc_map_free(l.tests);
    cc_map_free(l.classes);
}

const cov_use *cov_tests_uses(const cov_tests *tests, const cov_record_ref *ref, uint32_t *count) {
    const cov_file_uses *file = &tests->files[ref->file];
    *count = file->first[ref->method + 1] - file->first[ref->method];
    return file->uses + file->first[ref->method];
}
