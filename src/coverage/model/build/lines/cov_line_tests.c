/* Which tests hit which line: from points to the lines that they own. See cov_shape_steps.h. */
#include "base/cc_file.h"
#include "base/cc_map.h"
#include "base/cc_sort.h"
#include "coverage/model/build/lines/cov_shape_steps.h"

/* The tests of a line or an arm, as they are found. */
typedef struct found {
    uint32_t *tests;
    uint32_t count;
    size_t cap;
    bool is_shared;
} found;

typedef struct finding {
    cc_arena *arena;
    found *lines; /* by `mark` of the line */
    cc_map *arms; /* cov_arm of a line -> found; NULL: not wanted */
} finding;

/* Tests come in increasing order. */
static void add_test(const finding *f, found *to, uint32_t test) {
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
        add_test(f, &f->lines[point->lines[i]->mark], test);
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

/* --- arms ------------------------------------------------------------------------------------- */

/* The arm in the line: builds are united by now. NULL: the arm is in no line. */
static const cov_arm *arm_in_line(const cov_tracked_arm *tracked) {
    const cov_arms *branch = tracked->branch;
    uint32_t index = tracked->index;
    while (branch != NULL && branch->same != NULL && index < branch->arm_count) {
        index = branch->joined[index];
        branch = branch->same;
    }
    return branch != NULL && index < branch->arm_count ? &branch->arms[index] : NULL;
}

static cc_span key_of(const cov_arm *const *arm) {
    return cc_span_of(arm, sizeof *arm);
}

/* By arm of the assembly: where its tests go; NULL: they are not wanted. */
static found **find_arms(const finding *f, const cov_tracked *from, cc_arena *arena) {
    found **out = CC_NEW_ARRAY(arena, found *, from->arm_count);
    for (uint32_t i = 0; i < from->arm_count; i++) {
        const cov_arm *arm = arm_in_line(&from->arms[i]);
        out[i] = arm == NULL ? NULL : cc_map_get(f->arms, key_of(&arm));
    }
    return out;
}

static void add_arm_hits(const finding *f, const cov_tracked *from, found *const *arms,
                         const cov_raw_test_hits *hits) {
    bool is_shared = hits->test == COV_RAW_SHARED;
    uint32_t test = is_shared ? COV_RAW_SHARED : from->first_test + hits->test;
    cc_span runs = hits->arms;
    cov_run run = {0, 0};
    while (cov_next_run(&runs, &run)) {
        for (uint32_t i = run.first; i < run.first + run.count && i < from->arm_count; i++) {
            if (arms[i] != NULL) {
                add_test(f, arms[i], test);
            }
        }
    }
}

static void add_all_arm_hits(const finding *f, const cov_tracked *from, cc_arena *arena) {
    found **arms = find_arms(f, from, arena);
    for (uint32_t i = 0; i < from->hit_count; i++) {
        add_arm_hits(f, from, arms, &from->hits[i]);
    }
}

static bool is_of(const cov_file *file, cc_str name) {
    return name.len == 0 || cc_str_eq_nocase(cc_path_base(file->path), name);
}

/* A place for the tests of each arm of the lines. */
static void list_arms(const finding *f, const cov_file *file) {
    for (uint32_t i = 0; i < file->line_count; i++) {
        const cov_line *line = file->lines[i];
        for (uint32_t k = 0; k < line->branch_count; k++) {
            for (uint32_t m = 0; m < line->branches[k].arm_count; m++) {
                const cov_arm *arm = &line->branches[k].arms[m];
                *cc_map_put(f->arms, key_of(&arm)) = CC_NEW(f->arena, found);
            }
        }
    }
}

/* --- points ----------------------------------------------------------------------------------- */

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

static void add_all_hits(const finding *f, const cov_tracked *from, const uint32_t *wanted) {
    for (uint32_t i = 0; i < from->hit_count; i++) {
        add_hits(f, from, wanted, &from->hits[i]);
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

static cov_line_tests tests_of(found *of) {
    of->count = sort_tests(of);
    return (cov_line_tests){.tests = of->tests, .count = of->count, .is_shared = of->is_shared};
}

/* NULL: none of its arms was listed. */
static const cov_line_tests *arms_of(const finding *f, const cov_line *line) {
    uint32_t count = 0;
    cov_line_tests *out =
        f->arms != NULL && line->arm_count > 0 ? CC_NEW_ARRAY(f->arena, cov_line_tests, line->arm_count)
                                               : NULL;
    for (uint32_t i = 0; out != NULL && i < line->branch_count; i++) {
        for (uint32_t k = 0; k < line->branches[i].arm_count; k++) {
            const cov_arm *arm = &line->branches[i].arms[k];
            found *of = cc_map_get(f->arms, key_of(&arm));
            if (of == NULL) {
                return NULL;
            }
            out[count++] = tests_of(of);
        }
    }
    return out;
}

static void give_file(const finding *f, cov_file *file) {
    file->tests = CC_NEW_ARRAY(f->arena, cov_line_tests, file->line_count);
    for (uint32_t i = 0; i < file->line_count; i++) {
        file->tests[i] = tests_of(&f->lines[file->lines[i]->mark]);
        file->tests[i].arms = arms_of(f, file->lines[i]);
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
    cc_arena *work = shape->c->work;
    cc_str name = shape->c->request->tests_of;
    f.lines = CC_NEW_ARRAY(work, found, (size_t)number_lines(model) + 1);
    f.arms = shape->c->request->wants_arm_tests ? cc_map_new() : NULL;
    for (uint32_t i = 0; f.arms != NULL && i < model->file_count; i++) {
        if (is_of(&model->files[i], name)) {
            list_arms(&f, &model->files[i]);
        }
    }
    for (uint32_t i = 0; i < from->tracked.count; i++) {
        const cov_tracked *tracked = from->tracked.items[i];
        add_all_hits(&f, tracked, find_wanted(tracked, name, work));
        if (f.arms != NULL) {
            add_all_arm_hits(&f, tracked, work);
        }
    }
    for (uint32_t i = 0; i < model->file_count; i++) {
        give_file(&f, &model->files[i]);
    }
    cc_map_free(f.arms);
}
