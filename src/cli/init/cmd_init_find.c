/* Finds the input of `clrcov init`: solutions, projects, settings files of other tools. */
#include <string.h>

#include "base/cc_file.h"
#include "base/cc_sort.h"
#include "cli/core/cmd.h"
#include "cli/core/cmd_folders.h"
#include "cli/init/cmd_init.h"
#include "cli/project/cmd_project.h"

typedef struct finder {
    cmd_solution *out;
    cc_arena *arena;
    const char *directory;
    const char *base; /* directory of the solution that is being read */
    cc_buf title;
    size_t project_cap, settings_cap;
    bool has_solution;
} finder;

/* --- projects --------------------------------------------------------------------------------- */

static bool is_known(const cmd_solution *s, const char *path) {
    for (size_t i = 0; i < s->project_count; i++) {
        if (strcmp(s->projects[i].path, path) == 0) {
            return true;
        }
    }
    return false;
}

static cc_err add_project(finder *f, const char *path) {
    cmd_solution *out = f->out;
    cmd_project_facts facts;
    const char *base = f->base != NULL ? f->base : f->directory;
    const cmd_project_asked asked = {.path = path, .solution_dir = base};
    if (is_known(out, path) || cmd_project_evaluate(&facts, &asked, f->arena) != CC_OK) {
        return CC_OK;
    }
    out->projects = cc_arena_grow(f->arena, out->projects, out->project_count, &f->project_cap,
                                  sizeof(cmd_project));
    cc_str stem = cc_path_stem(cc_strz(path));
    cmd_project project = {.path = cc_arena_strdup(f->arena, cc_strz(path)),
                           .assembly = facts.assembly != NULL ? facts.assembly
                                                              : cc_arena_strdup(f->arena, stem),
                           .is_test = facts.is_test};
    out->projects[out->project_count++] = project;
    return cmd_read_coverlet(&out->coverlet, project.path, base, f->arena);
}

static cc_err take_project(void *ctx, cc_str relative) {
    finder *f = ctx;
    char *joined = cc_arena_printf(f->arena, "%s/%.*s", f->base, CC_STR_ARGS(relative));
    char *path;
    if (cc_path_real(f->arena, joined, &path) != CC_OK) {
        return CC_OK;
    }
    return add_project(f, path);
}

/* --- solutions -------------------------------------------------------------------------------- */

static void add_title(finder *f, const char *name) {
    cc_buf_printf(&f->title, "%s%s", f->title.len > 0 ? ", " : "", name);
}

static cc_err add_solution(finder *f, const char *name) {
    char *path = cc_path_join(f->arena, f->directory, name);
    cc_str text;
    cc_err err = cc_file_read(f->arena, path, CMD_MOST_SOLUTION, &text);
    if (err == CC_E_LIMIT) {
        cmd_say("%s: %s for a solution; clrcov searches the folders for projects", path,
                cc_error_message());
    }
    if (err != CC_OK) {
        return CC_OK;
    }
    f->base = f->directory;
    err = cmd_solution_read(text, f->arena, take_project, f);
    f->has_solution = true;
    add_title(f, name);
    return err == CC_E_FORMAT ? CC_OK : err;
}

/* --- settings --------------------------------------------------------------------------------- */

/* The file contains settings of coverage: importing any other file is an error. */
static bool has_coverage(finder *f, const char *path) {
    cfg_layer layer;
    cc_buf warnings = {0};
    cfg_layer_init(&layer, CFG_FILE, f->arena);
    cc_err err = cfg_read_import(&layer, path, false, &warnings);
    cc_buf_free(&warnings);
    return err == CC_OK;
}

static void add_settings(finder *f, const char *folder, const char *name) {
    cmd_solution *out = f->out;
    char *path = cc_path_join(f->arena, folder, name);
    if (!has_coverage(f, path)) {
        return;
    }
    out->settings = cc_arena_grow(f->arena, out->settings, out->settings_count, &f->settings_cap,
                                  sizeof(char *));
    const char *relative = path + strlen(f->directory);
    relative += strcmp(f->directory, "/") != 0;
    out->settings[out->settings_count++] = relative;
}

static bool is_settings(cc_str name) {
    static const char extension[] = ".runsettings";
    bool has_extension = name.len >= sizeof extension && cc_str_ends_nocase(name, extension);
    return has_extension || cc_str_eqz(name, "testconfig.json");
}

static cc_err visit(void *ctx, const char *folder, char *const *names, size_t count) {
    finder *f = ctx;
    for (size_t i = 0; i < count; i++) {
        if (is_settings(cc_strz(names[i]))) {
            add_settings(f, folder, names[i]);
        }
        if (!f->has_solution && cmd_is_project(cc_strz(names[i]))) {
            char *path = cc_path_join(f->arena, folder, names[i]);
            CC_TRY(add_project(f, path));
        }
    }
    return CC_OK;
}

/* --- the repository --------------------------------------------------------------------------- */

static void find_git(finder *f) {
    cc_buf relative = {0};
    cc_str dir = cc_strz(f->directory);
    while (dir.len > 0) {
        char *marker = cc_arena_printf(f->arena, "%.*s/.git", CC_STR_ARGS(dir));
        if (cc_path_exists(marker)) {
            cc_str text = relative.len == 0 ? CC_STR(".") : cc_buf_str(&relative);
            f->out->git = cc_arena_strdup(f->arena, text);
            break;
        }
        cc_buf_puts(&relative, relative.len == 0 ? ".." : "/..");
        dir = dir.len > 1 ? cc_path_dir(dir) : (cc_str){"", 0};
    }
    cc_buf_free(&relative);
}

/* --- the whole -------------------------------------------------------------------------------- */

static int compare_projects(const void *a, const void *b) {
    return strcmp(((const cmd_project *)a)->path, ((const cmd_project *)b)->path);
}

static cc_err find_all(finder *f) {
    static const char *const outputs[] = {"bin", NULL};
    cmd_walk walk = {.visit = visit, .ctx = f, .skipped = outputs};
    char **names;
    size_t count;
    CC_TRY(cc_dir_list(f->arena, f->directory, &names, &count));
    for (size_t i = 0; i < count; i++) {
        if (cmd_is_solution(cc_strz(names[i]))) {
            CC_TRY(add_solution(f, names[i]));
        }
    }
    CC_TRY(cmd_walk_folders(&walk, f->directory));
    if (walk.is_cut) {
        cmd_say("some folders below %s were not searched", f->directory);
    }
    find_git(f);
    if (f->title.len == 0 && f->out->project_count == 1) {
        cc_str name = cc_path_base(cc_strz(f->out->projects[0].path));
        cc_buf_str_put(&f->title, name);
    }
    return CC_OK;
}

/* The path relative to the directory, so that it holds on other machines. */
static const char *relative_to(const finder *f, const char *path) {
    cc_str dir = cc_strz(f->directory);
    cc_buf out = {0};
    while (dir.len > 1 && (strncmp(path, dir.s, dir.len) != 0 || path[dir.len] != '/')) {
        cc_buf_puts(&out, "../");
        dir = cc_path_dir(dir);
    }
    cc_buf_puts(&out, path + dir.len + (dir.len > 1));
    return cc_buf_take(&out, f->arena);
}

static void name_files(finder *f) {
    for (size_t i = 0; i < f->out->coverlet.count; i++) {
        cmd_coverlet_setting *setting = &f->out->coverlet.items[i];
        setting->file = relative_to(f, setting->file);
    }
}

cc_err cmd_find_projects(cmd_solution *out, const char *directory, cc_arena *arena) {
    *out = (cmd_solution){0};
    finder f = {.out = out, .arena = arena, .directory = directory};
    cc_err err = find_all(&f);
    if (err == CC_OK) {
        name_files(&f);
        cc_sort(out->projects, out->project_count, sizeof *out->projects, compare_projects);
        out->title = f.title.len == 0 ? NULL : cc_arena_strdup(arena, cc_buf_str(&f.title));
    }
    cc_buf_free(&f.title);
    return err;
}
