/* Finds the projects that a `dotnet test` or `dotnet run` applies to: those that its words name,
 * those of a solution, or those of the folder. */
#include <string.h>

#include "base/cc_file.h"
#include "cli/project/cmd_collect_parts.h"
#include "cli/project/cmd_project.h"

typedef struct targeting {
    cmd_visit_project visit;
    void *ctx;
    const char *solution_dir;
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

static cc_err look_at_target(targeting *l, const char *path) {
    return cmd_is_solution(cc_strz(path)) ? look_at_solution(l, path)
                                          : l->visit(l->ctx, path, l->solution_dir);
}

/* Visits the folder's solution, or without one its project. */
static cc_err look_at_folder(targeting *l, const char *dir) {
    char **entries = NULL;
    size_t count = 0;
    bool has_solution = false;
    if (cc_dir_list(l->arena, dir, &entries, &count) != CC_OK) {
        return CC_OK;
    }
    for (size_t i = 0; i < count; i++) {
        has_solution = has_solution || cmd_is_solution(cc_strz(entries[i]));
    }
    for (size_t i = 0; i < count; i++) {
        if (has_solution ? cmd_is_solution(cc_strz(entries[i]))
                         : cmd_is_project(cc_strz(entries[i]))) {
            char *path = cc_path_join(l->arena, dir, entries[i]);
            CC_TRY(look_at_target(l, path));
        }
    }
    return CC_OK;
}

/* --- the command ------------------------------------------------------------------------------ */

/* The folder that is current at words[at], after the `cd` commands of a script. */
static cc_err folder_at(char *const *words, size_t at, char **out, cc_arena *arena) {
    CC_TRY(cc_path_absolute(arena, ".", out));
    for (size_t i = 0; i + 1 < at; i++) {
        bool is_first = i == 0 || strcmp(words[i - 1], ";") == 0;
        if (!is_first || strcmp(words[i], "cd") != 0) {
            continue;
        }
        CC_TRY(cc_path_resolve(arena, *out, words[i + 1], out));
    }
    return CC_OK;
}

/* Options whose value may be a folder that is not a target. */
static bool names_output(const char *word) {
    static const char *const options[] = {
        "-o",         "--output", "-r",     "--results-directory", "-s",
        "--settings", "-d",       "--diag", "--artifacts-path",    "--test-adapter-path",
        NULL};
    return cc_str_is_one_of(cc_strz(word), options);
}

cc_err cmd_visit_projects(char *const *argv, size_t count, size_t at, cmd_visit_project visit,
                          void *ctx, cc_arena *arena) {
    targeting run = {.visit = visit, .ctx = ctx, .arena = arena};
    targeting *l = &run;
    char *dir = NULL;
    bool is_named = false;
    CC_TRY(folder_at(argv, at, &dir, l->arena));
    l->solution_dir = dir;
    for (size_t i = at + 2; i < count && strcmp(argv[i], "--") != 0 && strcmp(argv[i], ";") != 0;
         i++) {
        char *path = NULL;
        if (argv[i][0] == '-' || names_output(argv[i - 1])) {
            continue;
        }
        CC_TRY(cc_path_resolve(l->arena, dir, argv[i], &path));
        static const char *const built[] = {".dll", ".exe", NULL};
        if (cc_path_is_dir(path)) {
            CC_TRY(look_at_folder(l, path));
            is_named = true;
        } else if (cc_path_exists(path) &&
                   (cmd_is_project(cc_strz(path)) || cmd_is_solution(cc_strz(path)))) {
            CC_TRY(look_at_target(l, path));
            is_named = true;
        } else if (cc_path_exists(path) && cc_str_ends_with_one_of_nocase(cc_strz(path), built)) {
            return CC_OK; /* a built program: no project is read */
        }
    }
    return is_named ? CC_OK : look_at_folder(l, dir);
}
