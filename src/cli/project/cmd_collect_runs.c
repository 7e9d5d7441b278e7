/* The test runs in a command, also in the script of a shell (`sh -c SCRIPT`), as far as its words can
 * be split without running it. */
#include <string.h>

#include "base/cc_file.h"
#include "cli/project/cmd_collect_parts.h"

/* --- scripts of shells ------------------------------------------------------------------------ */

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

void cmd_split_script(cmd_words *out, const char *script, cc_arena *arena) {
    static char separator[] = ";";
    size_t size = strlen(script) + 1;
    char **items = CC_NEW_ARRAY(arena, char *, size);
    char *text = cc_arena_alloc(arena, 2 * size, 1); /* each word gets a zero after it */
    size_t count = 0;
    for (size_t at = 0; script[at] != '\0';) {
        char c = script[at];
        if (c == ' ' || c == '\t') {
            at++;
        } else if (ends_command(c)) {
            items[count++] = separator;
            at++;
        } else {
            items[count++] = text;
            at += read_word(script + at, text);
            text += strlen(text) + 1;
        }
    }
    *out = (cmd_words){items, count};
}

/* The argument is the option before a script: "-c", also "-ec", and "-Command" of pwsh. */
static bool is_script_option(const char *argument, bool is_pwsh) {
    if (is_pwsh) {
        cc_str name = cc_strz(argument + strspn(argument, "-"));
        return cc_str_eq_nocase(name, CC_STR("c")) || cc_str_eq_nocase(name, CC_STR("command"));
    }
    return argument[1] != '-' && strchr(argument, 'c') != NULL;
}

size_t cmd_find_script(char *const *argv, size_t count, size_t at) {
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

/* --- runs ------------------------------------------------------------------------------------- */

cc_err cmd_folder_at(char *const *words, size_t at, char **out, cc_arena *arena) {
    CC_TRY(cc_path_absolute(arena, ".", out));
    for (size_t i = 0; i + 1 < at; i++) {
        bool is_first = i == 0 || strcmp(words[i - 1], ";") == 0;
        if (is_first && strcmp(words[i], "cd") == 0 && strcmp(words[i + 1], ";") != 0) {
            CC_TRY(cc_path_resolve(arena, *out, words[i + 1], out));
        }
    }
    return CC_OK;
}

static bool is_test_run(char *const *words, size_t count, size_t at) {
    cc_str name = cc_path_base(cc_strz(words[at]));
    return cc_str_starts_nocase(name, "vstest.console") ||
           cmd_is_dotnet(words, count, at, "test") || cmd_is_dotnet(words, count, at, "vstest");
}

static size_t end_of_run(const cmd_words *w, size_t at, bool is_script) {
    while (at < w->count && !(is_script && strcmp(w->items[at], ";") == 0)) {
        at++;
    }
    return at;
}

/* `script`: the index of the script that has these words; 0: they are the arguments. */
static cc_err visit_words(const cmd_words *w, size_t script, cmd_visit_run visit, void *ctx,
                          cc_arena *arena) {
    for (size_t i = 0; i < w->count; i++) {
        if (!is_test_run(w->items, w->count, i)) {
            continue;
        }
        char *folder = NULL;
        CC_TRY(cmd_folder_at(w->items, i, &folder, arena));
        size_t end = end_of_run(w, i, script != 0);
        const cmd_test_run run = {w->items, i, end, folder, script};
        CC_TRY(visit(ctx, &run));
        i = end - 1;
    }
    return CC_OK;
}

cc_err cmd_visit_runs(char *const *argv, size_t count, cmd_visit_run visit, void *ctx,
                      cc_arena *arena) {
    cmd_words w = {argv, count};
    size_t script = 0;
    for (size_t i = 0; i < count && script == 0 && !is_test_run(argv, count, i); i++) {
        script = cmd_find_script(argv, count, i);
    }
    if (script != 0) {
        cmd_split_script(&w, argv[script], arena);
    }
    return visit_words(&w, script, visit, ctx, arena);
}
