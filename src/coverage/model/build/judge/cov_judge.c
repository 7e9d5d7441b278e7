/* Is an assembly in, and which parts of it? See cov_judge.h. */
#include "coverage/model/build/judge/cov_judge.h"

#include <string.h>

#include "base/cc_file.h"
#include "coverage/model/build/judge/cov_judge_steps.h"
#include "coverage/module/mod_assembly.h"
#include "coverage/module/mod_select.h"
#include "select/sel_maker.h"

typedef struct judging {
    cov_judge *judge;
    cov_context *c;
    const cov_candidate *candidate;
    cov_judged *to;
    mod_module *module;
    mod_assembly assembly;
    bool has_source;   /* it is most likely the user's own */
    bool is_elsewhere; /* its sources are on this machine, but outside the root */
} judging;

void cov_judge_open(cov_judge *out, cov_context *c, const cov_gathered *from) {
    uint32_t count = from->candidates.count;
    *out = (cov_judge){.c = c,
                       .from = from,
                       .cases = CC_NEW_ARRAY(c->work, cov_case, count),
                       .fresh = cc_map_new(),
                       .dirs = {.arena = c->work}};
    for (uint32_t i = 0; i < count; i++) {
        out->cases[i].candidate = from->candidates.items[i];
    }
    for (uint32_t i = 0; i < from->entry_dirs.count; i++) {
        cc_list_add(&out->dirs, from->entry_dirs.items[i]);
    }
    cov_stale_find(out);
}

void cov_judge_close(cov_judge *judge) {
    cc_map_free(judge->fresh);
}

/* --- the verdict ------------------------------------------------------------------------------ */

static bool is_out(const judging *j) {
    return j->to->verdict.reason != CTR_MEASURED;
}

static sel_verdict judge_path(const judging *j, cc_str path) {
    const mod_assembly *assembly = &j->assembly;
    const sel_assembly_facts facts = {j->module->name, path, assembly->company,
                                      cc_strz(assembly->key)};
    return sel_assembly(j->c->request->selection.filter, &facts);
}

/* A build that was loaded from several places is in if it is in at one of them: which place is the first
 * depends on the numbers of processes. */
static void judge_by_filter(judging *j) {
    sel_verdict first = judge_path(j, j->candidate->record.path);
    bool is_in = first.is_in;
    for (uint32_t i = 0; i < j->candidate->paths.count; i++) {
        is_in = judge_path(j, *(const cc_str *)j->candidate->paths.items[i]).is_in || is_in;
    }
    if (is_in) {
        return;
    }
    j->to->verdict.reason = CTR_REASON_FILTER;
    mod_describe(&first, j->module->arena, &j->to->verdict.detail);
}

static void leave_out_without_sources(judging *j) {
    cov_judge_without_sources(j->c, j->module, &j->to->verdict, &j->is_elsewhere);
    if (!j->is_elsewhere &&
        sel_find_maker(j->candidate->record.path, j->c->work) == SEL_MAKER_PACKAGE) {
        j->to->verdict.reason = CTR_REASON_THIRD_PARTY;
    }
}

static void judge_as_test(judging *j) {
    const cov_request *request = j->c->request;
    const char *framework = mth_test_framework(j->module->tables);
    if (framework == NULL || (request->include_tests && !request->has_no_tests)) {
        return;
    }
    const char *why = request->include_tests ? ", and the run did not measure test assemblies" : "";
    const char *text = cc_arena_printf(j->module->arena, "it references %s%s", framework, why);
    j->to->verdict = (mod_verdict){CTR_REASON_TEST_ASSEMBLY, cc_strz(text)};
}

/* Marks rules that match, also when something else decided. */
static void judge_by_attributes(judging *j) {
    const mod_mark mark = mod_mark_whole(j->module, j->c->request->selection.filter);
    if (mark.is_out && !is_out(j)) {
        j->to->verdict = (mod_verdict){CTR_REASON_EXCLUDED_BY_ATTRIBUTE, mark.detail};
    }
}

/* Sources first: for assemblies of others nothing else matters. */
static void judge(judging *j) {
    const mod_selection *selection = &j->c->request->selection;
    j->has_source = mod_find_locations(j->module, j->c->places);
    judge_by_filter(j);
    if (is_out(j)) {
        return;
    }
    if (!j->has_source && selection->without_sources != MOD_SOURCES_KEEP) {
        leave_out_without_sources(j);
        return;
    }
    if (selection->without_sources == MOD_SOURCES_SKIP_ANY) {
        cov_judge_each_source(j->module, &j->to->verdict);
    }
    if (!is_out(j)) {
        judge_as_test(j);
        if (is_out(j)) {
            return;
        }
    }
    judge_by_attributes(j);
}

/* Where assemblies that no process loaded are left out, one that would be in is. */
static void judge_as_unloaded(judging *j) {
    const cov_request *request = j->c->request;
    bool is_ignored = request->ignore_unloaded && request->folder_count == 0;
    if (is_ignored && !cov_was_loaded(j->candidate) && !is_out(j)) {
        j->to->verdict = (mod_verdict){CTR_REASON_NEVER_LOADED,
                                       CC_STR("assemblies that no process loaded are left out")};
    }
}

/* Left out by a setting; otherwise it would be in. */
static bool is_out_by_wish(const judging *j) {
    ctr_reason reason = j->to->verdict.reason;
    return reason == CTR_REASON_FILTER || reason == CTR_REASON_TEST_ASSEMBLY ||
           reason == CTR_REASON_EXCLUDED_BY_ATTRIBUTE || reason == CTR_REASON_NEVER_LOADED;
}

/* --- its parts -------------------------------------------------------------------------------- */

/* Rules for parts must not be reported as idle because the whole assembly is left out. */
static bool are_parts_wanted(const judging *j) {
    const cov_request *request = j->c->request;
    if (!is_out(j)) {
        return true;
    }
    return is_out_by_wish(j) &&
           (request->wants_facts || cov_has_idle_rules(request->selection.filter));
}

static void select_parts(judging *j) {
    const mod_selection *selection = &j->c->request->selection;
    mod_find_owners(j->module);
    mod_select_documents(j->module, selection);
    cov_stale_mark(j->judge, j->to->of, j->module);
    j->judge->any_judged = true;
    mod_select_members(j->module, selection);
}

/* --- what is said about it --------------------------------------------------------------------- */

static void warn_about_coverlet(const judging *j) {
    if (j->has_source && mod_is_rewritten_by_coverlet(j->module->tables)) {
        cov_add_warning(j->c,
                        "%.*s was rewritten by coverlet (%.*s), so some of its lines may be wrong; "
                        "build again, and run without coverlet's collector or MSBuild task",
                        CC_STR_ARGS(j->module->name), CC_STR_ARGS(j->candidate->record.path));
    }
}

static bool is_fsharp(const judging *j, uint32_t document) {
    pdb_document row;
    cc_err err = pdb_get_document(j->module->pdb, document, j->c->scratch, &row);
    return err == CC_OK && row.language == PDB_LANG_FSHARP;
}

/* Some code that is in the report is F#. */
static bool has_fsharp_code(const judging *j) {
    const mod_module *m = j->module;
    bool has_code = false;
    for (uint32_t rid = 1; rid <= m->document_count && !has_code; rid++) {
        has_code =
            m->documents[rid].reason == CTR_MEASURED && m->has_points[rid] && is_fsharp(j, rid);
    }
    cc_arena_reset(j->c->scratch);
    return has_code;
}

/* An inlined function of F# leaves no points in its caller: nothing shows that its lines ran. */
static void warn_about_inlining(const judging *j) {
    if (j->module->is_optimised && cov_was_loaded(j->candidate) && has_fsharp_code(j)) {
        cov_add_warning(j->c,
                        "%.*s is optimised, and the F# compiler inlines small functions, whose own "
                        "lines then read as missed; measure a Debug build",
                        CC_STR_ARGS(j->module->name));
    }
}

/* Of the assemblies that no process loaded, only the user's own are listed. */
static void leave_out(const judging *j) {
    const mod_verdict *verdict = &j->to->verdict;
    cc_str name = j->module->name;
    bool was_loaded = cov_was_loaded(j->candidate);
    /* The folder of a test assembly contains what it tests, even when the host's entry assembly is
     * elsewhere. */
    if (verdict->reason == CTR_REASON_TEST_ASSEMBLY && was_loaded) {
        cov_add_dir(&j->judge->dirs, cc_path_dir(j->candidate->record.path));
    }
    if (j->is_elsewhere && was_loaded) {
        cov_add_warning(j->c, "%.*s is not measured: %.*s", CC_STR_ARGS(name),
                        CC_STR_ARGS(verdict->detail));
    }
    if (was_loaded || j->c->request->folder_count > 0 || (j->has_source && is_out_by_wish(j))) {
        cov_add_omitted(j->c, name, verdict->reason, verdict->detail);
    }
}

/* --- builds ----------------------------------------------------------------------------------- */

static void judge_open(judging *j, cov_case *of) {
    mod_assembly_read(j->module->tables, &j->assembly);
    of->framework = cc_strz(cc_arena_strdup(j->c->work, j->assembly.framework));
    judge(j);
    judge_as_unloaded(j);
    warn_about_coverlet(j);
    if (are_parts_wanted(j)) {
        select_parts(j);
    }
    if (is_out(j)) {
        leave_out(j);
        return;
    }
    warn_about_inlining(j);
    cov_tell_missing(j->c, j->module);
}

static void leave_out_unread(cov_context *c, cov_judged *judged) {
    const ctr_module_record *record = &judged->of->candidate->record;
    judged->verdict = (mod_verdict){CTR_REASON_BAD_IMAGE, cc_strz(cc_error_message())};
    if (cov_was_loaded(judged->of->candidate)) {
        cov_add_omitted(c, record->name, judged->verdict.reason, judged->verdict.detail);
    }
}

void cov_judge_build(cov_judge *judge, cov_case *of, cov_judged *out) {
    *out = (cov_judged){.of = of, .verdict = {CTR_MEASURED, {"", 0}}};
    out->is_open = cov_open_candidate(judge->c, of->candidate, &out->module) == CC_OK;
    if (!out->is_open) {
        leave_out_unread(judge->c, out);
        return;
    }
    judging j = {.judge = judge,
                 .c = judge->c,
                 .candidate = of->candidate,
                 .to = out,
                 .module = &out->module};
    judge_open(&j, of);
}

void cov_judged_close(cov_judged *judged) {
    mod_close(&judged->module);
}

cov_raw_assembly cov_judged_assembly(const cov_judged *judged) {
    const mod_module *m = &judged->module;
    cov_raw_assembly raw = {.name = m->name,
                            .framework = judged->of->framework,
                            .was_loaded = cov_was_loaded(judged->of->candidate),
                            .generated_methods = m->generated_methods,
                            .empty_reason = m->why_empty.reason,
                            .empty_detail = m->why_empty.detail};
    memcpy(raw.mvid, m->mvid, sizeof raw.mvid);
    return raw;
}
