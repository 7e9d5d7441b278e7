/* Coverage tools that the projects of a test run switch on by properties of MSBuild: VSTestCollect,
 * RunSettingsFilePath, CollectCoverage of coverlet.msbuild, TestingPlatformCommandLineArguments. A
 * property in the command line overrides that of a project, so each is countered by one, without a
 * change of any file. Files are read as text: the project and the nearest Directory.Build.props and
 * .targets (and those above, where they import others). Conditions are ignored here: a property may
 * be switched off that is off already. A value that contains properties which only MSBuild can
 * evaluate is skipped.
 *
 * The other properties of coverlet.msbuild, thresholds and filters, are told to the user, so their
 * conditions are evaluated: cmd_condition.h, cmd_coverlet.h. */
#include <libxml/tree.h>
#include <string.h>

#include "base/cc_file.h"
#include "base/cc_proc.h"
#include "cli/core/cmd.h"
#include "cli/project/cmd_collect.h"
#include "cli/project/cmd_collect_parts.h"
#include "cli/project/cmd_project.h"
#include "cli/project/cmd_settings.h"
#include "cli/project/cmd_xml.h"

enum { MAX_PROJECT = 1 << 20 };

typedef enum property {
    P_COLLECT,
    P_SETTINGS,
    P_SETTINGS_TOO,
    P_COVERLET,
    P_ARGUMENTS,
    P_COUNT
} property;

static const char *const names[P_COUNT] = {"VSTestCollect", "VSTestSetting", "RunSettingsFilePath",
                                           "CollectCoverage",
                                           "TestingPlatformCommandLineArguments"};

typedef struct said {
    const char *value; /* NULL: not set */
    const char *file;  /* the file that sets it */
} said;

typedef struct looking {
    cc_arena *arena;
    const char *solution_dir;
    const char *project_dir;
    said all[P_COUNT]; /* of the current project */
    bool is_test;
    bool is_test_project;      /* the current project */
    cmd_project_coverage *out; /* of all projects; NULL: not needed */
    cmd_properties properties; /* those of the command, then those of the current project */
    size_t global_count;       /* number of those of the command */
    cmd_coverlet *coverlet;    /* of all projects; NULL: not needed */
    cmd_coverlet perhaps; /* of those that do not switch it on, while the command has a threshold */
    bool takes_all;       /* what coverlet.msbuild would do is read also where it is off */
} looking;

/* --- texts of MSBuild ------------------------------------------------------------------------- */

/* The value with those properties replaced that follow from the paths only; NULL: it contains
 * others. */
static const char *expanded(const looking *l, const char *text, const char *file) {
    cc_str dir = cc_path_dir(cc_strz(file));
    const struct {
        const char *name;
        cc_str value;
        const char *after;
    } known[] = {{"$(MSBuildThisFileDirectory)", dir, "/"},
                 {"$(MSBuildProjectDirectory)", cc_strz(l->project_dir), ""},
                 {"$(ProjectDir)", cc_strz(l->project_dir), "/"},
                 {"$(SolutionDir)", cc_strz(l->solution_dir), "/"}};
    cc_buf out = {0};
    while (*text != '\0') {
        size_t used = 0;
        for (size_t i = 0; used == 0 && i < sizeof known / sizeof *known; i++) {
            if (strncmp(text, known[i].name, strlen(known[i].name)) == 0) {
                cc_buf_str_put(&out, known[i].value);
                cc_buf_puts(&out, known[i].after);
                used = strlen(known[i].name);
            }
        }
        if (used == 0) {
            cc_buf_putc(&out, *text == '\\' ? '/' : *text);
        }
        text += used == 0 ? 1 : used;
    }
    const char *result = cc_buf_take(&out, l->arena);
    return strstr(result, "$(") == NULL ? result : NULL;
}

static void look_at(looking *l, xmlNode *node, const char *file) {
    for (size_t i = 0; i < P_COUNT; i++) {
        if (!cc_str_eq_nocase(cc_strz((const char *)node->name), cc_strz(names[i]))) {
            continue;
        }
        l->all[i] = (said){cc_str_trim_start(cmd_xml_content(node, l->arena)).s, file};
    }
}

/* --- files ------------------------------------------------------------------------------------ */

/* *imports: the file imports another one. A file that is not XML sets nothing. */
static void read_properties(looking *l, cc_str text, const char *file, bool *imports) {
    xmlDoc *doc = cmd_xml_read(text, MAX_PROJECT);
    xmlNode *root = doc == NULL ? NULL : xmlDocGetRootElement(doc);
    if (root != NULL) {
        cmd_assign_properties(&l->properties, root, file);
    }
    for (xmlNode *group = root == NULL ? NULL : root->children; group != NULL;
         group = group->next) {
        bool is_group = cmd_xml_is(group, "PropertyGroup");
        *imports = *imports || cmd_xml_is(group, "Import");
        for (xmlNode *node = is_group ? group->children : NULL; node != NULL; node = node->next) {
            if (node->type == XML_ELEMENT_NODE) {
                look_at(l, node, file);
            }
        }
    }
    xmlFreeDoc(doc);
}

/* `is_project`: it is the project itself, and the SDK has set its defaults. */
static void read_file(looking *l, const char *path, bool is_project, bool *imports) {
    cc_str text;
    cmd_project_facts facts;
    if (cc_file_read(l->arena, path, CMD_MOST_TEXT, &text) != CC_OK ||
        cmd_project_read(&facts, text, cc_path_stem(cc_strz(path)), l->arena) != CC_OK) {
        return;
    }
    l->is_test = l->is_test || facts.is_test;
    l->is_test_project = l->is_test_project || facts.is_test;
    if (is_project) {
        cmd_assign_defaults(&l->properties, l->is_test_project);
    }
    cmd_assign_file(&l->properties, path);
    read_properties(l, text, path, imports);
}

/* Reads the nearest file of the name at or above the project; before it those further up, if it
 * imports one. */
static void read_above(looking *l, cc_str dir, const char *name) {
    bool imports = false;
    char *found = NULL;
    if (cc_path_find_up(l->arena, cc_arena_strdup(l->arena, dir), name, &found) != CC_OK ||
        found == NULL) {
        return;
    }
    char *path = cc_path_join(l->arena, found, name);
    said before[P_COUNT];
    size_t count = l->properties.count;
    memcpy(before, l->all, sizeof before);
    read_file(l, path, false, &imports);
    if (imports) {
        memcpy(l->all, before, sizeof before);
        l->properties.count = count;
        read_above(l, found[1] == '\0' ? CC_STR("") : cc_path_dir(cc_strz(found)), name);
        read_file(l, path, false, &imports);
    }
}

/* --- countermeasures -------------------------------------------------------------------------- */

void cmd_add_property(cmd_project_coverage *out, const char *option, const char *text,
                      cc_arena *arena) {
    out->items = cc_arena_grow(arena, out->items, out->count, &out->cap, sizeof *out->items);
    out->items[out->count++] = (cmd_project_property){option, text};
}

static void say(looking *l, const char *option, const said *s, const char *tool, const char *by) {
    cmd_project_coverage *out = l->out;
    for (size_t i = 0; i < out->count; i++) {
        if (strcmp(out->items[i].option, option) == 0) {
            return; /* several projects set the same */
        }
    }
    const char *text = cc_arena_printf(l->arena, "%s switches on %s (%s)", s->file, tool, by);
    cmd_add_property(out, option, text, l->arena);
}

static const char *collector_of(cc_str name) {
    name = cc_str_cut(&name, ',');
    if (cc_str_eq_nocase(name, CC_STR("XPlat Code Coverage"))) {
        return "coverlet's collector (XPlat Code Coverage)";
    }
    return cc_str_eq_nocase(name, CC_STR("Code Coverage")) ? "Microsoft's collector (Code Coverage)"
                                                           : NULL;
}

/* In "blame;Code Coverage" other collectors stay. A ';' would end the property in the command
 * line. */
static void answer_collect(looking *l, const said *s) {
    const char *found = NULL;
    cc_buf option = {0};
    cc_buf_puts(&option, "-p:VSTestCollect=");
    size_t empty = option.len;
    for (const char *at = s->value; *at != '\0'; at += *at == ';') {
        size_t len = strcspn(at, ";");
        cc_str name = {at, len};
        name = cc_str_trim_end(name);
        const char *collector = collector_of(name);
        found = collector != NULL ? collector : found;
        if (collector == NULL && name.len > 0) {
            cc_buf_printf(&option, "%s%.*s", option.len > empty ? "%3B" : "", CC_STR_ARGS(name));
        }
        at += len;
    }
    const char *text = cc_buf_take(&option, l->arena);
    if (found != NULL) {
        say(l, text, s, found, names[P_COLLECT]);
    }
}

static cc_err answer_arguments(looking *l, const said *s) {
    static const char self[] = "$(TestingPlatformCommandLineArguments)";
    bool coverlet = false;
    const char *rest = cmd_without_switches(s->value, &coverlet, l->arena);
    if (coverlet) {
        return cc_fail(CC_E_USAGE,
                       "%s asks coverlet for coverage (--coverlet), which rewrites the assemblies "
                       "to be measured; remove it, as clrcov needs no collector",
                       s->file);
    }
    if (rest == NULL) {
        return CC_OK;
    }
    rest += strncmp(rest, self, sizeof self - 1) == 0 ? sizeof self - 1 : 0;
    rest += strspn(rest, " ");
    if (strstr(rest, "$(") != NULL || strchr(rest, ';') != NULL) {
        return cc_fail(
            CC_E_USAGE,
            "%s asks Microsoft's code coverage for coverage (TestingPlatformCommandLineArguments), "
            "and .NET takes only one profiler; remove it, as clrcov needs no collector",
            s->file);
    }
    const char *option = cc_arena_printf(l->arena, "-p:%s=%s", names[P_ARGUMENTS], rest);
    say(l, option, s, "Microsoft's code coverage", names[P_ARGUMENTS]);
    return CC_OK;
}

/* Adds the file, whose filters are used like those of --settings. *collector: the collector that it
 * switches on. */
static void note_settings(looking *l, const char *path, const char *file) {
    cmd_project_coverage *out = l->out;
    bool is_known = false;
    for (size_t i = 0; i < out->settings.count && !is_known; i++) {
        is_known = strcmp(out->settings.items[i], path) == 0;
    }
    if (!is_known) {
        opt_list_add(&out->settings, path, l->arena);
    }
    const char *collector = cmd_settings_collector(path, l->arena);
    if (collector != NULL && out->settings_file == NULL) {
        out->settings_file = path;
        out->settings_collector = collector;
        out->settings_named_by = file;
    }
}

static cc_err answer_settings(looking *l, property which) {
    const said *s = &l->all[which];
    const char *value = s->value == NULL ? NULL : expanded(l, s->value, s->file);
    char *path = NULL;
    if (value == NULL || value[0] == '\0') {
        return CC_OK;
    }
    char *trimmed = cc_arena_strdup(l->arena, (cc_str){value, strcspn(value, "\r\n")});
    CC_TRY(cc_path_resolve(l->arena, l->project_dir, trimmed, &path));
    if (cc_path_exists(path) && !cc_path_is_dir(path)) {
        note_settings(l, path, s->file);
    }
    return CC_OK;
}

static cc_err answer(looking *l) {
    const said *all = l->all;
    if (all[P_COLLECT].value != NULL) {
        answer_collect(l, &all[P_COLLECT]);
    }
    if (all[P_COVERLET].value != NULL &&
        cc_str_eq_nocase((cc_str){all[P_COVERLET].value, strcspn(all[P_COVERLET].value, " \r\n")},
                         CC_STR("true"))) {
        say(l, "-p:CollectCoverage=false", &all[P_COVERLET], "coverlet.msbuild", names[P_COVERLET]);
    }
    if (all[P_ARGUMENTS].value != NULL) {
        CC_TRY(answer_arguments(l, &all[P_ARGUMENTS]));
    }
    CC_TRY(answer_settings(l, P_SETTINGS));
    return all[P_SETTINGS].value == NULL ? answer_settings(l, P_SETTINGS_TOO) : CC_OK;
}

/* --- projects --------------------------------------------------------------------------------- */

static cc_err look_at_project(void *ctx, const char *path, const char *solution_dir) {
    looking *l = ctx;
    bool imports = false;
    l->solution_dir = solution_dir;
    cc_str dir = cc_path_dir(cc_strz(path));
    l->project_dir = cc_arena_strdup(l->arena, dir);
    memset(l->all, 0, sizeof l->all);
    l->is_test_project = false;
    l->properties.count = l->global_count;
    cmd_assign_project(&l->properties, path, l->project_dir, solution_dir);
    read_above(l, dir, "Directory.Build.props");
    read_file(l, path, true, &imports);
    read_above(l, dir, "Directory.Build.targets");
    cmd_truth is_on = l->takes_all ? CMD_YES : cmd_coverlet_is_on(&l->properties);
    if (l->coverlet != NULL && is_on == CMD_YES) {
        CC_TRY(cmd_coverlet_read(l->coverlet, &l->properties));
    } else if (l->coverlet != NULL && is_on == CMD_UNKNOWN) {
        CC_TRY(cmd_coverlet_read(&l->perhaps, &l->properties));
    }
    return l->out == NULL ? CC_OK : answer(l);
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

cc_err cmd_has_test_project(char *const *argv, size_t count, size_t at, bool *out,
                            cc_arena *arena) {
    looking l = start(arena);
    cc_err err = cmd_visit_projects(argv, count, at, look_at_project, &l, arena);
    *out = l.is_test;
    return err;
}

/* The command line itself sets the property, which overrides projects: nothing needs to be done. */
static bool says_itself(char *const *argv, size_t count, const char *const *words) {
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; words[k] != NULL; k++) {
            size_t len = strlen(words[k]);
            bool is_property = words[k][len - 1] == '=';
            const char *found = is_property ? strstr(argv[i], words[k]) : NULL;
            bool is_option = !is_property && strncmp(argv[i], words[k], len) == 0 &&
                             strchr("=:", argv[i][len]) != NULL;
            if (found != NULL || is_option) {
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
    static const char *const collect[] = {"--collect", "VSTestCollect=", NULL};
    static const char *const settings[] = {"--settings", "-s",
                                           "RunSettingsFilePath=", "VSTestSetting=", NULL};
    static const char *const coverlet[] = {"CollectCoverage=", NULL};
    static const char *const arguments[] = {"TestingPlatformCommandLineArguments=", NULL};
    if (says_itself(argv, count, collect)) {
        drop_option(out, "-p:VSTestCollect=");
    }
    if (says_itself(argv, count, coverlet)) {
        drop_option(out, "-p:CollectCoverage=");
    }
    if (says_itself(argv, count, arguments)) {
        drop_option(out, "-p:TestingPlatformCommandLineArguments=");
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

cc_err cmd_find_project_coverage(cmd_project_coverage *out, char *const *argv, size_t count,
                                 cc_arena *arena) {
    *out = (cmd_project_coverage){0};
    for (size_t i = 0; i < count; i++) {
        if (!cmd_is_dotnet(argv, count, i, "test")) {
            continue;
        }
        size_t end = i;
        while (end < count && strcmp(argv[end], ";") != 0) {
            end++;
        }
        looking l = start(arena);
        cmd_coverlet *coverlet = CC_NEW(arena, cmd_coverlet);
        cmd_properties_of_command(&l.properties, argv + i, end - i);
        l.global_count = l.properties.count;
        l.out = out;
        out->coverlet = l.coverlet = coverlet;
        CC_TRY(cmd_visit_projects(argv, end, i, look_at_project, &l, arena));
        if (coverlet->count == 0) {
            *coverlet = l.perhaps; /* no project says of which figures the threshold is */
        }
        drop_what_is_said(out, argv + i, end - i);
        out->index = i + 2;
        return check_agreement(out);
    }
    return CC_OK;
}

cc_err cmd_check_projects(char *const *words, size_t count, cc_arena *arena) {
    cmd_project_coverage found;
    CC_TRY(cmd_find_project_coverage(&found, words, count, arena));
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
