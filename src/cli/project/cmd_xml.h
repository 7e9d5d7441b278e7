/* Small XML files of .NET projects, read by libxml2 from memory: no network, no document type.
 * Threads: one. */
#ifndef CMD_XML_H
#define CMD_XML_H

#include "base/cc_arena.h"

struct _xmlDoc;
struct _xmlNode;

/* NULL: no XML, empty, longer than `most` bytes, or with a document type, which no such file
 * needs. The caller frees it. */
struct _xmlDoc *cmd_xml_read(cc_str text, size_t most);
/* The node is an element of this name; `node` may be NULL. */
bool cmd_xml_is(const struct _xmlNode *node, const char *name);
/* The text of the node and of what is in it, in the arena, with a zero after it; "": none. */
cc_str cmd_xml_content(struct _xmlNode *node, cc_arena *arena);
/* The next node in the order of the text; NULL after the last one. */
struct _xmlNode *cmd_xml_next(struct _xmlNode *node);

#endif
