/* Parts of paths, by text. See cc_file.h. */
#include <string.h>

#include "base/cc_file.h"

char *cc_path_join(cc_arena *arena, const char *dir, const char *name) {
    size_t len = strlen(dir);
    const char *slash = len > 0 && dir[len - 1] == '/' ? "" : "/";
    return cc_arena_printf(arena, "%s%s%s", dir, slash, name);
}

cc_err cc_path_resolve(cc_arena *arena, const char *dir, const char *path, char **out) {
    const char *joined = path[0] == '/' ? path : cc_path_join(arena, dir, path);
    return joined == NULL ? cc_fail(CC_E_NOMEM, "out of memory")
                          : cc_path_absolute(arena, joined, out);
}

/* Returns the index after the last '/', 0 when there is none. */
static size_t base_start(cc_str path) {
    size_t at = path.len;
    while (at > 0 && path.s[at - 1] != '/') {
        at--;
    }
    return at;
}

cc_str cc_path_base(cc_str path) {
    size_t at = base_start(path);
    return at == 0 ? path : (cc_str){path.s + at, path.len - at};
}

cc_str cc_path_dir(cc_str path) {
    size_t at = base_start(path);
    if (at == 0) {
        return (cc_str){"", 0};
    }
    return (cc_str){path.s, at == 1 ? 1 : at - 1};
}

cc_err cc_path_find_up(cc_arena *arena, const char *start, const char *name, char **out) {
    cc_str dir = cc_strz(start);
    *out = NULL;
    while (dir.len > 0) {
        char *here = cc_arena_strdup(arena, dir);
        char *path = here == NULL ? NULL : cc_path_join(arena, here, name);
        if (path == NULL) {
            return cc_fail(CC_E_NOMEM, "out of memory");
        }
        if (cc_path_exists(path)) {
            *out = here;
            break;
        }
        dir = cc_str_eqz(dir, "/") ? CC_STR("") : cc_path_dir(dir);
    }
    return CC_OK;
}

cc_str cc_path_stem(cc_str path) {
    cc_str base = cc_path_base(path);
    for (size_t i = base.len; i > 1; i--) {
        if (base.s[i - 1] == '.') {
            return (cc_str){base.s, i - 1};
        }
    }
    return base;
}
