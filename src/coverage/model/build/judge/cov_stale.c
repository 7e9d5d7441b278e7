/* Two builds of one assembly ran, one of them an old one from some other folder: its lines are the
 * lines of an earlier version of the file. Documents of such a build that differ from the file are
 * left out. The condition is that another build of that name and target framework was compiled from
 * the file as it is. A file that no build was compiled from stays, and is reported as changed. */
#include "coverage/model/build/judge/cov_judge_steps.h"

#include <string.h>

#include "coverage/module/mod_assembly.h"

/* --- contested builds ------------------------------------------------------------------------- */

static bool is_other_build(const cov_case *a, const cov_case *b) {
    return memcmp(a->candidate->record.mvid, b->candidate->record.mvid,
                  sizeof a->candidate->record.mvid) != 0;
}

static bool has_same_name(const cov_case *a, const cov_case *b) {
    return cc_str_eq(a->candidate->record.name, b->candidate->record.name);
}

/* The cases, which have one name, are of at least two builds. */
static bool has_two_builds(const cov_case *cases, uint32_t count) {
    for (uint32_t i = 1; i < count; i++) {
        if (is_other_build(&cases[0], &cases[i])) {
            return true;
        }
    }
    return false;
}

/* One that cannot be read is reported when it is judged. */
static void read_framework(const cov_context *c, cov_case *of) {
    mod_module module;
    if (cov_open_candidate(c, of->candidate, &module) == CC_OK) {
        cc_str text =
            mod_assembly_text(module.tables, "System.Runtime.Versioning.TargetFrameworkAttribute");
        of->framework = cc_strz(cc_arena_strdup(c->work, text));
    }
    mod_close(&module);
}

static void find_contested(cov_case *cases, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        cov_case *of = &cases[i];
        for (uint32_t k = 0; k < count && !of->is_contested; k++) {
            of->is_contested =
                is_other_build(of, &cases[k]) && cc_str_eq(of->framework, cases[k].framework);
        }
    }
}

/* --- documents that match their files --------------------------------------------------------- */

/* Where the map has the build of this name and framework that was compiled from the source as it is;
 * NULL there: none. */
static void **fresh_slot(const cov_judge *judge, const cov_case *of, cc_str path) {
    const cc_str key[] = {of->candidate->record.name, of->framework, path};
    return cc_map_put_texts(judge->fresh, key, sizeof key / sizeof *key);
}

/* Only the first such build is stored. */
static void put_fresh(const cov_judge *judge, cov_case *of, cc_str path) {
    void **slot = fresh_slot(judge, of, path);
    *slot = *slot == NULL ? of : *slot;
}

static void note_fresh(const cov_judge *judge, cov_case *of) {
    mod_module m;
    if (cov_open_candidate(judge->c, of->candidate, &m) == CC_OK) {
        (void)mod_find_locations(&m, judge->c->places);
        for (uint32_t d = 1; d <= m.document_count; d++) {
            if (mod_compare_checksum(&m, d) == MOD_CHECKSUM_SAME) {
                put_fresh(judge, of, m.places[d]->path);
            }
        }
    }
    mod_close(&m);
}

/* All cases of one name. */
static void look_at_name(const cov_judge *judge, cov_case *cases, uint32_t count) {
    if (!has_two_builds(cases, count)) {
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        read_framework(judge->c, &cases[i]);
    }
    find_contested(cases, count);
    for (uint32_t i = 0; i < count; i++) {
        if (cases[i].is_contested) {
            note_fresh(judge, &cases[i]);
        }
    }
}

void cov_stale_find(cov_judge *judge) {
    uint32_t count = judge->from->candidates.count;
    uint32_t end = 0;
    for (uint32_t first = 0; first < count; first = end) {
        cov_case *cases = &judge->cases[first];
        end = first + 1;
        while (end < count && has_same_name(&judge->cases[end], cases)) {
            end++;
        }
        look_at_name(judge, cases, end - first);
    }
}

/* --- leaving out ------------------------------------------------------------------------------ */

static cc_str where(const cov_case *of) {
    cc_str path = of->candidate->record.path;
    return path.len > 0 ? path : CC_STR("(in memory)");
}

/* The build that has the present text of a document that this one has not; NULL: none, or the
 * document is not in the report anyway. */
static const cov_case *replaced_by(const cov_judge *judge, const cov_case *of, const mod_module *m,
                                   uint32_t document) {
    if (m->documents[document].reason != CTR_MEASURED ||
        mod_compare_checksum(m, document) != MOD_CHECKSUM_CHANGED) {
        return NULL;
    }
    return *fresh_slot(judge, of, m->places[document]->path);
}

static void mark(mod_module *m, uint32_t document, const cov_case *fresh) {
    cc_str path = where(fresh);
    char *detail = cc_arena_printf(
        m->arena,
        "the file was changed since; another build, %.*s, was compiled from its present text",
        CC_STR_ARGS(path));
    m->documents[document] = (mod_verdict){CTR_REASON_PDB_MISMATCH, cc_strz(detail)};
}

void cov_stale_mark(const cov_judge *judge, const cov_case *of, mod_module *m) {
    const cov_case *first = NULL;
    cc_str example = {"", 0};
    uint32_t count = 0;
    for (uint32_t d = 1; of->is_contested && d <= m->document_count; d++) {
        const cov_case *fresh = replaced_by(judge, of, m, d);
        if (fresh == NULL) {
            continue;
        }
        mark(m, d, fresh);
        example = count == 0 ? m->places[d]->path : example;
        first = count == 0 ? fresh : first;
        count++;
    }
    if (count == 0) {
        return;
    }
    cc_str old = where(of);
    cc_str now = where(first);
    cov_add_warning(judge->c,
                    "two builds of %.*s ran, %.*s and %.*s; %u source file%s (%.*s%s) changed "
                    "since the first was compiled, and its data about %s is not in the report",
                    CC_STR_ARGS(m->name), CC_STR_ARGS(old), CC_STR_ARGS(now), count,
                    count == 1 ? "" : "s", CC_STR_ARGS(example), count > 1 ? ", ..." : "",
                    count == 1 ? "it" : "them");
}
