/* What a report requests of each module: where its sources are, and which parts the report
 * contains. All users borrow it. Threads: one, because matching marks the rules of the filter. */
#ifndef MOD_REQUEST_H
#define MOD_REQUEST_H

#include "select/sel.h"

/* Sources that were compiled under `from` (a path of any system, as the compiler wrote it) are now
 * under `to` (absolute). */
typedef struct mod_mapping {
    const char *from, *to;
} mod_mapping;

/* How a report treats code without a source file. */
typedef enum mod_without_sources {
    /* an assembly needs at least one existing source file; the report leaves missing files out */
    MOD_SOURCES_SKIP,
    MOD_SOURCES_SKIP_ANY, /* an assembly needs all of them */
    MOD_SOURCES_KEEP      /* the report shows missing files with the paths of the PDB */
} mod_without_sources;

typedef struct mod_selection {
    sel_list *filter;
    mod_without_sources without_sources;
    bool skip_auto_properties; /* show accessors that the compiler wrote */
    bool keep_generated;       /* show code that a tool wrote */
} mod_selection;

#endif
