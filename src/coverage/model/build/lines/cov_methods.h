/* The methods of the report with their lines. Threads: one. */
#ifndef COV_METHODS_H
#define COV_METHODS_H

#include "coverage/model/build/lines/cov_shape.h"

typedef struct cov_shaped {
    const cov_entry *entry;
    cov_method method;
    bool was_entered; /* in any assembly that has its file */
} cov_shaped;

typedef struct cov_methods {
    cov_shaped *items;
    uint32_t count;
} cov_methods;

/* All entries. A method gets the points of its assembly; to be called before points are sorted. */
void cov_methods_begin(cov_methods *out, const cov_shape *shape);
/* After lines were made: only those with lines remain, sorted by package, class, file, first
 * line. */
void cov_methods_fill(cov_methods *methods, const cov_shape *shape);

/* Sorted by number, each once; returns how many are left. */
uint32_t cov_sort_lines(cov_line **lines, uint32_t count);

#endif
