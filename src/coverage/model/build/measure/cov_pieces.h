/* The methods of a module as they were measured, one after the other: several threads measure
 * pieces of a few methods each (cov_body.h), ahead of the thread that takes them in order. A method
 * is valid until the next one is taken. */
#ifndef COV_PIECES_H
#define COV_PIECES_H

#include "base/cc_crew.h"
#include "coverage/model/build/measure/cov_body.h"

/* The memory of the pieces, which the modules of a build use one after the other. */
typedef struct cov_rooms {
    cc_arena *arenas[CC_CREW_AHEAD]; /* NULL until they are used */
} cov_rooms;
void cov_rooms_free(cov_rooms *rooms);

typedef struct cov_pieces cov_pieces;

/* Starts the threads. `from`: without an arena. The caller closes the result. */
cov_pieces *cov_pieces_open(const cov_reader *from, cov_rooms *rooms);
/* The next method: rid from 1 to the module's last, without gaps. NULL: it is not in the report, or
 * has no code. */
const cov_measured *cov_pieces_take(cov_pieces *pieces, uint32_t rid);
/* Waits for the threads. NULL is allowed. */
void cov_pieces_close(cov_pieces *pieces);

#endif
