/* Methods in pieces; see cov_pieces.h. */
#include "coverage/model/build/measure/cov_pieces.h"

enum { PIECE = 4 }; /* methods */

typedef struct piece {
    cc_arena *arena;
    cov_measured methods[PIECE];
} piece;

struct cov_pieces {
    cov_reader from; /* its arena is the one of the piece */
    cc_crew *crew;
    piece rooms[CC_CREW_AHEAD];
};

void cov_rooms_free(cov_rooms *rooms) {
    for (size_t i = 0; i < CC_CREW_AHEAD; i++) {
        cc_arena_free(rooms->arenas[i]);
    }
}

static void measure_piece(void *ctx, unsigned worker, size_t index) {
    cov_pieces *pieces = ctx;
    piece *p = &pieces->rooms[index % CC_CREW_AHEAD];
    cov_reader from = pieces->from;
    (void)worker;
    from.arena = p->arena;
    cc_arena_reset(p->arena);
    for (uint32_t i = 0; i < PIECE; i++) {
        uint32_t rid = (uint32_t)index * PIECE + i + 1;
        if (cov_is_measured(from.module, rid)) {
            cov_measured_make(&p->methods[i], &from, rid);
        }
    }
}

cov_pieces *cov_pieces_open(const cov_reader *from, cov_rooms *rooms) {
    size_t count = (from->module->method_count + PIECE - 1) / PIECE;
    cov_pieces *pieces = CC_NEW(from->module->arena, cov_pieces);
    pieces->from = *from;
    for (size_t i = 0; i < CC_CREW_AHEAD && i < count; i++) {
        if (rooms->arenas[i] == NULL) {
            rooms->arenas[i] = cc_arena_new();
        }
        pieces->rooms[i].arena = rooms->arenas[i];
    }
    pieces->crew = cc_crew_start(count, measure_piece, pieces);
    return pieces;
}

const cov_measured *cov_pieces_take(cov_pieces *pieces, uint32_t rid) {
    size_t index = (rid - 1) / PIECE;
    uint32_t within = (rid - 1) % PIECE;
    if (within == 0) {
        if (index > 0) {
            cc_crew_next(pieces->crew);
        }
        cc_crew_take(pieces->crew);
    }
    if (!cov_is_measured(pieces->from.module, rid)) {
        return NULL;
    }
    return &pieces->rooms[index % CC_CREW_AHEAD].methods[within];
}

void cov_pieces_close(cov_pieces *pieces) {
    if (pieces != NULL) {
        cc_crew_end(pieces->crew);
    }
}
