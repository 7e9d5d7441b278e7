/* model->raw: what the model was made from, kept for a data file. Threads: one. */
#ifndef COV_KEEP_H
#define COV_KEEP_H

#include "coverage/model/build/unite/cov_united.h"

/* Copies the assembly, with the strings that it borrows, to the list and the arena of the list. */
void cov_keep_assembly(cc_list *to, const cov_raw_assembly *from);
/* Everything else follows from the finished model. */
cov_raw *cov_keep(const cov_model *model, const cov_united *united, const cc_list *assemblies);

#endif
