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

/* --- scripts of shells ------------------------------------------------------------------------ */

/* The words of a script. The word ";" separates two commands. */
typedef struct words {
    char **items;
    size_t count;
} words;

static bool ends_command(char c) {
    return c == ';' || c == '&' || c == '|' || c == '(' || c == ')' || c == '\n';
}

/* Copies one word without its quotes to `out`, zero-terminated; returns the length of its text. */
static size_t read_word(const char *text, char *out) {
    char quote = '\0';
    size_t at = 0;
    size_t len = 0;
    for (; text[at] != '\0'; at++) {
        char c = text[at];
        if (quote == '\0' && (c == ' ' || c == '\t' || ends_command(c))) {
            break;
        }
        if (c == '\\' && quote != '\'' && text[at + 1] != '\0') {
            out[len++] = text[++at];
        } else if (quote == '\0' && (c == '\'' || c == '"')) {
            quote = c;
        } else if (quote != '\0' && c == quote) {
            quote = '\0';
        } else {
            out[len++] = c;
        }
    }
    out[len] = '\0';
    return at;
}

static void split(const char *script, words *out, cc_arena *arena) {
    static char separator[] = ";";
    size_t size = strlen(script) + 1;
    *out = (words){CC_NEW_ARRAY(arena, char *, size), 0};
    char *text = cc_arena_alloc(arena, 2 * size, 1); /* each word gets a zero after it */
    for (size_t at = 0; script[at] != '\0';) {
        char c = script[at];
        if (c == ' ' || c == '\t') {
            at++;
        } else if (ends_command(c)) {
            out->items[out->count++] = separator;
            at++;
        } else {
            out->items[out->count++] = text;
            at += read_word(script + at, text);
            text += strlen(text) + 1;
        }
    }
}

/* The argument is the option before a script: "-c", also "-ec", and "-Command" of pwsh. */
static bool is_script_option(const char *argument, bool is_pwsh) {
    if (is_pwsh) {
        cc_str name = without_dashes(argument);
        return cc_str_eq_nocase(name, CC_STR("c")) || cc_str_eq_nocase(name, CC_STR("command"));
    }
    return argument[1] != '-' && strchr(argument, 'c') != NULL;
}

/* Index of the argument that is the script of a shell at argv[at]; 0: no shell, or no script. */
static size_t find_script(char *const *argv, size_t count, size_t at) {
    static const char *const shells[] = {"sh", "bash", "dash", "ash", "zsh", "ksh", "pwsh", NULL};
    cc_str name = cc_path_base(cc_strz(argv[at]));
    bool is_shell = cc_str_is_one_of(name, shells);
    bool is_pwsh = cc_str_eqz(name, "pwsh");
    for (size_t i = at + 1; is_shell && i < count && (argv[i][0] == '-' || is_pwsh); i++) {
        if (argv[i][0] == '-' && is_script_option(argv[i], is_pwsh)) {
            return i + 1 < count ? i + 1 : 0;
        }
        bool takes_word = argv[i][1] != '-' && cc_str_ends(cc_strz(argv[i]), "o");
        i += !is_pwsh && takes_word; /* "-o pipefail" */
    }
    return 0;
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
    words w;
    split(script, &w, arena);
    for (size_t i = 0; i < w.count; i++) {
        CC_TRY(check_argument(w.items, w.count, i, arena));
    }
    CC_TRY(cmd_check_switches(w.items, w.count, arena));
    return cmd_check_projects(w.items, w.count, arena);
}

static cc_err check_command(char *const *argv, size_t count, cc_arena *arena) {
    for (size_t i = 0; i < count; i++) {
        size_t script = find_script(argv, count, i);
        if (script != 0) {
            return check_script(argv[script], arena);
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

/* A test run begins at argv[at]: `dotnet test`, `dotnet vstest`, vstest.console. */
static bool is_test_run(char *const *argv, size_t count, size_t at) {
    cc_str name = cc_path_base(cc_strz(argv[at]));
    if (cc_str_starts_nocase(name, "vstest.console")) {
        return true;
    }
    return cmd_is_dotnet(argv, count, at, "test") || cmd_is_dotnet(argv, count, at, "vstest");
}

typedef struct finding {
    cmd_named_list *out;
    char *const *argv;
    size_t count;
    const words *script; /* the script whose words argv holds; NULL: argv holds arguments */
    size_t index;        /* of the script among the arguments */
    cc_arena *arena;
} finding;

/* Adds the file whose path begins at `start` of argv[at] and is `size` bytes long. */
static cc_err add_named(finding *f, size_t at, size_t start, size_t size) {
    char *given = cc_arena_strdup(f->arena, (cc_str){f->argv[at] + start, size});
    char *path = NULL;
    CC_TRY(cc_path_absolute(f->arena, given, &path));
    if (size == 0 || !cc_path_exists(path) || cc_path_is_dir(path)) {
        return CC_OK; /* the command itself reports it */
    }
    cmd_named_list *out = f->out;
    bool is_in_script = f->script != NULL;
    out->items = cc_arena_grow(f->arena, out->items, out->count, &out->cap, sizeof *out->items);
    out->items[out->count++] = (cmd_named){.path = path,
                                           .index = is_in_script ? f->index : at,
                                           .start = start,
                                           .size = size,
                                           .is_in_script = is_in_script};
    return CC_OK;
}

/* Recognizes "-s F", "--settings:F", "/Settings:F": the path is in argv[*at] from *start on. */
static bool is_settings(const finding *f, size_t *at, size_t *start) {
    static const char *const names[] = {"settings", "s"};
    const char *argument = f->argv[*at];
    cc_str text = without_dashes(argument);
    for (size_t i = 0; is_option(argument) && i < sizeof names / sizeof *names; i++) {
        size_t len = strlen(names[i]);
        if (!cc_str_starts_nocase(text, names[i])) {
            continue;
        }
        if (text.len == len && *at + 1 < f->count) {
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

/* Searches the arguments of the test run that begins at argv[at], up to "--" or the next command of
 * the script. */
static cc_err find_in_run(finding *f, size_t at) {
    for (; at < f->count && strcmp(f->argv[at], "--") != 0; at++) {
        size_t start = 0;
        size_t size = 0;
        if (f->script != NULL && strcmp(f->argv[at], ";") == 0) {
            break;
        }
        if (is_settings(f, &at, &start)) {
            CC_TRY(add_named(f, at, start, strlen(f->argv[at] + start)));
        } else if (is_property(f->argv[at], &start, &size)) {
            CC_TRY(add_named(f, at, start, size));
        }
    }
    return CC_OK;
}

static cc_err find_in_script(finding *outer, size_t index) {
    words w;
    split(outer->argv[index], &w, outer->arena);
    finding f = {outer->out, w.items, w.count, &w, index, outer->arena};
    for (size_t i = 0; i < w.count; i++) {
        CC_TRY(is_test_run(w.items, w.count, i) ? find_in_run(&f, i + 1) : CC_OK);
    }
    return CC_OK;
}

cc_err cmd_find_settings(cmd_named_list *out, char *const *argv, size_t count, cc_arena *arena) {
    *out = (cmd_named_list){0};
    finding f = {out, argv, count, NULL, 0, arena};
    for (size_t i = 0; i < count; i++) {
        size_t script = find_script(argv, count, i);
        if (script != 0) {
            return find_in_script(&f, script);
        }
        if (is_test_run(argv, count, i)) {
            return find_in_run(&f, i + 1);
        }
    }
    return CC_OK;
}
