/* Events of an untrusted XML document: no network, no DTD (a DOCTYPE is an error and ends the
 * reading), and therefore no entities except the five of XML. Errors of libxml2 become events;
 * libxml2 prints nothing. Threads: one per call. */
#ifndef CFG_XML_H
#define CFG_XML_H

#include "base/cc_arena.h"
#include "base/cc_err.h"

typedef struct cfg_xml_attribute {
    const char *name;       /* with its prefix */
    const char *name_space; /* NULL: none */
    const char *value;
    unsigned line;
} cfg_xml_attribute;

typedef struct cfg_xml_element {
    const char *name;       /* with its prefix */
    const char *name_space; /* NULL: none */
    unsigned line;          /* of its '<' */
    const cfg_xml_attribute *attributes;
    size_t attribute_count;
} cfg_xml_element;

/* The callbacks. Strings of elements live as long as the arena. */
typedef struct cfg_xml_events {
    /* False: ends the reading; no further event follows. */
    bool (*start)(void *ctx, const cfg_xml_element *element);
    void (*end)(void *ctx);
    /* A run of text in pieces; `line` is the line of its first character that is not white
     * space. */
    void (*text)(void *ctx, cc_str text, unsigned line);
    /* The document is invalid; no start, end or text follows. */
    void (*error)(void *ctx, unsigned line, const char *message);
} cfg_xml_events;

/* Reads a document. CC_E_NOMEM; an invalid document is not an error of the call. */
CC_NODISCARD cc_err cfg_xml_read(cc_span bytes, const cfg_xml_events *events, void *ctx,
                                 cc_arena *arena);

/* The attribute of this name; NULL: the element does not have it. */
const cfg_xml_attribute *cfg_xml_find(const cfg_xml_element *element, const char *name);

#endif
