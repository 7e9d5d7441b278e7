/* Where the sources are, and whether reports can be written where they shall be. See
 * cmd_paths.h. */
#include <limits.h>
#include <string.h>

#include "base/cc_file.h"
#include "base/cc_folder.h"
#include "base/cc_out.h"
#include "cli/core/cmd.h"
#include "cli/core/cmd_formats.h"
#include "cli/core/cmd_paths.h"
#include "clrcov/version.h"

cc_err cmd_find_git(cc_arena *arena, const char *start, char **out) {
    return cc_path_find_up(arena, start, ".git", out);
}

cc_str cmd_folder_below(const char *root, const char *top) {
    size_t len = strlen(top);
    bool is_below = strlen(root) > len + 1 && root[len] == '/';
    return is_below ? cc_strz(root + len + 1) : CC_STR("");
}

cc_err cmd_find_root(cc_arena *arena, const char *given, char **out) {
    if (given != NULL) {
        if (!cc_path_is_dir(given)) {
            return cc_fail(CC_E_USAGE, "--root: %s is not a directory", given);
        }
        return cc_path_real(arena, given, out);
    }
    char *here;
    CC_TRY(cc_path_real(arena, ".", &here));
    CC_TRY(cmd_find_git(arena, here, out));
    *out = *out == NULL ? here : *out;
    return CC_OK;
}

/* Something can be made at the path, which is absolute. */
static cc_err check_above(cc_arena *arena, const char *absolute, bool is_device) {
    char *dir = cc_arena_strdup(arena, cc_path_dir(cc_strz(absolute)));
    /* Missing directories are created when the report is written. */
    while (!cc_path_exists(dir)) {
        dir = cc_arena_strdup(arena, cc_path_dir(cc_strz(dir)));
    }
    if (!cc_path_is_dir(dir)) {
        return cc_fail(CC_E_IO, "%s: cannot write the report: %s is not a directory", absolute,
                       dir);
    }
    return cc_dir_is_writable(dir) || is_device
               ? CC_OK
               : cc_fail(CC_E_IO, "%s: cannot write the report: %s is not writable", absolute, dir);
}

cc_err cmd_check_output(cc_arena *arena, const char *path) {
    char *absolute;
    char followed[PATH_MAX];
    CC_TRY(cc_path_follow(followed, path));
    CC_TRY(cc_path_absolute(arena, followed, &absolute));
    if (cc_path_is_dir(absolute)) {
        return cc_fail(CC_E_IO, "%s: cannot write the report: it is a directory", absolute);
    }
    return check_above(arena, absolute, cc_path_is_device(path));
}

cc_err cmd_check_folder(cc_arena *arena, const char *path) {
    char *absolute;
    CC_TRY(cc_path_absolute(arena, path, &absolute));
    CC_TRY(cc_folder_check(absolute, &cmd_pages_folder));
    return cc_path_is_dir(absolute) ? CC_OK : check_above(arena, absolute, false);
}

/* `folder` is `path`, or above it; both are absolute. */
static bool holds(const char *folder, const char *path) {
    size_t len = strcmp(folder, "/") == 0 ? 0 : strlen(folder);
    return strncmp(folder, path, len) == 0 && (path[len] == '/' || path[len] == '\0');
}

/* Pages are many files: amid the sources nobody could tell them apart. */
static cc_err check_pages(const cmd_config *config, const char *path, cc_arena *arena) {
    char *here;
    CC_TRY(cc_path_absolute(arena, ".", &here));
    return holds(path, here) || (config->root != NULL && holds(path, config->root))
               ? cc_fail(CC_E_USAGE,
                         "%s: %s holds the sources; give pages a folder of their own: "
                         "-f html=coverage-html",
                         config->values.origin[CFG_FORMAT], path)
               : cmd_check_folder(arena, path);
}

cc_err cmd_check_outputs(const cmd_config *config, cc_arena *arena) {
    for (size_t i = 0; i < config->report_count; i++) {
        const cmd_report_file *report = &config->reports[i];
        if (strcmp(report->path, "-") != 0) {
            CC_TRY(cmd_is_folder(config, report) ? check_pages(config, report->path, arena)
                                                 : cmd_check_output(arena, report->path));
        }
    }
    return CC_OK;
}

int cmd_outputs_code(const cmd_config *config, cc_arena *arena) {
    cc_err err = cmd_check_outputs(config, arena);
    return err == CC_OK ? CLRCOV_EXIT_OK : cmd_fail(cmd_output_code(err));
}

/* --- places of outputs ------------------------------------------------------------------------ */

/* The path without links, as far as the file is there. */
static const char *real_path(const char *path, cc_arena *arena) {
    char followed[PATH_MAX];
    char *absolute = NULL;
    char *real = NULL;
    bool has_followed = cc_path_follow(followed, path) == CC_OK;
    if (cc_path_absolute(arena, has_followed ? followed : path, &absolute) != CC_OK) {
        return path;
    }
    char *dir = cc_arena_strdup(arena, cc_path_dir(cc_strz(absolute)));
    bool is_there = cc_path_exists(dir) && cc_path_real(arena, dir, &real) == CC_OK;
    cc_str name = cc_path_base(cc_strz(absolute));
    return is_there ? cc_path_join(arena, real, cc_arena_strdup(arena, name)) : absolute;
}

/* Where the file will be; NULL: nothing there is replaced. */
static const char *replaced_by(const cmd_place *place, cc_arena *arena) {
    bool is_appended = strcmp(place->path, "-") == 0 || cc_out_is_direct(place->path);
    return is_appended ? NULL : real_path(place->path, arena);
}

static cc_err fail_same(const cmd_place *a, const cmd_place *b) {
    if (strcmp(a->name, b->name) == 0) {
        return cc_fail(CC_E_USAGE, "%s: two reports have the path %s; give each a path of its own",
                       b->name, b->path);
    }
    return cc_fail(CC_E_USAGE, "%s and %s: both write %s; give each a path of its own", a->name,
                   b->name, b->path);
}

static cc_err check_places(const cmd_place *places, size_t count, cc_arena *arena) {
    const char **files = CC_NEW_ARRAY(arena, const char *, count);
    for (size_t i = 0; i < count; i++) {
        files[i] = replaced_by(&places[i], arena);
        for (size_t k = 0; files[i] != NULL && k < i; k++) {
            if (files[k] != NULL && strcmp(files[i], files[k]) == 0) {
                return fail_same(&places[k], &places[i]);
            }
        }
    }
    return CC_OK;
}

cc_err cmd_check_apart(const cmd_config *config, const cmd_place *others, size_t count,
                       cc_arena *arena) {
    cmd_place *all =
        cc_arena_widen(arena, others, count, count + config->report_count, sizeof *all);
    for (size_t i = 0; i < config->report_count; i++) {
        all[count + i] = (cmd_place){config->values.origin[CFG_FORMAT], config->reports[i].path};
    }
    return check_places(all, count + config->report_count, arena);
}
