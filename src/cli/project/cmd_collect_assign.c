/* Properties that project files set, and those that MSBuild, the SDK and packages of tests give them. See
 * cmd_collect_parts.h. */
#include <libxml/tree.h>

#include "base/cc_file.h"
#include "cli/project/cmd_collect_parts.h"
#include "cli/project/cmd_xml.h"

/* --- files ------------------------------------------------------------------------------------ */

cmd_truth cmd_condition_of(const cmd_properties *p, const xmlNode *node) {
    xmlChar *text = xmlGetNoNsProp(node, (const xmlChar *)"Condition");
    cmd_truth holds = text == NULL ? CMD_YES : cmd_condition(p, (const char *)text);
    xmlFree(text);
    return holds;
}

/* `group`: does the condition of the PropertyGroup hold? */
static void assign(cmd_properties *p, xmlNode *node, const char *file, cmd_truth group) {
    cmd_truth holds = cmd_condition_of(p, node);
    if (group == CMD_NO || holds == CMD_NO) {
        return;
    }
    bool is_known = false;
    const char *text = cmd_property_expand_known(p, cmd_xml_content(node, p->arena), &is_known);
    cmd_assignment a = {.name = cc_arena_strdup(p->arena, cc_strz((const char *)node->name)),
                        .value = is_known ? text : NULL,
                        .text = is_known ? NULL : text,
                        .file = file,
                        .is_sure = group == CMD_YES && holds == CMD_YES};
    cmd_property_set(p, &a);
}

void cmd_assign_properties(cmd_properties *p, struct _xmlNode *root, const char *file) {
    for (xmlNode *group = root->children; group != NULL; group = group->next) {
        if (!cmd_xml_is(group, "PropertyGroup")) {
            continue;
        }
        cmd_truth holds = cmd_condition_of(p, group);
        for (xmlNode *node = group->children; node != NULL; node = node->next) {
            if (node->type == XML_ELEMENT_NODE) {
                assign(p, node, file, holds);
            }
        }
    }
}

/* --- given properties ------------------------------------------------------------------------- */

static void set(cmd_properties *p, const char *name, const char *value) {
    const cmd_assignment a = {.name = name, .value = value, .is_sure = true};
    cmd_property_set(p, &a);
}

void cmd_assign_file(cmd_properties *p, const char *path) {
    cc_str dir = cc_path_dir(cc_strz(path));
    cc_str stem = cc_path_stem(cc_strz(path));
    set(p, "MSBuildThisFileDirectory", cc_arena_printf(p->arena, "%.*s/", CC_STR_ARGS(dir)));
    set(p, "MSBuildThisFileName", cc_arena_strdup(p->arena, stem));
}

void cmd_assign_project(cmd_properties *p, const char *path, const char *project_dir,
                        const char *solution_dir) {
    p->directory = project_dir;
    set(p, "MSBuildProjectName", cc_arena_strdup(p->arena, cc_path_stem(cc_strz(path))));
    set(p, "MSBuildProjectDirectory", project_dir);
    set(p, "MSBuildProjectFullPath", path);
    set(p, "ProjectDir", cc_arena_printf(p->arena, "%s/", project_dir));
    set(p, "SolutionDir", cc_arena_printf(p->arena, "%s/", solution_dir));
    set(p, "OS", "Unix");
    set(p, "MSBuildRuntimeType", "Core");
}

void cmd_assign_defaults(cmd_properties *p, bool is_test) {
    const char *const defaults[][2] = {{"Configuration", "Debug"},
                                       {"Platform", "AnyCPU"},
                                       {"IsTestProject", is_test ? "true" : ""}};
    for (size_t i = 0; i < sizeof defaults / sizeof *defaults; i++) {
        const char *value = cmd_property_value(p, cc_strz(defaults[i][0]));
        if (value != NULL && value[0] == '\0') {
            set(p, defaults[i][0], defaults[i][1]);
        }
    }
}
