/* Last stage: lines of the files, then methods, classes and packages of them.
 *
 *   takes  what was united
 *   gives  files, packages and totals of the model, each sorted by text so that the order of
 *          processes has no effect; the assemblies of which nothing remains
 *
 * Points get their lines, and are sorted. Threads: one; files are made on several (cov_files.c). */
#ifndef COV_SHAPE_H
#define COV_SHAPE_H

#include "coverage/model/build/unite/cov_united.h"

typedef struct cov_shape {
    cov_context *c;
    cov_united *from;
    cov_model *to;   /* its `hits` are set; files, packages and totals are filled */
    cc_list emptied; /* cov_assembly: left out as a whole, because of a rule or the like */
} cov_shape;

void cov_shape_make(cov_shape *shape);

#endif
