/* The XML schema of clrcov.xml, for editors. */
#ifndef CFG_SCHEMA_H
#define CFG_SCHEMA_H

#include <stddef.h>

/* The text of clrcov.xsd, with a zero byte after it; its size without the zero byte. */
extern const char cfg_schema[];
extern const size_t cfg_schema_size;

#endif
