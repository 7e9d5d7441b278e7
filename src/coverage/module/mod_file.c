/* Whether a source may be read, and opening it; see mod_file.h. */
#include "coverage/module/mod_file.h"

#include <string.h>

#include "base/cc_beneath.h"
#include "base/cc_os.h"
#include "coverage/module/mod_root_path.h"
#include "source/src_lines.h"

_Static_assert(PDB_MAX_SOURCE == SRC_MOST_BYTES, "one limit for sources, wherever they come from");

/* --- the decision ----------------------------------------------------------------------------- */

/* A component begins with a dot: ".git/config", "src/.env". */
static bool has_hidden_part(cc_str path) {
    bool is_start = true;
    for (size_t i = 0; i < path.len; i++) {
        if (is_start && path.s[i] == '.') {
            return true;
        }
        is_start = path.s[i] == '/';
    }
    return false;
}

/* *rest: the part below the root. */
static bool is_below(cc_str root, cc_str file, cc_str *rest) {
    return root.len > 1 && mod_path_below(file, root, false, rest) && rest->len > 0;
}

mod_access mod_access_of(cc_str root, cc_str file, mod_origin origin, bool has_checksum) {
    cc_str rest = {"", 0};
    if (is_below(root, file, &rest) && !has_hidden_part(rest)) {
        return MOD_ACCESS_FREE;
    }
    return origin == MOD_ORIGIN_LOCAL && has_checksum ? MOD_ACCESS_SAME : MOD_ACCESS_NONE;
}

static mod_access access_at(const mod_claim *claim, const char *path) {
    bool has_checksum = claim->checksum_kind != PDB_SUM_NONE && claim->checksum.len > 0;
    return mod_access_of(cc_strz(claim->root), cc_strz(path), claim->origin, has_checksum);
}

/* --- opening ---------------------------------------------------------------------------------- */

static mod_file_state take(cc_mapped_file *out, cc_err err) {
    if (err != CC_OK) {
        return MOD_FILE_ABSENT;
    }
    if (out->bytes.len > SRC_MOST_BYTES) {
        cc_file_unmap(out);
        return MOD_FILE_TOO_LARGE;
    }
    return MOD_FILE_READ;
}

/* The path is below the root and has no link. */
static mod_file_state open_below(cc_mapped_file *out, const mod_claim *claim, const char *path) {
    const char *rest = path + strlen(claim->root) + 1;
    int fd = -1;
    cc_err err = cc_beneath_open(&fd, claim->root, rest);
    err = err == CC_OK ? cc_file_look_fd(out, fd, path) : err;
    cc_fd_close(fd);
    return take(out, err);
}

static mod_checksum_result compare_content(const mod_claim *claim, cc_span content) {
    const pdb_document document = {.checksum_kind = claim->checksum_kind,
                                   .checksum = claim->checksum};
    return mod_checksum_compare_text(&document, content);
}

/* The function does not open devices. */
static mod_file_state open_same(cc_mapped_file *out, const mod_claim *claim, const char *path) {
    if (cc_path_is_device(path)) {
        return MOD_FILE_ABSENT;
    }
    mod_file_state state = take(out, cc_file_map(out, path, true));
    if (state == MOD_FILE_READ && compare_content(claim, out->bytes) != MOD_CHECKSUM_SAME) {
        cc_file_unmap(out);
        return MOD_FILE_CHANGED;
    }
    return state;
}

static mod_file_state open_at(cc_mapped_file *out, const mod_claim *claim, const char *path) {
    switch (access_at(claim, path)) {
    case MOD_ACCESS_FREE:
        return open_below(out, claim, path);
    case MOD_ACCESS_SAME:
        return open_same(out, claim, path);
    case MOD_ACCESS_NONE:
        break;
    }
    return MOD_FILE_OUTSIDE;
}

/* Decides by the path without links; a file that does not exist has only its text. */
static mod_file_state open_resolved(cc_mapped_file *out, const mod_claim *claim) {
    cc_arena *arena = cc_arena_new();
    mod_file_state state = MOD_FILE_ABSENT;
    char *path = NULL;
    if (arena == NULL) {
        return state;
    }
    if (cc_path_real(arena, claim->path, &path) == CC_OK) {
        state = open_at(out, claim, path);
    } else if (cc_path_absolute(arena, claim->path, &path) == CC_OK &&
               access_at(claim, path) == MOD_ACCESS_NONE) {
        state = MOD_FILE_OUTSIDE;
    }
    cc_arena_free(arena);
    return state;
}

/* Most paths have no links and are below the root, so they need no resolution. */
mod_file_state mod_file_open(cc_mapped_file *out, const mod_claim *claim) {
    *out = (cc_mapped_file){0};
    if (access_at(claim, claim->path) == MOD_ACCESS_FREE) {
        mod_file_state state = open_below(out, claim, claim->path);
        if (state != MOD_FILE_ABSENT) {
            return state;
        }
    }
    return open_resolved(out, claim);
}

mod_checksum_result mod_file_compare(const mod_claim *claim) {
    cc_mapped_file content;
    mod_checksum_result result = MOD_CHECKSUM_UNKNOWN;
    if (!mod_checksum_is_known(claim->checksum_kind)) {
        return result;
    }
    switch (mod_file_open(&content, claim)) {
    case MOD_FILE_READ:
        result = compare_content(claim, content.bytes);
        break;
    case MOD_FILE_CHANGED:
        result = MOD_CHECKSUM_CHANGED;
        break;
    case MOD_FILE_ABSENT:
    case MOD_FILE_OUTSIDE:
    case MOD_FILE_TOO_LARGE:
        break;
    }
    cc_file_unmap(&content);
    return result;
}
