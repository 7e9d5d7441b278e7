/* From the bodies of one build (cov_raw.h) to the points, decisions and methods of the report. What
 * was measured now and what was read from a data file take this way alike. Threads: one. */
#ifndef COV_ADD_H
#define COV_ADD_H

#include "coverage/model/build/unite/cov_united.h"

/* An assembly whose bodies are being added. */
typedef struct cov_adding {
    cov_united *to;
    const cov_raw_assembly *from;
    const bool *is_out;   /* by document: nothing of it is added; NULL: all are in */
    cov_source **sources; /* by document; NULL: not added yet */
    cov_part **parts;     /* by document: what ran in this assembly; NULL: no other one has it */
    uint32_t source_cap;
    cov_point **points; /* by point of the current body; NULL: its file is out */
    cov_point **own;    /* the same in the part of this assembly; NULL: there is none */
    uint64_t *hits;     /* by point of the current body, see cov_raw_hits() */
    uint32_t point_cap;
    /* the report's entry of the current body in one source */
    cov_entry *entry;
    uint32_t entry_document;
} cov_adding;

/* Begins a new build: its branches are united with those of other builds by line. `is_out`: as in
 * cov_adding. */
void cov_add_begin(cov_adding *out, cov_united *to, const cov_raw_assembly *from,
                   const bool *is_out);
/* Adds body number `index`; the assembly may have grown since the last one. Not `is_in`: it only
 * takes its lines away from the code around it. */
void cov_add_body(cov_adding *a, uint32_t index, bool is_in);

#endif
