/* Seeds for the fuzz targets from real assemblies, for scripts/fuzz.sh:
 *     fuzz_seeds OUT FILE...       makes OUT/TARGET/NUMBER; @LIST is a file of names, one a line
 * Small images whole, with their PDBs beside them; of all others the bodies and the signatures,
 * each shape once. Files that cannot be read are passed over. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/cc_file.h"
#include "base/cc_hash.h"
#include "metadata/md_columns.h"
#include "metadata/pdb.h"
#include "rewriter/il/il.h"

enum {
    MAX_IMAGE = 26000,
    MAX_PAIR = 40000,
    MAX_ROOT = 16000,
    MAX_BODY = 600,
    MAX_BLOB = 100,
    SLOTS = 1 << 14,
    LIMIT = 1500 /* of bodies, and of signatures */
};

typedef struct seeds {
    const char *out;
    unsigned number;
    uint64_t seen[SLOTS];
    unsigned bodies, blobs;
    cc_arena *arena;
} seeds;

/* True the first time. */
static bool is_new(seeds *s, uint64_t shape) {
    size_t at = shape % SLOTS;
    bool fresh = s->seen[at] != shape;
    s->seen[at] = shape;
    return fresh;
}

static void put(seeds *s, const char *target, const cc_buf *content) {
    char *folder = cc_arena_printf(s->arena, "%s/%s", s->out, target);
    char *path = cc_arena_printf(s->arena, "%s/seed-%05u", folder, ++s->number);
    if (cc_dir_make_all(folder, 0755) != CC_OK ||
        cc_file_write(path, cc_buf_span(content), 0644) != CC_OK) {
        fprintf(stderr, "%s\n", cc_error_message());
    }
}

/* Some bytes before, then the parts. */
static void put_parts(seeds *s, const char *target, cc_span front, cc_span a, cc_span b) {
    cc_buf content = {0};
    cc_buf_span_put(&content, front);
    cc_buf_span_put(&content, a);
    cc_buf_span_put(&content, b);
    put(s, target, &content);
    cc_buf_free(&content);
}

static const cc_span nothing = {NULL, 0};

static void put_body(seeds *s, cc_span body) {
    il_body decoded;
    uint64_t shape = 0;
    cc_arena *arena = cc_arena_new();
    if (arena != NULL && s->bodies < LIMIT && il_decode(&decoded, body, arena) == CC_OK &&
        decoded.total_size <= MAX_BODY) {
        for (uint32_t i = 0; i < decoded.insn_count;
             i++) { /* kinds of instructions, not their order */
            shape |= UINT64_C(1) << (decoded.insns[i].op % 61);
        }
        shape = shape * 31 + decoded.clause_count;
        cc_span exact = {body.data, decoded.total_size};
        if (is_new(s, shape)) {
            uint8_t choice = (uint8_t)(shape * 0x9E3779B97F4A7C15u >> 56);
            s->bodies++;
            put_parts(s, "il_decode", nothing, exact, nothing);
            put_parts(s, "rewrite", cc_span_of(&choice, 1), exact, nothing);
        }
    }
    cc_arena_free(arena);
}

static void put_blob(seeds *s, cc_span blob) {
    uint64_t shape =
        1; /* the low values of an element: kinds of types rather than numbers of rows */
    for (size_t i = 0; i < blob.len && i < 12; i++) {
        shape = shape * 67 + (blob.data[i] < 0x46 ? blob.data[i] : 0x46u);
    }
    if (blob.len > 0 && blob.len <= MAX_BLOB && s->blobs < LIMIT && is_new(s, ~shape)) {
        s->blobs++;
        put_parts(s, "sig", nothing, blob, nothing);
    }
}

static void put_blobs(seeds *s, const md_tables *t) {
    static const struct {
        md_table table;
        uint32_t col;
    } places[] = {{MD_METHODDEF, 4}, {MD_MEMBERREF, 2}, {MD_STANDALONE_SIG, 0},
                  {MD_TYPESPEC, 0},  {MD_FIELD, 2},     {MD_METHODSPEC, 1}};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        for (uint32_t rid = 1; rid <= md_row_count(t, places[i].table); rid++) {
            uint32_t index = 0;
            cc_span blob;
            if (md_cell(t, places[i].table, rid, places[i].col, &index) &&
                md_blob(t, index, &blob)) {
                put_blob(s, blob);
            }
        }
    }
}

static void put_bodies(seeds *s, const md_image *image) {
    const md_tables *t = md_image_tables(image);
    for (uint32_t rid = 1; rid <= md_row_count(t, MD_METHODDEF); rid++) {
        md_methoddef row;
        cc_span body;
        if (md_get_methoddef(t, rid, &row) == CC_OK && row.rva != 0 &&
            md_image_at_rva(image, row.rva, &body) == CC_OK) {
            put_body(s, body);
        }
    }
}

/* Choices and counters by number, then the length of the image: see fuzz_model.c. */
static void put_pair(seeds *s, cc_span image, cc_span pdb) {
    static const uint8_t choices[] = {0x00, 0x01, 0x42, 0x88, 0x0C, 0xA0};
    for (size_t i = 0; i < 2; i++) {
        size_t which = (s->number + i) % sizeof choices;
        uint8_t front[6] = {choices[which], (uint8_t)(which % 3 == 0 ? 1 : which + 5)};
        uint32_t len = (uint32_t)image.len;
        memcpy(front + 2, &len, sizeof len);
        put_parts(s, "model", cc_span_of(front, sizeof front), image, pdb);
    }
}

static void put_image(seeds *s, const md_image *image, cc_span bytes, cc_span pdb) {
    static const uint8_t raw = 1;
    md_debug_info info;
    const uint8_t *root = bytes.len > 0 ? memmem(bytes.data, bytes.len, "BSJB", 4) : NULL;
    bool has_info = md_image_debug_info(image, &info) == CC_OK;
    bool has_embedded = has_info && info.embedded.data != NULL;
    if (bytes.len <= MAX_IMAGE) {
        put_parts(s, has_embedded ? "embedded" : "pe", nothing, bytes, nothing);
    }
    if (bytes.len <= MAX_ROOT && root != NULL) {
        cc_span rest = {root, bytes.len - (size_t)(root - bytes.data)};
        put_parts(s, "tables", cc_span_of(&raw, 1), rest, nothing);
    }
    if (bytes.len + pdb.len <= MAX_PAIR && (pdb.len > 0 || has_embedded)) {
        put_pair(s, bytes, pdb);
    }
    if (pdb.len > 0 && pdb.len <= MAX_ROOT) {
        put_parts(s, "pdb", nothing, pdb, nothing);
    }
}

static void take(seeds *s, const char *path) {
    cc_mapped_file file = {0};
    cc_mapped_file symbols = {0};
    md_image *image = NULL;
    cc_arena *arena = cc_arena_new();
    cc_str stem = cc_path_dir(cc_strz(path));
    cc_str name = cc_path_stem(cc_strz(path));
    char *pdb =
        cc_arena_printf(s->arena, "%.*s/%.*s.pdb", (int)stem.len, stem.s, (int)name.len, name.s);
    if (arena != NULL && cc_file_map(&file, path, false) == CC_OK &&
        md_image_open(&image, file.bytes, MD_LAYOUT_FLAT, arena) == CC_OK) {
        bool has_pdb = pdb != NULL && cc_file_map(&symbols, pdb, false) == CC_OK;
        put_image(s, image, file.bytes, has_pdb ? symbols.bytes : nothing);
        put_bodies(s, image);
        put_blobs(s, md_image_tables(image));
    }
    cc_file_unmap(&symbols);
    cc_file_unmap(&file);
    cc_arena_free(arena);
}

static void take_list(seeds *s, const char *path) {
    char line[4096];
    FILE *list = fopen(path, "r");
    if (list == NULL) {
        perror(path);
        return;
    }
    while (fgets(line, sizeof line, list) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        take(s, line);
    }
    fclose(list);
}

int main(int argc, char **argv) {
    static seeds s;
    s.arena = cc_arena_new();
    if (argc < 3 || s.arena == NULL) {
        fprintf(stderr, "usage: fuzz_seeds OUT FILE...\n");
        return 2;
    }
    s.out = argv[1];
    for (int i = 2; i < argc; i++) {
        if (argv[i][0] == '@') {
            take_list(&s, argv[i] + 1);
        } else {
            take(&s, argv[i]);
        }
    }
    printf("%u seeds: %u bodies, %u signatures\n", s.number, s.bodies, s.blobs);
    cc_arena_free(s.arena);
    return 0;
}
