/* What the sources of an assembly say about it; see cov_judge_steps.h. */
#include "coverage/model/build/judge/cov_judge_steps.h"

enum { MAX_NAMES = 3 }; /* in a warning */

static mod_verdict not_found(const char *why) {
    return (mod_verdict){CTR_REASON_SOURCES_NOT_FOUND, cc_strz(why)};
}

/* A document that shows that the sources are on this machine: why it is none of the report; NULL:
 * it does not show that. */
static const char *why_elsewhere(const cov_context *c, const mod_module *m, uint32_t document) {
    const mod_location *place = m->places[document];
    if (place->kind == MOD_LOCATION_OUTSIDE) {
        return cc_arena_printf(m->arena, "%s is outside the source root %s (see --root)",
                               place->file, c->request->root);
    }
    if (place->kind == MOD_LOCATION_INSIDE && m->has_code[document]) {
        return cc_arena_printf(m->arena,
                               "%.*s is not the file that was compiled; build again, or map its "
                               "folder with --map",
                               CC_STR_ARGS(place->path));
    }
    return NULL;
}

static bool is_missing_file(const mod_module *m, uint32_t document) {
    return m->document_names[document].len > 0 && m->places[document]->kind == MOD_LOCATION_MISSING;
}

static const char *why_nowhere(const mod_module *m) {
    uint32_t first = 0;
    uint32_t missing = 0;
    for (uint32_t i = 1; i <= m->document_count; i++) {
        if (is_missing_file(m, i)) {
            first = first == 0 ? i : first;
            missing++;
        }
    }
    if (m->document_count == 0) {
        return "its PDB names no source file";
    }
    if (missing == 0) {
        return "no file that its PDB names has the text that was compiled";
    }
    cc_str name = m->document_names[first];
    if (missing == 1) {
        return cc_arena_printf(m->arena, "%.*s does not exist", CC_STR_ARGS(name));
    }
    return cc_arena_printf(m->arena, "%.*s and %u more do not exist", CC_STR_ARGS(name),
                           missing - 1);
}

void cov_judge_without_sources(const cov_context *c, const mod_module *m, mod_verdict *out,
                               bool *is_elsewhere) {
    for (uint32_t i = 1; i <= m->document_count; i++) {
        const char *why = why_elsewhere(c, m, i);
        if (why != NULL) {
            *is_elsewhere = true;
            *out = not_found(why);
            return;
        }
    }
    *out = not_found(why_nowhere(m));
}

/* Generated and embedded files need not exist. */
static bool needs_file(const mod_module *m, uint32_t document) {
    return m->places[document]->kind == MOD_LOCATION_MISSING && m->generated[document] == NULL &&
           !pdb_has_embedded_source(m->pdb, document);
}

void cov_judge_each_source(mod_module *m, mod_verdict *out) {
    mod_find_extents(m);
    for (uint32_t i = 1; i <= m->document_count; i++) {
        if (!m->has_code[i] || !needs_file(m, i)) {
            continue;
        }
        cc_str name = m->document_names[i];
        *out = not_found(cc_arena_printf(
            m->arena, "%.*s does not exist, and --without-sources skip-any leaves out the assembly",
            CC_STR_ARGS(name)));
        return;
    }
}

/* --- sources that are not there --------------------------------------------------------------- */

/* The document has code, and its file does not exist. */
static bool is_missing_source(const mod_module *m, uint32_t document, bool is_kept) {
    return needs_file(m, document) && m->has_points[document] &&
           m->document_names[document].len > 0 &&
           (is_kept || m->documents[document].reason == CTR_REASON_SOURCES_NOT_FOUND);
}

void cov_tell_missing(cov_context *c, const mod_module *m) {
    bool is_kept = c->request->selection.without_sources == MOD_SOURCES_KEEP;
    cc_buf names = {0};
    uint32_t missing = 0;
    for (uint32_t d = 1; d <= m->document_count; d++) {
        if (!is_missing_source(m, d, is_kept)) {
            continue;
        }
        if (++missing <= MAX_NAMES) {
            cc_buf_puts(&names, missing > 1 ? ", " : "");
            cc_buf_str_put(&names, m->document_names[d]);
        }
        cc_list_add(&c->missing, cc_arena_printf(c->arena, "%.*s: %.*s", CC_STR_ARGS(m->name),
                                                 CC_STR_ARGS(m->document_names[d])));
    }
    if (missing > 0) {
        cov_add_warning(c, "%.*s: %u source file%s not found%s: %.*s%s", CC_STR_ARGS(m->name),
                        missing, missing == 1 ? "" : "s", is_kept ? "" : " and not in the report",
                        (int)names.len, (const char *)names.data,
                        missing > MAX_NAMES ? ", ..." : "");
    }
    cc_buf_free(&names);
}
