/* The environment variables of .NET that decide whether the library is loaded. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cc_proc.h"
#include "cli/load/cmd_loading.h"
#include "clrcov/version.h"
#include "coverage/session/ses.h"

/* --- conditions that prevent loading ---------------------------------------------------------- */

/* The runtime reads these as hexadecimal numbers. */
static bool is_zero(const char *value) {
    char *end;
    return strtoul(value, &end, 16) == 0;
}

const char *cmd_profiler_name(const char *identifier) {
    static const cc_pair known[] = {
#define CMD_PROFILER(IDENTIFIER, NAME) {IDENTIFIER, NAME},
#include "cli/load/cmd_profilers.def"
#undef CMD_PROFILER
        {NULL, NULL}};
    return cc_find_value_nocase(known, cc_strz(identifier));
}

static cc_err check_profiler(const char *enable, const char *profiler) {
    const char *enabled = cc_proc_variable(enable);
    const char *id = cc_proc_variable(profiler);
    if (enabled == NULL || is_zero(enabled) || id == NULL ||
        cc_str_eq_nocase(cc_strz(id), cc_strz(CLRCOV_PROFILER_CLSID))) {
        return CC_OK;
    }
    const char *name = cmd_profiler_name(id);
    return cc_fail(CC_E_MISMATCH,
                   "another profiler is set (%s=%s%s%s), and .NET takes only one; unset %s for "
                   "this run, or add --replace-profiler",
                   profiler, id, name == NULL ? "" : ": ", name == NULL ? "" : name, enable);
}

cc_err cmd_check_other_profiler(void) {
    CC_TRY(check_profiler("CORECLR_ENABLE_PROFILING", "CORECLR_PROFILER"));
    return check_profiler("DOTNET_ENABLE_PROFILING", "DOTNET_PROFILER"); /* from .NET 11 on */
}

/* DOTNET_ overrides the old prefix COMPlus_. */
static cc_err check_switch(const char *name) {
    char full[64];
    static const char *const prefixes[] = {"DOTNET_", "COMPlus_"};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        (void)snprintf(full, sizeof full, "%s%s", prefixes[i], name);
        const char *value = cc_proc_variable(full);
        if (value != NULL && is_zero(value)) {
            return cc_fail(CC_E_MISMATCH,
                           "%s=%s keeps .NET from loading profilers, so clrcov can measure "
                           "nothing; unset it for this run",
                           full, value);
        }
        if (value != NULL) {
            return CC_OK;
        }
    }
    return CC_OK;
}

cc_err cmd_check_diagnostics(void) {
    CC_TRY(check_switch("EnableDiagnostics"));
    return check_switch("EnableDiagnostics_Profiler");
}

/* --- the environment of the command ----------------------------------------------------------- */

static const cmd_variable *find_variable(const cmd_variable *list, size_t count,
                                         const char *entry) {
    for (size_t i = 0; i < count; i++) {
        size_t len = strlen(list[i].name);
        if (strncmp(entry, list[i].name, len) == 0 && entry[len] == '=') {
            return &list[i];
        }
    }
    return NULL;
}

/* MSBuild reads variables as properties, whose names and values have no case. */
static bool is_coverlets(const char *entry) {
    return strcasecmp(entry, "CollectCoverage=true") == 0;
}

bool cmd_environment_has_coverlet(void) {
    char *const *entries = cc_proc_environment();
    while (*entries != NULL && !is_coverlets(*entries)) {
        entries++;
    }
    return *entries != NULL;
}

/* Copies the environment without coverlet's switch and the variables in the list, then appends those with values. */
static char **merge(cc_arena *arena, char *const *old, const cmd_variable *list, size_t count) {
    size_t old_count = 0;
    while (old[old_count] != NULL) {
        old_count++;
    }
    char **out = CC_NEW_ARRAY(arena, char *, old_count + count + 1);
    size_t at = 0;
    for (size_t i = 0; i < old_count; i++) {
        const cmd_variable *found = find_variable(list, count, old[i]);
        if ((found == NULL || found->is_default) && !is_coverlets(old[i])) {
            out[at++] = old[i];
        }
    }
    for (size_t i = 0; i < count; i++) {
        const cmd_variable *v = &list[i];
        if (v->value == NULL || (v->is_default && getenv(v->name) != NULL)) {
            continue;
        }
        out[at++] = cc_arena_printf(arena, "%s=%s", v->name, v->value);
    }
    return out;
}

char **cmd_child_environment(cc_arena *arena, const char *library, const char *session_dir,
                             const cmd_variables *more) {
    const cmd_variable list[] = {
        {"CORECLR_ENABLE_PROFILING", "1", false},
        {"CORECLR_PROFILER", CLRCOV_PROFILER_CLSID, false},
        {"CORECLR_PROFILER_PATH", library, false},
        /* The path for the word size or the machine overrides the plain one where it is set. */
        {"CORECLR_PROFILER_PATH_64", library, false},
        {"CORECLR_PROFILER_PATH_32", NULL, false},
        {"CORECLR_PROFILER_PATH_ARM64", NULL, false},
        {"CORECLR_PROFILER_PATH_ARM32", NULL, false},
        {"DOTNET_ENABLE_PROFILING", NULL, false},
        {"DOTNET_PROFILER", NULL, false},
        {"DOTNET_PROFILER_PATH", NULL, false},
        {"DOTNET_PROFILER_PATH_64", NULL, false},
        {"DOTNET_PROFILER_PATH_32", NULL, false},
        {"DOTNET_PROFILER_PATH_ARM64", NULL, false},
        {"DOTNET_PROFILER_PATH_ARM32", NULL, false},
        {SES_SESSION_ENV, session_dir, false},
        {SES_OUTPUT_ENV, NULL, false},
        /* A build server that the command starts would outlive it, with this environment. The last
         * variable is a property of MSBuild: no compiler servers, for C#, Visual Basic and
         * Razor. */
        {"MSBUILDDISABLENODEREUSE", "1", true},
        {"DOTNET_CLI_USE_MSBUILD_SERVER", "0", true},
        {"UseSharedCompilation", "false", true},
    };
    char **merged = merge(arena, cc_proc_environment(), list, sizeof list / sizeof *list);
    return more == NULL ? merged : merge(arena, merged, more->items, more->count);
}
