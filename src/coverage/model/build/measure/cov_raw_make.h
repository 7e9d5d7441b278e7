/* From one body that was measured to its points and decisions (cov_raw.h): which points are its
 * own, where each of its decisions is shown, which arms were taken. Nothing of other bodies or
 * builds is looked at.
 *
 * Threads: the one that makes the assembly. Errors: CC_E_FORMAT for a damaged
 * PDB. */
#ifndef COV_RAW_MAKE_H
#define COV_RAW_MAKE_H

#include "base/cc_map.h"
#include "coverage/model/build/measure/cov_bodies.h"
#include "coverage/model/build/measure/cov_body.h"
#include "coverage/model/cov_raw.h"

/* An assembly that is being made. */
typedef struct cov_raw_maker {
    const mod_module *module;
    mod_no_return *no_return;
    cov_raw_assembly *assembly;
    cc_arena *arena;   /* of the assembly */
    cc_arena *scratch; /* reset after each method by the caller */
    /* all that are embedded, and not only those whose files are gone or changed */
    bool keeps_sources;
    /* By Document rid: index in the assembly + 1; 0: not in the report, or not needed yet */
    uint32_t *documents;
    cc_map *paths;     /* path -> index in the assembly + 1: several rows may name one file */
    cc_str class_name; /* of class_type; in the module's arena */
    uint32_t class_type;
    cov_bodies bodies; /* of F# */
} cov_raw_maker;

/* The caller calls cov_raw_maker_close(). */
void cov_raw_maker_open(cov_raw_maker *out, const mod_module *module, mod_no_return *no_return,
                        cov_raw_assembly *assembly, cc_arena *arena, cc_arena *scratch);
void cov_raw_maker_close(cov_raw_maker *maker);

/* The type's name as the report shows it. */
cc_str cov_raw_class_name(cov_raw_maker *maker, uint32_t type);

/* Index of the file of a Document row in the assembly, which it is added to; COV_RAW_NONE: it is not
 * in the report. Rows of the PDB that name one file are one document. */
uint32_t cov_raw_document_of(cov_raw_maker *maker, uint32_t rid);

/* Adds a point to the body that is being made. */
void cov_raw_put_point(const cov_raw_maker *maker, uint32_t document, cov_span span, uint32_t flags,
                       uint64_t hits);

/* Adds the points and decisions of a body whose values are known, as a body of the assembly. The
 * strings of the body are borrowed from the module and from scratch. */
CC_NODISCARD cc_err cov_raw_make_body(cov_raw_maker *maker, cov_body *body);
/* Adds the points of a lambda or local function that is not in the report, inside a method that is:
 * they take their lines away from the method. */
void cov_raw_make_excluded(cov_raw_maker *maker, uint32_t rid);
/* Adds the extent of a lambda (cov_lambda.h), as a body of its own. */
void cov_raw_make_extent(cov_raw_maker *maker, uint32_t rid);

#endif
