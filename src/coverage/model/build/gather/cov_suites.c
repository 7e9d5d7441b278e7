/* The test assemblies of a run; see cov_suites.h. */
#include "coverage/model/build/gather/cov_suites.h"

#include "base/cc_file.h"
#include "base/cc_map.h"
#include "base/cc_sort.h"
#include "coverage/counters/ctr_tests.h"

typedef struct listing {
    cov_context *c;
    cc_map *by_path; /* of the image -> cov_raw_suite */
} listing;

/* The folder of the framework's assemblies. */
static cc_str runtime_of(const ctr_file *file) {
    for (uint32_t i = 0; i < file->module_count; i++) {
        if (cc_str_eqz(file->modules[i].name, "System.Private.CoreLib")) {
            return cc_path_dir(file->modules[i].path);
        }
    }
    return CC_STR("");
}

static cov_raw_suite *suite_of(const listing *l, const ctr_file *file, uint32_t module) {
    const ctr_module_record *record = &file->modules[module];
    void **slot = cc_map_put_str(l->by_path, record->path);
    if (*slot != NULL) {
        return *slot;
    }
    cov_raw_suite *suite = CC_NEW(l->c->arena, cov_raw_suite);
    *suite = (cov_raw_suite){.assembly = cc_arena_str(l->c->arena, record->name),
                             .folder = cc_arena_str(l->c->arena, cc_path_dir(record->path)),
                             .runtime = cc_arena_str(l->c->arena, runtime_of(file)),
                             .started_ns = file->start_time_ns};
    *slot = suite;
    return suite;
}

static void add_file(const listing *l, const ctr_file *file) {
    for (uint32_t i = 0; file->tests != NULL && i < file->tests->count; i++) {
        cov_raw_suite *suite = suite_of(l, file, file->tests->tests[i].begin.module_id);
        if (file->start_time_ns < suite->started_ns) {
            suite->started_ns = file->start_time_ns;
        }
        if (!cc_str_eq(suite->runtime, runtime_of(file))) {
            suite->runtime = CC_STR("");
        }
    }
}

static int compare(const void *a, const void *b) {
    const cov_raw_suite *x = a;
    const cov_raw_suite *y = b;
    int order = cc_str_cmp(x->assembly, y->assembly);
    return order != 0 ? order : cc_str_cmp(x->folder, y->folder);
}

void cov_suites_gather(cov_context *c, const cov_gathered *gathered, cov_raw_suite **out,
                       uint32_t *count) {
    const listing l = {c, cc_map_new()};
    for (uint32_t i = 0; i < gathered->file_count; i++) {
        add_file(&l, gathered->files[i]);
    }
    *count = (uint32_t)cc_map_count(l.by_path);
    *out = cc_map_values(l.by_path, sizeof **out, c->arena);
    cc_map_free(l.by_path);
    cc_sort(*out, *count, sizeof **out, compare);
}
