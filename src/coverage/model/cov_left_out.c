/* Which lines of each source its comments and the rules for lines leave out, and which do not exist;
 * see mod_left_out.h. Of sources that are missing or changed only the PDB, where the compiler embedded them, or a data
 * file (cov_add_data.c) may know it; else they keep all their lines: numbers of lines of another
 * text mean nothing. */
#include "coverage/model/cov_build.h"
#include "coverage/module/mod_left_out.h"

static const char *path_of(const cov_build *b, const cov_source *source) {
    const char *path = cc_arena_strdup(b->work, source->path);
    bool is_absolute = path != NULL && path[0] == '/';
    return path == NULL || is_absolute ? path : cc_path_join(b->work, b->model->root.s, path);
}

/* The text of a source. */
typedef struct reading {
    cc_mapped_file file;
    bool is_mapped, is_compiled; /* it is what was compiled */
    cc_span text;
} reading;

static bool open_file(const cov_source *source, const char *path, reading *r) {
    r->is_mapped = !source->is_missing && cc_file_look(&r->file, path) == CC_OK;
    r->is_compiled = !source->is_changed;
    r->text = r->is_mapped ? r->file.bytes : r->text;
    return r->is_mapped;
}

static void close_file(reading *r) {
    if (r->is_mapped) {
        cc_file_unmap(&r->file);
        r->is_mapped = false;
    }
}

/* False: it is not there. */
static bool open_text(const cov_build *b, const cov_source *source, const char *path, reading *r) {
    bool is_there = open_file(source, path, r);
    if (is_there && r->is_compiled) {
        return true;
    }
    cc_span text;
    if (cov_embedded(source->embedded, source->checksum, b->scratch, &text)) {
        close_file(r);
        r->is_compiled = true;
        r->text = text;
        return true;
    }
    return is_there;
}

static cc_err apply(cov_build *b, cov_source *source, const reading *r) {
    mod_left_out *found = CC_NEW(b->arena, mod_left_out);
    if (found == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory for lines that are left out");
    }
    CC_TRY(mod_left_out_find(found, r->text, source->path, b->request->selection.filter, b->arena));
    if (found->count == 0) {
        return CC_OK;
    }
    if (!r->is_compiled) {
        if (source->left_out != NULL) {
            return CC_OK;
        }
        cov_add_warning(b,
                        "%.*s was changed since it was compiled: lines that its comments or rules "
                        "leave out are in the report",
                        (int)source->path.len, source->path.s);
        return CC_OK;
    }
    if (found->open_line > 0) {
        cov_add_warning(b,
                        "%.*s:%u: no 'coverage: on' follows this 'coverage: off': the rest of the "
                        "file is left out",
                        (int)source->path.len, source->path.s, found->open_line);
    }
    source->left_out = found;
    return CC_OK;
}

static bool reaches_beyond(const cov_source *source, uint32_t lines) {
    for (uint32_t i = 0; i < source->points.count; i++) {
        if (((const cov_point *)source->points.items[i])->span.end_line > lines) {
            return true;
        }
    }
    return false;
}

/* A line beyond the end of its source does not exist: a template's `#line` may be wrong. */
static cc_err cut_at_end(cov_build *b, cov_source *source, cc_span text) {
    uint32_t lines = mod_count_lines(text);
    if (!reaches_beyond(source, lines)) {
        return CC_OK;
    }
    cov_add_warning(b,
                    "%.*s has only %u lines: what was compiled from lines after them is left out",
                    (int)source->path.len, source->path.s, lines);
    mod_left_out *with_end = CC_NEW(b->arena, mod_left_out);
    if (with_end == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory for lines that are left out");
    }
    *with_end = source->left_out != NULL ? *source->left_out : (mod_left_out){0};
    source->left_out = with_end;
    return mod_left_out_add_end(with_end, text, b->arena);
}

static cc_err look(cov_build *b, cov_source *source, bool has_rules) {
    reading r = {.is_mapped = false};
    const char *path = path_of(b, source);
    if (path == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory for paths");
    }
    if (!open_text(b, source, path, &r)) {
        if (has_rules) {
            cov_add_warning(b, "%.*s cannot be read: rules for lines were not tried on it",
                            (int)source->path.len, source->path.s);
        }
        return CC_OK;
    }
    if (r.is_compiled) {
        source->left_out = NULL; /* what the text itself says counts, by the rules of now */
    }
    bool is_concerned = has_rules || mod_left_out_has_comment(r.text);
    cc_err err = is_concerned ? apply(b, source, &r) : CC_OK;
    err = err == CC_OK && r.is_compiled ? cut_at_end(b, source, r.text) : err;
    close_file(&r);
    cc_arena_reset(b->scratch);
    return err;
}

cc_err cov_left_out_find(cov_build *b) {
    bool has_rules = sel_has_kind(b->request->selection.filter, SEL_LINE);
    for (size_t i = 0; i < cc_map_count(b->sources); i++) {
        CC_TRY(look(b, (cov_source *)cc_map_at(b->sources, i, NULL), has_rules));
    }
    return CC_OK;
}
