/* The classes of each file: the model lists the files of classes. Memory of the arena. Threads:
 * one. */
#ifndef REP_BY_FILE_H
#define REP_BY_FILE_H

#include "reports/rep.h"

typedef struct rep_by_file {
    const cov_class **classes;    /* by file, then in the order of the model */
    const cov_package **packages; /* beside `classes`: the package of each */
    uint32_t *first;              /* by file, with one more entry: index in `classes` */
} rep_by_file;

void rep_by_file_open(rep_by_file *out, const cov_model *model, cc_arena *arena);

#endif
