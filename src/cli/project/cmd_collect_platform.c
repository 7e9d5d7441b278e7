/* The coverage switches of Microsoft.Testing.Platform (MSTest, TUnit, xunit, NUnit): `--coverage`
 * starts the tests again, with Microsoft's profiler in place of clrcov's. In a command line they
 * are removed; in the script of a shell, which clrcov cannot change, they are refused. Another
 * program may have an option with the same name: only what is certainly a test run is examined. */
#include <string.h>

#include "base/cc_file.h"
#include "cli/project/cmd_collect.h"
#include "cli/project/cmd_collect_parts.h"

#define PROPERTY "TestingPlatformCommandLineArguments="

typedef struct platform_switch {
    const char *name;
    bool has_value;
} platform_switch;

static const platform_switch switches[] = {
    {"coverage", false},
    {"coverage-output", true},
    {"coverage-output-format", true},
    {"coverage-settings", true},
};

bool cmd_is_dotnet(char *const *argv, size_t count, size_t at, const char *verb) {
    cc_str name = cc_path_base(cc_strz(argv[at]));
    bool is_dotnet = cc_str_eqz(name, "dotnet") || cc_str_eq_nocase(name, CC_STR("dotnet.exe"));
    return is_dotnet && at + 1 < count && strcmp(argv[at + 1], verb) == 0;
}

/* --- single words ----------------------------------------------------------------------------- */

/* Recognizes "--NAME", "-NAME", "--NAME=VALUE", "--NAME:VALUE"; *value: the text after the sign,
 * else NULL. */
static bool is_option(const char *word, const char *name, const char **value) {
    size_t len = strlen(name);
    if (word[0] != '-') {
        return false;
    }
    word += word[1] == '-' ? 2 : 1;
    if (!cc_str_starts_nocase(cc_strz(word), name)) {
        return false;
    }
    *value = word[len] == '=' || word[len] == ':' ? word + len + 1 : NULL;
    return word[len] == '\0' || *value != NULL;
}

/* Number of words of the switch at words[at]; 0: it is none. *value: its value, else NULL. */
static size_t switch_at(char *const *words, size_t count, size_t at, const platform_switch **which,
                        const char **value) {
    for (size_t i = 0; i < sizeof switches / sizeof *switches; i++) {
        if (!is_option(words[at], switches[i].name, value)) {
            continue;
        }
        *which = &switches[i];
        bool is_apart = switches[i].has_value && *value == NULL && at + 1 < count &&
                        words[at + 1][0] != '-' && strcmp(words[at + 1], ";") != 0;
        *value = is_apart ? words[at + 1] : *value;
        return is_apart ? 2 : 1;
    }
    return 0;
}

static bool is_coverlets(const char *word) {
    const char *value;
    return is_option(word, "coverlet", &value);
}

static cc_err refuse_coverlet(const char *where) {
    return cc_fail(CC_E_USAGE,
                   "%s asks coverlet for coverage, which rewrites the assemblies to be measured; "
                   "remove it, as clrcov needs no collector",
                   where);
}

/* --- start of test runs ----------------------------------------------------------------------- */

/* The file is in the folder of a test program that contains a coverage tool. */
static bool has_extension_beside(const char *path, cc_arena *arena) {
    static const char *const names[] = {"Microsoft.Testing.Extensions.CodeCoverage.dll",
                                        "coverlet.MTP.dll"};
    char *absolute = NULL;
    if (path[0] == '-' || !cc_path_exists(path) || cc_path_is_dir(path) ||
        cc_path_absolute(arena, path, &absolute) != CC_OK) {
        return false;
    }
    cc_str dir = cc_path_dir(cc_strz(absolute));
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *extension = cc_arena_printf(arena, "%.*s/%s", CC_STR_ARGS(dir), names[i]);
        if (cc_path_exists(extension)) {
            return true;
        }
    }
    return false;
}

/* *from: the first word that may be a switch of the run that begins at argv[at]; 0: none begins
 * there. */
static cc_err find_run(char *const *argv, size_t count, size_t at, size_t *from, cc_arena *arena) {
    bool is_test = false;
    *from = 0;
    if (cmd_is_dotnet(argv, count, at, "run")) {
        CC_TRY(cmd_has_test_project(argv, count, at, &is_test, arena));
        *from = is_test ? at + 2 : 0;
    } else if (cmd_is_dotnet(argv, count, at, "test")) {
        *from = at + 2;
    } else if (has_extension_beside(argv[at], arena)) {
        *from = at + 1;
    }
    return CC_OK;
}

/* --- properties ------------------------------------------------------------------------------- */

/* The next word of a text, separated by spaces; empty at its end. */
static cc_str next_word(const char **at) {
    *at += strspn(*at, " \t\r\n");
    size_t len = strcspn(*at, " \t\r\n");
    cc_str word = {*at, len};
    *at += len;
    return word;
}

const char *cmd_without_switches(const char *text, bool *coverlet, cc_arena *arena) {
    size_t size = strlen(text) + 1;
    char **words = CC_NEW_ARRAY(arena, char *, size);
    cc_buf rest = {0};
    size_t count = 0;
    bool is_found = false;
    *coverlet = false;
    for (cc_str word = next_word(&text); word.len > 0; word = next_word(&text)) {
        char *copy = cc_arena_strdup(arena, word);
        *coverlet = *coverlet || is_coverlets(copy);
        words[count++] = copy;
    }
    for (size_t i = 0; i < count;) {
        const platform_switch *which;
        const char *value;
        size_t used = switch_at(words, count, i, &which, &value);
        is_found = is_found || used > 0;
        if (used == 0) {
            cc_buf_printf(&rest, "%s%s", rest.len == 0 ? "" : " ", words[i]);
        }
        i += used == 0 ? 1 : used;
    }
    const char *result = cc_buf_take(&rest, arena);
    return is_found ? result : NULL;
}

/* "-p:TestingPlatformCommandLineArguments=..." without switches; NULL when it contains none. */
static const char *without_in_property(const char *word, bool *coverlet, cc_arena *arena) {
    *coverlet = false;
    const char *at = word[0] == '-' || word[0] == '/' ? strstr(word, PROPERTY) : NULL;
    if (at == NULL) {
        return NULL;
    }
    at += strlen(PROPERTY);
    const char *rest = cmd_without_switches(at, coverlet, arena);
    return rest == NULL ? NULL : cc_arena_printf(arena, "%.*s%s", (int)(at - word), word, rest);
}

/* --- removal ---------------------------------------------------------------------------------- */

typedef struct taking_out {
    cmd_taken_out *out;
    cc_buf removed; /* the removed switches, as written in the command */
    cc_arena *arena;
} taking_out;

static cc_err note_settings(taking_out *t, const platform_switch *which, const char *value) {
    char *path = NULL;
    if (strcmp(which->name, "coverage-settings") != 0 || value == NULL || !cc_path_exists(value)) {
        return CC_OK;
    }
    CC_TRY(cc_path_absolute(t->arena, value, &path));
    t->out->settings = path;
    return CC_OK;
}

/* Handles one word of a test run and the words that belong to it; *used: number of these words. */
static cc_err take_word(taking_out *t, char *const *argv, size_t count, size_t at, size_t *used) {
    const platform_switch *which = NULL;
    const char *value = NULL;
    bool coverlet = false;
    cmd_taken_out *out = t->out;
    const char *property = without_in_property(argv[at], &coverlet, t->arena);
    if (coverlet || is_coverlets(argv[at])) {
        return refuse_coverlet(argv[at]);
    }
    *used = switch_at(argv, count, at, &which, &value);
    for (size_t i = 0; i < *used; i++) {
        cc_buf_printf(&t->removed, "%s%s", t->removed.len == 0 ? "" : " ", argv[at + i]);
    }
    if (*used > 0) {
        return note_settings(t, which, value);
    }
    *used = 1;
    if (property == NULL) {
        out->command[out->count++] = argv[at];
        return CC_OK;
    }
    cc_buf_printf(&t->removed, "%s%s", t->removed.len == 0 ? "" : " ", argv[at]);
    out->command[out->count++] = cc_arena_strdup(t->arena, cc_strz(property));
    return CC_OK;
}

static bool ends_run(const char *word, bool is_script) {
    return is_script && strcmp(word, ";") == 0;
}

static cc_err take_all(taking_out *t, char *const *argv, size_t count, bool is_script) {
    size_t from = 0; /* 0: outside a test run */
    for (size_t at = 0; at < count;) {
        size_t used = 1;
        size_t begin = 0;
        from = ends_run(argv[at], is_script) ? 0 : from;
        if (from == 0) {
            CC_TRY(find_run(argv, count, at, &begin, t->arena));
        }
        if (from != 0 && at >= from) {
            CC_TRY(take_word(t, argv, count, at, &used));
        } else {
            t->out->command[t->out->count++] = argv[at];
        }
        from = from == 0 ? begin : from;
        at += used;
    }
    return CC_OK;
}

static cc_err take_out(cmd_taken_out *out, char *const *argv, size_t count, bool is_script,
                       cc_arena *arena) {
    *out = (cmd_taken_out){.command = CC_NEW_ARRAY(arena, char *, count + 1)};
    taking_out t = {.out = out, .arena = arena};
    cc_err err = take_all(&t, argv, count, is_script);
    if (err == CC_OK && t.removed.len > 0) {
        out->switches = cc_arena_strdup(arena, cc_buf_str(&t.removed));
    }
    cc_buf_free(&t.removed);
    return err;
}

cc_err cmd_take_out_switches(cmd_taken_out *out, char *const *argv, size_t count, cc_arena *arena) {
    return take_out(out, argv, count, false, arena);
}

cc_err cmd_check_switches(char *const *words, size_t count, cc_arena *arena) {
    cmd_taken_out out;
    CC_TRY(take_out(&out, words, count, true, arena));
    return out.switches == NULL ? CC_OK
                                : cc_fail(CC_E_USAGE,
                                          "%s asks Microsoft's code coverage for coverage, .NET "
                                          "takes only one profiler, and the command is a script; "
                                          "remove it, as clrcov needs no collector",
                                          out.switches);
}
