/* Finds the projects that a `dotnet test` or `dotnet run` applies to: those that its words name,
 * those of a solution, or those of the folder. */
#include <string.h>

#include "base/cc_file.h"
#include "cli/project/cmd_collect_parts.h"
#include "cli/project/cmd_project.h"
#include "cli/project/cmd_project_list.h"

typedef struct targeting {
    cmd_visit_project visit;
    void *ctx;
    const char *solution_dir;
    const char *dir; /* in which the command runs */
    bool is_run;     /* `dotnet run` */
    bool is_named;   /* a word names a target */
    bool is_built;   /* the words name a built program: no further project is read */
    cc_list lists;   /* paths of the lists of projects that were read */
    cc_arena *arena;
} targeting;

/* --- folders and solutions -------------------------------------------------------------------- */

static cc_err take_project(void *ctx, cc_str relative) {
    targeting *l = ctx;
    char *path = cc_arena_printf(l->arena, "%s/%.*s", l->solution_dir, CC_STR_ARGS(relative));
    char *absolute = NULL;
    CC_TRY(cc_path_absolute(l->arena, path, &absolute));
    return l->visit(l->ctx, absolute, l->solution_dir);
}

static cc_err look_at_solution(targeting *l, const char *path) {
    cc_str text;
    l->solution_dir = cc_arena_strdup(l->arena, cc_path_dir(cc_strz(path)));
    if (cc_file_read(l->arena, path, CMD_MOST_SOLUTION, &text) != CC_OK) {
        return CC_OK;
    }
    cc_err err = cmd_solution_read(text, l->arena, take_project, l);
    return err == CC_E_FORMAT ? CC_OK : err;
}

static cc_err look_at_target(targeting *l, const char *path);

/* Notes the list; false: it was read already, or there are too many. */
static bool is_new_list(targeting *l, const char *path) {
    enum { MOST_LISTS = 200 };
    for (uint32_t i = 0; i < l->lists.count; i++) {
        if (strcmp(l->lists.items[i], path) == 0) {
            return false;
        }
    }
    cc_list_add(&l->lists, cc_arena_strdup(l->arena, cc_strz(path)));
    return l->lists.count <= MOST_LISTS;
}

/* A list may contain others, also itself. */
static cc_err look_at_list(targeting *l, const char *path) {
    cmd_project_list list;
    const char *outer = l->solution_dir;
    if (!is_new_list(l, path)) {
        return CC_OK;
    }
    CC_TRY(cmd_project_list_read(&list, path, l->arena));
    l->solution_dir = list.solution_dir != NULL ? list.solution_dir : outer;
    for (uint32_t i = 0; i < list.paths.count; i++) {
        CC_TRY(look_at_target(l, list.paths.items[i]));
    }
    l->solution_dir = outer;
    return CC_OK;
}

static bool is_target(cc_str path) {
    return cmd_is_project(path) || cmd_is_solution(path) || cmd_is_project_list(path);
}

static cc_err look_at_target(targeting *l, const char *path) {
    if (cmd_is_solution(cc_strz(path))) {
        return look_at_solution(l, path);
    }
    if (cmd_is_project_list(cc_strz(path))) {
        return look_at_list(l, path);
    }
    return cmd_is_project(cc_strz(path)) ? l->visit(l->ctx, path, l->solution_dir) : CC_OK;
}

typedef bool (*is_of_kind)(cc_str path);

static bool has_one(char *const *names, size_t count, is_of_kind is_kind) {
    for (size_t i = 0; i < count; i++) {
        if (is_kind(cc_strz(names[i]))) {
            return true;
        }
    }
    return false;
}

/* `dotnet run` takes the project of a folder, and other verbs its solution; without one any
 * target. */
static is_of_kind preferred_in(const targeting *l, char *const *names, size_t count) {
    is_of_kind first = l->is_run ? cmd_is_project : cmd_is_solution;
    return has_one(names, count, first) ? first : is_target;
}

static cc_err look_at_folder(targeting *l, const char *dir) {
    char **names = NULL;
    size_t count = 0;
    if (cc_dir_list(l->arena, dir, &names, &count) != CC_OK) {
        return CC_OK;
    }
    is_of_kind is_kind = preferred_in(l, names, count);
    for (size_t i = 0; i < count; i++) {
        if (is_kind(cc_strz(names[i]))) {
            CC_TRY(look_at_target(l, cc_path_join(l->arena, dir, names[i])));
        }
    }
    return CC_OK;
}

/* --- options ---------------------------------------------------------------------------------- */

typedef enum option_kind {
    OPTION_VALUE,  /* it is not a target, even where a folder has its name */
    OPTION_VALUES, /* all words up to the next option are values */
    OPTION_TARGET, /* a project, a solution, or the folder of one */
    OPTION_BUILT   /* what is run is built, or has no project */
} option_kind;

typedef struct dotnet_option {
    const char *name;
    option_kind kind;
} dotnet_option;

/* Options of `dotnet test`, `dotnet run` and `dotnet build` that take values, also those of
 * Microsoft.Testing.Platform. */
static const dotnet_option options[] = {
    {"--project", OPTION_TARGET},
    {"--solution", OPTION_TARGET},
    {"--test-modules", OPTION_BUILT},
    {"--file", OPTION_BUILT},
    {"-a", OPTION_VALUE},
    {"--arch", OPTION_VALUE},
    {"--artifacts-path", OPTION_VALUE},
    {"--blame-crash-dump-type", OPTION_VALUE},
    {"--blame-hang-dump-type", OPTION_VALUE},
    {"--blame-hang-timeout", OPTION_VALUE},
    {"-c", OPTION_VALUE},
    {"--configuration", OPTION_VALUE},
    {"--collect", OPTION_VALUE},
    {"--config-file", OPTION_VALUE},
    {"-d", OPTION_VALUE},
    {"--device", OPTION_VALUE},
    {"--diag", OPTION_VALUE},
    {"--diagnostic-output-directory", OPTION_VALUE},
    {"--diagnostic-output-fileprefix", OPTION_VALUE},
    {"--diagnostic-verbosity", OPTION_VALUE},
    {"-e", OPTION_VALUE},
    {"--environment", OPTION_VALUE},
    {"--exit-on-process-exit", OPTION_VALUE},
    {"-f", OPTION_VALUE},
    {"--framework", OPTION_VALUE},
    {"--filter", OPTION_VALUE},
    {"--filter-class", OPTION_VALUES},
    {"--filter-method", OPTION_VALUES},
    {"--filter-namespace", OPTION_VALUES},
    {"--filter-not-class", OPTION_VALUES},
    {"--filter-not-method", OPTION_VALUES},
    {"--filter-not-namespace", OPTION_VALUES},
    {"--filter-not-trait", OPTION_VALUES},
    {"--filter-trait", OPTION_VALUES},
    {"--filter-uid", OPTION_VALUES},
    {"--ignore-exit-code", OPTION_VALUE},
    {"-l", OPTION_VALUE},
    {"--logger", OPTION_VALUE},
    {"-lp", OPTION_VALUE},
    {"--launch-profile", OPTION_VALUE},
    {"--max-parallel-test-modules", OPTION_VALUE},
    {"--minimum-expected-tests", OPTION_VALUE},
    {"-o", OPTION_VALUE},
    {"--os", OPTION_VALUE},
    {"--output", OPTION_VALUE},
    {"-p", OPTION_VALUE},
    {"--property", OPTION_VALUE},
    {"-r", OPTION_VALUE},
    {"--report-trx-filename", OPTION_VALUE},
    {"--results-directory", OPTION_VALUE},
    {"--root-directory", OPTION_VALUE},
    {"--runtime", OPTION_VALUE},
    {"-s", OPTION_VALUE},
    {"--settings", OPTION_VALUE},
    {"--test-adapter-path", OPTION_VALUE},
    {"--timeout", OPTION_VALUE},
    {"--treenode-filter", OPTION_VALUE},
    {"-v", OPTION_VALUE},
    {"-verbosity", OPTION_VALUE},
    {"--verbosity", OPTION_VALUE},
    {"--version-suffix", OPTION_VALUE},
};

/* The option that the word is; NULL: none with a value. *value: the text after '=' or ':'; NULL:
 * the value is the next word. */
static const dotnet_option *option_of(const char *word, const char **value) {
    size_t len = strcspn(word, "=:");
    *value = word[len] == '\0' ? NULL : word + len + 1;
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        if (cc_str_eqz((cc_str){word, len}, options[i].name)) {
            return &options[i];
        }
    }
    return NULL;
}

static bool ends_words(const char *word) {
    return strcmp(word, "--") == 0 || strcmp(word, ";") == 0;
}

/* Number of words of the option at words[at], with its values; *value: the first of them, NULL:
 * there is none. */
static size_t read_option(char *const *words, size_t count, size_t at, const dotnet_option *option,
                          const char **value) {
    size_t used = 1;
    bool is_apart = *value == NULL && at + 1 < count && !ends_words(words[at + 1]);
    if (!is_apart) {
        return used;
    }
    *value = words[at + used++];
    while (option->kind == OPTION_VALUES && at + used < count && words[at + used][0] != '-' &&
           !ends_words(words[at + used])) {
        used++;
    }
    return used;
}

/* --- the command ------------------------------------------------------------------------------ */

/* Visits what the word names, if that is a target. */
static cc_err look_at_word(targeting *l, const char *word) {
    static const char *const built[] = {".dll", ".exe", NULL};
    char *path = NULL;
    CC_TRY(cc_path_resolve(l->arena, l->dir, word, &path));
    if (cc_path_is_dir(path)) {
        l->is_named = true;
        return look_at_folder(l, path);
    }
    if (!cc_path_exists(path)) {
        return CC_OK;
    }
    if (is_target(cc_strz(path))) {
        l->is_named = true;
        return look_at_target(l, path);
    }
    l->is_built = l->is_built || cc_str_ends_with_one_of_nocase(cc_strz(path), built);
    return CC_OK;
}

/* Visits what the option or the other word at words[at] names; *used: number of its words. The
 * other words of `dotnet run` are those of its program. */
static cc_err look_at_words(targeting *l, char *const *words, size_t count, size_t at,
                            size_t *used) {
    const char *value = NULL;
    const dotnet_option *option = option_of(words[at], &value);
    *used = 1;
    if (option == NULL) {
        return words[at][0] == '-' || l->is_run ? CC_OK : look_at_word(l, words[at]);
    }
    *used = read_option(words, count, at, option, &value);
    l->is_built = l->is_built || option->kind == OPTION_BUILT;
    return option->kind == OPTION_TARGET && value != NULL ? look_at_word(l, value) : CC_OK;
}

cc_err cmd_visit_projects(const cmd_test_run *run, cmd_visit_project visit, void *ctx,
                          cc_arena *arena) {
    targeting l = {.visit = visit,
                   .ctx = ctx,
                   .solution_dir = run->folder,
                   .dir = run->folder,
                   .lists = {.arena = arena},
                   .is_run = strcmp(run->words[run->at + 1], "run") == 0,
                   .arena = arena};
    size_t used = 1;
    for (size_t i = run->at + 2; i < run->end && !ends_words(run->words[i]) && !l.is_built;
         i += used) {
        CC_TRY(look_at_words(&l, run->words, run->end, i, &used));
    }
    return l.is_named || l.is_built ? CC_OK : look_at_folder(&l, run->folder);
}
