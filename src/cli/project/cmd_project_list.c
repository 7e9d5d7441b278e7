/* Reads files that list projects; see cmd_project_list.h. */
#include "cli/project/cmd_project_list.h"

#include <jansson.h>
#include <libxml/tree.h>

#include "base/cc_file.h"
#include "base/cc_glob.h"
#include "cli/core/cmd_folders.h"
#include "cli/project/cmd_collect_parts.h"
#include "cli/project/cmd_project.h"
#include "cli/project/cmd_xml.h"

static bool is_filter(cc_str path) {
    static const char *const extensions[] = {".slnf", NULL};
    return cc_str_ends_with_one_of_nocase(path, extensions);
}

bool cmd_is_project_list(cc_str path) {
    static const char *const extensions[] = {".proj", NULL};
    return is_filter(path) || cc_str_ends_with_one_of_nocase(path, extensions);
}

/* --- filters of solutions --------------------------------------------------------------------- */

/* The path of a JSON value, which is relative to the folder; NULL: it is not a text. */
static cc_err path_of(const json_t *value, const char *folder, char **out, cc_arena *arena) {
    const char *text = json_string_value(value);
    *out = NULL;
    return text == NULL
               ? CC_OK
               : cc_path_resolve(arena, folder, cc_arena_slashes(arena, cc_strz(text)), out);
}

/* Paths of projects are relative to the solution, whose path is relative to the filter. */
static cc_err read_filter(cmd_project_list *out, const json_t *root, const char *folder) {
    cc_arena *arena = out->paths.arena;
    const json_t *solution = json_object_get(root, "solution");
    const json_t *projects = json_object_get(solution, "projects");
    char *path = NULL;
    CC_TRY(path_of(json_object_get(solution, "path"), folder, &path, arena));
    if (path == NULL) {
        return CC_OK;
    }
    out->solution_dir = cc_arena_strdup(arena, cc_path_dir(cc_strz(path)));
    for (size_t i = 0; i < json_array_size(projects); i++) {
        CC_TRY(path_of(json_array_get(projects, i), out->solution_dir, &path, arena));
        if (path != NULL) {
            cc_list_add(&out->paths, path);
        }
    }
    return CC_OK;
}

/* --- projects of projects --------------------------------------------------------------------- */

typedef struct including {
    cmd_project_list *out;
    const char *folder; /* of the file */
    const cmd_properties *p;
    const char *pattern;         /* of the current item, absolute */
    const char *const *excluded; /* patterns, absolute, NULL-terminated */
} including;

/* The parts of "A;B\C" as absolute paths or patterns, without those that contain something unknown;
 * NULL-terminated. */
static cc_err split_paths(const including *i, xmlNode *node, const char *attribute,
                          const char *const **out) {
    cc_arena *arena = i->p->arena;
    cc_list paths = {.arena = arena};
    xmlChar *value = xmlGetNoNsProp(node, (const xmlChar *)attribute);
    char *text = cc_arena_strdup(arena, cc_strz(value == NULL ? "" : (const char *)value));
    xmlFree(value);
    cc_str rest = cc_strz(text);
    cc_str part;
    while (cc_str_next(&rest, ';', &part)) {
        const char *known = cmd_property_expand(i->p, part);
        char *path = NULL;
        if (known == NULL) {
            continue;
        }
        known = cc_arena_slashes(arena, cc_strz(cmd_property_unescape(i->p, known)));
        CC_TRY(cc_path_resolve(arena, i->folder, known, &path));
        cc_list_add(&paths, path);
    }
    cc_list_add(&paths, NULL);
    *out = (const char *const *)paths.items;
    return CC_OK;
}

static void add_path(const including *i, const char *path) {
    for (size_t k = 0; i->excluded[k] != NULL; k++) {
        if (cc_glob_path(cc_strz(i->excluded[k]), cc_strz(path), false)) {
            return;
        }
    }
    cc_list_add(&i->out->paths, cc_arena_strdup(i->p->arena, cc_strz(path)));
}

static cc_err add_matches(void *ctx, const char *folder, char *const *names, size_t count) {
    const including *i = ctx;
    for (size_t k = 0; k < count; k++) {
        const char *path = cc_path_join(i->p->arena, folder, names[k]);
        if (cc_glob_path(cc_strz(i->pattern), cc_strz(path), false)) {
            add_path(i, path);
        }
    }
    return CC_OK;
}

/* The pattern is searched in the folder before its first star. */
static cc_err include(including *i, const char *pattern) {
    size_t len = strcspn(pattern, "*?");
    if (pattern[len] == '\0') {
        add_path(i, pattern);
        return CC_OK;
    }
    cc_str top = cc_path_dir((cc_str){pattern, len});
    cmd_walk walk = {.visit = add_matches, .ctx = i};
    i->pattern = pattern;
    return cmd_walk_folders(&walk, cc_arena_strdup(i->p->arena, top));
}

static cc_err read_items(including *i, xmlNode *root) {
    for (xmlNode *node = root; node != NULL; node = cmd_xml_next(node)) {
        const char *const *included = NULL;
        if (!cmd_xml_is(node, "ProjectReference") && !cmd_xml_is(node, "ProjectFile")) {
            continue;
        }
        CC_TRY(split_paths(i, node, "Include", &included));
        CC_TRY(split_paths(i, node, "Exclude", &i->excluded));
        for (size_t k = 0; included[k] != NULL; k++) {
            CC_TRY(include(i, included[k]));
        }
    }
    return CC_OK;
}

static cc_err read_references(cmd_project_list *out, cc_str text, const char *path,
                              const char *folder) {
    cmd_properties p = {.arena = out->paths.arena, .unset_is_unknown = true};
    including i = {.out = out, .folder = folder, .p = &p};
    xmlDoc *doc = cmd_xml_read(text, CMD_MOST_SOLUTION);
    cmd_assign_project(&p, path, folder, folder);
    cmd_assign_file(&p, path);
    cc_err err = doc == NULL ? CC_OK : read_items(&i, xmlDocGetRootElement(doc));
    xmlFreeDoc(doc);
    return err;
}

cc_err cmd_project_list_read(cmd_project_list *out, const char *path, cc_arena *arena) {
    cc_str text;
    const char *folder = cc_arena_strdup(arena, cc_path_dir(cc_strz(path)));
    *out = (cmd_project_list){.paths = {.arena = arena}};
    if (cc_file_read(arena, path, CMD_MOST_SOLUTION, &text) != CC_OK) {
        return CC_OK;
    }
    if (!is_filter(cc_strz(path))) {
        return read_references(out, text, path, folder);
    }
    cc_str json = cc_str_without_mark(text);
    json_t *root = json_loadb(json.s, json.len, 0, NULL);
    cc_err err = read_filter(out, root, folder);
    json_decref(root);
    return err;
}
