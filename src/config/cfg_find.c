/* Finds the clrcov.xml to use. See cfg.h. */
#include "base/cc_file.h"
#include "config/cfg_internal.h"

static const char file_name[] = "clrcov.xml";

/* A file that the user named must exist. */
static cc_err take_named(const char *path, const char *who, cc_arena *arena, const char **out) {
    if (path[0] == '\0') {
        return cc_fail(CC_E_USAGE, "%s: takes a path, not ''", who);
    }
    if (!cc_path_exists(path)) {
        char quoted[CFG_QUOTE_SIZE];
        bool is_build = cc_str_eq_nocase(cc_strz(path), CC_STR("Release")) ||
                        cc_str_eq_nocase(cc_strz(path), CC_STR("Debug"));
        return cc_fail(CC_E_USAGE, "%s: file '%s' not found%s", who,
                       cfg_quote(cc_strz(path), quoted),
                       is_build ? "; write the configuration of a build after the command" : "");
    }
    *out = cc_arena_strdup(arena, cc_strz(path));
    return CC_OK;
}

/* "dir/name"; `dir` need not be zero-terminated. */
static const char *path_in(cc_arena *arena, cc_str dir, const char *name) {
    const char *slash = cc_str_ends(dir, "/") ? "" : "/";
    return cc_arena_printf(arena, "%.*s%s%s", CC_STR_ARGS(dir), slash, name);
}

/* A dangling link is an error: to skip it would silently lose its settings. */
static cc_err look_for_file(cc_arena *arena, cc_str dir, const char **out) {
    const char *path = path_in(arena, dir, file_name);
    *out = cc_path_exists(path) ? path : NULL;
    return *out == NULL && cc_path_is_link(path)
               ? cc_fail(CC_E_USAGE,
                         "%s: is a link to a file that does not exist; remove the link, or create "
                         "the file",
                         path)
               : CC_OK;
}

/* Finds the nearest file up to the first directory with a .git, which may also be a file (work
 * trees, submodules). */
static cc_err search(const char *start, cc_arena *arena, const char **out) {
    char *absolute = NULL;
    CC_TRY(cc_path_absolute(arena, start, &absolute));
    const char *in_start = NULL;
    const char *nearest = NULL;
    cc_str dir = cc_strz(absolute);
    for (bool is_first = true;; is_first = false) {
        const char *found = NULL;
        CC_TRY(look_for_file(arena, dir, &found));
        nearest = nearest == NULL ? found : nearest;
        in_start = is_first ? found : in_start;
        if (cc_path_exists(path_in(arena, dir, ".git"))) {
            *out = nearest;
            return CC_OK;
        }
        if (dir.len <= 1) {
            *out = in_start;
            return CC_OK;
        }
        dir = cc_path_dir(dir);
    }
}

cc_err cfg_find_file(const char *given, const char *variable, const char *start, cc_arena *arena,
                     const char **out) {
    *out = NULL;
    if (given != NULL) {
        return take_named(given, "--config", arena, out);
    }
    if (variable != NULL && variable[0] != '\0') {
        return take_named(variable, "CLRCOV_CONFIG", arena, out);
    }
    return search(start, arena, out);
}
