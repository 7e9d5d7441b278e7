/* Coverage tools that projects switch on by properties of MSBuild: VSTestCollect,
 * RunSettingsFilePath, CollectCoverage of coverlet.msbuild, TestingPlatformCommandLineArguments.
 * MSBuild reads variables of the environment as properties. A property in the command line
 * overrides that of a project or of the environment, so each is countered by one, without a
 * change of any file. Where the condition of an assignment is not known, what it switches on is
 * countered: a property may be switched off that is off already. */
#include <string.h>

#include "base/cc_file.h"
#include "cli/project/cmd_collect.h"
#include "cli/project/cmd_collect_parts.h"
#include "cli/project/cmd_settings.h"

#define COLLECT "VSTestCollect"
#define ARGUMENTS "TestingPlatformCommandLineArguments"
#define SETTINGS "RunSettingsFilePath"
#define SETTINGS_TOO "VSTestSetting"

const char *const cmd_switching_properties[] = {COLLECT,      ARGUMENTS,         SETTINGS,
                                                SETTINGS_TOO, "CollectCoverage", NULL};

typedef struct countering {
    cmd_project_coverage *out;
    const cmd_properties *p; /* of the current project */
    cc_arena *arena;
} countering;

/* --- properties ------------------------------------------------------------------------------- */

/* The next assignment of a file, or of the environment, that may be in effect. */
static const cmd_assignment *next(const countering *c, const char *name,
                                  const cmd_assignment *after) {
    const cmd_assignment *a = cmd_property_perhaps(c->p, name, after);
    return a == NULL || a->is_global ? NULL : a;
}

static const char *text_of(const cmd_assignment *a) {
    return a->value != NULL ? a->value : a->text;
}

/* What sets the property, for a message. */
static const char *place_of(const countering *c, const cmd_assignment *a) {
    return a->file != NULL ? a->file
                           : cc_arena_printf(c->arena, "the environment variable %s", a->name);
}

void cmd_add_property(cmd_project_coverage *out, const char *option, const char *text,
                      cc_arena *arena) {
    out->items = cc_arena_grow(arena, out->items, out->count, &out->cap, sizeof *out->items);
    out->items[out->count++] = (cmd_project_property){option, text};
}

static void say(const countering *c, const char *option, const cmd_assignment *a,
                const char *tool) {
    for (size_t i = 0; i < c->out->count; i++) {
        if (strcmp(c->out->items[i].option, option) == 0) {
            return; /* several projects set the same */
        }
    }
    const char *text =
        cc_arena_printf(c->arena, "%s switches on %s (%s)", place_of(c, a), tool, a->name);
    cmd_add_property(c->out, option, text, c->arena);
}

/* --- VSTestCollect ---------------------------------------------------------------------------- */

/* Other collectors of the list stay. *is_found: the assignment switches on one of coverage. */
static cc_err counter_list(const countering *c, const cmd_assignment *a, bool *is_found) {
    const char *rest = NULL;
    cmd_collector found = cmd_collector_in(cc_strz(text_of(a)), &rest, c->arena);
    const char *tool = found == CMD_COLLECTOR_COVERLETS
                           ? "coverlet's collector (XPlat Code Coverage)"
                           : "Microsoft's collector (Code Coverage)";
    *is_found = found != CMD_COLLECTOR_NONE;
    if (*is_found && strstr(rest, "$(") != NULL) {
        return cc_fail(CC_E_USAGE,
                       "%s switches on %s, beside collectors that only the build knows; remove it, "
                       "as clrcov needs no collector",
                       place_of(c, a), tool);
    }
    if (*is_found) {
        say(c, cc_arena_printf(c->arena, "-p:" COLLECT "=%s", rest), a, tool);
    }
    return CC_OK;
}

static cc_err counter_collect(const countering *c) {
    bool is_found = false;
    const cmd_assignment *a = next(c, COLLECT, NULL);
    for (; a != NULL && !is_found; a = next(c, COLLECT, a)) {
        CC_TRY(counter_list(c, a, &is_found));
    }
    return CC_OK;
}

/* --- CollectCoverage -------------------------------------------------------------------------- */

static void counter_coverlet(const countering *c) {
    const cmd_assignment *a = cmd_coverlet_switch(c->p);
    if (a != NULL && !a->is_global) {
        say(c, "-p:CollectCoverage=false", a, "coverlet.msbuild");
    }
}

/* --- TestingPlatformCommandLineArguments ------------------------------------------------------ */

/* *is_found: the assignment asks for coverage. */
static cc_err counter_words(const countering *c, const cmd_assignment *a, bool *is_found) {
    bool coverlet = false;
    const char *rest = cmd_without_switches(text_of(a), &coverlet, c->arena);
    *is_found = rest != NULL;
    if (coverlet) {
        return cc_fail(CC_E_USAGE,
                       "%s asks coverlet for coverage (--coverlet), which rewrites the assemblies "
                       "to be measured; remove it, as clrcov needs no collector",
                       place_of(c, a));
    }
    if (rest == NULL) {
        return CC_OK;
    }
    if (strstr(rest, "$(") != NULL || strchr(rest, ';') != NULL) {
        return cc_fail(CC_E_USAGE,
                       "%s asks Microsoft's code coverage for coverage (" ARGUMENTS "), "
                       "and .NET takes only one profiler; remove it, as clrcov needs no collector",
                       place_of(c, a));
    }
    const char *option = cc_arena_printf(c->arena, "-p:" ARGUMENTS "=%s", rest);
    say(c, option, a, "Microsoft's code coverage");
    return CC_OK;
}

static cc_err counter_arguments(const countering *c) {
    bool is_found = false;
    const cmd_assignment *a = next(c, ARGUMENTS, NULL);
    for (; a != NULL && !is_found; a = next(c, ARGUMENTS, a)) {
        CC_TRY(counter_words(c, a, &is_found));
    }
    return CC_OK;
}

/* --- RunSettingsFilePath ---------------------------------------------------------------------- */

void cmd_add_settings(cmd_project_coverage *out, const char *path, cc_arena *arena) {
    for (size_t i = 0; i < out->settings.count; i++) {
        if (strcmp(out->settings.items[i], path) == 0) {
            return;
        }
    }
    opt_list_add(&out->settings, path, arena);
}

/* Adds the file, whose filters are used like those of --settings. */
static void note_settings(const countering *c, const char *path, const char *place) {
    cmd_project_coverage *out = c->out;
    cmd_add_settings(out, path, c->arena);
    const char *collector = cmd_settings_collector(path, c->arena);
    if (collector != NULL && out->settings_file == NULL) {
        out->settings_file = path;
        out->settings_collector = collector;
        out->settings_named_by = place;
    }
}

/* VSTestSetting is what the test platform reads; without it, it is RunSettingsFilePath. */
static const cmd_assignment *settings_in_effect(const countering *c) {
    const cmd_assignment *a = cmd_property_perhaps(c->p, SETTINGS_TOO, NULL);
    bool is_set = a != NULL && (a->value == NULL || a->value[0] != '\0');
    a = is_set ? a : cmd_property_perhaps(c->p, SETTINGS, NULL);
    return a == NULL || a->is_global || a->value == NULL ? NULL : a;
}

static cc_err counter_settings(const countering *c) {
    char *path = NULL;
    const cmd_assignment *a = settings_in_effect(c);
    cc_str named = cc_str_trim(cc_strz(a == NULL ? "" : a->value));
    if (named.len == 0) {
        return CC_OK;
    }
    CC_TRY(cc_path_resolve(c->arena, c->p->directory, cc_arena_slashes(c->arena, named), &path));
    if (cc_path_exists(path) && !cc_path_is_dir(path)) {
        note_settings(c, path, place_of(c, a));
    }
    return CC_OK;
}

cc_err cmd_counter_properties(cmd_project_coverage *out, const cmd_properties *p) {
    const countering c = {out, p, p->arena};
    CC_TRY(counter_collect(&c));
    counter_coverlet(&c);
    CC_TRY(counter_arguments(&c));
    return counter_settings(&c);
}
