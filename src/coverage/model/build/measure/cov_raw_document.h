/* The source files of an assembly that is being made: rows of the PDB that name one file are one
 * document. */
#ifndef COV_RAW_DOCUMENT_H
#define COV_RAW_DOCUMENT_H

#include "coverage/model/build/measure/cov_raw_make.h"

/* Index of the Document row's file in the assembly; COV_RAW_NONE: it is not in the report. */
void cov_raw_document_of(cov_raw_maker *k, uint32_t rid, uint32_t *out);

#endif
