/* Which lines of each source its comments and the rules for lines leave out, and which do not exist;
 * see mod_left_out.h. Of sources that are missing or changed only the PDB, where the compiler embedded them, or a data
 * file (cov_add_data.c) may know it; else they keep all their lines: numbers of lines of another
 * text mean nothing. */
#include "coverage/model/build/cov_build.h"
#include "coverage/module/mod_left_out.h"
#include "source/src_lines.h"

/* As cov_text_open() wants it. */
static cov_file file_of(const cov_source *source) {
    return (cov_file){.path = source->path,
                      .is_changed = source->is_changed,
                      .checksum = source->checksum,
                      .origin = source->origin,
                      .embedded = source->embedded};
}

static cc_err apply(cov_build *b, cov_source *source, const cov_text *text) {
    mod_left_out *found = CC_NEW(b->c.arena, mod_left_out);
    CC_TRY(mod_left_out_find(found, text->bytes, source->path, b->c.request->selection.filter,
                             b->c.arena));
    if (found->count == 0) {
        return CC_OK;
    }
    if (text->kind == COV_TEXT_CHANGED) {
        if (source->left_out != NULL) {
            return CC_OK;
        }
        cov_add_warning(&b->c,
                        "%.*s was changed since it was compiled; lines that its comments or rules "
                        "leave out are in the report",
                        (int)source->path.len, source->path.s);
        return CC_OK;
    }
    if (found->open_line > 0) {
        cov_add_warning(&b->c,
                        "%.*s:%u: no 'coverage: on' follows this 'coverage: off'; the rest of the "
                        "file is left out",
                        (int)source->path.len, source->path.s, found->open_line);
    }
    source->left_out = found;
    return CC_OK;
}

static void tell_unread(cov_build *b, const cov_source *source, const cov_text *text,
                        bool has_rules) {
    if (text->is_too_large) {
        cov_add_warning(&b->c,
                        "%.*s has more than %u MiB or %u lines; clrcov does not read its text, and "
                        "pages do not show it",
                        (int)source->path.len, source->path.s, SRC_MOST_BYTES >> 20,
                        SRC_MOST_LINES);
    } else if (has_rules) {
        cov_add_warning(&b->c, "%.*s cannot be read; rules for lines were not applied to it",
                        (int)source->path.len, source->path.s);
    }
}

/* A text that was not changed since knows its comments by the rules of now, and how many lines it
 * has. */
static void note_compiled(cov_source *source, const cov_text *text) {
    source->left_out = NULL;
    source->most_lines = src_line_bound(text->bytes);
}

static cc_err look(cov_build *b, cov_source *source, bool has_rules) {
    cov_text text;
    const cov_file file = file_of(source);
    cov_text_open(&text, b->model->root, &file, b->c.scratch);
    bool is_wanted = text.kind == COV_TEXT_EMBEDDED || !source->is_missing;
    cc_err err = CC_OK;
    if (text.kind == COV_TEXT_NONE || !is_wanted) {
        tell_unread(b, source, &text, has_rules);
    } else {
        if (text.kind != COV_TEXT_CHANGED) {
            note_compiled(source, &text);
        }
        bool is_concerned = has_rules || mod_left_out_has_comment(text.bytes);
        err = is_concerned ? apply(b, source, &text) : CC_OK;
    }
    cov_text_close(&text);
    cc_arena_reset(b->c.scratch);
    return err;
}

cc_err cov_left_out_find(cov_build *b) {
    bool has_rules = sel_has_kind(b->c.request->selection.filter, SEL_LINE);
    for (size_t i = 0; i < cc_map_count(b->sources); i++) {
        CC_TRY(look(b, (cov_source *)cc_map_at(b->sources, i, NULL), has_rules));
    }
    return CC_OK;
}
