/* To which project a file of the source tree belongs, and which assembly that builds. */
#include <string.h>

#include "coverage/impact/imp_internal.h"

bool imp_is_project(cc_str name) {
    return cc_str_ends(name, ".csproj") || cc_str_ends(name, ".fsproj") ||
           cc_str_ends(name, ".vbproj");
}

static cc_str find_between(cc_str text, const char *start, const char *end) {
    size_t length = strlen(start);
    for (size_t i = 0; i + length <= text.len; i++) {
        if (memcmp(text.s + i, start, length) != 0) {
            continue;
        }
        for (size_t k = i + length; k < text.len; k++) {
            cc_str rest = {text.s + k, text.len - k};
            if (cc_str_starts(rest, end)) {
                return (cc_str){text.s + i + length, k - i - length};
            }
        }
    }
    return CC_STR("");
}

/* "" where the name is composed. */
static cc_str read_name(const imp_state *s, const char *path, cc_str file) {
    cc_mapped_file mapped;
    cc_str stem = cc_path_stem(file);
    if (cc_file_map(&mapped, path, true) != CC_OK) {
        return CC_STR("");
    }
    cc_str text = {(const char *)mapped.bytes.data, mapped.bytes.len};
    cc_str name = cc_str_trim(find_between(text, "<AssemblyName>", "</AssemblyName>"));
    name = name.len == 0 ? stem : name;
    bool is_composed = memchr(name.s, '$', name.len) != NULL;
    cc_str kept = is_composed ? CC_STR("") : cc_strz(cc_arena_strdup(s->arena, name));
    cc_file_unmap(&mapped);
    return kept;
}

/* Names of assemblies in a folder and below it, as far as they are different. */
typedef struct found_names {
    cc_str first; /* "" none */
    bool is_one;
} found_names;

static void take_name(found_names *found, cc_str name) {
    found->is_one = found->first.len == 0 || (found->is_one && cc_str_eq(found->first, name));
    found->first = found->first.len == 0 ? name : found->first;
}

/* Not an assembly with resources of a language alone. */
static bool is_build(cc_str name) {
    return cc_str_ends_nocase(name, ".dll") && !cc_str_ends_nocase(name, ".resources.dll");
}

/* Builds are in "obj/Debug/net10.0/linux-x64" at most; reference assemblies beside them have their
 * names. */
static void find_names(const imp_state *s, const char *folder, int depth, found_names *found) {
    enum { DEEPEST = 4 };
    char **names = NULL;
    size_t count = 0;
    if (cc_dir_list(s->arena, folder, &names, &count) != CC_OK) {
        return;
    }
    for (size_t i = 0; i < count; i++) {
        const char *path = cc_path_join(s->arena, folder, names[i]);
        if (is_build(cc_strz(names[i]))) {
            take_name(found, cc_path_stem(cc_strz(names[i])));
        } else if (depth < DEEPEST && cc_path_is_dir(path)) {
            find_names(s, path, depth + 1, found);
        }
    }
}

/* What the project builds: what it has built, because properties from elsewhere may say the name;
 * else what its text says, where the data knows that. "" unknown. */
static cc_str name_of(const imp_state *s, const char *folder, const char *file) {
    found_names built = {{"", 0}, false};
    find_names(s, cc_path_join(s->arena, folder, "obj"), 0, &built);
    if (built.first.len > 0) {
        return built.is_one ? built.first : CC_STR("");
    }
    cc_str name = read_name(s, cc_path_join(s->arena, folder, file), cc_strz(file));
    return imp_is_known(s->request->data, name) ? name : CC_STR("");
}

/* The project in a folder; a folder with several of them belongs to none in particular. */
static bool find_in(const imp_state *s, const char *folder, cc_str *assembly) {
    char **names = NULL;
    size_t count = 0;
    size_t found = 0;
    if (cc_dir_list(s->arena, folder, &names, &count) != CC_OK) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        if (imp_is_project(cc_strz(names[i]))) {
            *assembly = name_of(s, folder, names[i]);
            found++;
        }
    }
    *assembly = found > 1 ? CC_STR("") : *assembly;
    return found > 0;
}

typedef struct imp_project {
    bool is_there;
    cc_str assembly; /* "" unknown */
} imp_project;

/* The nearest project at or above a folder; each folder is read once. */
static const imp_project *project_of(const imp_state *s, cc_str folder) {
    void **slot = cc_map_put_str(s->projects, folder);
    if (*slot != NULL) {
        return *slot;
    }
    imp_project *project = CC_NEW(s->arena, imp_project);
    const char *whole = folder.len == 0 ? s->request->root
                                        : cc_arena_printf(s->arena, "%s/%.*s", s->request->root,
                                                          CC_STR_ARGS(folder));
    project->is_there = find_in(s, whole, &project->assembly);
    *slot = project;
    return project;
}

bool imp_find_project(const imp_state *s, cc_str path, cc_str *assembly) {
    cc_str folder = cc_path_dir(path);
    const imp_project *project = project_of(s, folder);
    while (!project->is_there && folder.len > 0) {
        folder = cc_path_dir(folder);
        project = project_of(s, folder);
    }
    *assembly = project->assembly;
    return project->is_there;
}
