/* Texts of sources: the file, or what the compiler embedded of it in the PDB; see cov_model.h. */
#include "coverage/model/cov_model.h"
#include "source/src_lines.h"

enum { SHA1_BYTES = 20, SHA256_BYTES = 32 };

static pdb_checksum kind_of(cc_span checksum) {
    return checksum.len == SHA256_BYTES ? PDB_SUM_SHA256
           : checksum.len == SHA1_BYTES ? PDB_SUM_SHA1
                                        : PDB_SUM_NONE;
}

static mod_file_state open_file(cov_text *out, cc_str root, const cov_file *file, cc_arena *arena) {
    bool is_absolute = cov_path_is_absolute(file->path);
    const char *top = cc_arena_strdup(arena, root);
    const char *path = is_absolute ? cc_arena_strdup(arena, file->path)
                                   : cc_arena_printf(arena, "%.*s/%.*s", CC_STR_ARGS(root),
                                                     CC_STR_ARGS(file->path));
    const mod_claim claim = {.root = top,
                             .path = path,
                             .origin = file->origin,
                             .checksum_kind = kind_of(file->checksum),
                             .checksum = file->checksum};
    return mod_file_open(&out->file, &claim);
}

/* Without a checksum the PDB is believed. */
static bool has_checksum(cc_span text, cc_span checksum) {
    const pdb_document document = {.checksum_kind = kind_of(checksum), .checksum = checksum};
    return mod_checksum_compare_text(&document, text) != MOD_CHECKSUM_CHANGED;
}

static bool open_embedded(cov_text *out, const cov_file *file, cc_arena *arena) {
    cc_span text = {NULL, 0};
    if (file->embedded.len == 0) {
        return false;
    }
    cc_err err = pdb_inflate_source(file->embedded, arena, &text);
    out->is_too_large = out->is_too_large || err == CC_E_LIMIT;
    if (err != CC_OK || !has_checksum(text, file->checksum)) {
        return false;
    }
    out->bytes = text;
    out->kind = COV_TEXT_EMBEDDED;
    return true;
}

static void choose(cov_text *out, mod_file_state state, const cov_file *file, cc_arena *arena) {
    bool is_there = state == MOD_FILE_READ;
    out->is_outside = state == MOD_FILE_OUTSIDE || state == MOD_FILE_CHANGED;
    out->is_too_large = state == MOD_FILE_TOO_LARGE;
    if ((!is_there || file->is_changed) && open_embedded(out, file, arena)) {
        return;
    }
    if (is_there) {
        out->bytes = out->file.bytes;
        out->kind = file->is_changed ? COV_TEXT_CHANGED : COV_TEXT_COMPILED;
    }
}

void cov_text_open(cov_text *out, cc_str root, const cov_file *file, cc_arena *arena) {
    *out = (cov_text){.kind = COV_TEXT_NONE};
    choose(out, open_file(out, root, file, arena), file, arena);
    if (src_line_bound(out->bytes) > SRC_MOST_LINES) {
        out->is_too_large = true;
        out->kind = COV_TEXT_NONE;
        out->bytes = (cc_span){NULL, 0};
    }
    out->bytes = src_plain_text(out->bytes, src_language_of(file->path), arena);
}

void cov_text_close(cov_text *text) {
    cc_file_unmap(&text->file);
    *text = (cov_text){.kind = COV_TEXT_NONE};
}
