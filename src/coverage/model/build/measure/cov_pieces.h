/* The methods of a module as they were measured, one after the other: several threads measure
 * pieces of a few methods each (cov_body.h), ahead of the thread that takes them in order. A method
 * is valid until the next one is taken. */
#ifndef COV_PIECES_H
#define COV_PIECES_H

#include "coverage/model/build/measure/cov_body.h"

typedef struct cov_pieces cov_pieces;

/* Starts the threads. The arenas of the pieces stay with the build, for the next module. The caller
 * closes the result. */
cov_pieces *cov_pieces_open(cov_build *b, const mod_module *module, const cov_candidate *candidate);
/* The next method: rid from 1 to the module's last, without gaps. NULL: it is not in the report, or
 * has no code. */
const cov_measured *cov_pieces_take(cov_pieces *pieces, uint32_t rid);
/* Waits for the threads. */
void cov_pieces_close(cov_pieces *pieces);

#endif
