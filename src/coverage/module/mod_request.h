/* What a report asks of each module: where its sources are, and what of it is wanted. Borrowed by whoever gets it.
 * Threads: the marks of the filter's rules are set by one. */
#ifndef MOD_REQUEST_H
#define MOD_REQUEST_H

#include "select/sel.h"

/* Sources that were compiled under `from` (a path of any system, as compilers wrote it) are under `to`
 * (absolute) now. */
typedef struct mod_mapping {
    const char *from, *to;
} mod_mapping;

/* What becomes of code without a source file. */
typedef enum mod_without_sources {
    MOD_SOURCES_SKIP, /* an assembly needs one source file that is there; files that are not are left out */
    MOD_SOURCES_SKIP_ANY, /* an assembly needs all of them */
    MOD_SOURCES_KEEP      /* it is shown with the paths of the PDB */
} mod_without_sources;

typedef struct mod_selection {
    sel_list *filter;
    mod_without_sources without_sources;
    bool skip_auto_properties; /* accessors that the compiler wrote */
} mod_selection;

#endif
