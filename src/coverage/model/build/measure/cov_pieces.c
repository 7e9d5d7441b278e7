/* Methods in pieces; see cov_pieces.h. */
#include "coverage/model/build/measure/cov_pieces.h"

#include "base/cc_crew.h"

enum { PIECE = 4 }; /* methods */

typedef struct piece {
    cc_arena *arena;
    cov_measured methods[PIECE];
} piece;

struct cov_pieces {
    const cov_build *b;
    const mod_module *module;
    const cov_candidate *candidate;
    cc_crew *crew;
    piece rooms[CC_CREW_AHEAD];
};

static void measure_piece(void *ctx, unsigned worker, size_t index) {
    cov_pieces *pieces = ctx;
    piece *p = &pieces->rooms[index % CC_CREW_AHEAD];
    cov_reader from = {pieces->b, pieces->module, pieces->candidate, p->arena};
    (void)worker;
    cc_arena_reset(p->arena);
    for (uint32_t i = 0; i < PIECE; i++) {
        uint32_t rid = (uint32_t)index * PIECE + i + 1;
        if (cov_is_measured(pieces->module, rid)) {
            cov_measured_make(&p->methods[i], &from, rid);
        }
    }
}

static void make_rooms(cov_build *b, cov_pieces *pieces, size_t count) {
    for (size_t i = 0; i < CC_CREW_AHEAD && i < count; i++) {
        b->rooms[i] = b->rooms[i] == NULL ? cc_arena_new() : b->rooms[i];
        pieces->rooms[i].arena = b->rooms[i];
    }
}

cov_pieces *cov_pieces_open(cov_build *b, const mod_module *module,
                            const cov_candidate *candidate) {
    size_t count = (module->method_count + PIECE - 1) / PIECE;
    cov_pieces *pieces = CC_NEW(module->arena, cov_pieces);
    make_rooms(b, pieces, count);
    pieces->b = b;
    pieces->module = module;
    pieces->candidate = candidate;
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
    return cov_is_measured(pieces->module, rid)
               ? &pieces->rooms[index % CC_CREW_AHEAD].methods[within]
               : NULL;
}

void cov_pieces_close(cov_pieces *pieces) {
    cc_crew_end(pieces->crew);
}
