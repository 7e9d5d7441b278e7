/* Lines of the bodies of F# (cov_bodies.h): which of them belong to the method of a body, and which
 * to nothing. Threads: the one that makes the assembly. */
#ifndef COV_RAW_BODIES_H
#define COV_RAW_BODIES_H

#include "coverage/model/build/measure/cov_frame.h"
#include "coverage/model/build/measure/cov_raw_make.h"

/* Takes lines away from the statement of several lines at the point: those of bodies in it that are
 * not methods. Lines of such a body that have a point are the point's; the line of its arrow or
 * brace is the statement's. */
void cov_raw_take_bodies(cov_raw_maker *maker, const pdb_point *statement);
/* The method is a lambda, or a function inside one. Adds its lines before its first and after its last
 * point: they ran as often as the method began, and returned. */
void cov_raw_add_rest(cov_raw_maker *maker, const cov_frame *frame);
/* The extent of the method's points with the lines of its body before and after them. */
mod_extent cov_raw_body_extent(cov_raw_maker *maker, uint32_t rid);

#endif
