/* Lines that are left out; see cov_shape_steps.h. Of sources that are missing or changed only the PDB,
 * where the compiler embedded them, or a data file (cov_unite_left_out()) may know it; else they
 * keep all their lines: numbers of lines of another text mean nothing. */
#include "coverage/model/build/lines/cov_shape_steps.h"

#include "source/src_lines.h"

static void apply(cov_context *c, cov_source *source, const cov_text *text) {
    mod_left_out *found = CC_NEW(c->arena, mod_left_out);
    mod_left_out_find(found, text->bytes, source->path, c->request->selection.filter, c->arena);
    if (found->count == 0) {
        return;
    }
    if (text->kind == COV_TEXT_CHANGED && source->left_out != NULL) {
        return;
    }
    if (text->kind == COV_TEXT_CHANGED) {
        cov_add_warning(c,
                        "%.*s was changed since it was compiled; lines that its comments or rules "
                        "leave out are in the report",
                        CC_STR_ARGS(source->path));
        return;
    }
    if (found->open_line > 0) {
        cov_add_warning(c,
                        "%.*s:%u: no 'coverage: on' follows this 'coverage: off'; the rest of the "
                        "file is left out",
                        CC_STR_ARGS(source->path), found->open_line);
    }
    source->left_out = found;
}

static void tell_unread(cov_context *c, const cov_source *source, const cov_text *text,
                        bool has_rules) {
    if (text->is_too_large) {
        cov_add_warning(c,
                        "%.*s has more than %u MiB or %u lines; clrcov does not read its text, and "
                        "pages do not show it",
                        CC_STR_ARGS(source->path), SRC_MOST_BYTES >> 20, SRC_MOST_LINES);
    } else if (has_rules) {
        cov_add_warning(c, "%.*s cannot be read; rules for lines were not applied to it",
                        CC_STR_ARGS(source->path));
    }
}

/* A text that was not changed since knows its comments by the rules of now, and how many lines it
 * has. */
static void note_compiled(cov_source *source, const cov_text *text) {
    source->left_out = NULL;
    source->most_lines = src_line_bound(text->bytes);
}

static void look_at_text(cov_context *c, cov_source *source, const cov_text *text, bool has_rules) {
    bool is_wanted = text->kind == COV_TEXT_EMBEDDED || !source->is_missing;
    if (text->kind == COV_TEXT_NONE || !is_wanted) {
        tell_unread(c, source, text, has_rules);
        return;
    }
    if (text->kind != COV_TEXT_CHANGED) {
        note_compiled(source, text);
    }
    if (has_rules || mod_left_out_has_comment(text->bytes)) {
        apply(c, source, text);
    }
}

static void look_at_source(cov_context *c, cov_source *source, bool has_rules) {
    cov_text text;
    const cov_file file = cov_source_file(source);
    cov_text_open(&text, c->root, &file, c->scratch);
    look_at_text(c, source, &text, has_rules);
    cov_text_close(&text);
    cc_arena_reset(c->scratch);
}

void cov_left_out_find(cov_context *c, const cov_united *united) {
    bool has_rules = sel_has_kind(c->request->selection.filter, SEL_LINE);
    for (size_t i = 0; i < cc_map_count(united->sources); i++) {
        look_at_source(c, cc_map_at(united->sources, i, NULL), has_rules);
    }
}
