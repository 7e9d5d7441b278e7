/* Who made an assembly; see cov_third_party.h. */
#include "coverage/model/cov_third_party.h"

#include <string.h>

#include "base/cc_file.h"
#include "coverage/model/cov_model.h"

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

static cov_maker maker_in(const char *deps, const char *of_package, const char *of_project) {
    cc_mapped_file file;
    cov_maker maker = COV_MAKER_UNKNOWN;
    if (cc_file_map(&file, deps, false) != CC_OK) {
        return maker;
    }
    if (file.bytes.len <= MAX_DEPS && contains(file.bytes, of_package)) {
        maker = COV_MAKER_PACKAGE;
    } else if (file.bytes.len <= MAX_DEPS && contains(file.bytes, of_project)) {
        maker = COV_MAKER_PROJECT;
    }
    cc_file_unmap(&file);
    return maker;
}

static bool is_adapter(cc_str base) {
    static const char end[] = ".testadapter.dll";
    enum { LENGTH = sizeof end - 1 };
    return base.len > LENGTH &&
           cc_str_eq_nocase((cc_str){base.s + base.len - LENGTH, LENGTH}, CC_STR(end));
}

cov_maker cov_find_maker(cc_str path, cc_arena *arena) {
    char **names = NULL;
    size_t count = 0;
    cc_str base = cc_path_base(path);
    const char *dir = cc_arena_strdup(arena, cc_path_dir(path));
    const char *of_package = cc_arena_printf(arena, "/%.*s\"", (int)base.len, base.s);
    const char *of_project = cc_arena_printf(arena, "\"%.*s\"", (int)base.len, base.s);
    if (base.len == 0 || dir == NULL || dir[0] != '/' || of_package == NULL || of_project == NULL ||
        cc_dir_list(arena, dir, &names, &count) != CC_OK) {
        return COV_MAKER_UNKNOWN;
    }
    for (size_t i = 0; i < count; i++) {
        const char *deps = cc_str_ends(cc_strz(names[i]), ".deps.json")
                               ? cc_path_join(arena, dir, names[i])
                               : NULL;
        cov_maker maker = deps == NULL ? COV_MAKER_UNKNOWN : maker_in(deps, of_package, of_project);
        if (maker != COV_MAKER_UNKNOWN) {
            return maker;
        }
    }
    return is_adapter(base) ? COV_MAKER_PACKAGE : COV_MAKER_UNKNOWN;
}

bool cov_omitted_is_own(const cov_omitted *omitted) {
    static const bool is_own[CTR_REASON_COUNT] = {
        [CTR_REASON_FILTER] = true,        [CTR_REASON_TEST_ASSEMBLY] = true,
        [CTR_REASON_PDB_MISMATCH] = true,  [CTR_REASON_EXCLUDED_BY_ATTRIBUTE] = true,
        [CTR_REASON_NEVER_LOADED] = true,  [CTR_REASON_GENERATED] = true,
        [CTR_REASON_NOT_STORED] = true,    [CTR_REASON_BAD_IMAGE] = true,
        [CTR_REASON_AUTO_PROPERTY] = true, [CTR_REASON_COMPILER_MADE] = true,
    };
    return (unsigned)omitted->reason < CTR_REASON_COUNT && is_own[omitted->reason];
}
