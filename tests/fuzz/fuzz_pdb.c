/* A portable PDB: documents, points and slot maps of all methods, state machines, custom debug
 * information; points and slots keep what pdb.h says of them. */
#include "tests/fuzz/fuzz.h"
#include "tests/tools/walk.h"

typedef struct seen {
    const pdb_file *pdb;
    uint32_t method, offset;
    bool is_first;
    uint32_t slot_method, slot; /* of the last slot; method 0: there was none */
} seen;

static void check_point(void *ctx, uint32_t token, const pdb_point *point) {
    seen *s = ctx;
    bool is_next = s->method == token && !s->is_first;
    fuzz_require(!is_next || point->offset >= s->offset, "points by offset");
    s->method = token;
    s->offset = point->offset;
    s->is_first = false;
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

static void check_slot(void *ctx, uint32_t token, const pdb_slot *slot) {
    enum { MAX_NUMBER = 0x1FFFFFFF, MAX_KIND = 62 };
    seen *s = ctx;
    fuzz_require(s->slot_method != token || slot->slot > s->slot, "slots in their order");
    s->slot_method = token;
    s->slot = slot->slot;
    fuzz_require((int)slot->kind >= 0 && (int)slot->kind <= MAX_KIND, "the kind of a slot");
    fuzz_require(pdb_slot_kind_name(slot->kind)[0] != 0, "the name of a kind");
    fuzz_require(slot->syntax_offset <= MAX_NUMBER && slot->syntax_offset >= -MAX_NUMBER,
                 "the place of a slot");
    fuzz_require(slot->ordinal <= MAX_NUMBER, "the ordinal of a slot");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    seen s = {.is_first = true};
    walk_counts counts = {0};
    pdb_file *pdb = NULL;
    cc_arena *arena = cc_arena_new();
    if (arena != NULL && pdb_open(&pdb, cc_span_of(data, size), arena) == CC_OK) {
        walk_sink sink = {.ctx = &s, .point = check_point, .slot = check_slot};
        s.pdb = pdb;
        walk_pdb(pdb, &counts, &sink);
    }
    cc_arena_free(arena);
    return 0;
}
