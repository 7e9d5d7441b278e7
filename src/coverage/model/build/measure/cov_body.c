/* One method, read and decided; see cov_body.h. */
#include "coverage/model/build/measure/cov_body.h"

#include "base/cc_sum.h"

static const char *keep_message(const cov_reader *from) {
    return cc_arena_strdup(from->arena, cc_strz(cc_error_message()));
}

static pdb_language language_of(const cov_reader *from, uint32_t rid) {
    const mod_module *module = from->module;
    pdb_document document;
    bool is_there = pdb_get_document(module->pdb, module->extents[rid].document, from->arena,
                                     &document) == CC_OK;
    return is_there ? document.language : PDB_LANG_OTHER;
}

static cc_err open_method(mth_method *out, mth_skip *skip, const cov_reader *from, uint32_t rid,
                          bool plan_all) {
    probe_options options = {.all = plan_all};
    return mth_open(out, skip, from->module->image, from->module->pdb, MD_TOKEN(MD_METHODDEF, rid),
                    (cc_span){NULL, 0}, &options, from->arena);
}

static dec_decide_options options_of(const cov_reader *from, pdb_language language) {
    const mod_module *module = from->module;
    return (dec_decide_options){.is_optimised = module->is_optimised,
                                .raw = from->request->raw_branches,
                                .language = language,
                                .pdb = module->pdb,
                                .sources = dec_sources_of(module)};
}

static cc_err decide(cov_body *out, const cov_reader *from, const cov_ready_body *ready,
                     bool plan_all) {
    if (ready != NULL) {
        out->language = ready->language;
        out->decisions = ready->decisions;
        return CC_OK;
    }
    out->language = language_of(from, MD_TOKEN_RID(out->method.token));
    dec_decide_options options = options_of(from, out->language);
    if (out->language == PDB_LANG_FSHARP && !options.raw) {
        CC_TRY(cov_fsharp_with_find(&out->with, from, &out->method, out->values, plan_all));
        options.role = out->with.role;
    }
    dec_decide(&out->decisions, &out->method, from->module->tables, &options, from->arena);
    return CC_OK;
}

const cov_ready_body *cov_body_prepare(const cov_reader *from, uint32_t rid) {
    cov_ready_body *body = CC_NEW(from->arena, cov_ready_body);
    mth_skip skip = MTH_OK;
    body->language = language_of(from, rid);
    bool is_read = body->language != PDB_LANG_FSHARP &&
                   open_method(&body->method, &skip, from, rid, false) == CC_OK && skip == MTH_OK;
    if (!is_read) {
        return NULL;
    }
    dec_decide_options options = options_of(from, body->language);
    dec_decide(&body->decisions, &body->method, from->module->tables, &options, from->arena);
    return body;
}

/* The values are unknown when all records of the method have another plan, or when it was not
 * instrumented. */
static cc_err find_values(cov_body *out, const cov_reader *from, cov_records *refs, bool plan_all) {
    const mth_method *m = &out->method;
    uint64_t *counters = CC_NEW_ARRAY(from->arena, uint64_t, m->plan->counter_count);
    uint64_t *values = CC_NEW_ARRAY(from->arena, uint64_t, m->plan->node_count);
    cov_records_sum(from->gathered, m, plan_all, refs, counters);
    if (refs->used == 0 && (refs->mismatched > 0 || refs->skip != NULL)) {
        return CC_OK;
    }
    CC_TRY(probe_values(m->plan, counters, values));
    out->values = values;
    return CC_OK;
}

static cc_err make_body(cov_body *out, const cov_reader *from, cov_records *refs, uint32_t rid,
                        bool plan_all) {
    const cov_ready_body *ready = plan_all ? NULL : cov_ready_find(from->ready, rid);
    if (ready != NULL) {
        out->method = ready->method;
    } else {
        CC_TRY(open_method(&out->method, &out->skip, from, rid, plan_all));
    }
    if (out->skip != MTH_OK) {
        out->why = keep_message(from);
        return CC_OK;
    }
    CC_TRY(find_values(out, from, refs, plan_all));
    return out->values == NULL ? CC_OK : decide(out, from, ready, plan_all);
}

static void add_body(cov_measured *out, const cov_reader *from, bool plan_all) {
    cov_body *body = CC_NEW(from->arena, cov_body);
    body->why = "";
    body->err = make_body(body, from, &out->refs, out->rid, plan_all);
    body->why = body->err == CC_OK ? body->why : keep_message(from);
    out->bodies[plan_all ? 1 : 0] = body;
}

uint64_t *cov_point_hits(const mth_method *m, const dec_decisions *decisions,
                         const uint64_t *values, cc_arena *arena) {
    uint64_t *hits = CC_NEW_ARRAY(arena, uint64_t, m->point_count);
    for (uint32_t i = 0; i < m->point_count; i++) {
        uint32_t node = m->plan->node_of_point[decisions->same_as[i]];
        uint32_t first = decisions->canonical[i];
        uint64_t value = node == PROBE_NONE ? 0 : values[node];
        hits[i] = cc_add_saturated(hits[i], value);
        if (first != i) {
            hits[first] = cc_add_saturated(hits[first], value);
        }
    }
    for (uint32_t i = 0; i < decisions->copied_count; i++) {
        const dec_copied_point *copied = &decisions->copied[i];
        for (uint32_t n = 0; n < copied->nodes.node_count; n++) {
            uint64_t value = values[copied->nodes.nodes[n]];
            hits[copied->point] = cc_add_saturated(hits[copied->point], value);
        }
    }
    return hits;
}

bool cov_is_measured(const mod_module *module, uint32_t rid) {
    return rid <= module->method_count && module->extents[rid].document != 0 &&
           module->verdicts[rid].reason == CTR_MEASURED;
}

void cov_measured_make(cov_measured *out, const cov_reader *from, uint32_t rid) {
    *out = (cov_measured){.rid = rid, .refs = cov_records_of(from->candidate, rid)};
    uint32_t all = cov_records_count(from->gathered, &out->refs, true);
    uint32_t plain = cov_records_count(from->gathered, &out->refs, false);
    if (plain > 0 || all == 0) {
        add_body(out, from, false);
    }
    if (all > 0) {
        add_body(out, from, true);
    }
}
