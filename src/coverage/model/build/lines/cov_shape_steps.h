/* The steps from what was united to the model, for cov_shape.c. Threads: one. */
#ifndef COV_SHAPE_STEPS_H
#define COV_SHAPE_STEPS_H

#include "coverage/model/build/lines/cov_shape.h"

/* Finds the lines of each source that its comments and the rules for lines leave out, and which do
 * not exist (mod_left_out.h). To be called after all bodies were added. */
void cov_left_out_find(cov_context *c, const cov_united *united);

/* Makes the files of the model with their lines, on several threads, each file by one of them with
 * all its points. A file that is beyond a limit is named in `lost`. */
void cov_files_make(cov_shape *shape);

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

/* Sets the tests that hit each line of the files. */
void cov_line_tests_make(cov_shape *shape);

/* Makes the packages of the model with their classes, and the list of those that rules left
 * empty. */
void cov_packages_make(cov_shape *shape, const cov_methods *methods);

#endif
