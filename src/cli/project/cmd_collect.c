/* Finds other coverage tools in the command to be measured. Two tools at once give wrong results:
 * coverlet (collector "XPlat Code Coverage", or CollectCoverage of coverlet.msbuild) rewrites the
 * assemblies on disk before they run, and the collector "Code Coverage" sets a profiler of its own
 * in the test host. Also finds the settings files of a test run. Scripts of shells (`sh -c SCRIPT`)
 * are searched as far as their words can be split without running them. */
#include <string.h>

#include "base/cc_file.h"
#include "cli/project/cmd_collect.h"
#include "cli/project/cmd_collect_parts.h"

/* --- text ------------------------------------------------------------------------------------- */

static cc_str without_dashes(const char *argument) {
    while (*argument == '-' || *argument == '/') {
        argument++;
    }
    return cc_strz(argument);
}

static bool is_option(const char *argument) {
    return argument[0] == '-' || argument[0] == '/';
}

/* The value of option `name`: after '=' or ':', or the next argument. False when it is another
 * option. */
static bool option_value(char *const *argv, size_t count, size_t at, const char *name,
                         cc_str *out) {
    cc_str argument = without_dashes(argv[at]);
    size_t len = strlen(name);
    if (!is_option(argv[at]) || !cc_str_starts_nocase(argument, name)) {
        return false;
    }
    if (argument.len == len) {
        *out = at + 1 < count ? cc_strz(argv[at + 1]) : (cc_str){"", 0};
        return true;
    }
    *out = (cc_str){argument.s + len + 1, argument.len - len - 1};
    return argument.s[len] == '=' || argument.s[len] == ':';
}

/* --- refusal of collectors -------------------------------------------------------------------- */

static cc_err refuse_coverlet(const char *what) {
    return cc_fail(CC_E_USAGE,
                   "%s asks coverlet for coverage (\"XPlat Code Coverage\"), which rewrites the "
                   "assemblies to be measured; remove it, as clrcov needs no collector",
                   what);
}

static cc_err refuse_msbuild(const char *what) {
    return cc_fail(CC_E_USAGE,
                   "%s asks coverlet.msbuild for coverage, which rewrites the assemblies to be "
                   "measured; remove it, as clrcov needs no property",
                   what);
}

static cc_err refuse_microsoft(const char *what) {
    return cc_fail(CC_E_USAGE,
                   "%s asks Microsoft's collector for coverage (\"Code Coverage\"), and .NET takes "
                   "only one profiler; remove it, as clrcov needs no collector",
                   what);
}

static cc_err refuse(cmd_collector collector, const char *argument) {
    if (collector == CMD_COLLECTOR_COVERLETS) {
        return refuse_coverlet(argument);
    }
    return collector == CMD_COLLECTOR_MICROSOFTS ? refuse_microsoft(argument) : CC_OK;
}

/* --- checks ----------------------------------------------------------------------------------- */

/* "-p:VSTestCollect=LIST", also with quotes around the list. */
static cc_err check_list(const char *argument, cc_arena *arena) {
    static const char name[] = "VSTestCollect=";
    const char *at = strcasestr(argument, name);
    const char *rest = NULL;
    cc_str list = cc_strz(at == NULL ? "" : at + sizeof name - 1);
    if (cc_str_starts(list, "\"")) {
        (void)cc_str_cut(&list, '"');
        list = cc_str_cut(&list, '"');
    }
    return refuse(cmd_collector_in(list, &rest, arena), argument);
}

static cc_err check_argument(char *const *argv, size_t count, size_t at, cc_arena *arena) {
    cc_str value;
    if (option_value(argv, count, at, "collect", &value)) {
        CC_TRY(refuse(cmd_collector_of(value), argv[at]));
    }
    CC_TRY(check_list(argv[at], arena));
    return strcasestr(argv[at], "CollectCoverage=true") != NULL ? refuse_msbuild(argv[at]) : CC_OK;
}

static cc_err check_script(const char *script, cc_arena *arena) {
    cmd_words w;
    cmd_split_script(&w, script, arena);
    for (size_t i = 0; i < w.count; i++) {
        CC_TRY(check_argument(w.items, w.count, i, arena));
    }
    return cmd_check_switches(w.items, w.count, arena);
}

static cc_err check_command(char *const *argv, size_t count, cc_arena *arena) {
    for (size_t i = 0; i < count; i++) {
        size_t script = cmd_find_script(argv, count, i);
        if (script != 0) {
            CC_TRY(check_script(argv[script], arena));
            return cmd_check_projects(argv, count, arena);
        }
        CC_TRY(i > 0 ? check_argument(argv, count, i, arena) : CC_OK);
    }
    return CC_OK;
}

cc_err cmd_check_collectors(char *const *argv, size_t count) {
    cc_arena *arena = cc_arena_new();
    cc_err err = check_command(argv, count, arena);
    cc_arena_free(arena);
    return err;
}

/* --- settings files --------------------------------------------------------------------------- */

typedef struct finding {
    cmd_named_list *out;
    const cmd_test_run *run;
    cc_arena *arena;
} finding;

/* Adds the file whose path begins at `start` of the word and is `size` bytes long. */
static cc_err add_named(finding *f, size_t at, size_t start, size_t size) {
    const cmd_test_run *run = f->run;
    char *path = NULL;
    if (size == 0) {
        return CC_OK;
    }
    char *given = cc_arena_strdup(f->arena, (cc_str){run->words[at] + start, size});
    CC_TRY(cc_path_resolve(f->arena, run->folder, given, &path));
    if (!cc_path_exists(path) || cc_path_is_dir(path)) {
        return CC_OK; /* the command itself reports it */
    }
    cmd_named_list *out = f->out;
    bool is_in_script = run->script != 0;
    out->items = cc_arena_grow(f->arena, out->items, out->count, &out->cap, sizeof *out->items);
    out->items[out->count++] = (cmd_named){.path = path,
                                           .index = is_in_script ? run->script : at,
                                           .start = start,
                                           .size = size,
                                           .is_in_script = is_in_script};
    return CC_OK;
}

/* Recognizes "-s F", "--settings:F", "/Settings:F": the path is in words[*at] from *start on. */
static bool is_settings(const finding *f, size_t *at, size_t *start) {
    static const char *const names[] = {"settings", "s"};
    const char *argument = f->run->words[*at];
    cc_str text = without_dashes(argument);
    for (size_t i = 0; is_option(argument) && i < sizeof names / sizeof *names; i++) {
        size_t len = strlen(names[i]);
        if (!cc_str_starts_nocase(text, names[i])) {
            continue;
        }
        if (text.len == len && *at + 1 < f->run->end) {
            *at += 1;
            *start = 0;
            return true;
        }
        if (text.len > len && (text.s[len] == ':' || text.s[len] == '=')) {
            *start = (size_t)(text.s - argument) + len + 1;
            return true;
        }
    }
    return false;
}

/* The same file as a property of MSBuild: "-p:RunSettingsFilePath=F". */
static bool is_property(const char *argument, size_t *start, size_t *size) {
    static const char *const names[] = {"RunSettingsFilePath=", "VSTestSetting="};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *at = strcasestr(argument, names[i]);
        if (at != NULL) {
            *start = (size_t)(at - argument) + strlen(names[i]);
            *size = strcspn(argument + *start, ";");
            return true;
        }
    }
    return false;
}

/* Searches the words of the test run, up to "--". */
static cc_err find_in_run(void *ctx, const cmd_test_run *run) {
    finding *f = ctx;
    f->run = run;
    for (size_t at = run->at + 1; at < run->end && strcmp(run->words[at], "--") != 0; at++) {
        size_t start = 0;
        size_t size = 0;
        if (is_settings(f, &at, &start)) {
            CC_TRY(add_named(f, at, start, strlen(run->words[at] + start)));
        } else if (is_property(run->words[at], &start, &size)) {
            CC_TRY(add_named(f, at, start, size));
        }
    }
    return CC_OK;
}

cc_err cmd_find_settings(cmd_named_list *out, char *const *argv, size_t count, cc_arena *arena) {
    *out = (cmd_named_list){0};
    finding f = {.out = out, .arena = arena};
    return cmd_visit_runs(argv, count, find_in_run, &f, arena);
}
