/* Evaluates a project as far as its texts allow: the properties of its files, and whether it has
 * tests. The files are the project and the nearest Directory.Build.props, Directory.Packages.props
 * and Directory.Build.targets (and those above, where they import others). See cmd_project.h and
 * cmd_collect_parts.h. */
#include <libxml/tree.h>
#include <string.h>

#include "base/cc_file.h"
#include "base/cc_list.h"
#include "base/cc_proc.h"
#include "cli/core/cmd.h"
#include "cli/project/cmd_collect_parts.h"
#include "cli/project/cmd_project.h"
#include "cli/project/cmd_xml.h"
#include "coverage/module/mod.h"

enum { MOST_TEXT = 1 << 20 };

/* --- files ------------------------------------------------------------------------------------ */

typedef struct project_file {
    xmlDoc *doc;
    const char *path;
    bool is_project; /* the project itself, before which the SDK sets its defaults */
} project_file;

typedef struct project_files {
    cc_arena *arena;
    cc_list items; /* project_file, in the order in which MSBuild reads them */
} project_files;

static cc_err parse(xmlDoc **out, cc_str text) {
    *out = cmd_xml_read(text, MOST_TEXT);
    return *out == NULL ? cc_fail(CC_E_FORMAT, "is not readable XML") : CC_OK;
}

static cc_err read_document(xmlDoc **out, const char *path, cc_arena *arena) {
    cc_str text;
    *out = NULL;
    CC_TRY(cc_file_read(arena, path, CMD_MOST_TEXT, &text));
    return parse(out, text);
}

static void add_file(project_files *files, xmlDoc *doc, const char *path, bool is_project) {
    project_file *file = CC_NEW(files->arena, project_file);
    *file = (project_file){doc, path, is_project};
    cc_list_add(&files->items, file);
}

static bool imports_another(const xmlDoc *doc) {
    for (xmlNode *node = xmlDocGetRootElement(doc)->children; node != NULL; node = node->next) {
        if (cmd_xml_is(node, "Import")) {
            return true;
        }
    }
    return false;
}

/* Adds the nearest file of the name at or above the folder; before it those further up, if it
 * imports one. */
static void add_above(project_files *files, cc_str dir, const char *name) {
    xmlDoc *doc = NULL;
    char *found = NULL;
    if (cc_path_find_up(files->arena, cc_arena_strdup(files->arena, dir), name, &found) != CC_OK ||
        found == NULL) {
        return;
    }
    const char *path = cc_path_join(files->arena, found, name);
    if (read_document(&doc, path, files->arena) != CC_OK) {
        return;
    }
    if (imports_another(doc)) {
        add_above(files, found[1] == '\0' ? CC_STR("") : cc_path_dir(cc_strz(found)), name);
    }
    add_file(files, doc, path, false);
}

/* A failure is one of the project itself; the other files are there nevertheless. */
static cc_err open_files(project_files *files, const char *path) {
    xmlDoc *doc = NULL;
    cc_str dir = cc_path_dir(cc_strz(path));
    add_above(files, dir, "Directory.Build.props");
    add_above(files, dir, "Directory.Packages.props");
    cc_err err = read_document(&doc, path, files->arena);
    if (err == CC_OK) {
        add_file(files, doc, path, true);
    }
    add_above(files, dir, "Directory.Build.targets");
    return err;
}

static void close_files(project_files *files) {
    for (uint32_t i = 0; i < files->items.count; i++) {
        const project_file *file = files->items.items[i];
        xmlFreeDoc(file->doc);
    }
}

/* --- tests ------------------------------------------------------------------------------------ */

/* The value of an attribute with its properties replaced, in the arena; "": there is none, or it
 * contains something unknown. */
static cc_str attribute_of(const cmd_properties *p, xmlNode *node, const char *name) {
    xmlChar *text = xmlGetNoNsProp(node, (const xmlChar *)name);
    const char *value = text == NULL ? NULL : cmd_property_expand(p, cc_strz((const char *)text));
    cc_str copy = cc_arena_str(p->arena, cc_strz(value == NULL ? "" : value));
    xmlFree(text);
    return copy;
}

static bool has_test_package(cc_str include) {
    cc_str name;
    while (cc_str_next(&include, ';', &name)) {
        if (mod_is_test_package(name)) {
            return true;
        }
    }
    return false;
}

/* Accepts "Microsoft.NET.Sdk;MSTest.Sdk/3.6.0". */
static bool has_test_sdk(cc_str sdks) {
    cc_str name;
    while (cc_str_next(&sdks, ';', &name)) {
        if (cc_str_eqz(name, "MSTest.Sdk") || cc_str_starts(name, "MSTest.Sdk/")) {
            return true;
        }
    }
    return false;
}

static bool names_tests(const cmd_properties *p, xmlNode *node) {
    if (cmd_xml_is(node, "PackageReference") || cmd_xml_is(node, "GlobalPackageReference")) {
        return has_test_package(attribute_of(p, node, "Include"));
    }
    if (cmd_xml_is(node, "Project")) {
        return has_test_sdk(attribute_of(p, node, "Sdk"));
    }
    return cmd_xml_is(node, "Sdk") && has_test_sdk(attribute_of(p, node, "Name"));
}

/* Not where a condition of the element, or of one around it, does not hold. */
static bool may_apply(const cmd_properties *p, const xmlNode *node) {
    for (; node != NULL && node->type == XML_ELEMENT_NODE; node = node->parent) {
        if (cmd_condition_of(p, node) == CMD_NO) {
            return false;
        }
    }
    return true;
}

static bool refers_to_tests(const cmd_properties *p, const project_files *files) {
    for (uint32_t i = 0; i < files->items.count; i++) {
        const project_file *file = files->items.items[i];
        xmlNode *node = xmlDocGetRootElement(file->doc);
        for (; node != NULL; node = cmd_xml_next(node)) {
            if (names_tests(p, node) && may_apply(p, node)) {
                return true;
            }
        }
    }
    return false;
}

static bool is_true(const char *value) {
    return value != NULL && cc_str_eq_nocase(cc_str_trim(cc_strz(value)), CC_STR("true"));
}

/* What the files set counts; the packages of tests have set the default before. */
static bool is_of_tests(const cmd_properties *p, bool refers_to_tests) {
    const char *value = cmd_property_value(p, CC_STR("IsTestProject"));
    if (value != NULL && value[0] != '\0') {
        return is_true(value);
    }
    const cmd_assignment *a = cmd_property_perhaps(p, "IsTestProject", NULL);
    while (a != NULL && !is_true(a->value)) {
        a = cmd_property_perhaps(p, "IsTestProject", a);
    }
    return refers_to_tests || a != NULL;
}

/* --- evaluation ------------------------------------------------------------------------------- */

static void assign_all(cmd_properties *p, const project_files *files, bool refers_to_tests) {
    for (uint32_t i = 0; i < files->items.count; i++) {
        const project_file *file = files->items.items[i];
        if (file->is_project) {
            cmd_assign_defaults(p, refers_to_tests);
        }
        cmd_assign_file(p, file->path);
        cmd_assign_properties(p, xmlDocGetRootElement(file->doc), file->path);
    }
}

/* Conditions of packages depend on properties, and the default of IsTestProject on packages: with
 * packages of tests the properties are assigned again. */
static bool evaluate(cmd_properties *p, const project_files *files) {
    size_t given = p->count;
    assign_all(p, files, false);
    bool has_tests = refers_to_tests(p, files);
    if (has_tests) {
        p->count = given;
        assign_all(p, files, true);
    }
    return is_of_tests(p, has_tests);
}

static bool evaluate_project(cmd_properties *p, const project_files *files, const char *path,
                             const char *solution_dir) {
    const char *dir = cc_arena_strdup(p->arena, cc_path_dir(cc_strz(path)));
    cmd_assign_project(p, path, dir, solution_dir);
    return evaluate(p, files);
}

cc_err cmd_evaluate_project(cmd_properties *p, const char *path, const char *solution_dir,
                            bool *is_test) {
    project_files files = {.arena = p->arena, .items = {.arena = p->arena}};
    cc_err err = open_files(&files, path);
    *is_test = evaluate_project(p, &files, path, solution_dir);
    close_files(&files);
    return err;
}

/* --- facts ------------------------------------------------------------------------------------ */

/* The name that files set, or else the project's own; NULL: it depends on something unknown. */
static const char *assembly_of(const cmd_properties *p, cc_str stem) {
    bool is_set = cmd_property_perhaps(p, "AssemblyName", NULL) != NULL;
    const char *name = is_set ? cmd_property_value(p, CC_STR("AssemblyName")) : "";
    if (name == NULL) {
        return NULL;
    }
    cc_str given = cc_str_trim(cc_strz(cmd_property_unescape(p, name)));
    return cc_arena_strdup(p->arena, given.len > 0 ? given : stem);
}

cc_err cmd_project_read(cmd_project_facts *out, cc_str text, cc_str stem, cc_arena *arena) {
    cmd_properties p = {.arena = arena, .unset_is_unknown = true};
    project_files files = {.arena = arena, .items = {.arena = arena}};
    const char *path = cc_arena_printf(arena, "/%.*s.csproj", CC_STR_ARGS(stem));
    xmlDoc *doc = NULL;
    *out = (cmd_project_facts){0};
    CC_TRY(parse(&doc, text));
    add_file(&files, doc, path, true);
    cmd_assign_project(&p, path, "/", "/");
    out->is_test = evaluate(&p, &files);
    out->assembly = assembly_of(&p, stem);
    close_files(&files);
    return CC_OK;
}

static bool evaluate_asked(cmd_properties *p, const project_files *files,
                           const cmd_project_asked *asked) {
    p->environment = cc_proc_environment();
    cmd_properties_of_command(p, asked->words, asked->word_count);
    return evaluate_project(p, files, asked->path, asked->solution_dir);
}

/* What no file sets may be set by an imported one: in a name this counts, but it would make
 * conditions for tests hold everywhere. */
cc_err cmd_project_evaluate(cmd_project_facts *out, const cmd_project_asked *asked,
                            cc_arena *arena) {
    cmd_properties known = {.arena = arena};
    cmd_properties all = {.arena = arena, .unset_is_unknown = true};
    project_files files = {.arena = arena, .items = {.arena = arena}};
    *out = (cmd_project_facts){0};
    cc_err err = open_files(&files, asked->path);
    if (err == CC_OK) {
        out->is_test = evaluate_asked(&known, &files, asked);
        (void)evaluate_asked(&all, &files, asked);
        out->assembly = assembly_of(&all, cc_path_stem(cc_strz(asked->path)));
    }
    close_files(&files);
    return err;
}
