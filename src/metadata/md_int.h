/* The internals of this room: the contents of md_image and md_tables, and functions that its files
 * share. */
#ifndef MD_INT_H
#define MD_INT_H

#include "metadata/md.h"
#include "metadata/md_columns.h"

enum {
    MD_MAX_SECTIONS = 96,   /* the limit of the Windows loader */
    MD_MAX_COLUMNS = 9,     /* Assembly and AssemblyRef */
    MD_MAX_ROWS = 0xFFFFFF, /* the largest row number of a token */
    MD_MAX_NESTING = 64,    /* types in types */
    /* nested types in one type of a signature, e.g. List<List<...>> */
    MD_MAX_SIG_DEPTH = 256,
    MD_MAX_NAME = 1 << 18 /* bytes of one joined name */
};

typedef enum md_coded {
#define MD_CODED(index, bits) MD_CODED_##index,
#include "metadata/md_tables.def"
    MD_CODED_COUNT
} md_coded;

typedef struct md_column {
    uint8_t offset;
    uint8_t width; /* bytes: 1, 2 or 4 */
    uint8_t coded; /* md_coded; MD_CODED_COUNT: a plain number */
} md_column;

/* `rows` has count * row_size bytes: md_tables_open() checks this once. */
typedef struct md_rows {
    const uint8_t *rows;
    uint32_t count;
    uint8_t row_size;
    uint8_t column_count;
    uint8_t key;    /* column by which the table is sorted, MD_MAX_COLUMNS: none */
    bool is_sorted; /* by its key */
    md_column columns[MD_MAX_COLUMNS];
} md_rows;

typedef struct md_stream {
    cc_str name;
    cc_span bytes;
} md_stream;

typedef struct md_root {
    md_stream *streams;
    uint32_t count;
} md_root;

struct md_tables {
    md_root root;
    cc_span strings, user_strings, guids, blobs;
    md_rows tables[MD_TABLE_COUNT];
};

typedef struct md_section {
    uint32_t rva, virtual_size;
    uint32_t offset, size; /* in the file */
} md_section;

/* Headers of a PE file; spans are borrowed. */
typedef struct md_pe {
    uint32_t timestamp;
    uint32_t headers_size, image_size;
    cc_span directories; /* 8 bytes each */
    uint32_t section_count;
    md_section sections[MD_MAX_SECTIONS];
} md_pe;

struct md_image {
    cc_span bytes;
    md_layout layout;
    md_pe pe;
    uint32_t resources; /* RVA of the manifest resources; 0: none */
    uint32_t entry_point;
    bool is_ready_to_run;
    cc_span native_header; /* of precompiled code: the bytes after its signature */
    md_tables *tables;
};

/* Sets data directory `index` of the optional header; false when it is absent or empty. */
bool md_pe_directory(const md_pe *pe, uint32_t index, uint32_t *rva, uint32_t *size);

/* The streams of a metadata root ("BSJB"). */
CC_NODISCARD cc_err md_root_open(md_root *out, cc_span bytes, cc_arena *arena);
cc_span md_root_stream(const md_root *root, const char *name);
/* Does the rest of md_tables_open(), for streams already read. */
CC_NODISCARD cc_err md_tables_of_root(md_tables **out, const md_root *root,
                                      const uint32_t *external_rows, cc_arena *arena);

/* Makes a token from a coded index; false for a tag without a table. Nil gives 0. */
bool md_coded_token(md_coded index, uint32_t raw, uint32_t *token);

/* Returns the first row >= `from` whose column equals `value`; 0 when there is none. Binary search
 * in a sorted table. */
uint32_t md_find_next(const md_tables *t, md_table table, uint32_t col, uint32_t value,
                      uint32_t from);

/* Decodes TypeDefOrRefOrSpecEncoded of II.23.2.8. */
bool md_sig_token(cc_span *sig, uint32_t *token);

/* The owners of the type parameters VAR and MVAR; rids, 0: unknown. */
typedef struct md_generics {
    uint32_t typedef_rid;
    uint32_t method_rid;
} md_generics;

/* Takes one type (II.23.2.12, also RetType, Param and the type of a local) from the start of the
 * signature blob `sig` and appends its name; `out` may be NULL to skip it. CC_E_FORMAT,
 * CC_E_TRUNCATED, CC_E_LIMIT. */
CC_NODISCARD cc_err md_sig_type(const md_tables *t, cc_span *sig, const md_generics *generics,
                                cc_buf *out);
/* Takes one type and calls `visit` with each TypeDef or TypeRef in it. */
CC_NODISCARD cc_err md_sig_visit(const md_tables *t, cc_span *sig, md_visit_type *visit, void *ctx);
/* Returns the kind of the type at the start of `sig`, without taking it; skips custom modifiers.
 * *is_void is true for void. False when the signature ends early. */
bool md_sig_peek(cc_span sig, md_kind *kind, bool *is_void);
/* Takes the mark of a one-dimensional array, a reference or a pointer; its element type follows.
 * False for other types; the caller must then no longer use `sig`. */
bool md_sig_take_holder(cc_span *sig);
/* Takes the header of a method signature; `sig` is then at the return type. */
typedef struct md_sig_method {
    uint8_t convention; /* first byte */
    uint32_t params;
} md_sig_method;
bool md_sig_method_header(cc_span *sig, md_sig_method *out);

/* Returns the declaring TypeDef, TypeRef, TypeSpec or ModuleRef token of a MethodDef, MemberRef,
 * MethodSpec or Field; 0 when damaged. */
uint32_t md_member_parent(const md_tables *t, uint32_t token);
/* Returns the signature blob of a StandAloneSig, MethodDef, MemberRef, MethodSpec (of its method)
 * or Field. */
bool md_signature_of(const md_tables *t, uint32_t token, cc_span *sig);
/* Appends "space.name", or "name" without a namespace. CC_E_LIMIT when the name is too long; the
 * message names `token`. */
CC_NODISCARD cc_err md_put_full_name(cc_str space, cc_str name, uint32_t token, cc_buf *out);
/* Returns the TypeDef or TypeRef token of a TypeSpec of a class or generic instance; other tokens
 * unchanged; 0 for arrays, pointers and damaged rows. */
uint32_t md_spec_definition(const md_tables *t, uint32_t token);

#endif
