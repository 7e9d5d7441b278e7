/* Assemblies that came with a package; see cov_third_party.h. */
#include "coverage/model/cov_third_party.h"

#include <string.h>

#include "base/cc_file.h"

enum { MAX_DEPS = 16 << 20 };

static bool contains(cc_span text, const char *part) {
    size_t len = strlen(part);
    const uint8_t *at = text.data;
    size_t left = text.len;
    while (left >= len) {
        const uint8_t *first = memchr(at, part[0], left - len + 1);
        if (first == NULL) {
            return false;
        }
        if (memcmp(first, part, len) == 0) {
            return true;
        }
        left -= (size_t)(first - at) + 1;
        at = first + 1;
    }
    return false;
}

static bool lists_file(const char *deps, const char *quoted) {
    cc_mapped_file file;
    if (cc_file_map(&file, deps, false) != CC_OK) {
        return false;
    }
    bool is_listed = file.bytes.len <= MAX_DEPS && contains(file.bytes, quoted);
    cc_file_unmap(&file);
    return is_listed;
}

bool cov_is_from_package(cc_str path, cc_arena *arena) {
    char **names = NULL;
    size_t count = 0;
    cc_str base = cc_path_base(path);
    const char *dir = cc_arena_strdup(arena, cc_path_dir(path));
    const char *quoted = cc_arena_printf(arena, "/%.*s\"", (int)base.len, base.s);
    if (base.len == 0 || dir == NULL || dir[0] != '/' || quoted == NULL ||
        cc_dir_list(arena, dir, &names, &count) != CC_OK) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        const char *deps = cc_str_ends(cc_strz(names[i]), ".deps.json")
                               ? cc_path_join(arena, dir, names[i])
                               : NULL;
        if (deps != NULL && lists_file(deps, quoted)) {
            return true;
        }
    }
    return false;
}
