/* Which tests run, suite by suite; see imp.h. */
#include <stdarg.h>
#include <string.h>

#include "base/cc_sort.h"
#include "coverage/impact/imp_graph.h"

void imp_run_all(imp_state *s, const char *format, ...) {
    va_list args;
    if (s->all != NULL) {
        return;
    }
    va_start(args, format);
    s->all = cc_arena_vprintf(s->arena, format, args);
    va_end(args);
}

/* --- where tests run -------------------------------------------------------------------------- */

static const char *next_number(const char *at, uint64_t *out) {
    *out = 0;
    while (*at >= '0' && *at <= '9') {
        *out = *out * 10 + (uint64_t)(*at++ - '0');
    }
    return *at == '.' ? at + 1 : at;
}

/* A later patch of the same version, which the host prefers. */
static bool is_later_patch(const char *version, const char *than) {
    uint64_t x[3];
    uint64_t y[3];
    for (int i = 0; i < 3; i++) {
        version = next_number(version, &x[i]);
        than = next_number(than, &y[i]);
    }
    return x[0] == y[0] && x[1] == y[1] && x[2] > y[2];
}

static void check_runtime(imp_state *s) {
    cc_str runtime = s->suite->runtime;
    const char *folder = cc_arena_strdup(s->arena, cc_path_dir(runtime));
    const char *version = cc_arena_strdup(s->arena, cc_path_base(runtime));
    char **names = NULL;
    size_t count = 0;
    if (runtime.len == 0) {
        imp_run_all(s, "the runtime of the last run is not known");
        return;
    }
    if (!cc_path_exists(cc_arena_strdup(s->arena, runtime))) {
        imp_run_all(s, "the runtime of the last run, %s, is not there", version);
        return;
    }
    if (cc_dir_list(s->arena, folder, &names, &count) != CC_OK) {
        return;
    }
    for (size_t i = 0; i < count; i++) {
        if (is_later_patch(names[i], version)) {
            imp_run_all(s, "the last run had the runtime %s, and %s is there", version, names[i]);
        }
    }
}

static bool is_below_root(cc_str folder) {
    return folder.len > 0 && folder.s[0] != '/' && !cc_str_starts(folder, "../");
}

static void check_place(imp_state *s) {
    if (!cc_str_eqz(s->suite->system, imp_system())) {
        imp_run_all(s, "the last run was on %.*s", CC_STR_ARGS(s->suite->system));
    }
    if (!is_below_root(s->suite->folder)) {
        imp_run_all(s, "its build is outside the source root");
    } else if (!cc_path_is_dir(s->folder)) {
        imp_run_all(s, "%.*s does not exist: build the project first",
                    CC_STR_ARGS(s->suite->folder));
    }
    check_runtime(s);
}

/* --- the suite -------------------------------------------------------------------------------- */

static void compare(imp_state *s) {
    imp_list_folder(&s->now, s->folder, 0, s->arena);
    imp_check_stale(s);
    imp_compare_inputs(s);
    if (s->all != NULL) {
        return;
    }
    imp_builds_open(s);
    imp_graph_open(&s->graph, s);
    imp_mark_tests(s);
    imp_find_changes(s);
    imp_name_places(s);
    if (s->all == NULL) {
        imp_apply_rules(s);
    }
    if (s->all == NULL) {
        imp_run_unsure(s);
    }
}

static int compare_tests(const void *a, const void *b) {
    const imp_test *x = a;
    const imp_test *y = b;
    int order = cc_str_cmp(x->type, y->type);
    return order != 0 ? order : cc_str_cmp(x->method, y->method);
}

/* Tests that were skipped run with others; alone they are not worth a start. In a run that failed, a
 * test may not have begun because its constructor or its data failed. */
static void list_tests(const imp_state *s, imp_suite *out) {
    const cov_raw *data = s->request->data;
    cc_list unknown = {.arena = s->arena};
    if (s->has_changes || s->suite->has_failed) {
        imp_add_unknown(s, &unknown);
    }
    out->tests = CC_NEW_ARRAY(s->arena, imp_test, (size_t)data->test_count + unknown.count);
    for (uint32_t i = 0; i < unknown.count; i++) {
        out->tests[out->count++] = *(const imp_test *)unknown.items[i];
    }
    for (uint32_t i = 0; i < data->test_count; i++) {
        const cov_test *test = &data->tests[i];
        if (!s->is_of_suite[i]) {
            continue;
        }
        if (s->reasons[i] == NULL) {
            out->left_out++;
            continue;
        }
        out->tests[out->count++] = (imp_test){
            .type = test->type, .method = test->method, .reason = s->reasons[i], .known = test};
    }
    imp_name_tests(s, out->tests, out->count);
    cc_sort(out->tests, out->count, sizeof *out->tests, compare_tests);
}

static void decide(imp_suite *out, imp_state *s) {
    const cov_raw *data = s->request->data;
    out->of = s->suite;
    s->reasons = CC_NEW_ARRAY(s->arena, const char *, data->test_count);
    s->is_of_suite = CC_NEW_ARRAY(s->arena, bool, data->test_count);
    for (uint32_t i = 0; i < data->test_count; i++) {
        s->is_of_suite[i] = cc_str_eq(data->tests[i].assembly, s->suite->assembly);
    }
    check_place(s);
    if (s->all == NULL) {
        compare(s);
    }
    out->all = s->all;
    if (s->all == NULL) {
        list_tests(s, out);
    }
    imp_graph_close(&s->graph);
    imp_builds_close(s);
}

cc_err imp_select(imp_answer *out, const imp_request *request, cc_arena *arena) {
    const cov_raw *data = request->data;
    cov_raw_inputs tree;
    cc_list sources;
    if (!cc_path_is_dir(request->root)) {
        return cc_fail(CC_E_NOTFOUND, "%s: the source root is not a folder", request->root);
    }
    imp_list_tree(&tree, request->root, 0, arena);
    imp_list_sources(&sources, request->root, arena);
    cc_map *projects = cc_map_new();
    imp_runs *runs = CC_NEW_ARRAY(arena, imp_runs, data->assembly_count);
    *out = (imp_answer){CC_NEW_ARRAY(arena, imp_suite, data->suite_count), 0};
    for (uint32_t i = 0; i < data->suite_count; i++) {
        if (request->only != NULL && request->only != &data->suites[i]) {
            continue;
        }
        imp_state s = {
            .request = request, .arena = arena, .suite = &data->suites[i], .tree = &tree};
        s.folder =
            cc_arena_printf(arena, "%s/%.*s", request->root, CC_STR_ARGS(data->suites[i].folder));
        s.runs = runs;
        s.sources = &sources;
        s.projects = projects;
        decide(&out->suites[out->count++], &s);
    }
    cc_map_free(projects);
    return CC_OK;
}
