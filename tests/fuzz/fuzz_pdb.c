/* A portable PDB: documents, points of all methods, state machines, custom debug information. */
#include "tests/tools/walk.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const walk_sink silent = {0};
    walk_counts counts = {0};
    pdb_file *pdb = NULL;
    cc_arena *arena = cc_arena_new();
    if (arena != NULL && pdb_open(&pdb, cc_span_of(data, size), arena) == CC_OK) {
        walk_pdb(pdb, &counts, &silent);
    }
    cc_arena_free(arena);
    return 0;
}
