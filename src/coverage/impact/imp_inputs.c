/* Files on which tests may depend, as they were and as they are; see imp_internal.h. */
#include <string.h>

#include "base/cc_glob.h"
#include "coverage/impact/imp_internal.h"

/* --- what a user says ------------------------------------------------------------------------- */

static bool matches_file(const imp_reads *reads, cc_str path, cc_str shown) {
    return cc_glob_path(reads->files, path, false) || cc_glob_path(reads->files, shown, false);
}

static void run_matching(imp_state *s, cc_str tests, const char *reason) {
    const cov_raw *data = s->request->data;
    for (uint32_t i = 0; i < data->test_count; i++) {
        const cov_test *test = &data->tests[i];
        const char *name = cc_arena_printf(s->arena, "%.*s.%.*s", CC_STR_ARGS(test->type),
                                           CC_STR_ARGS(test->method));
        if (s->reasons[i] == NULL && cc_glob_name(tests, cc_strz(name), false)) {
            s->reasons[i] = reason;
        }
    }
}

/* True when clrcov.xml says who reads the file. */
static bool run_readers(imp_state *s, cc_str path, cc_str shown, const char *what) {
    bool is_told = false;
    for (size_t i = 0; i < s->request->read_count; i++) {
        const imp_reads *reads = &s->request->reads[i];
        if (!matches_file(reads, path, shown)) {
            continue;
        }
        is_told = true;
        if (!cc_str_eqz(reads->tests, "none")) {
            run_matching(s, reads->tests,
                         cc_arena_printf(s->arena, "%.*s %s", CC_STR_ARGS(shown), what));
        }
    }
    return is_told;
}

/* --- two lists -------------------------------------------------------------------------------- */

typedef void take_difference(imp_state *s, cc_str path, const char *what);

static bool is_changed(const cov_raw_input *before, const cov_raw_input *now) {
    if (before->digest == COV_INPUT_WRITTEN) {
        return false;
    }
    return before->digest != now->digest || now->digest == COV_INPUT_UNKNOWN;
}

/* Both lists are sorted by path. */
static void compare_lists(imp_state *s, const cov_raw_inputs *before, const cov_raw_inputs *now,
                          take_difference *take) {
    uint32_t i = 0;
    uint32_t k = 0;
    while (i < before->count || k < now->count) {
        int order = i == before->count ? 1
                    : k == now->count  ? -1
                                       : cc_str_cmp(before->items[i].path, now->items[k].path);
        if (order < 0) {
            if (before->items[i].digest != COV_INPUT_WRITTEN) {
                take(s, before->items[i].path, "was removed");
            }
            i++;
        } else if (order > 0) {
            take(s, now->items[k++].path, "was added");
        } else {
            if (is_changed(&before->items[i], &now->items[k])) {
                take(s, now->items[k].path, "changed");
            }
            i++;
            k++;
        }
    }
}

/* --- the folder of the suite ------------------------------------------------------------------- */

/* An assembly of the project is compared by members; one that is new is named by others. */
static void take_output(imp_state *s, cc_str path, const char *what) {
    cc_str shown = cc_strz(
        cc_arena_printf(s->arena, "%.*s/%.*s", CC_STR_ARGS(s->suite->folder), CC_STR_ARGS(path)));
    bool is_own = imp_is_own(s, path);
    bool is_left_behind = imp_is_report(cc_path_base(path)) && strcmp(what, "was added") == 0;
    if (is_left_behind || (is_own && strcmp(what, "changed") == 0)) {
        return;
    }
    s->has_changes = true;
    if (is_own || !run_readers(s, path, shown, what)) {
        imp_run_all(s, "%.*s %s", CC_STR_ARGS(shown), what);
    }
}

/* --- the source tree -------------------------------------------------------------------------- */

/* Files of a whole repository: builds of every project may read them. */
static bool is_for_all(cc_str name) {
    return cc_str_ends_nocase(name, ".props") || cc_str_ends_nocase(name, ".targets") ||
           cc_str_ends_nocase(name, ".rsp") || cc_str_eq_nocase(name, CC_STR("global.json")) ||
           cc_str_eq_nocase(name, CC_STR("nuget.config")) ||
           cc_str_eq_nocase(name, CC_STR("dotnet.config"));
}

/* Files of analyzers and of package validation: they fail a build, or leave it as it is. */
static bool is_for_analyzers(cc_str name) {
    static const char *const names[] = {
        "PublicAPI.Shipped.txt", "PublicAPI.Unshipped.txt",       "BannedSymbols.txt",
        "stylecop.json",         "CompatibilitySuppressions.xml", NULL};
    return cc_str_is_one_of_nocase(name, names) || cc_str_ends_nocase(name, ".ruleset");
}

/* Files outside of projects that are for people and tools alone. */
static bool is_for_people(cc_str name) {
    static const char *const ends[] = {".md",   ".rst",         ".sln", ".slnx",
                                       ".slnf", ".DotSettings", NULL};
    static const char *const starts[] = {
        ".git",        "LICENSE",     "NOTICE",       "CODEOWNERS",    "CHANGELOG",
        "AUTHORS",     "appveyor.",   ".appveyor.",   ".travis.",      "azure-pipelines.",
        "Jenkinsfile", "codecov.yml", ".codecov.yml", ".readthedocs.", "bitbucket-pipelines.",
        NULL};
    return cc_str_ends_with_one_of_nocase(name, ends) ||
           cc_str_starts_with_one_of_nocase(name, starts) || cc_str_eqz(name, ".editorconfig");
}

static bool holds_assembly(const imp_state *s, cc_str assembly) {
    for (uint32_t i = 0; i < s->suite->inputs.count; i++) {
        cc_str path = s->suite->inputs.items[i].path;
        if (cc_str_eq(cc_path_stem(path), assembly) && cc_str_ends_nocase(path, ".dll")) {
            return true;
        }
    }
    return false;
}

/* Does the suite depend on the file, as far as anybody knows? */
static bool concerns(const imp_state *s, cc_str path) {
    cc_str name = cc_path_base(path);
    cc_str assembly = {"", 0};
    if (is_for_all(name)) {
        return true;
    }
    if (is_for_analyzers(name)) {
        return false;
    }
    if (!imp_find_project(s, path, &assembly)) {
        return !is_for_people(name);
    }
    return assembly.len == 0 || holds_assembly(s, assembly);
}

/* The folder of some suite, which is compared by itself. */
static bool is_output(const imp_state *s, cc_str path) {
    const cov_raw *data = s->request->data;
    for (uint32_t i = 0; i < data->suite_count; i++) {
        cc_str folder = data->suites[i].folder;
        if (path.len > folder.len && memcmp(path.s, folder.s, folder.len) == 0 &&
            path.s[folder.len] == '/') {
            return true;
        }
    }
    return false;
}

/* A project of a library does what it does through its build, which is compared itself. That of a
 * test assembly may also say how tests run. */
static bool is_seen_in_build(const imp_state *s, cc_str path, const char *what) {
    cc_str assembly = {"", 0};
    if (!imp_is_project(cc_path_base(path)) || strcmp(what, "changed") != 0 ||
        !imp_find_project(s, path, &assembly) || !holds_assembly(s, assembly)) {
        return false;
    }
    const cov_raw *data = s->request->data;
    for (uint32_t i = 0; i < data->suite_count; i++) {
        if (cc_str_eq(data->suites[i].assembly, assembly)) {
            return false;
        }
    }
    return true;
}

static void take_source(imp_state *s, cc_str path, const char *what) {
    if (is_output(s, path)) {
        return;
    }
    if (is_seen_in_build(s, path, what) && !imp_is_newer(s, path)) {
        s->has_changes = true;
        return;
    }
    if (run_readers(s, path, path, what)) {
        s->has_changes = true;
        return;
    }
    /* the tests of a new project are in no data */
    bool is_new_project = imp_is_project(cc_path_base(path)) && strcmp(what, "was added") == 0;
    if (is_new_project || concerns(s, path)) {
        s->has_changes = true;
        imp_run_all(s, "%.*s %s", CC_STR_ARGS(path), what);
    }
}

void imp_compare_inputs(imp_state *s) {
    compare_lists(s, &s->suite->inputs, &s->now, take_output);
    compare_lists(s, &s->request->data->tree, s->tree, take_source);
}
