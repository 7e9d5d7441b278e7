/* From what was measured of a build (cov_raw.h) to the points, decisions and methods of the report,
 * united by place (cov_point.h). Live sessions and data files take this way alike. Threads: the one
 * that builds. */
#ifndef COV_ADD_H
#define COV_ADD_H

#include "coverage/model/build/unite/cov_point.h"
#include "coverage/model/cov_raw.h"

struct cov_build;
struct cov_shape_method;

/* An assembly whose bodies are being added. */
typedef struct cov_adding {
    struct cov_build *b;
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
    struct cov_shape_method *shape;
    uint32_t shape_document;
} cov_adding;

/* Begins a new build: its branches are united with those of other builds by line. */
void cov_adding_begin(cov_adding *out, struct cov_build *b, const cov_raw_assembly *from);
/* Adds body number `index`; the assembly may have grown since the last one. Not `is_in`: it only
 * takes its lines away from the code around it. CC_E_NOMEM. */
CC_NODISCARD cc_err cov_add_body(cov_adding *a, uint32_t index, bool is_in);

#endif
