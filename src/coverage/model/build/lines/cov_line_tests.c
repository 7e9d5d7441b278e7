/* Which tests hit which line: from points to the lines that they own. See cov_shape_steps.h. */
#include "base/cc_file.h"
#include "base/cc_sort.h"
#include "coverage/model/build/lines/cov_shape_steps.h"

/* The tests of a line, as they are found. */
typedef struct found {
    uint32_t *tests;
    uint32_t count;
    size_t cap;
    bool is_shared;
} found;

typedef struct finding {
    cc_arena *arena;
    found *lines; /* by `mark` of the line */
} finding;

/* Tests come in increasing order. */
static void add_test(const finding *f, const cov_line *line, uint32_t test) {
    found *to = &f->lines[line->mark];
    if (test == COV_RAW_SHARED) {
        to->is_shared = true;
        return;
    }
    if (to->count > 0 && to->tests[to->count - 1] == test) {
        return;
    }
    to->tests = cc_arena_grow(f->arena, to->tests, to->count, &to->cap, sizeof *to->tests);
    to->tests[to->count++] = test;
}

static void add_point(const finding *f, const cov_point *point, uint32_t test) {
    for (uint32_t i = 0; i < point->line_count; i++) {
        add_test(f, point->lines[i], test);
    }
}

static bool is_wanted(const cov_point *point, cc_str name) {
    return point != NULL &&
           (name.len == 0 || cc_str_eq_nocase(cc_path_base(point->source->path), name));
}

/* By point: the first point from it on that is wanted. Most questions are about one file. */
static uint32_t *find_wanted(const cov_tracked *from, cc_str name, cc_arena *arena) {
    uint32_t *next = CC_NEW_ARRAY(arena, uint32_t, (size_t)from->point_count + 1);
    next[from->point_count] = from->point_count;
    for (uint32_t i = from->point_count; i > 0; i--) {
        next[i - 1] = is_wanted(from->points[i - 1], name) ? i - 1 : next[i];
    }
    return next;
}

static void add_hits(const finding *f, const cov_tracked *from, const uint32_t *wanted,
                     const cov_raw_test_hits *hits) {
    bool is_shared = hits->test == COV_RAW_SHARED;
    uint32_t test = is_shared ? COV_RAW_SHARED : from->first_test + hits->test;
    cc_span runs = hits->points;
    cov_run run = {0, 0};
    while (cov_next_run(&runs, &run)) {
        uint32_t end = run.first + run.count;
        end = end < from->point_count ? end : from->point_count;
        for (uint32_t i = run.first < end ? wanted[run.first] : end; i < end; i = wanted[i + 1]) {
            add_point(f, from->points[i], test);
        }
    }
}

/* Gives each line a number, from 1 on. */
static uint32_t number_lines(const cov_model *model) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < model->file_count; i++) {
        for (uint32_t k = 0; k < model->files[i].line_count; k++) {
            model->files[i].lines[k]->mark = ++count;
        }
    }
    return count;
}

static int compare_numbers(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a;
    uint32_t y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* Several assemblies, or several builds, have one line: their tests come one after the other. */
static uint32_t sort_tests(found *of) {
    uint32_t kept = 0;
    cc_sort(of->tests, of->count, sizeof *of->tests, compare_numbers);
    for (uint32_t i = 0; i < of->count; i++) {
        if (kept == 0 || of->tests[kept - 1] != of->tests[i]) {
            of->tests[kept++] = of->tests[i];
        }
    }
    return kept;
}

static void give_file(const finding *f, cov_file *file) {
    file->tests = CC_NEW_ARRAY(f->arena, cov_line_tests, file->line_count);
    for (uint32_t i = 0; i < file->line_count; i++) {
        found *of = &f->lines[file->lines[i]->mark];
        of->count = sort_tests(of);
        file->tests[i] = (cov_line_tests){of->tests, of->count, of->is_shared};
        file->lines[i]->mark = 0;
    }
}

void cov_line_tests_make(cov_shape *shape) {
    const cov_united *from = shape->from;
    cov_model *model = shape->to;
    if (!from->tracks_tests || model->test_count == 0) {
        return;
    }
    finding f = {.arena = shape->c->arena};
    f.lines = CC_NEW_ARRAY(shape->c->work, found, (size_t)number_lines(model) + 1);
    for (uint32_t i = 0; i < from->tracked.count; i++) {
        const cov_tracked *tracked = from->tracked.items[i];
        const uint32_t *wanted =
            find_wanted(tracked, shape->c->request->tests_of, shape->c->work);
        for (uint32_t k = 0; k < tracked->hit_count; k++) {
            add_hits(&f, tracked, wanted, &tracked->hits[k]);
        }
    }
    for (uint32_t i = 0; i < model->file_count; i++) {
        give_file(&f, &model->files[i]);
    }
}
