/* Who made an assembly; see cov_third_party.h. */
#include "coverage/model/cov_third_party.h"

#include <string.h>

#include "base/cc_file.h"
#include "coverage/model/cov_model.h"

enum { MAX_DEPS = 16 << 20 };

/* What follows the first such text; empty: there is none. */
static cc_span after(cc_span text, const char *part) {
    size_t len = strlen(part);
    const uint8_t *at = text.len == 0 ? NULL : memmem(text.data, text.len, part, len);
    if (at == NULL) {
        return (cc_span){NULL, 0};
    }
    return cc_span_of(at + len, text.len - (size_t)(at - text.data) - len);
}

/* `"libraries": { "NAME/VERSION": { "type": "project"`: a file that a project only refers to has another type. */
static bool is_project(cc_span deps, const char *library) {
    enum { MOST_SPACES = 8 };
    cc_span type = after(after(after(deps, "\"libraries\""), library), "\"type\"");
    static const char project[] = "\"project\"";
    for (size_t i = 0; i < MOST_SPACES && i + sizeof project - 1 <= type.len; i++) {
        if (memcmp(type.data + i, project, sizeof project - 1) == 0) {
            return true;
        }
    }
    return false;
}

static cov_maker maker_in(const char *deps, const char *file_of_package, const char *library) {
    cc_mapped_file file;
    cov_maker maker = COV_MAKER_UNKNOWN;
    if (cc_file_map(&file, deps, false) != CC_OK) {
        return maker;
    }
    if (file.bytes.len <= MAX_DEPS && after(file.bytes, file_of_package).data != NULL) {
        maker = COV_MAKER_PACKAGE;
    } else if (file.bytes.len <= MAX_DEPS && is_project(file.bytes, library)) {
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
    cc_str stem = cc_path_stem(base);
    const char *of_package = cc_arena_printf(arena, "/%.*s\"", CC_STR_ARGS(base));
    const char *library = cc_arena_printf(arena, "\"%.*s/", CC_STR_ARGS(stem));
    if (base.len == 0 || dir[0] != '/' || cc_dir_list(arena, dir, &names, &count) != CC_OK) {
        return COV_MAKER_UNKNOWN;
    }
    for (size_t i = 0; i < count; i++) {
        if (!cc_str_ends(cc_strz(names[i]), ".deps.json")) {
            continue;
        }
        cov_maker maker = maker_in(cc_path_join(arena, dir, names[i]), of_package, library);
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
