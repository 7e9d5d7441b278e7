/* Copies of .runsettings files without coverage collectors: a test run gets one when its own file
 * switches on another coverage tool. Input: an XML file of the user; output: a copy in the session.
 * Which paths the test platform resolves relative to the file (all others are relative to the
 * working directory): microsoft/ vstest, ClientUtilities; MSTest's AssemblyResolution. Nothing is
 * loaded from elsewhere: no network, no DTD, no entities. */
#include <libxml/tree.h>
#include <string.h>

#include "base/cc_file.h"
#include "cli/core/cmd_memory.h"
#include "cli/project/cmd_settings.h"
#include "cli/project/cmd_xml.h"

enum { MAX_SETTINGS = 1 << 22, COPY_MODE = 0600 };

/* --- reading ---------------------------------------------------------------------------------- */

static const xmlChar *xs(const char *text) {
    return (const xmlChar *)text;
}

/* NULL: the test platform would not accept the file (it refuses document types, too). */
static xmlDoc *read_document(const char *path, cc_arena *arena) {
    cc_str text;
    return cc_file_read(arena, path, MAX_SETTINGS, &text) == CC_OK
               ? cmd_xml_read(text, MAX_SETTINGS)
               : NULL;
}

/* The value of an attribute; its name is compared without case as in the test platform. In the
 * arena; NULL when missing. */
static const char *attribute(xmlNode *node, const char *name, cc_arena *arena) {
    for (const xmlAttr *a = node->properties; a != NULL; a = a->next) {
        if (!cc_str_eq_nocase(cc_strz((const char *)a->name), cc_strz(name))) {
            continue;
        }
        xmlChar *value = xmlNodeListGetString(node->doc, a->children, 1);
        const char *copy = cc_arena_strdup(arena, cc_strz(value == NULL ? "" : (char *)value));
        xmlFree(value);
        return copy;
    }
    return NULL;
}

/* --- collectors ------------------------------------------------------------------------------- */

static bool contains_nocase(const char *text, const char *part) {
    return text != NULL && strcasestr(text, part) != NULL;
}

/* The coverlet or Microsoft collector that the element switches on, by any of its names; NULL:
 * none. */
static const char *collector_of(xmlNode *node, cc_arena *arena) {
    if (!cmd_xml_is(node, "DataCollector") && !cmd_xml_is(node, "InProcDataCollector")) {
        return NULL;
    }
    const char *enabled = attribute(node, "enabled", arena);
    const char *name = attribute(node, "friendlyName", arena);
    const char *uri = attribute(node, "uri", arena);
    const char *type = attribute(node, "assemblyQualifiedName", arena);
    if (enabled != NULL && cc_str_eq_nocase(cc_strz(enabled), CC_STR("false"))) {
        return NULL;
    }
    if ((name != NULL && cc_str_eq_nocase(cc_strz(name), CC_STR("XPlat Code Coverage"))) ||
        contains_nocase(uri, "CoverletCodeCoverage") || contains_nocase(type, "Coverlet")) {
        return "coverlet's collector (XPlat Code Coverage)";
    }
    if ((name != NULL && cc_str_eq_nocase(cc_strz(name), CC_STR("Code Coverage"))) ||
        contains_nocase(uri, "microsoft/CodeCoverage") ||
        contains_nocase(type, "DynamicCoverageDataCollector")) {
        return "Microsoft's collector (Code Coverage)";
    }
    return NULL;
}

const char *cmd_settings_collector(const char *path, cc_arena *arena) {
    xmlDoc *doc = read_document(path, arena);
    const char *found = NULL;
    xmlNode *node = doc == NULL ? NULL : xmlDocGetRootElement(doc);
    for (; node != NULL && found == NULL; node = cmd_xml_next(node)) {
        found = collector_of(node, arena);
    }
    xmlFreeDoc(doc);
    return found;
}

static bool switch_off(xmlNode *node) {
    for (xmlAttr *a = node->properties; a != NULL; a = a->next) {
        if (cc_str_eq_nocase(cc_strz((const char *)a->name), CC_STR("enabled"))) {
            return xmlSetProp(node, a->name, xs("false")) != NULL;
        }
    }
    return xmlSetProp(node, xs("enabled"), xs("false")) != NULL;
}

/* --- paths ------------------------------------------------------------------------------------ */

/* The path resolved from the file's directory; NULL when it must stay: empty, absolute, or
 * beginning with a variable of the environment. */
static const char *absolute_in(const char *dir, const char *text, cc_arena *arena) {
    char *joined =
        text[0] == '\0' || text[0] == '/' || text[0] == '%' ? NULL : cc_path_join(arena, dir, text);
    char *folded = NULL;
    return joined != NULL && cc_path_absolute(arena, joined, &folded) == CC_OK ? folded : NULL;
}

static bool is_path_element(xmlNode *node) {
    xmlNode *parent = node->parent;
    bool is_configuration = cmd_xml_is(parent, "RunConfiguration");
    return (is_configuration &&
            (cmd_xml_is(node, "ResultsDirectory") || cmd_xml_is(node, "DotNetHostPath"))) ||
           (cmd_xml_is(parent, "MSTest") && cmd_xml_is(node, "SettingsFile"));
}

static bool set_text(xmlNode *node, const char *text) {
    xmlNode *child = xmlNewDocText(node->doc, xs(text));
    if (child == NULL) {
        return false;
    }
    xmlNodeSetContent(node, NULL);
    return xmlAddChild(node, child) != NULL;
}

static bool fix_paths(xmlNode *node, const char *dir, cc_arena *arena) {
    if (cmd_xml_is(node, "Directory") && cmd_xml_is(node->parent, "AssemblyResolution")) {
        const char *given = attribute(node, "path", arena);
        const char *path = given == NULL ? NULL : absolute_in(dir, given, arena);
        return path == NULL || xmlSetProp(node, xs("path"), xs(path)) != NULL;
    }
    if (!is_path_element(node)) {
        return true;
    }
    const char *path = absolute_in(dir, cmd_xml_content(node, arena).s, arena);
    return path == NULL || set_text(node, path);
}

/* --- the copy --------------------------------------------------------------------------------- */

static cc_err write_document(xmlDoc *doc, const char *target) {
    xmlChar *text = NULL;
    int size = 0;
    xmlDocDumpMemory(doc, &text, &size);
    cmd_need_memory(text != NULL);
    cc_err err = cc_file_write(target, (cc_span){text, (size_t)size}, COPY_MODE);
    xmlFree(text);
    return err;
}

/* Switches collectors off, and makes paths absolute. */
static void adapt(xmlDoc *doc, const char *dir, cc_arena *arena) {
    bool is_done = true;
    for (xmlNode *node = xmlDocGetRootElement(doc); is_done && node != NULL;
         node = cmd_xml_next(node)) {
        is_done = node->type != XML_ELEMENT_NODE ||
                  ((collector_of(node, arena) == NULL || switch_off(node)) &&
                   fix_paths(node, dir, arena));
    }
    cmd_need_memory(is_done);
}

static cc_err read_adapted(xmlDoc **out, const char *path, cc_arena *arena) {
    const char *dir = cc_arena_strdup(arena, cc_path_dir(cc_strz(path)));
    *out = read_document(path, arena);
    if (*out == NULL) {
        return cc_fail(CC_E_FORMAT, "%s: cannot be read as XML any more", path);
    }
    adapt(*out, dir, arena);
    return CC_OK;
}

cc_err cmd_settings_copy(const char *path, const char *target, cc_arena *arena) {
    xmlDoc *doc = NULL;
    CC_TRY(read_adapted(&doc, path, arena));
    cc_err err = write_document(doc, target);
    xmlFreeDoc(doc);
    return err;
}

/* --- the filter ------------------------------------------------------------------------------- */

/* The child of this name, made where it is missing. */
static xmlNode *child_of(xmlNode *parent, const char *name) {
    for (xmlNode *child = parent->children; child != NULL; child = child->next) {
        if (cmd_xml_is(child, name)) {
            return child;
        }
    }
    xmlNode *made = xmlNewChild(parent, NULL, xs(name), NULL);
    cmd_need_memory(made != NULL);
    return made;
}

static void add_filter(xmlDoc *doc, const char *filter, cc_arena *arena) {
    xmlNode *root = xmlDocGetRootElement(doc);
    xmlNode *node = child_of(child_of(root, "RunConfiguration"), "TestCaseFilter");
    cc_str own = cc_str_trim(cmd_xml_content(node, arena));
    const char *both =
        own.len == 0 ? filter : cc_arena_printf(arena, "(%.*s)&(%s)", CC_STR_ARGS(own), filter);
    cmd_need_memory(set_text(node, both));
}

static xmlDoc *new_document(void) {
    xmlDoc *doc = xmlNewDoc(xs("1.0"));
    xmlNode *root = xmlNewNode(NULL, xs("RunSettings"));
    cmd_need_memory(doc != NULL && root != NULL);
    (void)xmlDocSetRootElement(doc, root);
    return doc;
}

void cmd_settings_of_filter(cc_buf *out, const char *filter, cc_arena *arena) {
    xmlDoc *doc = new_document();
    xmlChar *text = NULL;
    int size = 0;
    add_filter(doc, filter, arena);
    xmlDocDumpMemory(doc, &text, &size);
    cmd_need_memory(text != NULL);
    cc_buf_bytes(out, text, (size_t)size);
    xmlFree(text);
    xmlFreeDoc(doc);
}

cc_err cmd_settings_with_filter(const char *path, const char *target, const char *filter,
                                cc_arena *arena) {
    xmlDoc *doc = NULL;
    if (path == NULL) {
        doc = new_document();
    } else {
        CC_TRY(read_adapted(&doc, path, arena));
    }
    add_filter(doc, filter, arena);
    cc_err err = write_document(doc, target);
    xmlFreeDoc(doc);
    return err;
}
