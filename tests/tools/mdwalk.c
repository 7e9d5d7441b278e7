/* mdwalk [--names|--points] FILE...: reads every assembly given (and its embedded or
 * neighbouring PDB) from end to end and prints what was found. For contributors: to try the
 * readers on assemblies of the wild. --names prints a line for each method, --points one for
 * each sequence point, to compare with others. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/cc_file.h"
#include "tests/tools/walk.h"

typedef enum print_what { PRINT_COUNTS, PRINT_NAMES, PRINT_POINTS } print_what;

typedef struct session {
    const char *path;
    print_what what;
    walk_counts total;
    uint64_t images, unmanaged, pdbs, failures;
} session;

static void print_error(void *ctx, uint32_t token) {
    const session *s = ctx;
    printf("%s: 0x%08" PRIx32 ": %s\n", s->path, token, cc_error_message());
}

static void print_method(void *ctx, uint32_t token, cc_str type, cc_str name, cc_str signature,
                         cc_str returns) {
    (void)ctx;
    printf("%08" PRIx32 "\t%.*s\t%.*s\t%.*s\t%.*s\n", token, (int)type.len, type.s, (int)name.len,
           name.s, (int)signature.len, signature.s, (int)returns.len, returns.s);
}

static void print_point(void *ctx, uint32_t token, const pdb_point *p) {
    (void)ctx;
    printf("%08" PRIx32 "\t%" PRIu32 "\t%" PRIu32 "\t%d\t%" PRIu32 "\t%" PRIu32 "\t%" PRIu32
           "\t%" PRIu32 "\n",
           token, p->offset, p->document, p->hidden, p->start_line, p->start_column, p->end_line,
           p->end_column);
}

static void add(walk_counts *to, const walk_counts *from) {
    to->cells += from->cells;
    to->bad_cells += from->bad_cells;
    to->types += from->types;
    to->methods += from->methods;
    to->bodies += from->bodies;
    to->names += from->names;
    to->attributes += from->attributes;
    to->members += from->members;
    to->signatures += from->signatures;
    to->documents += from->documents;
    to->methods_with_points += from->methods_with_points;
    to->points += from->points;
    to->hidden_points += from->hidden_points;
    to->slots += from->slots;
    to->errors += from->errors;
}

static cc_err walk_pdb_bytes(session *s, cc_span bytes, const md_debug_info *info,
                             const walk_sink *sink, cc_arena *arena) {
    pdb_file *pdb = NULL;
    walk_counts counts = {0};
    CC_TRY(pdb_open(&pdb, bytes, arena));
    if (!pdb_matches(pdb, info)) {
        return cc_fail(CC_E_MISMATCH, "the PDB belongs to another build");
    }
    walk_pdb(pdb, &counts, sink);
    add(&s->total, &counts);
    s->pdbs++;
    return CC_OK;
}

static cc_err walk_pdb_beside(session *s, const md_debug_info *info, const walk_sink *sink,
                              cc_arena *arena) {
    cc_str dir = cc_path_dir(cc_strz(s->path));
    cc_str stem = cc_path_stem(cc_strz(s->path));
    const char *path =
        cc_arena_printf(arena, "%.*s/%.*s.pdb", (int)dir.len, dir.s, (int)stem.len, stem.s);
    cc_mapped_file file;
    if (path == NULL || !cc_path_exists(path)) {
        return CC_OK;
    }
    CC_TRY(cc_file_map(&file, path, false));
    cc_err err = walk_pdb_bytes(s, file.bytes, info, sink, arena);
    cc_file_unmap(&file);
    return err;
}

static cc_err walk_bytes(session *s, cc_span bytes, cc_arena *arena) {
    md_image *image = NULL;
    md_debug_info info;
    walk_counts counts = {0};
    walk_sink sink = {.ctx = s,
                      .error = print_error,
                      .method = s->what == PRINT_NAMES ? print_method : NULL,
                      .point = s->what == PRINT_POINTS ? print_point : NULL};
    cc_err err = md_image_open(&image, bytes, MD_LAYOUT_FLAT, arena);
    if (err == CC_E_UNSUPPORTED && strstr(cc_error_message(), "no CLI header") != NULL) {
        s->unmanaged++;
        return CC_OK;
    }
    CC_TRY(err);
    s->images++;
    walk_image(image, &counts, &sink);
    add(&s->total, &counts);
    CC_TRY(md_image_debug_info(image, &info));
    if (info.embedded.data != NULL) {
        cc_span pdb = {NULL, 0};
        CC_TRY(pdb_inflate(&info, arena, &pdb));
        return walk_pdb_bytes(s, pdb, &info, &sink, arena);
    }
    return walk_pdb_beside(s, &info, &sink, arena);
}

static void walk_file(session *s, const char *path) {
    cc_mapped_file file;
    s->path = path;
    cc_err err = cc_file_map(&file, path, false);
    if (err == CC_OK) {
        cc_arena *arena = cc_arena_new();
        err = arena != NULL ? walk_bytes(s, file.bytes, arena) : CC_E_NOMEM;
        cc_arena_free(arena);
        cc_file_unmap(&file);
    }
    if (err != CC_OK) {
        s->failures++;
        printf("%s: %s: %s\n", path, cc_err_name(err), cc_error_message());
    }
}

static void print_totals(const session *s) {
    const walk_counts *c = &s->total;
    printf("images %" PRIu64 ", not managed %" PRIu64 ", refused %" PRIu64 ", PDBs %" PRIu64 "\n",
           s->images, s->unmanaged, s->failures, s->pdbs);
    printf("types %" PRIu64 ", methods %" PRIu64 ", bodies %" PRIu64 ", type names %" PRIu64
           ", signatures %" PRIu64 ", members %" PRIu64 ", attributes %" PRIu64 "\n",
           c->types, c->methods, c->bodies, c->names, c->signatures, c->members, c->attributes);
    printf("documents %" PRIu64 ", methods with points %" PRIu64 ", points %" PRIu64
           " (hidden %" PRIu64 "), slots %" PRIu64 "\n",
           c->documents, c->methods_with_points, c->points, c->hidden_points, c->slots);
    printf("cells %" PRIu64 ", errors %" PRIu64 "\n", c->cells, c->errors);
}

int main(int argc, char **argv) {
    session s = {.what = PRINT_COUNTS};
    int first = 1;
    if (argc > 1 && argv[1][0] == '-') {
        s.what = strcmp(argv[1], "--names") == 0 ? PRINT_NAMES : PRINT_POINTS;
        first = 2;
    }
    if (first >= argc) {
        fprintf(stderr, "usage: mdwalk [--names|--points] FILE...\n");
        return 64;
    }
    for (int i = first; i < argc; i++) {
        walk_file(&s, argv[i]);
    }
    if (s.what == PRINT_COUNTS) {
        print_totals(&s);
    }
    return s.failures > 0 || s.total.errors > 0;
}
