/* Finds other coverage tools in the command that is to be measured. Two at once cannot be right:
 * coverlet (collector "XPlat Code Coverage", or CollectCoverage of coverlet.msbuild) rewrites the
 * assemblies on disk before they run, and the collector "Code Coverage" sets a profiler of its own
 * in the test host. */
#include <stdlib.h>
#include <string.h>

#include "base/cc_file.h"
#include "cli/cmd.h"

enum { MAX_SETTINGS = 1 << 20 };

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

static bool starts_nocase(cc_str s, const char *prefix) {
    size_t len = strlen(prefix);
    return s.len >= len && cc_str_eq_nocase((cc_str){s.s, len}, cc_strz(prefix));
}

/* Where `needle` stands in `text`, case ignored; text.len when nowhere. */
static size_t find_nocase(cc_str text, const char *needle, size_t from) {
    for (size_t at = from; at < text.len; at++) {
        if (starts_nocase((cc_str){text.s + at, text.len - at}, needle)) {
            return at;
        }
    }
    return text.len;
}

/* The value of option `name`: behind '=' or ':', or the next argument. False when it is another
 * option. */
static bool option_value(char *const *argv, size_t count, size_t at, const char *name,
                         cc_str *out) {
    cc_str argument = without_dashes(argv[at]);
    size_t len = strlen(name);
    if (!is_option(argv[at]) || !starts_nocase(argument, name)) {
        return false;
    }
    if (argument.len == len) {
        *out = at + 1 < count ? cc_strz(argv[at + 1]) : (cc_str){"", 0};
        return true;
    }
    *out = (cc_str){argument.s + len + 1, argument.len - len - 1};
    return argument.s[len] == '=' || argument.s[len] == ':';
}

/* --- what is refused -------------------------------------------------------------------------- */

static cc_err refuse_coverlet(const char *what) {
    return cc_fail(CC_E_USAGE,
                   "%s asks coverlet for coverage (\"XPlat Code Coverage\"), which rewrites the "
                   "assemblies that are to be measured: remove it, clrcov needs no collector",
                   what);
}

static cc_err refuse_microsoft(const char *what) {
    return cc_fail(CC_E_USAGE,
                   "%s asks Microsoft's collector for coverage (\"Code Coverage\"), and .NET takes "
                   "only one profiler: remove it, clrcov needs no collector",
                   what);
}

/* "Code Coverage", also with parameters behind a semicolon. */
static cc_err check_collector(cc_str name, const char *argument) {
    const char *end = name.len > 0 ? memchr(name.s, ';', name.len) : NULL;
    name.len = end == NULL ? name.len : (size_t)(end - name.s);
    if (cc_str_eq_nocase(name, CC_STR("XPlat Code Coverage"))) {
        return refuse_coverlet(argument);
    }
    return cc_str_eq_nocase(name, CC_STR("Code Coverage")) ? refuse_microsoft(argument) : CC_OK;
}

/* Is the collector that is named at `at` in a .runsettings file switched on? Its tag may say
 * otherwise. */
static bool is_enabled(cc_str text, size_t at) {
    size_t start = at;
    size_t end = at;
    while (start > 0 && text.s[start] != '<') {
        start--;
    }
    while (end < text.len && text.s[end] != '>') {
        end++;
    }
    cc_str tag = {text.s + start, end - start};
    return find_nocase(tag, "enabled=\"false\"", 0) == tag.len;
}

static bool names_collector(cc_str text, const char *quoted) {
    for (size_t at = find_nocase(text, quoted, 0); at < text.len;
         at = find_nocase(text, quoted, at + 1)) {
        if (is_enabled(text, at)) {
            return true;
        }
    }
    return false;
}

/* A file that cannot be read is the business of the command. */
static cc_err check_settings(cc_str path) {
    cc_arena *arena = cc_arena_new();
    const char *name = arena == NULL ? NULL : cc_arena_strdup(arena, path);
    cc_mapped_file file;
    cc_err err = CC_OK;
    if (name != NULL && cc_file_map(&file, name, false) == CC_OK) {
        size_t size = file.bytes.len < MAX_SETTINGS ? file.bytes.len : MAX_SETTINGS;
        cc_str text = {(const char *)file.bytes.data, size};
        if (names_collector(text, "\"XPlat Code Coverage\"")) {
            err = refuse_coverlet(name);
        } else if (names_collector(text, "\"Code Coverage\"")) {
            err = refuse_microsoft(name);
        }
        cc_file_unmap(&file);
    }
    cc_arena_free(arena);
    return err;
}

/* --- the command line ------------------------------------------------------------------------- */

static cc_err check_argument(char *const *argv, size_t count, size_t at) {
    cc_str value;
    cc_str whole = cc_strz(argv[at]);
    if (option_value(argv, count, at, "collect", &value)) {
        CC_TRY(check_collector(value, argv[at]));
    }
    size_t collect = find_nocase(whole, "VSTestCollect=", 0);
    if (collect < whole.len) {
        size_t from = collect + strlen("VSTestCollect=");
        CC_TRY(check_collector((cc_str){whole.s + from, whole.len - from}, argv[at]));
    }
    if (find_nocase(whole, "CollectCoverage=true", 0) < whole.len) {
        return refuse_coverlet(argv[at]);
    }
    if (option_value(argv, count, at, "settings", &value) ||
        (strcmp(argv[at], "-s") == 0 && option_value(argv, count, at, "s", &value))) {
        CC_TRY(check_settings(value));
    }
    return CC_OK;
}

cc_err cmd_check_collectors(char *const *argv, size_t count) {
    const char *property = getenv("CollectCoverage"); /* MSBuild takes variables for properties */
    if (property != NULL && cc_str_eq_nocase(cc_strz(property), CC_STR("true"))) {
        return refuse_coverlet("the environment variable CollectCoverage=true");
    }
    for (size_t i = 1; i < count; i++) {
        CC_TRY(check_argument(argv, count, i));
    }
    return CC_OK;
}
