/* A portable PDB: documents, points of all methods, state machines, custom debug information;
 * points keep what pdb.h says of them. */
#include "tests/fuzz/fuzz.h"
#include "tests/tools/walk.h"

typedef struct seen {
    const pdb_file *pdb;
    uint32_t method, offset;
    bool is_first;
} seen;

static void check_point(void *ctx, uint32_t token, const pdb_point *point) {
    seen *s = ctx;
    bool is_next = s->method == token && !s->is_first;
    fuzz_require(!is_next || point->offset >= s->offset, "points by offset");
    *s = (seen){s->pdb, token, point->offset, false};
    if (point->hidden) {
        fuzz_require(point->start_line == 0 && point->end_line == 0, "no line of a hidden point");
        return;
    }
    fuzz_require(point->document >= 1 && point->document <= pdb_document_count(s->pdb),
                 "the document of a point is there");
    fuzz_require(point->start_line > 0 && point->end_line <= PDB_MAX_LINE &&
                     point->start_line <= point->end_line,
                 "lines of a point");
    fuzz_require(point->start_column <= 0xFFFF && point->end_column <= 0xFFFF,
                 "columns of a point");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    seen s = {.is_first = true};
    walk_counts counts = {0};
    pdb_file *pdb = NULL;
    cc_arena *arena = cc_arena_new();
    if (arena != NULL && pdb_open(&pdb, cc_span_of(data, size), arena) == CC_OK) {
        walk_sink sink = {.ctx = &s, .point = check_point};
        s.pdb = pdb;
        walk_pdb(pdb, &counts, &sink);
    }
    cc_arena_free(arena);
    return 0;
}
