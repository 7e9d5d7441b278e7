/* Two builds of one assembly ran, one of them an old one from some other folder: its lines are
 * those of an earlier version of the file. Documents of such a build that differ from the file are
 * left out, provided that another build of the same name and target framework was compiled from the
 * file as it is. A file that no build was compiled from stays, and is reported as changed. See
 * cov_build.h. */
#include <string.h>

#include "coverage/model/build/cov_build.h"
#include "coverage/module/mod_assembly.h"

enum { MAX_NAMES = 3 }; /* in a warning */

/* --- contested builds ------------------------------------------------------------------------- */

static cov_candidate *candidate_at(const cov_build *b, uint32_t index) {
    return (cov_candidate *)b->gathered.candidates.items[index];
}

static bool is_other_build(const cov_candidate *a, const cov_candidate *b) {
    return memcmp(a->record.mvid, b->record.mvid, sizeof a->record.mvid) != 0;
}

/* The candidates [first, end), which have the same name, are of at least two builds. */
static bool has_two_builds(const cov_build *b, uint32_t first, uint32_t end) {
    for (uint32_t i = first + 1; i < end; i++) {
        if (is_other_build(candidate_at(b, first), candidate_at(b, i))) {
            return true;
        }
    }
    return false;
}

static void read_framework(cov_build *b, cov_candidate *c) {
    mod_module module;
    cc_err err = cov_open_candidate(b, c, &module);
    if (err == CC_OK) {
        cc_str text =
            mod_assembly_text(module.tables, "System.Runtime.Versioning.TargetFrameworkAttribute");
        c->framework = cc_strz(cc_arena_strdup(b->c.work, text));
    }
    mod_close(&module);
    return; /* one that cannot be read is reported when it is added */
}

static void find_contested(const cov_build *b, uint32_t first, uint32_t end) {
    for (uint32_t i = first; i < end; i++) {
        cov_candidate *c = candidate_at(b, i);
        for (uint32_t k = first; k < end && !c->is_contested; k++) {
            const cov_candidate *other = candidate_at(b, k);
            c->is_contested = is_other_build(c, other) && cc_str_eq(c->framework, other->framework);
        }
    }
}

/* --- documents that match their files --------------------------------------------------------- */

/* Key of a source for builds of this name and framework. */
static void fresh_key(const cov_candidate *c, cc_str path, cc_buf *key) {
    cc_buf_str_put(key, c->record.name);
    cc_buf_putc(key, 0);
    cc_buf_str_put(key, c->framework);
    cc_buf_putc(key, 0);
    cc_buf_str_put(key, path);
}

/* Only the first such build is stored. */
static void put_fresh(cov_build *b, cov_candidate *c, cc_str path) {
    cc_buf key = {0};
    fresh_key(c, path, &key);
    void **slot = cc_map_put(b->fresh, cc_buf_span(&key));
    cc_buf_free(&key);
    if (*slot == NULL) {
        *slot = c;
    }
}

/* The build that was compiled from the source as it is; NULL: none. */
static void get_fresh(cov_build *b, const cov_candidate *c, cc_str path,
                      const cov_candidate **out) {
    cc_buf key = {0};
    fresh_key(c, path, &key);
    *out = (const cov_candidate *)cc_map_get(b->fresh, cc_buf_span(&key));
    cc_buf_free(&key);
}

static void note_fresh(cov_build *b, cov_candidate *c) {
    mod_module m;
    bool has_source = false;
    cc_err err = cov_open_candidate(b, c, &m);
    if (err == CC_OK) {
        err = mod_find_locations(&m, b->c.places, &has_source);
    }
    for (uint32_t d = 1; err == CC_OK && d <= m.document_count; d++) {
        if (mod_compare_checksum(&m, d) == MOD_CHECKSUM_SAME) {
            put_fresh(b, c, m.places[d]->path);
        }
    }
    mod_close(&m);
}

void cov_stale_find(cov_build *b) {
    uint32_t end = 0;
    for (uint32_t first = 0; first < b->gathered.candidates.count; first = end) {
        end = first + 1;
        while (end < b->gathered.candidates.count &&
               cc_str_eq(candidate_at(b, end)->record.name, candidate_at(b, first)->record.name)) {
            end++;
        }
        if (!has_two_builds(b, first, end)) {
            continue;
        }
        for (uint32_t i = first; i < end; i++) {
            read_framework(b, candidate_at(b, i));
        }
        find_contested(b, first, end);
        for (uint32_t i = first; i < end; i++) {
            if (candidate_at(b, i)->is_contested) {
                note_fresh(b, candidate_at(b, i));
            }
        }
    }
}

/* --- leaving out ------------------------------------------------------------------------------ */

static cc_str where(const cov_candidate *c) {
    return c->record.path.len > 0 ? c->record.path : CC_STR("(in memory)");
}

static void mark(mod_module *m, uint32_t document, const cov_candidate *fresh) {
    cc_str path = where(fresh);
    char *detail = cc_arena_printf(
        m->arena,
        "the file was changed since; another build, %.*s, was compiled from its present text",
        (int)path.len, path.s);
    m->documents[document] = (mod_verdict){CTR_REASON_PDB_MISMATCH, cc_strz(detail ? detail : "")};
}

void cov_stale_mark(cov_build *b, const cov_candidate *c, mod_module *m) {
    const cov_candidate *first = NULL;
    cc_str example = {"", 0};
    uint32_t count = 0;
    for (uint32_t d = 1; c->is_contested && d <= m->document_count; d++) {
        if (m->documents[d].reason != CTR_MEASURED ||
            mod_compare_checksum(m, d) != MOD_CHECKSUM_CHANGED) {
            continue;
        }
        const cov_candidate *fresh = NULL;
        get_fresh(b, c, m->places[d]->path, &fresh);
        if (fresh != NULL) {
            mark(m, d, fresh);
            example = count++ == 0 ? m->places[d]->path : example;
            first = first == NULL ? fresh : first;
        }
    }
    if (first != NULL) {
        cc_str old = where(c);
        cc_str now = where(first);
        cov_add_warning(&b->c,
                        "two builds of %.*s ran, %.*s and %.*s; %u source file%s (%.*s%s) changed "
                        "since the first was compiled, and its data about %s is not in the report",
                        (int)m->name.len, m->name.s, (int)old.len, old.s, (int)now.len, now.s,
                        count, count == 1 ? "" : "s", (int)example.len, example.s,
                        count > 1 ? ", ..." : "", count == 1 ? "it" : "them");
    }
}

/* --- sources that are not there ---------------------------------------------------------------- */

/* The document has code, and its file does not exist. A generated file need not exist. */
static bool is_missing_source(const mod_module *m, uint32_t document, bool is_kept) {
    return m->places[document]->kind == MOD_LOCATION_MISSING && m->has_points[document] &&
           m->document_names[document].len > 0 && m->generated[document] == NULL &&
           !pdb_has_embedded_source(m->pdb, document) &&
           (is_kept || m->documents[document].reason == CTR_REASON_SOURCES_NOT_FOUND);
}

void cov_tell_missing(cov_build *b, const mod_module *m) {
    bool is_kept = b->c.request->selection.without_sources == MOD_SOURCES_KEEP;
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
        cc_list_add(&b->c.missing,
                    cc_arena_printf(b->c.arena, "%.*s: %.*s", (int)m->name.len, m->name.s,
                                    (int)m->document_names[d].len, m->document_names[d].s));
    }
    if (missing > 0 && cc_buf_ok(&names)) {
        cov_add_warning(&b->c, "%.*s: %u source file%s not found%s: %.*s%s", (int)m->name.len,
                        m->name.s, missing, missing == 1 ? "" : "s",
                        is_kept ? "" : " and not in the report", (int)names.len,
                        (const char *)names.data, missing > MAX_NAMES ? ", ..." : "");
    }
    cc_buf_free(&names);
}
