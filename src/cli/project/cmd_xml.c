/* Reading XML into a tree; see cmd_xml.h. */
#include "cli/project/cmd_xml.h"

#include <libxml/parser.h>
#include <libxml/tree.h>
#include <string.h>

xmlDoc *cmd_xml_read(cc_str text, size_t most) {
    if (text.len == 0 || text.len > most) {
        return NULL;
    }
    xmlDoc *doc = xmlReadMemory(text.s, (int)text.len, NULL, NULL,
                                XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING);
    if (doc != NULL && doc->intSubset != NULL) {
        xmlFreeDoc(doc);
        return NULL;
    }
    return doc;
}

bool cmd_xml_is(const xmlNode *node, const char *name) {
    return node != NULL && node->type == XML_ELEMENT_NODE &&
           strcmp((const char *)node->name, name) == 0;
}

cc_str cmd_xml_content(xmlNode *node, cc_arena *arena) {
    xmlChar *content = xmlNodeGetContent(node);
    cc_str text = cc_strz(content == NULL ? "" : (const char *)content);
    text.s = cc_arena_strdup(arena, text);
    xmlFree(content);
    return text;
}

xmlNode *cmd_xml_next(xmlNode *node) {
    if (node->type == XML_ELEMENT_NODE && node->children != NULL) {
        return node->children;
    }
    while (node != NULL && node->next == NULL) {
        node = node->parent != NULL && node->parent->type == XML_ELEMENT_NODE ? node->parent : NULL;
    }
    return node == NULL ? NULL : node->next;
}
