/* Is an assembly in? The complete decision: filter, sources under the root, test assembly,
 * attributes; and if it is in, the parts of it that are. See cov_build.h and
 * docs/coverage-rules.md. */
#include <string.h>

#include "coverage/model/build/cov_build.h"
#include "coverage/model/cov_third_party.h"
#include "coverage/module/mod_assembly.h"
#include "coverage/module/mod_select.h"
#include "coverage/session/ses.h"

/* --- opening ---------------------------------------------------------------------------------- */

static bool is_zero(const cc_hash128 *hash) {
    static const cc_hash128 zero;
    return memcmp(hash, &zero, sizeof zero) == 0;
}

cc_err cov_open_candidate(cov_build *b, const cov_candidate *c, mod_module *module) {
    const char *image = c->image_path;
    bool is_stored = image == NULL;
    const char *pdb = c->pdb_path;
    if (is_stored) {
        if (is_zero(&c->record.image_hash)) {
            *module = (mod_module){0};
            return cc_fail(CC_E_NOTFOUND, "the session does not contain its image");
        }
        image = ses_stored(c->session_dir, &c->record.image_hash, ".dll", b->c.work);
        pdb = is_zero(&c->record.pdb_hash)
                  ? NULL
                  : ses_stored(c->session_dir, &c->record.pdb_hash, ".pdb", b->c.work);
    }
    md_layout layout = c->record.is_mapped_layout ? MD_LAYOUT_MAPPED : MD_LAYOUT_FLAT;
    cc_err err = mod_open(module, image, layout, pdb, is_stored);
    module->origin = b->c.request->is_foreign ? MOD_ORIGIN_FOREIGN : MOD_ORIGIN_LOCAL;
    return err;
}

/* --- sources ---------------------------------------------------------------------------------- */

static void set_verdict(mod_verdict *v, ctr_reason reason, const char *text) {
    *v = (mod_verdict){reason, cc_strz(text != NULL ? text : "")};
}

/* An assembly whose sources are on this machine, but elsewhere, is most likely the user's own, and
 * the source root is wrong: sets *is_elsewhere. */
static void judge_without_sources(cov_build *b, const mod_module *m, mod_verdict *v,
                                  bool *is_elsewhere) {
    uint32_t first = 0;
    uint32_t missing = 0;
    for (uint32_t i = 1; i <= m->document_count; i++) {
        if (m->places[i]->kind == MOD_LOCATION_OUTSIDE) {
            *is_elsewhere = true;
            set_verdict(v, CTR_REASON_SOURCES_NOT_FOUND,
                        cc_arena_printf(m->arena, "%s is outside the source root %s (see --root)",
                                        m->places[i]->file, b->c.request->root));
            return;
        }
        if (m->places[i]->kind == MOD_LOCATION_INSIDE && m->has_code[i]) {
            *is_elsewhere = true;
            set_verdict(v, CTR_REASON_SOURCES_NOT_FOUND,
                        cc_arena_printf(m->arena,
                                        "%.*s is not the file that was compiled; build "
                                        "again, or map its folder with --map",
                                        (int)m->places[i]->path.len, m->places[i]->path.s));
            return;
        }
        bool is_missing =
            m->document_names[i].len > 0 && m->places[i]->kind == MOD_LOCATION_MISSING;
        first = is_missing && first == 0 ? i : first;
        missing += is_missing ? 1 : 0;
    }
    if (missing == 0) {
        set_verdict(v, CTR_REASON_SOURCES_NOT_FOUND,
                    m->document_count == 0
                        ? "its PDB names no source file"
                        : "no file that its PDB names has the text that was compiled");
        return;
    }
    cc_str name = m->document_names[first];
    set_verdict(v, CTR_REASON_SOURCES_NOT_FOUND,
                missing == 1
                    ? cc_arena_printf(m->arena, "%.*s does not exist", (int)name.len, name.s)
                    : cc_arena_printf(m->arena, "%.*s and %u more do not exist", (int)name.len,
                                      name.s, missing - 1));
}

/* With `skip any`: the first source file with code that does not exist. Generated files need not
 * exist. */
static cc_err judge_each_source(mod_module *m, mod_verdict *v) {
    CC_TRY(mod_find_extents(m));
    for (uint32_t i = 1; i <= m->document_count; i++) {
        if (m->places[i]->kind == MOD_LOCATION_MISSING && m->has_code[i] &&
            m->generated[i] == NULL && !pdb_has_embedded_source(m->pdb, i)) {
            cc_str name = m->document_names[i];
            set_verdict(
                v, CTR_REASON_SOURCES_NOT_FOUND,
                cc_arena_printf(
                    m->arena,
                    "%.*s does not exist, and --without-sources skip-any leaves out the assembly",
                    (int)name.len, name.s));
            return CC_OK;
        }
    }
    return CC_OK;
}

/* --- the verdict ------------------------------------------------------------------------------ */

typedef struct taking {
    cov_build *b;
    cov_candidate *candidate;
    mod_module *module;
    mod_verdict whole;
    bool has_source;   /* it is most likely the user's own */
    bool is_elsewhere; /* its sources are on this machine, but outside the root */
} taking;

static cc_err judge_by_filter(taking *t, const mod_assembly *assembly) {
    sel_assembly_facts facts = {t->module->name, t->candidate->record.path, assembly->company,
                                cc_strz(assembly->key)};
    sel_verdict rule = sel_assembly(t->b->c.request->selection.filter, &facts);
    if (!rule.is_in) {
        t->whole.reason = CTR_REASON_FILTER;
        return mod_describe(&rule, t->module->arena, &t->whole.detail);
    }
    return CC_OK;
}

static const char *describe_tests(const cov_request *request, const char *framework,
                                  cc_arena *arena) {
    const char *why = request->include_tests ? ", and the run did not measure test assemblies" : "";
    return cc_arena_printf(arena, "it references %s%s", framework, why);
}

/* Sources first: for assemblies of others nothing else matters. */
static cc_err judge(taking *t, const mod_assembly *assembly) {
    const cov_request *request = t->b->c.request;
    mod_module *m = t->module;
    CC_TRY(mod_find_locations(m, t->b->c.places, &t->has_source));
    CC_TRY(judge_by_filter(t, assembly));
    if (t->whole.reason != CTR_MEASURED) {
        return CC_OK;
    }
    if (!t->has_source && request->selection.without_sources != MOD_SOURCES_KEEP) {
        judge_without_sources(t->b, m, &t->whole, &t->is_elsewhere);
        if (!t->is_elsewhere &&
            cov_find_maker(t->candidate->record.path, t->b->c.work) == COV_MAKER_PACKAGE) {
            t->whole.reason = CTR_REASON_THIRD_PARTY;
        }
        return CC_OK;
    }
    if (request->selection.without_sources == MOD_SOURCES_SKIP_ANY) {
        CC_TRY(judge_each_source(m, &t->whole));
    }
    const char *framework = mth_test_framework(m->tables);
    bool is_left_out = !request->include_tests || request->has_no_tests;
    if (t->whole.reason == CTR_MEASURED && framework != NULL && is_left_out) {
        set_verdict(&t->whole, CTR_REASON_TEST_ASSEMBLY,
                    describe_tests(request, framework, m->arena));
        return CC_OK;
    }
    mod_mark mark;
    CC_TRY(mod_mark_whole(m, request->selection.filter, &mark));
    if (t->whole.reason == CTR_MEASURED && mark.is_out) {
        t->whole = (mod_verdict){CTR_REASON_EXCLUDED_BY_ATTRIBUTE, mark.detail};
    }
    return CC_OK;
}

/* Left out by a setting; otherwise it would be in. */
static bool is_by_wish(const mod_verdict *v) {
    return v->reason == CTR_REASON_FILTER || v->reason == CTR_REASON_TEST_ASSEMBLY ||
           v->reason == CTR_REASON_EXCLUDED_BY_ATTRIBUTE || v->reason == CTR_REASON_NEVER_LOADED;
}

/* --- adding ----------------------------------------------------------------------------------- */

static cc_err select_parts(taking *t) {
    CC_TRY(mod_find_owners(t->module));
    CC_TRY(mod_select_documents(t->module, &t->b->c.request->selection));
    cov_stale_mark(t->b, t->candidate, t->module);
    t->b->any_judged = true;
    return mod_select_members(t->module, &t->b->c.request->selection);
}

/* Of the assemblies that no process loaded, only the user's own are listed. */
static cc_err leave_out(taking *t) {
    cov_build *b = t->b;
    const cov_candidate *c = t->candidate;
    bool was_loaded = c->image_path == NULL;
    /* The folder of a test assembly contains what it tests, even when the host's entry assembly is
     * elsewhere. */
    if (t->whole.reason == CTR_REASON_TEST_ASSEMBLY && was_loaded) {
        cc_list_add(&b->gathered.entry_dirs,
                    cc_arena_strdup(b->c.work, cc_path_dir(c->record.path)));
    }
    if (t->is_elsewhere && was_loaded) {
        cov_add_warning(&b->c, "%.*s is not measured: %.*s", (int)t->module->name.len,
                        t->module->name.s, (int)t->whole.detail.len, t->whole.detail.s);
    }
    if (was_loaded || b->c.request->folder_count > 0 || (t->has_source && is_by_wish(&t->whole))) {
        cov_add_omitted(&b->c, t->module->name, t->whole.reason, t->whole.detail);
        return CC_OK;
    }
    return CC_OK;
}

/* An assembly that never ran is in nevertheless; its fact states both. */
static cc_err note_facts(const taking *t) {
    const cov_candidate *c = t->candidate;
    bool was_loaded = c->image_path == NULL;
    mod_verdict assembly = t->whole;
    if (!was_loaded && assembly.reason == CTR_MEASURED) {
        assembly.reason = CTR_REASON_NEVER_LOADED;
    }
    cov_add_assembly_fact(&t->b->c, t->module->name, c->record.path, &assembly, was_loaded);
    for (uint32_t i = 0; i < c->paths.count; i++) {
        cc_str path = *(const cc_str *)c->paths.items[i];
        cov_add_assembly_fact(&t->b->c, t->module->name, path, &assembly, was_loaded);
    }
    return cov_fact_module(t->b, t->module, c, &t->whole);
}

static void warn_about_coverlet(const taking *t) {
    if (t->has_source && mod_is_rewritten_by_coverlet(t->module->tables)) {
        cov_add_warning(&t->b->c,
                        "%.*s was rewritten by coverlet (%.*s), so some of its lines may be wrong; "
                        "build again, and run without coverlet's collector or MSBuild task",
                        (int)t->module->name.len, t->module->name.s,
                        (int)t->candidate->record.path.len, t->candidate->record.path.s);
    }
}

/* Some code that is in the report is F#. */
static void has_fsharp_code(const taking *t, bool *out) {
    const mod_module *m = t->module;
    *out = false;
    for (uint32_t rid = 1; rid <= m->document_count && !*out; rid++) {
        pdb_document document;
        if (m->documents[rid].reason != CTR_MEASURED || !m->has_points[rid]) {
            continue;
        }
        cc_err err = pdb_get_document(m->pdb, rid, t->b->c.scratch, &document);
        *out = err == CC_OK && document.language == PDB_LANG_FSHARP;
    }
    cc_arena_reset(t->b->c.scratch);
}

/* An inlined function of F# leaves no points in its caller: nothing shows that its lines ran. */
static void warn_about_inlining(const taking *t) {
    bool is_fsharp = false;
    if (!t->module->is_optimised || t->candidate->image_path != NULL) {
        return;
    }
    has_fsharp_code(t, &is_fsharp);
    if (is_fsharp) {
        cov_add_warning(&t->b->c,
                        "%.*s is optimised, and the F# compiler inlines small functions, whose own "
                        "lines then read as missed; measure a Debug build",
                        (int)t->module->name.len, t->module->name.s);
    }
}

/* Strings are borrowed from the module. */
static cov_raw_assembly assembly_of(const taking *t) {
    const mod_module *m = t->module;
    cov_raw_assembly raw = {.name = m->name,
                            .framework = t->candidate->framework,
                            .was_loaded = t->candidate->image_path == NULL,
                            .generated_methods = m->generated_methods,
                            .empty_reason = m->why_empty.reason,
                            .empty_detail = m->why_empty.detail};
    memcpy(raw.mvid, m->mvid, sizeof raw.mvid);
    return raw;
}

static cc_err include(taking *t) {
    cov_raw_assembly raw = assembly_of(t);
    cov_add_package(t->b, &raw);
    warn_about_inlining(t);
    CC_TRY(cov_measure(t->b, t->module, t->candidate, &raw));
    if (t->b->c.request->wants_raw) {
        cov_keep_raw(t->b, &raw);
    }
    return CC_OK;
}

static bool is_ignored(const taking *t) {
    const cov_request *request = t->b->c.request;
    return t->candidate->image_path != NULL && request->ignore_unloaded &&
           request->folder_count == 0;
}

static cc_err take_open(taking *t) {
    mod_assembly assembly;
    mod_assembly_read(t->module->tables, &assembly);
    char *framework = cc_arena_strdup(t->b->c.work, assembly.framework);
    t->candidate->framework = cc_strz(framework);
    CC_TRY(judge(t, &assembly));
    if (t->whole.reason == CTR_MEASURED && is_ignored(t)) {
        t->whole =
            (mod_verdict){CTR_REASON_NEVER_LOADED, CC_STR("assemblies that no process loaded are "
                                                          "left out")};
    }
    warn_about_coverlet(t);
    bool is_in = t->whole.reason == CTR_MEASURED;
    /* Rules for parts must not be reported as idle because the whole assembly is left out. */
    if (is_in ||
        (is_by_wish(&t->whole) &&
         (t->b->c.request->wants_facts || cov_has_idle_rules(t->b->c.request->selection.filter)))) {
        CC_TRY(select_parts(t));
    }
    CC_TRY(is_in ? include(t) : leave_out(t));
    return t->b->c.request->wants_facts ? note_facts(t) : CC_OK;
}

cc_err cov_add_candidate(cov_build *b, cov_candidate *candidate) {
    mod_module module;
    cc_err err = cov_open_candidate(b, candidate, &module);
    if (err == CC_OK) {
        taking t = {.b = b, .candidate = candidate, .module = &module, .whole = {0, {"", 0}}};
        err = take_open(&t);
    } else {
        mod_verdict why = {CTR_REASON_BAD_IMAGE, cc_strz(cc_error_message())};
        cc_str name = candidate->record.name;
        bool was_loaded = candidate->image_path == NULL;
        if (was_loaded) {
            cov_add_omitted(&b->c, name, why.reason, why.detail);
        }
        err = CC_OK;
        cov_add_assembly_fact(&b->c, name, candidate->record.path, &why, was_loaded);
    }
    mod_close(&module);
    return err;
}
