/* Who made an assembly; see sel_maker.h. */
#include "select/sel_maker.h"

#include <string.h>

#include "base/cc_file.h"
#include "base/cc_glob.h"

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

static sel_maker maker_in(const char *deps, const char *file_of_package, const char *library) {
    cc_mapped_file file;
    sel_maker maker = SEL_MAKER_UNKNOWN;
    if (cc_file_look(&file, deps) != CC_OK) {
        return maker;
    }
    if (file.bytes.len <= MAX_DEPS && after(file.bytes, file_of_package).data != NULL) {
        maker = SEL_MAKER_PACKAGE;
    } else if (file.bytes.len <= MAX_DEPS && is_project(file.bytes, library)) {
        maker = SEL_MAKER_PROJECT;
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

sel_maker sel_find_maker(cc_str path, cc_arena *arena) {
    char **names = NULL;
    size_t count = 0;
    cc_str base = cc_path_base(path);
    const char *dir = cc_arena_strdup(arena, cc_path_dir(path));
    cc_str stem = cc_path_stem(base);
    const char *of_package = cc_arena_printf(arena, "/%.*s\"", CC_STR_ARGS(base));
    const char *library = cc_arena_printf(arena, "\"%.*s/", CC_STR_ARGS(stem));
    if (base.len == 0 || dir == NULL || of_package == NULL || library == NULL || dir[0] != '/' ||
        cc_dir_list(arena, dir, &names, &count) != CC_OK) {
        return SEL_MAKER_UNKNOWN;
    }
    for (size_t i = 0; i < count; i++) {
        const char *deps = cc_str_ends(cc_strz(names[i]), ".deps.json")
                               ? cc_path_join(arena, dir, names[i])
                               : NULL;
        sel_maker maker = deps != NULL ? maker_in(deps, of_package, library) : SEL_MAKER_UNKNOWN;
        if (maker != SEL_MAKER_UNKNOWN) {
            return maker;
        }
    }
    return is_adapter(base) ? SEL_MAKER_PACKAGE : SEL_MAKER_UNKNOWN;
}

bool sel_is_test_tool(cc_str name, cc_str path, cc_arena *arena) {
    static const char *const tools[] = {
#define SEL_TEST_TOOL(GLOB) GLOB,
#include "select/sel_test_tools.def"
#undef SEL_TEST_TOOL
    };
    for (size_t i = 0; i < sizeof tools / sizeof *tools; i++) {
        if (cc_glob_name(cc_strz(tools[i]), name, true)) {
            return sel_find_maker(path, arena) == SEL_MAKER_PACKAGE;
        }
    }
    return false;
}
