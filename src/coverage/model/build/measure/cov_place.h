/* Where points are in the source. Pure functions. */
#ifndef COV_PLACE_H
#define COV_PLACE_H

#include "metadata/pdb.h"

/* A begins before b, if they are in one document. */
static inline bool cov_begins_before(const pdb_point *a, const pdb_point *b) {
    return a->start_line < b->start_line ||
           (a->start_line == b->start_line && a->start_column < b->start_column);
}

/* In one document, a begins after b begins. */
static inline bool cov_is_later(const pdb_point *a, const pdb_point *b) {
    return a->document == b->document && cov_begins_before(b, a);
}

/* The point is on one line, and has so many columns. */
static inline bool cov_has_width(const pdb_point *p, uint32_t width) {
    return p->start_line == p->end_line && p->end_column == p->start_column + width;
}

#endif
