/* What the properties of the projects of a test run switch on: coverage tools
 * (cmd_collect_counter.c), thresholds and filters of coverlet.msbuild (cmd_coverlet.h). */
#include <string.h>

#include "base/cc_proc.h"
#include "cli/core/cmd.h"
#include "cli/project/cmd_collect.h"
#include "cli/project/cmd_collect_parts.h"

typedef struct looking {
    cc_arena *arena;
    bool is_test;              /* some project */
    cmd_project_coverage *out; /* of all projects; NULL: not needed */
    cmd_properties properties; /* those of the command, then those of the current project */
    size_t global_count;       /* number of assignments of the command and the environment */
    cmd_coverlet *coverlet;    /* of all projects; NULL: not needed */
    cmd_coverlet perhaps; /* of those that do not switch it on, while the command has a threshold */
    bool takes_all;       /* what coverlet.msbuild would do is read also where it is off */
} looking;

/* --- projects --------------------------------------------------------------------------------- */

/* A project that cannot be read sets nothing. */
static void read_project(looking *l, const char *path, const char *solution_dir) {
    bool is_test = false;
    l->properties.count = l->global_count;
    (void)!cmd_evaluate_project(&l->properties, path, solution_dir, &is_test);
    l->is_test = l->is_test || is_test;
}

static cc_err look_at_project(void *ctx, const char *path, const char *solution_dir) {
    looking *l = ctx;
    read_project(l, path, solution_dir);
    cmd_truth is_on = l->takes_all ? CMD_YES : cmd_coverlet_is_on(&l->properties);
    if (l->coverlet != NULL && is_on == CMD_YES) {
        CC_TRY(cmd_coverlet_read(l->coverlet, &l->properties));
    } else if (l->coverlet != NULL && is_on == CMD_UNKNOWN) {
        CC_TRY(cmd_coverlet_read(&l->perhaps, &l->properties));
    }
    return l->out == NULL ? CC_OK : cmd_counter_properties(l->out, &l->properties);
}

static looking start(cc_arena *arena) {
    return (looking){.arena = arena,
                     .properties = {.arena = arena, .environment = cc_proc_environment()}};
}

cc_err cmd_read_coverlet(cmd_coverlet *out, const char *project, const char *solution_dir,
                         cc_arena *arena) {
    looking l = start(arena);
    l.coverlet = out;
    l.takes_all = true;
    return look_at_project(&l, project, solution_dir);
}

static cc_err look_for_tests(void *ctx, const char *path, const char *solution_dir) {
    read_project(ctx, path, solution_dir);
    return CC_OK;
}

cc_err cmd_has_test_project(char *const *argv, size_t count, size_t at, bool *out,
                            cc_arena *arena) {
    looking l = start(arena);
    char *folder = NULL;
    CC_TRY(cmd_folder_at(argv, at, &folder, arena));
    const cmd_test_run run = {argv, at, count, folder, 0};
    cmd_properties_of_command(&l.properties, argv + at, count - at);
    l.global_count = l.properties.count;
    cc_err err = cmd_visit_projects(&run, look_for_tests, &l, arena);
    *out = l.is_test;
    return err;
}

/* The command has one of these options, which overrides projects: nothing needs to be done. */
static bool says_itself(char *const *argv, size_t count, const char *const *options) {
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; options[k] != NULL; k++) {
            size_t len = strlen(options[k]);
            if (strncmp(argv[i], options[k], len) == 0 && strchr("=:", argv[i][len]) != NULL) {
                return true;
            }
        }
    }
    return false;
}

static void drop_option(cmd_project_coverage *out, const char *prefix) {
    size_t kept = 0;
    for (size_t i = 0; i < out->count; i++) {
        if (strncmp(out->items[i].option, prefix, strlen(prefix)) != 0) {
            out->items[kept++] = out->items[i];
        }
    }
    out->count = kept;
}

static void drop_what_is_said(cmd_project_coverage *out, char *const *argv, size_t count) {
    static const char *const collect[] = {"--collect", NULL};
    static const char *const settings[] = {"--settings", "-s", NULL};
    if (says_itself(argv, count, collect)) {
        drop_option(out, "-p:VSTestCollect=");
    }
    if (says_itself(argv, count, settings)) {
        out->settings = (opt_list){0};
        out->settings_file = NULL;
    }
}

/* One property in the command line applies to all projects of the run. */
static cc_err check_agreement(const cmd_project_coverage *out) {
    for (size_t i = 0; i < out->count; i++) {
        size_t len = strcspn(out->items[i].option, "=");
        for (size_t k = i + 1; k < out->count; k++) {
            if (strncmp(out->items[i].option, out->items[k].option, len + 1) == 0) {
                return cc_fail(CC_E_USAGE,
                               "%s; another project sets this property to another value; remove "
                               "both, as clrcov needs no collector",
                               out->items[i].text);
            }
        }
    }
    return out->settings_file == NULL || out->settings.count == 1
               ? CC_OK
               : cc_fail(CC_E_USAGE,
                         "%s, which %s names, switches on %s, and other projects name other "
                         "settings; remove the collector, as clrcov needs none",
                         out->settings_file, out->settings_named_by, out->settings_collector);
}

/* What all runs switch on, of which each has its own options. */
typedef struct gathering {
    cmd_project_coverage *out;
    cmd_coverlet *coverlet;
    cc_arena *arena;
} gathering;

static void gather(const gathering *g, const cmd_project_coverage *found) {
    cmd_project_coverage *out = g->out;
    for (size_t i = 0; i < found->count; i++) {
        cmd_add_property(out, found->items[i].option, found->items[i].text, g->arena);
    }
    for (size_t i = 0; i < found->settings.count; i++) {
        cmd_add_settings(out, found->settings.items[i], g->arena);
    }
    if (out->settings_file == NULL) {
        out->settings_file = found->settings_file;
        out->settings_collector = found->settings_collector;
        out->settings_named_by = found->settings_named_by;
    }
}

static cc_err look_at_run(void *ctx, const cmd_test_run *run) {
    const gathering *g = ctx;
    cmd_project_coverage found = {0};
    char *const *words = run->words + run->at;
    size_t count = run->end - run->at;
    if (!cmd_is_dotnet(words, count, 0, "test")) {
        return CC_OK;
    }
    looking l = start(g->arena);
    cmd_properties_of_command(&l.properties, words, count);
    cmd_properties_of_environment(&l.properties, cmd_switching_properties);
    l.global_count = l.properties.count;
    l.out = &found;
    l.coverlet = g->coverlet;
    CC_TRY(cmd_visit_projects(run, look_at_project, &l, g->arena));
    if (g->coverlet->count == 0) {
        *g->coverlet = l.perhaps; /* no project says of which figures the threshold is */
    }
    drop_what_is_said(&found, words, count);
    CC_TRY(check_agreement(&found));
    gather(g, &found);
    g->out->coverlet = g->coverlet;
    g->out->index = run->at + 2;
    return CC_OK;
}

cc_err cmd_find_project_coverage(cmd_project_coverage *out, char *const *argv, size_t count,
                                 cc_arena *arena) {
    *out = (cmd_project_coverage){0};
    gathering g = {out, CC_NEW(arena, cmd_coverlet), arena};
    return cmd_visit_runs(argv, count, look_at_run, &g, arena);
}

cc_err cmd_check_projects(char *const *argv, size_t count, cc_arena *arena) {
    cmd_project_coverage found;
    CC_TRY(cmd_find_project_coverage(&found, argv, count, arena));
    if (found.count > 0) {
        return cc_fail(CC_E_USAGE,
                       "%s, and the command is a script; remove it, as clrcov needs no collector",
                       found.items[0].text);
    }
    return found.settings_file == NULL
               ? CC_OK
               : cc_fail(CC_E_USAGE,
                         "%s, which %s names, switches on %s, and the command is a script; remove "
                         "it, as clrcov needs no collector",
                         found.settings_file, found.settings_named_by, found.settings_collector);
}
